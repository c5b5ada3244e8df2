"""The scores of a submission on the hidden test data."""

from __future__ import annotations

from typing import Any

import numpy as np

from metrics_edu.homework.grading.result import Result
from metrics_edu.homework.judging.report import Report
from metrics_edu.metrics.registry import mean_over_users
from metrics_edu.metrics.values import value_of
from metrics_edu.tables.intervals import bootstrap_interval

RESAMPLES = 1000


def score_hidden(result: Result, report: Report) -> None:
    course, run, policy = report.course, report.run, report.course.policy
    if run is not None and report.handed is not None and course.test is not None:
        run = report.handed.against(course.test)
    values: dict[str, Any] = {}
    if run is not None:
        ranked = policy.of_kind("ranking").items()
        values = {title: np.asarray(measure(run.ranking), dtype=np.float64) for title, measure in ranked}
    if course.test is not None:
        result.hidden |= {title: float(mean_over_users(per_user)) for title, per_user in values.items()}
        if ratings := report.ratings("hidden"):
            result.hidden |= {title: value_of(measure, ratings) for title, measure in policy.of_kind("rating").items()}
    if names := [name for name in policy.ranked_by if name in values]:
        means = np.stack([values[name] for name in names]).mean(axis=0)
        means = means[~np.isnan(means)]
        if len(means) > 1:
            result.scores = means.tolist()
            result.interval = list(bootstrap_interval(means, resamples=RESAMPLES, seed=policy.seed))
