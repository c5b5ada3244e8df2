"""What a Ranking may be made of: reading and refusing grades, counts and thresholds, with sentences that say where."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import N_, Counted, Dialect, _, number, quoted, read_number, refused, translated

if TYPE_CHECKING:
    import numpy.typing as npt

Numbers = np.ndarray[Any, np.dtype[np.float64]]
Counts = np.ndarray[Any, np.dtype[np.int64]]
HIGHEST_GRADE = 1000
"""So that its exponential gain, 2^grade, and a sum of many are finite: a float holds powers of two up to 2^1023."""
MAX_CUTOFF = 10_000_000
"""The largest |R| and cut-off: arrays are made as long."""

TOO_FEW = N_("relevant (|R|) must be at least {known}, the number of known relevant items; got {value}")
ONE_LIST = N_(
    "a measure takes one list, rank 1 first, and no second list of scores or of what is relevant: write {call}"
)
OF_ITEMS = "Ranking.from_items(items, judged)"
UNNAMED_RANKS = Counted("items must name the {n} rank; got {value}", "items must name all {n} ranks; got {value}", "n")
UNNAMED_LISTS = Counted("users must name the {n} list; got {value}", "users must name all {n} lists; got {value}", "n")


def check_word(name: str, value: object, allowed: Iterable[str]) -> None:
    words = tuple(allowed)
    if value not in words:
        listed = ", ".join(map(repr, words))
        raise refused("{name} must be one of {allowed}; got {value!r}", name=name, allowed=listed, value=value)


def check_cutoff(n: Any) -> None:
    if np.ndim(n):
        raise refused(ONE_LIST, call=f"ndcg({OF_ITEMS}, n=10)")
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)):
        raise refused("n must be a whole number; got {value!r}", value=n)
    if n < 1:
        raise refused("n must be at least 1; got {value}", value=n)
    if n > MAX_CUTOFF:
        raise refused("n must be at most {most}; got {value}", most=MAX_CUTOFF, value=n)


def check_number(name: str, value: Any, low: float, high: float) -> None:
    if is_number(value) and low < value < high:
        return
    facts = {"key": name, "low": number(low), "high": number(high), "value": value}
    if high == math.inf:
        raise refused("{key} must be a number above {low}; got {value!r}", **facts)
    raise refused("{key} must be a number above {low} and below {high}; got {value!r}", **facts)


def check_empty(key: str, value: Any, words: Sequence[str], low: float, high: float) -> None:
    within = is_number(value) and (low <= value <= high or math.isnan(value))
    if not within and not (isinstance(value, str) and value in words):
        raise refused(
            "{key} must be a number from {low} to {high}{words}; got {value!r}",
            key=key,
            words=(", " if len(words) > 1 else _(" or ")) + _(" or ").join(map(repr, words)),
            low=number(low),
            high=number(high),
            value=value,
        )


def parse_grades(text: str, relevant: float = 1) -> list[float]:
    """Read ``"NRRN"`` or ``"3 0 2"`` into grades; R has the grade `relevant`.

    >>> parse_grades("n R r"), parse_grades("3;0;2.5"), parse_grades("[3, 0, 2]"), parse_grades("2,5 3,0")
    ([0.0, 1.0, 1.0], [3.0, 0.0, 2.5], [3.0, 0.0, 2.0], [2.5, 3.0])
    """
    text = re.sub(r"\A\s*[\[(](.*)[\])]\s*\Z", r"\1", text, flags=re.DOTALL)
    letters = re.sub(r"[\s,;]+", "", text)
    if re.fullmatch(r"[RrNn]*", letters):
        return [float(relevant) if letter in "Rr" else 0.0 for letter in letters]
    if re.fullmatch(r"0[01]+|[01]{3,}", letters) and letters == text.strip():
        raise refused(
            "{value!r} may be one grade or several: write {example!r}",
            value=letters[:20],
            example=" ".join(letters[:20]),
        )
    words = re.split(r"[\s;]+", text.strip(" \t\r\n,;"))
    if len(words) == 1 or not all(re.fullmatch(r"\d+(,\d+)?", word) for word in words):  # else decimal commas
        words = [part for part in ",".join(words).split(",") if part]
    return [_parse_grade(word, position) for position, word in enumerate(words, start=1)]


def _parse_grade(word: str, position: int) -> float:
    grade = read_number(word, Dialect(has_comma=True))
    if grade is None:
        raise refused(
            "write a list with R and N, or as grades separated by spaces; got {value!r} at position {position}",
            position=position,
            value=word[:20],
        )
    return grade


def read_grades(values: npt.ArrayLike, where: str, threshold: float = 1) -> Numbers:
    """Return grades as an array of one list or of rows; refuse what is not a grade, and say where.

    In a text, R is just relevant: it has the grade 1, or the threshold if that is higher.
    """
    if isinstance(values, str):
        values = parse_grades(values, max(1.0, threshold))
    elif isinstance(values, list | tuple) and values and all(isinstance(row, str) for row in values):
        with suppress(ValueError):  # which is refused below
            rows = [parse_grades(row, max(1.0, threshold)) for row in values]
            values = rows if max(map(len, rows)) > 1 else [*chain.from_iterable(rows)]
    try:
        grades = np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise refused(
            "grades must be numbers, in one list or in rows of the same length; got {value}", value=quoted(values, 60)
        ) from None
    if grades.ndim not in (1, 2):
        raise refused("grades must be one list or rows of lists; got {value} axes", value=grades.ndim)
    bad = ~((grades >= 0) & (grades <= HIGHEST_GRADE))
    if np.any(bad):
        raise refused(
            "a grade must be a number from 0 to {most}; got {value:g} at {row}{where} {column}",
            most=HIGHEST_GRADE,
            where=where,
            **_first_position(grades, bad),
        )
    return grades


def _first_position(grades: Numbers, mask: Any) -> dict[str, Any]:
    *row, column = (int(position[0]) + 1 for position in np.nonzero(mask))
    in_list = _("list {row}, ", row=row[0]) if row else ""
    return {"value": first(grades, mask), "row": in_list, "column": column}


def read_threshold(value: float) -> float:
    """Return a threshold; refuse what is not above 0, and what no grade can reach."""
    entry: Any = value  # a caller's value may be anything
    if not (is_number(entry) and math.isfinite(entry) and entry > 0):
        raise refused("threshold must be a number above 0; got {value!r}", value=entry)
    if entry > np.nextafter(HIGHEST_GRADE, np.inf):  # just above the highest grade: nothing is relevant
        raise refused(
            "threshold must be at most {most}, the highest grade; got {value!r}", most=HIGHEST_GRADE, value=entry
        )
    return float(entry)


def is_number(value: object) -> bool:
    """Whether a value is a real number that a float can hold (or infinite, or NaN)."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        return False
    return not isinstance(value, int) or abs(value) <= sys.float_info.max


