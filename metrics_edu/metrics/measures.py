"""Measures: a metric with its cut-off and its convention, as a value that is spelled as the field spells it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import _, refused
from metrics_edu.metrics.conventions import CONVENTIONS, METRICS, row_of
from metrics_edu.metrics.ranking import Ranking, as_ranking, take_ranking_options
from metrics_edu.metrics.registry import REGISTRY, WEIGHTS, ZERO_BY_ZERO, Metric, mean_over_users
from metrics_edu.metrics.spellings import NAMES, Spelling, own_names, read_spelling
from metrics_edu.metrics.validation import check_cutoff, check_word, read_threshold
from metrics_edu.working import Derivation
from metrics_edu.working.labels import spoken

if TYPE_CHECKING:
    import numpy.typing as npt

SPELLED = ("n", "beta", "cutoffs")
UNSAID = (
    *(("empty", 0), ("no_negative", "skip"), ("hits", "first")),
    *(("positives", "all"), ("unranked", "half")),
    *(("tied_pairs", word) for word in ("half", "wrong", "order")),
)
"""What a label leaves out: 0/0 counts as 0, RR is of the first hit, AUC of all relevant items, ties are those of scores."""
NEAR = 0.7
"""How alike two names must be, from 0 to 1, for one to be suggested in the place of the other."""

DEFAULT = next(iter(CONVENTIONS))
"""The convention of a measure that names none."""


@dataclass(frozen=True, repr=False)
class Measure:
    """A metric with the parameters that differ from its defaults.

    Two measures that compute the same are equal, under whatever convention.

    >>> measure("nDCG@10", gain="linear").parameters
    mappingproxy({'gain': 'linear', 'n': 10})
    """

    metric: Metric
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)  # sorted by their names, and frozen
    convention: str = field(default=DEFAULT, compare=False)
    threshold: float | None = None  # in the place of that of a Ranking

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", MappingProxyType(dict(sorted(dict(self.parameters).items()))))

    def __reduce__(self) -> tuple[Any, ...]:
        return Measure, (self.metric, dict(self.parameters), self.convention, self.threshold)

    def __call__(self, ranking: Ranking | npt.ArrayLike | None = None, n: int | None = None, **options: Any) -> Any:
        """Return the value: a float, or an array with one value a user of a batch.

        Beside a list, the options are those of its Ranking, or parameters that the measure does not set, such as the cut-off
        of ``AP(ranking, 5)``. Without a list they are parameters of another measure: ``AP(denominator="relevant")``.
        """
        more = options if n is None else {"n": n, **options}
        if ranking is None:
            return self.changed(**more)
        of_list = take_ranking_options(more)
        if more:
            beside(self.name, self.parameters, own_names(more))
            return self.changed(**more)(ranking, **of_list)
        return self.metric(self.read(ranking, **of_list), **self.parameters)

    def __matmul__(self, n: Any) -> Measure:
        """Return the measure with a cut-off, ``AP @ 10``; of AvgRp with several, ``AvgRp @ (5, 10)``."""
        cut = "+".join(map(str, n if isinstance(n, tuple | list) else [n]))
        own = {key: value for key, value in self.parameters.items() if key not in ("n", "cutoffs")}
        return self._spelled(f"@{cut}", own)

    def changed(self, **parameters: Any) -> Measure:
        """Return the measure with other parameters, also by the names that other tools give them."""
        return self._spelled("", {**self.parameters, **own_names(parameters)})

    def _spelled(self, cut: str, parameters: Mapping[str, Any]) -> Measure:
        to_cut = {} if self.settings.get("n") else {second: first for first, second in self.metric.uncut.values()}
        words = {key: to_cut.get(value, value) for key, value in self.unspelled.items()}
        return measure(self.metric.symbol.partition("{")[0] + cut, self.convention, **{**words, **parameters})

    def read(self, ranking: Any, **options: Any) -> Ranking:
        """Return what a value is computed from: a Ranking, or one that is made of a bare list and its options."""
        if isinstance(ranking, Ranking) and not options:
            if self.threshold is None or self.threshold == ranking.threshold:
                return ranking
            return ranking.with_threshold(self.threshold)
        own = {} if self.threshold is None else beside(self.name, {"threshold": self.threshold}, options)
        return as_ranking(ranking, spoken(self.name), **{**options, **own})

    def explain(
        self, ranking: Ranking | npt.ArrayLike, *, users: str = "all", weight: str = "users", **options: Any
    ) -> Derivation:
        """Return the derivation of the value; of a batch, of the mean over its users; the options make a Ranking of a list."""
        return self.metric.explain(self.read(ranking, **options), users=users, weight=weight, **self.parameters)

    def mean(
        self, ranking: Ranking | npt.ArrayLike, *, users: str = "all", weight: str = "users", **options: Any
    ) -> float:
        """Return the mean over the users of a batch; the options make a Ranking of rows of grades.

        The `weight` of a user is 1 ("users"), the "impressions" (items shown), the "relevant" items, or the "pairs" of AUC.

        >>> lists = Ranking.from_lists({1: "abcdefghij", 2: "ba", 3: "bcad"}, {1: "a", 2: "a", 3: "ad"})
        >>> measure("AUC").mean(lists, weight="impressions")  # of 1, 0 and 0
        0.625
        """
        lists = self.read(ranking, **options)
        check_word("weight", weight, WEIGHTS)
        return float(mean_over_users(self(lists), lists.relevant, users=users, weights=WEIGHTS[weight](lists)))

    def finds_nothing(self, ranking: Ranking) -> Any:
        """Return whether `empty` decides the value, or of a batch, where."""
        return self.metric.nothing_to_find(ranking, self.settings)

    @cached_property
    def settings(self) -> dict[str, Any]:
        """Every parameter, in its normal form."""
        return self.metric.normal(self.parameters)

    @property
    def name(self) -> str:
        """The spelling: "AP@10"."""
        return self.metric.label(**self.parameters)

    @property
    def unspelled(self) -> dict[str, Any]:
        """The parameters that differ from those of its spelling under its convention, and a threshold."""
        plain = measure(self.name, convention=self.convention).settings
        differ = {key: value for key, value in self.settings.items() if value != plain[key]}
        return differ if self.threshold is None else {**differ, "threshold": self.threshold}

    @property
    def title(self) -> str:
        """What it is, in the reader's language: "average precision"."""
        return self.metric.title_of(**self.parameters)

    @property
    def mean_name(self) -> str:
        """What the mean over users is called: "MAP@10"."""
        return self.metric.mean_label(**self.parameters)

    @property
    def label(self) -> str:
        """The spelling and, in words, what is computed: "AP@10, divided by min(|R|, 10)"."""
        words = {
            key: value
            for key, value in self.settings.items()
            if key not in SPELLED and value is not None and (key, value) not in UNSAID
        }
        if self.threshold is not None:
            words["threshold"] = self.threshold
        return ", ".join([self.name, *(self._say(key, value) for key, value in words.items())])

    def _say(self, key: str, value: Any) -> str:
        return self.metric.parameter(key).say(value, self.parameters.get("n"))

    def differences(self, other: Measure, *, brief: bool = False) -> str:
        """Say in words what is computed where it differs from another measure of the same metric.

        `brief` leaves out what the words mean, and what is done where no item is relevant.
        """
        differ = {
            key: value
            for key, value in self.settings.items()
            if key != "cutoffs" and self.parameters.get(key) != other.parameters.get(key)
        }
        if brief:
            return ", ".join(self._say(key, value) for key, value in differ.items() if key not in ZERO_BY_ZERO)
        sentences = []
        for key, value in differ.items():
            text = self._say(key, value)
            _shown, meaning = self.metric.parameter(key).words.get(value, ("", ""))
            sentences.append(f"{text[0].upper()}{text[1:]}. {_(meaning)}".rstrip())
        return " ".join(sentences)

    def depth(self, of: str = "list") -> int | None:
        """Return how many ranks of the "list", or of the "pool" best first, are read; None if all are."""
        settings = self.settings
        if not set(self.metric.reads_all.get(of, ())).isdisjoint(v for v in settings.values() if isinstance(v, str)):
            return None
        return max(settings["cutoffs"]) if "cutoffs" in settings else settings.get("n")

    @property
    def promises_swap(self) -> bool:
        """Whether a better item moved up never lowers the value."""
        return self.metric.promises_swap and not any(
            word in self.metric.unpromised.get("swap", ()) for word in self.settings.values()
        )

    def __repr__(self) -> str:
        if self.metric.kind != "ranking":
            return f"<Measure {self.name}>"
        named = {} if self.convention == DEFAULT else {"convention": self.convention}
        differ = [f"{key}={value!r}" for key, value in {**named, **self.unspelled}.items()]
        return f"measure({', '.join([repr(self.name), *differ])})"


