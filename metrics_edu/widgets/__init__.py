"""The widgets: RankedList, a list to edit, and Explorer, the list with every metric and its derivation.

For a class: ExerciseSheet, an exercise to fill in, and SubmissionUpload, which checks what will be handed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metrics_edu.widgets.explorer import Explorer
from metrics_edu.widgets.ranked_list import RankedList

if TYPE_CHECKING:
    from metrics_edu.widgets.class_exercise import ExerciseSheet
    from metrics_edu.widgets.upload import SubmissionUpload

__all__ = ["ExerciseSheet", "Explorer", "RankedList", "SubmissionUpload"]

_LATER = {"ExerciseSheet": "class_exercise", "SubmissionUpload": "upload"}
"""What is imported when it is first asked for: it reads files of homework, which an Explorer does not need."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