def read_counts(values: npt.ArrayLike, shape: tuple[int, ...], name: str) -> Counts:
    counts = np.asarray(values)
    if counts.shape != shape or (counts.dtype.kind not in "iu" and counts.size):
        many = _(" per list, {count} in all", count=shape[0]) if shape else ""
        raise refused(
            "{name} must be a whole number{many}; got {value}", name=name, many=many, value=quoted(values, 60)
        )
    if np.any(counts > MAX_CUTOFF):
        raise refused("{name} must be at most {most}; got {value}", name=name, most=MAX_CUTOFF, value=np.max(counts))
    return counts.astype(np.int64)


def at_least(relevant: Counts, known: Counts) -> Counts:
    if np.any(short := relevant < known):
        raise refused(TOO_FEW, known=first(known, short), value=first(relevant, short))
    return relevant


def read_lengths(values: npt.ArrayLike, shown: Numbers) -> Counts:
    """Return how many ranks of each list are shown; refuse a grade past the length of its list."""
    width, lengths = shown.shape[-1], read_counts(values, shown.shape[:-1], "lengths")
    if np.any(lengths > width) or np.any(lengths < 0):
        raise refused("lengths must be from 0 to {width}; got {value}", width=width, value=values)
    past = (np.arange(1, width + 1) > lengths[..., None]) & (shown > 0)
    if np.any(past):
        raise refused(
            "the ranks after the end of a list must have grade 0; got {value:g} at {row}rank {column}",
            **_first_position(shown, past),
        )
    return lengths


