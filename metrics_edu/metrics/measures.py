"""Measures: a metric with its cut-off and its convention, as a value that is spelled as the field spells it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from metrics_edu.language import _
from metrics_edu.metrics.conventions import CONVENTIONS
from metrics_edu.metrics.parameters import PARAMETERS
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.ranking_metrics import METRICS
from metrics_edu.metrics.registry import Metric, check_cutoff, mean_over_users
from metrics_edu.working import Derivation

SPELLINGS: dict[str, tuple[str, dict[str, Any]]] = {
    **{
        spelling: (metric.name, {})
        for metric in METRICS.values()
        for spelling in (metric.symbol.partition("{")[0], metric.mean)
        if spelling.isalpha()
    },
    "Precision": ("precision", {}),
    "R": ("recall", {}),
    "CG": ("dcg", {"gain": "linear", "discount": "none"}),
    "Rprec": ("r_precision", {}),
}
"""How measures are spelled: the name before the @, the metric and the parameters it means. A metric is found by its
symbol and by that of its mean."""


DEFAULT = next(iter(CONVENTIONS))
"""The convention of a measure that names none."""


@dataclass(frozen=True, repr=False)
class Measure:
    """A metric with its parameters; two measures that compute the same are equal, under whatever convention.

    Attributes
    ----------
    metric : Metric
    parameters : tuple of (name, value)
        Those that differ from the metric's defaults.
    convention : str
    """

    metric: Metric
    parameters: tuple[tuple[str, Any], ...] = ()
    convention: str = field(default=DEFAULT, compare=False)

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
    def given(self) -> dict[str, Any]:
        """Every parameter, in its normal form."""
        return self.metric.normal(dict(self.parameters))

    @property
    def name(self) -> str:
        """The spelling: "AP@10"."""
        return self.metric.label(**dict(self.parameters))

    @property
    def title(self) -> str:
        """What it is, in the reader's language: "average precision"."""
        return self.metric.title_of(**dict(self.parameters))

    @property
    def mean_name(self) -> str:
        """What the mean over users is called: "MAP@10"."""
        return self.metric.mean_label(**dict(self.parameters))

    @property
    def label(self) -> str:
        """The spelling and, in words, what is computed: "AP@10, divided by min(|R|, 10)"."""
        given = self.given
        words = [
            PARAMETERS[key].say(value, given.get("n"))
            for key, value in given.items()
            if key in PARAMETERS and key not in ("n", "beta") and (key, value) != ("empty", 0)
        ]
        return ", ".join([self.name, *words])

    def differences(self, other: Measure, *, brief: bool = False) -> str:
        """Say in words what is computed where it differs from another measure of the same metric.

        `brief` leaves out what the words mean, and what is done where no item is relevant.
        """
        ours, theirs = dict(self.parameters), dict(other.parameters)
        words = []
        for key, value in self.given.items():
            if key not in PARAMETERS or ours.get(key) == theirs.get(key) or (brief and key == "empty"):
                continue
            meaning = "" if brief else PARAMETERS[key].words.get(value, ("", ""))[1]
            words.append(PARAMETERS[key].say(value, ours.get("n")) + (f". {_(meaning)}" if meaning else "."))
        if brief:
            return ", ".join(text.rstrip(".") for text in words)
        return " ".join(f"{text[0].upper()}{text[1:]}" for text in words)

    def depth(self, of: str = "list") -> int | None:
        """Return how many ranks of the "list", or of the "pool" best first, are read; None if all are."""
        given = self.given
        if not set(self.metric.reads_all.get(of, ())).isdisjoint(v for v in given.values() if isinstance(v, str)):
            return None
        return max(given["cutoffs"]) if "cutoffs" in given else given.get("n")

    def __repr__(self) -> str:
        if self.metric.kind != "ranking":
            return f"<Measure {self.name}>"
        plain = dict(measure(self.name, convention=self.convention).parameters)
        own = dict(self.parameters)
        default = self.metric.parameters
        given = {key: own.get(key, default[key]) for key in default if own.get(key) != plain.get(key)}
        if self.convention != DEFAULT:
            given = {"convention": self.convention, **given}
        return f"measure({', '.join([repr(self.name), *(f'{key}={value!r}' for key, value in given.items())])})"


