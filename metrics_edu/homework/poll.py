"""Poll: the answers of a class to the exercise, counted by what they are."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from metrics_edu.homework.check import readable
from metrics_edu.homework.class_exercise import judged_in, read_exercise
from metrics_edu.homework.grading.class_statistics import meaning, save_counts
from metrics_edu.homework.policy import Limits, Part
from metrics_edu.homework.submission.claimed_numbers import Judged
from metrics_edu.homework.submission.findings import Finding, Unusable
from metrics_edu.homework.submission.handed_in import Entry, chosen, entries
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
        """Return the counts by measure and what the answers are, in words; right ones first, then the most frequent."""
        groups = {}
        for name, counts in self.counts.items():
            order = sorted(counts, key=lambda code: (code != "right", -counts[code], code))
            groups[name] = {meaning(code): counts[code] for code in order}
        return groups

    def text(self) -> str:
        lines = [ngettext("{count} student", "{count} students", self.students)]
        for name, counts in self.groups().items():
            lines += ["", name]
            most = max(counts.values())
            bars = {words: "█" * max(1, round(BAR_WIDTH * n / most)) for words, n in counts.items()}
            lines += [f"{n:5}  {bars[words].ljust(BAR_WIDTH)}  {words}" for words, n in counts.items()]
        return "\n".join([*lines, *([""] if self.refused else []), *self.refused])

    def count(self, answers: list[Judged]) -> None:
        self.students += 1
        for answer in answers:
            measure, _mark, _place = answer.title.rpartition(" #")
            self.counts.setdefault(measure, Counter())[answer.code] += 1

    def save(self, path: Path) -> None:
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
    poll, limits = Poll(), Limits()
    for submission in _submissions(paths):
        held = list(entries(submission, limits))
        alone = len(held) == 1 and held[0].wrong is None  # whatever it is called
        entry = held[0] if alone else chosen(held, EXERCISE, limits)
        if entry is None:
            poll.refused.append(_without(submission.name, held))
            continue
        try:
            poll.count(_answers(entry, limits))
        except (Unusable, ValueError) as error:
            why = one_line(error)
            poll.refused.append(why if submission.name in why else f"{submission.name}: {why}")
    return poll


def _without(name: str, held: list[Entry]) -> str:
    files = "; ".join(entry.wrong.text if entry.wrong else entry.shown for entry in held[:MAX_FILES_NAMED])
    files, wanted = files or _("nothing"), EXERCISE.file[0]
    return _("{name}: no file of an exercise ({wanted}); found: {given}", name=name, wanted=wanted, given=files)


def _answers(entry: Entry | Finding, limits: Limits) -> list[Judged]:
    if isinstance(entry, Finding):
        raise Unusable(entry)
    with tempfile.TemporaryDirectory() as folder:
        return judged_in(read_exercise(readable(entry, Path(folder), limits), entry.name))


def _submissions(paths: Iterable[str | Path]) -> Iterator[Submission]:
    for given in paths:
        path = Path(given).expanduser()
        if not path.exists():
            raise ValueError(_("{path}: no such file", path=path))
        yield from submissions_in(path, []) if path.is_dir() else [Submission(shown(path.name), [path])]
