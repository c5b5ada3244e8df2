"""Poll: the answers of a class to the exercise in class, counted by what they are."""

from __future__ import annotations

import math
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from pathlib import Path
from textwrap import shorten
from typing import Any, Literal, NamedTuple, cast

from markupsafe import Markup, escape

from metrics_edu.files.safe_files import in_words, write_file
from metrics_edu.language import N_, _, ngettext, refused
from metrics_edu.mistakes.diagnosis import RIGHT
from metrics_edu.practice.steps.walkthrough import upper
from metrics_edu.working.labels import one_line
from metrics_edu.working.markup import element
from metrics_homework.classroom.exercise_file import (
    exercise_in,
    is_as_saved,
    judged_in,
    late_answers,
    plain_code,
    read_exercise,
)
from metrics_homework.findings import Finding, Unusable, finding
from metrics_homework.judging.code_lookup import OTHERS, meaning
from metrics_homework.judging.judged_claims import NOT_JUDGED, Judged, Mark, mark_of
from metrics_homework.judging.page import mark_html, page_html
from metrics_homework.limits import Limits
from metrics_homework.submission.class_folder import opened
from metrics_homework.submission.file_owners import shown
from metrics_homework.submission.files import SubmittedFile, chosen, entries, on_disk
from metrics_homework.submission.roster import Roster
from metrics_homework.submission.submissions import Submission, submissions_in
from metrics_homework.wanted_file import WantedFile

BAR_WIDTH = 30
FILLS = {"right": "█", "wrong": "▒", "convention": "▒", "unknown": "░"}
MAX_BARS_OF_SLIDE = 7
SIZES, ROOM, LETTERS_OF_A_LINE, MAX_LETTERS = (1.8, 1.6, 1.4, 1.2, 1.0, 0.85), 21, 44, 98  # of a slide's rows, in rem
MAX_FILES_NAMED, MAX_WHY = 5, 200
ABOUT = N_("Share and number of students. Each student counts once: if either list is wrong, under its mistake.")
Look = Literal["right", "wrong", "convention", "unknown"]
EXERCISE = WantedFile(file=["exercise*.json", "*exercise*.json"], required=False)


class Bar(NamedTuple):
    look: Look  # wrong: a known mistake
    mark: Mark
    words: str
    students: int
    code: str = ""  # "": several


class Slide(NamedTuple):
    """What the students did in a measure: the rarest mistakes are one bar."""

    name: str
    title: str
    bars: list[Bar]


