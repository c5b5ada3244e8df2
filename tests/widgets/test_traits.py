"""The traits of the widgets, for a notebook: they follow each edit, and to set one is an edit."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import ipywidgets
import pytest
import traitlets

from metrics_edu import METRICS, Ranking, measure
from metrics_edu.widgets import (
    Compare,
    Explorer,
    FadedStepper,
    IdealList,
    Inverse,
    Judges,
    PairedTest,
    Predict,
    RankedList,
    Stepper,
)
from metrics_edu.widgets.list_state.settings import CHOOSABLE

THREE = Ranking.parse("NRR", relevant=3)


def edit(widget: Any, do: str = "toggle", **more: Any) -> None:
    widget.act({"do": do, **({"id": "i0"} if do == "toggle" else {}), **more})


def followed(widget: Any, *names: str) -> list[Any]:
    seen: list[Any] = []
    widget.observe(lambda change: seen.append((change["name"], change["new"])), list(names))
    return seen


MADE: dict[str, tuple[Callable[[], Any], set[str], set[str]]] = {
    "RankedList": (lambda: RankedList(THREE), {"ranking"}, {"ranking"}),
    "Explorer": (
        lambda: Explorer(THREE),
        {"ranking", "value", "metric", "n", "convention", "settings"},
        {"ranking", "metric", "n", "convention", "settings"},
    ),
    "Inverse": (
        lambda: Inverse("AP = 0.5", THREE),
        {"ranking", "value", "metric", "n", "convention", "settings", "met", "done"},
        {"ranking", "metric", "n", "convention", "settings"},
    ),
    "Compare": (lambda: Compare(THREE, THREE), {"ranking", "rankings", "values"}, {"ranking", "rankings"}),
    "IdealList": (lambda: IdealList("nDCG", THREE), {"ranking", "value"}, {"ranking"}),
    "Judges": (lambda: Judges("abcdefghij", "jabcdefghi", ["cei", "ceij", "cej"]), {"votes", "values"}, set()),
    "Predict": (lambda: Predict("AP", THREE), {"answer", "done", "value"}, {"answer"}),
    "PairedTest": (lambda: PairedTest({"A": [0, 1], "B": [1, 1]}), set(), set()),
    "Stepper": (lambda: Stepper("AP", THREE), set(), set()),
    "FadedStepper": (lambda: FadedStepper("AP", THREE), {"round", "done"}, {"round"}),
}


@pytest.mark.parametrize("name", MADE)
def test_only_settable_traits_can_be_set_and_errors_list_them(name: str) -> None:
    make, follows, settable = MADE[name]
    made = make()
    assert set(made._facts()) == follows
    assert set(made._setters()) == settable
    assert follows.isdisjoint(made.get_state(drop_defaults=False)), "no trait of a notebook's goes to the page"
    for other in ("foo", *(follows - settable)):
        with pytest.raises(traitlets.TraitError, match=f"^{other} of {name} cannot be set"):
            setattr(made, other, 1)
    with pytest.raises(AttributeError, match=f"^foo of {name} cannot be set; .*{'.*'.join(made._setters())}"):
        made.foo = 1
    assert not hasattr(made, "foo")


@pytest.mark.parametrize(
    "name", ["view", "text", "figure", "controls", "state_line", "sentence", "state", "measure", "derivation", "graded"]
)
def test_traits_derived_from_the_list_cannot_be_set(name: str) -> None:
    e = Explorer(THREE)
    before = e.get_state()
    with pytest.raises(
        traitlets.TraitError, match=f"^{name} of Explorer cannot be set; you can set ranking, metric, n, "
    ):
        setattr(e, name, getattr(e, name))
    assert e.get_state() == before


def test_traits_notify_observers_once_per_edit() -> None:
    e = Explorer(THREE)
    seen = followed(e, "ranking", "value", "metric", "n", "convention", "settings")
    edit(e)
    assert [name for name, _new in seen] == ["ranking", "value"]
    assert repr(e.ranking) == "Ranking('RRR', relevant=4)"
    assert (e.value, seen[-1]) == (0.75, ("value", 0.75))
    seen.clear()
    edit(e, "choose", id="i2")
    edit(e, "draw", px=700)
    assert seen == []
    edit(e, "undo")
    assert [name for name, _new in seen] == ["ranking", "value"]
    assert (e.value, measure("AP")(THREE)) == (seen[-1][1], e.value)
    seen.clear()
    edit(e, "set", key="n", value=2)
    assert [(name, new) for name, new in seen if name != "settings"] == [("n", 2)]
    edit(e, "metric", key="precision")
    assert seen[-2:] == [("value", 0.5), ("metric", "P")]


def test_an_observer_sees_the_other_traits_updated() -> None:
    e = Explorer(THREE, measure="P", n=3)
    found: list[bool] = []
    for name in ("ranking", "value"):
        e.observe(lambda _change: found.append(e.measure(e.ranking) == e.value), name)
    edit(e, "move", id="i1", rank=1)
    edit(e)
    e.metric = "Rankscore"
    assert found == [True] * 4


def test_an_observer_can_edit_and_outdated_values_are_not_notified() -> None:
    e = Explorer(THREE)
    e.observe(lambda change: setattr(e, "metric", "RR"), "ranking")
    seen = followed(e, "value")
    edit(e)
    assert (e.metric, e.value, seen) == ("RR", 1.0, [("value", 1.0)])


def test_an_unchanged_nan_value_is_not_notified() -> None:
    e = Explorer(Ranking.parse("NNN", relevant=0))
    seen = followed(e, "value")
    e.n = 2
    edit(e, "move", id="i0", by=1)
    assert math.isnan(e.value)
    assert seen == []


SET: dict[str, tuple[str, Any, str, Any]] = {
    "n": ("n", 2, "Cut-off n: 2", 2),
    "a metric": ("metric", "ndcg", "", "nDCG"),
    "a convention": ("convention", "trec_eval", "Convention: trec_eval", "trec_eval"),
}


@pytest.mark.parametrize("name", SET)
def test_setting_a_trait_equals_sending_the_edit_action(name: str) -> None:
    key, value, said, then = SET[name]
    e, other = Explorer(THREE), Explorer(THREE)
    seen, before = followed(e, key), getattr(e, key)
    setattr(e, key, value)
    action = {"do": "metric", "key": value} if key == "metric" else {"do": "set", "key": key, "value": value}
    other.act(action)
    assert (e.view, e.controls, e.state_line) == (other.view, other.controls, other.state_line)
    assert (e.view["last_edit"], getattr(e, key), seen) == (said, then, [(key, then)])
    setattr(e, key, then)
    assert len(seen) == 1
    edit(e, "undo")
    assert getattr(e, key) == (then if key == "metric" else before)


def test_assigning_settings_changes_only_the_assigned_keys() -> None:
    e = Explorer(Ranking.parse("3 0 2"), measure="nDCG")
    e.settings = {"gain": "linear", "n": 2}
    assert (e.settings["gain"], e.settings["n"], e.n) == ("linear", 2, 2)
    assert e.measure == measure("nDCG@2", gain="linear")
    assert (e.value, e.view["last_edit"]) == (e.measure(e.ranking), "Gain: g; Cut-off n: 2")
    e.settings = e.settings | {"discount": "none"}
    assert (e.settings["gain"], e.settings["discount"]) == ("linear", "none")
    edit(e, "undo")
    edit(e, "undo")
    assert (e.settings["gain"], e.settings["n"], e.settings["discount"]) == ("exponential", 3, "log2")


REFUSED: dict[str, tuple[str, Any, str]] = {
    "n too small": ("n", 0, "from 1 to 1,?000; got 0"),
    "n no number": ("n", "x", "from 1 to 1,?000; got x"),
    "metric": (
        "metric",
        "PNDCG",
        rf"metric must be one of {re.escape(', '.join(metric.label() for metric in CHOOSABLE.values()))}; got 'PNDCG'",
    ),
    "metric no text": ("metric", None, "metric must be one of .*; got None"),
    "convention": ("convention", "mine", "convention must be one of parra, .*; got mine"),
    "setting": ("settings", {"gains": 1}, "unknown setting 'gains'; allowed are convention, n, "),
    "a setting's value": ("settings", {"n": 2, "gain": "cubic"}, "gain must be one of .*; got cubic"),
    "settings": ("settings", "gain", "settings must map names to values; got 'gain'"),
    "settings that do not go together": (
        "settings",
        {"exponent": "breese", "half_life": 1},
        "the half-life α must be above 1",
    ),
    "ranking": ("ranking", "NRR", "ranking must be a Ranking of one list, not longer than 1000; got 'NRR'"),
    "a batch": ("ranking", Ranking.from_lists({"a": ["x"], "b": ["x"]}, judged={}), "of one list, .*; got Ranking"),
    "a threshold": ("ranking", Ranking([7, 0, 3], threshold=7), "must be from 0.5 to 5; got 7"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_rejected_value_leaves_the_widget_unchanged(name: str) -> None:
    key, value, sentence = REFUSED[name]
    e = Explorer(THREE, n=2)
    edit(e)
    before, seen = (e.get_state(), e.ranking, e.value, dict(e.settings)), followed(e, traitlets.All)
    with pytest.raises(ValueError, match=sentence):
        setattr(e, key, value)
    assert (e.get_state(), e.ranking, e.value, dict(e.settings)) == before
    assert seen == []
    edit(e, "undo")
    assert (e.view["can"]["undo"], repr(e)) == (False, "Explorer('NRR', relevant=3)")


def test_a_list_can_be_set_and_undone() -> None:
    for made in (RankedList(THREE), Explorer(THREE), Inverse("AP = 0.1", THREE), IdealList("nDCG", THREE)):
        made.ranking = Ranking([3, 0, 2], pool=[5, 3, 2], threshold=2, items=["a", "b", "c"])
        assert repr(made.ranking) == repr(Ranking([3, 0, 2], pool=[5, 3, 2], threshold=2))
        assert (made.graded, made.threshold, made.ranking.items) == (True, 2, ["a", "b", "c"])
        assert made.view["last_edit"] == "another list"
        edit(made, "undo")
        assert (repr(made.ranking), made.graded) == (repr(THREE), False)


def test_two_widgets_can_link_their_lists() -> None:
    one, other = Explorer(THREE, ["Gala", "Fuji", "Pear", "Plum"]), RankedList(Ranking.parse("N"))
    link = ipywidgets.link((one, "ranking"), (other, "ranking"))
    edit(one)
    assert repr(other) == "RankedList('RRR', relevant=4)"
    assert [row["label"] for row in other.view["list"]["missed"]] == ["Plum"]
    edit(other, "move", id="i2", rank=1)
    assert one.ranking.items == ["Pear", "Gala", "Fuji"]
    edit(other, "undo")
    assert one.ranking.items == ["Gala", "Fuji", "Pear"]
    link.unlink()


def test_ipywidgets_controls_can_be_linked_to_traits() -> None:
    e, slider = Explorer(THREE, n=2), ipywidgets.IntSlider(min=1, max=10)
    menu = ipywidgets.Dropdown(options=[METRICS[name].label() for name in ("precision", "average_precision", "ndcg")])
    gauge = ipywidgets.FloatProgress(max=1)
    ipywidgets.link((e, "n"), (slider, "value"))
    ipywidgets.link((e, "metric"), (menu, "value"))
    ipywidgets.dlink((e, "value"), (gauge, "value"))
    assert (slider.value, menu.value, gauge.value) == (2, "AP", e.value)
    menu.value, slider.value = "P", 3
    assert (e.n, e.metric, e.measure, gauge.value) == (3, "P", measure("P@3"), pytest.approx(2 / 3))
    edit(e)
    assert gauge.value == 1


def test_interact_can_set_a_trait() -> None:
    e = Explorer(THREE)
    shown = ipywidgets.interactive(lambda n: setattr(e, "n", n), n=(1, 10))
    shown.children[0].value = 7
    assert e.n == 7


def test_the_mean_tab_exposes_its_value_and_lists() -> None:
    e = Explorer({"Ana": THREE, "Ben": Ranking.parse("RNN")})
    edit(e, "user", key="mean")
    assert (e.ranking.users, e.value) == (["Ana", "Ben"], pytest.approx(e.measure.mean(e.ranking)))
    with pytest.raises(ValueError, match="choose a user to edit a list"):
        e.ranking = THREE
    edit(e, "user", key="1")
    with pytest.raises(ValueError, match="the lists must have the same threshold"):
        e.ranking = Ranking([3, 0], threshold=2)
    e.ranking = Ranking.parse("NNR")
    assert [repr(one) for one in e._state.rankings] == ["Ranking('NRR', relevant=3)", "Ranking('NNR', relevant=1)"]


def test_a_mean_s_lists_notify_list_changes_but_not_setting_changes() -> None:
    e = Explorer({"Ana": THREE, "Ben": Ranking.parse("RNN")})
    edit(e, "user", key="mean")
    seen = followed(e, "ranking")
    e.n = 2
    e.convention = "trec_eval"
    assert seen == []
    edit(e, "undo")
    edit(e, "user", key="0")
    edit(e)
    edit(e, "user", key="mean")
    assert [repr(new) for _name, new in seen][-1] == "Ranking(2 lists, threshold=1)"
    assert len(seen) == 3


def test_a_batch_cannot_be_linked_to_a_single_list() -> None:
    e, other = Explorer({"Ana": THREE, "Ben": Ranking.parse("RNN")}), Explorer(THREE)
    edit(e, "user", key="mean")
    with pytest.raises(ValueError, match="ranking must be a Ranking of one list, not longer"):
        ipywidgets.dlink((e, "ranking"), (other, "ranking"))
    assert repr(other) == "Explorer('NRR', relevant=3)"


def test_both_lists_of_a_comparison_can_be_observed_and_set() -> None:
    c = Compare(Ranking.parse("RN"), Ranking.parse("NR"), ["RR", "AP"], names=["A", "B"])
    seen = followed(c, "values")
    edit(c, "ideal", list=1)
    assert c.values == {"RR": (1.0, 1.0), "AP": (1.0, 1.0)}
    c.rankings = Ranking.parse("NNR"), Ranking.parse("NRN")
    assert (c.values["RR"], len(seen), c.view["last_edit"]) == ((pytest.approx(1 / 3), 0.5), 2, "other lists")
    c.ranking = Ranking.parse("RNN")
    assert (repr(c), c.view["last_edit"]) == (
        "Compare(Ranking('NNR', relevant=1), Ranking('RNN', relevant=1))",
        "B: another list",
    )
    edit(c, "undo")
    edit(c, "undo")
    assert c.values["RR"] == (1.0, 1.0)
    for given in (THREE, (THREE,), (THREE, {}), (THREE, Ranking([3], threshold=2))):
        with pytest.raises(ValueError, match=r"two Rankings|needs a Ranking|the same threshold"):
            c.rankings = given
    assert c.values["RR"] == (1.0, 1.0)


def test_met_goals_can_be_observed() -> None:
    task = Inverse(["RR = 1", "P@2 = 1"], THREE)
    seen = followed(task, "met", "done")
    edit(task, "move", id="i1", rank=1)
    task.ranking = Ranking.parse("RRN", relevant=3)
    assert seen == [("met", (True, False)), ("met", (True, True)), ("done", True)]
    edit(task, "reset")
    assert (task.met, task.done) == ((False, False), False)


def test_a_prediction_can_be_observed_and_set() -> None:
    p = Predict("AP", THREE)
    seen = followed(p, "answer", "done", "value")
    assert (p.answer, p.done, p.value) == ("", False, None)
    with pytest.raises(ValueError, match="A prediction is a number"):
        p.answer = "many"
    assert (p.done, seen) == (False, [])
    p.answer = 0.5
    assert seen == [("answer", "0.5"), ("done", True), ("value", measure("AP")(THREE))]
    edit(p, "again")
    assert (p.answer, p.done, p.value) == ("", False, None)
    pair = Predict("RR", {"A": THREE, "B": Ranking.parse("RNN")})
    pair.answer = "B"
    assert (pair.answer, pair.done, pair.value) == ("B", True, (0.5, 1.0))
    assert pair.view["summary"].startswith("That is right")


# --- what an edit costs ----------------------------------------------------------------------------------------


def test_an_edit_builds_one_list_and_computes_each_value_once(monkeypatch: pytest.MonkeyPatch) -> None:
    e = Inverse(["AP = 0.5", "P@2 = 1"], THREE, measure="nDCG")
    made: list[Any] = []
    init, call = Ranking.__init__, type(METRICS["ndcg"]).__call__
    monkeypatch.setattr(Ranking, "__init__", lambda self, *a, **k: made.append("list") or init(self, *a, **k))
    monkeypatch.setattr(
        type(METRICS["ndcg"]), "__call__", lambda self, *a, **k: made.append(self.name) or call(self, *a, **k)
    )
    edit(e, "move", id="i1", rank=1)
    assert made.count("list") == 1
    assert (made.count("rankscore"), made.count("reciprocal_rank")) == (1, 1)
    made.clear()
    edit(e, "choose", id="i2")
    edit(e, "draw", px=700)
    edit(e, "metric", key="rankscore")
    assert set(made) == {"rankscore", "average_precision", "precision"}  # a derivation, and the goals
    assert made.count("rankscore") == 1


def test_controls_are_sent_only_when_they_change(monkeypatch: pytest.MonkeyPatch) -> None:
    e = Explorer(THREE)
    sent: list[set[str]] = []
    monkeypatch.setattr(e, "send_state", lambda key=None: sent.append({key} if isinstance(key, str) else set(key)))
    for action in ({"do": "toggle", "id": "i0"}, {"do": "choose", "id": "i1"}, {"do": "undo"}):
        edit(e, action.pop("do"), **action)
    assert len(sent) == 3
    assert not any("controls" in keys or "text" in keys for keys in sent)
    e.n = 2
    assert "controls" in sent[-1]
    assert len(sent) == 4


def test_a_failing_observer_does_not_block_the_others() -> None:
    explorer = Explorer(THREE)
    explorer.observe(lambda change: 1 / 0, "ranking")
    seen = followed(explorer, "value")
    with pytest.raises(ZeroDivisionError):
        explorer.ranking = Ranking.parse("RRN")
    assert seen == [("value", explorer.value)]


def test_a_rejected_fractional_n_keeps_the_previous_notice() -> None:
    explorer = Explorer(THREE)
    edit(explorer, "toggle", id="gone")
    said = explorer.view["notice"]
    with pytest.raises(ValueError, match="must be from 1 to"):
        explorer.n = 2.5
    assert said
    assert (explorer._notice, explorer.view["notice"]) == (said, said)
