"""The settings of an Explorer: what can be set, its default, and how a metric is called under them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from metrics_edu.language import _, number
from metrics_edu.metrics import CONVENTIONS, DEFAULT, METRICS, PARAMETERS, Measure, Metric

EXPLORED = (
    "precision",
    "recall",
    "f_measure",
    "average_precision",
    "reciprocal_rank",
    "rankscore",
    "dcg",
    "ndcg",
)
"""The metrics that are tiles, in order."""

MAY_READ_ALL = ("average_precision", "reciprocal_rank")
"""The metrics that read the whole list unless they are told to stop at n."""


def key_of(parameter: str, metric: Metric) -> str:
    """Return the setting of a parameter: metrics share it, but for `denominator`, whose words differ."""
    return f"{metric.name}.{parameter}" if parameter == "denominator" else parameter


DEFAULTS: dict[str, Any] = {
    "convention": DEFAULT, "n": 10, "reads": "all", "graded": "binary", "threshold": 1.0, "empty": "zero",
}  # fmt: skip
for _name in EXPLORED:
    for _parameter in (*METRICS[_name].numbers, *METRICS[_name].choices):
        DEFAULTS[key_of(_parameter, METRICS[_name])] = METRICS[_name].parameters[_parameter]

LIMITS = {"n": (1, 1000, 1), "half_life": (0.5, 100, 1), "threshold": (0.5, 5, 1), "beta": (0.25, 4, 0.25)}
"""The least, the most and the step of what is a number."""


def agreed(convention: str) -> dict[str, Any]:
    """Return what a convention sets: the words of the metrics that it defines, and the slides' for the others."""
    defined = CONVENTIONS[convention].metrics
    found = {key_of(name, metric): metric.parameters[name] for metric in explored() for name in metric.choices}
    for metric in explored():
        found |= {key_of(name, metric): word for name, word in defined.get(metric.name, {}).items() if name != "empty"}
    words = {_own_empty(metric, convention) for metric in explored() if metric.has_empty}
    empty = "own" if len(words) > 1 else "skip" if words == {"skip"} else "zero"
    return {"convention": convention, **found, "empty": empty}


def _own_empty(metric: Metric, convention: str) -> Any:
    return CONVENTIONS[convention].metrics.get(metric.name, {}).get("empty", 0.0)


