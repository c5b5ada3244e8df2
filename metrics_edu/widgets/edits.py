"""Edits of one user's items, each from lanes to new lanes and the sentence that names it; what is pasted. No widget here.

An edit takes the lanes, the order of the front end, and the grade from which an item is relevant.
"""

from __future__ import annotations

import csv
import itertools
import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from metrics_edu.language import N_, _, ngettext, number, refused
from metrics_edu.widgets.state import MAX_ITEMS, Item, Lanes
from metrics_edu.working import isolated, one_line

MAX_LABEL_LETTERS = 200
MAX_LINE_LETTERS = 10_000
MAX_GRADE = 5
MARK_TITLES = {
    "grade", "label", "mark", "r/n", "rating", "ratings", "rel", "relevance", "relevant", "score", "relevante", "nota",
}  # fmt: skip
"""What a line of column titles may end with."""
LETTER_MARK = r"[RrNn]"
NUMBER_MARK = r"[-+]?(\d+([.,]\d*)?|[.,]\d+)([eE][-+]?\d+)?|nan|-?inf"
ARRAY_BEGIN = re.compile(r"(\w{1,40} ?= ?)?([\w.]{0,40}(array|tensor|Series|list|tuple)\( ?)?[\[(]")
AROUND_NUMBERS = re.compile(r"^\w{1,40} ?=|\b(dtype|device)=[^,)\]]*|\b[\w.]{1,40}\(|[\[\](){}'\"]")
"""What stands around the numbers of an array."""
MISSED_LINE = re.compile(r"^[ \t]*(?:missed|omitidos)[ \t]*:", re.IGNORECASE | re.MULTILINE)
"""What begins the missed items of a pasted list, in each language."""
TRUTH_MARKS = {"true": "R", "false": "N", "np.true_": "R", "np.false_": "N"}
Lines = list[tuple[int, str]]
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


def _lines(text: str) -> Lines:
    lines = enumerate(text.lstrip("\ufeff").splitlines(), start=1)
    return [(k, line.strip(" ")) for k, line in lines if line.strip()]


def _read_marks(lines: Lines, mark: float) -> list[float] | None:
    text = "\n".join(line for _k, line in lines)
    is_array = bool(ARRAY_BEGIN.match(text)) and text.rstrip("\t\n ,;")[-1] in ")]"
    words = [(k, word) for k, line in lines for word in _words(line, is_array=is_array, alone=len(lines) == 1)]
    if is_array and not words:
        return []
    if re.fullmatch(r"(?![RN][rn]*$)[A-Z][a-z]*", text):  # Ran: a name
        return None
    letters = [(k, letter) for k, word in words for letter in word] if is_array or len(lines) == 1 else words
    for pattern, marks in ((NUMBER_MARK, words), (LETTER_MARK, letters)):
        fits = [bool(re.fullmatch(pattern, word)) for _k, word in marks]
        if 2 * sum(fits) > len(fits):
            if is_array and "][" in re.sub(r"[\s,]", "", text):
                raise refused("these are several lists: paste one of them")
            return [_value(word, k, mark, fit=fit) for fit, (k, word) in zip(fits, marks, strict=True)]
    if len(lines) > 1 and all(re.fullmatch(r"[RrNn ]{2,}|[\d.]+ [\d. ]+", line) for _k, line in lines):
        raise refused("line {line} is a second list: paste one of them, or one item a line (Gala, R)", line=lines[1][0])
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
    return float(word.replace(",", "."))


def _value(word: str, line: int, mark: float, *, fit: bool) -> float:
    if not fit:
        sentence = N_(
            "line {line}: {given} does not fit; a list is R and N (NRRN), or grades (3 0 2), or one item a line (Gala, R)"
        )
        raise refused(sentence, line=line, given=one_line(word)[:20])
    value, facts = _grade(word, mark), {"line": line, "most": MAX_GRADE, "given": word[:20]}
    if not 0 <= value <= MAX_GRADE:
        raise refused("line {line}: a grade must be from 0 to {most}; got {given}", **facts)
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
        raise refused("line {line}: {given} could be one grade or two columns: write 2.5, or ; between columns",
                      line=k, given=line[-40:].split(",", 1)[-1].strip())  # fmt: skip
    if not 0 <= value <= MAX_GRADE:
        quoted = line.replace("\t", ";").rpartition(";")[2].strip() if mark is None else mark
        facts = {"line": k, "most": MAX_GRADE, "given": one_line(quoted)[:40]}
        raise refused("line {line}: the last column must be R, N or a grade from 0 to {most}; got {given}", **facts)
    return label, value


