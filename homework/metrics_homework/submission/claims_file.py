"""The numbers that a student reports, in any form in which one number of each measure can be meant."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category

import numpy as np

from metrics_edu.files.json_text import not_json, parse_json
from metrics_edu.language import NUMERAL, _, refused
from metrics_edu.mistakes.written_numbers import MAX_DIGITS, FloatText, is_plain, number_in, read_claim
from metrics_edu.tables.reading.column_roles import is_passed_over
from metrics_edu.tables.reading.file_format import text_of
from metrics_edu.working.labels import one_line, spoken, without_accents
from metrics_homework.findings import Finding, Unusable, finding
from metrics_homework.measure_names import MEANS, canonical, is_usual, names_a_metric

if TYPE_CHECKING:
    from metrics_homework.policy import Part, Policy
    from metrics_homework.submission.files import SubmittedFile

Title = tuple[int, bool, str]
"""The title of a section: its level in Markdown, whether it is of data or of a system, and its text."""
Candidate = tuple[int, str, str]
"""A number of a measure: how far its names are from the measure, its names, and itself."""

MAX_CLAIMS = 1000
MAX_LINES = 5 * MAX_CLAIMS
MAX_CLAIMS_BYTES = 200_000
MAX_NAME, MAX_VALUE, MAX_UNKNOWN = 80, 200, 10
SHORTENED = MAX_DIGITS - 10
"""The characters that are kept of the digits of a longer number."""
NO_LEVEL = 7
"""The level of a title without a mark of Markdown."""
MAX_TITLE = 8
"""The words of the title of a section."""
MAX_LEVELS = 5
"""The names that one number may have around it, such as {"results": {"validation": {"MAP@10": 0.1}}}."""
WITHIN = " > "
"""The text between the names of a number, from the outer one on."""
MARKS = ("\t", ";", ":", ",", "|", "&", "=", BLANKS := "  ", " ")
"""The separators of a measure and its number: "&" of LaTeX, two blanks of a printed table; a blank is the last of the line."""
BOX = str.maketrans("│┆┃", "|||", "\0")
"""The lines between the columns of a printed table."""
COUNTS = (
    "n",
    "length",
    "largo",
    "listlength",
    "listsize",
    "nrecs",
    "numrecs",
    "nrecommendations",
    "numrecommendations",
    "recommendations",
    "nrecomendaciones",
    "recomendaciones",
    "itemsperuser",
    "maxrank",
)
"""The keys of a cut-off, or of a count of something else."""
CUTOFFS = (*COUNTS, "k", "ks", "at", "atk", "cutoff", "cutoffs", "rankcutoff", "top", "topk", "topn", "corte")
"""The keys of a cut-off that is beside a measure and its number."""
PARTS = ("user", "userid", "usuario", "epoch", "epoca", "fold")
"""The columns of the rows of one user, one round of training, or one part of the data."""
MEASURES = ("", "name", "nombre", "indicador", "indicator", "evaluacion", "evaluation")
"""The keys of a measure, beside those that are passed over, such as "metric"."""
TEXTS = (".txt", ".md", ".json", ".csv", ".tsv")
"""The endings of files that may have the numbers, where no file has the name that is wanted."""
MAX_FILES = 20
OTHERS = re.compile(
    r"(?<![a-z])(?:train(?:ing|ed|set)?|entren(?:amiento)?|in.sample|cv|cross|cruzada|folds?"
    r"|random(?!.?(?:forest|state|seed|walk))|aleatori[oa]s?|azar|baseline|linea base|ideal|oracle|oraculo"
    r"|macro|micro|weighted|ponderad[oa]|delta|count"
    r"|std|sd|stdev|stddev|stderr|sem|desv|desviacion|desvest|var|variance|varianza|ci|ic|median|mediana"
    r"|(?:min|max)(?!.?(?:rating|depth|iter|epoch|user|item|support|neighbo|leaf|feature|df|len)))(?![a-z])"
    r"|(?:^|> )(?:user|usuario|epoch|epoca)(?: ?id)?(?= >|$)|[<>!±]\s*$"
    r"|(?:^|> )\d+\s?%"
)
"""Words for numbers of other data, of a system to compare with, of one user, of another mean, of the spread, or of a limit."""
OF_TEST = re.compile(r"(?<![a-z])(?:test|testing|prueba)(?![a-z])")
"""Words for the test data. Such a number is read only where no other one is reported for the validation data."""
OF_VALIDATION = re.compile(r"(?<![a-z])val(?:id|idation|idacion)?(?![a-z])")
ITEM = re.compile(r"^\s*(?:\(?\d{1,2}[.)-]|\(?[a-zA-Z]\)|[-*•+])\s+(?=\D)")
"""The start of an item of a list: "1. MAP@10 = 0.25"."""
PRINTED = re.compile(r"\s*(?:(\w+)\s*=\s*)?(?:\w+\((?:<class '\w+'>,\s*)?)?(\{.*\}|\[\(.*\)\])\)?\s*", re.DOTALL)
"""A dictionary or pairs as Python prints them, or assigned to a variable."""
SERIES = re.compile(r"(.*)^Name: ([^\n]*), dtype: \w+\s*", re.DOTALL | re.MULTILINE)
"""A series as pandas prints it, with its name at the end."""


class Pairs(list[tuple[str, Any]]):
    """An object of JSON or a row of a table, also if a name comes twice."""


def read_claims(path: Path, name: str) -> dict[str, str]:
    """Read ``claims.json`` ({"MAP@10": 0.0575}) or ``claims.csv`` (a measure and a number a line)."""
    return claims_in(path.read_bytes(), name)


def claims_in(data: bytes, name: str) -> dict[str, str]:
    """Return the claims in the bytes of a file."""
    if len(data) > MAX_CLAIMS_BYTES:
        raise Unusable("TOO_LARGE", name=name, value=len(data), most=MAX_CLAIMS_BYTES)
    text = _without_fences(text_of(data))
    if match := PRINTED.fullmatch(text):
        text = f'{{"{match[1]}": {match[2]}}}' if match[1] else match[2]
    try:
        claims = claims_of(parse_json(text, object_pairs_hook=Pairs)) if _is_json(text) else _of_lines(text)
    except (ValueError, RecursionError) as error:
        claims = _of_nearly_json(text) if isinstance(error, json.JSONDecodeError) else {}
        if not claims:
            raise Unusable("UNREADABLE", why=not_json(name, error)) from None
    if not claims or len(claims) > MAX_CLAIMS:
        expected = _("{name}: expected a measure and its value on each line, such as MAP@10,0.0575", name=name)
        raise Unusable("UNREADABLE", why=expected)
    return claims


def _is_json(text: str) -> bool:
    """Return whether a text begins as JSON, and not as a section of an INI file."""
    return re.match(r"\s*(?:\{|\[(?!\s*[^\W\d]))", text) is not None


def _without_fences(text: str) -> str:
    """Return the blocks of JSON in a Markdown text, an object a line; or the text without the marks of its blocks."""
    parts = re.split(r"^[ \t]*```\w*\n(.*?)^[ \t]*```", text, flags=re.MULTILINE | re.DOTALL)
    titles: list[Title] = []
    blocks = []
    for above, block in zip(parts[::2], parts[1::2], strict=False):
        titles = reduce(lambda held, line: _titles_at(line, held), above.splitlines(), titles)
        if _is_json(block):
            title = json.dumps(" ".join(title[2] for title in titles))
            blocks.append(f"{{{title}: {' '.join(block.splitlines())}}}" if titles else " ".join(block.splitlines()))
    return "\n".join(blocks) or re.sub(r"^[ \t]*```.*$", "", text, flags=re.MULTILINE)


def _of_nearly_json(text: str) -> dict[str, str]:
    """Return the numbers of what is nearly JSON: an object a line, or what Python printed, also with 0,5."""
    printed = re.sub(r"(?<=[:,\[])\s*([a-z_.\d]+\([^()\"']{1,80}\))", r'"\1"', text.replace("'", '"'))
    printed = re.sub(r"([{,]\s*)(\d+)(?=\s*:)", r'\1"\2"', printed.replace("None", "null"))  # the key 10
    printed = re.sub(r"\)(?=\s*[,\]])", "]", re.sub(r"\((?=\")", "[", printed))  # the pair ("MAP", 0.25)
    for candidate in (printed, "[" + ",".join(filter(str.strip, printed.splitlines())) + "]"):
        with suppress(ValueError, RecursionError):
            return claims_of(parse_json(candidate, object_pairs_hook=Pairs))
    lines = re.sub(r",(?=\s*[\"'])", "\n", re.sub(r"^\s*\{|\}\s*$", "", text)).replace("'", '"')
    claims = {} if re.search(r"[{}\[]", lines) else _with_mark(lines, ":")
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


def _pairs_of(data: Any) -> Pairs:
    """Return the pairs of an object; none of other data."""
    if isinstance(data, Mapping):
        return Pairs((str(key), value) for key, value in data.items())
    return data if isinstance(data, Pairs) else Pairs()


def _numbers(data: Any, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Give each number with its names."""
    if isinstance(data, (Pairs, Mapping)):
        yield from _of_object(_pairs_of(data), names)
    elif isinstance(data, (list, tuple)) and len(data) == 2 and isinstance(data[0], str) and _pairs_of(data[1]):
        yield from _numbers(data[1], (*names, data[0]))
    elif isinstance(data, (list, tuple)) and any(isinstance(value, (list, tuple, Mapping)) for value in data):
        for value in data:
            yield from _numbers(value, names)
    elif isinstance(data, (list, tuple)) and len(data) > 1 and (not names or names_a_metric(str(data[0]))):
        if isinstance(data[0], str):
            yield _named((*names, data[0]), ",".join(filter(None, map(_written, data[1:]))) if data[2:] else data[1])
    elif names and (not isinstance(data, (list, tuple)) or names_a_metric(names[-1])):
        yield _named(names, data[0] if isinstance(data, (list, tuple)) and len(data) == 1 else data)


