"""Build the lessons for the site: JupyterLite, with the notebooks of each language, on the Pyodide that the page has.

A lesson imports metrics_edu and finds it: the lock file
of the lessons has it, with all that its widgets and figures need. The page's own lock file stays as small as it is.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import string
import subprocess
import tempfile
import zipfile
from email.parser import Parser
from pathlib import Path
from typing import Any

from metrics_edu.language import LANGUAGES
from website.build.environments import environment_of, tools_of
from website.build.pyodide import (
    DOWNLOADS,
    LESSON_PACKAGES,
    PAGE_FILES,
    files_of,
    pip_download,
    sha256,
    write_files,
)
from website.build.sources import BUILD_FOLDER, PROJECT, own_file

BUILDER = environment_of("lessons")
KERNEL = BUILDER / "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
LOCALES = {"es": "es_ES"}
"""Of a language, what JupyterLab calls it; its words are a package of lessons-builder.txt."""
KERNEL_WHEELS = "ipykernel", "piplite", "pyodide_kernel"
KEPT_BESIDE = (
    "pyodide/lessons-lock.json",
    "pyodide/lessons-files.json",
    "pyodide/lessons.js",
    "lessons_record.js",
    "pinned_fetch.js",
)
"""What a lesson loads from outside its folder: its service worker keeps them until the next version."""
IN_PAGES = "lessons-shell.js", "lessons-page.js"
"""What JupyterLite's pages load of ours, before their own scripts."""
NEEDED = ["markupsafe", "numpy", "traitlets", "matplotlib", "ipywidgets", "anywidget", "platformdirs", "narwhals"]
"""What metrics-edu needs in a lesson: its dependencies, traitlets, and narwhals for frames."""


def pure_wheels() -> list[Path]:
    """Return the wheels that are no part of Pyodide, from PyPI if they are not here yet."""
    folder, wanted = DOWNLOADS / "wheels", BUILD_FOLDER / "lessons-wheels.txt"
    stamp = folder / wanted.name
    if not stamp.exists() or stamp.read_bytes() != wanted.read_bytes():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        pip_download(wanted, folder)
        shutil.copy(wanted, stamp)
    return sorted(folder.glob("*.whl"))


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def described(wheel: Path) -> dict[str, Any]:
    """Return a wheel's entry in a lock file."""
    with zipfile.ZipFile(wheel) as packed:
        files = packed.namelist()
        metadata = next(name for name in files if name.endswith(".dist-info/METADATA"))
        head = Parser().parsestr(packed.read(metadata).decode())
    needed = [need for need in head.get_all("Requires-Dist", []) if "extra ==" not in need]
    tops = {name.split("/")[0].removesuffix(".py") for name in files if name.endswith(".py")}
    return {
        "name": normal(head["Name"]),
        "version": head["Version"],
        "file_name": wheel.name,
        "sha256": sha256(wheel),
        "imports": sorted(top for top in tops if "." not in top),
        "install_dir": "site",
        "package_type": "package",
        "depends": [normal(re.match(r"[\w.-]+", need)[0]) for need in needed],  # type: ignore[index]
    }


def write_packages(folder: Path, *, offline: bool) -> None:
    """Write the lock file of the lessons beside the page's, and the files that are not there yet, or where they are."""
    page = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))
    wheels = [*pure_wheels(), *(path for name in KERNEL_WHEELS for path in KERNEL.glob(f"{name}-*.whl"))]
    packages = LESSON_PACKAGES | {entry["name"]: entry for entry in map(described, wheels)}
    packages["markupsafe"] = page["packages"]["markupsafe"]
    packages["metrics-edu"] = page["packages"]["metrics-edu"] | {"depends": NEEDED}
    packages["metrics-homework"] = page["packages"]["metrics-homework"] | {"depends": ["metrics-edu"]}
    for entry in packages.values():
        entry["depends"] = [name for name in entry["depends"] if name in packages]
    (folder / "lessons-lock.json").write_text(json.dumps({"info": page["info"], "packages": packages}), "utf-8")
    for wheel in wheels:
        shutil.copy(wheel, folder)
    own = sorted(folder.glob("*.whl"))  # also those that the page loads later: what no list names is forgotten
    write_files(folder, "lessons-files.json", PAGE_FILES | files_of(LESSON_PACKAGES), offline=offline, own=own)
    shutil.copy(own_file("lessons.js"), folder)


