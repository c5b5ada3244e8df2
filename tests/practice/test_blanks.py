"""Blanks: what is asked in which round, what is known meanwhile, what an entry is; students who make each known mistake."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import steps as steps_benchmark
from metrics_edu import Ranking, Ratings, set_language
from metrics_edu.metrics import Measure
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.value_and_derivation import as_measure, value_of
from metrics_edu.mistakes import MISCONCEPTIONS
from metrics_edu.practice.record import learner_record
from metrics_edu.practice.steps.blanks import ROUNDS, Blanks, Position, wrong_working
from metrics_edu.practice.steps.faded_rounds import MOST_ROWS, FadedRounds
from metrics_edu.practice.why.why_questions import why_questions
from metrics_edu.widgets import FadedStepper
from metrics_edu.working.recorded_array import Term
from metrics_edu.working.steps import Step
from tests.widgets.test_stepper import ASKED, LISTS

LIST = Ranking.parse("NRRNR", relevant=4)
ERRORS = Ratings([4, 3, 5, 2], [5, 3, 4, 2], users=[1, 1, 2, 2])
SHORT = {kind: given for kind, given in LISTS.items() if kind != "long"}


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_EDU_PROGRESS", str(tmp_path / "progress.json"))


def made(asked: str, given: Any, convention: str = "parra") -> Blanks | None:
    """The blanks, None where there is no value."""
    value = value_of(as_measure(asked, convention), given)
    return None if math.isnan(value) else Blanks(as_measure(asked, convention), given)


def made_of_all() -> Iterator[Blanks]:
    for given, (asked, convention) in itertools.product(SHORT.values(), ASKED):
        if blanks := made(asked, given, convention):
            yield blanks
    for asked in ("RMSE", "MSE", "MAE"):
        yield Blanks(as_measure(asked), ERRORS)


@cache
def every_kind() -> list[Blanks]:
    return [*made_of_all()]


def written(value: float) -> str:
    return repr(value) if math.isfinite(value) else "–"


def fill(part: FadedStepper, at: int, text: str) -> None:
    part.act({"do": "fill", "at": at, "text": text})


# --- the rounds ----------------------------------------------------------------------------------------------


def test_each_round_adds_steps_from_the_end_and_the_last_has_all() -> None:
    for blanks in every_kind():
        few, some, every = (blanks.round(k) for k in range(1, ROUNDS + 1))
        assert every == [*blanks.values]
        assert few == [blanks.result]
        assert {*few} <= {*some} <= {*every}
        assert len(some) > 1 or len(every) == 1
        for symbol in {symbol for symbol, _k in some}:
            assert {place for place in every if place[0] == symbol} <= {*some}, "a step is blank as a whole"
        assert [place for place in every if place in some] == some, "in the order of the working"


@pytest.mark.parametrize(
    ("asked", "given", "steps"),
    [
        ("AP@5", LIST, {"Σ_i P@i·rel_i", "D"}),
        ("nDCG@3", Ranking.parse("1 3 0", pool="1 3 2"), {"DCG@3", "IDCG@3"}),
        ("RR", LIST, {"rel_i/i"}),
        ("F1@5", LIST, {"P", "R"}),
        ("RMSE", ERRORS, {"MSE"}),
        ("Rank", LIST, {"rel_i"}),
    ],
)
def test_the_second_round_adds_what_the_value_is_computed_from(asked: str, given: Any, steps: set[str]) -> None:
    blanks = made(asked, given)
    assert {symbol for symbol, _k in blanks.round(2)} == steps | {blanks.result[0]}


def test_no_blank_is_in_the_list_itself() -> None:
    assert not {"rel_i", "g_i"} & {symbol for symbol, _k in made("AP@5", LIST).values}
    graded = made("AP@5", Ranking([3, 1, 2], threshold=2))
    assert graded.values["rel_i", 2] == 0, "which grades are relevant is asked"


OF_LESSONS = {
    "AP@5": LIST,
    "nDCG@3": Ranking.parse("1 3 0", pool="1 3 2"),
    "RR": Ranking.parse("NNRNR"),
    "F1@5": Ranking.parse("RNRRNRN", relevant=6),
    "Rankscore": Ranking.parse("RNNRN", relevant=3),
    "RMSE": ERRORS,
    "MAP": Ranking.batch([LIST, Ranking.parse("RNN", relevant=2)], users=["Ana", "Beto"]),
}


@pytest.mark.parametrize("name", OF_LESSONS)
def test_each_round_has_a_separate_list_that_no_earlier_one_reveals(name: str) -> None:
    rounds = FadedRounds(as_measure(name), OF_LESSONS[name])
    values = [blanks.derivation.value for blanks in rounds.blanks]
    assert rounds.blanks[0].data is OF_LESSONS[name]
    assert len({round(value, 3) for value in values}) == ROUNDS
    assert not {0, 1} & {*values[1:]}
    for k in (2, 3):
        shared, known = steps_benchmark.shares(rounds, k)
        assert shared <= 0.25
        assert known <= 0.25 or name == "RR", "RR has two numbers at a rank, and the first lists have both"
        assert rounds.blanks[k - 1].result in rounds.positions(k)
        assert len(rounds.positions(k)) >= len(rounds.positions(k - 1))


def test_a_number_is_not_shared_if_the_earlier_lists_have_all_that_are_possible() -> None:
    rounds = FadedRounds(as_measure("RR"), OF_LESSONS["RR"])
    first, second, third = (blanks.values for blanks in rounds.blanks)
    both = {place for place in third if {0, 1 / max(1, place[1])} == {first.get(place), second.get(place)}}
    assert both - rounds.shared(3) == both != set()
    assert {place for place in third if third[place] == first.get(place) == second.get(place)} <= rounds.shared(3)


@pytest.mark.parametrize(
    ("name", "given", "differs"),
    [
        ("AP@5", Ranking.parse("NRRNR", relevant=6), True),  # the list of lesson 04, with |R| above n
        ("AP@5", LIST, True),
        ("AP@1", LIST, False),  # min(|R|, 1) is 1
    ],
)
def test_the_divisor_is_blank_where_it_can_differ(name: str, given: Ranking, differs: bool) -> None:
    rounds = FadedRounds(as_measure(name), given)
    divisors = [blanks.values["D", 0] for blanks in rounds.blanks]
    assert rounds.can_differ(("D", 0)) == (len({*divisors[:2]}) == 2) == differs
    assert [("D", 0) in rounds.positions(k) for k in (2, 3)] == [differs] * 2


def test_what_is_the_same_on_every_list_is_never_blank() -> None:
    rankscore, f1 = (FadedRounds(as_measure(name), OF_LESSONS[name]) for name in ("Rankscore", "F1@5"))
    assert {symbol for symbol, _k in rankscore.positions(3)} == {"rankscore_p", "rankscore_max", "Rankscore"}
    assert {symbol for symbol, _k in f1.positions(3)} == {"hits", "P", "|R|", "R", "F1@5"}, "not n"


@pytest.mark.parametrize(("name", "ranks"), [("RR", "NNRNR"), ("HR@5", "NNRNRNR"), ("P", "RRR"), ("Rank", "NRN")])
def test_a_round_has_no_fewer_blanks_than_the_one_before(name: str, ranks: str) -> None:
    rounds = FadedRounds(as_measure(name), Ranking.parse(ranks))
    assert len(rounds.positions(3)) >= len(rounds.positions(2)) > 2


def test_a_list_without_a_relevant_item_stays_as_it_is() -> None:
    rounds = FadedRounds(as_measure("F1@5"), Ranking.parse("NN", relevant=0))
    assert len({id(blanks.data) for blanks in rounds.blanks}) == 1
    assert rounds.positions(3) == [rounds.blanks[2].result], "all else was in the first round"


# --- what is known while some are open ----------------------------------------------------------------------


def worked_again(term: Term, changed: dict[int, Any], kept: dict[int, Any]) -> Any:
    """The value of a term, computed again from its operands, with other values of some terms."""
    if id(term) in changed:
        return changed[id(term)]
    if id(term) not in kept:
        kept[id(term)] = term.value
        if term.function is not None:
            with np.errstate(all="ignore"):
                kept[id(term)] = term.function(*(again(part, changed, kept) for part in term.operands), **term.options)
    return kept[id(term)]


def again(part: Any, changed: dict[int, Any], kept: dict[int, Any]) -> Any:
    if isinstance(part, list | tuple):
        return type(part)(again(one, changed, kept) for one in part)
    return worked_again(part, changed, kept) if isinstance(part, Term) else part


def moved_by(blanks: Blanks, place: Position, by: float) -> set[Position]:
    """The numbers that are others when one of them is."""
    step = blanks.derivation.step(place[0])
    value = np.array(step.value, dtype=float)
    value[(place[1] - 1,) if value.ndim else ()] += by
    new: set[Position] = set()
    kept: dict[int, Any] = {}
    for other in blanks.derivation.steps:
        now = np.atleast_1d(worked_again(other.term, {id(step.term): value}, kept))
        same = np.isclose(now.astype(float), np.atleast_1d(other.value).astype(float), rtol=1e-12, equal_nan=True)
        new |= {(other.symbol, k) for k, equal in enumerate(same.tolist(), start=other.term.ndim) if not equal}
    return new


@pytest.mark.parametrize(("by", "every"), [(0.37, 4), pytest.param(-0.21, 1, marks=pytest.mark.slow)])
def test_no_shown_number_depends_on_an_open_blank(by: float, every: int) -> None:
    checked = 0
    for blanks in every_kind()[::every]:
        for k in (1, 2):
            open_ = blanks.open(blanks.round(k), ())
            shown = {place for place in blanks.values if not blanks.is_hidden(place, open_)}
            for place in blanks.round(k):
                assert not moved_by(blanks, place, by) & shown, (blanks.measure, place)
                checked += 1
    assert checked > 2000 / every


def test_the_ideal_list_hides_the_number_of_an_open_blank() -> None:
    """The weight of rank 3 is the same in both lists."""
    blanks = made("Rankscore", LIST)
    asked = [("weight_i", 3), blanks.result]
    assert blanks.is_hidden(("weight*_i", 3), blanks.open(asked, ()))
    assert not blanks.is_hidden(("weight*_i", 2), blanks.open(asked, ()))
    assert not blanks.is_hidden(("weight*_i", 3), blanks.open(asked, asked[:1]))


def sent(part: FadedStepper) -> str:
    return json.dumps(part.view, ensure_ascii=False)


@pytest.mark.long
@pytest.mark.parametrize(("asked", "given"), [("AP@5", LIST), ("nDCG@4", LISTS["graded"]), ("Rankscore", LIST)])
def test_the_value_of_an_open_blank_is_not_sent(asked: str, given: Ranking) -> None:
    for k in range(1, ROUNDS + 1):
        part = FadedStepper(asked, given)
        part.round = k
        blanks = part._blanks
        telling = [place for place in part._rounds.positions(k) if blanks.values[place] % 0.25]
        assert telling
        for place in telling:
            assert f"{blanks.values[place]:.4f}"[:6] not in sent(part), place
    assert '<span class=\\"me-ask\\">??</span>' in sent(part)


def test_open_terms_are_unknown_in_the_sum_even_if_zero() -> None:
    blanks = made("AP@5", LIST)
    (total,) = [step for step in blanks.derivation.steps if step.symbol == "Σ_i P@i·rel_i"]
    assert plain(blanks, total, blanks.open([("P@i", 3)], ())) == "1/2+??+3/5"
    assert plain(blanks, total, {("P@i·rel_i", 4)}) == "1/2+2/3+??+3/5"
    assert plain(blanks, total, set()) == "1/2+2/3+3/5"


def plain(blanks: Blanks, step: Step, open_: set[Position]) -> str:
    from tests.widgets.test_stepper import plain as text

    return text(blanks.written(step, open_)).rpartition(" = ")[2]


# --- what an entry is ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["2/3", "0.6667", "0,667", "0.67", "66.67 %"])
def test_a_right_number_is_accepted_in_any_form(text: str) -> None:
    assert made("AP@5", LIST).judge(("P@i", 3), text).right


@pytest.mark.parametrize("text", ["", "two thirds", "1/0", "0.6", "0.7", "0.66", "2"])
def test_a_wrong_entry_is_not_right(text: str) -> None:
    assert not made("AP@5", LIST).judge(("P@i", 3), text).right


def test_a_wrong_entry_is_explained_at_its_step() -> None:
    blanks = made("AP@5", LIST)
    entry = blanks.judge(("P@i", 3), "1/3")
    assert (entry.right, entry.codes) == (False, ("AP_IS_RR", "AP_INVERSE_RANKS"))
    assert entry.text == (
        "P@3 is not 1/3. Either: This is the reciprocal rank, 1/rank of the first relevant item; AP@5 adds P@i at the "
        "rank of each relevant item. Or: 1/i was added in the place of P@i = hits/i; AP@5 adds P@i at the rank of each "
        "relevant item."
    )
    assert blanks.judge(("P@i", 3), "1/4").text == "P@3 is not 1/4. P@3 = hits₃/3."
    assert blanks.judge(("P@i", 3), "x").text == "This is not a number. Write it as 0.5, 0,5, 1/2 or 50 %."


def test_the_diagnosed_mistake_depends_on_the_cell() -> None:
    blanks = made("AP@5", LIST)
    assert blanks.judge(("P@i·rel_i", 4), "0.5").codes == ("AP_NO_REL",)
    assert blanks.judge(("D", 0), "3").codes == ("AP_DIV_HITS",)
    assert blanks.judge(("D", 0), "5").codes == ("AP_DIV_N",)
    assert blanks.judge(("P@i·rel_i", 5), "0.5").codes == ("AP_RANK0",)  # 3/6
    assert blanks.judge(blanks.result, "0.5889").codes == ("AP_DIV_HITS",)
    assert blanks.judge(blanks.result, "0.5889", [("D", 0)]).codes == (), "it was divided by the right one"


def test_a_mistake_value_matching_the_rounded_answer_is_diagnosed() -> None:
    close = Ratings([1.5, 4, 1], [4, 2, 4])  # RMSE 2.5331, MAE 2.5
    assert made("RMSE", close).judge(("RMSE", 0), "2.5").codes == ("RMSE_IS_MAE",)
    assert made("RMSE", close).judge(("RMSE", 0), "2.53").right


@pytest.mark.long
def test_the_text_for_a_wrong_entry_never_contains_the_number() -> None:
    for blanks in every_kind():
        for place, value in blanks.values.items():
            text = blanks.meaning(place) + blanks.name(place)
            assert value % 1 == 0 or f"{value:.4f}"[:5] not in text, text


# --- students who make a mistake ------------------------------------------------------------------------------

CODES = [code for code, mistake in MISCONCEPTIONS.items() if mistake.takes not in ("run", "votes")]
"""The others are in the ids, the order or the train data, which no list of a Stepper holds, or in votes."""


def measures_of(code: str) -> list[Measure]:
    """Return the measures with a cut-off, or if a mistake is made in none of them, those without, or those of all conventions."""
    rng, metrics = np.random.default_rng(3), [REGISTRY[name] for name in MISCONCEPTIONS[code].measures]
    cut = [as_measure(metric.label(n=5) if metric.takes_n else metric.label()) for metric in metrics]
    every = [as_measure(asked, convention) for asked, convention in ASKED]
    groups = (
        cut,
        [as_measure(metric.label()) for metric in metrics],
        [asked for asked in every if asked.metric in metrics],
    )
    for measures in groups:
        if any(changes(code, asked, draw(rng, code, asked)) for asked in measures for _draw in range(200)):
            return measures
    raise AssertionError(f"{code} changes no value")


def changes(code: str, asked: Measure, given: Any) -> bool:
    wrong = MISCONCEPTIONS[code].value(asked, given)
    return not math.isnan(wrong) and abs(wrong - value_of(asked, given)) > 0.001


def draw_list(rng: np.random.Generator, shortest: int) -> Ranking:
    length = shortest + int(rng.integers(0, 9))
    pool = rng.integers(0, 5, length + int(rng.integers(0, 5)))
    return Ranking(pool[:length], np.sort(pool[pool > 0])[::-1], threshold=int(rng.integers(1, 4)))


def draw_batch(rng: np.random.Generator) -> Ranking:
    lists = []
    for _user in "abcd":
        shown = rng.integers(0, 2, int(rng.integers(0, 6))) * int(rng.integers(0, 2))
        lists.append(Ranking(shown, relevant=int(shown.sum()) + int(rng.integers(0, 2))))
    return Ranking.batch(lists, users=list("abcd"))


def draw(rng: np.random.Generator, code: str, asked: Measure) -> Any:
    """Draw what a mistake is made in; of AUC, with a catalogue."""
    given = _draw(rng, code, asked)
    return given.with_catalogue(given.catalogue + 3) if asked.metric.reads_catalogue else given


def _draw(rng: np.random.Generator, code: str, asked: Measure) -> Any:
    if asked.metric.kind == "rating":
        k = int(rng.integers(3, 9))
        return Ratings(rng.integers(2, 11, k) / 2, rng.integers(1, 6, k), users=rng.integers(0, 3, k).tolist())
    if MISCONCEPTIONS[code].takes == "batch" or MISCONCEPTIONS[code].of_empty:
        return draw_batch(rng)
    read = MISCONCEPTIONS[code].read
    return draw_list(rng, read + 1 if read > 10 else 3)


def given_to(code: str, count: int) -> Iterator[Blanks]:
    """Lists on which a mistake gives another value, its measures by turns."""
    rng, measures, found = np.random.default_rng(17), measures_of(code), 0
    for turn in range(3000):
        if found == count:
            return
        asked = measures[turn % len(measures)]
        given = draw(rng, code, asked)
        if changes(code, asked, given) and may_be_asked(asked, given):
            found += 1
            yield Blanks(asked, given)
    raise AssertionError(f"{code}: only {found} lists")


def may_be_asked(asked: Measure, given: Any) -> bool:
    if not isinstance(given, Ranking) or given.is_batch:
        return not math.isnan(value_of(asked, given))
    whole = asked.metric.name in ("r_precision", "average_r_precision")
    return not math.isnan(asked(given)) and (not whole or given.shown.size <= MOST_ROWS)


def step_of(blanks: Blanks, place: Position) -> str:
    symbol = place[0]
    if place == blanks.result:
        return "the value"
    if symbol.endswith("_u"):
        return "of a user"
    head, at, tail = symbol.partition("@")
    return symbol if "P@i" in symbol else head + (tail.lstrip("0123456789") if at else "")


def stopped(blanks: Blanks, code: str) -> Position:
    """Where a student who makes a mistake is stopped, who fills in its numbers one after the other."""
    numbers = blanks.values | blanks.wrong_numbers[code]
    solved: list[Position] = []
    for place in blanks.round(ROUNDS):
        entry = blanks.judge(place, written(numbers[place]), solved)
        if not entry.right:
            assert code in entry.codes, (code, place, blanks.data)
            assert MISCONCEPTIONS[code].sentence(blanks.measure, mean=bool(blanks.derivation.users)) in entry.text
            return place
        assert place not in blanks.wrong_numbers[code], (code, place, "was passed over")
        solved.append(place)
    raise AssertionError(f"{code} was not stopped on {blanks.data}")


@pytest.mark.parametrize("code", ["DISC_RANK", "DISC_LOG_AND_1"])
def test_a_wrong_discount_first_shows_in_the_ideal_list_if_only_rank_1_hits(code: str) -> None:
    """Rank 1 has the discount 1 in either way, so `made_at` also has the term of the ideal list."""
    wrong = Blanks(as_measure("nDCG@3"), Ranking.parse("RNN", relevant=2)).wrong_numbers[code]
    assert [symbol for symbol, _rank in wrong] == ["dg*_i", "IDCG@3", "nDCG@3"]


@pytest.mark.long
@pytest.mark.parametrize("count", [5, pytest.param(50, marks=pytest.mark.slow)])
@pytest.mark.parametrize("code", CODES)
def test_every_mistake_is_detected_at_its_step(code: str, count: int) -> None:
    made_at = set()
    for blanks in given_to(code, count):
        theirs = blanks.wrong_numbers[code]
        assert theirs[blanks.result] == MISCONCEPTIONS[code].value(blanks.measure, blanks.data)
        made_at.add(step_of(blanks, stopped(blanks, code)))
        wrong = wrong_working(code, blanks.measure, blanks.data)
        for step in wrong.steps[:-1] if wrong else ():  # what its own working says
            for k, value in enumerate(np.atleast_1d(step.value).tolist(), start=step.term.ndim):
                if (step.symbol, k) in theirs.keys() - {blanks.result} and not math.isnan(value):
                    assert theirs[step.symbol, k] == value
    assert made_at <= {*MISCONCEPTIONS[code].made_at}


def test_the_widget_stops_a_mistake_at_its_step() -> None:
    part = FadedStepper("AP@5", LIST)
    part.round = ROUNDS
    blanks = part._blanks
    numbers = blanks.values | blanks.wrong_numbers["AP_DIV_HITS"]
    for at, place in enumerate(part._rounds.positions(ROUNDS)):
        fill(part, at, written(numbers[place]))
        if place == ("D", 0):
            break
        assert part.view["state"] == "right"
    assert (part.view["state"], part.view["next"]) == ("wrong", at)
    end = " The sum of P@i was divided by the hits; AP@5 divides it by min(|R|, 5)."
    assert part.view["sentence"] == f"D is not {numbers['D', 0]}.{end}"


# --- the widget ----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_round_of_every_measure_can_be_filled_in() -> None:
    kinds = {id(given): given for given in (*SHORT.values(), ERRORS)}
    for blanks in every_kind()[:: 1 + len(every_kind()) // 12]:
        part = FadedStepper(blanks.measure.name, kinds[id(blanks.data)], convention=blanks.measure.convention)
        for k in range(1, ROUNDS + 1):
            part.round = k
            for at, place in enumerate(part._rounds.positions(k)):
                assert not part.done
                fill(part, at, written(part._blanks.values[place]))
            assert part.done, (blanks.measure, k, part.view["sentence"])
            assert "??" not in sent(part)
            assert part.view["next"] == -1


def is_asked_why(blanks: Blanks) -> bool:
    return why_questions(blanks.measure, [blanks.data])[0] is not None


@pytest.mark.long
def test_most_workings_are_followed_by_a_question() -> None:
    whys = Counter(map(is_asked_why, every_kind()[::25]))
    assert whys[True] > whys[False]


def test_each_round_keeps_its_entries() -> None:
    part = FadedStepper("AP@5", LIST)
    assert (part.round, part.done, part.view["filled"], part.view["next"]) == (1, False, "Filled in: 0 of 1", 0)
    assert part.view["sentence"] == "Next: AP@5 = Σᵢ P@i·relᵢ/D."
    part.round = 2
    assert part.view["filled"] == "Filled in: 0 of 3"
    numbers = [written(part._blanks.values[place]) for place in part._rounds.positions(2)]
    fill(part, 0, numbers[0])
    assert part.view["sentence"].startswith("Right. Next: D")
    part.act({"do": "round", "round": 1})
    assert (part.round, part.view["filled"]) == (1, "Filled in: 0 of 1")
    fill(part, 0, "0,6")
    assert part.view["state"] == "wrong"
    fill(part, 0, "")
    assert (part.view["state"], part.view["next"]) == ("", 0)
    fill(part, 0, "0,4417")
    assert (part.done, part.view["sentence"]) == (True, "All is filled in. The next round has a new list.")
    fill(part, 0, "5")  # it is right already
    assert part.done
    part.round = 2
    assert part.view["filled"] == "Filled in: 1 of 3"
    part.round = ROUNDS
    for at, place in enumerate(part._rounds.positions(ROUNDS)):
        fill(part, at, written(part._blanks.values[place]))
    assert (part.done, part.view["sentence"]) == (True, "All is filled in.")


def test_each_round_shows_its_own_list() -> None:
    part = FadedStepper("AP@5", LIST, labels=["a", "b", "c", "d", "e"])
    shown = []
    for k in range(1, ROUNDS + 1):
        part.round = k
        rows = part.view["list"]["rows"]
        shown.append([row["badge"] for row in rows])
        assert shown[-1] == part._blanks.data.marks()
        assert any(row["label"] for row in rows) == (k == 1), "only the given list has labels"
    assert shown[0] not in shown[1:]
    assert [about["about"] for about in part.view["rounds"]][:2] == ["1 blank", "new list, 3 blanks"]


def test_each_step_is_recorded() -> None:
    part = FadedStepper("AP@5", LIST)
    fill(part, 0, "0.5889")
    fill(part, 0, "0.4417")
    part.round = 2
    fill(part, 1, written(part._blanks.values["D", 0]))
    part.round = ROUNDS
    places = part._rounds.positions(ROUNDS)
    hits = [place for place in places if place[0] == "hits_i"]
    for place in hits:
        fill(part, places.index(place), written(part._blanks.values[place]))
    wrong, right, divisor, *parts, whole = learner_record.events()
    assert wrong.name == right.name
    assert len({event.name for event in learner_record.events()}) == ROUNDS, "each round has its own list"
    assert [event.answers[:2] for event in parts] == [("hits_i", "")] * (len(hits) - 1)
    assert wrong.name.startswith("steps AP@5 ")
    assert {(event.what, event.metric, event.hints) for event in learner_record.events()} == {("stepped", "AP", 0)}
    assert (wrong.answers, wrong.codes, wrong.seed) == (("AP@5", "wrong", "0.5889"), ("AP_DIV_HITS",), 0)
    assert (right.answers, right.codes, right.seed) == (("AP@5", "right", "0.4417"), (), 0)
    assert (divisor.answers[:2], divisor.seed) == (("D", "right"), 1)
    assert (whole.answers[:2], len(whole.answers), whole.seed) == (("hits_i", "right"), 2 + len(hits), 2)
    assert learner_record.progress() == {}, "a step is no exercise"


OF_MEASURES = {
    **dict.fromkeys(
        ["P@5", "Recall@5", "F1@5", "HR@5", "RR", "Rank", "Rankscore", "AP@5"], Ranking.parse("NRNRN", relevant=4)
    ),
    **dict.fromkeys(["DCG@5", "nDCG@5", "Rp@5", "AvgRp@5+10"], Ranking.parse("1 0 2 0 3", pool="3 3 2 2 1")),
    **dict.fromkeys(["MAE", "MSE", "RMSE"], Ratings([3, 4, 2, 5], [2, 5, 2.5, 1])),
}


@pytest.mark.long
@pytest.mark.parametrize("name", OF_MEASURES)
def test_a_recorded_step_names_its_metric_mistake_day_and_list_in_each_round(name: str) -> None:
    part = FadedStepper(name, OF_MEASURES[name])
    for k in range(1, ROUNDS + 1):
        part.round = k
        blanks, places = part._blanks, part._rounds.positions(k)
        wrong = [made for made in blanks.wrong_numbers.values() if math.isfinite(made.get(blanks.result, math.nan))]
        number = repr(wrong[0][blanks.result] if wrong else 77.0)
        codes = blanks.judge(blanks.result, number).codes
        fill(part, len(places) - 1, number)
        event = learner_record.events()[-1]
        assert (event.what, event.metric, event.day) == ("stepped", as_measure(name).metric.label(), date.today())
        parameters = tuple(as_measure(name).parameters.items())
        assert event.name == learner_record.name_of("steps", name, parameters, blanks.data)
        assert (event.seed, event.answers[:2], event.codes) == (k - 1, (blanks.result[0], "wrong"), codes)
        assert bool(codes) == bool(wrong)
        assert wrong or name in ("HR@5", "Rank", "MSE"), "these have no known mistake here"
    assert len({event.name for event in learner_record.events()}) == ROUNDS


def test_a_new_stepper_resumes_the_rounds_and_entries() -> None:
    part = FadedStepper("AP@5", LIST)
    fill(part, 0, "0.4417")
    part.round = ROUNDS
    fill(part, 0, "7")
    fill(part, 1, written(part._blanks.values[part._rounds.positions(ROUNDS)[1]]))
    fill(part, 2, "8")
    fill(part, 2, "")
    resumed = FadedStepper("AP@5", LIST)
    assert (resumed.round, resumed._states()) == (ROUNDS, part._states())
    assert [*resumed._states().values()][:3] == ["wrong", "right", ""]
    resumed.round = 1
    assert resumed.done
    resumed.act({"do": "again"})
    assert (resumed.done, resumed.view["why"]) == (False, None)
    again = FadedStepper("AP@5", LIST)
    assert (again.round, again.done, again.view["filled"]) == (1, False, "Filled in: 0 of 1")
    again.round = ROUNDS
    assert again._states() == part._states(), "only the round is emptied"
    assert not any(FadedStepper("AP@5", LIST, convention="trec_eval")._session.entries.values())


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("1e999", "This is not a number. Write it as 0.5, 0,5, 1/2 or 50 %."),
        ("nan", "This is not a number. Write it as 0.5, 0,5, 1/2 or 50 %."),
        ("abc", "This is not a number. Write it as 0.5, 0,5, 1/2 or 50 %."),
        ("1/0", "1/0 has no value."),
    ],
)
def test_what_is_no_number_is_a_format_error_and_not_recorded(entry: str, sentence: str) -> None:
    part = FadedStepper("AP@5", LIST)
    part.round = ROUNDS
    fill(part, 0, "7")
    before = learner_record.events()
    fill(part, 0, entry)
    assert (part.view["sentence"], part.view["state"]) == (sentence, "unreadable")
    assert "wrong" not in part._states().values(), "the old verdict is hidden"
    assert learner_record.events() == before
    fill(part, 1, "8")
    assert learner_record.events()[-1].answers[:4] == ("hits_i", "wrong", "", "8")


def test_the_same_entry_is_recorded_once() -> None:
    part = FadedStepper("AP@5", LIST)
    for text in ("1", "1", "2", "1"):
        fill(part, 0, text)
    assert [event.answers[2] for event in learner_record.events()] == ["1", "2", "1"]


@pytest.mark.long
@pytest.mark.parametrize(
    "damaged",
    [
        {"seed": 7, "answers": ["D", "right", "1"]},
        {"answers": []},
        {"answers": ["?"]},
        {"answers": ["AP@5"] * 9},
        {"what": "tried", "answers": ["AP@5", "", "7"]},
    ],
)
def test_a_damaged_record_is_no_error(damaged: dict[str, Any]) -> None:
    fill(FadedStepper("AP@5", LIST), 0, "1")
    (event,) = learner_record.events()
    learner_record.note(event.name, **{"what": "stepped"} | damaged)
    assert FadedStepper("AP@5", LIST).round == 1
    assert FadedStepper("AP@5", LIST)._written(("AP@5", 0)) != "7"


@pytest.mark.parametrize(
    "message",
    [
        {"at": 9, "text": "1"},
        {"at": "0", "text": "1"},
        {"at": 0, "text": 1},
        {"at": True, "text": "1"},
        {},
    ],
)
def test_an_invalid_action_changes_nothing(message: dict[str, Any]) -> None:
    part = FadedStepper("AP@5", LIST)
    before = sent(part)
    part.act({"do": "fill", **message})
    part.act({"do": "choose", "choice": 1})
    assert sent(part) == before


def test_a_why_question_follows_and_each_choice_has_an_answer() -> None:
    part = FadedStepper("AP@5", LIST)
    assert part.view["why"] is None
    fill(part, 0, "0.4417")
    why = part.view["why"]
    (question,) = why_questions(as_measure("AP@5"), [LIST])
    assert question is not None
    assert why == {"question": question.question, "choices": [one.text for one in question.choices], "chosen": -1}
    for k, choice in enumerate(question.choices):
        part.act({"do": "choose", "choice": k})
        assert (part.view["why"]["answer"], part.view["why"]["right"]) == (choice.answer, choice.true)


@pytest.mark.parametrize(
    ("asked", "given", "says"),
    [
        ("Rank", Ranking.parse("NN", relevant=1), "Rank has no value here, so there is nothing to fill in"),
        (
            "AP",
            Ranking.parse("RN" * 8),
            "a FadedStepper takes lists of at most 14 items; got 16. "
            "Pass a shorter list, or a measure with a cut-off such as AP@10",
        ),
        ("AP@0", LIST, "n must be at least 1; got 0"),
    ],
)
def test_input_without_blanks_is_rejected(asked: str, given: Ranking, says: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        FadedStepper(asked, given)


@pytest.mark.parametrize("k", [0, 4, "1", 1.0, True, None])
def test_a_round_outside_1_to_3_raises_an_error(k: Any) -> None:
    part = FadedStepper("AP@5", LIST)
    with pytest.raises(ValueError, match=r"^round must be a whole number from 1 to 3; got "):
        part.round = k
    assert part.round == 1


def test_labels_name_the_items_and_are_never_html() -> None:
    bad = "<img src=x onerror=alert(1)>"
    part = FadedStepper("AP@5", LIST, labels=[bad, "b", "c", "d", "e", "missed one"])
    assert [row["label"] for row in part.view["list"]["rows"]] == [bad, "b", "c", "d", "e"]
    assert part.view["list"]["missed"] == "Missed: missed one"
    assert "img" not in json.dumps([part.view["lines"], part.view["columns"]])
    with pytest.raises(ValueError, match="labels must name the 5 shown items"):
        FadedStepper("AP@5", LIST, labels=["a"])
    with pytest.raises(ValueError, match="labels name the items of one list"):
        FadedStepper("RMSE", ERRORS, labels=["a"])


def test_a_row_with_a_blank_grade_is_not_marked_as_relevant() -> None:
    part = FadedStepper("AP@5", Ranking([1, 3, 0, 2, 0], [3, 3, 2, 1, 1], threshold=2))
    assert [row["relevant"] for row in part.view["list"]["rows"]] == [False, True, False, True, False]
    part.round = 3
    asked = {rank for symbol, rank in part._rounds.positions(3) if symbol == "rel_i"}
    assert asked
    assert not any(row["relevant"] for row in part.view["list"]["rows"] if row["rank"] in asked)
    letters = FadedStepper("RR", Ranking.parse("NNRNR"))  # rel_i/i is asked about, not R and N
    letters.round = 3
    assert [row["relevant"] for row in letters.view["list"]["rows"]] == [*(letters._blanks.data.shown > 0)]


def test_spanish_numbers_have_no_decimal_point() -> None:
    set_language("es")
    try:
        part = FadedStepper("nDCG@4", LISTS["graded"])
        assert "0.6" not in sent(part)
        fill(part, 0, "0,637")
        assert part.view["state"] == "right"
        assert part.view["sentence"].endswith("La próxima ronda tiene una lista nueva.")
    finally:
        set_language("en")


def test_the_repr_is_the_constructor_call() -> None:
    assert repr(FadedStepper("AP", LIST)) == "FadedStepper('AP', 'NRRNR', relevant=4)"
