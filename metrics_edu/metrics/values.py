"""The value and the derivation of a measure, whatever it is computed from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import N_, _, refused
from metrics_edu.metrics.beyond_accuracy import item_coverage, user_coverage
from metrics_edu.metrics.measures import DEFAULT, Measure, measure
from metrics_edu.metrics.ranking import Ranking
from metrics_edu.metrics.registry import REGISTRY, mean_over_users
from metrics_edu.working import spoken

if TYPE_CHECKING:
    from metrics_edu.working import Derivation
from metrics_edu.metrics.ratings import Ratings
from metrics_edu.metrics.run import Run

Given = Ranking | Ratings | Run
WHOLE = {user_coverage.name: "users", item_coverage.name: "catalogue"}
"""The metrics that a run is enough for, and what they divide by."""


def asked_of(spelling: str | Measure, convention: str = DEFAULT) -> Measure:
    """Return the measure of a spelling under a convention; those of no ranking, "RMSE", "Item coverage" and the like, have none.

    >>> asked_of("rmse").name, asked_of("User coverage").name, asked_of("MAP@10").name
    ('RMSE', 'User coverage', 'AP@10')
    """
    if isinstance(spelling, Measure):
        if convention not in (DEFAULT, spelling.convention):
            text = N_("a Measure has a convention of its own, here {own!r}; got {given!r} beside it")
            raise refused(text, own=spelling.convention, given=convention)
        return spelling
    others = {metric.symbol.lower(): metric for metric in REGISTRY.values() if metric.kind != "ranking"}
    metric = others.get(str(spelling).strip().lower())
    return measure(spelling, convention=convention) if metric is None else Measure(metric)


def value_of(spelling: str | Measure, given: Given) -> float:
    """Return the value of a measure: of one list, the mean over the users of a batch or a run, of ratings.

    >>> value_of("AP", Ranking.parse("RN")), value_of("MAP", Ranking([[1, 0], [0, 1]])), value_of("MAE", Ratings([4], [5]))
    (1.0, 0.75, 1.0)
    """
    asked = asked_of(spelling)
    if isinstance(given, Run) and asked.metric.name in WHOLE:
        return float(asked.metric(given.lists, getattr(given, WHOLE[asked.metric.name])))
    if isinstance(given, Run) and asked.metric.kind == "ranking":
        given = given.ranking
    values = asked.metric(*_read_by(asked, given), **dict(asked.parameters))
    return float(mean_over_users(values) if np.ndim(values) else values)


def working_of(spelling: str | Measure, given: Ranking | Ratings) -> Derivation:
    """Return the working of a measure: of one list, of the mean over the users of a batch, of ratings.

    >>> working_of("MAE", Ratings([4, 5], [3, 3])).steps[-1].numbers
    '(abs(1) + abs(2))/2'
    """
    asked = asked_of(spelling)
    return asked.metric.explain(*_read_by(asked, given), **dict(asked.parameters))


def _read_by(asked: Measure, given: object) -> tuple[Any, ...]:
    if asked.metric.kind == "ranking" and isinstance(given, Ranking):
        return (given,)
    if asked.metric.kind == "rating" and isinstance(given, Ratings):
        return given.predicted, given.actual
    raise refused("{name} is not computed from {given}", name=spoken(asked.name), given=type(given).__name__)


def plain(given: Any) -> Given:
    """Return what is given, of an Evaluation its run; ValueError if nothing can be computed from it."""
    data = given.as_run() if hasattr(given, "as_run") else given
    if not isinstance(data, Given):
        text = N_("a value is computed from a Ranking, Ratings, a Run or an Evaluation; got {given}")
        raise ValueError(_(text, given=type(data).__name__))
    return data


def ranking_of(given: object) -> Ranking | None:
    """Return the lists of a run, or the Ranking given; None of anything else."""
    return given.ranking if isinstance(given, Run) else given if isinstance(given, Ranking) else None


def check_one_list(name: str, given: object) -> None:
    """Refuse what is no Ranking of one list; `name` is what takes one."""
    if not isinstance(given, Ranking) or given.is_batch:
        batch = _("a batch of {count}", count=len(given.shown)) if isinstance(given, Ranking) else ""
        raise refused("{name} takes a Ranking of one list; got {given}", name=name, given=batch or type(given).__name__)
