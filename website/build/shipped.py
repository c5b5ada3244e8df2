"""Run unit tests of the core with the versions of NumPy, Matplotlib and the rest that the site gives to a browser.

python -m website.build.shipped: .venv-shipped gets the versions of requirements/shipped.txt, which are those of the
site's lock files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from website.build.pyodide import LESSON_PACKAGES
from website.build.sources import PROJECT

ENVIRONMENT = PROJECT / ".venv-shipped"
PYTHON = ENVIRONMENT / "bin" / "python"
WANTED, MADE = PROJECT / "requirements" / "shipped.txt", ENVIRONMENT / "pins.txt"
TOO_NEW = (3, 13)
"""The first Python for which the NumPy and the Matplotlib that ship have no wheels."""
TESTS = "metrics/test_worked_values", "metrics/test_law", "plots/test_plots", "widgets/test_widgets"
OPTIONS = ["-q", "-o", "addopts=", "-p", "no:cacheprovider", "-m", "not slow", "--hypothesis-profile", "few"]
LEFT_OUT = "not (every_formula_and_reason or paste or many_edits or short_and_long_lists)"  # asks none of the versions


def install() -> None:
    """Make the environment; it is complete when it holds the pins that it was made from."""
    subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", str(ENVIRONMENT)], check=True)
    steps = [
        ["--require-hashes", "--requirement", str(WANTED)],
        ["--no-build-isolation", "--editable", str(PROJECT)],  # which has no hash
    ]
    uv = [str(Path(sys.executable).with_name("uv")), "pip", "install", "--python", str(PYTHON), "-q", "--no-deps"]
    pip = [sys.executable, "-m", "pip", "--python", str(PYTHON), "install", "-q", "--no-deps"]
    for command in [uv, pip] if Path(uv[0]).exists() else [pip]:
        if all(subprocess.run([*command, *step], check=False).returncode == 0 for step in steps):
            shutil.copy(WANTED, MADE)
            return
    raise SystemExit("The versions that ship could not be installed (see above). Is this machine online?")


def main() -> None:
    if sys.version_info >= TOO_NEW:
        print(f"Left out: {LESSON_PACKAGES['numpy']['version']} of NumPy has no wheel for this Python.")
        return
    if not MADE.exists() or MADE.read_bytes() != WANTED.read_bytes():
        install()
    tests = [f"tests/{name}.py" for name in TESTS]
    command = [str(PYTHON), "-m", "pytest", *OPTIONS, "-k", LEFT_OUT, *tests, *sys.argv[1:]]
    os.chdir(PROJECT)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
