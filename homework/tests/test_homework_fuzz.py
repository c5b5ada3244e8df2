"""Submissions made from a seed, in any form and with one or two things done to them: never a crash, and never a wrong value.

150 in a test run; `make fuzz` makes 10,000. What is done says what must come out: the values of what was handed in, which are
computed here by plain loops; a finding; or one of these. A claim is right just where it is the plain loops' value.
"""

from __future__ import annotations

import csv
import io
import json
import math
import os
import random
import re
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from metrics_homework import read_policy
from metrics_homework.check import Examination, Report
from metrics_homework.course import Course, read_course
from metrics_homework.grading.grade import graded
from metrics_homework.submission.submissions import submissions_in
from tests import oracle

CASES = int(os.environ.get("FUZZ_CASES", "150"))
SLOWEST = 20.0
"""Seconds a case may take before it counts as a hang: far more than any needs."""
PARTS = 10
"""Each has a separate course."""
LENGTH = 5
DECIMALS = 4
UNRATED = -1.0
RANKED = {
    "MAP@5": oracle.average_precision,
    "nDCG@5": oracle.ndcg,
    "Recall@5": oracle.recall,
    "MRR@5": oracle.reciprocal_rank,
}
POLICY = """\
name: Fuzz
submissions:
  ranking: {file: [ranking.json, ranking.csv], length: 5}
  ratings: {file: ratings.csv}
  claims: {file: [claims.json, claims.csv]}
data: {train: train.csv, validation: validation.csv, test: test.csv, unrated: [-1], scale: [1, 5]}
measures: [MAP@5, nDCG@5, Recall@5, MRR@5, RMSE, MAE, User coverage, Item coverage]
relevance_threshold: 4
limits: {file_mb: 1, unpacked_mb: 2, rows: 5000, files: 20, seconds: 20}
"""

Lists = dict[str, list[str]]
Rated = dict[str, dict[str, float]]
Pair = tuple[str, str]


# --- the course --------------------------------------------------------------------------------------------------


@dataclass
class World:
    """A course, as the package reads it and as it was written."""

    course: Course
    train: Rated
    validation: Rated
    items: list[str]

    @property
    def users(self) -> list[str]:
        return list(self.validation)

    def fresh(self, user: str) -> list[str]:
        """What the user does not know yet."""
        return [item for item in self.items if item not in self.train[user]]


def make_world(rng: random.Random, folder: Path) -> World:
    kinds: list[Callable[[int], str]] = [str, lambda k: f"x{k}", lambda k: f"00{k}", lambda k: str(10**17 + k)]
    kinds += [lambda k: f"película {k}", lambda k: f"<b>{k}|"]
    user_id, item_id = rng.choice(kinds), rng.choice(kinds)
    items = [item_id(k) for k in range(101, 125)]
    data: dict[str, Rated] = {"train": {}, "validation": {}, "test": {}}
    for user in [user_id(k) for k in range(1, rng.randint(3, 7))]:
        own = rng.sample(items, 19)
        for name, some in (("train", own[:8]), ("validation", own[8:14]), ("test", own[14:])):
            data[name][user] = {item: float(rng.choice([1, 2, 3, 4, 4, 5, 5, -1])) for item in some}
    for name, rated in data.items():
        rows = [[user, item, f"{grade:g}"] for user, own in rated.items() for item, grade in own.items()]
        (folder / f"{name}.csv").write_text(written([["user", "item", "rating"], *rows], ","), "utf-8")
    (folder / "policy.yaml").write_text(POLICY)
    known = {item for name in ("train", "validation") for own in data[name].values() for item in own}
    course = read_course(read_policy(folder / "policy.yaml"))
    return World(course, data["train"], data["validation"], [item for item in items if item in known])


def written(rows: list[list[str]], mark: str, end: str = "\n", *, last: bool = True) -> str:
    cells = [[f'"{cell}"' if mark in cell else cell for cell in row] for row in rows]
    return end.join(mark.join(row) for row in cells) + end * last


# --- what is handed in -------------------------------------------------------------------------------------------


