"""Workspace: hidden folders for what an evaluation writes before it is done. They are removed at its end, also on an error."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from metrics_edu.language import refused


class Workspace(ExitStack):
    """Makes folders beside `goal`, so that a finished result is only renamed; without a goal, in the temporary folder."""

    def __init__(self, goal: Path | None = None) -> None:
        super().__init__()
        self.parent = None if goal is None else goal.parent
        self.name = "metrics_edu" if goal is None else goal.name

    def folder(self, name: str) -> Path:
        prefix = f".{self.name}.{name}."
        return Path(self.enter_context(TemporaryDirectory(prefix=prefix, dir=self.parent, ignore_cleanup_errors=True)))


def empty_folder(path: str | Path) -> Path:
    """Return a folder that has its parent and nothing in it.

    Raises
    ------
    ValueError
        If there is something.
    """
    folder = Path(path).expanduser().absolute()
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise refused("{folder} is not empty: name a new folder for the values of the users", folder=folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    return folder
