"""The view of a PairedTest."""

from typing import Literal, TypedDict

from metrics_edu.widgets.contract.lists import Can, NamedValue, PlotFrame, TableView


class PairRow(TypedDict):
    """A query: its two values, swapped if it is, and their difference; as a number, the difference is a share of the largest."""

    id: str
    label: str
    texts: tuple[str, str, str]
    numbers: tuple[float, float, float]
    is_left_out: bool
    is_swapped: bool


class FlipFigure(PlotFrame):
    """How many ways to swap the names give which mean. Bars from `far` on are as far from 0 as the observed one, the first mark."""

    counts: tuple[int, ...]
    width: float
    far: int
    marks: list[tuple[float, str]]  # the second one: after the swaps that were made
    ticks: tuple[tuple[float, str], ...]


class PairedTestView(TypedDict):
    """A PairedTest. Of values alone there are no lists to open."""

    screen: Literal["paired_test"]
    title: str
    heads: list[NamedValue]
    rows: list[PairRow]
    points: PlotFrame
    flips: FlipFigure
    numbers: list[NamedValue]
    others: list[NamedValue]
    sentences: list[str]
    runs: TableView
    runs_note: str
    chosen: dict[str, str]  # the fields of its state, as words and places
    has_lists: bool
    notice: str
    can: Can