@dataclass
class Case:
    """Lists, ratings and claims, how they are written, and what must come of them.

    `lists` and `ratings` are what the files say. `expects` is "values" (those of the files, with the findings that they
    deserve), the codes of errors of which one must come, with | between, or "any".
    """

    rng: random.Random
    world: World
    lists: Lists = field(default_factory=dict)
    ratings: dict[Pair, float] = field(default_factory=dict)
    claims: dict[str, str] = field(default_factory=dict)
    form: str = "json"
    mark: str = ","
    end: str = "\n"
    bom: str = ""
    last: bool = True
    comma: bool = False
    ids: type = str
    pad: str = ""
    again: list[tuple[Pair, float]] = field(default_factory=list)
    packing: str = "folder"
    expects: str = "values"
    changes: list[tuple[str, Callable[[bytes], bytes]]] = field(default_factory=list)
    more: dict[str, bytes] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)

    def pick(self) -> str:
        """A user with a list."""
        return self.rng.choice([user for user in self.lists if self.lists[user]])


def draw_case(rng: random.Random, world: World) -> Case:
    case = Case(rng, world)
    for user in rng.sample(world.users, len(world.users)):
        case.lists[user] = rng.sample(world.fresh(user), LENGTH)
    for user, own in world.validation.items():
        case.ratings |= {(user, item): round(rng.uniform(1, 5), 2) for item, rating in own.items() if rating != UNRATED}
    case.form = rng.choice(["json", "json", "scores", "wide", "rank", "score", "plain"])
    case.mark = rng.choice([",", ",", ";", "\t"])
    case.end, case.last = rng.choice(["\n", "\n", "\r\n"]), rng.random() < 0.8
    case.bom = rng.choice(["", "", "\ufeff"])
    case.comma = case.mark != "," and rng.random() < 0.5
    case.ids = rng.choice([int, str])
    case.packing = rng.choice(["folder", "folder", "inner", "zip", "zip", "stored", "canvas", "again", "canvas zip"])
    return case


def right_values(case: Case) -> dict[str, float]:
    """The values of what the files say, by plain loops."""
    world, found = case.world, {}
    handed: Lists = {}
    for user, items in case.lists.items():
        if user in world.validation:
            once = [item for place, item in enumerate(items) if item not in items[:place]]
            handed[user] = [item for item in once[:LENGTH] if item not in world.train[user]]
    each: dict[str, list[float]] = {name: [] for name in RANKED}
    for user, own in world.validation.items():
        shown = [max(own.get(item, 0.0), 0.0) for item in handed.get(user, [])]
        pool = sorted((grade for grade in own.values() if grade > 0), reverse=True)
        relevant = sum(grade >= 4 for grade in pool)
        for name, metric in RANKED.items():
            each[name].append(metric(shown, pool, 4, relevant, LENGTH))
    found = {name: sum(values) / len(values) for name, values in each.items()}
    found["User coverage"] = oracle.user_coverage(handed, world.validation)
    found["Item coverage"] = oracle.item_coverage(handed, world.items)
    pairs = [(user, item) for user, own in world.validation.items() for item, grade in own.items() if grade != UNRATED]
    if all(pair in case.ratings for pair in pairs):
        both = [case.ratings[pair] for pair in pairs], [world.validation[user][item] for user, item in pairs]
        found |= {"RMSE": oracle.rmse(*both), "MAE": oracle.mae(*both)}
    return found


COMPUTED = {
    "MISSING_USERS",
    "EXTRA_USERS",
    "LENGTH",
    "DUPLICATES",
    "SEEN_KEPT",
    "UNKNOWN_ITEMS",
    "ZERO_HITS",
    "MISSING_PAIRS",
    "EXTRA_PAIRS",
    "OFF_SCALE",
}
"""The findings that `right_codes` knows, too."""


