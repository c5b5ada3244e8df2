"""The traits that the widgets share with the page; each widget has some of them."""

from typing import TypedDict

from metrics_edu.widgets.contract.lists import BarFigure, Control, CurveFigure, PredictionView, Sentence, TrailFigure


class TraitsBesideView(TypedDict, total=False):
    """The traits that an action can change in addition to the view."""

    controls: list[Control]
    figure: BarFigure | CurveFigure
    sentence: Sentence
    trail: TrailFigure
    prediction: PredictionView
    state_line: str
    lists: str  # the view of the Compare in a PairedTest; "" while none is open


class PreviewedTraits(TraitsBesideView, total=False):
    """The traits after an edit; none if it cannot be carried out."""

    view: str


class PreviewView(TypedDict):
    """The answer to a Preview."""

    turn: int
    traits: PreviewedTraits


class Traits(TraitsBesideView):
    """The traits by name; `view` is the JSON text of a view, and a form of `text` is one of one item and of several."""

    view: str
    preview: PreviewView
    text: dict[str, str | list[str]]
    at: int
    task: str  # the name under which the learner's record keeps what is done; "" of what is not kept
    slides: list[str | None]  # the names of the models; None: a slide that is only a question
