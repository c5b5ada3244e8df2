"""The settings of an Explorer: what can be set, its default, and how a metric is called under them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import metrics_edu.working as working
from metrics_edu.language import N_, _, number, refused
from metrics_edu.metrics import CONVENTIONS, DEFAULT, GROUPS, METRICS, PARAMETERS, Measure, Metric, measure

EXPLORED = ("precision", "recall", "f_measure", "average_precision", "reciprocal_rank", "rankscore", "dcg", "ndcg")
"""The metrics that are tiles, in order."""

MAY_READ_ALL = ("average_precision", "reciprocal_rank")
"""The metrics that read the whole list unless they are told to stop at n."""


Settings = Mapping[str, Any]


class Setting(NamedTuple):
    """What a setting is called, for each of its words how it is shown and its sentence, and its own sentence."""

    title: str
    words: Mapping[str, tuple[str, str]] = {}
    sentence: str = ""


OWN_SETTINGS = {
    "convention": Setting(
        N_("Convention"),
        {name: (c.title, c.does) for name, c in CONVENTIONS.items() if not c.metrics.keys().isdisjoint(EXPLORED)},
    ),
    "n": Setting(PARAMETERS["n"].title, sentence=N_("P, recall, F1, DCG and nDCG read only the first n ranks.")),
    "reads": Setting(
        N_("AP and RR read"),
        {
            "all": (N_("all ranks"), N_("The whole list.")),
            "n": (N_("the first n"), N_("Only the first n ranks: AP@n, RR@n.")),
        },
    ),
    "graded": Setting(
        N_("Grades"),
        {
            "binary": ("R / N", N_("An item is relevant (R) or it is not (N).")),
            "graded": ("0 – 5", N_("Each item has a grade; from the threshold on it is relevant.")),
        },
    ),
    "empty": Setting(
        PARAMETERS["empty"].title,
        {
            "zero": (N_("counts as 0"), ""),
            "skip": PARAMETERS["empty"].words["skip"],
            "own": (N_("as the convention says"), ""),
        },
        PARAMETERS["empty"].sentence,
    ),
}
"""The settings that are no parameter of a metric, or are told otherwise here."""

LIMITS = {"n": (1, 1000, 1), "half_life": (0.5, 100, 1), "threshold": (0.5, 5, 1), "beta": (0.25, 4, 0.25)}
"""The least, the most and the step of what is a number."""


def explored() -> list[Metric]:
    return [METRICS[name] for name in EXPLORED]


def key_of(parameter: str, metric: Metric) -> str:
    """Return the setting of a parameter: metrics share it, but for `denominator`, whose words differ."""
    return f"{metric.name}.{parameter}" if parameter == "denominator" else parameter


DEFAULTS: dict[str, Any] = {
    "convention": DEFAULT, "n": 10, "reads": "all", "graded": "binary", "threshold": 1.0, "empty": "zero",
} | {
    key_of(name, metric): metric.parameters[name] for metric in explored() for name in (*metric.numbers, *metric.choices)
}  # fmt: skip
CHOICES = {key_of(name, metric): words for metric in reversed(explored()) for name, words in metric.choices.items()}
"""The words of each setting that is a parameter."""


def _setting(key: str) -> Any:
    return OWN_SETTINGS.get(key) or PARAMETERS[key.rpartition(".")[2]]


# what is set


def agreed(convention: str) -> dict[str, Any]:
    """Return what a convention sets: the words of the metrics that it defines, and the slides' for the others."""
    settings: dict[str, Any] = {key: DEFAULTS[key] for key in CHOICES}
    for metric in explored():
        words = CONVENTIONS[convention].metrics.get(metric.name, {})
        settings |= {key_of(name, metric): word for name, word in words.items()}
    empty = {_own_empty(metric, convention) for metric in explored() if metric.has_empty}
    word = "own" if len(empty) > 1 else "skip" if empty == {"skip"} else "zero"
    return settings | {"convention": convention, "empty": word}


def _own_empty(metric: Metric, convention: str) -> Any:
    return CONVENTIONS[convention].metrics.get(metric.name, {}).get("empty", 0.0)