def right_codes(case: Case) -> set[str]:
    """The errors and warnings that what the files say deserves, by plain loops."""
    world, scale = case.world, (1, 5)
    own = {user: items for user, items in case.lists.items() if user in world.validation and items}
    once = {
        user: [item for place, item in enumerate(items) if item not in items[:place]] for user, items in own.items()
    }
    listed = [(user, item) for user, items in once.items() for item in items]
    cut = [(user, item) for user, items in once.items() for item in items[:LENGTH] if item not in world.train[user]]
    asked = {(user, item) for user, rated in world.validation.items() for item in rated if rated[item] != UNRATED}
    holds = {
        "MISSING_USERS": len(own) < len(world.validation),
        "EXTRA_USERS": any(user not in world.validation for user, items in case.lists.items() if items),
        "LENGTH": any(len(items) != LENGTH for items in own.values()),
        "DUPLICATES": any(len(once[user]) < len(own[user]) for user in own),
        "SEEN_KEPT": any(item in world.train[user] for user, item in listed),
        "UNKNOWN_ITEMS": sum(item not in world.items for _user, item in listed) >= 0.05 * max(len(listed), 1),
        "ZERO_HITS": not any(world.validation[user].get(item, 0) >= 4 for user, item in cut),
        "MISSING_PAIRS": any(pair not in case.ratings for pair in asked),
        "EXTRA_PAIRS": any(pair not in asked for pair in case.ratings),
        "TWICE": any(pair in case.ratings for pair, _rating in case.again),
        "OFF_SCALE": any(not scale[0] <= case.ratings.get(pair, 1) <= scale[1] for pair in asked),
    }
    return {code for code, there in holds.items() if there}


def claim(case: Case) -> None:
    """Claim some values: right ones, and others."""
    rng, values = case.rng, right_values(case)
    for name in rng.sample(list(values), rng.choice([0, 0, 1, 1, 2])):
        value = values[name]
        if rng.random() < 0.5:
            value += rng.choice([-1, 1]) * rng.choice([3e-4, 0.01, 0.2, 1.0])
        digits = rng.choice([DECIMALS, DECIMALS, 6, 9])
        text = rng.choice(
            [f"{value:.{digits}f}", f"{value:.{digits}f}".replace(".", ","), f"{100 * value:.{digits}f} %"]
        )
        case.claims[name] = text


def near(text: str, value: float) -> bool | None:
    """Whether a claim is the value to a number of decimals; None where that is a matter of the last digit."""
    try:
        number = float(text.replace(",", ".").removesuffix(" %"))
    except ValueError:
        return False
    apart = abs((number / 100 if text.endswith(" %") else number) - value)
    return None if abs(apart - 0.5 * 10**-DECIMALS) < 1e-8 else apart < 0.5 * 10**-DECIMALS


# --- how it is written -------------------------------------------------------------------------------------------


def ranking_text(case: Case) -> str:
    rng, lists = case.rng, case.lists
    whole = case.ids is int and all(re.fullmatch(r"[1-9]\d*", item) for items in lists.values() for item in items)
    if case.form in ("json", "scores"):
        lists = {
            f"{case.pad}{user}{case.pad}": [f"{item}{case.pad}" for item in items] for user, items in lists.items()
        }
    if case.form == "json":
        return json.dumps(
            {user: [int(item) if whole else item for item in items] for user, items in lists.items()},
            indent=rng.choice([None, 1]),
            ensure_ascii=rng.random() < 0.5,
        )
    if case.form == "scores":
        scored = {user: [(item, 9.5 - place) for place, item in enumerate(items)] for user, items in lists.items()}
        return json.dumps({user: dict(rng.sample(rows, len(rows))) for user, rows in scored.items()})
    longest = max(map(len, lists.values()), default=1)
    if case.form == "wide":
        names = rng.choice([[str(k) for k in range(1, longest + 1)], [f"item_{k}" for k in range(longest)]])
        rows = [[user, *items, *[""] * (longest - len(items))] for user, items in lists.items()]
        return written(
            [[rng.choice(["user", "userId", "USER_ID"]), *names], *rows], case.mark, case.end, last=case.last
        )
    head = [rng.choice(["user", "userId", "USER_ID"]), rng.choice(["item", "movieId", "Item_ID"])]
    rows = [[user, item, str(place)] for user, items in lists.items() for place, item in enumerate(items, start=1)]
    if case.form == "plain":
        return written([head, *(row[:2] for row in rows)], case.mark, case.end, last=case.last)
    if case.form == "score":
        rows = [[user, item, number(case, 50 - int(place) / 4)] for user, item, place in rows]
    rng.shuffle(rows)
    return written([[*head, case.form], *rows], case.mark, case.end, last=case.last)


