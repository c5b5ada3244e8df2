"""What readers have kept since commit 91c5e16 still opens: `tests/kept/` holds what that commit wrote, and is never changed."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest

from metrics_edu import Ranking
from metrics_edu.practice.record import learner_record
from metrics_edu.widgets import Explorer, Inverse, Predict
from metrics_homework import ClassExercise, init_tarea, read_policy
from metrics_homework.classroom.poll import poll_files
from notebooks.build import lessons
from website.build.sources import PAGE_FOLDER

KEPT = Path(__file__).parent / "kept"
OLDER_REPR = {
    "IdealList('3 0 2 0 1 0 0 0 0 0', relevant=6, asked='nDCG@3')": "IdealList('nDCG@3', '3 0 2 0 1 0 0 0 0 0', relevant=6)"
}
"""What is shown prints as the call that makes it, and the order of its arguments has changed since."""
OLDER_ORDER = {"compare": 'pass the measure first, as in compare("AP@10", ranking); the first argument is Ranking'}
"""The function of a cell that was saved, and the sentence that shows the order of today."""
ADDRESSES = json.loads((KEPT / "addresses.json").read_text("utf-8"))
"""An address, what it showed, and the address that the page wrote then."""
APPLES = Ranking.parse("NRRNNRNNNRRR", relevant=6)


@pytest.fixture(scope="module")
def addresses() -> Any:
    spec = importlib.util.spec_from_file_location("addresses", PAGE_FOLDER / "addresses.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("address", "shown", "written"), ADDRESSES, ids=[address for address, _shown, _written in ADDRESSES]
)
def test_a_saved_address_shows_the_same_widget(addresses: Any, address: str, shown: str, written: str) -> None:
    shown = OLDER_REPR.get(shown, shown)
    assert repr(addresses.LinkedWidget(address).widget) == shown
    assert repr(addresses.LinkedWidget(written).widget) == shown
    assert addresses.LinkedWidget(address).address == written


def test_a_saved_state_restores_lists_settings_and_choices() -> None:
    state = (KEPT / "state.txt").read_text("utf-8").strip()
    explorer = Explorer.from_state(state)
    assert explorer.state == state
    assert (explorer.metric, explorer.n, explorer.settings["gain"]) == ("nDCG", 3, "linear")
    assert explorer.ranking.items == ["Pear & co", "Gala", "Fuji"]
    assert explorer.value == pytest.approx((3 / np.log2(3) + 1 / 2) / (3 + 2 / np.log2(3) + 1 / 2))


def test_a_saved_learner_record_still_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = tmp_path / "progress.json"
    shutil.copy(KEPT / "progress.json", record)
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(record))
    assert [event.what for event in learner_record.events("04-pair")] == ["tried", "right"]
    assert learner_record.events("05-ideal")[0].what == "shown"
    predict = Predict("AP", APPLES)
    assert (predict.done, predict.answer) == (True, "0.42")
    assert learner_record.events(Inverse("P@5 = 4/5", APPLES).recorded_as)[0].what == "right"
    learner_record.note("04-pair", "right", answers=("0.375", "0.42"))
    assert record.read_text("utf-8").startswith((KEPT / "progress.json").read_text("utf-8"))


def test_a_saved_policy_is_read_like_a_new_one(tmp_path: Path) -> None:
    init_tarea(tmp_path)
    shutil.copy(KEPT / "policy.yaml", tmp_path / "kept.yaml")
    policy = read_policy(tmp_path / "kept.yaml")
    assert [*policy.by_title] == ["MAP@10", "nDCG@10", "Recall@10", "RMSE", "MAE", "Item coverage"]
    assert policy.submissions.exercise is not None


def test_a_saved_exercise_file_is_resumed_and_counted(tmp_path: Path) -> None:
    measures = ["P@5", "RR", "AP"]
    file = tmp_path / "exercise.json"
    shutil.copy(KEPT / "exercise.json", file)
    resumed = ClassExercise("iic3633-2026-2", "12345678", measures, file=file)
    assert resumed.answers == {"P@5": ["0.4", ""], "RR": ["", ""], "AP": ["", "0,25"]}
    assert datetime.fromtimestamp(resumed.started).year == 2026
    assert poll_files([KEPT / "exercise.json"]).students == 1


def test_saved_lesson_cells_run_or_show_new_argument_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one no longer runs, lessons-page.js has said that the lesson was saved with an older version."""
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))
    saved = nbformat.read(KEPT / "lesson.json", as_version=4)
    assert "lesson" not in saved.metadata  # so the site's version is another one, and the notice is shown
    names: dict[str, Any] = {}
    shown = []
    for cell in [cell for cell in saved.cells if cell.cell_type == "code"]:
        cell.source = cell.source.replace("metrics_edu.exercises", "metrics_edu.practice")  # its name then
        older = [sentence for function, sentence in OLDER_ORDER.items() if f"{function}(" in cell.source]
        if older:
            with pytest.raises(ValueError, match=re.escape(older[0])):
                lessons.run_cell(cell, names)
        else:
            shown.append(lessons.run_cell(cell, names))
    assert "04-pair" in lessons.recorded(shown)
