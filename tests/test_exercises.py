"""Exercises: the answers, the mistakes, the lists that are drawn, and what is kept of a learner."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from metrics_edu import MISCONCEPTIONS, Ranking, Ratings, average_precision, separates
from metrics_edu.bank import EXERCISES
from metrics_edu.cli import app
from metrics_edu.exercises import Exercise, exercise
from metrics_edu.language import set_language
from metrics_edu.learner import Record, delete_progress, note, progress, progress_file, recorded, report
from metrics_edu.run import value_of


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "deep" / "progress.json"))
    return progress_file()


# --- exercises ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXERCISES)
def test_the_exact_values_of_every_exercise_are_right(name: str) -> None:
    own = exercise(name)
    exact = [derivation.value for derivation in own.solution()]
    assert exact == [value_of(own.measure, part) for part in own.parts]
    assert {verdict.kind for verdict in own.check([repr(value) for value in exact])} == {"right"}
    written = [f"{value:.{own.decimals}f}".replace(".", ",") for value in exact]
    assert {verdict.kind for verdict in own.check(written)} == {"right"}
    assert own.ask()
    assert len(own.labels) == len(own.parts)


DRAWN = [name for name, own in EXERCISES.items() if own.can_draw]


def test_nearly_every_exercise_has_other_lists() -> None:
    assert len(DRAWN) > 0.7 * len(EXERCISES)
    with pytest.raises(ValueError, match="at least 4 ranks"):
        Exercise("own", "AP@3", given=(Ranking.parse("NRR"),)).draw(1)


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("seed", [101, 102, 103])
def test_new_lists_of_every_exercise_tell_its_mistakes_apart(name: str, seed: int) -> None:
    drawn = exercise(name).draw(seed)
    assert drawn.given != exercise(name).given
    assert separates(drawn.given, drawn.measure, decimals=drawn.decimals)
    again = exercise(name).draw(seed)
    assert repr(again.given) == repr(drawn.given)


def test_a_pair_names_only_the_mistake_that_both_answers_share() -> None:
    pair = Exercise("own", "AP@5")
    for code in ("AP_DIV_HITS", "AP_NO_REL", "AP_DIV_R", "AP_RANK0"):
        wrong = [MISCONCEPTIONS[code].value(one, pair.measure) for one in pair.given]
        verdicts = pair.check([f"{value:.3f}" for value in wrong])
        assert all(code in verdict.codes or verdict.kind == "right" for verdict in verdicts)
        named = {verdict.codes for verdict in verdicts if verdict.codes}
        assert named == {(code,)}


def test_what_is_not_attempted_is_not_wrong() -> None:
    kinds = [verdict.kind for verdict in exercise("04-parra").check(["1/4", "", "what?"])]
    assert kinds == ["right", "not_attempted", "unreadable"]


@pytest.mark.parametrize("answer", ["0,5", "0.5", "1/2", "50 %", " .5 "])
def test_numbers_are_read_as_people_write_them(answer: str) -> None:
    [verdict] = Exercise("own", "RR", given=(Ranking.parse("NR"),)).check([answer])
    assert verdict.kind == "right"


def test_ratings_are_asked_and_drawn() -> None:
    own = Exercise("own", "RMSE")
    [ratings] = own.given
    assert isinstance(ratings, Ratings)
    [derivation] = own.solution()
    [verdict] = own.check([f"{derivation.value**2:.3f}"])
    assert verdict.codes == ("RMSE_NO_ROOT",)


def test_the_wrong_number_of_answers_and_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match=r"04-parra takes 3 answers; got 1"):
        exercise("04-parra").check(["1"])
    with pytest.raises(ValueError, match=r"an exercise must be one of .*04-parra.*; got '99'"):
        exercise("99")
    with pytest.raises(ValueError, match="AP is not computed from Ratings"):
        Exercise("own", "AP", given=(Ratings([1], [2]),))


# --- progress -----------------------------------------------------------------------------------------------


def test_progress_survives_a_restart_of_python(own_file: Path) -> None:
    note("one", "tried", answers=("0.3",))
    note("one", "right", answers=("0.5",), seed=7)
    code = "from metrics_edu.learner import recorded; print(recorded('one'))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == repr(Record(tried=2, right=True, answers=("0.5",), seed=7))


def test_a_solution_counts_as_shown_only_before_it_was_right() -> None:
    note("one", "shown")
    note("two", "right", answers=("1",))
    note("two", "shown")
    assert (recorded("one").shown, recorded("two").shown) == (True, False)


def test_one_call_deletes_everything(own_file: Path) -> None:
    note("one", "tried")
    assert own_file.exists()
    delete_progress()
    assert list(own_file.parent.iterdir()) == []
    assert progress() == {}
    delete_progress()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"kind": "other"}', '{"kind": "metrics_edu progress", "records": {"a": {}}}', "\0"]
)
def test_a_file_that_cannot_be_read_is_kept_aside(own_file: Path, text: str) -> None:
    own_file.parent.mkdir()
    own_file.write_text(text)
    assert progress() == {}
    note("one", "tried")
    assert recorded("one").tried == 1
    aside = own_file.with_suffix(".unreadable.json")
    assert (aside.read_text() if text else "") == text


def test_a_place_that_cannot_be_written_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "file" / "progress.json"))
    note("one", "tried")
    assert progress() == {}


def test_two_notebooks_lose_nothing(own_file: Path) -> None:
    code = "import sys; from metrics_edu.learner import note\nfor k in range(20): note(sys.argv[1] + str(k), 'tried')"
    both = [subprocess.Popen([sys.executable, "-c", code, name]) for name in "ab"]
    assert [process.wait() for process in both] == [0, 0]
    assert len(json.loads(own_file.read_text("utf-8"))["records"]) == 40


def test_the_report_is_in_the_reader_s_language() -> None:
    note("04-parra", "tried", answers=("1",))
    assert report() == "04-parra: not right yet (tried: 1)"
    set_language("es")
    try:
        assert "not right" not in report()
    finally:
        set_language("en")


def test_nothing_is_asked_of_a_list_that_cannot_be_computed() -> None:
    assert average_precision(Ranking.parse("")) == 0
    [verdict] = Exercise("own", "AP", given=(Ranking.parse("NN"),)).check(["0"])
    assert verdict.kind == "right"


def test_the_command_line_prints_and_deletes_the_progress(own_file: Path) -> None:
    runner = CliRunner()
    note("04-parra", "right", answers=("1",))
    assert runner.invoke(app, ["progress"]).output.strip() == "04-parra: right (tried: 1)"
    assert runner.invoke(app, ["progress", "--delete"]).exit_code == 0
    assert not own_file.exists()
    assert runner.invoke(app, ["progress"]).output.strip() == "Nothing has been tried yet."
