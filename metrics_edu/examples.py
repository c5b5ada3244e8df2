"""The ranked lists of the sources that the course is made from, to draw, explain and compare; and a run made from a seed."""

from __future__ import annotations

from collections.abc import Sequence

from metrics_edu.data import made_ratings, popular_list
from metrics_edu.language import N_, _, refused
from metrics_edu.metrics import Ranking

__all__ = [
    "apples",
    "cookie_cream",
    "first_hits",
    "fruit_set",
    "graded",
    "parra_lists",
    "popular_run",
    "short_list",
    "ten_users",
    "three_judges",
    "videolectures",
]

FRUIT = (
    N_("Banana"),
    "Gala",
    "Fuji",
    N_("Pear"),
    N_("Plum"),
    "Braeburn",
    N_("Mango"),
    N_("Lemon"),
    N_("Kiwi"),
    "Golden",
    "Pink Lady",
    "Jazz",
)
# The VideoLectures.net challenge: of each example the scores of the solutions, and the recommended lectures.
VIDEOLECTURES: dict[int, dict[str, tuple[Sequence[int], Sequence[int], Sequence[int]]]] = {
    1: {
        "r₁": (range(1, 11), range(100, 90, -1), (1, 2, 3, 20, 10, 6, 7, 8, 21, 22)),
        "r₂": (range(101, 111), range(50, 40, -1), (101, 102, 103, 50, 30, 106, 107, 108, 109, 52)),
    },
    2: {
        "r₁": (range(1, 11), (100, 99, 98, 97, 96, 96, 96, 93, 92, 91), (1, 2, 3, 7, 20, 6, 21, 8, 22, 23)),
        "r₂": (range(1, 8), range(50, 43, -1), (23, 2, 3, 20, 10, 6, 7, 8, 21, 22)),
    },
}


def apples() -> Ranking:
    """Return twelve pieces of fruit, of which six are apples: the ranked list of Lawrie's slides.

    The slides print the ranks of the apples; what the pieces are called is our choice.

    Examples
    --------
    >>> apples(), apples().items[:3]
    (Ranking('NRRNNRNNNRRR', relevant=6), ['Banana', 'Gala', 'Fuji'])
    """
    return Ranking([0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1], items=[_(label) for label in FRUIT])


def first_hits() -> Ranking:
    """Return four searches whose only relevant document is at ranks 5, 15, 205 and 215: those of Lawrie's slides.

    Examples
    --------
    >>> first_hits(), first_hits().users
    (Ranking(4 lists, threshold=1), ['rank 5', 'rank 15', 'rank 205', 'rank 215'])
    """
    lists = {_("rank {rank}", rank=rank): Ranking.parse("N" * (rank - 1) + "R") for rank in (5, 15, 205, 215)}
    return Ranking.batch([*lists.values()], [*lists])


def fruit_set() -> Ranking:
    """Return five pieces of fruit with three of six apples: the set of Lawrie's slides.

    Which places the apples have is our choice: precision and recall do not depend on it.

    Examples
    --------
    >>> fruit_set(), fruit_set().items
    (Ranking('NRRNR', relevant=6), ['Banana', 'Gala', 'Fuji', 'Pear', 'Braeburn'])
    """
    return Ranking([0, 1, 1, 0, 1], [1] * 6, items=[_(FRUIT[k]) for k in (0, 1, 2, 3, 5)])


def parra_lists() -> dict[str, Ranking]:
    """Return the two lists of Parra's slides: a reconstruction that gives the values printed there.

    The slides show the lists as pictures, which the text does not have. 20 items are relevant in all.

    Examples
    --------
    >>> parra_lists()
    {'A (reconstruction)': Ranking('NRNRNRNRNR', relevant=20), 'B (reconstruction)': Ranking('NRRNR', relevant=20)}
    """
    lists = {"A": Ranking.parse("NRNRNRNRNR", relevant=20), "B": Ranking.parse("NRRNR", relevant=20)}
    return {_("{name} (reconstruction)", name=name): ranking for name, ranking in lists.items()}


def cookie_cream() -> Ranking:
    """Return the list of the team cookie&cream, whose AP their deck prints as 0.8.

    Examples
    --------
    >>> cookie_cream()
    Ranking('RNRR', relevant=3)
    """
    return Ranking.parse("RNRR")


def ten_users() -> dict[str, list[float]]:
    """Return the values of four systems for the same ten users, made up for the lesson on differences: B − A has 7 up and 1 down.

    Examples
    --------
    >>> {name: round(sum(values) / 10, 3) for name, values in ten_users().items()}
    {'A': 0.414, 'B': 0.485, 'C': 0.419, 'D': 0.494}
    """
    return {
        "A": [0.30, 0.45, 0.00, 0.62, 0.51, 0.20, 0.75, 0.40, 0.33, 0.58],
        "B": [0.42, 0.45, 0.10, 0.70, 0.49, 0.35, 0.80, 0.55, 0.33, 0.66],
        "C": [0.28, 0.50, 0.00, 0.60, 0.60, 0.10, 0.75, 0.45, 0.30, 0.61],
        "D": [0.35, 0.55, 0.05, 0.72, 0.61, 0.25, 0.85, 0.50, 0.38, 0.68],
    }


def three_judges(of: int = 1) -> tuple[str, str, list[str]]:
    """Return two orders of the same results, and for each of three judges the relevant ones.

    In example 1 the judges differ on the winner by one vote; in example 2 each finds the first order better, and their majority
    the second.

    >>> three_judges(2)
    ('abcde', 'edabc', ['c', 'acd', 'bcd'])
    """
    if of == 1:
        return "abcdefghij", "jabcdefghi", ["cei", "ceij", "cej"]
    return "abcde", "edabc", ["c", "acd", "bcd"]


def videolectures(example: int = 1) -> dict[str, Ranking]:
    """Return the two recommended lists of an example of the VideoLectures.net challenge; the grades are the scores.

    In example 2, two lectures tie with the fifth, and the other solution has seven lectures only.

    Raises
    ------
    ValueError
        If there is no such example.

    Examples
    --------
    >>> videolectures(2)["r₂"]
    Ranking('0 49 48 0 0 45 44 0 0 0', relevant=7)
    """
    if example not in VIDEOLECTURES:
        raise refused("example must be 1 or 2; got {value!r}", value=example)
    return {
        name: Ranking.from_items(shown, dict(zip(lectures, scores, strict=True)))
        for name, (lectures, scores, shown) in VIDEOLECTURES[example].items()
    }


def graded() -> Ranking:
    """Return a list with grades, of which three good items are missed.

    Examples
    --------
    >>> graded()
    Ranking('3 0 2 0 1 0 0 0 0 0', relevant=6)
    """
    return Ranking([3, 0, 2, 0, 1, 0, 0, 0, 0, 0], pool=[3, 3, 2, 2, 1, 1])


def short_list() -> Ranking:
    """Return a list shorter than its cut-off, with more relevant items than it can hold: for AP@10 all divisors differ but two.

    Examples
    --------
    >>> short_list()
    Ranking('RNRNNRN', relevant=15)
    """
    return Ranking.parse("RNRNNRN", relevant=15)


def popular_run(seed: int = 4) -> Ranking:
    """Return a run: for each of 60 invented users the ten popular films that are new to them, judged by their own ratings.

    A film is relevant from grade 4 on. The same seed makes the same run.

    Examples
    --------
    >>> popular_run()
    Ranking(60 lists, threshold=4)
    """
    ratings = made_ratings(seed)
    users = list(dict.fromkeys(rating.user for rating in ratings.test))
    return Ranking.batch([popular_list(ratings, user)[0] for user in users], users)