def number(case: Case, value: float) -> str:
    return str(value).replace(".", ",") if case.comma else str(value)


def ratings_text(case: Case) -> str:
    rows = [[user, item, number(case, rating)] for (user, item), rating in case.ratings.items()]
    head = ["user", "item", case.rng.choice(["rating", "est", "prediction", "SCORE"])]
    again = [[user, item, number(case, rating)] for (user, item), rating in case.again]
    return written([head, *case.rng.sample(rows, len(rows)), *again], case.mark, case.end, last=case.last)


def files_of(case: Case) -> dict[str, bytes]:
    ranking = "ranking.json" if case.form in ("json", "scores") else "ranking.csv"
    found = {ranking: (case.bom + ranking_text(case)).encode(), "ratings.csv": (case.bom + ratings_text(case)).encode()}
    if case.claims and case.rng.random() < 0.5:
        found["claims.json"] = json.dumps(case.claims).encode()
    elif case.claims:
        rows = [["measure", "value"], *([name, value] for name, value in case.claims.items())]
        found["claims.csv"] = written(rows, case.rng.choice([";", "\t", ","])).encode()
    for name, change in case.changes:
        name = ranking if name == "ranking" else name
        found[name] = change(found[name])
    return {name: data for name, data in found.items() if name.partition(".")[0] not in case.missing}


def hand_in(case: Case, folder: Path) -> dict[str, bytes]:
    """Write a submission; return the files as they are in it."""
    files = files_of(case)
    everything = files | case.more
    if case.packing in ("folder", "inner"):
        own = folder / "ana" / ("tarea" if case.packing == "inner" else "")
        own.mkdir(parents=True)
        for name, data in everything.items():
            (own / name).write_bytes(data)
    elif case.packing in ("canvas", "again"):
        for name, data in everything.items():
            stem, _dot, suffix = name.rpartition(".")
            if case.packing == "again":
                (folder / f"doeana_1234_5678{len(stem)}_{stem}.{suffix}").write_bytes(b"old")
                (folder / f"doeana_1234_56789_{stem}-10.{suffix}").write_bytes(data)
                (folder / f"doeana_1234_56788_{stem}-9.{suffix}").write_bytes(b"older")
            else:
                (folder / f"doeana_LATE_1234_56789_{name}").write_bytes(data)
    else:
        kind = zipfile.ZIP_STORED if case.packing == "stored" else zipfile.ZIP_DEFLATED
        below = case.rng.choice(["", "tarea/", "__MACOSX/../tarea/"[12:]])
        name = "doeana_1234_56789_tarea.zip" if case.packing == "canvas zip" else "ana.zip"
        with zipfile.ZipFile(folder / name, "w", kind) as archive:
            for inner, data in everything.items():
                archive.writestr(below + inner, data)
            if case.rng.random() < 0.3:
                archive.writestr("__MACOSX/._ranking.json", b"\0")
    return files


# --- what is done to it: the same --------------------------------------------------------------------------------


def other_files(case: Case) -> None:
    case.more |= {"code.ipynb": b"{", "report.pdf": b"%PDF", ".DS_Store": b"\0"}


def blank_lines(case: Case) -> None:
    case.changes.append(("ratings.csv", lambda text: text.replace(b"\n", b"\n\n", 3) + b"\n\n"))


def blanks(case: Case) -> None:
    mark = case.mark.encode()
    case.changes.append(("ratings.csv", lambda text: text.replace(mark, b" " + mark + b" ")))


def padded(case: Case) -> None:
    case.pad = case.rng.choice([" ", "\t", "\n"])


