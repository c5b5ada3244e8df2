"""Term: an array that remembers the operation and the operands it came from.

Metric code is plain NumPy. Run under :func:`recording`, the arrays it names with :func:`named` become Terms, and what is
computed from them is recorded. How a Term is written stands in ``expression.py``, not here.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any, NoReturn

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Why = str | Sequence[tuple[Any, str]]
"""A sentence, or pairs (condition, sentence) of which the first that holds is meant."""

_recording: ContextVar[bool] = ContextVar("recording", default=False)


class Term(np.lib.mixins.NDArrayOperatorsMixin):
    """A value, the NumPy function that made it, and what that function was given.

    Terms answer only to NumPy functions and operators: what would silently lose the record (``if term``, ``len``,
    ``float``, ``np.asarray``) raises ``TypeError``.
    """

    __slots__ = ("each", "facts", "function", "operands", "options", "symbol", "value", "why", "written")
    __array_priority__ = 1000

    def __init__(
        self,
        value: Any,
        function: Callable[..., Any] | None = None,
        operands: tuple[Any, ...] = (),
        options: dict[str, Any] | None = None,
    ) -> None:
        self.value: Array = np.asarray(value)
        self.function = function
        self.operands = operands
        self.options = options or {}
        self.symbol = ""
        self.why: Why = ""
        self.each: Why = ""
        self.facts: dict[str, Any] = {}
        self.written: dict[Any, Any] = {}

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Term:
        if method != "__call__" or options:
            raise TypeError(f"a metric may call np.{ufunc.__name__} only plainly; got .{method} with {sorted(options)}")
        return _apply(ufunc, inputs, {})

    def __array_function__(self, function: Callable[..., Any], types: Any, args: Any, options: Any) -> Term:
        return _apply(function, args, options)

    def __getitem__(self, key: Any) -> Term:
        return _apply(take, (self, key), {})

    @property
    def shape(self) -> Any:
        """The shape of the value."""
        return self.value.shape

    @property
    def ndim(self) -> int:
        """The number of axes of the value."""
        return self.value.ndim

    @property
    def index(self) -> str:
        """What the last axis counts: "i" ranks, "*i" ranks of the ideal list, "u" users, "z" cut-offs; "" for a scalar."""
        if self.ndim == 0:
            return ""
        own = re.search(r"(\*?)[_@]([a-z])$", self.symbol)
        if own:
            return own[1] + own[2]
        if self.symbol == "i":
            return "i"
        return next((found for term in terms_in(self.operands) if (found := term.index)), "")

    def _refuse(self, *_args: Any, **_options: Any) -> NoReturn:
        raise TypeError("a Term stands for an array in a metric: use NumPy functions, not if, len, float or asarray")

    __bool__ = __len__ = __float__ = __int__ = __iter__ = __array__ = _refuse

    def __repr__(self) -> str:
        return f"Term({self.symbol or getattr(self.function, '__name__', 'value')}, {self.value!r})"


def take(array: Array, key: Any) -> Any:
    """Index an array, as a function that can be recorded."""
    return array[key]


def _unwrap(value: Any) -> Any:
    if isinstance(value, Term):
        return value.value
    if isinstance(value, (list, tuple)):
        return type(value)(_unwrap(item) for item in value)
    return value


def terms_in(values: Any) -> Iterator[Term]:
    """Give the Terms among operands, also inside lists."""
    for value in values:
        if isinstance(value, Term):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from terms_in(value)


def _apply(function: Callable[..., Any], operands: tuple[Any, ...], options: dict[str, Any]) -> Term:
    if any(True for _found in terms_in(options.values())):
        raise TypeError(f"give the arrays of {getattr(function, '__name__', function)} by position, not by keyword")
    return Term(function(*_unwrap(operands), **options), function, tuple(operands), options)


@contextlib.contextmanager
def recording() -> Iterator[None]:
    """While this context lasts, :func:`named` turns arrays into Terms."""
    token = _recording.set(True)
    try:
        yield
    finally:
        _recording.reset(token)


@contextlib.contextmanager
def not_recording() -> Iterator[None]:
    """While this context lasts, :func:`named` is the identity again."""
    token = _recording.set(False)
    try:
        yield
    finally:
        _recording.reset(token)


def named(value: Any, symbol: str, why: Why = "", *, each: Why = "", **facts: Any) -> Any:
    """Give a step its symbol and its reason; the identity on a plain array.

    Parameters
    ----------
    value : array
        What is named.
    symbol : str
        Such as ``"P@i"``: the letter after ``_`` or ``@`` tells what the last axis counts.
        ``""`` gives a reason to a branch of ``np.where`` without making a step of it.
    why : str or pairs
        The reason, a message marked with ``N_``, with ``{names}`` of the facts; or pairs (condition, message).
    each : str or pairs
        The same about one element, such as ``"{hits} of the first {i} are relevant"``; ``{i}`` and ``{value}`` are given.
    **facts : arrays
        What fills the messages.
    """
    if not _recording.get():
        return value
    if not isinstance(value, Term):
        term = Term(value)
    elif value.symbol or (not symbol and value.function is None):
        term = _apply(np.positive, (value,), {})
    else:
        term = value
    term.symbol, term.why, term.each, term.facts = symbol, why, each, facts
    return term


def plain(value: Any) -> Array:
    """Return the array that a Term stands for; a plain array as it is."""
    return value.value if isinstance(value, Term) else np.asarray(value)
