"""Wanted file: the names that a file of a submission may have."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass
class WantedFile:
    """Names, or patterns such as ``ranking*.json``, and whether the file must be there."""

    file: Sequence[str]
    required: bool = True
