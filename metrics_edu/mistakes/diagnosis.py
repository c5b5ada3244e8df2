"""What an answer is: right, right but rounded, right under another convention, a named misconception, or wrong."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, _, number
from metrics_edu.metrics import CONVENTIONS, Given, Measure, Ratings, asked_of, measure, plain, ranking_of, value_of
from metrics_edu.mistakes.misconceptions import MISCONCEPTIONS, STRICT, made_by, sentence, stricter
from metrics_edu.mistakes.written_numbers import LEAST_DIGITS, Claim, near, read_claim
from metrics_edu.working import spoken

Kind = Literal[
    "not_attempted", "unreadable", "right", "rounded", "convention", "misconception", "follows", "out_of_range", "wrong"
]

TEXTS: dict[Kind, str] = {
    "not_attempted": N_("No answer was given."),
    "unreadable": N_("This is not a number. Write it as 0.5, 0,5, 1/2 or 50 %."),
    "right": N_("Right."),
    "rounded": N_("Right, but rounded or cut off (decimals asked for: {decimals}; written: {written})."),
    "convention": N_("Not what is asked for here, but what another convention computes: {conventions}."),
    "misconception": "",
    "follows": N_("This is the mean of your other answers, but not all of them are right."),
    "out_of_range": N_("{asked} lies between {low} and {high}, so this cannot be its value."),
    "wrong": N_("Not right, and no known mistake gives this value."),
}
"""What each kind of verdict says first."""
QUESTIONS = {
    "percentage": N_("Is this a percentage? Then write it with the sign %."),
    "sum": N_("Is this a sum? {asked} is a mean: divide it by how many there are."),
}
"""What is asked about a number that no mistake gives."""
CUT = N_("Right, but cut off instead of rounded (decimals asked for: {decimals}).")

MOST_DECIMALS = 12
MOST_NAMED = 3
FINER = 2
"""So many decimals more than asked for are read, if they were written, to tell what a wrong answer is."""


@dataclass(frozen=True)
class Verdict:
    """What an answer is.

    Attributes
    ----------
    kind : str
        A stable word: "not_attempted", "unreadable", "right", "rounded", "convention", "misconception", "out_of_range" or
        "wrong"; and "follows", which only an exercise with a mean gives.
    exact : float
        The accepted value; `text` never says it.
    asked : Measure
    claim : Claim or None
        The number that was read.
    codes : tuple of str
        Every misconception that gives this value.
    conventions : tuple of str
        Every convention that does.
    mean : bool
        Whether the value is a mean over users.
    decimals : int
        How many were asked for.
    fewer : bool
        Whether the codes fit only at the fewer decimals that were written: then they are possible, not certain.
    question : str
        "percentage" or "sum" where a number that no mistake gives may be one; else "".
    """

    kind: Kind
    exact: float
    asked: Measure
    claim: Claim | None = None
    codes: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()
    mean: bool = False
    decimals: int = 4
    fewer: bool = False
    question: str = ""

    @property
    def text(self) -> str:
        """What the answer is, in the reader's language; never the right value."""
        asked, bounds = self.asked, self.asked.metric.bounds
        exact = self.claim is not None and (self.claim.decimals or 0) >= self.decimals
        text = CUT if self.kind == "rounded" and exact else TEXTS[self.kind]
        if self.codes and self.conventions:
            return f"{self._codes()} " + _("Some compute it so: {conventions}.", conventions=self._conventions())
        own = spoken(asked.mean_name if self.mean else asked.name)
        first = _(
            text,
            asked=own,
            conventions=self._conventions(),
            decimals=self.decimals,
            written=self.claim.decimals if self.claim else None,
            low=number(bounds[0]),
            high=number(bounds[1]),
        )
        question = _(QUESTIONS[self.question], asked=own) if self.question else ""
        return " ".join(filter(None, [first, question, self._perhaps(), self._codes()]))

    def only(self, codes: Collection[str], conventions: Collection[str] | None = None) -> Verdict:
        """Return the same verdict with those of its codes, and conventions, that are among some; wrong if none is left."""
        left = tuple(code for code in self.codes if code in codes)
        names = tuple(name for name in self.conventions if conventions is None or name in conventions)
        if not left and not names:
            return replace(self, kind="wrong", codes=(), conventions=(), fewer=False)
        return replace(self, kind="convention" if names else "misconception", codes=left, conventions=names)

    def fits(self, value: float) -> bool:
        """Return whether a value is the one that was claimed: to the decimals asked for, or, of a rounded one, to those written."""
        if self.claim is None:
            return False
        whole = self.claim.decimals is None or near(self.claim.value, self.exact, self.decimals)
        return near(self.claim.value, value, self.decimals if whole else min(self.claim.decimals or 0, self.decimals))

    def _perhaps(self) -> str:
        if self.codes and self.fewer:
            return _("If this is rounded (decimals asked for: {decimals}):", decimals=self.decimals)
        plain = self.claim and (self.claim.value in (0, 1) or self.claim.cuts(self.exact, self.decimals))
        return _("Perhaps:") if len(self.codes) == 1 and plain else ""

    def _codes(self) -> str:
        sentences = [sentence(code, self.asked, mean=self.mean) for code in self.codes]
        if len(sentences) < 2:
            return "".join(sentences)
        either, alternative = _("Either: {sentence}"), _("Or: {sentence}")
        return " ".join((alternative if i else either).format(sentence=text) for i, text in enumerate(sentences))

    def _conventions(self) -> str:
        if self.codes:
            return _some([_(CONVENTIONS[name].title) for name in self.conventions])
        same: dict[str, list[str]] = {}
        for name in self.conventions:
            found = under(self.asked, name)
            words = found.differences(self.asked, brief=True) if found else ""
            same.setdefault(words, []).append(_(CONVENTIONS[name].title))
        return "; ".join(f"{_some(titles)} ({words})" for words, titles in same.items())


