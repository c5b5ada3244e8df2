"""What an answer is: right, right but rounded, right under another convention, a named misconception, or wrong."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache, partial, reduce
from itertools import chain
from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, _, number, refused
from metrics_edu.metrics import CONVENTIONS, Measure, Ranking, Ratings, Run
from metrics_edu.metrics.conventions import FOLDED, convention_of
from metrics_edu.metrics.validation import check_word
from metrics_edu.metrics.value_and_derivation import (
    Data,
    as_data,
    as_measure,
    check_measure_first,
    measure_comes_first,
    ranking_of,
    value_of,
)
from metrics_edu.mistakes.known_mistakes import JOINED, KNOWN_MISTAKES, MISCONCEPTIONS
from metrics_edu.mistakes.made_values import under, value_made, value_or_nan
from metrics_edu.mistakes.misread_runs import COPIES, has_repeats
from metrics_edu.mistakes.other_lists import values_of_other_lists
from metrics_edu.mistakes.trial_lists import draw_trials, scale_of
from metrics_edu.mistakes.written_answers import read_answer, why_unread
from metrics_edu.mistakes.written_numbers import MIN_DECIMALS, MIN_DIGITS, Claim, near
from metrics_edu.mistakes.written_workings import Place, WrittenWorking, is_sharp
from metrics_edu.working.labels import spoken
from metrics_edu.working.matching import is_simple

Kind = Literal[
    "not_attempted",
    "unreadable",
    "right",
    "rounded",
    "nearly",
    "coincidence",
    "convention",
    "misconception",
    "follows",
    "out_of_range",
    "wrong",
]

TEXTS: dict[Kind, str] = {
    "not_attempted": N_("No answer was given."),
    "right": N_("Right."),
    "rounded": N_("Right, but rounded or cut off (decimals required: {decimals}; written: {written})."),
    "nearly": N_(
        "Nearly right: how many decimals did you compute with? Round only the last result (decimals required: {decimals})."
    ),
    "coincidence": N_("The number is right, but it was computed in another way."),
    "follows": N_("This is the mean of your other answers, but not all of them are right."),
    "out_of_range": N_("{measure} is between {low} and {high}, so this cannot be its value."),
    "wrong": N_("Not right, and no known mistake explains it."),
}
"""What a verdict says first, by its kind."""
QUESTIONS = {
    "percentage": N_("Is this a percentage? Then write it with the sign %."),
    "sum": N_("Is this a sum? {measure} is a mean: divide the sum by the number of values."),
    "decimals": N_("Too few decimals to judge (decimals required: {decimals})."),
    "which": N_("It may be a known mistake, but has too few decimals to say which one (decimals to write: {more})."),
}
"""What a number may be that no mistake gives; or it is that of one, with too few decimals to say of which."""
NOT_RIGHT = N_("Not right.")
WITH_COPIES = {
    "counted": N_("With the repeated items counted: {text}"),
    "first": N_("With later copies of an item at their ranks, not relevant (as in Haystack and AutoRAG): {text}"),
    "expanded": N_("With each copy of an item as one more relevant item (as in MLflow and RecTools): {text}"),
}
"""How an item that is listed twice must count for a verdict, by the words of `repeats` in `evaluate`."""
RIGHT = ("right", "rounded")
IS_IT_HERE = N_("Is it here? {text}")
UNNAMED = ("wrong", "out_of_range", "unreadable", "not_attempted", "nearly")
OTHERWISE = N_("Right under another convention, not the one required here: {conventions}.")
ALSO = N_("It is also the value under another convention, not the one required here: {conventions}.")
WITH_ROUNDED = N_(
    "Right, but computed with rounded numbers. Round only the last result (decimals required: {decimals})."
)
CUT = N_("Right, but cut off instead of rounded (decimals required: {decimals}).")

MAX_DECIMALS = 12
MAX_NAMED_CONVENTIONS = 3
EXTRA_DECIMALS = 2
"""The number of decimals beyond those requested that are read, if they were written, to tell what a wrong answer is."""
EXACT_DECIMALS = 9
"""To this number of decimals an answer with few decimals must be the value of a mistake, which it names by chance otherwise."""
FEWEST_DECIMALS = 3
MAX_DIVISOR = 10_000
MAX_CHANCE = 0.1
"""A single cause is certain only if no more than this share of other numbers, and of the right values of other lists, has one."""
GUESSES = (1 / 2, 1 / 3, 2 / 3)
"""What a learner writes who only guesses: such a number has a cause by chance as often as one of these has."""
NEAR_UNITS = 1.5
"""A number that differs from the right one by no more units of its last required decimal was nearly right."""
TIES = (
    "SCORES_REVERSED",
    "SCORES_BY_ID",
    "SCORES_BEST",
    "SCORES_WORST",
    "SCORES_EXPECTED",
    "SCORES_LAST",
    "SCORES_PAST",
)
"""How the codes begin of mistakes in the order of equal scores, which are named before others: the data show that they matter."""
TRIED_LISTS, TRIED_USERS, LEAST_DIFFERING = 60, 5, 3
"""The number of lists on which a convention is compared with a mistake, of users where it is one in their mean, and of lists
or means on which it must give another value than the right one."""


@dataclass(frozen=True)
class Verdict:
    """What `diagnose` found: the kind of the answer, the codes of mistakes that give it, and a text."""

    kind: Kind  # a stable word; "follows" is given only by an exercise with a mean
    exact: float = field(repr=False)  # the accepted value; `text` never says it
    measure: Measure
    claim: Claim | None = None  # the number that was read
    codes: tuple[str, ...] = ()  # every misconception that gives this value
    conventions: tuple[str, ...] = ()  # every convention that does
    mean: bool = False  # the value is a mean over users
    decimals: int = 4  # how many were asked for
    fewer: bool = False  # the codes fit only at the fewer decimals that were written: they are possible, not certain
    question: str = ""  # a key of QUESTIONS where a number that no mistake gives may be one
    chance: float = 0.0  # the share of wrong numbers, or of the right values of other lists, that some cause gives
    shares: Mapping[str, float] = field(
        default_factory=dict, compare=False, repr=False
    )  # that each of these causes gives
    threshold: float = 1  # of the lists
    repeats: bool = False  # whether this is so if an item that is listed twice counts in another way
    copies: str = "counted"  # the way: a key of WITH_COPIES, or "removed"
    library: str = ""  # how the library that was named comes to the number, or that it does not
    is_of_library: bool = False  # the library comes to the number, which is not the right one
    places: tuple[Place, ...] = ()  # where a written computation differs from the right one
    ranks: Mapping[int, bool] = field(
        default_factory=dict, compare=False, repr=False
    )  # whether the term of each rank is right
    written: str = field(default="", repr=False)  # the text of an answer that cannot be read

    @property
    def text(self) -> str:
        """What the answer is, in the reader's language; never the right value."""
        if self.is_of_library:
            return self.conditional(self.lead)
        also = _(ALSO, conventions=_differing(self._others, self.measure)) if self.codes and self._others else ""
        return self.conditional(" ".join(filter(None, [self.lead, either_or(self.ways), self._where, also])))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.text}

    def conditional(self, text: str) -> str:
        """Return a text about the answer, with the condition under which it holds."""
        return _(WITH_COPIES[self.copies], text=text) if self.repeats else text

    @property
    def causes(self) -> tuple[str, ...]:
        """Every misconception and convention that gives the value."""
        return (*self.codes, *self.conventions)

    @property
    def certainty(self) -> Literal["", "certain", "either", "possible"]:
        """Whether the cause is certain, one of several, or only possible: by chance, or as two mistakes at once."""
        if len(self.ways) != 1:
            return "either" if self.ways else ""
        return "possible" if self.chance > MAX_CHANCE or self.fewer or {*self.codes} & {*JOINED} else "certain"

    @property
    def read(self) -> tuple[str, ...]:
        """The mistakes that were read from a written computation: they are no chance."""
        is_read = self.claim is not None and self.claim.expression is not None
        return tuple(code for code in self.codes if is_read and not self.shares.get(code, 1.0))

    @property
    def _where(self) -> str:
        """Where a written computation differs from the right one: as a question, if it may also be elsewhere."""
        if is_sharp(self.places):
            return self.places[0].text
        text = " ".join(place.question for place in self.places)
        return _(IS_IT_HERE, text=text) if text else ""

    @property
    def lead(self) -> str:
        """What the answer is, before the ways to it."""
        if self.kind == "unreadable":
            return why_unread(self.written)
        written, text = self.claim.decimals if self.claim else None, TEXTS.get(self.kind, "")
        if self.question == "decimals":
            text = ""
        elif self.kind == "wrong" and (self.question or self.places):
            text = NOT_RIGHT
        elif self.kind == "rounded" and self.claim and self.claim.expression:
            text = WITH_ROUNDED
        elif self.kind == "rounded" and (written or 0) >= self.decimals:
            text = CUT
        name = spoken(self.measure.mean_name if self.mean else self.measure.name)
        low, high = map(number, self.measure.metric.bounds)
        verdict = text and _(text, measure=name, decimals=self.decimals, written=written, low=low, high=high)
        facts = {"measure": name, "decimals": self.decimals, "more": max(self.decimals, FEWEST_DECIMALS)}
        question = _(QUESTIONS[self.question], **facts) if self.question else ""
        return " ".join(filter(None, [verdict, question, self.library, self._perhaps()]))

    @property
    def ways(self) -> tuple[str, ...]:
        """What gives the value: what each of its codes did, and who computes it so; without codes, the conventions."""
        if self.codes:
            return tuple(self._way(code, names) for code, names in self._same.items())
        return (_(OTHERWISE, conventions=_differing(self.conventions, self.measure)),) if self.conventions else ()

    @property
    def _same(self) -> dict[str, list[str]]:
        """The conventions that do what each code did."""
        return {
            code: [name for name in self.conventions if does(name, code, self.measure, self.threshold)]
            for code in self.codes
        }

    @property
    def _others(self) -> list[str]:
        """The conventions that do nothing of what the codes did."""
        return [name for name in self.conventions if name not in chain.from_iterable(self._same.values())]

    def _way(self, code: str, conventions: Sequence[str]) -> str:
        sentence = KNOWN_MISTAKES[code].sentence(self.measure, mean=self.mean)
        so = _("The number is right under {conventions}.", conventions=_titles(conventions)) if conventions else ""
        return f"{sentence} {so}".rstrip()

    def named(self, codes: tuple[str, ...], conventions: tuple[str, ...] = (), *, fewer: bool = False) -> Verdict:
        """Return the same verdict with the mistakes and conventions that give the value; wrong if there is none."""
        kind: Kind = "convention" if conventions else "misconception" if codes else "wrong"
        kind = "coincidence" if self.kind == "coincidence" else kind
        return replace(self, kind=kind, codes=codes, conventions=conventions, fewer=fewer and bool(codes))

    def only(self, codes: Collection[str], conventions: Collection[str] | None = None) -> Verdict:
        """Return the same verdict with those of its codes, and conventions, that are among some; wrong if none is left."""
        if not self.codes and not self.conventions:
            return self
        left = tuple(code for code in self.codes if code in codes)
        names = tuple(name for name in self.conventions if conventions is None or name in conventions)
        return self.named(left, names, fewer=self.fewer)

    def supported(self, shares: Mapping[str, float]) -> Verdict:
        """Return the same verdict with the shares of its causes on all lists they fit; that of a single one is its chance."""
        names = self.codes or self.conventions[:1]
        single = shares.get(names[0], 1.0) if len(names) == 1 else 1.0
        return replace(self, shares=shares, chance=min(self.chance, single))

    def fits(self, value: float) -> bool:
        """Return whether a value is the one that was claimed: to the decimals asked for, or, of a rounded one, to those written."""
        if self.claim is None:
            return False
        whole = self.claim.decimals is None or near(self.claim.value, self.exact, self.decimals)
        return near(self.claim.value, value, self.decimals if whole else min(self.claim.shown_decimals, self.decimals))

    def _perhaps(self) -> str:
        if self.codes and self.fewer:
            return _("If this is rounded (decimals required: {decimals}):", decimals=self.decimals)
        return _("Perhaps:") if self.chance > MAX_CHANCE and len(self.ways) == 1 else ""

    def or_else(self, counted: Verdict) -> Verdict:
        """Return this, or the verdict with repeated items counted, if only that one is right or names a cause."""
        if self.kind in RIGHT or counted.kind in UNNAMED:
            return self
        if counted.kind in RIGHT or self.kind in UNNAMED:
            return replace(counted, repeats=True)
        # if both have a cause, and not the same, neither is certain
        return self if self.causes == counted.causes else replace(self, chance=1.0)


