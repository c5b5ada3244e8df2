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
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from figures.build.gallery import IMPORTS, PICTURES, Picture
from metrics_edu import set_language
from metrics_edu.files.safe_files import write_file
from metrics_edu.language import LANGUAGES, _, language, number
from metrics_edu.plots.canvas import COLOURS, ON_DARK, width_of
from metrics_edu.plots.list_figures import HINTED
from metrics_edu.working import Derivation
from metrics_edu.working.text_style import TEXT as LINE

MORE_DIGITS = re.compile(r"(?<=\.\d\d)\d+")
INCHES = (40 / 3, 7.5)
DOTS = 144  # an inch: 1920 x 1080
TEXT, TITLE, SOURCE, HERO = 22, 30, 18, 76  # points
SETTINGS: Any = {
    "font.size": TEXT,
    "font.family": "DejaVu Sans",  # comes with Matplotlib, so it is the same everywhere
    "svg.fonttype": "path",  # where the font is missing, another one would not fit into its place
    "svg.hashsalt": "metrics_edu",
    "pdf.fonttype": 42,  # the texts can be searched
}
SHADES = 48  # of a PNG: with fewer, the grey of the grid can become blue
ROOM = 0.9 * 72 * INCHES[0]  # points, between the margins
AXES_AREAS = {
    "": (0.05, 0.15, 0.9, 0.72),
    "framed": (0.11, 0.25, 0.84, 0.55),
    "hero": (0.05, 0.32, 0.9, 0.54),
    "beside": (0.05, 0.04, 0.58, 0.83),
    "high": (0.05, 0.1, 0.9, 0.78),
}
"""Where the Axes are: left, bottom, width and height.

With ticks around them, above the largest number, beside it, or above a source of one line.
"""
FRACTION = re.compile(r"\((.*)\)/\((.*)\)")
NO_NEED = r"<\?xml.*?\?>|<!DOCTYPE.*?>|<metadata>.*?</metadata>|<!--.*?-->"
SHORTER = {r"DejaVuSans-Bold-": "b", r"DejaVuSans-": "r", r'transform="translate\(([\d.]+) 0\)"/>': r'x="\1"/>'}
"""In an SVG: half of it are the characters of texts."""
DARK = {"en": "dark SVG", "es": "SVG oscuro"}
HEADS = {
    "en": """# Figures for slides

`make figures` draws these figures. They are 16:9, for white slides, and as SVG also for dark slides.
SVG and PDF are sharp at any size. PNG is 1920 x 1080.
Licence: [CC BY 4.0](../LICENSE-CC-BY-4.0); name the authors as [CITATION.cff](../CITATION.cff) does.
The package computes the values. Each line of Python draws its figure on your Axes, of any size:""",
    "es": """# Figuras para diapositivas

`make figures` dibuja estas figuras. Son 16:9, para diapositivas blancas, y en SVG también para oscuras.
SVG y PDF son nítidas a cualquier tamaño. PNG es de 1920 x 1080.
Licencia: [CC BY 4.0](../LICENSE-CC-BY-4.0); nombra a los autores como [CITATION.cff](../CITATION.cff).
El paquete calcula los valores. Cada línea de Python dibuja su figura en tu propio Axes, de cualquier tamaño:""",
}
LINES = {
    "en": "import matplotlib.pyplot as plt\n{imports}\nfig, ax = plt.subplots(figsize=(12, 5))",
    "es": 'import matplotlib.pyplot as plt\nfrom metrics_edu import set_language\n{imports}\nset_language("es")\n'
    "fig, ax = plt.subplots(figsize=(12, 5))",
}


class Drawn(NamedTuple):
    """A figure that is drawn, and its text alternative."""

    figure: Figure
    title: str
    caption: str


@contextmanager
def settings(language_of: str) -> Iterator[None]:
    """Draw in a language, whatever the user's own settings are."""
    before = language()
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        set_language(language_of)
        try:
            yield
        finally:
            set_language(before)


