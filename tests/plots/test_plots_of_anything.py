"""The drawings of figures: any list and any values can be drawn, or one sentence says why not."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from metrics_edu import Ranking, average_precision, explain, ndcg, rankscore
from metrics_edu.examples import graded
from metrics_edu.language import number
from metrics_edu.metrics import CONVENTIONS, measure
from metrics_edu.plots import (
    draw_conventions,
    draw_denominators,
    draw_discounts,
    draw_ideal,
    draw_lists,
    draw_precision_recall,
    draw_terms,
    draw_trail,
    draw_values,
)
from metrics_edu.plots.canvas import LOOKS, width_of
from metrics_edu.plots.convention_table import MAX_DRAWN_MEASURES
from metrics_edu.plots.figure_data import precision_recall_curve, term_bars
from metrics_edu.plots.value_figures import WIDEST_NAMES
from metrics_edu.working.expression import Quotient
from tests.on_axes import on, texts

pytestmark = pytest.mark.long

# --- any list, any values --------------------------------------------------------------------------------------

HOSTILE = [r"$\href{x}{y}$", "<img src=x onerror=alert(1)>", "a\nb", "x" * 300, r"$\frac{", "]]>", "-->"]
LISTS = {
    "empty": Ranking([]),
    "all missed": Ranking([], pool=[3, 1]),
    "none relevant": Ranking.parse("NNN"),
    "long": Ranking([3, 0, 2.5, 0, 1] * 40),
    "one": Ranking.parse("R"),
    "below the threshold": Ranking([3, 2, 0], threshold=3),
    "hostile": Ranking([1, 0, 2, 1, 0, 3, 1], items=HOSTILE),
}
DRAWINGS: dict[str, Callable[[Axes, Ranking], str]] = {
    "lists": lambda ax, one: draw_lists(ax, {HOSTILE[0]: one, HOSTILE[1]: one}, ["AP", "nDCG@10"]),
    "ideal": lambda ax, one: draw_ideal(ax, explain(ndcg, one)),
    "ideal of rankscore": lambda ax, one: draw_ideal(ax, explain(rankscore, one)),
    "denominators": draw_denominators,
    "conventions": draw_conventions,
    "precision and recall": lambda ax, one: draw_precision_recall(ax, one, 5, ranks=True),
    "terms": lambda ax, one: draw_terms(ax, explain(average_precision, one), workings=True),
}


@pytest.mark.parametrize("spelling", ["AP", "AP@2", "AP@10", "nDCG@3", "nDCG", "Rankscore"])
def test_the_caption_is_true_under_every_convention(spelling: str) -> None:
    """The value is the sum of the filled bars, divided by what the caption says."""
    given = [*LISTS.values(), Ranking.parse("NRRNNNRR", relevant=8), Ranking.parse("NNN", relevant=2)]
    named = [name for name, one in CONVENTIONS.items() if measure(spelling).metric.name in one.metrics]
    for name, ranking in itertools.product(named, given):
        derivation = measure(spelling, convention=name).explain(ranking)
        bars = term_bars(derivation)
        if " is the sum " not in bars.caption:
            none = not bars.counted and derivation.value == 0
            assert none or not isinstance(derivation.result.working, Quotient), (name, bars.caption)
            continue
        by = sum(bars.ideal) if bars.ideal else float(bars.caption.rpartition(" = ")[2].removesuffix("."))
        filled = sum(bars.values[rank - 1] for rank in bars.counted)
        assert filled / by == pytest.approx(derivation.value), (name, bars.caption)
        assert bars.caption.startswith(f"{derivation.symbol} = {number(derivation.value, fixed=4)} is ")


@pytest.mark.parametrize("ranking", LISTS)
@pytest.mark.parametrize("drawing", DRAWINGS)
def test_any_list_can_be_drawn(drawing: str, ranking: str) -> None:
    _ax, caption = on(lambda ax: DRAWINGS[drawing](ax, LISTS[ranking]))
    assert caption.endswith(".")
    assert "{" not in caption.replace(HOSTILE[0], "").replace(HOSTILE[4], "")
    assert "\n" not in caption


def test_hostile_names_stay_plain_text() -> None:
    ax, caption = on(lambda ax: draw_lists(ax, {name: Ranking.parse("RN") for name in HOSTILE[:2]}), figsize=(12, 5))
    assert set(HOSTILE[:2]) <= set(texts(ax.figure))
    assert caption.startswith(f"{HOSTILE[0]}: R N.")
    ax, _caption = on(lambda ax: draw_values(ax, [0.5, float("nan")], HOSTILE[:2], "x"), figsize=(12, 5))
    assert set(HOSTILE[:2]) <= set(texts(ax.figure))


@pytest.mark.parametrize("values", [[], [float("nan")] * 2, [0.5] * 40], ids=["none", "NaN", "forty"])
def test_any_values_can_be_drawn(values: list[float]) -> None:
    on(lambda ax: draw_values(ax, values, [f"{k}" for k in range(len(values))], "x"))


@pytest.mark.parametrize("n", [1, 2, 500])
def test_discounts_can_be_drawn_for_any_number_of_ranks(n: int) -> None:
    on(lambda ax: draw_discounts(ax, n, half_lives=range(1, 8)))


def test_a_long_name_is_shortened_to_fit() -> None:
    ax, _caption = on(lambda ax: draw_values(ax, [1], ["x" * 300], "x"))
    [name] = [text for text in texts(ax.figure) if text.startswith("x")]
    assert name.endswith("x…")
    assert width_of(name) <= WIDEST_NAMES * ax.bbox.width / ax.figure.dpi * 72


# --- what is rejected -------------------------------------------------------------------------------------------

BATCH = Ranking.batch([graded(), graded()])
LIST = Ranking.parse("NRR")


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_batch_is_drawn_or_raises_one_sentence(drawing: str) -> None:
    if drawing in ("conventions", "terms"):
        _ax, caption = on(lambda ax: DRAWINGS[drawing](ax, BATCH))
        assert caption.endswith(".")
    else:
        with pytest.raises(
            ValueError, match=r"^draw_\w+ takes [^.\n]*of one list[^.\n]*; got (a batch of 2|mean \w+)$"
        ):
            on(lambda ax: DRAWINGS[drawing](ax, BATCH))


REFUSED: dict[str, tuple[Callable[[Axes], str], str]] = {
    "the trail of a batch": (
        lambda ax: draw_trail(ax, "AP", BATCH, 1),
        "draw_trail takes a Ranking of one list; got a batch of 2",
    ),
    "the trail of rank 0": (lambda ax: draw_trail(ax, "AP", LIST, 0), "rank must be from 1 to 3; got 0"),
    "the trail of rank 4": (lambda ax: draw_trail(ax, "AP", LIST, 4), "rank must be from 1 to 3; got 4"),
    "a mean's missed items": (
        lambda ax: draw_terms(ax, explain(average_precision, BATCH), missed=3),
        "missed=3 takes a Ranking of one list; got a batch of 2",
    ),
    "n = 0": (lambda ax: draw_precision_recall(ax, LIST, 0), "n must be at least 1; got 0"),
    "n = -5": (lambda ax: draw_precision_recall(ax, LIST, -5), "n must be at least 1; got -5"),
    "fewer names": (
        lambda ax: draw_values(ax, [1, 0], ["a"], "x"),
        "names must have one text for each of the 2 values; got 1",
    ),
    "more names": (
        lambda ax: draw_values(ax, [1], ["a", "b"], "x"),
        "names must have one text for the 1 value; got 2",
    ),
    "fewer workings": (
        lambda ax: draw_values(ax, [1, 0], ["a", "b"], "x", workings=["1/1"]),
        "workings must have one text for each of the 2 values; got 1",
    ),
    "infinite": (
        lambda ax: draw_values(ax, [math.inf], ["a"], "x"),
        "a value must be a finite number, 0 or higher, or NaN; got inf",
    ),
    "below 0": (
        lambda ax: draw_values(ax, [0.5, -0.5], ["a", "b"], "x"),
        "a value must be a finite number, 0 or higher, or NaN; got -0.5",
    ),
    "no measures": (
        lambda ax: draw_conventions(ax, LIST, []),
        "draw_conventions takes 1 to 4 measures; got 0",
    ),
    "five measures": (
        lambda ax: draw_conventions(ax, LIST, ["AP@1", "AP@2", "AP@3", "AP@4", "AP@5"]),
        "draw_conventions takes 1 to 4 measures; got 5",
    ),
    "half-lives that repeat": (
        lambda ax: draw_discounts(ax, 20, half_lives=(5, 10, 5)),
        "half_lives must differ; got 5 twice",
    ),
}


@pytest.mark.parametrize(("draw", "sentence"), REFUSED.values(), ids=REFUSED)
def test_invalid_input_raises_before_anything_is_drawn(draw: Callable[[Axes], str], sentence: str) -> None:
    ax = Figure().add_subplot()
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        draw(ax)
    assert not [*ax.texts, *ax.lines, *ax.patches, *ax.collections]


def test_four_measures_have_four_markers() -> None:
    spellings = ["AP@1", "AP@2", "AP@3", "AP@4"]
    assert len(spellings) == MAX_DRAWN_MEASURES
    ax, _caption = on(lambda ax: draw_conventions(ax, LIST, spellings))
    assert {mark.get_marker() for mark in ax.lines} == {look.marker for look in LOOKS[:4]}


def test_the_data_of_a_figure_require_one_list() -> None:
    for made, name in (
        (lambda: precision_recall_curve(BATCH), "precision_recall_curve takes a Ranking of one list; got a batch of 2"),
        (lambda: precision_recall_curve({}), r"precision_recall_curve needs a Ranking, such as .*; got dict"),
        (
            lambda: term_bars(explain(average_precision, BATCH), missed=1),
            "missed=1 takes a Ranking of one list; got a batch of 2",
        ),
    ):
        with pytest.raises(ValueError, match=f"^{name}"):
            made()
