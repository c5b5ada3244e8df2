"""Claims: the numbers that a student reports, by the policy's names of their measures, and what each of them is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metrics_edu.homework.findings import Finding, Unusable, finding
from metrics_edu.language import _, decimal_mark, ngettext, number, quoted
from metrics_edu.metrics import CONVENTIONS, Given, Measure, Ratings, Run, not_utf8, working_of
from metrics_edu.mistakes import (
    KNOWN_MISTAKES,
    NUMERAL,
    RIGHT,
    UNNAMED,
    FloatText,
    Verdict,
    diagnose,
    read_claim,
    values_made,
    working_made,
)
from metrics_edu.tables import in_words, not_json, parse_json, text_of
from metrics_edu.working import Derivation, one_line, spoken

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Policy

MAX_CLAIMS = 1000
MAX_CLAIMS_BYTES = 200_000
HEADS = ("measure", "metric", "métrica", "metrica", "medida", "name")
UTF16 = (b"\xff\xfe", b"\xfe\xff")
MAX_WORKINGS = 6  # so many wrong workings are shown, where several codes give a number
NOT_JUDGED = ("not_attempted", "not_computed")
PERCENTAGE = "percentage"
"""The question of a verdict on a number that may be a percentage without the sign."""


def read_claims(path: Path, name: str) -> dict[str, str]:
    """Read ``claims.json`` ({"MAP@10": 0.0575}) or ``claims.csv`` (a measure and a number a line)."""
    try:
        data = path.read_bytes()[: MAX_CLAIMS_BYTES + 1]
    except OSError as error:
        raise Unusable("UNREADABLE", why=in_words(error).replace(quoted(path, written=str), name)) from None
    if data[:2] in UTF16:
        raise Unusable("UNREADABLE", why=not_utf8(name))
    text = text_of(data)
    if len(text) > MAX_CLAIMS_BYTES:
        raise Unusable("TOO_LARGE", name=name, given=path.stat().st_size, most=MAX_CLAIMS_BYTES)
    try:
        is_json = text.lstrip()[:1] in {*"{["}
        claims = claims_of(parse_json(text, object_pairs_hook=_by_name)) if is_json else _of_lines(text)
    except (ValueError, RecursionError) as error:
        raise Unusable("UNREADABLE", why=not_json(name, error)) from None
    if not claims or len(claims) > MAX_CLAIMS:
        expected = _("{name}: expected a measure and its value on each line, such as MAP@10,0.0575", name=name)
        raise Unusable("UNREADABLE", why=expected)
    return claims


def _by_name(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    claims: dict[str, Any] = {}
    times: Counter[str] = Counter()
    for name, value in pairs:
        key = name + " " * times[name]  # a second number of one name is not lost
        times[key.strip()] += key not in claims
        claims[key] = value
    return claims


def claims_of(data: Any) -> dict[str, str]:
    """Return the claims of a mapping (one inside another is opened), of pairs, or of a frame with two columns."""
    if hasattr(data, "columns") and hasattr(data, "to_numpy"):
        data = data.to_numpy().tolist()
    listed: Iterable[Any] = data.items() if isinstance(data, Mapping) else data if isinstance(data, list) else ()
    rows = [tuple(row.values()) if isinstance(row, Mapping) else row for row in listed]
    pairs = [row for row in rows if isinstance(row, (list, tuple)) and len(row) == 2]
    inner = [pair for pair in pairs if isinstance(pair[1], Mapping)]
    of_validation = [pair for pair in inner if str(pair[0]).casefold().startswith("val")]
    claims: dict[str, str] = {}
    for key, value in of_validation or pairs:  # beside the numbers on train or test
        if isinstance(value, Mapping) and not any(isinstance(inner, (Mapping, list)) for inner in value.values()):
            claims = claims_of(value) | claims
        elif not isinstance(value, (Mapping, list)):
            claims[one_line(key)[:80] + " " * (str(key).endswith(" "))] = _written(value)
    return claims


def _written(value: Any) -> str:
    """Return a value as text; of a float, that it shows no zeros at its end is known."""
    text = "" if value is None else one_line(value)[:60]
    return FloatText(text) if isinstance(value, float | np.floating) else text


def _of_lines(text: str) -> dict[str, str]:
    ways = [_with_mark(text, mark) for mark in ("\t", ";", ":", ",")]
    return max(ways, key=lambda claims: sum(read_claim(value) is not None for value in claims.values()))


def _with_mark(text: str, mark: str) -> dict[str, str]:
    rows = ([cell.strip(' \t"') for cell in line.split(mark)] for line in text.replace("\0", "").splitlines())
    texts = [(name, ",".join(filter(None, cells))) for name, *cells in rows if name and cells]
    claims = _by_name((one_line(name)[:80], one_line(value)[:60]) for name, value in texts)
    return {name: value for name, value in claims.items() if re.search(r"\d", value) or name.casefold() not in HEADS}


def named_claims(claims: Mapping[str, str], policy: Policy) -> tuple[dict[str, str], list[Finding]]:
    """Return the claims by the policy's names of the measures, and what was said of others."""
    named: dict[str, tuple[str, str]] = {}
    findings = []
    for name, value in sorted(claims.items(), key=lambda pair: pair[0] not in policy.asked):
        try:
            title = policy.measure_called(name)
        except ValueError as error:
            if re.search(NUMERAL, value):
                findings.append(finding("UNKNOWN_CLAIM", given=one_line(error)))
            continue
        first, kept = named.setdefault(title, (name, value))
        if value and not kept:
            named[title] = name, value
        elif value and value != kept:
            findings.append(
                finding("TWO_CLAIMS", measure=spoken(title), given=f"{first} {kept}", other=f"{name} {value}")
            )
    return {title: value for title, (_name, value) in named.items()}, findings


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
    """A number that was claimed, and what it is."""

    title: str  # the measure, as the policy calls it: "MAP@10"
    claimed: str  # as it was written
    verdict: Verdict | None  # None where the measure could not be recomputed
    workings: tuple[Working, ...] = ()  # of each code or convention that shows on one user

    def or_else(self, counted: Judged) -> Judged:
        """Return this, or what it is with the repeated items counted, where only that makes it right or says what it is."""
        if self.verdict is None or counted.verdict is None:
            return self
        verdict = self.verdict.or_else(counted.verdict)
        return replace(counted, verdict=verdict, workings=()) if verdict.repeats else self

    @property
    def repeats(self) -> bool:
        """Whether this is so if an item that is listed twice counts twice."""
        return self.verdict is not None and self.verdict.repeats

    @property
    def called(self) -> str:
        measure, _mark, place = self.title.rpartition(" #")
        return _("{measure} of list {place}", measure=measure, place=place) if measure else spoken(self.title)

    @property
    def said(self) -> str:
        return self.verdict.text if self.verdict else ""

    def without(self, code: str) -> Judged:
        """Return the same without a mistake that cannot be the cause."""
        if self.verdict is None or code not in self.verdict.codes:
            return self
        workings = tuple(named for named in self.workings if named.code != code)
        return replace(self, verdict=self.verdict.only({*self.verdict.codes} - {code}), workings=workings)

    @property
    def written(self) -> str:
        """The number as it was written, with the decimal mark of the language."""
        return re.sub(r"^(-?\d*)\.(\d+)$", rf"\1{decimal_mark()}\2", self.claimed)

    @property
    def as_share(self) -> str:
        """The number as it is written if it is a percentage without the sign."""
        claim = self.verdict.claim if self.verdict else None
        return number(claim.as_percentage.value, fixed=(claim.decimals or 0) + 2) if claim else ""

    @property
    def is_percentage(self) -> bool:
        return self.verdict is not None and self.verdict.question == PERCENTAGE

    @property
    def is_unexplained(self) -> bool:
        """Whether this is a wrong number, and neither a mistake nor a question says why."""
        return self.code in ("wrong", "out_of_range") and self.verdict is not None and not self.verdict.question

    @property
    def code(self) -> str:
        """One word for tables: right, rounded, wrong, ..., or the codes of the mistakes, or the conventions, with | between."""
        if self.verdict is None:
            return "not_computed" if self.claimed else "not_attempted"
        return "|".join(self.verdict.codes or self.verdict.conventions) or self.verdict.kind

    @property
    def mark(self) -> str:
        return mark_of(self.code)


