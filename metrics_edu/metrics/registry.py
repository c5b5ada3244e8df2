"""The decorator that makes a metric of a function, and the registry that tables, menus, laws and the CLI read."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin

import numpy as np

from metrics_edu.language import N_, _, number
from metrics_edu.metrics.declaration import Declaration
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.reasons import ONE_VALUE_A_USER, REASONS
from metrics_edu.metrics.validation import MOST, check_word, is_number
from metrics_edu.working import Derivation, Reason, Term, is_recording, named, not_recording, recording

REGISTRY: dict[str, Metric] = {}
"""Every metric by the name of its function, in the order they are defined."""


class Metric(Declaration):
    """A function with what is declared of it and its parameters; calling it calls the function.

    Attributes
    ----------
    name : str
        The function's name.
    parameters : mapping from a parameter to its default
    choices : mapping from a parameter to its allowed words;  numbers : mapping from a parameter to its default
    takes_n, has_empty : bool
    """

    def __init__(self, function: Callable[..., Any], symbol: str, title: str, **declared: Any) -> None:
        super().__init__(symbol, title, **declared)
        functools.update_wrapper(self, function)
        self.function = function
        self.name: str = function.__name__
        signature = self.signature = inspect.signature(function)
        self.parameters = {k: p.default for k, p in signature.parameters.items() if p.default is not p.empty}
        self._positional = [k for k, p in signature.parameters.items() if p.kind is p.POSITIONAL_OR_KEYWORD]
        self.choices: dict[str, tuple[str, ...]] = {}
        for key in self.parameters:  # an annotation is text until it is asked for
            hint = eval(signature.parameters[key].annotation, function.__globals__)
            if get_origin(hint) is Literal:
                self.choices[key] = get_args(hint)
        self.takes_n = "n" in self.parameters
        self.has_empty = "empty" in self.parameters
        self.numbers = {k: v for k, v in self.parameters.items() if k not in self.choices and k not in ("n", "empty")}
        if unknown := [key for key in self.ranges if key not in self.numbers]:
            raise TypeError(f"{self.name} has no number called {', '.join(unknown)}")

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Compute: a float, or an array with one value a user of a batch; a Term while working is recorded."""
        given = self._bind(args, options)
        if self.kind == "ranking":
            self._check_given(given)
        if not is_recording():
            value = np.asarray(self._compute(given), dtype=np.float64)
            return value if value.ndim else value.item()
        with recording({**REASONS, **self.reasons}, given):
            recorded = self._compute(given)
            return named(recorded, self.label(**given), recorded.says) if isinstance(recorded, Term) else recorded

    def _compute(self, given: Mapping[str, Any]) -> Any:
        with np.errstate(all="ignore"):
            return self.function(**given)

    def _bind(self, args: tuple[Any, ...], options: Mapping[str, Any]) -> dict[str, Any]:
        by_place = dict(zip(self._positional, args, strict=False))
        given = {**self.parameters, **by_place, **options}
        if len(by_place) < len(args) or by_place.keys() & options or given.keys() != self.signature.parameters.keys():
            self.signature.bind(*args, **options)  # says what is wrong
        return given

    def _check_given(self, given: dict[str, Any]) -> None:
        ranking = given["ranking"]
        if not isinstance(ranking, Ranking):
            raise ValueError(_("{name} takes a Ranking; got {given}", name=self.name, given=type(ranking).__name__))
        self.check(given)
        if self.has_empty:
            given["empty"] = self._empty(given["empty"], ranking)

    def __reduce__(self) -> tuple[Callable[[str], Metric], tuple[str]]:
        """Pickle as a name: in another process it is that one's own metric."""
        return registered, (self.name,)

    def check(self, given: Mapping[str, Any]) -> None:
        """Refuse a value of a parameter that is not allowed."""
        for key, allowed in self.choices.items():
            if given[key] not in allowed:
                check_word(_("{key} of {name}", key=key, name=self.name), given[key], allowed)
        if given.get("n") is not None:
            check_cutoff(given["n"])
        if self.has_empty:
            self._check_empty(given["empty"])
        for key in self.numbers:
            if key != "cutoffs":
                _check_number(key, given[key], *self.range_of(key))

    def range_of(self, number: str) -> tuple[float, float]:
        """Return between what a number must be, both ends excluded."""
        return self.ranges.get(number, (0, math.inf))

    def normal(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return every parameter; of two words that mean the same without a cut-off, the second, so that equals look equal."""
        every = {**self.parameters, **given}
        same = self.uncut.items() if every.get("n") is None else ()
        return every | {key: second for key, (first, second) in same if every[key] == first}

    def _check_empty(self, empty: Any) -> None:
        low, high = self.bounds
        within = is_number(empty) and (low <= empty <= high or math.isnan(empty))
        if not within and not (isinstance(empty, str) and empty in ("skip", "error")):
            raise ValueError(
                _(
                    "empty must be a number from {low} to {high}, 'skip' or 'error'; got {given!r}",
                    low=number(low),
                    high=number(high),
                    given=empty,
                )
            )

    def _empty(self, empty: Any, ranking: Ranking) -> float:
        if empty == "skip":
            return math.nan
        if empty == "error":
            if np.any(ranking.relevant == 0):
                who = "" if ranking.users is None else ranking.users[int(np.argmin(ranking.relevant))]
                raise ValueError(_("{name}: no item is relevant (|R| = 0) {who}", name=self.name, who=who).strip())
            return 0.0
        return float(empty)

    def label(self, **given: Any) -> str:
        """Return the symbol with its parameters: "AP", "AP@10", "F0.5@5", "AvgRp@5+10"."""
        symbol, _title = self._called(given)
        text = symbol.format(**{k: given.get(k, default) for k, default in self.numbers.items() if k != "cutoffs"})
        if "cutoffs" in self.parameters:
            return text + "@" + "+".join(str(z) for z in given.get("cutoffs", self.parameters["cutoffs"]))
        return text if given.get("n") is None else f"{text}@{given['n']}"

    def title_of(self, **given: Any) -> str:
        """Return the title with its parameters, in the reader's language: without a discount, DCG is cumulative gain."""
        return _(self._called(given)[1])

    def _called(self, given: Mapping[str, Any]) -> tuple[str, str]:
        asked = self.parameters | dict(given)
        names = (names for (key, word), names in self.renamed.items() if asked.get(key) == word)
        return next(names, (self.symbol, self.title))

    def mean_label(self, **given: Any) -> str:
        """Return what the mean over users is called: "MAP@10", "MRR", "mean nDCG@10"."""
        own = self.label(**given)
        if not self.mean:
            return _("mean {metric}", metric=own)
        mean = _(self.mean)
        return own.replace(self.symbol, mean, 1) if "{" not in self.symbol else mean

    def explain(self, *args: Any, **options: Any) -> Derivation:
        """Return the derivation of the value; for a batch, of the mean over its `users` ("all", "with_relevant")."""
        if "ranking" in options:
            args = (options.pop("ranking"), *args)
        ranking = args[0] if args and isinstance(args[0], Ranking) else None
        counted = "all" if ranking is None else _checked_users(options.pop("users", "all"))
        if ranking is not None and ranking.is_batch:
            return self._explain_mean(ranking, args[1:], options, counted)
        with recording():
            result = self(*args, **options)
        first = args[0] if args else next(iter(options.values()))
        users = first if isinstance(first, Mapping) else None  # each with their list
        return Derivation(result, self, self.title_of(**options), ranking=ranking, users=users)

    def _explain_mean(self, batch: Ranking, args: tuple[Any, ...], options: dict[str, Any], users: str) -> Derivation:
        values = self(batch, *args, **options)
        given = self._bind((batch, *args), options)
        with recording():
            result = mean_over_users(values, batch.relevant, users=users, symbol=self.label(**given) + "_u")
            result = named(result, self.mean_label(**given))
        title = _("the mean over users of: {title}", title=self.title_of(**given))
        each = lambda user: self.explain(batch.user(user), *args, **options)  # noqa: E731 - it is called later, if at all
        return Derivation(result, self, title, ranking=batch, of=each)


def registered(name: str) -> Metric:
    """Return the metric of a name."""
    return REGISTRY[name]


def metric(symbol: str, title: str, **declared: Any) -> Callable[[Callable[..., Any]], Metric]:
    """Register a function as a metric; see :class:`Declaration` for what is declared."""

    def register(function: Callable[..., Any]) -> Metric:
        REGISTRY[function.__name__] = found = Metric(function, symbol, title, **declared)
        return found

    return register


def explain(metric: Callable[..., Any], *args: Any, **options: Any) -> Derivation:
    """Return the step-by-step derivation of a metric's value.

    Parameters
    ----------
    metric : Metric
        Such as ``average_precision``.
    *args, **options
        What the metric takes. Given a batch, the mean over its users is derived; ``users="with_relevant"`` then leaves out
        the users that have no relevant item.

    Returns
    -------
    Derivation
        With ``.value``, ``.steps``, ``.text()``, ``.tex()``, ``.html()``, ``.table()``; it displays itself in a notebook.

    Raises
    ------
    ValueError
        If `metric` is not one of this package's, and as the metric does.

    Examples
    --------
    >>> from metrics_edu import Ranking, average_precision
    >>> explain(average_precision, Ranking.parse("RNRR")).steps[-1].numbers
    '(1/1 + 2/3 + 3/4)/3'
    """
    if not isinstance(metric, Metric):
        raise ValueError(_("explain takes a metric such as average_precision; got {given!r}", given=metric))
    with not_recording():
        return metric.explain(*args, **options)


def mean_over_users(values: Any, relevant: Any = None, *, users: str = "all", symbol: str = "value_u") -> Any:
    """Return the mean of one value a user; NaN values are left out.

    Parameters
    ----------
    values : array of shape (users,)
    relevant : array of shape (users,), optional
        |R| of each user, needed for ``users="with_relevant"``.
    users : {"all", "with_relevant"}
        Whom the mean counts.

    Raises
    ------
    ValueError
        If `users` is neither word.

    Examples
    --------
    >>> mean_over_users(np.array([1.0, 0.5, np.nan])).item()
    0.75
    """
    _checked_users(users)
    values = np.asarray(values, dtype=np.float64)
    counted = ~np.isnan(values)
    if users == "with_relevant":
        counted &= np.asarray(relevant) > 0
    each = named(values, symbol, ONE_VALUE_A_USER)
    count = named(np.maximum(np.sum(counted), 1), "|U|")
    mean = np.where(np.any(counted), np.sum(np.where(counted, each, 0.0), axis=-1) / count, np.nan)
    return named(mean, "", lambda _mean: _whose_mean(counted))


def _whose_mean(counted: Any) -> Reason:
    why = [
        (not counted.any(), N_("no user is counted: none has a value and a relevant item")),
        (counted.all(), N_("the mean over all users ({count})")),
        (
            True,
            N_("the mean over {count} of {whole} users; the others, with no value or no relevant item, are left out"),
        ),
    ]
    return Reason(why, facts={"count": np.sum(counted), "whole": counted.size})


def _checked_users(users: str) -> str:
    check_word("users", users, ("all", "with_relevant"))
    return users


def check_cutoff(n: Any) -> None:
    """Refuse a cut-off that is not a whole number from 1 on."""
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)):
        raise ValueError(_("n must be a whole number; got {given!r}", given=n))
    if n < 1:
        raise ValueError(_("n must be at least 1; got {given}", given=n))
    if n > MOST:
        raise ValueError(_("n must be at most {most}; got {given}", most=MOST, given=n))


def _check_number(key: str, given: Any, low: float, high: float) -> None:
    if not (is_number(given) and low < given < high):
        if high == math.inf:
            text = _("{key} must be a number above {low}; got {given!r}")
        else:
            text = _("{key} must be a number above {low} and below {high}; got {given!r}")
        raise ValueError(text.format(key=key, low=number(low), high=number(high), given=given))
