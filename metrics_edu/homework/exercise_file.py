"""The file of an exercise done in class: read again, the lists drawn again, and what each answer is.

The pairs of lists are drawn from the class code and the student's id. A checksum shows a file that was cut or carelessly
edited. It stops no determined cheat: whoever has Python can compute answers and checksum.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics_edu.exercises import judge
from metrics_edu.homework.submission.claimed_numbers import Judged
from metrics_edu.homework.submission.findings import Finding, Unusable, finding
from metrics_edu.language import _
from metrics_edu.metrics import DEFAULT, Ranking, measure
from metrics_edu.mistakes import draw_pair
from metrics_edu.working import one_line

if TYPE_CHECKING:
    from metrics_edu.homework.policy_keys import ExercisePart

KIND = "metrics_edu exercise 1"
MAX_EXERCISE_LETTERS = 1_000_000
LONGEST_ANSWER = 60
SECONDS_OF_GRACE = 60
"""So long after the end an answer still counts as in time."""
LISTS = 2
MAX_MEASURES = 20
MAX_LENGTH = 100
"""The longest cut-off of an exercise."""
LARGEST = {"minutes": 1e6, "decimals": 6, "started": 1e12}
Pairs = dict[str, tuple[Ranking, Ranking]]


def settings_of(measures: Iterable[str], decimals: int, convention: str) -> tuple[str, ...]:
    return "+".join(measure(name).name for name in measures), str(decimals), convention


def settings_in(data: dict[str, Any]) -> tuple[str, ...]:
    return settings_of(data["answers"], data["decimals"], data.get("convention", DEFAULT))


def pairs_of(class_code: str, student: str, measures: Iterable[str], decimals: int, convention: str = DEFAULT) -> Pairs:
    """Return the pairs of lists of a student, by measure; others get others.

    Examples
    --------
    >>> [pairs_of("iic3633", name, ["RR@4"], 3)["RR@4"][0] for name in ("ana", "beto", "ana")]
    [Ranking('NNRR', relevant=3), Ranking('RNNR', relevant=3), Ranking('NNRR', relevant=3)]
    """
    found = {}
    for name in measures:
        if (measure(name).depth() or 0) > MAX_LENGTH:
            raise ValueError(
                _("an exercise has lists of at most {most} items; got {given}", most=MAX_LENGTH, given=name)
            )
        seed = hashlib.sha256(f"{class_code}\n{student}\n{name}".encode("utf-8", "replace")).digest()[:6]
        asked = measure(name, convention=convention)
        found[name] = draw_pair(asked, int.from_bytes(seed, "big"), decimals=decimals)
    return found


def checksum(data: dict[str, Any]) -> str:
    """Return the checksum of all that an exercise file holds beside it."""
    own = {key: value for key, value in data.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(own, sort_keys=True).encode()).hexdigest()[:16]


def read_exercise(path: Path, name: str) -> dict[str, Any]:
    """Read an exercise file, an edited one too; `name` is what it is called where it is none."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MAX_EXERCISE_LETTERS)
    except (OSError, ValueError):
        raise _cut(name) from None
    return parse_exercise(text, name)


def parse_exercise(text: str, name: str) -> dict[str, Any]:
    """Read the text of an exercise file."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise _cut(name) from None
    if not _is_exercise(data):
        raise Unusable(finding("UNREADABLE", why=_("{name} is no file of an exercise", name=name)))
    return data  # type: ignore[no-any-return]


def _cut(name: str) -> Unusable:
    return Unusable(finding("UNREADABLE", why=_("{name} is no file of an exercise, or it was cut", name=name)))


def _is_exercise(data: Any) -> bool:
    if not isinstance(data, dict) or data.get("kind") != KIND:
        return False
    texts = (data.get("class_code"), data.get("student"), data.get("convention", DEFAULT))
    answers, times = data.get("answers"), data.get("times")
    return (
        all(_is_number(data.get(key), most) for key, most in LARGEST.items())
        and all(isinstance(text, str) for text in texts)
        and isinstance(answers, dict)
        and isinstance(times, dict)
        and [*answers] == [*times]
        and len(answers) <= MAX_MEASURES
        and all(isinstance(row, list) and len(row) == LISTS for row in (*answers.values(), *times.values()))
        and all(isinstance(one, str) for row in answers.values() for one in row)
        and all(_is_number(one, 1e12) for row in times.values() for one in row)
    )


def _is_number(value: Any, most: float) -> bool:
    return isinstance(value, (int, float)) and 0 <= value <= most


def judge_answers(
    pairs: Pairs, answers: dict[str, list[str]], decimals: int, convention: str = DEFAULT
) -> list[Judged]:
    """Say what each answer is: where the two answers of a pair share a code, only that one is left."""
    found = []
    for name, pair in pairs.items():
        texts = [one_line(text)[:LONGEST_ANSWER] for text in answers.get(name, [""] * LISTS)]
        verdicts = judge(texts, pair, measure(name, convention=convention), decimals)
        for place, (text, verdict) in enumerate(zip(texts, verdicts, strict=True), start=1):
            found.append(Judged(f"{name} #{place}", text, verdict))
    return found


def judged_in(data: dict[str, Any]) -> list[Judged]:
    """Draw the lists of an exercise file again, and say what each answer is."""
    settings = data["decimals"], data.get("convention", DEFAULT)
    pairs = pairs_of(data["class_code"], data["student"], data["answers"], *settings)
    return judge_answers(pairs, data["answers"], *settings)


def read_answers(path: Path, name: str, part: ExercisePart) -> tuple[str, list[Judged], list[Finding]]:
    """Read who answered what in class; it is unusable if it is no such file, or of another class or exercise."""
    data = read_exercise(path, name)
    if data["class_code"] != one_line(part.class_code):
        theirs = one_line(data["class_code"])[:60]
        raise Unusable(finding("OTHER_CLASS", name=name, given=theirs, wanted=part.class_code))
    asked = settings_of(part.measures, part.decimals, part.convention)
    try:
        given = settings_in(data)
    except ValueError as error:
        raise Unusable(finding("UNREADABLE", why=f"{name}: {error}")) from None
    if given != asked:
        raise Unusable(finding("OTHER_EXERCISE", name=name, given=", ".join(given), wanted=", ".join(asked)))
    edited = data.get("checksum") != checksum(data)
    end = data["started"] + 60 * part.minutes + SECONDS_OF_GRACE
    late = sum(time > end for times in data["times"].values() for time in times)
    found = [finding("CHECKSUM", name=name)] if edited else []
    found += [finding("TIME_OVER", count=late)] if late else []
    return data["student"], judged_in(data), found
