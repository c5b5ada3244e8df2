"""Runs larger than memory: Parquet, lazy frames and streams, scored in blocks of users, with the values that memory gives."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import metrics_edu.tables.blocks.cut_by_user as cuts_module
import metrics_edu.tables.blocks.users_on_disk as disk_module
import metrics_edu.tables.evaluate_users as evaluator_module
import metrics_edu.tables.scoring.score_users as score_module
from metrics_edu import CONVENTIONS, METRICS, Evaluation, block_schema, evaluate, measure, score_block
from metrics_edu.files.workspace import Workspace
from metrics_edu.tables.scoring.score_users import Ties
from tests import command

MEASURES = ["P@10", "Recall@10", "AP@10", "RR@10", "nDCG@10"]
USERS = ("judged", "all", "common", "with_relevant")
BLOCK_ROWS = 1500


@pytest.fixture(autouse=True)
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is large: more than 1,500 rows of both tables, cut into parts of about 700."""
    monkeypatch.setattr(evaluator_module, "MAX_ROWS", BLOCK_ROWS)
    monkeypatch.setattr(cuts_module, "ROWS_OF_A_PART", 700)


def tables(seed: int = 0, *, users: int = 150, kind: Any = int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """A run and its judgments, sorted by user, with tied scores, grades below 0, and users who are in one of them only."""
    draw = np.random.default_rng(seed)
    lists = [draw.choice(60, draw.integers(1, 20), replace=False) for _user in range(users)]
    judged = [draw.choice(80, draw.integers(1, 14), replace=False) for _user in range(users)]
    run = [(u, i) for u, items in enumerate(lists) if u % 11 for i in items]
    grades = [(u, i) for u, items in enumerate(judged) if u % 7 for i in items]
    schema = {"user": pl.Int64, "item": pl.Int64}
    left = pl.DataFrame(run, schema, orient="row").with_columns(score=pl.Series(draw.random(len(run)).round(1)))
    right = pl.DataFrame(grades, schema, orient="row").with_columns(rating=pl.Series(draw.integers(-1, 6, len(grades))))
    if kind is str:
        named = pl.format("user {}", "user").alias("user"), pl.format("item {}", "item").alias("item")
        left, right = left.with_columns(named), right.with_columns(named)
    return left, right


def write_pair(folder: Path, left: pl.DataFrame, right: pl.DataFrame) -> tuple[Path, Path]:
    """Write both tables as one Parquet file each."""
    paths = folder / "run.parquet", folder / "judged.parquet"
    for frame, path in zip((left, right), paths, strict=True):
        frame.write_parquet(path)
    return paths


def write_folders(folder: Path, left: pl.DataFrame, right: pl.DataFrame, blocks: int = 3) -> tuple[Path, Path]:
    """Write both tables as folders of files that are cut alike."""
    users = pl.concat([left["user"], right["user"]]).unique().sort()
    block = {user: k * blocks // len(users) for k, user in enumerate(users.to_list())}
    paths = folder / "run", folder / "judged"
    for frame, path in zip((left, right), paths, strict=True):
        path.mkdir(parents=True)
        for k in range(blocks):
            frame.filter(pl.col("user").replace_strict(block) == k).write_parquet(path / f"{k}.parquet")
    return paths


def values(found: Evaluation) -> pl.DataFrame:
    """The values per user, whatever holds them, sorted by user."""
    per_user = found.per_user
    frame = per_user.collect() if isinstance(per_user, pl.LazyFrame) else pl.DataFrame(per_user)
    return frame.sort("user")


def leftovers(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


@pytest.mark.long
@pytest.mark.parametrize("cut", [write_pair, write_folders])
@pytest.mark.parametrize("seed", range(20))
def test_blocks_match_in_memory_values_bit_for_bit(
    seed: int, cut: Callable[..., tuple[Path, Path]], tmp_path: Path
) -> None:
    draw = np.random.default_rng(100 + seed)
    left, right = tables(seed, kind=str if seed % 4 == 3 else int)
    convention = str(draw.choice([name for name, one in CONVENTIONS.items() if len(one.metrics) > 3]))
    names = [name for name in MEASURES if measure(name).metric in map(METRICS.get, CONVENTIONS[convention].metrics)]
    options: Any = {
        "threshold": 3,
        "convention": convention,
        "users": USERS[seed % 4],
        "ties": get_args(Ties)[seed % 7],
    }
    if options["ties"] == "expected":  # which AP@10 has not if it is divided by the hits
        names = [name for name in names if "retrieved" not in measure(name, convention).settings.values()]
    expected = evaluate(left, right, names, **options)
    found = evaluate(*cut(tmp_path, left, right), names, per_user=tmp_path / "out", progress=False, **options)
    assert len(list((tmp_path / "out").iterdir())) > 2
    assert values(found).hash_rows().to_list() == values(expected).hash_rows().to_list()
    assert found.mean == pytest.approx(expected.mean, abs=1e-12, nan_ok=True)
    assert (found.coverage, found.user_counts) == (expected.coverage, expected.user_counts)
    assert set(expected.notes) <= set(found.notes)
    assert leftovers(tmp_path) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_too_many_partitions_are_split_in_several_passes(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuts_module, "PARTS_OF_A_PASS", 3)
    monkeypatch.setattr(cuts_module, "ROWS_OF_A_PART", 300)
    left, right = tables(seed)
    found = evaluate(*write_pair(tmp_path, left, right), MEASURES, per_user=tmp_path / "out", progress=False)
    assert len(list((tmp_path / "out").iterdir())) > 6
    assert values(found).equals(values(evaluate(left, right, MEASURES)))


def test_parquet_below_the_limit_is_read_into_memory(tmp_path: Path) -> None:
    left, right = tables(1, users=30)
    left = left.rename({"item": "movie_title"})
    folder, judged = write_folders(tmp_path, left, right)
    (folder / "_temporary").mkdir()
    (folder / "_temporary" / "0.parquet").write_bytes(b"half a file")
    (folder / ".part.parquet.crc").write_bytes(b"crc")
    expected = evaluate(left, right, MEASURES, columns={"item": "movie_title"})
    for run in (folder, f"{tmp_path}/run/*.parquet", f"{tmp_path}/**/run/*.parquet"):
        found = evaluate(run, judged, MEASURES, columns={"item": "movie_title"})
        assert isinstance(found.per_user, pl.DataFrame)
        assert found.per_user.equals(expected.per_user)
        assert found.text() == expected.text()


def test_a_wide_parquet_file_is_read_as_a_wide_frame(tmp_path: Path) -> None:
    wide = pl.DataFrame({"user": [1, 2], "1": [10, 20], "2": [11, None]})
    wide.write_parquet(tmp_path / "run.parquet")
    judged = {1: {11: 5}, 2: {20: 5}}
    assert evaluate(tmp_path / "run.parquet", judged, "RR").per_user["RR"].to_list() == [0.5, 1.0]


def test_text_ids_match_numeric_ids_across_tables(tmp_path: Path) -> None:
    left, right = tables(2)
    text = right.with_columns(pl.format(" {} ", "user").alias("user"))
    expected = evaluate(left, text, MEASURES, threshold=3)
    found = evaluate(
        *write_pair(tmp_path, left, text), MEASURES, threshold=3, per_user=tmp_path / "out", progress=False
    )
    assert found.mean == pytest.approx(expected.mean, abs=1e-12)
    assert values(found).equals(values(expected))
    assert any("compared as text" in note for note in found.notes)


STREAMS: dict[str, Callable[[pl.DataFrame], Any]] = {
    "LazyFrame": pl.DataFrame.lazy,
    "Table": pl.DataFrame.to_arrow,
    "RecordBatchReader": lambda frame: frame.to_arrow().to_reader(100),
    "RecordBatch": lambda frame: frame.to_arrow().combine_chunks().to_batches()[0],
    "DuckDB": lambda frame: duckdb.from_arrow(frame.to_arrow()),
}


@pytest.mark.parametrize("kind", STREAMS)
@pytest.mark.parametrize("limit", [BLOCK_ROWS, 10**9])
def test_lazy_frames_and_streams_give_the_same_values(
    kind: str, limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluator_module, "MAX_ROWS", limit)
    left, right = tables(3)
    found = evaluate(STREAMS[kind](left), right, MEASURES, per_user=tmp_path / "out", progress=False)
    assert values(found).equals(values(evaluate(left, right, MEASURES)))
    in_blocks = limit == BLOCK_ROWS and kind != "Table"
    assert (len(list((tmp_path / "out").iterdir())) > 1) == in_blocks
    if kind == "LazyFrame" and not in_blocks:
        assert f"recommendations: the lazy frame was read into memory; its rows: {len(left)}." in found.notes


def test_a_distributed_frame_raises_instead_of_being_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("metrics_edu.tables.reading.sources._is_distributed", lambda library: library.is_duckdb())
    relation = STREAMS["DuckDB"](tables(4)[0])
    sentence = (
        "recommendations: a frame of duckdb is not collected here; evaluate it in blocks, as in docs/many_users.md"
    )
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}"):
        evaluate(relation, {1: [2]}, "RR")


def test_a_stream_without_rows_raises_an_error() -> None:
    with pytest.raises(ValueError, match=r"^recommendations cannot be read: "):
        evaluate(pa.chunked_array([[1, 2]]), {1: [2]}, "RR")


def test_scoring_in_blocks_requires_a_new_folder(tmp_path: Path) -> None:
    left, right = tables(5)
    paths = write_pair(tmp_path, left, right)
    rows = len(left) + len(right)
    with pytest.raises(ValueError, match=rf"^more than 1500 rows are scored in blocks \(here: {rows}\): "):
        evaluate(*paths, MEASURES)
    with pytest.raises(ValueError, match=f"^{re.escape(str(tmp_path))} is a file or is not empty: name a new folder"):
        evaluate(*paths, MEASURES, per_user=tmp_path)
    (tmp_path / "empty").mkdir()
    evaluate(*paths, MEASURES, per_user=tmp_path / "empty", progress=False)
    assert [path.name for path in (tmp_path / "empty").iterdir()][:1] != []


def test_values_of_few_users_are_also_written(tmp_path: Path) -> None:
    left, right = tables(6, users=20)
    found = evaluate(left, right, MEASURES, per_user=tmp_path / "new" / "out")
    assert isinstance(found.per_user, pl.LazyFrame)
    assert found.per_user.collect().equals(evaluate(left, right, MEASURES).per_user)
    assert Evaluation.from_blocks(tmp_path / "new" / "out").mean == found.mean
    assert found.users["counted"] == values(found)["user"].to_list()


def cut_users(folder: Path) -> tuple[Path, Path]:
    """Folders of which a user's rows are in two files."""
    left, right = tables(7)
    paths = write_folders(folder, left, right)
    first, last = (pl.read_parquet(paths[0] / name) for name in ("0.parquet", "2.parquet"))
    moved = first.filter(pl.col("user") == 2).head(1)
    assert len(moved)
    first.filter((pl.col("user") != 2) | (pl.col("item") != moved["item"][0])).write_parquet(paths[0] / "0.parquet")
    pl.concat([last, moved]).write_parquet(paths[0] / "2.parquet")
    return paths


@pytest.mark.parametrize("users", USERS)
def test_a_user_in_two_blocks_raises_an_error_naming_it(users: Any, tmp_path: Path) -> None:
    paths = cut_users(tmp_path)
    with pytest.raises(
        ValueError, match=r"^user 2 is in blocks 0\.parquet and 2\.parquet, but all rows of a user must be in one"
    ):
        evaluate(*paths, MEASURES, users=users, per_user=tmp_path / "out", progress=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["judged", "run"]
    lazy = pl.scan_parquet(paths[0] / "*.parquet")  # which has no files to pair
    found = evaluate(lazy, paths[1], MEASURES, users=users, per_user=tmp_path / "out", progress=False)
    whole = pl.read_parquet(paths[0] / "*.parquet"), pl.read_parquet(paths[1] / "*.parquet")
    assert values(found).equals(values(evaluate(*whole, MEASURES, users=users)))


def test_duplicate_users_are_found_across_several_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_module, "USERS_AT_ONCE", 20)
    with pytest.raises(ValueError, match=r"^user 2 is in blocks"):
        evaluate(*cut_users(tmp_path), MEASURES, per_user=tmp_path / "out", progress=False)


def evaluated(folder: Path, seed: int, judged_as: int, **options: Any) -> tuple[Evaluation, Evaluation]:
    """A run in blocks, and in memory."""
    left, right = tables(seed)[0], tables(judged_as)[1]
    paths = write_folders(folder, left, right)
    found = evaluate(*paths, MEASURES, threshold=3, per_user=folder / "out", progress=False, **options)
    return found, evaluate(left, right, MEASURES, threshold=3, **options)


def test_an_evaluation_in_blocks_reports_the_same_results(tmp_path: Path) -> None:
    found, expected = evaluated(tmp_path, 8, 8)
    assert found.text() == expected.text()
    assert found.html() == expected.html()
    assert found.interval() == expected.interval()
    normal = found.interval(method="normal")
    assert normal == {mean: pytest.approx(ends, abs=1e-12) for mean, ends in expected.interval(method="normal").items()}
    for sentence, ask in {
        "users in files are not listed in memory": lambda: found.users,
        "diagnose needs all lists in memory": found.as_run,
        "user 11 is not in the means": lambda: found.ranking(7777) and found.ranking(11),
    }.items():
        with pytest.raises(ValueError, match=sentence.replace("11", r"\d+")):
            ask()


@pytest.mark.long
@pytest.mark.parametrize("cut", [write_pair, write_folders])
@pytest.mark.parametrize("kind", [int, str])
def test_explaining_a_user_reads_only_one_block(cut: Any, kind: Any, tmp_path: Path) -> None:
    left, right = tables(9, kind=kind)
    paths = cut(tmp_path, left, right)
    found = evaluate(*paths, MEASURES, threshold=3, users="all", per_user=tmp_path / "out", progress=False)
    expected = evaluate(left, right, MEASURES, threshold=3, users="all")
    for user in [*expected.names[:15], str(expected.names[-1])]:
        assert found.explain(user, "AP@10").text() == expected.explain(user, "AP@10").text()
    if cut is write_folders:
        for path in paths:
            (path / "0.parquet").write_bytes(b"PAR1")
        last = max(expected.names)
        assert found.explain(last).value == expected.explain(last).value


def test_explaining_a_user_of_a_stream_raises_an_error(tmp_path: Path) -> None:
    left, right = tables(10)
    found = evaluate(STREAMS["RecordBatchReader"](left), right, MEASURES, per_user=tmp_path / "out", progress=False)
    with pytest.raises(ValueError, match=r"^recommendations is a stream, which cannot be read again"):
        found.explain(values(found)["user"][0])


def test_evaluations_are_compared_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, expected = evaluated(tmp_path / "a", 11, 11)
    theirs, expected_theirs = evaluated(tmp_path / "b", 12, 11)
    right = expected.compare(expected_theirs)
    for at_once in (10**6, 40):
        monkeypatch.setattr("metrics_edu.tables.blocks.compare_users.USERS_AT_ONCE", at_once)
        for a, b in ((ours, theirs), (ours, expected_theirs), (expected, theirs)):
            for row, known in zip(a.compare(b).rows, right.rows, strict=True):
                assert (row.name, row.wins, row.ties, row.losses) == (known.name, known.wins, known.ties, known.losses)
                assert [row.mean, row.other] == pytest.approx([known.mean, known.other], abs=1e-12)
                assert row.p == pytest.approx(known.p, abs=0.05)
    other, _expected = evaluated(tmp_path / "c", 12, 13)
    with pytest.raises(ValueError, match=r"^the evaluations have different judgments"):
        ours.compare(other)


def test_equal_scores_keep_their_order_in_blocks(tmp_path: Path) -> None:
    left, right = tables(14)
    left = left.sample(fraction=1, shuffle=True, seed=1)  # so that the order of equal scores is that of these rows
    found = evaluate(*write_pair(tmp_path, left, right), MEASURES, per_user=tmp_path / "out", progress=False)
    assert values(found).equals(values(evaluate(left, right, MEASURES)))
    assert any(note.endswith("they keep their order in the data.") for note in found.notes)


def test_a_broken_file_is_named_and_leaves_no_files(tmp_path: Path) -> None:
    paths = write_folders(tmp_path, *tables(15))
    whole = (paths[0] / "1.parquet").read_bytes()
    (paths[0] / "1.parquet").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ValueError, match=rf"^{re.escape(str(paths[0] / '1.parquet'))} cannot be read as Parquet: "):
        evaluate(*paths, MEASURES, per_user=tmp_path / "out", progress=False)
    damaged = whole[:200] + bytes(len(whole) - 500) + whole[-300:]  # its footer is good
    (paths[0] / "1.parquet").write_bytes(damaged)
    with pytest.raises(ValueError, match=rf"^{re.escape(str(paths[0] / '1.parquet'))} cannot be read as Parquet: "):
        evaluate(*paths, MEASURES, per_user=tmp_path / "out", progress=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["judged", "run"]


BIG = """
import resource, sys
import metrics_edu.tables.blocks.cut_by_user as cuts, metrics_edu.tables.evaluate_users as evaluator
from metrics_edu import evaluate
evaluator.MAX_ROWS, cuts.ROWS_OF_A_PART = 100, int(sys.argv[4])
if sys.argv[5] != "0":
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[5]),) * 2)
try:
    evaluate(sys.argv[1], sys.argv[2], "AP@10", per_user=sys.argv[3], progress=False)
except OSError as error:
    print(error.filename, error.strerror)
"""
"""Evaluates in a separate process, which may not write files larger than some bytes."""


def start(folder: Path, rows_of_a_part: int, largest: int) -> subprocess.Popen[str]:
    paths = [*write_pair(folder, *tables(16, users=1000)), folder / "out", rows_of_a_part, largest]
    return subprocess.Popen([sys.executable, "-c", BIG, *map(str, paths)], stdout=subprocess.PIPE, text=True)


@pytest.mark.long
def test_a_full_disk_is_reported_and_leaves_no_files(tmp_path: Path) -> None:
    process = start(tmp_path, 10_000, 4000)
    said, _none = process.communicate(timeout=120)
    assert said.startswith(f"{tmp_path}/.out.")
    assert said.endswith("the file would be too large\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["judged.parquet", "run.parquet"]


@pytest.mark.long
def test_a_killed_process_leaves_no_result(tmp_path: Path) -> None:
    process = start(tmp_path, 100, 0)
    while not list(tmp_path.glob(".out.values.*/values/part-00001.parquet")):
        assert process.poll() is None
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("kind", [int, str])
@pytest.mark.parametrize("users", USERS)
def test_a_block_may_lack_either_table(kind: Any, users: Any) -> None:
    left, right = tables(17, users=8, kind=kind)
    types = {"long": pl.Int64, "string": pl.String, "double": pl.Float64}
    schema = {name: types[of] for name, of in block_schema(MEASURES, id="long" if kind is int else "string").items()}
    no_types = pl.DataFrame({"user": [], "item": []})
    for a, b in (
        (left, right.clear()),
        (left.clear(), right),
        (left.clear(), right.clear()),
        (left, no_types),
        ({}, right),
    ):
        block = score_block(a, b, MEASURES, threshold=3, users=users)
        assert dict(block.schema) == schema
    assert score_block(left, right.clear(), MEASURES, users="all")["listed"].sum() == len(left)
    assert score_block(left.clear(), right, MEASURES, users="all")["judged"].sum() == len(right)
    assert score_block(left, {}, MEASURES, users="judged").is_empty()


def test_block_schema_matches_the_block() -> None:
    left, right = tables(18, users=8)
    for kind, frame in (("long", left), ("string", left.cast({"user": pl.String}))):
        block = score_block(frame.to_arrow(), right, MEASURES)
        schema = block_schema(MEASURES, id=kind)  # type: ignore[arg-type]
        assert block.schema.names == [*schema]
        assert block.cast(schema.arrow).schema == schema.arrow
        assert [str(of) for of in block.schema.types][1:] == [str(of) for of in schema.arrow.types][1:]
    assert schema.ddl.startswith("`user` string, `listed` long")
    with pytest.raises(ValueError, match=r"^id must be one of 'long', 'string'; got 'int'"):
        block_schema(MEASURES, id="int")  # type: ignore[arg-type]


def test_ids_of_64_bits_keep_their_type(tmp_path: Path) -> None:
    high = 2**63
    users = pl.Series([high, 5, high + 7], dtype=pl.UInt64)
    left = pl.DataFrame({"user": users, "item": [1, 2, 3]})
    for right in (left, left.with_columns(pl.Series("user", [5, 6, 7], dtype=pl.Int64))):
        found = score_block(left, right, "RR")
        assert found.schema["user"] == pl.UInt64
        assert set(users) <= set(found["user"])
    small = left.filter(pl.col("user") == 5)
    assert score_block(small, small, "RR").schema["user"] == pl.UInt64
    below = pl.DataFrame({"user": [-1], "item": [1]})
    assert score_block(small, below, "RR")["user"].to_list() == [-1, 5]
    assert set(score_block(left, below, "RR")["user"]) == {"9223372036854775808", "5", "9223372036854775815", "-1"}


def test_from_blocks_reads_files_written_by_an_engine(tmp_path: Path) -> None:
    left, right = tables(19)
    parts = [
        score_block(left.filter(of), right.filter(of), MEASURES, threshold=3)
        for of in (pl.col("user") < 70, pl.col("user") >= 70)
    ]
    for k, part in enumerate(parts):
        part.filter(pl.col("judged") > 0).write_parquet(tmp_path / f"{k}.parquet")
    expected = evaluate(left, right, MEASURES, threshold=3)
    for source in (
        tmp_path,
        pl.read_parquet(tmp_path),
        pl.read_parquet(tmp_path).to_pandas(),
        pl.scan_parquet(tmp_path),
    ):
        found = Evaluation.from_blocks(source)
        assert found.mean == pytest.approx(expected.mean, abs=1e-12)
        assert values(found).equals(values(expected))
    assert "Users in the means: 128." in found.text()
    assert found.compare(expected).rows[0].ties == len(values(expected))
    for sentence, ask in {
        "^coverage needs the lists": lambda: found.coverage,
        "^the lists of the users are not known here": lambda: found.explain(1),
        "^per_user: there is no column 'relevant', which score_block returns": lambda: Evaluation.from_blocks(
            parts[0].drop("relevant")
        ),
        "^per_user: no column names a measure": lambda: Evaluation.from_blocks(parts[0].drop(MEASURES)),
        "^per_user: there are no rows": lambda: Evaluation.from_blocks(parts[0].clear()),
        "none has no Parquet file$": lambda: Evaluation.from_blocks(tmp_path / "none"),
        "^per_user: user 1 has two rows; expected one$": lambda: Evaluation.from_blocks(
            pl.concat([*parts, parts[0].head(1)])
        ),
    }.items():
        with pytest.raises(ValueError, match=sentence):
            ask()


def test_every_process_reuses_its_own_thread_pool() -> None:
    pool = score_module._pool(os.getpid())
    assert score_module._pool(os.getpid()) is pool
    assert score_module._pool(os.getpid() + 1) is not pool


def test_the_progress_bar_shows_rows_per_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    evaluate(*write_pair(tmp_path, *tables(20)), MEASURES, per_user=tmp_path / "out")
    seen = capsys.readouterr().err
    assert "The tables are cut into blocks of users in " in seen
    assert "rows/s" in seen
    evaluate(*write_pair(tmp_path, *tables(20)), MEASURES, per_user=tmp_path / "again", progress=False)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("cut", [write_pair, write_folders])
def test_ids_below_0_have_one_type_in_all_blocks(cut: Any, tmp_path: Path) -> None:
    left, right = (
        frame.with_columns((pl.col("user") - 1).cast(pl.Int32), (pl.col("item") - 1).cast(pl.Int32))
        for frame in tables(21)
    )
    found = evaluate(*cut(tmp_path, left, right), MEASURES, users="all", per_user=tmp_path / "out", progress=False)
    expected = evaluate(left, right, MEASURES, users="all")
    assert values(found).equals(values(expected))
    assert found.coverage == expected.coverage
    assert found.explain(3).value == expected.explain(3).value


def test_a_user_of_19_digits_is_found(tmp_path: Path) -> None:
    left, right = (frame.with_columns(pl.col("user") + 1234567890123456789) for frame in tables(22))
    found = evaluate(*write_pair(tmp_path, left, right), MEASURES, per_user=tmp_path / "out", progress=False)
    user = found.names[3]
    assert found.explain(user).value == evaluate(left, right, MEASURES).explain(user).value
    for no_user in (2**70, "007", "x"):
        with pytest.raises(ValueError, match=f"^user {no_user!r} is not in the means$"):
            found.explain(no_user)


def test_the_convention_is_kept_in_the_files(tmp_path: Path) -> None:
    left, right = tables(23)
    options: Any = {"threshold": 3, "convention": "trec_eval"}
    made = evaluate(left, right, MEASURES, per_user=tmp_path / "out", **options)
    found = Evaluation.from_blocks(tmp_path / "out")
    assert found.measures == made.measures
    assert found.compare(made).rows[0].losses == 0
    assert "Relevant: grade 3 or higher." in found.text()
    ours, theirs = evaluate(left, right, ["AP@10"]), evaluate(left, right, ["AP@10"], convention="trec_eval")
    with pytest.raises(ValueError, match=r"share no measure; they have AP@10 \(parra\) and AP@10 \(trec_eval\)$"):
        ours.compare(theirs)


def test_two_conventions_of_one_measure_are_read_back(tmp_path: Path) -> None:
    left, right = tables(24)
    wanted = [measure("AP@10", convention=name) for name in ("trec_eval", "sklearn")]
    made = evaluate(left, right, wanted, per_user=tmp_path / "out")
    assert Evaluation.from_blocks(tmp_path / "out").mean == made.mean


def test_intervals_do_not_depend_on_blocks(tmp_path: Path) -> None:
    left, right = tables(25)
    found = evaluate(*write_pair(tmp_path, left, right), MEASURES, per_user=tmp_path / "out", progress=False)
    expected = evaluate(left, right, MEASURES).interval()
    assert found.interval() == {mean: pytest.approx(ends, abs=1e-12) for mean, ends in expected.items()}
    assert not any("removed at the end" in note for note in found.notes)


BAD_FOLDERS: dict[str, tuple[Any, str]] = {
    "no path": (5, r"^per_user must be the path of a new folder on this machine; got 5$"),
    "nothing": ("", r"^per_user must be the path of a new folder on this machine; got ''$"),
    "an address": ("s3://b/out", r"^per_user must be the path of a new folder on this machine; got 's3://b/out'$"),
    "no home": ("~nobody-of-this-name/x", r"^per_user must be the path of a new folder; ~nobody-of-this-name/x: "),
    "a file": ("run.parquet", r"run\.parquet is a file or is not empty: name a new folder"),
    "inside": ("run/values", r"run/values is inside run, an input folder: name a folder elsewhere$"),
}


@pytest.mark.parametrize("name", BAD_FOLDERS)
def test_a_folder_that_cannot_be_created_raises_an_error(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_pair(tmp_path, *tables(26))
    write_folders(tmp_path, *tables(26))
    monkeypatch.chdir(tmp_path)
    folder, sentence = BAD_FOLDERS[name]
    with pytest.raises(ValueError, match=sentence):
        evaluate("run", "judged", MEASURES, per_user=folder)
    with pytest.raises(ValueError, match="no such file"):
        evaluate("none", "judged", MEASURES, per_user="new/parent/out")
    assert not Path("new").exists()


def test_the_result_folder_has_default_permissions(tmp_path: Path) -> None:
    evaluate(*tables(27, users=9), MEASURES, per_user=tmp_path / "out")
    (tmp_path / "other").mkdir()
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_relative_paths_work_after_changing_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = tables(28)
    write_folders(tmp_path, left, right)
    monkeypatch.chdir(tmp_path)
    found = evaluate("run", "judged", MEASURES, users="all", per_user="out", progress=False)
    monkeypatch.chdir("/")
    assert found.explain(1).value == evaluate(left, right, MEASURES, users="all").explain(1).value


def test_odd_folders_are_read_or_rejected(tmp_path: Path) -> None:
    left, right = tables(29, users=9)
    spark = tmp_path / "day.parquet"
    spark.mkdir()
    left.write_parquet(spark / "part-0.parquet")
    (spark / "_SUCCESS").write_bytes(b"")
    (spark / ".part-0.parquet.crc").write_bytes(b"crc")
    for path in (tmp_path, spark, spark / "*", tmp_path / "day*"):
        assert evaluate(path, right, MEASURES).mean == evaluate(left, right, MEASURES).mean
    (tmp_path / "rating=5").mkdir()
    right.drop("rating").write_parquet(tmp_path / "rating=5" / "0.parquet")
    with pytest.raises(
        ValueError, match=r"rating=5/0\.parquet: the column rating is in the name of a folder; write it"
    ):
        evaluate(left, tmp_path / "rating=5", MEASURES)
    left.cast({"user": pl.String}).write_parquet(spark / "part-1.parquet")
    with pytest.raises(
        ValueError, match=r"part-1\.parquet: the column user is String here and Int64 in .*part-0\.parquet$"
    ):
        evaluate(spark, right, MEASURES)


BAD_LAZY: dict[str, tuple[Callable[[], pl.LazyFrame], str]] = {
    "no number": (
        lambda: pl.LazyFrame({"user": [1.0, float("nan")] * 900, "item": range(1800)}),
        r"^(a part of )?recommendations: the user must be a whole number or text; got nan at row ",
    ),
    "lists": (
        lambda: pl.LazyFrame({"user": [[1]] * 1800, "item": range(1800)}),
        r"^(a lazy frame cannot be read|recommendations: the user must be)",
    ),
    "a bad query": (
        lambda: pl.LazyFrame({"user": ["a"] * 1800, "item": range(1800)}).with_columns(pl.col("user").cast(pl.Int64)),
        r"^a lazy frame cannot be read: conversion from `str` to `i64` failed",
    ),
}


@pytest.mark.parametrize("name", BAD_LAZY)
@pytest.mark.parametrize("limit", [BLOCK_ROWS, 10**9])
def test_a_bad_lazy_frame_raises_a_sentence(
    name: str, limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluator_module, "MAX_ROWS", limit)
    make, sentence = BAD_LAZY[name]
    with pytest.raises(ValueError, match=sentence):
        evaluate(make(), {1: [2]}, "RR", per_user=tmp_path / "out", progress=False)
    assert list(tmp_path.iterdir()) == []


def test_integers_of_128_bits_are_valid_ids() -> None:
    left = pl.DataFrame({"user": pl.Series([1, 2], dtype=pl.Int128), "item": [3, 4]})
    assert evaluate(left, {1: [3], 2: [5]}, "RR").per_user["RR"].to_list() == [1.0, 0.0]


BAD_VALUES: dict[str, tuple[Any, str]] = {
    "a number": (5, r"^per_user must be a path or a frame of rows that score_block returned; got int$"),
    "text": (
        pl.DataFrame({"user": [1], "listed": [1], "judged": [1], "relevant": [1], "RR": ["x"]}),
        "must have numbers",
    ),
    "no measure": (
        pl.DataFrame({"user": [1], "listed": [1], "judged": [1], "relevant": [1], "country": [1]}),
        r"^per_user: the column 'country' names no measure: unknown measure",
    ),
    "no user": (
        pl.DataFrame({"user": [None, 1], "listed": [1, 1], "judged": [1, 1], "relevant": [1, 1], "RR": [0.5, 1]}),
        r"^per_user: a user is missing$",
    ),
}


@pytest.mark.parametrize("name", BAD_VALUES)
def test_from_blocks_rejects_bad_values_in_a_sentence(name: str) -> None:
    rows, sentence = BAD_VALUES[name]
    with pytest.raises(ValueError, match=sentence):
        Evaluation.from_blocks(rows)


def test_from_blocks_reads_a_mapping_of_values() -> None:
    block = score_block({"u": ["a", "x"]}, {"u": ["a"]}, "P@2")
    assert Evaluation.from_blocks(block).mean == {"mean P@2": 0.5}


def test_the_parameters_of_a_measure_are_kept_in_the_files(tmp_path: Path) -> None:
    left, right = tables(2, users=40)
    linear = measure("nDCG@10", gain="linear")
    both = evaluate(left, right, ["nDCG@10", linear, measure("AvgRp@2+5")], per_user=tmp_path / "values")
    found = Evaluation.from_blocks(tmp_path / "values")
    assert [*found.measures.values()] == [*both.measures.values()]
    assert found.table() == both.table()
    with pytest.raises(ValueError, match="share no measure"):
        Evaluation.from_blocks(tmp_path / "values").compare(evaluate(left, right, ["P@3"]))


def test_files_behind_links_are_read_once_and_dangling_links_are_named(tmp_path: Path) -> None:
    run, disk = tmp_path / "run", tmp_path / "disk"
    for folder, user in ((run / "a", 1), (disk, 2)):
        folder.mkdir(parents=True)
        pl.DataFrame({"user": [user], "item": [10 * user]}).write_parquet(folder / "0.parquet")
    (run / "linked").symlink_to(disk)
    (run / "a" / "again").symlink_to(run)
    judged = {1: [10], 2: [20]}
    assert evaluate(run, judged, "RR").mean == {"MRR": 1.0}
    for pattern in ("**/*", "**", "*/*.parquet", "**/*.parquet"):
        assert evaluate(run / pattern, judged, "RR").mean == {"MRR": 1.0}, pattern
    (run / "_temporary").mkdir()
    (run / "_temporary" / "0.parquet").write_text("half")
    assert evaluate(run / "**/*.parquet", judged, "RR").mean == {"MRR": 1.0}
    (run / "gone.parquet").symlink_to(tmp_path / "nowhere")
    with pytest.raises(ValueError, match=r"gone\.parquet"):
        evaluate(run, judged, "RR")


@pytest.mark.parametrize("column", ["user", "item"])
@pytest.mark.parametrize("high", [0, 2**63])
def test_unsigned_and_negative_ids_have_one_type_in_all_blocks(column: str, high: int, tmp_path: Path) -> None:
    left, right = tables(6)
    left = left.with_columns(pl.col(column).cast(pl.UInt64))
    if high:
        left = left.with_columns(
            pl.when(pl.col(column) == 5).then(pl.lit(high, pl.UInt64)).otherwise(column).alias(column)
        )
    right = right.with_columns(pl.when(pl.col(column) == 3).then(-pl.col(column)).otherwise(column).alias(column))
    expected = evaluate(pl.DataFrame(left.head(10**6)), right, MEASURES)
    found = evaluate(*write_pair(tmp_path, left, right), MEASURES, per_user=tmp_path / "values")
    users = pl.col("user").cast(pl.String)
    ours, theirs = (values(one).with_columns(users).sort("user") for one in (found, expected))
    assert ours.equals(theirs)
    assert found.coverage == expected.coverage


@pytest.mark.parametrize("dtype", ["Int64", "string"])
def test_a_missing_id_in_a_nullable_frame_raises(dtype: str) -> None:
    import pandas as pd

    frame = pd.DataFrame({"user": pd.array([1, None, 2], dtype="Int64").astype(dtype), "item": [10, 10, 10]})
    with pytest.raises(ValueError, match="the user must be a whole number or text; got nothing at row 2"):
        evaluate({1: [10], 2: [10]}, frame, "RR")
    frame = pd.DataFrame({"user": [1, 2], "item": pd.to_datetime(["2020-01-01", None])})
    with pytest.raises(ValueError, match="got nothing at row 2"):
        evaluate({1: [10], 2: [10]}, frame, "RR")


def test_a_workspace_removes_files_that_threads_write_late(tmp_path: Path) -> None:
    with Workspace(tmp_path / "out") as workspace:
        folder = workspace.folder("parts")
        late = threading.Timer(0.1, lambda: (folder.mkdir(parents=True), (folder / "late").touch()))
        workspace.callback(late.join)
        workspace.callback(late.start)
        workspace.callback(shutil.rmtree, folder.parent)
    assert leftovers(tmp_path) == []


def test_a_file_at_which_polars_panics_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run, judged = write_pair(tmp_path, *tables(4))
    whole = run.read_bytes()
    panicked = False
    for place in range(len(whole) - 600, len(whole) - 8):
        run.write_bytes(whole[:place] + bytes([221]) + whole[place + 1 :])
        try:
            pl.scan_parquet(run).collect()
        except pl.exceptions.PolarsError:
            continue
        except pl.exceptions.PanicException:
            panicked = True
            break
    assert panicked
    with pytest.raises(ValueError, match=r"run\.parquet cannot be read as Parquet"):
        evaluate(run, judged, "RR", per_user=tmp_path / "values")


def test_the_current_folder_is_rejected_as_result_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="a mounted disk or the current folder"):
        evaluate(*tables(1), "RR", per_user=".")


def test_from_blocks_names_a_broken_file_of_values(tmp_path: Path) -> None:
    evaluate(*tables(1), "RR", per_user=tmp_path / "values")
    file = tmp_path / "values" / "part-00000.parquet"
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(ValueError, match=r"part-00000\.parquet cannot be read as Parquet"):
        Evaluation.from_blocks(tmp_path / "values")


def test_the_table_is_printed_before_explain_raises_an_error(tmp_path: Path) -> None:
    run, judged = write_pair(tmp_path, *tables(1, users=20))
    ran = command.run("evaluate", str(run), str(judged), "-m", "RR", "--explain", "999")
    assert ran.exit_code == 2
    assert "MRR" in ran.stdout
    assert "999" in ran.stderr


def test_a_wide_lazy_frame_is_not_collected() -> None:
    frame = pl.LazyFrame({"user": [1], "1": [10], "2": [20]})
    with pytest.raises(
        ValueError, match=r"a lazy frame with one column per rank cannot be read; call \.collect\(\) on it"
    ):
        evaluate(frame, {1: [10]}, "RR")
    assert evaluate(frame.collect(), {1: [10]}, "RR").mean == {"MRR": 1.0}


def test_a_query_with_a_missing_column_raises_a_sentence() -> None:
    left, right = tables(1)
    with pytest.raises(ValueError, match=r"^recommendations: .*nope"):
        evaluate(left.lazy().select("user", "nope"), right, "RR")
