"""Points of the students' functions: the table of the program that ran them, such as nbgrader. Students' code never runs here."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal, DecimalException

from metrics_edu.language import SPREADSHEET, _, plain_number, refused
from metrics_homework.grading.hand import HandFile
from metrics_homework.grading.points import points_text
from metrics_homework.grading.teacher_table import read_teacher_table

COLUMNS = {
    "id": (
        "person",
        "persona",
        "student_id",
        "id",
        "sid",
        "username",
        "github_username",
        "email",
        "submission",
        "entrega",
    ),
    "points": ("points", "score", "total score", "points_awarded", "puntos", "puntaje"),
}
"""The columns and their names, as your own table, nbgrader, Gradescope and GitHub Classroom write them."""
MAXIMA = ("max_score", "max points", "points_available")


class FunctionsFile(HandFile):
    """Reads the rows of the policy's assignment as lines about the part functions, with points in proportion to its maximum."""

    def _rows(self) -> list[tuple[int, dict[str, str], bool]]:
        rows, functions = read_teacher_table(self._path, COLUMNS), self._policy.functions
        found = {row["assignment"] for _line, row, _is_longer in rows if "assignment" in row}
        wanted = {functions.assignment} if functions and functions.assignment else found
        if len(wanted) > 1 or not wanted <= found:
            raise refused(
                "{path}: the assignments are {some}; write one of them into the policy, at functions: assignment",
                path=self._path,
                some=", ".join(sorted(found)) or _("nothing"),
            )
        used = [entry for entry in rows if not wanted or entry[1]["assignment"] in wanted]
        if longer := [(line, row) for line, row, is_longer in used if is_longer]:
            raise refused(
                "{path}, line {line} has more cells than there are titles: {value!r}. Put a name with a comma in "
                "quotes, and give each column a title.",
                path=self._path,
                line=longer[0][0],
                value=", ".join(longer[0][1].values()),
            )
        return [
            (line, {"id": row["id"], "part": "functions", "points": self._points(row)}, False) for line, row, _ in used
        ]

    def _points(self, row: dict[str, str]) -> str:
        """Return the points, in proportion to the maximum of the table where it has one."""
        texts = [row[title] for title in ("points", *MAXIMA) if title in row]
        with suppress(ValueError, DecimalException):  # no maximum, or no numbers
            points, maximum = (Decimal(plain_number(text, SPREADSHEET)) for text in texts)
            return points_text(points * self._most["functions"] / maximum)
        return " / ".join(texts)
