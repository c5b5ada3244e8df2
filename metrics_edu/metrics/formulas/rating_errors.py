"""The errors of predicted ratings: MAE, MSE, RMSE."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from metrics_edu.language import N_, quoted, refused
from metrics_edu.metrics.denominators import PARRA
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named
from metrics_edu.working.recorded_array import plain

REFUSES = "the two differ in length, are empty, or hold what is no number"
UNIT = "units of the rating"
rating_error = partial(metric, kind="rating", bounds=(0, np.inf), unit=UNIT, per_rank="e_i", refuses=REFUSES)


@rating_error(
    "MAE",
    N_("mean absolute error"),
    done=N_("The mean of the absolute errors was computed."),
    called=("error absoluto medio", "error medio absoluto"),
    source=f'{PARRA}, slide "MAE: Mean Absolute Error"',
)
def mae(predicted: npt.ArrayLike, actual: npt.ArrayLike) -> Any:
    """Mean absolute error: the mean of |predicted - actual|.

    >>> mae([4, 3, 5], [5, 3, 3])
    1.0
    """
    return _mean(np.abs(_errors(predicted, actual)), predicted, actual)


@rating_error(
    "MSE",
    N_("mean squared error"),
    done=N_("The mean of the squared errors was computed."),
    called=("ecm", "error cuadrático medio"),
    source=f'{PARRA}, slide "MSE: Mean Squared Error"',
    unit=f"squared {UNIT}",
)
def mse(predicted: npt.ArrayLike, actual: npt.ArrayLike) -> Any:
    """Mean squared error: the mean of (predicted - actual)^2.

    >>> mse([4, 3, 5, 1], [5, 3, 3, 1])
    1.25
    """
    return _mean(_errors(predicted, actual) ** 2, predicted, actual)


@rating_error(
    "RMSE",
    N_("root mean squared error"),
    done=N_("The root of the mean of the squared errors was computed."),
    called=("recm", "raíz error cuadrático medio", "raíz cuadrada error cuadrático medio"),
    source=f'{PARRA}, slide "RMSE: Root Mean Squared Error"',
)
def rmse(predicted: npt.ArrayLike, actual: npt.ArrayLike) -> Any:
    """Root mean squared error: the root of the mean of (predicted - actual)^2.

    >>> rmse([4, 3], [5, 4])
    1.0
    """
    return np.sqrt(mse(predicted, actual))


def _errors(predicted: npt.ArrayLike, actual: npt.ArrayLike) -> Any:
    guess, true = _ratings("predicted", predicted), _ratings("actual", actual)
    if guess.shape != true.shape:
        raise refused("predicted and actual must have the same length; got {a} and {b}", a=guess.size, b=true.size)
    return named(named(guess, "predicted_i") - named(true, "actual_i"), "e_i")


def _ratings(name: str, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise refused("{name} must contain only numbers; got {value}", name=name, value=quoted(values, 60)) from None
    if array.ndim != 1 or not array.size:
        raise refused("{name} must be one list of at least one rating; got shape {shape}", name=name, shape=array.shape)
    return array


def _mean(worth: Any, predicted: npt.ArrayLike, actual: npt.ArrayLike) -> Any:
    total = np.sum(worth, axis=-1)
    if not np.isfinite(plain(total)):  # only then is looked for what is no number
        for name, ratings in (("predicted", _ratings("predicted", predicted)), ("actual", _ratings("actual", actual))):
            for k in np.flatnonzero(~np.isfinite(ratings)):
                raise refused(
                    "{name} must contain only numbers; got {value} at position {position}",
                    name=name,
                    position=k + 1,
                    value=ratings[k],
                )
    return total / named(worth.shape[-1], "n", counts_terms=True)
