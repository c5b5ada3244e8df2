"""An exercise in class: the pairs of lists, drawn for each student, and the file of the answers that the student hands in."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics_edu.files.json_text import parse_json
from metrics_edu.language import _, refused
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.value_and_derivation import ranking_measure
from metrics_edu.mistakes import draw_pair
from metrics_edu.practice.exercises import judge
from metrics_edu.working.labels import one_line
from metrics_edu.working.written_expression import MAX_CHARACTERS
from metrics_homework.findings import Finding, Unusable, finding
from metrics_homework.judging.judged_claims import Judged

if TYPE_CHECKING:
    from metrics_homework.policy import ExercisePart

LISTS_OF_A_MEASURE = 2
MAX_LENGTH = 100  # the longest cut-off of an exercise
Pairs = dict[str, tuple[Ranking, Ranking]]
EXERCISE_FILE_KIND = "metrics_edu exercise 2"  # without the 2, another rule drew the lists
MAX_ID = 60  # characters of a class code, or of a student, in the name of a file
SECONDS_OF_GRACE = 60  # so long after the end an answer still counts as in time
MAX_EXERCISE_LETTERS = 1_000_000
MAX_MEASURES = 20
MAX_NUMBERS = {"minutes": 1e6, "decimals": 6, "started": 1e12, "shown": 1e12}


def plain_code(class_code: str) -> str:
    """Return a class code without what a student may type otherwise: capitals, spaces, full-width characters.

    Examples
    --------
    >>> plain_code(" IIC 3633") == plain_code("iic3633")
    True
    """
    return "".join(unicodedata.normalize("NFKC", one_line(class_code)).casefold().split())


def usual_spelling(name: str) -> str:
    """Return a measure as the field spells it.

    Examples
    --------
    >>> usual_spelling("ndcg@05"), usual_spelling("MAP@5")
    ('nDCG@5', 'AP@5')
    """
    return ranking_measure(name.strip()).name


def usual_spellings(names: Iterable[str]) -> list[str]:
    """Return measures as the field spells them, each once."""
    return [*dict.fromkeys(map(usual_spelling, names))]


def settings_in(data: dict[str, Any]) -> tuple[str, ...]:
    """Return decimals, convention and the time for the values of an exercise."""
    reveal = [data["reveal"]] if data["reveal"] else []
    return str(data["decimals"]), data["convention"], *reveal


def exercise_in(data: dict[str, Any]) -> tuple[str, ...]:
    """Return the measures of an exercise, whatever their order and spelling, and its other settings."""
    return (*sorted(usual_spellings(data["answers"])), *settings_in(data))


def pairs_of(
    class_code: str,
    student: str,
    measures: Iterable[str],
    decimals: int,
    convention: str = DEFAULT,
    reveal: str = "",
) -> Pairs:
    """Return the pairs of lists of a student, by measure; others get others.

    Where values can be shown, the lists depend on all measures, decimals, convention and that time: an exercise with
    one measure more must not show the values of these.
    """
    names = usual_spellings(measures)
    settings = {"decimals": decimals, "convention": convention, "reveal": reveal}
    drawn_from = [plain_code(class_code), one_line(student).casefold()]
    drawn_from += ["+".join(sorted(names)), *settings_in(settings)] if reveal else []
    return {name: _pair([*drawn_from, name], name, decimals, convention) for name in names}


def _pair(drawn_from: list[str], name: str, decimals: int, convention: str) -> tuple[Ranking, Ranking]:
    measure = ranking_measure(name, convention=convention)
    if (measure.depth() or 0) > MAX_LENGTH:
        raise refused("an exercise can have lists of at most {most} items; got {value}", most=MAX_LENGTH, value=name)
    seed = hashlib.sha256("\n".join(drawn_from).encode("utf-8", "replace")).digest()[:6]
    return draw_pair(measure, int.from_bytes(seed, "big"), decimals=decimals)


def checksum(data: dict[str, Any]) -> str:
    summed = {key: value for key, value in data.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(summed, sort_keys=True).encode()).hexdigest()[:16]


def is_as_saved(data: dict[str, Any]) -> bool:
    """Return whether the checksum fits: nothing was cut or edited since the file was saved."""
    return bool(data.get("checksum") == checksum(data))


def late_answers(data: dict[str, Any], minutes: float) -> int:
    """Return how many answers were saved more than some minutes, and a time of grace, after the student's start."""
    end = data["started"] + 60 * minutes + SECONDS_OF_GRACE
    return sum(moment > end for moment in chain(*data["times"].values()))