def _some(titles: list[str]) -> str:
    return ", ".join(titles[:MOST_NAMED]) + (_(" and others") if len(titles) > MOST_NAMED else "")


def diagnose(
    value: Any, given: Any, asked: str | Measure, *, decimals: int = 4, tolerance: float | None = None
) -> Verdict:
    """Say what an answer is, in this order: right, rounded, another convention, a misconception, out of range, wrong.

    Parameters
    ----------
    value : number or str
        The answer; ``"0,5"``, ``"0.5"``, ``"1/2"`` and ``"50 %"`` are read, and None, ``""`` and ``"?"`` are no attempt.
    given : Ranking, Ratings, Run or Evaluation
        What the value is of; of several lists it is the mean over the users, of a Run those with judgments.
    asked : str or Measure
        Such as ``"AP@10"``, or ``"RMSE"`` for Ratings.
    decimals : int
        An answer is right within half a unit of the last decimal asked for, and right but rounded (or cut off) if that
        gives what was written, with two significant digits at least.
    tolerance : float, optional
        In the place of `decimals`: an answer is right if it differs by no more.

    Returns
    -------
    Verdict

    Raises
    ------
    ValueError
        If the measure is not known or not computed from what is given, `decimals` is not from 0 to 12, or `tolerance` is
        not from 1e-12 to 0.5.

    Examples
    --------
    >>> from metrics_edu import Ranking
    >>> verdict = diagnose("0,7222", Ranking.parse("RNRNNRNNNN", relevant=5), "AP@10")
    >>> verdict.kind, verdict.codes
    ('convention', ('AP_DIV_HITS',))
    >>> diagnose(0.5, Ranking.parse("NRR"), "RR").text
    'Right.'
    >>> diagnose("1/3", Ranking.parse("NRR"), "RR").text
    'Either: The rank of the last relevant item was taken; RR takes the first one. Or: 1 was added to the rank of
     the first relevant item; ranks start at 1, and RR is 1/rank.'
    """
    check_decimals(decimals)
    if tolerance is not None and not 10.0**-MOST_DECIMALS <= tolerance <= 0.5:
        raise ValueError(_("tolerance must be from 1e-12 to 0.5; got {given!r}", given=tolerance))
    places = decimals if tolerance is None else -math.log10(2 * tolerance)
    found, given = asked_of(asked), plain(given)
    exact, claim = value_of(found, given), read_claim(value)
    ranking = ranking_of(given)
    mean = ranking is not None and ranking.is_batch and found.metric.kind == "ranking"
    plainly = Verdict("wrong", exact, found, claim, mean=mean, decimals=math.ceil(places))
    kind = _unsaid(value, claim) or _right(claim, exact, places)
    if claim is None or kind in ("not_attempted", "unreadable", "right"):
        return replace(plainly, kind=kind or "unreadable")
    verdict = _named(plainly, claim, kind, given, places, FINER if tolerance is None else 0)
    return replace(verdict, question="") if "%" in str(value) else verdict


def check_decimals(decimals: Any) -> None:
    """Refuse what is no number of decimals."""
    if type(decimals) is not int or not 0 <= decimals <= MOST_DECIMALS:
        raise ValueError(
            _("decimals must be a whole number from 0 to {most}; got {given!r}", most=MOST_DECIMALS, given=decimals)
        )


def _unsaid(value: Any, claim: Claim | None) -> Kind | None:
    if value is None or not str(value).strip(" \t\r\n\xa0?"):
        return "not_attempted"
    return "unreadable" if claim is None else None


