"""The labelled lists of the lessons, in the reader's language."""

from __future__ import annotations

from metrics_edu.language import N_, _
from metrics_edu.ranking import Ranking

# fmt: off
FRUIT = (
    N_("Banana"), "Gala", "Fuji", N_("Pear"), N_("Plum"), "Braeburn", N_("Mango"), N_("Lemon"), N_("Kiwi"), "Golden",
    "Pink Lady", "Jazz",
)
# fmt: on


def apples() -> Ranking:
    """Return twelve pieces of fruit, of which six are apples: the ranked list of Lawrie's slides.

    The slides print the ranks of the apples; what the pieces are called is our choice.

    Examples
    --------
    >>> apples(), apples().items[:3]
    (Ranking('NRRNNRNNNRRR', relevant=6), ['Banana', 'Gala', 'Fuji'])
    """
    return Ranking([0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1], items=[_(label) for label in FRUIT])


def fruit_set() -> Ranking:
    """Return five pieces of fruit with three of six apples: the set of Lawrie's slides.

    Which places the apples have is our choice: precision and recall do not depend on it.

    Examples
    --------
    >>> fruit_set(), fruit_set().items
    (Ranking('NRRNR', relevant=6), ['Banana', 'Gala', 'Fuji', 'Pear', 'Braeburn'])
    """
    labels = [FRUIT[k] for k in (0, 1, 2, 3, 5)]
    return Ranking([0, 1, 1, 0, 1], [1] * 6, items=[_(label) for label in labels])
