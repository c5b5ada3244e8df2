"""How fast worksheets are written: 200 students, each with two lists of two measures on a sheet.

    python -m benchmarks.worksheets [--write benchmarks/worksheets.md]

The command runs as a process, as a teacher runs it. The questions for Moodle are measured beside it. It exits with 1 if the
worksheets take more than ten seconds.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STUDENTS, DRAWS = 200, 200
MOST_SECONDS = 10.0
MEASURES = "AP@5,nDCG@5"
RUN = "from metrics_homework.cli import app; app()"


def seconds(*command: object) -> tuple[float, float]:
    """Return the seconds that a command took, by the clock and of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", RUN, *map(str, command)], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - begun, processor


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", type=Path)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = [f"{number},Ñandú <b>{number}</b>" for number in range(STUDENTS)]
        (folder / "roster.csv").write_text("\n".join(["id,name", *lines]), "utf-8")
        page, quiz = folder / "sheets.html", folder / "quiz.xml"
        sheets = seconds("worksheets", "iic3633", folder / "roster.csv", "-m", MEASURES, "-o", page)
        questions = seconds("quiz", "iic3633", "-m", MEASURES, "--count", DRAWS, "-o", quiz)
        assert page.read_text("utf-8").count('class="task"') == STUDENTS
        sizes = [path.stat().st_size / 1e6 for path in (page, quiz)]
    rows = [
        (f"a sheet for each of {STUDENTS} students", *sheets, sizes[0]),
        (f"{3 * 2 * DRAWS:,} questions for Moodle", *questions, sizes[1]),
    ]
    text = "\n".join(
        [
            f"Here `worksheets` prints lists of {MEASURES} for {STUDENTS} students.",
            f"`quiz` writes questions on {DRAWS} pairs of lists of each measure.",
            "",
            f"Python {platform.python_version()}, {os.cpu_count()} cores, "
            "made by `python -m benchmarks.worksheets` (`make bench`).",
            "",
            "| what | by the clock | of the processor | size |",
            "|---|---|---|---|",
            *(
                f"| {what} | {clock:.1f} s | {processor:.1f} s | {size:.1f} MB |"
                for what, clock, processor, size in rows
            ),
            "",
        ]
    )
    print(text)
    options = parser.parse_args()
    if options.write:
        options.write.write_text(text)
    if sheets[0] > MOST_SECONDS:
        sys.exit(f"missed: worksheets took {sheets[0]:.1f} s; at most {MOST_SECONDS:g} s are wanted")


if __name__ == "__main__":
    main()
