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

    Ratings = npt.NDArray[np.float64]


def _read(name: str, values: npt.ArrayLike) -> Ratings:
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(_("{name} must hold numbers; got {given}", name=name, given=quoted(values, 60))) from None
    if array.ndim != 1 or not array.size:
        raise ValueError(
            _("{name} must be one list of at least one rating; got shape {shape}", name=name, shape=array.shape)
        )
    return array


def _pairs(predicted: npt.ArrayLike, actual: npt.ArrayLike) -> tuple[Ratings, Ratings]:
    guess, true = _read("predicted", predicted), _read("actual", actual)
    if guess.shape != true.shape:
        raise ValueError(_("predicted and actual must have one length; got {a} and {b}", a=guess.size, b=true.size))
    return guess, true


def _errors(guess: Ratings, true: Ratings) -> Any:
    return named(named(guess, "predicted_i") - named(true, "actual_i"), "e_i")


def _mean(worth: Any, guess: Ratings, true: Ratings) -> Any:
    total = np.sum(worth, axis=-1)
    if not np.isfinite(plain(total)):  # only then is looked for what is no number
        _refuse_unknown("predicted", guess)
        _refuse_unknown("actual", true)
    return total / named(guess.size, "n")


def _refuse_unknown(name: str, array: Ratings) -> None:
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
    guess, true = _pairs(predicted, actual)
    return _mean(np.abs(_errors(guess, true)), guess, true)


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
    guess, true = _pairs(predicted, actual)
    return _mean(_errors(guess, true) ** 2, guess, true)


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
