"""The numbers that a student reports, by the policy's names of their measures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.homework.findings import Finding, Unusable, finding
from metrics_edu.language import _
from metrics_edu.mistakes.written_numbers import NUMERAL, FloatText, read_claim
from metrics_edu.tables.file_format import text_of
from metrics_edu.tables.json_text import not_json, parse_json
from metrics_edu.working.labels import one_line, spoken

if TYPE_CHECKING:
    from metrics_edu.homework.policy import Policy


MAX_CLAIMS = 1000
MAX_CLAIMS_BYTES = 200_000
HEADS = ("measure", "metric", "métrica", "metrica", "medida", "name")


def read_claims(path: Path, name: str) -> dict[str, str]:
    """Read ``claims.json`` ({"MAP@10": 0.0575}) or ``claims.csv`` (a measure and a number a line)."""
    data = path.read_bytes()
    if len(data) > MAX_CLAIMS_BYTES:
        raise Unusable("TOO_LARGE", name=name, value=len(data), most=MAX_CLAIMS_BYTES)
    text = text_of(data)
    try:
        is_json = text.lstrip()[:1] in {*"{["}
        claims = claims_of(parse_json(text, object_pairs_hook=_by_name)) if is_json else _of_lines(text)
    except (ValueError, RecursionError) as error:
        raise Unusable("UNREADABLE", why=not_json(name, error)) from None
    if not claims or len(claims) > MAX_CLAIMS:
        expected = _("{name}: expected a measure and its value on each line, such as MAP@10,0.0575", name=name)
        raise Unusable("UNREADABLE", why=expected)
    return claims


def _by_name(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    claims: dict[str, Any] = {}
    times: Counter[str] = Counter()
    for name, value in islice(pairs, MAX_CLAIMS + 1):
        key = name + " " * times[name]  # a second number of one name is not lost
        times[key.strip()] += key not in claims
        claims[key] = value
    return claims


def claims_of(data: Any) -> dict[str, str]:
    """Return the claims of a mapping (one inside another is opened), of pairs, or of a frame with two columns."""
    if hasattr(data, "columns") and hasattr(data, "to_numpy"):
        data = data.to_numpy().tolist()
    listed: Iterable[Any] = data.items() if isinstance(data, Mapping) else data if isinstance(data, list) else ()
    rows = [tuple(row.values()) if isinstance(row, Mapping) else row for row in listed]
    pairs = [row for row in rows if isinstance(row, (list, tuple)) and len(row) == 2]
    inner = [pair for pair in pairs if isinstance(pair[1], Mapping)]
    of_validation = [pair for pair in inner if str(pair[0]).casefold().startswith("val")]
    claims: dict[str, str] = {}
    for key, value in of_validation or pairs:  # beside the numbers on train or test
        if isinstance(value, Mapping) and not any(isinstance(inner, (Mapping, list)) for inner in value.values()):
            claims = claims_of(value) | claims
        elif not isinstance(value, (Mapping, list)):
            claims[one_line(key)[:80] + " " * (str(key).endswith(" "))] = _written(value)
    return claims


def _written(value: Any) -> str:
    """Return a value as text; of a float, that it shows no zeros at its end is known."""
    text = "" if value is None else one_line(value)[:60]
    return FloatText(text) if isinstance(value, float | np.floating) else text


def _of_lines(text: str) -> dict[str, str]:
    ways = [_with_mark(text, mark) for mark in ("\t", ";", ":", ",")]
    return max(ways, key=lambda claims: sum(read_claim(value) is not None for value in claims.values()))


def _with_mark(text: str, mark: str) -> dict[str, str]:
    rows = ([cell.strip(' \t"') for cell in line.split(mark)] for line in text.replace("\0", "").splitlines())
    texts = [(name, ",".join(filter(None, cells))) for name, *cells in rows if name and cells]
    claims = _by_name((one_line(name)[:80], one_line(value)[:60]) for name, value in texts)
    return {name: value for name, value in claims.items() if re.search(r"\d", value) or name.casefold() not in HEADS}


def is_claims(text: str, policy: Policy) -> bool:
    """Return whether a sheet has a measure of the policy and its number on a line."""
    return bool(named_claims(_of_lines(text), policy)[0])


def named_claims(claims: Mapping[str, str], policy: Policy) -> tuple[dict[str, str], list[Finding]]:
    """Return the claims by the policy's names of the measures, and the findings about others."""
    named: dict[str, tuple[str, str]] = {}
    findings = []
    for name, value in sorted(claims.items(), key=lambda pair: pair[0] not in policy.by_title):
        try:
            title = policy.measure_called(name)
        except ValueError as error:
            if re.search(NUMERAL, value):
                findings.append(finding("UNKNOWN_CLAIM", value=one_line(error)))
            continue
        first, kept = named.setdefault(title, (name, value))
        if value and not kept:
            named[title] = name, value
        elif value and value != kept:
            findings.append(
                finding("TWO_CLAIMS", measure=spoken(title), value=f"{first} {kept}", other=f"{name} {value}")
            )
    return {title: value for title, (_name, value) in named.items()}, findings
