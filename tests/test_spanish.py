"""In Spanish no screen says a word of English, and no number has a decimal point."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from matplotlib.figure import Figure

import metrics_edu.practice.record.learner_record as learner
from metrics_edu import (
    CONVENTIONS,
    Ranking,
    compare,
    diagnose,
    diversity,
    evaluate,
    explain,
    item_coverage,
    mae,
    measure,
    novelty,
    rmse,
    set_language,
    user_coverage,
)
from metrics_edu.data import made_ratings, popular_list, read_ratings
from metrics_edu.metrics.conventions import METRICS
from metrics_edu.metrics.ratings import Ratings
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.spellings import SPELLINGS
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS
from metrics_edu.practice.lessons.lesson_exercises import EXERCISES
from metrics_edu.widgets import (
    Compare,
    Explorer,
    IdealList,
    Inverse,
    PairedTest,
    Practice,
    Predict,
    RankedList,
    Stepper,
)
from metrics_edu.widgets.core.words import interface_words
from metrics_edu.widgets.list_state.settings import EXPLORED
from tests.command import run
from tools import translations

ENGLISH = re.compile(
    r"\b(the|of|and|or|is|are|was|with|without|not|all|each|every|by|to|from|for|at|on|in|it|as|but|so|than|there|"
    r"rank|ranks|relevant|items?|users?|hits?|grades?|lists?|mean|shown|missed|gain|got|must|below|weight|value|pool)\b",
    re.IGNORECASE,
)
NAMES = re.compile(r"reciprocal rank|\bRank\b|RATINGS|--\w+|'[^']*'|\b\w+[_.]\w+|\{[^{}]*\}")
"""What stays: names of metrics, options, what was given, names of parameters and files, places."""
PARAMETERS = r"columns|users?|items?|pool|relevant|threshold|metric|grade|rank|list|Ranking|Explorer|RankedList"
"""Names of parameters, columns and classes, which a sentence of an error names."""
BINARY = Ranking.parse("NRRNNRNNNN", relevant=5)
GRADED = Ranking.parse("3 0 2 0 1", pool="3 3 2 1", threshold=2)
NONE = Ranking([0, 0])
BATCH = Ranking.batch([BINARY, NONE, Ranking.parse("RN", relevant=3)], ["Ana", "Eva", "Ida"])
JUDGED = {"u": {"a": 5, "b": 4}, "v": {"c": 2}, "w": {"q": -1}}


@pytest.fixture(autouse=True)
def _spanish() -> Iterator[None]:
    set_language("es")
    yield
    set_language("en")


def _english(text: str) -> list[str]:
    """Return the words of English and the numbers with a point in a text, tags taken out."""
    plain = NAMES.sub(" ", re.sub(r"<[^<>]*>", " ", text))
    return [found[0] for found in ENGLISH.finditer(plain)] + re.findall(r"\d\.\d+", plain)


def _texts(view: Any) -> Iterator[str]:
    """Give every text of a view that is read; `options` are pairs of a word and what is shown for it."""
    if isinstance(view, dict):
        for key, value in view.items():
            if key == "options":
                yield from (shown for _word, shown in value)
            elif key not in ("screen", "id", "key", "kind", "value", "group", "chosen"):
                yield from _texts(value)
    elif isinstance(view, (list, tuple)):
        for value in view:
            yield from _texts(value)
    elif isinstance(view, str):
        yield view


def _spelled(name: str, convention: str) -> str:
    has_cut = METRICS[name].takes_n and CONVENTIONS[convention].defines(name, 3)
    return METRICS[name].label(**({"n": 3} if has_cut else {}))


def _measures() -> Iterator[Any]:
    for convention, found in CONVENTIONS.items():
        yield from (measure(_spelled(name, convention), convention=convention) for name in found.metrics)
    yield from (measure(name) for name in SPELLINGS)


def test_the_working_of_every_measure_is_in_spanish() -> None:
    for asked in _measures():
        for given in (BINARY, GRADED, NONE, BATCH):
            found = asked.explain(given)
            for text in (found.text(), found.html(), found.tex(), asked.label, asked.mean_name):
                assert not _english(re.sub(r"\\\w+", " ", text)), f"{asked}: {text}"
    recommended = {"u": ["a", "b"], "v": []}
    others = [
        explain(mae, [1, 2.5], [2, 4]),
        explain(rmse, [1, 2.5], [2, 4]),
        explain(user_coverage, recommended, ["u", "w"]),
        explain(item_coverage, recommended, ["a", "c"]),
        explain(novelty, recommended, {"a": 3, "b": 2}),
        explain(diversity, recommended, {"a": ["x"], "b": ["y"]}),
    ]
    assert [found.text() for found in others if _english(found.text())] == []
    assert others[2].text().startswith("Cobertura de usuarios = 0,5")
    assert others[2].steps[-1].symbol == "User coverage"  # a step keeps its name


@pytest.mark.parametrize("spelling", ["P@3", "AP@3", "nDCG@3", "Recall", "AvgRp@2+3"])
def test_conventions_are_compared_in_spanish(spelling: str) -> None:
    for given in (BINARY, GRADED, BATCH):
        found = compare(spelling, given)
        for text in (found.text(), found.html(), found.draw(Figure().add_subplot())):
            assert not _english(text), text


@pytest.mark.parametrize("users", ["judged", "all", "common", "with_relevant"])
def test_an_evaluation_is_in_spanish(users: Any) -> None:
    asked: Any = {"measures": ["MAP@3", "nDCG@3", "P@3"], "threshold": 3, "users": users}
    found = evaluate({"u": ["a", "x", "b"], "v": ["q"], "t": ["a"]}, JUDGED, **asked)
    for text in (found.text(), found.html(), found.draw(Figure().add_subplot()), found.explain("u").text()):
        assert not _english(text), text
    if users != "with_relevant":
        other = evaluate({"u": ["b"], "v": ["c"]}, JUDGED, **(asked | {"measures": ["MAP@3", "RR"]}))
        paired = found.compare(other)
        assert not _english(repr(paired) + paired.html())


def test_every_verdict_is_in_spanish() -> None:
    texts = [
        diagnose(spelling, BINARY, value).text
        for spelling in ("AP@10", "nDCG@10", "RR", "P@5", "Recall@5")
        for value in ("", "x", 0, 1, 3, 0.5, "0.4", "0,3", 0.3333, 0.5556, 0.123)
    ]
    for mistake in MISCONCEPTIONS.values():
        texts.append(mistake.plainly)
        for name in mistake.measures:
            asked = as_measure(REGISTRY[name].label() if REGISTRY[name].kind == "ranking" else REGISTRY[name].symbol)
            texts.append(mistake.sentence(asked, mean=asked.metric.kind == "ranking"))
    texts.append(diagnose("RMSE", Ratings([1, 2], [2, 4]), 2).text)
    assert [text for text in texts if _english(text)] == []


EDITS: list[dict[str, Any]] = [
    {"do": "toggle", "id": "i0"},
    {"do": "move", "id": "i1", "by": 1},
    {"do": "miss", "id": "i0"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "rename", "id": "i1", "label": "Gala"},
    {"do": "add"},
    {"do": "remove", "id": "i1"},
    {"do": "ideal"},
    {"do": "shuffle"},
    {"do": "grade", "id": "m0", "grade": 2.5},
    {"do": "set", "key": "n", "by": 1},
    {"do": "paste", "text": "Gala, R\nFuji"},
    {"do": "paste", "text": "3 9"},
    {"do": "set", "key": "n", "value": "x"},
    {"do": "reset"},
    {"do": "table", "open": True},
    {"do": "user", "key": "mean"},
    {"do": "toggle"},
]


def _check_screen(explorer: Explorer) -> None:
    for text in _texts([explorer.view, explorer.figure, explorer.sentence]):
        assert not _english(text), text


@pytest.mark.parametrize("metric", EXPLORED)
def test_an_explorer_is_in_spanish(metric: str) -> None:
    for setting in ({}, {"n": 2, "reads": "n"}, {"convention": "trec_eval"}, {"convention": "sklearn"}):
        _check_screen(Explorer(BINARY, measure=metric, **setting))
    _check_screen(Explorer(GRADED, measure=metric, below="graded"))
    _check_screen(Explorer(NONE, measure=metric, empty="skip"))
    mean = Explorer({"Ana": BINARY, "Eva": Ranking.parse("RN", relevant=3)}, measure=metric)
    mean.act({"do": "user", "key": "mean"})
    _check_screen(mean)


@pytest.mark.parametrize("given", [BINARY, GRADED, {"Ana": BINARY, "Eva": NONE}], ids=["binary", "graded", "users"])
def test_every_edit_is_described_in_spanish(given: Any) -> None:
    explorer = Explorer(given, measure="AP")
    for action in EDITS:
        explorer.act(action)
        _check_screen(explorer)


ANSWERS = ("", "x", "0,5", "0,3", "1/3", "7", "nan", "=", "uno")
"""What a learner may answer."""
READ = "0.5; 0,5; 1/2; (1 + 2)/3"
"""What a text asks to read, in every language."""


def _check_part(made: Any, *actions: dict[str, Any]) -> None:
    for action in [{}, *actions]:
        made.act(action)
        for text in _texts([made.view, getattr(made, "sentence", {}), getattr(made, "figure", {})]):
            assert not _english(text.replace(READ, "")), text


def _answered(do: str) -> list[dict[str, Any]]:
    return [{"do": do, "answers": {str(place): answer for place in range(5)}} for answer in ANSWERS]


@pytest.mark.parametrize("asked", ["P@3", "AP@3", "nDCG", "RR", "Rankscore"])
def test_a_prediction_and_its_feedback_are_in_spanish(asked: str) -> None:
    for given in (BINARY, GRADED, NONE, BATCH, {"uno": BINARY, "dos": NONE}):
        actions = [found for one in _answered("commit") for found in (one, {"do": "again"})]
        _check_part(Predict(asked, given), *actions, {"do": "reveal"})
    _check_part(Predict("RMSE", Ratings([1, 2.5], [2, 4])), *_answered("commit"), {"do": "reveal"})


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_is_in_spanish(name: str) -> None:
    actions: list[dict[str, Any]] = [{"do": "hint"}] * 4 + [{"do": "solution"}, {"do": "draw"}, {"do": "first"}]
    _check_part(Practice(name), *_answered("check"), *actions)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_every_step_is_explained_in_spanish(convention: str) -> None:
    for name in CONVENTIONS[convention].metrics:
        for given in (BINARY, GRADED, NONE, BATCH):
            _check_part(Stepper(_spelled(name, convention), given, convention=convention))


def test_coverage_of_a_list_raises_with_its_spanish_name() -> None:
    with pytest.raises(
        ValueError, match=r"^Cobertura de ítems no se calcula a partir de Ranking: llama a item_coverage"
    ):
        value_of("Item coverage", BINARY)


def test_lists_are_compared_in_spanish() -> None:
    edits = [{**action, "list": side} for side in (0, 1) for action in EDITS]
    _check_part(Compare(BINARY, Ranking.parse("RN", relevant=3)), *edits, {"do": "miss", "list": 2})
    _check_part(Compare(NONE, BINARY), *edits)


@pytest.mark.parametrize("asked", ["nDCG@3", "nDCG", "Rankscore"])
def test_an_ideal_list_is_in_spanish(asked: str) -> None:
    kinds = [{"do": "set", "key": "ideal", "value": kind} for kind in ("pool", "uncut", "shown", "retrieved", "ones")]
    for given in (BINARY, GRADED, NONE, Ranking([1, 0] * 40)):
        _check_part(IdealList(asked, given), {"do": "choose", "id": "i1"}, *kinds, *EDITS)


@pytest.mark.parametrize(
    "differences", [[0.1] * 5, [0.0, 0.0], [0.3, -0.1, -0.1, 0, 0.1, 0.2], [k - 9 for k in range(20)]]
)
def test_a_paired_test_is_in_spanish(differences: list[float]) -> None:
    runs = {"A": [0.0] * len(differences), "B": differences, "C": [0.5] * len(differences)}
    _check_part(
        PairedTest(runs),
        {"do": "swap", "id": "1"},
        {"do": "leave", "id": "9"},
        {"do": "set", "key": "flips", "value": "none"},
    )


def test_goals_are_in_spanish() -> None:
    goals = ["AP = 0.5", "P@3 > 1/3", "RR same", "nDCG@5 other", "Recall <= 0,75", "DCG >= 0.123456"]
    made = Inverse(goals, BINARY, solution=None)
    _check_part(made, *EDITS)
    solved = Inverse(["RR = 1"], BINARY, solution=Ranking.parse("RN", relevant=5))
    _check_part(solved, {"do": "solution"}, {"do": "undo"}, *EDITS)


def test_the_interface_is_in_spanish() -> None:
    assert [text for text in _texts(interface_words()) if _english(text)] == []


REFUSED: dict[str, Callable[[], object]] = {
    "grade": lambda: Ranking([0, -1]),
    "threshold": lambda: Ranking([1], threshold=0),
    "relevant": lambda: Ranking.parse("RR", relevant=1),
    "pool": lambda: Ranking([2], pool=[1]),
    "letters": lambda: Ranking.parse("RX"),
    "repeated": lambda: Ranking.from_items(["a", "a"], {}),
    "measure": lambda: measure("Prec@5"),
    "cut-off": lambda: measure("AP@0"),
    "convention": lambda: measure("AP", convention="trec"),
    "undefined": lambda: measure("F1@5", convention="lopes"),
    "choice": lambda: measure("AP", denominator="x"),
    "n": lambda: METRICS["precision"](BINARY, 0),
    "no list": lambda: METRICS["precision"]({1, 0}),
    "lengths": lambda: mae([1], [1, 2]),
    "no users": lambda: user_coverage({}, []),
    "no file": lambda: evaluate("none.csv", JUDGED),
    "no measure": lambda: evaluate({"u": ["a"]}, JUDGED, []),
    "columns": lambda: evaluate({"u": ["a"]}, JUDGED, columns={"film": "x"}),
    "users": lambda: evaluate({"u": ["a"]}, JUDGED, users="some"),  # type: ignore[arg-type]
    "twice": lambda: evaluate({"u": ["a", "a"]}, JUDGED),
    "confidence": lambda: evaluate({"u": ["a"]}, JUDGED).interval(2),
    "ratings": lambda: read_ratings("none.csv"),
    "popular": lambda: popular_list(made_ratings(), "nobody"),
    "language": lambda: set_language("fr"),
    "batch": lambda: RankedList(BATCH),
    "metric": lambda: Explorer(BINARY, measure="x"),
    "setting": lambda: Explorer(BINARY, size=3),
    "limit": lambda: Explorer(BINARY, n=0),
    "state": lambda: Explorer.from_state("v=1&metric=x&list=:"),
    "labels": lambda: IdealList("nDCG@10", BINARY, labels=5),  # type: ignore[arg-type]
    "names": lambda: Compare(BINARY, GRADED, names=5),  # type: ignore[arg-type]
    "measures": lambda: Compare(BINARY, BINARY, 5),  # type: ignore[arg-type]
    "goal": lambda: Inverse(["AP > 1"], BINARY),
    "no goal": lambda: Inverse(["AP"], BINARY),
    "threshold of goals": lambda: Inverse(["AP = 1"], BINARY, threshold="x"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_error_message_is_in_spanish(name: str) -> None:
    with pytest.raises(ValueError, match=r"[a-z]") as error:
        REFUSED[name]()
    text = str(error.value)
    allowed = re.compile(
        rf"^({PARAMETERS})\b|\b({PARAMETERS})(?= \(|=|,| en un estado)|se recibió \w+$|se permiten [^;]*|uno de [^;]*|una de [^;]*"
    )
    assert not _english(allowed.sub("", text)), text


def test_the_help_of_the_commands_is_in_spanish() -> None:
    said = "".join(
        run(name, "--help", "--language", "es").stdout for name in ("explain", "evaluate", "mistakes", "progress")
    )
    assert "Muestra cómo se obtiene el valor de una medida" in said
    assert "uso: metrics-edu evaluate" in said
    assert not [line for line in said.splitlines() if re.search(r"\b(the|of|and|are|with|usage|show)\b", line)]


def test_what_argparse_refuses_is_in_spanish() -> None:
    for words in ([], ["explain"], ["explain", "R", "--threshold", "x"], ["explain", "R", "--nope"], ["explane", "R"]):
        found = run(*words, "--language", "es")
        assert found.exit_code == 2
        assert found.stderr.startswith("uso: ")
        assert not re.search(r"\b(the|required|argument|invalid|usage|unrecognized|choose)\b", found.stderr)


def test_the_progress_report_is_in_spanish(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))
    told = run("progress").stdout
    for name, what in {"04-a": "tried", "04-b": "right", "04-c": "shown", "04-d": "begun"}.items():
        learner.note(name, what)  # type: ignore[arg-type]
    told += run("progress").stdout
    told += run("progress", "--delete").stdout
    assert told.count("\n") >= 6
    assert "04-b" in told
    assert not _english(told.replace(str(tmp_path), "")), told


@pytest.mark.parametrize("package", [translations.PACKAGE, translations.HOMEWORK])
def test_no_translation_contains_an_english_word(package: Path) -> None:
    catalog = read_po(BytesIO(translations.catalogue(package).read_bytes()))
    english = re.compile(r"\b(the|of|and|is|are|was|with|without|not|each|every|which|from|there|must|got)\b", re.I)
    found = [str(one.string) for one in catalog if one.id and english.search(NAMES.sub(" ", str(one.string)))]
    assert found == []