def measure(spelling: str, *, convention: str = DEFAULT, **parameters: Any) -> Measure:
    """Return the measure of a spelling such as "AP@10", "nDCG", "F0.5@5" or "AvgRp@5+10".

    Parameters
    ----------
    spelling : str
        Name, and after an ``@`` the cut-off (or cut-offs, joined by ``+``).
    convention : str
        Whose parameters, one of ``CONVENTIONS``; "parra" are the definitions of the slides.
    **parameters
        What differs from the convention.

    Returns
    -------
    Measure
        To be called with a Ranking, or explained; equal to every other spelling of the same.

    Raises
    ------
    ValueError
        If the spelling, the convention or a parameter is not known (the nearest is named), or the convention does not
        define the measure.

    Examples
    --------
    >>> measure("AP@10").name, measure("AP@10").mean_name, measure("F2@5").name
    ('AP@10', 'MAP@10', 'F2@5')
    >>> measure("AP@2")(Ranking.parse("RNR", relevant=3))
    0.5
    """
    text: Any = spelling  # a caller's value may be anything
    if not isinstance(text, str):
        raise ValueError(_("a measure is spelled as text, such as 'AP@10'; got {given!r}", given=text))
    found = re.fullmatch(r"\s*([A-Za-z]+?)(\d+(?:\.\d+)?)?(?:@(\d+(?:\+\d+)*))?\s*", spelling)
    names = {name.lower(): name for name in SPELLINGS}
    if not found or found[1].lower() not in names:
        raise ValueError(_unknown(_("measure"), spelling, list(SPELLINGS), _with_cutoff(spelling, names)))
    key, preset = SPELLINGS[names[found[1].lower()]]
    metric = METRICS[key]
    given = {**_agreed(convention, metric, spelling), **preset, **parameters}
    spelled = _cutoffs(metric, spelling, found[3])
    if found[2]:
        if "beta" not in metric.numbers:
            hint = f"{names[found[1].lower()]}@{found[2]}"
            raise ValueError(_unknown(_("measure"), spelling, list(SPELLINGS), hint))
        spelled["beta"] = float(found[2])
    for key, value in spelled.items():
        other = parameters.get(key, value)
        if key == "beta" and _digits(other) == _digits(value):
            spelled[key] = other  # a spelling is rounded
        elif not np.array_equal(np.atleast_1d(other), np.atleast_1d(value)):
            raise ValueError(
                _(
                    "{given!r} says {key} = {value}; got {key} = {other!r} beside it",
                    given=spelling,
                    key=key,
                    value=_digits(value),
                    other=other,
                )
            )
    given |= parameters | spelled
    unknown = [name for name in given if name not in metric.parameters]
    if unknown:
        raise ValueError(_unknown(_("parameter of {name}", name=metric.name), unknown[0], list(metric.parameters)))
    if isinstance(given.get("cutoffs"), int):
        given["cutoffs"] = (given["cutoffs"],)
    metric.check({**metric.parameters, **given})
    given = {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}
    normal, default = metric.normal(given), metric.normal({"n": given.get("n")})
    differ = {key: normal[key] for key in given if normal[key] != default[key] or (key == "n" and given["n"])}
    return Measure(metric, tuple(sorted(differ.items())), convention)


def _agreed(convention: str, metric: Metric, spelling: str) -> dict[str, Any]:
    known: Any = convention  # a caller's value may be anything
    if not isinstance(known, str) or known not in CONVENTIONS:
        raise ValueError(_unknown(_("convention"), convention, list(CONVENTIONS)))
    defined = CONVENTIONS[convention].metrics
    if metric.name not in defined:
        allowed = ", ".join(METRICS[name].label() for name in defined)
        raise ValueError(
            _(
                "convention {convention!r} defines {allowed}; got {given!r}",
                convention=convention,
                allowed=allowed,
                given=spelling,
            )
        )
    return dict(defined[metric.name])


def _cutoffs(metric: Metric, spelling: str, text: str | None) -> dict[str, Any]:
    if text is None:
        return {}
    numbers = [int(part) if len(part) < 19 else 10**18 for part in text.split("+")]
    for n in numbers:
        check_cutoff(n)
    if "cutoffs" in metric.parameters:
        return {"cutoffs": tuple(numbers)}
    if not metric.takes_n or len(numbers) != 1:
        near = metric.label(n=numbers[0]) if metric.takes_n else metric.label()
        allowed = _("one cut-off") if metric.takes_n else _("no cut-off")
        raise ValueError(
            _(
                "{name} takes {allowed}; got {given!r}; did you mean {hint!r}?",
                name=metric.label(),
                allowed=allowed,
                given=spelling,
                hint=near,
            )
        )
    return {"n": numbers[0]}


def _digits(value: Any) -> str:
    many = value if isinstance(value, list | tuple) else [value]
    return "+".join(f"{one:g}" if isinstance(one, float) else repr(one) for one in many)


def _with_cutoff(spelling: str, names: dict[str, str]) -> str:
    name, _at, rest = spelling.partition("@")
    digits = re.match(r"[\d+]*\d", rest)
    return f"{names[name.strip().lower()]}@{digits[0] if digits else 10}" if name.strip().lower() in names else ""


def _unknown(kind: str, given: Any, allowed: list[str], hint: str = "") -> str:
    import difflib

    name, at, cutoff = str(given).partition("@")
    near = difflib.get_close_matches(name.lower(), [one.lower() for one in allowed], 1, 0.3)
    hint = hint or next((one + at + cutoff for one in allowed if near and one.lower() == near[0]), "")
    text = _("unknown {kind} {given!r}; allowed are {allowed}", kind=kind, given=given, allowed=", ".join(allowed))
    return text + (_("; did you mean {hint!r}?", hint=hint) if hint else "")
