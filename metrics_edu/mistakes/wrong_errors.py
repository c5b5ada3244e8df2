"""The wrong computations of RMSE and MAE."""

from __future__ import annotations

from typing import Any

import numpy as np

from metrics_edu import metrics
from metrics_edu.metrics import Measure, Ratings
from metrics_edu.working import named
from metrics_edu.working.recorded_array import plain


def root_of_sum(_measure: Measure, ratings: Ratings) -> Any:
    return np.sqrt(np.sum(_errors(ratings) ** 2, axis=-1))


def root_of_sum_over_n(measure: Measure, ratings: Ratings) -> Any:
    return root_of_sum(measure, ratings) / named(np.size(ratings.predicted), "n")


def _errors(ratings: Ratings) -> Any:
    predicted, actual = (np.asarray(values, np.float64) for values in (ratings.predicted, ratings.actual))
    return named(named(predicted, "predicted_i") - named(actual, "actual_i"), "e_i")


def signed_errors(_measure: Measure, ratings: Ratings) -> Any:
    return np.sum(_errors(ratings), axis=-1) / named(np.size(ratings.predicted), "n")


def median_error(_measure: Measure, ratings: Ratings) -> float:
    return float(np.median(np.abs(plain(_errors(ratings)))))


def rmse_per_user(_measure: Measure, ratings: Ratings) -> float:
    if ratings.users is None:
        return np.nan
    predicted, actual, users = map(np.asarray, (ratings.predicted, ratings.actual, ratings.users))
    per_user = [plain(metrics.rmse(predicted[users == user], actual[users == user])) for user in np.unique(users)]
    return float(np.mean(per_user))
