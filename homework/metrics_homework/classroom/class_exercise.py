"""The exercise in class: the pairs of lists that each student gets, the answers, and the file that is handed in.

The pairs are drawn from the class code, the student's id and the measure, so a grader draws them again. How a person writes
these does not matter. Where values can be shown, the pairs are drawn from that time, all measures, decimals and convention.
The checksum shows a file that was cut or carelessly edited. It stops no determined cheat: each user that has Python can
compute answers and checksum.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

from metrics_edu.files.safe_files import PRIVATE, write_file
from metrics_edu.language import _, refused
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.value_and_derivation import ranking_measure
from metrics_edu.working import Derivation
from metrics_edu.working.expression import Expression, Number
from metrics_edu.working.labels import letters, one_line
from metrics_edu.working.written_expression import MAX_CHARACTERS
from metrics_homework.classroom.exercise_file import (
    EXERCISE_FILE_KIND,
    LISTS_OF_A_MEASURE,
    MAX_ID,
    MAX_MEASURES,
    MAX_NUMBERS,
    checksum,
    exercise_in,
    is_as_saved,
    judged_in,
    pairs_of,
    parse_exercise,
    plain_code,
    read_exercise,
    settings_in,
)
from metrics_homework.judging.judged_claims import Judged
from metrics_homework.reveal import check_reveal, read_reveal

KEPT = (
    "class_code",
    "student",
    "minutes",
    "decimals",
    "convention",
    "reveal",
    "started",
    "shown",
    "answers",
    "times",
)
"""What a file holds of an exercise, beside its kind and the checksum."""


SECONDS_OF_A_LIST, SECONDS_OF_A_NUMBER = 20, 6
"""An estimate of the time to read a list, and to write or type a number of its working."""


class ClassExercise:
    """A student's exercise: pairs of lists, answers that are on the disk as soon as they are given, and the time left.

    Parameters
    ----------
    class_code : str
        The lecturer's, in any case; the same lists come again from the same code and student.
    student : str
    measures : sequence of str
    file : path, optional
        The file for the answers. If it exists, the exercise resumes from it. Without one, the answers are only in memory:
        see `contents`.
    minutes : int
        The time limit, counted from the first start.
    decimals : int
        The number of decimals that an answer needs.
    convention : str
        The convention that defines the right answers.
    reveal : str
        The time from which on the values can be shown, such as ``"2026-11-26T12:30"``; without one never. The lists also
        depend on it, so another time shows the values of other lists.
    now : function, optional
        The clock, in seconds since 1970.

    Raises
    ------
    ValueError
        If the file is of another student, class or exercise, a measure is not known, or `reveal` is no time.

    Examples
    --------
    >>> own = ClassExercise("iic3633", "ana", ["AP@5"])
    >>> own.answer("AP@5", 1, "0,5")
    >>> own.answers, own.pairs["AP@5"][0]
    ({'AP@5': ['0,5', '']}, Ranking('NNNRR', relevant=4))
    """

    def __init__(
        self,
        class_code: str,
        student: str,
        measures: Sequence[str],
        *,
        file: str | Path | None = None,
        minutes: int = 30,
        decimals: int = 3,
        convention: str = DEFAULT,
        reveal: str = "",
        now: Callable[[], float] = time.time,
    ) -> None:
        self.class_code, self.student = one_line(class_code), one_line(student).casefold()
        if not self.class_code or not self.student:
            raise refused("an exercise needs a class code and the student's id")
        self.file = None if file is None else Path(file).expanduser()
        self.minutes, self.decimals, self.convention, self._now = minutes, decimals, convention, now
        self.reveal = read_reveal(reveal)
        check_settings(measures, minutes, decimals)
        self.pairs = pairs_of(self.class_code, self.student, measures, decimals, convention, self.reveal)
        self.answers: dict[str, list[str]] = {name: [""] * LISTS_OF_A_MEASURE for name in self.pairs}
        self.times: dict[str, list[float]] = {name: [0.0] * LISTS_OF_A_MEASURE for name in self.pairs}
        self.started: float = round(now())
        self.shown: float = 0
        if self.file is not None and self.file.exists():
            self._go_on(read_exercise(self.file, self.file.name))
        self.save()

    def go_on(self, contents: str) -> None:
        """Take the answers and the start from what was kept of this same exercise, as `contents` gave it.

        Answers whose values were shown stay: nothing that was kept takes their place.

        Raises
        ------
        ValueError
            If it is none, or another one.
        """
        self._go_on(parse_exercise(contents, self.file_name))
        self.save()

    def follow(self, contents: str) -> None:
        """Take over what another sheet of this same exercise has shown; nothing, if it has shown no values.

        Raises
        ------
        ValueError
            As `go_on`.
        """
        if self._shown_in(parse_exercise(contents, self.file_name)):
            self.go_on(contents)

    def _shown_in(self, data: dict[str, Any]) -> float:
        """Return when a file has shown its values; 0 if it was edited, or they may not be shown now."""
        shown: float = data["shown"]
        return shown if shown and is_as_saved(data) and self._may_show() else 0

    def _may_show(self) -> bool:
        """Return whether the values can be shown now."""
        with suppress(ValueError):
            self.check_time()
            return True
        return False

    def _go_on(self, data: dict[str, Any]) -> None:
        theirs, mine = (
            (plain_code(kept["class_code"]), one_line(kept["student"]).casefold(), *exercise_in(kept))
            for kept in (data, self._data())
        )
        if theirs != mine:
            raise refused(
                "{path} contains another exercise ({theirs}); this is {mine}. Choose another file.",
                path=self.file or self.file_name,
                theirs=", ".join(theirs),
                mine=", ".join(mine),
            )
        shown = self._shown_in(data)
        if not shown and self.shown:
            return
        self.answers, self.times = data["answers"], data["times"]
        self.started, self.shown = data["started"], shown

    @property
    def left(self) -> float:
        """The seconds that are left; below 0 when the time is over."""
        return self.started + 60 * self.minutes - self._now()

    def answer(self, name: str, which: int, text: str) -> None:
        """Keep the answer to list 1 or 2 of a measure: on the disk before this returns.

        Raises
        ------
        ValueError
            If the values were shown.
        """
        if self.shown:
            raise refused("the values of this exercise were shown, so its answers cannot be changed")
        self.answers[name][which - 1] = one_line(text)[:MAX_CHARACTERS]
        self.times[name][which - 1] = round(self._now())
        self.save()

    def check_time(self) -> None:
        """Raise ValueError if the values cannot be shown: the exercise shows none, or not yet."""
        check_reveal(self.reveal, self._now())

    def show_values(self) -> None:
        """Keep that the values are shown: from now on no answer can be changed.

        Raises
        ------
        ValueError
            As `check_time`.
        """
        self.check_time()
        before, self.shown = self.shown, self.shown or round(self._now())
        try:
            self.save()
        except OSError:
            self.shown = before
            raise

    def workings(self) -> list[Derivation]:
        """Return the working of the right value of each list, in the order of `judged`."""
        return [
            ranking_measure(name, convention=self.convention).explain(ranking)
            for name, pair in self.pairs.items()
            for ranking in pair
        ]

    def save(self) -> None:
        """Write the file, if there is one. Values that another sheet of this file has shown stay shown."""
        if self.file is None:
            return
        if self.reveal and not self.shown:
            with suppress(ValueError):  # there is none, or it was cut
                kept = read_exercise(self.file, self.file.name)
                if self._shown_in(kept):
                    self._go_on(kept)
        write_file(self.file, self.contents(), mode=PRIVATE)

    @property
    def file_name(self) -> str:
        """What the file that is handed in is called: by default after class and student, so that no two have one name.

        Examples
        --------
        >>> ClassExercise("IIC3633 / 1", "20.641.180-k", ["AP@5"]).file_name
        'exercise_IIC3633-1_20.641.180-k.json'
        """
        whose = (re.sub(r"[^\w.-]+|_", "-", part)[:MAX_ID] for part in (self.class_code, self.student))
        return self.file.name if self.file is not None else f"exercise_{'_'.join(whose)}.json"

    @property
    def distinct_name(self) -> str:
        """A name that no exercise of another class, student, measures or settings has."""
        name = [plain_code(self.class_code), self.student, *self.pairs, *settings_in(self._data())]
        return json.dumps(name, ensure_ascii=False)

    def _data(self) -> dict[str, Any]:
        return {"kind": EXERCISE_FILE_KIND} | {name: getattr(self, name) for name in KEPT}

    def contents(self) -> str:
        data = self._data()
        return json.dumps(data | {"checksum": checksum(data)}, ensure_ascii=False, indent=1)

    def text(self) -> str:
        """Return the lists as text, with all that is needed to compute their values by hand.

        Examples
        --------
        >>> own = ClassExercise("iic3633", "ana", ["nDCG@4"])
        >>> print(own.text().splitlines()[0])
        nDCG@4, list 1: 0 3 0 3; |R| = 3; grades of all relevant items: 3 3 1
        """
        lines = []
        for name, pair in self.pairs.items():
            graded = not all(ranking.is_binary for ranking in pair)
            for position, ranking in enumerate(pair, start=1):
                shown, pool = letters(ranking.shown, graded=graded), " ".join(letters(ranking.pool(), graded=True))
                line = _(
                    "{measure}, list {number}: {shown}; |R| = {count}",
                    measure=name,
                    number=position,
                    shown=" ".join(shown),
                    count=int(ranking.relevant),
                )
                lines.append(line + (_("; grades of all relevant items: {grades}", grades=pool) if graded else ""))
        return "\n".join(lines)

    def judged(self) -> list[Judged]:
        return judged_in(self._data(), self.pairs)


def check_settings(measures: Sequence[str], minutes: int, decimals: int) -> None:
    """Raise ValueError if an exercise has more, or other numbers, than its file can hold."""
    if not 1 <= len(measures) <= MAX_MEASURES:
        raise refused(
            "an exercise must have from 1 to {most} measures; got {count}",
            most=MAX_MEASURES,
            count=len(measures),
        )
    for name, value in (("minutes", minutes), ("decimals", decimals)):
        most = int(MAX_NUMBERS[name])
        if type(value) is not int or not 1 <= value <= most:
            raise refused(
                "{name} of an exercise must be a whole number from 1 to {most}; got {value!r}",
                name=name,
                most=most,
                value=value,
            )


@cache
def minutes_needed(measures: tuple[str, ...], convention: str = DEFAULT) -> int:
    """Return about how many minutes the lists of an exercise take: by the numbers in the workings of an example.

    Examples
    --------
    >>> minutes_needed(("AP@5",))
    2
    """
    seconds = 0
    for name, pair in pairs_of("-", "-", measures, 3, convention).items():
        for ranking in pair:
            working = ranking_measure(name, convention=convention).explain(ranking).result.working
            seconds += SECONDS_OF_A_LIST + SECONDS_OF_A_NUMBER * _numbers_in(working)
    return ceil(seconds / 60)


def _numbers_in(tree: Expression) -> int:
    return sum(map(_numbers_in, tree.parts)) if tree.parts else int(isinstance(tree, Number))
