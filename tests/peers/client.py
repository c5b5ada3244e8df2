"""The peers as the tests see them: which environment each lives in, and a process that answers for it."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from tools.environments.pins import normal

HERE = Path(__file__).parent
FOLDER = HERE.parents[1] / ".venv-peers"
ENVIRONMENTS = {
    "quick": ("trec_eval", "ir_measures", "sklearn", "pyreclab"),
    "ranx": ("ranx", "ranx_burges"),
    "rectools": ("rectools", "rectools_divide_by_k", "rectools_achievable", "recommenders", "recommenders_map_at_k"),
    "replay": ("replay",),
    "spark": (),  # test_spark.py runs it
    "graders": (),  # test_graders.py runs them
    "ranking": ("xgboost", "lightgbm", "catboost"),
    "rag": ("haystack", "llama_index", "mlflow"),
    "older": ("xgboost@1.7", "haystack@3.0"),
    "torch": ("lenskit", "cornac", "torchmetrics", "recbole"),
}
"""The peers of each environment, as the adapters name them."""
PACKAGES = {
    "trec_eval": {"pytrec-eval-terrier"},
    "ir_measures": {"ir-measures", "pytrec-eval-terrier"},
    "sklearn": {"scikit-learn"},
    "pyreclab": {"pyreclab"},
    "ranx": {"ranx"},
    "ranx_burges": {"ranx"},
    "rectools": {"rectools"},
    "rectools_divide_by_k": {"rectools"},
    "rectools_achievable": {"rectools"},
    "recommenders": {"recommenders"},
    "recommenders_map_at_k": {"recommenders"},
    "replay": {"replay-rec"},
    "lenskit": {"lenskit"},
    "cornac": {"cornac"},
    "torchmetrics": {"torchmetrics"},
    "recbole": {"recbole"},
    "xgboost": {"xgboost"},
    "xgboost@1.7": {"xgboost"},
    "lightgbm": {"lightgbm"},
    "catboost": {"catboost"},
    "haystack": {"haystack-ai"},
    "haystack@3.0": {"haystack-ai"},
    "llama_index": {"llama-index-core"},
    "mlflow": {"mlflow-skinny"},
}
"""The packages that only these peers of an environment need; all of its peers need the others."""
HOME = {peer: environment for environment, peers in ENVIRONMENTS.items() for peer in peers}


class Peers:
    """Asks any peer; starts the process of an environment when it is first asked, and ends them all."""

    def __init__(self) -> None:
        self.running: dict[str, subprocess.Popen[str]] = {}
        self.printed: dict[str, IO[str]] = {}

    @staticmethod
    def installed(environment: str) -> bool:
        return (FOLDER / environment / "stamp").exists()

    @staticmethod
    def left_out(peer: str) -> list[str]:
        """Name the packages of a peer that have no build for this Python."""
        file = FOLDER / HOME[peer] / "left-out.txt"
        missing = {normal(name) for name in file.read_text().split()} if file.exists() else set[str]()
        of_one = set[str]().union(*(PACKAGES[other] for other in ENVIRONMENTS[HOME[peer]]))
        return sorted(missing & PACKAGES[peer] | missing - of_one)

    def ask(
        self, peer: str, measure: str, users: Sequence[dict[str, Any]], n: int | None = None, threshold: float = 1
    ) -> dict[str, Any]:
        """Give the answer of the worker: "values", "offered" or "error"."""
        process = self.running.get(HOME[peer]) or self.start(HOME[peer])
        request = {"peer": peer, "measure": measure, "n": n, "threshold": threshold, "users": users}
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        assert answer, f"the process of {peer} ended: {self.last_words(HOME[peer])}"
        return json.loads(answer)

    def start(self, environment: str) -> subprocess.Popen[str]:
        printed = self.printed[environment] = tempfile.TemporaryFile("w+")  # noqa: SIM115 - as long as the process
        command = [FOLDER / environment / "bin" / "python", HERE / "worker.py"]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=printed, text=True, bufsize=1
        )
        self.running[environment] = process
        return process

    def last_words(self, environment: str) -> str:
        self.running[environment].wait(10)
        self.printed[environment].seek(0)
        return self.printed[environment].read()[-2000:]

    def close(self) -> None:
        for process in self.running.values():
            process.communicate()
        for printed in self.printed.values():
            printed.close()
