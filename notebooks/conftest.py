"""Each notebook that is run again finds an empty record: what was done elsewhere is not told by its last cell."""

from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None]:
    """Name the record before the kernel begins, which happens with the first cell."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("METRICS_EDU_PROGRESS", str(Path(folder) / "progress.json"))
        return (yield)
