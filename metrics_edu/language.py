"""The reader's language: translated strings, and numbers as they are written and read.

Every string a person reads goes through :func:`_` (or is marked with :func:`N_` where it is data and is translated when
it is shown); every number a person reads goes through :func:`number`. Files and ``Step.numbers`` always use points.
:func:`read_number` reads a number in one of four dialects.
"""

from __future__ import annotations

import math
import os
import re
import string
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

LANGUAGES = {"en": ".", "es": ","}
"""The languages and their decimal marks."""
STOPPED = 130
"""The exit code after Ctrl+C, as shells have it."""

LOCALE = os.path.join(os.path.dirname(__file__), "locale")  # noqa: PTH118, PTH120 - pathlib takes as long
_catalogues = {"metrics_edu": LOCALE}
"""The folders of the translated texts, by their packages."""

_current = "en"
_translate: Callable[[str], str] = str


def _english(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


_translate_counted: Callable[[str, str, int], str] = _english


def set_language(language: str) -> None:
    """Choose the language of texts and of the decimal mark: ``"en"`` or ``"es"``.

    The environment variable ``METRICS_EDU_LANG`` chooses it at the start. The command line also follows the system's.

    Parameters
    ----------
    language : {"en", "es"}

    Raises
    ------
    ValueError
        If the language is not known.

    Examples
    --------
    >>> set_language("es"); number(0.5)
    '0,5'
    >>> set_language("en"); number(0.5)
    '0.5'
    """
    global _current, _translate, _translate_counted
    if language not in LANGUAGES:
        raise refused("language must be one of {allowed}; got {value!r}", allowed=", ".join(LANGUAGES), value=language)
    import gettext  # here, for it doubles the time of the first import

    _current = language
    found = gettext.NullTranslations()
    for package, folder in _catalogues.items():
        found.add_fallback(gettext.translation(package, folder, [language], fallback=True))
    _translate, _translate_counted = found.gettext, found.ngettext


def add_texts(package: str, folder: str) -> None:
    """Also translate the texts of a package that builds on this one; its catalogues are in a folder."""
    _catalogues[package] = folder
    if _current != "en":
        set_language(_current)


class Counted(str):
    """A marked message of a counted noun: the text for one; ``many`` is that for any other number at the place ``by``."""

    __slots__ = ("by", "many")
    many: str
    by: str

    def __new__(cls, one: str, many: str, by: str) -> Counted:
        self = super().__new__(cls, one)
        self.many, self.by = many, by
        return self


QUOTED = 200
"""The number of characters of a value that a sentence quotes at most."""


def quoted(value: object, most: int = QUOTED, written: Callable[[object], str] = repr) -> str:
    """Quote what was given in a sentence, shortened; also what cannot be written at all.

    >>> quoted("3"), quoted([0] * 99, 12), quoted(10**9999)
    ("'3'", '[0, 0, 0,...', 'int')
    """
    try:
        text = written(value)
    except (ValueError, RecursionError):  # a number of too many digits, lists in lists in lists
        text = type(value).__name__
    return text if len(text) <= most else text[: most - 3] + "..."


_OUTSIDE = re.compile(r"\{(value|name|path|file|user|item|label|some|student)\}")
"""The placeholders of what comes from outside, such as ids, names of files and cells: they are shortened to `QUOTED`."""
_CONVERTED = re.compile(rf"{_OUTSIDE.pattern}|!")
"""What is in a message that has such a placeholder, or a conversion such as `{key!r}`; `str.format` fills all others faster."""


class _Quoting(string.Formatter):
    def vformat(self, message: str, args: Sequence[Any], facts: Mapping[str, Any]) -> str:
        return super().vformat(_OUTSIDE.sub(r"{\1!s}", message), args, facts)

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return quoted(value, written=repr if conversion == "r" else str) if conversion else value


def _(message: str, /, **facts: Any) -> str:
    """Translate a message into the chosen language, and fill its places.

    >>> _("got {value!r}", value="x")
    "got 'x'"
    """
    text = _translate(message) if message else ""
    return _filled(text, facts) if facts else text


def _filled(text: str, facts: Mapping[str, Any]) -> str:
    return _Quoting().format(text, **facts) if _CONVERTED.search(text) else text.format(**facts)


def ngettext(one: str, many: str, count: float, /, **facts: Any) -> str:
    """Translate the message for a count, `one` for 1, `many` for any other number, also 0 and 0.5; and fill its places.

    The place {count} is the count.

    >>> [ngettext("{count} user", "{count} users", n) for n in (0, 1, 2, 0.5)]
    ['0 users', '1 user', '2 users', '0.5 users']
    """
    text = _translate_counted(one, many, int(count) if count == round(count) else 2)
    return _filled(text, {"count": count, **facts})


def refused(message: str, /, **facts: Any) -> ValueError:
    """Return the error of what cannot be done; its message, which is translated here, says why."""
    return ValueError(_(message, **facts))


def counted(count: int, noun: str) -> str:
    """Write a count for a repr, which is in English.

    >>> counted(1, "list"), counted(0, "list")
    ('1 list', '0 lists')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def translated(message: str, **facts: Any) -> str:
    """Translate a marked message, in its form for what it counts, and fill its places."""
    written = {key: number(fact) if isinstance(fact, int | float) else fact for key, fact in facts.items()}
    if isinstance(message, Counted):
        return ngettext(str(message), message.many, facts[message.by], **written)
    return _(message, **written)


def N_(message: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Mark a message for translation; it is translated where it is shown."""
    return message


def later(package: str, where: Mapping[str, Sequence[str]], name: str) -> Any:
    """Import a module of a package, or a name that the module holds, when it is first used."""
    for file, names in where.items():
        if name in (file, *names):
            loaded = import_module(f"{package}.{file}")
            return loaded if name == file else getattr(loaded, name)
    raise AttributeError(f"module {package!r} has no attribute {name!r}")


class NotInstalledError(ModuleNotFoundError):
    """What an extra brings is not here: a notebook shows its sentence, without the way there."""

    def _render_traceback_(self) -> list[str]:  # IPython's
        return [str(self)]


def _let_later_cells_run() -> None:
    """Let a notebook in a browser print the sentence of NotInstalledError: an error would stop the cells that follow."""

    def say(_shell: Any, _type: Any, error: NotInstalledError, _traceback: Any, tb_offset: Any = None) -> None:
        print(error)

    if (ipython := sys.modules.get("IPython")) and (shell := ipython.get_ipython()):
        shell.set_custom_exc((NotInstalledError,), say)


def needs(package: str, *, of: str = '"metrics-edu[tables]"') -> None:
    """Load a package that only an extra or another distribution brings, or say with which command."""
    try:
        import_module(package)
    except ModuleNotFoundError:
        command = f"pip install {of}"
        sentence = _("{package} is not installed; install it with: {command}", package=package, command=command)
        if sys.platform == "emscripten":
            sentence = _(
                "this browser does not have {package}; on a computer with Python, install it with: {command}",
                package=package,
                command=command,
            )
            _let_later_cells_run()
        raise NotInstalledError(sentence, name=package) from None


def language() -> str:
    """Return the chosen language: "en" or "es"."""
    return _current


def decimal_mark() -> str:
    """Return the decimal mark of the chosen language."""
    return LANGUAGES[_current]


def number(value: float, *, fixed: int | None = None, mark: str | None = None) -> str:
    """Write a number for a reader: integers as they are, others with four decimals at most.

    ``fixed`` asks for exactly this number of decimals. Values under 0.001 keep four significant digits.

    >>> number(6.0), number(2 / 3), number(0.00046), number(0.5, fixed=4), number(float("nan"))
    ('6', '0.6667', '0.00046', '0.5000', '–')
    """
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if fixed is None and value == round(value):
        return str(round(value)).replace("-", "−")
    if fixed is not None:
        text = f"{value:.{fixed}f}"
    else:
        digits = 4 if abs(value) >= 0.001 else 3 - math.floor(math.log10(abs(value)))
        text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    if not text.strip("-0."):
        text = text.lstrip("-")  # a rounded -0
    return text.replace("-", "−").replace(".", mark or decimal_mark())


class Dialect(NamedTuple):
    """How numbers are written, beside a sign, digits, a decimal point and an exponent."""

    has_comma: bool = False  # also a decimal comma: 0,5
    has_groups: bool = False  # also groups of thousands: 1.000,5 and 1,000.5
    has_shares: bool = False  # also percentages and fractions: 50 % and 1/2
    words: Mapping[str, float] = {}  # what is no finite number


NUMERAL = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?", re.IGNORECASE)
_GROUPED = re.compile(r"([+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+(?=,)|(?:,\d{3})+(?=\.)))[.,](\d+)")
_MILLIONS = re.compile(r"[+-]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})+")
EXACT = Dialect()
"""What programs write and options take: states in links, parameters, files with commas between their cells."""
PRINTED = Dialect(
    has_comma=True,
    words={
        "nan": math.nan,
        "–": math.nan,
        "inf": math.inf,
        "∞": math.inf,
        "-inf": -math.inf,
        "-∞": -math.inf,
    },
)
"""What `number` and Python print, and what people paste or write as grades."""
SPREADSHEET = Dialect(has_comma=True, has_groups=True)
"""What spreadsheets and LMS write into the cells of a table, in any country."""
ANSWER = Dialect(has_comma=True, has_shares=True, words={"nan": math.nan, "–": math.nan})
"""What a learner answers. `read_claim` also reads the words around it, and how exact it is."""


def plain_number(text: str, dialect: Dialect = EXACT) -> str:
    """Return one number as Python writes it, for `int` or `Decimal`; "" of any other text.

    >>> plain_number("−1,50", PRINTED), plain_number("1.000,5", SPREADSHEET), plain_number("12,5 %", ANSWER)
    ('-1.50', '1000.5', '12.5e-2')
    """
    text = text.strip().replace("−", "-")
    if dialect.has_groups and _MILLIONS.fullmatch(text):
        return re.sub("[.,]", "", text)
    if dialect.has_groups and (grouped := _GROUPED.fullmatch(text)):
        text = f"{re.sub('[.,]', '', grouped[1])}.{grouped[2]}"
    text = text.replace(",", ".") if dialect.has_comma else text
    if dialect.has_shares:
        text = re.sub(r"(?:e([+-]?\d{1,3}))?\s{0,60}%$", lambda end: f"e{int(end[1] or 0) - 2}", text)
    return text if NUMERAL.fullmatch(text) else ""


def read_number(text: str, dialect: Dialect = EXACT) -> float | None:
    """Read a number that is written in a dialect; None of any other text.

    Digits of any script are read, and the minus sign that `number` writes. What only Python reads, such as 1_0, is not.
    What is too great for a float is infinite, or None in a dialect that does not write that; an exponent has at most three digits.

    >>> [read_number("0,5", dialect) for dialect in (EXACT, PRINTED, SPREADSHEET, ANSWER)]
    [None, 0.5, 0.5, 0.5]
    >>> read_number("1.000,5", SPREADSHEET), read_number("50 %", ANSWER), read_number("1/2", ANSWER)
    (1000.5, 0.5, 0.5)
    >>> read_number(number(-1 / 3), PRINTED), read_number(number(math.inf), PRINTED)
    (-0.3333, inf)
    """
    try:
        parts = text.split("/", dialect.has_shares and "%" not in text)
        dividend, *divisor = (float(plain_number(part, dialect)) for part in parts)
        value = dividend / divisor[0] if divisor else dividend
    except (ValueError, ZeroDivisionError):
        return dialect.words.get(text.strip().lower().replace("−", "-"))
    return value if math.isfinite(value) or "inf" in dialect.words else None


def set_language_of(*variables: str) -> None:
    """Choose the language that the first set environment variable names, as in ``es_CL.UTF-8``, if it is a known one."""
    code = next(filter(None, map(os.environ.get, variables)), "")[:2]
    if code in LANGUAGES:
        set_language(code)


def stopped() -> str:
    """Return the sentence of a command that Ctrl+C ends."""
    return _("Stopped. No file is half written: run the same command again.")


def stop_in_words(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    """End with 130 and a sentence if Ctrl+C interrupts what no command catches, such as the imports."""
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, traceback)
        return
    print(stopped(), file=sys.stderr, flush=True)
    os._exit(STOPPED)


set_language_of("METRICS_EDU_LANG")
# A command imports all of its package before its first line.
if Path(*sys.argv[:1]).name.startswith(("metrics-edu", "metrics-homework")):
    sys.excepthook = stop_in_words