def either_or(sentences: Sequence[str]) -> str:
    """Return several possible causes as one text; of a single one, its sentence."""
    first, *others = sentences or ("",)
    if not others:
        return first
    return " ".join(
        [_("Either: {sentence}", sentence=first), *(_("Or: {sentence}", sentence=sentence) for sentence in others)]
    )


def explained_together(verdicts: Sequence[Verdict], data: Sequence[Data]) -> list[Verdict]:
    """Return verdicts on the same lists with only the causes that fit all numbers, if there is one.

    A cause also fits a right number whose value it does not change. Numbers that are not right and have no cause are left out.
    The chance that a cause fits all is the product of the chances.
    """
    known = [
        (verdict, COPIES[verdict.copies](one) if isinstance(one, Run) and has_repeats(one) else one)
        for verdict, one in zip(verdicts, data, strict=True)
        if verdict.kind in RIGHT or verdict.ways
    ]
    fitting = [
        name
        for name in dict.fromkeys(chain.from_iterable(verdict.causes for verdict in verdicts))
        if all(
            verdict.fits(float(np.nan_to_num(value_made(name, verdict.measure, one), nan=verdict.exact)))
            for verdict, one in known
        )
    ]
    chance = math.prod(verdict.chance for verdict in verdicts if verdict.ways)
    return [
        replace(verdict.only(fitting, fitting), chance=chance) if fitting and verdict.ways else verdict
        for verdict in verdicts
    ]


