"""Measures: a metric with its cut-off and its convention, as a value that is spelled as the field spells it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from metrics_edu.derivation import Derivation
from metrics_edu.language import N_, _, number
from metrics_edu.metrics import METRICS
from metrics_edu.parameters import PARAMETERS
from metrics_edu.ranking import Ranking
from metrics_edu.registry import Metric, check_cutoff, mean_over_users

CONVENTIONS: dict[str, tuple[str, Mapping[str, Mapping[str, Any]]]] = {
    "parra": (N_("Parra (slides)"), {}),
}
"""The named conventions: title, and for each metric the parameters that differ from the defaults."""

SPELLINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "P": ("precision", {}),
    "Recall": ("recall", {}),
    "F": ("f_measure", {}),
    "HR": ("hit_ratio", {}),
    "RR": ("reciprocal_rank", {}),
    "MRR": ("reciprocal_rank", {}),
    "Rank": ("average_rank", {}),
    "AP": ("average_precision", {}),
    "MAP": ("average_precision", {}),
    "Rankscore": ("rankscore", {}),
    "CG": ("dcg", {"gain": "linear", "discount": "none"}),
    "DCG": ("dcg", {}),
    "nDCG": ("ndcg", {}),
    "Rp": ("r_precision", {}),
    "Rprec": ("r_precision", {}),
    "AvgRp": ("average_r_precision", {}),
    "MARp": ("average_r_precision", {}),
}
"""How measures are spelled: the name before the @, the metric and the parameters it means."""


@dataclass(frozen=True)
class Measure:
    """A metric with its parameters; two measures that compute the same are equal.

    Attributes
    ----------
    metric : Metric
    parameters : tuple of (name, value)
        Those that differ from the metric's defaults.
    convention : str
    """

    metric: Metric
    parameters: tuple[tuple[str, Any], ...] = ()
    convention: str = field(default="parra", compare=False)

    def __call__(self, ranking: Ranking) -> Any:
        """Return the value: a float, or an array with one value a user of a batch."""
        return self.metric(ranking, **dict(self.parameters))

    def explain(self, ranking: Ranking, *, users: str = "all") -> Derivation:
        """Return the derivation of the value; of a batch, of the mean over its users."""
        options = dict(self.parameters)
        return (
            self.metric.explain(ranking, users=users, **options)
            if ranking.is_batch
            else self.metric.explain(ranking, **options)
        )

    def mean(self, ranking: Ranking, *, users: str = "all") -> float:
        """Return the mean over the users of a batch."""
        return float(mean_over_users(self(ranking), ranking.relevant, users=users))

    @property
    def name(self) -> str:
        """The spelling: "AP@10"."""
        return self.metric.label(**dict(self.parameters))

    @property
    def mean_name(self) -> str:
        """What the mean over users is called: "MAP@10"."""
        return self.metric.mean_label(**dict(self.parameters))

    @property
    def label(self) -> str:
        """The spelling and, in words, every choice that is not the default."""
        words = [
            PARAMETERS[key].say(value) if key in PARAMETERS else f"{key} {number(value)}"
            for key, value in self.parameters
            if key not in ("n", "cutoffs") and value != self.metric.parameters[key]
        ]
        return ", ".join([self.name, *words])

    def __repr__(self) -> str:
        return f"<Measure {self.label}>"


def measure(spelling: str, *, convention: str = "parra", **parameters: Any) -> Measure:
    """Return the measure of a spelling such as "AP@10", "nDCG", "F0.5@5" or "AvgRp@5+10".

    Parameters
    ----------
    spelling : str
        Name, and after an ``@`` the cut-off (or cut-offs, joined by ``+``).
    convention : str
        Which parameters it stands for; "parra" are the definitions of the slides.
    **parameters
        What differs from the convention.

    Returns
    -------
    Measure
        To be called with a Ranking, or explained; equal to every other spelling of the same.

    Raises
    ------
    ValueError
        If the spelling, the convention or a parameter is not known; the nearest is named.

    Examples
    --------
    >>> measure("AP@10").name, measure("AP@10").mean_name, measure("F2@5").name
    ('AP@10', 'MAP@10', 'F2@5')
    >>> measure("AP@2")(Ranking.parse("RNR", relevant=3))
    0.5
    """
    found = re.fullmatch(r"\s*([A-Za-z]+?)(\d+(?:\.\d+)?)?(?:@(\d+(?:\+\d+)*))?\s*", spelling)
    names = {name.lower(): name for name in SPELLINGS}
    if not found or found[1].lower() not in names:
        raise ValueError(_unknown(_("measure"), spelling, list(SPELLINGS)))
    if convention not in CONVENTIONS:
        raise ValueError(_unknown(_("convention"), convention, list(CONVENTIONS)))
    key, preset = SPELLINGS[names[found[1].lower()]]
    metric = METRICS[key]
    given = {**preset, **CONVENTIONS[convention][1].get(key, {}), **parameters}
    if found[2]:
        if "beta" not in metric.numbers:
            raise ValueError(_unknown(_("measure"), spelling, list(SPELLINGS)))
        given["beta"] = float(found[2])
    given |= _cutoffs(metric, spelling, found[3])
    unknown = [name for name in given if name not in metric.parameters]
    if unknown:
        raise ValueError(
            _unknown(_("parameter of {name}").format(name=metric.name), unknown[0], list(metric.parameters))
        )
    metric.check({**metric.parameters, **given})
    given = {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}
    differ = {key: value for key, value in given.items() if value != metric.parameters[key]}
    return Measure(metric, tuple(sorted(differ.items())), convention)


def _cutoffs(metric: Metric, spelling: str, text: str | None) -> dict[str, Any]:
    if text is None:
        return {}
    numbers = [int(part) for part in text.split("+")]
    for n in numbers:
        check_cutoff(n)
    if "cutoffs" in metric.parameters:
        return {"cutoffs": tuple(numbers)}
    if not metric.takes_n or len(numbers) != 1:
        raise ValueError(_("{name} takes {allowed}; got {given!r}").format(
            name=metric.label(), allowed=_("one cut-off") if metric.takes_n else _("no cut-off"), given=spelling))  # fmt: skip
    return {"n": numbers[0]}


def _unknown(kind: str, given: str, allowed: list[str]) -> str:
    import difflib

    near = difflib.get_close_matches(given.split("@")[0].lower(), [name.lower() for name in allowed], 1, 0.3)
    hint = next((name for name in allowed if near and name.lower() == near[0]), None)
    text = _("unknown {kind} {given!r}; allowed are {allowed}").format(
        kind=kind, given=given, allowed=", ".join(allowed)
    )
    return text + (_("; did you mean {hint!r}?").format(hint=hint) if hint else "")
