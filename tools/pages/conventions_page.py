"""Write docs/conventions.md: what each library computes, from the conventions, and its quirks, from the tests.

It also writes the tables of the example class into homework/docs/tarea1.md and its Spanish.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from metrics_edu import CONVENTIONS, METRICS, measure, set_language
from metrics_edu.metrics.conventions import FOLDED, Convention
from metrics_edu.metrics.parameters import PARAMETERS
from metrics_homework import grade_folder, init_tarea
from metrics_homework.cli import last_line
from tools.environments.pins import read_pins

PROJECT = Path(__file__).parents[2]
PAGE = PROJECT / "docs" / "conventions.md"
EXAMPLES = {"en": PROJECT / "homework" / "docs" / "tarea1.md", "es": PROJECT / "homework" / "docs" / "tarea1.es.md"}
PEERS = PROJECT / "tests" / "peers"
CASES = [json.loads(line) for line in (PROJECT / "tests/metrics/library_cases.jsonl").read_text("utf-8").splitlines()]
REQUIREMENTS = PEERS / "requirements"
COLUMNS = (
    ("P", "precision", "short"),
    ("Recall", "recall", "denominator"),
    ("AP", "average_precision", "denominator"),
    ("nDCG", "ndcg", "gain"),
    ("nDCG", "ndcg", "discount"),
    ("nDCG", "ndcg", "below"),
    ("nDCG", "ndcg", "ideal"),
    ("AP", "average_precision", "empty"),
)
OTHERS = (
    *("f_measure", "hit_ratio", "reciprocal_rank", "expected_reciprocal_rank", "dcg"),
    *("r_precision", "average_r_precision", "auc"),
)
SHOWN = {
    "cornac": "Cornac",
    "ir_measures": "ir_measures",
    "kaggle": "Kaggle",
    "recommenders": "recommenders",
    "spark": "Spark",
    "torchrec": "TorchRec",
}
"""The libraries with a quirk that have no row, by the names of their adapters."""

TOP = """\
# What each library computes

`make docs` writes this page from `metrics_edu/metrics/conventions.py` and `tests/peers`. A test compares them.

`measure("AP@10", convention="ranx")` computes what that library computes. A measure that a convention does not
define raises ValueError.

The last column shows the evidence:

- **Run** means that generated runs went through the pinned library itself, in a separate environment. The runs are graded
  and binary. They have ties in the grades, short and empty lists, users with no relevant item, and missed and unjudged
  items. Each user's value equals ours to 1e-9. pyRecLab and TorchMetrics have single precision, so 1e-6 and 2e-6.
- **Cases** are the smallest lists on which libraries differ, with the value that the library gave of each. The libraries
  were run, or of Elasticsearch and OpenSearch the code was ported. `tests/metrics/library_cases.jsonl` has the lists.
- **Toy table** (the list a b c d e f) and **worked values** are the evidence for a library that cannot be installed
  beside the tests. They agree to four decimals.

Without n, no list is cut: min(|R|, n) is |R|, and "the pool, cut at n" is the whole pool.

A library that changed has two rows. The row with an `@` is named for its last version, and the other row says since when it
holds. A user is a query in learning to rank and in search, and an item is a document or a chunk.
"""

FOLDED_TOP = """\
These names also work. They mean a row above, some of them with another parameter:
"""

CORNAC = """\
Cornac {cornac} has no separate convention. It computes what `{same}` does, except for its AP (see below), and `make peers`
runs it with that convention. DCG and ERR have no `empty`. For a user with no relevant item they are 0 here. LensKit leaves
that user out.
"""

SPARK = """\
`make peers` runs RankingEvaluator of pyspark on the six users of `tests/peers/spark_python.py`, if there is Java 17.
Its values are those of `spark_python` to 1e-12. RankingEvaluator has no grades. RankingMetrics, called from Python, drops
the third field of a label, its relevance. So the labels b, a with relevance 1, 2 and the list `a b` give nDCG@2 = 1, and
the list `a` gives 0.6131. Only Scala reads the relevance, in `spark`, as `parra` does, and gives the 1.2552 below.
"""

QUIRKS = """\
# Quirks that no parameter expresses

Each row is a list, best first, and its judgments (a grade without a number is 1). It shows the library's value and ours.
`make peers` runs all rows. `make test` also runs those of pytrec_eval, ir_measures, scikit-learn and pyRecLab. The libraries
of the rows marked "not run" cannot be installed beside the tests: their values come from reading their code.
"""


def load(name: str) -> Any:
    """Import a module of tests/peers."""
    if str(PEERS) not in sys.path:
        sys.path.insert(0, str(PEERS))
    return importlib.import_module(name)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a Markdown table."""
    lines = [list(head), ["---"] * len(list(head)), *map(list, rows)]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def word(convention: Convention, metric: str, key: str) -> str:
    """Return a parameter of a metric under a convention, in the words of the package."""
    if metric not in convention.metrics:
        return "–"
    value = {**METRICS[metric].parameters, **convention.metrics[metric]}[key]
    words = PARAMETERS[key].words
    return words[value][0] if value in words else f"{value:g}"