def _titles(conventions: Sequence[str]) -> str:
    titles = ", ".join(_(CONVENTIONS[name].title) for name in conventions[:MAX_NAMED_CONVENTIONS])
    return titles + (_(" and others") if len(conventions) > MAX_NAMED_CONVENTIONS else "")


def _differing(conventions: Sequence[str], measure: Measure) -> str:
    differences = {name: (under(measure, name) or measure).differences(measure, brief=True) for name in conventions}
    alike = {
        difference: [name for name in differences if differences[name] == difference]
        for difference in differences.values()
    }
    return "; ".join(_titles(names) + (difference and f" ({difference})") for difference, names in alike.items())


def diagnose(
    measure: str | Measure,
    ranking: Any,
    value: Any,
    *,
    decimals: int = 4,
    tolerance: float | None = None,
    library: str | None = None,
    **ranking_options: Any,
) -> Verdict:
    """Say what an answer is, in this order: right, rounded, another convention, a misconception, out of range, wrong.

    Parameters
    ----------
    measure : str or Measure
        Such as ``"AP@10"``, or ``"RMSE"`` for Ratings.
    ranking : Ranking, Ratings, Run or Evaluation
        What the value is of; of several lists it is the mean over the users, of a Run those with judgments.
    value : number or str
        The answer; ``"0,5"``, ``"0.5"``, ``"1/2"`` and ``"50 %"`` are read, and None, ``""`` and ``"?"`` are no attempt.
        Of a computation such as ``"(1/1 + 2/3)/3"`` the terms are also compared with those of the right one and of mistakes.
    decimals : int
        An answer is *right* within half a unit of the last required decimal. With fewer decimals it is *rounded* if it
        is the right value rounded to at least two decimals or two significant digits. It is also *rounded* if it is the
        right value cut off after at least two significant digits. A float may be meant with three decimals, because it
        does not show zeros at its end.
    tolerance : float, optional
        In the place of `decimals`: an answer is right if it differs by no more.
    library : str, optional
        The convention of the library that printed the number, such as ``"xgboost"``: the verdict says how the library comes
        to it, or that it does not. Its older versions are also tried.
    **ranking_options
        Of a bare list: the `relevant`, `pool`, `missed` and `threshold` of its Ranking.

    Returns
    -------
    Verdict

    Raises
    ------
    ValueError
        If the measure or library is not known, the measure is not computed from the ranking, `decimals` is not from 0 to
        12, or `tolerance` is not from 1e-12 to 0.5.

    Examples
    --------
    >>> from metrics_edu import Ranking
    >>> verdict = diagnose("AP@10", Ranking.parse("RNRNNRNNNN", relevant=5), "0,7222")
    >>> verdict.kind, verdict.codes
    ('convention', ('AP_DIV_HITS',))
    >>> diagnose("RR", Ranking.parse("NRR"), 0.5).text
    'Right.'
    >>> diagnose("AP", Ranking.parse("RNR", relevant=4), "(1/1 + 2/2)/4").text
    'Not right. Term 2, rank 3: you divided by 2, it is 3.'
    >>> diagnose("nDCG", Ranking.parse("NN"), "1.0000", library="xgboost").text
    'The number is that of XGBoost: a query with no relevant document counts as 1; P is divided by the length of a short list.'
    >>> diagnose("RR", Ranking.parse("NRR"), "1/3").text
    'Either: The rank of the last relevant item was used; RR uses that of the first one. Or: 1 was added to the rank of
     the first relevant item; ranks start at 1, and RR is 1/rank.'
    """
    check_decimals(decimals)
    check_word("library", library or next(iter(CONVENTIONS)), (*CONVENTIONS, *FOLDED))
    if tolerance is not None and not 10.0**-MAX_DECIMALS <= tolerance <= 0.5:
        raise refused("tolerance must be from 1e-12 to 0.5; got {value!r}", value=tolerance)
    digits = decimals if tolerance is None else -math.log10(2 * tolerance)
    measure = _measure_first(measure, value)
    data = as_data(ranking, measure, **ranking_options)
    if isinstance(data, Run) and has_repeats(data) and measure.metric.kind == "ranking":
        again = partial(diagnose, measure, value=value, decimals=decimals, tolerance=tolerance, library=library)
        return reduce(Verdict.or_else, (replace(again(read(data)), copies=word) for word, read in COPIES.items()))
    lists = ranking_of(data) if measure.metric.kind == "ranking" else None
    mean = lists is not None and lists.is_batch
    exact, claim = value_of(measure, data), read_answer(value)
    threshold = lists.threshold if lists is not None else 1.0
    verdict = Verdict("unreadable", exact, measure, claim, mean=mean, decimals=math.ceil(digits), threshold=threshold)
    if value is None or not str(value).strip(" \t\r\n\xa0?"):
        return replace(verdict, kind="not_attempted")
    if claim is None or (math.isnan(claim.value) and not math.isnan(exact)):
        return replace(verdict, written=str(value))
    if near(claim.value, exact, digits):
        return _with_library(_compared(replace(verdict, kind="right"), data), library, data)
    verdict = _explained(verdict, claim, data, digits, EXTRA_DECIMALS if tolerance is None else 0)
    return _with_library(
        _compared(replace(verdict, question="") if "%" in str(value) else verdict, data), library, data
    )