def read_exercise(path: Path, name: str) -> dict[str, Any]:
    """Read an exercise file, also an edited one; `name` is what it is called where it is none."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MAX_EXERCISE_LETTERS)
    except (OSError, ValueError):
        text = ""
    return parse_exercise(text, name)


def parse_exercise(text: str, name: str) -> dict[str, Any]:
    data: dict[str, Any] = {}
    with suppress(ValueError, RecursionError):
        data = parse_json(text)
    if not _is_exercise(data):
        raise Unusable("UNREADABLE", why=_("{name} is not an exercise file, or it was cut off", name=name))
    return data


def _is_exercise(data: Any) -> bool:
    """Return whether a file has all that an exercise writes, each of its type and within its limits."""
    if not isinstance(data, dict) or data.get("kind") != EXERCISE_FILE_KIND:
        return False
    answers, times = data.get("answers"), data.get("times")
    if not (isinstance(answers, dict) and isinstance(times, dict) and [*answers] == [*times]):
        return False
    rows = [*answers.values(), *times.values()]
    are_pairs = all(isinstance(row, list) and len(row) == LISTS_OF_A_MEASURE for row in rows)
    if not (are_pairs and 1 <= len(answers) <= MAX_MEASURES):
        return False
    texts = [*map(data.get, ("class_code", "student", "convention", "reveal")), *chain(*answers.values())]
    numbers: list[tuple[Any, float]] = [(data.get(key), most) for key, most in MAX_NUMBERS.items()]
    numbers += [(moment, MAX_NUMBERS["started"]) for moment in chain(*times.values())]
    are_numbers = (type(value) in (int, float) and 0 <= value <= most for value, most in numbers)
    is_typed = all(isinstance(text, str) for text in texts) and all(are_numbers)
    is_someones = is_typed and data["student"].strip() != ""
    return is_someones and type(data["decimals"]) is int and data["decimals"] >= 1 and _is_spelled_as_written(data)


def _is_spelled_as_written(data: dict[str, Any]) -> bool:
    """Return whether the measures are known, and spelled as an exercise writes them."""
    names = [*data["answers"]]
    with suppress(ValueError):
        return names == usual_spellings(names)
    return False


def judged_in(data: dict[str, Any], pairs: Pairs | None = None) -> list[Judged]:
    """Say what each answer is: where the two answers of a pair share a code, only that one is left."""
    decimals, convention = data["decimals"], data["convention"]
    whose = data["class_code"], data["student"], data["answers"]
    pairs = pairs or pairs_of(*whose, decimals, convention, data["reveal"])
    judged = []
    for name, pair in pairs.items():
        texts = [one_line(text)[:MAX_CHARACTERS] for text in data["answers"].get(name, [""] * LISTS_OF_A_MEASURE)]
        verdicts = judge(texts, pair, ranking_measure(name, convention=convention), decimals)
        answered = enumerate(zip(texts, verdicts, pair, strict=True), start=1)
        judged += [Judged(f"{name} #{k}", text, verdict, ranking=ranking) for k, (text, verdict, ranking) in answered]
    return judged


def read_answers(path: Path, name: str, part: ExercisePart) -> tuple[str, list[Judged], list[Finding]]:
    """Read who answered what in class; it is unusable if it is no such file, or of another class or exercise."""
    data = read_exercise(path, name)
    code = one_line(data["class_code"])
    if plain_code(code) != plain_code(part.class_code):
        raise Unusable("OTHER_CLASS", name=name, value=code[:MAX_ID], wanted=part.class_code)
    wanted, found = exercise_in(part.model_dump() | {"answers": part.measures}), exercise_in(data)
    if found != wanted:
        raise Unusable("OTHER_EXERCISE", name=name, value=", ".join(map(one_line, found)), wanted=", ".join(wanted))
    findings = [] if is_as_saved(data) else [finding("CHECKSUM", name=name)]
    if late := late_answers(data, part.minutes):
        findings.append(finding("TIME_OVER", count=late))
    if data["shown"]:
        findings.append(finding("VALUES_SHOWN", name=name))
    return one_line(data["student"]), judged_in(data), findings
