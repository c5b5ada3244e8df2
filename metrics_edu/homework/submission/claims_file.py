"""The file of claims: the numbers that a student reports, by the names that the policy gives their measures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from metrics_edu.homework.policy import Policy
from metrics_edu.homework.submission.findings import Finding, Unusable, finding
from metrics_edu.language import _, quoted
from metrics_edu.metrics import not_utf8
from metrics_edu.mistakes import NUMERAL, read_claim
from metrics_edu.tables import in_words, not_json, text_of
from metrics_edu.working import one_line

MAX_CLAIMS = 1000
MAX_CLAIMS_BYTES = 200_000
HEADS = ("measure", "metric", "métrica", "metrica", "medida", "name")
UTF16 = (b"\xff\xfe", b"\xfe\xff")


def read_claims(path: Path, name: str) -> dict[str, str]:
    """Read ``claims.json`` ({"MAP@10": 0.0575}) or ``claims.csv`` (a measure and a number a line)."""
    try:
        data = path.read_bytes()[: MAX_CLAIMS_BYTES + 1]
    except OSError as error:
        raise Unusable(finding("UNREADABLE", why=in_words(error).replace(quoted(path, written=str), name))) from None
    if data[:2] in UTF16:
        raise Unusable(finding("UNREADABLE", why=not_utf8(name)))
    text = text_of(data)
    if len(text) > MAX_CLAIMS_BYTES:
        raise Unusable(finding("TOO_LARGE", name=name, given=path.stat().st_size, most=MAX_CLAIMS_BYTES))
    read = _of_json(text, name) if text.lstrip()[:1] in "{[" and text.strip() else _of_lines(text)
    if not read or len(read) > MAX_CLAIMS:
        why = _("{name}: expected a measure and its value on each line, such as MAP@10,0.0575", name=name)
        raise Unusable(finding("UNREADABLE", why=why))
    return read


def _of_json(text: str, name: str) -> dict[str, str]:
    try:
        data = json.loads(text, object_pairs_hook=_pairs)
    except (ValueError, RecursionError) as error:
        raise Unusable(finding("UNREADABLE", why=not_json(name, error))) from None
    return claims_of(data)


def _pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in found:
        kept[name + " " * sum(key.strip() == name for key in kept)] = value
    return kept


def claims_of(data: Any) -> dict[str, str]:
    """Return the claims of a mapping (one inside another is opened), of pairs, or of a frame with two columns."""
    if hasattr(data, "columns") and hasattr(data, "to_numpy"):
        data = data.to_numpy().tolist()
    pairs: Iterable[Any] = data.items() if isinstance(data, Mapping) else data if isinstance(data, list) else ()
    found: dict[str, str] = {}
    pairs = list(pairs)
    if valid := [pair for pair in pairs if _is_part(pair, "val")]:  # beside the numbers on train or test
        pairs = valid
    for pair in pairs:
        if isinstance(pair, Mapping) and len(pair) == 2:
            pair = tuple(pair.values())
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            continue
        key, value = pair
        if isinstance(value, Mapping) and not any(isinstance(inner, (Mapping, list)) for inner in value.values()):
            found = claims_of(value) | found
        elif not isinstance(value, (Mapping, list)):
            found[one_line(key)[:80] + " " * (str(key).endswith(" "))] = "" if value is None else one_line(value)[:60]
    return found


def _is_part(pair: Any, name: str) -> bool:
    whole = isinstance(pair, (list, tuple)) and len(pair) == 2 and isinstance(pair[1], Mapping)
    return whole and str(pair[0]).casefold().startswith(name)


def _of_lines(text: str) -> dict[str, str]:
    read = [_with_mark(text, mark) for mark in ("\t", ";", ":", ",")]
    return max(read, key=lambda found: sum(read_claim(value) is not None for value in found.values()))


def _with_mark(text: str, mark: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.replace("\0", "").splitlines():
        name, *cells = [cell.strip(' \t"') for cell in line.split(mark)]
        if name and cells:
            named = one_line(name)[:80]
            again = " " * sum(key.strip() == named for key in found)  # a second number of one name is not lost
            found[named + again] = one_line(",".join(cell for cell in cells if cell))[:60]
    return {name: value for name, value in found.items() if not _is_head(name, value)}


def _is_head(name: str, value: str) -> bool:
    return not re.search(r"\d", value) and name.casefold() in HEADS


def named_claims(claims: Mapping[str, str], policy: Policy) -> tuple[dict[str, str], list[Finding]]:
    """Return the claims by the policy's names of the measures, and what was said of others."""
    named: dict[str, tuple[str, str]] = {}
    found = []
    own_first = sorted(claims.items(), key=lambda pair: pair[0] not in policy.asked)
    for name, value in own_first:
        try:
            title = policy.measure_called(name)
        except ValueError as error:
            if re.search(NUMERAL, value):
                found.append(finding("UNKNOWN_CLAIM", given=one_line(error)))
            continue
        first, kept = named.setdefault(title, (name, value))
        if value and not kept:
            named[title] = name, value
        elif value and value != kept:
            found.append(finding("TWO_CLAIMS", measure=title, given=f"{first} {kept}", other=f"{name} {value}"))
    return {title: value for title, (_name, value) in named.items()}, found
