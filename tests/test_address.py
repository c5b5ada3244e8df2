"""A page's address may hold the state that is shown."""

import pytest

from metrics_edu import Ranking
from metrics_edu.widgets import Explorer
from metrics_edu.widgets.explorer import addressed

GIVEN = Explorer(Ranking.parse("NRR", relevant=3))


def test_the_state_in_the_address_is_shown(monkeypatch):
    wanted = Explorer(Ranking.parse("3 0 2", pool="3 3 2 1"), ["Gala & Fuji", "a|b", "ñu + té"], n=2, gain="linear")
    monkeypatch.setenv("QUERY_STRING", wanted.state)
    assert addressed(Ranking.parse("N")).state == wanted.state


@pytest.mark.parametrize("query", [None, "", "token=1234"])
def test_another_address_shows_the_list_that_is_given(monkeypatch, query):
    monkeypatch.delenv("QUERY_STRING", raising=False)
    if query is not None:
        monkeypatch.setenv("QUERY_STRING", query)
    assert addressed(Ranking.parse("NRR", relevant=3)).state == GIVEN.state


def test_what_is_no_state_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setenv("QUERY_STRING", "v=1&metric=average_precision&user=0&list=:Gala*x")
    with pytest.raises(ValueError, match=r"item 1 of a list in a state must be label\*grade"):
        addressed(Ranking.parse("N"))
