"""The pairs of lists of an exercise in class, drawn from the class code, the student's id and the measure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from metrics_edu.language import _
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.values import ranking_measure
from metrics_edu.mistakes import draw_pair

LISTS_OF_A_MEASURE = 2


MAX_LENGTH = 100  # the longest cut-off of an exercise


ADDED: dict[str, Any] = {"convention": DEFAULT, "reveal": "", "shown": 0}
"""What the files of earlier versions do not have."""


Pairs = dict[str, tuple[Ranking, Ranking]]


def settings_in(data: dict[str, Any]) -> tuple[str, ...]:
    data = ADDED | data
    measures = "+".join(ranking_measure(name).name for name in data["answers"])
    reveal = [data["reveal"]] if data["reveal"] else []
    return measures, str(data["decimals"]), data["convention"], *reveal


def usual_spelling(name: str) -> str:
    """Return a measure as the field spells it: the lists are also drawn from its spelling.

    Examples
    --------
    >>> usual_spelling("ndcg@5"), usual_spelling("MAP@5")
    ('nDCG@5', 'MAP@5')
    """
    name = name.strip()
    usual = ranking_measure(name).name
    return usual if usual.casefold() == name.casefold() else name


def pairs_of(
    class_code: str,
    student: str,
    measures: Iterable[str],
    decimals: int,
    convention: str = DEFAULT,
    reveal: str = "",
) -> Pairs:
    """Return the pairs of lists of a student, by measure; others get others.

    Where values can be shown, the lists depend on all measures, decimals, convention and that condition: an exercise with
    one measure more must not show the values of these.
    """
    pairs, most, measures = {}, MAX_LENGTH, [*dict.fromkeys(measures)]
    settings = {"answers": measures, "decimals": decimals, "convention": convention, "reveal": reveal}
    drawn_from = [class_code, student, *(settings_in(settings) if reveal else ())]
    for name in measures:
        measure = ranking_measure(name, convention=convention)
        if (measure.depth() or 0) > most:
            raise ValueError(
                _("an exercise can have lists of at most {most} items; got {value}", most=most, value=name)
            )
        seed = hashlib.sha256("\n".join([*drawn_from, name]).encode("utf-8", "replace")).digest()[:6]
        pairs[name] = draw_pair(measure, int.from_bytes(seed, "big"), decimals=decimals)
    return pairs
