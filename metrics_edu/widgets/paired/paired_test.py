"""PairedTest: is B really better than A? The two values of each query, and all ways to swap the names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import traitlets
from markupsafe import Markup

from metrics_edu.language import _, number, refused
from metrics_edu.plots.figure_data import Frame
from metrics_edu.plots.flip_figures import flip_histogram
from metrics_edu.tables.reading.cell_values import Numbers
from metrics_edu.tables.scoring.significance import (
    PairedRow,
    differences,
    flipped_sums,
    holm,
    holm_in_words,
    p_in_words,
    paired,
    paired_head,
    signed,
)
from metrics_edu.widgets.contract.actions import PairedTestAction
from metrics_edu.widgets.contract.lists import NamedValue, TableView
from metrics_edu.widgets.contract.paired import FlipFigure, PairedTestView, PairRow
from metrics_edu.widgets.contract.shared import Message
from metrics_edu.widgets.contract.traits import TraitsBesideView
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.widgets.core.still import paragraph, shortened, table
from metrics_edu.widgets.core.widget import MetricWidget, as_text
from metrics_edu.widgets.list_state.history import Session
from metrics_edu.widgets.lists.compare import Compare
from metrics_edu.widgets.paired.paired_sentences import other_tests, sentences
from metrics_edu.widgets.paired.paired_state import PairedState, read
from metrics_edu.widgets.paired.paired_values import FEWEST, read_runs

if TYPE_CHECKING:
    from metrics_edu.tables import Evaluation
    from metrics_edu.tables.compared_runs import ComparedRuns


class PairedTest(MetricWidget):
    """Is B really better than A? The differences of the queries, the means that all ways to swap the names give, and p.

    Parameters
    ----------
    runs : mapping, or the result of `compare_runs`
        By the names of the runs, the baseline first: evaluations, or a value for each of 2 to 200 queries. The second run is
        compared with the first one. Each other run is a row of the table below, which chooses it.
    measure : str, optional
        A column of the evaluations, by default the first one; of values, what they are values of.
    hidden : bool
        Whether all ways to swap the names, and p, are hidden at the start. A button shows and hides them.
    seed : int
        Of the ways that are drawn, where more than 16 queries differ.

    Attributes
    ----------
    test : PairedRow
        The means, the difference, its interval and p, of the queries that are not left out.

    Raises
    ------
    ValueError
        If there are fewer than two runs, they share fewer than 2 or more than 200 queries, or cannot be compared.

    Examples
    --------
    >>> widget = PairedTest({"A": [0.1, 0.2, 0.4], "B": [0.3, 0.3, 0.5]})
    >>> widget, widget.test.p
    (PairedTest('A', 'B', 3 queries), 0.25)
    """

    ACTIONS = PairedTestAction

    lists = traitlets.Unicode(read_only=True).tag(sync=True)
    preview = traitlets.Dict(read_only=True).tag(sync=True)

    _session: Session[PairedState]
    _UNSHOWN = ("lists",)

    def __init__(
        self,
        runs: Mapping[str, Evaluation | Sequence[float]] | ComparedRuns,
        measure: str | None = None,
        *,
        hidden: bool = False,
        seed: int = 0,
    ) -> None:
        self._data = read_runs(runs, measure)
        self._seed = seed
        self._tests: dict[tuple[int, str], PairedRow] = {}
        self._opened: dict[tuple[str, str], Compare] = {}
        state = PairedState(flips="none" if hidden else "all")
        super().__init__(Session(state, state))

    @property
    def _state(self) -> PairedState:
        return self._session.state

    @property
    def state(self) -> str:
        """Everything that is shown, as a short string for `from_state`."""
        return self._state.write()

    @classmethod
    def from_state(cls, state: str, *arguments: Any, **options: Any) -> Self:
        """Rebuild a PairedTest from its `state`; its runs, its measure and its seed are given again.

        Raises
        ------
        ValueError
            If the string is no state of these runs.
        """
        widget = cls(*arguments, **options)
        found = read(state, widget._choices)
        widget._session = Session(found, found)
        widget._update()
        return widget

    @property
    def flips(self) -> tuple[Numbers, float]:
        """The mean difference after each way to swap the names within queries, and the observed one: what `draw_flips` draws."""
        difference = self._kept(self._differences)
        return flipped_sums(difference, seed=self._seed) / difference.size, float(difference.mean())

    @property
    def test(self) -> PairedRow:
        return self._tested(int(self._state.run))

    def _tested(self, run: int) -> PairedRow:
        key = run, self._state.out
        if key not in self._tests:
            self._tests[key] = paired(self._data.measure, self._kept(self._data.values[[run, 0]]), seed=self._seed)
        return self._tests[key]

    @property
    def _pairs(self) -> Numbers:
        return self._data.values[[int(self._state.run), 0]]

    @property
    def _differences(self) -> Numbers:
        return differences(self._pairs)

    def _kept(self, values: Any) -> Any:
        return np.delete(values, [place - 1 for place in self._state.places("out")], axis=-1)

    def _toggle(self, message: Message) -> None:
        ids = self._choices["query"][1:]
        if message.get("id") not in ids:
            raise refused("there is no such query")
        state = self._state.toggled("out" if message["do"] == "leave" else "swapped", int(str(message["id"])))
        if len(ids) - len(state.places("out")) < FEWEST:
            raise refused("at least two queries must stay")
        self._session = self._session.commit(state)

    _do_swap = _do_leave = _toggle

    @property
    def _choices(self) -> dict[str, list[str]]:
        runs, queries = ([str(k + 1) for k in range(count)] for count in self._data.values.shape)
        return {"run": runs[:-1], "query": ["", *queries], "order": ["given", "difference"], "flips": ["none", "all"]}

    def _do_set(self, message: Message) -> None:
        key, value = str(message.get("key")), message.get("value")
        if value in self._choices.get(key, ()) and value != getattr(self._state, key):
            chosen = self._session.at(**{key: value})
            self._session = chosen if key in ("run", "query") else self._session.commit(chosen.state)

    def _go(self, message: Message) -> None:
        self._session = getattr(self._session, str(message["do"]))()

    _do_undo = _do_redo = _do_reset = _go

    def _do_lists(self, message: Message) -> None:
        if compare := self._open():
            compare.act(message.get("action"))
            self._send_changed(self._beside_view())

    def _open(self) -> Compare | None:
        """Return the Compare of the chosen query, each time the same, so that what was edited stays; None if there are no lists."""
        data, (run, query) = self._data, key = self._data, (self._state.run, self._state.query)
        if not query or not data.evaluations:
            return None
        if key not in self._opened:
            (a, base), (b, other) = ((data.names[side], data.evaluations[side]) for side in (0, int(run)))
            measure, user = base.measures[data.measure], data.ids[int(query) - 1]
            shown: Any = [measure]  # a Measure keeps its parameters
            self._opened[key] = Compare(
                base.ranking(user), other.ranking(user), shown, names=[a, b], convention=measure.convention
            )
        compare = self._opened[key]
        if compare._language != self._language:
            compare._update()
        return compare

    def _beside_view(self) -> TraitsBesideView:
        compare = self._open()
        self.set_trait("preview", compare.preview if compare else {})
        return {"lists": as_text(compare.view) if compare else ""}

    def _view(self) -> PairedTestView:
        data, state, is_all = self._data, self._state, self._state.flips == "all"
        rows, heads, session = self._rows(), self._heads(), self._session
        names = [head["name"] for head in heads]
        kept = [row["numbers"][1] - row["numbers"][0] for row in rows if not row["is_left_out"]]
        by_hand = [float(np.mean(kept))] if state.swapped else []
        gains = zip(self._kept(data.queries), self._kept(self._differences).tolist(), strict=True)
        said = sentences(self.test, names, [*gains], self._seed) if is_all else ()
        return {
            "screen": "paired_test",
            "title": data.title,
            "heads": heads,
            "rows": rows,
            "points": vars(Frame(left=names[1], below=names[0], top=max(1.0, data.values.max()))),  # type: ignore[typeddict-item]
            "flips": self._flip_figure(by_hand),
            "numbers": self._numbers(),
            "others": other_tests(self._kept(self._pairs), self._seed) if is_all else [],
            "sentences": [
                *(_("After your swaps the mean difference is {mean}.", mean=signed(mean)) for mean in by_hand),
                *said,
            ],
            "runs": self._table_of_runs() if is_all and len(data.names) > 2 else {"head": [], "rows": []},
            "runs_note": holm_in_words(len(data.names) - 1),
            "chosen": vars(state),
            "has_lists": bool(data.evaluations),
            "notice": self._notice,
            "can": {
                "undo": bool(session.past),
                "redo": bool(session.future),
                "reset": session.differs,
            },
        }

    def _heads(self) -> list[NamedValue]:
        names, test = self._data.names, self.test
        means = (names[0], test.other), (names[int(self._state.run)], test.mean)
        return [{"name": name, "value": number(mean, fixed=4)} for name, mean in means]

    def _rows(self) -> list[PairRow]:
        """Return a row a query, those with the largest gain first if they are sorted."""
        state, difference = self._state, self._differences
        out, swapped, largest = state.places("out"), state.places("swapped"), np.abs(difference).max() or 1
        order = np.argsort(-difference, kind="stable") if state.order == "difference" else range(difference.size)
        rows: list[PairRow] = []
        for k in map(int, order):
            sign = -1 if k + 1 in swapped else 1
            b, a = self._pairs[::sign, k].tolist()
            gain = sign * float(difference[k])
            rows.append(
                {
                    "id": str(k + 1),
                    "label": self._data.queries[k],
                    "texts": (number(a, fixed=4), number(b, fixed=4), signed(gain)),
                    "numbers": (a, b, gain / largest),
                    "is_left_out": k + 1 in out,
                    "is_swapped": sign < 0,
                }
            )
        return rows

    def _flip_figure(self, by_hand: list[float]) -> FlipFigure:
        """Return the figure; without the ways to swap the names, it has only the marks."""
        figure = vars(flip_histogram(*self.flips))
        if self._state.flips == "none":
            figure = {**figure, "counts": (), "caption": "", "heights": ()}
        marks = [(figure["observed"], signed(figure["observed"])), *((mean, f"⇄ {signed(mean)}") for mean in by_hand)]
        return {**figure, "marks": marks}  # type: ignore[typeddict-item]

    def _numbers(self) -> list[NamedValue]:
        texts = dict(zip(paired_head(), self.test.cells(), strict=True))
        if self._state.flips == "none":
            texts["p"] = "??"
        return [{"name": name, "value": text} for name, text in {_("queries"): str(self.test.users), **texts}.items()]

    def _table_of_runs(self) -> TableView:
        """Return a row a run, with p as Holm corrects it for their number."""
        base, *names = self._data.names
        tests = [self._tested(run) for run in range(1, len(names) + 1)]
        corrected = map(p_in_words, holm(np.array([test.p for test in tests])).tolist())
        head = [_("run"), _("mean"), *paired_head(), "p (Holm)"]
        rows = [
            [name, number(test.mean, fixed=4), *test.cells(), p]
            for name, test, p in zip(names, tests, corrected, strict=True)
        ]
        return {"head": head, "rows": [[base, number(tests[0].other, fixed=4), *[""] * 7], *rows]}

    def printed(self) -> Printed:
        blanks = {item["name"]: item["value"] for item in self._numbers()}
        return Printed(self._caption(), body=[*self._still_values()][:1], blanks=blanks, has_lines=False)

    def _caption(self) -> str:
        a, b = (head["name"] for head in self._heads())
        return _("{title}: is {b} really better than {a}?", title=self._data.title, a=a, b=b)

    def _still_values(self) -> Iterable[Markup]:
        rows = shortened([[row["label"], *row["texts"]] for row in self.view["rows"]], ["…"] * 4)
        yield table(rows, [_("query"), *(head["name"] for head in self.view["heads"]), _("difference")])
        yield paragraph(" · ".join(f"{item['name']}: {item['value']}" for item in self._numbers()))

    def __repr__(self) -> str:
        return f"PairedTest({', '.join(map(repr, self._data.names))}, {len(self._data.ids)} queries)"
