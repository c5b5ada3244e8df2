"""All trials of a measure and a call: what is right of each, what a known mistake gives, and what a call cannot express."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import N_, _, refused
from metrics_edu.metrics import Measure, Ranking, Run
from metrics_edu.metrics.value_and_derivation import WHOLE, explain, value_of
from metrics_edu.mistakes.diagnosis import value_made, values_made
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

if TYPE_CHECKING:
    import numpy.typing as npt

    from metrics_edu.working import Derivation

    Values = npt.NDArray[np.float64]

DATA = 128
"""The number of trials whose data are kept in memory: of each, every mistake is made."""
DRAWN = 40
"""The number of runs, or of ratings, that are drawn."""
MOST_USERS, MOST_RATINGS, MOST_ITEMS = 5, 8, 6
MISSING = Trial((1, 0, 1), (1,)), Trial((1,), (1,)), Trial((1,), (3,))
"""Lists with missed items."""
ALL_GRADES = {"ratings", "grades", "qrels", "test", "predictions", "y_true"}
"""The words that tell every grade."""
RELEVANT = {*ALL_GRADES, "relevant", "ideal", "count", "item", "rank", "rank0"}
"""The words that tell how many items are relevant."""
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
        return data.ranking if isinstance(data, Run) and self.measure.metric.kind == "ranking" else data

    def derivation(self, trial: Any) -> Derivation:
        """Return the working of the right value."""
        name = self.measure.metric.name
        data = trial.data(self.threshold)
        arguments = (data.lists, WHOLE[name](data)) if name in WHOLE else (self.shown(trial),)
        return explain(self.measure.metric if name in WHOLE else self.measure, *arguments)

    def made(self, name: str, trials: Sequence[Any]) -> Values:
        """Return what a mistake or a convention gives; where it gives nothing, nothing else is done than is right."""
        made = np.array([value_made(name, self.measure, _data_of(trial, self.threshold)) for trial in trials])
        return made if np.isnan(made).all() else np.where(np.isnan(made), self.right(trials), made)


@lru_cache(maxsize=DATA)
def _data_of(trial: AnyTrial, threshold: float) -> Any:
    return trial.data(threshold)


@lru_cache(maxsize=DATA)
def _value_of(measure: Measure, trial: AnyTrial, threshold: float) -> float:
    return value_of(measure, _data_of(trial, threshold))


class ListSet(TrialSet):
    """The lists of one user each."""

    def __init__(self, measure: Measure, threshold: float, call: Call) -> None:
        self.call = call
        is_binary = reads_grades(measure) and not tells_grades(call, measure)
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
        if self.call.completes and self.fitting(trial) != trial:
            return False
        relevant = trial.relevant(self.threshold)
        if self.measure.settings.get("empty") == "error" and not relevant:
            return False
        if "predictions" in self.call.words and not trial.shown:
            return False
        n = self.measure.depth()
        if "y_pred" in self.call.words and n and len(trial.shown) < n:
            return False
        if not self.call.has_one_item:
            return True
        is_shown = any(grade is not None and grade >= self.threshold for grade in trial.shown)
        return relevant == 1 and (is_shown or "item" in self.call.words)

    def right(self, trials: Sequence[Trial]) -> list[float]:
        values: list[float] = self.measure(_run_of(tuple(trials), self.threshold).ranking).tolist()
        return values

    def made(self, name: str, trials: Sequence[Trial]) -> Values:
        values: Values = values_made(name, self.measure, _run_of(tuple(trials), self.threshold))
        return values


@lru_cache(maxsize=8)
def _run_of(trials: tuple[Trial, ...], threshold: float) -> Run:
    lists = {str(k): trial.recommendations for k, trial in enumerate(trials)}
    return Run(lists, {str(k): trial.ratings for k, trial in enumerate(trials)}, threshold=threshold)


class UserSet(TrialSet):
    """The lists of 2 to 5 users each, which are drawn from those of one user.

    A frame has no rows of a user with no relevant item, so there is none.
    """

    def __init__(self, lists: ListSet) -> None:
        rng = np.random.default_rng(3)
        super().__init__(lists.measure, lists.threshold, ())
        self.lists, self.scale = lists, lists.scale
        drawn = [*filter(self._has_user, map(lists.fitting, draw_trials(lists.scale, lists.measure.depth())))]
        picks = [rng.integers(0, len(drawn), rng.integers(2, MOST_USERS + 1)) for _k in range(DRAWN)]
        self.trials = tuple(UsersTrial(tuple(drawn[k] for k in picked)) for picked in picks)

    def has_value(self, trial: UsersTrial) -> bool:
        return all(map(self._has_user, trial.users))

    def _has_user(self, user: Trial) -> bool:
        is_seen = "test" not in self.lists.call.words or user.relevant(self.threshold) > 0
        return is_seen and self.lists.has_value(user)


def rating_set(measure: Measure) -> TrialSet:
    """Return true and predicted ratings of a few users."""
    rng = np.random.default_rng(5)
    sizes = [1 + k % MOST_RATINGS for k in range(DRAWN)]
    trials = [
        RatingTrial(
            tuple(rng.integers(1, 6, size).astype(float).tolist()),
            tuple((rng.integers(2, 11, size) / 2).tolist()),
            tuple(f"u{1 + k % 3}" for k in range(size)),
        )
        for size in sizes
    ]
    return TrialSet(measure, 1, trials)


class RunSet(TrialSet):
    """The lists of a system."""

    def has_value(self, trial: RunTrial) -> bool:
        return any(trial.lists)


def run_set(measure: Measure) -> TrialSet:
    """Return lists of a system, some of them empty, of items that some user has in train."""
    rng = np.random.default_rng(7)
    trials = []
    for _k in range(DRAWN):
        items = [item_name(k) for k in range(int(rng.integers(2, MOST_ITEMS + 1)))]
        train = [tuple(rng.permutation(items)[: int(rng.integers(1, len(items) + 1))].tolist()) for _user in range(3)]
        known = sorted({item for user in train for item in user})
        lists = [tuple(rng.permutation(known)[: int(rng.integers(0, 4))].tolist()) for _user in range(2)]
        trials.append(RunTrial((*lists, (known[0],)), (*train, ())))
    return RunSet(measure, 1, trials)


def trial_set(measure: Measure, threshold: float, call: Call) -> TrialSet:
    """Return what a metric is tried on that is called so; ValueError if the call cannot tell what the measure reads."""
    if measure.metric.kind == "rating":
        return rating_set(measure)
    if measure.metric.kind == "coverage":
        return run_set(measure)
    _check_visible(measure, call)
    return ListSet(measure, threshold, call)


# what a call cannot express


def _check_visible(measure: Measure, call: Call) -> None:
    if "y_pred" in call.words and reads_order(measure):
        text = N_("y_pred only says what is shown, not at which rank: {measure} needs y_score or shown")
        raise refused(text, measure=measure.name)
    if call.words & RELEVANT or call.way_out or not reads_missed(measure):
        return
    ways = [f'{key}="{word}"' for key, word in _without_missed(measure)]
    ways.append(f'call="r, {"ideal" if reads_grades(measure) else "count"}, k"')
    text = N_("r has only the shown ranks, so {measure} cannot be computed from it: say {ways}")
    raise refused(text, measure=measure.label, ways=_(" or ").join(ways))


def tells_grades(call: Call, measure: Measure) -> bool:
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


def _without_missed(measure: Measure) -> Iterator[tuple[str, str]]:
    """Give the parameters with which a measure reads only what is shown."""
    for key, words in measure.metric.choices.items():
        changed = {word: measure.changed(**{key: word}) for word in words}
        reading = [word for word in words if not reads_missed(changed[word])]
        yield from ((key, word) for word in sorted(reading, key="retrieved".__ne__)[:1])
