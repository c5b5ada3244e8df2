"""Draw the figures for slides in each language as SVG, PDF and PNG, and write figures/README.md, which shows them all.

Each PDF and PNG has the SHA-256 of its SVG: they are slow to draw, and so a test can tell that none is older.
"""

from __future__ import annotations

import hashlib
import io
import re
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from figures.build.gallery import IMPORTS, PICTURES, Picture
from metrics_edu import set_language
from metrics_edu.files.safe_files import write_file
from metrics_edu.language import LANGUAGES, _, language
from metrics_edu.plots.canvas import COLOURS, ON_DARK, width_of
from metrics_edu.plots.list_figures import HINTED
from metrics_edu.plots.slides import INCHES, ROOM, SOURCE, TEXT, WIDEST_SOURCE, Slide, lay_out, slide_settings

MORE_DIGITS = re.compile(r"(?<=\.\d\d)\d+")
SHADES = 48  # of a PNG: with fewer, the grey of the grid can become blue
FRACTION = re.compile(r"= \((.*)\)/\((.*)\)")
NO_NEED = r"<\?xml.*?\?>|<!DOCTYPE.*?>|<metadata>.*?</metadata>|<!--.*?-->"
SHORTER = {
    r'<g id="\w+">': "<g>",
    r"DejaVuSans-Bold-": "b",
    r"DejaVuSans-": "r",
    r'style="fill: (#\w+)"': r'fill="\1"',
    r'transform="translate\((\d+\.?\d?)\d* 0\)"/>': r'x="\1"/>',
}
"""In an SVG: half of it are the characters of texts."""
DARK = {"en": "dark SVG", "es": "SVG oscuro"}
HEADS = {
    "en": """# Figures for slides

`make figures` draws these figures. They are 16:9, for white slides, and as SVG also for dark slides.
SVG and PDF are sharp at any size. PNG is 1920 x 1080.
Licence: [CC BY 4.0](../LICENSE-CC-BY-4.0); name the authors as [CITATION.cff](../CITATION.cff) does.
The package computes the values, and `slide` makes a slide of a value: no text is smaller than 24 pixels of 1280 x 720.
Each line of Python below draws its figure on an Axes; `lay_out` makes a slide of it:""",
    "es": """# Figuras para diapositivas

`make figures` dibuja estas figuras. Son 16:9, para diapositivas blancas, y en SVG también para oscuras.
SVG y PDF son nítidas a cualquier tamaño. PNG es de 1920 x 1080.
Licencia: [CC BY 4.0](../LICENSE-CC-BY-4.0); nombra a los autores como [CITATION.cff](../CITATION.cff).
El paquete calcula los valores, y `slide` hace una diapositiva de un valor: ningún texto mide menos de 24 píxeles de 1280 x 720.
Cada línea de Python de abajo dibuja su figura en un Axes; `lay_out` también hace de ella una diapositiva:""",
}
LINES = {
    "en": "{imports}\n"
    'slide("AP", apples(), title="Six apples").save("apples.svg")  # its text is text; or .png\n'
    'lay_out(lambda ax: draw_gains(ax, 5), "framed", title="Gain").save("gain.png")',
    "es": 'from metrics_edu import set_language\n{imports}\nset_language("es")\n'
    'slide("AP", apples(), title="Seis manzanas").save("manzanas.svg")  # con su texto como texto; o .png\n'
    'lay_out(lambda ax: draw_gains(ax, 5), "framed", title="Ganancia").save("ganancia.png")',
}


@contextmanager
def settings(language_of: str) -> Iterator[None]:
    """Draw in a language, whatever the user's own settings are."""
    before = language()
    with slide_settings():
        rcParams["pdf.fonttype"] = 42  # the texts can be searched
        set_language(language_of)
        try:
            yield
        finally:
            set_language(before)


