"""Broken files, made from a seed: `evaluate` gives the right mean, or one sentence that names the file. 150 in a test run.

`make fuzz` makes 10,000. Each case is a right pair of files, written in one of many forms, with one or two things done to it.
What is done says what must come out: the same means, other means (known), a refusal, or one of these.
"""

from __future__ import annotations

import json
import math
import os
import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from metrics_edu import evaluate
from metrics_edu.files.table_error import TableError
from metrics_edu.tables.reading.file_format import MAX_HEAD_BYTES as HEAD

pytestmark = pytest.mark.long

CASES = int(os.environ.get("FUZZ_CASES", "150"))
SLOWEST = 20.0
"""Seconds a case may take before it counts as a hang: far more than any needs."""

Lists = dict[str, list[str]]
Judged = dict[str, dict[str, float]]
Rows = list[list[str]]


def draw_data(rng: random.Random, *, blanks: bool = True) -> tuple[Lists, Judged]:
    """Lists and judgments of a few users, with ids of numbers or of words."""
    kinds: list[Callable[[int], str]] = [str, lambda k: f"x{k}", lambda k: str(10**17 + k), lambda k: f"película {k}"]
    kinds = kinds if blanks else kinds[:3]
    user_id, item_id = rng.choice(kinds), rng.choice(kinds)
    items = [item_id(k) for k in range(1, 31)]
    users = [user_id(k) for k in range(1, rng.randint(2, 12))]
    lists = {user: rng.sample(items, rng.randint(1, 12)) for user in users}
    judged = {
        user: {item: float(rng.randint(0, 5)) for item in rng.sample(items, rng.randint(1, 12))} for user in users
    }
    return lists, judged


def rr_mean(lists: Lists, judged: Judged) -> float:
    """MRR by a plain loop, for a threshold of 4."""
    total = 0.0
    for user, grades in judged.items():
        hits = [rank for rank, item in enumerate(lists.get(user, []), start=1) if grades.get(item, 0) >= 4]
        total += 1 / hits[0] if hits else 0
    return total / len(judged)


