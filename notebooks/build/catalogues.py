"""The translations of the lessons: .po files with an entry for each cell of text, whose msgctxt is the cell's id."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import PoFileError, normalize, read_po

HEADER = """\
# The lesson {stem} in the language "{language}". Translate msgstr, then take away the line "#, fuzzy".
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


class LessonError(Exception):
    """What is wrong with a lesson, in a sentence."""


def translations(path: Path) -> dict[str, Message]:
    """Read a .po file, by the id of the cell; nothing if there is none."""
    if not path.exists():
        return {}
    with path.open("rb") as file:
        try:
            catalogue = read_po(file, abort_invalid=True)
        except PoFileError as error:
            raise LessonError(f"{path.parent.name}/{path.name}: {error}: {error.line}") from error
    return {message.context or "": message for message in catalogue if message.id}


def problems(texts: Mapping[str, str], messages: Mapping[str, Message]) -> dict[str, str]:
    """Say of each cell what its translation lacks: "missing", "fuzzy", or "obsolete" where there is no such cell."""
    found = {}
    for name, text in texts.items():
        message = messages.get(name)
        if message is None or not message.string:
            found[name] = "missing"
        elif message.fuzzy or message.id != text:
            found[name] = "fuzzy"
    return found | {name: "obsolete" for name in messages if name not in texts}


def entry(name: str, text: str, message: Message | None) -> str:
    """Write what a .po file says of one cell.

    The translation of a text, or of an id, that has changed stays, marked as fuzzy, with what it was.
    """
    comments = list(message.user_comments) if message else []
    lines = [f"# {comment}".rstrip() for comment in comments if not comment.startswith("|")]
    if message and message.string and (message.fuzzy or (message.context, message.id) != (name, text)):
        before = [comment for comment in comments if comment.startswith("|")]
        if not before and message.context != name:
            before = [f"| msgctxt {normalize(message.context or '')}"]
        elif not before and message.id != text:
            before = ["| " + line for line in f"msgid {normalize(str(message.id), width=0)}".splitlines()]
        lines += ["#, fuzzy", *("#" + line for line in before)]
    lines += [f"msgctxt {normalize(name)}", f"msgid {normalize(text, width=0)}"]
    lines.append(f"msgstr {normalize(str(message.string) if message else '', width=0)}")
    return "\n".join(lines) + "\n"


def gone(texts: Mapping[str, str], messages: Mapping[str, Message]) -> list[Message]:
    """Give the translations of cells that are there no more."""
    return [message for name, message in messages.items() if name not in texts and message.string]


def dropped(texts: Mapping[str, str], messages: Mapping[str, Message]) -> list[Message]:
    """Give those of them that no new cell takes over, since its text is another."""
    new = {text for name, text in texts.items() if name not in messages}
    return [message for message in gone(texts, messages) if message.id not in new]


def updated(stem: str, language: str, texts: Mapping[str, str], messages: Mapping[str, Message]) -> str:
    """Write a .po file again, after the texts of its lesson; a new cell takes over what a vanished one had."""
    moved = {message.id: message for message in gone(texts, messages)}
    entries = [entry(name, text, messages.get(name) or moved.get(text)) for name, text in texts.items()]
    return "\n".join([HEADER.format(stem=stem, language=language), *entries])
