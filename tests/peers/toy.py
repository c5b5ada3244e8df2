"""The toy list a b c d e f, by library: what conventions rest on whose library no test can run.

A row (AP or nDCG, four decimals): |R| = 4 with a and c shown, n = 3; the same, n = 5; b and d relevant, n = 5.
"""

from __future__ import annotations

from typing import Any

SAME_AS = {
    "cornac": ("rectools_achievable", {"average_precision"}),
    "ir_measures": ("trec_eval", {"f_measure"}),
    "recommenders": ("rectools_achievable", {"f_measure", "hit_ratio", "reciprocal_rank"}),
    "recommenders_map_at_k": ("replay", {"hit_ratio", "reciprocal_rank"}),
}
"""A peer without a separate convention: whose metrics it computes, and which not."""

RUNS = (({"a", "c", "x", "y"}, 3), ({"a", "c", "x", "y"}, 5), ({"b", "d"}, 5))
LIST = "abcdef"

BY_R = (0.4167, 0.4167, 0.5)
BY_MIN = (0.5556, 0.4167, 0.5)
BY_HITS = (0.8333, 0.8333, 0.5)
IDEAL = (0.7039, 0.5856, 0.6509)
ONES = (0.7039, 0.5087, 0.3601)

TOY: dict[str, dict[str, tuple[float, float, float]]] = {
    "trec_eval": {"AP": BY_R, "nDCG": IDEAL},
    "ir_measures": {"AP": BY_R, "nDCG": IDEAL},
    "ranx": {"AP": BY_R, "nDCG": IDEAL},
    "ranx_burges": {"AP": BY_R, "nDCG": IDEAL},
    "kaggle": {"AP": BY_MIN},
    "spark": {"AP": BY_MIN, "nDCG": IDEAL},
    "recbole": {"AP": BY_MIN, "nDCG": IDEAL},
    "recommenders": {"AP": BY_R, "nDCG": IDEAL},
    "recommenders_map_at_k": {"AP": BY_MIN, "nDCG": IDEAL},
    "rectools": {"AP": BY_R, "nDCG": ONES},
    "rectools_divide_by_k": {"AP": (0.5556, 0.3333, 0.2), "nDCG": ONES},
    "rectools_achievable": {"AP": BY_R, "nDCG": IDEAL},
    "lenskit": {"AP": BY_MIN, "nDCG": (0.6199, 0.5209, 0.75)},
    "daisyrec": {"AP": BY_HITS, "nDCG": (0.9197, 0.9197, 0.6509)},
    "pyreclab": {"AP": BY_HITS, "nDCG": IDEAL},
    "torchmetrics": {"AP": BY_HITS, "nDCG": IDEAL},
}
"""Convention -> measure -> the three values. Elliot's AP (0.7222, 0.6133, 0.3467) is no convention: see quirks.py."""

VARIANTS: list[tuple[str, str, dict[str, Any], tuple[float, float, float]]] = [
    ("lenskit", "nDCG", {"discount": "log2"}, IDEAL),
]
"""A parameter that the library offers beside its default."""