def _with_library(verdict: Verdict, library: str | None, data: Data) -> Verdict:
    """Return the verdict with how a library comes to the number, today or in an older version, or that it does not."""
    measure, older = verdict.measure, (name for name in CONVENTIONS if name.startswith(f"{library}@"))
    for name in (library, *older) if library else ():
        other, row = under(measure, name) or measure, convention_of(name)
        ties = [code for code, of in MISCONCEPTIONS.items() if measure.metric.name in of.libraries.get(name, ())]
        made = {code: value for code in ties if not math.isnan(value := MISCONCEPTIONS[code].value(other, data))}
        if under(measure, name) and any(map(verdict.fits, made.values() or [value_or_nan(other, data)])):
            text = " ".join(
                [
                    _("The number is that of {library}: {how}.", library=_(row.title), how=row.summary),
                    *(MISCONCEPTIONS[code].sentence(measure) for code in made),
                ]
            )
            found = replace(verdict, library=text, chance=0.0, question="", places=())
            other_way = replace(found.named((*made,), (name,)), is_of_library=True)
            return found if verdict.kind in RIGHT else other_way
    return (
        replace(verdict, library=_("The number is not that of {library}.", library=_(convention_of(library).title)))
        if library
        else verdict
    )


def _compared(verdict: Verdict, data: Data) -> Verdict:
    """Return the verdict with what a written computation shows: the mistakes in it, and where it differs."""
    tree = verdict.claim.expression if verdict.claim else None
    if tree is None or not isinstance(data, Ranking | Ratings):
        return verdict
    working = WrittenWorking(tree, verdict.measure, data)
    if verdict.kind == "right" or (verdict.kind == "rounded" and (is_simple(working.mine) or working.is_right)):
        return _compared_right(verdict, working)
    if working.is_right:  # with rounded numbers
        return replace(verdict.named(()), kind="nearly", question="")
    places = working.places()
    codes = working.codes(places)
    if codes and working.is_evidence:
        names = tuple(filter(working.is_of, verdict.conventions))
        verdict = replace(verdict, question="", chance=0.0, shares=dict.fromkeys(codes, 0.0)).named(codes, names)
        return _with_places(verdict, working, places if is_sharp(places) else ())
    if (working.is_evidence and is_sharp(places)) or verdict.kind == "rounded":
        verdict = replace(verdict, question="").named(())
    return _with_places(verdict, working, () if verdict.ways or verdict.question else places)


