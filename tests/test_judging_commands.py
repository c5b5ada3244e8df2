"""`metrics-edu diagnose` and `check-metric`: verdict, exit code, the first user, and what cannot be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from metrics_edu import set_language
from tests.command import run

QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 1\n2 0 a 1\n2 0 z 1\n2 0 y 1\n2 0 x 1\n"
RUN = "1 Q0 b 1 12.5 me\n1 Q0 c 2 11 me\n1 Q0 a 3 3.2 me\n2 Q0 a 1 3 me\n2 Q0 b 2 2 me\n2 Q0 z 3 1 me\n"
BY_HITS = """
def ap(ratings, items):
    hits = total = 0
    for rank, item in enumerate(items[:5], start=1):
        if ratings.get(item, 0) >= 1:
            hits += 1
            total += hits / rank
    return total / max(hits, 1)
"""
RIGHT = BY_HITS.replace("max(hits, 1)", "max(min(sum(grade >= 1 for grade in ratings.values()), 5), 1)")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    set_language("en")


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """Return the names of a run and of its judgments; user 1 has two relevant items, user 2 has four."""
    for name, text in (("run.txt", RUN), ("qrels.txt", QRELS)):
        (tmp_path / name).write_text(text)
    return str(tmp_path / "run.txt"), str(tmp_path / "qrels.txt")


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (["NRRNR", "--relevant", "4", "AP=0.4417"], 0, "AP = 0.4417: Right.\n"),
        (["NRRNR", "AP=0,4417", "--relevant=4"], 0, "AP = 0,4417: Right.\n"),
        (["3 0 2", "ndcg_cut_2=0.6999", "--threshold", "1"], 1, "ndcg_cut_2 = 0.6999: "),
        (["NRRNR", "--relevant", "4", "RR=1/2", "AP=0.9"], 1, "RR = 1/2: Right.\nAP = 0.9: Not right"),
        (["NRRNR", "AP=much"], 2, "AP = much: This is not a number."),
    ],
)
def test_numbers_of_one_list_are_judged(arguments: list[str], code: int, text: str) -> None:
    found = run("diagnose", *arguments)
    assert (found.exit_code, found.stderr) == (code, "")
    assert found.stdout.startswith(text)
    assert "0.44" not in found.stdout.replace("0.4417: Right", ""), "the right value is not said"


def test_the_right_value_is_only_shown_on_request() -> None:
    found = run("diagnose", "NRRNR", "--relevant", "4", "AP=0.5889", "--show")
    assert "The sum of P@i was divided by the hits" in found.stdout
    assert found.stdout.endswith("The right value: 0.4417.\n")


def test_a_number_of_a_run_names_the_mistake_and_the_first_user_on_whom_it_shows(files: tuple[str, str]) -> None:
    """Divided by the hits, user 1 keeps 7/12 and user 2 gets 5/6 for 5/9."""
    found = run("diagnose", *files, "MAP@3=0.7083", "nDCG@3=much", "--json", "--show")
    first, second = json.loads(found.stdout)
    assert found.exit_code == 2
    assert (first["measure"], first["codes"], first["user"]) == ("MAP@3", ["AP_DIV_HITS"], "2")
    assert first["right"] == pytest.approx((7 / 12 + 5 / 9) / 2)
    assert (second["kind"], second["codes"], second["user"]) == ("unreadable", [], None)
    text = run("diagnose", *files, "MAP@3=0.7083")
    assert (text.exit_code, "It first shows on user '2'." in text.stdout) == (1, True)
    assert run("diagnose", *files, "MAP@3=0.5694").exit_code == 0


def test_a_library_that_is_named_comes_to_a_number_by_its_rule_for_equal_scores(tmp_path: Path) -> None:
    (tmp_path / "run.txt").write_text("u Q0 a 1 1 me\nu Q0 b 2 1 me\n")
    (tmp_path / "qrels.txt").write_text("u 0 a 1\n")
    files = [str(tmp_path / name) for name in ("run.txt", "qrels.txt")]
    found = run("diagnose", *files, "nDCG=0.8155", "AP=0.5000", "RR=1.0000", "--library", "sklearn")
    assert found.exit_code == 1
    for text in (
        "nDCG = 0.8155: The number is that of ",
        "AP = 0.5000: The number is that of ",
        "RR = 1.0000: Right. ",
    ):
        assert text in found.stdout
    assert "The number is not that of scikit-learn." in found.stdout  # which has no RR


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["NRRNR"], "pass one list or two files, and the numbers to judge, as in metrics-edu diagnose NRRNR"),
        (["AP=0.5"], "pass one list or two files, and the numbers to judge"),
        (["a", "b", "c", "AP=0.5"], "pass one list or two files, and the numbers to judge"),
        (["NRX", "AP=0.5"], "write a list with R and N, or as grades separated by spaces; got 'NRX' at position 1"),
        (["NRR", "APP@x=0.5"], "unknown measure 'APP@x'"),
        (["none.txt", "neither.txt", "AP=0.5"], "none.txt: no such file"),
        (["none.txt", "a folder/b=c.txt", "AP=0.5"], "none.txt: no such file"),
    ],
)
def test_what_cannot_be_judged_is_one_sentence(arguments: list[str], sentence: str) -> None:
    found = run("diagnose", *arguments)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith(sentence)
    assert len(found.stderr.splitlines()) == 1


def test_options_of_a_list_are_refused_beside_files(files: tuple[str, str]) -> None:
    found = run("diagnose", *files, "AP=0.5", "--relevant", "3")
    assert (found.exit_code, found.stderr) == (2, "--relevant: only of a list that is written as text\n")
    assert run("diagnose", files[0], "AP=0.5").stderr.endswith("is a file: pass the file of judgments after it\n")


@pytest.mark.parametrize(
    ("code", "text", "exit_code"), [(BY_HITS, "The sum of P@i was divided by the hits", 1), (RIGHT, "", 0)]
)
def test_a_function_of_a_file_is_checked(tmp_path: Path, code: str, text: str, exit_code: int) -> None:
    path = tmp_path / "my file.py"
    path.write_text(code)
    found = run("check-metric", "AP@5", f"{path}:ap")
    assert (found.exit_code, found.stderr) == (exit_code, "")
    assert text in found.stdout


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        ("my.py:map", BY_HITS, "has no function 'map'; it has ap"),
        ("none.py:ap", BY_HITS, "write FILE.py:FUNCTION, such as my_file.py:my_ap; no such file: "),
        ("my.py", BY_HITS, "write FILE.py:FUNCTION, such as my_file.py:my_ap; no such file: "),
        ("my.py:ap", "1/0", "cannot be run: ZeroDivisionError: division by zero"),
        ("my.py:ap", "def ap(:", "cannot be run: SyntaxError: "),
        ("my.py:ap", "import sys; sys.exit(3)", "cannot be run: SystemExit: 3"),
        ("my.txt:ap", BY_HITS, "is no file of Python: its name must end in .py"),
    ],
)
def test_a_function_that_is_not_there_is_one_sentence(tmp_path: Path, name: str, code: str, sentence: str) -> None:
    for file in ("my.py", "my.txt"):
        (tmp_path / file).write_text(code)
    found = run("check-metric", "AP@5", str(tmp_path / name))
    assert (found.exit_code, found.stdout) == (2, "")
    assert sentence in found.stderr
    assert len(found.stderr.splitlines()) == 1


def test_evaluate_sets_parameters_and_the_value_of_users_without_a_relevant_item(files: tuple[str, str]) -> None:
    Path(files[1]).write_text(QRELS + "3 0 a 0\n")
    plain, ones = (
        run("evaluate", *files, "-m", "AP@3(denominator=relevant)", *more) for more in ([], ["--empty", "1"])
    )
    assert "AP@3, divided by |R|, all relevant" in plain.stdout
    assert "a user with no relevant item counts as 1" in ones.stdout
    assert plain.stdout.split()[5] != ones.stdout.split()[5]
    refused = run("evaluate", *files, "--empty", "much")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "empty must be a number from 0 to 1, 'skip' or 'error'; got 'much'\n",
    )