def upper_names(case: Case) -> None:
    case.packing, name = "folder", "Ranking.JSON" if case.form in ("json", "scores") else "RANKING.CSV"
    case.more[name] = b""
    case.changes.append(("ranking", lambda text: case.more.update({name: text}) or text))  # type: ignore[func-returns-value]
    case.missing.add("ranking")


def more_columns(case: Case) -> None:
    mark = case.mark.encode()

    def change(text: bytes) -> bytes:
        head, *lines = text.rstrip().split(case.end.encode())
        return case.end.encode().join([head + mark + b"day", *(line + mark + b"7" for line in lines)])

    case.changes.append(("ratings.csv", change))


# --- other values, which are known -------------------------------------------------------------------------------


def swap_items(case: Case) -> None:
    items = case.lists[case.pick()]
    i, j = case.rng.randrange(len(items)), case.rng.randrange(len(items))
    items[i], items[j] = items[j], items[i]


def turn_round(case: Case) -> None:
    case.lists[case.pick()].reverse()


def other_item(case: Case) -> None:
    user = case.pick()
    free = [item for item in case.world.fresh(user) if item not in case.lists[user]]
    case.lists[user][case.rng.randrange(len(case.lists[user]))] = case.rng.choice(free)


def other_rating(case: Case) -> None:
    case.ratings[case.rng.choice(list(case.ratings))] = case.rng.choice([1.0, 5.0, 2.25])


def known_item(case: Case) -> None:
    """One of the train data, which is taken out."""
    user = case.pick()
    case.lists[user][case.rng.randrange(len(case.lists[user]))] = case.rng.choice(list(case.world.train[user]))


def off_scale(case: Case) -> None:
    case.ratings[case.rng.choice(list(case.ratings))] = case.rng.choice([0.99, 5.01, -3.0, 900.0])


def more_pairs(case: Case) -> None:
    case.ratings[case.rng.choice(case.world.users), "x-none"] = 3.0


# --- other values, which are known, and an error -----------------------------------------------------------------


def longer(case: Case) -> None:
    user = case.pick()
    case.lists[user] += [item for item in case.world.fresh(user) if item not in case.lists[user]][:2]


def shorter(case: Case) -> None:
    del case.lists[case.pick()][-1]


def item_twice(case: Case) -> None:
    items = case.lists[case.pick()]
    items[-1] = items[0]
    if case.form == "scores":  # in one object a key is there once
        case.form = "json"


def no_list(case: Case) -> None:
    del case.lists[case.pick()]


def empty_list(case: Case) -> None:
    case.form = case.rng.choice(["json", "wide"])
    case.lists[case.pick()] = []


def other_user(case: Case) -> None:
    case.lists["nobody"] = case.world.items[:LENGTH]


def no_pair(case: Case) -> None:
    del case.ratings[case.rng.choice(list(case.ratings))]


def pair_twice(case: Case) -> None:
    """Only the first counts."""
    case.again.append((case.rng.choice(list(case.ratings)), case.rng.choice([1.0, 3.3, 5.0])))


# --- an error ----------------------------------------------------------------------------------------------------


def broken(*codes: str) -> Callable[[Callable[[Case], None]], Callable[[Case], None]]:
    """What makes a file useless: one of these codes must come."""

    def mark(change: Callable[[Case], None]) -> Callable[[Case], None]:
        def done(case: Case) -> None:
            change(case)
            case.expects = "|".join(codes)

        done.__name__ = change.__name__
        return done

    return mark


@broken("NO_FILE")
def no_file(case: Case) -> None:
    case.missing.add(case.rng.choice(["ranking", "ratings"]))


@broken("TWO_FILES")
def two_files(case: Case) -> None:
    case.more |= {"ranking.json": b"{}", "ranking.csv": b"user,item\n1,2\n"}
    case.missing.add("ranking")


@broken("UNREADABLE")
def cut_json(case: Case) -> None:
    case.form = case.rng.choice(["json", "scores"])
    case.changes.append(("ranking", lambda text: text[: case.rng.randrange(4, len(text) - 1)]))


