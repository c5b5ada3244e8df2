"""How a user's function is called without `call=`: by the names and types of its parameters, and by a few lists to try."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from metrics_edu.language import N_, _, refused
from metrics_edu.metrics import Measure
from metrics_edu.mistakes.own_metrics.call_words import (
    ANY,
    CUTOFFS,
    OF_USER,
    OPTIONS,
    STANDARD,
    TODAY,
    WORDS,
    Argument,
    Call,
    check_call,
    parameters_of,
)
from metrics_edu.mistakes.own_metrics.called_metric import Remark
from metrics_edu.mistakes.own_metrics.trial_sets import reads_order, trial_set
from metrics_edu.mistakes.own_metrics.trials import AnyTrial, UsersTrial
from metrics_edu.mistakes.trial_lists import Trial

NAMES = {
    "ranking": {
        "k": r"[kn]s?|num|cut.*|corte|(at|top)_?[kn]|(n|num|max)_?(items?|rec[so].*|results?|top)",
        "threshold": r"threshold|min_rating",
        "ideal": r"ideal.*|all_(grades|rels?|relevances?)|pool",
        "count": r"(n|num|total|number|count)_?(of_)?(rel|pos).*|all_pos.*|(rel|relevant|pos)_(count|num|total)|count",
        "y_score": r"(y_?)?scores?|(y_?)?prob.*|posteriors?",
        "y_pred": r"y_?pred.*|y_?hat",
        "y_true": r"y_?(true|test|orig)|labels?",
        "qrels": r"qrels?",
        "run": r"runs?",
        "test": r"ratings?_true|(.*_)?test_df|df_(test|true)",
        "recommended": r"ratings?_pred|(.*_)?(recs?|pred)_df|df_(recs?|pred)",
        "item": r"(gt|ng|target|pos|true|test|held_?out)_?item",
        "rank": r"rank|position",
        "grades": r"grad(es?|os)|(grade|rel|relevance)_(dict|of|by_item)|judg.*",
        "ratings": r"ratings",
        "r": r"r|rs|rels?|relevanc(es?|ias?)(_.*)?|gains?|(sorted|ranked)_(labels|rels?|relevances?|grades)",
        "shown": r"((all|user)_)?(pred.*|recs?(_.*)?|reco.*)|retriev.*|ranked.*|rank_?list|ranking|results?|top.*|shown"
        r"|.*_ordered|list(e|a)?(_.*)?|items|mostrad.*",
        "relevant": r"((all|user)_)?(actual.*|true.*|liked.*|likes|gust.*)|.*relevant.*|rel_.*|ground_?truth.*|gt|truth|test.*"
        r"|bought.*|targets?|positives?|expected",
    },
    "rating": {
        "predictions": r"predictions",
        "predicted": r"(y_?)?(pred.*|hat)|est.*|pronost.*|.*_(pred.*|hat|est.*)",
        "actual": r"(y_?)?(true.*|test.*|actual.*)|y|r|ratings?|(ground_?)?truth|gold|real.*|targets?|observed"
        r"|.*_(true|actual|real|test)",
    },
    "coverage": {
        "lists": r"pred.*|rec.*|list(s|as)?|shown",
        "users": r"(all_)?users?|usuarios",
        "catalogue": r"cat[aá]log.*|(all_)?items?",
        "popularity": r"pop.*",
        "categories": r"categor.*|genres?",
    },
}
"""By the kind of measure: what an argument is whose name, in lower case, matches."""
TYPES = {
    r"dict\[[^,]*, *dict": ("{", ""),
    r"dict\[[^,]*, *(list|set|sequence|iterable|tuple)": ("{", ""),
    r"(list|sequence|iterable)\[(list|sequence|set|iterable)": ("[", ""),
    r"(frozen)?set\b": ("", "set"),
    r".*series": ("", "Series"),
    r".*(ndarray|arraylike)": ("", "array"),
    r".*tensor": ("", "tensor"),
}
"""By the beginning of an annotation, in lower case: the brackets of an argument, and what it is given as."""
IN_LISTS = "rs", "k_values"
"""The names of arguments that are lists of what is given elsewhere."""
FALLBACKS: tuple[dict[str, dict[str, str]], ...] = (
    {},
    {"relevant": {"collection": "set"}},
    {word: {"collection": "array"} for word in OF_USER if word != "pairs"},
    {word: {"collection": "tuple"} for word in OF_USER if word != "pairs"},
    {"relevant": {"word": "test", "bracket": ""}, "shown": {"word": "recommended", "bracket": ""}},
)
"""What becomes of the arguments of a call: where a function takes no lists, each of the others; frames are the last."""
RATINGS_FIRST = ("ratings", "shown"), ("ratings", "")
"""The words of a function that gets ratings and recommendations, beside its options."""
UNSAID = (), ("", "shown"), ("", "")
"""The words of a function that also gets them, if it has no options; the last if that gives numbers."""
RENAMED: tuple[tuple[set[str], set[str], str, str], ...] = (
    (set(), {"y_score", "y_pred"}, "y_true", "relevant"),
    (set(), {"y_score", "y_true"}, "y_pred", "shown"),
    ({"y_score"}, {"y_true"}, "relevant", "y_true"),
    ({"qrels"}, set(), "shown", "run"),
)
"""Words that must be known, and unknown, for one word to become another."""
UNKNOWN: dict[tuple[Any, ...], list[tuple[str, ...]]] = {
    (1,): [("r",)],
    (1, "shown"): [("relevant",), ("grades",)],
    (2,): [("relevant", "shown"), ("shown", "relevant"), ("grades", "shown"), ("shown", "grades")],
}
"""What unknown arguments may be, by how many there are, and the one that is known; beside another, it is what is shown."""
TRIED = (0, 1, 0, 1), (1, None, 0, 0), (0, 0), (1, 1, 0), (0, 0, 1)
"""The shown grades of the lists on which a call is tried; two relevant items are missed."""
MOST_SHOWN = 4
"""The calls among which a user is asked to choose."""
Returns = Callable[[Call, AnyTrial], Any]
"""What a function returns for a call and a trial: a float, or why there is none."""


class Numbered(Trial):
    """A list whose items are numbers: a text of one letter could be taken for a list of letters."""

    @property
    def recommendations(self) -> list[Any]:
        return [*range(1, len(self.shown) + 1)]

    @property
    def ratings(self) -> dict[Any, float]:
        return {k: grade for k, grade in enumerate((*self.shown, *self.missed), start=1) if grade is not None}


def call_of(name: str, function: Any, measure: Measure, returns: Returns) -> Call:
    """Return how a function is called; ValueError asks where its names and a few lists do not decide.

    The way that gives right values is never preferred: lists that are exchanged make a recall of a precision.
    """
    parameters = parameters_of(function)
    words = _words(parameters, measure)
    options = {name: word for name, word in words.items() if word in OPTIONS}
    asked = tuple(word for word in words.values() if word not in OPTIONS)
    is_unsaid = (asked in UNSAID and not options) or ANY in words
    if measure.metric.kind == "ranking" and (asked in RATINGS_FIRST or is_unsaid):
        today = check_call(
            Call((*TODAY.arguments, *(Argument(word, keyword=name) for name, word in options.items()))), measure
        )
        is_tried = asked == ("", "") or ANY in words
        values = [returns(today, trial) for trial in _probes(today, measure)] if is_tried else []
        if all(isinstance(value, float) for value in values):
            return today
    calls = [call for named in _completed(words, measure) for call in _variants(named, parameters)]
    found = _working(
        [check_call(call, measure) for call in dict.fromkeys(calls)], measure, returns, is_sure="" not in words.values()
    )
    if len(found) == 1:
        return found[0]
    ways = [f'call="{call.text}"' for call in found[:MOST_SHOWN]]
    if ways:
        raise refused("{name} can be called in several ways: say {ways}", name=name, ways=_(" or ").join(ways))
    text = N_(
        "it is not clear what the arguments of {name}({parameters}) are: say it, as in {example}, with words such as {words}; "
        "or call it yourself, {way_out}"
    )
    kind, standard = measure.metric.kind, Call(STANDARD[measure.metric.kind]).text
    example = "relevant, shown" + ", k" * ("n" in measure.parameters) if kind == "ranking" else standard
    raise refused(
        text,
        name=name,
        parameters=", ".join(parameters),
        example=f'call="{example}"',
        words=", ".join(WORDS[kind]),
        way_out=f"call=lambda f, {standard}: f(...)",
    )


def _words(parameters: dict[str, inspect.Parameter], measure: Measure) -> dict[str, str]:
    """Return what each parameter is by its name, "" if that is not known; without those whose default is left."""
    named = {name: _word(name, measure) for name in parameters}
    left = [
        name for name, word in named.items() if not word and parameters[name].default is not inspect.Parameter.empty
    ]
    if measure.parameters.get("n") is None:
        left += [name for name, word in named.items() if word == "k" and parameters[name].default is None]
    words = {name: word for name, word in named.items() if name not in left}
    known = {*words.values()}
    changes = {old: new for needed, excluded, old, new in RENAMED if needed <= known and not excluded & known}
    if [word for word in words.values() if word not in OPTIONS] == ["shown"]:
        changes["shown"] = "predictions" if "predictions" in words else "r"
    words = {name: changes.get(word, word) for name, word in words.items()}
    first = {word: name for name, word in reversed(words.items())}
    return {name: word if first[word] == name else "" for name, word in words.items()}


def _word(name: str, measure: Measure) -> str:
    if name in OPTIONS:
        return name
    if name.strip("_") in CUTOFFS:
        return "k"
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().strip("_")
    return next((word for word, pattern in NAMES[measure.metric.kind].items() if re.fullmatch(pattern, plain)), "")


def _completed(words: dict[str, str], measure: Measure) -> list[dict[str, str]]:
    """Return the words with each choice for the unknown ones; none if too many are unknown."""
    is_listed = "y_pred" in words.values() and measure.metric.kind == "ranking"
    if is_listed and ("k" in words.values() or reads_order(measure)):  # labels have no k, and no order
        pairs = ("relevant", "shown"), ("item", "shown"), ("y_true", "y_score")
        changes = [{"y_true": true, "y_pred": pred} for true, pred in pairs]
        return [{name: change.get(word, word) for name, word in words.items()} for change in changes]
    unknown = [name for name, word in words.items() if not word]
    known = {*words.values()} - {"", *OPTIONS}
    if not unknown:
        return [words]
    if measure.metric.kind != "ranking" or len(unknown) + len(known) > 2:
        return []
    choices = UNKNOWN.get((len(unknown), *known), [("shown",)])
    return [words | dict(zip(unknown, choice, strict=True)) for choice in choices]


def _variants(words: dict[str, str], parameters: dict[str, inspect.Parameter]) -> Iterator[Call]:
    """Give the calls with these words: for one user, for several in each form, and with scores or ranks from 0."""
    skipped = next((k for k, name in enumerate(parameters) if name not in words), len(parameters))
    named = {
        *[*parameters][skipped:],
        *(name for name in words if parameters[name].kind is inspect.Parameter.KEYWORD_ONLY),
    }
    arguments = [
        Argument(word, *_form(word, parameters[name]), name if name in named else "") for name, word in words.items()
    ]
    yield Call(tuple(arguments))
    of_users = [argument for argument in arguments if argument.word in OF_USER]
    if any(argument.bracket for argument in of_users):
        return
    for bracket in "[{":
        yield Call(tuple(replace(a, bracket=bracket) if a in of_users else a for a in arguments))
    for word, other, bracket in (("shown", "pairs", ""), ("rank", "rank0", ""), ("lists", "shown", "[")):
        if word in words.values():
            yield Call(tuple(Argument(other, bracket, "", a.keyword) if a.word == word else a for a in arguments))


def _form(word: str, parameter: inspect.Parameter) -> tuple[str, str]:
    """Return the bracket of an argument, and as what it is given."""
    annotation = parameter.annotation
    text = str(annotation) if "[" in str(annotation) else getattr(annotation, "__name__", str(annotation))
    plain = re.sub(r"\b(\w+\.)+", "", text).lower()
    bracket, collection = next((found for pattern, found in TYPES.items() if re.match(pattern, plain)), ("", ""))
    if parameter.name in IN_LISTS:
        return "[", collection
    return bracket if word in OF_USER else "", collection


def _working(calls: Sequence[Call], measure: Measure, returns: Returns, *, is_sure: bool) -> list[Call]:
    """Return the calls that give a number for each list: those whose number is not always the same, if there are some.

    Of calls with the same words that give the same numbers the first is taken. Where no call gives numbers, the arguments are
    given as other collections; if that does not help, either, the function fails, if it is sure what its arguments are.
    """
    for changes in FALLBACKS if find_spec("pandas") else FALLBACKS[:-1]:
        given = [*dict.fromkeys(_changed(call, changes) for call in calls)]
        values = {call: [returns(call, trial) for trial in _probes(call, measure)] for call in given}
        valid = [call for call in given if all(isinstance(value, float) for value in values[call])]
        if valid:
            varied = [call for call in valid if len({*values[call]}) > 1] or valid
            by_values = {tuple(values[call]): call for call in reversed(varied)}
            return [*by_values.values()][::-1] if is_sure else varied
        if any(isinstance(value, Remark) and value.key != "raised" for call in given[:1] for value in values[call]):
            break
    return [*calls[:1]] if is_sure else []


def _changed(call: Call, changes: Mapping[str, dict[str, str]]) -> Call:
    """Return a call with changed arguments, but for those whose collection is known."""
    return Call(tuple(a if a.collection else replace(a, **changes.get(a.word, {})) for a in call.arguments))


def _probes(call: Call, measure: Measure) -> Sequence[AnyTrial]:
    if measure.metric.kind != "ranking":
        return trial_set(measure, 1, call).trials[: len(TRIED)]
    lists = [Numbered(shown, (1, 1)) for shown in TRIED]
    if call.has_one_item:
        missed = [Numbered((0, 0), (1,))] if "item" in call.words else []
        lists = [*missed, *(Numbered(shown) for shown in TRIED if shown.count(1) == 1)]
    if not call.has_users:
        return [*lists]
    return [UsersTrial((one, lists[k - 1])) for k, one in enumerate(lists)]
