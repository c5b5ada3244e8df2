"""The recipe of docs/many_users.md, run by a real Spark: all cases in one session, in a separate environment."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any

import pytest
from client import FOLDER, HERE, Peers
from spark_python import USERS, VALUES

from metrics_edu import Ranking, measure

PROJECT = HERE.parents[1]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    if not Peers.installed("spark"):
        pytest.skip("Spark is not installed: `make peers` installs it")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java 17: apt-get install openjdk-17-jre-headless")
    command = [
        FOLDER / "spark" / "bin" / "python",
        HERE / "spark_cases.py",
        tmp_path_factory.mktemp("spark"),
        json.dumps(USERS),
    ]
    environment = os.environ | {"PYTHONPATH": str(PROJECT), "SPARK_LOCAL_IP": "127.0.0.1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {line.pop("case"): line for line in lines}


@pytest.mark.parametrize("case", ["equal", "empty side", "text"])
def test_the_spark_recipe_equals_evaluate_bit_for_bit(case: str, cases: dict[str, Any]) -> None:
    assert cases[case]["same"]


def test_a_killed_worker_does_not_change_the_result(cases: dict[str, Any]) -> None:
    assert cases["killed"] == {"was_killed": True, "same": True}


def test_a_spark_data_frame_raises_an_error(cases: dict[str, Any]) -> None:
    sentence = (
        "recommendations: a frame of pyspark is not collected here; evaluate it in blocks, as in docs/many_users.md"
    )
    assert cases["refused"]["sentence"].startswith(sentence)


@pytest.mark.parametrize("name", ["P@3", "Recall@3", "nDCG@3", "AP@3", "P@10", "nDCG@10"])
def test_the_convention_equals_ranking_evaluator(name: str, cases: dict[str, Any]) -> None:
    asked = measure(name, convention="spark_python")
    for user, (shown, relevant) in USERS.items():
        ranking = Ranking.from_items([*shown], dict.fromkeys(relevant, 1))
        assert cases["evaluator"]["values"][name][user] == pytest.approx(float(asked(ranking)), abs=1e-12)
    assert [*cases["evaluator"]["values"][name].values()] == pytest.approx(VALUES[name], abs=1e-15)
