"""What the tests of homework share, beside what every test shares."""

import pytest

from tests.conftest import _empty_record

__all__ = ["_empty_record", "in_turn"]


@pytest.fixture
def in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grade in this process, as where no worker can start: a worker takes a second to start.

    `test_homework_workers` is about workers.
    """
    from metrics_homework.grading.worker_pool import Workers

    monkeypatch.setattr(Workers, "_start", lambda _self: None)
    monkeypatch.setattr(Workers, "outcomes", lambda _self, _task, submissions, *_more: iter([None] * len(submissions)))
