"""Files of many columns: refused before polars sees them, in every place that reads rows from a file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from homework.tests.homework_cases import RIGHT, hand_in, make_course
from metrics_edu import evaluate
from metrics_edu.files.table_error import TableError
from metrics_edu.tables.reading.file_format import MAX_COLUMNS
from metrics_edu.tables.reading.sources import TooManyRowsError, read_table
from metrics_homework import check_submission
from metrics_homework.cli import app
from metrics_homework.course import read_course
from metrics_homework.policy_file import read_policy
from metrics_homework.widgets import SubmissionUpload

LINE = "1 Q0 2 1 1.0 run"
WIDE: dict[str, tuple[str, str, int, int]] = {
    "empty columns": ("recommendations", "user,1" + "," * MAX_COLUMNS + "\nu,a\n", 1, MAX_COLUMNS + 2),
    "numbered columns": ("recommendations", "user," + ",".join(map(str, range(1, 150_000))), 1, 150_000),
    "semicolons": ("recommendations", "user;1" + ";" * 9999, 1, 10_001),
    "behind Excel's line": ("recommendations", '"sep=;"\nuser;1' + ";" * 9999, 1, 10_001),
    "grades": ("judgments", "user,item,grade" + "," * 9999 + "\nu,a,1\n", 1, 10_002),
    "ratings": ("ratings", "user\titem\trating" + "\t" * 9999 + "\nu\ta\t1\n", 1, 10_002),
    "tabs without a head": ("ratings", "1\t2\t3" + "\t" * 9999 + "\n1\t2\t3\n", 1, 10_002),
    "commas within quotes": ("recommendations", 'user,item,rank,""a",",' + "," * 9999 + '","', 1, 10_006),
    "blanks in a run": ("recommendations", f"{LINE}{' ' * 9999}\n{LINE}\n", 1, 10_005),
    "blanks behind a comment": ("recommendations", f"# a\n\n{LINE}{' ' * 9999}\n{LINE}\n", 3, 10_005),
    "blanks in judgments": ("judgments", "1 0 2 1" + " " * 9999, 1, 10_003),
}


@pytest.fixture
def never_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Polars takes gigabytes for a million columns, and no signal ends it."""

    def refuse(*_given: Any, **_more: Any) -> None:
        pytest.fail("polars reads the file")

    monkeypatch.setattr(pl, "read_csv", refuse)


@pytest.mark.usefixtures("never_read")
@pytest.mark.parametrize("name", WIDE)
def test_too_many_columns_raise_before_polars_reads_them(name: str, tmp_path: Path) -> None:
    kind, text, line, columns = WIDE[name]
    path = tmp_path / "file.csv"
    path.write_text(text)
    with pytest.raises(TableError) as caught:
        read_table(path, kind)
    assert str(caught.value) == (
        f"{path}, line {line} has {columns} columns; at most {MAX_COLUMNS} are read. "
        "Write one line for each user and item."
    )


@pytest.mark.usefixtures("never_read")
@pytest.mark.parametrize(
    "text",
    [
        'user,1,"' + 'x\n",,,,"' * 500 + 'x"\nu,a\n',
        'user,1,"x\n"' + "," * 100_000 + "\nu,a\n",
        '"sep=;\n' + ";" * 100_000 + '"\nuser;1\nu;a\n',
    ],
    ids=["many lines", "two lines", "Excel's line"],
)
def test_a_multi_line_header_cannot_bypass_the_column_limit(text: str, tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text(text)
    with pytest.raises(TableError, match="line 1"):
        read_table(path, "recommendations")


@pytest.mark.long
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_the_maximum_number_of_columns_is_read(mark: str, tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    head = mark.join(["user", *map(str, range(1, MAX_COLUMNS))])
    path.write_text(f"{head}\nu{mark}a\nv{mark}{mark.join(map(str, range(1, MAX_COLUMNS)))}\n")
    users = read_table(path, "recommendations").user.values()
    assert [*Counter(users).values()] == [1, MAX_COLUMNS - 1]


@pytest.mark.parametrize("separator", ["\x01", "\x02", "|"])
def test_separators_inside_a_trec_run_add_no_columns(separator: str, tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text(f"{LINE}{separator * 100_000}\n1 Q0 3 2 0.5 run\n")
    table = read_table(path, "recommendations")
    assert (table.user.values(), table.item.values()) == ([1, 1], [2, 3])


WIDEST = "user,1" + "," * 1_000_000


def test_check_and_upload_report_the_number_of_columns(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    own = hand_in(tmp_path, "own", ranking__csv=WIDEST)
    said = "ranking.csv, line 1 has 1000002 columns; at most 5000 are read. Write one line for each user and item."
    assert [one.text for one in check_submission(own, policy).findings] == [said]
    ran = CliRunner().invoke(app, ["check", str(own), "--policy", str(policy)])
    assert (ran.exit_code, said in ran.stdout) == (1, True)
    upload = SubmissionUpload(policy)
    upload._do_upload({"names": ["ranking.csv"], "buffers": [WIDEST.encode()]})
    assert upload.report is not None
    assert [one.text for one in upload.report.findings] == [said]


def test_evaluate_and_read_course_reject_too_many_columns(tmp_path: Path) -> None:
    wide = tmp_path / "wide.csv"
    wide.write_text(WIDEST)
    for given in ((wide, {"u": {"a": 1}}), ({"u": ["a"]}, wide)):
        with pytest.raises(ValueError, match="has 1000002 columns; at most 5000 are read"):
            evaluate(*given, "RR")
    policy = make_course(tmp_path / "course")
    (policy.parent / "train.csv").write_text(WIDEST)
    with pytest.raises(ValueError, match=r"train\.csv, line 1 has 1000002 columns"):
        read_course(read_policy(policy))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("user,item\n" + "1,1\n" * 11 + "\n\n", 11),
        ("user,1,2\n" + "".join(f"{k},1,2\n" for k in range(6)), 12),
        ('{"u": [1, 2, 3, 4, 5, 6], "v": [1, 2, 3, 4, 5]}', 11),
        ('{"u": {"1": 1, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1}, "v": {"1": 1, "2": 1, "3": 1, "4": 1, "5": 1}}', 11),
        (f"{LINE}\n" * 11, 11),
    ],
    ids=["rows", "a row a user", "lists", "scores", "a run"],
)
def test_too_many_rows_raise_before_a_table_is_built(text: str, count: int, tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text(text)
    assert len(read_table(path, "recommendations", most_rows=count)) == count
    with pytest.raises(TooManyRowsError, match=f"has {count} rows; the limit is 10") as caught:
        read_table(path, "recommendations", most_rows=10)
    assert caught.value.count == count


def test_a_cell_too_long_for_csv_is_a_finding(tmp_path: Path) -> None:
    """The line of a user is looked up with the csv module, which refuses a cell of 131,072 characters."""
    policy = make_course(tmp_path / "course")
    rows = "".join(f"{user},{item}\n" for user, items in RIGHT.items() for item in items)
    own = hand_in(tmp_path, "own", ranking__csv=f"user,item\n{rows}u1,{'x' * 200_000}\n")
    assert "LENGTH" in [one.code for one in check_submission(own, policy).findings]
