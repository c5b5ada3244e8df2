"""One case of benchmarks/size.py per process: python size_cases.py CASE FOLDER. It prints a line of JSON."""

import json
import sys
import time
from pathlib import Path

sys.path.pop(0)  # this folder has files that are called like the libraries
CASE, FOLDER = sys.argv[1], Path(sys.argv[2])
MEASURES = ["P@10", "Recall@10", "AP@10", "RR@10", "nDCG@10"]


def say(**facts):
    """Print what was found."""
    print(json.dumps(facts), flush=True)


def frames():
    """Return both tables as frames of polars."""
    import polars as pl

    return [pl.read_parquet(FOLDER / side / "*.parquet") for side in ("run", "judged")]


def scored(run, judged, **options):
    """Evaluate and print the means."""
    from metrics_edu import evaluate

    found = evaluate(run, judged, MEASURES, threshold=4, progress=False, **options)
    say(mean=[*found.mean.values()])
    return found


def case_frames():
    """Frames in memory, and a row per user."""
    assert len(scored(*frames()).per_user)


def arrays():
    """Return the columns of both tables, as arrays that any library makes a frame of."""
    import numpy as np

    columns = {"run": ["user", "item", "score"], "judged": ["user", "item", "rating"]}
    return [{of: np.load(FOLDER / f"{side}-{of}.npy") for of in names} for side, names in columns.items()]


def case_arrays():
    """Frames that are made of arrays, and a row per user."""
    import polars as pl

    assert len(scored(*map(pl.DataFrame, arrays())).per_user)


def case_pairs():
    """Folders that are cut alike."""
    import metrics_edu.tables.evaluate_users as evaluator

    evaluator.MAX_ROWS = min(evaluator.MAX_ROWS, 5_000_000)  # so that fewer users are cut also
    scored(FOLDER / "run", FOLDER / "judged", per_user=FOLDER / "out")


def case_spill():
    """The same files as lazy frames, which are cut by a hash."""
    import polars as pl

    scored(*(pl.scan_parquet(FOLDER / side / "*.parquet") for side in ("run", "judged")), per_user=FOLDER / "out")


def case_csv():
    """Two CSV files."""
    scored(*_csv_files())


def _csv_files():
    files = [FOLDER / f"{side}.csv" for side in ("run", "judged")]
    if not all(file.exists() for file in files):
        for file, frame in zip(files, frames(), strict=True):
            frame.write_csv(file)
    return files


def case_parts():
    """CPU seconds of `evaluate` alone, with ids of both kinds and rows in any order."""
    import polars as pl

    from metrics_edu import evaluate

    def seconds(function):
        begun = time.process_time()
        result = function()
        return time.process_time() - begun, result

    def evaluated(tables):
        def means():
            evaluation = evaluate(*tables, MEASURES, threshold=4, progress=False)
            assert evaluation.mean
            return evaluation

        return seconds(means)

    tables = frames()
    found = {}
    evaluated(tables)
    found["evaluate"], evaluation = evaluated(tables)
    found["coverage"], _coverage = seconds(lambda: evaluation.coverage)
    found["interval"], _interval = seconds(evaluation.interval)
    found["text"], _text = seconds(evaluation.text)
    shuffled = [table.sample(fraction=1, shuffle=True, seed=1) for table in tables]
    found["shuffled rows"], _evaluation = evaluated(shuffled)
    texts = [pl.format(f"{name} {{}}", name).alias(name) for name in ("user", "item")]
    found["ids that are text"], _evaluation = evaluated([table.with_columns(texts) for table in tables])
    say(**found)


def case_conventions():
    """The means under the conventions of RecTools and RePlay."""
    from metrics_edu import evaluate

    options = {"threshold": 4, "users": "with_relevant", "progress": False}
    named = {"RecTools": "rectools", "RePlay": "replay"}
    tables = frames()
    say(
        **{
            title: [*evaluate(*tables, MEASURES, convention=name, **options).mean.values()]
            for title, name in named.items()
        }
    )


def case_rectools():
    """RecTools, from arrays to frames of pandas: its environment has no reader of Parquet."""
    import pandas as pd

    _rectools(*map(pd.DataFrame, arrays()))


def case_rectools_csv():
    """RecTools, from CSV."""
    import pandas as pd

    _rectools(*(pd.read_csv(FOLDER / f"{side}.csv") for side in ("run", "judged")))


def _rectools(run, judged):
    """RecTools by its quickest way, as rectools.py has it."""
    import runpy

    path = list(sys.path)
    means = runpy.run_path(str(Path(__file__).with_name("rectools.py")))["means"]
    sys.path[:] = path  # which that file shortens, as this one does
    say(mean=[*means(run, judged).values()])


