"""Exercise: the pairs of lists that each student gets in class, and the answers, kept in a file as they are given."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from metrics_edu.homework.exercise_file import (
    KIND,
    LISTS,
    LONGEST_ANSWER,
    checksum,
    judge_answers,
    pairs_of,
    parse_exercise,
    read_exercise,
    settings_in,
    settings_of,
)
from metrics_edu.homework.submission.claimed_numbers import Judged
from metrics_edu.homework.submission.findings import Unusable
from metrics_edu.language import _
from metrics_edu.metrics import DEFAULT
from metrics_edu.tables import write_file
from metrics_edu.working import letters, one_line


class ClassExercise:
    """A student's exercise: pairs of lists, answers that are on the disk as soon as they are given, and the time left.

    Parameters
    ----------
    class_code : str
        The lecturer's; the same lists come again from the same code and student.
    student : str
    measures : sequence of str
    file : path, optional
        Where the answers are kept; if it is there, it is gone on with. Without one they are kept in memory only: `contents`
        has them.
    minutes : int
        How long there is, from the first start on.
    decimals : int
        To how many decimals is answered.
    convention : str
        Under which the answers are right.
    now : function, optional
        The clock, in seconds since 1970.

    Raises
    ------
    ValueError
        If the file is of another student, class or exercise, or a measure is not known.

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
        now: Callable[[], float] = time.time,
    ) -> None:
        self.class_code, self.student = one_line(class_code), one_line(student).casefold()
        if not self.class_code or not self.student:
            raise ValueError(_("an exercise needs a class code and the student's id"))
        self.file = None if file is None else Path(file).expanduser()
        self.minutes, self.decimals, self.convention, self._now = minutes, decimals, convention, now
        self.pairs = pairs_of(self.class_code, self.student, measures, decimals, convention)
        self.answers: dict[str, list[str]] = {name: [""] * LISTS for name in self.pairs}
        self.times: dict[str, list[float]] = {name: [0.0] * LISTS for name in self.pairs}
        self.started = now()
        if self.file is not None and self.file.exists():
            self._go_on(read_exercise, self.file, self.file.name)
        self.save()

    def go_on(self, contents: str) -> None:
        """Take the answers and the start from what was kept of this same exercise, as `contents` gave it.

        Raises
        ------
        ValueError
            If it is none, or another one.
        """
        self._go_on(parse_exercise, contents, self.file_name)
        self.save()

    def _go_on(self, read: Callable[..., dict[str, Any]], source: object, name: str) -> None:
        try:
            data = read(source, name)
        except Unusable as unusable:
            raise ValueError(str(unusable)) from None
        mine = (self.class_code, self.student, *settings_of(self.answers, self.decimals, self.convention))
        if (theirs := (data["class_code"], data["student"], *settings_in(data))) != mine:
            said = _("{path} holds another exercise ({theirs}); this is {mine}. Choose another file.",
                     path=self.file or name, theirs=", ".join(theirs), mine=", ".join(mine))  # fmt: skip
            raise ValueError(said)
        self.answers, self.times, self.started = data["answers"], data["times"], data["started"]

    @property
    def left(self) -> float:
        """The seconds that are left; below 0 when the time is over."""
        return self.started + 60 * self.minutes - self._now()

    def answer(self, name: str, which: int, text: str) -> None:
        """Keep the answer to list 1 or 2 of a measure: on the disk before this returns."""
        self.answers[name][which - 1] = one_line(text)[:LONGEST_ANSWER]
        self.times[name][which - 1] = round(self._now())
        self.save()

    def save(self) -> None:
        """Write the file, if there is one: a whole new one takes the place of the old one."""
        if self.file is not None:
            write_file(self.file, self.contents())

    @property
    def file_name(self) -> str:
        """What the file that is handed in is called: by default after class and student, so that no two have one name.

        Examples
        --------
        >>> ClassExercise("IIC3633 / 1", "20.641.180-k", ["AP@5"]).file_name
        'exercise_IIC3633-1_20.641.180-k.json'
        """
        whose = (re.sub(r"[^\w.-]+|_", "-", part)[:LONGEST_ANSWER] for part in (self.class_code, self.student))
        return self.file.name if self.file is not None else f"exercise_{'_'.join(whose)}.json"

    def contents(self) -> str:
        """Return what the file that is handed in holds."""
        data = {
            "kind": KIND,
            "class_code": self.class_code,
            "student": self.student,
            "minutes": self.minutes,
            "decimals": self.decimals,
            "convention": self.convention,
            "started": round(self.started),
            "answers": self.answers,
            "times": self.times,
        }
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
            graded = not all(one.is_binary for one in pair)
            text = _("{measure}, list {place}: {shown}; |R| = {count}")
            text += _("; grades of all relevant items: {grades}") if graded else ""
            for place, one in enumerate(pair, start=1):
                lines.append(text.format(measure=name, place=place, shown=" ".join(letters(one.shown, graded=graded)),
                    count=int(one.relevant), grades=" ".join(letters(one.pool(), graded=True))))  # fmt: skip
        return "\n".join(lines)

    def judged(self) -> list[Judged]:
        """Return what each answer is."""
        return judge_answers(self.pairs, self.answers, self.decimals, self.convention)
