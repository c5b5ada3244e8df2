"""The value and the derivation of a measure, whatever it is computed from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import N_, _, refused
from metrics_edu.metrics.conventions import CONVENTIONS, row_of
from metrics_edu.metrics.formulas import AGREED, diversity, item_coverage, novelty, user_coverage
from metrics_edu.metrics.measures import DEFAULT, Measure, measure
from metrics_edu.metrics.ranking import Ranking, as_ranking, take_ranking_options
from metrics_edu.metrics.ratings import Ratings
from metrics_edu.metrics.registry import REGISTRY, Metric, mean_over_users
from metrics_edu.metrics.run import Run
from metrics_edu.metrics.spellings import metric_called
from metrics_edu.metrics.validation import check_word
from metrics_edu.metrics.votes import Votes, as_votes
from metrics_edu.working.labels import spoken
from metrics_edu.working.recorded_array import not_recording

if TYPE_CHECKING:
    from metrics_edu.working import Derivation

Data = Ranking | Ratings | Run | Votes
"""What a value is computed from."""
COVERAGES: dict[str, Callable[[Run], Any]] = {
    user_coverage.name: attrgetter("data.users"),
    item_coverage.name: attrgetter("data.catalogue"),
}
"""The metrics that a run is enough for, and what they divide by."""
WHOLE = COVERAGES | {novelty.name: attrgetter("data.popularity"), diversity.name: attrgetter("categories")}
"""The metrics of all lists of a run at once, and what else of the run they need."""
NON_RANKING = {name: metric for name, metric in REGISTRY.items() if metric.kind != "ranking"}
"""The metrics of no ranking, such as RMSE, by the names of their functions."""


def as_measure(name: str | Measure | Metric, convention: str | None = None, **parameters: Any) -> Measure:
    """Return the measure of a name under a convention; those of no ranking, such as "RMSE", have no convention.

    >>> as_measure("rmse").name, as_measure("User coverage").name, as_measure("MAP@10").name
    ('RMSE', 'User coverage', 'AP@10')
    """
    if isinstance(name, Metric):
        name = name.symbol if name.kind != "ranking" or convention is not None or parameters else Measure(name)
    metric = None if isinstance(name, Measure) else NON_RANKING.get(metric_called(str(name)))
    if metric is not None and metric.kind == "agreement":
        return _agreement(metric, convention, parameters)
    if parameters and (metric is not None or isinstance(name, Measure)):
        raise refused(
            "{name} takes no parameters here; got {value}",
            name=spoken(name.name if isinstance(name, Measure) else name),
            value=", ".join(parameters),
        )
    if isinstance(name, Measure):
        if row_of(convention)[0] != DEFAULT:
            refuse_other_convention(name, convention)
        return name
    if metric is None:
        return measure(name, convention=convention, **parameters)
    check_word(_("convention"), DEFAULT if convention is None else row_of(convention)[0], CONVENTIONS)
    return Measure(metric)


def _agreement(metric: Metric, convention: str | None, parameters: Mapping[str, Any]) -> Measure:
    """Return a measure of agreement as a library computes it, with some parameters that differ."""
    check_word(_("convention"), convention or DEFAULT, (DEFAULT, *AGREED))
    chosen = {**AGREED.get(convention or DEFAULT, {}).get(metric.name, {}), **parameters}
    for key in chosen.keys() - metric.parameters.keys():
        check_word(_("parameter of {name}", name=metric.name), key, metric.parameters)
    metric.check({**metric.parameters, **chosen})
    return Measure(metric, chosen)


def refuse_other_convention(measure: Measure, convention: Any) -> None:
    """Raise ValueError of a convention beside a Measure that is not the Measure's own; None is no convention."""
    row, differ = row_of(convention)
    words = differ.get(measure.metric.name, {})
    if row not in (None, measure.convention) or (words and measure.changed(**words) != measure):
        raise refused(
            "a Measure has its own convention, here {own!r}; do not pass another (got {value!r})",
            own=measure.convention,
            value=convention,
        )


def ranking_measure(name: str | Measure | Metric, convention: str | None = None, **parameters: Any) -> Measure:
    """Return the measure of a name, which must be one of a ranking: "RMSE" and "User coverage" are not.

    >>> ranking_measure("MAP@10", "ranx").label
    'AP@10, divided by |R|, all relevant'
    """
    return (
        measure(name, convention=convention, **parameters)
        if isinstance(name, str)
        else as_measure(name, convention, **parameters)
    )


def check_measure_first(measure: object, example: str) -> None:
    """Refuse anything but a measure as the first argument; the sentence shows the right order in an example."""
    if not isinstance(measure, str | Measure | Metric):
        raise measure_comes_first(example, type(measure).__name__)


def measure_comes_first(example: str, value: str) -> ValueError:
    """Return the error for another first argument than the measure."""
    return refused(
        "pass the measure first, as in {example}; the first argument is {value}", example=example, value=value
    )


