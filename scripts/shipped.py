"""Run unit tests of the core with the versions of NumPy, Matplotlib and the rest that the site gives to a browser.

python scripts/shipped.py, of .venv: they are installed into .venv-shipped, as the lock files of the site have them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from build_lessons_site import normal
from build_site import LESSON_PACKAGES, PROJECT, SOURCES

PLACE = PROJECT / ".venv-shipped"
PYTHON = PLACE / "bin" / "python"
TOO_NEW = (3, 13)
"""The first Python for which the NumPy and the Matplotlib that ship have no wheels."""
TESTS = "worked_values", "law", "plots", "widgets"
OPTIONS = ["-q", "-o", "addopts=", "-p", "no:cacheprovider", "-m", "not slow", "--hypothesis-profile", "few"]
LEFT_OUT = "not (every_reason_is_reached or paste or many_edits or short_and_long_lists)"  # asks none of the versions


def pins() -> str:
    """Return what the site ships, and of everything else the versions of constraints.txt."""
    pinned = {name: entry["version"] for name, entry in LESSON_PACKAGES.items() if entry["file_name"].endswith(".whl")}
    for file in SOURCES / "lessons-wheels.txt", PROJECT / "constraints.txt":
        for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", file.read_text("utf-8"), re.MULTILINE):
            pinned.setdefault(normal(name), version)
    return "".join(f"{name}=={version}\n" for name, version in sorted(pinned.items()))


def install(wanted: str) -> None:
    """Make the environment; it is complete when it holds what it was made from."""
    subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", str(PLACE)], check=True)
    (PLACE / "wanted.txt").write_text(wanted, "utf-8")
    packages = ["-q", "-c", str(PLACE / "wanted.txt"), "--editable", str(PROJECT), "pytest", "hypothesis"]
    uv = [str(Path(sys.executable).with_name("uv")), "pip", "install", "--python", str(PYTHON)]
    pip = [sys.executable, "-m", "pip", "--python", str(PYTHON), "install"]
    for command in [uv, pip] if Path(uv[0]).exists() else [pip]:
        if subprocess.run([*command, *packages], check=False).returncode == 0:
            (PLACE / "wanted.txt").rename(PLACE / "pins.txt")
            return
    raise SystemExit("The versions that ship could not be installed (see above). Is this machine online?")


def main() -> None:
    if sys.version_info >= TOO_NEW:
        print(f"Left out: {LESSON_PACKAGES['numpy']['version']} of NumPy has no wheel for this Python.")
        return
    wanted, made = pins(), PLACE / "pins.txt"
    if not made.exists() or made.read_text("utf-8") != wanted:
        install(wanted)
    tests = [f"tests/test_{name}.py" for name in TESTS]
    command = [str(PYTHON), "-m", "pytest", *OPTIONS, "-k", LEFT_OUT, *tests, *sys.argv[1:]]
    os.chdir(PROJECT)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