def mark_of(code: str) -> str:
    """Return which of the four marks a code gets: right, wrong, convention or open."""
    if code in (*RIGHT, *NOT_JUDGED):
        return "right" if code in RIGHT else "open"
    return "convention" if all(name in CONVENTIONS for name in code.split("|")) else "wrong"


def judge_claim(title: str, claimed: str, given: Given | None, policy: Policy) -> Judged:
    if given is None:
        return Judged(title, claimed, None)
    asked = policy.asked[title]
    verdict = diagnose(claimed, given, asked, decimals=policy.decimals, tolerance=policy.tolerance)
    return Judged(title, claimed, verdict, tuple(_workings(verdict, given, asked)))


def _workings(verdict: Verdict, given: Given, asked: Measure) -> Iterator[Working]:
    if isinstance(given, Ratings):
        right_working = working_of(asked, given)
        for name in verdict.codes[:MAX_WORKINGS]:
            yield Working(name, "", right_working, None, KNOWN_MISTAKES[name].value(given, asked))
    if isinstance(given, Run) and asked.metric.kind == "ranking":
        yield from _workings_of_telling_user(verdict, given, asked)


def _workings_of_telling_user(verdict: Verdict, run: Run, asked: Measure) -> Iterator[Working]:
    right, users = np.asarray(asked(run.ranking), dtype=np.float64), run.ranking.users or []
    names = (verdict.codes or verdict.conventions[:1])[:MAX_WORKINGS]
    made = {name: values for name in names if np.shape(values := values_made(name, run, asked)) == right.shape}
    shows = {name: ~np.isclose(right, values, rtol=0, atol=1e-9, equal_nan=True) for name, values in made.items()}
    count = np.sum([*shows.values()], axis=0)
    places = sorted(np.flatnonzero(count), key=lambda place: -count[place])
    telling = [place for place in places if not verdict.fits(right[place])]  # whose right value is another
    for place in (telling or places)[:1]:
        user, working = users[place], asked.explain(run.ranking.user(users[place]))
        for name in (name for name in made if shows[name][place]):
            yield Working(name, user, working, working_made(name, run, asked, user), float(made[name][place]))


