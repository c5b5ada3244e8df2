"""Runs a lesson, and edits and answers in its widgets as a student does."""

from __future__ import annotations

from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from typing import Any

import pytest

from metrics_edu.practice.lessons.lesson_progress import PARTS, tasks_of
from metrics_edu.widgets import Practice
from notebooks.build import lessons


class Lesson:
    """A lesson that was run: `lesson["apples-predict"]` runs that cell once more and gives what it shows.

    Each time a cell finds the names as the cells above it left them, so it shows a new widget.
    """

    def __init__(self, name: str) -> None:
        self.texts: dict[str, str] = {}
        self.names: dict[str, Any] = {}
        """What the lesson leaves behind."""
        shown = []
        self._code: dict[str, tuple[Any, dict[str, Any]]] = {}
        for cell in lessons.read(lessons.Job(name, "en").source).cells:
            if cell.cell_type == "markdown":
                self.texts[cell.id] = cell.source
            else:
                self._code[cell.id] = cell, dict(self.names)
                shown.append(lessons.run_cell(cell, self.names))
        asked, known = lessons.recorded(shown), tasks_of(name.partition("_")[0], *PARTS)
        assert asked == known, "`make notebooks` writes what the lessons ask into the package"

    def __getitem__(self, cell: str) -> Any:
        code, names = self._code[cell]
        return lessons.run_cell(code, dict(names))

    def source(self, cell: str) -> str:
        return str(self._code[cell][0].source)

    def printed(self, cell: str) -> list[str]:
        """Run a cell once more; give the lines that it prints."""
        with redirect_stdout(StringIO()) as out:
            self[cell]
        return out.getvalue().splitlines()

    def silent(self) -> list[str]:
        """Give the cells that neither show nor print anything."""
        return [cell for cell in self._code if self[cell] is None and not self.printed(cell)]


run_lesson = cache(Lesson)


def lesson_fixture(name: str) -> Any:
    """Make the fixture of a test file: a lesson, and for each test a learner who has tried nothing yet."""

    @pytest.fixture(autouse=True)
    def lesson(tmp_path, monkeypatch) -> Lesson:
        monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))
        return run_lesson(name)

    return lesson


class Student:
    """Sends orders to a widget as its front end does; none may be refused."""

    def __init__(self, widget: Any) -> None:
        self.widget = widget

    def do(self, name: str, label: str = "", **action: Any) -> Student:
        """Send an order, about the item of that label if there is one; of two lists, `list` says which."""
        if label:
            action["id"] = next(row["id"] for row in self.rows(action.get("list", 0)) if row["label"] == label)
        self.widget.act({"do": name, **action})
        assert not (refused := self.widget.view["notice"]), refused
        return self

    def set(self, **settings: Any) -> Student:
        """Change settings of an Explorer or an IdealList, one after the other."""
        for key, value in settings.items():
            self.do("set", key=key, value=value)
        return self

    def answer(self, *answers: str) -> str:
        """Commit to a prediction, or check the answers of an exercise; return the sentence that appears then."""
        action = "check" if isinstance(self.widget, Practice) else "commit"
        self.do(action, answers={str(k): text for k, text in enumerate(answers)})
        return str(self.widget.view["summary"])

    @property
    def verdicts(self) -> list[str]:
        """The sentence about each answer."""
        return [field["verdict"] for field in self.widget.view["fields"] if not field.get("step")]

    @property
    def states(self) -> list[str]:
        """Whether each answer is right."""
        return [field["state"] for field in self.widget.view["fields"]]

    def rows(self, list_: int = 0, lanes: tuple[str, ...] = ("shown", "missed")) -> list[dict[str, Any]]:
        """Give the items of a list, the missed ones last."""
        view = self.widget.view
        found = (view["lists"][list_] if "lists" in view else view)["list"]
        return [row for lane in lanes for row in found.get(lane, ())]

    def labels(self, *lanes: str) -> list[str]:
        """Give what the items are called: "shown", "missed" or both."""
        return [row["label"] for row in self.rows(lanes=lanes or ("shown", "missed"))]

    @property
    def hits(self) -> list[int]:
        """The relevance vector of the list."""
        return list(self.widget.ranking.hits().tolist())

    @property
    def tiles(self) -> dict[str, str]:
        """The value of each metric, as it is shown."""
        return {tile["key"]: tile["value"] for tile in self.widget.view["tiles"]}

    def values(self, *keys: str) -> list[str]:
        """Give the values of some metrics."""
        return [self.tiles[key] for key in keys]

    @property
    def value(self) -> str:
        """The value of the metric that is chosen."""
        return next(str(tile["value"]) for tile in self.widget.view["tiles"] if tile["selected"])

    @property
    def line(self) -> str:
        """Its working, in one line."""
        return str(self.widget.derivation.line)

    @property
    def divided_by(self) -> str:
        """The last denominator of its working."""
        return str(self.widget.derivation.steps[-1].numbers.rpartition("/")[2])

    @property
    def pool(self) -> str:
        """|R|, shown and missed."""
        return str(self.widget.view["list"]["pool"])

    @property
    def met(self) -> tuple[bool, ...]:
        """Of each goal, whether it is met."""
        return tuple(self.widget.met)
