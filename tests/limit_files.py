"""Submissions at the limits of what a policy lets through: the widest, the longest, the most quoted, the deepest.

Each is the files of one submission, made by code. None is right; each must get a row with little memory and little time.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

from metrics_edu.tables.reading.file_format import MAX_COLUMNS

FILE = 20_000_000
"""The bytes of a file that `limits: file_mb: 20` just lets through."""
ARCHIVE = 100_000_000
"""The bytes that `limits: unpacked_mb: 100` lets through, of an archive and of all that is in it."""
ROWS = 1_000_000
Files = dict[str, bytes]


def filled(text: str, unit: str, size: int = FILE) -> bytes:
    """Repeat a unit after a text, up to a size in bytes."""
    return (text + unit * ((size - len(text.encode())) // len(unit.encode()))).encode()


def whole(text: str, unit: str, end: str, size: int = FILE) -> bytes:
    """Do the same, without a comma after the last unit, and close what was opened."""
    return filled(text, unit, size - len(end.encode())).removesuffix(b",") + end.encode()


def as_json(begin: str, one: Callable[[int], str], count: int, end: str) -> bytes:
    """Write a JSON text with an entry for each number."""
    return (begin + ",".join(map(one, range(count))) + end).encode()


def lines(head: str, line: Callable[[int], str], count: int = ROWS) -> bytes:
    """Write a head and a line for each number, as many as a file holds."""
    return (head + "".join(map(line, range(count)))).encode()[:FILE].rpartition(b"\n")[0] + b"\n"


def numbered(count: int) -> str:
    return "user," + ",".join(map(str, range(1, count)))


def packed(*members: tuple[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return file.getvalue()


LISTS = b'{"u1": ["i6", "i7", "i8"]}'
WIDE = numbered(MAX_COLUMNS) + "\n"
JUNK = "user,item,rank," + ",".join(f"x{k}" for k in range(MAX_COLUMNS - 3)) + "\n"
TREC = "1 Q0 2 1 1.0 x"
LIMIT_FILES: dict[str, Callable[[], Files]] = {
    # the widest
    "a million empty columns": lambda: {"ranking.csv": b"user,1" + b"," * 1_000_000},
    "150,000 numbered columns": lambda: {"ranking.csv": numbered(150_000).encode()},
    "columns over many lines": lambda: {
        "ranking.csv": b'user,1,"' + (b"x\n" + b'"' + b"," * 2000 + b'"') * 500 + b'x"\nu1,i6\n'
    },
    "columns behind Excel's sign": lambda: {"ranking.csv": b'"sep=;\n' + b";" * 1_000_000 + b'"\nuser;1\nu1;i6\n'},
    "a run with a million blanks": lambda: {"ranking.csv": (TREC + " " * 1_000_000 + "\n" + TREC + "\n").encode()},
    "a run with a second line of blanks": lambda: {"ranking.csv": filled(TREC + "\n" + TREC, " ")},
    "a run with a line of blanks behind a comment": lambda: {"ranking.csv": filled("# x\n" + TREC, " ")},
    "a run with a million marks": lambda: {"ranking.csv": (TREC + "\x01" * 1_000_000 + "\n").encode()},
    "judgments with a million tabs": lambda: {"ratings.csv": b"1\t2\t3" + b"\t" * 1_000_000 + b"\n1\t2\t3\n"},
    "a second line of a million cells": lambda: {"ranking.csv": b"user,1\nu1" + b",1" * 1_000_000 + b"\n"},
    "all columns, all cells empty": lambda: {"ranking.csv": filled(WIDE, "," * (MAX_COLUMNS - 1) + "\n")},
    "all columns, all cells full": lambda: {"ranking.csv": filled(WIDE, "1," * (MAX_COLUMNS - 1) + "1\n")},
    "all columns, users and items that differ": lambda: {
        "ranking.csv": lines(WIDE, lambda k: f"{k}" + ",ab" * (MAX_COLUMNS - 1) + "\n", FILE // 3 // MAX_COLUMNS + 1),
    },
    "all columns, a cell in each line": lambda: {"ranking.csv": filled(WIDE, "," * (MAX_COLUMNS - 2) + "1\n")},
    "columns that nobody asked for": lambda: {"ranking.csv": filled(JUNK, "1,1,1" + "," * (MAX_COLUMNS - 3) + "\n")},
    "ratings with columns nobody asked for": lambda: {
        "ratings.csv": filled(JUNK, "1,1,1" + ",1" * (MAX_COLUMNS - 3) + "\n")
    },
    # the longest
    "five million rows": lambda: {"ranking.csv": filled("user,item\n", "1,1\n")},
    "a million rows": lambda: {"ranking.csv": lines("user,item,rank\n", lambda k: f"u{k % 1000},{k},{k}\n")},
    "a million users": lambda: {"ranking.csv": lines("user,1\n", lambda k: f"{k},{k}\n")},
    "a million users of one item, as JSON": lambda: {
        "ranking.json": as_json("{", lambda k: f'"{k}":[1]', ROWS, "}"),
    },
    "ten million items of a user": lambda: {"ranking.json": whole('{"u1":[', "1,", "]}")},
    "items of two characters": lambda: {"ranking.json": whole('{"u1":[', '"ab",', "]}")},
    "items as fractions": lambda: {"ranking.json": whole('{"u1":[', "1.5,", "]}")},
    "items that differ": lambda: {"ranking.json": as_json('{"u1":[', str, 2_500_000, "]}")},
    "lists in a list": lambda: {"ranking.json": whole('{"u1":[', "[],", "]}")},
    "objects in a list": lambda: {"ranking.json": whole('{"u1":[', "{},", "]}")},
    "a list in a cell": lambda: {"ranking.csv": whole('user,items\nu1,"[', "ab,", ']"\n')},
    "blanks in a cell": lambda: {"ranking.csv": filled("user,items\nu1,", "ab ")},
    "brackets in a cell": lambda: {"ranking.csv": filled("user,items\nu1,[", "[(")},
    "quotes in a list in a cell": lambda: {"ranking.csv": whole("user;items\nu1;[", "'a\\'", "]\n")},
    "JSON Lines": lambda: {"ranking.json": lines("", lambda k: f'{{"user":{k},"item":{k}}}\n')},
    "JSON Lines of nothing": lambda: {"ranking.json": filled("", "{}\n")},
    "records with other keys": lambda: {"ranking.json": as_json("[", lambda k: f'{{"{k}":1}}', ROWS, "]")},
    "pairs of a user": lambda: {"ranking.json": whole('{"u1":[', "[1,2],", "]}")},
    "rows without a header": lambda: {"ranking.csv": filled("", "1\t2\t3\n")},
    "double colons": lambda: {"ranking.csv": filled("", "1::2::3\n")},
    "fields apart by blanks": lambda: {"ranking.csv": filled("user item\n", "1     2\n")},
    "users with lists of nothing": lambda: {
        "ranking.json": as_json("{", lambda k: f'"{k}":[]', 1_500_000, "}"),
    },
    "a million scores": lambda: {"ranking.json": as_json('{"u1":{', lambda k: f'"{k}":1', ROWS, "}}")},
    "a run of 20 MB": lambda: {"ranking.csv": filled("", TREC + "\n")},
    "a run whose words are far apart": lambda: {"ranking.csv": filled("", "1  Q0  2  1  1.0  x\n")},
    "comments": lambda: {"ranking.csv": filled(TREC + "\n", "#\n")},
    "empty lines": lambda: {"ranking.csv": filled("user,item\n", "\n")},
    "ratings of 20 MB": lambda: {"ratings.csv": lines("user,item,rating\n", lambda k: f"u{k},i{k},3\n", 2_000_000)},
    "one rating, again and again": lambda: {"ratings.csv": filled("user,item,rating\n", "u1,i6,3\n")},
    # the most quoted
    "each cell in quotes": lambda: {"ranking.csv": filled("user,item\n", '"1","1"\n')},
    "quotes of quotes": lambda: {"ranking.csv": filled("user,item\n", '"""","""\n')},
    "cells of quotes": lambda: {"ranking.csv": filled('user,item\n1,"', '""')},
    "a quote without an end": lambda: {"ranking.csv": filled('user,item\n1,"', "1,1\n")},
    "a quote within each cell": lambda: {"ranking.csv": filled("user,item\n", '1"1,1\n')},
    "a quote within a cell, then clean rows": lambda: {"ranking.csv": filled('user,item\n5"5,1\n', "1,1\n")},
    "strings of nothing": lambda: {"ranking.json": whole('{"u1":[', '"",', "]}")},
    "backslashes": lambda: {"ranking.json": whole('{"u1":["', "\\\\", '"]}')},
    "escaped characters": lambda: {"ranking.json": whole('{"u1":["', "\\ud83d\\ude00", '"]}')},
    "quotes and nothing else": lambda: {"ranking.json": filled("{", '"')},
    # long fields, other bytes
    "one cell of 20 MB": lambda: {"ranking.csv": filled("user,item\nu1,", "x")},
    "one item of 20 MB": lambda: {"ranking.json": whole('{"u1":["', "😀", '"]}')},
    "ids of a thousand characters": lambda: {"ranking.csv": lines("user,item\n", lambda k: f"u1,{k:01000}\n", 20_000)},
    "bytes 0": lambda: {"ranking.csv": filled("user,item\n", "1,1\n", FILE // 2) + bytes(FILE // 2)},
    "bytes 0 and nothing else": lambda: {"ranking.json": bytes(FILE), "ratings.csv": bytes(FILE)},
    "lines that end in the old way": lambda: {"ranking.csv": filled("user,item\n", "1,1\r")},
    "no UTF-8 at the end": lambda: {"ranking.csv": filled("user,item\n", "1,1\n", FILE - 1) + b"\xff"},
    "no UTF-8 anywhere": lambda: {"ranking.csv": b"user,item\n" + b"\xff" * (FILE - 10)},
    "JSON of all kinds, broken at its end": lambda: {"ranking.json": whole('{"u1":[', "1,", "}")},
    # the deepest
    "brackets": lambda: {"ranking.json": b'{"u1":' + b"[" * (FILE - 6)},
    "brackets, open and closed": lambda: {"ranking.json": whole("[", "[],", "]")},
    "claims and an exercise of brackets": lambda: {
        "ranking.json": LISTS,
        "claims.json": b"[" * 200_000,
        "exercise.json": b'{"a":' * 150_000,
    },
    "folders in an archive": lambda: {"all.zip": packed(("a/" * 30_000 + "ranking.json", LISTS))},
    "an archive of a thousand files": lambda: {
        "all.zip": packed(("ranking.json", LISTS), *((f"{'x' * 48_000}{k}", b"") for k in range(999))),
    },
    "an archive of 100 MB": lambda: {
        "all.zip": packed(*((f"{k}.txt", bytes(FILE)) for k in range(4)), ("ranking.json", filled("{", '"'))),
    },
}
"""The files of a submission, by what is at its limit there."""
