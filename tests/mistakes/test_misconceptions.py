"""The misconceptions: their values on lists worked by hand, whom they are about, and which lists tell them apart."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics_edu import CONVENTIONS, METRICS, Ranking, Votes, measure, novelty, set_language
from metrics_edu.examples import VIDEOLECTURES
from metrics_edu.metrics import Measure
from metrics_edu.metrics.ratings import Ratings
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.run import Run
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes import diagnose
from metrics_edu.mistakes.known_mistakes import JOINED, MISCONCEPTIONS, stricter
from metrics_edu.mistakes.telling_apart import RIGHT, coinciding, draw_pair, separates
from metrics_edu.working.labels import spoken
from tests.givens import GIVENS, SPELLED, measures_of
from tests.metrics.test_law import holds
from tests.strategies import batches, examples

APPLES = Ranking.parse("NRRNNRNNNRRR", relevant=6)
EIGHT = Ranking([1, 0, 0, 0, 1, 0, 0, 0], relevant=8)
TEN = Ranking([1, 0, 1, 0, 0, 1, 0, 0, 0, 0], relevant=5)
GRADED = Ranking([3, 0, 2, 0, 1, 0, 0, 0, 0, 0], pool=[3, 3, 2, 2, 1, 1])
TOY = Ranking.parse("RNRNNN", relevant=4)
TOY_2 = Ranking.parse("NRNRNN", relevant=2)
PAIR = Ranking([[1, 0], [0, 1], [0, 0]])
ERRORS = Ratings([4, 3, 5, 1], [5, 3, 3, 1], ["u", "u", "v", "v"])
_BEST, _SCORES, _SHOWN = VIDEOLECTURES[2]["r₁"]
LECTURES = Run({"r_1": list(_SHOWN)}, {"r_1": dict(zip(_BEST, _SCORES, strict=True))})
LECTURES_AND_NOTHING = Run({**LECTURES.lists, "nobody": ["a"]}, {**LECTURES.data.grades, "nobody": {"a": 0}})
SHOP = Run(
    {1: ["a", "b", "c"], 2: ["d", "x", "e"]},
    judged={1: {"c": 5, "b": 5, "y": 4}, 2: {"e": 5, "d": 2}},
    threshold=4,
    seen={1: ["a"], 3: ["a", "z"]},
)
TABLE_S = Votes.of_table([[1, 3], [0, 6]])  # kappa is 2/7
THREE_VOTES = Votes([[1, 1, 1], [1, 0, 0]])  # kappa is 0; no fewer votes separate these mistakes
H_8 = Ranking.from_items(["n1", "a", "b"], {"a": 1, "b": 1, "d": 1, "n1": 0, "n2": 0})  # bpref is 1/3
FEW_OF_MANY = Ranking([[1, 0], [0, 1]], relevant=[3, 3])
MISSED = Ranking([[1, 0], [0, 1], [0, 0]], relevant=[1, 1, 1])
BELOW = Ranking([4, 2, 0], pool=[5, 4, 2], threshold=3)
NONE_ABOVE = Ranking.batch([BELOW, Ranking([2, 0], pool=[2, 1], threshold=3)])  # the second user has no relevant item
UNASKED = Run({1: ["a"], 2: ["x", "b"], 3: ["c"]}, {1: ["a"], 2: ["b"]})  # the third user has no test data
SCORED = Run({1: ["a", "b"]}, {1: {"b": 2}}, scores={1: {"a": 2, "b": 1}})
TRAINED = Run({4: ["a"]}, {4: ["a"]}, seen={1: ["a", "b"], 2: ["a"], 3: ["a", "b"], 4: []})
ENCODED = Run({1: [10, 11], 2: [11]}, {1: [1], 2: [2]}, seen={3: [11, 2, 10]})
LONG_RUN = Run({user: range(1, 1201) for user in "abc"}, {user: [1, 7, 15, 25, 40, 80] for user in "abc"})
LONG = Ranking([int(rank in (1, 7, 15, 25, 40, 80)) for rank in range(1, 121)])
SECOND = Ranking([0, 1], pool=[1])
HALF = Ranking([[1, 0], [0, 0]], relevant=[1, 3])
TIED = Run({1: ["a", "b", "c"]}, {1: {"b": 1}}, scores={1: {"a": 2, "b": 2, "c": 1}})
ONE_ID = Run({"a": ["a", "b"]}, {"a": {"a": 1, "b": 1}})
TWO_SCORED = Run(
    {1: ["c", "b", "a"], 2: ["d", "e", "f"]},
    {1: {"b": 1}, 2: {"d": 1}},
    scores={1: {"c": 0.3, "b": 0.2, "a": 0.1}, 2: {"d": 0.8, "e": 0.1, "f": 0.05}},
)
UNJUDGED = Run({1: ["x", "b"]}, {1: {"b": 1, "z": 1}})
MIXED = Run({1: [7, 8, 9]}, judged={1: ["7", 9]})

PAIRS = Ranking.parse("NRRNNNNNRR")

VALUES: list[tuple[str, Any, Any, float]] = [
    ("AUC_INVERTED", PAIRS, "AUC", 7 / 12),
    ("AUC_ALL_PAIRS", PAIRS, "AUC", 10 / 45),
    ("AUC_DIV_R_ALL", PAIRS, "AUC", 10 / 40),
    ("AUC_DIV_SQUARE", PAIRS, "AUC", 10 / 100),
    ("AUC_UNREAD_WRONG", PAIRS, "AUC@5", 10 / 24),
    ("AUC_NO_CATALOGUE", Ranking("NRNNR", relevant=4, catalogue=50), "AUC@3", 7 / 24),
    ("AUC_READ_ONLY", PAIRS, "AUC@5", 2 / 3),
    ("AUC_READ_N", PAIRS, "AUC@5", 1 / 3),
    ("AUC_READ_R", PAIRS, "AUC@5", 5 / 6),
    ("AP_DIV_HITS", EIGHT, "AP@8", 0.7),
    ("AP_NO_REL", EIGHT, "AP@8", 0.419048),
    ("AP_DIV_HITS", TEN, "AP@10", 0.7222),
    ("AP_DIV_N", TEN, "AP@10", 0.2167),
    ("AP_NO_REL", TEN, "AP@10", 0.5004),
    ("AP_RANK0", TEN, "AP@10", 0.2857),
    ("AP_NO_DIV", TEN, "AP@10", 1 + 2 / 3 + 3 / 6),
    ("AP_START0", APPLES, "AP", (1 / 1 + 2 / 2 + 3 / 5 + 4 / 9 + 5 / 10 + 6 / 11) / 6),
    ("AP_START0", MISSED, "MAP", (0 + 1 / 1 + 0) / 3),
    ("AP_IS_PREC", TEN, "AP@10", 0.3),
    ("AP_IS_RECALL", TEN, "AP@10", 0.6),
    ("AP_IS_RR", APPLES, "AP@10", 0.5),
    ("AP_INVERSE_RANKS", Ranking.parse("RRN", relevant=3), "AP", (1 / 1 + 1 / 2) / 3),
    ("AP_INVERSE_RANKS", TEN, measure("AP@10", denominator="retrieved"), (1 / 1 + 1 / 3 + 1 / 6) / 3),
    ("AP_DIV_R", APPLES, "AP@3", 0.1944),
    ("AP_DIV_R", APPLES, "AP@5", 0.1944),
    ("AP_DIV_MIN", Ranking.parse("RNR", relevant=8), "AP", 5 / 9),
    ("AP_NO_REL", TOY, "AP@3", 0.7222),  # what Elliot computes
    ("AP_NO_REL", TOY, "AP@5", 0.6133),
    ("AP_NO_REL", TOY_2, "AP@5", 0.3467),
    ("VEC_SWAPPED", SHOP, "MAP", (2 / 3 + 1) / 2),  # c and b found, y not: (1/1 + 2/2)/3; e found: 1
    ("MAP_POOLED", PAIR, "MAP", (1 + 2 / 4) / 2),
    ("MAP_POOLED", PAIR, "MAP@1", 1 / 2),
    (
        "VEC_SWAPPED_UNCUT",
        SHOP,
        "MAP@1",
        1,
    ),  # c and e, each first in the test file, and second and third in their lists
    ("MAP_POOLED_R", FEW_OF_MANY, "MAP@1", 1 / 6),
    ("MAP_SKIP_MISSED", MISSED, "MAP", (1 + 1 / 2) / 2),
    ("MAP_SKIP_MISSED", MISSED, "MRR@1", 1),
    ("MAP_SKIP_UNLISTED", Run({1: [7, 8]}, {1: [8], 2: [7]}), "MAP", 1 / 2),
    ("MAP_SKIP_EMPTY", PAIR, "MAP", 0.75),
    ("MAP_ZERO_EMPTY", PAIR, measure("MAP", empty="skip"), 0.5),
    ("EMPTY_AS_ONE", PAIR, "MAP", (1 + 1 / 2 + 1) / 3),
    ("EMPTY_AS_ONE", Ranking([0, 0]), "nDCG@2", 1),
    ("EMPTY_AS_ONE", PAIR, measure("Recall@1", empty="skip"), (1 + 0 + 1) / 3),
    ("MAP_UNJUDGED_USERS", UNASKED, "MAP", (1 + 1 / 2 + 0) / 3),
    (
        "GOLD_REPEATED",
        Run({1: ["b", "a"]}, {1: ["a"]}),
        "nDCG@2",
        0.3869,
    ),  # LlamaIndex 0.14: a and a are the ideal list
    ("GOLD_REPEATED", UNASKED, "Recall@2", 1 / 2),
    ("IDCG_RETRIEVED", GRADED, "nDCG@10", 0.9461),
    ("IDCG_FIRST_N", Ranking([0, 1, 3], pool=[3, 3, 1]), "nDCG@2", 1 / math.log2(3)),
    ("IDCG_UNCUT", GRADED, "nDCG@3", 0.5685),
    ("IDCG_SHORT", Ranking([1], missed=[2]), "nDCG@2", 1 / 3),  # Elasticsearch
    ("IDCG_FULL", Ranking([1, 0, 0]), "nDCG@3", 1 / (1 + 1 / math.log2(3) + 1 / 2)),
    ("IDCG_FULL", Ranking([0, 2], missed=[1]), "nDCG@2", (3 / math.log2(3)) / (3 + 3 / math.log2(3))),
    ("IDCG_BEST_ONLY", Ranking([1, 2]), "nDCG@2", (1 + 3 / math.log2(3)) / 3),
    ("IDCG_EXP", Ranking([2, 0]), "nDCG", 2 / 3),
    ("IDCG_EXP", Ranking([0, 3]), measure("nDCG", gain="linear"), 3 / math.log2(3) / 7),
    ("SCORES_AS_GAINS", SCORED, "DCG@2", (2**2 - 1) + (2**1 - 1) / math.log2(3)),
    ("SCORES_AS_GAINS", SCORED, measure("nDCG@2", gain="linear"), (2 + 1 / math.log2(3)) / 2),
    (
        "SCORES_AS_GAINS",
        Run.of(replace(SCORED.data, judged={1: {"b": 2}, 2: {}}), SCORED.recommendations, SCORED.scores),
        measure("nDCG@2", gain="linear", empty="skip"),
        (2 + 1 / math.log2(3)) / 2,
    ),
    ("SCORES_OF_HITS", SCORED, "DCG@2", (2**1 - 1) / math.log2(3)),
    ("GAIN_NO_MINUS_1", Ranking([3, 0]), "DCG", 8 + 1 / math.log2(3)),
    ("GAIN_NO_MINUS_1", SECOND, "nDCG", (1 + 2 / math.log2(3)) / 2),
    ("IDCG_LOG_NATURAL", SECOND, "nDCG", math.log(2) / math.log2(3)),
    ("IDCG_LOG_TEN", SECOND, "nDCG", math.log10(2) / math.log2(3)),
    ("DCG_LOG_NATURAL", SECOND, "nDCG", 1 / math.log(3)),
    ("DISC_RANK", GRADED, "DCG@10", 7 / 1 + 3 / 3 + 1 / 5),
    ("DISC_RANK", SECOND, "nDCG", 1 / 2),
    ("DISC_LOG_AND_1", GRADED, "DCG@10", 7 + 3 / (1 + math.log2(3)) + 1 / (1 + math.log2(5))),
    ("DISC_LOG_AND_1", SECOND, "nDCG", 1 / 2),
    ("GAIN_LINEAR", GRADED, "nDCG@10", 0.585132),
    ("GAIN_BINARY", GRADED, "nDCG@10", 0.5710),
    ("GAIN_MLNET", Ranking([1, 2]), "nDCG@1", 3 / 7),
    ("GAIN_MLNET", Ranking([1, 0]), "DCG@2", 3 / math.log(2)),
    ("DISC_JARVELIN", GRADED, "nDCG@10", 0.5120),
    ("NO_NORM", GRADED, "nDCG@10", 8.886853),
    ("NDCG_IS_HIT", GRADED, "nDCG@10", 1),
    ("GAIN_BELOW", BELOW, measure("nDCG", gain="linear"), 0.6173),
    ("GAIN_BELOW", NONE_ABOVE, measure("nDCG", gain="linear"), (0.617319 + 2 / (2 + 1 / math.log2(3))) / 2),
    ("GAIN_BELOW", NONE_ABOVE, measure("DCG", gain="linear"), (4 + 2 / math.log2(3) + 2) / 2),
    ("GAIN_BELOW", Ranking([1, 0], threshold=3), measure("DCG", gain="linear"), 1),
    ("GAIN_EXP", NONE_ABOVE, measure("DCG", gain="linear", below="graded"), (15 + 3 / math.log2(3) + 3) / 2),
    ("DISC_PLUS2", GRADED, "DCG@10", 7 / math.log2(3) + 3 / math.log2(5) + 1 / math.log2(7)),
    ("DISC_PLUS2", Ranking([2, 0], pool=[2, 1]), "nDCG", 3 / math.log2(3) / (3 / math.log2(3) + 1 / math.log2(4))),
    ("LOG_NATURAL", GRADED, "DCG@10", 8.886853 / math.log(2)),
    ("LOG_TEN", GRADED, "DCG@10", 8.886853 / math.log10(2)),
    ("DISC_PLUS2", Ranking([0, 1], pool=[1]), "nDCG", math.log2(3) / math.log2(4)),
    ("DISC_NONE", GRADED, "DCG@10", 7 + 3 + 1),
    ("GAIN_EXP", GRADED, "CG@3", 7 + 3),
    ("ERR_NO_STOP", Ranking([2, 1]), measure("ERR", top=2), 3 / 4 + 1 / 4 / 2),
    ("ERR_DIV_GAIN", Ranking([1, 2]), measure("ERR", top=2), 1 / 3 + 2 / 3 * 1 / 2),
    ("ERR_TOP_SHOWN", Ranking([1, 2]), measure("ERR", top=3), 1 / 4 + 3 / 4 * 3 / 4 / 2),
    ("ERR_IS_RR", Ranking([0, 1]), "ERR", 1 / 2),
    ("RR_LAST", APPLES, "RR", 1 / 12),
    ("RR_RANK0", APPLES, "RR", 1 / 3),
    ("RR_START0", APPLES, "RR", 1 / 1),
    ("RR_START0", Ranking.parse("NNNRR"), "RR", 1 / 3),
    ("RR_START0", MISSED, "MRR", (0 + 1 / 1 + 0) / 3),
    ("P_IS_RECALL", TEN, "P@10", 0.6),
    ("RR_SUM", APPLES, "RR@3", 1 / 2 + 1 / 3),
    ("RR_DIV_HITS", APPLES, "RR@3", (1 / 2 + 1 / 3) / 2),
    ("RR_IS_AP", APPLES, "RR@3", (1 / 2 + 2 / 3) / 2),
    ("RR_IS_RANK", APPLES, "RR", 2),
    ("RR_OF_MEAN_RANK", MISSED, "MRR", 1 / 1.5),  # the first hits are at ranks 1 and 2
    ("P_DIV_LEN", APPLES, "P@24", 6 / 12),
    ("P_IS_COUNT", TEN, "P@10", 3),
    ("P_DIV_REACHABLE", TEN, "P@10", 3 / 5),
    ("P_IS_HIT", TEN, "P@10", 1),
    ("P_POOLED", Ranking([[1, 0, 0], [1, 0, 0]], lengths=[3, 1]), "P", 2 / 4),
    ("P_POOLED_REACHABLE", MISSED, "P@2", 2 / 3),
    ("RECALL_DIV_MIN", Ranking.parse("RN", relevant=4), "Recall@2", 1 / 2),
    ("RECALL_IS_HIT", TEN, "Recall@10", 1),
    ("RECALL_POOLED", HALF, "Recall@2", 1 / 4),
    ("HR_COUNTS_HITS", TEN, "HR@10", 3),
    ("F_OF_MEANS", Ranking([[1, 0], [1, 1]], relevant=[1, 4]), "F1@2", 3 / 4),  # P 1/2 and 1, R 1 and 1/2
    ("F_MEAN", APPLES, "F1@5", (2 / 5 + 2 / 6) / 2),
    ("F_PRODUCT", APPLES, "F1@5", 2 / 5 * 2 / 6),
    ("F_NO_2", APPLES, "F1@5", 2 / 11),
    ("F_MIN", APPLES, "F1@5", 2 / 6),
    ("RECALL_DIV_N", APPLES, "Recall@3", 2 / 3),
    ("RMSE_NO_ROOT", ERRORS, "RMSE", 1.25),
    ("RMSE_NO_MEAN", ERRORS, "RMSE", math.sqrt(5)),
    ("RMSE_ROOT_FIRST", ERRORS, "RMSE", math.sqrt(5) / 4),
    ("RMSE_IS_MAE", ERRORS, "RMSE", 0.75),
    ("MAE_IS_MSE", ERRORS, "MAE", 1.25),
    ("MAE_IS_RMSE", ERRORS, "MAE", math.sqrt(1.25)),
    ("MAE_SIGNED", ERRORS, "MAE", 0.25),
    ("MAE_MEDIAN", Ratings([1, 2, 5], [1, 3, 1]), "MAE", 1),
    ("RMSE_PER_USER", ERRORS, "RMSE", (math.sqrt(0.5) + math.sqrt(2)) / 2),
    ("COV_TEST_ONLY", SHOP, "User coverage", 1),
    ("COV_TEST_ONLY", SHOP, "Item coverage", 4 / 5),
    (
        "COV_NO_CATALOGUE",
        Run.of(replace(SHOP.data, known_items="abcdevwxyz"), SHOP.recommendations),
        "Item coverage",
        4 / 7,
    ),
    ("COV_TRAIN_ONLY", SHOP, "User coverage", 1 / 2),
    ("COV_TRAIN_ONLY", SHOP, "Item coverage", 0),
    ("COV_OUTSIDE", Run({1: ["a", "x"], 2: ["y"]}, {1: ["a"], 2: ["b"]}), "Item coverage", 3 / 2),
    ("COV_OUTSIDE", UNASKED, "User coverage", 3 / 2),
    ("COV_TEST_OUTSIDE", SHOP, "Item coverage", 5 / 5),  # b c d e x of b c d e y
    ("NOVELTY_BITS", TRAINED, "Novelty", math.log2(5 / 3)),
    ("NOVELTY_USERS", TRAINED, Measure(novelty, {"base": "2"}), math.log2(4 / 3)),
    ("NOVELTY_USERS", TRAINED, "Novelty", math.log(4 / 3)),
    ("NOVELTY_USERS_BITS", Run.of(TRAINED.data, {4: ["b"]}), "Novelty", math.log2(4 / 2)),
    ("HL_RANK0", APPLES, "Rankscore", 0.660908 * 2 ** (-1 / 5)),
    ("HL_NOT_SCALED", APPLES, "Rankscore", 2.883221),
    ("HL_DIV_R", TOY, "Rankscore", (1 + 2 ** (-2 / 5)) / 4),
    ("HL_DIV_HITS", TOY, "Rankscore", (1 + 2 ** (-2 / 5)) / 2),
    ("HL_BEST_OF_HITS", TOY, "Rankscore", (1 + 2 ** (-2 / 5)) / (1 + 2 ** (-1 / 5))),
    ("HL_BREESE", APPLES, "Rankscore", 0.616310),
    ("RPREC_N", Ranking.parse("RRRRNNNNNN"), "Rp@10", 0.4),
    ("TIES_IGNORED", LECTURES, "Rp@5", 3 / 5),
    ("TIES_IGNORED", LECTURES, "AvgRp", (3 / 5 + 6 / 10) / 2),
    ("TIES_IGNORED", LECTURES_AND_NOTHING, measure("Rp@5", empty="skip"), 3 / 5),
    ("THRESH_GT", Ranking([3, 0, 4], pool=[4, 3, 3], threshold=3), "AP", 1 / 3),
    ("THRESH_NONE", BELOW, "AP", (1 / 1 + 2 / 2) / 3),
    ("THRESH_NONE", NONE_ABOVE, "MAP", (2 / 3 + 1 / 2) / 2),
    ("THRESH_NONE", NONE_ABOVE, measure("DCG", gain="binary"), (1 + 1 / math.log2(3) + 1) / 2),
    ("CUT_5", TEN, "AP@10", (1 / 1 + 2 / 3) / 5),
    ("CUT_5", LONG, "P@12", 1 / 5),
    ("CUT_10", LONG, "P@12", 2 / 10),
    ("CUT_20", LONG, "P@12", 3 / 20),
    ("CUT_30", LONG, "P@12", 4 / 30),
    ("CUT_50", LONG, "P@12", 5 / 50),
    ("CUT_100", LONG, "P@12", 6 / 100),
    ("CUT_1", LONG_RUN, "P@10", 1 / 1),
    ("CUT_2", LONG_RUN, "P@10", 1 / 2),
    ("CUT_3", LONG_RUN, "P@10", 1 / 3),
    ("CUT_12", LONG_RUN, "P@10", 2 / 12),
    ("CUT_15", LONG_RUN, "P@12", 3 / 15),
    ("CUT_25", LONG_RUN, "P@10", 4 / 25),
    ("CUT_40", LONG_RUN, "P@10", 5 / 40),
    ("CUT_200", LONG_RUN, "P@10", 6 / 200),
    ("CUT_500", LONG_RUN, "P@10", 6 / 500),
    ("CUT_1000", LONG_RUN, "P@10", 6 / 1000),
    ("CUT_IGNORED", LONG, "P@12", 6 / 120),
    ("CUT_PLUS_1", APPLES, "Recall@5", 3 / 6),
    ("CUT_MINUS_1", APPLES, "P@5", 2 / 4),
    ("AP_MEAN_GRADE", Ranking([2, 1]), "AP@2", (2 + 3 / 2) / 2),  # Quepid, before 6.12.1
    ("P_MEAN_GRADE", Ranking([2, 1, 0]), "P@2", 3 / 2),
    ("RR_DIV_R", Ranking.parse("RN", relevant=2), "RR", 1 / 2),
    ("RR_DIV_R", Ranking.parse("NRR", relevant=3), "RR", (1 / 2 + 1 / 3) / 3),
    ("RR_IS_RECALL", Ranking.parse("RNN", relevant=3), "RR@1", 1 / 3),
    ("RECALL_DIV_LEN", Ranking.parse("RNRN", relevant=3), "Recall@2", 1 / 4),
    ("HR_IS_RECALL", Ranking.parse("RN", relevant=2), "HR@2", 1 / 2),
    ("SCORES_BY_ID_UP", Run({1: ["c", "b"]}, {1: ["b"]}, scores={1: {"b": 1, "c": 1}}), "RR", 1),
    ("SCORES_WORST_FIRST", Run({1: ["b", "a"]}, {1: ["b"]}, scores={1: {"a": 1, "b": 1}}), "RR", 1 / 2),
    ("SCORES_EXPECTED", TIED, "RR", (1 + 1 / 2) / 2),
    ("SCORES_EXPECTED", TIED, "nDCG", (1 + 1 / math.log2(3)) / 2),
    ("SCORES_LAST_RANK", Run({1: ["b", "a"]}, {1: ["b"]}, scores={1: {"a": 1, "b": 1}}), "AP", 1 / 2),
    ("SCORES_PAST_CUTOFF", TIED, "P@1", 1 / 2),
    ("SCORES_PAST_CUTOFF", TIED, "Recall@1", 1),
    ("USERS_AS_ONE", TWO_SCORED, "nDCG", (1 + 1 / 2) / (1 + 1 / math.log2(3))),  # d c b e a f
    ("OWN_ID_REMOVED", ONE_ID, "RR", 1),
    ("OWN_ID_REMOVED", ONE_ID, "Recall", 1 / 2),
    ("SCORES_REVERSED", TIED, "MRR", 1),
    ("SCORES_BY_ID", TIED, "MRR", 1),  # b before a
    ("SCORES_BEST_FIRST", TIED, "MRR", 1),
    ("UNJUDGED_REMOVED", UNJUDGED, "MRR", 1),
    ("SEEN_KEPT", SHOP, "MAP", ((1 / 2 + 2 / 3) / 3 + 1 / 3) / 2),  # b and c at ranks 2 and 3, after a
    ("ID_TYPE", MIXED, "MAP", 1 / 6),
    ("KAPPA_POOLED", TABLE_S, "kappa", 0.2),
    ("KAPPA_POOLED", THREE_VOTES, "kappa", -1 / 2),
    ("KAPPA_HALF", TABLE_S, "kappa", 0.4),
    ("KAPPA_HALF", THREE_VOTES, "kappa", -1 / 3),
    ("KAPPA_OBSERVED", TABLE_S, "kappa", 0.7),
    ("KAPPA_OBSERVED", THREE_VOTES, "kappa", 1 / 3),
    ("KAPPA_ALPHA", TABLE_S, "kappa", 0.24),
    ("KAPPA_ALPHA", THREE_VOTES, "kappa", -1 / 4),
    ("BPREF_R", H_8, "bpref", 4 / 9),
    ("BPREF_R", Ranking.parse("NR", relevant=2), "bpref", 1 / 4),
    ("BPREF_10", H_8, "bpref", 8 / 13),
    ("BPREF_10", Ranking.parse("NR", relevant=2), "bpref", 11 / 24),
    ("ID_ENCODED", ENCODED, "MRR", 1),  # 10 is the second of 2, 10, 11
]
CODES = re.findall(  # of the first version: a class may have them in its files
    r"\w+",
    """
    AP_NO_REL AP_MEAN_GRADE AP_DIV_HITS AP_DIV_R AP_DIV_MIN AP_DIV_N AP_IS_PREC AP_IS_RECALL AP_IS_RR AP_INVERSE_RANKS
    AP_NO_DIV AP_RANK0 AP_START0 VEC_SWAPPED VEC_SWAPPED_UNCUT MAP_POOLED MAP_POOLED_R
    MAP_SKIP_EMPTY MAP_ZERO_EMPTY EMPTY_AS_ONE MAP_SKIP_MISSED MAP_SKIP_UNLISTED MAP_UNJUDGED_USERS GOLD_REPEATED
    IDCG_RETRIEVED IDCG_FIRST_N IDCG_UNCUT IDCG_SHORT IDCG_FULL IDCG_BEST_ONLY GAIN_LINEAR GAIN_EXP
    IDCG_EXP SCORES_AS_GAINS SCORES_OF_HITS GAIN_NO_MINUS_1 GAIN_BINARY GAIN_MLNET GAIN_BELOW
    LOG_NATURAL LOG_TEN IDCG_LOG_NATURAL IDCG_LOG_TEN DCG_LOG_NATURAL DISC_PLUS2 DISC_RANK DISC_LOG_AND_1 DISC_NONE DISC_JARVELIN
    NO_NORM NDCG_IS_HIT RR_LAST RR_RANK0 RR_START0 RR_SUM RR_DIV_HITS RR_DIV_R RR_IS_RECALL RR_IS_AP RR_IS_RANK RR_OF_MEAN_RANK
    ERR_NO_STOP ERR_DIV_GAIN ERR_TOP_SHOWN ERR_IS_RR
    P_DIV_LEN P_IS_RECALL P_IS_COUNT P_MEAN_GRADE P_DIV_REACHABLE P_IS_HIT P_POOLED P_POOLED_REACHABLE
    RECALL_DIV_N RECALL_DIV_MIN RECALL_IS_HIT RECALL_DIV_LEN RECALL_POOLED HR_COUNTS_HITS HR_IS_RECALL
    F_OF_MEANS F_MEAN F_PRODUCT F_NO_2 F_MIN
    RMSE_NO_ROOT RMSE_NO_MEAN RMSE_ROOT_FIRST RMSE_IS_MAE MAE_IS_RMSE MAE_IS_MSE MAE_SIGNED MAE_MEDIAN RMSE_PER_USER
    COV_TEST_ONLY COV_NO_CATALOGUE COV_TRAIN_ONLY COV_OUTSIDE COV_TEST_OUTSIDE NOVELTY_BITS NOVELTY_USERS NOVELTY_USERS_BITS
    HL_RANK0 HL_NOT_SCALED HL_DIV_R HL_DIV_HITS HL_BEST_OF_HITS HL_BREESE RPREC_N TIES_IGNORED THRESH_GT THRESH_NONE
    CUT_5 CUT_10 CUT_20 CUT_30 CUT_50 CUT_100
    CUT_1 CUT_2 CUT_3 CUT_12 CUT_15 CUT_25 CUT_40 CUT_200 CUT_500 CUT_1000 CUT_IGNORED CUT_PLUS_1 CUT_MINUS_1
    SCORES_REVERSED SCORES_BY_ID SCORES_BY_ID_UP SCORES_BEST_FIRST SCORES_WORST_FIRST SCORES_EXPECTED SCORES_LAST_RANK
    SCORES_PAST_CUTOFF USERS_AS_ONE OWN_ID_REMOVED UNJUDGED_REMOVED SEEN_KEPT ID_TYPE ID_ENCODED
    """,
)


@pytest.mark.parametrize(("code", "of", "asked", "value"), VALUES, ids=lambda value: str(value)[:20])
def test_a_mistake_returns_the_hand_worked_value(code: str, of: Any, asked: Any, value: float) -> None:
    assert MISCONCEPTIONS[code].value(as_measure(asked), of) == pytest.approx(value, abs=6e-5)


def test_the_smallest_votes_tell_the_mistakes_of_kappa_apart() -> None:
    codes = [code for code in MISCONCEPTIONS if code.startswith("KAPPA_")]
    for votes, right in ((THREE_VOTES, 0), (TABLE_S, 2 / 7)):
        values = {code: MISCONCEPTIONS[code].value(as_measure("kappa"), votes) for code in codes}
        assert len({*np.round([right, *values.values()], 9)}) == len(codes) + 1
        for code, value in values.items():
            assert diagnose("kappa", votes, f"{value:.6f}").codes == (code,)


def test_codes_are_stable_and_have_hand_worked_values() -> None:
    assert [code for code in MISCONCEPTIONS if code in CODES] == CODES
    assert {code for code, *_ in VALUES} == set(MISCONCEPTIONS)


@pytest.mark.parametrize(
    ("code", "asked"),
    [
        ("AP_DIV_MIN", measure("AP@10")),
        ("AP_DIV_R", measure("AP")),  # without a cut-off min(|R|, n) is |R|
        ("AP_DIV_R", measure("AP@10", convention="trec_eval")),
        ("AP_DIV_HITS", measure("AP@10", convention="torchmetrics")),
        ("AP_DIV_N", measure("AP@10", convention="rectools_divide_by_k")),
        ("GAIN_EXP", measure("nDCG@10")),
        ("GAIN_LINEAR", measure("nDCG@10", convention="lopes")),
        ("GAIN_BINARY", measure("nDCG@10", convention="recbole")),
        ("DISC_JARVELIN", measure("nDCG@10", convention="lenskit")),
        ("DISC_PLUS2", measure("DCG@10", discount="jarvelin")),
        ("AP_START0", measure("AP")),  # a hit at rank 1 would be divided by 0
        ("RR_START0", measure("RR")),
        ("CUT_10", measure("P@10")),
        ("CUT_5", measure("P")),
        ("CUT_20", measure("P@10")),  # no list goes on so far
        ("MAP_POOLED_R", measure("AP")),
        ("MAP_SKIP_MISSED", measure("AP")),
        ("MAP_SKIP_UNLISTED", measure("AP")),
        ("THRESH_NONE", measure("AP")),
        ("LOG_NATURAL", measure("DCG@10", discount="jarvelin")),
        ("LOG_TEN", measure("DCG@10", discount="jarvelin")),
        ("DISC_NONE", measure("CG@10")),
        ("IDCG_RETRIEVED", measure("nDCG@10", ideal="retrieved")),
        ("P_DIV_LEN", measure("P")),
        ("HL_BREESE", measure("Rankscore", exponent="breese")),
        ("RPREC_N", measure("Rp@5", denominator="retrieved")),
        ("MAP_SKIP_EMPTY", measure("AP", empty="skip")),
        ("MAP_ZERO_EMPTY", measure("AP")),
        ("AP_IS_RR", measure("RR")),
        ("EMPTY_AS_ONE", measure("AP", empty=1)),
        ("RECALL_DIV_MIN", measure("Recall")),  # without a cut-off
        ("NOVELTY_BITS", Measure(novelty, {"base": "2"})),
    ],
)
def test_the_requested_computation_is_no_mistake(code: str, asked: Any) -> None:
    assert math.isnan(MISCONCEPTIONS[code].value(asked, TEN))
    assert code.endswith("_START0") or math.isnan(MISCONCEPTIONS[code].value(asked, Ranking.batch([TEN, TEN])))


@pytest.mark.parametrize("code", MISCONCEPTIONS)
def test_a_mistake_applies_to_one_kind_of_input(code: str) -> None:
    mistake = MISCONCEPTIONS[code]
    assert set(mistake.measures) <= set(REGISTRY)
    assert mistake.takes in GIVENS
    asked = as_measure(REGISTRY[mistake.measures[0]].label())
    fits = {"list": (TEN, PAIR, SHOP), "batch": (PAIR, SHOP), "ratings": (ERRORS,), "run": (SHOP,), "votes": ()}[
        mistake.takes
    ]
    for of in (TEN, PAIR, SHOP, ERRORS):
        if of not in fits:
            assert math.isnan(mistake.value(asked, of)), of


def test_a_mistake_without_enough_pool_data_is_nan() -> None:
    cut = Ranking([3, 0], pool=[3, 2], relevant=5)
    assert value_of("nDCG@2", cut) > 0
    assert math.isnan(MISCONCEPTIONS["IDCG_UNCUT"].value(measure("nDCG@2"), cut))
    assert math.isnan(MISCONCEPTIONS["THRESH_GT"].value(measure("AP"), Ranking.parse("RN")))


@pytest.mark.long
@pytest.mark.parametrize("code", [code for code, found in MISCONCEPTIONS.items() if found.takes == "list"])
@settings(max_examples=examples(25))
@given(data=st.data())
def test_a_mistake_on_a_batch_averages_its_users(code: str, data: st.DataObject) -> None:
    mistake = MISCONCEPTIONS[code]
    batch = data.draw(batches(longest=8))
    asked = data.draw(measures_of(data.draw(st.sampled_from(mistake.measures))))
    whole, users = mistake.value(asked, batch), [mistake.value(asked, batch.user(user)) for user in batch.users or []]
    if not np.isnan(users).any():
        assert whole == pytest.approx(np.mean(users))


@pytest.mark.parametrize("code", MISCONCEPTIONS)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_mistake_sentence_is_complete_and_names_the_measure(code: str, language: str) -> None:
    set_language(language)
    try:
        for name in MISCONCEPTIONS[code].measures:
            asked = as_measure(REGISTRY[name].label())
            sentence = MISCONCEPTIONS[code].sentence(asked)
            assert re.fullmatch(r"[A-Z1].+[.)]", sentence), sentence
            assert "{" not in sentence
            assert spoken(asked.name) in sentence
            assert language == "en" or sentence != MISCONCEPTIONS[code].template
    finally:
        set_language("en")


WITHOUT_WORKING = {"TIES_IGNORED", "COV_TEST_ONLY", "COV_NO_CATALOGUE", "COV_TRAIN_ONLY"}
"""Not in what one list holds."""


def test_the_working_of_a_mistake_is_true_throughout() -> None:
    graded = Ranking([3, 0, 1, 2, 0, 3], pool=[3, 3, 3, 2, 2, 1, 1], threshold=2)
    run = Run({7: [1, 2, 3, 5]}, {"7": {"3": 5, "2": 4, "9": 4, "4": 3}}, 4, {7: [1]})
    shown = set()
    for code, mistake in MISCONCEPTIONS.items():
        for name in set(mistake.measures) & set(SPELLED) if mistake.takes in ("list", "run") else ():
            given, asked = (run if mistake.takes == "run" else graded), as_measure(SPELLED.get(name, name))
            value, found = mistake.value(asked, given), mistake.working(asked, given, "7")
            if found is None:
                assert code in WITHOUT_WORKING or math.isnan(value), (code, name)
                continue
            shown.add(code)
            assert found.value == pytest.approx(value, abs=1e-12, nan_ok=True), (code, name)
            holds(found)
    assert len(shown) >= 30


# Telling them apart


def test_one_list_cannot_separate_the_denominators_of_ap() -> None:
    few, many = Ranking.parse("RNRNN", relevant=4), Ranking.parse("RNRNN", relevant=8)
    assert (RIGHT, "AP_DIV_R") in coinciding("AP@5", [few])
    assert (RIGHT, "AP_DIV_N") in coinciding("AP@5", [many])
    both = {code for pair in coinciding("AP@5", [few, many]) for code in pair}
    assert not both & {RIGHT, "AP_DIV_R", "AP_DIV_N"}


def test_gains_coincide_on_binary_lists_or_with_fewer_decimals() -> None:
    binary = [Ranking.parse("RNRNN", relevant=4), Ranking.parse("NNRRN", relevant=8)]
    assert ("GAIN_LINEAR", "GAIN_BINARY") in coinciding("nDCG@5", binary)
    assert not separates("nDCG@5", binary)
    assert set(coinciding("AP@5", binary, decimals=3)) < set(coinciding("AP@5", binary, decimals=1))


def test_values_one_unit_apart_coincide() -> None:
    close = [Ratings([1], [1.05])]  # MAE is 0.05, and -0.05 with its sign
    assert (RIGHT, "MAE_SIGNED") in coinciding("MAE", close, decimals=1)
    assert (RIGHT, "MAE_SIGNED") not in coinciding("MAE", close, decimals=2)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in METRICS if name != "judged_share"])  # of a drawn list, always 1
def test_a_random_pair_separates_the_codes(name: str) -> None:
    for asked in (
        measure(SPELLED[name]),
        as_measure(METRICS[name].label(n=10) if METRICS[name].takes_n else SPELLED[name]),
    ):
        for seed in range(5):
            few, many = draw_pair(asked, seed)
            assert separates(asked, [few, many])
            assert few.relevant < 10 < many.relevant
            assert np.sum(few.shown > 0) < few.relevant  # something is missed
            assert len(many.shown) == 10
            assert repr(draw_pair(asked, seed)) == repr((few, many))


def test_a_random_pair_depends_on_cut_off_and_seed() -> None:
    few, many = draw_pair("AP@6", seed=1)
    assert (len(few.shown), len(many.shown)) == (6, 6)
    assert repr((few, many)) != repr(draw_pair("AP@6", seed=2))
    assert {*draw_pair("nDCG@6", seed=1)[1].shown} > {0, 1}
    assert {len(draw_pair("P@6", seed)[0].shown) for seed in range(10)} == {4, 5}  # short, as that can be mistaken


def test_an_impossible_pair_raises_an_error() -> None:
    with pytest.raises(ValueError, match=r"^a pair needs lists of at least 4 ranks; got 3$"):
        draw_pair("AP@3", seed=1)
    with pytest.raises(
        ValueError, match=r"^no pair of lists in 200 draws distinguishes the codes of nDCG@4 to 0 decimals"
    ):
        draw_pair("nDCG@4", seed=1, decimals=0)


@pytest.mark.parametrize("seed", ["x", -1, 1.5, True])
def test_an_invalid_seed_raises_an_error(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"^seed must be a whole number, 0 or higher; got "):
        draw_pair("RR", seed)


@pytest.mark.long
@pytest.mark.parametrize("convention", [None, *CONVENTIONS])
def test_unjoined_mistakes_add_no_value_under_strict_threshold(convention: str | None) -> None:
    alone = {"THRESH_GT", "GAIN_BELOW", "THRESH_NONE"}
    seen = {code for code, mistake in MISCONCEPTIONS.items() if mistake.seen}
    assert {*JOINED} == {f"THRESH_GT+{code}" for code in seen - alone}
    rng = np.random.default_rng(6)
    for _ in range(20):
        shown = rng.integers(0, 6, (4, 6))
        pool = [[*row, *rng.integers(0, 6, 2), 5] for row in shown.tolist()]  # no user is left with nothing relevant
        of = Ranking(shown.tolist(), pool, threshold=3)
        strict = stricter(of)
        for name in ("nDCG@5", "nDCG", "DCG@5", "AP@5", "P@5", "F1@5", "RR", "Rankscore", "Rp@5"):
            try:
                asked = measure(name, convention=convention) if convention else measure(name)
            except ValueError:
                continue
            known = [MISCONCEPTIONS["THRESH_GT"].value(asked, of)]
            for code in alone - {"THRESH_GT"}:
                joined = MISCONCEPTIONS[code].value(asked, strict)
                both = [*known, MISCONCEPTIONS[code].value(asked, of)]
                assert math.isnan(joined) or any(joined == pytest.approx(value) for value in both), (code, name)


# Programs that make the mistakes, in plain loops that share nothing with the package

N, LIKED, USERS, ITEMS = 10, 4, 8, 60


class Work(NamedTuple):
    """What a program reads: the lists with their scores, the test and train data."""

    lists: dict[int, list[int]]
    scores: dict[int, dict[int, float]]
    judged: dict[int, dict[int, int]]
    train: dict[int, list[int]]

    @classmethod
    def draw(cls, seed: int, *, outside: bool) -> Work:
        """Draw the work of a class; one user likes nothing, another has no test data; some items may be unknown."""
        draw = random.Random(seed)
        lists, scores, judged, train = {}, {}, {}, {user: [item] for user, item in enumerate(range(ITEMS), start=100)}
        for user in range(USERS + 1):
            items = draw.sample(range(ITEMS), 40)
            train[user] = items[:8]
            lists[user] = [*items[8:22], *([1000 + user] if outside else [])]
            ordered = sorted((round(draw.uniform(1, 5), 2) for _item in lists[user]), reverse=True)
            scores[user] = dict(zip(lists[user], ordered, strict=True))
            judged[user] = {item: draw.randint(1, 3 if user == 0 else 5) for item in items[16:28]}
            draw.shuffle(lists[user])
            lists[user].sort(key=lambda item, user=user: -scores[user][item])
        del judged[USERS]
        return cls(lists, scores, judged, train)

    def run(self) -> Run:
        return Run(self.lists, self.judged, LIKED, self.train, scores=self.scores)


class Of(NamedTuple):
    """One user: the scores and grades of the first ten items, and the grades of all that the user likes."""

    scores: list[float]
    grades: list[int]
    liked: list[int]

    @property
    def ranks(self) -> list[int]:
        return [rank for rank, grade in enumerate(self.grades, start=1) if grade >= LIKED]


def users_in(work: Work, n: int = N) -> list[Of]:
    found = []
    for user, judged in work.judged.items():
        items = work.lists[user][:n]
        liked = sorted((grade for grade in judged.values() if grade >= LIKED), reverse=True)
        found.append(Of([work.scores[user][item] for item in items], [judged.get(item, 0) for item in items], liked))
    return found


def precisions(user: Of) -> list[float]:
    return [hits / rank for hits, rank in enumerate(user.ranks, start=1)]


def ap_of(user: Of, n: int = N) -> float:
    return sum(precisions(user)) / min(len(user.liked), n) if user.liked else 0.0


def dcg_of(gains: list[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def gains_of(grades: list[int]) -> list[float]:
    return [2.0**grade - 1 if grade >= LIKED else 0.0 for grade in grades]


def ndcg_of(user: Of, gains: list[float] | None = None, liked: list[int] | None = None) -> float:
    best = dcg_of(gains_of(liked or user.liked)[:N])
    return dcg_of(gains_of(user.grades) if gains is None else gains) / best if best else 0.0


def mean_of(value: Callable[[Of], float], n: int = N) -> Callable[[Work], float]:
    return lambda work: sum(value(user) for user in users_in(work, n)) / len(work.judged)


def share(hits: int, count: int) -> float:
    return hits / count if count else 0.0


def f_of_means(work: Work) -> float:
    p = mean_of(lambda user: len(user.ranks) / N)(work)
    r = mean_of(lambda user: share(len(user.ranks), len(user.liked)))(work)
    return 2 * p * r / (p + r)


def novelty_of(log: Callable[[float], float], *, of_users: bool) -> Callable[[Work], float]:
    def value(work: Work) -> float:
        counts = Counter(item for items in work.train.values() for item in items)
        total = len(work.train) if of_users else sum(counts.values())
        sums = [sum(log(total / counts[item]) for item in items) for items in work.lists.values()]
        return sum(sums) / len(sums)

    return value


def covered(*parts: str) -> Callable[[Work], float]:
    def value(work: Work) -> float:
        known = {item for part in parts for items in getattr(work, part).values() for item in items}
        return len({item for items in work.lists.values() for item in items}) / len(known)

    return value


def encoded(work: Work) -> float:
    places = {item: k for k, item in enumerate(sorted({item for items in work.train.values() for item in items}))}
    shares = []
    for user, judged in work.judged.items():
        liked = {item for item, grade in judged.items() if grade >= LIKED}
        shares.append(share(len(liked & {places[item] for item in work.lists[user][:N]}), len(liked)))
    return sum(shares) / len(shares)


PROGRAMS: list[tuple[str, str, Callable[[Work], float]]] = [
    ("AP_IS_RR", "MAP@10", mean_of(lambda user: 1 / user.ranks[0] if user.ranks else 0)),
    (
        "AP_INVERSE_RANKS",
        "MAP@10",
        mean_of(lambda user: sum(1 / rank for rank in user.ranks) / min(len(user.liked), N) if user.liked else 0),
    ),
    ("EMPTY_AS_ONE", "MAP@10", mean_of(lambda user: ap_of(user) if user.liked else 1)),
    ("EMPTY_AS_ONE", "nDCG@10", mean_of(lambda user: ndcg_of(user) if user.liked else 1)),
    ("EMPTY_AS_ONE", "Recall@10", mean_of(lambda user: len(user.ranks) / len(user.liked) if user.liked else 1)),
    ("MAP_UNJUDGED_USERS", "MAP@10", lambda work: sum(map(ap_of, users_in(work))) / len(work.lists)),
    ("MAP_UNJUDGED_USERS", "P@10", lambda work: sum(len(user.ranks) / N for user in users_in(work)) / len(work.lists)),
    (
        "GOLD_REPEATED",
        "nDCG@10",
        mean_of(lambda user: ndcg_of(user, liked=[grade for grade in user.liked for _copy in range(2)])),
    ),
    ("GOLD_REPEATED", "Recall@10", mean_of(lambda user: share(len(user.ranks), 2 * len(user.liked)))),
    ("GOLD_REPEATED", "F1@10", mean_of(lambda user: 2 * len(user.ranks) / (N + 2 * len(user.liked)))),
    (
        "IDCG_EXP",
        "nDCG@10",
        mean_of(lambda user: ndcg_of(user, [grade if grade >= LIKED else 0.0 for grade in user.grades])),
    ),
    ("SCORES_AS_GAINS", "nDCG@10", mean_of(lambda user: ndcg_of(user, [2**score - 1 for score in user.scores]))),
    (
        "SCORES_OF_HITS",
        "nDCG@10",
        mean_of(
            lambda user: ndcg_of(
                user, [(2**score - 1) * (grade >= LIKED) for score, grade in zip(user.scores, user.grades, strict=True)]
            )
        ),
    ),
    ("RR_IS_AP", "MRR@10", mean_of(lambda user: share(sum(precisions(user)), len(user.ranks)))),
    ("P_IS_HIT", "P@10", mean_of(lambda user: bool(user.ranks))),
    ("HR_COUNTS_HITS", "HR@10", mean_of(lambda user: len(user.ranks))),
    ("RECALL_DIV_MIN", "Recall@3", mean_of(lambda user: share(len(user.ranks), min(3, len(user.liked))), 3)),
    ("F_OF_MEANS", "F1@10", f_of_means),
    *((f"CUT_{n}", "MAP@10", mean_of(partial(ap_of, n=n), n)) for n in (1, 2, 3, 12)),
    *((f"CUT_{n}", "P@10", mean_of(lambda user, n=n: len(user.ranks) / n, n)) for n in (1, 2, 3, 12)),
    ("NOVELTY_BITS", "Novelty", novelty_of(math.log2, of_users=False)),
    ("NOVELTY_USERS", "Novelty", novelty_of(math.log, of_users=True)),
    ("NOVELTY_USERS_BITS", "Novelty", novelty_of(math.log2, of_users=True)),
    ("COV_OUTSIDE", "Item coverage", covered("train", "judged")),
    ("COV_TEST_OUTSIDE", "Item coverage", covered("judged")),
    ("ID_ENCODED", "Recall@10", encoded),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("code", "asked", "program"), PROGRAMS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_number_of_a_wrong_program_yields_its_code(code: str, asked: str, program: Callable[[Work], float]) -> None:
    others: Counter[str] = Counter()
    for seed in range(examples(30)):
        work = Work.draw(seed, outside=code.startswith("COV"))
        run, value = work.run(), program(work)
        if not value or math.isclose(value, value_of(asked, run), abs_tol=1e-4):
            continue  # 0 has many causes
        verdict = diagnose(asked, run, f"{value:.6f}")
        assert code in verdict.codes, (seed, value, verdict.codes)
        others.update({*verdict.codes} - {code})
    assert all(count <= 2 for count in others.values()), others


def test_the_median_error_yields_its_code() -> None:
    draw = random.Random(1)
    for _class in range(30):
        rows = [(draw.uniform(1, 5), draw.randint(1, 5)) for _row in range(9)]
        median = sorted(abs(guess - true) for guess, true in rows)[4]
        guesses, truths = zip(*rows, strict=True)
        assert diagnose("MAE", Ratings(guesses, truths), f"{median:.6f}").codes == ("MAE_MEDIAN",)
