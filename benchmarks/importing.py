"""How long `import metrics_edu` takes beside `import numpy`, which it needs: python -m benchmarks.importing.

Each in a new Python, in turns; the least processor time of each counts, so that a busy machine matters little.
"""

from __future__ import annotations

import resource
import subprocess
import sys

TURNS = 20
MOST = 1.2


def spent(code: str) -> float:
    """Return the seconds of processor time of a new Python that runs the code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print both, and end with 1 where the package takes too long."""
    turns = [(spent("import numpy"), spent("import metrics_edu")) for _turn in range(TURNS)]
    numpy, ours = map(min, zip(*turns, strict=True))
    print(f"numpy {1000 * numpy:.0f} ms, metrics_edu {1000 * ours:.0f} ms: {ours / numpy:.2f} times (at most {MOST})")
    sys.exit(ours > MOST * numpy)


if __name__ == "__main__":
    main()
