"""What the link of an exercise in class sets, read within limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from metrics_edu.language import refused

MAX_MINUTES_DIGITS = 3
EXERCISE_FIELDS = {"minutes": "minutes", "class": "class_code", "reveal": "reveal"}
"""What the link of an exercise can set, and the parameter of an ExerciseSheet that it is."""


def read_exercise_fields(fields: Sequence[str]) -> Mapping[str, Any]:
    """Return what a link sets of an exercise beside its measures, as the parameters of an ExerciseSheet.

    Examples
    --------
    >>> read_exercise_fields(["minutes=20", "class=iic3633"])
    {'minutes': 20, 'class_code': 'iic3633'}
    """
    found: dict[str, Any] = {}  # as keyword arguments
    for field in fields:
        name, _equals, value = field.partition("=")
        if name not in EXERCISE_FIELDS or not value:
            raise refused(
                "after its measures, the link of an exercise can have {allowed}, each with a value; got {value!r}",
                allowed=", ".join(f"{allowed}=" for allowed in EXERCISE_FIELDS),
                value=field,
            )
        found[EXERCISE_FIELDS[name]] = _read_minutes(value) if name == "minutes" else value
    return found


def _read_minutes(text: str) -> int:
    if not text.isdecimal() or len(text) > MAX_MINUTES_DIGITS or not int(text):
        raise refused(
            "the minutes in the link must be a whole number from 1 to {most}; got {value!r}",
            most=10**MAX_MINUTES_DIGITS - 1,
            value=text,
        )
    return int(text)
