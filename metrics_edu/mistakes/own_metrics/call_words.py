"""The words of `call=`: what each argument of a user's function is, and how it is made of a list, of users or of ratings."""

from __future__ import annotations

import inspect
import re
from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from metrics_edu.language import N_, _, needs, refused
from metrics_edu.metrics import Measure
from metrics_edu.metrics.registry import CUTOFF_ELSEWHERE
from metrics_edu.metrics.validation import check_word
from metrics_edu.mistakes.own_metrics.trials import AnyTrial, RatingTrial
from metrics_edu.mistakes.trial_lists import Trial

ARGUMENT = re.compile(r"(\[|\{|)\s*(\w+)\s*(?::\s*(\w+)\s*)?(\]|\}|)")
"""A word, what kind of collection it is, and brackets: [one for each user] or {user: one for each}."""
CLOSING = {"": "", "[": "]", "{": "}"}
CUTOFFS = "n", *CUTOFF_ELSEWHERE, "k_values"
"""What the cut-off is called."""
COLUMNS = {"col_user": "user", "col_item": "item", "col_rating": "rating", "col_prediction": "score"}
"""The parameters that name the columns of a frame."""
OPTIONS = "k", "threshold", *COLUMNS
"""What a function gets beside the lists."""
ANY = "*args"
"""The parameter of a function that takes any number of arguments."""
OF_USERS = {"run", "qrels", "test", "recommended", "predictions"}
"""The words that hold several users."""


class Given(NamedTuple):
    """What arguments are made of."""

    trial: AnyTrial
    threshold: float
    n: int | None
    is_graded: bool  # whether the measure reads grades
    ranks: int | None = None  # how many of the shown items a function gets; None: all

    @property
    def data(self) -> Any:
        return self.trial.data(self.threshold)

    def grades(self, grades: Iterable[float | None]) -> list[float]:
        """Return grades as a function gets them: 1 and 0 where the measure reads no others."""
        return [grade or 0 if self.is_graded else int((grade or 0) >= self.threshold) for grade in grades]


# what the arguments are, of one user


def _shown(given: Given, user: Trial) -> list[Any]:
    return user.recommendations[: given.ranks]


def _relevant(given: Given, user: Trial) -> list[Any]:
    return [item for item, grade in user.ratings.items() if grade >= given.threshold]


def _scores(given: Given, user: Trial) -> dict[Any, float]:
    """Return a score for each shown item, the highest first: at least the threshold, and no whole number, as grades and ids are."""
    shown = _shown(given, user)
    return {item: float(given.threshold + len(shown) - k - 0.5) for k, item in enumerate(shown)}


def _items(given: Given) -> list[Any]:
    """Return every item that some user was shown or has judged, in an order that is not that of the scores."""
    users = given.trial.by_user.values()
    items = dict.fromkeys(item for user in users for item in (*user.recommendations, *user.ratings))
    return [[*items][k] for k in np.random.default_rng(len(items)).permutation(len(items))]


def _y_score(given: Given, user: Trial) -> list[float]:
    scores = _scores(given, user)
    return [scores.get(item, -0.5 - k) for k, item in enumerate(_items(given))]


def _rank(given: Given, user: Trial) -> int:
    return user.recommendations.index(*_relevant(given, user)) + 1


OF_USER: dict[str, Callable[[Given, Trial], Any]] = {
    "ratings": lambda _given, user: user.ratings,
    "grades": lambda _given, user: user.ratings,
    "recommendations": _shown,
    "shown": _shown,
    "pairs": lambda given, user: [*_scores(given, user).items()],
    "relevant": _relevant,
    "r": lambda given, user: given.grades(map(user.ratings.get, _shown(given, user))),
    "count": lambda given, user: len(_relevant(given, user)),
    "ideal": lambda given, user: sorted(given.grades(user.grades), reverse=True),
    "y_true": lambda given, user: given.grades(map(user.ratings.get, _items(given))),
    "y_score": _y_score,
    "y_pred": lambda given, user: np.isin(_items(given), _shown(given, user)[: given.n]).astype(int).tolist(),
    "item": lambda given, user: _relevant(given, user)[0],
    "rank": _rank,
    "rank0": lambda given, user: _rank(given, user) - 1,
}
"""What an argument is, of one user; in brackets, of each."""


# what the arguments are, of all users, of ratings or of a run


Prediction = namedtuple("Prediction", ("uid", "iid", "r_ui", "est", "details"))
"""A prediction, as Surprise has it."""


