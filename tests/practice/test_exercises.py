"""Exercises: the answers, the mistakes, the lists that are drawn, and what is kept of a learner."""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from metrics_edu import MISCONCEPTIONS, Ranking, Ratings, average_precision, separates
from metrics_edu.files.safe_files import write_file, write_files
from metrics_edu.language import set_language
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_edu.practice import Exercise, exercise
from metrics_edu.practice import exercises as question
from metrics_edu.practice.lessons import lesson_exercises
from metrics_edu.practice.lessons.lesson_exercises import EXERCISES
from metrics_edu.practice.lessons.lesson_progress import report
from metrics_edu.practice.record.learner_record import (
    delete_progress,
    name_of,
    note,
    progress,
    progress_file,
    recorded,
)
from metrics_edu.practice.record.record_lines import Record
from tests.command import run

ROOT = Path(__file__).parents[2]


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


def test_importing_the_exercises_draws_no_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each start of Python would take a fifth longer."""
    monkeypatch.setattr(question, "_drawn", lambda *_values: pytest.fail("lists are drawn"))
    assert [*runpy.run_path(lesson_exercises.__file__)["EXERCISES"]] == [*EXERCISES]


def test_every_exercise_can_draw_other_lists() -> None:
    assert all(exercise(name).can_draw for name in EXERCISES)
    few, many = Exercise("own", "AP@3", data=(Ranking.parse("NRR"),)).draw(1).data
    assert [len(few.shown), len(many.shown)] == [4, 4]  # longer than what is read
    assert few.relevant < 3 < many.relevant


@pytest.mark.long
@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize("seed", [101, 102, 103])
def test_drawn_lists_distinguish_the_mistakes_of_every_exercise(name: str, seed: int) -> None:
    drawn = exercise(name).draw(seed)
    assert repr(drawn.data) != repr(exercise(name).data)
    assert separates(drawn.measure, drawn.data, decimals=drawn.decimals)
    again = exercise(name).draw(seed)
    assert repr(again.data) == repr(drawn.data)


def test_only_a_mistake_shared_by_both_answers_is_named() -> None:
    pair = Exercise("own", "AP@5")
    for code in ("AP_DIV_HITS", "AP_NO_REL", "AP_DIV_R", "AP_RANK0"):
        wrong = [MISCONCEPTIONS[code].value(pair.measure, one) for one in pair.data]
        verdicts = pair.check([f"{value:.3f}" for value in wrong])
        assert all(code in verdict.codes or verdict.kind == "right" for verdict in verdicts)
        named = {verdict.codes for verdict in verdicts if verdict.codes}
        assert named == {(code,)}


def test_a_convention_matching_by_chance_is_not_named() -> None:
    lists = (
        Ranking.parse("NNRR", relevant=4),
        Ranking.parse("RNRRR", relevant=7),
    )  # LensKit divides by the length, once 4
    alone = Exercise("own", "P@5", data=lists[:1]).check(["0.5"])[0]
    assert (alone.kind, "lenskit" in alone.conventions) == ("convention", True)
    verdicts = Exercise("own", "P@5", data=lists).check(["0.5", "0.571"])
    assert [(verdict.kind, verdict.codes) for verdict in verdicts] == [("misconception", ("P_IS_RECALL",))] * 2
    divided = Exercise("own", "P@5", data=lists).check(["0.5", "0.8"])
    by_4 = ("P_DIV_LEN", "P_DIV_REACHABLE")  # the list has 4 ranks, and 4 items are relevant
    assert (divided[0].kind, divided[0].codes) == ("convention", by_4)


def test_a_right_answer_rules_out_mistakes_that_would_change_it() -> None:
    lists = Ranking.parse("RNRNN", relevant=3), Ranking.parse("NRRNN", relevant=8)
    right, by_r = lists[0], lists[1]
    pair = Exercise("own", "AP@5", data=lists)
    hits = f"{MISCONCEPTIONS['AP_DIV_HITS'].value(pair.measure, by_r):.3f}"
    alone = Exercise("own", "AP@5", data=(by_r,)).check([hits])[0]
    assert (alone.kind, alone.codes) == ("convention", ("AP_DIV_HITS",))
    first, second = pair.check([repr(value_of("AP@5", right)), hits])
    assert (first.kind, second.kind, second.codes, second.conventions) == ("right", "wrong", (), ())
    assert second.text == "Not right, and no known mistake explains it."
    divided = f"{MISCONCEPTIONS['AP_DIV_R'].value(pair.measure, by_r):.3f}"  # which changes nothing on the first list
    first, second = pair.check([repr(value_of("AP@5", right)), divided])
    assert (first.kind, second.kind, second.codes) == ("right", "convention", ("AP_DIV_R",))
    assert pair.check(["", hits])[1].codes == ("AP_DIV_HITS",)


def test_an_empty_answer_is_not_attempted_instead_of_wrong() -> None:
    kinds = [verdict.kind for verdict in exercise("04-parra").check(["1/4", "", "what?"])]
    assert kinds == ["right", "not_attempted", "unreadable"]


@pytest.mark.parametrize("answer", ["0,5", "0.5", "1/2", "50 %", " .5 "])
def test_numbers_are_read_in_common_notations(answer: str) -> None:
    [verdict] = Exercise("own", "RR", data=(Ranking.parse("NR"),)).check([answer])
    assert verdict.kind == "right"


def test_rating_exercises_are_drawn_and_checked() -> None:
    own = Exercise("own", "RMSE")
    [ratings] = own.data
    assert isinstance(ratings, Ratings)
    [derivation] = own.solution()
    [verdict] = own.check([f"{derivation.value**2:.3f}"])
    assert verdict.codes == ("RMSE_NO_ROOT",)


def test_invalid_answer_counts_names_and_data_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"04-parra needs 3 answers; got 1"):
        exercise("04-parra").check(["1"])
    with pytest.raises(ValueError, match=r"an exercise must be one of .*04-parra.*; got '99'"):
        exercise("99")
    with pytest.raises(ValueError, match=r"AP needs a Ranking, such as .*; got Ratings"):
        Exercise("own", "AP", data=(Ratings([1], [2]),))


# --- progress -----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_progress_survives_a_restart_of_python(own_file: Path) -> None:
    note("one", "tried", answers=("0.3",))
    note("one", "right", answers=("0.5",), seed=7)
    code = "from metrics_edu.practice.record.learner_record import recorded; print(recorded('one'))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == repr(Record(tried=2, right=True, answers=("0.5",), seed=7))


def test_a_solution_counts_as_shown_only_before_a_right_answer() -> None:
    note("one", "shown")
    note("two", "right", answers=("1",))
    note("two", "shown")
    assert (recorded("one").shown, recorded("two").shown) == (True, False)


def test_delete_progress_deletes_the_file(own_file: Path) -> None:
    note("one", "tried")
    delete_progress()
    assert list(own_file.parent.iterdir()) == []
    assert progress() == {}
    delete_progress()


OURS = "metrics_edu progress"


@pytest.mark.parametrize("text", ["", OURS, f'{{"kind": "{OURS}"', f"{OURS}\n" + "[" * 100_000, f"{OURS}\n\0\udcff"])
def test_an_unreadable_line_stays_and_later_lines_are_read(own_file: Path, text: str) -> None:
    own_file.parent.mkdir()
    own_file.write_bytes(text.encode("utf-8", "surrogateescape"))
    note("one", "tried")
    with pytest.warns(UserWarning, match="damaged line") if text else nullcontext():
        assert progress() == {"one": Record(tried=1)}
    assert own_file.read_bytes().startswith(text.encode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("depth", [90, 490, 930, 960, 980, 990, 3000, 100_000])
def test_a_too_deeply_nested_line_skips_only_itself(own_file: Path, depth: int) -> None:
    note("one", "right")
    deep = "[" * depth + "]" * depth
    with own_file.open("a") as file:
        file.write(f'\n{{"name": "two", "what": "tried", "answers": [{deep}], "seed": 0}}')
        file.write(f'\n{{"name": "two", "what": "tried", "answers": [], "seed": {deep}}}')
    note("three", "right")
    with pytest.warns(UserWarning, match="has 2 damaged lines"):
        known = progress()
    assert known["one"].right
    assert known["three"].right


@pytest.mark.parametrize("text", ["{", '{"kin', '{"kind": "metrics_edu progre'])
def test_a_truncated_header_is_reported_and_recording_continues(own_file: Path, text: str) -> None:
    own_file.parent.mkdir()
    own_file.write_text(text)
    note("one", "tried")
    note("one", "right")
    with pytest.warns(UserWarning, match="was cut off: its earlier answers are lost"):
        assert progress() == {"one": Record(tried=2, right=True)}
    assert own_file.read_text().startswith(text)
    assert report().splitlines() == [
        f"'{own_file}' was cut off: its earlier answers are lost. New answers are saved in it.",
        "one: right (tried: 2)",
    ]
    delete_progress()
    assert not own_file.exists()


def other_file(kind: str, path: Path) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "text":
        path.write_text("A thesis")
    elif kind == "JSON":
        path.write_text('{"kind": "thesis"}')
    elif kind == "JSON in lines":
        path.write_text('{\n "name": "thesis"\n}')
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to(os.devnull)


def looked_at(path: Path) -> tuple[int, int, bool, str]:
    there = path.stat()
    return there.st_mode, there.st_rdev, path.is_symlink(), path.read_text() if path.is_file() else ""


@pytest.mark.parametrize("kind", ["folder", "text", "JSON", "JSON in lines", "pipe", "device"])
def test_a_foreign_progress_file_is_left_unchanged_with_a_warning(own_file: Path, kind: str) -> None:
    own_file.parent.mkdir()
    other_file(kind, own_file)
    before = looked_at(own_file)
    with pytest.warns(UserWarning, match="is not a record of metrics_edu: move it, or name another"):
        note("one", "tried")
    with pytest.warns(UserWarning, match="Your answer was not saved"):
        assert progress() == {}
    with pytest.raises(OSError, match="is not a record of metrics_edu"):
        delete_progress()
    assert run("progress").exit_code == 2
    assert looked_at(own_file) == before


@pytest.mark.parametrize("place", ["~nobody-of-this-name/progress.json", "{}/file/progress.json", "/dev/full"])
def test_an_unwritable_progress_path_only_warns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("METRICS_EDU_PROGRESS", place.format(tmp_path))
    with pytest.warns(UserWarning, match="Your answer was not saved"):
        note("one", "tried")


def test_a_full_disk_warns_and_keeps_the_other_records(own_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note("one", "tried")
    write = os.write
    monkeypatch.setattr(os, "write", lambda number, text: write(number, text[:20]))
    with pytest.warns(UserWarning, match="was not saved: .*progress.json: the disk is full"):
        note("two", "tried")
    monkeypatch.setattr(os, "write", write)
    note("three", "tried")
    with pytest.warns(UserWarning, match="has 1 damaged line, line 3"):  # the one that was cut
        assert set(progress()) == {"one", "three"}


def test_a_symlinked_progress_file_stays_a_symlink(own_file: Path, tmp_path: Path) -> None:
    own_file.parent.mkdir()
    own_file.symlink_to(tmp_path / "elsewhere.json")
    note("one", "tried")
    assert own_file.is_symlink()
    assert recorded("one").tried == 1
    delete_progress()
    assert not (tmp_path / "elsewhere.json").exists()


@pytest.mark.long
def test_concurrent_notebooks_lose_no_record_and_leave_no_lock(own_file: Path, tmp_path: Path) -> None:
    code = "from metrics_edu.practice.record.learner_record import note\n"
    code += "for k in range(250): note(str(k), 'tried', answers=('0.25',) * 20)"
    environment = os.environ | {"TMPDIR": str(tmp_path / "deep")}
    own_file.parent.mkdir()
    four = [subprocess.Popen([sys.executable, "-c", code], env=environment) for _ in range(4)]
    assert [process.wait() for process in four] == [0] * 4
    assert {one.tried for one in progress().values()} == {4}
    assert len(progress()) == 250
    assert list(own_file.parent.iterdir()) == [own_file]


@pytest.mark.long
@pytest.mark.parametrize("told", [0o777, 0o022])
def test_a_written_file_is_readable_under_any_reported_umask(tmp_path: Path, told: int) -> None:
    """In a browser, `os.umask` says 0o777."""
    code = "import os, sys, pathlib; os.umask = lambda _mask: int(sys.argv[1])\n"
    code += "from metrics_edu.files.safe_files import write_file; write_file(pathlib.Path('one'), 'text')"
    subprocess.run(
        [sys.executable, "-c", code, str(told)], check=True, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    (tmp_path / "two").write_text("text")
    assert (tmp_path / "one").stat().st_mode == (tmp_path / "two").stat().st_mode


def test_write_file_preserves_symlinks_and_devices(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "device").symlink_to(os.devnull)
    for name in ("link", "device"):
        write_file(tmp_path / name, "text")
        assert (tmp_path / name).is_symlink()
    assert (tmp_path / "file").read_text() == "text"
    assert Path(os.devnull).is_char_device()


def test_files_are_all_written_at_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = Path.replace

    def interrupted(part: Path, path: Path) -> Path:
        signal.raise_signal(signal.SIGINT)
        return rename(part, path)

    monkeypatch.setattr(Path, "replace", interrupted)
    (tmp_path / "one").write_text("old")
    with pytest.raises(KeyboardInterrupt):
        write_files({tmp_path / "one": "new", tmp_path / "two": "new"})
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"one": "new", "two": "new"}
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_two_texts_for_one_file_are_rejected(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("old")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(ValueError, match="two and another file of the command are one file; delete the link"):
        write_files({tmp_path / "one": "1", tmp_path / "two": "2"})
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"one": "old", "two": "old"}


def test_the_report_is_in_the_reader_s_language() -> None:
    note("04-parra", "tried", answers=("1",))
    assert report().splitlines()[1:] == ["04-parra: not right yet (tried: 1)"]
    set_language("es")
    try:
        assert "not right" not in report()
    finally:
        set_language("en")


def test_the_value_zero_is_right_without_relevant_items() -> None:
    assert average_precision(Ranking.parse("")) == 0
    [verdict] = Exercise("own", "AP", data=(Ranking.parse("NN"),)).check(["0"])
    assert verdict.kind == "right"


def test_the_progress_command_prints_and_deletes_the_progress(own_file: Path) -> None:
    note("04-parra", "right", answers=("1",))
    lesson, kept = run("progress").stdout.strip().splitlines()
    assert (lesson[:25], kept) == ("Lesson 04: main part 1 of", "04-parra: right (tried: 1)")
    assert run("progress", "--delete").exit_code == 0
    assert not own_file.exists()
    assert run("progress").stdout.strip() == "You have not tried an exercise yet."


def test_new_lists_drop_the_hints_and_question_of_fixed_lists() -> None:
    fixed, drawn = exercise("04-parra"), exercise("04-pair")
    assert (fixed.draw(7).hints, fixed.draw(7).question) == ((), "")
    assert drawn.draw(7).hints == drawn.hints
    assert fixed.draw(7).ask() == "Compute AP@10 of each list, and then MAP@10, their mean."


def test_no_new_lists_are_drawn_if_mistakes_are_indistinguishable() -> None:
    assert not Exercise("own", "nDCG@5", data=(Ranking([1, 0]),), convention="elliot").can_draw
    assert Exercise("own", "nDCG@5").can_draw


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"decimals": -1}, "decimals must be"),
        ({"decimals": "3"}, "decimals must be"),
        ({"spelling": "RMSE", "data": (Ratings([1], [2]),), "mean": True}, "is a mean over lists"),
        ({"spelling": "nope"}, "unknown measure"),
    ],
)
def test_an_invalid_exercise_raises_an_error(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Exercise(**{"name": "own", "spelling": "AP@5", **wrong})  # type: ignore[arg-type]


def test_a_single_list_is_accepted_without_a_tuple() -> None:
    assert len(Exercise("own", "AP@5", data=Ranking.parse("NR")).data) == 1  # type: ignore[arg-type]


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
def test_different_data_give_different_names(one: object, other: object) -> None:
    assert name_of("predict", "AP", one) != name_of("predict", "AP", other)
    assert name_of("predict", "AP", one) == name_of("predict", "AP", one)


def test_a_mean_of_rounded_answers_is_right() -> None:
    own = exercise("04-parra")
    assert [verdict.kind for verdict in own.check(["0.25", "0.177", "0.214"])] == ["right", "right", "right"]
    assert [verdict.kind for verdict in own.check(["0.25", "0.177", "0.215"])][-1] == "wrong"
    follows = own.check(["0.5", "0.589", "0.545"])[-1]
    assert (follows.kind, follows.text) == (
        "follows",
        "This is the mean of your other answers, but not all of them are right.",
    )
    assert own.check(["", "", "0.213"])[-1].kind == "right"