class Number(NamedTuple):
    """A number of the student, as its row in a table tells it."""

    title: str  # in the reader's language
    claimed: str = ""
    what: str = ""
    asked: str = ""  # the right value, of what is not right
    mark: str = ""


def numbers(of_all: Sequence[Judged], *, asked: bool = False) -> list[Number]:
    """Return the rows of the numbers, those of the exercise in class last; what a mistake explains names it by its number."""
    named = {id(judged): mistake.name for mistake in mistakes(of_all) for judged in mistake.explains}
    rows = []
    for judged in of_all:
        open_case = _("It could not be recomputed: see the files.") if judged.claimed else _("No answer was given.")
        what = named.get(id(judged)) or (judged.said if judged.verdict else open_case).rstrip(".")
        shown = judged.verdict if asked and judged.code != "right" else None
        what = _("Right, shortened") if shown and shown.kind == "rounded" else what
        exact = number(shown.exact, fixed=shown.decimals) if shown else ""
        rows.append(Number(judged.called, judged.written, what, exact, judged.mark))
    return rows


class SharedMistake(NamedTuple):
    """The numbers that one mistake, or convention, explains; of a number that none explains what is said of it."""

    name: str
    codes: set[str]  # each explains them all
    explains: list[Judged]

    @property
    def verdict(self) -> Verdict:
        """That of the first number, with what gives all of them."""
        first, *others = (judged.verdict for judged in self.explains if judged.verdict)
        return reduce(lambda verdict, other: verdict.only(other.codes, other.conventions), others, first)

    @property
    def said(self) -> str:
        """What is said of all the numbers: of percentages one sentence, which counts them."""
        first, count = self.explains[0], len(self.explains)
        if not first.is_percentage:
            return self.verdict.text
        return ngettext("{count} number is a percentage without the sign %: write {share}, not {given}.",
                        "{count} numbers are percentages without the sign %: write {share}, not {given}.",
                        count, share=first.as_share, given=first.written)  # fmt: skip


def mistakes(of_all: Iterable[Judged]) -> list[SharedMistake]:
    found: list[SharedMistake] = []
    for judged in of_all:
        if judged.mark not in ("wrong", "convention"):
            continue
        codes = _shared_codes(judged)
        alike = (one for one in found if one.explains[0].mark == judged.mark and one.codes & codes)
        if same := next(alike, None):
            same.explains.append(judged)
            same.codes.intersection_update(codes)
        else:
            k = sum(_has_number(one.explains[0]) for one in found) + 1
            found.append(SharedMistake(_heading(judged, k), codes, [judged]))
    return found


def _shared_codes(judged: Judged) -> set[str]:
    if judged.is_percentage:
        return {PERCENTAGE}
    return {judged.said} if judged.code in UNNAMED else set(judged.code.split("|"))


def _has_number(judged: Judged) -> bool:
    return judged.code != "wrong" and not judged.is_percentage


def _heading(judged: Judged, k: int) -> str:
    if judged.is_percentage:
        return _("Missing %")
    if not _has_number(judged):
        return _("No known mistake")
    return _("Convention {k}", k=k) if judged.mark == "convention" else _("Mistake {k}", k=k)


def shared_percentages(of_all: Iterable[Judged]) -> SharedMistake | None:
    """Return the numbers that are percentages without the sign, where there are several of them."""
    return next((one for one in mistakes(of_all) if one.explains[0].is_percentage and len(one.explains) > 1), None)