def proof(name: str) -> str:
    """Return the evidence for a convention."""
    client, toy = load("client"), load("toy")
    found = []
    if name in client.HOME:
        found.append("run in `make test`" if client.HOME[name] == "quick" else "run in `make peers`")
    elif name in toy.TOY:
        found.append("toy table")
    if name in {case["convention"] for case in CASES}:
        found.append("cases")
    if CONVENTIONS[name].worked:
        found.append("worked values")
    if name == "spark_python":
        found.append("run in `make peers`")
    return ", ".join(found)


def conventions() -> str:
    """Write the table of the conventions."""
    head = ["convention", "what it does"]
    head += [f"{symbol}: {PARAMETERS[key].title.lower()}" for symbol, _, key in COLUMNS]
    head += ["also defines", "source", "proved by"]
    return table(head, map(row, CONVENTIONS.values()))


def row(convention: Convention) -> list[str]:
    """Write a convention as a row."""
    others = [METRICS[name].symbol.format(beta=1.0) for name in OTHERS if name in convention.metrics]
    return [
        f"`{convention.name}`<br>{convention.title}",
        convention.summary,
        *(word(convention, metric, key) for _, metric, key in COLUMNS),
        ", ".join(others) or "–",
        convention.source + (f"; since {convention.since}" if convention.since else ""),
        proof(convention.name),
    ]


def folded() -> str:
    """Write the names of conventions that have no separate row."""
    rows = [[f"`{name}`", f"`{row}`", calls(name, own)] for name, (row, own) in FOLDED.items()]
    return table(["name", "row", "with"], rows)


def calls(name: str, own: Mapping[str, Mapping[str, Any]]) -> str:
    """Write the calls by which a row computes what a name means, where it changes a parameter."""
    made = [f"`{measure(METRICS[metric].label(n=10), name)!r}`" for metric in own]
    return ", ".join(made) or "–"


def value(number: float | str) -> str:
    """Write a value of a quirk: a number to four decimals, a word, or the beginning of an error."""
    return number if isinstance(number, str) else f"{number:.4f}".rstrip("0").rstrip(".")


def judged(grades: Mapping[str, float]) -> str:
    """Write the judgments of a user."""
    return ", ".join(item if grade == 1 else f"{item} ({grade:g})" for item, grade in grades.items()) or "nothing"


def listed(quirk: Any) -> str:
    """Write the input of a quirk."""
    users = []
    for shown, grades in zip(quirk.lists, quirk.judged, strict=True):
        items = shown.split()
        short = shown if len(items) < 9 else f"{items[0]} {items[1]} ... {items[-1]}"
        users.append(f"{f'`{short}`' if short else 'empty list'}, judged {judged(grades)}")
    scores = quirk.scores if len(set(quirk.scores)) > 1 else quirk.scores[:1]
    scored = "" if not scores else ", scores " + ("all " * (len(scores) == 1)) + ", ".join(map(repr, scores))
    return "; ".join(users) + scored


def quirks() -> str:
    """Write the table of the quirks."""
    home = load("client").HOME
    rows = []
    for quirk in load("quirks").QUIRKS:
        name = CONVENTIONS[quirk.peer].title if quirk.peer in CONVENTIONS else SHOWN[quirk.peer]
        name = re.sub(r" \(.*\)", "", name)
        measure_text = quirk.measure if quirk.n is None else f"{quirk.measure}, n = {quirk.n}"
        how = "not run" if not quirk.run else "`make test`" if home[quirk.peer] == "quick" else "`make peers`"
        rows.append([name, quirk.what, measure_text, listed(quirk), value(quirk.theirs), value(quirk.ours), how])
    return table(["library", "what it does", "measure", "input", "gives", "here", "run by"], rows)


def page() -> str:
    """Write the whole page."""
    pinned = read_pins((REQUIREMENTS / "torch.txt").read_text("utf-8"))
    version = {pin.name: pin.version for pin in pinned}["cornac"]
    same = load("toy").SAME_AS["cornac"][0]
    return "\n".join(
        [
            TOP,
            conventions(),
            FOLDED_TOP,
            folded(),
            CORNAC.format(cornac=version, same=same),
            SPARK,
            "#" + QUIRKS,
            quirks(),
        ]
    )


def example(language: str) -> str:
    """Write the tables of the example class into its page."""
    text = EXAMPLES[language].read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        policy = init_tarea(Path(name) / "tarea")
        out = Path(name) / "graded"
        book = grade_folder(policy.parent / "submissions", policy, out, progress=False, language=language)
        tables = ("gradebook.csv", "leaderboard.csv", "mistakes.csv")
        shown = {table: (out / table).read_text("utf-8") for table in tables} | {"last line": f"{last_line(book)}\n"}
        set_language("en")
    for title, content in shown.items():
        before, rest = text.split(f"<!-- {title} -->\n```text\n")
        text = f"{before}<!-- {title} -->\n```text\n{content}```{rest.partition('```')[2]}"
    return text


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    for language, path in EXAMPLES.items():
        path.write_text(example(language), encoding="utf-8")
