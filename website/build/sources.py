"""Where the files of the site are, and the words of the front page in each language."""

from __future__ import annotations

import json
from pathlib import Path

PROJECT = Path(__file__).parents[2]
PAGE_FOLDER = PROJECT / "website" / "page"
SCRIPTS_FOLDER = PAGE_FOLDER / "static"
"""The scripts of the site and the styles of an Explorer, which `make js` builds."""
BUILD_FOLDER = PROJECT / "website" / "build"
WORDS: dict[str, dict[str, str]] = json.loads((PAGE_FOLDER / "words.json").read_text("utf-8"))


def own_file(name: str) -> Path:
    """Return one of the site's files, by its name there."""
    built = SCRIPTS_FOLDER / name
    return built if built.exists() else PAGE_FOLDER / name
