"""JupyterLab 4.6 sends the messages of one widget to two threads at once: no edit may get lost."""

from __future__ import annotations

import threading
import time
from typing import Any

from metrics_edu import Ranking
from metrics_edu.widgets import RankedList


class Slow(RankedList):
    """Between the reading of a state and the writing of the next another thread has its chance."""

    def _commit(self, *new: Any) -> None:
        time.sleep(0.002)
        super()._commit(*new)


def test_no_edit_from_two_threads_is_lost() -> None:
    widget = Slow(Ranking.parse("NN", relevant=1))

    def toggle(id: str) -> None:
        for _edit in range(25):
            widget.act({"do": "toggle", "id": id})

    threads = [threading.Thread(target=toggle, args=[id]) for id in ("i0", "i1")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(widget._session.past) == 50
    assert repr(widget) == "Slow('RR', relevant=3)"