@dataclass
class Poll:
    """How many students are right in each measure, and what the others did; it displays itself."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)  # of the codes of the students, by measure
    examples: dict[tuple[str, str], Judged] = field(default_factory=dict)  # an answer of each measure and code
    places: dict[str, Counter[str]] = field(default_factory=dict)  # where written computations go wrong, by measure
    students: int = 0
    refused: list[str] = field(default_factory=list)  # what was not counted, and why
    late: list[str] = field(default_factory=list)  # the files that count, though answers were saved after the end
    strangers: list[str] = field(
        default_factory=list
    )  # the files that count, though the roster does not have the student

    def bars(self, name: str) -> list[Bar]:
        """Return what the students did, in words; right first, then the most frequent, without an answer last."""
        counts = self.counts[name]
        order = sorted(counts, key=lambda code: (code not in RIGHT, code in NOT_JUDGED, -counts[code], code))
        return [Bar(_look_of(code), mark_of(code), meaning(code), counts[code], code) for code in order]

    def share(self, count: int) -> str:
        return f"{int(100 * count / self.students + 0.5)} %"

    def text(self) -> str:
        lines = [ngettext("{count} student", "{count} students", self.students)]
        for name in self.counts:
            lines += ["", name]
            for look, _mark, words, count, _code in self.bars(name):
                blocks = FILLS[look] * max(1, round(BAR_WIDTH * count / self.students))
                lines.append(f"{count:5} {self.share(count):>6}  {blocks.ljust(BAR_WIDTH)}  {words}")
            lines += [self.where(name)] if self.where(name) else []
        headings = {
            _("Not counted:"): self.refused,
            _("Counted, although some answers came after the time was up:"): self.late,
            _("Counted, although no person of the roster has this id:"): self.strangers,
        }
        for heading, named in headings.items():
            lines += ["", heading, *named] if named else []
        return "\n".join(lines)

    def where(self, name: str) -> str:
        """Return where the computations of the students go wrong, the most frequent part first; "" if none was read."""
        parts = self.places.get(name, Counter()).most_common()
        named = ", ".join(f"{part} ({count})" for part, count in parts)
        return _("Where computations go wrong: {parts}.", parts=named) if named else ""

    def count(self, answers: list[Judged]) -> None:
        """Count a student once a measure: who has one list wrong, with what was done there."""
        self.students += 1
        for name, group in groupby(answers, key=lambda answer: answer.title.rpartition(" #")[0]):
            pair = [*group]
            found = {place.name for answer in pair if answer.verdict for place in answer.verdict.places}
            self.places.setdefault(name, Counter()).update(found)
            counted = min(
                pair, key=lambda answer: (answer.mark == "right", answer.mark == "open", answer.code in OTHERS)
            )
            self.counts.setdefault(name, Counter())[counted.code] += 1
            self.examples.setdefault((name, counted.code), counted)

    def save(self, path: Path) -> None:
        """Write a page with a slide for each measure."""
        if path.suffix.lower() != ".html":
            raise refused("{path}: the slides must be an .html file", path=path)
        if not self.counts:
            raise refused("there are no answers to draw")
        slides = self.slides()
        widest = max((len(bar.words) + 4) * _size(slide.bars) for slide in slides for bar in slide.bars)
        label = 47 * min(widest / LETTERS_OF_A_LINE, 1)  # percent
        drawn = (self._drawn(slide, longest(slides), label) for slide in slides)
        write_file(path, page_html(_("The exercise done in class"), element("main", *drawn)))

    def slides(self) -> list[Slide]:
        """Return a slide for each measure."""
        return [Slide(name, self._title(name), self._bars_of_slide(name)) for name in self.counts]

    def _bars_of_slide(self, name: str) -> list[Bar]:
        bars = [bar._replace(words=shorten(bar.words, MAX_LETTERS, placeholder=" …")) for bar in self.bars(name)]
        if len(bars) > MAX_BARS_OF_SLIDE:  # the rarest mistakes are shown as one
            after = [bar for bar in bars if bar.mark == "open"]
            first, last = MAX_BARS_OF_SLIDE - len(after) - 1, len(bars) - len(after)
            rare = sum(bar.students for bar in bars[first:last])
            bars = [*bars[:first], Bar("wrong", "wrong", _("other mistakes"), rare), *after]
        return bars

    def _title(self, name: str) -> str:
        right = sum(self.counts[name][code] for code in RIGHT)
        return ngettext(
            "{measure}: {right} of {count} student has it right",
            "{measure}: {right} of {count} students have it right",
            self.students,
            measure=name,
            right=right,
        )

    def _drawn(self, slide: Slide, most: int, label: float) -> Markup:
        name, title, bars = slide
        counts = self.counts[name]
        rows = [self._row(bar, most) for bar in bars]
        known = [code for code in counts if mark_of(code) in ("wrong", "convention") and code not in OTHERS]
        often = max(known, key=lambda code: counts[code], default="")
        what = f"{self.share(counts[often])}: {self.examples[name, often].explanation}" if often else ""
        what = f"{what} {self.where(name)}".strip()
        style = f"--rows:{len(bars)};--size:{_size(bars)}rem;--label:{label:.0f}%"
        foot = escape(what).replace("-", Markup("-&NoBreak;"))
        parts = [element("h1", title), element("p", _(ABOUT)), element("ul", *rows), element("footer", foot)]
        return element("section", *parts, class_="slide", style=style)

    def _row(self, bar: Bar, most: int) -> Markup:
        line = element("i", style=f"width:{68 * bar.students / most:.1f}%")
        numbers = element("b", self.share(bar.students)), element("small", bar.students)
        return element(
            "li", mark_html(bar.mark, upper(bar.words)), element("span", line, *numbers, class_="of"), class_=bar.look
        )

    def __repr__(self) -> str:
        return self.text()


def longest(slides: Iterable[Slide]) -> int:
    """Return the students of the longest bar: all slides have one scale."""
    return max(bar.students for slide in slides for bar in slide.bars)


def _look_of(code: str) -> Look:
    return "unknown" if code in OTHERS and code not in RIGHT else cast("Look", mark_of(code))


def _size(bars: Sequence[Bar]) -> float:
    """Return how large the type of a slide's rows may be: the last size fits whatever they are."""
    for size in SIZES:
        lines = [math.ceil((len(bar.words) + 4) * size / LETTERS_OF_A_LINE) for bar in bars]
        if sum(max(12.5 / len(bars), 1.2 * size * count) + 0.6 * size for count in lines) <= ROOM:
            break
    return size