def measure(spelling: str, convention: str | None = None, **parameters: Any) -> Measure:
    """Return the measure of a spelling such as "AP@10", "nDCG", "F0.5@5" or "AvgRp@5+10".

    The words of other tools are also read: "ndcg_cut_10", "hit_rate@3", "precision at 5", "P(rel=2)@5".

    Parameters
    ----------
    spelling : str
        Name, and after an ``@`` the cut-off (or cut-offs, joined by ``+``).
    convention : str, optional
        Whose parameters, one of ``CONVENTIONS``. By default "parra", the definitions of the slides, or that of the tool whose
        word the spelling is: "ndcg_cut_10" is of trec_eval.
    **parameters
        What differs from the convention. With a `threshold`, from which grade on an item is relevant, whatever the Ranking says.

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
    >>> measure("AP@2")("RNR", relevant=3), measure("ndcg_cut_10")
    (0.5, measure('nDCG@10', convention='trec_eval'))
    """
    read = _read(spelling)
    metric = METRICS[read.metric]
    named, own = row_of((read.convention or DEFAULT) if convention is None else convention)
    spelled = _cutoffs(metric, spelling, read.cutoffs)
    if read.beta:
        spelled["beta"] = float(read.beta)
        hint = f"{read.name}@{read.beta}"
        if "beta" not in metric.numbers:
            raise ValueError(_unknown(_("measure"), spelling, NAMES, hint))
    passed = own_names(parameters)
    chosen = {**_agreed(named, metric, spelling), **own.get(metric.name, {}), **read.parameters, **passed}
    chosen |= beside(spelling, {**spelled, **read.options}, passed)
    threshold = chosen.pop("threshold", None)
    if unknown := [name for name in chosen if name not in metric.parameters]:
        raise ValueError(_unknown(_("parameter of {name}", name=metric.name), unknown[0], metric.parameters))
    if isinstance(chosen.get("cutoffs"), int):
        chosen["cutoffs"] = (chosen["cutoffs"],)
    if not CONVENTIONS[named].defines(metric.name, chosen.get("n")):
        raise refused(
            "convention {convention!r} has {name} of whole lists only; got {value!r}",
            convention=named,
            name=metric.label(),
            value=spelling,
        )
    metric.check({**metric.parameters, **chosen})
    chosen = {key: tuple(value) if isinstance(value, list) else value for key, value in chosen.items()}
    normal, default = metric.normal(chosen), metric.normal({"n": chosen.get("n")})
    differ = {key: normal[key] for key in chosen if normal[key] != default[key] or (key == "n" and chosen["n"])}
    return Measure(metric, differ, named, None if threshold is None else read_threshold(threshold))


