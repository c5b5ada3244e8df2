"""What a Ranking may be made of: reading and refusing grades, counts, thresholds and items, with sentences that say where."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import _, number, quoted

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]
    Counts = npt.NDArray[np.int64]
Item = Hashable
HIGHEST_GRADE = 1000
"""2^1023 is the largest power of two that a float holds."""
MOST = 10_000_000
"""The largest |R| and cut-off: arrays are made as long."""


class TableError(ValueError):
    """A file or frame cannot be read; the sentence names it, the place, what was found and what is allowed.

    Attributes
    ----------
    plain : str
        The sentence without what a program or the command line can do about it.
    """

    def __init__(self, plain: str, hint: str = "") -> None:
        super().__init__(plain + hint)
        self.plain = plain


def not_utf8(path: object, line: int = 0) -> str:
    """Say that a file is not UTF-8 text: a file of lines in which line, and what a spreadsheet calls it."""
    if line:
        return _("{path}, line {line} is not UTF-8 text: save the file as CSV UTF-8", path=path, line=line)
    return _("{path} is not UTF-8 text: save the file as UTF-8", path=path)


def check_word(name: str, given: object, allowed: Iterable[str]) -> None:
    """Refuse a word that is none of those allowed."""
    words = tuple(allowed)
    if given not in words:
        raise ValueError(
            _(
                "{name} must be one of {allowed}; got {given!r}",
                name=name,
                allowed=", ".join(map(repr, words)),
                given=given,
            )
        )


def check_cutoff(n: Any) -> None:
    """Refuse a cut-off that is not a whole number from 1 on."""
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)):
        raise ValueError(_("n must be a whole number; got {given!r}", given=n))
    if n < 1:
        raise ValueError(_("n must be at least 1; got {given}", given=n))
    if n > MOST:
        raise ValueError(_("n must be at most {most}; got {given}", most=MOST, given=n))


def check_number(name: str, value: Any, low: float, high: float) -> None:
    if is_number(value) and low < value < high:
        return
    places = {"key": name, "low": number(low), "high": number(high), "given": value}
    if high == math.inf:
        raise ValueError(_("{key} must be a number above {low}; got {given!r}", **places))
    raise ValueError(_("{key} must be a number above {low} and below {high}; got {given!r}", **places))


def check_empty(value: Any, low: float, high: float) -> None:
    within = is_number(value) and (low <= value <= high or math.isnan(value))
    if not within and not (isinstance(value, str) and value in ("skip", "error")):
        places = {"low": number(low), "high": number(high), "given": value}
        raise ValueError(_("empty must be a number from {low} to {high}, 'skip' or 'error'; got {given!r}", **places))


def parse_grades(text: str, relevant: float = 1) -> list[float]:
    """Read ``"NRRN"`` or ``"3 0 2"`` into grades; R has the grade `relevant`.

    Raises
    ------
    ValueError
        If it is no text, or a place of it is none of these.

    Examples
    --------
    >>> parse_grades("n R r"), parse_grades("3;0;2.5"), parse_grades("3,0,2"), parse_grades("2,5 3,0")
    ([0.0, 1.0, 1.0], [3.0, 0.0, 2.5], [3.0, 0.0, 2.0], [2.5, 3.0])
    """
    given: Any = text  # a caller's value may be anything
    if not isinstance(given, str):
        raise ValueError(_("a list is written as text, such as 'NRRN' or '3 0 2'; got {given!r}", given=given))
    letters = re.sub(r"[\s,;]+", "", text)
    if re.fullmatch(r"[RrNn]*", letters):
        return [float(relevant) if letter in "Rr" else 0.0 for letter in letters]
    words = re.split(r"[\s;]+", text.strip(" \t\r\n,;"))
    if len(words) > 1 and all(re.fullmatch(r"\d+(,\d+)?", word) for word in words):
        words = [word.replace(",", ".") for word in words]  # a decimal comma: what parts the grades is something else
    else:
        words = [part for word in words for part in word.split(",") if part] or [""]
    grades = []
    for position, word in enumerate(words, start=1):
        try:
            grades.append(float(word))
        except ValueError:
            raise ValueError(
                _(
                    "a list is written with R and N, or with grades apart by spaces; place {position} is {given!r}",
                    position=position,
                    given=word[:20],
                )
            ) from None
    return grades


def read_grades(values: npt.ArrayLike, where: str) -> Numbers:
    """Return grades as an array of one list or of rows; refuse what is not a grade, and say where."""
    try:
        grades = np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            _("grades must be numbers, one list or rows of one length; got {given}", given=quoted(values, 60))
        ) from None
    if grades.ndim not in (1, 2):
        raise ValueError(_("grades must be one list or rows of lists; got {given} axes", given=grades.ndim))
    bad = ~((grades >= 0) & (grades <= HIGHEST_GRADE))
    if np.any(bad):
        *row, column = (int(place[0]) + 1 for place in np.nonzero(bad))
        place = "".join(_("list {row}, ", row=r) for r in row)
        raise ValueError(
            _(
                "a grade must be a number from 0 to {most}; got {given:g} at {place}{where} {column}",
                most=HIGHEST_GRADE,
                given=first(grades, bad),
                place=place,
                where=where,
                column=column,
            )
        )
    return grades


def read_threshold(value: float) -> float:
    """Return a threshold; refuse what is not above 0, and what no grade can reach."""
    given: Any = value  # a caller's value may be anything
    if not (is_number(given) and math.isfinite(given) and given > 0):
        raise ValueError(_("threshold must be a number above 0; got {given!r}", given=given))
    if given > np.nextafter(HIGHEST_GRADE, np.inf):  # just above the highest grade: nothing is relevant
        raise ValueError(
            _("threshold must be at most {most}, the highest grade; got {given!r}", most=HIGHEST_GRADE, given=given)
        )
    return float(given)


def is_number(value: object) -> bool:
    """Whether a value is a real number that a float can hold (or infinite, or NaN)."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        return False
    return not isinstance(value, int) or abs(value) <= sys.float_info.max


