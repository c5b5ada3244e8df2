"""Derivations as they are read: whole golden texts, languages, long lists, 0/0, and markup that cannot be broken."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics_edu import (
    Ranking,
    average_precision,
    average_r_precision,
    average_rank,
    dcg,
    explain,
    f_measure,
    mae,
    measure,
    ndcg,
    novelty,
    precision,
    r_precision,
    rankscore,
    recall,
    reciprocal_rank,
    rmse,
    set_language,
    user_coverage,
)
from metrics_edu.language import number
from metrics_edu.metrics.conventions import METRICS
from metrics_edu.metrics.registry import Metric
from metrics_edu.widgets import Explorer
from metrics_edu.working.derivation import Derivation
from metrics_edu.working.differing_parts import differences
from metrics_edu.working.expression import Expression
from metrics_edu.working.recorded_array import named
from metrics_edu.working.style import DIFFERS, show
from metrics_edu.working.text_style import TEXT
from tests.strategies import arguments_of, batches, rankings

APPLES = Ranking.parse("NRRNNRNNNRRR", relevant=6)
USERS = Ranking.from_lists(
    {"Ana": ["a", "b"], "Beto": ["c", "d"], "Caro": ["e"]}, {"Ana": ["b"], "Beto": ["c", "d", "x"], "Caro": []}
)
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "$\\href{javascript:1}{x}$",
    "a & b | {c}_d^e \\end{array}",
    "<script>x</script>",
]
LONG = Ranking([1, 0, 0] * 60 + [0] * 20)

APPLES_TEXT = """\
AP = 0.5035   average precision

rel_i: 1 where the item is relevant, else 0
hits_i: relevant items among the first i
P@i = hits_i/i: precision at each rank
P@i·rel_i: only the ranks of relevant items count

 i  rel_i  hits_i   P@i  P@i·rel_i
 1      0       0   0/1          0
 2      1       1   1/2        1/2
 3      1       2   2/3        2/3
 4      0       2   2/4          0
 5      0       2   2/5          0
 6      1       3   3/6        3/6
 7      0       3   3/7          0
 8      0       3   3/8          0
 9      0       3   3/9          0
10      1       4  4/10       4/10
11      1       5  5/11       5/11
12      1       6  6/12       6/12

Σ_i P@i·rel_i = 1/2 + 2/3 + 3/6 + 4/10 + 5/11 + 6/12
              = 3.0212
