"""Every quirk that the documents tell of is what the peer really does."""

import math

import numpy as np
import pytest
from adapters import PEERS
from quirks import NOTHING, QUIRKS, REFUSED
from toy import SAME_AS

from metrics_edu import CONVENTIONS, measure
from metrics_edu.metrics.ranking import Ranking
from tools.pages import conventions_page

NAMED = {"method MAP": "AP", "method nDCG": "nDCG"}  # pyRecLab's methods, by what they are called


def spelled(quirk):
    name = NAMED.get(quirk.measure, quirk.measure.removeprefix("mean ").partition(",")[0])
    return name if quirk.n is None else f"{name}@{quirk.n}"


@pytest.mark.parametrize(("peer", "quirk"), [(quirk.peer, quirk) for quirk in QUIRKS if quirk.run])
def test_each_peer_shows_its_documented_quirk(ask, peer, quirk):
    users = [{"run": s.split(), "judged": judged} for s, judged in zip(quirk.lists, quirk.judged, strict=True)]
    if quirk.scores:
        users[0]["scores"] = quirk.scores
    answer = ask(peer, quirk.measure, users, quirk.n)
    if "error" in answer:
        assert isinstance(quirk.theirs, str)
        assert answer["error"].startswith(quirk.theirs)
    else:
        assert answer["values"] == [None if quirk.theirs == NOTHING else pytest.approx(quirk.theirs, abs=5e-5)]


@pytest.mark.parametrize("quirk", QUIRKS)
def test_our_value_matches_the_quirk_row(quirk):
    pairs = list(zip(quirk.lists, quirk.judged, strict=True))
    if quirk.ours == REFUSED:
        with pytest.raises(ValueError, match="an item can be in a list only once"):
            Ranking.from_items(pairs[0][0].split(), pairs[0][1])
        return
    convention = quirk.convention or SAME_AS.get(quirk.peer, (quirk.peer,))[0]
    asked = measure(spelled(quirk), convention=convention)
    ours = np.mean([asked(Ranking.from_items(shown.split(), judged)) for shown, judged in pairs])
    assert math.isnan(ours) if quirk.ours == NOTHING else ours == pytest.approx(quirk.ours, abs=5e-5)


def test_quirks_name_only_known_libraries():
    assert {quirk.peer for quirk in QUIRKS} <= {*PEERS, *CONVENTIONS, *conventions_page.SHOWN}
    assert {quirk.peer for quirk in QUIRKS if quirk.run} <= set(PEERS)
