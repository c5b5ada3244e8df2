"""CSV text whose cells a spreadsheet takes for text, never for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from itertools import chain

UNSEEN = r"\s\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
FORMULA = re.compile(rf"[{UNSEEN}]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""Also after what is not seen, and as wide characters, which some spreadsheets read as narrow ones."""
PLAIN_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?(e[+-]?\d+)?", flags=re.I | re.A)


def cell(value: object) -> str:
    r"""Return a cell as text that no spreadsheet takes for a formula.

    Examples
    --------
    >>> cell("=1+1"), cell(-0.5), cell("-0.5"), cell("a\nb")
    ("'=1+1", '-0.5', '-0.5', 'a b')
    """
    text = "" if value is None else str(value)
    if FORMULA.match(text) and not PLAIN_NUMBER.fullmatch(text):
        text = "'" + text
    return " ".join(re.split(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", text))


def table_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a CSV with a head."""
    cells = ([cell(value) for value in row] for row in rows)
    return csv_text(chain([head], cells))


def csv_text(rows: Iterable[Sequence[object]], mark: str = ",") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=mark, lineterminator="\n").writerows(rows)
    return text.getvalue()
