"""A preview: what an edit would change, while a row is dragged; nothing is done."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from metrics_edu import Ranking
from metrics_edu.practice.record import learner_record
from metrics_edu.widgets import Compare, Explorer, IdealList, Inverse, RankedList

LIST = Ranking.parse("NRRNNR", relevant=5)


def with_trail() -> Explorer:
    explorer = Explorer(LIST)
    explorer.act({"do": "trail", "open": True})
    explorer.act({"do": "choose", "id": "i1"})
    assert explorer.trail["rank"] == 2
    return explorer


MADE: dict[str, Callable[[], Any]] = {
    "RankedList": lambda: RankedList(LIST),
    "Explorer": lambda: Explorer(LIST),
    "Explorer with its trail": with_trail,
    "Compare": lambda: Compare(LIST, Ranking.parse("RNRNNR", relevant=5)),
    "IdealList": lambda: IdealList("nDCG@5", Ranking.parse("1 0 3 2")),
    "Inverse": lambda: Inverse(["AP = 0.5", "P@2 same"], Ranking.parse("NRRN")),
}
EDITS = [
    {"do": "move", "id": "i0", "rank": 3, "list": 0},
    {"do": "move", "id": "i1", "by": -1, "list": 0},
    {"do": "miss", "id": "i2", "list": 0},
]


def traits_of(widget: Any) -> dict[str, Any]:
    """Return what the page and a notebook know of a widget, without its preview."""
    state = widget.get_state()
    return {name: state[name] for name in state if not name.startswith("_") and name != "preview"}


def previewed(widget: Any, edit: object) -> dict[str, Any]:
    widget.act({"do": "preview", "edit": edit, "turn": 1})
    found: dict[str, Any] = widget.preview
    return found


@pytest.mark.parametrize("edit", EDITS, ids=str)
@pytest.mark.parametrize("name", MADE)
def test_a_preview_is_what_the_edit_makes(name: str, edit: dict[str, Any]) -> None:
    widget, edited = MADE[name](), MADE[name]()
    traits = previewed(widget, edit)["traits"]
    edited.act(edit)
    view, after = json.loads(traits.pop("view")), traits_of(edited)
    assert view == json.loads(after["view"])
    assert traits == {key: after[key] for key in traits}


@pytest.mark.parametrize("name", MADE)
def test_a_preview_changes_nothing_else_and_no_observer_hears_of_it(name: str) -> None:
    widget = MADE[name]()
    before, session, heard = traits_of(widget), widget._session, []
    widget.observe(lambda change: heard.append(change["name"]))
    for edit in EDITS:
        previewed(widget, edit)
    assert traits_of(widget) == before
    assert widget._session is session
    assert set(heard) == {"preview"}


def test_a_preview_that_meets_the_goals_is_not_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    notes: list[tuple[str, str]] = []
    monkeypatch.setattr(learner_record, "note", lambda *event: notes.append(event))
    task = Inverse(["RR = 1"], Ranking.parse("NRRN"))
    shown = json.loads(previewed(task, {"do": "move", "id": "i1", "rank": 1})["traits"]["view"])
    assert shown["goals"]["done"]
    assert not task.done
    assert notes == []
    task.act({"do": "move", "id": "i1", "rank": 1})
    assert [event for _name, event in notes] == ["right"]


@pytest.mark.parametrize(
    "edit",
    [{"do": "miss", "id": "i0"}, {"do": "move", "id": "gone", "rank": 1}, {"do": "move", "id": "i0", "rank": "x"}],
)
def test_an_edit_that_cannot_be_carried_out_has_an_answer_without_traits(edit: dict[str, Any]) -> None:
    widget = Explorer(LIST)
    before = widget.get_state()["view"]
    assert previewed(widget, edit) == {"turn": 1, "traits": {}}
    assert widget.get_state()["view"] == before


@pytest.mark.parametrize("edit", [None, "move", [], {}, {"do": "reset"}, {"do": ["move"]}, {"do": "preview"}])
def test_what_is_no_edit_has_no_answer(edit: object) -> None:
    assert previewed(Explorer(LIST), edit) == {}
