"""What a translation must keep of its original, block by block: a block is a paragraph, a heading, an item or a cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.test_spanish import ENGLISH, NAMES

MARKDOWN = MarkdownIt("commonmark").enable("table")
CODE_OR_MATH = re.compile(
    r"(?P<code>(?P<tick>`+).+?(?P=tick)|^~~~.+?^~~~)|\$\$.+?\$\$|(?<!\\)\$[^$]+?(?<!\\)\$", re.S | re.M
)
BARE = re.compile(r"https?://\S+")
IN_FORMULA = re.compile(r"\\(?:text|textrm|textit|mbox)\{([^{}]*)\}")
FORMULA = 0xF0000
"""The first of the characters that no text uses, each of which stands for a formula."""
CODE, EMPHASIS, PLAIN = "\ue000", "\ue001", "\ue002"
"""They stand for a code span, and around what is emphasised."""
OF_LESSONS = re.compile(
    rf"{ENGLISH.pattern}|\b(you|your|do|does|how|what|which|why|who|if|this|that|then|has|have)\b", re.I
)
"""What the texts of the package need not be searched for."""
QUOTED = re.compile(r'"[^"]*"|«[^»]*»|“[^”]*”')
LEFT_AS_IT_IS = re.compile(
    rf"{QUOTED.pattern}|{EMPHASIS}[^{PLAIN}]*{PLAIN}|{BARE.pattern}|{NAMES.pattern}|Reciprocal rank"
    rf"|\w+(?=[{chr(FORMULA)}-{chr(FORMULA + 0xFFFF)}])"
)
"""Text, titles and terms, names, and the words before a formula, such as gain of gain$_i$."""
SENTENCE = re.compile(rf'[.?!]+(?=[\s"»”){PLAIN}]|$)')
PAUSE = re.compile(rf'[.?!:;]+(?=[\s"»”){PLAIN}]|$)')
SHORT = 60
"""Up to this number of characters, a block's length says nothing."""
LENGTH = (0.75, 1.7)
"""How long a block may become: the lessons have 0.79 to 1.58."""
MERGED = 1.0
"""So long a block has lost no sentence, though it has fewer: the translator made one of two."""


class Block(NamedTuple):
    """A block: its text, with a character in the place of each formula and code span, and what it holds."""

    text: str
    formulas: list[str]
    code: list[str]
    numbers: list[str]
    links: list[str]
    tags: list[str]
    bold: int
    emphasis: int

    @property
    def letters(self) -> int:
        """How long it is."""
        return sum(one.isalpha() for one in self.text)


class Text(NamedTuple):
    """A Markdown text: how it is built, and its blocks in order."""

    shape: list[str]
    blocks: list[Block]


def apart(text: str) -> Text:
    """Take a Markdown text apart."""
    formulas: list[str] = []

    def keep(found: re.Match[str]) -> str:
        if found["code"]:
            return found[0]
        formulas.append(found[0])
        return chr(FORMULA + len(formulas) - 1)

    shape, blocks = [], []
    for token in MARKDOWN.parse(CODE_OR_MATH.sub(keep, text)):
        if token.type != "inline":
            shape.append("/" * (token.nesting < 0) + (token.tag or token.type))
        if token.nesting == 0:
            blocks.append(block(token.children or [token], formulas))
    return Text(shape, blocks)


def block(tokens: Sequence[Token], formulas: Sequence[str]) -> Block:
    """Take a block apart."""
    text = "".join(map(said, tokens))
    html = " ".join(one.content for one in tokens if one.type.startswith("html"))
    links = [str(one.attrs[key]) for one in tokens for key in ("href", "src") if key in one.attrs]
    links += re.findall(r"""(?:href|src)=["']([^"']+)""", html) + BARE.findall(text)
    return Block(
        text,
        [formulas[ord(one) - FORMULA] for one in text if ord(one) >= FORMULA],
        [one.content for one in tokens if one.type in ("code_inline", "code_block", "fence")],
        [one.replace(",", ".") for one in re.findall(r"\d+(?:[.,]\d+)*", BARE.sub(" ", text))],
        links,
        re.findall(r"</?[a-z]\w*", html),
        sum(one.type == "strong_open" for one in tokens),
        sum(one.type == "em_open" for one in tokens),
    )


