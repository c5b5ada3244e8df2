"""Find the prose of the repository, now or at a commit: paragraphs of the docs, docstrings, comments and messages."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import tarfile
import tokenize
from collections.abc import Iterator, Mapping
from io import BytesIO, StringIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.extract import extract

from tools.translations import KEYWORDS

PROJECT = Path(__file__).parents[2]
DOCS = "docs"
PROJECT_PAGES = "project pages"
PUBLIC = "public docstrings"
PRIVATE = "private docstrings, comments"
MESSAGES = "messages"
KINDS = (DOCS, PROJECT_PAGES, PUBLIC, PRIVATE, MESSAGES)

DOCS_FILE = re.compile(r"((figures|notebooks|homework)/)?README\.md|((homework/)?docs|benchmarks)/\w+\.md")
PROJECT_FILE = re.compile(r"[A-Z_]+\.md")
PYTHON_FILE = re.compile(r"(metrics_edu|homework|website|tools|tests|benchmarks|notebooks/build|figures/build)/.*\.py")
SCRIPT_FILE = re.compile(r"(metrics_edu/widgets/src|website/page/src)/.*\.ts")
WORDS_FILE = re.compile(r"(metrics_edu|website)/.*words\.json")

PACKAGES = ("metrics_edu/", "homework/metrics_homework/")
SPANISH_HALF = re.compile(r"^# Figuras .*", re.DOTALL | re.MULTILINE)
"""The second half of figures/README.md."""
FENCE = re.compile(r"\s*```")
CODE = re.compile(r" {4,}\S")
EXAMPLE = re.compile(r"\s*>>> ")
RULE = re.compile(r"\s*-{3,}$")
NO_PROSE = re.compile(rf"\s*(\||<)|{RULE.pattern}|\*{{0,2}}\w[\w., *]* : ")
"""A row of a table, a tag, a rule, or a parameter with its type."""
HEADING = re.compile(r"#+ ")
ITEM = re.compile(r"\s*([-*]|\d+\.) ")
SCRIPT_COMMENT = re.compile(r"/\*(?P<block>.*?)\*/|(?<![:\"'`/\w])//(?P<line>[^\n]*)", re.DOTALL)
DIRECTIVE = re.compile(r"#\s*(noqa|type:|fmt:|pragma|!)")


class Text(NamedTuple):
    """A paragraph, heading, list item or message: its kind, its file and the line where it begins."""

    kind: str
    path: str
    line: int
    text: str


def files(revision: str | None) -> dict[str, str]:
    """Return the text files of the working tree, or of a commit, by their paths."""
    wanted = (DOCS_FILE, PROJECT_FILE, PYTHON_FILE, SCRIPT_FILE, WORDS_FILE)
    if revision:
        with tarfile.open(fileobj=BytesIO(_git("archive", revision))) as archive:
            members = [one for one in archive if one.isfile() and _matches(one.name, wanted)]
            found = {one.name: file.read() for one in members if (file := archive.extractfile(one))}
    else:
        paths = _git("ls-files", "--cached", "--others", "--exclude-standard").decode().splitlines()
        found = {
            path: (PROJECT / path).read_bytes()
            for path in paths
            if _matches(path, wanted) and (PROJECT / path).is_file()
        }
    return {path: found[path].decode() for path in sorted(found)}


def _matches(path: str, patterns: tuple[re.Pattern[str], ...]) -> bool:
    return any(pattern.fullmatch(path) for pattern in patterns)


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=PROJECT, capture_output=True, check=True).stdout


def texts(sources: Mapping[str, str], *, only_for_users: bool = False) -> Iterator[Text]:
    """Yield every piece of prose in the files, a paragraph at a time; if requested, without comments and private code."""
    public = public_names(sources)
    for path, source in sources.items():
        if DOCS_FILE.fullmatch(path):
            yield from _paragraphs(DOCS, path, 1, SPANISH_HALF.sub("", source))
        elif PROJECT_FILE.fullmatch(path):
            yield from _paragraphs(PROJECT_PAGES, path, 1, source)
        elif WORDS_FILE.fullmatch(path):
            yield from _word_messages(path, source)
        elif PYTHON_FILE.fullmatch(path) and path.startswith(PACKAGES):
            yield from _docstrings(path, source, public)
            yield from _marked_messages(path, source)
    if not only_for_users:
        yield from _texts_for_programmers(sources)


def _texts_for_programmers(sources: Mapping[str, str]) -> Iterator[Text]:
    """Yield every comment, and the docstrings outside the packages."""
    for path, source in sources.items():
        if SCRIPT_FILE.fullmatch(path):
            yield from _script_comments(path, source)
        elif PYTHON_FILE.fullmatch(path):
            yield from _python_comments(path, source)
            if not path.startswith(PACKAGES):
                yield from _docstrings(path, source, set())


def public_names(sources: Mapping[str, str]) -> set[str]:
    """Return the names in `__all__` of the packages and their subpackages."""
    names = set[str]()
    for path, source in sources.items():
        if path.startswith(PACKAGES) and (listed := re.search(r"^__all__ = (\[.*?\])", source, re.M | re.S)):
            names.update(ast.literal_eval(listed[1]))
    return names


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs, headings and list items of Markdown or of a docstring, each with its first line's number.

    Code blocks, doctests, tables, tags and the types of parameters are left out.
    """
    begin, lines = 1, list[str]()
    for number, line in _prose_lines(text):
        if lines and (not line.strip() or HEADING.match(line) or HEADING.match(lines[0]) or ITEM.match(line)):
            yield begin, "\n".join(lines)
            lines = []
        if line.strip():
            begin = begin if lines else number
            lines.append(line)
    if lines:
        yield begin, "\n".join(lines)


