"""Lesson 07, find the bug: each program does what the text says, and mended as the answers say it agrees."""

from __future__ import annotations

import re
import textwrap
from math import log2

import pytest

from metrics_edu import MISCONCEPTIONS, Ranking, check_metric, measure
from notebooks.build import lessons
from tests.lesson_runner import Student, lesson_fixture

lesson = lesson_fixture("07_find_the_bug")
CELLS = {cell.id: cell.source for cell in lessons.read(lessons.Job("07_find_the_bug", "en").source).cells}


def value(program, text, **given):
    ranking = Ranking.parse(text, **given)
    shown = [chr(97 + k) for k in range(len(ranking.shown))]
    ratings = {item: grade for item, grade in zip(shown, ranking.shown.tolist(), strict=True) if grade}
    missed = sorted(ranking.pool().tolist())
    for grade in ratings.values():
        missed.remove(grade)
    missed += [1] * (int(ranking.relevant) - len(ratings) - len(missed))
    return program(ratings | {f"m{k}": grade for k, grade in enumerate(missed)}, shown)


def made(source):
    """What a cell defines."""
    names = {"log2": log2}
    exec(source, names)
    return next(found for name, found in names.items() if name.startswith(("program_", "My")))


def answer(cell, place=0):
    """The lines of a folded answer."""
    return re.findall(r"```python\n(.*?)\n```", CELLS[cell], flags=re.S)[place]


GIVEN = [
    ("a", "RNRNN", {"relevant": 4}, 0.8333),
    ("b", "RNNNN", {"relevant": 1}, 0.4567),
    ("b", "R", {"relevant": 1}, 1),
    ("a", "R", {"relevant": 2}, 1),
    ("b", "R", {"relevant": 2}, 1),
    ("c", "NNR", {"relevant": 1}, 1),
    ("c", "RNN", {"relevant": 1}, 1),
    ("e", "RRRNN", {"relevant": 3}, 0.6),
    ("e", "RRRRR", {"relevant": 10}, 0.5),
    ("d", "0 2 0 0 3", {"pool": "3 3 2 1"}, 1),
]


@pytest.mark.parametrize(("program", "text", "given", "number"), GIVEN)
def test_the_programs_give_the_values_of_the_text(lesson, program, text, given, number):
    assert round(value(lesson.names[f"program_{program}"], text, **given), 4) == number


CHECKS = {
    "hits-check": (("AP_DIV_HITS",), {"a": 1, "b": 1}, ["a"], ("1", "0.5")),
    "indent-check": (("AP_NO_REL",), {"a": 1, "b": 1}, ["a"], ("1", "0.5")),
    "order-check": (("VEC_SWAPPED",), {"b": 1, "a": 1}, ["a"], ("0.25", "0.5")),
    "mean-check": (("AP_IS_PREC", "AP_IS_RECALL"), {"a": 1}, ["a"], ("0.2", "1")),
    "ideal-check": (("NDCG_IS_HIT",), {"a": 1, "b": 1}, ["a"], ("1", "0.6131")),
    "function-check": (("AP_DIV_R",), dict.fromkeys("abcdef", 1), ["a"], ("0.1667", "0.2")),
}


@pytest.mark.parametrize("cell", CHECKS)
def test_each_check_finds_the_smallest_case_and_the_mistake(lesson, cell):
    codes, ratings, shown, values = CHECKS[cell]
    found = lesson[cell]
    assert found.codes == codes
    assert all(MISCONCEPTIONS[code].sentence(found.search.measure) in found.text() for code in codes)
    assert list(found.smallest.ratings.items()) == list(ratings.items())
    assert (found.smallest.recommendations, found.smallest.values) == (shown, values)


def last_line(source, lines):
    return source.rpartition("\n")[0] + "\n" + lines


def four_spaces(source, lines):
    moved, *end = lines.splitlines()
    return last_line(source.replace("        total = total", "            total = total"), "\n".join(end)), moved


