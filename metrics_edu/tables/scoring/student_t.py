"""Student's t distribution, for the interval of a mean and for the paired t-test (Abramowitz and Stegun 1964, 26.7)."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np

STEPS = 100
"""More than the search for a quantile ever takes: one degree of freedom and 0.999999 take 24."""
PRECISION = 1e-14
"""The relative change at which the search ends."""


def t_tails(t: float, freedom: int) -> float:
    """Return how likely a t at least as far from 0 is, on both sides: from 0 to 1.

    >>> round(t_tails(2.2622, 9), 4)
    0.05
    """
    angle = math.atan2(abs(t), math.sqrt(freedom))
    odd = freedom % 2
    # The terms cos, 2/3 cos³, (2·4)/(3·5) cos⁵ ... of an odd number of degrees, 1, 1/2 cos², ... of an even one.
    k = np.arange(1, freedom // 2)
    factors = (2 * k - 1 + odd) / (2 * k + odd) * math.cos(angle) ** 2
    series = (1 + float(np.cumprod(factors).sum())) * math.cos(angle) ** odd if freedom > 1 else 0.0
    within = math.sin(angle) * series
    return max(0.0, 1 - (2 / math.pi * (angle + within) if odd else within))


@lru_cache(maxsize=64)
def t_quantile(confidence: float, freedom: int) -> float:
    """Return the t with which mean ± t · s/√n has a mean with this confidence; 2.262 for 0.95 of ten values.

    >>> round(t_quantile(0.95, 9), 4)
    2.2622
    """
    t = NormalDist().inv_cdf((1 + confidence) / 2)
    height = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    for _step in range(STEPS):  # Newton's, from the left: the tails are convex, so it never goes too far
        density = height * (1 + t * t / freedom) ** (-(freedom + 1) / 2)
        before, t = t, t + (t_tails(t, freedom) - (1 - confidence)) / (2 * density)
        if t - before <= PRECISION * t:
            break
    return t
