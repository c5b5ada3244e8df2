"""Poll: the answers of a class to the exercise, counted by what they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from metrics_edu.homework.exercise import judge_answers, load, pairs_of
from metrics_edu.homework.lists import Unusable
from metrics_edu.homework.statistics import histogram, save_counts
from metrics_edu.language import _
from metrics_edu.writing import one_line

WIDEST = 40


@dataclass
class Poll:
    """How often each answer was given, by measure; it displays itself.

    Attributes
    ----------
    counts : dict of measure -> Counter of code -> answers
    students : int
    refused : list of str
        What could not be read.
    """

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    students: int = 0
    refused: list[str] = field(default_factory=list)

    def groups(self) -> dict[str, dict[str, int]]:
        """Return the counts by measure, right ones first."""
        return {name: histogram(counts) for name, counts in self.counts.items()}

    def text(self) -> str:
        """Return a histogram for a terminal."""
        lines = [_("{count} students").format(count=self.students)]
        for name, counts in self.groups().items():
            lines += ["", name]
            width, most = max(map(len, counts)), max(counts.values())
            lines += [
                f"{code.ljust(width)}  {'█' * max(1, round(WIDEST * n / most))} {n}" for code, n in counts.items()
            ]
        return "\n".join([*lines, *([""] if self.refused else []), *self.refused])

    def save(self, path: Path) -> None:
        """Draw the histogram into an SVG or PNG file.

        Raises
        ------
        ValueError
            If it is to be another kind of file, or there is nothing to draw.
        """
        if path.suffix.lower() not in (".svg", ".png"):
            raise ValueError(_("{path}: a figure is an .svg or .png file").format(path=path))
        if not self.counts:
            raise ValueError(_("there are no answers to draw"))
        save_counts(path, self.groups())

    def __repr__(self) -> str:
        return self.text()


def poll_files(paths: Iterable[str | Path]) -> Poll:
    """Count the answers of exercise files, or of all in some folders.

    Raises
    ------
    ValueError
        If there is no such file.

    Examples
    --------
    >>> poll_files([])
    0 students
    """
    found = Poll()
    for path in _files(paths):
        name = one_line(path.name)
        try:
            data = load(path, name)
            pairs = pairs_of(data["class_code"], data["student"], list(data["answers"]), data["decimals"])
            judged = judge_answers(pairs, data["answers"], data["decimals"])
        except (Unusable, ValueError) as error:
            found.refused.append(one_line(error))
            continue
        found.students += 1
        measures = [measure for measure in data["answers"] for _answer in data["answers"][measure]]
        for measure, one in zip(measures, judged, strict=True):
            found.counts.setdefault(measure, Counter())[one.code] += 1
    return found


def _files(paths: Iterable[str | Path]) -> Iterable[Path]:
    for given in paths:
        path = Path(given).expanduser()
        if not path.exists():
            raise ValueError(_("{path}: no such file").format(path=path))
        yield from sorted(path.rglob("*exercise*.json")) if path.is_dir() else [path]
