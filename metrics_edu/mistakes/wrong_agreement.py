"""The wrong computations of Cohen's kappa."""

from __future__ import annotations

from typing import Any

import numpy as np

from metrics_edu import metrics
from metrics_edu.metrics import Measure, Votes
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.mistakes.wrong_computations import Computation


def other_agreement(name: str) -> Computation:
    """Return another coefficient of the same votes; NaN of a weighted kappa."""
    return lambda measure, votes: REGISTRY[name](votes) if _is_plain(measure) else np.nan


def half_by_chance(measure: Measure, votes: Votes) -> Any:
    observed = metrics.observed_agreement(votes)
    return (observed - 0.5) / (1 - 0.5) if _is_plain(measure) else np.nan


def _is_plain(measure: Measure) -> bool:
    return bool(measure.settings["weights"] == "none")