def read_counts(values: npt.ArrayLike, shape: tuple[int, ...], name: str) -> Counts:
    """Return whole numbers, one a list."""
    counts = np.asarray(values)
    if counts.shape == shape and (counts.dtype.kind in "iu" or not counts.size):
        if np.any(counts > MOST):
            raise ValueError(
                _("{name} must be at most {most}; got {given}", name=name, most=MOST, given=np.max(counts))
            )
        return counts.astype(np.int64)
    many = _(" a list, {count} in all", count=shape[0]) if shape else ""
    raise ValueError(
        _("{name} must be a whole number{many}; got {given}", name=name, many=many, given=quoted(values, 60))
    )


def refuse_past_length(shown: Numbers, lengths: Counts) -> None:
    """Refuse a grade past the length of its list."""
    past = (np.arange(1, shown.shape[-1] + 1) > lengths[..., None]) & (shown > 0)
    if np.any(past):
        *row, column = (int(place[0]) + 1 for place in np.nonzero(past))
        place = "".join(_("list {row}, ", row=r) for r in row)
        raise ValueError(
            _(
                "the ranks past a list's length must have grade 0; got {given:g} at {place}rank {column}",
                given=first(shown, past),
                place=place,
                column=column,
            )
        )


def first(values: Any, mask: Any) -> Any:
    """Return the first value where the mask holds."""
    return np.asarray(values)[np.asarray(mask)][0]


def widen(rows: Numbers, width: int) -> Numbers:
    """Return rows with zeros up to a width."""
    return np.pad(rows, [(0, 0)] * (rows.ndim - 1) + [(0, width - rows.shape[-1])])


def best_first(grades: Numbers) -> Numbers:
    """Sort the grades, best first, and cut what is 0 in every list."""
    return -np.sort(-grades, axis=-1)[..., : int(np.max(np.sum(grades > 0, axis=-1), initial=0))]


def rows_of(lists: Sequence[Sequence[float] | Numbers]) -> Numbers:
    """Return lists of differing lengths as rows, with zeros at their ends."""
    lengths = np.array([len(row) for row in lists], dtype=np.int64)
    return spread(np.fromiter(chain.from_iterable(lists), np.float64), lengths)


def spread(values: Numbers, lengths: Counts) -> Numbers:
    """Return values that stand end to end as rows of these lengths, with zeros at their ends."""
    rows = np.zeros((len(lengths), int(lengths.max(initial=0))))
    rows[np.arange(rows.shape[1]) < lengths[:, None]] = values
    return rows


def refuse_repeats(items: Sequence[Item]) -> None:
    """Refuse a list that names an item twice."""
    seen: dict[Item, int] = {}
    for rank, item in enumerate(items, start=1):
        if item in seen:
            raise ValueError(
                _(
                    "an item may be listed once; {item!r} is at ranks {first} and {second}",
                    item=item,
                    first=seen[item],
                    second=rank,
                )
            )
        seen[item] = rank


def grades_of(judged: Mapping[Item, float] | Iterable[Item], threshold: float) -> dict[Item, float]:
    """Return what a user judged as item -> grade; of relevant items alone, each has the threshold as its grade."""
    if isinstance(judged, dict):
        return judged
    return dict(judged) if isinstance(judged, Mapping) else dict.fromkeys(judged, float(threshold))


def are_plain_grades(values: Iterable[Any]) -> bool:
    """Return whether all values are grades, told soon for Python's own numbers; False may be wrong."""
    listed = list(values)
    if not {*map(type, listed)} <= {int, float}:
        return False
    return not listed or (min(listed) >= 0 and max(listed) <= HIGHEST_GRADE and not any(map(math.isnan, listed)))


def are_grades(values: Iterable[Any]) -> bool:
    """Return whether all values are grades."""
    return all(isinstance(grade, (int, float, np.number)) and 0 <= grade <= HIGHEST_GRADE for grade in values)


def refuse_judged(grades: Mapping[Item, float]) -> None:
    """Refuse a judgment that is not a grade."""
    for item, grade in grades.items():
        if not are_grades([grade]):
            raise ValueError(
                _(
                    "a grade must be a number from 0 to {most}; got {given!r} for item {item!r}",
                    most=HIGHEST_GRADE,
                    given=grade,
                    item=item,
                )
            )