def _compared_right(verdict: Verdict, working: WrittenWorking) -> Verdict:
    """Return the verdict, or that the value is right by chance: it has the working of a mistake, or other terms."""
    if working.is_right or is_simple(working.mine) or not working.is_exact or not verdict.exact:
        return _with_places(verdict, working, ())
    codes = working.codes()
    if not codes and not working.is_wrong:
        return verdict
    other = replace(verdict, kind="coincidence", codes=codes, shares=dict.fromkeys(codes, 0.0))
    return _with_places(other, working, () if codes else working.places())


def _with_places(verdict: Verdict, working: WrittenWorking, places: tuple[Place, ...]) -> Verdict:
    return replace(verdict, places=places, ranks=working.ranks(places) if places or verdict.kind in RIGHT else {})


def _measure_first(measure: Any, value: Any) -> Measure:
    """Return the measure; refuse arguments in which the value or the ranking comes first."""
    example = 'diagnose("AP@10", ranking, 0.42)'
    check_measure_first(measure, example)
    try:
        return as_measure(measure)
    except ValueError:
        if isinstance(value, Measure) or (isinstance(value, str) and _names_measure(value)):
            raise measure_comes_first(example, repr(measure)) from None
        raise


def _names_measure(text: str) -> bool:
    with suppress(ValueError):
        return bool(as_measure(text))
    return False