def write_jupyterlite(folder: Path, *, offline: bool) -> None:
    config = json.loads((BUILD_FOLDER / "jupyter-lite.json").read_text("utf-8"))
    (kernel,) = config["jupyter-config-data"]["litePluginSettings"].values()
    kernel["disablePyPIFallback"] = offline
    with tempfile.TemporaryDirectory() as work:
        (Path(work) / "jupyter-lite.json").write_text(json.dumps(config), "utf-8")
        for language in LANGUAGES:
            for part in (language, f"lectures/{language}"):
                shutil.copytree(PROJECT / "notebooks" / part, Path(work) / "content" / part)
        for lesson in (Path(work) / "content").rglob("*.ipynb"):
            write_version(lesson)
        jupyter = [str(BUILDER / "bin" / "jupyter"), "lite", "build", "--contents", "content", "--apps", "lab"]
        options = ["--no-sourcemaps", "--no-unused-shared-packages", "--output-dir", str(folder.resolve())]
        done = subprocess.run([*jupyter, *options], cwd=work, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"JupyterLite was not built:\n{done.stdout}\n{done.stderr}")


def write_version(lesson: Path) -> None:
    """Write into a lesson what a saved copy of it keeps, so that lessons-page.js sees when the site has a newer one."""
    notebook = json.loads(lesson.read_text("utf-8"))
    sources = json.dumps([cell["source"] for cell in notebook["cells"]])
    notebook["metadata"]["lesson"] = hashlib.sha256(sources.encode()).hexdigest()[:16]
    lesson.write_text(json.dumps(notebook, ensure_ascii=False, indent=1), "utf-8")


def write_in_its_language(lab: Path, language: str, locale: str) -> None:
    """Give the lessons and lectures of a language a JupyterLab that speaks it: another page of the same files."""
    page = (lab / "index.html").read_text("utf-8")
    is_its = rf"/^\?path=(lectures\/)?{language}\//.test(location.search)"
    there = f'if ({is_its}) location.replace("{language}/index.html" + location.search);'
    (lab / "index.html").write_text(page.replace("<head>", f"<head>\n    <script>{there}</script>", 1), "utf-8")
    target = lab / language
    target.mkdir()
    (target / "index.html").write_text(re.sub(r"([\"'])\.\.(?=[/\"'])", r"\1../..", page), "utf-8")
    words = {"@jupyterlab/translation-extension:plugin": {"locale": locale}}
    data = {"settingsOverrides": words, "settingsUrl": "../../build/schemas"}
    config = {"jupyter-lite-schema-version": 0, "jupyter-config-data": data}
    (target / "jupyter-lite.json").write_text(json.dumps(config), "utf-8")
    shutil.copy(lab / "jupyter-lite.ipynb", target)


def write_service_worker(lite: Path) -> None:
    """Let our service worker answer before JupyterLite's, which keeps nothing, and let both be."""
    for name in IN_PAGES:
        shutil.copy(own_file(name), lite)
    for page in (lite / "lab").rglob("index.html"):
        root = "../" * len(page.parent.relative_to(lite).parts)
        ours = "".join(f"\n    {text}" for text in (f'<script src="{root}{name}"></script>' for name in IN_PAGES))
        page.write_text(page.read_text("utf-8").replace("<head>", f"<head>{ours}", 1), "utf-8")
    (lite / "service-worker.js").rename(lite / "jupyterlite-service-worker.js")
    digests = [sha256(path) for path in sorted(lite.rglob("*")) if path.is_file()]
    digests += [sha256(lite.parent / name) for name in KEPT_BESIDE]
    worker = string.Template(own_file("lessons-sw.js").read_text("utf-8"))
    version = hashlib.sha256("".join(digests).encode()).hexdigest()[:16]
    (lite / "service-worker.js").write_text(worker.safe_substitute(version=version), "utf-8")


def write_lessons(folder: Path, *, offline: bool) -> None:
    """Write the lessons into a site that has the page and its Pyodide already."""
    tools_of("lessons")
    write_packages(folder / "pyodide", offline=offline)
    write_jupyterlite(folder / "lite", offline=offline)
    for language, locale in LOCALES.items():
        write_in_its_language(folder / "lite" / "lab", language, locale)
    write_service_worker(folder / "lite")