def _read(spelling: Any) -> Spelling:
    if not isinstance(spelling, str):
        raise refused("write a measure as text, such as 'AP@10'; got {value!r}", value=spelling)
    read = read_spelling(spelling)
    if read and read.metric in METRICS:
        return read
    if read:
        raise refused(
            "{name} is not a measure of a ranking: write {call}",
            name=spoken(read.name),
            call=repr(REGISTRY[read.metric]),
        )
    near, _at, cutoff = spelling.partition("@")
    digits = re.match(r"[\d+]*\d", cutoff)
    known = {"hits": "HR", **{name.lower(): name for name in NAMES}}.get(
        near.strip().lower()
    )  # hits are a count in ranx
    hint = f"{known}@{digits[0] if digits else 10}" if known else ""
    raise ValueError(_unknown(_("measure"), spelling, NAMES, hint))


def _agreed(convention: Any, metric: Metric, spelling: str) -> Mapping[str, Any]:
    if not isinstance(convention, str) or convention not in CONVENTIONS:
        raise ValueError(_unknown(_("convention"), convention, CONVENTIONS))
    defined = CONVENTIONS[convention].metrics
    if metric.name in defined:
        return defined[metric.name]
    raise refused(
        "convention {convention!r} defines only {allowed}; got {value!r}",
        convention=convention,
        allowed=", ".join(METRICS[name].label() for name in defined),
        value=spelling,
    )


def _cutoffs(metric: Metric, spelling: str, text: str | None) -> dict[str, Any]:
    if text is None:
        return {}
    numbers = [int(part) if len(part) < 19 else 10**18 for part in text.split("+")]
    for n in numbers:
        check_cutoff(n)
    if "cutoffs" in metric.parameters:
        return {"cutoffs": tuple(numbers)}
    if metric.takes_n and len(numbers) == 1:
        return {"n": numbers[0]}
    raise refused(
        "{name} takes {allowed} (did you mean {hint!r}?); got {value!r}",
        name=metric.label(),
        allowed=_("one cut-off") if metric.takes_n else _("no cut-off"),
        value=spelling,
        hint=metric.label(n=numbers[0]) if metric.takes_n else metric.label(),
    )


def beside(spelling: str, spelled: Mapping[str, Any], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is spelled, which must be what is given beside it: a β that is given is the more exact one."""
    beside = {key: parameters.get(key, value) for key, value in spelled.items()}
    for key, value in spelled.items():
        rounded = key == "beta" and _digits(beside[key]) == _digits(value)
        if not rounded and not np.array_equal(np.atleast_1d(beside[key]), np.atleast_1d(value)):
            raise refused(
                "{spelling!r} sets {key} = {value}, but {key} = {other!r} was also passed: remove one of the two",
                spelling=spelling,
                key=key,
                value=_digits(value),
                other=beside[key],
            )
    return {key: beside[key] if key == "beta" else value for key, value in spelled.items()}


def _digits(value: Any) -> str:
    many = value if isinstance(value, list | tuple) else [value]
    return "+".join(f"{value:g}" if isinstance(value, float) else repr(value) for value in many)


def _unknown(kind: str, value: Any, allowed: Collection[str], hint: str = "") -> str:
    import difflib

    name, at, cutoff = str(value).partition("@") if allowed is NAMES else (str(value), "", "")
    near = difflib.get_close_matches(name.lower(), [known.lower() for known in allowed], 1, NEAR)
    hint = hint or next((known + at + cutoff for known in allowed if near and known.lower() == near[0]), "")
    return _(
        "unknown {kind} {value!r}{hint}; allowed are {allowed}",
        kind=kind,
        value=value,
        hint=_(" (did you mean {hint!r}?)", hint=hint) if hint else "",
        allowed=", ".join(allowed),
    )
