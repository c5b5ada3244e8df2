"""Write into the pages how many mistakes there are, and what the conventions make of one run.

python -m tools.pages.counts
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from matplotlib.figure import Figure

from metrics_edu import MISCONCEPTIONS
from metrics_edu.examples import popular_run
from metrics_edu.plots import draw_conventions

PROJECT = Path(__file__).parents[2]
PAGES = {"README.md": ".", "README.es.md": ",", "CHANGELOG.md": ".", "docs/guide.md": "."}
"""Each page that has such a number, with its decimal mark."""
MISTAKES = re.compile(r"\d+(?= (?:known mistakes|mistakes|errores))")
SPREAD = re.compile(
    r"\d+(?P<of> (?:conventions|convenciones) .*?MAP@10 (?:from|de) )[\d.,]+(?P<to> (?:to|a) )[\d.,]+(?= )"
)


@cache
def spread() -> tuple[str, ...]:
    """Return how many conventions the figure of one run has, and their lowest and highest MAP@10."""
    drawn = draw_conventions(Figure().add_subplot(), popular_run(), ["AP@10", "nDCG@10"])
    (found,) = re.findall(r"^(\d+) conventions, one run: MAP@10 from ([\d.]+) to ([\d.]+),", drawn)
    return tuple(found)


def counted(text: str, mark: str) -> str:
    """Return the text of a page with the numbers of today."""

    def number(found: re.Match[str]) -> str:
        count, low, high = (value.replace(".", mark) for value in spread())
        return f"{count}{found['of']}{low}{found['to']}{high}"

    return SPREAD.sub(number, MISTAKES.sub(str(len(MISCONCEPTIONS)), text))


def stated(text: str) -> Iterator[str]:
    """Give what a page says about these numbers."""
    for pattern in (MISTAKES, SPREAD):
        yield from (found[0] for found in pattern.finditer(text))


def main() -> None:
    """Write the pages."""
    for name, mark in PAGES.items():
        path = PROJECT / name
        path.write_text(counted(path.read_text("utf-8"), mark), "utf-8")


if __name__ == "__main__":
    main()
