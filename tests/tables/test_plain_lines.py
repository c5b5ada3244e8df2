"""Without polars the standard library reads the files: the same lists, notes and refusals, of every kind and writing."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from metrics_edu.files.table_error import TableError
from metrics_edu.tables.reading import sources
from tests.tables import test_file_kinds as kinds
from tests.tables import test_fuzz as fuzz
from tests.tables import test_tables as tables

RUNS = {**kinds.RUNS, **{f"table, {name}": text for name, (text, _rows) in tables.RECOMMENDATIONS.items()}}
JUDGED = {
    **kinds.JUDGMENTS,
    **{f"ungraded, {name}": text for name, text in kinds.PAIRS_JUDGED.items()},
    **{f"table, {name}": text for name, (text, _rows) in tables.JUDGMENTS.items()},
}
GOOD = [("recommendations", name, text) for name, text in RUNS.items()] + [
    ("judgments", name, text) for name, text in JUDGED.items()
]
BOTH = [("recommendations", name, text) for name, (text, *_more) in kinds.BOTH_NUMBERS.items()]
BAD = [("recommendations", name, text) for name, (text, _sentence) in kinds.REFUSED.items()] + [
    ("judgments", name, text) for name, (text, _sentence) in tables.BAD_FILES.items()
]
TRUE = [
    (kind, f"{kind} of {name}", text)
    for name, text in kinds.TRUE_AND_PREDICTED.items()
    for kind in ("recommendations", "judgments")
]

ACCIDENT = re.compile(rb"\de\d|\d\.(?!\d)|\r(?!\n)")


def read(path: Path, kind: str) -> Mapping[str, Any] | str:
    """Return all of a table that is scored or reported, or the sentence of the refusal."""
    try:
        table = sources.read_table(path, kind)
    except TableError as error:
        return str(error)
    rows = range(len(table))
    return {
        "lists": [(table.user.at(row), table.item.at(row)) for row in rows],
        "number": (table.number, table.numbers.tolist()),
        "other": None if table.others is None else list(map(repr, table.others.tolist())),
        "notes": [*table.notes(table.name)],
        "columns": (table.columns, table.guessed, table.from_text),
        "where": [table.where(table.user.at(row), table.item.at(row)) for row in rows[:2]],
    }


def both(path: Path, kind: str, patch: pytest.MonkeyPatch) -> list[Any]:
    """Return what polars reads and what the standard library does."""
    found = [read(path, kind)]
    with patch.context() as without:
        without.setattr(sources, "find_spec", lambda _name: None)
        without.setitem(sys.modules, "metrics_edu.tables.reading.csv_and_trec", None)
        found.append(read(path, kind))
    return found


@kinds.each_writing
@pytest.mark.parametrize(("kind", "name", "text"), GOOD + BOTH + TRUE, ids=lambda value: value if value in RUNS else "")
def test_every_kind_is_read_alike(
    kind: str, name: str, text: str, writing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table"
    path.write_bytes(kinds.WRITINGS[writing](text.lstrip("\ufeff")))
    with_polars, without = both(path, kind, monkeypatch)
    assert without == with_polars, name
    assert not isinstance(without, str) or writing == "cp1252", without  # which puts a letter in the place of a score


@pytest.mark.parametrize(("kind", "name", "text"), BAD, ids=[name for _kind, name, _text in BAD])
def test_every_refusal_is_the_same_sentence(
    kind: str, name: str, text: str | bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tables.written(tmp_path, text, "table")
    with_polars, without = both(path, kind, monkeypatch)
    assert isinstance(without, str), name
    assert without == with_polars


@pytest.mark.long
def test_broken_files_are_read_or_refused_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for accidents: polars takes the id 1e3 for 1000, and a CR within a line for a character."""
    path, differing = tmp_path / "table", []
    for number in range(fuzz.CASES):
        rng = random.Random(number)
        other = {3: fuzz.as_json, 5: fuzz.as_trec, 6: fuzz.as_wide}.get(number % 8)
        texts = other(rng)[0] if other else fuzz.changed(rng)[0].bytes()
        for kind, text in zip(("recommendations", "judgments"), texts, strict=True):
            if ACCIDENT.search(text):
                continue
            path.write_bytes(text)
            with_polars, without = both(path, kind, monkeypatch)
            differing += [(number, kind, with_polars, without)] * (without != with_polars)
    assert not differing
