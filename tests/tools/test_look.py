"""`make look` shows every widget, counts the pixels that differ, and accepts only what has a reason."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imsave

from metrics_edu import widgets
from tools.checks.look import __main__ as look
from tools.checks.look import scenes


def test_every_widget_has_a_scene() -> None:
    text = Path(scenes.__file__).read_text("utf-8")
    assert [name for name in widgets.__all__ if f"{name}(" not in text] == []
    names = [scene.name for scene in scenes.scenes()]
    assert len(names) == len({*names}) > 40


@pytest.fixture
def output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(look, "OUTPUT", tmp_path)
    for version in ("before", "now"):
        (tmp_path / version).mkdir()
    return tmp_path


def test_the_differing_pixels_are_counted_and_drawn(output: Path) -> None:
    before = np.ones((4, 5, 4), dtype=np.float32)
    now = np.ones((4, 6, 4), dtype=np.float32)  # a column more
    now[0, 0, 0] = 0
    for version, picture in (("before", before), ("now", now)):
        imsave(output / version / "changed.png", picture)
        imsave(output / version / "same.png", before)
        imsave(output / version / f"only-{version}.png", before)
    count, found = look.compare()
    assert count == 4
    assert found == {
        "changed.png": "5 pixels differ",
        "only-before.png": "only in the version before",
        "only-now.png": "only in the version now",
    }
    assert [path.name for path in (output / "differences").iterdir()] == ["changed.png"]


def test_a_scene_that_raises_is_reported(output: Path) -> None:
    (output / "now" / "explorer.error.txt").write_text("ValueError", "utf-8")
    assert look.compare()[1] == {"explorer.error.txt": "ValueError"}


def test_a_difference_with_a_reason_is_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    found = {"predict-390-light.png": "3 pixels differ", "stepper-390-light.png": "9 pixels differ"}
    assert look.report(found, {"predict-*": "the marks are centred"}) == ["stepper-390-light.png"]
    assert "predict-390-light.png: 3 pixels differ (accepted: the marks are centred)" in capsys.readouterr().out
