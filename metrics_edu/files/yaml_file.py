"""YAML file: plain values from a policy or an experiment, read within limits that no such file needs."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import cache
from pathlib import Path
from typing import Any

from metrics_edu.files.safe_files import in_words
from metrics_edu.files.table_error import not_utf8
from metrics_edu.language import _, needs, refused

MAX_YAML_CHARACTERS = 200_000
"""More than fifty times the policy that `metrics-homework init` writes."""
MAX_YAML_DEPTH = 100
"""A policy needs four levels. A parser in C crashes at some ten thousand."""
BASE_60 = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?\Z")
"""How YAML 1.1 writes numbers to the base 60: 1:30 for 90. Here they are text."""
MAX_NUMBER_CHARACTERS = 1000
"""More than any number or date needs. Python writes no whole number of more than 4,300 digits."""
TAG = "tag:yaml.org,2002:"
TEXT = TAG + "str"
NUMBERS = {TAG + "int", TAG + "float", TAG + "timestamp"}
NOT_PLAIN = {TAG + "merge", TAG + "value"}
"""Signs of YAML 1.1, << and =. Here they are text."""


def read_yaml(path: Path, most: int = MAX_YAML_CHARACTERS) -> Any:
    """Read a YAML file of plain values.

    Parameters
    ----------
    path : path
    most : int
        The largest number of characters.

    Returns
    -------
    dict, list, str, int, float, bool, date or None
        The value of the file. A number to the base 60, such as 1:30, is text.

    Raises
    ------
    ValueError
        If the file cannot be read, is no YAML, is too long or too deep, has a key twice, has anchors, aliases or tags, or a
        number or date that does not exist. The sentence names the line.
    """
    needs("yaml")
    import yaml

    text = _text_of(path, most)
    loader = _loader()
    try:
        _check_characters(text)
        _check_events(text, loader)
        return yaml.load(text, Loader=loader)
    except _Refused as error:
        raise refused("{path}, {error}", path=path, error=error) from None
    except (RecursionError, yaml.YAMLError) as error:
        raise ValueError(_why_not(path, error)) from None


def _why_not(path: Path, error: Any) -> str:
    if "nesting depth" in str(error):  # newer parsers in C read ahead, and also have a limit
        return _("{path}, {error}", path=path, error=_too_deep(error.problem_mark))
    return _("{path} is not YAML: {error}", path=path, error=" ".join(str(error).split()))


class _Refused(ValueError):  # noqa: N818 - the line and what is wrong there
    pass


def _text_of(path: Path, most: int) -> str:
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(most + 1)
    except OSError as error:
        raise ValueError(in_words(error)) from None
    except UnicodeDecodeError:
        raise ValueError(not_utf8(path)) from None
    if len(text) > most:
        raise refused(
            "{path} has more than {most} characters, the limit for a YAML file; shorten it",
            path=path,
            most=most,
        )
    return text


def _check_characters(text: str) -> None:
    """Refuse control characters: of these, parsers do not name the line."""
    import yaml

    if found := yaml.reader.Reader.NON_PRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise _Refused(_("line {line}: the character {value!r} is not allowed; delete it", line=line, value=found[0]))


def _check_events(text: str, loader: Any) -> None:
    """Refuse depth, anchors, aliases and tags at the first event that shows them: no value is made before."""
    import yaml

    depth = 0
    for event in yaml.parse(text, Loader=loader):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_YAML_DEPTH:
            raise _Refused(_too_deep(event.start_mark))
        if _has_surrogate(event):
            raise _Refused(_no_character(event.start_mark))
        if _is_special(event):
            raise _Refused(_("line {line}: anchors, aliases and tags are not read; write the value itself", line=line))


def _too_deep(mark: Any) -> str:
    most = MAX_YAML_DEPTH
    return _(
        "line {line}: lists and keys are nested deeper than {most} levels; use fewer", line=mark.line + 1, most=most
    )


def _has_surrogate(event: Any) -> bool:
    """Whether a text has half a character of UTF-16, which no file can hold: the parser in Python reads it."""
    return any("\ud800" <= character <= "\udfff" for character in getattr(event, "value", None) or "")


def _is_special(event: Any) -> bool:
    return type(event).__name__ == "AliasEvent" or bool(getattr(event, "anchor", None) or getattr(event, "tag", None))


@cache
def _loader() -> Any:
    """Return PyYAML's safe loader, in C where there is one, for plain values whose keys differ."""
    import yaml

    base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class PlainLoader(base):  # type: ignore[misc, valid-type]
        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            _check_keys(self, node)
            return super().construct_mapping(node, deep)

        def construct_object(self, node: Any, deep: bool = False) -> Any:
            if node.tag not in NUMBERS:
                return super().construct_object(node, deep)
            _check_length(node)
            try:
                return super().construct_object(node, deep)
            except (ValueError, OverflowError):
                raise _Refused(_no_number(node)) from None

        def scan_flow_scalar_non_spaces(self, double: bool, mark: Any) -> Any:  # only of the parser in Python
            try:
                return super().scan_flow_scalar_non_spaces(double, mark)
            except (ValueError, OverflowError):
                raise _Refused(_no_character(mark)) from None

    PlainLoader.yaml_implicit_resolvers = {
        first: [*([(TEXT, BASE_60)] if first in "+-0123456789" else []), *_plain(resolvers)]
        for first, resolvers in base.yaml_implicit_resolvers.items()
    }
    return PlainLoader


def _plain(resolvers: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    return [(tag, pattern) for tag, pattern in resolvers if tag not in NOT_PLAIN]


def _check_length(node: Any) -> None:
    if (count := len(node.value)) > MAX_NUMBER_CHARACTERS:
        raise _Refused(
            _(
                "line {line}: a number has at most {most} characters; got {count}, shorten it or put it in quotes",
                line=node.start_mark.line + 1,
                most=MAX_NUMBER_CHARACTERS,
                count=count,
            )
        )


def _no_number(node: Any) -> str:
    return _(
        "line {line}: {value!r} is not a number or a date of the calendar; correct it or put it in quotes",
        line=node.start_mark.line + 1,
        value=node.value,
    )


def _no_character(mark: Any) -> str:
    return _("line {line}: a text in quotes has an invalid escape; correct it", line=mark.line + 1)


def _check_keys(loader: Any, node: Any) -> None:
    """Refuse a key that is written twice: PyYAML would take the last value without a word."""
    lines: dict[Any, int] = {}
    for key_node, _value in node.value:
        key, line = loader.construct_object(key_node, deep=True), key_node.start_mark.line + 1
        if not isinstance(key, Hashable):
            raise _Refused(_("line {line}: a key must be text, a number or a date; got a list or keys", line=line))
        if key in lines:
            raise _Refused(
                _(
                    "line {line}: the key {name!r} was already in line {first}; keep one of the two",
                    line=line,
                    name=key_node.value,
                    first=lines[key],
                )
            )
        lines[key] = line
