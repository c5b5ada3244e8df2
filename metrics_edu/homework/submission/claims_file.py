"""The numbers that a student reports, in any form in which one number of each measure can be meant."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category

import numpy as np

from metrics_edu.homework.findings import Finding, Unusable, finding
from metrics_edu.homework.measure_names import canonical, is_usual, names_a_metric
from metrics_edu.language import _
from metrics_edu.mistakes.written_numbers import MAX_DIGITS, NUMERAL, FloatText, is_plain, number_in, read_claim
from metrics_edu.tables.column_roles import is_passed_over
from metrics_edu.tables.file_format import text_of
from metrics_edu.tables.json_text import not_json, parse_json
from metrics_edu.working.labels import one_line, spoken

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Part, Policy
    from metrics_edu.homework.submission.files import SubmittedFile


MAX_CLAIMS = 1000
MAX_CLAIMS_BYTES = 200_000
MAX_NAME, MAX_VALUE, MAX_UNKNOWN = 80, 200, 10
MAX_LEVELS = 5
"""The names that one number may have around it, such as {"results": {"validation": {"MAP@10": 0.1}}}."""
WITHIN = " > "
"""What is between the names of a number, from the outer one on."""
MARKS = ("\t", ";", ":", ",", "|", "=", " ")
"""What may be between a measure and its number; a blank is the last one of the line."""
CUTOFFS = ("k", "n", "at", "cutoff", "topk", "corte")
"""The keys of a cut-off that is beside a measure and its number."""
TEXTS = (".txt", ".md", ".json", ".csv", ".tsv")
"""How the names of files end that may have the numbers, where none has the name that is wanted."""
MAX_FILES = 20
OF_TRAIN = ("train", "training", "entrenamiento")


class Pairs(list[tuple[str, Any]]):
    """An object of JSON or a row of a table, also if a name comes twice."""


def read_claims(path: Path, name: str) -> dict[str, str]:
    """Read ``claims.json`` ({"MAP@10": 0.0575}) or ``claims.csv`` (a measure and a number a line)."""
    return claims_in(path.read_bytes(), name)


def claims_in(data: bytes, name: str) -> dict[str, str]:
    """Return the claims in the bytes of a file."""
    if len(data) > MAX_CLAIMS_BYTES:
        raise Unusable("TOO_LARGE", name=name, value=len(data), most=MAX_CLAIMS_BYTES)
    text = text_of(data)
    try:
        claims = claims_of(parse_json(text, object_pairs_hook=Pairs)) if _is_json(text) else _of_lines(text)
    except (ValueError, RecursionError) as error:
        claims = _of_python(text) if isinstance(error, json.JSONDecodeError) else {}
        if not claims:
            raise Unusable("UNREADABLE", why=not_json(name, error)) from None
    if not claims or len(claims) > MAX_CLAIMS:
        expected = _("{name}: expected a measure and its value on each line, such as MAP@10,0.0575", name=name)
        raise Unusable("UNREADABLE", why=expected)
    return claims


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in {*"{["}


def _of_python(text: str) -> dict[str, str]:
    """Return the numbers of what is nearly JSON, such as a dictionary that Python printed."""
    lines = re.sub(r",(?=\s*[\"'])", "\n", text.strip().strip("{}")).replace("'", '"')
    claims = _with_mark(lines, ":")
    return claims if _count_of_read(claims)[0] else {}


def _by_name(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    claims: dict[str, Any] = {}
    times: Counter[str] = Counter()
    for name, value in islice(pairs, MAX_CLAIMS + 1):
        key = name + " " * times[name]  # a second number of one name is not lost
        times[key.strip()] += key not in claims
        claims[key] = value
    return claims


def claims_of(data: Any) -> dict[str, str]:
    """Return the claims of a mapping, of pairs, of records or of a frame, by their names from the outer one on."""
    if hasattr(data, "columns") and hasattr(data, "to_numpy"):
        data = [Pairs(zip(map(str, data.columns), row, strict=True)) for row in data.to_numpy().tolist()]
    return _by_name(_numbers(data, ()))


def _numbers(data: Any, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Give each number with its names."""
    if isinstance(data, Mapping):
        data = Pairs((str(key), value) for key, value in data.items())
    if isinstance(data, Pairs):
        yield from _of_object(data, names)
    elif isinstance(data, (list, tuple)) and any(isinstance(one, (list, tuple, Mapping)) for one in data):
        for one in data:
            yield from _numbers(one, names)
    elif isinstance(data, (list, tuple)) and len(data) > 1 and not names:
        if not isinstance(data[0], str):
            return
        yield _named(data[:1], ",".join(filter(None, map(_written, data[1:]))) if data[2:] else data[1])
    elif names and (not isinstance(data, (list, tuple)) or names_a_metric(names[-1])):
        yield _named(names, data[0] if isinstance(data, (list, tuple)) and len(data) == 1 else data)


