"""The page "Mark a function" as its tests read it: the blocks of its sections, and three submissions."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {
    "en": (DOCS / "mark_a_function.md").read_text("utf-8"),
    "es": (DOCS / "mark_a_function.es.md").read_text("utf-8"),
}
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def blocks(section: str, language: str = "en") -> list[tuple[str, str]]:
    """Return the blocks of code of a section, which its English heading names: their language, and their text."""
    place = HEADING.findall(PAGES["en"]).index(section)
    text = HEADING.split(PAGES[language])[2 * place + 2]
    return re.findall(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


HITS = blocks("What a student sees")[0][1]
SUBMISSIONS = {
    "right": HITS.replace("total / hits if hits else 0", "total / min(len(relevant), k) if relevant else 0"),
    "hits": HITS,
    "endless": "def ap_at_k(relevant, shown, k):\n    while True:\n        pass\n",
}
"""A right function, the one of the page, which divides by the hits, and one that does not end."""
