"""Labels, which come from outside, and symbols as one line that cannot break what it is in; lists, the long ones shortened."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from markupsafe import escape

from metrics_edu import language
from metrics_edu.language import N_

Item = TypeVar("Item")
Written = TypeVar("Written")
FIRST, LAST = 17, 3
"""The number of parts of a long list that are written."""

_SYMBOLS = "\u00a9\u00ae\u203c\u2049\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_JOINED = "\u0600-\u1aff\ufe0f" + _SYMBOLS
_UNSEEN = (
    f"(?!(?<=[{_JOINED}])[\u200c\u200d](?=[{_JOINED}])|(?<=[{_SYMBOLS}])[\ufe0e\ufe0f]|\ufe0f\u20e3)"
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
"""Characters without a width and marks of direction, but for joiners and styles where they have a visible effect."""
_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"

_BELOW = str.maketrans("iupmax0123456789", "ᵢᵤₚₘₐₓ₀₁₂₃₄₅₆₇₈₉")
_ABOVE = str.maketrans("g0123456789", "ᵍ⁰¹²³⁴⁵⁶⁷⁸⁹")
WORDS = frozenset(
    {
        N_("hits"),
        N_("shown"),
        N_("gain"),
        N_("weight"),
        N_("above"),
        N_("below"),
        N_("pairs"),
        N_("right"),
        N_("missed"),
        N_("unseen"),
        N_("half"),
        N_("value"),
        N_("users"),
        N_("tie line"),
        N_("predicted"),
        N_("actual"),
        N_("users served"),
        N_("all users"),
        N_("items shown"),
        N_("all items"),
        N_("distinct categories"),
        N_("count"),
        N_("all interactions"),
        N_("length"),
        N_("last"),
        N_("agree"),
        N_("base"),
        N_("novelty"),
        N_("categories"),
        N_("User coverage"),
        N_("Item coverage"),
        N_("Novelty"),
        N_("Diversity"),
    }
)
"""The symbols that are words: a step keeps its name, and is printed in the reader's language."""


def one_line(label: object) -> str:
    r"""Return a label as one line of text: without control characters, and with characters that cannot be seen named.

    Joiners stay where they shape characters or emoji.

    >>> one_line("two\nlines"), one_line("Ga\u200bla \u202eijuF"), one_line("👩\u200d🔬")
    ('two lines', 'Ga⟨U+200B⟩la ⟨U+202E⟩ijuF', '👩\u200d🔬')
    """
    text = " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]", " ", str(label)).split())
    return re.sub(_UNSEEN, lambda match: f"⟨U+{ord(match[0]):04X}⟩", text)


def isolated(label: str) -> str:
    """Return a label for a sentence: one written from right to left must not take the words beside it along."""
    return f"\u2068{label}\u2069" if re.search(_RIGHT_TO_LEFT, label) else label


def letters(grades: Iterable[float], *, graded: bool) -> list[str]:
    """Write what is shown in short: each grade, or R and N.

    >>> letters([1, 0], graded=False), letters([3, 0], graded=True)
    (['R', 'N'], ['3', '0'])
    """
    return [language.number(grade) if graded else "R" if grade else "N" for grade in grades]


def folded(parts: Sequence[Item], write: Callable[[Item], Written], fold: Callable[[int], Written]) -> list[Written]:
    """Write the parts of a list; a long one is shortened in its middle, saying how many were left out."""
    left_out = len(parts) - FIRST - LAST
    if left_out <= 1:
        return [write(part) for part in parts]
    return [*map(write, parts[:FIRST]), fold(left_out), *map(write, parts[-LAST:])]


def spoken(symbol: str) -> str:
    """Write a symbol in the reader's language: "hits_i" as "aciertos_i"."""
    word = re.match(r"[A-Za-z][a-z ]*[a-z]", symbol)
    return language._(word[0]) + symbol[word.end() :] if word and word[0] in WORDS else symbol


def in_line(text: str) -> str:
    """Write symbols on one line of plain text, with what is below or above it there: "relᵢ", "log₂(3)", "2ᵍ", "2³"."""
    text = re.sub(r"_(i|u|p|max|\d+)\b", lambda match: match[1].translate(_BELOW), spoken(text))
    text = re.sub(r"\^(g|\d+)(?![.,]?\d)", lambda match: match[1].translate(_ABOVE), text)
    return re.sub(r"\blog2(?=[ (])", "log₂", text)


def html_symbol(text: str) -> str:
    """Write a symbol in HTML, with its index below.

    >>> html_symbol("rel_i")
    '<span class="me-sym">rel<sub>i</sub></span>'
    """
    parts = (re.sub(r"_(\w+)(?=$|[/ ])", r"<sub>\1</sub>", str(escape(part))) for part in spoken(text).split("·"))
    return '<span class="me-sym">' + " · ".join(parts).replace("Σ", '<span class="me-sum">∑</span>') + "</span>"


def without_accents(text: str) -> str:
    """Return a text whose characters have no accents.

    >>> without_accents("Ñandú")
    'Nandu'
    """
    return "".join(
        character for character in unicodedata.normalize("NFKD", text) if not unicodedata.combining(character)
    )
