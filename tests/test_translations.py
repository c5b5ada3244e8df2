"""The Spanish texts: none is missing, none has lost a place, and the compiled catalogue is the written one."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

PACKAGE = Path(__file__).parents[1] / "metrics_edu"
TRANSLATED = PACKAGE / "locale" / "es" / "LC_MESSAGES"
FILES = ("misconceptions", "mistakes", "diagnosis", "claims", "separation", "run", "parameters")


def _messages() -> list[tuple[str, str]]:
    return [
        (name, str(message))
        for name in FILES
        for _line, message, _comments, _context in extract_from_file(
            "python", PACKAGE / f"{name}.py", keywords={"_": None, "N_": None}
        )
    ]


def _fields(text: str) -> list[str]:
    return sorted(f"{name}!{conversion}" for _, name, _, conversion in Formatter().parse(text) if name is not None)


def test_every_message_is_in_spanish_with_its_places() -> None:
    with (TRANSLATED / "metrics_edu.po").open("rb") as file:
        catalog = read_po(file)
    assert len(_messages()) > 40
    for name, message in _messages():
        found = catalog.get(message)
        assert found is not None, f"{name}: {message!r} has no translation"
        assert found.string, f"{name}: {message!r} has no translation"
        assert not found.fuzzy, message
        assert _fields(str(found.string)) == _fields(message), message
        assert str(found.string).endswith(".") == message.endswith("."), message


def test_the_compiled_catalogue_is_the_written_one() -> None:
    with (TRANSLATED / "metrics_edu.po").open("rb") as file:
        compiled = BytesIO()
        write_mo(compiled, read_po(file))
    assert (TRANSLATED / "metrics_edu.mo").read_bytes() == compiled.getvalue()
