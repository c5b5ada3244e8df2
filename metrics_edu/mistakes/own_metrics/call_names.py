"""How a user's function is called, where nobody says: by the names and types of its parameters, and by a few lists to try."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from itertools import permutations
from typing import Any

from metrics_edu.language import N_, _, refused
from metrics_edu.metrics import Measure
from metrics_edu.mistakes.own_metrics.call_words import (
    CUTOFFS,
    OF_USER,
    OPTIONS,
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
        "k": r"num|cut|(at|top)_?[kn]|[kn]s",
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
        "shown": r"pred.*|recs?(_.*)?|reco.*|retriev.*|ranked.*|rank_?list|ranking|results?|top.*|.*_ordered|shown"
        r"|list(e|a)?(_.*)?|items|mostrad.*",
        "relevant": r"actual.*|.*relevant.*|rel_.*|ground_?truth.*|gt|truth|true.*|test.*|bought.*|targets?|positives?"
        r"|liked.*|expected",
    },
    "rating": {
        "predictions": r"predictions",
        "predicted": r"(y_?)?(pred.*|hat)|est.*|pronost.*",
        "actual": r"(y_?)?(true.*|test|actual.*)|y|r|ratings?|truth|real.*|targets?|observed",
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
FALLBACKS = "", "set", "array", "tuple", "frames"
"""What the arguments of a user are given as: where a function takes no lists, each of the others."""
FRAMES = {"relevant": "test", "shown": "recommended"}
"""The words of frames, by those of lists."""
TRIED = (0, 1, 0, 1), (1, None, 0, 0), (0, 0), (1, 1, 0), (0, 0, 1)
"""The shown grades of the lists on which a call is tried; two relevant items are missed."""
MOST_TOLD = 4
"""The calls among which a user is asked to choose."""
Returns = Callable[[Call, AnyTrial], Any]
"""What a function returns when it is called so: a float, or why there is none."""


class Numbered(Trial):
    """A list whose items are numbers: a text of one letter could be taken for a list of letters."""

    @property
    def recommendations(self) -> list[Any]:
        return [*range(1, len(self.shown) + 1)]

    @property
    def ratings(self) -> dict[Any, float]:
        return {k: grade for k, grade in enumerate((*self.shown, *self.missed), start=1) if grade is not None}


def call_of(name: str, function: Any, measure: Measure, returns: Returns) -> Call:
    """Return how a function is called; ValueError asks where its names and a few lists do not tell.

    The way that gives right values is never preferred: lists that are exchanged make a recall of a precision.
    """
    parameters = parameters_of(function)
    words = _words(parameters, measure)
    if measure.metric.kind == "ranking" and (not words or _is_today(words)):
        options = [Argument(word, keyword=name) for name, word in words.items() if word in OPTIONS]
        today = check_call(Call((*TODAY.arguments, *options)), measure)
        if [*words.values()] != ["", ""] or _works(today, measure, returns):
            return today
    completed = _completed(words, measure)
    calls = [call for named in completed for call in _variants(named, parameters)]
    found = _working(
        [check_call(call, measure) for call in dict.fromkeys(calls)], measure, returns, is_sure="" not in words.values()
    )
    if len(found) == 1:
        return found[0]
    said = [f'call="{call.text}"' for call in found[:MOST_TOLD]]
    if said:
        raise refused("{name} can be called in several ways: say {ways}", name=name, ways=_(" or ").join(said))
    text = N_(
        "it is not clear what the arguments of {name}({parameters}) are: say it, as in {example}, with words such as {words}; "
        "or call it yourself, {way_out}"
    )
    example, way_out = 'call="relevant, shown, k"', "call=lambda f, ratings, recommendations: f(...)"
    facts = {"parameters": ", ".join(parameters), "words": ", ".join(WORDS[measure.metric.kind]), "example": example}
    raise refused(text, name=name, way_out=way_out, **facts)


def _words(parameters: dict[str, inspect.Parameter], measure: Measure) -> dict[str, str]:
    """Return what each parameter is by its name, "" if that is not known; without unknown ones that have a default."""
    named = {name: _word(name, measure) for name in parameters}
    defaults = {name: parameter.default for name, parameter in parameters.items()}
    idle = {"k"} if measure.parameters.get("n") is None else set()
    words = {
        name: word
        for name, word in named.items()
        if (word or defaults[name] is inspect.Parameter.empty) and not (word in idle and defaults[name] is None)
    }
    known = {*words.values()}
    changes: dict[str, str] = {}
    if "y_score" not in known and "y_pred" not in known:
        changes |= {"y_true": "relevant"}
    if "y_true" not in known:
        changes |= {"y_score": "r", "y_pred": "shown"}
    if "qrels" in known:
        changes |= {"shown": "run"}
    if [word for word in words.values() if word not in OPTIONS] == ["shown"]:
        changes |= {"shown": "predictions" if "predictions" in words else "r"}
    if "y_score" in known and "y_true" not in known:
        changes = {"relevant": "y_true"}
    named = {name: changes.get(word, word) for name, word in words.items()}
    once = {word: name for name, word in reversed(named.items())}
    return {name: word if once[word] == name else "" for name, word in named.items()}


def _word(name: str, measure: Measure) -> str:
    if name in OPTIONS:
        return name
    if name.strip("_") in CUTOFFS:
        return "k"
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().strip("_")
    return next((word for word, pattern in NAMES[measure.metric.kind].items() if re.fullmatch(pattern, plain)), "")


def _is_today(words: dict[str, str]) -> bool:
    """Return whether a function has the form (ratings, recommendations), or two names that say nothing else."""
    asked = [word for word in words.values() if word not in OPTIONS]
    is_named = asked[:1] == ["ratings"] and asked[1:] in (["recommendations"], ["shown"], [""])
    return is_named or [*words.values()] == ["", ""] or asked == ["", "shown"] == [*words.values()]


def _completed(words: dict[str, str], measure: Measure) -> Iterator[dict[str, str]]:
    """Give the words with each choice for the unknown ones; nothing if too many are unknown."""
    if measure.metric.kind == "ranking" and "y_pred" in words.values() and reads_order(measure):
        for change in ({"y_true": "relevant", "y_pred": "shown"}, {"y_pred": "y_score"}):
            yield {name: change.get(word, word) for name, word in words.items()}
        return
    unknown = [name for name, word in words.items() if not word]
    known = {*words.values()} - {"", *OPTIONS}
    choices: Sequence[tuple[str, ...]] = [()] if not unknown else []
    if measure.metric.kind != "ranking":
        pass
    elif len(unknown) == 1 and len(known) < 2:
        is_shown = bool(known & {"shown", "pairs", "recommendations"})
        choices = [("relevant",), ("grades",)] if is_shown else [("shown",)] if known else [("r",)]
    elif len(unknown) == 2 and not known:
        choices = [pair for other in ("relevant", "grades") for pair in permutations((other, "shown"))]
    for choice in choices:
        yield words | dict(zip(unknown, choice, strict=True))


def _variants(words: dict[str, str], parameters: dict[str, inspect.Parameter]) -> Iterator[Call]:
    """Give the calls with these words: for one user, for several in each form, and with scores or ranks from 0."""
    skipped = [name for name in parameters if name not in words]
    first = [*parameters].index(skipped[0]) if skipped else len(parameters)
    arguments = []
    for k, (name, word) in enumerate(words.items()):
        parameter = parameters[name]
        is_named = k >= first or parameter.kind is parameter.KEYWORD_ONLY
        bracket, collection = _annotated(parameter)
        bracket = "[" if (word, name) in (("r", "rs"), ("k", "k_values")) else bracket * (word in OF_USER)
        arguments.append(Argument(word, bracket, collection, name if is_named else ""))
    yield Call(tuple(arguments))
    of_users = [argument for argument in arguments if argument.word in OF_USER]
    if any(argument.bracket for argument in of_users):
        return
    for changes in ({"bracket": "["}, {"bracket": "{"}):
        yield Call(tuple(replace(a, **changes) if a in of_users else a for a in arguments))
    for word, other, bracket in (("shown", "pairs", ""), ("rank", "rank0", ""), ("lists", "shown", "[")):
        if word in words.values():
            yield Call(tuple(replace(a, word=other, bracket=bracket) if a.word == word else a for a in arguments))


def _annotated(parameter: inspect.Parameter) -> tuple[str, str]:
    annotation = parameter.annotation
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "") or str(annotation)
    text = str(annotation) if "[" in str(annotation) else text
    plain = re.sub(r"\b(\w+\.)+", "", text).lower()
    return next((found for pattern, found in TYPES.items() if re.match(pattern, plain)), ("", ""))


def _works(call: Call, measure: Measure, returns: Returns) -> bool:
    return all(isinstance(returns(call, trial), float) for trial in _probes(call, measure))


def _working(calls: Sequence[Call], measure: Measure, returns: Returns, *, is_sure: bool) -> list[Call]:
    """Return the calls that give a number for each list: those whose number is not always the same, if there are some.

    Of calls with the same words that give the same numbers the first is taken. Where no call gives numbers, the arguments are
    given as other collections; if that does not help, either, the function fails, if it is sure what its arguments are.
    """
    for collection in FALLBACKS if find_spec("pandas") else FALLBACKS[:-1]:
        given = [*dict.fromkeys(_given_as(call, collection) for call in calls)]
        values = {call: [returns(call, trial) for trial in _probes(call, measure)] for call in given}
        valid = [call for call in given if all(isinstance(value, float) for value in values[call])]
        if valid:
            varied = [call for call in valid if len({*values[call]}) > 1] or valid
            by_values = {tuple(values[call]): call for call in reversed(varied)}
            return [*by_values.values()][::-1] if is_sure else varied
        if any(isinstance(value, Remark) and value.key != "raised" for call in given[:1] for value in values[call]):
            break
    return [*calls[:1]] if is_sure else []


def _given_as(call: Call, collection: str) -> Call:
    """Return a call whose lists are other collections or frames; only what is relevant can be a set."""
    if collection == "frames":
        return Call(tuple(replace(a, word=FRAMES.get(a.word, a.word), bracket="") for a in call.arguments))
    words = ("relevant",) if collection == "set" else tuple(OF_USER)
    return Call(
        tuple(
            replace(argument, collection=argument.collection or collection) if argument.word in words else argument
            for argument in call.arguments
        )
    )


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
