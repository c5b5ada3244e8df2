"""The controls of the settings, and the line that names the convention, as the page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from metrics_edu.language import _, number
from metrics_edu.metrics import CONVENTIONS, METRICS, PARAMETERS, Metric
from metrics_edu.metrics.conventions import GROUPS
from metrics_edu.widgets.contract.lists import (
    Control,
    ControlGroup,
    ConventionGroups,
    WordsBase,
)
from metrics_edu.widgets.list_state.settings import (
    CHOOSABLE,
    DEFAULTS,
    EXPLORED,
    LIMITS,
    Settings,
    agreed,
    key_of,
    options_of,
    options_shown,
    parameters_of,
    reads_n,
    setting_of,
)
from metrics_edu.working.labels import in_line


def all_controls(metric: Metric, settings: Settings, *, mean: bool, short: bool, without: str) -> list[Control]:
    """Return what can be set, each where it acts: in the metric's sentence, at the cut-off, below users `without` a value."""
    own_keys = ["reads"] * (metric.reads_whole)
    own_keys += [key_of(name, metric) for name in (*metric.choices, *metric.numbers)]
    own_keys += ["catalogue"] * metric.reads_catalogue
    idle = {
        "below": settings["threshold"] <= DEFAULTS["threshold"],  # whole grades below it are 0
        "short": not (short and reads_n(metric, settings)),
        key_of("tied_pairs", metric): True,  # an edited list has no scores
    }
    own_keys = [key for key in own_keys if key in DEFAULTS and not idle.get(key)]
    shown: dict[str, Control] = {
        key: control(key, settings, "own") | {"lead": _lead(key, metric, k)} for k, key in enumerate(own_keys)
    }
    if reads_n(metric, settings) and not mean:
        shown["n"] = control("n", settings, "cut") | {"lead": "n", "why": _("ranks are read")}
    if without:
        shown["empty"] = control("empty", settings, "empty") | {"lead": f"{without}: 0/0"}
    shared = ["convention", "graded"] + ["threshold"] * (settings["graded"] == "graded")
    shared += ["empty"] * (metric.has_empty and "empty" not in shown)
    shown |= {key: control(key, settings, "shared") for key in shared}
    others = [
        key
        for key in DEFAULTS
        if key not in {*shown, "threshold", "catalogue"}
        and key.partition(".")[0] not in METRICS.keys() - EXPLORED.keys()
    ]
    return [*shown.values(), *(control(key, settings, "idle" if key in metric.choices else "other") for key in others)]


def _lead(key: str, metric: Metric, k: int) -> str:
    """Return the words before a control that is in a sentence of them."""
    title = _("{symbol} reads", symbol=metric.symbol) if key == "reads" else _(setting_of(key).title)
    return _lower(title) if k else title


def _lower(title: str) -> str:
    return f"{title[0].lower()}{title[1:]}"


def control(
    key: str, settings: Settings, group: ControlGroup = "other", same: tuple[str, str] | None = None
) -> Control:
    """Return the control of one setting; of the `same` two words, which then mean the second, one is offered."""
    value, why = settings[key], _why(key, settings[key])
    if key in LIMITS:
        low, high, step = LIMITS[key]
        return {
            "key": key,
            "label": _title(key),
            "value": value,
            "group": group,
            "why": why,
            "kind": "step",
            "min": low,
            "max": high,
            "step": step,
            "display": number(value),
        }
    options = [
        pair
        for pair in options_shown(key)
        if pair[0] == value or (group, pair[0]) not in {("empty", "own"), ("own", "whole")}
    ]
    first, second = same or _same(key, settings)
    if first:
        shown, reason = setting_of(key).words[second]
        text = {**dict(options), first: in_line(_(shown))}
        options = [(word, text[word]) for word, _text in options if word != second]
        value, why = (first, _(reason)) if value in (first, second) else (value, why)
    base: WordsBase = {"key": key, "label": _title(key), "value": value, "group": group, "why": why}
    if key in ("reads", "graded") or group == "empty":
        return {**base, "kind": "segment", "options": options}
    groups: ConventionGroups = {"groups": _groups([name for name, _text in options])} if key == "convention" else {}
    return {**base, **groups, "kind": "select", "options": options}


def _groups(conventions: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the title of each group with the conventions that it has."""
    members = ([name for name in conventions if CONVENTIONS[name].group == group] for group in GROUPS)
    return [(_(title), names) for title, names in zip(GROUPS.values(), members, strict=True) if names]


def _same(key: str, settings: Settings) -> tuple[str, str]:
    metric, _dot, parameter = key.rpartition(".")
    uncut = METRICS[metric].uncut if metric and not reads_n(METRICS[metric], settings) else {}
    return uncut.get(parameter, ("", ""))


def _title(key: str) -> str:
    metric, title = key.rpartition(".")[0], _(setting_of(key).title)
    return f"{METRICS[metric].symbol} {_lower(title)}" if metric else title


def _why(key: str, value: Any) -> str:
    setting, cut = setting_of(key), [one.label() for one in EXPLORED.values() if one.takes_n and not one.reads_whole]
    sentence = CONVENTIONS[value].summary if key == "convention" else _(setting.words.get(value, ("", ""))[1])
    text = sentence or _(setting.sentence, metrics=_("{first} and {second}", first=", ".join(cut[:-1]), second=cut[-1]))
    return f"{text[0].upper()}{text[1:]}." if key == "convention" else text


def setting_text(key: str, settings: Settings) -> str:
    shown = control(key, settings)
    text = shown["display"] if shown["kind"] == "step" else dict(shown["options"]).get(settings[key], "")
    return f"{shown['label']}: {text}"


def convention_line(settings: Settings) -> str:
    """Return one line that names the convention, the metrics that it does not define, and what differs from it.

    A metric that shares all its settings with one that is defined follows it: DCG has the gain and discount of nDCG.
    """
    chosen = CONVENTIONS[settings["convention"]]
    base = agreed(chosen.name)
    differ = {
        key: f"{metric.label()} {PARAMETERS[name].say(metric.normal(options_of(metric, settings))[name])}"
        for metric in reversed(CHOOSABLE.values())
        for name in parameters_of(metric)
        if settings[key := key_of(name, metric)] != base.get(key, settings[key])
        and not {settings[key], base[key]} <= set(_same(key, settings))
    }
    defined = {key_of(name, METRICS[metric]) for metric in chosen.metrics for name in METRICS[metric].choices}
    follow = [m for m in EXPLORED.values() if m.choices and {key_of(name, m) for name in m.choices} <= defined]
    others = ", ".join(m.label() for m in EXPLORED.values() if m.name not in chosen.metrics and m not in follow)
    line = _("Convention: {title}", title=_(chosen.title))
    line += _(" ({others} as on Parra's slides)", others=others) if others else ""
    return line + (_(", but {what}", what="; ".join(reversed(differ.values()))) if differ else "")
