"""Findings: what a checker has to say about what was handed in. Each kind has a stable code, a level and one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from metrics_edu.language import N_, _

Level = Literal["error", "warning", "note"]

FINDINGS: dict[str, tuple[Level, str]] = {
    # what there is
    "NO_FILE": ("error", N_("There is no {wanted}. Found: {given}.")),
    "TWO_FILES": ("error", N_("Two files could be {wanted}: {given}. Hand in one.")),
    "TOO_LARGE": ("error", N_("{name} has {given} bytes; at most {most} are read.")),
    "TOO_MANY_FILES": ("error", N_("{name} holds more than {most} files; it was not read.")),
    "TOO_MANY_ROWS": ("error", N_("{name} has {given} rows; at most {most} are read.")),
    "BAD_ZIP": ("error", N_("{name} cannot be unpacked ({why}). Pack it again, without a password.")),
    "BAD_PATH": ("warning", N_("{name} leads out of the submission; it was not read.")),
    "LINK": ("warning", N_("{name} is a link; links are not followed. Hand in the file itself.")),
    "UNREADABLE": ("error", "{why}"),
    "FORMAT": ("error", N_("{name} is {given}; expected is {wanted}.")),
    # lists
    "MISSING_USERS": ("error", N_("Users without a list: {count} of {whole}, such as {some}.")),
    "EXTRA_USERS": ("error", N_("Users that were not asked for: {count}, such as {some}. Their lists were not read.")),
    "LENGTH": ("error", N_("Lists that do not have {n} items: {count}. User {user} has {given}{place}.")),
    "DUPLICATES": ("error", N_("Lists with an item twice: {count}. User {user} has item {item} at ranks {first} and {second}"
                               "{place}. Only the first counts.")),
    "TIED_RANKS": ("warning", N_("Lists with two items of one rank or score: {count}. Such items keep the order of the file.")),
    "SEEN_KEPT": ("warning", N_("Recommended items that their user has in the train data: {count} of {whole}, such as item {item} "
                                "of user {user}{place}. They are taken out of the lists.")),
    "UNKNOWN_ITEMS": ("warning", N_("Recommended items that are in no data of the course: {share} %, such as {some}; "
                                    "those of the course look like {known}.")),
    "TRANSPOSED": ("error", N_("What stands in the place of the users looks like items, and the other way round: are the "
                               "columns user and item swapped? Nothing was computed from them.")),
    "ZERO_HITS": ("warning", N_("No list has a hit: every measure of rankings is 0. {why}")),
    "ID_TYPE": ("note", N_("The ids of the items are text in {name} (such as \"{given}\") and numbers in the data; they were "
                           "read as the same. Compared as they are, no item would be found.")),
    # ratings
    "MISSING_PAIRS": ("error", N_("Ratings that are missing: {count} of {whole}, such as user {user} and item {item}. "
                                  "{consequence}")),
    "EXTRA_PAIRS": ("warning", N_("Ratings that were not asked for: {count}, such as user {user} and item {item}. They were "
                                  "not read.")),
    "TWICE": ("error", N_("Pairs that are rated twice: {count}. User {user} and item {item}{place}. Only the first counts.")),
    "OFF_SCALE": ("warning", N_("Ratings that are not from {low} to {high}: {count}, such as {given} for user {user} and item "
                                "{item}{place}.")),
    "CONSTANT": ("note", N_("Every rating is {given}.")),
    # claims and exercise
    "UNKNOWN_CLAIM": ("warning", N_("{given}; this number was not compared.")),
    "CHECKSUM": ("warning", N_("{name} was cut or edited after it was saved: its checksum does not fit.")),
    "OTHER_CLASS": ("error", N_("{name} was made for class {given}; expected is {wanted}.")),
    "TIME_OVER": ("warning", N_("Answers that were saved after the time was over: {count}.")),
    "FAILED": ("error", N_("The checker itself failed: {why}")),
}  # fmt: skip
"""Level and sentence of each code."""


@dataclass(frozen=True)
class Finding:
    """What was found, in the reader's language.

    Attributes
    ----------
    code : str
        Stable: one of FINDINGS.
    text : str
    """

    code: str
    text: str

    @property
    def level(self) -> Level:
        """How much it matters: errors cost the points of the format, warnings and notes cost nothing by themselves."""
        return FINDINGS[self.code][0]


def finding(code: str, **facts: Any) -> Finding:
    """Say what was found."""
    return Finding(code, _(FINDINGS[code][1]).format(**facts))
