"""Lesson 08, the rehearsal of Tarea 1: what its text says comes true, and its tables say what the package does."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from metrics_edu import CONVENTIONS, MISCONCEPTIONS, Ranking, measure, set_language
from metrics_edu.language import LANGUAGES, _
from notebooks.build import lessons
from tests.lesson_runner import Student, lesson_fixture
from tools.pages import conventions_page

lesson = lesson_fixture("08_tarea1")
LITTLE_WORDS = re.compile(r"\b(the|of|and|is|are|was|with|not|each|must|by|from|for|to)\b", re.IGNORECASE)


@pytest.fixture(autouse=True)
def _right(lesson):
    """Write the homework as it should be, for the cells leave it as they need it."""
    lesson["hand-write"]


def rows(language: str, cell: str) -> list[list[str]]:
    """Give the cells of the table in a cell of the built lesson, without its head."""
    text = lessons.texts(lessons.read(lessons.Job("08_tarea1", language).built))[cell]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [
        [part.strip().replace(r"\|", "|") for part in re.split(r"(?<!\\)\|", line.strip("|"))] for line in lines[2:]
    ]


def test_the_lesson_shows_the_settings_of_the_policy(lesson):
    shown = "\n".join(lesson.printed("asked-policy"))
    for said in ("length: 10", "users: validation", "seen: removed"):
        assert said in shown
    assert "relevance_threshold: 4" in lesson.names["POLICY"].read_text("utf-8")


def test_the_comparison_with_random_lists_has_the_stated_values(lesson):
    row = lesson["lists-compare"].rows[0]
    assert (round(row.mean, 4), round(row.other, 4), round(row.mean / row.other, 1)) == (0.1252, 0.0331, 3.8)
    assert (row.losses, row.wins + row.ties + row.losses) == (17, 80)


def test_the_report_confirms_claims_and_mentions_hidden_data(lesson):
    report = lesson["hand-write"]
    assert report.errors == []
    assert [claim.code for claim in report.claims if claim.claimed] == ["right"] * 4
    assert report.text().splitlines()[-1].startswith("The hidden test data")
    assert "How the lists were made" in report.text().splitlines()[-1]


def test_the_first_user_has_the_stated_ap(lesson):
    assert "That is right." in Student(lesson["hand-predict"]).answer("1/9")
    assert lesson["hand-explain"].value == pytest.approx(1 / 9)


def test_ap_divided_by_hits_is_too_high_and_diagnosed(lesson):
    assert round(lesson.names["too_high"], 4) == 0.2390
    (said,) = lesson.printed("break-ap")
    assert MISCONCEPTIONS["AP_DIV_HITS"].plainly in said
    assert MISCONCEPTIONS["AP_IS_RR"].plainly in said
    lesson["break-ap"]
    assert {working.code for working in lesson["break-ap-report"].claims[0].workings} == {"AP_DIV_HITS", "AP_IS_RR"}


def checked(lesson: Any) -> Any:
    return lesson.names["check_submission"](lesson.names["MINE"], lesson.names["POLICY"])


def codes(lesson: Any, said: list[str]) -> list[str]:
    """Give the codes of what was found, which is what was printed."""
    found = checked(lesson).findings
    assert list(map(str, found)) == said
    return [one.code for one in found]


@pytest.mark.parametrize("cell", ["break-seen", "break-ids"])
def test_known_items_and_internal_ids_only_cause_warnings(lesson, cell):
    assert {line.partition(":")[0] for line in lesson.printed(cell)} == {"Warning", "Note"}


def test_known_items_lower_map(lesson):
    said = lesson.printed("break-seen")
    assert codes(lesson, said) == ["SEEN_KEPT", "CONSTANT"]
    assert "380 of 800" in said[0]
    assert round(checked(lesson).values["MAP@10"], 4) == 0.1045


def test_internal_ids_make_every_measure_0(lesson):
    assert codes(lesson, lesson.printed("break-ids")) == ["UNKNOWN_ITEMS", "ZERO_HITS", "CONSTANT"]
    assert {checked(lesson).values[name] for name in ("MAP@10", "nDCG@10", "Recall@10")} == {0}


RIGHT = [f"{name} Right." for name in ("MAP@10", "nDCG@10", "Recall@10", "RMSE")]


def test_the_folded_answer_fixes_the_homework(lesson):
    lesson["break-ids"]
    assert lesson.printed("mend") != RIGHT
    (answer,) = re.findall(r"<details>.*?```python\n(.*?)```\n</details>", lesson.texts["mend-answer"], re.DOTALL)
    exec(answer, lesson.names)
    assert lesson.printed("mend") == RIGHT


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_visible_cell_contains_an_exercise_answer(language):
    cells = lessons.read(lessons.Job("08_tarea1", language).built).cells
    (place,) = (k for k, cell in enumerate(cells) if cell.id == "mend-text")
    assert [cell.id for cell in cells[place + 1 : place + 3]] == ["mend", "mend-answer"]
    assert "write_" not in cells[place + 1].source


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_explains_where_to_get_the_policy(language):
    texts = lessons.texts(lessons.read(lessons.Job("08_tarea1", language).built))
    giver = {"en": "your lecturer g", "es": "entreg"}[language]
    for cell in ("asked-question", "mend-text"):
        assert giver in texts[cell]
        assert "`tarea1.yaml`" in texts[cell]


def test_all_four_broken_files_cause_errors(lesson):
    said = lesson.printed("files-break")
    assert sorted(codes(lesson, said)) == ["DUPLICATES", "LENGTH", "MISSING_USERS", "UNREADABLE"]
    assert all(line.startswith("Error: ") for line in said)


@pytest.mark.parametrize("stem", ["08_tarea1", "09_in_class"])
def test_spanish_output_contains_no_english(stem):
    for cell in lessons.read(lessons.Job(stem, "es").built).cells:
        for output in cell.get("outputs", []):
            text = output.get("text", output.get("data", {}).get("text/plain"))
            assert LITTLE_WORDS.findall(text) == [], text
            assert "UNKNOWN_CLAIM" not in text  # "nDCG@10 promedio" is a name of the policy's measure


# --- which metric when -------------------------------------------------------------------------------------------

LOW, HIGH = (Ranking([grade, 0, 0, 1], pool=[grade, 1], threshold=1) for grade in (1, 3))
"""They differ in how relevant an item is."""
ALL, MISSED = (Ranking([1, 0, 0, 1], pool=pool) for pool in ([1, 1], [1, 1, 1]))
"""They differ in an item that is not shown."""
YES = {"en": {"yes": True, "no": False}, "es": {"sí": True, "no": False}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_matches_the_sensitivity_of_each_metric(language):
    seen = {}
    for _question, names, grades, missed, _blind, _lesson in rows(language, "which-metric"):
        seen |= dict.fromkeys(re.findall("`(.+?)`", names), (YES[language][grades], YES[language][missed]))
    assert (seen.pop("RMSE"), seen.pop("MAE")) == ((True, False), (True, False))
    assert seen == {
        name: tuple(measure(name)(one) != measure(name)(other) for one, other in ((LOW, HIGH), (ALL, MISSED)))
        for name in ("P@10", "Recall@10", "F1@10", "RR", "AP@10", "nDCG@10", "Rankscore", "Rp")
    }


# --- which convention ----------------------------------------------------------------------------------------------


def word(name: str, metric: str, key: str) -> str:
    """Say a parameter under a convention, in the reader's language."""
    return _(conventions_page.word(CONVENTIONS[name], metric, key))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_libraries_matches_the_conventions(language):
    table = rows(language, "which-convention")
    named = [re.findall("`(.+?)`", row[1]) for row in table]
    assert {"parra", "trec_eval", "sklearn", "pyreclab", "rectools", "lenskit", "recbole"} <= {
        name for names in named for name in names
    }
    set_language(language)
    try:
        for row, names in zip(table, named, strict=True):
            for name in names:
                wanted = [word(name, "ndcg", key) for key in ("gain", "discount", "ideal")]
                assert row[2:] == [word(name, "average_precision", "denominator"), *wanted, none(name)], name
    finally:
        set_language("en")


