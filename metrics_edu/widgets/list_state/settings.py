"""The settings of an Explorer: what can be set, its default, and how a metric is called under them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from metrics_edu.language import N_, _, number, read_number, refused
from metrics_edu.metrics import CONVENTIONS, METRICS, PARAMETERS, Measure, Metric
from metrics_edu.metrics.conventions import row_of
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.parameters import Parameter
from metrics_edu.working.labels import in_line

EXPLORED = dict(
    sorted(((name, metric) for name, metric in METRICS.items() if metric.tile), key=lambda row: row[1].tile)
)
"""The metrics that are tiles by their names, in order."""
CHOOSABLE = EXPLORED | METRICS
"""The metrics that can be tiles: those that are, and those that are by choice."""

Settings = Mapping[str, Any]
"""Words and numbers by key; only the parameter of a metric that a setting is says which of both it takes."""

OWN_SETTINGS = {
    "convention": Parameter(
        N_("Convention"),
        words={name: (c.title, "") for name, c in CONVENTIONS.items()},
    ),
    "n": Parameter(PARAMETERS["n"].title, sentence=N_("{metrics} read only the first n ranks.")),
    "reads": Parameter(
        N_("AP and RR read"),
        words={
            "all": (N_("all ranks"), N_("The whole list.")),
            "n": (N_("the first n"), N_("Only the first n ranks: AP@n, RR@n.")),
            "whole": (N_("all ranks, as every metric does"), N_("No metric has a cut-off: P, Recall, nDCG.")),
        },
    ),
    "graded": Parameter(
        N_("Grades"),
        words={
            "binary": ("R / N", N_("An item is relevant (R) or it is not (N).")),
            "graded": ("0 – 5", N_("Each item has a grade; it is relevant from the threshold on.")),
        },
    ),
    "catalogue": Parameter(
        N_("Items in the catalogue"),
        N_("How many items could be shown; at least those of the list and the missed ones."),
        limits=(0, 10_000_000, 1),
    ),
    "empty": Parameter(
        PARAMETERS["empty"].title,
        PARAMETERS["empty"].sentence,
        {
            "zero": (N_("counts as 0"), ""),
            "skip": PARAMETERS["empty"].words["skip"],
            "own": (N_("as in the convention"), ""),
        },
    ),
}
"""The settings that are no parameter of a metric, or differ here."""


OF_ONE_METRIC = ("denominator", "positives", "negatives", "unranked", "tied_pairs")
"""The parameters that metrics do not share: the words of `denominator` differ, and only AUC has the others."""


def setting_of(key: str) -> Parameter:
    return OWN_SETTINGS.get(key) or PARAMETERS[key.rpartition(".")[2]]


def key_of(parameter: str, metric: Metric) -> str:
    """Return the setting of a parameter, which metrics share or not."""
    return f"{metric.name}.{parameter}" if parameter in OF_ONE_METRIC else parameter


def parameters_of(metric: Metric) -> list[str]:
    """Return the parameters that are settings: an Explorer has one cut-off, so those of AvgRp stay as they are."""
    return [name for name in (*metric.numbers, *metric.choices) if name != "cutoffs"]


DEFAULTS: Settings = {
    "convention": DEFAULT,
    "n": 10,
    "reads": "all",
    "graded": "binary",
    "threshold": 1.0,
    "catalogue": 0,
    "empty": "zero",
} | {key_of(name, metric): metric.parameters[name] for metric in CHOOSABLE.values() for name in parameters_of(metric)}
LIMITS = {key: setting_of(key).limits_of(value) for key, value in DEFAULTS.items() if not isinstance(value, str)}
"""The least, the most and the step of what is a number."""
CHOICES = {
    key_of(name, metric): words for metric in reversed(CHOOSABLE.values()) for name, words in metric.choices.items()
}
"""The words of each setting that is a parameter."""


def agreed(convention: str) -> Settings:
    """Return what a convention sets: the parameters of the metrics that it defines, and the slides' for the others.

    A number that no convention sets, such as β, stays as the reader has set it.
    """
    row, own = row_of(convention)
    by_rows = {one.name: _set_by(one.metrics) for one in CONVENTIONS.values()}
    settings = {key: DEFAULTS[key] for keys in (CHOICES, *by_rows.values()) for key in keys}
    empty = {_own_empty(metric, row) for metric in CHOOSABLE.values() if metric.has_empty}
    word = "own" if len(empty) > 1 else "skip" if empty == {"skip"} else "zero"
    return {**settings, **by_rows[row], **_set_by(own), "convention": row, "empty": word}


def _set_by(metrics: Mapping[str, Settings]) -> Settings:
    """Return the settings of the parameters that differ in the metrics of a convention."""
    return {
        key_of(key, METRICS[name]): value
        for name, given in metrics.items()
        for key, value in given.items()
        if key in parameters_of(METRICS[name])
    }


def _own_empty(metric: Metric, convention: str) -> Any:
    return CONVENTIONS[convention].metrics.get(metric.name, {}).get("empty", 0.0)


def changed(settings: Settings) -> Settings:
    """Return every setting that is set by what is given: a convention sets several."""
    if "convention" not in settings:
        return settings
    row = check("convention", settings["convention"])
    return {**agreed(settings["convention"]), **settings, "convention": row}


def differing(settings: Settings) -> Settings:
    return {key: checked for key, value in settings.items() if (checked := check(key, value)) != DEFAULTS[key]}


def check(key: str, value: Any) -> Any:
    if key not in DEFAULTS:
        raise refused("unknown setting {value!r}; allowed are {allowed}", value=key, allowed=", ".join(DEFAULTS))
    if key in LIMITS:
        return _check_number(key, value)
    value = row_of(value)[0] if key == "convention" else value
    if value not in (allowed := [*dict(options_shown(key))]):
        raise refused(
            "{key} must be one of {allowed}; got {value}", key=key, allowed=", ".join(allowed), value=str(value)[:20]
        )
    return value


def _check_number(key: str, value: Any) -> Any:
    low, high, _step = LIMITS[key]
    with suppress(TypeError, ValueError, OverflowError):
        wanted: Any = read_number(value) if isinstance(value, str) else float(value)
        checked = type(DEFAULTS[key])(wanted)
        if low <= checked <= high and checked == wanted:
            return checked
    raise refused(
        "{title} must be from {low} to {high}; got {value}",
        title=_(setting_of(key).title),
        low=number(low),
        high=number(high),
        value=str(value)[:20],
    )


def options_shown(key: str) -> list[tuple[str, str]]:
    words = setting_of(key).words
    return [(word, in_line(_(words[word][0]))) for word in (words if key in OWN_SETTINGS else CHOICES[key])]


def options_of(metric: Metric, settings: Settings) -> Settings:
    options = {name: settings[key_of(name, metric)] for name in parameters_of(metric)}
    if reads_n(metric, settings):
        options["n"] = settings["n"]
    if metric.takes_empty:
        own = _own_empty(metric, settings["convention"])
        skip = "skip" if metric.has_empty else own  # P is left out only where a convention says so
        options["empty"] = {"zero": 0.0, "skip": skip, "own": own}[settings["empty"]]
    if "no_negative" in metric.parameters:
        options["no_negative"] = (
            CONVENTIONS[settings["convention"]].metrics.get(metric.name, {}).get("no_negative", "skip")
        )
    return options


def measure_of(metric: Metric, settings: Settings) -> Measure:
    options = metric.normal(options_of(metric, settings))
    differ = {key: value for key, value in options.items() if value != metric.parameters[key]}
    return Measure(metric, differ, settings["convention"])


def reads_n(metric: Metric, settings: Settings) -> bool:
    return metric.takes_n and settings["reads"] in (("n",) if metric.reads_whole else ("n", "all"))
