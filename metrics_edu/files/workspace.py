"""Workspace: hidden folders for what an evaluation writes before it is done. They are removed at its end, also on an error."""

from __future__ import annotations

import os
import shutil
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from metrics_edu.language import refused

REMOVALS, SECONDS_BETWEEN = 20, 0.05


class Workspace(ExitStack):
    """Makes folders beside `goal`, so that a finished result is only renamed; without a goal, in the temporary folder."""

    def __init__(self, goal: Path | None = None) -> None:
        super().__init__()
        self.goal = goal

    def folder(self, name: str) -> Path:
        """Make a folder, with the rights that every new one has, in one that only its owner reads."""
        parent, stem = (None, "metrics_edu") if self.goal is None else (self.goal.parent, self.goal.name)
        if parent is not None:
            parent.mkdir(parents=True, exist_ok=True)
        hidden = TemporaryDirectory(prefix=f".{stem}.{name}.", dir=parent, ignore_cleanup_errors=True)
        self.callback(_remove_rest, hidden.name)
        path = Path(self.enter_context(hidden), name)
        path.mkdir()
        return path


def _remove_rest(folder: str) -> None:
    """Remove what was written while the folder was removed: on an error, other threads of polars may still write."""
    for _try in range(REMOVALS):
        if not Path(folder).exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(SECONDS_BETWEEN)


def new_folder(path: Any, sources: list[Any]) -> Path:
    """Return the path of a folder that is to be made: there is none, or an empty one, and no source has it inside.

    Raises
    ------
    ValueError
        If it cannot be made so.
    """
    if not isinstance(path, (str, Path)) or not str(path) or "://" in str(path):
        raise refused("per_user must be the path of a new folder on this machine; got {value!r}", value=path)
    try:
        folder = Path(path).expanduser().resolve()
        is_used = folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))
    except (OSError, RuntimeError) as error:
        raise refused("per_user must be the path of a new folder; {value}: {error}", value=path, error=error) from None
    if os.path.ismount(folder) or folder == Path.cwd():
        raise refused("{folder} is a mounted disk or the current folder: name a new folder in it", folder=folder)
    if is_used:
        raise refused(
            "{folder} is a file or is not empty: name a new folder for the values of the users", folder=folder
        )
    for source in sources:
        if isinstance(source, (str, Path)) and Path(os.path.expanduser(source)).resolve() in folder.parents:  # noqa: PTH111 - it raises nothing
            raise refused(
                "{folder} is inside {source}, an input folder: name a folder elsewhere", folder=folder, source=source
            )
    return folder
