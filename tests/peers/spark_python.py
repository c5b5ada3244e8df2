"""What pyspark 4.3.0 gives for six users. test_spark.py runs it where there is Java 17; where there is none, these values hold."""

from __future__ import annotations

USERS: dict[str, tuple[str, str]] = {
    "u1": ("abcdef", "acxy"),
    "u2": ("abcdef", "bd"),
    "u3": ("ab", "acd"),
    "u4": ("abcdef", ""),
    "u5": ("", "a"),
    "u6": ("abcdef", "x"),
}
"""User -> the list, one character an item, and the relevant items."""

VALUES: dict[str, tuple[float, ...]] = {
    "P@3": (2 / 3, 1 / 3, 1 / 3, 0, 0, 0),
    "Recall@3": (1 / 2, 1 / 2, 1 / 3, 0, 0, 0),
    "nDCG@3": (0.7039180890341346, 0.3868528072345415, 0.46927872602275644, 0, 0, 0),
    "AP@3": (0.5555555555555555, 0.25, 1 / 3, 0, 0, 0),
    "P@5": (2 / 5, 2 / 5, 1 / 5, 0, 0, 0),
    "Recall@5": (1 / 2, 1, 1 / 3, 0, 0, 0),
    "nDCG@5": (0.5855700749881524, 0.6509209298071323, 0.46927872602275644, 0, 0, 0),
    "AP@5": (0.41666666666666663, 0.5, 1 / 3, 0, 0, 0),
    "P@10": (1 / 5, 1 / 5, 1 / 10, 0, 0, 0),
    "nDCG@10": (0.5855700749881524, 0.6509209298071323, 0.46927872602275644, 0, 0, 0),
    "AP": (0.41666666666666663, 0.5, 1 / 3, 0, 0, 0),
}
"""Measure -> the value of each user: RankingEvaluator's precisionAtK, recallAtK, ndcgAtK, meanAveragePrecisionAtK, and AP
its meanAveragePrecision."""

MEANS = {"P@3": 2 / 9, "nDCG@3": 0.26000827038190544, "AP@5": 0.20833333333333334, "AP": 0.20833333333333334}
"""Measure -> the value of all six together."""
