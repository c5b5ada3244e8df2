"""The base class of every widget. The page that describes how Python and the browser work together is `docs/protocol.md`."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import anywidget
import traitlets
from markupsafe import Markup

from metrics_edu.language import _, language
from metrics_edu.widgets.contract.actions import action_names
from metrics_edu.widgets.contract.traits import TraitsBesideView
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.widgets.core.printed_lists import printed_lists
from metrics_edu.widgets.core.read_only_traits import is_settable, set_read_only
from metrics_edu.widgets.core.still import still_of
from metrics_edu.widgets.core.words import interface_words

STATIC = Path(__file__).parents[1] / "static"
"""The front end, built from `src` by `make js`."""
STYLE = (STATIC / "widgets.css").read_text("utf-8")
ONE_AT_A_TIME = threading.RLock()
"""JupyterLab sends the messages of a widget to two threads, the kernel's and a subshell's: one at a time may edit and draw."""
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
Handler = Callable[[Any], None]


class NotSettable(AttributeError, traitlets.TraitError):  # noqa: N818 - it is a refusal, not a fault
    """An attribute that does not exist or is computed was set."""


def as_text(value: Any, _widget: object = None) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))  # no browser reads NaN


class MetricWidget(anywidget.AnyWidget):
    """A widget whose page shows a view and sends actions. A refused action changes nothing.

    Actions change one value, `_session`, which is replaced as a whole and never modified.

    Public are `act`, `recorded_as`, and what the docstring of a widget describes. The traits that the page gets, such as
    `view`, are read-only, and no notebook should depend on them. A name with an underscore is private to its class, with
    two exceptions: a subclass replaces hooks, and it has a method `_do_NAME` for each action NAME. It may call the rest.

    Hooks
    -----
    ACTIONS
        The type of the actions.
    _UNSHOWN
        The actions that leave the view as it is.
    _css
        The style sheet.
    _view
        Returns what the page shows; every widget has one.
    _beside_view
        Returns the other traits that change with the view.
    _facts
        Returns the values of the read-only traits for notebooks.
    _setters
        Returns the handlers of those traits that can be set nevertheless.
    _handler_of
        Returns the method of an action, or None if the widget does not accept it now.
    _carry_out
        Carries out an action, or raises ValueError and leaves everything as it was.
    _named_data
        Returns the lists that a handout and a still print; `printed`, which is public, returns all that a handout prints.
    _caption, _still_values
        Return the name of the widget in words, which every widget has, and the values of its still.
    """

    ACTIONS: ClassVar[Any] = ()
    _esm = STATIC / "widgets.js"
    _css = STYLE
    view = traitlets.Dict(read_only=True).tag(sync=True, to_json=as_text)
    text = traitlets.Dict(read_only=True).tag(sync=True)
    task = traitlets.Unicode(read_only=True).tag(sync=True)

    _language = _notice = ""
    _UNSHOWN: tuple[str, ...] = ()

    def __init__(self, session: Any = None) -> None:
        self._session = session
        super().__init__()
        self.on_msg(lambda _widget, message, buffers: self.act(message, buffers or ()))
        self.set_trait("task", self.recorded_as)
        self._update()
        set_read_only(self, self._facts())

    @property
    def recorded_as(self) -> str:
        """The name under which a learner's progress is kept; "" of what is not kept."""
        return ""

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_") or is_settable(type(self), name):
            super().__setattr__(name, value)
            return
        setters = self._setters()
        if name not in setters:
            raise NotSettable(_cannot_be_set(name, type(self).__name__, setters))
        with ONE_AT_A_TIME, self.hold_sync():
            self._carry_out(setters[name], value)
            set_read_only(self, self._facts())

    def act(self, action: Any, buffers: Sequence[Any] = ()) -> None:
        """Carry out an action as the page sends it: a mapping with its name, `do`, and its fields.

        An unknown action is ignored. A refused one changes nothing, and its sentence is the `notice` of the view.
        """
        name = action.get("do") if isinstance(action, dict) else None
        handler = self._handler_of(name) if isinstance(name, str) else None
        if handler is None:
            return
        with ONE_AT_A_TIME, self.hold_sync():  # one message for all that changes
            try:
                self._carry_out(handler, {**action, "buffers": buffers}, shown=name not in self._UNSHOWN)
            except ValueError as error:
                self._notice = str(error)
                self._update()
            set_read_only(self, self._facts())

    def _handler_of(self, name: str) -> Handler | None:
        """Return the method that carries out an action; None if the widget does not accept it now."""
        return getattr(self, f"_do_{name}") if name in action_names(self.ACTIONS) else None

    def _carry_out(self, handler: Handler, message: Any, *, shown: bool = True) -> None:
        session, notice = self._session, self._notice
        self._notice = ""
        try:
            handler(message)
            if shown:
                self._update()
        except Exception:
            self._session, self._notice = session, notice
            raise

    def _now(self, **changes: Any) -> None:
        self._session = replace(self._session, **changes)

    def _view(self) -> Mapping[str, object]:
        raise NotImplementedError

    def _beside_view(self) -> TraitsBesideView:
        return {}

    def printed(self) -> Printed:
        """Return what a handout prints of the widget; a subclass adds its columns, blanks and answer."""
        return Printed(self._caption(), tuple(printed_lists(self._named_data())))

    def _named_data(self) -> Iterable[tuple[str, Any, Any]]:
        """Return the lists that a handout and a still print: `printed_lists.NamedData`."""
        return ()

    def _caption(self) -> str:
        """Return what the widget asks or is about, in words: its name in a still and among the slides of a lecture."""
        raise NotImplementedError

    def _still_values(self) -> Iterable[Markup]:
        """Return the values that the widget shows from the start, as HTML."""
        return ()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**options)
        return bundle[0] | {"text/html": self._still()}, bundle[1]

    def _still(self) -> str:
        return str(still_of(self._caption(), self._named_data(), self._still_values()))

    def _ipython_display_(self) -> None:
        """Show a still, which remains where the server of Jupyter has no anywidget, and the widget, which hides it."""
        from IPython import display  # which a page without Jupyter does not have

        publish: Any = display.publish_display_data  # untyped
        data, _metadata = self._repr_mimebundle_()
        widget = {WIDGET_VIEW: data.pop(WIDGET_VIEW)}
        publish(data)
        publish(widget)

    def _facts(self) -> dict[str, object]:
        return {}

    def _setters(self) -> dict[str, Handler]:
        return {}

    def _update(self) -> None:
        if self._language != language():
            self._language = language()
            self.set_trait("text", interface_words())
        self.set_trait("view", self._view())
        self._send_changed(self._beside_view())

    def _send_changed(self, traits: TraitsBesideView) -> None:
        for name, value in traits.items():
            self.set_trait(name, value)


def _cannot_be_set(name: str, widget: str, setters: Mapping[str, Handler]) -> str:
    if not setters:
        return _("{name} of {widget} cannot be set; it has nothing that can be set", name=name, widget=widget)
    return _(
        "{name} of {widget} cannot be set; you can set {allowed}", name=name, widget=widget, allowed=", ".join(setters)
    )
