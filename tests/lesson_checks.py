"""What can be wrong with a lesson and its translation. Each check gives sentences; none means that all is well."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt

from metrics_edu.language import LANGUAGES

VERSION = re.compile(r"\b(?:CC BY[\w-]*|Python|NumPy|v\.?|versión|version) ?\d+(?:\.\d+)+", re.IGNORECASE)
CODE_OR_MATH = re.compile(
    r"(?P<code>(?P<tick>`+).+?(?P=tick)|^~~~.+?^~~~)|\$\$.+?\$\$|(?<!\\)\$[^$]+?(?<!\\)\$", re.S | re.M
)
BARE = re.compile(r"https?://\S+")
PATHS = re.compile(r"(?<![\w.:/])/(?:home|root|Users|work|tmp|opt|mnt)/\S*|[A-Z]:\\Users\S*")
TWO_WORDS = re.compile(r"[^\W\d_]+\s+[^\W\d_]+")
GOAL = re.compile(r"[\w@+]+ (?:same|other)")
RELEVANCE = re.compile(r"[RN\s]+")
REMARK = re.compile(r"#\s*(?:NBVAL_\w+|noqa\b.*|fmt:.*|type:.*)")
REPR = re.compile(r"[A-Z]\w*\(")


class Parts(NamedTuple):
    """What a translation has in common with its original."""

    math: list[str]
    code: list[str]
    numbers: list[str]
    links: list[str]
    headings: list[str]
    tables: list[int]
    lists: list[str]
    tags: list[str]


def parts(text: str) -> Parts:
    """Take a Markdown text apart."""
    math: list[str] = []

    def keep(found: re.Match[str]) -> str:
        if found["code"]:
            return found[0]
        math.append(found[0])
        return "\ue000"  # a letter that nobody writes

    tokens = MarkdownIt("commonmark").enable("table").parse(CODE_OR_MATH.sub(keep, text))
    flat = [one for token in tokens for one in [token, *(token.children or [])]]
    code = [one.content for one in flat if one.type in ("code_inline", "code_block", "fence")]
    html = [one.content for one in flat if one.type in ("html_inline", "html_block")]
    prose = " ".join(
        [one.content for one in flat if one.type == "text"] + [re.sub(r"<[^>]*>", " ", one) for one in html]
    )
    links = [str(one.attrs[key]) for one in flat for key in ("href", "src") if key in one.attrs]
    links += re.findall(r"""(?:href|src)=["']([^"']+)""", " ".join(html))
    links += BARE.findall(prose)
    return Parts(
        sorted(map(formula, math)),
        sorted(code),
        sorted(one.replace(",", ".") for one in re.findall(r"\d+(?:[.,]\d+)*", BARE.sub(" ", prose))),
        sorted(link.partition("#")[0] or "#" for link in links),
        [one.tag for one in flat if one.type == "heading_open"],
        columns([one.type for one in flat]),
        [one.type for one in flat if one.type in ("bullet_list_open", "ordered_list_open", "list_item_open")],
        [tag for one in html for tag in re.findall(r"</?[a-z]\w*", one)],
    )


def columns(types: list[str]) -> list[int]:
    """Count the cells of each row of the tables."""
    rows: list[int] = []
    for kind in types:
        if kind == "tr_open":
            rows.append(0)
        elif kind in ("th_open", "td_open"):
            rows[-1] += 1
    return rows


def formula(tex: str) -> str:
    """Write a formula without its words and its decimal mark."""
    plain = re.sub(r"\\(text|textrm|textit|mbox)\{[^{}]*\}", r"\\\1{}", tex)
    plain = re.sub(r"\s+", "", plain.replace("{,}", ".").replace(";", ","))
    return re.sub(r"(?<=\d),(?=\d)", ".", plain)


def differences(original: str, translation: str) -> Iterator[str]:
    """Say what a translation lost, or has too much."""
    for name, one, other in zip(Parts._fields, parts(original), parts(translation), strict=True):
        if one != other:
            yield f"{name}: {one} became {other}"


def foreign_marks(text: str, language: str) -> Iterator[str]:
    """Name the numbers outside code that have the decimal mark of another language."""
    mark = LANGUAGES[language]
    wrong = r"\d,\d" if mark == "." else r"\d\.\d"
    keeps_math = mark == ","  # in English formulas a comma stands between two numbers
    without_code = CODE_OR_MATH.sub(lambda found: found[0] if keeps_math and not found["code"] else " ", text)
    without_links = re.sub(r"\]\([^)]*\)|https?://\S+|<[^>]*>", " ", without_code)
    for found in re.findall(rf"[\d.,]*{wrong}\d*", VERSION.sub(" ", without_links)):
        yield f"{found!r} has no decimal {mark!r}"


def headings(texts: list[str]) -> Iterator[str]:
    """Say what is wrong with the headings of a lesson."""
    levels = [int(tag[1]) for text in texts for tag in parts(text).headings]
    if levels[:1] != [1] or levels.count(1) != 1:
        yield f"the first heading, and no other, is of level 1; got {levels}"
    for one, other in pairwise(levels):
        if other > one + 1:
            yield f"a heading of level {other} comes after one of level {one}"


def prose_in_code(source: str) -> Iterator[str]:
    """Name what a reader of another language could not read: it would not be translated."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            goals = all(GOAL.fullmatch(one.strip()) for one in node.value.split(","))
            if TWO_WORDS.search(node.value) and not goals and not RELEVANCE.fullmatch(node.value):
                yield f"a text of several words: {node.value!r}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield from printed(node)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not REMARK.fullmatch(token.string):
            yield f"a comment: {token.string!r}"


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
    """Name the printed numbers that have a decimal point in a language that has a comma."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            plain = output.get("data", {}).get("text/plain", "")
            shown = output.get("text", "") + ("" if REPR.match(plain) else plain)
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
        if set(cell.metadata) - {"tags"}:
            yield f"{cell.id}: its metadata hold {sorted(cell.metadata)}"
    for text in strings(notebook):
        yield from (f"a path of one machine: {path}" for path in PATHS.findall(text))


def dead_links(notebook: Any, folder: Path) -> Iterator[str]:
    """Name the links to files that do not exist."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for link in parts(cell.source).links:
                if not re.match(r"\w+:|#", link) and not (folder / link).exists():
                    yield f"{cell.id}: there is no {link}"