def drawn(picture: Picture, *, dark: bool = False) -> Slide:
    """Draw a figure with its title and its source, and the number that is its point."""
    source = in_lines(picture.source[language()])
    kinds = {"framed": picture.framed, "beside": picture.beside, "above": picture.hero, "high": "\n" not in source}
    made = lay_out(
        picture.draw,
        next((name for name, holds in kinds.items() if holds), "whole"),
        title=picture.title[language()],
        source=source,
        working=picture.hero_working() if picture.hero else None,
        beside=picture.beside,
        dark=dark,
    )
    [ax] = made.figure.axes
    if picture.note:
        write_note(ax, picture.noted, picture.note[language()], ON_DARK if dark else COLOURS)
    if picture.marked:
        call_marks(ax, picture.marked[language()])
    for text in [*made.figure.texts]:
        if parts := FRACTION.fullmatch(text.get_text()):
            text.remove()
            write_fraction(made.figure, text, parts)
    return made


def in_lines(source: str) -> str:
    """Break a source that is too long for a line: between two sentences where both fit, else where its room ends."""
    room = ROOM * TEXT / SOURCE
    if width_of(source) <= room:
        return source
    breaks = [f"{source[: found.start()]}\n{source[found.end() :]}" for found in re.finditer(r"(?<=\.) ", source)]
    fitting = [text for text in breaks if width_of(*text.split("\n")) <= room]
    return fitting[-1] if fitting else textwrap.fill(source, WIDEST_SOURCE)


def write_fraction(figure: Figure, inline: Text, parts: re.Match[str]) -> None:
    """Write, after an equal sign, what is divided, a line, and below it what that is divided by."""
    left, low = inline.get_position()
    style: Any = {"color": inline.get_color(), "parse_math": False}
    figure.text(left, low, "=", **style)
    left += width_of("= ") / ROOM * 0.9
    wide, line = HINTED * width_of(*parts.groups()) / ROOM * 0.9, low + 0.33 * TEXT / 72 / INCHES[1]
    figure.add_artist(Line2D([left, left + wide], [line] * 2, color=style["color"], linewidth=TEXT / 15))
    for part, position, side in zip(parts.groups(), (line + 0.016, line - 0.016), ("baseline", "top"), strict=True):
        figure.text(left + wide / 2, position, part, ha="center", va=side, **style)


def write_note(ax: Axes, noted: str, note: str, colours: Mapping[str, str]) -> None:
    """Write the text about a value after the first line that begins so."""
    [first, *_others] = [text for text in ax.texts if text.get_text().startswith(noted)]
    height = first.get_position()[1]
    [*_working, value] = [text for text in ax.texts if text.get_position()[1] == height]
    right = value.get_position()[0] + width_of(value.get_text(), bold=True)
    style: Any = {
        "va": first.get_verticalalignment(),
        "color": colours["ink"],
        "transform": first.get_transform(),
    }
    ax.text(right + TEXT, height, note, parse_math=False, **style)


def call_marks(ax: Axes, word: str) -> None:
    """Call the grades in the marks by another word."""
    for text in ax.texts:
        if text.get_text() == _("grade"):
            text.set_text(word)


def all_drawn(*, dark: bool = False) -> dict[tuple[str, str], Slide]:
    """Draw all figures, in each language; return them by language and name."""
    made: dict[tuple[str, str], Slide] = {}
    for name in LANGUAGES:
        with settings(name):
            made |= {(name, picture.name): drawn(picture, dark=dark) for picture in PICTURES}
    return made


def svg(one: Slide) -> bytes:
    """Return a figure as SVG: an image with a title and a description, that asks nothing of any other place.

    Its texts are outlines: where the font is missing, another one would not fit into its place.
    """
    text = re.sub(NO_NEED, "", one.svg(outlines=True), flags=re.S)
    text = re.sub(r' (d="|[xy]="|transform="translate)[^"]*"', lambda found: MORE_DIGITS.sub("", found[0]), text)
    text = re.sub(r' d="[^"]*"', lambda found: re.sub(r"\s*([MLQCz])\s*", r"\1", found[0]), text)
    for long, short in SHORTER.items():
        text = re.sub(long, short, text)
    text = re.sub(r'(<path id="[rb]\w+" d=")([^"]*)', lambda found: found[1] + relative(found[2]), text)
    return re.sub(r"\s*\n\s*", "\n", text).strip().encode() + b"\n"


