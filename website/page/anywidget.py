"""Stands for anywidget where there is no Jupyter: a widget's traits go out as text, its actions come in as text.

Its messages are ipywidgets' (tests/website/test_site.py compares the two). Names begin with `_host`, which no widget has.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import traitlets

WIDGETS: dict[str, AnyWidget] = {}
"""The widgets of the address that is shown, by their ids."""


class AnyWidget(traitlets.HasTraits):
    """The part of anywidget's class that widgets use."""

    model_id = ""
    _css = ""
    _host_key = "0"
    _host_cell = ""
    _host_numbers = count()
    _host_send: Callable[[str, str, str], None]
    """Takes the id of a widget, "open" or "update", and its traits as JSON."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.model_id = f"part-{self._host_key}-{self._host_cell}{next(self._host_numbers)}"
        self._host_callback: Callable[..., None] = print
        self._host_pending: set[str] | None = None
        self._host_known: dict[str, Any] = {}
        WIDGETS[self.model_id] = self
        names = list(self.traits(sync=True))
        self._host_tell("open", {"_css": self._css} | {name: self._host_plain(name) for name in names})
        self.observe(self._host_changed, names)

    def on_msg(self, callback: Callable[..., None]) -> None:
        self._host_callback = callback

    @contextmanager
    def hold_sync(self) -> Iterator[None]:
        if self._host_pending is not None:
            yield
            return
        self._host_pending = set()
        try:
            yield
        finally:
            changed, self._host_pending = self._host_pending, None
            self._host_update(changed)

    def _host_plain(self, name: str) -> Any:
        to_json = self.trait_metadata(name, "to_json")
        return to_json(getattr(self, name), self) if to_json else getattr(self, name)

    def _host_changed(self, change: Any) -> None:
        if self._host_pending is None:
            self._host_update({change.name})
        else:
            self._host_pending.add(change.name)

    def _host_update(self, names: set[str]) -> None:
        traits = {name: self._host_plain(name) for name in sorted(names)}
        news = {name: value for name, value in traits.items() if self._host_known.get(name, self) != value}
        if news:
            self._host_tell("update", news)

    def _host_tell(self, kind: str, traits: dict[str, Any]) -> None:
        AnyWidget._host_send(self.model_id, kind, json.dumps(traits))


def begin(key: object) -> None:
    """Forget all widgets, and name those of another address: an address that is opened again under its key has the same ids."""
    WIDGETS.clear()
    AnyWidget._host_key = str(key)
    AnyWidget._host_cell = ""
    AnyWidget._host_numbers = count()


def begin_cell(cell: str) -> None:
    """Name the widgets that a cell of a lesson makes: a cell that is run again gives the same ids, whatever other cells make."""
    AnyWidget._host_cell = f"{cell}-"
    AnyWidget._host_numbers = count()


def receive(model_id: str, text: str, buffers: list[bytes], seed: float) -> None:
    """Give a widget what the page sends: an action, or traits that were set there.

    What an action draws depends on its seed alone, and no later cell depends on the action.
    """
    widget, message = WIDGETS.get(model_id), json.loads(text)
    if widget is None:
        return
    if "action" in message:
        before = random.getstate()
        random.seed(seed)
        widget._host_callback(widget, message["action"], buffers)
        random.setstate(before)
        return
    widget._host_known = message["set"]  # is not sent back
    with widget.hold_sync():
        for name, value in message["set"].items():
            from_json = widget.trait_metadata(name, "from_json")
            setattr(widget, name, from_json(value, widget) if from_json else value)
    widget._host_known = {}
