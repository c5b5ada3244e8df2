"""Explorer: the ranked list with every metric as a tile, the chosen one's derivation and its figure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from metrics_edu.derivation import Derivation, Step, step_html
from metrics_edu.expression import write_numbers
from metrics_edu.language import _, number
from metrics_edu.metrics import METRICS
from metrics_edu.plots import draw_precision_recall, draw_terms, svg
from metrics_edu.ranking import Ranking
from metrics_edu.registry import Metric, mean_over_users
from metrics_edu.term import Term, terms_in
from metrics_edu.widgets.lanes import Lanes, one_line
from metrics_edu.widgets.ranked_list import RankedList, is_graded, lanes_of
from metrics_edu.widgets.settings import (
    DEFAULTS,
    EXPLORED,
    LIMITS,
    check,
    control,
    controls,
    convention,
    explored,
    options_of,
    reads_n,
)
from metrics_edu.widgets.state import MEAN, State, read, write
from metrics_edu.writing import HTML, TEXT, in_line, show


class Explorer(RankedList):
    """Edit ranked lists and watch every metric, its derivation and its figure.

    Parameters
    ----------
    ranking : Ranking, or mapping user -> Ranking
        One list, a batch, or several lists by name (of one threshold).
    labels : sequence of str, or mapping user -> sequence of str, optional
        What the shown items, and after them the missed ones (best first), are called.
    metric : str
        The metric chosen at first: the name of its function, or its symbol ("nDCG").
    **settings
        What differs from the defaults: n (10, or the longest list's length if that is less), reads ("all", "n"), half_life,
        beta, gain, discount, below, ideal, short, exponent, empty ("zero", "skip").

    Raises
    ------
    ValueError
        If a setting or metric is unknown, or the labels are too few.

    Examples
    --------
    >>> Explorer(Ranking.parse("NRRNNRNNNRRR", relevant=6), n=5)
    Explorer('NRRNNRNNNRRR', relevant=6)
    """

    def __init__(
        self,
        ranking: Ranking | Mapping[str, Ranking],
        labels: Sequence[object] | Mapping[str, Sequence[object]] | None = None,
        *,
        metric: str = "AP",
        **settings: Any,
    ) -> None:
        lists = _lists(ranking)
        names = labels if isinstance(labels, Mapping) else dict.fromkeys(lists, labels)
        users = tuple(lanes_of(one, name, names.get(name)) for name, one in lists.items())
        first = next(iter(lists.values()))
        given = {"graded": "graded", "threshold": first.threshold} if any(map(is_graded, lists.values())) else {}
        longest = max(len(lanes.shown) for lanes in users)
        shorter = {"n": longest} if 0 < longest < DEFAULTS["n"] else {}
        self._begin(State(users, _differing({**shorter, **given, **settings}), _metric_name(metric)))

    def _begin(self, state: State) -> None:
        self._width = 580
        self._before: dict[str, float] = {}
        self._open(state, graded=False, threshold=1)

    @classmethod
    def from_state(cls, state: str) -> Explorer:
        """Rebuild an Explorer from its `state`: lists, settings, chosen metric, user and item.

        Raises
        ------
        ValueError
            If the string is not such a state; the sentence names the part that is not.

        Examples
        --------
        >>> e = Explorer(Ranking.parse("NRR", relevant=3), n=2)
        >>> Explorer.from_state(e.state).state == e.state
        True
        """
        explorer = cls.__new__(cls)
        found = read(state, DEFAULTS, EXPLORED)
        found = replace(found, settings=_differing(found.settings))
        for lanes in found.users:
            lanes.ranking(float(found.settings.get("threshold", 1)))
        explorer._begin(found)
        return explorer

    @property
    def state(self) -> str:
        """Everything that is shown, as a short string for `from_state`."""
        return write(self._state)

    @property
    def settings(self) -> dict[str, Any]:
        """Every setting with its value."""
        return {**DEFAULTS, **self._state.settings}

    @property
    def metric(self) -> Metric:
        """The chosen metric."""
        return METRICS[self._state.metric]

    @property
    def graded(self) -> bool:
        """Whether items have grades, or are just relevant or not."""
        return bool(self.settings["graded"] == "graded")

    @property
    def threshold(self) -> float:
        """The grade from which an item is relevant."""
        return float(self.settings["threshold"])

    @property
    def derivation(self) -> Derivation:
        """The derivation that is shown."""
        return self._derive(self.metric)

    def _derive(self, metric: Metric) -> Derivation:
        return metric.explain(
            self._batch() if self._state.is_mean else self.ranking, **options_of(metric, self.settings)
        )

    def _batch(self) -> Ranking:
        return Ranking.batch(
            [self._ranking(lanes) for lanes in self._state.users], [lanes.name for lanes in self._state.users]
        )

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Add the figure, for where no widget can run (GitHub, a printed page)."""
        bundle: Any = super()._repr_mimebundle_(**options)
        return bundle[0] | {"image/svg+xml": self.figure["svg"]}, bundle[1]

    # what the front end asks for

    def _actions(self) -> dict[Any, Any]:
        own = {"metric": self._choose_metric, "user": self._choose_user, "set": self._set, "width": self._set_width}
        return super()._actions() | own

    def _choose_metric(self, message: dict[str, Any]) -> None:
        if message.get("key") in EXPLORED:
            self._state = replace(self._state, metric=message["key"])

    def _choose_user(self, message: dict[str, Any]) -> None:
        key = str(message.get("key"))
        if key in {MEAN, *map(str, range(len(self._state.users)))}:
            self._state, self._said, self._before = replace(self._state, user=key, chosen=None), "", {}

    def _set(self, message: dict[str, Any]) -> None:
        key = message.get("key")
        if not isinstance(key, str) or key not in DEFAULTS:
            return
        value, by = message.get("value"), message.get("by")
        if isinstance(by, (int, float)) and key in LIMITS:
            low, high, _step = LIMITS[key]
            value = min(max(self.settings[key] + by, low), high)
        value = check(key, value)
        settings = _differing({**self._state.settings, key: value})
        if settings != self._state.settings:
            shown = control(key, {**self.settings, key: value})
            word = next(
                (option[1] for option in shown.get("options", ()) if option[0] == value), shown.get("display", "")
            )
            self._commit(replace(self._state, settings=settings), f"{shown['label']}: {word}")

    def _set_width(self, message: dict[str, Any]) -> None:
        width = message.get("px")
        if isinstance(width, (int, float)) and 200 <= width <= 2000 and width != self._width:
            self._width = int(width)
            self._draw(self.derivation)

    def _commit(self, state: State, said: str) -> None:
        self._before = self._values()
        super()._commit(state, said)

    def _travel(self, source: list[State], target: list[State], said: str) -> None:
        if source:
            self._before = self._values()
        super()._travel(source, target, said)

    # what the front end shows

    def _values(self) -> dict[str, float]:
        """The value of every tile; NaN where it is 0/0."""
        mean = self._state.is_mean
        ranking = self._batch() if mean else self.ranking
        values = {}
        for metric in explored():
            options = options_of(metric, self.settings) | ({"empty": "skip"} if metric.has_empty and not mean else {})
            value = metric(ranking, **options)
            values[metric.name] = float(mean_over_users(value)) if mean else value
        return values

    def _update(self) -> None:
        derivation = self.derivation
        self.view = self._view_of(derivation)
        self._draw(derivation)

    def _draw(self, derivation: Derivation) -> None:
        names = [lanes.name for lanes in self._state.users] if self._state.is_mean else None
        n = self.settings["n"] if reads_n(self.metric, self.settings) else None
        if self.metric.per_rank == "rel_i" and not self._state.is_mean:
            ranking = self.ranking
            text, caption = svg(lambda ax: draw_precision_recall(ax, ranking, n), self._width, right=16)
        else:
            zeros = _zeros(derivation)
            text, caption = svg(lambda ax: draw_terms(ax, derivation, missed=zeros, labels=names), self._width)
        head, rows = derivation.table()
        self.figure = {"svg": text, "caption": caption, "table": {"head": head, "rows": rows}}

    def _view_of(self, derivation: Derivation) -> dict[str, Any]:
        values = self._values()
        mean = self._state.is_mean
        shown = self._users_view(derivation) if mean else self._items_view(derivation)
        return {
            **self._common(),
            "tabs": self._tabs(),
            "tiles": [self._tile(metric, values[metric.name]) for metric in explored()],
            "convention": convention(self.settings),
            "list": shown,
            "derivation": self._derivation_view(derivation, values[self.metric.name]),
            "settings": controls(self.metric, self.settings, mean=mean),
            "state": self.state,
        }

    def _tabs(self) -> list[dict[str, Any]]:
        if len(self._state.users) < 2:
            return []
        tabs = [
            {"key": str(k), "label": lanes.name, "selected": self._state.user == str(k)}
            for k, lanes in enumerate(self._state.users)
        ]
        whole = _("Mean of {count}").format(count=len(tabs))
        return [*tabs, {"key": MEAN, "label": whole, "selected": self._state.is_mean, "mean": True}]

    def _tile(self, metric: Metric, value: float) -> dict[str, Any]:
        options = options_of(metric, self.settings)
        name = metric.mean_label(**options) if self._state.is_mean and metric.mean else metric.label(**options)
        delta, direction = self._change(metric, value)
        return {
            "key": metric.name,
            "name": name,
            "value": _value(value),
            "delta": delta,
            "dir": direction,
            "selected": metric.name == self.metric.name,
        }

    def _change(self, metric: Metric, value: float) -> tuple[str, int]:
        if metric.name not in self._before:
            return "", 0
        change = (0 if math.isnan(value) else value) - (
            0 if math.isnan(before := self._before[metric.name]) else before
        )
        if abs(change) < 5e-5:
            return _("no change"), 0
        return ("+" if change > 0 else "") + number(change, fixed=4), 1 if change > 0 else -1

    def _derivation_view(self, derivation: Derivation, value: float) -> dict[str, Any]:
        result = derivation.result
        forms = result.forms(HTML)[: 2 if _written_twice(result) else 1]
        equal = ' <span class="me-eq">=</span> '
        delta, direction = self._change(self.metric, value)
        symbol = HTML.symbol(derivation.symbol)
        formula = result.write_formula(HTML)
        return {
            "name": derivation.symbol,
            "long": derivation.title,
            "definition": symbol + equal + formula if formula else "",
            "working": symbol + equal + ("0/0" if math.isnan(value) else equal.join(forms)),
            "where": [{"html": step_html(step), "why": step.why} for step in _where(derivation)]
            + ([{"html": "", "why": result.why}] if result.why else []),
            "result": _value(value) if self._state.is_mean or not math.isnan(value) else _value(derivation.value),
            "delta": delta,
            "dir": direction,
        }

    def _items_view(self, derivation: Derivation) -> dict[str, Any]:
        lanes, ranking = self._state.lanes, self.ranking
        cut = self.settings["n"] if reads_n(self.metric, self.settings) else None
        step = derivation.per_rank
        terms = [_term(step, rank - 1) for rank in range(1, len(lanes.shown) + 1)]
        view = self._lanes_view(
            lanes, ranking, terms, derivation.counted, lambda rank: self._say(lanes, rank, derivation, cut), cut
        )
        head = in_line(step.symbol) if step else ""
        return view | {
            "term": head if head == in_line("rel_i") or not head else _("{symbol} (bold counts)").format(symbol=head)
        }

    def _say(self, lanes: Lanes, rank: int, derivation: Derivation, cut: int | None) -> str:
        start = _("Rank {rank}, {label}:").format(rank=rank, label=lanes.shown[rank - 1].label)
        if cut is not None and rank > cut:
            return f"{start} " + _("below the cut-off n = {n}, so it is not read.").format(n=cut)
        step = derivation.per_rank
        parts = [start, *([step.each(rank - 1) + "."] if step and step.each(rank - 1) else [])]
        added = derivation.contributions.get(rank, 0)
        if rank in derivation.counted and added:
            parts.append(
                _("It adds {value} to {symbol}.").format(value=number(added, fixed=4), symbol=derivation.symbol)
            )
        elif rank not in derivation.counted and step and step.symbol != "rel_i" and not derivation.result.working.place:
            parts.append(_("Not relevant, so it adds nothing."))
        return " ".join(parts)

    def _users_view(self, derivation: Derivation) -> dict[str, Any]:
        step = derivation.per_rank
        rows = []
        for k, lanes in enumerate(self._state.users, start=1):
            ranking = self._ranking(lanes)
            own = float(step.value[k - 1]) if step else math.nan
            nothing = int(ranking.relevant) == 0 and self.metric.has_empty
            added = derivation.contributions.get(k, 0.0)
            value = "0/0" if nothing else number(own, fixed=4)
            say = _("{user}: {value}. It adds {added} to {symbol}.").format(
                user=lanes.name, value=value, added=number(added, fixed=4), symbol=derivation.symbol
            )
            rows.append({
                "id": f"u{k}", "rank": k, "label": lanes.name, "grade": 0, "badge": "", "relevant": False, "term": value,
                "counts": bool(added), "out": math.isnan(own), "say": say, "state_word": "",
                "note": _("{count} relevant").format(count=int(ranking.relevant)),
            })  # fmt: skip
        return {
            "kind": "users", "heading": _("Users"), "sub": _("one row each"), "cut": None, "cut_label": "", "graded": False,
            "term": self.metric.label(**options_of(self.metric, self.settings)), "shown": rows, "missed": [],
            "missed_heading": "", "missed_sub": "", "pool": "", "missed_empty": "",
        }  # fmt: skip


def _lists(ranking: Ranking | Mapping[str, Ranking]) -> dict[str, Ranking]:
    if not isinstance(ranking, Ranking):
        named = [(one_line(name), one) for name, one in ranking.items()]
    elif ranking.users is None:
        named = [("", ranking)]
    else:
        named = [(one_line(user), ranking.user(user)) for user in ranking.users]
    lists = dict(named)
    if not lists or any(one.is_batch for one in lists.values()):
        raise ValueError(_("Explorer takes a Ranking, or a mapping from a user to a Ranking of one list"))
    if len(lists) < len(named):
        raise ValueError(_("the users of an Explorer must have different names"))
    if len({one.threshold for one in lists.values()}) > 1:
        raise ValueError(_("the lists of an Explorer must have one threshold"))
    return lists


def _metric_name(metric: str) -> str:
    for found in explored():
        if metric and metric in (found.name, found.symbol, found.label(), found.mean):
            return found.name
    allowed = ", ".join(found.label() for found in explored())
    raise ValueError(_("metric must be one of {allowed}; got {given!r}").format(allowed=allowed, given=metric))


def _differing(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that differ from the defaults, checked."""
    for key in settings:
        if key not in DEFAULTS:
            raise ValueError(
                _("unknown setting {given!r}; allowed are {allowed}").format(given=key, allowed=", ".join(DEFAULTS))
            )
    checked = {key: check(key, value) for key, value in settings.items()}
    return {key: value for key, value in checked.items() if value != DEFAULTS[key]}


def _value(value: float) -> str:
    return "0/0" if math.isnan(value) else number(value, fixed=4)


def _term(step: Step | None, k: int) -> str:
    if step is None or k >= len(step.value):
        return "0"
    tree, value = step.expressions[k], float(step.value[k])
    if tree.is_quotient:
        return show(replace(tree, place=None), TEXT)
    return number(value, fixed=None if value == round(value) else 4)


def _written_twice(result: Step) -> bool:
    """Whether the working is worth a second, shorter form: both sums as values, or a quotient of whole numbers."""
    tree, short = result.working, write_numbers(result.term, (), whole=False)
    return tree.kind == "/" and short != tree and (short.is_quotient or not tree.parts[1].is_integer)


def _where(derivation: Derivation) -> list[Step]:
    """The steps that stand below the working: what it names, but for the sums that a working writes out."""
    out = {id(part) for step in derivation.steps for part in _sums_written_out(step.term)}
    wanted = [s for s in derivation.steps[:-1] if not s.index or (s.index == "*i" and s.term.function is None)]
    return [step for step in wanted if id(step.term) not in out]


def _sums_written_out(term: Term) -> Iterator[Term]:
    for operand in terms_in(term.operands):
        if operand.symbol and operand.function is np.sum:
            yield operand
        elif not operand.symbol:
            yield from _sums_written_out(operand)


def _zeros(derivation: Derivation) -> int:
    """How many relevant items that were not read stand as zeros in a mean over relevant items."""
    tree = derivation.result.working
    relevant = derivation.step("|R|")
    if not derivation.metric.averages or tree.kind != "/" or relevant is None or tree.parts[1].value > relevant.value:
        return 0
    return max(0, int(tree.parts[1].value) - len(derivation.counted))