def relative(path: str) -> str:
    """Write the outline of a character by the distances between its points, which are short numbers.

    >>> relative("M684 794L1344 794L1344 0Q1000 0 684 794z")
    'm684 794h660v-794q-344 0-660 794z'
    """
    parts, point, start = [], (0, 0), (0, 0)
    for command, numbers in re.findall(r"([MLQz])([^MLQz]*)", path):
        values = [int(value) for value in numbers.split()]
        moves = [value - point[k % 2] for k, value in enumerate(values)]
        name, kept = command.lower(), moves
        if command == "L" and 0 in moves:
            name, kept = ("v", moves[1:]) if moves[0] == 0 else ("h", moves[:1])
        parts.append(name + " ".join(map(str, kept)).replace(" -", "-"))
        x, y = values[-2:] or start
        point = x, y
        start = point if command == "M" else start
    return "".join(parts)


def digest(one: Slide) -> str:
    """Return what distinguishes the SVG of a figure from any other."""
    return f"SVG {hashlib.sha256(svg(one)).hexdigest()}"


def pdf(one: Slide) -> bytes:
    """Return a figure as PDF, without a date."""
    file = io.BytesIO()
    metadata = {
        "Title": one.title,
        "Subject": one.caption,
        "Keywords": digest(one),
        "Creator": "metrics_edu",
        "Producer": None,
        "CreationDate": None,
    }
    one.figure.savefig(file, format="pdf", metadata=metadata)
    return file.getvalue()


def png(one: Slide) -> bytes:
    """Return a figure as PNG, in as few colours as it needs."""
    return in_shades(one.png(), SHADES, digest(one))


def in_shades(picture: bytes, count: int, comment: str = "") -> bytes:
    """Return a PNG in this number of colours, which makes it a third as large."""
    info = PngInfo()
    if comment:
        info.add_text("Comment", comment)
    out, whole = io.BytesIO(), Image.open(io.BytesIO(picture)).convert("RGB")
    small = whole.quantize(count, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    small.save(out, "PNG", optimize=True, pnginfo=info)
    return out.getvalue()


KINDS = {"svg": svg, "pdf": pdf, "png": png}


def page(made: Mapping[tuple[str, str], Slide]) -> str:
    """Write figures/README.md: each figure with its text alternative and the line that draws it, in each language."""
    parts = []
    for name in LANGUAGES:
        code = LINES[name].format(imports=IMPORTS)
        parts += [HEADS[name], f"```python\n{code}\n```"]
        parts += [section(picture, made[name, picture.name], name) for picture in PICTURES]
    return "\n\n".join(parts) + "\n"


def section(picture: Picture, one: Slide, language_of: str) -> str:
    """Write the part of figures/README.md about one figure."""
    path = f"{language_of}/{picture.name}"
    alternative = escape(one.caption, quote=False).replace("|", "\\|")
    files = " · ".join(
        [*(f"[{kind.upper()}]({path}.{kind})" for kind in KINDS), f"[{DARK[language_of]}]({path}-dark.svg)"]
    )
    lines = [
        f"## {one.title}",
        f'<img src="{path}.png" alt="{escape(one.caption)}" width="640">',
        alternative,
        f"{picture.source[language_of]} {files}",
        f"```python\n{picture.code}\n```",
    ]
    return "\n\n".join(lines)


def main(folder: Path) -> None:
    """Write all files."""
    made = all_drawn()
    for (language_of, name), one in made.items():
        with settings(language_of):
            for kind, write in KINDS.items():
                write_file(folder / language_of / f"{name}.{kind}", write(one))
    for (language_of, name), one in all_drawn(dark=True).items():
        with settings(language_of):
            write_file(folder / language_of / f"{name}-dark.svg", svg(one))
    write_file(folder / "README.md", page(made))
