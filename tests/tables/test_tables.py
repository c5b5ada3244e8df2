"""Files, mappings and frames: every form that is read, and the sentence for everything that is not."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from metrics_edu import evaluate
from metrics_edu.files.table_error import TableError
from metrics_edu.tables.reading.file_format import MAX_HEAD_BYTES as HEAD
from metrics_edu.tables.reading.sources import read_table

ROWS = [("u", "a"), ("u", "b"), ("v", "a")]
RANKED = [("u", "a", 1.0), ("u", "b", 2.0), ("v", "a", 1.0)]
GRADED = [("u", "a", 5.0), ("u", "b", 2.5), ("v", "a", 1.0)]
NUMBERED = [(1, 10), (1, 11), (2, 10)]


def written(folder: Path, text: str | bytes, name: str = "file.csv") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


RECOMMENDATIONS: dict[str, tuple[str, list[Any]]] = {
    "CSV": ("user,item\nu,a\nu,b\nv,a\n", ROWS),
    "CSV of numbers": ("user_id,movieId\n1,10\n1,11\n2,10\n", NUMBERED),
    "CRLF, no last end of line": ("user,item\r\nu,a\r\nu,b\r\nv,a", ROWS),
    "BOM": ("\ufeffuser,item\nu,a\nu,b\nv,a\n", ROWS),
    "blank lines": ("user,item\n\nu,a\nu,b\n\nv,a\n\n", ROWS),
    "quotes": ('"user","item"\n"u","a"\n"u","b"\nv,a\n', ROWS),
    "blanks around": ("User , Item\nu , a\n u,b\nv,a\n", ROWS),
    "semicolons": ("user;item\nu;a\nu;b\nv;a\n", ROWS),
    "tabs": ("user\titem\nu\ta\nu\tb\nv\ta\n", ROWS),
    "another order, more columns": ("name,item,rank,user\nx,a,1,u\ny,b,2,u\nz,a,1,v\n", RANKED),
    "a rank": ("user,item,rank\nu,a,1\nu,b,2\nv,a,1\n", RANKED),
    "ids as floats": ("user,item\n1.0,10\n1.0,11\n2.0,10\n", NUMBERED),
    "aligned blanks": ("u  Q0 a  9  0.5 x\nu  Q0 b 10  0.4 x\n", [("u", "a", 0.5), ("u", "b", 0.4)]),
    "blanks from the second line": ("u Q0 a 9 0.5 x\nu Q0  b 10 0.4 x\n", [("u", "a", 0.5), ("u", "b", 0.4)]),
    "quotes in a TREC run": ('u Q0 "a" 1 0.5 x\n', [("u", '"a"', 0.5)]),
    "whole at first": ("user,item,score\nu,a,1\nu,b,0.5\n", [("u", "a", 1.0), ("u", "b", 0.5)]),
    "a score": ("user;item;score\nu;a;0,5\nu;b;-1e3\nv;a;2\n", [("u", "a", 0.5), ("u", "b", -1000.0), ("v", "a", 2.0)]),
    "wide": ("user,1,2,3\nu,a,b,\nv,a,,\n", ROWS),
    "wide, named": ("userId;item_1;item_2\nu;a;b\nv;a;\n", ROWS),
    "wide, short lines": ("user,1,2,3\nu,a,b\nv,a\n", ROWS),
    "a rating": ("user,item,rating\nu,a,4.5\n", [("u", "a", 4.5)]),
    "TREC run": (
        "u Q0 a 9 0.5 x\nu Q0 b 1 0.4 x\nv\tQ0\ta 1  7 x\n",
        [("u", "a", 0.5), ("u", "b", 0.4), ("v", "a", 7.0)],
    ),
    "words after the name of a TREC run": (
        "u Q0 a 9 0.5 x\nu Q0 b#1 1 0.4 x of today\nu 0 c 2 1 x 7\n",
        [("u", "a", 0.5), ("u", "b#1", 0.4), ("u", "c", 1.0)],
    ),
    "comments in a TREC run": (
        "# my run\n\n  # of today\nu Q0 a 9 0.5 x # best\n#u Q0 b 1 0.4 x\n\nv 0 a 1 7 x",
        [("u", "a", 0.5), ("v", "a", 7.0)],
    ),
    "comments alone": ("#u\nu Q0 a 9 0.5 x\n# and\nv Q0 a 1 7 x\n", [("u", "a", 0.5), ("v", "a", 7.0)]),
    "JSON": ('{"u": ["a", "b"], "v": ["a"]}', ROWS),
    "JSON with scores": ('{"u": {"a": 2, "b": 1.5}}', [("u", "a", 2.0), ("u", "b", 1.5)]),
    "JSON of numbers": ('\ufeff {"1": [10, 11], "2": [10]}', NUMBERED),
    "ids that begin with 0": ("user,item\n007,1\n7,2\n", [("007", 1), ("7", 2)]),
    "a TREC run with lines of Macs": (
        "u Q0 a 1 2 x\ru Q0 b 2 1 x\rv Q0 a 1 7 x\r",
        [("u", "a", 2.0), ("u", "b", 1.0), ("v", "a", 7.0)],
    ),
    "a line of a Mac among others": (
        "u Q0 a 1 2 x\ru Q0 b 2 1 x\nv Q0 a 1 7 x\n",
        [("u", "a", 2.0), ("u", "b", 1.0), ("v", "a", 7.0)],
    ),
    "a quote within a cell": ('user,item\nu,"a"\nv,5" disk\n', [("u", "a"), ("v", '5" disk')]),
    "a quote within a name of the head": ('user;item_1;i"tem_2\nu;a;b\nv;a;\n', ROWS),
    "a word in a column that nobody reads": ("score,user,1,2\nx,u,a,b\nx,v,a\n", ROWS),
    "huge ids": (f"user,item\n{10**30},{2**63}\n", [(str(10**30), str(2**63))]),
}


@pytest.mark.parametrize("name", RECOMMENDATIONS)
def test_recommendations_are_read_from_every_format(name: str, tmp_path: Path) -> None:
    text, rows = RECOMMENDATIONS[name]
    assert read_table(written(tmp_path, text), "recommendations").rows.rows() == rows


JUDGMENTS: dict[str, tuple[str, list[Any]]] = {
    "CSV": ("userId,movieId,rating,timestamp\nu,a,5,1\nu,b,2.5,2\nv,a,1,3\n", GRADED),
    "decimal commas": ("user;item;rating\nu;a;5,0\nu;b;2,5\nv;a;1\n", GRADED),
    "qrels": ("u 0 a 5\nu 0 b 2.5\nv 0 a 1\n", GRADED),
    "qrels with comments": ("# judged\r\nu 0 a 5 # surely\r\n \r\nu\t0 b 2.5\r\n # and\r\nv Q0 a 1 #\r\n", GRADED),
    "u.data": ("1\t10\t5\t881250949\n1\t11\t2\t881250949\n", [(1, 10, 5.0), (1, 11, 2.0)]),
    "no grades": ("user,item\nu,a\nu,b\nv,a\n", ROWS),
    "a time": ("user,item,timestamp\nu,a,1\nu,b,2\nv,a,3\n", ROWS),
    "JSON": ('{"u": {"a": 5, "b": 2.5}, "v": {"a": 1}}', GRADED),
    "JSON of lists": ('{"u": ["a", "b"], "v": ["a"]}', ROWS),
    "qrels with lines of Macs": ("u 0 a 5 # surely\ru 0 b 2.5\rv 0 a 1\r", GRADED),
    "a grade below 0": ("user,item,grade\nu,a,-1\n", [("u", "a", -1.0)]),
}


@pytest.mark.parametrize("name", JUDGMENTS)
def test_judgments_are_read_from_every_format(name: str, tmp_path: Path) -> None:
    text, rows = JUDGMENTS[name]
    assert read_table(written(tmp_path, text), "judgments").rows.rows() == rows


@pytest.mark.parametrize(
    "rows",
    [
        {"u": ["a", "b"], "v": ("a",)},
        {"u": np.array(["a", "b"]), "v": ["a"]},
        pd.DataFrame(ROWS, columns=["user", "item"]),
        pd.DataFrame(ROWS, columns=["UserID", "Doc"]),
        pd.DataFrame({"user": ["u", "v"], "1": ["a", "a"], "2": ["b", None]}),
        pl.DataFrame(ROWS, schema=["user", "item"], orient="row"),
        pl.LazyFrame(ROWS, schema=["user", "item"], orient="row"),
    ],
)
def test_recommendations_are_read_from_objects_in_memory(rows: Any) -> None:
    assert read_table(rows, "recommendations").rows.rows() == ROWS


def test_frames_of_odd_types_are_read() -> None:
    frame = pd.DataFrame({"user": [1.0, 2.0], "item": [7, "x"], "rating": ["4,5", 3]})
    assert read_table(frame, "judgments").rows.rows() == [(1, "7", 4.5), (2, "x", 3.0)]
    small = pd.DataFrame({"user": np.array([1], dtype="uint8"), "item": ["a"], "rating": np.array([4], dtype="int8")})
    assert read_table(small, "judgments").rows.rows() == [(1, "a", 4.0)]
    assert read_table({"u": np.array([1.0, 2.0])}, "recommendations").rows.rows() == [("u", 1), ("u", 2)]
    assert read_table({"u": ["a", "b"]}, "recommendations").lists == {"u": ["a", "b"]}
    categorical = pd.DataFrame({"user": pd.Categorical(["u"]), "item": pd.Categorical(["a"])})
    assert read_table(categorical, "judgments").rows.rows() == [("u", "a")]


def test_columns_with_custom_names_are_read(tmp_path: Path) -> None:
    path = written(tmp_path, "who,what,user,stars\nu,a,9,5\n")
    names = {"user": "who", "item": "what", "grade": "stars"}
    assert read_table(path, "judgments", names).rows.rows() == [("u", "a", 5.0)]
    frame = pd.DataFrame({"who": ["u"], "what": ["a"], "stars": [5]})
    assert read_table(frame, "judgments", names).rows.rows() == [("u", "a", 5.0)]


NO_GRADE = "the rating must be a finite number; got"
BAD_FILES: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "{path} is empty; save the file again"),
    "blank": (" \n\n", "{path} is empty; save the file again"),
    "a BOM only": (b"\xef\xbb\xbf", "{path} is empty; save the file again"),
    "no rows": ("user,item,rating\n", "{path}: there are no rows; write one for each user and item"),
    "a 0 byte": (b"user,item\nu,\0\n", "{path} is not a text file: byte 12 is 0; save it as CSV UTF-8"),
    "JSON in UTF-16 without a mark": (
        ' \n{"u": ["a"]}'.encode("utf-16-le"),
        "{path} is not UTF-8 text: save the file as UTF-8",
    ),
    "JSON in UTF-32": ('[{"u": ["a"]}]'.encode("utf-32-be"), "{path} is not UTF-8 text: save the file as UTF-8"),
    "a long first line": (b"user,item" + b"x" * HEAD, f"{{path}}, line 1 is longer than {HEAD} bytes"),
    "no head": (
        "u1,a,good\n",
        "{path}, line 1: expected a header with the columns user and item (or user and items, or user, 1, 2, 3, ...), "
        "separated by commas, semicolons or tabs, or lines such as 'user 0 item grade'; got 'u1,a,good'; for other names, "
        "pass columns={{'user': ...}} or --column user=...",
    ),
    "two user columns": (
        "user,userId,item\n1,1,2\n",
        "{path}: the columns user, userId could both be user; one is expected; to name it, pass columns={{'user': ...}}",
    ),
    "a grade of another name": (
        "user,item,stars\nu,a,5\n",
        "{path}: is 'stars' the grade? Then call it grade; without one, only user and item are expected; to name it, pass "
        "columns={{'grade': 'stars'}}",
    ),
    "too few fields": ("user,item,rating\nu,a,5\nu,b\n", "{path}, line 3: expected at least 3 fields; got 2"),
    "another mark in a line": ("user,item,rating\nu,a,5\nu;b;4\n", "{path}, line 3: expected at least 3 fields; got 1"),
    "decimal commas among commas": (
        "user,item,rating\nu,a,5\nu,b,4,5\n",
        "{path}, line 3: expected at most 3 fields; got 4 (are commas used as decimal marks?)",
    ),
    "gzip": (b"\x1f\x8b\x08\x00", "{path} cannot be unpacked: its gzip data are damaged or end early"),
    "Excel": (b"PK\x03\x04\x00", "{path} is a file of zip or Excel: save it as CSV UTF-8"),
    "UTF-16": ("user,item".encode("utf-16"), "{path}: there are no rows; write one for each user and item"),
    "a quote that never ends, far": (
        'user,item,rating\nu,a,1\nu,"a' + "x" * 140_000,
        "{path}, line 3: a quoted cell has no closing quote, or lines end with CR alone; save the file as CSV UTF-8",
    ),
    "old ends of lines": (
        "user,item,rating\ru,a,1\r",
        "{path}, line 1: a quoted cell has no closing quote, or lines end with CR alone; save the file as CSV UTF-8",
    ),
    "a word for a grade": ("user,item,rating\nu,a,5\n\nu,b,good\n", f"{{path}}, line 4: {NO_GRADE} 'good'"),
    "a decimal comma among commas": ('user,item,rating\nu,a,"2,5"\n', f"{{path}}, line 2: {NO_GRADE} '2,5'"),
    "NaN": ("user,item,rating\nu,a,nan\n", f"{{path}}, line 2: {NO_GRADE} 'nan'"),
    "infinite": ("user;item;rating\nu;a;5\nu;b;1e999\n", f"{{path}}, line 3: {NO_GRADE} '1e999'"),
    "no grade": ("user,item,rating\nu,a,\n", "{path}, line 2: the grade is missing"),
    "no item": ("user,item,rating\nu, ,4\n", "{path}, line 2: the item is missing"),
    "a quote that never ends": (
        'user,item,rating\nu,"a,5\nu,b,4\n',
        "{path}, line 3: expected at least 3 fields; got 2",
    ),
    "a high grade": (
        "user,item,rating\nu,a,1001\n",
        "{path}: the grade of user 'u' and item 'a' must be a number up to 1000; got 1001.0",
    ),
    "more than a comment after a grade": (
        "u 0 a 5 # surely\nu 0 b 4 surely\n",
        "{path}, line 2: expected at most 4 fields; got 5 (are commas used as decimal marks?)",
    ),
    "only comments": (
        "# user 0 item grade\n",
        "{path}, line 1: expected a header with the columns user and item (or user and items, or user, 1, 2, 3, ...), "
        "separated by commas, semicolons or tabs, or lines such as 'user 0 item grade'; got '# user 0 item grade'; for other "
        "names, pass columns={{'user': ...}} or --column user=...",
    ),
    "no JSON": (
        '{"u": [1 2]}',
        "{path} is not JSON: see line 1, column 10 (put texts in double quotes and commas between entries)",
    ),
    "half a JSON": (
        '{"u": [1, 2',
        "{path} ends in the middle, in line 1: was it cut while it was saved? Save it again.",
    ),
    "half a text": (
        '{"u": ["ab',
        "{path} ends in the middle, in line 1: was it cut while it was saved? Save it again.",
    ),
    "a JSON list": ("[1]", "{path}: expected an object {{user: [items]}}; got list"),
    "a user twice": ('{"u": ["a"], "u": ["b"]}', "{path}: the key 'u' occurs twice in one object; keep one of the two"),
    "deep JSON": ('{"u":' + "[" * 100_000, "{path}: its JSON is nested deeper than 100 levels; save it with fewer"),
    "JSON of 101 levels": (
        '{"u":' + "[" * 100 + "]" * 100 + "}",
        "{path}: its JSON is nested deeper than 100 levels; save it with fewer",
    ),
    "deep JSON behind brackets in a text": (
        '{"]]\\"]]": "' + "]" * 500 + '", "u": ' + "[" * 100 + "]" * 100 + "}",
        "{path}: its JSON is nested deeper than 100 levels; save it with fewer",
    ),
    "JSON NaN": ('{"u": {"a": NaN}}', "{path}: numbers must be finite; got NaN"),
    "JSON null": ('{"u": ["a", null]}', "{path}: the item must be a whole number or text; got nothing at row 2"),
    "a number for a list": ('{"u": 5}', "{path}, user 'u': expected a list of items; got 5"),
    "a word for a list": ('{"u": "abc"}', "{path}, user 'u': expected a list of items; got 'abc'"),
    "lists and objects": (
        '{"u": ["a"], "v": {"a": 1}}',
        "{path}: some users have lists, others have objects; expected one kind",
    ),
    "a number of 400 digits": (
        '{"u": {"a": 1' + "0" * 400 + "}}",
        "{path}, user 'u', item 'a': expected a finite number; got 1" + "0" * 39,
    ),
    "half a letter": ('{"u": ["\\ud800"]}', "{path}: the item must be a whole number or text; got '\\ud800'"),
    "a word for a number": ('{"u": {"a": "5"}}', "{path}, user 'u', item 'a': expected a finite number; got '5'"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_raises_a_sentence(name: str, tmp_path: Path) -> None:
    text, sentence = BAD_FILES[name]
    path = written(tmp_path, text)
    with pytest.raises(TableError) as caught:
        read_table(path, "judgments")
    assert str(caught.value) == sentence.format(path=path)


def test_a_wide_file_with_extra_or_missing_cells_raises(tmp_path: Path) -> None:
    path = written(tmp_path, "user,1,2\nu,a,b,c\n")
    with pytest.raises(TableError, match=r", line 2: expected at most 3 fields; got 4 \("):
        read_table(path, "recommendations")
    path = written(tmp_path, "user,1,2,3\nu,a,,c\n")
    with pytest.raises(TableError, match=r", line 2: the item is missing$"):
        read_table(path, "recommendations")


def test_a_user_with_two_wide_rows_raises_an_error(tmp_path: Path) -> None:
    path = written(tmp_path, "user,1,2\nu,a,b\nv,a,b\nu,c,d\n")
    with pytest.raises(TableError, match=r": user 'u' has two rows; expected one$"):
        read_table(path, "recommendations")
    frame = pd.DataFrame({"user": [1, 1], "1": ["a", "b"]})
    with pytest.raises(TableError, match=r"^recommendations: user 1 has two rows; expected one$"):
        read_table(frame, "recommendations")


def test_recommendations_with_an_ambiguous_rank_column_raise_an_error(tmp_path: Path) -> None:
    path = written(tmp_path, "user,item,order\nu,a,2\nu,b,1\n")
    with pytest.raises(TableError) as caught:
        read_table(path, "recommendations")
    assert str(caught.value) == (
        f"{path}: is 'order' the rank? Then call it rank; without one, only user and item are expected; to name it, pass "
        "columns={'rank': 'order'}"
    )
    judged = {"u": ["b"]}
    assert evaluate(path, judged, "RR", columns={"rank": "order"}).mean == {"MRR": 1.0}


def test_a_named_column_takes_precedence(tmp_path: Path) -> None:
    path = written(tmp_path, "user,item,rank,s\nu,a,1,0\nu,b,2,9\n")
    assert evaluate(path, {"u": ["b"]}, "RR").mean == {"MRR": 0.5}
    assert evaluate(path, {"u": ["b"]}, "RR", columns={"score": "s"}).mean == {"MRR": 1.0}


def test_column_names_apply_to_both_tables(tmp_path: Path) -> None:
    run = written(tmp_path, "cliente,pelicula,puesto\nu,a,1\n", "run.csv")
    judged = written(tmp_path, "userId,movieId,stars\nu,a,5\n", "judged.csv")
    names = {"user": "cliente", "item": "pelicula", "rank": "puesto", "grade": "stars"}
    assert evaluate(run, judged, "RR", threshold=4, columns=names).mean == {"MRR": 1.0}
    with pytest.raises(
        TableError, match=r"^columns calls score 'film', but no column has that name; the columns are: "
    ):
        evaluate(run, judged, "RR", columns={**names, "score": "film"})
    with pytest.raises(ValueError, match=r"^the columns must be one of 'user', 'item', "):
        evaluate({"u": ["a"]}, {"u": ["a"]}, "RR", columns={"itm": "pelicula"})


def test_compressed_files_are_rejected_where_rows_are_limited(tmp_path: Path) -> None:
    path = tmp_path / "run.csv.gz"
    path.write_bytes(gzip.compress(b"user,item\n1,2\n"))
    with pytest.raises(TableError, match=r" is a file of gzip: save it as CSV UTF-8$"):
        read_table(path, "judgments", most_rows=10)
    pl.DataFrame({"user": [1], "item": [2]}).write_parquet(path)
    with pytest.raises(TableError, match=r" is a file of Parquet: save it as CSV UTF-8$"):
        read_table(path, "judgments", most_rows=10)


GZIPPED = {
    "csv": ("user,item,score\n1,a,0.5\n1,b,0.7\n2,a,0.1\n", [(1, "a", 0.5), (1, "b", 0.7), (2, "a", 0.1)]),
    "csv of text": ("user,item,score\nu,a,0.5\nu,b, 0.7\n", [("u", "a", 0.5), ("u", "b", 0.7)]),
    "wide": ("user,1,2\n1,10,11\n2,20,\n", [(1, 10), (1, 11), (2, 20)]),
    "run": ("# made by hand\n1 Q0 d1 1 0.9 name\n1 Q0 d2 2 0.8 name\n", [(1, "d1", 0.9), (1, "d2", 0.8)]),
    "json": ('{"1": [10, 11], "2": [20]}', [(1, 10), (1, 11), (2, 20)]),
}


@pytest.mark.parametrize("name", GZIPPED)
def test_a_gzip_file_is_read_like_its_content(name: str, tmp_path: Path) -> None:
    text, rows = GZIPPED[name]
    path = tmp_path / "run.gz"
    path.write_bytes(gzip.compress(text.encode()))
    assert read_table(path, "recommendations").rows.rows() == rows
    damaged = gzip.compress(text.encode() * 1000)
    path.write_bytes(damaged[: len(damaged) // 2])
    with pytest.raises(TableError, match=r"cannot be unpacked"):
        read_table(path, "recommendations")


def test_a_bad_line_of_a_gzip_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.csv.gz"
    path.write_bytes(gzip.compress(b"user,item,score\n1,a,0.5\n1,b,high\n"))
    with pytest.raises(TableError, match=r"run\.csv\.gz, line 3: the score must be a finite number; got 'high'$"):
        read_table(path, "recommendations")


@pytest.mark.parametrize("address", ["s3://b/run.csv", "https://a.org/run.csv?x=1&y=" + "z" * 80, "gs://b/*.parquet"])
def test_an_error_shows_the_full_web_address(address: str) -> None:
    with pytest.raises(TableError) as caught:
        read_table(address, "judgments")
    assert str(caught.value).startswith(f"{address}: web addresses are not read; save the file on this machine")


@pytest.mark.parametrize("names", [("user", "item"), ("User_ID", "itemId")])
def test_a_mapping_of_columns_raises_an_error(names: tuple[str, str]) -> None:
    columns: Any = {names[0]: [1, 1], names[1]: np.array([10, 11]), "score": [2.0, 1.0]}
    for kind in ("recommendations", "judgments"):
        with pytest.raises(TableError, match=rf"this one has the columns {', '.join(columns)}: make a frame of it"):
            read_table(columns, kind)
    assert read_table({"user": [1], "item": [2, 3]}, "recommendations").rows.height == 3
    assert read_table({"user": {1: 5.0}, "item": {2: 3.0}}, "judgments").rows.height == 2


def test_a_folder_or_missing_file_raises_an_error(tmp_path: Path) -> None:
    with pytest.raises(TableError) as caught:
        read_table(tmp_path, "judgments")
    sentence = f"{tmp_path}: a folder without Parquet files (*.parquet); expected a file, or a folder with some"
    assert str(caught.value) == sentence
    with pytest.raises(TableError) as caught:
        read_table(tmp_path, "judgments", most_rows=10)
    assert str(caught.value) == f"{tmp_path}: this is a folder; a file is needed"
    with pytest.raises(TableError) as caught:
        read_table(tmp_path / "none.csv", "judgments")
    assert str(caught.value) == f"{tmp_path / 'none.csv'}: no such file"
    with pytest.raises(TableError, match=r"^x{60} is not a path: File name too long$"):
        read_table("x" * 5000, "judgments")
    with pytest.raises(
        TableError, match=r"^~nobody-of-this-name/run.csv is not a path: Could not determine home directory\.$"
    ):
        read_table("~nobody-of-this-name/run.csv", "judgments")


BAD_FRAMES: dict[str, tuple[Any, str]] = {
    "no frame": (5, "judgments must be a path, a mapping or a frame; got int"),
    "no user": (
        pd.DataFrame({"who": [1], "item": [2]}),
        "judgments need a column user; the columns are who, item; to name it, pass columns={'user': ...}",
    ),
    "no value": (
        pd.DataFrame({"user": ["u", None], "item": ["a", "b"]}),
        "judgments: the user must be a whole number or text; got nothing at row 2",
    ),
    "half a number": (
        pd.DataFrame({"user": [1.5], "item": ["a"]}),
        "judgments: the user must be a whole number or text; got 1.5 at row 1",
    ),
    "a NaN grade": (
        pl.DataFrame({"user": [1], "item": [2], "rating": [float("nan")]}),
        "judgments: the grade of user 1 and item 2 must be a number up to 1000; got nan",
    ),
    "a word for a grade": (
        pl.DataFrame({"user": [1], "item": [2], "rating": ["good"]}),
        "judgments: the grade must be a finite number; got 'good' at row 1",
    ),
    "half a letter for a grade": (
        pd.DataFrame({"user": ["u"], "item": ["a"], "rating": ["\ud800"]}, dtype=object),
        "judgments: the grade must be a finite number; got '\\ud800' at row 1",
    ),
    "no rows": (
        pd.DataFrame({"user": [], "item": []}),
        "judgments: there are no rows; write one for each user and item",
    ),
    "two columns of one name": (
        pd.DataFrame([[1, 2, 3]], columns=["user", "item", "item"]),
        "judgments: two columns have the same name",
    ),
    "the same user": ({7: ["a"], "7": ["b"]}, "judgments: two users are the same once their ids are read as text"),
}


@pytest.mark.parametrize("name", BAD_FRAMES)
def test_a_bad_frame_raises_a_sentence(name: str) -> None:
    frame, sentence = BAD_FRAMES[name]
    with pytest.raises(TableError) as caught:
        read_table(frame, "judgments")
    assert str(caught.value).replace("got nan at row 2", "got nothing at row 2") == sentence


def test_a_set_of_recommendations_raises_an_error() -> None:
    with pytest.raises(TableError, match=r"^recommendations, user 'u': a set has no order; expected a list$"):
        read_table({"u": {"a"}}, "recommendations")


def test_repeated_rows_raise_an_error_with_their_lines(tmp_path: Path) -> None:
    run = written(tmp_path, "user,item\nu,a\nu,b\nv,c\nu,a\n", "run.csv")
    judged = written(tmp_path, "user,item,rating\nv,c,1\nu,a,5\nu,a,4\n", "judged.csv")
    with pytest.raises(TableError) as caught:
        evaluate(run, {"u": ["a"]}, "RR")
    assert str(caught.value) == (
        f"{run}: user 'u' has item 'a' at ranks 1 and 3; an item can be in a list only once, "
        "unless repeats is one of 'first', 'removed', 'counted', 'expanded' (lines 2, 5)"
    )
    with pytest.raises(TableError) as caught:
        evaluate({"u": ["a"]}, judged, "RR")
    assert str(caught.value) == (
        f"{judged}: user 'u' judged item 'a' twice; keep one of the two, "
        "or set repeats to one of 'first', 'removed', 'counted', 'expanded' (lines 3, 4)"
    )


def test_files_give_the_same_values_as_memory(tmp_path: Path) -> None:
    lists, judged = {"1": ["10", "11"], "2": ["12"]}, {"1": {"11": 5, "10": 1}, "2": {"12": 4}}
    wide = written(tmp_path, "user,1,2\n1,10,11\n2,12,\n", "wide.csv")
    as_json = written(tmp_path, json.dumps(lists), "run.json")
    qrels = written(tmp_path, "1 0 11 5\n1 0 10 1\n2 0 12 4\n", "qrels.txt")
    expected = evaluate(lists, judged, threshold=4).mean
    assert expected["MAP@10"] == 0.75
    for run in (wide, as_json, str(wide)):
        assert evaluate(run, qrels, threshold=4).mean == expected
