"""The errors of predicted ratings: MAE, MSE, RMSE."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.language import N_, _, quoted
from metrics_edu.metrics.denominators import PARRA
from metrics_edu.metrics.registry import metric
from metrics_edu.working import named, plain

if TYPE_CHECKING:
    import numpy.typing as npt


def _errors(predicted: npt.ArrayLike, actual: npt.ArrayLike) -> tuple[Any, int]:
    guess, true = _ratings("predicted", predicted), _ratings("actual", actual)
    if guess.shape != true.shape:
        raise ValueError(_("predicted and actual must have one length; got {a} and {b}", a=guess.size, b=true.size))
    errors = named(named(guess, "predicted_i") - named(true, "actual_i"), "e_i")
    if not np.isfinite(np.sum(plain(errors))):  # told in one pass; only then is looked for where
        _refuse_unknown("predicted", guess)
        _refuse_unknown("actual", true)
    return errors, guess.size


def _ratings(name: str, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(_("{name} must hold numbers; got {given}", name=name, given=quoted(values, 60))) from None
    if array.ndim != 1 or not array.size:
        raise ValueError(
            _("{name} must be one list of at least one rating; got shape {shape}", name=name, shape=array.shape)
        )
    return array


def _refuse_unknown(name: str, array: npt.NDArray[np.float64]) -> None:
    bad = ~np.isfinite(array)
    if bad.any():
        place = int(bad.argmax())
        raise ValueError(
            _("{name} must hold numbers; place {place} is {given}", name=name, place=place + 1, given=array[place])
        )


@metric("MAE", N_("mean absolute error"), kind="rating", source=PARRA, bounds=(0, np.inf), per_rank="e_i")
def mae(predicted: npt.ArrayLike, actual: npt.ArrayLike) -> Any:
    """Mean absolute error: the mean of |predicted - actual|.

    Parameters
    ----------
    predicted, actual : sequences of float, shape (n,)
        Ratings, in one order.

    Returns
    -------
    float >= 0, in units of the rating

    Raises
    ------
    ValueError
        If they differ in length, are empty, or hold something that is not a number.

    References
    ----------
    Parra, slide "MAE: Mean Absolute Error".

    Examples
    --------
    >>> mae([4, 3, 5], [5, 3, 3])
    1.0
    """
    errors, n = _errors(predicted, actual)
    return np.sum(np.abs(errors), axis=-1) / named(n, "n")


@metric("MSE", N_("mean squared error"), kind="rating", source=PARRA, bounds=(0, np.inf), per_rank="e_i")
def mse(predicted: npt.ArrayLike, actual: npt.ArrayLike) -> Any:
    """Mean squared error: the mean of (predicted - actual)^2.

    Parameters
    ----------
    predicted, actual : sequences of float, shape (n,)

    Returns
    -------
    float >= 0, in squared units of the rating

    Raises
    ------
    ValueError
        As `mae`.

    References
    ----------
    Parra, slide "MSE: Mean Squared Error".

    Examples
    --------
    >>> mse([4, 3, 5, 1], [5, 3, 3, 1])
    1.25
    """
    errors, n = _errors(predicted, actual)
    return np.sum(errors**2, axis=-1) / named(n, "n")


@metric("RMSE", N_("root mean squared error"), kind="rating", source=PARRA, bounds=(0, np.inf), per_rank="e_i")
def rmse(predicted: npt.ArrayLike, actual: npt.ArrayLike) -> Any:
    """Root mean squared error: the root of the mean of (predicted - actual)^2.

    Parameters
    ----------
    predicted, actual : sequences of float, shape (n,)

    Returns
    -------
    float >= 0, in units of the rating

    Raises
    ------
    ValueError
        As `mae`.

    References
    ----------
    Parra, slide "RMSE: Root Mean Squared Error".

    Examples
    --------
    >>> rmse([4, 3], [5, 4])
    1.0
    """
    return np.sqrt(mse(predicted, actual))