MENDED = {
    "hits": lambda source, lines: last_line(source, lines),
    "indent": lambda source, lines: four_spaces(source, lines)[0],
    "order": lambda source, lines: re.sub(r"    for rank.*?relevant\[:5\].*?\n.*?\[:5\]:", lines, source, flags=re.S),
    "ideal": lambda source, lines: re.sub(r"    best = .*", lines, source),
}


@pytest.mark.parametrize("section", MENDED)
def test_each_program_fixed_per_the_answer_agrees(section):
    source = CELLS[f"{section}-program"]
    mended = MENDED[section](source, answer(f"{section}-derive"))
    assert mended != source
    assert check_metric("nDCG@5" if section == "ideal" else "AP@5", made(mended)).agrees


def test_a_fix_in_only_one_of_two_places_fails():
    source = CELLS["indent-program"]
    spaces = source.replace("        total = total", "            total = total")
    assert check_metric("AP@5", made(spaces)).codes != ("AP_NO_REL",)
    assert not check_metric("AP@5", made(spaces)).agrees
    assert not check_metric("AP@5", made(last_line(source, answer("hits-derive")))).agrees


def test_fixing_the_first_bug_exposes_the_second():
    line = re.search(r"`(best = .*?)`", CELLS["ideal-derive"])[1]
    half_mended = re.sub(r"best = .*", line, CELLS["ideal-program"])
    assert check_metric("nDCG@5", made(half_mended)).codes == ("IDCG_RETRIEVED",)


def test_program_c_depends_on_file_order_not_list_order(lesson):
    program = lesson.names["program_c"]
    assert program({"b": 1, "a": 1}, ["a"]) != program({"a": 1, "b": 1}, ["a"])
    assert program({"b": 1, "a": 1}, ["a", "x", "y"]) == program({"b": 1, "a": 1}, ["y", "x", "a"])


def test_the_custom_metric_agrees_only_once_completed(lesson):
    found = lesson["own-check"]
    assert (found.problem.ratings, found.problem.recommendations) == ({}, [])
    assert "ZeroDivisionError" in found.problem.values[0]
    head = CELLS["own-program"].partition("    def eval")[0]
    complete = head + answer("own-exercise")
    assert textwrap.dedent(complete) == complete
    assert check_metric(None, made(complete)()).agrees
    assert not check_metric(None, made(complete)(), threshold=3).agrees
    assert check_metric(None, made(complete.replace(">= 1", ">= 3"))(), threshold=3).agrees
    assert check_metric(None, made(complete.replace(">= 1", "> 3"))(), threshold=3).codes == ("THRESH_GT",)
    assert not check_metric(None, made(complete.replace("RR@5", "P@5"))()).agrees


@pytest.mark.parametrize(("asked", "place"), [("P@5", 0), ("nDCG@10", 1)])
def test_the_answers_for_another_metric_agree(asked, place):
    head = CELLS["own-program"].partition("    def eval")[0].replace("RR@5", asked)
    found = check_metric(None, made(head + answer("own-more", place))())
    assert (found.agrees, asked in CELLS["own-more"]) == (True, True)


def test_a_function_is_taken_as_it_was_written(lesson):
    found = lesson["function-check"]
    assert found.text().startswith("Called as my_function(relevant, shown, k).")
    assert len(found.search.differing) / len(found.search.tried) == pytest.approx(1 / 5, abs=0.01)
    function = lesson.names["my_function"]
    assert check_metric(
        "AP@5",
        lambda relevant, shown, k: function(relevant, shown, k) * max(len(relevant), 1) / max(min(len(relevant), k), 1),
    ).agrees


def average_precision(r, relevant):
    return sum(sum(r[:rank]) / rank for rank, hit in enumerate(r, start=1) if hit) / max(relevant, 1)


def of_lists(a, b, k):
    return average_precision([item in b for item in a[:k]], min(len(b), k))


CALLED = {
    "shown, relevant, k": ("AP@5", of_lists),
    "r, count, k": ("AP@5", lambda a, b, k: average_precision(a[:k], min(b, k))),
    "[relevant], [shown], k": ("MAP@5", lambda a, b, k: sum(map(of_lists, b, a, [k] * len(a))) / len(a)),
    "actual, predicted": ("RMSE", lambda a, b: (sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) / len(a)) ** 0.5),
}


