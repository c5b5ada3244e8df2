"""read_votes: a row for each vote, in files, frames and records; and the judgments in `evaluate`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from metrics_edu import evaluate, read_votes

ROWS = "judge,grade,item,query\nAna,1,a,q1\nBeto,0,a,q1\nCarla,1,a,q1\nAna,0,b,q1\nBeto,1,07,q2\nAna,-1,07,q2\n"


@pytest.fixture
def votes_file(tmp_path: Path) -> Path:
    path = tmp_path / "votes.csv"
    path.write_text(ROWS, "utf-8")
    return path


def test_votes_are_read_whatever_the_order_of_the_columns(votes_file: Path) -> None:
    votes = read_votes(votes_file)
    assert (votes.judges, votes.items) == (["Ana", "Beto", "Carla"], [("q1", "a"), ("q1", "b"), ("q2", "07")])
    gap = np.nan
    assert np.array_equal(votes.grades, [[1, 0, gap], [0, gap, 1], [1, gap, gap]], equal_nan=True)
    assert votes.qrels() == "q1 0 a 1\nq1 0 b 0\nq2 0 07 1\n"


def test_judgments_of_a_rule_and_qrels_have_the_same_values(votes_file: Path, tmp_path: Path) -> None:
    votes, run = read_votes(votes_file), {"q1": ["b", "a"], "q2": ["x", "07"]}
    qrels = tmp_path / "made.qrels"
    qrels.write_text(votes.qrels("any"), "utf-8")
    found = [evaluate(run, made, "nDCG@2").mean for made in (votes.judgments("any"), qrels)]
    assert found[0] == found[1] == {"mean nDCG@2": pytest.approx(1 / np.log2(3))}


def test_columns_are_named_as_fira_has_them(tmp_path: Path) -> None:
    path = tmp_path / "fira.tsv"
    path.write_text("userId\tqueryId\tdocumentId\trelevanceLevel\n7\t1\t10\t2\n8\t1\t10\t3\n", "utf-8")
    columns = {"query": "queryId", "item": "documentId", "judge": "userId", "grade": "relevanceLevel"}
    votes = read_votes(path, columns)
    assert (votes.judges, votes.items, votes.grades.tolist()) == (["7", "8"], [("1", "10")], [[2.0], [3.0]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("query,item,judge,grade\nq,a,Ana,1\nq,a,Ana,0\n", "judge 'Ana' has two votes on item 'a' of query 'q'"),
        ("query,item,who,grade\nq,a,Ana,1\n", r"name the column of the judges, as in columns=\{'judge': 'assessor'\}"),
        ("query,item,judge,grade\nq,a,Ana,good\n", "good"),
        ("query,item,judge\nq,a,Ana\n", "grade"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "votes.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=message):
        read_votes(path)


@pytest.mark.parametrize("columns", [{"judge": "whom"}, {"item": "whom"}, {"query": "whom"}, {"grade": "whom"}])
def test_a_column_that_is_not_there_is_refused(votes_file: Path, columns: dict[str, str]) -> None:
    (called,) = columns
    text = rf"columns calls {called} 'whom', but no column has that name; the columns are: .*judge"
    with pytest.raises(ValueError, match=text):
        read_votes(votes_file, columns=columns)
