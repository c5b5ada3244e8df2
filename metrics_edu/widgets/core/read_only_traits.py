"""Read-only traits of a widget that a notebook observes, all of which change at once.

This is the only module that uses private attributes of traitlets (`_trait_values`, `_notify_trait`). traitlets sets one trait
after another and notifies between them, so that an observer of `value` would still read the old `ranking`. Here all values
are stored first, and observers are notified then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets


def set_read_only(widget: traitlets.HasTraits, values: Mapping[str, object]) -> None:
    """Store the values of read-only traits, then notify the observers of those that changed.

    An error in an observer is raised after all other observers are notified.
    """
    stored: dict[str, object] = widget._trait_values
    old = {name: stored.get(name) for name in values}
    changed = {name: value for name, value in values.items() if not _same(old[name], value)}
    stored.update(changed)
    errors = []
    for name, value in changed.items():
        if stored[name] is not value:  # an observer has just set another value
            continue
        try:
            widget._notify_trait(name, old[name], value)
        except Exception as error:
            errors.append(error)
    if errors:
        raise errors[0]


def is_settable(kind: type, name: str) -> bool:
    """Return whether an attribute can be set as on any object: it exists, and is no read-only trait or computed property."""
    attribute = getattr(kind, name, None)
    is_computed = isinstance(attribute, property) and attribute.fset is None
    return hasattr(kind, name) and not is_computed and not getattr(attribute, "read_only", False)


def _same(old: Any, new: Any) -> bool:
    if type(old) is not type(new):
        return False
    return bool(old == new) or ("nan" in repr(new) and repr(old) == repr(new))  # NaN does not equal itself
