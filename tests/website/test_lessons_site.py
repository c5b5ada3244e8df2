"""What the lessons of the site are built from; tests/browser/test_site_lessons.py runs them."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from website.build import jupyterlite, pyodide
from website.build.sources import BUILD_FOLDER, PROJECT, own_file

PINNED = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


def pins(file: Path) -> dict[str, str]:
    return {jupyterlite.normal(name): version for name, version in PINNED.findall(file.read_text("utf-8"))}


def test_lessons_and_make_lab_pin_the_same_widget_versions() -> None:
    both = pins(BUILD_FOLDER / "lessons-wheels.txt")
    assert both.items() <= pins(PROJECT / "requirements" / "lab.txt").items()
    assert pins(BUILD_FOLDER / "lessons-builder.txt")["anywidget"] == both["anywidget"]


def test_every_dependency_of_pyodide_packages_is_pinned() -> None:
    packages = pyodide.LESSON_PACKAGES
    for name, package in packages.items():
        assert set(package["depends"]) <= set(packages), name
        assert re.fullmatch(r"[0-9a-f]{64}", package["sha256"]), name
    own = pyodide.PYODIDE["packages"]
    assert {name: packages[name] for name in set(packages) & set(own)} == {
        name: own[name] for name in set(packages) & set(own)
    }


MARKUPSAFE = {"name": "markupsafe", "imports": ["markupsafe"], "depends": []}
"""Its entry in the page's lock file, from which the lessons take it."""


@pytest.mark.parametrize("offline", [True, False])
def test_the_lock_file_lists_the_package_for_lessons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, offline: bool
) -> None:
    taken = []

    def downloaded(name: str) -> Path:
        taken.append(name)
        return own_file("lessons.js")

    monkeypatch.setattr(pyodide, "downloaded", downloaded)
    monkeypatch.setattr(jupyterlite, "pure_wheels", list)
    own = {"name": "metrics-edu", "imports": ["metrics_edu"], "depends": ["numpy"]}
    (tmp_path / "pyodide-lock.json").write_text(
        json.dumps({"info": {}, "packages": {"metrics-edu": own, "metrics-homework": own, "markupsafe": MARKUPSAFE}}),
        "utf-8",
    )
    (tmp_path / "files.json").write_text("{}", "utf-8")
    (tmp_path / "segno-1.6.whl").write_text("what the page loads for a QR code", "utf-8")
    jupyterlite.write_packages(tmp_path, offline=offline)
    packages = json.loads((tmp_path / "lessons-lock.json").read_text("utf-8"))["packages"]
    assert packages["metrics-edu"]["imports"] == ["metrics_edu"]
    assert {"numpy", "traitlets", "matplotlib"} <= set(packages["metrics-edu"]["depends"]) <= set(packages)
    files = json.loads((tmp_path / "lessons-files.json").read_text("utf-8"))
    own = {path.name for path in tmp_path.glob("*.whl")} - {*pyodide.PINNED}
    assert "segno-1.6.whl" in own
    assert {name: file["url"] for name, file in files.items() if name in own} == {name: name for name in own}
    assert {file["url"].startswith("https://") for name, file in files.items() if name not in own} == {not offline}
    assert {*taken} == ({*pyodide.PINNED} if offline else pyodide.SERVED_FROM_HERE)


def version_with(folder: Path, changed: str) -> str:
    """Return the version that the lessons' service worker gets in a site of which one file has changed."""
    names = {"lite/lab/index.html", "lite/service-worker.js", *jupyterlite.KEPT_BESIDE, changed}
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("new" if name == changed else "old")
    jupyterlite.write_service_worker(folder / "lite")
    return (folder / "lite" / "service-worker.js").read_text("utf-8")


def test_changing_any_loaded_file_changes_the_lessons_version(tmp_path: Path) -> None:
    """Also with those outside their folder: its service worker answers with a kept file until the next version."""
    loaded = {"pyodide/lessons.js", "pyodide/lessons-lock.json", "pyodide/lessons-files.json"}
    loaded |= {"lessons_record.js", "pinned_fetch.js", "lite/lab/index.html"}
    versions = {name: version_with(tmp_path / str(k), name) for k, name in enumerate(sorted(loaded))}
    assert len({*versions.values()}) == len(loaded)
    assert version_with(tmp_path / "none", "nowhere.txt") not in versions.values()


def test_removing_extensions_from_a_wheel_keeps_its_python(tmp_path: Path) -> None:
    digests = []
    for _again in range(2):
        compiled = tmp_path / "one-1.0-cp311-cp311-manylinux_2_17_x86_64.whl"
        with zipfile.ZipFile(compiled, "w") as wheel:
            for name in ("one/__init__.py", "one/_native.py", "one/_fast.so", "one-1.0.dist-info/METADATA"):
                wheel.writestr(name, name)
        pyodide.without_extensions(compiled)
        (kept,) = tmp_path.glob("*.whl")
        assert kept.name == "one-1.0-py3-none-any.whl"
        with zipfile.ZipFile(kept) as wheel:
            assert wheel.namelist() == ["one/__init__.py", "one/_native.py", "one-1.0.dist-info/METADATA"]
        digests.append(pyodide.sha256(kept))
        pyodide.without_extensions(kept)
        assert kept.exists()
    assert len({*digests}) == 1