|R| = 6   (6 relevant items in all, and the whole list shows all of them)
AP = Σ_i P@i·rel_i/|R|
   = (1/2 + 2/3 + 3/6 + 4/10 + 5/11 + 6/12)/6
   = 3.0212/6
   = 0.5035"""

TEXTS = (
    Path(__file__).parents[1] / "golden"
)  # python -m tests.working.test_derivation writes them again: read the difference
GOLDEN: dict[str, Derivation] = {
    "AP@5": explain(average_precision, APPLES, n=5),
    "nDCG@3": explain(ndcg, Ranking([3, 0, 2], pool=[3, 2, 1]), n=3),
    "rankscore": explain(rankscore, Ranking.parse("RNR"), half_life=2),
    "RR": explain(reciprocal_rank, Ranking.parse("NRR")),
    "F1": explain(f_measure, Ranking.parse("NRRNR", relevant=6)),
    "Rp with ties": explain(r_precision, Ranking([5, 0, 3, 4, 3], pool=[5, 4, 3, 3, 2], threshold=2), 3),
    "MAP, empty=0": explain(average_precision, USERS),
    "MAP, empty=skip": explain(average_precision, USERS, empty="skip"),
    "MAP, users=with_relevant": explain(average_precision, USERS, users="with_relevant"),
    "RMSE": explain(rmse, [4, 3], [5, 3]),
    "user coverage": explain(user_coverage, {"u": ["a"], "v": []}, ["u", "v", "w", "x"]),
    "novelty": explain(novelty, ["a", "b"], {"a": 2, "b": 1, "c": 1}, base="2"),
    "P@5 of a short list": explain(precision, Ranking.parse("RR"), 5),
}


@pytest.fixture
def spanish() -> Iterator[None]:
    set_language("es")
    yield
    set_language("en")


def test_the_apples_example_has_its_full_derivation() -> None:
    derivation = explain(average_precision, APPLES)
    assert derivation.text() == APPLES_TEXT
    assert derivation.steps[-1].numbers == "(1/2 + 2/3 + 3/6 + 4/10 + 5/11 + 6/12)/6"
    assert [step.symbol for step in derivation.steps] == [
        "rel_i",
        "hits_i",
        "P@i",
        "P@i·rel_i",
        "Σ_i P@i·rel_i",
        "|R|",
        "AP",
    ]


@pytest.mark.parametrize("name", GOLDEN)
def test_a_derivation_matches_its_golden_text(name: str) -> None:
    assert GOLDEN[name].text() + "\n" == (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


# --- languages ----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("spanish")
def test_spanish_numbers_have_a_decimal_comma_and_python_ones_a_point() -> None:
    derivation = explain(dcg, Ranking([3, 0, 2.5]))
    assert "2^2,5 − 1 = 4,6569" in derivation.text()
    assert "= 9,3284" in derivation.text()
    assert "9{,}3284" in derivation.tex()
    assert "9,3284" in derivation.html()
    assert "2.5" in derivation.step("gain_i").numbers  # type: ignore[union-attr]
    for written in (derivation.text(), derivation.tex(), derivation.html()):
        assert not re.search(r"\d\.\d", written)


@pytest.mark.usefixtures("spanish")
def test_spanish_separates_decimals_in_lists_with_semicolons() -> None:
    derivation = explain(ndcg, Ranking([2.5, 1.5]), gain="linear")
    assert "g*_i = 2,5; 1,5" in derivation.text()


# --- long lists ---------------------------------------------------------------------------------------------


def test_a_long_sum_and_a_long_table_are_shortened_in_their_middle() -> None:
    derivation = explain(average_precision, LONG)
    ends = "1/1 + 2/4 + 3/7", "+ 17/49 + ... (40 more) + 58/172 + 59/175 + 60/178"
    assert all(end in derivation.text() for end in ends)
    assert r"\frac{17}{49} + \text{... (40 more)} + \frac{58}{172}" in derivation.tex()
    assert '<span class="me-fold">... (40 more)</span>' in derivation.html()
    assert len(derivation.text().split("\n\n")[2].split("\n")) == 22
    assert "\n... (180 more)\n198  " in derivation.text()
    assert r"\vdots & \vdots" in derivation.tex()


def test_the_table_shortens_long_workings_but_keeps_values() -> None:
    def satisfied(ranking: Ranking) -> Any:
        stops = named(ranking.hits() / 3, "R_i")
        on = named(np.cumprod(1 - stops, axis=-1), "on_i")
        return np.sum(named((on / (1 - stops)) * stops * (on + 1 / 7) ** (stops + 1 / 7), "stop_i"), axis=-1)

    ranking = Ranking(
        [1] * 5, items=["short", "a name of forty letters and then some more", "x = " + "y" * 60, "b", "c"]
    )
    derivation = explain(Metric(satisfied, "Stop", ""), ranking)
    rows = [re.split(r"\s{2,}", line.strip()) for line in derivation.text().split("\n\n")[2].split("\n")[1:]]
    for row, on, stop in zip(rows, derivation.step("on_i").value, derivation.step("stop_i").value, strict=True):  # type: ignore[union-attr]
        assert row[-2] == number(on)
        assert row[-1].endswith(f" ... = {number(stop)}")
        assert max(map(len, row)) == len(row[-1]) == 40
    assert [row[1] for row in rows[1:3]] == ["a name of forty letters and then some mo", "x = " + "y" * 36]


def test_numbers_are_never_shortened() -> None:
    numbers = explain(average_precision, LONG).steps[-1].numbers
    assert numbers.count("/") == 61
    assert "..." not in numbers


def test_more_than_200_addends_are_written_as_list_sum() -> None:
    numbers = explain(average_precision, Ranking([1] * 300)).steps[-1].numbers
    assert "sum([" + ", ".join(f"{i}/{i}" for i in range(1, 301)) + "])" in numbers
    assert numbers.endswith("/300")
    assert eval(numbers, {"sum": sum}) == 1
    numbers = explain(average_precision, Ranking([1] * 200)).steps[-1].numbers
    assert numbers == "(" + " + ".join(f"{i}/{i}" for i in range(1, 201)) + ")/200"


def test_the_html_table_of_a_long_list_is_short() -> None:
    rows = explain(average_precision, LONG).html().split("<tr>")[1:]
    assert [row.partition("</t")[0][4:] for row in rows] == [
        "i",
        *map(str, range(1, 18)),
        "... (180 more)",
        "198",
        "199",
        "200",
    ]


# --- 0/0 and what is short ----------------------------------------------------------------------------------


def why(derivation: Derivation, symbol: str) -> str:
    step = derivation.step(symbol)
    assert step
    return step.why


@pytest.mark.parametrize(
    ("pool", "options", "sentence"),
    [
        ([3, 2, 1], {"n": 1}, "the best item of the pool, shown or missed"),
        ([3, 2, 1], {"n": 2}, "the best 2 of the pool, shown and missed"),
        ([3, 2, 1], {"n": 3}, "the best 3 of the pool, shown and missed"),
        ([3, 2, 1], {"n": 9}, "the best 9 of the pool; it has only 3, shown and missed"),
        ([2], {"n": 9}, "the best 9 of the pool; it has only 1, shown or missed"),
        ([3, 2, 1], {}, "the best order of the whole pool, shown and missed"),
        ([3, 2, 1], {"n": 1, "ideal": "uncut"}, "the best order of the whole pool, shown and missed"),
        ([3, 2, 1], {"n": 1, "ideal": "retrieved"}, "the shown list, sorted: missed items are ignored"),
    ],
)
def test_the_ideal_list_states_how_much_pool_it_uses(pool: Any, options: Any, sentence: str) -> None:
    assert why(explain(ndcg, Ranking([2, 0, 0], pool), **options), "g*_i") == sentence


def test_the_ideal_list_of_an_empty_pool_is_explained() -> None:
    assert why(explain(ndcg, Ranking([0, 0]), 1), "g*_i") == "the pool is empty: no item has a grade above 0"


@pytest.mark.parametrize(
    ("shown", "n", "sentence"),
    [
        ("", 1, "the first rank; it is not shown, so it counts as not relevant"),
        ("", 5, "the first 5 ranks; none is shown, so all count as not relevant"),
        ("R", 5, "the first 5 ranks; only 1 is shown, the others count as not relevant"),
        ("RN", 5, "the first 5 ranks; only 2 are shown, the others count as not relevant"),
    ],
)
def test_reasons_do_not_call_missing_ranks_read(shown: str, n: int, sentence: str) -> None:
    ranking = Ranking.parse(shown, relevant=2)
    assert why(explain(precision, ranking, n), "n") == sentence
    assert why(explain(average_precision, ranking, n, denominator="cutoff"), "D") == sentence


def test_ap_over_the_cutoff_explains_existing_ranks_as_read() -> None:
    read = "the ranks read; with few relevant items even a perfect list stays below 1"
    for n in (None, 2):
        assert why(explain(average_precision, Ranking.parse("RN"), n, denominator="cutoff"), "D") == read


def test_an_ndcg_above_1_has_a_reason() -> None:
    above = explain(ndcg, Ranking([3, 2]), 2, ideal="ones")
    assert above.value > 1
    assert above.result.why == "above 1: the ideal list is made of ones, and the shown list has more gain"
    assert explain(ndcg, Ranking([1, 1]), 2, ideal="ones").result.why == ""


def test_a_sum_over_the_number_of_its_terms_shows_them_all() -> None:
    for derivation, line in [
        (explain(mae, [4, 3, 5, 1], [5, 3, 3, 1]), "MAE = (|−1| + |0| + |2| + |0|)/4 = 0.75"),
        (explain(mae, [3, 1], [3, 1]), "MAE = (|0| + |0|)/2 = 0"),
        (explain(precision, Ranking.parse("RNRN")), "P = (1 + 0 + 1 + 0)/4 = 2/4 = 0.5"),
        (explain(precision, Ranking.parse("NN")), "P = (0 + 0)/2 = 0/2 = 0"),
        (explain(precision, Ranking.parse("RN"), 5, short="shrink"), "P@5 = (1 + 0)/2 = 1/2 = 0.5"),
        (explain(average_precision, USERS), "MAP = (0.5000 + 0.6667 + 0)/3 = 0.3889"),
        (explain(average_precision, USERS, empty="skip"), "MAP = (0.5000 + 0.6667)/2 = 0.5833"),
        (explain(average_r_precision, Ranking.parse("NRR"), (1, 3)), "AvgRp@1+3 = (0 + 2/2)/2 = 0.5"),
        (explain(recall, Ranking.parse("RNRN", relevant=4)), "Recall = (1 + 1)/4 = 2/4 = 0.5"),
    ]:
        assert derivation.line == line
    assert explain(rmse, [4, 3], [5, 3]).step("MSE").numbers == "((-1)**2 + 0**2)/2"  # type: ignore[union-attr]


def test_differences_ignore_zero_terms_missing_in_one_working() -> None:
    pair = [measure(name).explain(Ranking.parse("RNR", relevant=5)).result.working for name in ("P@3", "Recall@3")]
    assert [show(tree, TEXT) for tree in pair] == ["(1 + 0 + 1)/3", "(1 + 1)/5"]
    assert [[*marked(tree)] for tree in differences(*pair)] == [["3"], ["5"]]


def marked(tree: Expression) -> Iterator[str]:
    if tree.position == DIFFERS:
        yield show(tree, TEXT)
    for part in tree.parts:
        yield from marked(part)


def test_zero_terms_do_not_count_and_long_lists_omit_them() -> None:
    derivation = explain(precision, Ranking.parse("RNRN"))
    assert (derivation.counted, derivation.contributions) == ({1, 3}, {1: 0.25, 3: 0.25})
    assert explain(precision, Ranking.parse("RN" + "N" * 18)).line.count(" + 0") == 19
    assert explain(precision, Ranking.parse("RNR" + "N" * 18)).line == "P = (1 + 1)/21 = 2/21 = 0.0952"


@pytest.mark.parametrize("name", [name for name, metric in METRICS.items() if metric.has_empty])
def test_the_derivation_explains_that_no_item_is_relevant(name: str) -> None:
    nothing = Ranking.parse("NN")
    derivation = explain(METRICS[name], nothing)
    assert derivation.value == 0
    assert derivation.steps[-1].numbers == "0"
    over_zero = name != "average_r_precision"  # which is over the number of cut-offs
    reason = f"no item is relevant (|R| = 0), so {'this is 0/0, which counts' if over_zero else 'it counts'} as 0"
    assert derivation.steps[-1].why == reason
    assert derivation.text().endswith(f"= 0   ({reason})")
    skipped = explain(METRICS[name], nothing, empty="skip")
    assert skipped.steps[-1].numbers == "nan"
    left_out = "this is 0/0, which is" if over_zero else "it is"
    assert skipped.text().endswith(f"= –   (no item is relevant (|R| = 0), so {left_out} left out)")
    assert explain(METRICS[name], nothing, empty=0.5).steps[-1].why == reason + ".5"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("average_precision", {"n": 5, "denominator": "cutoff"}),
        ("ndcg", {"n": 5, "ideal": "ones"}),
        ("r_precision", {"n": 5, "denominator": "retrieved"}),
        ("average_r_precision", {}),
    ],
)
def test_another_divisor_is_not_called_0_over_0(name: str, words: dict[str, Any]) -> None:
    last = explain(METRICS[name], Ranking.parse("NN"), empty=0.25, **words).steps[-1]
    assert (last.value, last.why) == (0.25, "no item is relevant (|R| = 0), so it counts as 0.25")


def test_the_gain_formula_shows_0_below_the_threshold() -> None:
    derivation = explain(ndcg, Ranking([3, 5], pool=[5, 3, 2], threshold=4), ideal="uncut")
    for symbol, grade, tex in (("gain_i", "g_i", "g_{i}"), ("gain*_i", "g*_i", "g^{*}_{i}")):
        assert derivation.step(symbol).formula == f"2^{grade} − 1 if {grade} ≥ 4, else 0"  # type: ignore[union-attr]
        assert rf"2^{{{tex}}} - 1\text{{ if }}{tex} \ge 4\text{{, else }}0" in derivation.tex()
    plain = explain(ndcg, Ranking([0, 5], pool=[5, 4], threshold=4))  # no grade lies between
    assert plain.step("gain_i").formula == "2^g_i − 1"  # type: ignore[union-attr]


def test_the_breese_exponent_has_its_own_weight_formula() -> None:
    derivation = explain(rankscore, Ranking.parse("NR"), exponent="breese")
    assert derivation.step("weight_i").formula == "2^(−(i − 1)/(α − 1))"  # type: ignore[union-attr]
    assert derivation.step("weight_i").numbers == "[1, 2**(-1/4)]"  # type: ignore[union-attr]
    assert derivation.step("α").value == 5  # type: ignore[union-attr]


@pytest.mark.parametrize("name", METRICS)
def test_no_line_ends_without_a_value(name: str) -> None:
    """An empty pool or list must not print "g*_i = " with nothing behind it."""
    for ranking in (Ranking.parse("NN"), Ranking([]), Ranking([], pool=[1])):
        for line in explain(METRICS[name], ranking).text().split("\n"):
            assert not re.search(r"=\s*$|=\s{2,}\(", line), line


def test_f_measure_with_zero_hits_counts_0_over_0() -> None:
    derivation = explain(f_measure, Ranking.parse("N", relevant=2))
    assert (derivation.value, derivation.steps[-1].why) == (0, "0/0 counts as 0")


@pytest.mark.parametrize(
    ("ranking", "n", "why"),
    [
        (Ranking.parse("RR", relevant=8), 5, "no more hits fit in a list of 5"),
        (Ranking.parse("RRN", relevant=2), 5, "there are no more relevant items to find"),
    ],
)
def test_the_denominator_has_a_reason(ranking: Ranking, n: int, why: str) -> None:
    assert explain(average_precision, ranking, n=n).step("D").why == why  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("ranking", "why"),
    [
        ("NRNN", "only the first relevant item counts; the rest of the list changes nothing"),
        ("NN", "no relevant item is read, so it is 0"),
    ],
)
def test_rr_has_a_reason(ranking: str, why: str) -> None:
    assert explain(reciprocal_rank, Ranking.parse(ranking)).steps[-1].why == why


def test_the_average_rank_explains_which_user_is_excluded() -> None:
    batch = Ranking.batch([Ranking.parse("NR"), Ranking.parse("N", relevant=1)], users=["Ana", "Beto"])
    assert explain(average_rank, batch).value == 2
    own = explain(average_rank, batch).of("Beto")
    assert own.steps[-1].why == "no relevant item is shown: this user is left out"


# --- display and markup -------------------------------------------------------------------------------------


def test_a_notebook_gets_text_and_latex() -> None:
    derivation = explain(average_precision, APPLES)
    bundle = derivation._repr_mimebundle_()
    assert bundle == {"text/plain": APPLES_TEXT, "text/latex": f"$$\n{derivation.tex()}\n$$"}
    assert repr(derivation) == APPLES_TEXT


def hostile_derivations() -> list[Derivation]:
    single = Ranking([1, 0, 1, 0], items=HOSTILE)
    batch = Ranking.batch([Ranking.parse("R")] * 4, users=HOSTILE)
    return [explain(average_precision, single), explain(average_precision, batch)]


@pytest.mark.parametrize("derivation", hostile_derivations(), ids=["items", "users"])
def test_names_are_escaped_in_html_and_absent_from_tex(derivation: Derivation) -> None:
    written = derivation.html()
    assert "<img" not in written
    assert "<script" not in written
    assert "&lt;img src=x onerror=alert(1)&gt;" in written
    tex = derivation.tex()
    assert not any(piece in tex for piece in ("img", "href", "script", "{c}", "$"))
    assert balanced(tex)
    assert HOSTILE[0] in derivation.table()[1][0]


def test_a_name_of_several_lines_is_one_line() -> None:
    derivation = explain(precision, Ranking([1], items=["a\n b\tc"]))
    assert derivation.table()[1] == [["1", "a b c", "1"]]


COMMANDS = {
    "text",
    "mathrm",
    "begin",
    "end",
    "hline",
    "rule",
    "quad",
    "frac",
    "sqrt",
    "sum",
    "min",
    "max",
    "log",
    "ln",
    "cdot",
}
COMMANDS |= {"left", "right", "vdots", "le", "ge", "infty", "alpha", "beta"}


def plain(tex: str) -> bool:
    """Whether a strict reader takes it: known commands, characters of a text in texts only, and room between rows of fractions."""
    outside = re.sub(r"\\text\{[ !'-;=?@A-Z\[\]a-z¡-ÿ“”]*\}", "", tex)
    known = set(re.findall(r"\\([A-Za-z]+)", tex)) <= COMMANDS
    return known and outside.isascii() and not re.search(r"(?<!\\)[#%$]|\\\\(?!\[\d+pt\])", outside)


def test_the_plain_tex_check_rejects_tex_that_is_not_plain() -> None:
    assert plain(r"\text{así, 5 de 8}\le 3 \\[4pt]")
    assert not any(
        map(plain, ["5 − 3", "\u221e", r"\text{5 ≤ 8}", r"\text{α}", r"\hat{x}", r"a \\ b", "5 %", "$x$", "–"])
    )


@pytest.mark.usefixtures("spanish")
def test_tex_is_plain_in_spanish_with_any_number() -> None:
    for derivation in (
        explain(mae, [1, -2], [-2, 2.5]),
        explain(r_precision, Ranking.parse("NN"), 3),
        explain(ndcg, Ranking([0, 1]), empty="skip", n=1),
        explain(rankscore, Ranking.parse("RN"), exponent="breese"),
        explain(f_measure, Ranking.parse("NR"), beta=2),
        explain(average_precision, USERS, empty="skip"),
        explain(novelty, ["a"], {"a": 2, "b": 3}),
    ):
        assert plain(derivation.tex()), derivation.tex()
    assert r"\left|3\right| + \left|-2 - 2{,}5\right|" in explain(mae, [1, -2], [-2, 2.5]).tex()


def balanced(tex: str) -> bool:
    """Whether braces, \\left and \\right, and begin and end match."""
    depth = 0
    for letter in re.sub(r"\\[\\{}]", "", tex):
        depth += (letter == "{") - (letter == "}")
        if depth < 0:
            return False
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", tex):
        if kind == "begin":
            opened.append(name)
        elif not opened or opened.pop() != name:
            return False
    counts = Counter(re.findall(r"\\(left|right)\b", tex))
    return depth == 0 and not opened and counts["left"] == counts["right"]


def rows_fit(tex: str) -> bool:
    """Whether each row of the table has as many cells as the table has columns."""
    for columns, body in re.findall(r"\\begin\{array\}\{(r+)\}\n(.*?)\\end\{array\}", tex, flags=re.S):
        if any(row.count("&") != len(columns) - 1 for row in body.strip().split("\n")):
            return False
    return True


def test_the_balance_check_detects_unclosed_markup() -> None:
    assert balanced(r"\begin{a}{x}\{\end{a}")
    assert not any(balanced(wrong) for wrong in (r"{", r"}{", r"\begin{a}\end{b}", r"\begin{a}", r"\left|"))


@pytest.mark.long
@pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.name)
@given(data=st.data(), ranking=rankings(24) | batches(3, 6))
def test_tex_and_html_are_balanced(metric: Any, data: st.DataObject, ranking: Ranking) -> None:
    derivation = explain(metric, ranking, **data.draw(arguments_of(metric)))
    tex = derivation.tex()
    assert balanced(tex)
    assert rows_fit(tex)
    assert plain(tex)
    opened: list[str] = []
    for closing, name in re.findall(r"<(/?)(\w+)", derivation.html()):
        if not closing:
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened


def test_every_html_term_has_its_rank() -> None:
    ranks = re.findall(r'data-rank="(\d+)"', explain(average_precision, APPLES).html().rpartition("me-step")[2])
    assert ranks == ["2", "3", "6", "10", "11", "12"]


# --- parts --------------------------------------------------------------------------------------------------


def test_of_returns_the_derivation_of_one_user() -> None:
    mean = explain(average_precision, USERS, n=1)
    assert mean.symbol == "MAP@1"
    assert mean.of("Beto").text() == explain(average_precision, Ranking.parse("RR", relevant=3), n=1).text()
    with pytest.raises(ValueError, match=r"^AP is not a mean over users$"):
        explain(average_precision, APPLES).of("Ana")


def test_of_names_an_unknown_user_in_its_error() -> None:
    with pytest.raises(KeyError, match="no user 'Zoe'"):
        explain(average_precision, USERS).of("Zoe")


def test_step_finds_a_step_by_its_symbol() -> None:
    derivation = explain(average_precision, APPLES)
    found = derivation.step("|R|")
    assert found is not None
    assert (found.value, found.numbers, found.formula) == (6, "6", "")
    assert found.why == "6 relevant items in all, and the whole list shows all of them"
    assert derivation.step("no such") is None


def test_table_rows_are_ranks_and_columns_are_steps() -> None:
    head, rows = explain(average_precision, Ranking([0, 1], items=["Gala", "Fuji"])).table()
    assert head == ["i", "item", "rel_i", "hits_i", "P@i", "P@i·rel_i"]
    assert rows == [["1", "Gala", "0", "0", "0/1", "0"], ["2", "Fuji", "1", "1", "1/2", "1/2"]]
    head, rows = explain(average_precision, USERS).table()
    assert (head, rows[1]) == (["user", "AP_u"], ["Beto", "0.6667"])


@pytest.mark.parametrize("by_name", [False, True])
def test_a_mean_of_novelty_names_its_users(by_name: bool) -> None:
    lists, counts = {"Ana": ["a"], 7: []}, {"a": 1, "b": 1}
    derivation = (
        explain(novelty, recommendations=lists, popularity=counts) if by_name else explain(novelty, lists, counts)
    )
    assert derivation.table() == (["user", "novelty_u"], [["Ana", "0.6931"], ["7", "0"]])


def test_the_derivation_lists_counted_ranks_and_their_contributions() -> None:
    derivation = explain(average_precision, Ranking.parse("RNR", relevant=4))
    assert derivation.counted == {1, 3}
    assert derivation.contributions == pytest.approx({1: 1 / 4, 3: 2 / 3 / 4})


def test_explain_accepts_a_batch_by_position_or_keyword() -> None:
    assert explain(average_precision, ranking=USERS).text() == explain(average_precision, USERS).text()


def test_explain_passes_a_metric_its_own_parameter_called_users() -> None:
    assert explain(user_coverage, {"u": ["a"]}, users=["u", "v"]).value == 0.5


def test_an_invalid_users_value_raises_an_error() -> None:
    for ranking in (USERS, APPLES):
        with pytest.raises(ValueError, match=r"^users must be one of 'all', 'with_relevant'; got 'some'$"):
            explain(average_precision, ranking, users="some")


def test_only_a_metric_can_be_explained() -> None:
    with pytest.raises(
        ValueError, match=r"^explain takes the name of a measure, or a metric such as average_precision; got <built-in"
    ):
        explain(sum, APPLES)
    with pytest.raises(ValueError, match=r"^average_precision needs a Ranking, such as .*; got dict$"):
        explain(average_precision, {"a": 1})


if __name__ == "__main__":
    TEXTS.mkdir(exist_ok=True)
    for name, derivation in GOLDEN.items():
        (TEXTS / f"{name}.txt").write_text(derivation.text() + "\n", encoding="utf-8")


def test_every_format_writes_log2_and_indices_consistently() -> None:
    """In HTML below the line, in text as Python reads it; what the Explorer sends has characters, which the page lowers."""
    derivation = explain(ndcg, Ranking([3, 0, 2]))
    assert "log<sub>2</sub>(2)" in derivation.html()
    assert '<th><span class="me-sym">dg<sub>i</sub></span></th>' in derivation.html()
    assert "log2" not in derivation.html()
    assert "log2(2)" in derivation.text()
    assert "₂" not in derivation.text()
    assert r"\log_2(2)" in derivation.tex()
    explorer = Explorer(Ranking([3, 0, 2]), measure="nDCG", graded="graded")
    explorer.act({"do": "table", "open": True})
    sent = json.dumps([explorer.view, explorer.controls, explorer.figure], ensure_ascii=False)
    assert "log₂(i + 1)" in sent
    assert "7/log₂(2)" in sent
    assert "log2(" not in sent
