"""The scenes of a comparison: each makes a widget, and does what a user does to bring it into a state.

Two versions run the same scenes. So a scene uses the public names of `metrics_edu`, and the labels and roles that a user finds.
A scene runs in an empty folder and with a separate learner's record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from metrics_edu import Ranking, Ratings, set_language
from metrics_edu.examples import ten_users, three_judges
from metrics_edu.widgets import (
    Compare,
    Drill,
    Explorer,
    FadedStepper,
    FileDiagnosis,
    IdealList,
    Inverse,
    Judges,
    Lecture,
    PairedTest,
    Practice,
    Predict,
    Quiz,
    RankedList,
    Stepper,
)
from metrics_homework import ClassExercise, init_tarea
from metrics_homework.widgets import ExerciseSheet, SubmissionUpload

Make = Callable[[], Any]
Act = Callable[[Page], object]

NOW = 1_770_000_000  # the clock of every scene, in seconds since 1970
FRUIT = ["Banana", "Gala", "Fuji", "Pear", "Plum", "Mango", "Braeburn", "Lemon", "Kiwi", "Golden", "Pink Lady", "Jazz"]
SHORT = Ranking.parse("NRRNR", relevant=4)
OTHER = Ranking.parse("RNNRR", relevant=4)
TWELVE = Ranking.parse("NRRNNNRNNRRR", relevant=8)
GRADED = Ranking([3, 0, 5, 0, 4, 1, 2, 5, 0, 3], [5, 5, 5, 4, 4, 3, 3, 2, 1])
LONG = Ranking([3, 0, 5, 0, 4, 1, 2, 5] * 3, [5, 5, 5, 4, 4, 3, 2, 1] * 3)
TWENTY = Ranking([5, 0, 3, 1, 4] * 4, [5, 4, 3, 1] * 6)
EMPTY = Ranking.parse("", relevant=0)
NAMES = [
    "The Lord of the Rings: The Fellowship of the Ring, Extended Edition",
    "عربة اسمها الرغبة",
    "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
    '<b>&amp; "quotes"</b>',
    "七人の侍",
]
USERS = {"Ana": SHORT, "Ben": Ranking.parse("RNNRN"), "شهرزاد": Ranking.parse("NNNN", relevant=0)}
BATCH = Ranking.batch([SHORT, OTHER, Ranking.parse("NNN", relevant=1)], users=["Ana", "Ben", "Eva"])
RATINGS = Ratings([4, 3.5, 5, 1], [5, 3, 3, 2])
TILES = ("AP", "RR", "Rankscore", "nDCG", "DCG", "P", "Recall", "F1")


@dataclass(frozen=True)
class Scene:
    """A widget, and what a user does with it."""

    name: str
    make: Make
    act: Act = lambda page: page


def click(page: Page, *names: str) -> None:
    """Click buttons by their names, one after the other."""
    for name in names:
        page.get_by_role("button", name=name, exact=True).first.click()


def unfold(page: Page, *texts: str) -> None:
    """Open what is folded under each of these texts."""
    for text in texts:
        page.get_by_text(text, exact=True).first.click()


def choose(page: Page, position: int) -> None:
    """Choose an item by its position on the page: click the middle of its row."""
    row = page.get_by_role("listbox").get_by_role("option").nth(position - 1)
    box = row.bounding_box()
    assert box
    row.click(position={"x": box["width"] / 2, "y": box["height"] / 2})


def choose_tab(page: Page, name: str) -> None:
    """Choose a tile or a user by the beginning of its name."""
    page.get_by_role("tab", name=re.compile(rf"^{re.escape(name)}\b")).first.click()


def field(page: Page, name: str) -> Locator:
    """Return the text field with a label."""
    return page.get_by_role("textbox", name=name).first


def answer(page: Page, *answers: tuple[str, str]) -> None:
    """Type answers into the fields with these labels, and press Enter after each."""
    for label, text in answers:
        field(page, label).fill(text)
        page.keyboard.press("Enter")
        page.wait_for_function("!window.openCalls()")


def predict(text: str) -> Act:
    """Return an action: commit to a prediction."""
    return partial(_predict, text=text)


def _predict(page: Page, text: str) -> None:
    field(page, "Your prediction").fill(text)
    click(page, "Commit")


def in_turn(*acts: Act) -> Act:
    """Return an action that does several, one after the other."""
    return lambda page: [act(page) for act in acts]


def clicked(*names: str) -> Act:
    """Return an action: click these buttons."""
    return lambda page: click(page, *names)


def chosen(position: int) -> Act:
    """Return an action: choose the item at a position."""
    return lambda page: choose(page, position)


def explorers() -> Iterator[Scene]:
    """Yield the scenes of Explorer."""
    yield Scene("explorer", lambda: Explorer(TWELVE, FRUIT))
    for name in TILES:
        tile = partial(choose_tab, name=name)
        yield Scene(f"explorer-tile-{name}", lambda: Explorer(GRADED, threshold=2), tile)
    yield Scene("explorer-more", lambda: Explorer(TWELVE, FRUIT), in_turn(chosen(7), clicked("More")))
    yield Scene("explorer-paste", lambda: Explorer(SHORT, FRUIT[:5]), clicked("Paste"))
    yield Scene("explorer-paste-refused", lambda: Explorer(SHORT), _refused_paste)
    yield Scene("explorer-folds", lambda: Explorer(GRADED, measure="nDCG"), _unfold_all)
    yield Scene("explorer-edited", lambda: Explorer(TWELVE, FRUIT), _edit)
    yield Scene("explorer-predict", lambda: Explorer(SHORT), clicked("Predict"))
    asked = in_turn(clicked("Predict"), predict("0.4"))
    yield Scene("explorer-predict-wrong", lambda: Explorer(SHORT, measure="nDCG"), asked)
    yield Scene("explorer-long", lambda: Explorer(LONG, measure="nDCG"), chosen(5))
    yield Scene("explorer-ugly", lambda: Explorer(SHORT, NAMES), chosen(3))
    yield Scene("explorer-empty", lambda: Explorer(EMPTY))
    yield Scene("explorer-users", lambda: Explorer(USERS), partial(choose_tab, name="Ben"))
    yield Scene("explorer-mean", lambda: Explorer(USERS), partial(choose_tab, name="Mean"))
    yield Scene("explorer-two-tiles", lambda: Explorer(SHORT, tiles=["AP", "RR"]), chosen(2))
    yield Scene("explorer-spanish", _spanish_explorer, chosen(2))


def _spanish_explorer() -> Explorer:
    set_language("es")
    return Explorer(TWELVE, FRUIT)


def _refused_paste(page: Page) -> None:
    click(page, "Paste")
    field(page, "Paste a list").fill("9 9")
    click(page, "Use this list")


def _unfold_all(page: Page) -> None:
    unfold(page, "As a table", "Settings")


def _edit(page: Page) -> None:
    choose(page, 7)
    click(page, "Move up", "Move up", "Make N", "Undo")


def lists() -> Iterator[Scene]:
    """Yield the scenes of RankedList, Compare, IdealList and Inverse."""
    yield Scene("ranked-list", lambda: RankedList(SHORT))
    yield Scene("ranked-list-long", lambda: RankedList(LONG), chosen(2))
    yield Scene("ranked-list-ugly", lambda: RankedList(SHORT, NAMES), chosen(1))
    yield Scene("compare", lambda: Compare(SHORT, OTHER))
    yield Scene("compare-chosen", lambda: Compare(SHORT, OTHER, names=["Ana", "Ben"]), chosen(2))
    yield Scene("compare-long", lambda: Compare(LONG, TWENTY, ["AP", "nDCG@10", "Rank"]))
    yield Scene("compare-ugly", lambda: Compare(SHORT, OTHER, names=NAMES[:2], labels=[NAMES, NAMES]), chosen(3))
    yield Scene("compare-empty", lambda: Compare(SHORT, EMPTY))
    yield Scene("ideal-list", lambda: IdealList("nDCG@5", GRADED), chosen(3))
    yield Scene("ideal-list-long", lambda: IdealList("nDCG@10", LONG))
    yield Scene("ideal-list-ugly", lambda: IdealList("nDCG@5", SHORT, labels=NAMES), chosen(2))
    yield Scene("ideal-list-empty", lambda: IdealList("nDCG@5", EMPTY))
    yield Scene("inverse", lambda: Inverse(["AP = 0.5", "RR = 1/3"], TWELVE, labels=FRUIT))
    yield Scene("judges", lambda: Judges(*three_judges()))
    yield Scene("paired-test", lambda: PairedTest(ten_users(), "nDCG@10"))
    yield Scene("inverse-done", lambda: Inverse(["RR = 1"], SHORT), clicked("Sort"))
    yield Scene("inverse-solution", _inverse_with_solution, clicked("Show a solution"))


def _inverse_with_solution() -> Inverse:
    return Inverse(["RR = 1"], Ranking.parse("NRRN", relevant=3), solution=Ranking.parse("RNRN", relevant=3))


def predictions() -> Iterator[Scene]:
    """Yield the scenes of Predict."""
    yield Scene("predict", lambda: Predict("AP@5", SHORT, labels=FRUIT[:5]))
    yield Scene("predict-right", lambda: Predict("AP@5", SHORT), predict("0.442"))
    yield Scene("predict-wrong", lambda: Predict("nDCG", LONG), predict("0.2"))
    yield Scene("predict-mistake", lambda: Predict("AP@5", SHORT), predict("0.589"))
    yield Scene("predict-shown", lambda: Predict("F1", TWELVE), clicked("Just show"))
    yield Scene("predict-ugly", lambda: Predict("RR", SHORT, labels=NAMES), predict("1/3"))
    yield Scene("predict-pair", lambda: Predict("AP@5", {"A": SHORT, "B": OTHER}))
    yield Scene("predict-pair-wrong", lambda: Predict("AP@5", {"A": SHORT, "B": OTHER}), _choose_first)
    yield Scene("predict-users", lambda: Predict("MAP", BATCH), predict("0.3"))
    yield Scene("predict-ratings", lambda: Predict("RMSE", RATINGS), predict("1"))


def _choose_first(page: Page) -> None:
    page.get_by_role("radio", name="A", exact=True).check()
    click(page, "Commit")


def exercises() -> Iterator[Scene]:
    """Yield the scenes of Practice, Drill, Quiz, ExerciseSheet, FileDiagnosis and SubmissionUpload."""
    yield Scene("practice", lambda: Practice("04-pair"))
    yield Scene("practice-judged", lambda: Practice("04-pair"), _practice)
    solution = clicked("Hint (2 left)", "Next hint (1 left)", "Solution")
    yield Scene("practice-solution", lambda: Practice("04-pair"), solution)
    alike = partial(answer_all, answers={"AP@10 of list 1": "0.121", "AP@10 of list 2": "0.122"})
    yield Scene("practice-alike", lambda: Practice("04-parra"), alike)
    yield Scene("drill", lambda: Drill("AP"))
    yield Scene("drill-wrong", lambda: Drill("MAE"), partial(answer_all, answers={"MAE": "9"}))
    yield Scene("quiz", lambda: Quiz("02-never-falls"))
    yield Scene("quiz-wrong", lambda: Quiz("06-novelty"), partial(answer_all, answers={"Your answer": "2.75"}))
    yield Scene("sheet-before", lambda: ExerciseSheet(["AP@5"], folder="."))
    yield Scene("sheet", sheet)
    yield Scene("sheet-answered", sheet, _answer_sheet)
    yield Scene("sheet-judged", lambda: sheet(feedback="now"), _answer_sheet)
    yield Scene("sheet-finished", sheet, in_turn(_answer_sheet, _finish))
    yield Scene("sheet-late", late_sheet, _answer_sheet)
    yield Scene("file-diagnosis", lambda: FileDiagnosis("nDCG@10=0.4213 MAP@10=0.19"))
    yield Scene("upload", upload)
    for student in ("carla", "ana", "jose"):
        yield Scene(f"upload-{student}", upload, partial(_upload, student=student))


def answer_all(page: Page, answers: dict[str, str]) -> None:
    """Type an answer into each field, and press Enter in the last one."""
    for label, text in answers.items():
        field(page, label).fill(text)
    page.keyboard.press("Enter")


def _practice(page: Page) -> None:
    click(page, "Hint (2 left)")
    answer_all(page, {"AP@5 of list 1": "0.375", "AP@5 of list 2": "0.7"})


def sheet(**options: Any) -> ExerciseSheet:
    """Make a sheet whose clock is still."""
    known: dict[str, Any] = {"class_code": "iic3633", "student": "ana", "folder": "."}
    return ExerciseSheet(["AP@5", "nDCG@5"], **known, now=lambda: NOW, **options)


def late_sheet() -> ExerciseSheet:
    """Make a sheet whose time is over."""
    clock = [NOW - 3600]
    exercise = ClassExercise("iic3633", "ana", ["AP@5"], now=lambda: clock[0])
    clock[0] = NOW
    return ExerciseSheet(exercise)


def _answer_sheet(page: Page) -> None:
    field(page, "AP@5 of list 1").press_sequentially("0.5")
    field(page, "AP@5 of list 2").press_sequentially("x")
    page.get_by_text("not a number").first.wait_for()


def _finish(page: Page) -> None:
    click(page, "Finish and show feedback")
    page.locator("button:not([aria-disabled])", has_text="Yes, finish now").wait_for()
    click(page, "Yes, finish now")


def upload() -> SubmissionUpload:
    """Make an upload for the class that is our example."""
    return SubmissionUpload(init_tarea("tarea"))


def _upload(page: Page, student: str) -> None:
    with page.expect_file_chooser() as chooser:
        click(page, "Choose files")
    chooser.value.set_files(sorted(Path("tarea", "submissions", student).iterdir()))
    page.get_by_text("read", exact=True).first.wait_for()


def steps() -> Iterator[Scene]:
    """Yield the scenes of Stepper, FadedStepper and the outline of a Lecture."""
    steppers: dict[str, Make] = {
        "stepper-ndcg": lambda: Stepper("nDCG@5", GRADED),
        "stepper-ap": lambda: Stepper("AP", SHORT, labels=NAMES),
        "stepper-map": lambda: Stepper("MAP", BATCH),
        "stepper-rmse": lambda: Stepper("RMSE", RATINGS),
    }
    for name, make in steppers.items():
        yield Scene(f"{name}-first", make)
        yield Scene(f"{name}-sixth", make, partial(_step, count=5))
        yield Scene(f"{name}-last", make, partial(_step, count=30))
    yield Scene("stepper-long", lambda: Stepper("nDCG", LONG), partial(_step, count=4))
    yield Scene("faded", lambda: FadedStepper("AP@5", SHORT, labels=NAMES))
    yield Scene("faded-wrong", lambda: FadedStepper("AP@5", SHORT), partial(answer_all, answers={"AP@5": "1/3"}))
    yield Scene(
        "faded-half", lambda: FadedStepper("nDCG@3", GRADED), in_turn(clicked("Round 2 new list, 3 blanks"), _fill_one)
    )
    solved = partial(answer_each, answers=[("AP@5", "0.4417")])
    yield Scene("faded-solved", lambda: FadedStepper("AP@5", SHORT), solved)
    yield Scene("faded-why", lambda: FadedStepper("AP@5", SHORT), in_turn(solved, _choose_reason))
    yield Scene("faded-map", lambda: FadedStepper("MAP", BATCH))
    yield Scene("faded-rmse", lambda: FadedStepper("RMSE", RATINGS))
    yield Scene("lecture-outline", lambda: lecture())


def answer_each(page: Page, answers: list[tuple[str, str]]) -> None:
    """Type answers one after the other; each is judged before the next."""
    answer(page, *answers)


def _step(page: Page, count: int) -> None:
    for _number in range(count):
        page.get_by_role("button", name="Next", exact=True).click(force=True)


def _fill_one(page: Page) -> None:
    page.get_by_role("textbox").first.fill("7")
    page.keyboard.press("Enter")


def _choose_reason(page: Page) -> None:
    page.keyboard.press("Enter")


def lecture() -> Lecture:
    """Make a lecture with every widget that a lecture shows step by step."""
    return Lecture(
        "What does AP reward?",
        Explorer(TWELVE, FRUIT),
        "Which is better?",
        Compare(SHORT, OTHER),
        Stepper("AP@5", SHORT),
        IdealList("nDCG@5", SHORT),
        Predict("AP@5", SHORT, labels=FRUIT[6:11]),
        Inverse(["AP = 0.5"], SHORT),
        "Questions?",
    )


def hard_lecture() -> Lecture:
    """Make a lecture with lists that hardly fit."""
    return Lecture(
        Explorer(LONG, measure="nDCG"),
        Compare(LONG, TWENTY, ["AP", "nDCG@10", "Rank"], names=NAMES[:2]),
        Stepper("nDCG@10", LONG),
        IdealList("nDCG@10", LONG),
        Predict("nDCG@10", LONG),
        Practice("04-pair"),
    )


LECTURES = {"lecture": lecture, "lecture-hard": hard_lecture}


def scenes() -> Iterator[Scene]:
    """Yield all scenes but those of a lecture that is given."""
    for group in (explorers, lists, predictions, exercises, steps):
        yield from group()
