"""What was read of a submission: the contents of its files, of those that could be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from metrics_edu.metrics import Run
from metrics_homework.findings import Finding
from metrics_homework.submission.lists_file import SubmittedLists
from metrics_homework.submission.ratings_file import Predicted, Ratings

if TYPE_CHECKING:
    from metrics_homework.policy import Part  # needs pydantic, which a check does without


@dataclass(frozen=True, eq=False)
class ReadSubmission:
    """What the files of a submission say, as far as it is known."""

    # what is asked for, its name ("" where it is not there), what was found
    files: tuple[tuple[Part, str, list[Finding]], ...] = ()
    handed: SubmittedLists | None = None  # the lists as they were read
    run: Run | None = None  # the lists against the validation data; None where there is no readable ranking
    rated: Ratings | None = None  # the ratings of the file, of each pair the first
    predicted: Predicted | None = None  # those of the course's pairs; None where one is missing
    claimed: Mapping[str, str] = field(default_factory=dict)  # the numbers, by their names in the claims file
    student: str = ""  # whose exercise it is
    digests: Mapping[str, str] = field(default_factory=dict)  # the hash of each file, by the policy's name of its part
    unread: tuple[str, ...] = ()  # the files that were not read
    is_whole: bool = False
