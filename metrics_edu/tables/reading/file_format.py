"""File format: what parts the fields of a file of lines, and where each column is.

``csv_and_trec.py`` reads it, or ``plain_lines.py`` where polars is missing.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path

from metrics_edu.files.gzip_files import open_bytes, open_text
from metrics_edu.files.table_error import TableError, unreadable
from metrics_edu.language import EXACT, N_, SPREADSHEET, Dialect, _, read_number
from metrics_edu.tables.reading.column_roles import PAIR, SAMPLE_ROWS, columns_of, role_of
from metrics_edu.tables.reading.plain_rows import is_time, plain_positions

MAX_COLUMNS = 5_000
"""A list of a submission has at most 1,000 items. polars takes kilobytes for each column, whatever it holds."""

MAX_HEAD_BYTES = 1 << 20
"""The number of bytes that are read to decide what a file is; its first line must end within them."""

UTF8 = "utf-8-sig"

SAMPLE_BYTES = 1 << 17
"""The number of bytes within which an id such as 007 must come, if ids of digits are to be text."""

TREC = {
    "recommendations": (6, {"user": 0, "item": 2, "score": 4, "rank": 3}, N_("user Q0 item rank score name")),
    "judgments": (4, {"user": 0, "item": 2, "grade": 3}, N_("user 0 item grade")),
}
TREC["ratings"] = TREC["judgments"]
"""What a line of a TREC run and of a qrels file holds, apart by blanks. As in trec_eval, lines that begin with # are comments,
and what follows the name of a run is passed over."""


@dataclass(frozen=True)
class FileFormat:
    """What parts the fields of a file, whether a head comes first, and the place of each column.

    In a wide file the items are in the columns `wide`, rank 1 first, or all in its one column if `has_lists`; `names` are those
    of all columns, if they have any, `width` is how many fields a line may have, and `skip` how many lines are before the head
    (Excel's sep=;). In the `encoding` of the file, its fields may be `parted` by more than one character: tabs replace these.
    Of rank and score, the one that decides is first among the `positions`.
    """

    path: Path
    mark: str
    head: bool
    positions: Mapping[str, int]
    wide: range | None = None
    zeros: bool = False
    names: tuple[str, ...] = ()
    width: int = 0
    skip: int = 0
    for_polars: bool = True  # whether polars finds the columns of the head, and no more
    is_packed: bool = False  # whether it is a gzip file
    has_lists: bool = False
    has_no_names: bool = False  # whether it should be reported what the columns were taken for
    parted: str = ""
    encoding: str = UTF8

    @property
    def source(self) -> Path | bytes:
        """The file as polars reads it, or its text in UTF-8 with tabs between the fields."""
        if self.encoding == UTF8 and not self.parted:
            return self.path
        with self._text() as file:
            return file.read().encode()

    def _text(self) -> io.TextIOBase:
        file = open_text(self.path, is_packed=self.is_packed, encoding=self.encoding)
        if not self.parted:
            return file
        with file:
            return io.StringIO(_with_tabs(file.read(), self.parted), newline="")

    @property
    def dialect(self) -> Dialect:
        """How numbers are written: a comma is a decimal comma where it does not part the fields."""
        return EXACT if self.mark == "," else SPREADSHEET

    @cached_property
    def read(self) -> Callable[[str], float | None]:
        """What reads a number of the file, and knows those it has read: a million ratings have ten values."""
        return lru_cache(maxsize=1 << 16)(partial(read_number, dialect=self.dialect))

    @property
    def is_run(self) -> bool:
        """Whether words may follow what is read of a line."""
        return self.mark == " " and "score" in self.positions

    def cell(self, fields: Sequence[str], column: str) -> str:
        position = self.positions.get(column, len(fields))
        return fields[position].strip() if position < len(fields) else ""

    def words(self, line: str) -> list[str]:
        """Return the fields of a line of TREC; none of a comment."""
        words = line.split()
        more = words[self.width : self.width + 1]
        words = words[: self.width] if more and (self.is_run or more[0][0] == "#") else words
        return [] if words and words[0][0] == "#" else words

    def lines(self) -> Iterator[tuple[int, list[str]]]:
        """Give the fields of each line with its number, to say where something is."""
        last = 1
        try:
            with self._text() as file:
                if self.mark == " ":
                    numbered = enumerate(map(self.words, file), start=1)
                    yield from ((number, words) for number, words in numbered if words)
                    return
                rows = csv.reader(file, delimiter=self.mark)
                for row in rows:
                    last = rows.line_num + 1
                    if rows.line_num > self.skip + self.head and "".join(row).strip():
                        yield rows.line_num, row
        except csv.Error:
            raise _unclosed(self.path, last) from None


def _with_tabs(text: str, parted: str) -> str:
    """Return lines with a tab wherever a mark, or any number of blanks, parts two fields."""
    if parted.strip():
        return text.replace(parted, "\t")
    return "\n".join("\t".join(line.split()) for line in text.splitlines())


SEPARATOR = r'(?:sep=[^"]?|"sep=[^"]?")[;,\t]*\r?\n'
"""The first line, which names the separator of the fields for Excel."""
BINARY = {
    b"\x1f\x8b": N_("gzip"),
    b"PK": N_("zip or Excel"),
    b"\xd0\xcf\x11\xe0": N_("Excel"),
    b"PAR1": N_("Parquet"),
}
"""How files begin that are often handed in for CSV."""


def format_of(
    path: Path, kind: str, names: Mapping[str, str], *, is_packed: bool = False, encoding: str = UTF8
) -> FileFormat:
    """Tell the format of a file of recommendations, judgments or ratings."""
    with open_bytes(path, is_packed=is_packed) as file:
        start = file.read(MAX_HEAD_BYTES)
    if encoding != UTF8:
        start = start.decode(encoding, "ignore").encode()
    excel = re.match(b"(?:\xef\xbb\xbf)?" + SEPARATOR.encode(), start, flags=re.I)
    start = start[excel.end() :] if excel else start
    first = _first_line(path, start)
    parted = _parted_by(first)
    zeros = re.search(rb'[,;:|\s"]0\d', b"\n" + start[:SAMPLE_BYTES]) is not None  # then "07" and "7" are two ids
    width, positions, form = TREC[kind]
    found = FileFormat(path, " ", False, positions, zeros=zeros, width=width, is_packed=is_packed, encoding=encoding)
    if _is_trec(found, start, first):
        return replace(found, has_no_names="\t" in first)
    first = _with_tabs(first, parted) if parted else first
    mark = "\t" if parted else next((mark for mark in "\t;,|" if mark in first), ",")
    head = _head(path, first, mark)
    sample = start[:SAMPLE_BYTES].decode("utf-8-sig", "replace")
    rows = _rows_of_sample(_with_tabs(sample, parted) if parted else sample, mark)
    found = replace(
        found,
        mark=mark,
        width=len(head),
        skip=1 if excel else 0,
        parted=parted,
        for_polars=not _has_odd_quotes(first),
    )
    cut = [head, *(row[: len(head)] for row in rows)]
    if not _is_head(head, names) and (plain := plain_positions(cut, kind, mark)):
        return replace(found, positions=plain, has_no_names=True)
    positions, wide = columns_of(
        head, names, kind, str(path), lambda position: [row[position] for row in rows if len(row) > position]
    )
    if has_lists := "items" in positions:
        wide = range(positions["items"], positions.pop("items") + 1)
    if "user" not in positions or ("item" not in positions and wide is None):
        raise _no_head(path, form, first, kind)
    return replace(found, head=True, positions=positions, wide=wide, names=tuple(head), has_lists=has_lists)


def _is_trec(file: FileFormat, start: bytes, first: str) -> bool:
    """Return whether the first line that is no comment is one of a TREC run or of qrels, of a width that polars can read."""
    lines = start.decode("utf-8-sig", "replace").split("\n") if first.lstrip().startswith("#") else [first]
    number, words = next(((n, words) for n, line in enumerate(lines) if (words := file.words(line))), (0, []))
    iterations = ("Q0",) if file.is_run else ("Q0", "0")
    if len(words) != file.width or words[1] not in iterations or is_time(words[3]):
        return False
    _check_width(file.path, number + 1, lines[number].count(" ") + 1)  # as polars counts
    return True


def _is_head(cells: Sequence[str], names: Mapping[str, str]) -> bool:
    """Return whether the first line has names of columns: those that the caller gave, or known ones of more than one character."""
    roles = {role_of(cell) for cell in cells if len(cell) > 1}
    return any(name in cells for name in names.values()) or not roles.isdisjoint((*PAIR, "items"))


def _rows_of_sample(text: str, mark: str) -> list[list[str]]:
    """Return the cells of some lines after the first one; the last line may be cut."""
    lines = [line for line in text.split("\n")[1:-1] if line.strip()] or text.split("\n")[1:]
    with suppress(csv.Error):
        rows = csv.reader(lines[:SAMPLE_ROWS], delimiter=mark)
        return [[cell.strip() for cell in row] for row in rows if any(row)]
    return []


def _parted_by(line: str) -> str:
    """Return what parts the fields of a line that is not one character, or blanks; else ""."""
    if "::" in line and not any(mark in line for mark in "\t;"):
        return "::"
    is_plain = " " in line.strip() and line.lstrip()[0] != "#"
    return " " if is_plain and not any(mark in line for mark in "\t;,|") else ""


def _head(path: Path, first: str, mark: str) -> list[str]:
    """Return the cells of the first line, whose last cell must not go on in the next line."""
    _check_width(path, 1, first.count(mark) + 1)  # polars may split within quotes, where csv does not
    try:
        head = [cell.strip() for cell in next(csv.reader([first], delimiter=mark, strict=_has_odd_quotes(first)), [])]
    except csv.Error:
        raise _unclosed(path, 1) from None
    while head and not head[-1]:  # a spreadsheet's empty columns
        head.pop()
    return head


def _has_odd_quotes(line: str) -> bool:
    """Return whether polars would look for the end of a line in the next one."""
    return line.count('"') % 2 == 1


def _check_width(path: Path, line: int, columns: int) -> None:
    if columns > MAX_COLUMNS:
        raise unreadable(
            "{path}, line {line} has {value} columns; at most {most} are read. Write one line for each user and item.",
            path=path,
            line=line,
            value=columns,
            most=MAX_COLUMNS,
        )


def _no_head(path: Path, form: str, first: str, kind: str) -> TableError:
    width, _positions, other = TREC["judgments" if kind == "recommendations" else "recommendations"]
    words = first.split()
    if len(words) == width and words[1] in ("0", "Q0"):
        return unreadable(
            "{path} has lines such as {form!r}: are the recommendations and the judgments exchanged?",
            path=path,
            form=other,
        )
    return unreadable(
        "{path}, line 1: expected a header with the columns user and item (or user and items, or user, 1, 2, 3, ...), separated by "
        "commas, semicolons or tabs, or lines such as {form!r}; got {value!r}",
        path=path,
        form=form,
        value=first[:80],
        hint=_("; for other names, pass {example}", example="columns={'user': ...} or --column user=..."),
    )


def _unclosed(path: object, line: int) -> TableError:
    return unreadable(
        "{path}, line {line}: a quoted cell has no closing quote, or lines end with CR alone; save "
        "the file as CSV UTF-8",
        path=path,
        line=line,
    )


def mark_of(line: str) -> str:
    return next((mark for mark in "\t;," if mark in line), ",")


def rows_of(data: bytes, path: object = "CSV") -> list[list[str]]:
    r"""Return the cells of a small table of words, without empty lines, whatever its encoding and the mark between its cells.

    Examples
    --------
    >>> rows_of("sep=;\nentrega;días\n\nana; 1,5;\n".encode("cp1252"))
    [['entrega', 'días'], ['ana', '1,5', '']]
    """
    return [row for _line, row in numbered_rows(data, path)]


def numbered_rows(data: bytes, path: object = "CSV") -> Iterator[tuple[int, list[str]]]:
    """Give the rows of such a table with the number of the line in which each ends; `path` is what errors call it."""
    text = data.decode(encoding_of(data))
    excel = re.match(SEPARATOR, text, flags=re.I)
    table = text[excel.end() :] if excel else text
    rows = csv.reader(table.splitlines(keepends=True), delimiter=mark_of(table.partition("\n")[0]))
    try:
        for row in rows:
            if any(cell.strip() for cell in row):
                yield rows.line_num + (excel is not None), [cell.strip() for cell in row]
    except csv.Error:
        raise _unclosed(path, rows.line_num) from None


def text_of(data: bytes) -> str:
    """Return the text of a file of words, without Excel's sep=;."""
    return re.sub(rf"\A{SEPARATOR}", "", data.decode(encoding_of(data)), flags=re.I)


def encoding_of(data: bytes) -> str:
    """Return how a text is written: in UTF-16 by its first bytes, or in UTF-8, and else as Windows writes in the West.

    Encodings are not guessed from the words. Five bytes that cp1252 has no character for are read as latin-1.
    """
    likely = ["utf-16"] if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else []
    for encoding in (*likely, "utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            data.decode(encoding)
            return encoding
    return "latin-1"


def _first_line(path: Path, start: bytes) -> str:
    for magic, what in BINARY.items():
        if start.startswith(magic):
            raise unreadable("{path} is a file of {what}: save it as CSV UTF-8", path=path, what=_(what))
    if b"\0" in start:
        raise unreadable(
            "{path} is not a text file: byte {position} is 0; save it as CSV UTF-8",
            path=path,
            position=start.index(b"\0"),
        )
    line, end, _rest = start.partition(b"\n")
    if not end and len(start) == MAX_HEAD_BYTES:
        raise unreadable("{path}, line 1 is longer than {most} bytes", path=path, most=MAX_HEAD_BYTES)
    text = line.decode("utf-8-sig").strip("\r")
    if not text.strip():
        raise unreadable("{path}, line 1 is empty; write the names of the columns there", path=path)
    return text