def changed(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every setting that is set by what is given: a convention sets several."""
    common = agreed(check("convention", given["convention"])) if "convention" in given else {}
    return {**common, **given}


def differing(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that are not the defaults.

    Raises
    ------
    ValueError
        If a name or a value is not allowed; the sentence says what is.
    """
    for key in settings:
        if key not in DEFAULTS:
            raise ValueError(
                _("unknown setting {given!r}; allowed are {allowed}", given=key, allowed=", ".join(DEFAULTS))
            )
    checked = {key: check(key, value) for key, value in settings.items()}
    return {key: value for key, value in checked.items() if value != DEFAULTS[key]}


def said_of(key: str, settings: Mapping[str, Any]) -> str:
    """Say what a setting is now."""
    shown = control(key, settings)
    words = (option[1] for option in shown.get("options", ()) if option[0] == settings[key])
    return f"{shown['label']}: {next(words, shown.get('display', ''))}"


def options_of(metric: Metric, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords a metric is called with under the settings."""
    options = {name: settings[key_of(name, metric)] for name in (*metric.numbers, *metric.choices)}
    if metric.takes_n and reads_n(metric, settings):
        options["n"] = settings["n"]
    if metric.has_empty:
        options["empty"] = {"zero": 0.0, "skip": "skip", "own": _own_empty(metric, settings["convention"])}[
            settings["empty"]
        ]
    return options


def measure_of(metric: Metric, settings: Mapping[str, Any]) -> Measure:
    """Return the measure that a metric is under the settings."""
    options = metric.normal(options_of(metric, settings))
    differ = {key: value for key, value in options.items() if value != metric.parameters[key]}
    return Measure(metric, tuple(sorted(differ.items())), settings["convention"])


def reads_n(metric: Metric, settings: Mapping[str, Any]) -> bool:
    """Whether a metric stops at the cut-off n under the settings."""
    return metric.takes_n and (metric.name not in MAY_READ_ALL or settings["reads"] == "n")


def check(key: str, value: Any) -> Any:
    """Return the value of a setting as what it must be.

    Raises
    ------
    ValueError
        If it is not allowed; the sentence says what is.
    """
    if key in LIMITS:
        low, high, _step = LIMITS[key]
        try:
            given = type(DEFAULTS[key])(float(value))
            given = given if given == float(value) else low - 1  # no whole number
        except (TypeError, ValueError, OverflowError):
            given = low - 1
        if not low <= given <= high:
            title = _(PARAMETERS[key].title)
            raise ValueError(
                _(
                    "{title} must be from {low} to {high}; got {given}",
                    title=title,
                    low=number(low),
                    high=number(high),
                    given=str(value)[:20],
                )
            )
        return given
    allowed = [option[0] for option in options_shown(key)]
    if value not in allowed:
        raise ValueError(
            _("{key} must be one of {allowed}; got {given}", key=key, allowed=", ".join(allowed), given=str(value)[:20])
        )
    return value


def options_shown(key: str) -> list[list[str]]:
    """Return the allowed words of a setting, each with what is shown for it."""
    special = {
        "convention": [
            [name, _(found.title)]
            for name, found in CONVENTIONS.items()
            if not found.metrics.keys().isdisjoint(EXPLORED)
        ],
        "reads": [["all", _("all ranks")], ["n", _("first n")]],
        "graded": [["binary", "R / N"], ["graded", "0 – 5"]],
        "empty": [["zero", _("counts as 0")], ["skip", _("is left out")], ["own", _("as the convention says")]],
    }
    if key in special:
        return special[key]
    parameter = key.rsplit(".", 1)[-1]
    words = next(
        (m.choices[parameter] for m in explored() if key_of(parameter, m) == key and parameter in m.choices), ()
    )
    return [[word, _(PARAMETERS[parameter].words[word][0])] for word in words]


def explored() -> list[Metric]:
    """Return the metrics that are tiles."""
    return [METRICS[name] for name in EXPLORED]


def controls(metric: Metric, settings: Mapping[str, Any], *, mean: bool) -> list[dict[str, Any]]:
    """Return the controls: the chosen metric's own, the shared ones, the others."""
    own = [key_of(name, metric) for name in (*metric.choices, *metric.numbers) if name != "empty"]
    if metric.name in MAY_READ_ALL:
        own.insert(0, "reads")
    if mean and metric.has_empty:
        own.append("empty")
    shared = [
        "convention",
        "n",
        "graded",
        *(["threshold"] if settings["graded"] == "graded" else []),
    ]
    others = [key for key in DEFAULTS if key not in own and key not in shared and key != "threshold"]
    return [control(key, settings, "own") for key in own] + [control(key, settings, "shared") for key in shared] + [
        control(key, settings, "other") for key in others
    ]  # fmt: skip


def control(
    key: str, settings: Mapping[str, Any], group: str = "", same: tuple[str, str] | None = None
) -> dict[str, Any]:
    """Return the control of one setting; of the `same` two words, which then mean the second, one is offered."""
    value = settings[key]
    shown: dict[str, Any] = {
        "key": key,
        "label": _title(key),
        "value": value,
        "group": group,
        "why": _why(key, value),
    }
    if key in LIMITS:
        low, high, step = LIMITS[key]
        return shown | {"kind": "step", "min": low, "max": high, "step": step, "display": number(value)}
    options = options_shown(key)
    first, second = same or _same(key, settings)
    if first:
        meant = PARAMETERS[key.rsplit(".", 1)[-1]].words[second]
        options = [[word, _(meant[0]) if word == first else text] for word, text in options if word != second]
        shown |= {"value": first, "why": _(meant[1])} if value in (first, second) else {}
    return shown | {"kind": "segment" if key in ("reads", "graded") else "select", "options": options}


def _same(key: str, settings: Mapping[str, Any]) -> tuple[str, str]:
    metric, _dot, parameter = key.rpartition(".")
    if not metric or reads_n(METRICS[metric], settings):
        return "", ""
    return METRICS[metric].uncut.get(parameter, ("", ""))


def _title(key: str) -> str:
    own = {"reads": _("AP and RR read"), "graded": _("Grades"), "convention": _("Convention")}
    if key in own:
        return own[key]
    metric, _dot, parameter = key.rpartition(".")
    title = _(PARAMETERS[parameter].title)
    return f"{METRICS[metric].symbol} {title[0].lower()}{title[1:]}" if metric else title


def _why(key: str, value: Any) -> str:
    special = {
        ("reads", "all"): _("The whole list."),
        ("reads", "n"): _("Only the first n ranks: AP@n, RR@n."),
        ("graded", "binary"): _("An item is relevant (R) or it is not (N)."),
        ("graded", "graded"): _("Each item has a grade; from the threshold on it is relevant."),
        ("n", None): _("P, recall, F1, DCG and nDCG read only the first n ranks."),
    }
    if key == "convention":
        does = _(CONVENTIONS[value].does)
        return f"{does[0].upper()}{does[1:]}."
    found = special.get((key, value)) or special.get((key, None))
    if found:
        return found
    parameter = PARAMETERS[key.rsplit(".", 1)[-1]]
    return (
        _(parameter.words[value][1])
        if value in parameter.words and parameter.words[value][1]
        else _(parameter.sentence)
    )


def convention_line(settings: Mapping[str, Any]) -> str:
    """Return one line that names the convention, the metrics that it does not define, and what differs from it.

    A metric that shares all its settings with one that is defined follows it: DCG has the gain and discount of nDCG.
    """
    chosen = CONVENTIONS[settings["convention"]]
    base = agreed(chosen.name)
    differ = {
        key: f"{metric.label()} {PARAMETERS[name].say(settings[key])}"
        for metric in reversed(explored())
        for name in metric.choices
        if settings[key := key_of(name, metric)] != base[key]
        and not {settings[key], base[key]} <= set(_same(key, settings))
    }
    own = {key_of(name, METRICS[metric]) for metric in chosen.metrics for name in METRICS[metric].choices}
    follow = [metric for metric in explored() if metric.choices and {key_of(k, metric) for k in metric.choices} <= own]
    others = ", ".join(m.label() for m in explored() if m.name not in chosen.metrics and m not in follow)
    line = _("Convention: {title}", title=_(chosen.title))
    line += _(" ({others} as on Parra's slides)", others=others) if others else ""
    return line + (_(", but {what}", what="; ".join(reversed(differ.values()))) if differ else "")
