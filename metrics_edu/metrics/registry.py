"""The decorator that makes a metric of a function, and the registry that tables, menus, laws and the CLI read."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from metrics_edu.language import N_, _, number, refused
from metrics_edu.metrics import validation
from metrics_edu.metrics.docstrings import docstring
from metrics_edu.metrics.gains import nothing_to_find
from metrics_edu.metrics.parameters import Declaration
from metrics_edu.metrics.ranking import Ranking, as_ranking, take_ranking_options
from metrics_edu.metrics.reasons import ONE_VALUE_A_USER, REASONS, whose_mean
from metrics_edu.metrics.validation import check_cutoff, check_empty, check_number, check_word
from metrics_edu.working import Derivation, named
from metrics_edu.working.recorded_array import Term, is_recording, recording

REGISTRY: dict[str, Metric] = {}
"""Every metric by the name of its function, in the order they are defined."""
CUTOFF_ELSEWHERE = ("k", "at", "top_k", "topk", "cutoff", "cut_off")
"""What other tools call `n`."""
ZERO_BY_ZERO = {"empty": ("skip", "error"), "no_negative": ("skip",)}
"""The parameters that are the value of 0/0, each with its words."""
COUNTED = ("all", "with_relevant")
"""Whom a mean counts."""
WEIGHTS: dict[str, Callable[[Ranking], Any]] = {
    "users": lambda _batch: None,
    "impressions": lambda batch: batch.lengths,
    "relevant": lambda batch: batch.relevant,
    "pairs": lambda batch: batch.relevant * (batch.catalogue - batch.relevant),
}
"""How much a user counts in a mean: all alike, or by the items shown (GAUC of DIN's paper), by |R| (RecBole) or by pairs."""


class Metric(Declaration):
    """A metric: the function that computes it, with its symbol, title and parameters. Call it like a function."""

    def __init__(self, function: Callable[..., Any], symbol: str, title: str, **declared: Any) -> None:
        super().__init__(symbol, title, **declared)
        functools.update_wrapper(self, function)
        self.function = function
        self.name: str = function.__name__
        self.signature = inspect.signature(function)
        every = self.signature.parameters
        self.parameters = {
            key: parameter.default for key, parameter in every.items() if parameter.default is not parameter.empty
        }
        self._positional = [
            key for key, parameter in every.items() if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        ]
        hints = get_type_hints(function)
        self.choices = {key: get_args(hints[key]) for key in self.parameters if get_origin(hints.get(key)) is Literal}
        self.takes_n = "n" in self.parameters
        self.takes_empty = "empty" in self.parameters
        self.has_empty = self.takes_empty and not self.is_zero_if_empty
        no_numbers = {*self.choices, "n", *ZERO_BY_ZERO}
        self.numbers = {key: default for key, default in self.parameters.items() if key not in no_numbers}
        self.__doc__ = docstring(function.__doc__ or "", self, self.signature, self.choices)

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Compute: a float, or an array with one value a user of a batch; a Term while working is recorded."""
        arguments = self._bind(args, options)
        if self.kind == "ranking":
            self._check_arguments(arguments)
        elif self.kind == "agreement":
            self.check(arguments)
        if not is_recording():
            value = np.asarray(self._compute(arguments), dtype=np.float64)
            return value if value.ndim else value.item()
        with recording({**REASONS, **self.reasons}, arguments):
            recorded = self._compute(arguments)
            return (
                named(recorded, self.label(**arguments), recorded.reason_source)
                if isinstance(recorded, Term)
                else recorded
            )

    def __repr__(self) -> str:
        parameters = [part.replace(annotation=part.empty) for part in self.signature.parameters.values()]
        return f"{self.name}{inspect.Signature(parameters)}"

    def __reduce__(self) -> str:
        """Pickle as a name: in another process it is that one's own metric."""
        return self.name

    def _compute(self, arguments: Mapping[str, Any]) -> Any:
        with np.errstate(all="ignore"):
            return self.function(**arguments)

    def _bind(self, args: tuple[Any, ...], options: dict[str, Any]) -> dict[str, Any]:
        ranking_options = take_ranking_options(options) if self.kind == "ranking" else {}
        by_position = dict(zip(self._positional, args, strict=False))
        arguments = {**self.parameters, **by_position, **options}
        if (
            len(by_position) < len(args)
            or by_position.keys() & options
            or arguments.keys() != self.signature.parameters.keys()
        ):
            self._refuse_call(args, options)
            self.signature.bind(*args, **options)  # says what is wrong
        if self.kind == "ranking":
            arguments["ranking"] = as_ranking(arguments["ranking"], self.name, **ranking_options)
        return arguments

    def _refuse_call(self, args: tuple[Any, ...], options: Mapping[str, Any]) -> None:
        """Refuse a call as other tools have it, a cut-off by another name or two lists, with the call to write."""
        is_named = bool(options) and not args and self._positional[0] not in options
        key = next((key for key in CUTOFF_ELSEWHERE if key in options), "")
        if key and self.takes_n and not is_named:
            raise refused(
                "the cut-off is called n here, not {key}: write {call}",
                key=key,
                call=f"{self.name}(ranking, n={options[key]!r})",
            )
        if self.kind == "ranking" and (is_named or (len(args) > 2 and np.ndim(args[1]))):
            raise refused(validation.ONE_LIST, call=f"{self.name}({validation.OF_ITEMS})")
        if is_named:
            raise refused(
                "{name} has no {key}=: write {call}", name=self.name, key=next(iter(options)), call=repr(self)
            )

    def _check_arguments(self, arguments: dict[str, Any]) -> None:
        ranking = arguments["ranking"]
        self.check(arguments)
        if arguments.get("empty") == "error" and np.any(nothing := self.nothing_to_find(ranking, arguments)):
            user = "" if ranking.users is None else ranking.users[int(np.argmax(nothing))]
            text = N_("{name}: no item is relevant (|R| = 0) {user}")
            if arguments.get("below") == "graded":
                text = N_("{name}: no item has a gain above 0 {user}")
            raise ValueError(_(text, name=self.name, user=user).strip())
        if self.takes_empty:
            arguments["empty"] = float({"skip": math.nan, "error": 0.0}.get(arguments["empty"], arguments["empty"]))

    def nothing_to_find(self, ranking: Ranking, parameters: Mapping[str, Any]) -> Any:
        """Return where `empty` decides, under the parameters given."""
        return nothing_to_find(ranking, parameters.get("below"), parameters.get("gain", ""))

    def check(self, parameters: Mapping[str, Any]) -> None:
        """Refuse a value of a parameter that is not allowed."""
        for key, allowed in self.choices.items():
            if parameters[key] not in allowed:
                check_word(_("{key} of {name}", key=key, name=self.name), parameters[key], allowed)
        if parameters.get("n") is not None:
            check_cutoff(parameters["n"])
        for key in ZERO_BY_ZERO.keys() & self.parameters.keys():
            check_empty(key, parameters[key], ZERO_BY_ZERO[key], *self.bounds)
        for key in self.numbers:
            if key != "cutoffs":
                check_number(key, parameters[key], *self.parameter(key).range)

    def normal(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return every parameter; of two words that mean the same without a cut-off, the second, so that equals look equal."""
        every = {**self.parameters, **parameters}
        same = self.uncut.items() if every.get("n") is None else ()
        return every | {key: second for key, (first, second) in same if every[key] == first}

    def label(self, **parameters: Any) -> str:
        """Return the symbol with its parameters: "AP", "AP@10", "F0.5@5", "AvgRp@5+10"."""
        every = self.parameters | parameters
        cutoffs = every.get("cutoffs") or ([every["n"]] if every.get("n") is not None else [])
        symbol = self._called(every)[0].format_map(every)
        return f"{symbol}@{'+'.join(map(str, cutoffs))}" if cutoffs else symbol

    def title_of(self, **parameters: Any) -> str:
        """Return the title with its parameters, in the reader's language: without a discount, DCG is cumulative gain."""
        return _(self._called(self.parameters | parameters)[1])

    def _called(self, every: Mapping[str, Any]) -> tuple[str, str]:
        names = (names for (key, word), names in self.renamed.items() if every[key] == word)
        return next(names, (self.symbol, self.title))

    def mean_label(self, **parameters: Any) -> str:
        """Return what the mean over users is called: "MAP@10", "MRR", "mean nDCG@10"."""
        label = self.label(**parameters)
        symbol = self.symbol.partition("{")[0]
        return label.replace(symbol, _(self.mean), 1) if self.mean else _("mean {metric}", metric=label)

    def explain(self, *args: Any, **options: Any) -> Derivation:
        """Return the derivation of the value; for a batch, of the mean over its `users`, by their `weight`."""
        users = options.pop("users", "all") if self.kind == "ranking" else "all"
        weight = options.pop("weight", "users") if self.kind == "ranking" else "users"
        check_word("users", users, COUNTED)
        check_word("weight", weight, WEIGHTS)
        arguments = self._bind(args, options)
        data = arguments.pop(self._positional[0])
        ranking = data if isinstance(data, Ranking) else None
        if ranking is not None and ranking.is_batch:
            return self._explain_mean(ranking, arguments, users, weight)
        with recording():
            result = self(data, **arguments)
        lists, title = data if isinstance(data, Mapping) else None, self.title_of(**arguments)
        if self.beside:
            other = REGISTRY[self.beside]
            title = f"{title} ({_(other.title)} {number(other(data))})"
        return Derivation(result, self, title, ranking=ranking, users=lists)

    def _explain_mean(self, batch: Ranking, parameters: Mapping[str, Any], users: str, weight: str) -> Derivation:
        values, symbol = self(batch, **parameters), self.label(**parameters) + "_u"
        with recording():
            mean = mean_over_users(values, batch.relevant, users=users, symbol=symbol, weights=WEIGHTS[weight](batch))
            result = named(mean, self.mean_label(**parameters))
        title = _("mean of {title} over users", title=self.title_of(**parameters))
        return Derivation(
            result, self, title, ranking=batch, of=lambda user: self.explain(batch.user(user), **parameters)
        )


def metric(symbol: str, title: str, **declared: Any) -> Callable[[Callable[..., Any]], Metric]:
    """Register a function as a metric; see :class:`Declaration` for what is declared."""

    def register(function: Callable[..., Any]) -> Metric:
        REGISTRY[function.__name__] = made = Metric(function, symbol, title, **declared)
        return made

    return register


def mean_over_users(
    values: Any, relevant: Any = None, *, users: str = "all", symbol: str = "value_u", weights: Any = None
) -> Any:
    """Return the mean of one value a user: of all, or of those with |R| > 0; NaN values are left out.

    With `weights`, it is the sum of the weighted values, divided by the sum of the weights.

    >>> mean_over_users(np.array([1.0, 0.5, np.nan])).item()
    0.75
    """
    check_word("users", users, COUNTED)
    values = np.asarray(values, dtype=np.float64)
    counted = ~np.isnan(values)
    if users == "with_relevant":
        counted &= np.asarray(relevant) > 0
    per_user = named(values, symbol, ONE_VALUE_A_USER)
    if weights is None:
        count = named(np.maximum(np.sum(counted), 1), "|U|", counts_terms=True)
    else:
        weight = named(weights, "w_u", N_("the weight of each user"))
        per_user = named(weight * per_user, f"w_u·{symbol}")
        counted &= weights > 0
        count = np.sum(np.where(counted, weight, 0), axis=-1)
    with np.errstate(invalid="ignore"):
        mean = np.where(np.any(counted), np.sum(np.where(counted, per_user, 0.0), axis=-1) / count, np.nan)
    return named(mean, "", lambda _mean: whose_mean(counted))
