"""Claims: the numbers that a student reports, read from a file or a table, and judged against the recomputed ones."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.homework.submission.findings import Finding, finding
from metrics_edu.homework.submission.ranking_file import Unusable
from metrics_edu.language import _, quoted
from metrics_edu.metrics import CONVENTIONS, Given, Measure, Ratings, Run, explain, not_utf8
from metrics_edu.mistakes import MISCONCEPTIONS, NUMERAL, Verdict, diagnose, made_by, read_claim, under
from metrics_edu.tables import in_words, not_json, text_of
from metrics_edu.working import Derivation, one_line

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Policy

MOST_CLAIMS = 1000
LONGEST = 200_000
UTF16 = (b"\xff\xfe", b"\xfe\xff")
MOST_WORKINGS = 3
UNNAMED = ("wrong", "out_of_range", "unreadable", "not_attempted")
"""So many wrong workings are shown, where several codes give a number."""


@dataclass(frozen=True)
class Working:
    """On which user a mistake shows, and what is right and wrong there; of ratings there is no user, but all of them."""

    code: str
    user: str
    right: Derivation
    wrong: Derivation | None
    wrong_value: float


@dataclass(frozen=True)
class Judged:
    """A number that was claimed, and what it is.

    Attributes
    ----------
    title : str
        The measure, as the policy calls it: "MAP@10".
    claimed : str
        As it was written.
    verdict : Verdict or None
        None where the measure could not be recomputed.
    workings : list of Working
        For each code or convention, the first user on which it shows.
    repeats : bool
        Whether this is so if an item that stands twice in a list counts twice.
    """

    title: str
    claimed: str
    verdict: Verdict | None
    workings: tuple[Working, ...] = ()
    repeats: bool = False

    def or_else(self, counted: Judged) -> Judged:
        """Return this, or what it is with the repeated items counted, where only that makes it right or says what it is."""
        mine, other = self.verdict, counted.verdict
        if mine is None or other is None or mine.kind in ("right", "rounded") or other.kind in UNNAMED:
            return self
        better = other.kind in ("right", "rounded") or mine.kind in UNNAMED
        return replace(counted, workings=(), repeats=True) if better else self

    @property
    def said(self) -> str:
        """What it is, in the reader's language."""
        text = self.verdict.text if self.verdict else ""
        return _("With the repeated items counted: {text}", text=text) if self.repeats else text

    def without(self, code: str) -> Judged:
        """Return the same without a mistake that cannot be the cause."""
        if self.verdict is None or code not in self.verdict.codes:
            return self
        left = [one for one in self.verdict.codes if one != code]
        workings = tuple(one for one in self.workings if one.code != code)
        return replace(self, verdict=self.verdict.only(left), workings=workings)

    @property
    def code(self) -> str:
        """One word for tables: right, rounded, wrong, ..., or the codes of the mistakes, or the conventions, with | between."""
        if self.verdict is None:
            return "not_computed" if self.claimed else "not_attempted"
        return "|".join(self.verdict.codes or self.verdict.conventions) or self.verdict.kind


def read_claims(path: Path, name: str) -> dict[str, str]:
    """Read ``claims.json`` ({"MAP@10": 0.0575}) or ``claims.csv`` (a measure and a number a line).

    Raises
    ------
    Unusable
        If it is neither.
    """
    try:
        data = path.read_bytes()[: LONGEST + 1]
    except OSError as error:
        raise Unusable(finding("UNREADABLE", why=in_words(error).replace(quoted(path, written=str), name))) from None
    if data[:2] in UTF16:
        raise Unusable(finding("UNREADABLE", why=not_utf8(name)))
    text = text_of(data)
    if len(text) > LONGEST:
        raise Unusable(finding("TOO_LARGE", name=name, given=path.stat().st_size, most=LONGEST))
    read = _of_json(text, name) if text.lstrip()[:1] in "{[" and text.strip() else _of_lines(text)
    if not read or len(read) > MOST_CLAIMS:
        why = _("{name}: expected a measure and its value on each line, such as MAP@10,0.0575", name=name)
        raise Unusable(finding("UNREADABLE", why=why))
    return read


def _of_json(text: str, name: str) -> dict[str, str]:
    try:
        data = json.loads(text, object_pairs_hook=_pairs)
    except (ValueError, RecursionError) as error:
        raise Unusable(finding("UNREADABLE", why=not_json(name, error))) from None
    return claims_of(data)


def _pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in found:
        kept[name + " " * sum(key.strip() == name for key in kept)] = value
    return kept