def case_replay():
    """RePlay, with frames of polars."""
    import polars as pl
    from replay.metrics import MAP, MRR, NDCG, OfflineMetrics, Precision, Recall

    run, judged = map(pl.DataFrame, arrays())
    columns = {"query_column": "user", "item_column": "item", "rating_column": "score"}
    metrics = OfflineMetrics([metric(10) for metric in (Precision, Recall, MAP, MRR, NDCG)], **columns)
    found = metrics(run, judged.filter(pl.col("rating") >= 4))
    say(mean=[found[f"{name}@10"] for name in ("Precision", "Recall", "MAP", "MRR", "NDCG")])


def case_spark(change=lambda text: text):
    """Spark, by the recipe of docs/many_users.md."""
    import re

    docs = Path(sys.modules["metrics_edu"].__file__).parents[1] / "docs" / "many_users.md"
    [recipe] = re.findall(r"```python\n(import os\n.*?)```", docs.read_text("utf-8"), flags=re.DOTALL)
    from metrics_edu import Evaluation

    for path, at in {"run/": "run", "judged/": "judged", "values/": "out"}.items():
        recipe = recipe.replace(f'"{path}"', repr(str(FOLDER / at)))
    exec(compile(change(recipe), str(docs), "exec"), {"__name__": "__main__"})
    say(mean=[*Evaluation.from_blocks(FOLDER / "out").mean.values()])


def case_spark_killed():
    """The same, and the first worker of a bucket kills itself."""
    mark = FOLDER / "killed"
    mark.unlink(missing_ok=True)
    kill = (
        "def kill_one():\n    import os, signal\n    try:\n"
        f"        os.close(os.open({str(mark)!r}, os.O_CREAT | os.O_EXCL))\n"
        "    except FileExistsError:\n        return\n    os.kill(os.getpid(), signal.SIGKILL)\n\n\n"
    )
    case_spark(lambda text: kill + text.replace("def score(run, judged):", "def score(run, judged):\n    kill_one()"))


def random_tables(seed):
    """Return a run and judgments of 80 users: some lack one of them, scores are tied, grades may be below 0."""
    import numpy as np
    import polars as pl

    draw = np.random.default_rng(seed)
    tables = []
    for most, column in ((20, "score"), (14, "rating")):
        lists = {u: draw.choice(60, draw.integers(1, most), replace=False) for u in range(80) if draw.random() < 0.9}
        rows = [(user, item) for user, items in lists.items() for item in items]
        frame = pl.DataFrame(rows, {"user": pl.Int64, "item": pl.Int64}, orient="row")
        tables.append(frame.with_columns(pl.Series(column, draw.integers(-1, 6, len(rows)))))
    return tables


def write_pairs(tables):
    """Write both tables as two files that are cut alike; return the folders."""
    import shutil

    import polars as pl

    sides = FOLDER / "run", FOLDER / "judged"
    for side, frame in zip(sides, tables, strict=True):
        shutil.rmtree(side, ignore_errors=True)
        side.mkdir()
        for k in range(2):
            frame.filter(pl.col("user") // 40 == k).write_parquet(side / f"{k}.parquet")
    return sides


def case_equality():
    """Values per user in pairs, cut by a hash and in memory, by hash, for random runs x conventions x users x ties."""
    import shutil
    from itertools import product
    from typing import get_args

    import polars as pl

    import metrics_edu.tables.blocks.cut_by_user as cuts
    import metrics_edu.tables.evaluate_users as evaluator
    from metrics_edu import CONVENTIONS, METRICS, evaluate, measure
    from metrics_edu.tables.scoring.score_users import Ties, Users

    evaluator.MAX_ROWS, cuts.ROWS_OF_A_PART = 1000, 500
    known = {name: {METRICS[metric] for metric in one.metrics} for name, one in CONVENTIONS.items()}
    compared, equal, apart = 0, 0, 0.0
    for seed in range(20):
        tables = random_tables(seed)
        sides = write_pairs(tables)
        for convention, users, ties in product(CONVENTIONS, get_args(Users), get_args(Ties)):
            names = [name for name in MEASURES if measure(name).metric in known[convention]]
            if ties == "expected":  # which AP@10 has not if it is divided by the hits
                names = [name for name in names if "retrieved" not in measure(name, convention).settings.values()]
            if not names:
                continue
            options = {"threshold": 3, "convention": convention, "users": users, "ties": ties, "progress": False}
            expected = evaluate(*tables, names, **options)
            wanted = expected.per_user.sort("user").hash_rows().to_list()
            for pair in (sides, [pl.scan_parquet(side / "*.parquet") for side in sides]):
                shutil.rmtree(FOLDER / "out", ignore_errors=True)
                found = evaluate(*pair, names, per_user=FOLDER / "out", **options)
                compared += 1
                equal += found.per_user.collect().sort("user").hash_rows().to_list() == wanted
                means = [abs(found.mean[name] - mean) for name, mean in expected.mean.items() if mean == mean]
                apart = max([apart, *means])
    say(compared=compared, equal=equal, mean=apart)


if CASE.startswith("spark"):
    import metrics_edu  # noqa: F401 - where the docs are
globals()[f"case_{CASE}"]()