@broken("UNREADABLE")
def no_number(case: Case) -> None:
    bad = case.rng.choice(["nan", "NaN", "inf", "-inf", "1e999", "good", "1 2", "", "0x10"])
    case.changes.append(("ratings.csv", lambda text: re.sub(rb"\d[.,]\d+(?=\r?\n)", bad.encode(), text, count=1)))


@broken("UNREADABLE", "EMPTY")
def nothing(case: Case) -> None:
    empty = case.rng.choice([b"", b" \n\n", b"\xef\xbb\xbf", b"\0" * 30])
    case.changes.append((case.rng.choice(["ranking", "ratings.csv"]), lambda _text: empty))


@broken("UNREADABLE")
def zero_byte(case: Case) -> None:
    def change(text: bytes) -> bytes:
        at = case.rng.randrange(len(text))
        return text[:at] + b"\0" + text[at:]

    case.changes.append(("ratings.csv", change))


@broken("UNREADABLE")
def half_a_character(case: Case) -> None:
    name = case.rng.choice(["ranking", "ratings.csv"])
    case.changes.append((name, lambda text: b"\xff\xfe" + text.decode("latin-1").encode("utf-16-le")[:-1]))


@broken("UNREADABLE")
def user_twice(case: Case) -> None:
    case.form = "json"
    case.changes.append(("ranking", lambda text: text[: text.rindex(b"}")] + b"," + text[text.index(b"{") + 1 :]))


@broken("UNREADABLE", "LENGTH", "DUPLICATES", "EXTRA_USERS")
def user_twice_but_for_a_blank(case: Case) -> None:
    case.form, user = "json", case.pick()
    case.lists[f"{user} "] = case.lists[user][1:]


@broken("UNREADABLE")
def not_finite(case: Case) -> None:
    case.form = "json"
    word = case.rng.choice([b"NaN", b"Infinity", b"null", b"[]", b"true", b"1.5", b'"\\ud800"', b"9" * 5000])
    case.changes.append(("ranking", lambda text: text[: text.rindex(b"]")] + b"," + word + text[text.rindex(b"]") :]))


@broken("UNREADABLE")
def nested(case: Case) -> None:
    deep = case.rng.choice([b'{"a":', b"["]) * case.rng.choice([2000, 100_000])
    case.form = "json"
    case.changes.append(("ranking", lambda _text: b'{"a":' + deep))


@broken("TRANSPOSED", "MISSING_USERS", "UNREADABLE")
def turned(case: Case) -> None:
    lists: Lists = {}
    for user, items in case.lists.items():
        for item in items:
            lists.setdefault(item, []).append(user)
    case.lists, case.form = lists, case.rng.choice(["json", "wide", "rank"])


@broken("TOO_LARGE")
def too_large(case: Case) -> None:
    case.packing = "folder"
    case.changes.append(("ratings.csv", lambda text: text + b" " * 1_000_001))


@broken("TOO_MANY_ROWS")
def too_many_rows(case: Case) -> None:
    more = b"".join(b"%d%s1%s1\n" % (k, case.mark.encode(), case.mark.encode()) for k in range(5001))
    case.changes.append(("ratings.csv", lambda text: text.rstrip() + b"\n" + more))


# --- anything ----------------------------------------------------------------------------------------------------


def anything(change: Callable[[Case], None]) -> Callable[[Case], None]:
    def done(case: Case) -> None:
        change(case)
        case.expects = "any"

    done.__name__ = change.__name__
    return done


def scratched(rng: random.Random, text: bytes) -> bytes:
    changed = bytearray(text)
    for _time in range(rng.randint(1, 4)):
        if changed:
            changed[rng.randrange(len(changed))] = rng.choice(b'\n\r,;\t" \x01\x7f\xff0123456789aZ.-{}[]:')
    return bytes(changed)


@anything
def noise(case: Case) -> None:
    name = case.rng.choice(["ranking", "ratings.csv"])
    case.changes.append((name, lambda text: scratched(case.rng, text)))