def test_the_listed_calls_are_those_that_a_function_may_need():
    assert re.findall(r'`call="(.*?)"`', CELLS["function-derive"]) == [*CALLED]
    for call, (asked, function) in CALLED.items():
        assert check_metric(asked, function, call=call).agrees
    with pytest.raises(ValueError, match="say call="):
        check_metric("AP@5", of_lists)


def test_the_explained_python_code_behaves_as_described():
    said = re.findall(r"`([^`]+)`", CELLS["numbers-programs"])
    ratings = eval(next(code for code in said if code.startswith("{")))
    names = {"ratings": ratings, "recommendations": list("abcdefg")}
    results = {code: eval(code, names) for code in said if re.match(r"ratings[.\[]|sum|\[|recommendations\[", code)}
    values, first = results.pop("ratings.values()"), results.pop("recommendations[:5]")
    assert (list(values), first) == ([1, 3], list("abcde"))
    assert list(results.values()) == [3, 0, ["a", "b"], 2]


def test_both_tables_contain_the_same_nine_numbers():
    first, second = (re.findall(r"\| (\w+(?:@\w+)?) \| (0\.\d{4}) \|", CELLS[cell]) for cell in ("numbers", "all-nine"))
    assert first == second
    assert len(first) == 9
    right = [line for line in CELLS["all-nine"].splitlines() if line.endswith("| right |")]
    assert [re.findall(r"0\.\d{4}", line) for line in right] == [["0.0575"], ["0.1333"], ["0.2451"]]


PREDICTED = {"hits-predict": "0.4167", "ideal-predict": "0.3447"}


@pytest.mark.parametrize("cell", PREDICTED)
def test_each_prediction_accepts_the_right_value(lesson, cell):
    said = Student(lesson[cell]).answer(PREDICTED[cell])
    assert "That is right." in said
    assert PREDICTED[cell] in lesson[cell].view["title"]


def test_predicting_the_value_of_a_buggy_program_is_diagnosed(lesson):
    assert MISCONCEPTIONS["AP_DIV_HITS"].plainly in Student(lesson["hits-predict"]).answer("0.8333")
    assert MISCONCEPTIONS["IDCG_RETRIEVED"].plainly in Student(lesson["ideal-predict"]).answer("0.5174")
    same = lesson["indent-predict"]
    key = next(key for key, name in same.view["choice"]["options"] if name == "both the same")
    assert "That is right." in Student(same).answer(key)


def test_the_output_of_the_buggy_programs_is_diagnosed(lesson):
    student = Student(practice := lesson["mean-practice"])
    few, many = practice.exercise.data
    assert few.relevant < 5 < many.relevant
    for programs, codes in [("e", ("AP_IS_PREC", "AP_IS_RECALL")), ("a", ("AP_DIV_HITS", "AP_DIV_HITS"))]:
        program = lesson.names[f"program_{programs}"]
        student.answer(*(f"{value(program, text_of(one), relevant=int(one.relevant)):.3f}" for one in (few, many)))
        assert all(
            MISCONCEPTIONS[code].plainly in verdict for code, verdict in zip(codes, student.verdicts, strict=True)
        )
    student.answer(*(f"{measure('AP@5')(one):.3f}" for one in (few, many)))
    assert practice.is_right


def text_of(ranking):
    return "".join("NR"[hit] for hit in ranking.hits().tolist())


def test_the_reported_numbers_come_from_the_half_fixed_program(lesson):
    student = Student(practice := lesson["more-practice"])
    own = practice.exercise
    reported = [f"{MISCONCEPTIONS['IDCG_RETRIEVED'].value(own.measure, one):.4f}" for one in own.data]
    assert reported == ["0.6764", "0.6885"]
    assert all(number in own.ask() and number in CELLS["report-question"] for number in reported)
    student.answer(*reported)
    assert all(MISCONCEPTIONS["IDCG_RETRIEVED"].plainly in verdict for verdict in student.verdicts)
    student.answer("0.412", "0.231")
    assert practice.is_right
