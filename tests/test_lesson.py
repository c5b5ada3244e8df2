"""What the text of the first lesson asks for and answers comes true in its Explorers. (Its outputs are nbval's to check.)"""

import ast
from pathlib import Path
from typing import Any

import nbformat
import pytest

from metrics_edu.widgets import Explorer

LESSON = nbformat.read(Path(__file__).parents[1] / "notebooks" / "en" / "01_ranked_list.ipynb", as_version=4)
CODE = [cell for cell in LESSON.cells if cell.cell_type == "code"]


@pytest.fixture(scope="module")
def explorers() -> dict[str, str]:
    """Run the lesson; give the state of every Explorer it shows, by the id of its cell."""
    names: dict[str, Any] = {}
    shown = {}
    for cell in CODE:
        *body, last = ast.parse(cell.source).body
        exec(compile(ast.Module(body, []), cell.id, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), cell.id, "eval"), names)
            if isinstance(value, Explorer):
                shown[cell.id] = value.state
        else:
            exec(compile(ast.Module([last], []), cell.id, "exec"), names)
    return shown


class Student:
    """Edits an Explorer as its front end does."""

    def __init__(self, state: str) -> None:
        self.explorer = Explorer.from_state(state)

    def do(self, name: str, label: str = "", **order: Any) -> "Student":
        lanes = self.explorer.view["list"]
        ids = {row["label"]: row["id"] for row in (*lanes["shown"], *lanes["missed"])}
        self.explorer._receive(self.explorer, {"do": name, **({"id": ids[label]} if label else {}), **order}, [])
        assert self.explorer.view["notice"] == ""
        return self

    def tiles(self) -> dict[str, str]:
        return {tile["key"]: tile["value"] for tile in self.explorer.view["tiles"]}

    def tile(self, key: str) -> str:
        return self.tiles()[key]

    @property
    def divided_by(self) -> str:
        return self.explorer.derivation.steps[-1].numbers.rpartition("/")[2]


def test_a_missed_apple_stays_in_the_denominator_and_one_that_is_none_does_not(explorers):
    assert Student(explorers["apples-explorer"]).tile("average_precision") == "0.5035"
    assert Student(explorers["apples-explorer"]).do("miss", "Jazz").divided_by == "6"
    assert Student(explorers["apples-explorer"]).do("toggle", "Jazz").divided_by == "5"


def test_both_lists_of_the_answer_have_ap_one_half(explorers):
    all_six = Student(explorers["apples-explorer"])
    for label in ("Fuji", "Pear", "Lemon", "Pink Lady"):
        all_six.do("toggle", label)
    assert all_six.explorer.ranking.hits().tolist() == [0, 1] * 6
    assert all_six.tile("average_precision") == "0.5000"
    three = Student(explorers["apples-explorer"])
    for label in ("Golden", "Pink Lady", "Jazz"):
        three.do("miss", label)
    three.do("move", "Braeburn", rank=1).do("move", "Banana", rank=9)
    assert three.explorer.ranking.hits().tolist() == [1, 1, 1] + [0] * 6
    assert three.tile("average_precision") == "0.5000"


def test_the_two_lists_print_the_values_of_the_slides(explorers):
    student = Student(explorers["parra-explorer"])
    values = [student.tile(key) for key in ("precision", "recall", "reciprocal_rank")]
    values.append(student.do("set", key="n", value=5).tile("precision"))
    assert values == ["0.5000", "0.2500", "0.5000", "0.4000"]
    student = Student(explorers["parra-explorer"]).do("user", key="1")
    values = [student.tile(key) for key in ("precision", "recall", "reciprocal_rank")]
    values.append(student.do("set", key="n", value=5).tile("precision"))
    assert values == ["0.6000", "0.1500", "0.5000", "0.6000"]


def test_recall_never_falls_along_the_cut_offs_and_precision_does(explorers):
    student = Student(explorers["parra-explorer"])
    tiles = [student.do("set", key="n", value=n).tiles() for n in range(1, 11)]
    for key, never_falls in (("recall", True), ("precision", False)):
        values = [float(one[key]) for one in tiles]
        assert (values == sorted(values)) == never_falls


def test_what_is_added_to_list_2(explorers):
    student = Student(explorers["parra-explorer"]).do("user", key="1")
    before = student.tiles()
    after = student.do("show", "Missed 1").tiles()
    assert float(after["precision"]) > float(before["precision"])
    assert float(after["recall"]) > float(before["recall"])
    last = student.do("add").tiles()
    assert float(last["precision"]) < float(after["precision"])
    assert last["recall"] == after["recall"]


def test_rr_moves_only_with_the_first_relevant_item(explorers):
    start = Student(explorers["cookie-explorer"]).tiles()
    up = Student(explorers["cookie-explorer"]).do("move", "Item 4", rank=2).tiles()
    assert {key for key in start if up[key] != start[key]} == {"average_precision", "rankscore", "dcg", "ndcg"}
    down = Student(explorers["cookie-explorer"]).do("move", "Item 1", by=1).tiles()
    assert {key for key in start if down[key] != start[key]} == {
        "average_precision", "rankscore", "dcg", "ndcg", "reciprocal_rank",
    }  # fmt: skip


def test_nothing_relevant_is_0_over_0(explorers):
    student = Student(explorers["cookie-explorer"])
    for k in (1, 3, 4):
        student.do("toggle", f"Item {k}")
    assert student.tile("ndcg") == "0/0"


def test_recall_over_what_can_be_reached_is_rp_here(explorers):
    assert Student(explorers["vl-1-explorer"]).tile("precision") == "0.8000"
    student = Student(explorers["vl-2-explorer"]).do("set", key="n", value=5)
    assert student.tile("recall") == "0.8000"
    assert student.do("user", key="1").tile("recall") == "0.4000"
    student.do("set", key="n", value=10)
    assert (student.tile("precision"), student.tile("recall")) == ("0.4000", "0.5714")
    for k in (1, 4, 5):
        student.do("show", f"lecture {k}")
    student.do("ideal")
    assert (student.tile("precision"), student.tile("recall")) == ("0.7000", "1.0000")


def test_the_best_move_for_one_user(explorers):
    start = Student(explorers["data-explorer"])
    labels = [row["label"] for lane in ("shown", "missed") for row in start.explorer.view["list"][lane]]
    moved = {label: Student(explorers["data-explorer"]).do("move", label, rank=1).tiles() for label in labels}
    best = {key: max(tiles[key] for tiles in moved.values()) for key in ("average_precision", "ndcg")}
    winners = {key: {label for label in labels if moved[label][key] == best[key]} for key in best}
    assert (start.tile("average_precision"), start.tile("ndcg")) == ("0.2770", "0.3975")
    assert best == {"average_precision": "0.5091", "ndcg": "0.6340"}
    assert winners["average_precision"] == {"Paper Mirror", "Electric Railway"}
    assert winners["ndcg"] == {"Paper Mirror", "Last Signal"}


def test_the_notebook_holds_no_state_of_widgets_and_no_path():
    assert "widgets" not in LESSON.metadata
    assert all(cell.outputs or cell.id in ("imports", "vl-2-lists") for cell in CODE)
    text = (Path(__file__).parents[1] / "notebooks" / "en" / "01_ranked_list.ipynb").read_text()
    assert "/home/" not in text
    assert "/root/" not in text
