"""Runs inside the environment of Spark: all cases in one session. It prints a line of JSON per case.

python spark_cases.py FOLDER USERS: the text of docs/many_users.md is run there; only its paths are made absolute.
"""

import json
import os
import re
import sys
import time
from pathlib import Path

from metrics_edu import Evaluation, evaluate

DOCS = Path(__file__).parents[2] / "docs" / "many_users.md"
[RECIPE] = re.findall(r"```python\n(import os\n.*?)```", DOCS.read_text("utf-8"), flags=re.DOTALL)
USERS = 1000


def say(case, **facts):
    """Print what a case found."""
    print(json.dumps({"case": case} | facts), flush=True)


def frames(*, text):
    """Make a run and judgments: users without one of them, tied scores, and a bucket or more that lacks a table."""
    import numpy as np
    import polars as pl

    draw = np.random.default_rng(7)
    tables = []
    for most, column in ((20, "score"), (13, "rating")):
        user = np.repeat(np.arange(USERS), draw.integers(0, most, USERS))
        item = np.concatenate([draw.choice(60, count, replace=False) for count in np.bincount(user, minlength=USERS)])
        number = draw.integers(0, 6, len(user)) * 1.0
        frame = pl.DataFrame({"user": user, "item": item, column: number})
        tables.append(frame.with_columns(pl.format("user {}", "user").alias("user")) if text else frame)
    return tables


def run_recipe(tables, name, change=lambda text: text):
    """Run the text in a folder that has the tables; return the folder of values and the seconds."""
    folder = Path(name)
    for side, frame in zip(("run", "judged"), tables, strict=True):
        (folder / side).mkdir(parents=True)
        frame.write_parquet(folder / side / "0.parquet")
    text = change(RECIPE)
    for path in ("run/", "judged/", "values/"):  # Java does not follow a change of the folder
        text = text.replace(f'"{path}"', repr(str(folder.absolute() / path)))
    begun = time.monotonic()
    exec(compile(text, str(DOCS), "exec"), {"__name__": "__main__"})
    return folder / "values", time.monotonic() - begun


def same(tables, values):
    """Tell whether the values are bit for bit those of `evaluate`, and the means to 1e-12."""
    found = Evaluation.from_blocks(values)
    expected = evaluate(*tables, list(found.measures), threshold=4, ties="id_descending")
    ours, theirs = found.per_user.collect().sort("user"), expected.per_user.sort("user")
    return bool(ours.equals(theirs)) and all(
        abs(found.mean[name] - mean) < 1e-12 for name, mean in expected.mean.items()
    )


def with_text(text):
    """Say that ids are text."""
    return text.replace("block_schema(measures)", 'block_schema(measures, id="string")')


def kill_once(text):
    """Make the first worker of a bucket kill itself."""
    killing = "def score(run, judged):\n    kill_one()\n"
    head = (
        "\ndef kill_one():\n    import os, signal\n    try:\n        os.close(os.open(MARK, os.O_CREAT | os.O_EXCL))\n"
        "    except FileExistsError:\n        return\n    os.kill(os.getpid(), signal.SIGKILL)\n\n"
    )
    return (
        f"MARK = {str(Path('killed', 'killed').absolute())!r}\n{head}{text.replace('def score(run, judged):', killing)}"
    )


def refused(spark):
    """Return the sentence by which a frame of Spark is rejected."""
    try:
        evaluate(spark.range(3).withColumnRenamed("id", "user"), {1: [2]}, "RR")
    except ValueError as error:
        return str(error)
    return ""


def evaluator(spark, users):
    """Return the values of RankingEvaluator, user by user: list and relevant items, one character an item."""
    from pyspark.ml.evaluation import RankingEvaluator

    names = {"P": "precisionAtK", "Recall": "recallAtK", "nDCG": "ndcgAtK", "AP": "meanAveragePrecisionAtK"}
    schema = "prediction array<double>, label array<double>"
    found = {}
    for user, (shown, relevant) in users.items():
        row = [([float(ord(item)) for item in items] for items in (shown, relevant))]
        data = spark.createDataFrame([tuple(row[0])], schema).cache()
        for measure, metric in names.items():
            for n in (3, 10):
                value = RankingEvaluator(metricName=metric, k=n).evaluate(data)
                found.setdefault(f"{measure}@{n}", {})[user] = value
    return found


def main():
    """Run the cases."""
    folder, users = Path(sys.argv[1]), json.loads(sys.argv[2])
    os.chdir(folder)
    numbers, texts = frames(text=False), frames(text=True)
    values, seconds = run_recipe(numbers, "numbers")
    say("equal", same=same(numbers, values), seconds=seconds)
    few = [numbers[0].filter(numbers[0]["user"] % 3 == 0), numbers[1].filter(numbers[1]["user"] < 5)]
    say("empty side", same=same(few, run_recipe(few, "few")[0]))
    say("text", same=same(texts, run_recipe(texts, "texts", with_text)[0]))
    values, seconds = run_recipe(numbers, "killed", kill_once)
    say("killed", same=same(numbers, values), was_killed=(folder / "killed" / "killed").is_file())
    from pyspark.sql import SparkSession

    spark = SparkSession.getActiveSession()
    say("refused", sentence=refused(spark))
    say("evaluator", values=evaluator(spark, users))
    spark.stop()


if __name__ == "__main__":
    main()