def _prose_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number; a line that is no prose is empty."""
    fenced = code = False
    before = ""
    lines = text.splitlines()
    for number, (line, after) in enumerate(zip(lines, [*lines[1:], ""], strict=True), start=1):
        fenced ^= bool(FENCE.match(line))
        starts_code = EXAMPLE.match(line) or (CODE.match(line) and not before.strip() and not ITEM.match(line))
        code = bool(line.strip()) and (code or bool(starts_code))
        prose = not (fenced or code or FENCE.match(line) or NO_PROSE.match(line) or RULE.match(after))
        yield number, line if prose else ""
        before = line


def _paragraphs(kind: str, path: str, first: int, text: str) -> Iterator[Text]:
    for line, paragraph in paragraphs(text):
        yield Text(kind, path, first + line - 1, paragraph)


def _docstrings(path: str, source: str, public: set[str]) -> Iterator[Text]:
    tree = ast.parse(source)
    package = path.startswith(PACKAGES)
    yield from _docstrings_of(tree, path, package and path.endswith("__init__.py"), public if package else set())


def _docstrings_of(node: ast.AST, path: str, is_public: bool, names: set[str]) -> Iterator[Text]:
    """Yield the docstrings of a module, class or function and of everything in it, constants included."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant) and isinstance(child.value.value, str):
            documents = child is getattr(node, "body", [None])[0]
            text = "\n".join(line.strip() if not documents else line for line in _clean(child.value.value))
            yield from _paragraphs(PUBLIC if is_public and documents else PRIVATE, path, child.lineno, text)
        elif isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            is_method = isinstance(node, ast.ClassDef)
            shown = not child.name.startswith("_") and is_public if is_method else child.name in names
            yield from _docstrings_of(child, path, shown, set())
        elif isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _docstrings_of(child, path, False, names if isinstance(child, ast.If) else set())


def _clean(docstring: str) -> list[str]:
    """Return the lines of a docstring without their common indentation; the number of lines stays."""
    first, *rest = docstring.split("\n")
    indents = [len(line) - len(line.lstrip()) for line in rest if line.strip()]
    return [first.strip(), *(line[min(indents, default=0) :] for line in rest)]


def _python_comments(path: str, source: str) -> Iterator[Text]:
    """Yield comments; those on consecutive lines are one text."""
    begin, lines = 0, list[str]()
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type != tokenize.COMMENT or DIRECTIVE.match(token.string):
            continue
        if lines and token.start[0] != begin + len(lines):
            yield Text(PRIVATE, path, begin, "\n".join(lines))
            lines = []
        begin = begin if lines else token.start[0]
        lines.append(re.sub(r"^#\s*|-{3,}", "", token.string))
    if lines:
        yield Text(PRIVATE, path, begin, "\n".join(lines))


def _script_comments(path: str, source: str) -> Iterator[Text]:
    for found in SCRIPT_COMMENT.finditer(source):
        text = re.sub(r"^\s*\*+ ?", "", found["block"] or found["line"] or "", flags=re.MULTILINE)
        if not text.strip().startswith("biome-ignore"):
            yield from _paragraphs(PRIVATE, path, source.count("\n", 0, found.start()) + 1, text)


def _marked_messages(path: str, source: str) -> Iterator[Text]:
    for line, message, _comments, _context in extract("python", BytesIO(source.encode()), KEYWORDS):
        for text in (message,) if isinstance(message, str) else message:
            yield Text(MESSAGES, path, line, text)


def _word_messages(path: str, source: str) -> Iterator[Text]:
    lines = source.splitlines()
    for key, value in json.loads(source).items():
        line = next((number for number, line in enumerate(lines, start=1) if f'"{key}":' in line), 1)
        for text in [value] if isinstance(value, str) else [value["en"]] if isinstance(value, dict) else value:
            yield Text(MESSAGES, path, line, text)
