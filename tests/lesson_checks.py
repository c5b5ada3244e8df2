"""What can be wrong with a lesson and its translation. Each check gives sentences; none means that all is well."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import nbformat

from metrics_edu import CONVENTIONS
from metrics_edu.language import LANGUAGES
from metrics_edu.metrics.conventions import FOLDED
from metrics_edu.metrics.parameters import PARAMETERS
from metrics_edu.metrics.registry import WEIGHTS
from metrics_edu.metrics.value_and_derivation import as_measure
from metrics_edu.mistakes.own_metrics.call_words import OF_ALL, OF_USER, OPTIONS
from metrics_edu.practice.goals import read_goal
from metrics_edu.practice.lessons.lesson_exercises import EXERCISES
from metrics_edu.practice.lessons.lesson_quizzes import QUIZZES
from metrics_edu.widgets.list_state.settings import OWN_SETTINGS
from tests.lesson_blocks import BARE, CODE_OR_MATH, MARKDOWN, apart

VERSION = re.compile(r"\b(?:CC BY[\w-]*|Python|NumPy|v\.?|versión|version) ?\d+(?:\.\d+)+", re.IGNORECASE)
PATHS = re.compile(r"(?<![\w.:/])/(?:home|root|Users|work|tmp|opt|mnt)/\S*|[A-Z]:\\Users\S*")
WORD = re.compile(r"[^\W\d_]{3}")
CHOICES = (
    {"weight": set(WEIGHTS)}
    | {name: set(parameter.words) for name, parameter in (OWN_SETTINGS | PARAMETERS).items()}
    | {"unjudged": {"zero", "dropped"}}
)
CALL_WORDS = {*OF_USER, *OF_ALL, *OPTIONS}
"""The words of call=, such as "relevant, shown, k"."""
SAME_EVERYWHERE = re.compile(r"[RN\s]+|[\w./-]+/[\w.-]+|[\w-]+\.(?:csv|json|ya?ml)|[^\W\d_]+\d[\w-]*")
"""Lists of R and N, files, and ids such as iic3633-2026-2."""
REMARK = re.compile(r"#\s*(?:NBVAL_\w+|noqa\b.*|fmt:.*|type:.*)|### (?:BEGIN|END) SOLUTION")
REPR = re.compile(r"[A-Z]\w*\(")
PRINTED_REPR = re.compile(r"^ +[A-Z]\w*\(.*\)$", re.MULTILINE)
"""A line of a report that is code, such as Ratings(predicted=(1.0,), ...)."""


def foreign_marks(text: str, language: str) -> Iterator[str]:
    """Name the numbers outside code that have the decimal mark of another language."""
    mark = LANGUAGES[language]
    wrong = r"\d,\d" if mark == "." else r"\d\.\d"
    keeps_math = mark == ","  # in English formulas a comma is between two numbers
    without_code = CODE_OR_MATH.sub(lambda found: found[0] if keeps_math and not found["code"] else " ", text)
    without_links = re.sub(rf"\]\([^)]*\)|{BARE.pattern}|<[^>]*>", " ", without_code)
    for found in re.findall(rf"[\d.,]*{wrong}\d*", VERSION.sub(" ", without_links)):
        yield f"{found!r} has no decimal {mark!r}"


NAMES_THAT_ARE_WORDS = {
    "en": r"(?<!program )(?<!Program )\b[EOUY]\b",
    "es": r"(?<![.?!:*|¿¡] )(?<![¿¡])(?<!^)(?<!programa )\b[EOUY]\b"
    r"|(?:^|[.:;?*-] )A (?:es|tiene|se|siempre|encuentra|castiga|muestra)\b",
    "code": r"\"[EOUY]\"",
}
"""Names of lists that are words in Spanish: and, or; of A, the beginning of a clause, where it reads as "to"."""


def names_that_are_words(text: str, language: str) -> Iterator[str]:
    """Name the places at which a reader of Spanish takes the name of a list for a word."""
    plain = text if language == "code" else CODE_OR_MATH.sub(" ", text)
    for found in re.finditer(NAMES_THAT_ARE_WORDS[language], plain, re.MULTILINE):
        yield f"a name that reads as a word: {plain[max(0, found.start() - 20) : found.end() + 20]!r}"


def headings(texts: list[str]) -> Iterator[str]:
    """Say what is wrong with the headings of a lesson."""
    levels = [int(tag[1]) for text in texts for tag in apart(text).shape if re.fullmatch(r"h\d", tag)]
    if levels[:1] != [1] or levels.count(1) != 1:
        yield f"the first heading, and no other, is of level 1; got {levels}"
    for one, other in pairwise(levels):
        if other > one + 1:
            yield f"a heading of level {other} comes after one of level {one}"


def prose_in_code(source: str) -> Iterator[str]:
    """Name what a reader of another language could not read: it would not be translated."""
    tree = ast.parse(source)
    named = [node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword)]
    choices = set[str]().union(*(CHOICES.get(name or "", ()) for name in named))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            is_call = "call" in named and CALL_WORDS.issuperset(re.findall(r"\w+", node.value))
            if node.value not in choices and not is_call and is_word(node.value):
                yield f"a text: {node.value!r}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield from printed(node)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not REMARK.fullmatch(token.string):
            yield f"a comment: {token.string!r}"


def is_word(text: str) -> bool:
    """Say whether a text in code may be words of a language: no name that the package knows, and longer than "u1"."""
    if (
        not WORD.search(text)
        or SAME_EVERYWHERE.fullmatch(text)
        or text in {*CONVENTIONS, *FOLDED, *EXERCISES, *QUIZZES}
    ):
        return False
    for reads in (as_measure, read_goal):
        try:
            reads(text)
        except ValueError:
            continue
        return False
    return True


def printed(call: ast.Call) -> Iterator[str]:
    """Name the words that a call of print writes."""
    for argument in call.args:
        pieces = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
        for piece in pieces:
            if isinstance(piece, ast.Constant) and re.search(r"[^\W\d_]", str(piece.value)):
                yield f"a text is printed: {piece.value!r}"


def outputs(notebook: Any) -> Iterator[str]:
    """Say where a lesson was not executed as a whole, in order and without an error."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if [cell.execution_count for cell in code] != list(range(1, len(code) + 1)):
        yield "the code cells were not executed once each, in order"
    for cell in code:
        if any(output.output_type == "error" for output in cell.outputs):
            yield f"{cell.id}: an error"
        if any(output.get("name") == "stderr" for output in cell.outputs):
            yield f"{cell.id}: a warning"


