"""Pasted lists: R and N, grades, arrays, or lines of a label and a mark."""

from __future__ import annotations

import csv
import re

from metrics_edu.language import N_, PRINTED, _, read_number, refused
from metrics_edu.working.labels import one_line

MAX_LABEL_LETTERS = 200
MAX_LINE_LETTERS = 10_000
MAX_GRADE = 5
MARK_TITLES = {
    "grade",
    "label",
    "mark",
    "r/n",
    "rating",
    "ratings",
    "rel",
    "relevance",
    "relevant",
    "score",
    "relevante",
    "nota",
}
"""What a line of column titles may end with."""
LETTER_MARK = re.compile("[RrNn]")
ARRAY_BEGIN = re.compile(r"(\w{1,40} ?= ?)?([\w.]{0,40}(array|tensor|Series|list|tuple)\( ?)?[\[(]")
AROUND_NUMBERS = re.compile(r"^\w{1,40} ?=|\b(dtype|device)=[^,)\]]*|\b[\w.]{1,40}\(|[\[\](){}'\"]")
"""What is around the numbers of an array."""
MISSED_LINE = re.compile(r"^[ \t]*(?:missed|omitidos)[ \t]*:", re.IGNORECASE | re.MULTILINE)
"""What begins the missed items of a pasted list, in each language."""
TRUTH_MARKS = {"true": "R", "false": "N", "np.true_": "R", "np.false_": "N"}
PastedLines = list[tuple[int, str]]
"""Lines, or the words in them, each with the number of its line."""


def read_list(text: str, mark: float, called: str = N_("Item {k}")) -> list[tuple[str, float | None]]:
    r"""Read a pasted list into labels and grades: ``NRRN``, grades, or lines of ``label`` or ``label, R|N|grade``.

    R has the grade `mark`; a line without a mark has none (None). Columns may begin with a line of titles. Items without a
    label are `called` by their rank.

    Examples
    --------
    >>> read_list("NR", 1) == read_list("[0, 1]", 1) == read_list("array([False,  True])", 1)
    True
    >>> read_list("Gala, R\nPear\nFuji;3", 1)
    [('Gala', 1.0), ('Pear', None), ('Fuji', 3.0)]
    """
    lines = _lines(text)
    if lines and re.match(r"(Name: .{0,99}, )?dtype: \w+$", lines[-1][1]):  # a Series of pandas
        lines = [(k, "\t".join(line.rsplit(None, 1))) for k, line in lines[:-1]]
    elif (grades := _read_marks(lines, mark)) is not None:
        return [(_(called, k=k), value) for k, value in enumerate(grades, start=1)]
    return [_read_line(line, k, rank, mark) for rank, (k, line) in enumerate(lines[has_titles(text) :], start=1)]


def has_titles(text: str) -> bool:
    first, *others = _lines(text) or [(1, "")]
    cells = re.split("[\t;,]", first[1])
    return bool(others) and len(cells) > 1 and cells[-1].strip(' "').lower() in MARK_TITLES


def _lines(text: str) -> PastedLines:
    lines = enumerate(text.lstrip("\ufeff").splitlines(), start=1)
    return [(k, line.strip(" ")) for k, line in lines if line.strip()]


def _read_marks(lines: PastedLines, mark: float) -> list[float] | None:
    text = "\n".join(line for _k, line in lines)
    is_array = bool(ARRAY_BEGIN.match(text)) and text.rstrip("\t\n ,;")[-1] in ")]"
    words = [(k, word) for k, line in lines for word in _words(line, is_array=is_array, alone=len(lines) == 1)]
    if is_array and not words:
        return []
    if re.fullmatch(r"(?![RN][rn]*$)[A-Z][a-z]*", text):  # Ran: a name
        return None
    letters = [(k, letter) for k, word in words for letter in word] if is_array or len(lines) == 1 else words
    for read, marks in ((lambda word: read_number(word, PRINTED), words), (LETTER_MARK.fullmatch, letters)):
        fits = [read(word) is not None for _k, word in marks]
        if 2 * sum(fits) > len(fits):
            if is_array and "][" in re.sub(r"[\s,]", "", text):
                raise refused("these are several lists: paste one of them")
            return [_value(word, k, mark, fit=fit) for fit, (k, word) in zip(fits, marks, strict=True)]
    if len(lines) > 1 and all(re.fullmatch(r"[RrNn ]{2,}|[\d.]+ [\d. ]+", line) for _k, line in lines):
        raise refused(
            "line {line} is a second list: paste one of them, or one item per line (Gala, R)", line=lines[1][0]
        )
    return None


