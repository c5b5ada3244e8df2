"""What all test processes share: the first one that needs it makes it, and the others wait."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return the file or folder of this name in the folder of the test run; `make` writes it if it is not there."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    made, unfinished = base / name, base / f"{name}.unfinished"
    with FileLock(base / f"{name}.lock"):
        if not made.exists():
            make(unfinished)
            unfinished.rename(made)
    return made
