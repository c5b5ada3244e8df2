"""Where the files of the site are, and the words of the front page in each language."""

from __future__ import annotations

import json
from pathlib import Path

PROJECT = Path(__file__).parents[2]
PAGE_FOLDER = PROJECT / "website" / "page"
BUILD_FOLDER = PROJECT / "website" / "build"
WORDS: dict[str, dict[str, str]] = json.loads((PAGE_FOLDER / "words.json").read_text("utf-8"))