def plain_floats(notebook: Any) -> Iterator[str]:
    """Name the printed numbers that have a decimal point in a language that has a comma.

    The last value of a test cell is for nbgrader, which reads a point.
    """
    for cell in notebook.cells:
        is_test = cell.metadata.get("nbgrader", {}).get("grade", False)
        for output in cell.get("outputs", []):
            plain = output.get("data", {}).get("text/plain", "")
            shown = PRINTED_REPR.sub("", output.get("text", "")) + ("" if is_test or REPR.match(plain) else plain)
            if re.search(r"\d\.\d", shown):
                yield f"{cell.id}: a number with a decimal point is printed: {shown[:80]!r}"


def strings(value: Any) -> Iterator[str]:
    """Give every text in a notebook."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from strings(one)


def metadata(notebook: Any) -> Iterator[str]:
    """Name what a notebook should not hold: the state of widgets, times, paths of a machine."""
    if set(notebook.metadata) != {"kernelspec", "language_info"}:
        yield f"the metadata hold {sorted(notebook.metadata)}"
    for cell in notebook.cells:
        if set(cell.metadata) - {"tags", "nbgrader"}:
            yield f"{cell.id}: its metadata hold {sorted(cell.metadata)}"
    for text in strings(notebook):
        yield from (f"a path of one machine: {path}" for path in PATHS.findall(text))


def anchors(notebook: Any) -> set[str]:
    """Give what Jupyter calls the headings of a notebook in a link."""
    found = set()
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for before, token in pairwise(MARKDOWN.parse(cell.source)):
                if before.type == "heading_open":
                    found.add("".join(one.content for one in token.children or []).replace(" ", "-"))
    return found


def dead_links(notebook: Any, folder: Path) -> Iterator[str]:
    """Name the links to files, or to headings of lessons, that do not exist."""
    for cell in notebook.cells:
        links = (
            [link for block in apart(cell.source).blocks for link in block.links]
            if cell.cell_type == "markdown"
            else []
        )
        for link in links:
            name, _mark, heading = unquote(link).partition("#")
            if re.match(r"\w+:", link):
                continue
            if not (folder / name).exists():
                yield f"{cell.id}: there is no {name}"
            elif heading and (not name or name.endswith(".ipynb")):
                target = nbformat.read(folder / name, as_version=4) if name else notebook
                if heading not in anchors(target):
                    yield f"{cell.id}: {name or 'this lesson'} has no heading #{heading}"
