"""What is declared of a metric beside its function, and what its parameters mean: one table for docstrings, menus and labels."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from metrics_edu.language import N_, _, number
from metrics_edu.working.recorded_array import ReasonSource


@dataclass(frozen=True)
class Parameter:
    """What a parameter is: type and default are in the signatures of the metrics."""

    title: str = ""
    sentence: str = ""
    words: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # how each word is shown, and its sentence
    phrase: str = ""  # how the parameter is written with its {word}, where that is not "title word"
    range: tuple[float, float] = (0, math.inf)  # between what a number must be, both ends excluded
    uncut: Mapping[str, str] = field(default_factory=dict)  # how a word is shown without a cut-off, where n is in it
    limits: tuple[float, float, float] | None = None  # of an Explorer: least, most and step, if not those by default

    def limits_of(self, default: float) -> tuple[float, float, float]:
        """Return `limits`, or by default steps of about a tenth of the way to an end, up to 100 times the default.

        >>> Parameter(range=(0, 1)).limits_of(0.8), Parameter().limits_of(10)
        ((0.02, 0.98, 0.02), (1, 1000, 1))
        """
        low, high = self.range
        step = 1 if isinstance(default, int) else float(f"{min(default - low, high - default) / 10:.0e}")
        return self.limits or (low + step, min(high - step, low + 100 * (default - low)), step)

    def word(self, value: Any, n: int | None = None) -> str:
        """Return how a value is shown, with the cut-off in the place of n: "min(|R|, 10)"."""
        shown = _(self.words[value][0]) if value in self.words else number(value)
        if n is None:
            return _(self.uncut[value]) if value in self.uncut else shown
        return re.sub(r"\bn\b", str(n), shown)

    def say(self, value: Any, n: int | None = None) -> str:
        """Return the parameter with a value, in words: "divided by the hits"."""
        word = self.word(value, n)
        if self.phrase and value not in self.words:
            word = _("counts as {value}", value=word)
        return _(self.phrase, word=word) if self.phrase else f"{_(self.title).lower()} {word}"


def choice(title: str, *words: tuple[str, str, str], sentence: str = "", phrase: str = "") -> Parameter:
    return Parameter(title, sentence, {word: (shown, meaning) for word, shown, meaning in words}, phrase)


PARAMETERS: dict[str, Parameter] = {
    "denominator": choice(
        N_("Divided by"),
        ("reachable", N_("min(|R|, n)"), N_("The most hits possible in a list cut at n; |R| when all ranks are read.")),
        ("relevant", N_("|R|, all relevant"), N_("Missing a relevant item lowers the value.")),
        ("listed", N_("min(|R|, shown)"), N_("The most hits possible in the ranks really shown.")),
        ("retrieved", N_("the hits"), N_("Missing a relevant item does not lower the value.")),
        ("judged", N_("min(|R|, N)"), N_("N: the judged items that are not relevant, as in trec_eval.")),
        ("judged_shown", N_("min(|R|, N shown)"), N_("An error of trec_eval 6 to 7.3: only the shown items count.")),
        ("relevant_10", N_("|R| + 10"), N_("bpref-10, for topics with few relevant items.")),
        ("cutoff", N_("n, the ranks read"), N_("Even a perfect list can stay below 1.")),
    ),
    "short": choice(
        N_("A short list divided by"),
        ("pad", N_("n"), N_("Its missing ranks count as not relevant.")),
        ("shrink", N_("its length"), N_("Only its own ranks are read.")),
    ),
    "gain": choice(
        N_("Gain"),
        ("exponential", N_("2^g − 1"), N_("A grade of 3 is worth 7, a grade of 1 is worth 1.")),
        ("linear", N_("g"), N_("The gain is the grade itself.")),
        ("binary", N_("1 or 0"), N_("A relevant item is worth 1, whatever its grade.")),
        ("shifted", N_("2^(g − threshold + 1) − 1"), N_("The exponential gain, counted from the threshold.")),
        ("mlnet", N_("2^(g + 1) − 1"), N_("The gain of ML.NET: a grade of 1 is worth 3, a grade of 2 is worth 7.")),
    ),
    "discount": choice(
        N_("Discount"),
        ("log2", N_("log2(i + 1)"), N_("The gain of each rank is divided by log2 of the rank plus one.")),
        ("ln", N_("ln(i + 1)"), N_("It makes every DCG larger by 1/ln 2, and leaves nDCG as it is.")),
        ("rank", "i", N_("The gain of each rank is divided by the rank itself.")),
        ("jarvelin", N_("max(1, log2 i)"), N_("Ranks 1 and 2 are not discounted.")),
        ("none", N_("none"), N_("All ranks weigh the same: cumulative gain.")),
    ),
    "below": choice(
        N_("Below the threshold"),
        ("zero", N_("worth nothing"), N_("An item below the threshold has no gain.")),
        ("graded", N_("worth their gain"), N_("A slightly relevant item has a small gain.")),
    ),
    "ideal": choice(
        N_("The ideal list"),
        ("pool", N_("the pool, cut at n"), N_("The best order of all graded items, shown or missed.")),
        ("uncut", N_("the whole pool"), N_("All graded items, even if few ranks are read.")),
        ("shown", N_("the pool, cut at the ranks shown"), N_("A list shorter than n has an ideal list as short.")),
        ("retrieved", N_("the shown list, sorted"), N_("A common mistake: it ignores missed items.")),
        ("ones", N_("n ones"), N_("As if n relevant items existed.")),
        phrase=N_("the ideal list: {word}"),
    ),
    "exponent": choice(
        N_("Exponent"),
        ("slides", N_("(i − 1)/α"), N_("The weight halves every α ranks.")),
        ("breese", N_("(i − 1)/(α − 1)"), N_("Breese's formula: the weight is 1/2 at rank α.")),
    ),
    "empty": choice(
        N_("No relevant item"),
        ("skip", N_("is left out"), N_("The value is not a number; a mean leaves this user out.")),
        ("error", N_("is an error"), ""),
        sentence=N_("The value of 0/0 when no item is relevant."),
        phrase=N_("a user with no relevant item {word}"),
    ),
    "positives": choice(
        N_("Relevant items"),
        ("all", N_("all"), N_("A relevant item that is not shown is below those that are.")),
        ("listed", N_("those read"), N_("A relevant item that is not among the ranks read is in no pair.")),
        ("first_n", N_("the first n items"), N_("The first n relevant items of the ranks read.")),
        phrase=N_("relevant items: {word}"),
    ),
    "negatives": choice(
        N_("Non-relevant items"),
        (
            "catalogue",
            N_("those of the catalogue"),
            N_("A non-relevant item that is not shown is below those that are."),
        ),
        ("listed", N_("those read"), N_("A non-relevant item that is not among the ranks read is in no pair.")),
        ("first_n", N_("the first n items"), N_("All ranks are read, down to the non-relevant item n.")),
        phrase=N_("non-relevant items: {word}"),
    ),
    "unranked": choice(
        N_("Two items that are not read"),
        ("half", N_("half a pair"), N_("Either of the two could be above.")),
        ("last", N_("in wrong order"), N_("A relevant item that is not read is below all others.")),
        phrase=N_("two items that are not read: {word}"),
    ),
    "tied_pairs": choice(
        N_("Equal scores"),
        ("half", N_("half a pair"), N_("The mean over both orders of the two items.")),
        ("wrong", N_("in wrong order"), N_("Only a higher score is above.")),
        ("order", N_("in the order of the list"), N_("The rank decides.")),
        phrase=N_("equal scores: {word}"),
    ),
    "no_negative": choice(
        N_("No non-relevant item"),
        ("skip", N_("is left out"), ""),
        sentence=N_("The value of 0/0 when every item is relevant."),
        phrase=N_("a user with no non-relevant item {word}"),
    ),
    "hits": choice(
        N_("Hits that count"),
        ("first", N_("the first"), N_("The rank of the first relevant item decides.")),
        ("mean", N_("all, as a mean"), N_("The mean of 1/i over the hits.")),
        ("each", N_("all, divided by |R|"), N_("Every 1/i of a hit is added, and a missed item adds 0.")),
    ),
    "top": Parameter(
        N_("Top grade"),
        N_("The highest grade of the scale; a higher grade counts as this one."),
        range=(0, 11),
        limits=(1, 10, 1),
    ),
    "half_life": Parameter(
        N_("Half-life α"), N_("The number of ranks after which an item is worth half."), limits=(0.5, 100, 1)
    ),
    "beta": Parameter(N_("β"), N_("Recall weighs β times as much as precision."), limits=(0.25, 4, 0.25)),
    "per": choice(
        N_("Summed"),
        ("list", N_("over the list"), N_("A longer list has more novelty.")),
        ("item", N_("and divided by the length"), N_("The mean novelty of an item of the list.")),
    ),
    "base": choice(
        N_("Logarithm"),
        ("e", N_("natural"), N_("Novelty in nats.")),
        ("2", N_("to base 2"), N_("Novelty in bits: one more for each halving of the popularity.")),
    ),
    "unseen": choice(
        N_("An item without interactions"),
        ("error", N_("is an error"), N_("Its popularity is 0, and the logarithm of 1/0 is not a number.")),
        ("skip", N_("is skipped"), N_("It adds nothing to the sum.")),
    ),
    "undefined": choice(
        N_("All votes equal"),
        ("nan", N_("is not a number"), N_("The value is NaN.")),
        ("one", N_("counts as 1"), N_("Full agreement.")),
        ("zero", N_("counts as 0"), N_("No more than by chance.")),
        ("error", N_("is an error"), N_("All votes are equal: chance alone gives full agreement.")),
        phrase=N_("0/0, where all votes are equal, {word}"),
    ),
    "weights": choice(
        N_("Weights"),
        ("none", N_("none"), N_("Two different grades disagree, however near.")),
        ("linear", N_("|i − j|"), N_("A distance of two grades counts twice.")),
        ("quadratic", N_("(i − j)^2"), N_("A distance of two grades counts four times.")),
    ),
    "distance": choice(
        N_("Distance of grades"),
        ("values", N_("their difference"), N_("Grades 1 and 4 are 3 apart.")),
        ("positions", N_("in steps"), N_("Counted among the grades that occur, so an unused grade changes the value.")),
    ),
    "without": choice(
        N_("No judged non-relevant item"),
        ("one", N_("counts as 1"), N_("Each hit counts 1, as in trec_eval.")),
        ("zero", N_("counts as 0"), N_("As in trectools.")),
        ("skip", N_("is left out"), N_("The value is not a number, as in ranx.")),
        phrase=N_("a user with no judged non-relevant item {word}"),
    ),
    "total": Parameter(
        sentence="What a count is divided by, such as the number of users; by default all interactions."
    ),
    "n": Parameter(N_("Cut-off n"), N_("Only the first n ranks are read; without n, all ranks shown.")),
    "threshold": Parameter(
        N_("Relevant from"), N_("An item with this grade or a higher one is relevant."), limits=(0.5, 5, 1)
    ),
    "cutoffs": Parameter(sentence="The set Z of cut-offs z, at least one."),
    "ranking": Parameter(sentence="One list, or a batch of lists."),
    "predicted": Parameter(sentence="The predicted ratings, shape (n,)."),
    "actual": Parameter(sentence="The true ratings in the same order, shape (n,)."),
    "recommendations": Parameter(sentence="Each user's items, rank 1 first; or one list, where one is taken."),
    "users": Parameter(sentence="Every user there is; recommendations to others do not count."),
    "catalogue": Parameter(sentence="Every item there is; recommended items outside it do not count."),
    "popularity": Parameter(sentence="The interactions with each item in the training data."),
    "votes": Parameter(sentence="Votes, or rows of grades, shape (judges, items); None is no vote."),
    "categories": Parameter(sentence="The categories of each item."),
}
"""What is asked of a reader has a title; what holds data is only explained, in docstrings."""


@dataclass(frozen=True, eq=False, repr=False)
class Declaration:
    """What is declared of a metric, beside its function and its parameters."""

    symbol: str  # the field's, with {places} for the numbers it shows: "F{beta:g}"
    title: str  # what it is called in words
    done: str = ""  # what was done with a list, as one sentence that may name the {denominator}
    called: tuple[str, ...] = ()  # other names, in English and in Spanish
    mean: str = ""  # what the mean over users is called, where it has a separate name
    source: str = ""  # where it is defined
    kind: Literal["ranking", "rating", "coverage", "agreement"] = "ranking"  # what it is computed from
    bounds: tuple[float, float] = (0, 1)
    unit: str = ""  # of the value
    refuses: str = ""  # when a metric of no Ranking raises ValueError, for its docstring
    per_rank: str = ""  # the symbol of the step that gives each rank its term,
    ideal: str = ""  # and each rank of the ideal list
    beside: str = ""  # the name of a metric whose value a derivation says beside the title
    tile: int = 0  # the order among the tiles of an Explorer, which has no tile for 0
    reads_whole: bool = False  # an Explorer reads all ranks, unless a setting stops it at n
    falls: bool = False  # a lower value is the better one
    averages: bool = False  # the value is a mean of the terms: a figure draws it as a line
    reads_judged: bool = False  # whether an item was judged at all
    reads_catalogue: bool = False  # how many items there are, and no copies of one
    promises_swap: bool = True  # a better item moved up never lowers the value
    can_be_nan: bool = False
    """A list may have no value under any parameters: the rank of the first hit, where there is none."""
    is_zero_if_empty: bool = False
    """Where no item is relevant the value is no 0/0 but 0, unless its own `empty` says another."""
    renamed: Mapping[tuple[str, Any], tuple[str, str]] = field(default_factory=dict)
    """Under (parameter, value) its (symbol, title): DCG without a discount is CG."""
    unpromised: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The words under which "bounds" or "swap" is not promised."""
    uncut: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Of a parameter two words, one its default: without a cut-off, the first means the second."""
    reads_all: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The words under which the whole "list" or "pool" is read, not just the first n."""
    meanings: Mapping[str, Parameter] = field(default_factory=dict)
    """The parameters that mean something else than in ``PARAMETERS``."""
    reasons: Mapping[str, ReasonSource] = field(default_factory=dict)
    """The text about a step, by its symbol, where ``REASONS`` says something else or nothing."""

    def parameter(self, name: str) -> Parameter:
        return self.meanings.get(name) or PARAMETERS.get(name, Parameter())