@anything
def digits(case: Case) -> None:
    """Other digits: mostly another item, user or rating, which is read as such."""
    name = case.rng.choice(["ranking", "ratings.csv"])

    def change(text: bytes) -> bytes:
        changed = bytearray(text)
        for at in case.rng.sample([at for at, letter in enumerate(text) if 48 <= letter < 58], 2):
            changed[at] = case.rng.randrange(48, 58)
        return bytes(changed)

    case.changes.append((name, change))


@anything
def cut(case: Case) -> None:
    name = case.rng.choice(["ranking", "ratings.csv"])
    case.changes.append((name, lambda text: text[: case.rng.randrange(len(text) + 1)]))


@anything
def claims_noise(case: Case) -> None:
    texts = [
        '{"MAP@5": [0.1]}',
        "{}",
        "[",
        "MAP@5",
        "MAP@5:0.1",
        '{"a": {"MAP@5": "1/0"}}',
        "=1+1;2",
        "\0;\0",
        '"',
        "[[1]]",
    ]
    text = case.rng.choice(
        [*texts, "MAP@5;" + "9" * 200, '{"MAP@5": 1e400}', "x" * 300, '[["MAP@5", 0.1], ["RMSE", null]]']
    )
    case.more["claims.json"] = text.encode()
    case.missing.add("claims")


@anything
def zip_noise(case: Case) -> None:
    case.packing = case.rng.choice(["zip", "stored"])


KEEP = [other_files, blank_lines, blanks, padded, upper_names, more_columns]
KNOWN = [swap_items, turn_round, other_item, other_rating, known_item, off_scale, more_pairs]
FAULTY = [longer, shorter, item_twice, no_list, empty_list, other_user, no_pair, pair_twice]
BROKEN = [
    no_file,
    two_files,
    cut_json,
    no_number,
    nothing,
    zero_byte,
    half_a_character,
    user_twice,
    not_finite,
    nested,
]
BROKEN += [user_twice_but_for_a_blank, turned, too_large, too_many_rows]
EITHER = [noise, noise, digits, digits, cut, claims_noise, zip_noise]


def changed_case(rng: random.Random, world: World) -> tuple[Case, list[str]]:
    case = draw_case(rng, world)
    done: list[Callable[[Case], None]] = rng.sample(KNOWN, rng.randint(0, 2))
    done += rng.choice([[], [rng.choice(FAULTY)], [rng.choice(BROKEN)], [rng.choice(EITHER)], [rng.choice(EITHER)]])
    for change in done:
        change(case)
    if case.expects in ("values", "any"):
        claim(case)
    if case.expects == "values" and rng.random() < 0.4:
        done.append(rng.choice(KEEP))
        done[-1](case)
    return case, [case.form, case.packing, repr(case.mark), *(change.__name__ for change in done)]


# --- what was really handed in -----------------------------------------------------------------------------------


class UnclearError(Exception):
    """A file that can be read in two ways, or in none."""


def read_again(case: Case, files: dict[str, bytes]) -> Case:
    """Read lists and ratings from the files, without the package; only what is written plainly."""
    again = Case(case.rng, case.world)
    ids = {*case.world.items, *case.world.users}
    for name, data in files.items():
        try:
            text = data.decode("utf-8-sig")
            if name == "ranking.json":
                again.lists = lists_of_json(json.loads(text))
            elif name == "ranking.csv":
                again.lists = lists_of_rows(cells_of(case, text))
            elif name == "ratings.csv":
                rows = cells_of(case, text)
                again.ratings = {(user, item): float(rating.replace(",", ".")) for user, item, rating in rows[1:]}
        except (ValueError, IndexError, TypeError, AttributeError) as error:
            raise UnclearError(name) from error
    said = {*again.lists, *(item for items in again.lists.values() for item in items)}
    if any(one not in ids and (re.fullmatch(r"[-\d.\s]+", one) or one != one.strip()) for one in said):
        raise UnclearError  # 7.0 and 7 may be one id
    return again