class _ExerciseFile(NamedTuple):
    """An exercise file of a student, and what its answers are."""

    name: str
    data: dict[str, Any]
    answers: list[Judged]
    exercise: tuple[str, ...]  # whose it is, of which class, and what it asks

    @property
    def saved(self) -> tuple[float, int]:
        """When an answer was saved last, and how many there are: of two files of a student, the larger one is newer."""
        moments = chain(*self.data["times"].values())
        return max([self.data["started"], *moments]), sum(bool(answer.claimed) for answer in self.answers)


def poll_files(paths: Iterable[str | Path], roster: Roster | None = None, limits: Limits | None = None) -> Poll:
    """Count the answers of exercise files, or of all in some folders; of several files of a student, the one saved last.

    A file whose checksum does not fit is named and not counted. One with answers after the end is named and counted: the
    end is that of the student's own start, since a file does not say when the class began.
    """
    poll = Poll()
    newest: dict[tuple[str, ...], _ExerciseFile] = {}
    for file in _exercise_files(paths, limits or Limits(), poll.refused):
        first, last = sorted((newest.get(file.exercise, file), file), key=lambda attempt: attempt.saved)
        newest[file.exercise] = last
        if first is not last:
            poll.refused.append(
                _(
                    "{name}: student {student} saved newer answers in {other}.",
                    name=first.name,
                    student=first.exercise[0],
                    other=last.name,
                )
            )
    for file in newest.values():
        poll.count(file.answers)
        if roster is not None and roster.person(file.exercise[0]) is None:
            poll.strangers.append(f"{file.name}: {file.exercise[0]}")
        if late := late_answers(file.data, file.data["minutes"]):
            poll.late.append(ngettext("{name}: {count} answer.", "{name}: {count} answers.", late, name=file.name))
    return poll


def _exercise_files(paths: Iterable[str | Path], limits: Limits, refused: list[str]) -> Iterator[_ExerciseFile]:
    for name in paths:
        with _costing_only_itself(str(name), refused):
            path = Path(name).expanduser()
            with opened(path, limits) if path.suffix.lower() == ".zip" else nullcontext(path) as inside:
                is_one = not inside.is_dir()
                for submission in [Submission("", [inside])] if is_one else submissions_in(inside, []).submissions:
                    yield from _files_of(submission, limits, refused)


def _files_of(submission: Submission, limits: Limits, refused: list[str]) -> Iterator[_ExerciseFile]:
    if len(submission.paths) == 1:
        submission = replace(submission, name=shown(submission.paths[0].name))
    with _costing_only_itself(submission.name, refused):
        all_entries = list(entries(submission, limits))
        for found in _found(all_entries, limits):
            with _costing_only_itself(submission.name, refused):
                yield _read(submission, all_entries, found, limits)


@contextmanager
def _costing_only_itself(name: str, refused: list[str]) -> Iterator[None]:
    """Name what cannot be read, and why: the others are counted, whatever the error."""
    try:
        yield
    except (ValueError, OSError) as error:
        why = one_line(in_words(error))
        refused.append(why if name in why else f"{name}: {why}")
    except Exception as error:
        refused.append(f"{name}: {finding('FAILED', why=one_line(repr(error))[:MAX_WHY]).text}")


def _found(all_entries: list[SubmittedFile], limits: Limits) -> list[SubmittedFile | Finding | None]:
    """Return the files of an exercise, or what is wrong with them; None where there is none."""
    if len(all_entries) == 1 and all_entries[0].wrong is None:  # whatever it is called
        return [all_entries[0]]
    found = [chosen([entry], EXERCISE, limits) for entry in all_entries]
    return [answer for answer in found if answer is not None] or [None]


def _read(
    submission: Submission, all_entries: list[SubmittedFile], found: SubmittedFile | Finding | None, limits: Limits
) -> _ExerciseFile:
    if isinstance(found, Finding):
        raise ValueError(found.text)
    if found is None:
        files = "; ".join(entry.wrong.text if entry.wrong else entry.name for entry in all_entries[:MAX_FILES_NAMED])
        raise refused(
            "{name}: no exercise file ({wanted}); found: {value}",
            name=submission.name,
            wanted=EXERCISE.file[0],
            value=files or _("nothing"),
        )
    with tempfile.TemporaryDirectory() as folder:
        data = read_exercise(on_disk(found, Path(folder), limits), found.name)
    if not is_as_saved(data):
        raise Unusable("CHECKSUM", name=found.name)
    name = found.name if found.path in submission.paths else f"{submission.name}/{found.name}"
    whose = one_line(data["student"]).casefold(), plain_code(data["class_code"])
    return _ExerciseFile(name, data, judged_in(data), (*whose, *exercise_in(data)))