def drawn(picture: Picture, *, dark: bool = False) -> Drawn:
    """Draw a figure with its title and its source, and the number that is its point."""
    colours = ON_DARK if dark else COLOURS
    figure = Figure(figsize=INCHES, dpi=DOTS, facecolor=colours["paper"])
    plain: dict[str, Any] = {"parse_math": False}
    title = picture.title[language()]
    size = min(TITLE, ROOM / HINTED / width_of(title, bold=True) * TEXT)
    figure.text(0.05, 0.955, title, size=size, weight="bold", color=colours["ink"], va="top", **plain)
    source = in_lines(picture.source[language()])
    figure.text(0.05, 0.035, source, size=SOURCE, color=colours["ink2"], va="bottom", **plain)
    kinds = {"framed": picture.framed, "beside": picture.beside, "hero": picture.hero, "high": "\n" not in source}
    ax = figure.add_axes(AXES_AREAS[next((name for name, holds in kinds.items() if holds), "")])
    caption = picture.draw(ax)
    if picture.note:
        write_note(ax, picture.noted, picture.note[language()], colours)
    if picture.marked:
        call_marks(ax, picture.marked[language()])
    if picture.hero:
        write_hero(figure, picture, colours)
        tell_once(ax, picture.hero_working())
    return Drawn(figure, title, caption)


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


def write_hero(figure: Figure, picture: Picture, colours: Mapping[str, str]) -> None:
    """Write the number that is the point; at the right its quotient is below it, in a frame its symbol on its line.

    Below a list that does not show its quotient, the quotient is beside it.
    """
    working, plain = picture.hero_working(), {"parse_math": False}
    symbol, value, quotient = f"{working.symbol} =", number(working.value, fixed=4), working.result.forms(LINE)[-2]
    soft: Any = {"color": colours["ink2"], **plain}
    strong: Any = {"size": HERO, "weight": "bold", "color": colours["ink"], **plain}
    if low := picture.beside:
        before = (width_of(value, bold=True) * HERO / TEXT + TEXT) / ROOM * 0.9
        position = (0.95 - before, low) if picture.framed else (0.95, low + 0.13)
        figure.text(*position, symbol, size=TITLE, ha="right", **soft)
        figure.text(0.95, low, value, ha="right", **strong)
        figure.text(0.95, low - 0.04, f"= {quotient}", ha="right", va="top", **soft)
        return
    figure.text(0.05, 0.15, symbol, size=TITLE, **soft)
    left = 0.05 + (width_of(symbol) * TITLE / TEXT + TEXT) / ROOM * 0.9
    figure.text(left, 0.15, value, **strong)
    if not any(quotient in text.get_text() for text in figure.axes[0].texts):
        left += (width_of(value, bold=True) * HERO / TEXT + TEXT) / ROOM * 0.9
        if parts := FRACTION.fullmatch(quotient):
            write_fraction(figure, left, parts, soft)
        else:
            figure.text(left, 0.15, f"= {quotient}", **soft)


def write_fraction(figure: Figure, left: float, parts: re.Match[str], style: Mapping[str, Any]) -> None:
    """Write, after an equal sign, what is divided, a line, and below it what that is divided by."""
    figure.text(left, 0.15, "=", **style)
    left += width_of("= ") / ROOM * 0.9
    wide, line = HINTED * width_of(*parts.groups()) / ROOM * 0.9, 0.15 + 0.33 * TEXT / 72 / INCHES[1]
    figure.add_artist(Line2D([left, left + wide], [line] * 2, color=style["color"], linewidth=TEXT / 15))
    for part, position, side in zip(parts.groups(), (line + 0.016, line - 0.016), ("baseline", "top"), strict=True):
        figure.text(left + wide / 2, position, part, ha="center", va=side, **style)


