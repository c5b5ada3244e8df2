"""SplitRatings to try the metrics on: a MovieLens file, or ratings made here; and a list of popular titles for one user."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from metrics_edu.language import N_, _, counted, number, plain_number, refused
from metrics_edu.metrics import Ranking

__all__ = [
    "Rating",
    "SplitRatings",
    "by_user",
    "instructive_user",
    "lesson_ratings",
    "made_ratings",
    "most_rated",
    "popular_list",
    "read_ratings",
    "split_newest",
]

CSV_HEAD = "userId,movieId,rating,timestamp"
HELD_OUT = 0.2  # of each user's ratings, the newest
QUALITIES = [
    "Amber",
    "Blue",
    "Broken",
    "Distant",
    "Electric",
    "Frozen",
    "Golden",
    "Hidden",
    "Last",
    "Paper",
    "Quiet",
    "Red",
]
THINGS = [
    "Bridge",
    "Garden",
    "Harbour",
    "House",
    "Letter",
    "Mirror",
    "Orchard",
    "Railway",
    "Season",
    "Signal",
    "Summer",
]
HOW_TO_GET = N_("""RATINGS is None, so these ratings are made up. For real ones:
1. open grouplens.org/datasets/movielens, get ml-latest-small.zip and unpack it,
2. write the path of its ratings.csv in RATINGS (u.data and u1.base of ml-100k also work).""")


class Rating(NamedTuple):
    """A user's grade of an item, and when it was given."""

    user: str
    item: str
    grade: float
    time: float


@dataclass(frozen=True)
class SplitRatings:
    """SplitRatings in two parts: what a recommender may know, and what each user is judged by; and the items' titles."""

    train: list[Rating]
    test: list[Rating]
    titles: dict[str, str] = field(default_factory=dict)

    def title(self, item: str) -> str:
        """Return what an item is called."""
        return self.titles.get(item) or _("item {item}", item=item)

    def __repr__(self) -> str:
        users, items = (len({rating[k] for rating in (*self.train, *self.test)}) for k in (0, 1))
        return f"SplitRatings({len(self.train)} train, {len(self.test)} test, {counted(users, 'user')}, {counted(items, 'item')})"


def read_ratings(path: str | Path) -> SplitRatings:
    r"""Read a file of MovieLens: ``ratings.csv``, ``u.data``, or ``u1.base`` with ``u1.test`` beside it.

    Of a single file, the newest 20 % of each user's ratings are the test part. Titles come from ``movies.csv`` or
    ``u.item`` in the same folder, if it is there.

    Raises
    ------
    ValueError
        If there is no such file, it is empty, or a line is not a rating; the sentence names the file and the line.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "u.data"
    >>> _count = file.write_text("1\t50\t5\t881250949\n1\t7\t3\t881250950\n")
    >>> ratings = read_ratings(file)
    >>> ratings, ratings.test[0].grade, ratings.title("50")
    (SplitRatings(1 train, 1 test, 1 user, 2 items), 3.0, 'item 50')
    """
    path = Path(path).expanduser()
    titles = _read_titles(path.parent)
    if path.suffix in (".base", ".test"):
        return SplitRatings(_read(path.with_suffix(".base")), _read(path.with_suffix(".test")), titles)
    return split_newest(_read(path), titles)


def split_newest(ratings: list[Rating], titles: dict[str, str] | None = None) -> SplitRatings:
    """Split ratings: the newest 20 % of each user's, and at least one, are the test part.

    Examples
    --------
    >>> split_newest([Rating("u", f"{k}", 4, k) for k in range(10)]).test
    [Rating(user='u', item='8', grade=4, time=8), Rating(user='u', item='9', grade=4, time=9)]
    """
    by_user: dict[str, list[Rating]] = {}
    for rating in sorted(ratings, key=lambda rating: rating.time):
        by_user.setdefault(rating.user, []).append(rating)
    split = SplitRatings([], [], titles or {})
    for rated in by_user.values():
        cut = len(rated) - max(1, int(HELD_OUT * len(rated)))
        split.train.extend(rated[:cut])
        split.test.extend(rated[cut:])
    return split


def made_ratings(seed: int = 4, *, users: int = 60, items: int = 80) -> SplitRatings:
    """Make ratings from 1 to 5 of invented films: some films are popular, and each user likes one kind more.

    The same seed makes the same ratings.

    Examples
    --------
    >>> made_ratings()
    SplitRatings(1359 train, 305 test, 60 users, 80 items)
    """
    draw = np.random.default_rng(seed)
    names = [f"{quality} {thing}" for quality in QUALITIES for thing in THINGS]
    titles = {f"{k}": names[position] for k, position in enumerate(draw.permutation(len(names))[:items], start=1)}
    popularity = 1 / np.arange(2, items + 2)
    kind, quality = draw.integers(0, 4, items), draw.normal(0.3, 0.5, items)
    ratings = []
    for user in range(1, users + 1):
        likes = np.where(kind == draw.integers(0, 4), 1.0, -0.3)
        chance = popularity * np.exp(likes)
        seen = draw.choice(items, int(draw.integers(14, 41)), replace=False, p=chance / chance.sum())
        grades = np.clip(np.rint(3.2 + quality[seen] + likes[seen] + draw.normal(0, 0.7, len(seen))), 1, 5)
        draw.shuffle(order := np.arange(len(seen)))
        ratings += [Rating(f"{user}", f"{seen[k] + 1}", float(grades[k]), float(time)) for time, k in enumerate(order)]
    return split_newest(ratings, titles)


def lesson_ratings(path: str | Path | None = None) -> SplitRatings:
    """Return the ratings of a file; without one, say how to get it and return generated ones."""
    if path is not None:
        return read_ratings(path)
    print(_(HOW_TO_GET))
    return made_ratings()


