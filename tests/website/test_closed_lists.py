"""The closed lists: each state and each edit of their tables is what an Explorer shows, and their pages are small."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from metrics_edu import measure
from metrics_edu.language import LANGUAGES, number, set_language
from metrics_edu.language import language as current
from metrics_edu.widgets import Explorer
from metrics_edu.widgets.list_state.settings import EXPLORED
from tests.website.test_kept_answers import unpacked
from website.build.closed_pages import FOLDER, write_closed_lists
from website.build.kept_answers import key_of, page_traits
from website.build.kept_closed_lists import (
    CLOSED_LISTS,
    ITEMS,
    MOST_MISSED,
    START,
    STATES,
    closed_answers,
    closed_edits,
    closed_file,
    ranking_of,
)
from website.build.sources import own_file

MOST_BYTES = 110_000
"""What a page, its scripts, its styles and its table may have as gzip."""


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    set_language(request.param)
    yield request.param
    set_language("en")


def explorer_at(name: str, at: int) -> Any:
    row = CLOSED_LISTS[name]
    return Explorer(ranking_of(*STATES[at]), ITEMS, tiles=[row["measure"]], **row)


def closed(traits: dict[str, Any]) -> dict[str, Any]:
    """Return the traits of an Explorer as a closed list shows them."""
    view = json.loads(traits["view"])
    view["can"] = {name: view["can"][name] for name in ("undo", "redo", "reset")}
    view["list"]["relevant"]["max"] = view["list"]["hits"] + MOST_MISSED
    for k, row in enumerate(view["list"]["missed"]):
        row["id"] = f"m{k}"
    link = re.sub("&(tiles|chosen)=[^&]*", "", traits["state_line"])
    return {"view": view, "figure": traits["figure"], "state_line": link}


def after_edit(table: dict[str, Any], at: int, action: dict[str, Any]) -> dict[str, Any] | None:
    """Return what the table has after an edit of a state, as the page puts it together; None if it leaves the states."""
    own = table["table"]
    edit = own["steps"].get(key_of([action]), {"by": {}})
    if edit["by"][at] is None:
        return None
    names = [ITEMS[k] for k in edit["order"]]
    text = json.dumps(table[str(at + edit["by"][at])])
    traits = json.loads(re.sub(r"\bi(\d)\b", lambda item: names[int(item[1])], text))
    view = json.loads(traits["view"])
    said, change = own["texts"][edit["said"][at]], own["changes"][edit["change"][at]]
    chosen = action.get("id") if said else None
    view |= {"last_edit": said, "choose": said != "", "chosen": chosen, "edited": chosen}
    view["can"] = {"undo": said != "", "redo": False, "reset": said != ""}
    for part in (view["tiles"][0], view["derivation"]):
        part |= dict(zip(("delta", "dir"), change if said else ("", 0), strict=True))
    return {**traits, "view": view}


@pytest.mark.parametrize("name", CLOSED_LISTS)
@pytest.mark.parametrize("share", [20, pytest.param(1, marks=pytest.mark.slow)])  # a drawn tenth, in two languages
def test_each_state_and_edit_is_that_of_an_explorer(name: str, language: str, share: int) -> None:
    table = unpacked(closed_file(name, language))
    assert len(table) == len(STATES) + 2
    for at in random.Random(f"{name} {language}").sample(range(len(STATES)), len(STATES) // share):
        explorer = explorer_at(name, at)
        explorer.act({"do": "table", "open": True})
        session, shown = explorer._session, page_traits(explorer)
        state = table[str(at)]
        assert json.dumps(closed(shown)) == json.dumps({**state, "view": json.loads(state["view"])})
        for action in closed_edits(explorer.view):
            if action["do"] in ("undo", "redo", "reset"):
                continue  # of a list that was not edited: they do nothing
            explorer._session = session
            explorer.act(action)
            edited = after_edit(table, at, action)
            expected = closed(page_traits(explorer))
            if edited is None:
                assert len(expected["view"]["list"]["missed"]) > MOST_MISSED
            else:
                assert json.dumps(expected) == json.dumps(edited), (at, action)


@pytest.mark.parametrize("name", CLOSED_LISTS)
def test_each_state_shows_the_value_of_its_measure(name: str) -> None:
    table, value_of = unpacked(closed_file(name, "en")), measure(CLOSED_LISTS[name]["measure"])
    for at, state in enumerate(STATES):
        (tile,) = json.loads(table[str(at)]["view"])["tiles"]
        ranking = ranking_of(*state)
        cut = {"n": len(ITEMS)} if value_of.metric.takes_n and not value_of.metric.reads_whole else {}
        expected = number(float(value_of.metric(ranking, **cut)), fixed=4)
        assert tile["value"] in {expected, "0/0"}, state
        has_no_value = not ranking.relevant or (value_of.metric.can_be_nan and len({*state[0]}) < 2)
        assert tile["value"] == expected or has_no_value, state


def test_resets_and_their_undos_have_the_change_of_each_state(language: str) -> None:
    own = unpacked(closed_file("ap", language))["table"]
    reset = own["steps"][key_of([{"do": "reset"}])]
    for at in range(0, len(STATES), 7):
        explorer = explorer_at("ap", START)
        start = explorer._session.start
        explorer._session = explorer_at("ap", at)._session.__class__(start, explorer_at("ap", at)._state)
        for do, number_of in (("reset", reset["change"][at]), ("undo", own["back"][at])):
            if at == START:
                continue
            explorer.act({"do": do})
            tile = explorer.view["tiles"][0]
            assert own["changes"][number_of] == [tile["delta"], tile["dir"]], (at, do)
        said = own["texts"][own["steps"][key_of([{"do": do}])]["said"][at]]
        assert explorer.view["last_edit"] == (said if at != START else "")
        assert at + reset["by"][at] == START


def test_only_more_missed_items_leave_the_states() -> None:
    edits = unpacked(closed_file("rr", "en"))["table"]["steps"]
    left = {key for key, edit in edits.items() if None in edit["by"]}
    assert all('"do":"set_relevant"' in key for key in left)
    more = edits[key_of([{"by": 1, "do": "set_relevant"}])]["by"]
    assert [by is None for by in more] == [missed == MOST_MISSED for _marks, missed in STATES]


def test_the_link_of_a_state_opens_it_with_all_measures(language: str) -> None:
    table = unpacked(closed_file("ap", language))
    for at in range(0, len(STATES), 13):
        explorer: Any = Explorer.from_state(table[str(at)]["state_line"])
        assert len(explorer.view["tiles"]) == len(EXPLORED)
        assert explorer.value == pytest.approx(explorer_at("ap", at).value, nan_ok=True)
        marks = "".join(row["badge"] for row in explorer.view["list"]["shown"])
        assert (marks, len(explorer.view["list"]["missed"])) == STATES[at]


def test_a_row_may_have_a_cut_off_and_a_convention() -> None:
    row = {"measure": "nDCG@3", "convention": "trec_eval"}
    (tile,) = json.loads(closed_answers(row)["first"]["view"])["tiles"]
    explorer = Explorer(ranking_of(*STATES[START]), **row)
    assert (tile["name"], tile["value"]) == ("nDCG@3", number(explorer.value, fixed=4))


@pytest.mark.parametrize("language_code", LANGUAGES)
def test_a_page_with_all_that_it_loads_is_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language_code: str
) -> None:
    write_closed_lists(tmp_path, language_code)
    assert current() == "en"
    shared = [own_file(name) for name in ("closed_lists.js", "explorer.js", "explorer.css", "site.css")]
    folder = tmp_path / FOLDER if language_code == "en" else tmp_path / language_code / FOLDER
    for name in CLOSED_LISTS:
        page, table = folder / f"{name}.html", tmp_path / FOLDER / f"{name}-{language_code}.bin"
        size = sum(len(gzip.compress(path.read_bytes())) for path in (page, *shared)) + table.stat().st_size
        assert 45_000 < size < MOST_BYTES, name


def test_no_page_names_python(tmp_path: Path) -> None:
    write_closed_lists(tmp_path, "en")
    for text in (
        *(path.read_text("utf-8") for path in tmp_path.rglob("*.html")),
        own_file("closed_lists.js").read_text(),
    ):
        assert not re.search("pyodide|worker|[.]whl", text)
