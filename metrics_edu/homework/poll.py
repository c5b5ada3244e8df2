"""Poll: the answers of a class to the exercise, counted by what they are."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from metrics_edu.homework.exercise_file import judged_in, read_exercise
from metrics_edu.homework.grading.class_statistics import histogram, meaning, save_counts
from metrics_edu.homework.policy_keys import Limits, Part
from metrics_edu.homework.submission.findings import Finding, Unusable
from metrics_edu.homework.submission.handed_in import Entry, chosen, entries, on_disk
from metrics_edu.homework.submission.students import Submission, shown, submissions_in
from metrics_edu.language import _, ngettext
from metrics_edu.working import one_line

BAR_WIDTH = 30
MAX_FILES_NAMED = 5
EXERCISE = Part(file=["exercise*.json", "*exercise*.json"], required=False)


@dataclass
class Poll:
    """How often each answer was given, by measure; it displays itself."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)  # of the codes of the answers, by measure
    students: int = 0
    refused: list[str] = field(default_factory=list)  # what was not counted, and why

    def groups(self) -> dict[str, dict[str, int]]:
        """Return the counts by measure and what the answers are, in words; right ones first."""
        groups = {name: histogram(counts) for name, counts in self.counts.items()}
        return {name: {meaning(code): n for code, n in counts.items()} for name, counts in groups.items()}

    def text(self) -> str:
        """Return a histogram for a terminal."""
        lines = [ngettext("{count} student", "{count} students", self.students)]
        for name, counts in self.groups().items():
            lines += ["", name]
            most = max(counts.values())
            bars = {words: "█" * max(1, round(BAR_WIDTH * n / most)) for words, n in counts.items()}
            lines += [f"{n:5}  {bars[words].ljust(BAR_WIDTH)}  {words}" for words, n in counts.items()]
        return "\n".join([*lines, *([""] if self.refused else []), *self.refused])

    def save(self, path: Path) -> None:
        """Draw the histogram into an SVG or PNG file."""
        if path.suffix.lower() not in (".svg", ".png"):
            raise ValueError(_("{path}: a figure is an .svg or .png file", path=path))
        if not self.counts:
            raise ValueError(_("there are no answers to draw"))
        save_counts(path, self.groups())

    def __repr__(self) -> str:
        return self.text()


def poll_files(paths: Iterable[str | Path]) -> Poll:
    """Count the answers of exercise files, or of all in some folders.

    Examples
    --------
    >>> poll_files([])
    0 students
    """
    found = Poll()
    limits = Limits()
    for submission in _submissions(paths):
        held = list(entries(submission, limits))
        alone = len(held) == 1 and held[0].wrong is None  # whatever it is called
        entry = held[0] if alone else chosen(held, EXERCISE, limits)
        if entry is None:
            found.refused.append(_without(submission.name, held))
        else:
            _count(found, entry, submission.name, limits)
    return found


def _without(name: str, held: list[Entry]) -> str:
    given = "; ".join(entry.wrong.text if entry.wrong else entry.shown for entry in held[:MAX_FILES_NAMED])
    wanted, given = EXERCISE.file[0], given or _("nothing")
    return _("{name}: no file of an exercise ({wanted}); found: {given}", name=name, wanted=wanted, given=given)


def _count(found: Poll, entry: Entry | Finding, name: str, limits: Limits) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = entry if isinstance(entry, Finding) else on_disk(entry, Path(folder), limits)
        if isinstance(entry, Finding) or isinstance(path, Finding):
            found.refused.append(one_line(f"{name}: {path.text if isinstance(path, Finding) else ''}"))
            return
        try:
            data = read_exercise(path, entry.name)
            judged = judged_in(data)
        except (Unusable, ValueError) as error:
            said = one_line(error)
            found.refused.append(said if name in said else f"{name}: {said}")
            return
    found.students += 1
    measures = [measure for measure in data["answers"] for _answer in data["answers"][measure]]
    for measure, one in zip(measures, judged, strict=True):
        found.counts.setdefault(measure, Counter())[one.code] += 1


def _submissions(paths: Iterable[str | Path]) -> Iterator[Submission]:
    for given in paths:
        path = Path(given).expanduser()
        if not path.exists():
            raise ValueError(_("{path}: no such file", path=path))
        yield from submissions_in(path, []) if path.is_dir() else [Submission(shown(path.name), [path])]