def _of_object(pairs: Pairs, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Give each number of an object, within its cut-off and the other names that its texts have."""
    if records := _records(pairs):
        for record in records:
            yield from _of_object(record, names)
        return
    places = [
        place for place, (key, value) in enumerate(pairs) if _is_cutoff(key) and not isinstance(value, (Pairs, Mapping))
    ]
    if places:
        starts = [0, *places[1:], len(pairs)]
        for place, start, end in zip(places, starts[:-1], starts[1:], strict=True):
            others = Pairs(pair for pair in pairs[start:end] if pair is not pairs[place])
            yield from _of_object(others, (*names, *_as_cutoff(*pairs[place], names)))
        return
    texts = [value for key, value in pairs if isinstance(value, str) and not (key.strip() and read_claim(value))]
    telling = [text for text in texts if canonical(text)[:1] == "@" or (len(text.split()) <= 3 and _tells_which(text))]
    is_within = any(map(names_a_metric, names))
    cutoffs = [text.lstrip("@") for _key, value in pairs if not is_within for text in _cutoffs_of_settings(value)]
    parts = [key for key, _value in pairs if canonical(key) in PARTS]
    names = (*names, *islice(dict.fromkeys((*cutoffs, *telling, *parts)), MAX_LEVELS))
    measures = [pair for pair in pairs if isinstance(pair[1], str) and names_a_metric(pair[1])]
    if measures and not any(names_a_metric(key) for key, _value in pairs):
        yield from _of_record(pairs, *measures[0], names)
        return
    for key, value in pairs:
        yield from _numbers(value, (*names, key))


def _is_cutoff(key: str) -> bool:
    return canonical(key.lstrip("@ ")) in CUTOFFS


def _as_cutoff(key: str, value: Any, names: Sequence[str] = ()) -> list[str]:
    """Return a cut-off as a name. An n may also count something else, so it is not marked as one."""
    written = re.sub(r"^\D*(\d+)(?:\.0+)?\D*$", r"\1", _written(value))
    if canonical(key) in COUNTS and "@" in canonical(" ".join(names)):
        return []
    return [f"@{written}" if written.isdigit() and canonical(key) not in COUNTS else written] * bool(written)


def _cutoffs_of_settings(data: Any) -> list[str]:
    """Return the cut-offs in an object without measures, which are those of its neighbours: {"config": {"k": 5}}."""
    pairs = _pairs_of(data)
    cells = [cell for _key, value in pairs for cell in (value if isinstance(value, list) else [value])]
    if any(isinstance(cell, (list, tuple, Mapping)) for cell in cells):
        return []
    if any(names_a_metric(text) for pair in pairs for text in pair if isinstance(text, str)):
        return []
    return [cutoff for key, value in pairs if _is_cutoff(key) for cutoff in _as_cutoff(key, value)]


def _tells_which(text: str) -> bool:
    """Return whether a text says which data or which system a number is of: "train", "random", "test data"."""
    return any(words.search(_plain(text)) for words in (OTHERS, OF_TEST, OF_VALIDATION))


def _plain(name: str) -> str:
    """Return the words of a name in lower case without accents, those of "svdTrain" apart."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name[: MAX_NAME * MAX_LEVELS])
    return without_accents(apart.casefold())


def _records(pairs: Pairs) -> list[Pairs]:
    """Return the rows of an object that has the columns of a table: {"metric": ["MAP@10"], "value": [0.1]}."""
    columns = [_column(value) for _key, value in pairs]
    if len(pairs) < 2 or not all(isinstance(column, list) and len(column) == len(columns[0]) for column in columns):
        return []
    return [Pairs(zip((key for key, _value in pairs), row, strict=True)) for row in zip(*columns, strict=True)]


def _column(value: Any) -> Any:
    """Return the cells of a column, also of one that has its rows by their numbers: {"0": 0.1, "1": 0.2}."""
    pairs = _pairs_of(value)
    is_numbered = [key for key, _cell in pairs] == [*map(str, range(len(pairs)))]
    return [cell for _key, cell in pairs] if pairs and is_numbered else None if isinstance(value, Pairs) else value


def _of_record(pairs: Pairs, column: str, measure: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Give the numbers of a measure that is a value itself: {"metric": "MAP", "value": 0.1, "std": 0.2}.

    Beside {"objective": "MAP"} only a value is its number, no {"epochs": 20}.
    """
    name, mark, _cutoff = canonical(column).partition("@")
    names, is_measure = (*names, *[column] * bool(mark)), name in MEASURES
    others = [pair for pair in pairs if pair[1] != measure and not is_passed_over(pair[0])]
    wanted = [pair for pair in others if is_measure or not canonical(pair[0]) or isinstance(pair[1], (Pairs, Mapping))]
    numbers = [pair for pair in wanted if re.search(r"\d", str(pair[1])) and not names_a_metric(str(pair[1]))]
    named = [pair for pair in numbers if re.search(r"[^\W\d_]", pair[0]) and not canonical(pair[0])]  # "value"
    for key, value in named or numbers or wanted[:1]:
        if isinstance(value, (Pairs, Mapping, list)):
            yield from _numbers(value, (*names, *[measure] * is_measure, key))
        else:
            yield _named((*names, key, measure), value)
    for key, value in others if not wanted else ():
        yield from _numbers(value, (*names, key))


def _named(names: Sequence[Any], value: Any) -> tuple[str, str]:
    """Return the names of a number without those that say nothing, and the number as it was written."""
    telling = [name for name in map(str, names) if canonical(name) or "%" in name] or names[-1:]
    return WITHIN.join(one_line(_visible(name))[: MAX_NAME + 1] for name in telling), _written(value)


def _written(value: Any) -> str:
    """Return a value as text; of a float, that it shows no zeros at its end is known."""
    text = "" if value is None else one_line(_visible(value))
    if long := re.fullmatch(rf"([\d.,+-]{{{SHORTENED}}})[\d.,]*([eE][+-]?\d{{1,3}})?", text):
        text = text if long[2] and not re.search("[.,]", long[1]) else long[1] + (long[2] or "")
    text = text[: MAX_VALUE + 1]
    return FloatText(text) if isinstance(value, float | np.floating) else text


def _visible(value: Any) -> str:
    """Return a value as text without the characters that have no width, which come with pasted text."""
    return "".join(character for character in str(value) if category(character) != "Cf")


def _of_lines(text: str) -> dict[str, str]:
    if match := SERIES.fullmatch(text):
        text = f"{match[2]}\n{match[1]}"
    text = text.translate(BOX).replace("\\\\", "\n")
    lines = [piece for line in text.splitlines() for piece in _pieces(ITEM.sub("", line))]
    if len(lines) > MAX_LINES:
        return {}
    return max((_with_mark("\n".join(lines), mark) for mark in MARKS), key=_count_of_read)


def _pieces(line: str) -> list[str]:
    """Return the parts of a line, if each has a measure and its number: "MAP@10=0.25; nDCG@10=0.1"."""
    pieces = re.split(r"[;|]|,\s*(?=[^\W\d])", line)
    halves = [re.fullmatch(r"[^=:]+[=:]([^=:]*)", piece) for piece in pieces]
    return pieces if all(half and re.search(r"\d", half[1]) for half in halves) else [line]


def _count_of_read(claims: Mapping[str, str]) -> tuple[int, int, int]:
    """Return how many measures have a number, how many lines have a measure, and if none does, how many have a number."""
    read = {name for name, value in claims.items() if read_claim(value) is not None}
    named = {name for name in claims if any(map(names_a_metric, name.split(WITHIN)))}
    return len(named & read), len(named), 0 if named else len(read)


def _with_mark(text: str, mark: str) -> dict[str, str]:
    """Return the numbers of lines, each within the titles above it that say which data, system or cut-off they are of."""
    titles: list[Title] = []
    sections: list[tuple[list[Title], list[list[str]]]] = [(titles, [])]
    for line in text.splitlines():
        row, rows = _cells(line, mark), sections[-1][1]
        if _is_row(row, mark):
            rows.append(row)
        elif mark == BLANKS and len(rows) == 1 and _is_cutoff(line.strip()):  # the name of an index, below the others
            rows[0].insert(0, line.strip())
        elif (changed := _titles_at(line, titles)) != titles:
            titles = changed
            sections.append((titles, []))
    return _by_name(
        pair for above, rows in sections for pair in _of_rows(rows, mark, tuple(title[2] for title in above))
    )


def _is_row(row: list[str], mark: str) -> bool:
    """Return whether the cells of a line are of a table; in a text, one has a number or is "Metric: MAP", no "top 5"."""
    if len(row) < 2 or mark not in "=: ":
        return len(row) > 1
    if mark == " ":
        return bool(re.search(r"\d", row[1])) and ("@" in canonical(row[0])) == ("@" in canonical(" ".join(row)))
    return bool(re.search(r"\d", row[-1])) or names_a_metric(row[-1])


def _titles_at(line: str, titles: list[Title]) -> list[Title]:
    """Return the titles that hold from a line on: its own, and those above it that it does not replace."""
    title, level = line.strip(" \t#*_:=-[]{\"'"), len(line) - len(line.lstrip("#"))
    is_of_data = _tells_which(title)
    if len(title.split()) > MAX_TITLE or not (is_of_data or title.isdigit() or "@" in canonical(title)):
        return [title for title in titles if not level or title[0] < level]
    kept = [
        title for title in titles if title[0] < level or (not level and (title[0] < NO_LEVEL or title[1] != is_of_data))
    ]
    return [*kept, (level or NO_LEVEL, is_of_data, title)]


def _of_rows(rows: list[list[str]], mark: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    rows = rows[: MAX_CLAIMS + 2]
    between = "," if mark == "," else " ; "  # only 0,25 is a number
    head = rows[0] if len(rows) > 1 and mark not in "=: " and not any(map(read_claim, rows[0][:1])) else []
    is_head = not any(map(read_claim, head)) or not canonical(head[0])
    if head and is_head and not (names_a_metric(head[0]) and names_a_metric(rows[1][0])):
        head = ["", *head] if mark == BLANKS and len(rows[1]) == len(head) + 1 else head
        for row in rows[1:]:
            if len(row) == len(head):
                yield from _of_object(Pairs(zip(head, row, strict=True)), names)
            elif row[0]:
                yield _named((*names, *head[1:], row[0]), between.join(filter(None, row[1:])))
    else:
        yield from _of_object(Pairs((row[0], between.join(filter(None, row[1:]))) for row in rows if row[0]), names)


def _cells(line: str, mark: str) -> list[str]:
    """Return the cells of a line without the empty ones at its end; none of the line below a head of Markdown."""
    if mark == BLANKS:
        return re.split(r"\s{2,}", line.strip())
    if mark == " ":
        return re.sub(r"\s%$", "%", line.strip(" \t-*")).rsplit(maxsplit=1)
    line = line.strip().removeprefix("|").removesuffix("|") if mark == "|" else line.replace("{,}", ",")
    cells = [cell.strip(' \t"') for cell in line.split(mark)]
    while cells and not cells[-1]:
        cells.pop()
    return [] if mark == "|" and all(re.fullmatch(r":?-*:?", cell) for cell in cells) else cells


def other_claims_files(files: Iterable[SubmittedFile], part: Part, policy: Policy) -> list[SubmittedFile]:
    """Return the files of other names that have numbers of the policy: those that begin as the wanted one, or else all."""
    stems = tuple(re.split(r"[*?.\[]", name.casefold())[0] for name in part.file)
    texts = [file for file in files if file.wrong is None and file.base.casefold().endswith(TEXTS)]
    texts = [file for file in texts if not OTHERS.search(_plain(file.base))][:MAX_FILES]
    likely = [file for file in texts if file.size <= MAX_CLAIMS_BYTES and _has_numbers(file, policy)]
    return [file for file in likely if file.base.casefold().startswith(tuple(filter(None, stems)))] or likely


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
    candidates, unread = _candidates(claims, policy)
    findings = [finding("UNKNOWN_CLAIM", value=text) for text in unread[:MAX_UNKNOWN]]
    named, loose = {}, []
    for title, found in candidates.items():
        filled = [choice for choice in found if choice[2]] or found
        likely = [choice for choice in filled if choice[0] == min(filled)[0]]
        _rank, name, named[title] = likely[0]
        if others := [choice for choice in likely if not _is_same(choice[2], likely[0][2])]:
            first, second = (f"{name} {value}" for _rank, name, value in (likely[0], others[0]))
            findings.append(finding("TWO_CLAIMS", measure=spoken(title), value=first, other=second))
            named[title] = ""
        elif named[title] and (number := _loosely(name, title, named[title])):
            loose.append(f"{name} {named[title]} ({spoken(title)} {number})")
    if loose:
        findings.append(finding("CLAIM_READ", value="; ".join(loose)))
    return named, findings


def _candidates(claims: Mapping[str, str], policy: Policy) -> tuple[dict[str, list[Candidate]], list[str]]:
    """Return the numbers of each measure, and why others were not read, if their measure has no number."""
    candidates: dict[str, list[Candidate]] = {}
    unread: list[tuple[str, str]] = []
    for name, value in claims.items():
        title, rank = "", None
        try:
            title, rank = _measure_of(name, policy)
            if rank is None:
                policy.measure_called(name)
                raise refused("{name!r} has a number that is not the value of {measure}", name=name, measure=title)
        except ValueError as error:
            if NUMERAL.search(value):
                unread.append((title, one_line(error)))
        if rank is not None:
            candidates.setdefault(title, []).append((rank, name.strip(), _as_percentage(name, value)))
    return candidates, [text for title, text in unread if title not in candidates]


def _measure_of(name: str, policy: Policy) -> tuple[str, int | None]:
    """Return the measure that is meant by all names of a number, or else by the inner ones, and how far they are from it.

    A cut-off of the outer names is the measure's, unless it has none. A number of other data or of the spread has no rank.
    """
    names = name.strip().rsplit(WITHIN, MAX_LEVELS)
    names = ["overall" if canonical(name) in MEANS else name for name in names]
    if "@" not in canonical(" ".join(names)):
        names = [f"@{canonical(name)}" if re.fullmatch(r"[1-9]\d{0,5}", canonical(name)) else name for name in names]
    plain = _plain(name)
    for outer in range(len(names)):
        inner = " ".join(names[outer:])
        cutoffs = "".join(f" @{cutoff}" for name in names[:outer] for cutoff in canonical(name).split("@")[1:])
        for called in dict.fromkeys((inner + cutoffs, inner)):
            with suppress(ValueError):
                title = policy.measure_called(called)
                if called == inner + cutoffs or policy.by_title[title].metric.kind == "rating":
                    is_other = OTHERS.search(plain)
                    return title, None if is_other else outer + (MAX_LEVELS if OF_TEST.search(plain) else 0)
    return policy.measure_called(name), 0


def _as_percentage(name: str, value: str) -> str:
    """Return a number with the % that its name has: "Item coverage (%)"."""
    is_share = re.search(r"[(\[]\s*%\s*[)\]]|(?:^|\s)%(?:\s|$)", name.strip()) and is_plain(value) and "%" not in value
    return f"{value} %" if is_share else value


def _is_same(one: str, other: str) -> bool:
    claim, second = read_claim(one), read_claim(other)
    return one == other or (claim is not None and second is not None and claim.value == second.value)


def _loosely(name: str, title: str, value: str) -> str:
    """Return the number that was read, if the name or the number were not written as usual; "" if they were, or none is read."""
    is_clear = is_plain(value) and is_usual(name, title)
    return "" if is_clear or read_claim(value) is None else number_in(value)