def check_decimals(decimals: Any) -> None:
    if type(decimals) is not int or not 0 <= decimals <= MAX_DECIMALS:
        raise refused(
            "decimals must be a whole number from 0 to {most}; got {value!r}", most=MAX_DECIMALS, value=decimals
        )


def _explained(verdict: Verdict, claim: Claim, data: Data, decimals: float, extra: int) -> Verdict:
    measure = verdict.measure
    if claim.rounds(verdict.exact, decimals) or claim.cuts(verdict.exact, decimals):
        return replace(verdict, kind="rounded")
    if claim.shortens(verdict.exact):  # too few digits are left to be right, and enough to be no mistake
        return replace(verdict, kind="wrong", question="decimals" if claim.digits else "")
    made = {code: mistake.value(measure, data) for code, mistake in KNOWN_MISTAKES.items()}
    others = _by_convention(measure, data)
    finest = _finest(claim, decimals, extra)
    codes, conventions = _codes(claim, made, finest), _giving(claim, others, finest)
    if codes or conventions:
        chance, shares = chance_of_causes(made | others, verdict, claim, finest, data)
        return replace(verdict, chance=chance, shares=shares).named(codes, conventions)
    if _is_nearly(claim, verdict.exact, decimals):
        return replace(verdict, kind="nearly")
    question = _question(verdict, claim, made, data, decimals)
    written = claim.decimals or 0
    is_enough = written >= FEWEST_DECIMALS
    if not question and _is_shortened(claim, [*made.values(), *others.values()]):
        question = "which"
    if _is_outside(claim.value, measure, decimals):
        return replace(verdict, kind="out_of_range", question=question)
    if question or not is_enough or written >= decimals or claim.digits < MIN_DIGITS:
        return replace(verdict.named(()), question=question)
    codes = _codes(claim, made, written)
    conventions = _giving(claim, others, written) if codes else ()
    chance, shares = chance_of_causes(made | others, verdict, claim, written, data)
    return replace(verdict, chance=chance, shares=shares).named(codes, conventions, fewer=True)


