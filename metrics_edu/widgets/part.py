"""Part: what every widget here shares: a view that Python sends, orders that the front end sends, one at a time."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from metrics_edu.language import language
from metrics_edu.widgets.interface_texts import interface_texts

HERE = Path(__file__).parent
TURN = threading.RLock()
"""JupyterLab sends the messages of a widget to two threads, the kernel's and a subshell's: one at a time may edit and draw."""


def style(*names: str) -> str:
    """Return as one the style sheets that every part needs, and those of the names."""
    return "".join((HERE / f"{name}.css").read_text("utf-8") for name in ("ranked_list", *names, "lecture"))


def _as_text(value: Any, _widget: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))  # no browser reads NaN


def _from_text(text: str, _widget: object) -> Any:
    return json.loads(text)


class Part(anywidget.AnyWidget):
    """A widget whose front end shows a view and sends orders; an order that is refused changes nothing.

    A subclass gives `_view`, `_actions` and, if an order may change more than is safe to keep, `_kept`.
    """

    _esm = HERE / "ranked_list.js"
    _css = style()
    view = traitlets.Dict().tag(sync=True, to_json=_as_text, from_json=_from_text)
    text = traitlets.Dict().tag(sync=True)

    _notice = ""
    _UNSHOWN: tuple[str, ...] = ()
    """The orders after which the view is the same."""

    def _begin_part(self) -> None:
        self._language = language()
        super().__init__(text=interface_texts())
        self.on_msg(self._receive)
        self._update()

    def _receive(self, _widget: object, message: Any, buffers: object) -> None:
        name = message.get("do") if isinstance(message, dict) else None
        action = self._actions().get(name) if isinstance(name, str) else None
        if action is None:
            return
        with TURN, self.hold_sync():  # one message for all that changes
            self._act(name, action, message | {"buffers": buffers})

    def _act(self, name: object, action: Callable[[dict[str, Any]], None], message: dict[str, Any]) -> None:
        kept = self._kept()
        self._notice = ""
        try:
            action(message)
            if name not in self._UNSHOWN:
                self._update()
        except Exception as error:
            for key, value in kept.items():  # the state is as it was
                setattr(self, key, value)
            if not isinstance(error, ValueError):
                raise
            self._notice = str(error)  # Refused, or settings that do not go together
            self._update()

    def _kept(self) -> dict[str, Any]:
        return {}

    def _actions(self) -> dict[Any, Callable[[dict[str, Any]], None]]:
        raise NotImplementedError

    def _view(self) -> dict[str, Any]:
        raise NotImplementedError

    def _update(self) -> None:
        self._follow_language()
        self.view = self._view()

    def _follow_language(self) -> None:
        if self._language != language():
            self._language, self.text = language(), interface_texts()