def read_pool(values: npt.ArrayLike | None, shown: Numbers, threshold: float, relevant: Counts | None) -> Numbers:
    """Return the pool, best first; without one, what is shown and as many relevant items as are missed."""
    if values is None:
        hits = np.sum(shown >= threshold, axis=-1)
        missed = np.zeros_like(hits) if relevant is None else np.maximum(relevant - hits, 0)
        fill = np.arange(int(np.max(missed, initial=0))) < missed[..., None]
        return _best_first(np.concatenate([shown, fill * threshold], axis=-1))
    pool, lists = _best_first(read_grades(values, _("pool position"), threshold)), shown.shape[:-1]
    if (rows := pool.shape[:-1]) != lists:
        raise refused("the pool must have one row per list: {lists}; got {value}", lists=lists, value=rows)
    if np.any(lacking := _lacked(shown, pool) if relevant is None else _better(shown, pool)):
        raise refused("the pool must have every shown grade above 0; it lacks a shown {value:g}", value=lacking[0])
    return pool


def _best_first(grades: Numbers) -> Numbers:
    """Sort the grades, best first, where they are not, and cut what is 0 in every list; of a batch, to a full width."""
    if np.any(grades[..., 1:] > grades[..., :-1]):
        grades = -np.sort(-grades, axis=-1)
    longest = int(np.max(np.sum(grades > 0, axis=-1), initial=0))
    return grades[..., : longest if grades.ndim == 1 else full_width(longest)]


def full_width(longest: int) -> int:
    """Return a width of rows that gives each row the same sum, bit for bit, whatever the longest row beside it is.

    np.sum adds in 8 lanes, and in halves what is longer than 128: zeros at the end change nothing if they fill lanes and halves.

    >>> [full_width(longest) for longest in (0, 7, 8, 9, 128, 129, 300)]
    [0, 8, 8, 16, 128, 256, 512]
    """
    return -(-longest // 8) * 8 if longest <= 128 else 128 << (-(-longest // 128) - 1).bit_length()


def _lacked(shown: Numbers, pool: Numbers) -> Numbers:
    """Return the grades above 0 that a list shows more often than its pool has them."""
    both = np.concatenate([shown, pool], axis=-1)
    grades, codes = np.unique(both, return_inverse=True)
    lists = np.arange(math.prod(both.shape[:-1])).reshape((*both.shape[:-1], 1))
    keys, width = codes.reshape(both.shape) + lists * len(grades), shown.shape[-1]
    wanted, times = np.unique(keys[..., :width][shown > 0], return_counts=True)
    there = np.sort(keys[..., width:], axis=None)
    available = np.searchsorted(there, wanted, "right") - np.searchsorted(there, wanted)
    lacked: Numbers = grades[wanted[available < times] % max(len(grades), 1)]
    return lacked


def _better(shown: Numbers, pool: Numbers) -> Numbers:
    """Return the shown grades that are better than those of a pool that may be cut to its best."""
    width = min(pool.shape[-1], shown.shape[-1])
    best, known = -np.sort(-shown, axis=-1)[..., :width], pool[..., :width]
    return best[(best > known) & (known > 0)]


def names_of(names: Iterable[object], count: int, refusal: Counted) -> list[str]:
    texts = list(map(str, names))
    if len(texts) != count:
        raise ValueError(translated(refusal, n=count, value=len(texts)))
    return texts


def first(values: Any, mask: Any) -> Any:
    return np.asarray(values)[np.asarray(mask)][0]


def rows_of(lists: Sequence[Sequence[float] | Numbers]) -> Numbers:
    """Return lists of differing lengths as rows, with zeros at their ends."""
    lengths = np.array([len(row) for row in lists], dtype=np.int64)
    return spread(np.fromiter(chain.from_iterable(lists), np.float64), lengths)


def spread(values: Numbers, lengths: Counts) -> Numbers:
    """Return values that are end to end as rows of these lengths, with zeros at their ends."""
    rows = np.zeros((len(lengths), int(lengths.max(initial=0))))
    rows[np.arange(rows.shape[1]) < lengths[:, None]] = values
    return rows
