"""Files of what Python computes when the site is built, so that a page shows it where Python does not run.

A file is made again only if something has changed that it is made from.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from metrics_edu.language import language, set_language
from website.build.sources import PROJECT

KEPT = PROJECT / "build" / "kept"
"""The files that were made, by the hash of what they were made from."""
Answers = dict[str, dict[str, Any]]
"""The traits of a widget by what was done to it."""


def packed(answers: Answers) -> bytes:
    """Return the answers compressed: the pieces of their JSON, each once, and by key the numbers of an answer's pieces.

    Two answers differ little: this takes less than half of what gzip alone would take.
    """
    numbers: dict[str, int] = {}
    by_key = {}
    for key, traits in answers.items():
        pieces = re.split(r"(?=[{<])", json.dumps(traits, ensure_ascii=False, separators=(",", ":")))
        by_key[key] = [numbers.setdefault(piece, len(numbers)) for piece in pieces]
    text = json.dumps({"pieces": list(numbers), "answers": by_key}, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def kept_file(name: str, language_code: str, source: Any, make: Callable[[], Answers]) -> Path:
    """Return the compressed answers that `make` gives in a language from a source, which is JSON.

    Its name does not end in ".gz": some servers would send such a file decompressed, and it would not fit its hash.
    """
    path = KEPT / made_from(source) / f"{name}-{language_code}.bin"
    if not path.exists():
        before = language()
        set_language(language_code)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")  # another process may make it too
        try:
            unfinished.write_bytes(packed(make()))
        finally:
            set_language(before)
        unfinished.rename(path)
    return path


def made_from(source: Any) -> str:
    """Return the hash of what answers are made from: the package, the modules `kept_*.py`, and their source."""
    package = sorted(path for path in (PROJECT / "metrics_edu").rglob("*") if path.suffix in {".py", ".json", ".mo"})
    contents = [path.read_bytes() for path in (*package, *sorted(Path(__file__).parent.glob("kept_*.py")))]
    return hashlib.sha256(b"".join([*contents, json.dumps(source).encode()])).hexdigest()
