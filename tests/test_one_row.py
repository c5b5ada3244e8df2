"""A new metric, mistake, convention or LMS needs one row, its Spanish and its proof: the laws hold in a copy with one of each."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from babel.messages.pofile import read_po

from tools import translations

PROJECT = Path(__file__).parents[1]
SPANISH = "metrics_edu/locale/es/LC_MESSAGES/metrics_edu.po"
MOST = {"metric": 3, "metric with a number": 4, "mistake": 3, "convention": 1, "lms": 1}
"""The places that each may need."""


class Place(NamedTuple):
    """A text that is put into a file, before a line of it or at its end."""

    kind: str
    file: str
    text: str
    before: str = ""


PLACES = (
    Place(
        "metric",
        "metrics_edu/metrics/formulas/precision_recall.py",
        '''

@metric(
    "ARHR",
    N_("reciprocal hit rank"),
    done=N_("The 1/i of the hits were added and divided by {denominator}."),
    source="Deshpande and Karypis, Item-based top-N recommendation algorithms",
    tile=9,
    per_rank="rel_i/i",
    uncut={"denominator": ("reachable", "relevant")},
)
def reciprocal_hit_rank(
    ranking: Ranking, n: int | None = None, *, denominator: Literal["relevant", "reachable"] = "relevant", empty: Empty = 0.0
) -> Any:
    """Reciprocal hit rank: the sum of 1/i over the ranks i of the hits, divided by what `denominator` names.

    >>> reciprocal_hit_rank(Ranking.parse("NRNR", relevant=3))
    0.25
    """
    reciprocal = named(relevance(ranking, n) / named(ranking.ranks(n), "i"), "rel_i/i")
    return ratio(np.sum(reciprocal, axis=-1), divisor(ranking, denominator, n), empty, ranking.relevant == 0)
''',
    ),
    Place(
        "metric",
        "tests/oracle.py",
        """

def reciprocal_hit_rank(
    shown: Grades,
    pool: Grades,
    threshold: float,
    relevant: int,
    n: int | None = None,
    *,
    denominator: str = "relevant",
    empty: Empty = 0.0,
) -> float:
    if relevant == 0:
        return when_empty(empty)
    total = 0.0
    for rank, grade in enumerate(first(shown, n), start=1):
        if grade >= threshold:
            total += 1 / rank
    return total / (relevant if n is None or denominator == "relevant" else min(relevant, n))
""",
    ),
    Place(
        "metric",
        SPANISH,
        """
msgid "Reciprocal hit rank: the sum of 1/i over the ranks i of the hits, divided by what `denominator` names."
msgstr "Rango recíproco de los aciertos: la suma de 1/i en las posiciones i de los aciertos, dividida por `denominator`."

msgid "reciprocal hit rank"
msgstr "posición recíproca de los aciertos"

msgid "The 1/i of the hits were added and divided by {denominator}."
msgstr "Se sumaron los 1/i de los aciertos y se dividieron por {denominator}."
""",
    ),
    Place(
        "metric with a number",
        "metrics_edu/metrics/formulas/precision_recall.py",
        '''

@metric(
    "RBP",
    N_("rank-biased precision"),
    done=N_("The weights of the hits were added, and the sum was multiplied by 1 − p."),
    source="Moffat and Zobel, Rank-biased precision for measurement of retrieval effectiveness",
    reasons={
        "p": N_("the chance that the reader reads the next rank"),
        "weight_i": N_("the chance that the reader comes to this rank"),
    },
)
def rank_biased_precision(ranking: Ranking, n: int | None = None, *, persistence: float = 0.8) -> Any:
    """Rank-biased precision: the share of the ranks that a reader reads and that are relevant, of an endless list.

    >>> rank_biased_precision(Ranking.parse("NR"), persistence=0.5)
    0.25
    """
    p = named(persistence, "p")
    weight = named(p ** (named(ranking.ranks(n), "i") - 1), "weight_i")
    return (1 - p) * np.sum(weight * relevance(ranking, n), axis=-1)
''',
    ),
    Place(
        "metric with a number",
        "metrics_edu/metrics/parameters.py",
        """    "persistence": Parameter(N_("Persistence p"), N_("The chance of reading the next rank."), range=(0, 1)),
""",
        before='    "beta": Parameter(',
    ),
    Place(
        "metric with a number",
        "tests/oracle.py",
        """

def rank_biased_precision(
    shown: Grades, pool: Grades, threshold: float, relevant: int, n: int | None = None, *, persistence: float = 0.8
) -> float:
    total = 0.0
    for rank, grade in enumerate(first(shown, n), start=1):
        if grade >= threshold:
            total += persistence ** (rank - 1)
    return (1 - persistence) * total
""",
    ),
    Place(
        "metric with a number",
        SPANISH,
        """
msgid "Rank-biased precision: the share of the ranks that a reader reads and that are relevant, of an endless list."
msgstr "Precisión sesgada: la fracción relevante de las posiciones que lee un lector, de una lista sin fin."

msgid "rank-biased precision"
msgstr "precisión con sesgo de posición"

msgid "The weights of the hits were added, and the sum was multiplied by 1 − p."
msgstr "Se sumaron los pesos de los aciertos, y la suma se multiplicó por 1 − p."

