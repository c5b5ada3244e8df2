"""Each notebook that is run again finds an empty record: what was done elsewhere is not told by its last cell."""

from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In `make test` the lessons run in English; the Spanish ones have the same code, which tests/test_lessons.py compares."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent / "es"):
            item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None]:
    """Name the record before the kernel begins, which happens with the first cell."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("METRICS_EDU_PROGRESS", str(Path(folder) / "progress.json"))
        return (yield)