def _right(claim: Claim | None, exact: float, decimals: float) -> Kind | None:
    if claim is None:
        return None
    if near(claim.value, exact, decimals):
        return "right"
    if math.isnan(claim.value):
        return "unreadable"
    return "rounded" if claim.rounds(exact, decimals) or claim.cuts(exact, decimals) else None


def _named(plainly: Verdict, claim: Claim, kind: Kind | None, given: Given, decimals: float, finer: int) -> Verdict:
    asked, written = plainly.asked, claim.decimals
    if kind and (written is None or written < decimals or claim.rounds(plainly.exact, decimals)):
        return replace(plainly, kind=kind)
    wrong = {code: mistake.value(given, asked) for code, mistake in MISCONCEPTIONS.items()}
    finest = max(decimals, min(written or 0, decimals + finer))  # digits that were written tell mistakes apart
    codes = _codes_of(claim, wrong, finest)
    if kind:
        return replace(plainly, kind="misconception" if codes else kind, codes=codes)
    conventions = _conventions_of(claim, given, asked, finest)
    if not codes and not conventions:
        codes = _codes_of(claim, _both(given, asked), finest)
    if codes or conventions:
        return replace(
            plainly, kind="convention" if conventions else "misconception", codes=codes, conventions=conventions
        )
    question = _question(claim, plainly, wrong, given, decimals)
    if _is_outside(claim.value, asked, decimals):
        return replace(plainly, kind="out_of_range", question=question)
    fewer = written is not None and written < decimals and claim.digits >= LEAST_DIGITS and not question
    codes = _codes_of(claim, wrong, written or 0) if fewer else ()
    return replace(
        plainly, kind="misconception" if codes else "wrong", codes=codes, fewer=bool(codes), question=question
    )


def _both(given: Given, asked: Measure) -> dict[str, float]:
    strict = stricter(given)
    if strict is None:
        return {}
    return {STRICT + code: found.value(strict, asked) for code, found in MISCONCEPTIONS.items() if found.joins_strict}


def _question(claim: Claim, verdict: Verdict, wrong: Mapping[str, float], given: Given, decimals: float) -> str:
    share, exact = claim.as_percentage, verdict.exact
    ends = verdict.asked.metric.bounds == (0, 1)
    if ends and any(near(share.value, value, decimals + 2) or share.rounds(value, decimals + 2)
                    or share.cuts(value, decimals + 2) for value in (exact, *wrong.values())):  # fmt: skip
        return "percentage"
    count = _addends(given, verdict.asked)
    written = claim.decimals if claim.digits >= LEAST_DIGITS else decimals
    if count > 1 and near(claim.value, exact * count, min(decimals, decimals if written is None else written)):
        return "sum"
    return ""


def _addends(given: Given, asked: Measure) -> int:
    if isinstance(given, Ratings):
        return np.size(given.actual) if asked.metric.name in ("mae", "mse") else 1
    ranking = ranking_of(given)
    if ranking is None or not ranking.is_batch or asked.metric.kind != "ranking":
        return 1
    return int(np.sum(~np.isnan(asked(ranking))))


def _codes_of(claim: Claim, wrong: Mapping[str, float], decimals: float) -> tuple[str, ...]:
    return tuple(code for code, value in wrong.items() if not math.isnan(value) and near(claim.value, value, decimals))


def under(asked: Measure, convention: str) -> Measure | None:
    """Return the same measure under a convention, or None where the convention does not define it."""
    kept = {key: value for key, value in asked.parameters if key in asked.metric.numbers}
    try:
        return measure(asked.name, convention=convention, **kept)
    except ValueError:
        return None


def _conventions_of(claim: Claim, given: Given, asked: Measure, decimals: float) -> tuple[str, ...]:
    values: dict[object, float] = {}
    fitting = []
    for name in CONVENTIONS:
        found = under(asked, name)
        if found is None or found == asked:
            continue
        same = (found.metric.name, found.parameters)
        if same not in values:
            values[same] = value_made(name, given, asked)
        if near(claim.value, values[same], decimals):
            fitting.append(name)
    return tuple(fitting)


def value_made(name: str, given: Given, asked: Measure) -> float:
    """Return what a mistake or a convention gives; NaN where it gives nothing."""
    if name not in CONVENTIONS:
        mistake, on = made_by(name, given)
        return mistake.value(on, asked)
    found = under(asked, name)
    try:
        return math.nan if found is None else value_of(found, given)
    except ValueError:  # it would have to read a pool that was cut
        return math.nan


def _is_outside(value: float, asked: Measure, decimals: float) -> bool:
    low, high = asked.metric.bounds
    unpromised = asked.metric.unpromised.get("bounds", ())
    promised = not any(word in unpromised for _key, word in asked.parameters)
    slack = 0.5 * 10.0**-decimals
    return promised and (value < low - slack or value > high + slack)