def none(name: str) -> str:
    """Say what a user with no relevant item counts as, in AP and in nDCG where it is another thing."""
    ap, ndcg = word(name, "average_precision", "empty"), word(name, "ndcg", "empty")
    return ap if ndcg in (ap, "–") else f"{ap}; nDCG: {ndcg}"


def test_the_answer_names_the_libraries_dividing_by_hits():
    answer = re.search(r"<details>.*?</details>", lesson_text("which-convention"), re.S)
    by_hits = [row[0] for row in rows("en", "which-convention") if row[2] == "the hits"]
    assert answer
    assert by_hits == ["scikit-learn", "TorchMetrics", "pyRecLab"]
    assert all(name in answer[0] for name in by_hits)


def lesson_text(cell: str) -> str:
    return lessons.texts(lessons.read(lessons.Job("08_tarea1", "en").source))[cell]


def test_the_text_describes_the_test_of_compare(lesson):
    ours, others = lesson.names["popularity"], lesson.names["chance"]
    difference = next(ours.values[name] - others.values[name] for name in ours.measures)
    signs = np.random.default_rng(7).choice([-1, 1], (1000, difference.size))
    share = (1 + np.sum(abs(signs @ difference) >= abs(difference.sum()) * (1 - 1e-12))) / 1001
    assert lesson["lists-compare"].rows[0].p == pytest.approx(share, abs=0.01)
    assert "gives each difference a random sign, 10000 times" in lesson.texts["lists-derive"]
