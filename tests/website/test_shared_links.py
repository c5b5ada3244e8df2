"""The limits of shared links and states: each limit, and one more than it, in every place that reads such a text."""

import importlib.util
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from metrics_edu.language import set_language
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.value_and_derivation import value_of
from metrics_edu.widgets import Compare, Explorer, IdealList, Inverse, Lecture, RankedList
from metrics_edu.widgets.list_state import link_limits, state_string
from website.build.sources import PAGE_FOLDER, WORDS

HEAD = "v=1&metric=ndcg&user=0"
ITEM = "Gala*1"


@pytest.fixture(scope="module")
def addresses() -> ModuleType:
    spec = importlib.util.spec_from_file_location("addresses", PAGE_FOLDER / "addresses.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def state_of(items: int = 1, users: int = 1, *, label: str = "Gala", name: str = "u") -> str:
    """Return a state of some users, with all its items in the list of the first one."""
    lists = [f"&list={name}0:" + ",".join([f"{label}*1"] * items)]
    lists += [f"&list={name}{k}:" for k in range(1, users)]
    return HEAD + "".join(lists)


def missed_state(items: int) -> str:
    """Return a state of one shown item; the others are missed."""
    return f"{HEAD}&list=:{ITEM}|" + ",".join([ITEM] * (items - 1))


def lecture_of(states: int) -> str:
    return "&".join(["lecture", *[state_of()] * states])


TOO_MANY: dict[str, tuple[str, str, str]] = {
    "items": (state_of(1000), state_of(1001), "1001 items, but at most 1000 are allowed"),
    "missed items": (missed_state(1000), missed_state(1001), "1001 items, but at most 1000 are allowed"),
    "users": (state_of(1, 100), state_of(1, 101), "101 users, but at most 100 are allowed"),
    "label": (
        state_of(label="a" * 2400),
        state_of(label="a" * 2401),
        "2401 characters as written in the link or state, but at most 2400 are allowed",
    ),
    "name": (
        state_of(name="a" * 2399),
        state_of(name="a" * 2400),
        "2401 characters as written in the link or state, but at most 2400 are allowed",
    ),
    "characters": (
        HEAD + "&list=:" + ",".join([f"{'a' * 98}*1"] * 980),
        HEAD + "&list=:" + ",".join([f"{'a' * 110}*1"] * 980),
        "but at most 100000 are allowed",
    ),
}
"""What is just allowed, what is one too many or far too long, and what its sentence says."""
TOO_MANY_OF_AN_ADDRESS = {
    "states": (lecture_of(20), lecture_of(21), "21 states, but at most 20 are allowed"),
    "items of two lists": (
        f"compare&{state_of(500)}&{state_of(500)}",
        f"compare&{state_of(500)}&{state_of(501)}",
        "1001 items, but at most 1000 are allowed",
    ),
    "users of lists": (
        f"lecture&{state_of(1, 50)}&{state_of(1, 50)}",
        f"lecture&{state_of(1, 50)}&{state_of(1, 51)}",
        "101 users, but at most 100 are allowed",
    ),
    "measures": (
        "compare=" + ",".join(f"P@{k}" for k in range(1, 21)),
        "compare=" + ",".join(f"P@{k}" for k in range(1, 22)),
        "21 measures or goals, but at most 20 are allowed",
    ),
    "goals": (
        "inverse=" + ",".join(f"P@{k} <= 1/2" for k in range(1, 21)),
        "inverse=" + ",".join(f"P@{k} <= 1/2" for k in range(1, 22)),
        "21 measures or goals, but at most 20 are allowed",
    ),
}
READERS: dict[str, Callable[[str], Any]] = {
    "RankedList": RankedList.from_state,
    "Explorer": Explorer.from_state,
    "IdealList": IdealList.from_state,
    "Inverse": Inverse.from_state,
    "start of an Inverse": lambda text: Inverse.from_state(HEAD + "&list=:Gala*0,Fuji*1", ["P@1 = 1"], text),
    "Compare": lambda text: Compare.from_state(text),
    "Lecture": lambda text: Lecture(text),
}


@pytest.mark.parametrize("what", TOO_MANY)
@pytest.mark.parametrize("reader", READERS)
def test_a_state_over_a_limit_is_rejected_before_decoding(
    reader: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_string, "unquote", None)
    monkeypatch.setattr(state_string, "unquote_plus", None)
    _allowed, refused, sentence = TOO_MANY[what]
    with pytest.raises(ValueError, match=sentence):
        READERS[reader](refused)


@pytest.mark.parametrize("what", TOO_MANY)
def test_a_state_at_a_limit_round_trips(what: str) -> None:
    allowed = TOO_MANY[what][0]
    assert len(allowed) <= link_limits.MAX_CHARACTERS
    assert Explorer.from_state(Explorer.from_state(allowed).state).state == Explorer.from_state(allowed).state


@pytest.mark.parametrize("what", [*TOO_MANY, *TOO_MANY_OF_AN_ADDRESS])
def test_only_an_address_over_a_limit_is_rejected(addresses: ModuleType, what: str) -> None:
    allowed, refused, sentence = (TOO_MANY | TOO_MANY_OF_AN_ADDRESS)[what]
    shown = addresses.LinkedWidget(allowed)
    assert addresses.LinkedWidget(shown.address).address == shown.address != ""
    with pytest.raises(ValueError, match=sentence):
        addresses.LinkedWidget(refused)


def test_an_encoded_address_is_counted_before_it_is_decoded(
    addresses: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "unquote", None)
    with pytest.raises(ValueError, match="100002 characters, but at most 100000 are allowed"):
        addresses.LinkedWidget("%3D" * 33_334)


def test_a_label_of_200_characters_of_any_script_fits(addresses: ModuleType) -> None:
    explorer = Explorer(Ranking.parse("RN"), labels=["\N{PEOPLE HUGGING}" * 200, "ñ" * 200])
    assert Explorer.from_state(explorer.state).state == explorer.state
    assert addresses.LinkedWidget(explorer.state).address == explorer.state


MEASURED = "v=1&metric=average_precision&user={user}&list=Ana:A*1,B*0&list=Beto:A*0,B*1&list=:A*0,B*0,C*1"
ONLY = "The link has several lists, and this widget shows only "
WRITE_MRR = " For the mean over all users, write MRR in the link."


@pytest.mark.parametrize("widget", ["stepper", "faded", "predict"])
def test_a_mean_in_a_link_is_that_of_all_its_users(addresses: ModuleType, widget: str) -> None:
    mean = (1 + 1 / 2 + 1 / 3) / 3
    for measure, user, value, note in (
        ("MRR", "0", mean, ""),
        ("mrr", "1", mean, ""),
        ("MARp@1+2", "0", (1 + 1 / 2 + 0) / 3, ""),
        ("RR", "mean", mean, ""),
        ("RR", "1", 1 / 2, ONLY + "that of Beto." + WRITE_MRR),
        ("P@2", "2", 0, ONLY + "that of user 3."),
    ):
        shown = addresses.LinkedWidget(f"{widget}={measure}&{MEASURED.format(user=user)}")
        (_name, data, _labels), *_others = shown.widget._named_data()
        assert value_of(measure, data) == pytest.approx(value)
        assert data.is_batch == (value == mean or measure.startswith("MAR"))
        assert shown.note == note
        assert addresses.LinkedWidget(shown.address).address == shown.address


@pytest.mark.parametrize("measure", ["MRR", "MAP@10", "MARp@5+10"])
def test_a_mean_has_a_list_for_each_user(addresses: ModuleType, measure: str) -> None:
    by_default = addresses.LinkedWidget(f"stepper={measure}").widget
    assert by_default.derivation.symbol == measure
    assert len(by_default._ranking.users) == 3
    one_user = addresses.LinkedWidget(f"stepper={measure}&{HEAD}&list=:Gala*0,{ITEM}").widget
    assert one_user.derivation.symbol == measure
    assert len(one_user._ranking.users) == 1
    two_states = addresses.LinkedWidget(f"stepper={measure}&{HEAD}&list=:{ITEM}&{HEAD}&list=:Gala*0").widget
    assert len(two_states._ranking.users) == 2


@pytest.mark.parametrize(
    ("address", "user", "note"),
    [
        ("ideal", "1", ONLY + "that of Beto."),
        ("ideal", "mean", ONLY + "that of Ana."),
        ("inverse=P@2 = 1", "mean", ONLY + "that of Ana."),
        ("compare", "2", ONLY + "those of Ana and Beto."),
        ("practice", "0", "This widget has its own lists, so it does not show those of the link."),
        ("lecture", "0", ""),
        ("explorer", "0", ""),
    ],
)
def test_a_link_says_which_lists_are_not_shown(addresses: ModuleType, address: str, user: str, note: str) -> None:
    assert addresses.LinkedWidget(f"{address}&{MEASURED.format(user=user)}").note == note


@pytest.mark.parametrize(
    ("address", "states", "note"),
    [
        ("explorer", 1, ""),
        ("explorer", 2, "The link has several states, and this widget shows only the lists of the first one."),
        ("compare", 2, ""),
        ("compare", 3, ONLY + "those of user 1 and user 2."),
    ],
)
def test_a_link_says_which_states_are_not_shown(addresses: ModuleType, address: str, states: int, note: str) -> None:
    assert addresses.LinkedWidget("&".join([address, *[state_of(name="").replace("0:", ":")] * states])).note == note


def test_the_mean_of_two_users_is_two_lists_to_compare(addresses: ModuleType) -> None:
    state = Explorer({"Ana": Ranking.parse("RN"), "Beto": Ranking.parse("NR")})
    state.act({"do": "user", "key": "mean"})
    shown = addresses.LinkedWidget(f"compare&{state.state}")
    assert [ranking.shown.tolist() for ranking in shown.widget.rankings] == [[1, 0], [0, 1]]
    assert shown.note == ""


GROW = {"do": "set_relevant", "by": 1}


def test_a_list_too_long_for_a_link_explains_why(addresses: ModuleType) -> None:
    shown = addresses.LinkedWidget(f"{HEAD}&list=:" + ",".join(["Gala*1", *["Plum*0"] * 999]))
    assert shown.address
    assert shown.widget.state_line == shown.widget.state
    shown.widget.act(GROW)
    assert len(shown.widget.ranking.missed_items) == 1
    assert shown.address == ""
    assert shown.widget.state_line.startswith("the link or state has 1001 items")


WRONG_ADDRESSES = (
    "nowhere",
    "x=1",
    "v=1",
    "v=2&list=:",
    f"{HEAD}&n=x&list=:{ITEM}",
    f"{HEAD}&n={'9' * 5000}&list=:{ITEM}",
    f"{HEAD}&foo=1&list=:{ITEM}",
    f"{HEAD}&list=:Gala*x",
    "%E0%A4%A",
    "predict=zz",
    "predict=AP@0",
    "ideal=RR",
    "practice=zz",
    "inverse=zz",
    "inverse=RR = 7",
    "exercise=zz",
    "stepper=AP&at=x",
    "stepper=AP&at=-1",
    "stepper=AP&at=1.5",
    "stepper=AP&at=\N{SUPERSCRIPT TWO}",
    f"stepper=AP&at={'9' * 5000}",
    "faded=zz",
    "explorer=AP",
    "front=z",
    f"compare&{HEAD}&list=a:{ITEM}&list=:x",
    *(refused for _allowed, refused, _sentence in (TOO_MANY | TOO_MANY_OF_AN_ADDRESS).values()),
)


@pytest.mark.parametrize("address", WRONG_ADDRESSES, ids=lambda address: address[:30])
def test_an_address_error_is_translated(addresses: ModuleType, address: str) -> None:
    sentences = []
    for language in ("es", "en"):
        set_language(language)
        with pytest.raises(ValueError, match=r"\w{3}") as caught:
            addresses.LinkedWidget(address)
        sentences.append(str(caught.value))
    assert sentences[0] != sentences[1]
    assert "\n" not in "".join(sentences)
    assert max(map(len, sentences)) < 500


def test_the_outgrown_message_formats_every_limit() -> None:
    limits = [link_limits.MAX_LINK_ITEMS, link_limits.MAX_LINK_USERS, link_limits.MAX_LINK_STATES]
    for language, comma in (("en", ","), ("es", ".")):
        for limit in (*limits, link_limits.MAX_CHARACTERS):
            assert f"{limit:,}".replace(",", comma) in WORDS["outgrown"][language]


def test_a_link_may_have_the_numbers_that_are_judged(addresses: ModuleType) -> None:
    linked = addresses.LinkedWidget("diagnose=nDCG@10=0.42 MAP@10=0.1")
    assert repr(linked.widget) == "FileDiagnosis('nDCG@10=0.42 MAP@10=0.1')"
    assert linked.address == "diagnose=nDCG@10=0.42 MAP@10=0.1"
    assert linked.title == "Which mistake gives this number?"


def test_a_link_holds_ratings(addresses: ModuleType) -> None:
    linked = addresses.LinkedWidget("stepper=RMSE&ratings=4:5,3.5:3,1:2&at=2")
    assert (linked.widget.at, linked.widget.derivation.value) == (2, pytest.approx(0.75**0.5))
    assert linked.address == "stepper=RMSE&ratings=4:5,3.5:3,1:2&at=2"
    assert repr(addresses.LinkedWidget("faded=MAE&ratings=4:5,3:4").widget) == "FadedStepper('MAE', 2 ratings)"


@pytest.mark.parametrize(
    ("ratings", "sentence"),
    [
        ("4:5,x:3", "ratings in a state must be a number; got 'x'"),
        ("4", "ratings in a state must be a number; got ''"),
        ("4:5," * 1000 + "3:4", "the link or state has 1001 items, but at most 1000 are allowed: share shorter lists"),
    ],
)
def test_bad_ratings_of_a_link_are_rejected_with_a_sentence(addresses: ModuleType, ratings: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        addresses.LinkedWidget(f"stepper=RMSE&ratings={ratings}")
