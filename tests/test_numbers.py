"""Numbers in text: what each dialect reads, and which dialect each reader of a file, a link, an option or an answer reads."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics_edu import Ranking
from metrics_edu.cli import main
from metrics_edu.data import _rating
from metrics_edu.language import (
    ANSWER,
    EXACT,
    PRINTED,
    SPREADSHEET,
    Dialect,
    number,
    plain_number,
    read_number,
    set_language,
)
from metrics_edu.metrics.validation import parse_grades
from metrics_edu.mistakes.written_answers import is_answer
from metrics_edu.mistakes.written_numbers import read_claim
from metrics_edu.practice.goals import read_goal
from metrics_edu.tables.reading.sources import read_table
from metrics_edu.widgets.list_state.pasted_lists import read_list
from metrics_edu.widgets.list_state.settings import check
from metrics_edu.widgets.list_state.state_string import read
from metrics_homework.export.lms_file import maximum_of

NAN, INF = math.nan, math.inf
SIXTY = "9" * 60
TABLE: dict[str, tuple[float | None, float | None, float | None, float | None]] = {
    # as written: exact, printed, spreadsheet, answer
    "7": (7, 7, 7, 7),
    "007": (7, 7, 7, 7),
    "4.0000": (4, 4, 4, 4),
    "0.50": (0.5, 0.5, 0.5, 0.5),
    ".5": (0.5, 0.5, 0.5, 0.5),
    "5.": (5, 5, 5, 5),
    "0,50": (None, 0.5, 0.5, 0.5),
    ",5": (None, 0.5, 0.5, 0.5),
    "5,": (None, 5, 5, 5),
    "1.000": (1, 1, 1, 1),
    "1,000": (None, 1, 1, 1),
    "1.000,5": (None, None, 1000.5, None),
    "1,000.5": (None, None, 1000.5, None),
    "1,000,000.5": (None, None, 1000000.5, None),
    "-1.000,5": (None, None, -1000.5, None),
    "0.123,456": (None, None, None, None),  # two numbers
    "1.00,5": (None, None, None, None),
    "1000.000,5": (None, None, None, None),
    "1.000.000": (None, None, 1000000.0, None),
    "1 000,5": (None, None, None, None),
    "1\u00a0000,5": (None, None, None, None),
    "1'000.5": (None, None, None, None),
    "1e3": (1000, 1000, 1000, 1000),
    "1E-3": (0.001, 0.001, 0.001, 0.001),
    "1e400": (None, INF, None, None),  # as Python prints it
    "1e": (None, None, None, None),
    SIXTY: (1e60, 1e60, 1e60, 1e60),
    "-1": (-1, -1, -1, -1),
    "\u22121": (-1, -1, -1, -1),
    "\u22120,5": (None, -0.5, -0.5, -0.5),
    "+1": (1, 1, 1, 1),
    "+\u22121": (None, None, None, None),
    "--1": (None, None, None, None),
    " 1 ": (1, 1, 1, 1),
    "\u00a01\u00a0": (1, 1, 1, 1),
    "1 2": (None, None, None, None),
    "- 1": (None, None, None, None),
    "": (None, None, None, None),
    ".": (None, None, None, None),
    "50 %": (None, None, None, 0.5),
    "24.1%": (None, None, None, 0.241),
    "1e1%": (None, None, None, 0.1),
    "%": (None, None, None, None),
    "1/2": (None, None, None, 0.5),
    "0,5 / 2": (None, None, None, 0.25),
    "1/0": (None, None, None, None),
    "1/2/3": (None, None, None, None),
    "nan": (None, NAN, None, NAN),
    "NaN": (None, NAN, None, NAN),
    "\u2013": (None, NAN, None, NAN),
    "inf": (None, INF, None, None),
    "\u221e": (None, INF, None, None),
    "\u2212\u221e": (None, -INF, None, None),
    "Infinity": (None, None, None, None),
    "1_0": (None, None, None, None),
    "1_0.5": (None, None, None, None),
    "0x10": (None, None, None, None),
    "1j": (None, None, None, None),
    "True": (None, None, None, None),
    "\u00bd": (None, None, None, None),
    "\u00b2": (None, None, None, None),
    "\uff11": (1, 1, 1, 1),  # digits of any script
    "\u0661": (1, 1, 1, 1),
    "\u0967.5": (1.5, 1.5, 1.5, 1.5),
}
DIALECTS = (EXACT, PRINTED, SPREADSHEET, ANSWER)
MORE_OF_A_CLAIM = {
    "\u20131": -1,
    "\uff10\uff0e\uff15": 0.5,
    "\u0660\u066b\u0665": 0.5,
    "np.float64(0.5)": 0.5,
    "**0,5**": 0.5,
    "≈ 12,5 \uff05": 0.125,
}
"""What is read of an answer, and of no other text: it has words, quotes and the marks of other keyboards around it."""


def same(one: Any, other: float | None) -> bool:
    return one is other or (one is not None and other is not None and (one == other or (one != one and other != other)))


@pytest.mark.parametrize("dialect", DIALECTS, ids=["exact", "printed", "spreadsheet", "answer"])
@pytest.mark.parametrize("text", TABLE)
def test_a_dialect_reads_the_numbers_of_the_table_and_no_other(text: str, dialect: Dialect) -> None:
    assert same(read_number(text, dialect), TABLE[text][DIALECTS.index(dialect)])


def of_file(mark: str) -> Callable[[str, Path], Any]:
    def reader(text: str, folder: Path) -> Any:
        with (folder / "run.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, delimiter=mark).writerows([["user", "item", "score"], ["u", "a", text], ["u", "b", "2"]])
        return read_table(folder / "run.csv", "recommendations").numbers[0]

    return reader


def of_frame(text: str, _folder: Path) -> Any:
    frame = pl.DataFrame({"user": ["u", "u"], "item": ["a", "b"], "score": [text, "2"]})
    return read_table(frame, "recommendations").numbers[0]


def of_state(text: str, _folder: Path) -> float:
    return read(f"v=1&metric=precision&user=0&list=:A*{text}").user_lists.shown[0].grade


def of_setting(text: str, _folder: Path) -> Any:
    return {"half_life": 5.0, **read(f"v=1&metric=precision&user=0&half_life={text}&list=:A*1").settings}["half_life"]


def of_option(text: str, _folder: Path) -> float | None:
    return None if main(["explain", "RNN", f"--threshold={text}"]) else read_number(text)


def of_movielens(text: str, _folder: Path) -> float | None:
    rating = _rating(["1", "2", text, "0"])
    return rating and rating.grade


def of_maximum(text: str, _folder: Path) -> float | None:
    maximum = maximum_of(text)
    return None if maximum is None or maximum > 1e300 else float(maximum)


READERS: dict[str, tuple[Dialect, Callable[[str, Path], Any], tuple[float, float], str]] = {
    # its dialect, the reader, the least and the most that it accepts, what separates its numbers
    "a state": (EXACT, of_state, (0, 1000), ","),
    "a setting of a state": (EXACT, of_setting, (0.5, 100), "%"),
    "a setting": (EXACT, lambda text, _folder: check("half_life", text), (0.5, 100), ""),
    "an option": (EXACT, of_option, (1e-9, 1000), ""),
    "MovieLens": (EXACT, of_movielens, (0, INF), ""),
    "a file with commas": (EXACT, of_file(","), (-INF, INF), ""),
    "Ranking.parse": (PRINTED, lambda text, _folder: Ranking.parse(f"{text} 0").shown[0], (0, 1000), " ,\u00a0"),
    "a pasted list": (PRINTED, lambda text, _folder: read_list(f"{text} 0 0", 1)[0][1], (0, 5), " ,\u00a0"),
    "a file with semicolons": (SPREADSHEET, of_file(";"), (-INF, INF), ""),
    "a file with tabs": (SPREADSHEET, of_file("\t"), (-INF, INF), ""),
    "a frame": (SPREADSHEET, of_frame, (-INF, INF), ""),
    "a maximum": (SPREADSHEET, of_maximum, (0, INF), ""),
    "an answer": (ANSWER, lambda text, _folder: (claim := read_claim(text)) and claim.value, (-INF, INF), ""),
}


@pytest.mark.parametrize("reader", READERS)
def test_each_reader_reads_its_dialect(reader: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dialect, read_text, (low, high), between = READERS[reader]
    wrong = {}
    for text, values in TABLE.items():
        expected = values[DIALECTS.index(dialect)]
        if set(between) & set(text) or (not text and between) or text == "Infinity":
            continue
        expected = expected if expected is not None and (low <= expected <= high or reader == "an answer") else None
        try:
            found = read_text(text, tmp_path)
        except (ValueError, SystemExit):
            found = None
        if not same(found, expected):
            wrong[text] = found, expected
    assert not wrong


@pytest.mark.parametrize("text", MORE_OF_A_CLAIM)
def test_only_an_answer_has_words_and_marks_around_its_number(text: str) -> None:
    claim = read_claim(text)
    assert claim is not None
    assert claim.value == MORE_OF_A_CLAIM[text]
    assert is_answer(text)
    assert [read_number(text, dialect) for dialect in DIALECTS] == [None] * 4


@pytest.mark.parametrize("text", ["1_0 0", "0 1_0", "1_0", "1_0,0"])
def test_a_list_with_an_underscore_in_a_number_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="write a list with R and N, or as grades"):
        parse_grades(text)


@pytest.mark.parametrize("text", ["1_0", "1.5", "1e3", "", "x"])
def test_an_option_that_must_be_whole_is_rejected(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["explain", "RNN", f"--relevant={text}"])
    assert stop.value.code == 2
    assert f"argument --relevant: invalid int value: {text!r}" in capsys.readouterr().err
    assert main(["explain", "RNN", "--relevant", " 3 "]) == 0


@pytest.mark.parametrize("language", ["en", "es"])
@given(value=st.floats(-1e6, 1e6) | st.sampled_from([NAN, INF, -INF]), fixed=st.none() | st.integers(0, 8))
def test_what_is_printed_is_read_again(language: str, value: float, fixed: int | None) -> None:
    set_language(language)
    try:
        text = number(value, fixed=fixed)
        found = read_number(text, PRINTED)
        assert found is not None
        assert number(found, fixed=fixed) == text
    finally:
        set_language("en")


@given(st.text("0123456789.,-+eE%/ _\u2212\u0661naif", max_size=12), st.sampled_from(DIALECTS))
def test_a_plain_number_is_what_python_reads_and_has_no_underscore(text: str, dialect: Dialect) -> None:
    plain = plain_number(text, dialect)
    found = read_number(text, dialect)
    assert not plain or (math.isfinite(float(plain)) or found is None)
    assert "_" not in plain
    if plain and math.isfinite(float(plain)):
        assert found == float(plain)
    if found is not None and not math.isnan(found):
        assert "_" not in text


def test_a_goal_is_a_fraction_or_a_number_with_either_mark() -> None:
    assert [read_goal(f"AP = {text}").target for text in ("1/2", "0,5", ".5", "0.50")] == [0.5] * 4
    for text in ("1/0", "1_0/20", "50 %", "1.000,5", "nan", ""):
        with pytest.raises(ValueError, match="goal"):
            read_goal(f"AP = {text}")


def test_a_long_text_that_is_no_number_is_rejected_at_once() -> None:
    long = "9" * 300_000
    for text in (long + "x", "1" + ".000" * 100_000 + "x", long + "." + long + "x"):
        assert [read_number(text, dialect) for dialect in DIALECTS] == [None] * 4
