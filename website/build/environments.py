"""The environments of the tools that build a part of the site, each from its own pin file."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from website.build.sources import BUILD_FOLDER, PROJECT


def tools_of(name: str) -> Path:
    """Return the folder of the commands of an environment, which is made again when its pin file has changed.

    The environment of "lessons" is `.venv-lite`, that of "documents" is `.venv-documents`.
    """
    wanted = BUILD_FOLDER / f"{name}-builder.txt"
    folder = environment_of(name)
    stamp = folder / wanted.name
    if not stamp.exists() or stamp.read_bytes() != wanted.read_bytes():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-qq", "--no-deps", "--require-hashes"]
        subprocess.run([*pip, "-r", str(wanted)], check=True)
        shutil.copy(wanted, stamp)
    return folder / "bin"


def environment_of(name: str) -> Path:
    """Return the folder of an environment."""
    return PROJECT / {"lessons": ".venv-lite"}.get(name, f".venv-{name}")
