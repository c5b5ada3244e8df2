"""Collect the texts of both packages for translation, compile what is translated, print what is missing.

Those of the lessons are collected by ``lessons.py``; `make messages` runs both.

A text that has changed is a new one: it gets no old translation. Empty and fuzzy ones are not compiled, so that they are
shown in English.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from metrics_edu.files.safe_files import write_file
from metrics_edu.metrics.registry import REGISTRY
from metrics_homework.example_class import COMMENT

PROJECT = Path(__file__).parents[1]
PACKAGE = PROJECT / "metrics_edu"
HOMEWORK = PROJECT / "homework" / "metrics_homework"
KEYWORDS = {"_": None, "N_": None, "refused": None, "unreadable": None, "ngettext": (1, 2), "Counted": (1, 2)}
Message = str | tuple[str, ...]
"""The text, or its forms for one and for many."""
WIDTH = 120


def catalogue(package: Path) -> Path:
    """Return the path of a package's Spanish texts."""
    return package / "locale" / "es" / "LC_MESSAGES" / f"{package.name}.po"


def texts(package: Path = PACKAGE) -> Iterator[tuple[str, Message]]:
    """Give each text of a package once, with the first file it is in: by files, then in its order there.

    Homework uses the texts of metrics_edu, too, so it has only those that are not there.
    """
    seen = {message for _name, message in texts()} if package == HOMEWORK else set[Message]()
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.yaml"), *package.rglob("words.json")]):
        for message in _texts_of(path):
            if message and message not in seen:
                seen.add(message)
                yield path.relative_to(package.parent).as_posix(), message
    if package == PACKAGE:
        for name, text in definitions().items():
            yield f"{REGISTRY[name].function.__module__.replace('.', '/')}.py", text


def definitions() -> dict[str, str]:
    """Return the first line of the docstring of each metric, its definition, by the name of its function."""
    return {name: (metric.function.__doc__ or "").strip().partition("\n")[0] for name, metric in REGISTRY.items()}


def _texts_of(path: Path) -> Iterator[Message]:
    """Give what is marked in a module, the words of the front end, or the comments of a template."""
    if path.suffix == ".json":
        words = json.loads(path.read_text("utf-8")).values()
        yield from (word if isinstance(word, str) else tuple(word) for word in words)
    elif path.suffix == ".yaml":
        yield from COMMENT.findall(path.read_text("utf-8"))
    else:
        yield from (found[1] for found in extract_from_file("python", path, keywords=KEYWORDS))


def merged(old: Catalog, package: Path = PACKAGE) -> Catalog:
    """Return the catalogue of a package's texts, with the translations that an old one has for them."""
    new = Catalog(locale=old.locale, header_comment=old.header_comment, fuzzy=False)
    new.mime_headers = old.mime_headers
    for name, message in texts(package):
        known = old.get(message)
        known = known if known and isinstance(known.id, str) == isinstance(message, str) else None
        kept = known.flags & {"fuzzy"} if known else set()
        added = new.add(
            message,
            string=known.string if known else "" if isinstance(message, str) else ("", ""),
            locations=[(name, 1)],
            flags=kept,
            user_comments=known.user_comments if known else (),
        )
        added.flags.discard("python-format")  # "50 % of" is no place
    return new


def written(catalog: Catalog) -> bytes:
    """Return a catalogue as a .po file, in the order of its texts, without line numbers."""
    file = BytesIO()
    write_po(file, catalog, width=WIDTH, include_lineno=False, ignore_obsolete=True)
    return file.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """Return a catalogue as a .mo file."""
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def missing(catalog: Catalog) -> list[str]:
    """Return the texts that have no translation, or a fuzzy one, each with its file."""
    return [
        f"{message.locations[0][0]}: {message.id!r}{' (fuzzy)' if all(forms(message.string)) else ''}"
        for message in catalog
        if message.id and (message.fuzzy or not all(forms(message.string)))
    ]


def forms(string: Message | list[str] | None) -> tuple[str, ...]:
    """Return the texts of a message: one, or that of one and that of many."""
    return (string or "",) if isinstance(string, str | None) else tuple(string)


def collect(package: Path) -> list[str]:
    """Write a package's catalogue again; return what is missing in it."""
    path = catalogue(package)
    catalog = merged(read_po(BytesIO(path.read_bytes())), package)
    text = written(catalog)
    write_file(path, text)
    write_file(path.with_suffix(".mo"), compiled(read_po(BytesIO(text))))
    return missing(catalog)


def main() -> None:
    """Collect the texts, and print what is missing."""
    found = [text for package in (PACKAGE, HOMEWORK) for text in collect(package)]
    print("\n".join([*found, f"Texts of the packages without a translation: {len(found)}"]))


if __name__ == "__main__":
    main()