def _predictions(given: Given) -> list[Prediction]:
    if isinstance(given.trial, RatingTrial):
        rows = enumerate(given.trial.parts)
        return [Prediction(user, item, actual, predicted, {}) for item, (actual, predicted, user) in rows]
    return [
        Prediction(name, item, given.grades([user.ratings.get(item)])[0], score, {})
        for name, user in given.trial.by_user.items()
        for item, score in _scores(given, user).items()
    ]


def _library(name: str) -> Any:
    needs(name, of=name)
    return import_module(name)


def _frame(rows: Iterable[tuple[Any, ...]], *columns: str) -> Any:
    frame = _library("pandas").DataFrame([*rows], columns=columns)
    return frame if len(frame) else frame.astype({"user": object, "item": object})


def _test(given: Given) -> Any:
    rows = ((name, *row) for name, user in given.trial.by_user.items() for row in user.ratings.items())
    return _frame(rows, "user", "item", "rating")


def _recommended(given: Given) -> Any:
    rows = (
        (name, item, rank, score)
        for name, user in given.trial.by_user.items()
        for rank, (item, score) in enumerate(_scores(given, user).items(), start=1)
    )
    return _frame(rows, "user", "item", "rank", "score")


OF_ALL: dict[str, Callable[[Given], Any]] = {
    "k": lambda given: given.n,
    "threshold": lambda given: given.threshold,
    "actual": lambda given: [*given.data.actual],
    "predicted": lambda given: [*given.data.predicted],
    "predictions": _predictions,
    "lists": lambda given: {name: user.recommendations for name, user in given.trial.by_user.items()},
    "run": lambda given: {name: _scores(given, user) for name, user in given.trial.by_user.items()},
    "qrels": lambda given: {name: user.ratings for name, user in given.trial.by_user.items()},
    "test": _test,
    "recommended": _recommended,
    "users": lambda given: {*map(int, given.data.data.users)},
    "catalogue": lambda given: given.data.data.catalogue,
    "popularity": lambda given: dict(given.data.data.popularity),
    "categories": lambda given: {item: [*of] for item, of in given.data.categories.items()},
}
"""What an argument is, of everything that a metric is tried on."""


WORDS = {
    "ranking": (*OF_USER, *OPTIONS, "run", "qrels", "test", "recommended", "predictions"),
    "rating": ("actual", "predicted", "predictions"),
    "coverage": ("lists", "shown", "users", "catalogue", "popularity", "categories"),
}
"""The words of a call, by the kind of measure."""


# what they are given as


def _array(values: Sequence[Any], *, of_numbers: bool = False) -> Any:
    return np.array(values, None if len(values) else np.int64 if of_numbers else np.str_)


def _series(values: Any) -> Any:
    is_dict = isinstance(values, dict)
    return _library("pandas").Series(values if is_dict else _array(values), dtype=float if is_dict else None)


COLLECTIONS: dict[str, Callable[[Any], Any]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "array": _array,
    "Series": _series,
    "tensor": lambda values: _library("torch").tensor(values),
}
"""What a word may be given as: "relevant: set"."""
NUMBERS = "y_true", "y_score", "y_pred", "actual", "predicted"
"""The words that are arrays, if nothing else is said."""


@dataclass(frozen=True)
class Argument:
    """An argument of a function: a word, its brackets, what it is given as, and by which keyword."""

    word: str
    bracket: str = ""
    collection: str = ""
    keyword: str = ""

    def made(self, given: Given) -> Any:
        if self.word in COLUMNS:
            return COLUMNS[self.word]
        if self.word in OF_ALL:
            value = self._collected(OF_ALL[self.word](given))
            return [value] if self.bracket else value
        users = {name: self._collected(OF_USER[self.word](given, user)) for name, user in given.trial.by_user.items()}
        if self.bracket == "{":
            return users
        every = [*users.values()]
        if not self.bracket:
            return every[0]
        is_even = len({np.size(one) for one in every}) == 1
        return np.array(every) if is_even and self.collection == "array" else every

    def _collected(self, value: Any) -> Any:
        if self.word in NUMBERS and self.collection in ("", "array"):
            return _array(value, of_numbers=True)
        is_list = isinstance(value, list) or (self.collection == "Series" and isinstance(value, dict))
        return COLLECTIONS[self.collection](value) if self.collection and is_list else value

    @property
    def text(self) -> str:
        said = ": ".join(filter(None, (self.word, self.collection)))
        return f"{self.bracket}{said}{CLOSING[self.bracket]}"