def _is_nearly(claim: Claim, exact: float, decimals: float) -> bool:
    """Return whether a number with all required decimals differs from the right one by a unit of the last one."""
    is_whole = claim.decimals is None or claim.decimals >= decimals
    return is_whole and abs(claim.value - exact) <= NEAR_UNITS * 10.0**-decimals


def _is_shortened(claim: Claim, values: Iterable[float]) -> bool:
    """Return whether some value, rounded or cut off, is a number with a few decimals."""
    few = claim.shown_decimals
    is_few = claim.digits > 0 and 0 < few < FEWEST_DECIMALS
    return is_few and any(near(claim.value, value, few) or claim.is_cut(value, few) for value in values)


def _finest(claim: Claim, decimals: float, extra: int) -> float:
    """Return to how many decimals a number must be the value of its cause: written digits tell causes apart."""
    if claim.decimals is None or claim.decimals < FEWEST_DECIMALS:
        return EXACT_DECIMALS
    return max(decimals, min(claim.decimals, decimals + extra))


def _codes(claim: Claim, made: Mapping[str, float], finest: float) -> tuple[str, ...]:
    """Return the mistakes that give a number, then the pairs of mistakes that do and hold none of these."""
    single = _giving(claim, {code: made[code] for code in MISCONCEPTIONS}, finest)
    joined = _giving(claim, {code: made[code] for code in JOINED}, finest)
    return (
        *sorted(single, key=lambda code: not code.startswith(TIES)),
        *(code for code in joined if not {*code.split("+")} & {*single}),
    )


def chance_of_causes(
    values: Mapping[str, float], verdict: Verdict, claim: Claim, finest: float, data: Data
) -> tuple[float, dict[str, float]]:
    """Return the greatest of three shares, those of numbers, of other lists and of guesses with a cause; and each cause's share.

    The numbers lie among the values of all causes and have this number of decimals. The values of other lists are those of the
    same items that differ from the right one. The guesses count only for a number that is one of them.
    """
    digits = min(math.inf if claim.decimals is None else claim.decimals, finest)
    if (
        claim.decimals is None
    ):  # of fractions with this divisor at most there are as many as with this number of decimals
        digits = 2 * math.log10(Fraction(claim.value).limit_denominator(MAX_DIVISOR).denominator)
    known = {
        name: value
        for name, value in values.items()
        if math.isfinite(value) and not _is_outside(value, verdict.measure, finest)
    }
    spread = np.ptp([verdict.exact, *known.values()])
    single = float(min(1.0, 10.0**-digits / spread)) if spread > 0 else 1.0
    count = np.unique(np.round([*known.values()], EXACT_DECIMALS)).size
    is_possible = not _is_outside(claim.value, verdict.measure, finest)
    others = values_of_other_lists(verdict.measure, data) if is_possible else np.array([])
    others = others[np.abs(others - verdict.exact) > 0.5 * 10.0**-finest]
    made = np.array([*known.values()])
    guesses = GUESSES if any(near(claim.value, guess, finest) for guess in GUESSES) else ()
    tried = (others, np.array(guesses))
    seen = [rows for part in tried if (rows := np.abs(part[:, None] - made) <= 0.5 * 10.0**-finest).size]
    if not seen:
        return min(1.0, count * single), dict.fromkeys(values, single)
    chance = max(count * single, *(float(rows.any(axis=1).mean()) for rows in seen))
    by_cause = np.max([np.full(made.size, single), *(rows.mean(axis=0) for rows in seen)], axis=0)
    shares = dict.fromkeys(values, single) | dict(zip(known, by_cause.tolist(), strict=True))
    return min(1.0, chance), shares