def tell_once(ax: Axes, working: Derivation) -> None:
    """Take what the large number says from the line of a mean, and from those below a list: the value, and a symbol left alone."""
    start, value = f"{working.symbol} =", number(working.value)
    head = equals = None
    for text in [*ax.texts]:
        content = text.get_text()
        if content.startswith(start) and content.endswith(f" = {value}"):
            text.remove()  # the quotient is beside
        elif content == f"{working.symbol}\n{number(working.value, fixed=4)}":
            text.remove()  # the caption says what the line is
            ax.set_xlim(ax.get_xlim()[0], max(float(np.max(line.get_xdata())) for line in ax.lines))
        elif content == value and equals and head and f"{head.get_text()} =".startswith(start):
            for gone in (text, equals, head) if head.get_text() == working.symbol else (text, equals):
                gone.remove()
        head, equals = equals, text


def in_lines(source: str) -> str:
    """Break a source that is too long for a line: between two sentences where both fit, else where its room ends."""
    room = ROOM * TEXT / SOURCE
    if width_of(source) <= room:
        return source
    breaks = [f"{source[: found.start()]}\n{source[found.end() :]}" for found in re.finditer(r"(?<=\.) ", source)]
    fitting = [text for text in breaks if width_of(*text.split("\n")) <= room]
    return fitting[-1] if fitting else "\n".join(textwrap.wrap(source, 91))


def all_drawn(*, dark: bool = False) -> dict[tuple[str, str], Drawn]:
    """Draw all figures, in each language; return them by language and name."""
    made: dict[tuple[str, str], Drawn] = {}
    for name in LANGUAGES:
        with settings(name):
            made |= {(name, picture.name): drawn(picture, dark=dark) for picture in PICTURES}
    return made


def svg(one: Drawn) -> bytes:
    """Return a figure as SVG: an image with a title and a description, that asks nothing of any other place."""
    file = io.StringIO()
    one.figure.savefig(file, format="svg", metadata={"Date": None})
    text = re.sub(NO_NEED, "", file.getvalue(), flags=re.S)
    text = re.sub(r' (d="|[xy]="|transform="translate)[^"]*"', lambda found: MORE_DIGITS.sub("", found[0]), text)
    text = re.sub(r' d="[^"]*"', lambda found: re.sub(r"\s*([MLQCz])\s*", r"\1", found[0]), text)
    for long, short in SHORTER.items():
        text = re.sub(long, short, text)
    head = f' role="img" lang="{language()}" aria-labelledby="title desc">\n <title id="title">{escape(one.title)}</title>\n'
    head += f' <desc id="desc">{escape(one.caption)}</desc>'
    text = re.sub(r"(<svg [^>]*)>", lambda found: found[1] + head, text, count=1)
    return re.sub(r"\s*\n\s*", "\n", text).strip().encode() + b"\n"


def digest(one: Drawn) -> str:
    """Return what distinguishes the SVG of a figure from any other."""
    return f"SVG {hashlib.sha256(svg(one)).hexdigest()}"


def pdf(one: Drawn) -> bytes:
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


def png(one: Drawn) -> bytes:
    """Return a figure as PNG, in as few colours as it needs."""
    file = io.BytesIO()
    one.figure.savefig(file, format="png", dpi=DOTS, metadata={"Software": None})
    return in_shades(file.getvalue(), SHADES, digest(one))


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


def page(made: Mapping[tuple[str, str], Drawn]) -> str:
    """Write figures/README.md: each figure with its text alternative and the line that draws it, in each language."""
    parts = []
    for name in LANGUAGES:
        code = LINES[name].format(imports=IMPORTS)
        parts += [HEADS[name], f"```python\n{code}\n```"]
        parts += [section(picture, made[name, picture.name], name) for picture in PICTURES]
    return "\n\n".join(parts) + "\n"


def section(picture: Picture, one: Drawn, language_of: str) -> str:
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
