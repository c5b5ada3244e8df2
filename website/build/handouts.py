"""The handouts of the ready lectures, and their answer keys, as pages of the site."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from metrics_edu.language import LANGUAGES
from notebooks.build import lectures
from notebooks.build.lecture_texts import LECTURES
from website.build.page_policy import with_policy


def write_handouts(folder: Path) -> None:
    """Write the handout of each ready lecture, and its answer key, in each language."""
    for language_code in LANGUAGES:
        (folder / language_code).mkdir(parents=True)
        for text in LECTURES:
            names: dict[str, Any] = {}
            code = lectures.imports(text, language_code), text.lists, lectures.stage(text, language_code)
            exec("\n".join(lectures.in_words(text, part, language_code) for part in code), names)
            for key, ending in ((False, "html"), (True, "key.html")):
                path = folder / language_code / f"{text.name}.{ending}"
                names["lecture"].handout(path, getattr(text.title, language_code), key=key)
                page = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", path.read_text("utf-8"))
                path.write_text(
                    with_policy(page), "utf-8"
                )  # that of the site, which allows its style sheet by its hash
