"""Term: an array that remembers the operation and the operands it came from.

Metric code is plain NumPy. Run under :func:`recording`, the arrays it names with :func:`named` become Terms, and what is
computed from them is recorded. How a Term is written stands in ``expression.py``, not here.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Why = str | Sequence[tuple[Any, str]]
"""A sentence, or pairs (condition, sentence) of which the first that holds is meant."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What is said of a step: why it is what it is, and the same of each element; the facts fill the messages.

    ``why`` and ``each`` are a message marked with ``N_``, with ``{names}`` of the facts, or pairs (condition, message);
    in ``each``, such as ``"{found} of the first {i} are relevant"``, ``{i}`` and ``{value}`` are given.
    """

    why: Why = ""
    each: Why = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


Says = str | Reason | Callable[["Term"], Reason]
"""A message, a reason, or what makes one of the recorded step: it is called when somebody asks, never while computing."""


@dataclass(frozen=True, slots=True)
class _Recording:
    reasons: Mapping[str, Says]
    given: Mapping[str, Any]


_recording: ContextVar[_Recording | None] = ContextVar("recording", default=None)


class Term(np.lib.mixins.NDArrayOperatorsMixin):
    """A value, the NumPy function that made it, and what that function was given.

    Terms answer only to NumPy functions and operators: what would silently lose the record (``if term``, ``len``,
    ``float``, ``np.asarray``) raises ``TypeError``.
    """

    __slots__ = ("_reason", "function", "given", "operands", "options", "says", "symbol", "value", "written")
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
        self.says: Says = ""
        self.given: Mapping[str, Any] = {}
        self._reason: Reason | None = None
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
    def reason(self) -> Reason:
        """What is said of this step."""
        if self._reason is None:
            self._reason = self.says(self) if callable(self.says) else _reason_of(self.says)
        return self._reason

    @property
    def why(self) -> Why:
        """Why it is what it is."""
        return self.reason.why

    @property
    def each(self) -> Why:
        """What is said of each element."""
        return self.reason.each

    def step(self, symbol: str) -> Any:
        """Return the value of the step of that symbol, without its cut-off, from which this was computed.

        Raises
        ------
        KeyError
            If there is none.
        """
        for term in terms_in(self.operands):
            if _uncut(term.symbol) == symbol:
                return term.value
            with contextlib.suppress(KeyError):
                return term.step(symbol)
        raise KeyError(symbol)

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


def _reason_of(says: str | Reason) -> Reason:
    return says if isinstance(says, Reason) else Reason(says)


def _uncut(symbol: str) -> str:
    return re.sub(r"@\d+", "", symbol)


@contextlib.contextmanager
def recording(reasons: Mapping[str, Says] | None = None, given: Mapping[str, Any] | None = None) -> Iterator[None]:
    """While this context lasts, :func:`named` turns arrays into Terms.

    Parameters
    ----------
    reasons : mapping, optional
        What is said of the step of a symbol (without its cut-off).
    given : mapping, optional
        What the metric was given, for the reasons.
    """
    with _set(_Recording(reasons or {}, given or {})):
        yield


@contextlib.contextmanager
def not_recording() -> Iterator[None]:
    """While this context lasts, :func:`named` is the identity again."""
    with _set(None):
        yield


@contextlib.contextmanager
def _set(value: _Recording | None) -> Iterator[None]:
    token = _recording.set(value)
    try:
        yield
    finally:
        _recording.reset(token)


def is_recording() -> bool:
    """Whether :func:`named` turns arrays into Terms."""
    return _recording.get() is not None


def named(value: Any, symbol: str, says: Says = "") -> Any:
    """Give a step its symbol; the identity on a plain array.

    Parameters
    ----------
    value : array
        What is named.
    symbol : str
        Such as ``"P@i"``: the letter after ``_`` or ``@`` tells what the last axis counts.
        ``""`` gives a reason to what gets its symbol later.
    says : str, Reason or function of the recorded step, optional
        What is said of it, where that does not stand in the metric's table of reasons.
    """
    record = _recording.get()
    if record is None:
        return value
    if not isinstance(value, Term):
        term = Term(value)
    elif value.symbol or (not symbol and value.function is None):
        term = _apply(np.positive, (value,), {})
    else:
        term = value
    term.symbol, term.given, term._reason = symbol, record.given, None
    term.says = says or record.reasons.get(_uncut(symbol), term.says)
    return term


def plain(value: Any) -> Array:
    """Return the array that a Term stands for; a plain array as it is."""
    return value.value if isinstance(value, Term) else np.asarray(value)