# the edits


@dataclass(frozen=True)
class Edited:
    """What an edit gives: the new lanes, the sentence that names it, and the item chosen then."""

    lanes: Lanes
    said: str
    chosen: str | None


def _item(lanes: Lanes, order: dict[str, Any]) -> Item:
    item = lanes.find(order.get("id"))
    if item is None:
        raise refused("that item is not in the list any more")
    return item


def _whole(value: Any, name: str = "") -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value // 1:
        raise refused("{name} must be a whole number; got {given}", name=name or _("a rank"), given=str(value)[:20])
    return int(value)


def toggle(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    item = _item(lanes, order)
    if item.grade < threshold:
        relevant = replace(item, grade=float(max(threshold, 1)))
        return Edited(lanes.put(relevant), _("{label} is now relevant", label=item.called), item.id)
    if not lanes.rank(item.id):
        raise refused("{label} is missed, so it is relevant; remove it instead", label=item.called)
    return Edited(lanes.put(replace(item, grade=0.0)), _("{label} is now not relevant", label=item.called), item.id)


def grade(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    item, value = _item(lanes, order), order.get("grade")
    if not isinstance(value, (int, float)) or not 0 <= value <= MAX_GRADE:
        raise refused("a grade must be from 0 to {most}; got {given}", most=MAX_GRADE, given=str(value)[:20])
    if not value and not lanes.rank(item.id):
        raise refused("{label} is missed, so its grade must be above 0; remove it instead", label=item.called)
    said = _("{label}, grade {old} → {new}", label=item.called, old=number(item.grade), new=number(value))
    return Edited(lanes.put(replace(item, grade=float(value))), said, item.id)


def move(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Move an item to a rank (`rank`) or by ranks (`by`); a missed item is shown there."""
    item = _item(lanes, order)
    old, rest = lanes.rank(item.id), lanes.without(item.id)
    wanted = old + _whole(order["by"]) if "by" in order else _whole(order.get("rank"))
    new = min(max(wanted, 1), len(rest.shown) + 1)
    said = _("{label} is now shown at rank {new}", label=item.called, new=new)
    if old:
        said = _("{label}, rank {old} → {new}", label=item.called, old=old, new=new)
    return Edited(replace(rest, shown=(*rest.shown[: new - 1], item, *rest.shown[new - 1 :])), said, item.id)


def miss(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    item = _item(lanes, order)
    if item.grade <= 0:
        raise refused("{label} is not relevant, so it cannot be missed; remove it instead", label=item.called)
    rest = lanes.without(item.id)
    return Edited(replace(rest, missed=(*rest.missed, item)), _("{label} is now missed", label=item.called), item.id)


def show(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    return move(lanes, {"id": order.get("id"), "rank": len(lanes.shown) + 1}, threshold)


def rename(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    item, label = _item(lanes, order), one_line(order.get("label", ""))[:MAX_LABEL_LETTERS]
    if not label:
        raise refused("a name must hold at least one letter")
    said = _("{old} is now called {new}", old=item.called, new=isolated(label))
    return Edited(lanes.put(replace(item, label=label)), said, item.id)


def remove(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    item = _item(lanes, order)
    rank, rest = lanes.rank(item.id), lanes.without(item.id)
    near = rest.shown[min(rank, len(rest.shown)) - 1].id if rank and rest.shown else None
    return Edited(rest, _("{label} is removed", label=item.called), near)


def add(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    if len(lanes.shown) >= MAX_ITEMS:
        raise refused("a list can hold {most} items here", most=MAX_ITEMS)
    rank = lanes.rank(order.get("after")) or len(lanes.shown)
    item = Item(next(_new_ids(lanes)), _("Item {k}", k=len(list(lanes)) + 1), 0.0)
    shown = (*lanes.shown[:rank], item, *lanes.shown[rank:])
    return Edited(replace(lanes, shown=shown), _("{label} is added", label=item.called), item.id)


def ideal(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    shown = tuple(sorted(lanes.shown, key=lambda item: -item.grade))
    return Edited(replace(lanes, shown=shown), _("sorted, best first"), order.get("chosen"))


def shuffle(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    shown = tuple(random.sample(lanes.shown, len(lanes.shown)))
    return Edited(replace(lanes, shown=shown), _("shuffled"), order.get("chosen"))


def set_relevant(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Bring |R| to a number (`to`) or change it (`by`): missed items are added, or the last ones taken away."""
    hits = sum(item.grade >= threshold for item in lanes.shown)
    relevant = [item.id for item in lanes.missed if item.grade >= threshold]
    wanted = _whole(order.get("by", order.get("to")), "|R|")
    if "by" in order:
        wanted = min(max(hits + len(relevant) + wanted, hits), MAX_ITEMS)
    if not hits <= wanted <= MAX_ITEMS:
        facts = {"hits": hits, "most": MAX_ITEMS, "given": wanted}
        raise refused("|R| must be from {hits}, the relevant items that are shown, to {most}; got {given}", **facts)
    gone = set(relevant[wanted - hits :])
    kept = [item for item in lanes.missed if item.id not in gone]
    labels = {item.label for item in lanes}
    names = (label for k in itertools.count(1) if (label := _("Missed {k}", k=k)) not in labels)
    lacking, ids = wanted - hits - len(relevant), _new_ids(lanes)
    more = [Item(next(ids), next(names), float(max(threshold, 1))) for _k in range(lacking)]
    said = _("missed items {old} → {new}", old=len(lanes.missed), new=len(kept) + len(more))
    chosen = None if order.get("chosen") in gone else order.get("chosen")
    return Edited(replace(lanes, missed=(*kept, *more)), said, chosen)


def _new_ids(lanes: Lanes) -> Iterator[str]:
    ids = {item.id for item in lanes}
    return (id for k in itertools.count() if (id := f"n{k}") not in ids)


def paste(lanes: Lanes, order: dict[str, Any], threshold: float) -> Edited:
    """Replace the list by a pasted one and the missed items that it names; what was missed before is left behind."""
    text, mark = str(order.get("text", "")), max(threshold, 1)
    if re.match(r"\s*v=\d+&", text):
        raise refused("this is a state: in a cell, Explorer.from_state('...') shows it")
    text, rest = _parted(text)
    items, others = read_list(text, mark), _read_missed(rest, mark)
    if not items:
        raise refused("nothing to read: paste R and N, or one item a line")
    if (given := len(items) + len(others)) > MAX_ITEMS:
        raise refused("a list can hold {most} items here; got {given}", most=MAX_ITEMS, given=given)
    if not order.get("graded") and {grade for _label, grade in (*items, *others)} <= {0, 1, None}:
        items = [(label, mark if grade else grade) for label, grade in items]  # 1 and 0 are R and N
        others = [(label, mark) for label, _grade in others]
    shown = tuple(Item(f"p{k}", label, grade or 0.0) for k, (label, grade) in enumerate(items))
    missed = tuple(Item(f"p{k}", label, grade) for k, (label, grade) in enumerate(others, start=len(shown)))
    if _content(shown, missed) == _content(lanes.shown, lanes.missed):
        raise refused("this list is shown already")
    hits, unmarked = sum(item.grade >= threshold for item in shown), sum(grade is None for _label, grade in items)
    count = len(shown)
    said = ngettext("pasted {count} item, {hits} relevant", "pasted {count} items, {hits} relevant", count, hits=hits)
    said += _(" (the first line read as titles)") if has_titles(text) else ""
    said += _(" ({count} without a mark: not relevant)", count=unmarked) if unmarked else ""
    said += _(" ({count} more missed)", count=len(missed)) if missed else ""
    said += _(" (missed items left behind: {count})", count=len(lanes.missed)) if lanes.missed and not missed else ""
    return Edited(replace(lanes, shown=shown, missed=missed), said, None)


def _content(shown: Iterable[Item], missed: Iterable[Item]) -> list[list[tuple[str, float]]]:
    return [[(item.label, item.grade) for item in lane] for lane in (shown, missed)]


def _parted(text: str) -> tuple[str, str]:
    """Part a pasted text into the shown list and the missed items, whose lines keep their numbers."""
    begin = MISSED_LINE.search(text)
    if begin is None:
        return text, ""
    shown = text[: begin.start()]
    return shown, "\n" * shown.count("\n") + text[begin.end() :]


def _read_missed(text: str, mark: float) -> list[tuple[str, float]]:
    """Read missed items: without a mark an item is relevant, and one that is not has no effect on any value."""
    items = [(label, mark if grade is None else grade) for label, grade in read_list(text, mark, N_("Missed {k}"))]
    return [(label, grade) for label, grade in items if grade > 0]


EDITS: dict[str, Callable[[Lanes, dict[str, Any], float], Edited]] = {
    edit.__name__: edit
    for edit in (toggle, grade, move, miss, show, rename, remove, add, ideal, shuffle, set_relevant, paste)
}
"""The edits by the names that the front end sends."""