def claims_of(data: Any) -> dict[str, str]:
    """Return the claims of a mapping (one inside another is opened), of pairs, or of a frame with two columns."""
    if hasattr(data, "columns") and hasattr(data, "to_numpy"):
        data = data.to_numpy().tolist()
    pairs: Iterable[Any] = data.items() if isinstance(data, Mapping) else data if isinstance(data, list) else ()
    found: dict[str, str] = {}
    pairs = list(pairs)
    if valid := [pair for pair in pairs if _is_part(pair, "val")]:  # beside the numbers on train or test
        pairs = valid
    for pair in pairs:
        if isinstance(pair, Mapping) and len(pair) == 2:
            pair = tuple(pair.values())
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            continue
        key, value = pair
        if isinstance(value, Mapping) and not any(isinstance(inner, (Mapping, list)) for inner in value.values()):
            found = claims_of(value) | found
        elif not isinstance(value, (Mapping, list)):
            found[one_line(key)[:80] + " " * (str(key).endswith(" "))] = "" if value is None else one_line(value)[:60]
    return found


def _is_part(pair: Any, name: str) -> bool:
    whole = isinstance(pair, (list, tuple)) and len(pair) == 2 and isinstance(pair[1], Mapping)
    return whole and str(pair[0]).casefold().startswith(name)


def _of_lines(text: str) -> dict[str, str]:
    read = [_with_mark(text, mark) for mark in ("\t", ";", ":", ",")]
    return max(read, key=lambda found: sum(read_claim(value) is not None for value in found.values()))


def _with_mark(text: str, mark: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.replace("\0", "").splitlines():
        name, *cells = [cell.strip(' \t"') for cell in line.split(mark)]
        if name and cells:
            named = one_line(name)[:80]
            again = " " * sum(key.strip() == named for key in found)  # a second number of one name is not lost
            found[named + again] = one_line(",".join(cell for cell in cells if cell))[:60]
    return {name: value for name, value in found.items() if not _is_head(name, value)}


def _is_head(name: str, value: str) -> bool:
    return not re.search(r"\d", value) and name.casefold() in (
        "measure",
        "metric",
        "métrica",
        "metrica",
        "medida",
        "name",
    )


def named_claims(claims: Mapping[str, str], policy: Policy) -> tuple[dict[str, str], list[Finding]]:
    """Return the claims by the policy's names of the measures, and what was said of others."""
    named: dict[str, tuple[str, str]] = {}
    found = []
    for name, value in sorted(
        claims.items(), key=lambda pair: pair[0] not in policy.asked
    ):  # the policy's own names first
        try:
            title = policy.measure_called(name)
        except ValueError as error:
            if re.search(NUMERAL, value):
                found.append(finding("UNKNOWN_CLAIM", given=one_line(error)))
            continue
        first, kept = named.setdefault(title, (name, value))
        if value and not kept:
            named[title] = name, value
        elif value and value != kept:
            found.append(finding("TWO_CLAIMS", measure=title, given=f"{first} {kept}", other=f"{name} {value}"))
    return {title: value for title, (_name, value) in named.items()}, found


def judge(title: str, claimed: str, given: Given | None, policy: Policy) -> Judged:
    """Say what a claimed number is; a mistake comes with the first user on which it shows."""
    if given is None:
        return Judged(title, claimed, None)
    asked = policy.asked[title]
    verdict = diagnose(claimed, given, asked, decimals=policy.decimals, tolerance=policy.tolerance)
    return Judged(title, claimed, verdict, tuple(_workings(verdict, given, asked)))


def _workings(verdict: Verdict, given: Given, asked: Measure) -> Iterator[Working]:
    if isinstance(given, Ratings):
        right_one = explain(asked.metric, given.predicted, given.actual)
        for name in verdict.codes[:MOST_WORKINGS]:
            yield Working(name, "", right_one, None, MISCONCEPTIONS[name].value(given, asked))
    if not isinstance(given, Run) or asked.metric.kind != "ranking":
        return
    right = np.asarray(asked(given.ranking), dtype=np.float64)
    users = given.ranking.users or []
    names = verdict.codes or verdict.conventions[:1]
    for name in names[:MOST_WORKINGS]:
        wrong, working = _made(name, given, asked)
        if np.shape(wrong) != right.shape:
            continue
        differs = ~np.isclose(right, wrong, rtol=0, atol=1e-9, equal_nan=True)
        if not differs.any():
            continue
        k = int(differs.argmax())
        right_one = asked.explain(given.ranking.user(users[k]))
        yield Working(name, users[k], right_one, working(users[k]), float(wrong[k]))


def _made(name: str, run: Run, asked: Measure) -> tuple[Any, Callable[[str], Derivation | None]]:
    other = under(asked, name) if name in CONVENTIONS else None
    if other is not None:
        return np.asarray(other(run.ranking)), lambda user: other.explain(run.ranking.user(user))
    mistake, on = made_by(name, run)
    return mistake.values(on, asked), lambda user: mistake.working(on, asked, user)
