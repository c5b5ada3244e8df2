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
from metrics_edu.learner import Record, delete_progress, name_of, note, progress, progress_file, recorded, report
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
    assert repr(drawn.given) != repr(exercise(name).given)
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


def test_a_right_answer_on_one_list_rules_out_what_would_have_changed_it() -> None:
    lists = Ranking.parse("RNRNN", relevant=3), Ranking.parse("NRRNN", relevant=8)
    right, by_r = lists[0], lists[1]
    pair = Exercise("own", "AP@5", given=lists)
    hits = f"{MISCONCEPTIONS['AP_DIV_HITS'].value(by_r, pair.measure):.3f}"
    alone = Exercise("own", "AP@5", given=(by_r,)).check([hits])[0]
    assert (alone.kind, alone.codes) == ("convention", ("AP_DIV_HITS",))
    first, second = pair.check([repr(value_of("AP@5", right)), hits])
    assert (first.kind, second.kind, second.codes, second.conventions) == ("right", "wrong", (), ())
    assert second.text == "Not right, and no known mistake gives this value."
    divided = f"{MISCONCEPTIONS['AP_DIV_R'].value(by_r, pair.measure):.3f}"  # which changes nothing on the first list
    first, second = pair.check([repr(value_of("AP@5", right)), divided])
    assert (first.kind, second.kind, second.codes) == ("right", "convention", ("AP_DIV_R",))
    assert pair.check(["", hits])[1].codes == ("AP_DIV_HITS",)


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


BROKEN = ["", "{", "[]", '{"kind": "other"}', "\0", "[" * 100_000]


def test_files_that_cannot_be_read_are_all_kept_aside(own_file: Path) -> None:
    own_file.parent.mkdir()
    for text in BROKEN:
        own_file.write_text(text)
        assert progress() == {}
        note("one", "tried")
        assert recorded("one").tried == 1
    aside = [own_file.with_name(f"progress.unreadable-{k}.json").read_text() for k in range(1, len(BROKEN) + 1)]
    assert aside == BROKEN
    delete_progress()
    assert list(own_file.parent.iterdir()) == []


def test_a_record_that_is_none_takes_no_other_with_it(own_file: Path) -> None:
    note("one", "tried")
    data = json.loads(own_file.read_text("utf-8"))
    data["records"] |= {"two": {"tried": 1}, "three": data["records"]["one"] | {"tried": 1e999}, "four": 4}
    own_file.write_text(json.dumps(data))
    note("five", "tried")
    assert set(progress()) == {"one", "five"}
    own_file.write_text(json.dumps(data | {"records": {}}))
    note("six", "tried")
    assert [path.name for path in own_file.parent.iterdir()] == ["progress.json"]


def test_a_folder_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path))
    note("one", "tried")
    assert (progress(), list(tmp_path.iterdir())) == ({}, [])


def test_a_user_without_a_home_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", "~nobody-of-this-name/progress.json")
    note("one", "tried")
    assert progress() == {}


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


def test_hints_and_the_question_of_given_lists_do_not_go_with_new_ones() -> None:
    fixed, drawn = exercise("04-parra"), exercise("04-pair")
    assert (fixed.draw(7).hints, fixed.draw(7).question) == ((), "")
    assert drawn.draw(7).hints == drawn.hints
    assert fixed.draw(7).ask() == "Compute AP@10 of each list, and then MAP@10, their mean."


def test_where_the_mistakes_cannot_be_told_apart_there_are_no_new_lists() -> None:
    assert not Exercise("own", "nDCG@5", given=(Ranking([1, 0]),), convention="elliot").can_draw
    assert Exercise("own", "nDCG@5").can_draw


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"decimals": -1}, "decimals must be"),
        ({"decimals": "3"}, "decimals must be"),
        ({"asked": "RMSE", "given": (Ratings([1], [2]),), "mean": True}, "the mean is taken over lists"),
        ({"asked": "nope"}, "unknown measure"),
    ],
)
def test_what_is_no_exercise_is_refused_at_once(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Exercise(**{"name": "own", "asked": "AP@5", **wrong})  # type: ignore[arg-type]


def test_one_list_needs_no_tuple() -> None:
    assert len(Exercise("own", "AP@5", given=Ranking.parse("NR")).given) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Ranking([3, 0], [3, 3]), Ranking([3, 0], [3, 1])),
        (Ranking([[1, 0], [0, 1]]), Ranking([[1, 0], [1, 1]])),
        (Ranking([0] * 200 + [1]), Ranking([0] * 199 + [1, 0])),
        (Ratings([1.0] * 2000, [2.0] * 2000), Ratings([1.0] * 2000, [2.0] * 1999 + [3.0])),
        (Ranking([3, 0]), Ranking([3, 0], threshold=2)),
    ],
)
def test_other_things_have_other_names(one: object, other: object) -> None:
    assert name_of("predict", "AP", one) != name_of("predict", "AP", other)
    assert name_of("predict", "AP", one) == name_of("predict", "AP", one)


def test_a_mean_may_be_that_of_rounded_answers() -> None:
    own = exercise("04-parra")
    assert [verdict.kind for verdict in own.check(["0.25", "0.177", "0.214"])] == ["right", "right", "right"]
    assert [verdict.kind for verdict in own.check(["0.25", "0.177", "0.215"])][-1] == "wrong"
    follows = own.check(["0.5", "0.589", "0.545"])[-1]
    assert (follows.kind, follows.text) == (
        "follows", "This is the mean of your other answers, but not all of them are right.",
    )  # fmt: skip
    assert own.check(["", "", "0.213"])[-1].kind == "right"
