"""How far judges agree: observed agreement, Cohen's, Scott's and Fleiss' kappa, Krippendorff's alpha.

Each takes Votes, or rows of grades, a row a judge; None is no vote. Where all votes are equal, chance alone gives full
agreement: 0/0, which `undefined` decides.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import numpy as np

from metrics_edu.language import N_, refused
from metrics_edu.metrics.registry import metric
from metrics_edu.metrics.votes import Votes, as_votes
from metrics_edu.working import named
from metrics_edu.working.recorded_array import plain

Undefined = Literal["nan", "one", "zero", "error"]
ALL_EQUAL = N_(
    "all votes are equal, so chance alone gives full agreement and this is 0/0; libraries return NaN, 1 or an error"
)
AGREED: dict[str, dict[str, dict[str, Any]]] = {
    "sklearn": {"cohen_kappa": {"distance": "positions"}},
    "statsmodels": {"cohen_kappa": {"distance": "positions"}, "fleiss_kappa": {}},
    "nltk": {
        "cohen_kappa": {"undefined": "one"},
        "scott_pi": {"undefined": "one"},
        "fleiss_kappa": {"undefined": "one"},
        "krippendorff_alpha": {"undefined": "one"},
    },
    "krippendorff": {"krippendorff_alpha": {"undefined": "error"}},
    "irrcac": {"cohen_kappa": {}, "fleiss_kappa": {"undefined": "one"}, "krippendorff_alpha": {"undefined": "error"}},
    "trectools": {"cohen_kappa": {}, "fleiss_kappa": {}},
}
"""What libraries compute, by their names: each function with the parameters that differ from its defaults."""
WHERE_ALL_EQUAL = {"nan": np.nan, "one": 1.0, "zero": 0.0, "error": np.nan}
agreement = partial(
    metric,
    kind="agreement",
    beside="observed_agreement",
    bounds=(-1, 1),
    can_be_nan=True,
    promises_swap=False,
    refuses="the votes cannot be read, or their judges or gaps are not those it takes",
    reasons={
        "agree": N_("the items on which both judges gave the same grade"),
        "n": N_("the items with a vote of both"),
        "P_o": N_("the observed agreement"),
        "P_e": N_("the agreement by chance: each judge gives each grade as often, but at random"),
        "a_c": N_("how often judge 1 gave each grade"),
        "b_c": N_("how often judge 2 gave each grade"),
        "p_c": N_("how often each grade was given by all judges together"),
        "d_i": N_("how far apart the two votes on an item are"),
        "e_c": N_("how often chance gives each pair of grades"),
        "w_c": N_("how far apart the two grades of each pair are"),
        "D_o": N_("the observed disagreement"),
        "D_e": N_("the disagreement by chance"),
        "P_i": N_("the share of the pairs of judges that agree on an item"),
        "N": N_("the items"),
        "n_c": N_("the votes for each grade, of items with two votes or more"),
        "V": N_("the votes on items with two votes or more"),
    },
)


@agreement(
    "P_o",
    N_("observed agreement"),
    done=N_("The pairs of equal votes were divided by all pairs."),
    called=("acuerdo observado",),
    source="Manning, Raghavan and Schütze, Introduction to Information Retrieval, section 8.5",
    bounds=(0, 1),
    beside="",
)
def observed_agreement(votes: Votes) -> Any:
    """Observed agreement: the share of the pairs of judges that agree, as the mean over the items with two votes or more.

    >>> observed_agreement([[1, 1, 0, 0, 1], [1, 0, 0, 0, 1]])
    0.8
    """
    return _mean_over_items(_several(votes))


@agreement(
    "κ",
    N_("Cohen's kappa"),
    done=N_("The agreement above chance was divided by the most it can be; chance has each judge's own shares."),
    called=("kappa", "cohen's kappa", "kappa de cohen", "índice kappa", "cohen kappa score"),
    source="Cohen 1960 and, weighted, 1968",
)
def cohen_kappa(
    votes: Votes,
    *,
    weights: Literal["none", "linear", "quadratic"] = "none",
    distance: Literal["values", "positions"] = "values",
    undefined: Undefined = "nan",
) -> Any:
    """Cohen's kappa of two judges: (P_o - P_e) / (1 - P_e); with weights, 1 - D_o / D_e. Items without both votes are left out.

    >>> cohen_kappa([[1, 1, 0, 0], [1, 0, 0, 0]])  # (3/4 - 1/2) / (1 - 1/2)
    0.5
    """
    both = as_votes(votes, judges=2)
    both = _some(both, both.voted.all(axis=0), N_("no item has a vote of both judges"))
    first, second = np.searchsorted(both.scale, both.grades)
    count = named(len(first), "n", counts_terms=True)
    kinds = len(both.scale)
    table = np.bincount(first * kinds + second, minlength=kinds * kinds).reshape(kinds, kinds)
    given = [named(table.sum(axis=1 - judge), f"{'ab'[judge]}_c") for judge in (0, 1)]
    if weights == "none":
        observed = named(named(np.trace(table), "agree") / count, "P_o")
        return _above_chance(observed, named(np.sum(given[0] * given[1], axis=-1) / count**2, "P_e"), undefined)
    scale = both.scale if distance == "values" else np.arange(kinds)
    power = 1 if weights == "linear" else 2
    apart = named(np.abs(scale[first] - scale[second]) ** power, "d_i")
    expected = named(np.outer(*map(plain, given)).ravel() / len(first) ** 2, "e_c")
    distances = named(np.abs(scale[:, None] - scale).ravel() ** power, "w_c")
    disagreement = named(np.sum(apart, axis=-1) / count, "D_o")
    return _below_chance(disagreement, named(np.sum(expected * distances, axis=-1), "D_e"), undefined)


@agreement(
    "π",
    N_("Scott's pi"),
    done=N_(
        "The agreement above chance was divided by the most it can be; chance has the shares of both judges together."
    ),
    called=("scott's pi", "pi de scott", "pi"),
    source="Scott 1955; it is the kappa of Manning, Raghavan and Schütze, section 8.5",
)
def scott_pi(votes: Votes, *, undefined: Undefined = "nan") -> Any:
    """Scott's pi of two judges: as Cohen's kappa, but chance has the shares of both judges together.

    >>> round(scott_pi([[1, 1, 0, 0], [1, 0, 0, 0]]), 4)  # (3/4 - 34/64) / (1 - 34/64)
    0.4667
    """
    both = as_votes(votes, judges=2)
    return _pooled(_some(both, both.voted.all(axis=0), N_("no item has a vote of both judges")), undefined)


@agreement(
    "κ_F",
    N_("Fleiss' kappa"),
    done=N_(
        "The agreement above chance was divided by the most it can be; chance has the shares of all judges together."
    ),
    called=("fleiss' kappa", "kappa de fleiss"),
    source="Fleiss 1971",
)
def fleiss_kappa(votes: Votes, *, undefined: Undefined = "nan") -> Any:
    """Fleiss' kappa of two or more judges, each item with as many votes; of two judges it is Scott's pi.

    >>> round(fleiss_kappa([[1, 1, 0], [1, 0, 0], [1, 1, 0]]), 4)  # (7/9 - 41/81) / (1 - 41/81)
    0.55
    """
    several = _several(votes)
    cast = several.counts.sum(axis=1)
    if np.any(cast != cast[0]):
        item = several.items[int(np.argmax(cast != cast[0]))][1]
        raise refused(
            "Fleiss' kappa needs as many votes on each item; item {item!r} has another number: use krippendorff_alpha",
            item=item,
        )
    return _pooled(several, undefined)


@agreement(
    "α",
    N_("Krippendorff's alpha"),
    done=N_("The disagreement was divided by that of votes drawn at random without replacement."),
    called=("krippendorff's alpha", "alfa de krippendorff", "alpha"),
    source="Krippendorff 2011, sections A to C (nominal)",
)
def krippendorff_alpha(votes: Votes, *, undefined: Undefined = "nan") -> Any:
    """Krippendorff's alpha of two or more judges: 1 - D_o / D_e, for grades as names. Votes may be missing.

    >>> krippendorff_alpha([[1, 1, 0, 0], [1, 0, 0, None]])  # 1 - (2/6) / (18/30)
    0.4444444444444444
    """
    several = _several(votes)
    counts = several.counts
    cast = counts.sum(axis=1)
    apart = named(
        (cast**2 - np.sum(counts**2, axis=1)) / (cast - 1),
        "d_i",
        N_("(v² − Σ n²)/(v − 1): v votes, of which n have the same grade"),
    )
    whole, given = named(cast.sum(), "V"), named(counts.sum(axis=0), "n_c")
    disagreement = named(np.sum(apart, axis=-1) / whole, "D_o")
    by_chance = named((whole**2 - np.sum(given**2, axis=-1)) / (whole * (whole - 1)), "D_e")
    return _below_chance(disagreement, by_chance, undefined)


def _several(votes: Any) -> Votes:
    """Return the votes on items with two votes or more."""
    given = as_votes(votes)
    return _some(given, given.voted.sum(axis=0) > 1, N_("no item has the votes of two judges"))


def _some(votes: Votes, kept: Any, none: str) -> Votes:
    if not kept.any():
        raise refused(none)
    if kept.all():
        return votes
    return Votes(
        votes.grades[:, kept], votes.judges, [item for item, keep in zip(votes.items, kept, strict=True) if keep]
    )


def _mean_over_items(votes: Votes) -> Any:
    counts = votes.counts
    cast = counts.sum(axis=1)
    agreeing = named(np.sum(counts * (counts - 1), axis=1) / (cast * (cast - 1)), "P_i")
    return np.sum(agreeing, axis=-1) / named(len(cast), "N", counts_terms=True)


def _pooled(votes: Votes, undefined: str) -> Any:
    observed = named(_mean_over_items(votes), "P_o")
    given = named(votes.counts.sum(axis=0) / votes.counts.sum(), "p_c")
    return _above_chance(observed, named(np.sum(given**2, axis=-1), "P_e"), undefined)


def _above_chance(observed: Any, by_chance: Any, undefined: str) -> Any:
    return _unless_equal((observed - by_chance) / (1 - by_chance), plain(by_chance) == 1, undefined)


def _below_chance(observed: Any, by_chance: Any, undefined: str) -> Any:
    return _unless_equal(1 - observed / by_chance, plain(by_chance) == 0, undefined)


def _unless_equal(value: Any, all_equal: Any, undefined: str) -> Any:
    if all_equal and undefined == "error":
        raise refused(ALL_EQUAL)
    return named(np.where(all_equal, WHERE_ALL_EQUAL[undefined], value), "", ALL_EQUAL if all_equal else "")
