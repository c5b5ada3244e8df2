"""Draw the figures for slides in each language as SVG, PDF and PNG, and write figures/README.md, which shows them all."""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure
from PIL import Image

from metrics_edu import set_language
from metrics_edu.drawing import COLOURS
from metrics_edu.gallery import IMPORTS, PICTURES, Picture
from metrics_edu.language import LANGUAGES, _, language
from metrics_edu.safe import write_file
from metrics_edu.svg import MORE_DIGITS

INCHES = (40 / 3, 7.5)
DOTS = 144  # an inch: 1920 x 1080
TEXT, TITLE, SOURCE = 20, 26, 18  # points
SETTINGS: Any = {
    "font.size": TEXT,
    "font.family": "DejaVu Sans",  # comes with Matplotlib, so it is the same everywhere
    "svg.fonttype": "path",  # where the font is missing, another one would not fit into its place
    "svg.hashsalt": "metrics_edu",
    "pdf.fonttype": 42,  # the texts can be searched
}
SHADES = 32  # of a PNG
PLACES = {False: (0.05, 0.15, 0.9, 0.72), True: (0.11, 0.25, 0.84, 0.57)}
"""Where the Axes stand: left, bottom, width and height; with ticks around them, or without."""
NO_NEED = r"<\?xml.*?\?>|<!DOCTYPE.*?>|<metadata>.*?</metadata>|<!--.*?-->"
SHORTER = {r"DejaVuSans-Bold-": "b", r"DejaVuSans-": "r", r'transform="translate\(([\d.]+) 0\)"/>': r'x="\1"/>'}
"""In an SVG: half of it are the letters of texts."""
HEADS = {
    "en": """# Figures for slides

Made by `make figures`; 16:9, for white slides. SVG and PDF are sharp at any size; PNG is 1920 x 1080.
What is drawn is computed by the package. Each line of Python draws its figure on an Axes of your own, of any size:""",
    "es": """# Figuras para diapositivas

Hechas con `make figures`; 16:9, para diapositivas blancas. SVG y PDF son nítidas a cualquier tamaño; PNG es de 1920 x 1080.
Lo que se dibuja lo calcula el paquete. Cada línea de Python dibuja su figura en un Axes propio, de cualquier tamaño:""",
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


def drawn(picture: Picture) -> Drawn:
    """Draw a figure with its title and its source."""
    figure = Figure(figsize=INCHES, dpi=DOTS, facecolor=COLOURS["paper"])
    plain: dict[str, Any] = {"parse_math": False}
    figure.text(0.05, 0.955, _(picture.title), size=TITLE, weight="bold", color=COLOURS["ink"], va="top", **plain)
    source = "\n".join(textwrap.wrap(_(picture.source), 91))
    figure.text(0.05, 0.035, source, size=SOURCE, color=COLOURS["ink2"], va="bottom", **plain)
    caption = picture.draw(figure.add_axes(PLACES[picture.framed]))
    return Drawn(figure, _(picture.title), caption)


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


def pdf(one: Drawn) -> bytes:
    """Return a figure as PDF, without a date."""
    file = io.BytesIO()
    told = {
        "Title": one.title,
        "Subject": one.caption,
        "Creator": "metrics_edu",
        "Producer": None,
        "CreationDate": None,
    }
    one.figure.savefig(file, format="pdf", metadata=told)
    return file.getvalue()


def png(one: Drawn) -> bytes:
    """Return a figure as PNG, in as few colours as it needs."""
    file = io.BytesIO()
    one.figure.savefig(file, format="png", dpi=DOTS, metadata={"Software": None})
    return in_shades(file.getvalue(), SHADES)


def in_shades(picture: bytes, count: int) -> bytes:
    """Return a PNG in so many colours, which makes it a third as large."""
    out, whole = io.BytesIO(), Image.open(io.BytesIO(picture)).convert("RGB")
    whole.quantize(count, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


KINDS = {"svg": svg, "pdf": pdf, "png": png}


def page() -> str:
    """Write figures/README.md: each figure with its text alternative and the line that draws it, in each language."""
    parts = []
    for name in LANGUAGES:
        with settings(name):
            code = LINES[name].format(imports=IMPORTS)
            parts += [HEADS[name], f"```python\n{code}\n```", *(section(picture) for picture in PICTURES)]
    return "\n\n".join(parts) + "\n"


def section(picture: Picture) -> str:
    """Write of one figure what stands in figures/README.md."""
    one, path = drawn(picture), f"{language()}/{picture.name}"
    alternative = escape(one.caption, quote=False).replace("|", "\\|")
    files = " · ".join(f"[{kind.upper()}]({path}.{kind})" for kind in KINDS)
    lines = [
        f"## {one.title}",
        f'<img src="{path}.png" alt="{escape(one.caption)}" width="640">',
        alternative,
        f"{_(picture.source)} {files}",
        f"```python\n{picture.code}\n```",
    ]
    return "\n\n".join(lines)


def main(folder: Path) -> None:
    """Write all files."""
    for name in LANGUAGES:
        for picture in PICTURES:
            with settings(name):
                one = drawn(picture)
                for kind, write in KINDS.items():
                    write_file(folder / name / f"{picture.name}.{kind}", write(one))
    write_file(folder / "README.md", page())
