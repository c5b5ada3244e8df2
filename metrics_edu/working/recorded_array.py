"""Term: an array that remembers the operation and the operands it came from.

Metric code is plain NumPy. Run under :func:`recording`, the arrays it names with :func:`named` become Terms, and what is
computed from them is recorded. How a Term is written is decided in ``numeric_form.py`` and
``symbolic_form.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NoReturn

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
ReasonText = str | Sequence[tuple[Any, str]]
"""A sentence, or pairs (condition, sentence) of which the first that holds is meant."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a step is what it is, and the same for each of its elements; the facts fill the messages.

    ``why`` and ``per_element`` are a message marked with ``N_``, with ``{names}`` of the facts, or pairs (condition, message).
    ``per_element``, such as ``"{found} of the first {i} are relevant"``, can also use ``{i}`` and ``{value}``.
    """

    why: ReasonText = ""
    per_element: ReasonText = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


ReasonSource = str | Reason | Callable[["Term"], Reason]
"""A message, a reason, or what makes one of the recorded step: it is called when it is needed, never while computing."""


@dataclass(frozen=True, slots=True)
class _Recording:
    reasons: Mapping[str, ReasonSource]
    parameters: Mapping[str, Any]


_recording: ContextVar[_Recording | None] = ContextVar("recording", default=None)


@dataclass(eq=False, repr=False)
class Term(np.lib.mixins.NDArrayOperatorsMixin):
    """A value, the NumPy function that made it, and what that function was given.

    Terms answer only to NumPy functions and operators: what would silently lose the record (``if term``, ``len``,
    ``float``, ``np.asarray``) raises ``TypeError``.
    """

    value: Array
    function: Callable[..., Any] | None = None
    operands: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    symbol: str = ""
    reason_source: ReasonSource = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    counts_terms: bool = False
    written: dict[Any, Any] = field(default_factory=dict)
    __array_priority__ = 1000

    def __post_init__(self) -> None:
        self.value = np.asarray(self.value)

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
        return self.value.shape

    @property
    def ndim(self) -> int:
        return self.value.ndim

    @cached_property
    def reason(self) -> Reason:
        try:
            reason_source = self.reason_source(self) if callable(self.reason_source) else self.reason_source
        except KeyError as missing:
            raise LookupError(
                f"the text of step {self.symbol} reads {missing.args[0]}, which its metric does not have "
                f"(it has {', '.join(self.parameters)}); give the step its own text in `reasons`"
            ) from None
        return reason_source if isinstance(reason_source, Reason) else Reason(reason_source)

    @cached_property
    def holds_sum(self) -> bool:
        return self.function is np.sum or any(term.holds_sum for term in terms_in(self.operands))

    def step(self, symbol: str) -> Any:
        """Return the value of the step of that symbol, without its cut-off, from which this was computed; or KeyError."""
        for term in terms_in(self.operands):
            if uncut(term.symbol) == symbol:
                return term.value
            with suppress(KeyError):
                return term.step(symbol)
        raise KeyError(symbol)

    @property
    def index(self) -> str:
        """What the last axis counts: "i" ranks, "*i" ranks of the ideal list, "u" users, "z" cut-offs; "" for a scalar."""
        if self.ndim == 0:
            return ""
        if match := re.search(r"(\*?)[_@]([a-z])$", self.symbol):
            return match[1] + match[2]
        return "i" if self.symbol == "i" else next(filter(None, (term.index for term in terms_in(self.operands))), "")

    def _refuse(self, *_args: Any, **_options: Any) -> NoReturn:
        raise TypeError("a Term stands for an array in a metric: use NumPy functions, not if, len, float or asarray")

    __bool__ = __len__ = __float__ = __int__ = __iter__ = __array__ = _refuse

    def __repr__(self) -> str:
        return f"Term({self.symbol or getattr(self.function, '__name__', 'value')}, {self.value!r})"


def take(array: Array, key: Any) -> Any:
    return array[key]


def _unwrap(value: Any) -> Any:
    if isinstance(value, Term):
        return value.value
    return type(value)(_unwrap(item) for item in value) if isinstance(value, (list, tuple)) else value


def terms_in(values: Any) -> Iterator[Term]:
    """Give the Terms among operands, also inside lists."""
    for value in values:
        if isinstance(value, Term):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from terms_in(value)


def _apply(function: Callable[..., Any], operands: tuple[Any, ...], options: dict[str, Any]) -> Term:
    if [*terms_in(options.values())]:
        raise TypeError(f"give the arrays of {getattr(function, '__name__', function)} by position, not by keyword")
    return Term(function(*_unwrap(operands), **options), function, tuple(operands), options)


def uncut(symbol: str) -> str:
    return re.sub(r"@\d+", "", symbol)


@contextmanager
def _set(record: _Recording | None) -> Iterator[None]:
    token = _recording.set(record)
    try:
        yield
    finally:
        _recording.reset(token)


def recording(
    reasons: Mapping[str, ReasonSource] | None = None, parameters: Mapping[str, Any] | None = None
) -> AbstractContextManager[None]:
    """While this context lasts, :func:`named` turns arrays into Terms.

    The reasons say something of the step of a symbol (without its cut-off), and read what the metric was given.
    """
    return _set(_Recording(reasons or {}, parameters or {}))


def not_recording() -> AbstractContextManager[None]:
    return _set(None)


def is_recording() -> bool:
    return _recording.get() is not None


def named(value: Any, symbol: str, reason_source: ReasonSource = "", *, counts_terms: bool = False) -> Any:
    """Give a step its symbol; the identity on a plain array.

    In ``"P@i"`` the character after ``_`` or ``@`` names what the last axis counts. With ``""`` only the reason is given, and
    a later call gives the symbol. `reason_source` is needed where the metric's `reasons` have no entry for the symbol. With
    `counts_terms`, the value divides a sum by the number of its terms, and the sum is written with its zeros.
    """
    record = _recording.get()
    if record is None:
        return value
    term = value if isinstance(value, Term) else Term(value)
    if term is value and (term.symbol or (not symbol and term.function is None)):
        term = _apply(np.positive, (value,), {})
    term.symbol, term.parameters, term.counts_terms = symbol, record.parameters, counts_terms
    term.reason_source = reason_source or record.reasons.get(uncut(symbol), term.reason_source)
    return term


def plain(value: Any) -> Array:
    """Return the array that a Term stands for; a plain array as it is."""
    return value.value if isinstance(value, Term) else np.asarray(value)
