"""Check the English of docs, docstrings, comments and messages: listed words, long sentences, one spelling.

python -m tools.pages.prose                    counts by kind of text, and every problem of the kinds that are clean
python -m tools.pages.prose REVISION           the same counts before (at that commit) and now
python -m tools.pages.prose --show messages    every problem of one kind
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tools.pages.prose_texts import DOCS, KINDS, MESSAGES, PROJECT_PAGES, PUBLIC, Text, files, texts

CLEAN_KINDS: tuple[str, ...] = (DOCS, PROJECT_PAGES, PUBLIC, MESSAGES)
"""The kinds of text that have no problem; tests/test_prose.py keeps them so."""
MOST_WORDS = 30
"""The most words of a sentence."""
WORDS = {
    r"told|tells": "revealed, shows, says",
    r"(is|are|was|were|be|been) said": "reported, printed, shown",
    r"lanes?": "list (shown, missed)",
    r"held (by|to)|holds? \w+ to": "tested",
    r"(stands?|stood|standing)(?! (for|alone)\b)": "is",
    r"so many": "the number of, N",
    r"nobody|whoever|somebody": "no user, each user that",
    r"letters?": "character",
    r"sooner|(?<!as )soon": "faster, fast, early",
    r"of (its|one's|their|your|our) own": "own, separate, your",
    r"doors?|houses?|rooms": "subpackage, package, public API",
    r"(too|as well)(?=[.,;:!?)]|\s*$)": "also, or nothing",
    r"comes? by itself": "is generated",
    r"(is|are|was|were) refused": "raises ValueError, is rejected",
    r"go(es)? on where|went on where": "resumes",
    r"anew": "again",
    r"in vain": "without effect",
    r"asked whole": "requested",
}
"""Words of our former idiom that have no second meaning here, each with what to write."""
AMERICAN = {
    r"colors?|colored|coloring": "colour",
    r"grays?": "grey",
    r"center(s|ed|ing)?": "centre",
    r"behaviors?": "behaviour",
    r"catalogs?": "catalogue",
    r"neighbors?": "neighbour",
    r"favorites?": "favourite",
    r"analyz(e|es|ed|ing)": "analyse",
    r"(un)?label(ed|ing)": "labelled",
    r"cancel(ed|ing)": "cancelled",
    r"judgements?": "judgment",
}
"""Spelling is British, as in most of the repository; -ize and judgment are British also."""
LISTED = {re.compile(rf"\b(?:{words})(?!\w)", re.IGNORECASE): instead for words, instead in (WORDS | AMERICAN).items()}
ANY_LISTED = re.compile("|".join(pattern.pattern for pattern in LISTED), re.IGNORECASE)
"""One search for all of them, since most sentences have none."""

CODE_SPAN = re.compile(r"(`+)[^`].*?\1|\$[^$]+\$|<[^<>\n]+>", re.DOTALL)
ADDRESS = re.compile(r"\]\([^)]*\)|https?://\S+")
SENTENCE_END = re.compile(r"[.!?;…][\"'”’)\]*_]*(?=\s|$)|:(?=\s[^.;:]*,[^.;:]*,)")
"""The end of a sentence: a full stop, a semicolon, or a colon before a list of three or more."""
WORD = re.compile(r"[^\W_]+(?:['’.,/@-][^\W_]+)*")


class Problem(NamedTuple):
    """A listed word or a long sentence, and where it is."""

    kind: str
    path: str
    line: int
    is_long: bool
    message: str


class Counts(NamedTuple):
    """Sizes and problems of one kind of text."""

    words: int
    sentences: int
    long: int
    listed: int


def plain(text: str) -> str:
    """Return a text without code, tags and addresses; its lines stay."""
    return ADDRESS.sub("", CODE_SPAN.sub(lambda code: "\n" * code[0].count("\n"), text))


def sentences(text: str) -> list[str]:
    """Return the sentences of a plain text."""
    ends = [found.end() for found in SENTENCE_END.finditer(text)]
    parts = [text[begin:end] for begin, end in zip([0, *ends], [*ends, len(text)], strict=True)]
    return [part for part in parts if WORD.search(part)]


def problems(piece: Text) -> Iterator[Problem]:
    """Yield the listed words and the long sentences of a text."""
    text = plain(piece.text)
    for sentence in sentences(text):
        line = piece.line + text.count("\n", 0, text.index(sentence.strip()))
        words, count = " ".join(sentence.split()), len(WORD.findall(sentence))
        if count > MOST_WORDS:
            yield Problem(piece.kind, piece.path, line, True, f"{count} words: {words}")
        for pattern, instead in LISTED.items() if ANY_LISTED.search(words) else ():
            for found in pattern.finditer(words):
                around = words[max(0, found.start() - 40) : found.end() + 40]
                message = f"{found[0]!r} (write: {instead}) in: {around}"
                yield Problem(piece.kind, piece.path, line, False, message)


def check(revision: str | None = None, *, only_for_users: bool = False) -> tuple[dict[str, Counts], list[Problem]]:
    """Return the counts of each kind of text and all problems, of the working tree or of a commit."""
    words, number, found = Counter[str](), Counter[str](), list[Problem]()
    for piece in texts(files(revision), only_for_users=only_for_users):
        parts = sentences(plain(piece.text))
        words[piece.kind] += sum(len(WORD.findall(part)) for part in parts)
        number[piece.kind] += len(parts)
        found += problems(piece)
    long = Counter(one.kind for one in found if one.is_long)
    listed = Counter(one.kind for one in found if not one.is_long)
    return {kind: Counts(words[kind], number[kind], long[kind], listed[kind]) for kind in KINDS}, found


def table(now: dict[str, Counts], before: dict[str, Counts] | None) -> str:
    """Return a line for each kind of text; with counts of before, each cell has both."""
    heads = ["words", "sentences", f"over {MOST_WORDS} words", "listed words"]
    lines = [f"{'':30}" + "".join(f"{head:>19}" for head in heads)]
    for kind, counts in now.items():
        cells = [f"{count:,}" for count in counts]
        if before:
            cells = [f"{old:,} → {new}" for old, new in zip(before[kind], cells, strict=True)]
        lines.append(f"{kind:30}" + "".join(f"{cell:>19}" for cell in cells))
    return "\n".join(lines)


def shown(found: Iterable[Problem], kinds: Iterable[str]) -> list[str]:
    """Return a line for each problem of these kinds of text."""
    return [f"{one.path}:{one.line}: {one.message}" for one in found if one.kind in kinds]


def main() -> None:
    """Print the counts and the problems; the exit code is 1 if a clean kind has a problem."""
    parser = argparse.ArgumentParser(description="Check the English of the repository.")
    parser.add_argument("revision", nargs="?", help="a commit to compare with")
    parser.add_argument("--show", choices=KINDS, help="print the problems of this kind of text")
    arguments = parser.parse_args()
    counts, found = check()
    print(table(counts, check(arguments.revision)[0] if arguments.revision else None))
    print(*shown(found, [arguments.show] if arguments.show else CLEAN_KINDS), sep="\n")
    raise SystemExit(bool(shown(found, CLEAN_KINDS)))


if __name__ == "__main__":
    main()
