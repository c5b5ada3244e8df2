"""The docstring of a metric: written by hand, with the sections made of its signature, its declaration and PARAMETERS."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterable, Mapping
from typing import Any

from metrics_edu.metrics.parameters import Declaration, Parameter

Choices = Mapping[str, tuple[str, ...]]


def docstring(written: str, declared: Declaration, signature: inspect.Signature, choices: Choices) -> str:
    """Return the whole docstring; the examples begin at the first prompt of what is written."""
    definition, prompt, examples = inspect.cleandoc(written).partition(">>>")
    sections = {
        "Parameters": "\n".join(
            _parameter(parameter, declared, choices) for parameter in signature.parameters.values()
        ),
        "Returns": f"float\n    {_returned(declared, choices)}",
        "Raises": f"ValueError\n    {_raised(declared, signature.parameters)}",
        "References": declared.source and f"{declared.source}.",
        "Examples": prompt + examples,
    }
    made = [f"{title}\n{'-' * len(title)}\n{text}" for title, text in sections.items() if text]
    return "\n\n".join([definition.strip(), *made])


def _parameter(parameter: inspect.Parameter, declared: Declaration, choices: Choices) -> str:
    name, row = parameter.name, declared.parameter(parameter.name)
    text = f"{row.title}. {row.sentence}" if row.title and row.sentence else row.sentence or f"{row.title}:"
    if name in declared.uncut:
        meant, meaning = declared.uncut[name]
        text = f'{row.title} (without n, "{meant}" means "{meaning}"):'
    lines = [f"{name} : {_type(parameter, row, choices)}", f"    {text}"]
    if words := choices.get(name, row.words if name == "empty" else ()):
        lines += ["", *(f'    * "{word}": {". ".join(row.words[word]).rstrip(". ")}.' for word in words)]
    return "\n".join(lines)


def _type(parameter: inspect.Parameter, row: Parameter, choices: Choices) -> str:
    text = str(parameter.annotation).removeprefix("npt.").removesuffix(" | None")
    if parameter.name in choices:
        text = f"{{{_quoted(choices[parameter.name])}}}"
    elif parameter.name == "empty":
        text = f"float in the range of the value, {_quoted(row.words, last=' or ')}"
    elif text == "float":
        low, high = row.range
        text += f", above {low:g}" + (f" and below {high:g}" if high < math.inf else "")
    if parameter.default is parameter.empty:
        return text
    return f"{text}, optional" if parameter.default is None else f"{text}, default {_quoted([parameter.default])}"


def _returned(declared: Declaration, choices: Choices) -> str:
    low, high = declared.bounds
    text = f"From {low:g} to {high:g}" if high < math.inf else f"From {low:g} on"
    text += f", in {declared.unit}" if declared.unit else ""
    text += ", or NaN" if declared.can_be_nan else ""
    unbounded = declared.unpromised.get("bounds", ())
    for name, words in choices.items():
        if not set(words).isdisjoint(unbounded):
            text += f", unless `{name}` is {_quoted(unbounded, last=' or ')}"
    return text + ("; an array of shape (users,) for a batch." if declared.kind == "ranking" else ".")


def _raised(declared: Declaration, parameters: Mapping[str, inspect.Parameter]) -> str:
    refused = [declared.refuses] if declared.refuses else ["`ranking` is no Ranking"]
    if any(parameter.default is not parameter.empty for parameter in parameters.values()):
        refused.append("a parameter is not allowed")
    if "empty" in parameters:
        refused.append('|R| = 0 and `empty` is "error"')
    return f"If {', or '.join(refused)}."


def _quoted(words: Iterable[Any], last: str = ", ") -> str:
    *most, end = (f'"{word}"' if isinstance(word, str) else str(word) for word in words)
    return (", ".join(most) + last if most else "") + end