def _words(line: str, *, is_array: bool, alone: bool) -> list[str]:
    if not (is_array or alone):
        return [line]
    words = re.split(r"[\s;]+", (AROUND_NUMBERS.sub(" ", line) if is_array else line).strip("\t ,;"))
    decimal = not is_array and len(words) > 1 and all(re.fullmatch(r"\d+(,\d+)?", word) for word in words)
    parts = words if decimal else [part for word in words for part in word.split(",") if part]
    return [TRUTH_MARKS.get(part.lower(), part) for part in parts]


def _grade(word: str, mark: float) -> float:
    if word in "RrNn":
        return float(mark) if word in "Rr" else 0.0
    return -1.0 if (grade := read_number(word, PRINTED)) is None else grade


def _value(word: str, line: int, mark: float, *, fit: bool) -> float:
    if not fit:
        raise refused(
            "line {line}: cannot read {value}; write R and N (NRRN), grades (3 0 2), or one item per line (Gala, R)",
            line=line,
            value=one_line(word)[:20],
        )
    value, facts = _grade(word, mark), {"line": line, "most": MAX_GRADE, "value": word[:20]}
    if not 0 <= value <= MAX_GRADE:
        raise refused("line {line}: a grade must be from 0 to {most}; got {value}", **facts)
    return value


def _mark_of(line: str) -> tuple[list[str], str | None]:
    line = line[:MAX_LINE_LETTERS]
    delimiter = next((letter for letter in "\t;," if letter in line), "")
    cells = next(csv.reader([line], delimiter=delimiter)) if delimiter else [line]
    while len(cells) > 2 and not cells[-1].strip():
        cells.pop()
    mark = cells[-1].strip().lower()
    mark = TRUTH_MARKS.get(mark, mark).lower()
    if delimiter == "," and re.search(r",\s*\d+,\d+$", line):
        return cells, None  # a grade of 2,5, or an item "Gala, 2" with a grade of 5?
    if not delimiter or mark in ("r", "n", "") or re.fullmatch(r"\d+([.,]\d+)?", mark):
        return (cells[:-1], mark) if delimiter else (cells, "")
    return ([line], "") if delimiter == "," else (cells, None)  # a comma may be a part of the label


def _read_line(line: str, k: int, rank: int, relevant: float) -> tuple[str, float | None]:
    cells, mark = _mark_of(line)
    label = one_line(", ".join(filter(str.strip, cells)))[:MAX_LABEL_LETTERS] or _("Item {k}", k=rank)
    if mark == "":
        return label, None
    value = -1.0 if mark is None else _grade(mark, relevant)
    if mark is None and not re.search("[\t;]", line):
        raise refused(
            "line {line}: {value} could be one grade or two columns: write 2.5, or ; between columns",
            line=k,
            value=line[-40:].split(",", 1)[-1].strip(),
        )
    if not 0 <= value <= MAX_GRADE:
        quoted = line.replace("\t", ";").rpartition(";")[2].strip() if mark is None else mark
        raise refused(
            "line {line}: the last column must be R, N or a grade from 0 to {most}; got {value}",
            line=k,
            most=MAX_GRADE,
            value=one_line(quoted)[:40],
        )
    return label, value


def split_missed(text: str) -> tuple[str, str]:
    """Part a pasted text into the shown list and the missed items, whose lines keep their numbers."""
    begin = MISSED_LINE.search(text)
    if begin is None:
        return text, ""
    shown = text[: begin.start()]
    return shown, "\n" * shown.count("\n") + text[begin.end() :]


def read_missed(text: str, mark: float) -> list[tuple[str, float]]:
    """Read missed items: without a mark an item is relevant, and one that is not has no effect on any value."""
    items = [(label, mark if grade is None else grade) for label, grade in read_list(text, mark, N_("Missed {k}"))]
    return [(label, grade) for label, grade in items if grade > 0]
