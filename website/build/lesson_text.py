"""The text of a lesson as HTML: its Markdown by mistune, formulas as MathML, links as they lead in the site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from latex2mathml.converter import convert
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from website.build.documents.tree import FOLDERS
from website.build.lesson_addresses import lesson_address

WORD = re.compile(r"(\\text\{[^}]*\}|\\[a-zA-Z]+|\{,\})|([A-Za-z]{2,})")
"""What stays as it is in a formula, or a name of several characters."""
DECIMAL = re.compile(r"<mn>(\d+)</mn><mrow><mo>&#x0002C;</mo></mrow><mn>(\d+)</mn>")
BREAKS = ("=", "+")
"""The signs before which a block may break its line."""
TIGHT = ("|", "/")
"""The signs without space around them."""
BELOW = {"msub": "munder", "msubsup": "munderover"}
"""The elements that write below and above what others write beside."""


class LessonRenderer(IPythonRenderer):
    """Writes formulas as MathML, which every browser shows without a script."""

    def block_math(self, body: str) -> str:
        return f'<span class="formula">{mathml(body, is_block=True)}</span>'

    def inline_math(self, body: str) -> str:
        return mathml(body)


def mathml(formula: str, *, is_block: bool = False) -> str:
    r"""Return a formula of TeX as MathML: a name such as AP is one word, and what a sum runs over is below it.

    A block is several elements, each from a sign in `BREAKS`: a browser breaks no line within an element.

    >>> mathml(r"AP = 0{,}5")
    '<math><mrow><mi>AP</mi><mo>=</mo><mn>0,5</mn></mrow></math>'
    >>> mathml("a = b", is_block=True)
    '<math displaystyle="true"><mi>a</mi></math> <math displaystyle="true"><mo form="infix">=</mo><mi>b</mi></math>'
    """
    words = WORD.sub(lambda found: found[1] or rf"\operatorname{{{found[2]}}}", formula)
    text = re.sub(r" xmlns=\S+ display=\S+?(?=>)", "", convert(words))
    text = re.sub(r"<mo>(\w{2,})</mo>", r"<mi>\1</mi>", text)
    tree = ET.fromstring(DECIMAL.sub(r"<mn>\1,\2</mn>", text))
    for scripts in tree.iter():
        if scripts.tag in BELOW and scripts[0].text == "\N{N-ARY SUMMATION}":
            scripts.tag = BELOW[scripts.tag]
    for sign in tree.iter("mo"):
        if sign.text in TIGHT:
            sign.attrib |= {"lspace": "0", "rspace": "0"}
    return " ".join(ET.tostring(one, "unicode") for one in (_pieces(tree[0]) if is_block else [tree]))


def _pieces(row: ET.Element) -> Iterator[ET.Element]:
    """Yield the parts of a block, each from a sign in `BREAKS`, or after a wide space."""
    piece = ET.Element("math", displaystyle="true")
    for part in row:
        is_sign = part.tag == "mo" and part.text in BREAKS
        if len(piece) and (is_sign or part.tag == "mspace"):
            yield piece
            piece = ET.Element("math", displaystyle="true")
        if part.tag != "mspace":
            part.attrib |= {"form": "infix"} if is_sign else {}
            piece.append(part)
    yield piece


def html_of(markdown: str, language: str) -> str:
    """Return the text of a cell as HTML."""
    renderer = LessonRenderer(escape=False, exclude_anchor_links=True)
    text = str(MarkdownWithMath(renderer=renderer)(markdown))
    text = text.replace("<th></th>", "<td></td>")  # a header must say something
    return re.sub(r'href="([^"]+)"', lambda link: f'href="{lesson_link(link[1], language)}"', text)


def lesson_link(target: str, language: str) -> str:
    """Return where a link of a lesson leads from its page: to a page, to JupyterLite, or out of the site."""
    file, mark, place = target.partition("#")
    if "://" in file or not file:
        return target
    if file == "index.ipynb":
        return f"../../{'' if language == 'en' else language + '/'}index.html#lessons"
    if file == "glossary.ipynb":
        return f"../../{FOLDERS[language]}/words.html"
    if file.endswith(".ipynb"):
        return f"../../{lesson_address(f'{language}/{file}')}"
    if document := re.fullmatch(r"\.\./\.\./docs/(\w+)(\.es)?\.md", file):
        return f"../../{FOLDERS['es' if document[2] else 'en']}/{document[1]}.html{mark}{place}"
    raise ValueError(f"the lessons' pages do not know where {target!r} leads")