def changed(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every setting that is set by what is given: a convention sets several."""
    return {**(agreed(check("convention", given["convention"])) if "convention" in given else {}), **given}


def differing(settings: Settings) -> dict[str, Any]:
    checked = {key: check(key, value) for key, value in settings.items()}
    return {key: value for key, value in checked.items() if value != DEFAULTS[key]}


def check(key: str, value: Any) -> Any:
    if key not in DEFAULTS:
        raise refused("unknown setting {given!r}; allowed are {allowed}", given=key, allowed=", ".join(DEFAULTS))
    if key in LIMITS:
        return _check_number(key, value)
    if value not in (allowed := [*dict(options_shown(key))]):
        facts = {"key": key, "allowed": ", ".join(allowed), "given": str(value)[:20]}
        raise refused("{key} must be one of {allowed}; got {given}", **facts)
    return value


def _check_number(key: str, value: Any) -> Any:
    low, high, _step = LIMITS[key]
    with suppress(TypeError, ValueError, OverflowError):
        given = type(DEFAULTS[key])(float(value))
        if low <= given <= high and given == float(value):
            return given
    facts = {"title": _(PARAMETERS[key].title), "low": number(low), "high": number(high), "given": str(value)[:20]}
    raise refused("{title} must be from {low} to {high}; got {given}", **facts)


def options_shown(key: str) -> list[list[str]]:
    words = _setting(key).words
    return [[word, working.in_line(_(words[word][0]))] for word in (words if key in OWN_SETTINGS else CHOICES[key])]


# how a metric is called under the settings


def options_of(metric: Metric, settings: Settings) -> dict[str, Any]:
    options = {name: settings[key_of(name, metric)] for name in (*metric.numbers, *metric.choices)}
    if reads_n(metric, settings):
        options["n"] = settings["n"]
    if metric.has_empty:
        by_convention = _own_empty(metric, settings["convention"])
        options["empty"] = {"zero": 0.0, "skip": "skip", "own": by_convention}[settings["empty"]]
    return options


def measure_of(metric: Metric, settings: Settings) -> Measure:
    options = metric.normal(options_of(metric, settings))
    differ = {key: value for key, value in options.items() if value != metric.parameters[key]}
    return Measure(metric, tuple(sorted(differ.items())), settings["convention"])


def reads_n(metric: Metric, settings: Settings) -> bool:
    return metric.takes_n and (metric.name not in MAY_READ_ALL or settings["reads"] == "n")


# what is shown of them


def controls(metric: Metric, settings: Settings, *, mean: bool, short: bool, without: str) -> list[dict[str, Any]]:
    """Return what can be set, each where it acts: in the metric's sentence, at the cut-off, below users `without` a value."""
    own_keys = ["reads"] * (metric.name in MAY_READ_ALL)
    own_keys += [key_of(name, metric) for name in (*metric.choices, *metric.numbers)]
    idle = {"below": settings["threshold"] <= DEFAULTS["threshold"], "short": not short}  # whole grades below it are 0
    own_keys = [key for key in own_keys if not idle.get(key)]
    shown = {key: control(key, settings, "own") | {"lead": _lead(key, metric, k)} for k, key in enumerate(own_keys)}
    if reads_n(metric, settings) and not mean:
        shown["n"] = control("n", settings, "cut") | {"lead": "n", "why": _("ranks are read")}
    if without:
        told = [[word, text] for word, text in options_shown("empty") if word in ("zero", "skip", settings["empty"])]
        shown["empty"] = control("empty", settings, "empty") | {"lead": f"{without}: 0/0", "options": told}
    shared = ["convention", "graded"] + ["threshold"] * (settings["graded"] == "graded")
    shared += ["empty"] * (metric.has_empty and "empty" not in shown)
    shown |= {key: control(key, settings, "shared") for key in shared}
    others = [key for key in DEFAULTS if key not in {*shown, "threshold"}]
    return [*shown.values(), *(control(key, settings, "idle" if key in metric.choices else "other") for key in others)]


def _lead(key: str, metric: Metric, k: int) -> str:
    """Return the words before a control that stands in a sentence of them."""
    title = _("{symbol} reads", symbol=metric.symbol) if key == "reads" else _(_setting(key).title)
    return _lower(title) if k else title


def _lower(title: str) -> str:
    return f"{title[0].lower()}{title[1:]}"


def control(key: str, settings: Settings, group: str = "", same: tuple[str, str] | None = None) -> dict[str, Any]:
    """Return the control of one setting; of the `same` two words, which then mean the second, one is offered."""
    value, words = settings[key], _setting(key).words
    about = {"key": key, "label": _title(key), "value": value, "group": group, "why": _why(key, value)}
    if key in LIMITS:
        low, high, step = LIMITS[key]
        return about | {"kind": "step", "min": low, "max": high, "step": step, "display": number(value)}
    options = options_shown(key)
    first, second = same or _same(key, settings)
    if first:
        shown, why = words[second]
        text = {**dict(options), first: working.in_line(_(shown))}
        options = [[word, text[word]] for word, _text in options if word != second]
        about |= {"value": first, "why": _(why)} if value in (first, second) else {}
    if key == "convention":
        about["groups"] = _groups([name for name, _text in options])
    kind = "segment" if key in ("reads", "graded") or group == "empty" else "select"
    return about | {"kind": kind, "options": options}


def _groups(conventions: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the title of each group with the conventions that it has."""
    members = {group: [name for name in conventions if CONVENTIONS[name].group == group] for group in GROUPS}
    return [(_(GROUPS[group]), names) for group, names in members.items() if names]


def _same(key: str, settings: Settings) -> tuple[str, str]:
    metric, _dot, parameter = key.rpartition(".")
    uncut = METRICS[metric].uncut if metric and not reads_n(METRICS[metric], settings) else {}
    return uncut.get(parameter, ("", ""))


def _title(key: str) -> str:
    metric, title = key.rpartition(".")[0], _(_setting(key).title)
    return f"{METRICS[metric].symbol} {_lower(title)}" if metric else title


def _why(key: str, value: Any) -> str:
    setting = _setting(key)
    said = _(setting.words.get(value, ("", ""))[1]) or _(setting.sentence)
    return f"{said[0].upper()}{said[1:]}." if key == "convention" else said


def said_of(key: str, settings: Settings) -> str:
    shown = control(key, settings)
    return f"{shown['label']}: {dict(shown.get('options', ())).get(settings[key], shown.get('display', ''))}"


def convention_line(settings: Settings) -> str:
    """Return one line that names the convention, the metrics that it does not define, and what differs from it.

    A metric that shares all its settings with one that is defined follows it: DCG has the gain and discount of nDCG.
    """
    chosen = CONVENTIONS[settings["convention"]]
    base = agreed(chosen.name)
    differ = {
        key: f"{metric.label()} {PARAMETERS[name].say(metric.normal(options_of(metric, settings))[name])}"
        for metric in reversed(explored())
        for name in metric.choices
        if settings[key := key_of(name, metric)] != base[key]
        and not {settings[key], base[key]} <= set(_same(key, settings))
    }
    defined = {key_of(name, METRICS[metric]) for metric in chosen.metrics for name in METRICS[metric].choices}
    follow = [m for m in explored() if m.choices and {key_of(name, m) for name in m.choices} <= defined]
    others = ", ".join(m.label() for m in explored() if m.name not in chosen.metrics and m not in follow)
    line = _("Convention: {title}", title=_(chosen.title))
    line += _(" ({others} as on Parra's slides)", others=others) if others else ""
    return line + (_(", but {what}", what="; ".join(reversed(differ.values()))) if differ else "")


# the measures of a table, each with the settings that it takes


def read_measures(spellings: Any, longest: int, settings: Mapping[str, Any]) -> list[Measure]:
    settings = dict(settings)
    convention = settings.pop("convention", DEFAULT)
    if spellings is None:
        if (n := settings.pop("n", None)) is None:
            n = max(1, min(longest, DEFAULTS["n"]))
        known = isinstance(convention, str) and convention in CONVENTIONS  # another is refused below
        defined = CONVENTIONS[convention].metrics if known else EXPLORED
        shown = [METRICS[name] for name in EXPLORED if name in defined]
        spellings = [m.label(n=n) if m.takes_n and m.name not in MAY_READ_ALL else m.label() for m in shown]
    if isinstance(spellings, str) or not isinstance(spellings, Iterable) or not (names := list(spellings)):
        raise refused("measures are a list of spellings such as ['RR', 'AP@5']; got {given!r}", given=spellings)
    taken: list[dict[str, Any]] = [{} for _name in names]
    for key, value in settings.items():
        for k in _takers(key, value, [measure(name).metric for name in names]):
            taken[k][key] = value
    return [*dict.fromkeys(measure(name, convention=convention, **own) for name, own in zip(names, taken, strict=True))]


def _takers(key: str, value: Any, metrics: Sequence[Metric]) -> list[int]:
    """Return the places of the metrics that take a setting with this value; if none does, of those that will refuse it."""
    have = [k for k, metric in enumerate(metrics) if key in metric.parameters]
    if not have:
        known = dict.fromkeys(["convention", *(key for metric in metrics for key in metric.parameters)])
        raise refused("unknown setting {given!r}; allowed are {allowed}", given=key, allowed=", ".join(known))
    return [k for k in have if value in metrics[k].choices.get(key, (value,))] or have
