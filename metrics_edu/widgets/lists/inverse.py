"""Inverse: an Explorer with goals that the list has to meet, such as an AP of 0.5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import traitlets

from metrics_edu.language import _, refused
from metrics_edu.metrics import Measure, Ranking
from metrics_edu.metrics.value_and_derivation import one_list, ranking_measure
from metrics_edu.practice.goals import Goal, lists_that_meet, read_goals
from metrics_edu.practice.record import learner_record
from metrics_edu.widgets.contract.actions import InverseAction
from metrics_edu.widgets.contract.lists import GoalLine, Goals, InverseView
from metrics_edu.widgets.contract.shared import Message
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.widgets.list_state.settings import EXPLORED, Settings, check
from metrics_edu.widgets.list_state.state import State, taken_ranking
from metrics_edu.widgets.list_state.state_string import read, write
from metrics_edu.widgets.list_state.user_lists import Item, UserLists, user_lists_of
from metrics_edu.widgets.lists.explorer import Explorer

if TYPE_CHECKING:
    import numpy.typing as npt


class Inverse(Explorer):
    """An Explorer with goals that the list has to meet, each checked after every edit by the metric itself.

    Parameters
    ----------
    goals : str or sequence of str
        Such as ``["AP = 0.5"]``, ``["P@5 > 0.5", "AP < 0.3"]`` or ``["RR same", "nDCG@5 other"]``: the last two compare with
        the list at the start. They are measured by the default convention, `parra`, whatever the settings of the Explorer are.
    start : Ranking
        The list at the start.
    solution : Ranking, optional
        A list that meets the goals, to be shown on request.
    measure : str or Measure, optional
        The metric chosen at first; without it, that of the first goal that is not met at the start.
    labels : sequence of str, optional
        What the shown items, and after them the missed ones, are called.
    **explorer_settings
        As for an Explorer; without them, n is the cut-off of the goals, and tiles are their metrics.

    Attributes
    ----------
    met : tuple of bool
        Of each goal, whether the list meets it now. It can be observed, as can all of an Explorer.
    done : bool
        Whether all goals are met.

    Raises
    ------
    ValueError
        If a goal cannot be read, the start meets all goals already, or the solution does not meet them all.

    Examples
    --------
    >>> task = Inverse(["AP = 0.5", "P@2 same"], Ranking.parse("NRRN"))
    >>> task, task.met
    (Inverse(['AP = 0.5', 'P@2 same'], 'NRRN', relevant=2), (False, True))
    """

    ACTIONS = InverseAction

    met = traitlets.Tuple(read_only=True)
    done = traitlets.Bool(read_only=True)

    def __init__(
        self,
        goals: str | Sequence[str],
        start: Ranking | npt.ArrayLike,
        *,
        solution: Ranking | npt.ArrayLike | None = None,
        measure: str | Measure | None = None,
        labels: Sequence[object] | None = None,
        **explorer_settings: Any,
    ) -> None:
        self._goals = read_goals(goals)
        start = one_list("Inverse", taken_ranking("Inverse", explorer_settings)(start))
        settings = {**_cut(self._goals), **explorer_settings}
        marks = {"threshold": start.threshold, "graded": "binary" if start.is_binary else "graded", **settings}
        self._threshold_of_goals: float = check("threshold", marks["threshold"])
        self._binary = check("graded", marks["graded"]) != "graded"
        self._catalogue = int(start.catalogue) if start.known_catalogue is not None else 0
        self._at_start = self._measured(user_lists_of(start, "", labels))
        if not (open_goals := self._unmet(self._at_start)):
            raise refused("the start list already meets all goals: {goals}", goals=self._spelled)
        self._solution = None if solution is None else self._checked(solution)
        explored = _explored(self._goals)
        first = measure or [*_explored(open_goals), *explored, "AP"][0]
        tiles = explored or [ranking_measure(first).metric.name]
        super().__init__(start, labels, measure=first, **{"tiles": tiles, **settings})

    @classmethod
    def from_state(cls, state: str, *arguments: Any) -> Any:
        """Rebuild the Explorer of a `state`, which holds no goals; given those, and the state at the start, the task."""
        if not arguments:
            return Explorer.from_state(state)
        goals, start = arguments
        task = cls(goals, read(start).ranking)
        task._stand_at(task._state, read(state).alone)
        return task

    @property
    def start(self) -> str:
        """The state at the start."""
        return write(self._session.start)

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals."""
        return self._goals

    def _unmet(self, ranking: Ranking) -> list[Goal]:
        return [goal for goal in self._goals if not goal.met(ranking, self._at_start)]

    @property
    def _met(self) -> tuple[bool, ...]:
        left = self._unmet(self._measured(self._state.user_lists))
        return tuple(goal not in left for goal in self._goals)

    def _facts(self) -> dict[str, object]:
        met = self._met
        return super()._facts() | {"met": met, "done": all(met)}

    @property
    def _spelled(self) -> str:
        return "; ".join(map(str, self._goals))

    def _measured(self, user_lists: UserLists) -> Ranking:
        return user_lists.ranking(self._threshold_of_goals, binary=self._binary, catalogue=self._catalogue)

    def _checked(self, given: Ranking | npt.ArrayLike) -> Ranking:
        solution = one_list("Inverse(solution=...)", given)
        measured = self._measured(user_lists_of(solution, ""))
        for goal in self._unmet(measured):
            raise refused(
                "the solution does not meet the goal {goal!r}: its {name} is {value}",
                goal=str(goal),
                name=goal.measure.name,
                value=goal.now(measured, self._at_start),
            )
        return solution

    # what the front end asks for

    def _commit(self, state: State, description: str) -> None:
        before = all(self._met)
        super()._commit(state, description)
        if all(self._met) and not (before or self._session.solution_seen or self._is_preview):
            learner_record.note(self.recorded_as, "right")

    def _do_solution(self, _message: Message) -> None:
        if self._solution is not None:
            self._session = replace(self._session, solution_seen=True)
            self._commit(self._state.put(_dressed(self._solution, self._session.start.user_lists)), _("a solution"))
            learner_record.note(self.recorded_as, "shown")

    @property
    def recorded_as(self) -> str:
        return learner_record.name_of("inverse", self._spelled, self._at_start)

    # what the front end shows

    def _view(self) -> InverseView:
        met = self._met
        lines = [self._goal_view(goal, is_met) for goal, is_met in zip(self._goals, met, strict=True)]
        done = _("All goals are met.") if all(met) else ""
        goals: Goals = {"lines": lines, "done": done, "solution": self._solution is not None}
        return {**self._common(), "screen": "inverse", **self._explored(), "goals": goals}

    def printed(self) -> Printed:
        return replace(
            super().printed(),
            derivations=[goal.measure.explain(self._at_start) for goal in self._goals],
            blanks={},
            answer=self.example_text,
        )

    def example_text(self) -> str:
        """Return a list that meets the goals, in words: the given solution, or one of other marks at the same ranks."""
        found = self._solution or next(lists_that_meet(self._goals, self._at_start), None)
        if found is None:
            return _("No list of this length was found that meets the goals.")
        marks = " ".join(found.marks())
        return _("For example {list}; |R| = {count}", list=marks, count=int(found.relevant))

    def _caption(self) -> str:
        goals = "; ".join(line["text"] for line in self.view["goals"]["lines"])
        return _("Find a list: {goals}", goals=goals)

    def _goal_view(self, goal: Goal, met: bool) -> GoalLine:
        now = goal.now(self._measured(self._state.user_lists), self._at_start)
        return {
            "key": str(goal),
            "text": goal.text(self._at_start),
            "now": _("now {value}", value=now),
            "met": met,
            "word": _("met") if met else _("not met yet"),
        }

    def __repr__(self) -> str:
        return super().__repr__().replace("(", f"({[str(goal) for goal in self._goals]}, ", 1)


def _explored(goals: Sequence[Goal]) -> list[str]:
    """Return the metrics of goals that an Explorer can show."""
    return [name for name in dict.fromkeys(goal.measure.metric.name for goal in goals) if name in EXPLORED]


def _cut(goals: Sequence[Goal]) -> Settings:
    cuts = [(goal.measure.metric, goal.measure.parameters.get("n")) for goal in goals]
    first = next((n for _metric, n in cuts if n), None)
    reads_n = any(n and metric.reads_whole for metric, n in cuts)
    return ({"n": first} if first else {}) | ({"reads": "n"} if reads_n else {})


def _dressed(solution: Ranking, user_lists: UserLists) -> UserLists:
    """Return the lists of a solution, with the items of other lists wherever they fit."""
    wanted = user_lists_of(solution, user_lists.name)
    left, known = list(user_lists), solution.items is not None

    def dress(item: Item, k: int) -> Item:
        fits = (old for old in left if old.grade == item.grade and (not known or old.label == item.label))
        if old := next(fits, None):
            left.remove(old)
            return old
        return replace(item, id=f"s{k}")

    items = tuple(dress(item, k) for k, item in enumerate(wanted))
    count = len(wanted.shown)
    return replace(wanted, shown=items[:count], missed=items[count:])
