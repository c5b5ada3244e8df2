"""What a peer does that no parameter of ours says, each with the smallest input that shows it.

`docs/conventions.md` is made from this, and test_quirks.py runs every row whose library can be installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

REFUSED = "ValueError"
"""Ours, of a list that repeats an item: an error that names it and both ranks."""
NOTHING = "no value"
"""Theirs: the user is left out, or the value is not a number."""


@dataclass(frozen=True)
class Quirk:
    """One row: a peer, what it does, the input, and both values (theirs may be the beginning of an error).

    `lists` are one list a user, items apart by spaces, best first; `judged` are their judgments. `measure` is what the
    adapter is asked (a word before or after the name picks a variant), `ours` is by `convention`, or by the peer's own.
    A row is not `run` if the library cannot be installed beside the tests: its value comes from reading the code.
    """

    peer: str
    what: str
    measure: str
    lists: tuple[str, ...]
    judged: tuple[Mapping[str, float], ...]
    theirs: float | str
    ours: float | str
    n: int | None = None
    scores: tuple[float, ...] = ()
    convention: str = ""
    run: bool = True


def one(peer: str, what: str, measure: str, shown: str, judged: str, theirs: Any, ours: Any, **more: Any) -> Quirk:
    """Make a row of one user; `judged` is written "a:3 b" (a grade of 1 goes without saying)."""
    pairs = (word.partition(":") for word in judged.split())
    return Quirk(peer, what, measure, (shown,), ({i: float(g or 1) for i, _, g in pairs},), theirs, ours, **more)


TIED = (1.0, 1.0)
TWENTY = " ".join(f"i{k}" for k in range(20))
REPEATS = "A repeated item counts each time it is listed, so that the value passes 1."

QUIRKS = [
    one("trec_eval", "Tied scores are ordered by item name, last name first.", "RR", "a b", "a", 0.5, 1.0, scores=TIED),
    one(
        "trec_eval",
        "The rank column and the order of the lines are ignored: the score decides.",
        "RR",
        "a b",
        "a",
        0.5,
        1.0,
        scores=(1.0, 2.0),
    ),
    one(
        "trec_eval",
        "Scores are single precision, so that near ones tie.",
        "RR",
        "a b",
        "a",
        0.5,
        1.0,
        scores=(1.00000001, 1.0),
    ),
    one(
        "trec_eval",
        "A user without any judgment is left out. A user with one judgment of 0 counts as 0.",
        "P",
        "a",
        "",
        NOTHING,
        0.0,
        n=1,
    ),
    one(
        "ir_measures",
        "RR comes from trec_eval, which orders ties by item name ...",
        "RR",
        "a b",
        "a",
        0.5,
        1.0,
        scores=TIED,
    ),
    one(
        "ir_measures",
        "... RR@n comes from another library, which keeps the given order.",
        "RR",
        "a b",
        "a",
        1.0,
        1.0,
        n=10,
        scores=TIED,
    ),
    one("sklearn", "nDCG is averaged over all orders of tied scores.", "nDCG", "a b", "a", 0.8155, 1.0, scores=TIED),
    one("sklearn", "A tied group counts as one rank in AP.", "AP", "a b", "a", 0.5, 1.0, scores=TIED),
    one("sklearn", "nDCG of one item is an error.", "nDCG", "a", "a", "ValueError: Computing NDCG is only", 1.0),
    one("sklearn", "DCG of one item is an error.", "DCG", "a", "a", "ValueError: Only (", 1.0),
    one("sklearn", "AP of an empty list is an error.", "AP", "", "a", "IndexError", 0.0),
    one("pyreclab", "The method MAP of a model gives nDCG ...", "method MAP", "a b c d", "a c x", 0.7039, 0.8333, n=3),
    one(
        "pyreclab",
        "... and the method nDCG gives AP (the two means of testrec() are named rightly).",
        "method nDCG",
        "a b c d",
        "a c x",
        0.8333,
        0.7039,
        n=3,
    ),
    one(
        "pyreclab",
        "The method's nDCG without a relevant item is 0; the mean of testrec() leaves the user out.",
        "nDCG",
        "a b",
        "x:0",
        0.0,
        NOTHING,
    ),
    one(
        "pyreclab",
        "It scores the model's own recommendations instead of an empty list (here it has none).",
        "P",
        "",
        "a",
        NOTHING,
        0.0,
    ),
    one("pyreclab", REPEATS, "Recall", "a a", "a", 2.0, REFUSED),
    one(
        "ranx",
        "The sort is not stable: with more than 16 tied items, the first becomes the 19th.",
        "RR",
        TWENTY,
        "i0",
        0.0526,
        1.0,
        scores=(1.0,) * 20,
    ),
    one("ranx", "A run of empty lists only is an error.", "RR", "", "a", "ValueError: max()", 0.0),
    one("rectools", "A repeated item counts as one more relevant item.", "Recall", "a a", "a b", 0.6667, REFUSED, n=2),
    one("recommenders", REPEATS, "nDCG", "a a b", "a b", 1.7654, REFUSED, n=3),
    Quirk(
        "recommenders",
        "P, recall and AP are means over the users who have a list and a relevant item ...",
        "mean P",
        ("a", ""),
        ({"a": 1}, {"b": 1}),
        1.0,
        0.5,
        n=1,
    ),
    Quirk(
        "recommenders",
        "... nDCG is a mean over all users who have a relevant item.",
        "mean nDCG",
        ("a", ""),
        ({"a": 1}, {"b": 1}),
        0.5,
        0.5,
        n=1,
    ),
    one("lenskit", REPEATS, "Recall", "a a b", "a b", 1.5, REFUSED, n=3),
    one(
        "lenskit",
        "AP without a relevant item is an error; recall, RR, hit ratio and nDCG have no value.",
        "AP",
        "a b",
        "",
        "ZeroDivisionError",
        NOTHING,
    ),
    one("lenskit", "P and AP of an empty list have no value.", "AP", "", "a", NOTHING, 0.0),
    one("cornac", REPEATS, "nDCG", "a a b", "a b", 1.3066, REFUSED, n=3),
    one("cornac", "RR is an error where there is no hit.", "RR", "a b", "x", "ValueError: No matched", 0.0),
    one(
        "cornac",
        "AP ranks the whole catalogue: x, the third item of the catalogue of a b x, is a hit at rank 3.",
        "AP",
        "a b",
        "a x",
        0.8333,
        0.5,
    ),
    one("cornac", "P of an empty list without cut-off has no value.", "P", "", "a", NOTHING, 0.0),
    one(
        "cornac",
        "F of a user with no relevant item is 0, where recall has no value.",
        "F",
        "a b",
        "",
        0.0,
        NOTHING,
        n=2,
    ),
    one(
        "torchmetrics",
        "An item with a score of 0 or less counts as not retrieved in P, recall, AP and RR ...",
        "RR",
        "a b",
        "a b",
        0.0,
        1.0,
        n=2,
        scores=(0.0, -0.5),
    ),
    one("torchmetrics", "... but not in hit ratio and nDCG.", "HR", "a b", "a b", 1.0, 1.0, n=2, scores=(0.0, -0.5)),
    one(
        "torchmetrics",
        "nDCG is averaged over all orders of tied scores.",
        "nDCG",
        "a b",
        "a",
        0.8155,
        1.0,
        n=2,
        scores=TIED,
    ),
    one("recbole", REPEATS, "AP", "a a b", "a b", 1.5, REFUSED, n=3),
    one(
        "spark",
        "In Scala, the ideal list of nDCG takes the labels in the given order, unsorted (here b, then a).",
        "nDCG",
        "a b",
        "b:1 a:2",
        1.2552,
        1.0,
        n=2,
        run=False,
    ),
    one(
        "elliot",
        "AP is the mean of P@1 to P@n, hit or not.",
        "AP",
        "a b c d e f",
        "a c x y",
        0.7222,
        0.5556,
        n=3,
        convention="parra",
        run=False,
    ),
    one(
        "daisyrec",
        "RR is the sum of 1/rank over all hits, so that it passes 1.",
        "RR",
        "a b",
        "a b",
        1.5,
        1.0,
        convention="parra",
        run=False,
    ),
    one("catboost", "Tied scores are in the worst order.", "RR", "a b", "a", 0.5, 1.0, scores=TIED),
    one(
        "haystack",
        "A repeated document counts once, and keeps its ranks: here a is at rank 3.",
        "RR",
        "b b a",
        "a",
        0.3333,
        REFUSED,
    ),
    one("haystack@3.0", REPEATS, "nDCG", "a a", "a", 1.6309, REFUSED),
    one(
        "haystack",
        "Recall is by default (single_hit) the hit ratio; multi_hit is recall.",
        "Recall",
        "a",
        "a b",
        1.0,
        0.5,
        convention="parra",
        run=False,
    ),
    one("llama_index", "A query without a relevant id is an error.", "RR", "a", "", "ValueError", 0.0),
    one("llama_index", REPEATS, "AP", "a a", "a", 2.0, REFUSED),
    one("mlflow", "Recall and nDCG are 1 if nothing is shown and nothing relevant.", "Recall", "", "", 1.0, 0.0, n=1),
    one(
        "context_precision",
        "Ragas adds 1e-10 to the hits that it divides by.",
        "AP",
        "a",
        "a",
        "0.9999999999",
        1.0,
        run=False,
    ),
    one(
        "keras_rs",
        "Tied scores are in a random order, also with shuffle_ties=False (0.4.0).",
        "nDCG",
        "a b",
        "a",
        "0.6309 or 1",
        1.0,
        scores=TIED,
        run=False,
    ),
    one(
        "sentence_transformers",
        "Tied scores are ordered by document id, the first first.",
        "RR",
        "b a",
        "b",
        0.5,
        1.0,
        scores=TIED,
        run=False,
    ),
    one("opensearch", "Values are rounded to two decimals.", "nDCG", "a b", "b", 0.63, 0.6309, n=2, run=False),
    one(
        "quepid",
        "CG and DCG of a document without a judgment are no number on the server.",
        "DCG",
        "a",
        "",
        NOTHING,
        0.0,
        run=False,
    ),
    one(
        "quepid@8.0",
        "Before 6.12.1, AP was the mean of the mean grades of the first 1 to n ranks.",
        "AP",
        "a b",
        "b",
        0.25,
        0.5,
        n=2,
        run=False,
    ),
    one(
        "torchrec",
        "nDCG is by default 1 minus nDCG.",
        "nDCG",
        "a b",
        "b",
        0.3691,
        0.6309,
        convention="parra",
        run=False,
    ),
    one(
        "kaggle",
        "A repeated item is skipped, and keeps its rank.",
        "AP",
        "a a b",
        "a b",
        0.8333,
        REFUSED,
        n=3,
        run=False,
    ),
]
