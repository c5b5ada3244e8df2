"""Ratings: predicted and true ratings."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from metrics_edu.language import Counted
from metrics_edu.metrics.validation import names_of

if TYPE_CHECKING:
    import numpy.typing as npt


UNNAMED_RATINGS = Counted(
    "users must name the {n} rating; got {value}", "users must name all {n} ratings; got {value}", "n"
)


@dataclass(frozen=True, eq=False)
class Ratings:
    """Predicted and true ratings, in the same order, for MAE, MSE and RMSE.

    Attributes
    ----------
    predicted, actual : sequences of float, shape (n,)
    users : sequence, shape (n,), optional
        Whose rating each one is.

    Examples
    --------
    >>> from metrics_edu import explain
    >>> explain("RMSE", Ratings([4, 3], [5, 4])).value
    1.0
    """

    predicted: npt.ArrayLike
    actual: npt.ArrayLike
    users: Sequence[Hashable] | None = None

    def __post_init__(self) -> None:
        if self.users is not None:
            names_of(self.users, np.size(self.actual), UNNAMED_RATINGS)
