"""Course: the data of a homework, read once: train, validation and hidden test, and who and what is asked for."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from metrics_edu.homework.policy import Policy
from metrics_edu.language import _
from metrics_edu.run import Run
from metrics_edu.tables import Table, read_table

Pair = tuple[str, str]


@dataclass(frozen=True)
class Course:
    """The data of a homework; ids are text.

    Attributes
    ----------
    policy : Policy
    validation, test : Run
        Without lists; `Run.of` takes them. `test` is None where the test data are not there.
    users : dict of str
        Who must have a list, in the order of the data.
    pairs : dict of (user, item) -> rating or None
        Which ratings must be predicted; None where it is hidden.
    hidden : dict of (user, item) -> rating
        The ratings of the test data.
    mean : float
        The mean rating of the train data.
    numbers : (bool, bool)
        Whether the ids of the users, and of the items, are whole numbers in the data.
    fingerprint : str
        Of all that was read.
    """

    policy: Policy
    validation: Run
    test: Run | None
    users: dict[str, None]
    pairs: dict[Pair, float | None]
    hidden: dict[Pair, float]
    mean: float
    numbers: tuple[bool, bool]
    fingerprint: str
    _items: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def fallback(self) -> float | None:
        """What a rating that was not predicted counts as; None where RMSE is refused then."""
        given = self.policy.fallbacks.ratings
        return self.mean if given == "mean" else None if given == "refused" else float(given)

    @property
    def items(self) -> frozenset[str]:
        """The items of the train and validation data."""
        return self._items


def read_course(policy: Policy, *, hidden: bool = True) -> Course:
    """Read the data of a policy; without the test data where `hidden` is False or there are none.

    Raises
    ------
    ValueError
        If a file cannot be read, or they do not fit each other.
    """
    digest = hashlib.sha256(policy.model_dump_json().encode())
    names = {"train": policy.data.train, "validation": policy.data.validation}
    if hidden and policy.data.test is not None:
        names["test"] = policy.data.test
    tables = {part: _read(policy.path(name), digest) for part, name in names.items()}
    users, pairs, asked = None, None, policy.submissions
    if asked.ranking is not None and asked.ranking.users != "validation":
        users = dict.fromkeys(_column(policy.path(asked.ranking.users), digest))
    if asked.ratings is not None and asked.ratings.pairs != "validation":
        pairs = dict.fromkeys(_rows(_read(policy.path(asked.ratings.pairs), digest)))
    rated = {part: _rated(table, policy) for part, table in tables.items()}
    train, validation = rated["train"], rated["validation"]
    if not validation:
        raise ValueError(_("{path} holds no judged item").format(path=policy.path(policy.data.validation)))
    kept = asked.ranking is not None and asked.ranking.seen == "kept"
    seen = {} if kept else {user: list(items) for user, items in train.items()}
    known = {(user, item): grade for user, items in validation.items() for item, grade in items.items()}
    unrated = {float(value) for value in policy.data.unrated}
    known = {pair: grade for pair, grade in known.items() if grade not in unrated}
    hidden_ratings = {
        (u, i): g for u, items in rated.get("test", {}).items() for i, g in items.items() if g not in unrated
    }
    found = users if users is not None else dict.fromkeys(validation)
    threshold = policy.relevance_threshold
    numbers = (
        all(table.rows["user"].dtype.is_integer() for table in tables.values()),
        all(table.rows["item"].dtype.is_integer() for table in tables.values()),
    )

    def run(part: dict[str, dict[str, float]]) -> Run:
        name, item_name = (int if whole else str for whole in numbers)
        judged = {
            name(user): {item_name(item): max(grade, 0.0) for item, grade in items.items()}
            for user, items in part.items()
            if user in found
        }
        return Run({}, judged, threshold, seen)

    if not any(user in validation for user in found):
        raise ValueError(
            _("no user that must have a list is in {path}").format(path=policy.path(policy.data.validation))
        )
    grades = [grade for items in train.values() for grade in items.values() if grade not in unrated]
    return Course(
        policy,
        run(validation),
        run(rated["test"]) if "test" in rated else None,
        found,
        dict(known) if pairs is None else {pair: known.get(pair) for pair in pairs},
        hidden_ratings,
        sum(grades) / len(grades) if grades else 0.0,
        numbers,
        digest.hexdigest(),
        frozenset(item for part in (train, validation) for items in part.values() for item in items),
    )


def _read(path: Path, digest: Any) -> Table:
    found = read_table(path, "judgments")
    with path.open("rb") as file:
        digest.update(hashlib.file_digest(file, "sha256").digest())
    return found


def _rows(table: Table) -> list[Pair]:
    import polars as pl

    return list(table.rows.select(pl.col("user").cast(pl.String), pl.col("item").cast(pl.String)).iter_rows())


def _rated(table: Table, policy: Policy) -> dict[str, dict[str, float]]:
    """Return the ratings of each user; an item that is rated twice, or off the scale, is refused."""
    grades = table.rows[table.number].to_list() if table.number else [policy.relevance_threshold] * table.rows.height
    found: dict[str, dict[str, float]] = {}
    for (user, item), grade in zip(_rows(table), grades, strict=True):
        own = found.setdefault(user, {})
        if item in own:
            raise ValueError(_("{name}: user {user!r} rated item {item!r} twice").format(
                name=table.name, user=user, item=item))  # fmt: skip
        own[item] = grade
    return found


def _column(path: Path, digest: Any) -> list[str]:
    """Return the users of a file: of its column user, or a name a line."""
    import polars as pl

    try:
        data = path.read_bytes()
        frame = pl.read_csv(data, infer_schema=False)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise ValueError(_("{path} cannot be read: {error}").format(path=path, error=error)) from None
    digest.update(data)
    name = next((column for column in frame.columns if column.casefold() in ("user", "user_id", "userid")), None)
    if name is None:
        raise ValueError(_("{path}: expected a column user; got {given}").format(
            path=path, given=", ".join(frame.columns)[:80]))  # fmt: skip
    return [str(user).strip() for user in frame[name]]