class Case:
    """Two tables of text cells, how they will be written, and what must come of them."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lists, self.judged = draw_data(rng)
        self.heads = [["user", "item", "score"], ["userId", "movieId", "rating"]]
        self.rows: list[Rows] = [
            [[u, i, f"{1 - k / 50:.2f}"] for u, items in self.lists.items() for k, i in enumerate(items)],
            [[u, i, f"{g:g}"] for u, grades in self.judged.items() for i, g in grades.items()],
        ]
        self.mark, self.end, self.bom, self.last = ",", "\n", "", True
        self.side = rng.randrange(2)
        self.expects = "same"
        self.after: list[Callable[[bytes], bytes]] = []

    @property
    def table(self) -> Rows:
        return self.rows[self.side]

    def text(self, side: int) -> bytes:
        quoted = [
            [f'"{cell}"' if self.mark in cell else cell for cell in row] for row in [self.heads[side], *self.rows[side]]
        ]
        text = self.bom + self.end.join(self.mark.join(row) for row in quoted) + self.end * self.last
        return text.encode()

    def bytes(self) -> list[bytes]:
        found = [self.text(0), self.text(1)]
        for change in self.after:
            found[self.side] = change(found[self.side])
        return found


def refuse(case: Case) -> None:
    case.expects = "refused"


def any_of(case: Case) -> None:
    if case.expects == "same":
        case.expects = "any"


# What leaves the data as they are.


def marks(case: Case) -> None:
    case.mark = case.rng.choice([";", "\t", ",", ";"])
    if case.mark == ";" and case.rng.random() < 0.5:
        case.rows = [[[u, i, number.replace(".", ",")] for u, i, number in rows] for rows in case.rows]


def crlf(case: Case) -> None:
    case.end = "\r\n"


def bom(case: Case) -> None:
    case.bom = "\ufeff"


def no_last_end(case: Case) -> None:
    case.last = False


def blank_lines(case: Case) -> None:
    case.after.append(lambda text: text.replace(b"\n", b"\n\n", 3) + b"\n\n")


def blanks(case: Case) -> None:
    row = case.rng.choice(case.table)
    row[0], row[1] = f" {row[0]}", f"{row[1]}  "


def upper_head(case: Case) -> None:
    case.heads[case.side] = [name.upper() for name in case.heads[case.side]]


def more_columns(case: Case) -> None:
    case.heads[case.side] = ["day", *case.heads[case.side], "note"]
    case.rows[case.side] = [["1", *row, "n"] for row in case.table]
    case.rng.random()


def shuffled(case: Case) -> None:
    case.rng.shuffle(case.table)  # the score says the order


def decimals(case: Case) -> None:
    mark = "," if any("," in row[-1] for row in case.table) else "."
    case.rows[case.side] = [[*row[:-1], row[-1] if mark in row[-1] else f"{row[-1]}{mark}0"] for row in case.table]


def negative(case: Case) -> None:
    case.rows[1] = [[*row[:-1], "-1" if row[-1] in ("0", "1") else row[-1]] for row in case.rows[1]]


# What must be refused.


def bad_number(case: Case) -> None:
    row = case.rng.choice(case.table)
    row[-1] = case.rng.choice(["nan", "NaN", "inf", "-inf", "1e999", "good", "1 2", "--1", "0x10", "1_0", "", "٣x"])
    refuse(case)


def missing(case: Case) -> None:
    case.rng.choice(case.table)[case.rng.randrange(2)] = case.rng.choice(["", "  "])
    refuse(case)


def twice(case: Case) -> None:
    case.table.insert(case.rng.randrange(len(case.table) + 1), list(case.rng.choice(case.table)))
    refuse(case)


def short_line(case: Case) -> None:
    row = case.rng.choice(case.table)
    del row[case.rng.randrange(1, len(row)) :]
    refuse(case)


def long_line(case: Case) -> None:
    """A field too many, as decimal commas among commas make."""
    row = case.rng.choice(case.table)
    row.insert(case.rng.randrange(1, len(row) + 1), "5")
    refuse(case)


def zero_byte(case: Case) -> None:
    def change(text: bytes) -> bytes:
        at = case.rng.randrange(len(text))
        return text[:at] + b"\0" + text[at:]

    case.after.append(change)
    refuse(case)


def not_utf8(case: Case) -> None:
    row = case.rng.choice(case.table)
    row[1] += "\ue000"
    case.after.append(lambda text: text.replace("\ue000".encode(), case.rng.choice([b"\xff", b"\xe9", b"\xc3"])))
    any_of(case)  # it is read as text of Windows


def nothing(case: Case) -> None:
    case.after.append(lambda _text: case.rng.choice([b"", b"\n \n", b"\xef\xbb\xbf"]))
    refuse(case)


def head_only(case: Case) -> None:
    case.table.clear()
    refuse(case)


def no_head(case: Case) -> None:
    case.after.append(lambda text: text.split(b"\n", 1)[-1])
    if case.expects == "same":  # MovieLens u.data is written like this
        case.expects = "same or refused"


def long_head(case: Case) -> None:
    case.heads[case.side].append("x" * (HEAD + 5))
    refuse(case)


def high_grade(case: Case) -> None:
    case.rng.choice(case.rows[1])[-1] = case.rng.choice(["1001", "1e300"])
    case.side = 1
    refuse(case)


# What may go either way.


def cut(case: Case) -> None:
    case.after.append(lambda text: text[: case.rng.randrange(len(text) + 1)])
    any_of(case)


def noise(case: Case) -> None:
    def change(text: bytes) -> bytes:
        changed = bytearray(text)
        for _time in range(case.rng.randint(1, 5)):
            if changed:
                changed[case.rng.randrange(len(changed))] = case.rng.choice(b'\n\r,;\t" \x01\x7f\xff0aZ.-')
        return bytes(changed)

    case.after.append(change)
    any_of(case)


def mixed_ids(case: Case) -> None:
    case.rng.choice(case.table)[case.rng.randrange(2)] = case.rng.choice(
        ["7.5", "07", "1e3", "x", "-3", "=1+1", "<b>", "9" * 400]
    )
    any_of(case)


KEEP = [marks, crlf, bom, no_last_end, blank_lines, blanks, upper_head, more_columns, shuffled, decimals, negative]
REFUSED = [
    bad_number,
    missing,
    twice,
    short_line,
    zero_byte,
    not_utf8,
    nothing,
    head_only,
    no_head,
    long_head,
    high_grade,
]
EITHER = [cut, noise, mixed_ids]


def changed(rng: random.Random) -> tuple[Case, list[str]]:
    """A case with up to three harmless changes, and at most one of the others, which comes last."""
    case = Case(rng)
    done = rng.sample(KEEP, rng.randint(0, 3)) + rng.choice([[], [rng.choice(REFUSED)], [rng.choice(EITHER)]])
    done.sort(key=lambda change: (change is more_columns, change not in KEEP))
    for change in done:
        change(case)
    return case, [change.__name__ for change in done]


def as_trec(rng: random.Random) -> tuple[list[bytes], str, float]:
    """The same as a TREC run and qrels, with blanks in any number, comments, and words after the name of the run."""
    lists, judged = draw_data(rng, blanks=False)
    gap = rng.choice([" ", "\t", "  ", " \t"])
    more = rng.choice(["", " y", " # 7 z"])
    run = [f"{u} Q0 {i} {k} {1 - k / 50:.2f} x{more}" for u, items in lists.items() for k, i in enumerate(items)]
    qrels = [f"{u} 0 {i} {g:g}" for u, grades in judged.items() for i, g in grades.items()]
    for lines in (run, qrels):
        for place in rng.sample(range(len(lines)), rng.randrange(2)):
            lines.insert(place, rng.choice(["# u Q0 a", " #", "#"]))
    texts = ["\n".join(lines).replace(" ", gap) for lines in (run, qrels)]
    expects, side = "same", rng.randrange(2)
    if rng.random() < 0.4:
        expects, lines = "any", texts[side].split("\n")
        place = rng.randrange(len(lines))
        lines[place] = rng.choice(
            [lines[place] + gap + "7", lines[place].rsplit(gap, 1)[0], lines[place].replace("0", "a")]
        )
        texts[side] = "\n".join(lines)
    return [text.encode() for text in texts], expects, rr_mean(lists, judged)


def as_wide(rng: random.Random) -> tuple[list[bytes], str, float]:
    """The recommendations with a line a user, as a course hands them out."""
    lists, judged = draw_data(rng)
    mark, longest = rng.choice([",", ";", "\t"]), max(map(len, lists.values()))
    head = mark.join(["user", *(rng.choice(["{}", "item_{}"]).format(k) for k in range(1, longest + 1))])
    rows = [mark.join([user, *items, *[""] * (longest - len(items))]) for user, items in lists.items()]
    expects = "same"
    if rng.random() < 0.4:
        expects = "refused"
        broken = rng.choice(["twice", "long"])
        rows += [rows[0]] if broken == "twice" else []
        rows[-1] += f"{mark}x" if broken == "long" else ""
    texts = ["\n".join([head, *rows]), json.dumps(judged)]
    return [text.encode() for text in texts], expects, rr_mean(lists, judged)


def as_json(rng: random.Random) -> tuple[list[bytes], str, float]:
    """The same as JSON, whole or broken."""
    lists, judged = draw_data(rng)
    texts = [json.dumps(lists).encode(), json.dumps(judged).encode()]
    side, expects = rng.randrange(2), "same"
    broken: list[tuple[str, Callable[[bytes], bytes]]] = [
        ("same", lambda text: b" \n" + text + b"\n"),
        ("same", lambda text: b"\xef\xbb\xbf" + text),
        ("refused", lambda text: text[: rng.randrange(1, len(text))]),
        ("refused", lambda text: text[:-1] + b', "x": NaN}'),
        ("refused", lambda text: text[:-1] + b', "x": null}'),
        ("refused", lambda text: b'{"u": ' + b"[" * rng.choice([2000, 200_000])),
        ("refused", lambda text: text[:-1] + b"," + text[1:]),  # every user twice
        ("refused", lambda text: b"[" + text + b"]"),
        ("refused", lambda text: text.replace(b'"', b"'")),
        ("refused", lambda _text: b'{"u": {"a": ' + b"9" * 5000 + b"}}"),
    ]
    if rng.random() < 0.8:
        expects, change = rng.choice(broken)
        texts[side] = change(texts[side])
    return texts, expects, rr_mean(lists, judged)


@pytest.mark.parametrize("part", range(10))
def test_a_broken_file_gives_the_right_mean_or_one_error(part: int, tmp_path: Path) -> None:
    files = [tmp_path / "run.csv", tmp_path / "judged.csv"]
    for number in range(part, CASES, 10):
        rng = random.Random(number)
        other = {3: as_json, 5: as_trec, 6: as_wide, 7: as_json}.get(number % 8)
        if other is not None:
            texts, expects, mean = other(rng)
            done = [other.__name__]
        else:
            case, done = changed(rng)
            texts, expects, mean = case.bytes(), case.expects, rr_mean(case.lists, case.judged)
        for file, text in zip(files, texts, strict=True):
            file.write_bytes(text)
        check(files, expects, mean, f"case {number}: {', '.join(done)}")


def check(files: list[Path], expects: str, mean: float, what: str) -> None:
    begun = time.monotonic()
    found: Any
    try:
        found = evaluate(*files, "RR", threshold=4).mean["MRR"]
    except TableError as error:
        found = str(error)
    assert time.monotonic() - begun < SLOWEST, what
    if isinstance(found, str):
        assert expects != "same", f"{what}: {found}"
        assert any(str(file) in found for file in files), f"{what}: {found}"
        assert re.fullmatch(r"[^\n]{10,600}", found), f"{what}: {found}"
    else:
        assert expects != "refused", f"{what}: {found}"
        assert math.isfinite(found), what
        assert 0 <= found <= 1, what
        if expects in ("same", "same or refused"):
            assert found == pytest.approx(mean, abs=1e-12), what
