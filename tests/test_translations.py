"""The Spanish texts: none is missing, none has lost a place, and the compiled catalogue is the written one."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from metrics_edu import Ranking, explain, ndcg, set_language

PACKAGE = Path(__file__).parents[1] / "metrics_edu"
TRANSLATED = PACKAGE / "locale" / "es" / "LC_MESSAGES"
FILES = (
    *sorted(f"homework/{path.stem}" for path in (PACKAGE / "homework").glob("*.py")),
    *("widgets/class_exercise", "widgets/sheet", "widgets/upload", "widgets/ticker"),
    *("misconceptions", "mistakes", "diagnosis", "claims", "separation", "parameters"),
    *("run", "ranking", "derivation", "binary", "discounted", "r_precision", "parts", "rating", "coverage", "registry"),
    *("tables", "delimited", "layout", "cells", "checks", "experiment", "measures", "terminal", "cli"),
    *("printing", "progress", "writing", "language"),
)
ENDS = " \n\t"


def _messages() -> list[tuple[str, str]]:
    return [
        (name, str(message))
        for name in FILES
        for _line, message, _comments, _context in extract_from_file(
            "python", PACKAGE / f"{name}.py", keywords={"_": None, "N_": None}
        )
    ]


def _fields(text: str) -> list[str]:
    """Return the places of a text, with their conversions and formats."""
    return sorted(
        f"{name}!{conversion}:{form}" for _, name, form, conversion in Formatter().parse(text) if name is not None
    )


def _ends(text: str) -> tuple[str, str, int]:
    """Return the white space around a text, and how many lines end in it."""
    return text[: len(text) - len(text.lstrip(ENDS))], text[len(text.rstrip(ENDS)) :], text.count("\n")


def test_every_message_is_in_spanish_with_its_places() -> None:
    with (TRANSLATED / "metrics_edu.po").open("rb") as file:
        catalog = read_po(file)
    assert len(_messages()) > 300
    for name, message in _messages():
        found = catalog.get(message)
        assert found is not None, f"{name}: {message!r} has no translation"
        assert found.string, f"{name}: {message!r} has no translation"
        assert not found.fuzzy, message
        text = str(found.string)
        assert _fields(text) == _fields(message), message
        assert text.count("{{") == message.count("{{"), message
        assert text.endswith(".") == message.endswith("."), message
        assert _ends(text) == _ends(message), message
        assert not (message[:1].islower() and text[:1].isupper()), message


@pytest.mark.parametrize("below", ["zero", "graded"])
@pytest.mark.parametrize("empty", [0.0, "skip"])
def test_a_reason_that_is_joined_from_two_is_in_spanish(below: str, empty: float | str) -> None:
    set_language("es")
    try:
        text = explain(ndcg, Ranking([0, 0]), below=below, empty=empty).text()
    finally:
        set_language("en")
    assert ("y queda fuera" if empty == "skip" else "y cuenta como 0") in text


def test_the_compiled_catalogue_is_the_written_one() -> None:
    with (TRANSLATED / "metrics_edu.po").open("rb") as file:
        compiled = BytesIO()
        write_mo(compiled, read_po(file))
    assert (TRANSLATED / "metrics_edu.mo").read_bytes() == compiled.getvalue()