def _of_object(pairs: Pairs, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if records := _records(pairs):
        for record in records:
            yield from _of_object(record, names)
        return
    measures = [value for _key, value in pairs if isinstance(value, str) and names_a_metric(value)]
    if measures:
        yield from _of_record(pairs, measures[0], names)
        return
    for key, value in _of_validation(pairs):
        yield from _numbers(value, (*names, key))


def _records(pairs: Pairs) -> list[Pairs]:
    """Return the rows of an object that has the columns of a table: {"metric": ["MAP@10"], "value": [0.1]}."""
    columns = [_column(value) for _key, value in pairs]
    if len(pairs) < 2 or not all(isinstance(one, list) and len(one) == len(columns[0]) for one in columns):
        return []
    if not any(isinstance(cell, str) and names_a_metric(cell) for one in columns for cell in one[:1]):
        return []
    return [Pairs(zip((key for key, _value in pairs), row, strict=True)) for row in zip(*columns, strict=True)]


def _column(value: Any) -> Any:
    if isinstance(value, Mapping):
        return list(value.values())
    return [cell for _key, cell in value] if isinstance(value, Pairs) else value


def _of_record(pairs: Pairs, measure: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Give the number of a measure that is a value itself: {"metric": "MAP", "k": 10, "value": 0.1}."""
    others = [(key, value) for key, value in pairs if value != measure and not is_passed_over(key)]
    cutoff = [value for key, value in others if canonical(key) in CUTOFFS]
    if cutoff and "@" not in canonical(measure):
        measure = f"{measure}@{_written(cutoff[0])}"
    others = [pair for pair in others if canonical(pair[0]) not in CUTOFFS]
    numbers = Pairs(pair for pair in others if re.search(r"\d", _written(pair[1])) and not names_a_metric(str(pair[1])))
    if len(numbers) < 2:
        yield _named((*names, measure), (numbers or others or [("", None)])[0][1])
        return
    for key, value in _of_validation(numbers):
        yield _named((*names, measure, key), value)


def _of_validation(pairs: Pairs) -> list[tuple[str, Any]]:
    """Return the numbers on the validation data, where there are others beside them."""
    return [pair for pair in pairs if pair[0].strip().casefold().startswith("val") and pair[0] != "value"] or pairs


def _named(names: Sequence[Any], value: Any) -> tuple[str, str]:
    """Return the names of a number without those that say nothing, and the number as it was written."""
    telling = [name for name in map(str, names) if canonical(name)] or names[-1:]
    return WITHIN.join(one_line(_visible(name))[: MAX_NAME + 1] for name in telling), _written(value)


def _written(value: Any) -> str:
    """Return a value as text; of a float, that it shows no zeros at its end is known."""
    text = "" if value is None else one_line(_visible(value))[: MAX_VALUE + 1]
    text = text[:MAX_DIGITS] if re.match(rf"[\d.,+-]{{{MAX_DIGITS}}}", text) else text
    return FloatText(text) if isinstance(value, float | np.floating) else text


def _visible(value: Any) -> str:
    """Return a value as text without the characters that have no width, which come with pasted text."""
    return "".join(character for character in str(value) if category(character) != "Cf")


def _of_lines(text: str) -> dict[str, str]:
    return max((_with_mark(text, mark) for mark in MARKS), key=_count_of_read)


def _count_of_read(claims: Mapping[str, str]) -> tuple[int, int, int]:
    """Return how many measures have a number, how many lines do, and how many lines have a measure."""
    read = {name for name, value in claims.items() if read_claim(value) is not None}
    named = {name for name in claims if any(map(names_a_metric, name.split(WITHIN)))}
    return len(named & read), len(read), len(named)


def _with_mark(text: str, mark: str) -> dict[str, str]:
    lines = (row for line in text.replace("\0", "").splitlines() if len(row := _cells(line, mark)) > 1)
    rows = list(islice(lines, MAX_CLAIMS + 2))
    head = rows[0] if rows else []
    has_head = len(rows) > 1 and mark not in " :=" and not any(read_claim(cell) for cell in head)
    return _by_name(pair for row in rows[has_head:] for pair in _of_row(row, head if has_head else []))


def _cells(line: str, mark: str) -> list[str]:
    """Return the cells of a line without the empty ones at its end; none of the line below a head of Markdown."""
    if mark == " ":
        return line.strip(" \t-*").rsplit(maxsplit=1)
    cells = [cell.strip(' \t"') for cell in (line.strip(" |") if mark == "|" else line).split(mark)]
    while cells and not cells[-1]:
        cells.pop()
    return [] if mark == "|" and all(re.fullmatch(r":?-*:?", cell) for cell in cells) else cells


def _of_row(row: list[str], head: list[str]) -> Iterator[tuple[str, str]]:
    if len(row) == len(head):
        yield from _of_object(Pairs(zip(head, row, strict=True)), ())
    elif row[0]:
        yield _named(row[:1], ",".join(filter(None, row[1:])))


def other_claims_files(files: Iterable[SubmittedFile], part: Part, policy: Policy) -> list[SubmittedFile]:
    """Return the files of other names that have numbers of the policy: those that begin as the wanted one, or else all."""
    stems = tuple(re.split(r"[*?.\[]", name.casefold())[0] for name in part.file)
    texts = [one for one in files if one.wrong is None and one.base.casefold().endswith(TEXTS)][:MAX_FILES]
    likely = [one for one in texts if one.size <= MAX_CLAIMS_BYTES and _has_numbers(one, policy)]
    return [one for one in likely if one.base.casefold().startswith(tuple(filter(None, stems)))] or likely


def _has_numbers(file: SubmittedFile, policy: Policy) -> bool:
    with suppress(Unusable):
        named, _findings = named_claims(claims_in(file.read(policy.limits), file.name), policy)
        return any(read_claim(value) for title, value in named.items() if title in policy.claims)
    return False


def is_claims(text: str, policy: Policy) -> bool:
    """Return whether a sheet has a measure of the policy and its number on a line."""
    return bool(named_claims(_of_lines(text), policy)[0])


def named_claims(claims: Mapping[str, str], policy: Policy) -> tuple[dict[str, str], list[Finding]]:
    """Return the claims by the policy's names of the measures, and the findings about others.

    A measure with several numbers has none: it is not known which one is meant.
    """
    candidates: dict[str, list[tuple[int, str, str]]] = {}
    findings: list[Finding] = []
    for name, value in claims.items():
        try:
            title, outer = _measure_of(name, policy)
        except ValueError as error:
            if re.search(NUMERAL, value) and len(findings) < MAX_UNKNOWN:
                findings.append(finding("UNKNOWN_CLAIM", value=one_line(error)))
            continue
        candidates.setdefault(title, []).append((outer, name.strip(), _as_percentage(name, value)))
    named, loose = {}, []
    for title, found in candidates.items():
        filled = [one for one in found if one[2]] or found
        likely = [one for one in filled if one[0] == min(filled)[0]]
        _outer, name, named[title] = likely[0]
        if others := [one for one in likely if not _is_same(one[2], likely[0][2])]:
            first, second = (f"{name} {value}" for _outer, name, value in (likely[0], others[0]))
            findings.append(finding("TWO_CLAIMS", measure=spoken(title), value=first, other=second))
            named[title] = ""
        elif named[title] and (number := _loosely(name, title, named[title])):
            loose.append(f"{name} {named[title]} ({spoken(title)} {number})")
    if loose:
        findings.append(finding("CLAIM_READ", value="; ".join(loose)))
    return named, findings


def _measure_of(name: str, policy: Policy) -> tuple[str, int]:
    """Return the measure that is meant by all names of a number, or else by the inner ones, and how many are left out."""
    names = name.strip().split(WITHIN)[-MAX_LEVELS:]
    for outer in range(len(names)):
        try:
            if not any(part.casefold() in OF_TRAIN for part in names[:outer]):
                return policy.measure_called(" ".join(names[outer:])), outer
        except ValueError as error:
            reason = error
    raise reason


def _as_percentage(name: str, value: str) -> str:
    """Return a number with the % that its name has: "Item coverage (%)"."""
    is_share = re.search(r"[(\[]\s*%\s*[)\]]|\s%$", name.strip()) and is_plain(value) and "%" not in value
    return f"{value} %" if is_share else value


def _is_same(one: str, other: str) -> bool:
    claim, second = read_claim(one), read_claim(other)
    return one == other or (claim is not None and second is not None and claim.value == second.value)


def _loosely(name: str, title: str, value: str) -> str:
    """Return the number that was read, if the name or the number were not written as usual; "" if they were, or none is read."""
    is_clear = is_plain(value) and is_usual(name, title)
    return "" if is_clear or read_claim(value) is None else number_in(value)
