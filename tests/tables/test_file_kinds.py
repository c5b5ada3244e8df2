"""The files that people have: each kind is read without an option, with the value that was computed by hand."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import polars as pl
import pytest

from metrics_edu import diagnose, evaluate
from metrics_edu.cli import main
from metrics_edu.files.table_error import TableError
from metrics_edu.tables.reading.sources import read_table

RUN = {"7": ["13", "11"], "8": ["12"]}
JUDGED = {"7": {"11": 2, "14": 1}, "8": {"12": 2}}
"""User 7 has the relevant item 11 at rank 2, user 8 the relevant item 12 at rank 1."""
ANY_GRADE, GRADE_2 = 0.625, 0.75
"""MAP@3 by hand: user 7 has (1/2)/2 if 11 and 14 are relevant, (1/2)/1 if only 11 is; user 8 has 1."""

RUNS = {
    "BEIR": "query-id\tcorpus-id\tscore\n7\t11\t0.5\n7\t13\t0.9\n8\t12\t3\n",
    "BEIR in capitals": "Query-ID\tCorpus-ID\tScore\n7\t11\t0.5\n7\t13\t0.9\n8\t12\t3\n",
    "BEIR with underscores": "query_id,corpus_id,score\n7,11,0.5\n7,13,0.9\n8,12,3\n",
    "BEIR with blanks": "query id;corpus id;score\n7;11;0,5\n7;13;0,9\n8;12;3\n",
    "RecBole": "user_id:token\titem_id:token\tscore:float\n7\t11\t0.5\n7\t13\t0.9\n8\t12\t3\n",
    "double colons": "7::11::0.5\n7::13::0.9\n8::12::3\n",
    "double colons with a head": "userId::movieId::score\n7::11::0.5\n7::13::0.9\n8::12::3\n",
    "bars with a head": "user|item|score\n7|11|0.5\n7|13|0.9\n8|12|3\n",
    "blanks with a head": "user item   score\n7 11 0.5\n7 13  0.9\n8 12 3\n",
    "MS MARCO run": "7\t13\t1\n7\t11\t2\n8\t12\t1\n",
    "MS MARCO run with ranks from 0": "7\t13\t0\n7\t11\t1\n8\t12\t0\n",
    "MS MARCO run with commas": "7,13,1\n7,11,2\n8,12,1\n",
    "MS MARCO run with blanks": "7 13 1\n7 11 2\n8 12 1\n",
    "scores without a head": "7\t11\t0.5\n7\t13\t0.9\n8\t12\t3\n",
    "whole scores without a head": "7\t13\t90\n7\t11\t50\n8\t12\t3\n",
    "pairs in order without a head": "7\t13\n7\t11\n8\t12\n",
    "a TREC run with tabs": "7\tQ0\t11\t2\t0.5\tx\n7\tQ0\t13\t1\t0.9\tx\n8\tQ0\t12\t1\t3\tx\n",
    "a TREC run with commas": "7,Q0,11,2,0.5,x\n7,Q0,13,1,0.9,x\n8,Q0,12,1,3,x\n",
    "lists by blanks": "user_id,item_list\n7,13 11\n8,12\n",
    "H&M": "customer_id,prediction\n7,13 11\n8,12\n",
    "lists by commas": 'user,items\n7,"13,11"\n8,12\n',
    "lists by semicolons": "user\titems\n7\t13;11\n8\t12\n",
    "lists by bars with commas in them": "user;items\n7;13|11|1,5\n8;12\n",
    "LensKit": "item,score,user,rank,algorithm\n13,0.9,7,1,UU\n11,0.5,7,2,UU\n12,3.0,8,1,UU\n",
    "RecTools": "user_id,item_id,score,rank\n7,13,0.9,1\n7,11,0.5,2\n8,12,3.0,1\n",
    "lists by bars": "user,recommendations\n7,13|11\n8,12\n",
    "lists of Python": 'user,items\n7,"[13, 11]"\n8,[12]\n',
    "lists of Python with texts": "user;items\n7;['13', \"11\"]\n8;['12']\n",
    "lists of NumPy": "user,items\n7,[13 11]\n8,[12]\n",
    "lists of NumPy 2": 'user,items\n7,"[np.int64(13), np.int64(11)]"\n8,[np.int64(12)]\n',
    "tuples and JSON": 'user;items\n7;("13", "11")\n8;["12"]\n',
    "lists of Python under item": 'user,item\n7,"[13, 11]"\n8,[12]\n',
    "an index before lists": ",user_id,predictions\n0,7,13 11\n1,8,12\n",
    "an empty list": "user,items\n7,13 11\n8,12\n9,[]\n10,\n",
    "JSON Lines": '{"user": 7, "item": 11, "score": 0.5}\n{"user": 7, "item": 13, "score": 0.9}\n'
    '{"user": 8, "item": 12, "score": 3}\n',
    "JSON Lines with lists": '{"user_id": "7", "items": ["13", "11"]}\n\n{"user_id": "8", "items": ["12"]}\n',
    "records": '[{"query-id": 7, "corpus-id": 13, "rank": 1}, {"query-id": 7, "corpus-id": 11, "rank": 2},\n'
    ' {"query-id": 8, "corpus-id": 12, "rank": 1}]',
    "records with lists": '[{"user": 7, "recommendations": [13, 11]}, {"user": 8, "recommendations": [12]}]',
    "rows of JSON": '[["7", "11", 0.5], ["7", "13", 0.9], ["8", "12", 3]]',
    "predictions of Surprise": '[["7", "11", 5, 0.5, {"was_impossible": false}],\n'
    '["7", "13", 1, 0.9, {"was_impossible": false}], ["8", "12", 4, 3, {"was_impossible": false}]]',
    "pairs of item and score": '{"7": [["11", 0.5], ["13", 0.9]], "8": [["12", 3]]}',
    "pairs of item and rank": '{"7": [["13", 1], ["11", 2]], "8": [["12", 1]]}',
    "records of a user": '{"7": [{"item": 11, "score": 0.5}, {"item": 13, "score": 0.9}], "8": [{"item": 12, "score": 3}]}',
    "actual and predicted": "user_id,actual,predicted\n7,11 14,13 11\n8,12,12\n",
    "retrieved": '[{"user_id": 7, "retrieved": [13, 11]}, {"user_id": 8, "retrieved": [12]}]',
    "ranx": "q_id,doc_id,score\n7,11,0.5\n7,13,0.9\n8,12,3\n",
    "accents in the head": "usuario;ítem;puntuación\n7;11;0,5\n7;13;0,9\n8;12;3\n",
    "wide": "user,1,2\n7,13,11\n8,12,\n",
    "long": "user,item,rank\n7,11,2\n7,13,1\n8,12,1\n",
    "other words": "session_id,article_id,score\n7,11,0.5\n7,13,0.9\n8,12,3\n",
    "words in one": "customerId;trackId;rank\n7;11;2\n7;13;1\n8;12;1\n",
    "a true rating beside": "user_id:token\titem_id:token\trating:float\tprediction:float\n"
    "7\t11\t5\t0.5\n7\t13\t1\t0.9\n8\t12\t4\t3\n",
    "a true rating beside, as records": '{"uid": 7, "iid": 11, "r_ui": 5, "est": 0.5}\n'
    '{"uid": 7, "iid": 13, "r_ui": 1, "est": 0.9}\n{"uid": 8, "iid": 12, "r_ui": 4, "est": 3}\n',
}

JUDGMENTS = {
    "BEIR": "query-id\tcorpus-id\tscore\n7\t11\t2\n7\t14\t1\n8\t12\t2\n",
    "RecBole": "user_id:token\titem_id:token\trating:float\ttimestamp:float\n7\t11\t2\t1e9\n7\t14\t1\t1e9\n8\t12\t2\t1e9\n",
    "ml-1m": "7::11::2::978300760\n7::14::1::978302109\n8::12::2::978301968\n",
    "ml-10m": "7::11::2.5::838985046\n7::14::1.5::838983525\n8::12::2::838983392\n",
    "u.data": "7\t11\t2\t881250949\n7\t14\t1\t881250949\n8\t12\t2\t881250949\n",
    "Amazon": "7,11,2.0,1341100800\n7,14,1.0,1341100800\n8,12,2.0,1341100800\n",
    "rows without a head": "7,11,2\n7,14,1\n8,12,2\n",
    "MS MARCO qrels": "7\t0\t11\t2\n7\t0\t14\t1\n8\t0\t12\t2\n",
    "qrels with commas": "7,0,11,2\n7,0,14,1\n8,0,12,2\n",
    "JSON Lines": '{"user": 7, "item": 11, "grade": 2}\n{"user": 7, "item": 14, "grade": 1}\n'
    '{"user": 8, "item": 12, "grade": 2}\n',
    "records": '[{"userId": 7, "movieId": 11, "rating": 2, "timestamp": 1},'
    ' {"userId": 7, "movieId": 14, "rating": 1, "timestamp": 2}, {"userId": 8, "movieId": 12, "rating": 2, "timestamp": 3}]',
    "pairs": '{"7": [["11", 2], ["14", 1]], "8": [["12", 2]]}',
    "predictions of Surprise": '[["7", "11", 2, 0.5, {}], ["7", "14", 1, 0.9, {}], ["8", "12", 2, 3, {}]]',
    "a prediction beside": "query-id,corpus-id,rating,pred\n7,11,2,0.5\n7,14,1,0.9\n8,12,2,3\n",
    "item 0": "7\t11\t2\t881250949\n7\t14\t1\t881250949\n8\t12\t2\t881250949\n9\t0\t1\t881250949\n",
}
PAIRS_JUDGED = {
    "pairs without a head": "7\t11\n7\t14\n8\t12\n",
    "lists": "user,items\n7,11 14\n8,12\n",
    "lists under another name": "user_id\tground_truth\n7\t[11, 14]\n8\t[12]\n",
    "actual and predicted": "user_id,actual,predicted\n7,11 14,13 11\n8,12,12\n",
    "JSON Lines": '{"user": 7, "items": [11, 14]}\n{"user": 8, "items": [12]}\n',
}

USER_7 = re.compile(r'"?(?<![\d.])7(?![\d.])"?')
WRITINGS: dict[str, Callable[[str], bytes]] = {
    "as it is": str.encode,
    "gzip": lambda text: gzip.compress(text.encode()),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "BOM": lambda text: text.encode("utf-8-sig"),
    "no last end of line": lambda text: text.rstrip("\n").encode(),
    "blank lines": lambda text: text.replace("\n", "\n\n").encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "cp1252": lambda text: USER_7.sub('"\xf1"' if text[0] in "{[" else "\xf1", text).encode("cp1252"),
}
each_writing = pytest.mark.parametrize(
    "writing", ["as it is", *(pytest.param(one, marks=pytest.mark.long) for one in WRITINGS if one != "as it is")]
)


def mean(run: Any, judged: Any, **options: Any) -> float:
    return evaluate(run, judged, "MAP@3", **options).mean["MAP@3"]


def renamed(by_user: dict[str, Any], writing: str) -> dict[str, Any]:
    """Return a mapping whose user 7 is called as the writing has it."""
    return {("\xf1" if user == "7" and writing == "cp1252" else user): items for user, items in by_user.items()}


@each_writing
@pytest.mark.parametrize("kind", RUNS)
def test_a_run_of_any_kind_has_the_value_computed_by_hand(kind: str, writing: str, tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_bytes(WRITINGS[writing](RUNS[kind]))
    assert mean(path, renamed(JUDGED, writing)) == ANY_GRADE


@each_writing
@pytest.mark.parametrize("kind", [*JUDGMENTS, *(f"{name}, ungraded" for name in PAIRS_JUDGED)])
def test_judgments_of_any_kind_have_the_value_computed_by_hand(kind: str, writing: str, tmp_path: Path) -> None:
    path = tmp_path / "judged"
    ungraded = PAIRS_JUDGED.get(kind.removesuffix(", ungraded")) if kind.endswith(", ungraded") else None
    path.write_bytes(WRITINGS[writing](ungraded or JUDGMENTS[kind]))
    options = {} if ungraded else {"threshold": 2}
    found = mean(renamed(RUN, writing), path, users="common", **options)
    assert found == (ANY_GRADE if ungraded else GRADE_2)


class Prediction(NamedTuple):
    """What `algorithm.test(testset)` of Surprise returns, with its names."""

    uid: str
    iid: str
    r_ui: float
    est: float
    details: dict[str, Any]


PREDICTIONS = [Prediction("7", "11", 2, 0.5, {}), Prediction("7", "13", 0, 0.9, {}), Prediction("8", "12", 2, 3, {})]
OBJECTS: dict[str, Any] = {
    "predictions of Surprise": PREDICTIONS,
    "predictions without names": [tuple(prediction) for prediction in PREDICTIONS],
    "the lists of Surprise's FAQ": {"7": [("11", 0.5), ("13", 0.9)], "8": [("12", 3)]},
    "tuples": [("7", "11", 0.5), ("7", "13", 0.9), ("8", "12", 3.0)],
    "records": [{"user": 7, "item": 13}, {"user": 7, "item": 11}, {"user": 8, "item": 12}],
    "pandas with lists": pd.DataFrame({"user": [7, 8], "items": [[13, 11], [12]]}),
    "pandas with texts": pd.DataFrame({"customer_id": [7, 8], "prediction": ["13 11", "12"]}),
    "polars with lists": pl.DataFrame({"user": [7, 8], "recommendations": [[13, 11], [12]]}),
    "pandas of BEIR": pd.DataFrame({"query-id": [7, 7, 8], "corpus-id": [11, 13, 12], "score": [1, 2, 3]}),
}


@pytest.mark.parametrize("kind", OBJECTS)
def test_objects_of_any_kind_have_the_value_computed_by_hand(kind: str, tmp_path: Path) -> None:
    assert mean(OBJECTS[kind], JUDGED) == ANY_GRADE
    if isinstance(OBJECTS[kind], pl.DataFrame):
        path = tmp_path / "run.parquet"
        OBJECTS[kind].write_parquet(path)
        assert mean(path, JUDGED) == ANY_GRADE


def test_a_test_set_of_surprise_has_the_judgments() -> None:
    assert mean(RUN, [("7", "11", 2.0), ("7", "14", 1.0), ("8", "12", 2.0)], threshold=2) == GRADE_2
    assert mean(RUN, PREDICTIONS, threshold=2) == GRADE_2


UNCLEAR = "are the numbers without a name ranks or scores? Write user,item,rank or user,item,score as the first line"
NOT_A_LIST = "user '7': expected a list of items such as [7, 9] or 7 9; got "
HEADER = "expected a header with the columns user and item"
REFUSED = {
    "ranks or scores out of order": ("7\t13\t2\n7\t11\t1\n8\t12\t1\n", UNCLEAR),
    "numbers that fall to 1": ("7\t13\t3\n7\t11\t2\n7\t12\t1\n", UNCLEAR),
    "ranks with gaps": ("7\t13\t1\n7\t11\t4\n8\t12\t2\n", UNCLEAR),
    "whole numbers in any order": ("7\t13\t40\n7\t11\t90\n7\t12\t50\n", UNCLEAR),
    "ranks out of order in JSON": ('{"7": [["13", 2], ["11", 1]]}', UNCLEAR),
    "rank and score without a head": ("7\t13\t1\t0.9\n7\t11\t2\t0.5\n", HEADER),
    "a truth and a prediction without a head": ("7,13,4,3.5\n7,11,2,2.5\n", HEADER),
    "the columns of pandas": ("0,1,2\n7,13,0.5\n", HEADER),
    "a wide table with an unknown user": ("wer,1,2\n7,13,11\n8,12,13\n", HEADER),
    "text pairs without a head": ("ana\ta\nbea\tb\n", HEADER),
    "blanks in the items of pairs without a head": ("7\t13 11\n8\t12\n", HEADER),
    "an item without a name beside a constant": ("7\t0\t13\n8\t0\t12\n", HEADER),
    "a score and no item": ("user,prediction\n7,3.5\n8,4.5\n", HEADER),
    "two columns of lists": ("user,items,scores\n7,13 11,1 2\n", HEADER),
    "a list cut by NumPy": ("user,items\n7,[13 11 ... 12]\n", NOT_A_LIST),
    "pairs in a cell": ('user,items\n7,"[(13, 0.9), (11, 0.5)]"\n', NOT_A_LIST),
    "a set in a cell": ('user,items\n7,"{13, 11}"\n', NOT_A_LIST),
    "an array in a cell": ('user,items\n7,"array([13, 11])"\n', NOT_A_LIST),
    "a missing item in a cell": ('user,items\n7,"[13, None]"\n', NOT_A_LIST),
    "two rows of a user with lists": ("user,items\n7,13\n7,11\n", "user '7' has two rows; expected one"),
    "columns in JSON": ('{"user": [7, 8], "item": [13, 12]}', "this one has the columns user, item"),
    "columns by index in JSON": ('{"user": {"0": 7, "1": 8}, "item": {"0": 13, "1": 12}}', "this one has the columns"),
    "two predictions": ("query-id,corpus-id,pred_a,pred_b\n7,13,1,2\n", "could each be the rank"),
    "rows of different lengths": ('[["7", "13", 1], ["7", "11"]]', "have no names; write a list of records such as"),
    "rows of text": ('[["ana", "a"], ["bea", "b"]]', "have no names; write a list of records such as"),
    "a list of numbers": ("[7, 8]", "expected an object {user: [items]}; got list"),
    "judgments of TREC": ("7 0 11 2\n7 0 14 1\n", "lines such as 'user 0 item grade': are the recommendations and the"),
    "a matrix of 0 and 1": ("1,0\n0,1\n", HEADER),
    "a broken line of JSON": ('{"user": 7, "item": 13}\n{"user": 7, "item": }\n', "is not JSON: see line 2, column 21"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_not_clear_is_refused_with_what_to_write(kind: str, tmp_path: Path) -> None:
    text, sentence = REFUSED[kind]
    path = tmp_path / "run"
    path.write_text(text)
    with pytest.raises(TableError) as refused:
        evaluate(path, JUDGED, "MAP@3")
    assert sentence in str(refused.value)
    assert str(refused.value).startswith(str(path))


NOTES = {
    "7\t13\t1\n7\t11\t2\n8\t12\t1\n": "{path} has no header. Its columns were read as: 1 user, 2 item, 3 rank.",
    "7::11::0.5\n7::13::0.9\n8::12::3\n": "{path} has no header. Its columns were read as: 1 user, 2 item, 3 score.",
    "7\t13\n7\t11\n8\t12\n": "{path} has no header. Its columns were read as: 1 user, 2 item.",
    "7,Q0,13,1,0.9,x\n8,Q0,12,1,3,x\n": "{path} has no header. Its columns were read as: 1 user, 3 item, 4 rank, 5 score.",
    'user,items\n7,"Toy Story, Matrix, The"\n8,12\n': "{path}: was a title such as 'Toy Story, Matrix, The' split? "
    "Separate titles by a bar (|), or write a row for each item.",
    "user,items\n7,Toy Story\n8,12\n": "{path}: was a title such as 'Toy Story' split? "
    "Separate titles by a bar (|), or write a row for each item.",
    '{"7": {"13": 1, "11": 2}, "8": {"12": 1}}': "{path} has no header. Its columns were read as: 1 item, 2 score.",
    "user,item\n7,\xf1\n8,12\n": "{path} is not UTF-8 text and was read as text of Windows (cp1252).",
}


@pytest.mark.parametrize("text", NOTES)
def test_a_note_says_what_was_taken_for_what(text: str, tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_bytes(text.encode("cp1252"))
    found = evaluate(path, JUDGED, "MAP@3")
    assert NOTES[text].format(path=path) in found.notes
    assert sum("title" in note for note in found.notes) == ("title" in NOTES[text])
    judged = tmp_path / "qrels"
    judged.write_text("7\t0\t11\t2\n8\t0\t12\t2\n")
    note = f"{judged} has no header. Its columns were read as: 1 user, 3 item, 4 grade."
    assert note in evaluate(RUN, judged, "MAP@3").notes


DISAGREE = [("7", "11", 1, 0.5), ("7", "13", 2, 0.9), ("8", "12", 1, 3.0), ("9", "12", 1, 2.0), ("9", "13", 2, 2.0)]
"""For user 7 the rank puts 11 first, the score 13; user 9 has a tie, which the rank may decide."""
BOTH_NUMBERS: dict[str, tuple[str, str, float]] = {
    "CSV": ("user,item,rank,score\n" + "".join(f"{u},{i},{r},{s}\n" for u, i, r, s in DISAGREE), "rank", 0.75),
    "TREC": ("".join(f"{u} Q0 {i} {r} {s} x\n" for u, i, r, s in DISAGREE), "score", 0.625),
    "JSON Lines": (
        "".join(json.dumps({"user": u, "item": i, "rank": r, "pred": s}) + "\n" for u, i, r, s in DISAGREE),
        "rank",
        0.75,
    ),
}


@pytest.mark.parametrize("kind", BOTH_NUMBERS)
def test_one_note_says_which_of_rank_and_score_decides(kind: str, tmp_path: Path) -> None:
    text, decides, value = BOTH_NUMBERS[kind]
    path = tmp_path / "run"
    path.write_text(text)
    found = evaluate(path, JUDGED, "MAP@3")
    assert found.mean["MAP@3"] == value
    assert f"Rank and score disagree in 1 list, which is sorted by {decides}." in found.notes
    path.write_text(text.replace("0.5", "0.95"))
    agreeing = evaluate(path, JUDGED, "MAP@3")
    assert not any("disagree" in note for note in agreeing.notes)
    assert evaluate(path, JUDGED, "MAP@3").mean["MAP@3"] == 0.75


def test_frames_with_rank_and_score_have_the_note(tmp_path: Path) -> None:
    frame = pl.DataFrame(DISAGREE, schema=["user", "item", "rank", "score"], orient="row")
    frame.write_parquet(tmp_path / "run.parquet")
    for source in (frame, frame.to_pandas(), frame.lazy(), tmp_path / "run.parquet"):
        notes = evaluate(source, JUDGED, "MAP@3").notes
        assert "Rank and score disagree in 1 list, which is sorted by rank." in notes


TRUE_AND_PREDICTED = {
    "a head": "user,item,rating,prediction\n7,11,5,0.5\n7,13,1,0.9\n",
    "BEIR": "Query ID\tcorpus-id\trelevance\tscore\n7\t11\t5\t0.5\n7\t13\t1\t0.9\n",
    "RecBole": "user_id:token\titem_id:token\trating:float\tscore:float\n7\t11\t5\t0.5\n7\t13\t1\t0.9\n",
    "double colons": "user::item::y_true::y_pred\n7::11::5::0.5\n7::13::1::0.9\n",
    "JSON Lines": '{"uid": 7, "iid": 11, "r_ui": 5, "est": 0.5}\n{"uid": 7, "iid": 13, "r_ui": 1, "est": 0.9}\n',
    "Surprise": '[["7", "11", 5, 0.5, {}], ["7", "13", 1, 0.9, {}]]',
}


@pytest.mark.parametrize("kind", TRUE_AND_PREDICTED)
def test_a_true_rating_is_never_a_score_nor_a_prediction_a_grade(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "predictions"
    path.write_text(TRUE_AND_PREDICTED[kind])
    found = evaluate(path, path, "RR", threshold=4)
    assert found.mean["MRR"] == 0.5  # the highest prediction, 13, is first; the highest rating, 11, is relevant
    assert diagnose("RR", found, 0.5).kind == "right"
    assert read_table(path, "ratings", most_rows=10).numbers.tolist() == [0.5, 0.9]  # as the grader reads it


def test_each_table_may_have_its_own_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, judged = tmp_path / "run.csv", tmp_path / "judged.csv"
    run.write_text("user,what,item,rank\n7,13,x,1\n7,11,x,2\n8,12,x,1\n")
    judged.write_text("user,what,item,rating\n7,x,11,2\n7,x,14,1\n8,x,12,2\n")
    names = {"run_columns": {"item": "what"}, "judged_columns": {"item": "item"}}
    assert mean(run, judged, **names) == ANY_GRADE
    options = ["--run-column", "item=what", "--judged-column", "item=item"]
    assert main(["evaluate", str(run), str(judged), "-m", "MAP@3", *options]) == 0
    assert "0.625" in capsys.readouterr().out
    with pytest.raises(
        TableError, match=r"^columns calls item 'rating', but no column has that name; the columns are: "
    ):
        evaluate(run, judged, "MAP@3", run_columns={"item": "rating"})
    lists = tmp_path / "lists.csv"
    lists.write_text("user,shown\n7,13 11\n8,12\n")
    assert mean(lists, JUDGED, run_columns={"items": "shown"}) == ANY_GRADE