def popular_list(
    ratings: SplitRatings, user: str | None = None, *, n: int = 10, threshold: float = 4
) -> tuple[Ranking, list[str]]:
    """List for a user the n titles with most ratings in the train part that are new to them, judged by the test part.

    A grade that reaches the threshold is relevant. By default, the user is `instructive_user`.
    Return the list, and the titles of what is shown, then of what is missed, the best first: what ``Explorer`` takes.

    Raises
    ------
    ValueError
        If the user has no rating in the test part, or n < 1.

    Examples
    --------
    >>> ratings = SplitRatings([Rating("v", "a", 4, 1), Rating("v", "b", 4, 2), Rating("u", "b", 4, 3)],
    ...                   [Rating("u", "a", 5, 4), Rating("u", "c", 3, 5)], {"a": "Hidden Tide"})
    >>> popular_list(ratings, "u")
    (Ranking('5', relevant=1), ['Hidden Tide', 'item c'])
    """
    user = instructive_user(ratings, n=n, threshold=threshold) if user is None else str(user)
    judged = by_user(ratings.test).get(user, {})
    if not judged:
        raise refused("user {user!r} has no rating in the test data", user=user)
    if n < 1:
        raise refused("n must be at least 1; got {value}", value=n)
    seen = by_user(ratings.train).get(user, {})
    shown = [item for item in most_rated(ratings) if item not in seen][:n]
    missed = sorted((item for item in judged if item not in shown and judged[item] > 0), key=lambda i: -judged[i])
    grades = [judged.get(item, 0) for item in shown]
    pool = [grade for grade in judged.values() if grade > 0]
    titles = [ratings.title(item) for item in shown]
    return Ranking(grades, pool, threshold=threshold, items=titles), titles + [ratings.title(item) for item in missed]


def instructive_user(ratings: SplitRatings, *, n: int = 10, threshold: float = 4) -> str:
    """Return a user whose popular list is worth looking at: some hits, not all first, some missed, not too many.

    Raises
    ------
    ValueError
        If there are no ratings in the test part.
    """
    judged, seen = by_user(ratings.test), by_user(ratings.train)
    if not judged:
        raise refused("there is no rating in the test data")
    popular = most_rated(ratings)

    def worth(user: str) -> tuple[bool, int]:
        shown = [item for item in popular if item not in seen.get(user, {})][:n]
        marks = [judged[user].get(item, 0) >= threshold for item in shown]
        relevant = sum(grade >= threshold for grade in judged[user].values())
        middling = 2 <= sum(marks) < relevant and not marks[0] and len(judged[user]) <= 2 * n
        return middling, min(sum(marks), 4)

    return max(judged, key=worth)  # the first of the best, in the file's order


def by_user(part: list[Rating]) -> dict[str, dict[str, float]]:
    """Return the grades of each user's items, by user and item."""
    grades: dict[str, dict[str, float]] = {}
    for rating in part:
        grades.setdefault(rating.user, {})[rating.item] = rating.grade
    return grades


def most_rated(ratings: SplitRatings) -> list[str]:
    """Return the items of the train part, those with the most ratings first."""
    counts = Counter(rating.item for rating in ratings.train)
    return sorted(counts, key=lambda item: (-counts[item], len(item), item))


def _lines(path: Path, encoding: str = "utf-8-sig") -> list[str]:
    if not path.is_file():
        reason = _("this is a folder; pass the path of a file in it") if path.is_dir() else _("no such file")
        raise refused("{path}: {what} (ratings.csv, u.data, or u1.base and u1.test)", path=path, what=reason)
    return path.read_text(encoding, errors="replace").split("\n")  # text mode reads CRLF as one end of line


def _read(path: Path) -> list[Rating]:
    lines = _lines(path)
    has_head = lines[0].strip() == CSV_HEAD
    ratings: dict[tuple[str, str], Rating] = {}
    for position, line in enumerate(lines[has_head:], start=1 + has_head):
        if not line.strip():
            continue
        rating = _rating(line.split("," if has_head else "\t"))
        if rating is None:
            form = CSV_HEAD if has_head else _("user, item, rating, timestamp, separated by tabs")
            head = _(" (or the header {head})", head=CSV_HEAD) if position == 1 else ""
            raise refused(
                "{path}, line {line}: expected {form}{first}; got {value!r}",
                path=path,
                line=position,
                form=form,
                first=head,
                value=line[:60],
            )
        before = ratings.setdefault(rating[:2], rating)
        if before is not rating:
            raise refused(
                "{path}, line {line}: user {user} already rated item {item} ({grade}); keep one of the two ratings",
                path=path,
                line=position,
                user=rating.user,
                item=rating.item,
                grade=number(before.grade),
            )
    if not ratings:
        raise refused("{path} has no ratings", path=path)
    return list(ratings.values())


def _rating(cells: list[str]) -> Rating | None:
    try:
        user, item, grade, time = (cell.strip() for cell in cells)
        rating = Rating(user, item, float(plain_number(grade)), float(plain_number(time)))
    except ValueError:
        return None
    return rating if user and item and 0 <= rating.grade < np.inf and abs(rating.time) < np.inf else None


def _read_titles(folder: Path) -> dict[str, str]:
    rows: Iterable[list[str]] = ()
    if (folder / "movies.csv").is_file():
        rows = csv.reader(_lines(folder / "movies.csv")[1:])
    elif (folder / "u.item").is_file():
        rows = (line.split("|") for line in _lines(folder / "u.item", "latin-1"))
    return {row[0]: row[1].strip() for row in rows if len(row) > 1}
