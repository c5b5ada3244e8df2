"""What stands after the "#" of an address: a part, what it asks, and the list it shows, so that they are shared by a link."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import unquote

from metrics_edu import Ranking, examples, widgets
from metrics_edu.metrics import check_word
from metrics_edu.widgets import Explorer


def part_at(address: str) -> Any:
    """Make the part that an address names after its "#".

    Parameters
    ----------
    address : str
        The state of an Explorer (``v=1&...``), or the name of a part, ``=`` and what it asks where that is not its usual
        question, and the states of its lists: ``stepper=nDCG@5&v=1&...``, ``compare&v=1&...&v=1&...``,
        ``practice=04-pair``. Empty: an Explorer of twelve fruits.

    Raises
    ------
    ValueError
        If there is no such part, or it cannot be asked that; the sentence says what is allowed.

    Examples
    --------
    >>> part_at("stepper=RR&v=1&metric=precision&user=0&list=:A*0,B*1")
    Stepper('RR', 'NR', relevant=1)
    >>> part_at("compare&v=1&metric=precision&user=0&list=:A*0,B*1")
    Compare(Ranking('NR', relevant=1), Ranking('NR', relevant=1))
    """
    if "=" not in address:  # some mail programs encode all of it
        address = unquote(address)
    named, *states = re.split(r"(?:^|&)(?=v=)", address)
    name, _equals, asked = named.partition("=")
    check_word("part", name or "explorer", tuple(PARTS))
    make, usual = PARTS[name or "explorer"]
    return make(unquote(asked) or usual, [Explorer.from_state(state) for state in states])


def _list(shown: Sequence[Explorer], otherwise: Callable[[], Ranking]) -> Ranking:
    return shown[0].ranking if shown else otherwise()


def _explorer(_asked: str, shown: Sequence[Explorer]) -> Any:
    return shown[0] if shown else Explorer(examples.apples())


def _pair() -> list[Ranking]:
    return [Ranking.parse("NRRNR", relevant=4), Ranking.parse("RNNRR", relevant=4)]


def _compare(asked: str, shown: Sequence[Explorer]) -> Any:
    pair = [explorer.ranking for explorer in shown[:2]] or _pair()
    return widgets.Compare(pair[0], pair[-1], asked.split(","))  # one list: with itself, to be moved apart


def _lecture(_asked: str, shown: Sequence[Explorer]) -> Any:
    if shown:
        return widgets.Lecture(*shown)
    one, other = _pair()
    parts = widgets.Compare(one, other), widgets.Stepper("AP@5", one), widgets.Predict("AP@5", other)
    return widgets.Lecture(*parts, Explorer(examples.apples(), n=10, reads="n"))


PARTS: dict[str, tuple[Callable[[str, Sequence[Explorer]], Any], str]] = {
    "explorer": (_explorer, ""),
    "predict": (lambda asked, shown: widgets.Predict(asked, _list(shown, examples.apples)), "AP"),
    "stepper": (lambda asked, shown: widgets.Stepper(asked, _list(shown, examples.apples)), "AP"),
    "compare": (_compare, "P@5,RR,AP,nDCG@5"),
    "ideal": (lambda asked, shown: widgets.IdealList(_list(shown, examples.graded), asked), "nDCG@5"),
    "inverse": (lambda asked, shown: widgets.Inverse(asked.split(","), _list(shown, examples.apples)), "P@5 = 4/5"),
    "practice": (lambda asked, _shown: widgets.Practice(asked), "04-pair"),
    "lecture": (_lecture, ""),
    "exercise": (lambda asked, _shown: widgets.ExerciseSheet(asked.split(","), folder=None), "P@5,RR,AP"),
}
"""What an address can name: how it is made, and what it asks where the address does not say."""
