"""Each notebook that is run again finds an empty record: what was done elsewhere is not told by its last cell."""

from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import nbval.kernel
import pytest
from jupyter_client.manager import KernelManager

_sockets = TemporaryDirectory(prefix="kernels-")


def kernel_without_ports(**options: Any) -> KernelManager:
    """Return a manager whose kernel is reached by files: another process can take a port between its choice and its use."""
    folder = mkdtemp(dir=_sockets.name)
    return KernelManager(transport="ipc", connection_file=f"{folder}/kernel.json", **options)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run only the English lessons in `make test`: tests/notebooks/test_lessons.py compares the code of the Spanish ones."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent / "es"):
            item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None]:
    """Name the record, and choose how the kernel is reached, before it begins, which happens with the first cell."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("METRICS_EDU_PROGRESS", str(Path(folder) / "progress.json"))
        patch.setattr(nbval.kernel, "KernelManager", kernel_without_ports)
        return (yield)