def explain(measure: str | Measure | Callable[..., Any], ranking: Any = None, *more: Any, **options: Any) -> Derivation:
    """Return the step-by-step derivation of a value.

    Parameters
    ----------
    measure : str, Measure or Metric
        Such as ``"nDCG@10"``, ``measure("AP@10", convention="ranx")`` or ``average_precision``.
    ranking : Ranking or Ratings
        What the measure is computed from; of a batch, the mean over its users is derived. A bare list, ``"NRRNR"`` or
        ``[3, 0, 2]``, is made a Ranking, with `relevant`, `pool`, `missed`, `threshold` and `catalogue` among the options.
    *more
        For a metric that takes more, such as ``user_coverage``, its other arguments.
    **options
        For a name: ``convention`` and the parameters of the metric. For a metric: its parameters. For a batch,
        ``users="with_relevant"`` leaves out the users that have no relevant item, and ``weight`` is as for ``Measure.mean``.

    Returns
    -------
    Derivation
        With ``.value``, ``.steps``, ``.text()``, ``.tex()``, ``.html()``, ``.table()``; it displays itself in a notebook.

    Raises
    ------
    ValueError
        If the measure is not known or not computed from the ranking, or the ranking is missing; and as the metric does.

    Examples
    --------
    >>> from metrics_edu import Ranking, average_precision
    >>> explain("AP@10", Ranking.parse("RNRR")).steps[-1].numbers
    '(1/1 + 2/3 + 3/4)/3'
    >>> explain(average_precision, Ranking.parse("RNRR"), n=1).value
    1.0
    """
    if callable(measure) and not isinstance(measure, Measure | Metric):
        raise refused(
            "explain takes the name of a measure, or a metric such as average_precision; got {value!r}", value=measure
        )
    check_measure_first(measure, 'explain("AP@10", ranking)')
    ranking_options = take_ranking_options(options)
    data = (*(() if ranking is None else (ranking,)), *more)
    if len(data) != 1 and not isinstance(measure, Metric):
        raise refused(
            "explain takes one ranking after the measure, as in {example}; arguments after the measure: {count}",
            example='explain("AP@10", ranking)',
            count=len(data),
        )
    with not_recording():
        if isinstance(measure, Metric):
            return measure.explain(*data, **options, **ranking_options)
        users = {key: options.pop(key) for key in ("users", "weight") if key in options}
        named: Any = as_measure(measure, options.pop("convention", None), **options)
        arguments = _arguments(named, *data, **ranking_options)
        found: Derivation = named.metric.explain(*arguments, **named.parameters, **users)
        return found


def value_of(measure: str | Measure, data: Data) -> float:
    """Return the value of a measure: of one list, the mean over the users of a batch or a run, of ratings.

    >>> value_of("AP", Ranking.parse("RN")), value_of("MAP", Ranking([[1, 0], [0, 1]])), value_of("MAE", Ratings([4], [5]))
    (1.0, 0.75, 1.0)
    """
    measure = as_measure(measure)
    if isinstance(data, Run) and measure.metric.name in WHOLE:
        return float(measure.metric(data.lists, WHOLE[measure.metric.name](data), **measure.parameters))
    if isinstance(data, Run) and measure.metric.kind == "ranking":
        data = data.ranking
    values = measure.metric(*_arguments(measure, data), **measure.parameters)
    return float(mean_over_users(values) if np.ndim(values) else values)


def _arguments(measure: Measure, data: Any, **ranking_options: Any) -> tuple[Any, ...]:
    """Return what the metric of a measure takes of some data; those options are of its Ranking."""
    if measure.metric.kind == "ranking" and not isinstance(data, Ratings | Run):
        return (measure.read(data, **ranking_options),)
    if measure.metric.kind == "rating" and isinstance(data, Ratings):
        return data.predicted, data.actual
    if measure.metric.kind == "agreement":
        return (as_votes(data),)
    raise _wrong_data(measure, data)


def _wrong_data(measure: Measure, data: object) -> ValueError:
    """Return the error of data that a measure is not computed from; it says what the measure needs."""
    needed = {
        "ranking": N_("{name} needs a Ranking, such as Ranking('NRRNR'); got {value}"),
        "rating": N_("{name} needs Ratings, such as Ratings([4, 3], [5, 3]); got {value}"),
        "agreement": N_("{name} is computed from votes, which no list shows: use {function}.explain(votes)"),
        "coverage": N_("{name} is not computed from {value}: call {function} with its own arguments"),
    }
    return refused(
        needed[measure.metric.kind], name=spoken(measure.name), value=type(data).__name__, function=measure.metric.name
    )


def as_data(data: Any, measure: Measure, **ranking_options: Any) -> Data:
    """Return what a measure is computed from: of an Evaluation its run, of a bare list a Ranking, of these options."""
    if measure.metric.kind == "agreement":
        return as_votes(data)
    run = data.as_run() if hasattr(data, "as_run") else data
    return run if isinstance(run, Run) and not ranking_options else list_or_ratings(run, measure, **ranking_options)


def list_or_ratings(data: Any, measure: Measure, **ranking_options: Any) -> Ranking | Ratings:
    """Return Ratings, or the Ranking that a bare list is made; ValueError of what a measure is not computed from."""
    if isinstance(data, Ratings) and not ranking_options:
        return data
    if measure.metric.kind == "ranking":
        return measure.read(data, **ranking_options)
    raise _wrong_data(measure, data)


def ranking_of(data: object) -> Ranking | None:
    """Return the lists of a run, or a Ranking itself; None of anything else."""
    return data.ranking if isinstance(data, Run) else data if isinstance(data, Ranking) else None


def one_list(name: str, ranking: object, **ranking_options: Any) -> Ranking:
    """Return a Ranking of one list, or make one of a bare list; `name` is what takes one, those options are of its Ranking."""
    given = as_ranking(ranking, name, **ranking_options)
    if given.is_batch:
        batch = _("a batch of {count}", count=len(given.shown))
        raise refused("{name} takes a Ranking of one list; got {value}", name=name, value=batch)
    return given
