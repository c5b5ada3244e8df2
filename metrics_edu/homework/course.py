"""Course: the data of a homework, read once: train, validation and hidden test, and who and what is asked for."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics_edu.homework.policy import Policy
from metrics_edu.language import _
from metrics_edu.metrics import Run
from metrics_edu.tables import ALIASES, Table, in_words, read_table, rows_of

if TYPE_CHECKING:
    import polars as pl

PAIR = ["user", "item"]
Rated = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Course:
    """The data of a homework; ids are text. The runs have no lists: `Run.of` takes them."""

    policy: Policy
    validation: Run
    test: Run | None  # None where the test data are not there
    users: dict[str, None]  # who must have a list, in the order of the data
    pairs: (
        pl.DataFrame
    )  # the ratings to predict: user, item, the true rating (actual), and that in the test data (hidden)
    mean: float  # of the ratings of the train data
    numbers: tuple[bool, bool]  # whether the ids of the users, and of the items, are whole numbers in the data
    fingerprint: str  # of all that was read
    items: frozenset[str] = field(repr=False)  # of the train and validation data

    @property
    def fallback(self) -> float | None:
        """What a rating that was not predicted counts as; None where RMSE is refused then."""
        given = self.policy.fallbacks.ratings
        return self.mean if given == "mean" else None if given == "refused" else float(given)


def read_course(policy: Policy, *, hidden: bool = True) -> Course:
    """Read the data of a policy; without the test data where `hidden` is False or there are none."""
    digest = hashlib.sha256(policy.model_dump_json().encode())
    names = {"train": policy.data.train, "validation": policy.data.validation}
    if hidden and policy.data.test is not None:
        names["test"] = policy.data.test
    tables = {part: _read(policy.path(name), digest) for part, name in names.items()}
    rated = {part: _rated(table, policy) for part, table in tables.items()}
    known = [tables["train"], tables["validation"]]  # a student must not see of what kind the hidden ids are
    numbers = _whole(known, "user"), _whole(known, "item")
    users = _users(policy, rated["validation"], digest)
    _refuse_without_relevant(rated["validation"], policy)
    seen = {user: list(items) for user, items in rated["train"].items()}
    runs = {part: _run(rated[part], users, policy, seen, numbers) for part in rated if part != "train"}
    pairs, mean = _pairs(policy, rated, digest), _mean(rated["train"], policy.data.unrated)
    items = frozenset(item for part in ("train", "validation") for own in rated[part].values() for item in own)
    return Course(policy, runs["validation"], runs.get("test"), users, pairs, mean, numbers, digest.hexdigest(), items)


def _refuse_without_relevant(part: Rated, policy: Policy) -> None:
    path, threshold = policy.path(policy.data.validation), policy.relevance_threshold
    if not any(grade >= threshold for items in part.values() for grade in items.values()):
        raise ValueError(_("no grade in {path} reaches relevance_threshold {n}", path=path, n=threshold))


def _mean(part: Rated, unrated: list[float]) -> float:
    grades = [grade for items in part.values() for grade in items.values() if grade not in unrated]
    return sum(grades) / len(grades) if grades else 0.0


def _whole(tables: list[Table], column: str) -> bool:
    return all(table.rows[column].dtype.is_integer() for table in tables)


def _users(policy: Policy, validation: Rated, digest: Any) -> dict[str, None]:
    part, path = policy.submissions.ranking, policy.path(policy.data.validation)
    if part is None or part.users == "validation":
        return dict.fromkeys(validation)
    users = dict.fromkeys(_column(policy.path(part.users), digest))
    if not any(user in validation for user in users):
        raise ValueError(_("no user that must have a list is in {path}", path=path))
    return users


def _run(
    part: Rated, users: dict[str, None], policy: Policy, seen: dict[str, list[str]], numbers: tuple[bool, bool]
) -> Run:
    name, item_name = (as_number if whole else str for whole in numbers)
    judged = {
        name(user): {
            item_name(i): 0.0 if grade in policy.data.unrated else max(grade, 0.0) for i, grade in items.items()
        }
        for user, items in part.items()
        if user in users
    }
    part_asked = policy.submissions.ranking
    return Run({}, judged, policy.relevance_threshold, seen, removed=part_asked is None or part_asked.seen == "removed")


def as_number(name: str) -> int | str:
    """Return an id as a whole number, or as it is where it is none."""
    return int(name) if name.removeprefix("-").isdecimal() else name


def _pairs(policy: Policy, rated: dict[str, Rated], digest: Any) -> pl.DataFrame:
    import polars as pl

    known = {
        column: pl.DataFrame(
            [(user, item, grade) for user, items in rated.get(part, {}).items() for item, grade in items.items()
             if grade not in policy.data.unrated],
            schema={"user": pl.String, "item": pl.String, column: pl.Float64}, orient="row",
        )
        for column, part in (("actual", "validation"), ("hidden", "test"))
    }  # fmt: skip
    part = policy.submissions.ratings
    if part is None or part.pairs == "validation":
        asked = known["actual"].select(PAIR)
    else:
        table = _read(policy.path(part.pairs), digest)
        asked = table.rows.select(pl.col(PAIR).cast(pl.String)).unique(maintain_order=True)
    for one in known.values():
        asked = asked.join(one, on=PAIR, how="left", maintain_order="left")
    return asked


def _read(path: Path, digest: Any) -> Table:
    found = read_table(path, "judgments")
    with path.open("rb") as file:
        digest.update(hashlib.file_digest(file, "sha256").digest())
    return found


def _rated(table: Table, policy: Policy) -> Rated:
    import polars as pl

    grades = table.rows[table.number].to_list() if table.number else [policy.relevance_threshold] * table.rows.height
    found: Rated = {}
    users, items = (table.rows[name].cast(pl.String).to_list() for name in PAIR)
    for user, item, grade in zip(users, items, grades, strict=True):
        own = found.setdefault(user, {})
        if item in own:
            said = _("{name}: user {user!r} rated item {item!r} twice", name=table.name, user=user, item=item)
            raise ValueError(said)
        own[item] = grade
    return found


def _column(path: Path, digest: Any) -> list[str]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(in_words(error)) from None
    digest.update(data)
    rows = rows_of(data)
    head = [cell.casefold() for cell in rows[0]] if rows else []
    at = next((place for place, name in enumerate(head) if name in ALIASES["user"]), None)
    if at is None:
        raise ValueError(_("{path}: expected a column user; got {given}", path=path, given=", ".join(head)[:80]))
    return [re.sub(r"\.0+$", "", row[at]) for row in rows[1:] if len(row) > at and row[at]]
