"""Run the tests again and again on a busy machine: one busy loop per core takes half of it.

python -m tools.checks.stress [--browser 10] [--whole 3]: the browser tests ten times, then `make test` three times. Every run must
pass, and pass as many tests as the first run of its kind. The output of a failed run stays in build/stress/.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).parents[2]
LOGS = PROJECT / "build" / "stress"
BROWSER = [sys.executable, "-m", "pytest", "tests/browser", "-m", "not slow", "-n", "3", "--dist", "loadfile"]
WHOLE = ["make", "test"]


@contextmanager
def busy_cores() -> Iterator[None]:
    """Keep every core busy meanwhile; the loops end with this process, even if it is killed."""
    loop = f"import os\nwhile os.getppid() == {os.getpid()}: sum(range(10 ** 6))"
    loops = [subprocess.Popen([sys.executable, "-c", loop]) for _core in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in loops:
            process.kill()
            process.wait()


def run_once(name: str, command: list[str]) -> str:
    """Run the tests, print how they ended, and return the number that passed, or "failed"."""
    start = time.monotonic()
    run = subprocess.run(
        command,
        cwd=PROJECT,
        env=os.environ | {"CI": "true"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    ends = re.findall(r"^(?:=+ )?((?:\d+ \w+, )*\d+ \w+) in [\d.]+s", run.stdout, re.MULTILINE)
    ended = ends[-1] if ends else "no test was run"
    passed = re.search(r"(\d+) passed", ended)
    succeeded = run.returncode == 0 and passed is not None
    if not succeeded:
        LOGS.mkdir(parents=True, exist_ok=True)
        (LOGS / f"{name}.log").write_text(run.stdout, "utf-8")
    print(f"{name:<12} {'ok' if succeeded else 'FAILED':<7} {time.monotonic() - start:5.0f} s  {ended}", flush=True)
    return passed[1] if succeeded and passed else "failed"


def main() -> None:
    """Run all, and end with an error if a run failed or passed fewer tests than another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", type=int, default=10, help="how often the browser tests are run (default: 10)")
    parser.add_argument("--whole", type=int, default=3, help="how often `make test` is run (default: 3)")
    chosen = parser.parse_args()
    with busy_cores():
        browser = {run_once(f"browser {k}", BROWSER) for k in range(1, chosen.browser + 1)}
        whole = {run_once(f"make test {k}", WHOLE) for k in range(1, chosen.whole + 1)}
    if "failed" in browser | whole or len(browser) > 1 or len(whole) > 1:
        raise SystemExit(f"metrics_edu: a run failed, or the runs passed different numbers of tests: see {LOGS}.")


if __name__ == "__main__":
    main()
