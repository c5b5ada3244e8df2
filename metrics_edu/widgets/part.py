"""Part: what every widget here shares: a view that Python sends, orders that the front end sends, traits for a notebook."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from metrics_edu.language import _, language, ngettext
from metrics_edu.widgets.still import still_of
from metrics_edu.working import Derivation

WIDGETS_FOLDER = Path(__file__).parent
ONE_AT_A_TIME = threading.RLock()
"""JupyterLab sends the messages of a widget to two threads, the kernel's and a subshell's: one at a time may edit and draw."""
SHEETS = "ranked_list", "card", "sheet", "compare", "stepper", "lecture"
STYLE = "".join((WIDGETS_FOLDER / f"{name}.css").read_text("utf-8") for name in SHEETS)
"""One for all parts, in one order: on a page with several, the last one's is the last word for every other, too."""
WORDS: dict[str, Any] = json.loads((WIDGETS_FOLDER / "words.json").read_text("utf-8"))
"""The words of the interface that do not depend on the list, by the front end's keys: one text, or that of one and of many."""

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
Order = Callable[[Any], None]


class NotSettable(AttributeError, traitlets.TraitError):  # noqa: N818 - it is a refusal, not a fault
    """What is given to a name that is no trait, or to one that is computed."""


def interface_words() -> dict[str, Any]:
    return {key: _(text) if isinstance(text, str) else _forms(*text) for key, text in WORDS.items()}


def _forms(one: str, many: str) -> list[str]:
    return [ngettext(one, many, count, count="{count}") for count in (1, 2)]  # filled in by the front end


def _as_text(value: Any, _widget: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))  # no browser reads NaN


class Part(anywidget.AnyWidget):
    """A widget whose front end shows a view and sends orders; an order that is refused changes nothing.

    What orders change is one value, `_session`, which is replaced and never changed itself. A subclass gives `_view`; for
    each order NAME of the front end `_do_NAME`; and for a notebook `_facts`, the values of its read-only traits, and
    `_setters`, the orders behind those that can be set all the same.
    """

    _esm = WIDGETS_FOLDER / "ranked_list.js"
    _css = STYLE
    view = traitlets.Dict(read_only=True).tag(sync=True, to_json=_as_text)
    text = traitlets.Dict(read_only=True).tag(sync=True)

    _language = _notice = ""
    _UNSHOWN: tuple[str, ...] = ()  # the orders after which the view is the same

    def __init__(self, session: Any = None) -> None:
        self._session = session
        super().__init__()
        self.on_msg(self._receive)
        self._update()
        self._publish()

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_") or _is_free(type(self), name):
            super().__setattr__(name, value)
            return
        setters = self._setters()
        if name not in setters:
            raise NotSettable(_cannot_be_set(name, type(self).__name__, setters))
        with ONE_AT_A_TIME, self.hold_sync():
            self._carry_out(setters[name], value)
            self._publish()

    def _receive(self, _widget: object, message: Any, buffers: object) -> None:
        name = message.get("do") if isinstance(message, dict) else None
        order = self._order(name) if isinstance(name, str) else None
        if order is None:
            return
        with ONE_AT_A_TIME, self.hold_sync():  # one message for all that changes
            try:
                self._carry_out(order, message | {"buffers": buffers}, shown=name not in self._UNSHOWN)
            except ValueError as error:  # an edit that is refused, or settings that do not go together
                self._notice = str(error)
                self._update()
            self._publish()

    def _order(self, name: str) -> Order | None:
        return getattr(self, f"_do_{name}", None)

    def _carry_out(self, order: Order, message: Any, *, shown: bool = True) -> None:
        session, notice = self._session, self._notice
        self._notice = ""
        try:
            order(message)
            if shown:
                self._update()
        except Exception:
            self._session, self._notice = session, notice
            raise

    def _now(self, **changes: Any) -> None:
        self._session = replace(self._session, **changes)

    def _view(self) -> dict[str, Any]:
        raise NotImplementedError

    def _sent(self) -> dict[str, Any]:
        return {"view": self._view()}

    def _printed(self) -> Iterable[tuple[str, Any, Any]]:
        """Return the lists that a handout and a still print: `printed.Given`."""
        return ()

    def _worked(self) -> Iterable[Derivation]:
        """Return the working of each value that the widget asks for: a handout has their formulas, its key the values."""
        return ()

    def _caption(self) -> str:
        """Return what the widget asks or is about, in words: its name in a still and among the slides of a lecture."""
        raise NotImplementedError

    def _still_values(self) -> Iterable[str]:
        """Return the values that the widget shows from the start, as HTML."""
        return ()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        return bundle[0] | {"text/html": self._still()}, bundle[1]

    def _still(self) -> str:
        return still_of(self._caption(), self._printed(), self._still_values())

    def _ipython_display_(self) -> None:
        """Show a still, which remains where the server of Jupyter has no anywidget, and the widget, which hides it."""
        from IPython import display  # which a page without Jupyter does not have

        publish: Any = display.publish_display_data  # untyped
        data, _metadata = self._repr_mimebundle_()
        widget = {WIDGET_VIEW: data.pop(WIDGET_VIEW)}
        publish(data)
        publish(widget)

    def _facts(self) -> Mapping[str, Any]:
        return {}

    def _setters(self) -> dict[str, Order]:
        return {}

    def _update(self) -> None:
        if self._language != language():
            self._language = language()
            self.set_trait("text", interface_words())
        self._send_changed(self._sent())

    def _send_changed(self, traits: Mapping[str, Any]) -> None:
        for name, value in traits.items():
            self.set_trait(name, value)

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


def _is_free(part: type, name: str) -> bool:
    """Whether an attribute is set as that of any widget: neither computed nor unknown."""
    attribute = getattr(part, name, None)
    computed = isinstance(attribute, property) and attribute.fset is None
    return hasattr(part, name) and not computed and not getattr(attribute, "read_only", False)


def _same(old: Any, new: Any) -> bool:
    if type(old) is not type(new) or old == new:
        return type(old) is type(new)
    return "nan" in repr(new) and repr(old) == repr(new)  # 0/0 is no news where it was 0/0


def _cannot_be_set(name: str, part: str, setters: Mapping[str, Order]) -> str:
    if not setters:
        return _("{name} of {part} cannot be set; nothing can", name=name, part=part)
    return _("{name} of {part} cannot be set; what can be: {allowed}", name=name, part=part, allowed=", ".join(setters))
