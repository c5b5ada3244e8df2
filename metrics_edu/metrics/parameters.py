"""What is declared of a metric beside its function, and what its parameters mean, in one sentence each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from metrics_edu.language import N_, _, number
from metrics_edu.working import Says


@dataclass(frozen=True)
class Parameter:
    """A parameter: what it is called, its sentence, for each word how it is shown and its own sentence, how it is said."""

    title: str
    sentence: str
    words: dict[str, tuple[str, str]]
    said: str = ""

    def word(self, value: Any, n: int | None = None) -> str:
        """Return how a value is shown, with the cut-off in the place of n: "min(|R|, 10)"."""
        shown = _(self.words[value][0]) if value in self.words else number(value)
        return shown if n is None else re.sub(r"\bn\b", str(n), shown)

    def say(self, value: Any, n: int | None = None) -> str:
        """Return the parameter with a value, in words: "divided by the hits"."""
        word = self.word(value, n)
        return _(self.said, word=word) if self.said else f"{_(self.title).lower()} {word}"


PARAMETERS: dict[str, Parameter] = {
    "denominator": Parameter(
        N_("Divided by"),
        "",
        {
            "reachable": (
                N_("min(|R|, n)"),
                N_("The most hits a list cut at n can hold; |R| when all ranks are read."),
            ),
            "relevant": (N_("|R|, all relevant"), N_("Every relevant item: one that is not shown costs.")),
            "listed": (N_("min(|R|, shown)"), N_("The most hits the ranks really shown can hold.")),
            "retrieved": (N_("the hits"), N_("Only the hits: what was missed costs nothing.")),
            "cutoff": (N_("n, the ranks read"), N_("Every rank read: a perfect list can stay below 1.")),
        },
    ),
    "short": Parameter(
        N_("A short list divided by"),
        "",
        {
            "pad": (N_("n"), N_("The ranks it lacks count as misses.")),
            "shrink": (N_("its length"), N_("Only the ranks it has are read.")),
        },
    ),
    "gain": Parameter(
        N_("Gain"),
        "",
        {
            "exponential": (N_("2^g − 1"), N_("A grade of 3 is worth 7, a grade of 1 is worth 1.")),
            "linear": (N_("g"), N_("A grade is worth itself.")),
            "binary": (N_("1 or 0"), N_("A relevant item is worth 1, whatever its grade.")),
            "shifted": (N_("2^(g − threshold + 1) − 1"), N_("The exponential gain, counted from the threshold.")),
        },
    ),
    "discount": Parameter(
        N_("Discount"),
        "",
        {
            "log2": (N_("log2(i + 1)"), N_("Each rank is divided by log2 of the rank plus one.")),
            "jarvelin": (N_("max(1, log2 i)"), N_("Ranks 1 and 2 are not discounted.")),
            "none": (N_("none"), N_("All ranks weigh the same: cumulative gain.")),
        },
    ),
    "below": Parameter(
        N_("Below the threshold"),
        "",
        {
            "zero": (N_("worth nothing"), N_("An item below the threshold gains nothing.")),
            "graded": (N_("worth their gain"), N_("A little relevant is worth a little.")),
        },
    ),
    "ideal": Parameter(
        N_("The ideal list"),
        "",
        {
            "pool": (N_("the pool, cut at n"), N_("The best order of all graded items, shown or missed.")),
            "uncut": (N_("the whole pool"), N_("All graded items, however few ranks are read.")),
            "retrieved": (N_("the shown list, sorted"), N_("A common fault: what was missed is forgotten.")),
            "ones": (N_("n ones"), N_("As if n relevant items existed.")),
            "listed": (N_("min(|R|, shown) ones"), N_("As many ones as relevant items fit in the ranks shown.")),
        },
        N_("the ideal list: {word}"),
    ),
    "exponent": Parameter(
        N_("Exponent"),
        "",
        {
            "slides": (N_("(i − 1)/α"), N_("The weight is one half α ranks below the first.")),
            "breese": (N_("(i − 1)/(α − 1)"), N_("Breese's: the weight is one half at rank α.")),
        },
    ),
    "empty": Parameter(
        N_("No relevant item"),
        N_("What 0/0 counts as, when nothing is relevant."),
        {
            "skip": (N_("is left out"), N_("Not a number; a mean leaves this user out.")),
            "error": (N_("is an error"), ""),
        },
        N_("a user with no relevant item {word}"),
    ),
    "half_life": Parameter(N_("Half-life α"), N_("So many ranks further down, an item is worth half."), {}),
    "beta": Parameter(N_("β"), N_("Recall weighs β times as much as precision."), {}),
    "per": Parameter(
        N_("Summed"),
        "",
        {
            "list": (N_("over the list"), N_("A longer list gathers more novelty.")),
            "item": (N_("and divided by the length"), N_("The mean novelty of an item of the list.")),
        },
    ),
    "base": Parameter(
        N_("Logarithm"),
        "",
        {
            "e": (N_("natural"), N_("Novelty in nats.")),
            "2": (N_("to base 2"), N_("Novelty in bits: one more for each halving of the popularity.")),
        },
    ),
    "unseen": Parameter(
        N_("An item without interactions"),
        "",
        {
            "error": (N_("is an error"), N_("Its popularity is 0, and the logarithm of 1/0 is not a number.")),
            "skip": (N_("is passed over"), N_("It adds nothing to the sum.")),
        },
    ),
    "n": Parameter(N_("Cut-off n"), N_("Only the first n ranks are read."), {}),
    "threshold": Parameter(N_("Relevant from"), N_("A grade that reaches it is relevant."), {}),
}


@dataclass(frozen=True, eq=False, repr=False)
class Declaration:
    """What is declared of a metric, beside its function.

    Attributes
    ----------
    symbol, title : str
        The field's symbol, with ``{n}`` for parameters it shows; what it is called in words.
    mean : str
        What the mean over users is called ("" where it has no name of its own).
    kind : "ranking", "rating" or "coverage"
        What it is computed from.
    per_rank, ideal : str
        The symbols of the steps that give each rank, and each rank of the ideal list, its term.
    bounds : (low, high)
    renamed : mapping (parameter, value) -> (symbol, title)
        What it is called under a value: DCG without a discount is CG.
    falls : bool
        Whether a lower value is the better one.
    averages : bool
        Whether the value is a mean of the terms (so that a figure draws it as a line).
    promises_swap : bool
        Whether a better item moved up never lowers the value.
    can_be_nan : bool
        Whether a list may have no value under any parameters: the rank of the first hit, where there is none.
    unpromised : mapping "bounds" | "swap" -> words under which that promise is not made
    uncut : mapping from a parameter to two words: without a cut-off, the first means the second; one of them is the default
    reads_all : mapping "list" | "pool" -> words under which the whole list or pool is read, not just the first n
    ranges : mapping from a number to (low, high), both excluded: above 0 where none is declared
    reasons : mapping from the symbol of a step to what is said of it, where ``REASONS`` says something else or nothing
    """

    symbol: str
    title: str
    mean: str = ""
    source: str = ""
    kind: Literal["ranking", "rating", "coverage"] = "ranking"
    per_rank: str = ""
    ideal: str = ""
    bounds: tuple[float, float] = (0, 1)
    renamed: Mapping[tuple[str, Any], tuple[str, str]] = field(default_factory=dict)
    falls: bool = False
    averages: bool = False
    promises_swap: bool = True
    can_be_nan: bool = False
    unpromised: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    uncut: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    reads_all: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    reasons: Mapping[str, Says] = field(default_factory=dict)