msgid "the chance that the reader reads the next rank"
msgstr "la probabilidad de que el lector lea la posición siguiente"

msgid "the chance that the reader comes to this rank"
msgstr "la probabilidad de que el lector llegue a esta posición"

msgid "Persistence p"
msgstr "Persistencia p"

msgid "The chance of reading the next rank."
msgstr "La probabilidad de leer la posición siguiente."
""",
    ),
    Place(
        "mistake",
        "metrics_edu/mistakes/known_mistakes.py",
        """    Misconception(
        "RR_SQUARED",
        "list",
        RR,
        lambda measure, ranking: measure(ranking) ** 2,
        N_("The reciprocal rank was squared; in {measure} it is not."),
        doing=N_("you square the reciprocal rank"),
    ),
""",
        before='    Misconception(\n        "P_DIV_LEN",',
    ),
    Place(
        "mistake",
        "tests/mistakes/test_misconceptions.py",
        '    ("RR_SQUARED", APPLES, "RR", 1 / 2 * 1 / 2),\n',
        before='    ("RR_LAST", APPLES,',
    ),
    Place(
        "mistake",
        SPANISH,
        """
msgid "The reciprocal rank was squared; in {measure} it is not."
msgstr "El ranking recíproco se elevó al cuadrado; en {measure} no."

msgid "you square the reciprocal rank"
msgstr "elevas al cuadrado el ranking recíproco"
""",
    ),
    Place(
        "convention",
        "metrics_edu/metrics/conventions.py",
        """    Convention(
        "campus",
        "Campus",
        "",
        "the slides of a course",
        {"average_precision": {"denominator": "relevant"}, "rank_biased_precision": {"persistence": 0.5}},
        "slides",
        (("AP@3", "RNN", "RRRR", 1, 1 / 4), ("RBP", "NR", "R", 1, 1 / 4)),
    ),
""",
        before='    Convention(\n        "elliot",',
    ),
    Place(
        "lms",
        "homework/metrics_homework/export/lms_file.py",
        """    "sakai": Lms(
        columns={"student id": "number", "student name": "name", "section": "required"},
        fills=re.compile(r".+ \\[\\d+\\]()"),
        feedback="{words}({number})/feedback.html",
    ),
""",
        before='    "moodle": Lms(',
    ),
)
NEW = "hit_rank or rank_biased or RBP or RR_SQUARED or campus or sakai"
LAWS = (
    (
        *("tests/metrics", "tests/peers/test_toy.py", "tests/peers/test_docs.py", "tests/working/test_derivation.py"),
        *("tests/practice/test_blanks.py", "tests/test_public.py", "-k"),
        f"{NEW} or names_of_conventions or row_and_a_proof or explained_parameter or imported_by",
    ),
    (
        *(
            "tests/mistakes",
            "tests/practice/test_tutor.py",
            "tests/widgets/test_widgets.py",
            "tests/widgets/test_compare.py",
            "tests/widgets/test_lecture.py",
            "tests/widgets/test_traits.py",
        ),
        *("tests/widgets/test_cards.py", "tests/test_spanish.py", "homework/tests/test_export.py", "-k"),
        f"{NEW} or codes_are_stable or changes_the_value_for or few_words or working_of_a_mistake"
        " or expected_verdict or every_tile_that_uses_it or measure_has_a_row or item_of_both_lists or not_comparable"
        " or while_the_convention_changes or title_of_the_next_slide or rejected_value",
    ),
)
"""The tests that read the registry, of what is new and of all; two processes for two processors."""


def with_one_of_each(copy: Path) -> None:
    """Copy what the laws read, and put each row into its place."""
    for folder in ("metrics_edu", "homework", "tests", "tools", "benchmarks", "docs"):
        ignored = shutil.ignore_patterns("__pycache__", "src", "golden", "browser", "*.png", "*.svg")
        shutil.copytree(PROJECT / folder, copy / folder, ignore=ignored)
    shutil.copy(PROJECT / "pyproject.toml", copy)
    for place in PLACES:
        path = copy / place.file
        text = path.read_text("utf-8")
        assert text.count(place.before) == 1 or not place.before
        start, end = text.split(place.before) if place.before else (text, "")
        path.write_text(start + place.text + place.before + end, "utf-8")
    catalogue = copy / SPANISH
    catalogue.with_suffix(".mo").write_bytes(translations.compiled(read_po(io.BytesIO(catalogue.read_bytes()))))


def started(copy: Path, *words: str) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": f"{copy}{os.pathsep}{copy / 'homework'}"}
    command = [sys.executable, "-m", *words]
    return subprocess.Popen(
        command,
        cwd=copy,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )


def test_one_of_each_needs_one_row_its_spanish_and_its_proof(tmp_path: Path) -> None:
    places = Counter(place.kind for place in PLACES)
    assert all(places[kind] <= most for kind, most in MOST.items())
    with_one_of_each(tmp_path)
    laws = [started(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", *law) for law in LAWS]
    spanish = started(tmp_path, "tools.translations")
    for law in (*laws, spanish):
        printed, _ = law.communicate()
        assert law.returncode == 0, printed
    assert printed.endswith("Texts of the packages without a translation: 0\n"), printed