@dataclass(frozen=True)
class Call:
    """How a function is called: each of its arguments in order, or by a function of the user's, which gets it and them."""

    arguments: tuple[Argument, ...]
    way_out: Callable[..., Any] | None = None

    @cached_property
    def words(self) -> set[str]:
        return {argument.word for argument in self.arguments}

    @property
    def text(self) -> str:
        return ", ".join(argument.text for argument in self.arguments if argument.word not in COLUMNS)

    @property
    def has_users(self) -> bool:
        """Whether the function gets several users at once."""
        return bool(self.words & OF_USERS) or any(argument.bracket for argument in self.arguments)

    @property
    def completes(self) -> bool:
        """Whether all that is judged is in the list: scores are of every item."""
        return bool(self.words & {"y_score", "predictions"})

    @property
    def has_one_item(self) -> bool:
        """Whether one item is relevant."""
        return bool(self.words & {"item", "rank", "rank0"})

    def made(self, given: Given) -> dict[Argument, Any]:
        """Return the arguments, each time other objects."""
        return {argument: argument.made(given) for argument in self.arguments}


STANDARD = {
    "ranking": (Argument("ratings"), Argument("recommendations")),
    "rating": (Argument("actual"), Argument("predicted")),
    "coverage": (Argument("lists"),),
}
"""What a function of the user's gets, by the kind of measure."""
TODAY = Call(STANDARD["ranking"])
"""How a function is called of which nothing else is known."""


def read_call(text: str, function: Any, measure: Measure) -> Call:
    """Read the words of `call=`; ValueError if one is not known.

    >>> from metrics_edu import measure
    >>> read_call("[relevant: set], [shown], k", None, measure("MAP@5")).text
    '[relevant: set], [shown], k'
    """
    arguments = tuple(read_argument(part.strip(), measure.metric.kind) for part in text.split(","))
    if len({*arguments}) < len(arguments):
        raise refused("write each word of call= once; got {value!r}", value=text)
    return with_keywords(Call(arguments), function, measure)


def read_argument(text: str, kind: str) -> Argument:
    """Read a word with its brackets, which must be one of a kind of measure."""
    match = ARGUMENT.fullmatch(text)
    if match is None or CLOSING[match[1]] != match[4]:
        raise refused("write call= as in {example}; got {value!r}", example='"[relevant: set], [shown], k"', value=text)
    word = "k" if match[2] in CUTOFFS else match[2]
    check_word(_("a word of call="), word, WORDS[kind])
    if match[3]:
        check_word(_("what an argument is given as"), match[3], COLLECTIONS)
    return Argument(word, "[" if match[2] == "k_values" else match[1], match[3] or "")


def parameters_of(function: Any) -> dict[str, inspect.Parameter]:
    """Return the parameters of a function without `**options`; none without a signature, ANY if it takes any number."""
    try:
        parameters = inspect.signature(function).parameters
    except Exception:  # what is read of it may raise
        return {}
    by_kind = {parameter.kind: parameter for parameter in parameters.values()}
    if inspect.Parameter.VAR_POSITIONAL in by_kind:
        return {ANY: by_kind[inspect.Parameter.VAR_POSITIONAL]}
    return {name: parameter for name, parameter in parameters.items() if parameter.kind is not parameter.VAR_KEYWORD}


def with_keywords(call: Call, function: Any, measure: Measure) -> Call:
    """Return a call in which keyword-only arguments have their names, with a cut-off and columns that a function asks for."""
    parameters = [*parameters_of(function).values()]
    count = len(call.arguments)
    names = [parameter.name if parameter.kind is parameter.KEYWORD_ONLY else "" for parameter in parameters[:count]]
    said = [replace(argument, keyword=name) for argument, name in zip(call.arguments, names, strict=False)]
    others = [
        Argument("k" if rest.name in CUTOFFS else rest.name, keyword=rest.name)
        for rest in parameters[count:]
        if rest.name in {*CUTOFFS, *OPTIONS} and rest.default is not None
    ]
    return check_call(Call((*said, *call.arguments[len(said) :], *others)), measure)


def check_call(call: Call, measure: Measure) -> Call:
    """Return a call; ValueError if it has a cut-off that the measure lacks, or none of the list that is judged."""
    if "k" in call.words and measure.parameters.get("n") is None:
        text = N_("{measure} has no cut-off, but the function takes one: check {example}, for instance")
        raise refused(text, measure=measure.name, example=f"{measure.name}@5")
    return call