def said(token: Token) -> str:
    """Give what a reader reads of a piece of a block."""
    if token.type in ("text", "html_inline", "html_block"):
        return re.sub(r"<[^>]*>", " ", token.content) if token.type != "text" else token.content
    marks = {"softbreak": " ", "hardbreak": " ", "em_open": EMPHASIS, "em_close": PLAIN}
    return CODE if token.type in ("code_inline", "code_block", "fence") else marks.get(token.type, "")


def formula(tex: str) -> str:
    """Write a formula without its words and its decimal mark; a place for words that holds none is another formula."""
    plain = IN_FORMULA.sub(lambda found: r"\text{words}" if re.search(r"\w", found[1]) else r"\text{}", tex)
    plain = re.sub(r"\s+", "", plain.replace("{,}", ".").replace(";", ","))
    return re.sub(r"(?<=\d),(?=\d)", ".", plain)


def differences(original: str, translation: str, *, in_order: bool = True) -> Iterator[str]:
    """Say what a translation lost, or has too much."""
    one, other = apart(original), apart(translation)
    if one.shape != other.shape:
        place = next(k for k, (was, now) in enumerate(zip_longest(one.shape, other.shape)) if was != now)
        yield f"blocks: {one.shape[place:]} became {other.shape[place:]}"
        return
    for was, now in zip(one.blocks, other.blocks, strict=True):
        yield from (f"{found}, in {now.text[:60]!r}" for found in (*held(was, now, in_order), *lengths(was, now)))


def held(was: Block, now: Block, in_order: bool) -> Iterator[str]:
    """Say what a block does not hold any more: what is counted, and what is in an order."""
    pairs = {
        "formulas": (list(map(formula, was.formulas)), list(map(formula, now.formulas))),
        "code": (was.code, now.code),
        "numbers": (was.numbers, now.numbers),
        "links": tuple(list(map(target, found)) for found in (was.links, now.links)),
        "tags": (was.tags, now.tags),
    }
    for name, (one, other) in pairs.items():
        if sorted(one) != sorted(other):
            yield f"{name}: {one} became {other}"
        elif in_order and one != other:
            yield f"{name} in another order: {one} became {other}"
    if was.bold != now.bold:
        yield f"bold: {was.bold} became {now.bold}"
    if was.emphasis > now.emphasis:  # a term of English is emphasised in a translation
        yield f"emphasis: {was.emphasis} became {now.emphasis}"


def target(link: str) -> str:
    """Give the file that a link leads to; a lecture's in whatever language. What is in that file is called otherwise in each."""
    return re.sub(r"(?<=lectures/)(en|es)(?=/)", "", link.partition("#")[0]) or "#"


def lengths(was: Block, now: Block) -> Iterator[str]:
    """Say whether a block lost or got sentences. A translator may cut a sentence in two, or make one of two."""
    before, after = (len(SENTENCE.findall(one.text)) for one in (was, now))
    questions = now.text.count("?") >= was.text.count("?")
    pauses = len(PAUSE.findall(now.text)) >= len(PAUSE.findall(was.text))
    ratio = now.letters / max(was.letters, 1)
    if (after < before and not (questions and (pauses or ratio >= MERGED))) or after > before + max(1, before // 3):
        yield f"sentences: {before} became {after}"
    elif sum(one.isalpha() for one in QUOTED.sub("", was.text)) > SHORT and not LENGTH[0] <= ratio <= LENGTH[1]:
        yield f"length: {was.letters} letters became {now.letters}"


def left_in_english(original: str, translation: str) -> Iterator[str]:
    """Name what was not translated: the words of English, outside quotations, emphasis and code."""
    blocks = apart(translation).blocks
    if original == translation and any(part.letters for part in blocks):
        yield f"English: the same as the original: {translation[:60]!r}"
    for part in blocks:
        in_formulas = " ".join(word for tex in part.formulas for word in IN_FORMULA.findall(tex))
        found = [one[0] for one in OF_LESSONS.finditer(f"{LEFT_AS_IT_IS.sub(' ', part.text)} {in_formulas}")]
        if found:
            yield f"English: {found}, in {part.text[:60]!r}"
