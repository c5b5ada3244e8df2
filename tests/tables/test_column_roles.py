"""Which column is read: a true rating is never read as a predicted one, nor the other way round."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

from metrics_edu import evaluate
from metrics_edu.files.table_error import TableError
from metrics_edu.tables.reading.sources import read_table

NUMBERS = {"timestamp": 978300760, "details": "{'was_impossible': False}", "title": "Heat (1995)"}
HEADS: dict[str, tuple[str | None, str | None, str | None]] = {
    # the column that is read as predicted ratings, as the score of recommendations, as judgments; None: refused
    "user,item,rating,predicted": ("predicted", "predicted", "rating"),
    "userId,movieId,rating,prediction": ("prediction", "prediction", "rating"),
    "uid,iid,r_ui,est,details": ("est", "est", "r_ui"),
    "user,item,rating,pred": ("pred", "pred", "rating"),
    "user,item,pred,rating": ("pred", "pred", "rating"),
    "user_id,item_id,y_true,y_pred": ("y_pred", "y_pred", "y_true"),
    "user,item,true,estimated": ("estimated", "estimated", "true"),
    "usuario,item,real,predicho": ("predicho", "predicho", "real"),
    "usuario;ítem;rating;rating_pred": ("rating_pred", "rating_pred", "rating"),
    "user,item,rating,predictedRating": ("predictedRating", "predictedRating", "rating"),
    "user,item,true_rating,rating": ("rating", "rating", "true_rating"),
    "user,item,rating,rating_real": ("rating", "rating", "rating_real"),
    "user,item,score,label": ("score", "score", "label"),
    "query,doc,relevance,score": ("score", "score", "relevance"),
    "user,item,rank,score,rating": ("score", "rank", "rating"),
    "Unnamed: 0,user,item,rating,yhat": ("yhat", "yhat", "rating"),
    "user,item,actual,pred,error": ("pred", "pred", "actual"),
    ",user,item,rating": ("rating", "rating", "rating"),
    "userId,movieId,rating,timestamp,title": ("rating", "rating", "rating"),
    "user,item,rating,svd": (None, None, "rating"),
    "user,item,rating,modelo": (None, None, "rating"),
    "user,item,rating_x,rating_y": (None, None, None),
    "user,item,pred_svd,pred_knn": (None, None, None),
    "user,item,predicted_rank,rating": (None, None, "rating"),
    "user,item,score,clicks": (None, "score", None),
    "user,item,stars,score": (None, "score", None),
    "user,item,rating,score,svd": (None, "score", "rating"),
    "user,item,score,pred": (None, None, "score"),
    "user,item,rating,predicted_at": ("rating", "rating", "rating"),
    "user,item,predicted_at,pred": ("pred", "pred", None),
    "user,item,rating,predictedOn": ("rating", "rating", "rating"),
    "user,item,prediction,prediction_id": ("prediction", "prediction", None),
    "user,item,rating,predictor": (None, None, "rating"),
    "user,item,est": ("est", "est", None),
    "user,item,y_pred": ("y_pred", "y_pred", None),
    "user,item,score": ("score", "score", "score"),
    "actual,predicted": (None, None, None),
}


def columns_of(head: str) -> list[str]:
    return head.split(";" if ";" in head else ",")


def rows_of(head: str) -> list[list[Any]]:
    """Return two rows in which each number is the position of its column, and 100 more in the second."""
    columns = columns_of(head)
    return [[NUMBERS.get(name, position + more) for position, name in enumerate(columns)] for more in (0, 100)]


def as_csv(head: str, folder: Path) -> Path:
    mark = ";" if ";" in head else ","
    lines = [head, *(mark.join(map(str, row)) for row in rows_of(head))]
    path = folder / "table.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def as_parquet(head: str, folder: Path) -> Path:
    path = folder / "table.parquet"
    as_polars(head, folder).write_parquet(path)
    return path


def as_pandas(head: str, _folder: Path) -> pd.DataFrame:
    return pd.DataFrame(rows_of(head), columns=columns_of(head))


def as_polars(head: str, _folder: Path) -> pl.DataFrame:
    return pl.DataFrame(dict(zip(columns_of(head), zip(*rows_of(head), strict=True), strict=True)))


@pytest.mark.parametrize("written", [as_csv, as_pandas, as_polars, as_parquet])
@pytest.mark.parametrize("head", HEADS)
def test_the_name_of_a_column_says_which_rating_it_is(
    tmp_path: Path, head: str, written: Callable[[str, Path], Any]
) -> None:
    source, columns = written(head, tmp_path), columns_of(head)
    for kind, column in zip(("ratings", "recommendations", "judgments"), HEADS[head], strict=True):
        if column is None:
            with pytest.raises(TableError) as refused:
                read_table(source, kind)
            assert any(name in str(refused.value) for name in columns[-2:]), kind
        else:
            assert read_table(source, kind).numbers.tolist()[0] == columns.index(column), kind


def test_a_refusal_names_the_columns_and_what_to_write(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("user,item,rating,svd\n1,2,3,4\n")
    with pytest.raises(TableError) as refused:
        read_table(path, "ratings")
    assert str(refused.value) == (
        f"{path}: the columns rating, svd could each be the prediction; call only that one prediction; to name it, pass "
        "columns={'score': ...}"
    )
    assert read_table(path, "recommendations", {"score": "svd"}).numbers.tolist() == [4]


def test_lists_are_not_sorted_by_the_truth(tmp_path: Path) -> None:
    path = tmp_path / "predictions.csv"
    path.write_text("user,item,rating,predicted\nana,a,5,1.5\nana,b,1,4.5\n")
    assert evaluate(path, path, measures=["RR"], threshold=4).mean["MRR"] == 0.5
