"""All trials of a measure and a call: what is right of each, what a known mistake gives, and what a call cannot express."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from metrics_edu.language import N_, _, refused
from metrics_edu.metrics import Measure, Ranking
from metrics_edu.metrics.value_and_derivation import WHOLE, explain, ranking_of, value_of
from metrics_edu.mistakes.made_values import value_made, values_made
from metrics_edu.mistakes.own_metrics.call_words import Call
from metrics_edu.mistakes.own_metrics.trials import AnyTrial, RatingTrial, RunTrial, UsersTrial
from metrics_edu.mistakes.trial_lists import (
    Trial,
    TrialGrades,
    all_trials,
    draw_trials,
    item_name,
    reads_grades,
    scale_of,
)
from metrics_edu.working import Derivation

DRAWN = 40
"""The number of runs, or of ratings, that are drawn."""
KEPT = DRAWN + 8
"""The number of trials whose data are kept in memory: of each, every mistake is made."""
MOST_USERS, MOST_RATINGS, MOST_ITEMS = 5, 8, 6
MISSING = Trial((1, 0, 1), (1,)), Trial((1,), (1,)), Trial((1,), (3,))
"""Lists with missed items."""
ALL_GRADES = {"ratings", "grades", "qrels", "test", "predictions", "y_true"}
"""The words whose arguments have every grade."""
RELEVANT = {*ALL_GRADES, "relevant", "ideal", "count", "item", "rank", "rank0"}
"""The words whose arguments show how many items are relevant."""
BINARY = TrialGrades((1,), (0,))


class TrialSet:
    """What a metric is tried on, and the values there."""

    scale = BINARY

    def __init__(self, measure: Measure, threshold: float, trials: Sequence[Any]) -> None:
        self.measure, self.threshold, self.trials = measure, threshold, tuple(trials)

    def has_value(self, _trial: Any) -> bool:
        return True

    def right(self, trials: Sequence[Any]) -> list[float]:
        return [_value_of(self.measure, trial, self.threshold) for trial in trials]

    def shown(self, trial: Any) -> Any:
        """Return what the value of a trial is computed from."""
        data = trial.data(self.threshold)
        return ranking_of(data) if self.measure.metric.kind == "ranking" else data

    def derivation(self, trial: Any) -> Derivation:
        """Return the working of the right value."""
        metric, data = self.measure.metric, self.shown(trial)
        if metric.name in WHOLE:
            return explain(metric, data.lists, WHOLE[metric.name](data))
        return explain(self.measure, data)

    def made(self, name: str, trials: Sequence[Any]) -> Any:
        """Return the values that a mistake or a convention gives; where it gives nothing, nothing else is done than is right."""
        made = np.array([value_made(name, self.measure, _data_of(trial, self.threshold)) for trial in trials])
        return made if np.isnan(made).all() else np.where(np.isnan(made), self.right(trials), made)


@lru_cache(maxsize=KEPT)
def _data_of(trial: AnyTrial, threshold: float) -> Any:
    return trial.data(threshold)


@lru_cache(maxsize=KEPT)
def _value_of(measure: Measure, trial: AnyTrial, threshold: float) -> float:
    return value_of(measure, _data_of(trial, threshold))


class ListSet(TrialSet):
    """The lists of one user each."""

    def __init__(self, measure: Measure, threshold: float, call: Call) -> None:
        self.call = call
        is_binary = reads_grades(measure) and not gives_grades(call, measure)
        self.scale = BINARY if is_binary else scale_of(measure, threshold)
        super().__init__(measure, 1 if is_binary else threshold, ())
        trials = all_trials(self.scale, measure.depth())
        self.trials = tuple(
            filter(self.has_value, dict.fromkeys(map(self.fitting, trials)) if call.completes else trials)
        )

    def fitting(self, trial: Trial) -> Trial:
        """Return a list in which all that is judged is shown, where scores and labels say nothing of the rest."""
        if not self.call.completes:
            return trial
        return Trial((*(grade or 0 for grade in trial.shown), *trial.missed), (), trial.backwards)

    def has_value(self, trial: Trial) -> bool:
        words, relevant = self.call.words, trial.relevant(self.threshold)
        lacks = (
            self.fitting(trial) != trial,
            self.measure.settings.get("empty") == "error" and not relevant,
            "predictions" in words and not trial.shown,
            "y_pred" in words and len(trial.shown) < (self.measure.depth() or 0),
            self.call.has_one_item and relevant != 1,
            words & {"rank", "rank0"} and not trial._replace(missed=()).relevant(self.threshold),
        )
        return not any(lacks)

    def right(self, trials: Sequence[Trial]) -> list[float]:
        return [*self.measure(self._run_of(trials).ranking).tolist()]

    def made(self, name: str, trials: Sequence[Trial]) -> Any:
        return values_made(name, self.measure, self._run_of(trials))

    def _run_of(self, trials: Sequence[Trial]) -> Any:
        """Return all lists as a run: they are computed together."""
        return _data_of(UsersTrial(tuple(trials)), self.threshold)


class UserSet(TrialSet):
    """The lists of 2 to 5 users each, which are drawn from those of one user.

    A frame has no rows of a user with no relevant item, so there is none.
    """

    def __init__(self, lists: ListSet) -> None:
        rng = np.random.default_rng(3)
        super().__init__(lists.measure, lists.threshold, ())
        self.lists, self.scale = lists, lists.scale
        drawn = [*filter(self._has_user, map(lists.fitting, draw_trials(lists.scale, lists.measure.depth())))]
        self.trials = tuple(
            UsersTrial(tuple(drawn[k] for k in rng.integers(0, len(drawn), rng.integers(2, MOST_USERS + 1))))
            for _k in range(DRAWN)
        )

    def has_value(self, trial: UsersTrial) -> bool:
        return all(map(self._has_user, trial.parts))

    def _has_user(self, user: Trial) -> bool:
        is_seen = "test" not in self.lists.call.words or user.relevant(self.threshold) > 0
        return is_seen and self.lists.has_value(user)


def _drawn_ratings() -> list[RatingTrial]:
    """Return true and predicted ratings of a few users."""
    rng = np.random.default_rng(5)
    trials = []
    for k in range(DRAWN):
        size = 1 + k % MOST_RATINGS
        actual, predicted = rng.integers(1, 6, size).astype(float).tolist(), (rng.integers(2, 11, size) / 2).tolist()
        trials.append(RatingTrial((*zip(actual, predicted, [f"u{1 + k % 3}" for k in range(size)], strict=True),)))
    return trials


def _drawn_runs() -> list[RunTrial]:
    """Return lists of a system, some of them empty, of items that some user has in train."""
    rng = np.random.default_rng(7)
    trials = []
    for _k in range(DRAWN):
        items = [item_name(k) for k in range(int(rng.integers(2, MOST_ITEMS + 1)))]
        train = [tuple(rng.permutation(items)[: int(rng.integers(1, len(items) + 1))].tolist()) for _user in range(3)]
        known = sorted({item for user in train for item in user})
        lists = [*(rng.permutation(known)[: int(rng.integers(0, 4))].tolist() for _user in range(2)), known[:1]]
        shown = [(user, item) for user, items in enumerate(lists, start=1) for item in items]
        trials.append(RunTrial(tuple(shown), (*train, ())))
    return trials


def trial_set(measure: Measure, threshold: float, call: Call) -> TrialSet:
    """Return what a metric is tried on, by its call; ValueError if the call does not give it what the measure reads."""
    if measure.metric.kind != "ranking":
        return TrialSet(measure, 1, _drawn_ratings() if measure.metric.kind == "rating" else _drawn_runs())
    _check_visible(measure, call)
    return ListSet(measure, threshold, call)


# what a call cannot express


def _check_visible(measure: Measure, call: Call) -> None:
    if "y_pred" in call.words and reads_order(measure):
        text = N_("y_pred only says what is shown, not at which rank: {measure} needs y_score or shown")
        raise refused(text, measure=measure.name)
    if call.words & RELEVANT or call.way_out or not reads_missed(measure):
        return
    ways = []
    for key, words in measure.metric.choices.items():
        fitting = [word for word in words if not reads_missed(measure.changed(**{key: word}))]
        ways += [f'{key}="{word}"' for word in sorted(fitting, key="retrieved".__ne__)[:1]]
    ways.append(f'call="r, {"ideal" if reads_grades(measure) else "count"}, k"')
    text = N_("r has only the shown ranks, so {measure} cannot be computed from it: say {ways}")
    raise refused(text, measure=measure.label, ways=_(" or ").join(ways))


def gives_grades(call: Call, measure: Measure) -> bool:
    """Return whether a function gets the grades that the measure reads."""
    words = call.words
    of_shown = "r" in words and ("ideal" in words or not reads_missed(measure))
    return bool(words & ALL_GRADES or of_shown or call.way_out)


def reads_order(measure: Measure) -> bool:
    """Return whether the value depends on the ranks of the items that are read."""
    first, second = (measure(Ranking(text, relevant=1)) for text in ("RN", "NR"))
    return bool(measure.depth() != 1 and first != second)


def reads_missed(measure: Measure) -> bool:
    """Return whether the value depends on relevant items that are not shown."""
    return any(measure(one.ranking(1)) != measure(one._replace(missed=()).ranking(1)) for one in MISSING)
