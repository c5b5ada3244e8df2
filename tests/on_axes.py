"""Drawing on an Axes such as a student has, and reading what is written there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure


def texts(figure: Figure) -> list[str]:
    """The texts of a figure, or of an Axes, as they are there."""
    return [text.get_text() for text in figure.findobj(mpl.text.Text) if text.get_text()]


def on(draw: Callable[[Axes], str], **options: Any) -> tuple[Axes, str]:
    """Draw on an Axes such as a student has; it must be possible to show it."""
    figure = Figure(**options)
    ax = figure.add_subplot()
    caption = draw(ax)
    figure.draw_without_rendering()
    return ax, caption
