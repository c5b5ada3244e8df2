"""Part: what every widget here shares: a view that Python sends, orders that the front end sends, traits for a notebook."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from metrics_edu.language import _, language
from metrics_edu.widgets.interface_texts import interface_texts

HERE = Path(__file__).parent
TURN = threading.RLock()
"""JupyterLab sends the messages of a widget to two threads, the kernel's and a subshell's: one at a time may edit and draw."""

Action = Callable[[Any], None]


class NotSettable(AttributeError, traitlets.TraitError):  # noqa: N818 - as Refused
    """What is given to a name that is no trait, or to one that is computed."""


def style(*names: str) -> str:
    """Return as one the style sheets that every part needs, and those of the names."""
    return "".join((HERE / f"{name}.css").read_text("utf-8") for name in ("ranked_list", *names, "lecture"))


def _as_text(value: Any, _widget: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))  # no browser reads NaN


def _from_text(text: str, _widget: object) -> Any:
    return json.loads(text)


class Part(anywidget.AnyWidget):
    """A widget whose front end shows a view and sends orders; an order that is refused changes nothing.

    What orders change is one value, `_session`, which is replaced and never changed itself (but for the two sheets of a
    class, which keep files). A subclass gives `_view`,
    `_actions`, and for a notebook `_facts`, the values of its read-only traits, and `_setters`, the orders behind those
    that can be set all the same.
    """

    _esm = HERE / "ranked_list.js"
    _css = style()
    view = traitlets.Dict().tag(sync=True, to_json=_as_text, from_json=_from_text)
    text = traitlets.Dict().tag(sync=True)

    _notice = ""
    _UNSHOWN: tuple[str, ...] = ()
    """The orders after which the view is the same."""

    def __init__(self, session: Any = None) -> None:
        self._session, self._language = session, language()
        super().__init__(text=interface_texts())
        self.on_msg(self._receive)
        self._update()
        self._publish()

    def __setattr__(self, name: str, value: Any) -> None:
        known = hasattr(type(self), name) and not getattr(getattr(type(self), name), "read_only", False)
        if known or name.startswith("_"):
            super().__setattr__(name, value)
            return
        setters = self._setters()
        if name not in setters:
            raise NotSettable(_cannot_be_set(name, type(self).__name__, setters))
        with TURN, self.hold_sync():
            self._act(setters[name], value)
            self._publish()

    def _receive(self, _widget: object, message: Any, buffers: object) -> None:
        name = message.get("do") if isinstance(message, dict) else None
        action = self._actions().get(name) if isinstance(name, str) else None
        if action is None:
            return
        with TURN, self.hold_sync():  # one message for all that changes
            try:
                self._act(action, message | {"buffers": buffers}, shown=name not in self._UNSHOWN)
            except ValueError as error:  # Refused, or settings that do not go together
                self._notice = str(error)
                self._update()
            self._publish()

    def _act(self, action: Action, given: Any, *, shown: bool = True) -> None:
        before, said = self._session, self._notice
        self._notice = ""
        try:
            action(given)
            if shown:
                self._update()
        except Exception:
            self._session, self._notice = before, said
            raise

    def _actions(self) -> dict[Any, Action]:
        raise NotImplementedError

    def _view(self) -> dict[str, Any]:
        raise NotImplementedError

    def _facts(self) -> Mapping[str, Any]:
        return {}

    def _setters(self) -> dict[str, Action]:
        return {}

    def _update(self) -> None:
        if self._language != language():
            self._language, self.text = language(), interface_texts()
        self.view = self._view()

    def _publish(self) -> None:
        facts, failed = self._facts(), []
        old = {name: self._trait_values.get(name) for name in facts}
        new = {name: value for name, value in facts.items() if not _same(old[name], value)}
        self._trait_values.update(new)  # all at once: who follows one of them finds the others new, too
        for name, value in new.items():
            if self._trait_values[name] is value:  # not, if a follower has just set another
                try:
                    self._notify_trait(name, old[name], value)
                except Exception as error:  # the other followers are told all the same
                    failed.append(error)
        if failed:
            raise failed[0]


def _same(old: Any, new: Any) -> bool:
    if type(old) is not type(new) or old == new:
        return type(old) is type(new)
    return "nan" in repr(new) and repr(old) == repr(new)  # 0/0 is no news where it was 0/0


def _cannot_be_set(name: str, part: str, setters: Mapping[str, Action]) -> str:
    if not setters:
        return _("{name} of {part} cannot be set; nothing can", name=name, part=part)
    return _("{name} of {part} cannot be set; what can be: {allowed}", name=name, part=part, allowed=", ".join(setters))
