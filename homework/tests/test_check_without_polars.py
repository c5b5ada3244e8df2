"""Where polars is missing, as in a browser, a check of a homework gives the same report, sentence by sentence."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from metrics_edu.tables.reading import sources
from metrics_homework import check_submission, init_tarea

NO_POLARS = ("polars", "metrics_edu.tables.reading.csv_and_trec")


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return init_tarea(tmp_path_factory.mktemp("course"))


def rows_of(policy: Path, part: str) -> list[list[str]]:
    _head, *rows = csv.reader((policy.parent / "data" / f"{part}.csv").read_text("utf-8").splitlines())
    return rows


def lists_of(policy: Path) -> dict[str, list[int]]:
    """Return a list of ten items of the train data for each user of the validation data."""
    items = sorted({int(item) for _user, item, *_rest in rows_of(policy, "train")})
    users = dict.fromkeys(user for user, *_rest in rows_of(policy, "validation"))
    return {user: [items[(k + shift) % len(items)] for shift in range(10)] for k, user in enumerate(users)}


def table(rows: Any) -> str:
    return "\n".join(["user,item,rating", *(",".join(map(str, row)) for row in rows)])


def submission(policy: Path, folder: Path, name: str) -> Path:
    """Write a submission with the mistake of this name."""
    lists, pairs = lists_of(policy), [row[:3] for row in rows_of(policy, "validation")]
    ratings = [(user, item, 1 + k % 5) for k, (user, item, _true) in enumerate(pairs)]
    changes = {
        "swapped": [(item, user, value) for user, item, value in ratings],
        "true": pairs,
        "of train": [(*row[:2], 3 + k % 2) for k, row in enumerate(rows_of(policy, "train"))],
        "twice": [*ratings, ratings[0], ratings[3]],
        "missing": ratings[5:],
        "off the scale": [(user, item, 9 - value) for user, item, value in ratings],
        "shifted": [(int(user) + 1, item, value) for user, item, value in ratings],
    }
    folder.mkdir()
    (folder / "ratings.csv").write_text(table(changes.get(name, ratings)))
    ranked = [(user, item, rank) for user, items in lists.items() for rank, item in enumerate(items, 1)]
    if name == "long":
        lines = ["user,item,rank", *(",".join(map(str, row)) for row in ranked[3:])]
        (folder / "ranking.csv").write_text("\n".join(lines))
    elif name == "scores":
        lines = ["user,item,score", *(f"{user},{item},{(11 - rank) // 2}" for user, item, rank in ranked)]
        (folder / "ranking.csv").write_text("\n".join(lines))
    else:
        (folder / "ranking.json").write_text(json.dumps(lists))
    (folder / "claims.json").write_text(json.dumps({"MAP@10": 0.1, "nDCG@10": 0.2, "RMSE": 1.5, "MAE": 1.25}))
    return folder


NAMES = ["right", "swapped", "true", "of train", "twice", "missing", "off the scale", "shifted", "long", "scores"]


@pytest.mark.parametrize("name", NAMES)
def test_a_report_without_polars_is_the_same(
    name: str, policy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = submission(policy, tmp_path / "mine", name)
    policy.write_text(policy.read_text("utf-8").replace("file: ranking.json", "file: [ranking.json, ranking.csv]"))
    with_polars = check_submission(folder, policy)
    for module in NO_POLARS:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(sources, "find_spec", lambda _name: None)
    without = check_submission(folder, policy)
    assert without.text() == with_polars.text()
    assert without.html() == with_polars.html()
    assert without.values == with_polars.values
    assert without.read.predicted == with_polars.read.predicted
    assert [finding.code for finding in without.findings] == [finding.code for finding in with_polars.findings]
