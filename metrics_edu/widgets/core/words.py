"""The words of the interface that do not depend on the list: one text, or that of one and of many."""

from __future__ import annotations

import json
from pathlib import Path

from metrics_edu.language import _, ngettext

WORDS: dict[str, str | list[str]] = json.loads(Path(__file__).with_name("words.json").read_text("utf-8"))
"""By the front end's keys."""


def interface_words() -> dict[str, str | list[str]]:
    return {key: _(text) if isinstance(text, str) else _forms(*text) for key, text in WORDS.items()}


def _forms(one: str, many: str) -> list[str]:
    return [ngettext(one, many, count, count="{count}") for count in (1, 2)]  # filled in by the front end