def _giving(claim: Claim, values: Mapping[str, float], decimals: float) -> tuple[str, ...]:
    return tuple(name for name, value in values.items() if near(claim.value, value, decimals))


def _question(verdict: Verdict, claim: Claim, mistakes: Mapping[str, float], data: Data, decimals: float) -> str:
    share, is_share = claim.as_percentage, verdict.measure.metric.bounds == (0, 1)
    matches = share.matches if claim.digits >= MIN_DIGITS else partial(near, share.value)
    if is_share and any(matches(value, decimals + 2) for value in (verdict.exact, *mistakes.values())):
        return "percentage"
    count = _addends(verdict.measure, data)
    written = claim.decimals or 0 if claim.digits >= MIN_DIGITS else decimals
    if count > 1 and near(claim.value, verdict.exact * count, min(decimals, written)):
        return "sum"
    few = claim.decimals
    is_few = few is not None and few < min(MIN_DECIMALS, decimals) and claim.digits
    return "decimals" if is_few and near(claim.value, verdict.exact, few or 0) else ""


def _addends(measure: Measure, data: Data) -> int:
    if isinstance(data, Ratings):
        return np.size(data.actual) if measure.metric.name in ("mae", "mse") else 1
    ranking = ranking_of(data) if measure.metric.kind == "ranking" else None
    if ranking is None or not ranking.is_batch:
        return 1
    return int(np.sum(~np.isnan(measure(ranking))))


@cache
def does(convention: str, code: str, measure: Measure, threshold: float = 1) -> bool:
    """Return whether a convention computes a mistake: its value on all drawn lists, of which several tell it from the right one."""
    other = under(measure, convention)
    if other is None:
        return False
    made = _made_on_tried_lists(code, measure, threshold)
    return bool(made) and all(near(value_or_nan(other, ranking), value, EXACT_DECIMALS) for ranking, value in made)


@lru_cache(maxsize=128)
def _made_on_tried_lists(code: str, measure: Measure, threshold: float) -> list[tuple[Ranking, float]]:
    """Return drawn lists with the values that a mistake gives; nothing if too few of them differ from the right ones."""
    mistake = KNOWN_MISTAKES[code]
    lists = _tried_lists(measure, threshold, in_batches=mistake.takes == "batch" or mistake.of_empty)
    made = [(ranking, value) for ranking in lists if not math.isnan(value := mistake.value(measure, ranking))]
    differing = sum(not near(value, value_or_nan(measure, ranking), EXACT_DECIMALS) for ranking, value in made)
    return made if differing >= LEAST_DIFFERING else []


@lru_cache(maxsize=16)
def _tried_lists(measure: Measure, threshold: float, *, in_batches: bool) -> tuple[Ranking, ...]:
    """Return lists of every kind, each alone or as batches of a few users."""
    trials = draw_trials(scale_of(measure, threshold), measure.depth())
    lists = [trial.ranking(threshold) for trial in trials[:: len(trials) // TRIED_LISTS]]
    if not in_batches:  # what a user counts of whom nothing is relevant is another question
        return tuple(ranking for ranking in lists if ranking.relevant > 0)
    return tuple(Ranking.batch(lists[k : k + TRIED_USERS]) for k in range(0, len(lists), TRIED_USERS))


def _by_convention(measure: Measure, data: Data) -> dict[str, float]:
    measures = {name: under(measure, name) for name in CONVENTIONS}
    value = cache(lambda other: value_or_nan(other, data))  # many conventions compute the same
    return {name: value(other) for name, other in measures.items() if other != measure}


def _is_outside(value: float, measure: Measure, decimals: float) -> bool:
    low, high = measure.metric.bounds
    unpromised = measure.metric.unpromised.get("bounds", ())
    promised = not any(word in unpromised for word in measure.parameters.values())
    slack = 0.5 * 10.0**-decimals
    return promised and (value < low - slack or value > high + slack)