def cells_of(case: Case, text: str) -> list[list[str]]:
    marks = [mark for mark in ("\t", ";", ",") if mark in text.split("\n")[0]]
    if marks[:1] != [case.mark] or '"' in text or "\r" in text.replace("\r\n", ""):
        raise UnclearError
    rows = [
        [cell.strip() for cell in row]
        for row in csv.reader(io.StringIO(text), delimiter=case.mark)
        if "".join(row).strip()
    ]
    if any(len(row) != len(rows[0]) for row in rows):
        raise UnclearError
    return rows


def lists_of_json(data: Any) -> Lists:
    found: Lists = {}
    for user, given in data.items():
        if isinstance(given, dict):
            found[user] = sorted(given, key=lambda item: -given[item])
        elif all(isinstance(item, (int, str)) for item in given):
            found[user] = [str(item) for item in given]
        else:
            raise UnclearError
    return found


def lists_of_rows(rows: list[list[str]]) -> Lists:
    head, *rows = [[cell.lower() for cell in rows[0]], *rows[1:]]
    found: Lists = {}
    if head[0] not in ("user", "userid", "user_id"):
        raise UnclearError
    if head[1] in ("item", "movieid", "item_id"):
        if len(head) > 2 and head[2] not in ("rank", "score"):
            raise UnclearError
        if len(head) > 2:
            sign = 1 if head[2] == "rank" else -1
            rows = sorted(rows, key=lambda row: sign * float(row[2].replace(",", ".")))
        for row in rows:
            found.setdefault(row[0], []).append(row[1])
        return found
    if not all(re.fullmatch(r"(item_)?\d", name) for name in head[1:]) or len({row[0] for row in rows}) < len(rows):
        raise UnclearError
    return {row[0]: [item for item in row[1:] if item] for row in rows}


# --- the test ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(PARTS))
def test_a_submission_in_any_form_gets_its_values_or_a_finding(part: int, tmp_path: Path) -> None:
    world = make_world(random.Random(part), tmp_path)
    for number in range(part, CASES, PARTS):
        rng = random.Random(number)
        case, done = changed_case(rng, world)
        folder = tmp_path / str(number)
        folder.mkdir()
        files = hand_in(case, folder)
        if "zip_noise" in done:
            path = next(folder.glob("*.zip"))
            path.write_bytes(scratched(rng, path.read_bytes()))
        what = f"case {number}: {', '.join(done)}"
        begun = time.monotonic()
        submission, *others = submissions_in(folder, world.course.policy.parts).submissions
        report = Examination(submission, world.course).run()
        assert not others, what
        if number % 23 == 0:
            found = graded(submission, world.course)
            assert found.findings == report.findings, what
        assert time.monotonic() - begun < SLOWEST, what
        check(case, files, report, what)


def check(case: Case, files: dict[str, bytes], report: Report, what: str) -> None:
    what += f" -> {[one.text for one in report.findings]}"
    said = {one.code for one in report.findings if one.level != "note"}
    assert all(re.fullmatch(r"[^\n\x00-\x1f]{5,4000}", one.text) for one in report.findings), what
    assert all(math.isfinite(value) for value in report.values.values()), what
    if case.expects == "values":
        check_values(case, case, report, said, what)
    elif case.expects != "any":
        assert {one.code for one in report.errors} & set(case.expects.split("|")), f"{what}: {case.expects}"
    elif said <= COMPUTED:
        try:
            again = read_again(case, files)
        except UnclearError:
            return
        check_values(again, case, report, said, what)


def check_values(read: Case, case: Case, report: Report, said: set[str], what: str) -> None:
    known = right_codes(read)
    if not all(read.lists.values()):  # a list of nothing is missing, and may also be called short
        said, known = said - {"LENGTH"}, known - {"LENGTH"}
    assert said == known, f"{what}: {known}"
    right = right_values(read)
    assert set(report.values) == set(right), what
    for name, value in report.values.items():
        assert value == pytest.approx(right[name], abs=1e-9), f"{what}: {name}"
    assert len(report.claims) == len(case.claims) or case.expects == "any", what
    for judged in report.claims:
        same = near(judged.claimed, right[judged.title]) if judged.title in right else False
        assert same is None or (judged.code == "right") is same, f"{what}: {judged}"
