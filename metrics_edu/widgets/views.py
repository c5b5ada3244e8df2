"""Views: what is shown and said of lists, values and derivations, as plain dicts and sentences. No widget here."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar

import numpy as np

import metrics_edu.working as working
from metrics_edu.language import _, ngettext, number, refused
from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.widgets.state import MAX_ITEMS, Item, Lanes, State, lanes_of, marks_of
from metrics_edu.working import HTML, Derivation, Step, Term, equal, in_line, isolated, one_line

MAX_NAMED = 8  # so many things a sentence names; of more it says how many
LONG_LIST = 60  # from so many items on, the sentence of an item is told when it is chosen, and not sent ahead


View = dict[str, Any]
Sorted = TypeVar("Sorted")


# lists


def lanes_view(state: State, lanes: Lanes, derivation: Derivation | None = None, cut: int | None = None) -> View:
    """Show the two lanes, each item with its term in the derivation, if there is one; below the cut-off none is read."""
    ranking = state.ranking_of(lanes)
    hits, total = int(ranking.hits().sum()), int(ranking.relevant)
    *terms, none = _terms(derivation, len(lanes.shown))
    shown = [_shown(state, lanes, rank, derivation, cut) | {"term": term} for rank, term in enumerate(terms, start=1)]
    return {
        "kind": "items",
        "term": _heading(derivation.per_rank if derivation else None),
        "cut": cut,
        "graded": state.graded,
        "shown": shown,
        "missed": [_missed(state, item, derivation) | {"term": none} for item in lanes.missed],
        "hits": hits,
        "pool": pool_sentence(hits, int(ranking.hits(cut).sum()), total),
        "relevant": {"value": total, "min": hits, "max": MAX_ITEMS},
    }


def pool_sentence(shown: int, read: int, total: int) -> str:
    parts = [ngettext("{count} shown", "{count} shown", shown)]
    if cut := shown - read:
        parts = [ngettext("{count} read", "{count} read", read), ngettext("{count} cut off", "{count} cut off", cut)]
    parts.append(ngettext("{count} missed", "{count} missed", total - shown))
    return f"|R| = {' + '.join(parts)} = {total}"


def _heading(step: Step | None) -> str:
    symbol = in_line(step.symbol) if step else ""
    return symbol if symbol in ("", in_line("rel_i")) else _("{symbol} (bold counts)", symbol=symbol)


def _shown(state: State, lanes: Lanes, rank: int, derivation: Derivation | None, cut: int | None) -> View:
    say = None if derivation else ""
    if derivation and len(lanes.shown) < LONG_LIST:
        say = sentence(lanes, rank, derivation, cut)
    row = {"rank": rank, "counts": bool(derivation and rank in derivation.counted), "say": say}
    return _row(lanes.shown[rank - 1], state) | row | {"out": cut is not None and rank > cut}


def _missed(state: State, item: Item, derivation: Derivation | None) -> View:
    say = _("{label}: relevant and not shown. It adds nothing.", label=item.called)
    if item.grade < state.threshold:
        grade = number(item.grade)
        say = _("{label}: not shown, and its grade {grade} is under the threshold.", label=item.called, grade=grade)
    elif not (derivation and derivation.metric.averages) or derivation.step("|R|"):  # AP may be divided by the hits
        say = _("{label}: relevant and not shown. It adds nothing, but |R| counts it.", label=item.called)
    return _row(item, state) | {"rank": None, "counts": False, "out": False, "say": say}


def _row(item: Item, state: State) -> View:
    about = {"id": item.id, "label": item.label, "grade": item.grade, "note": ""}
    return about | grade_view(item.grade, state.threshold, graded=state.graded)


def grade_view(grade: float, threshold: float, *, graded: bool) -> View:
    """Show a grade: its mark, R and N or the grade itself, and the same in words."""
    relevant = grade >= threshold
    word, badge = (_("relevant"), "R") if relevant else (_("not relevant"), "N")
    if graded:
        word, badge = _("grade {grade}, {word}", grade=number(grade), word=word), number(grade) if grade else "N"
    return {"badge": badge, "relevant": relevant, "state_word": word}


def _terms(derivation: Derivation | None, shown: int) -> list[str]:
    """Write the terms of the shown items, and at the end that of a missed one: numbers with as many decimals each."""
    step = derivation.per_rank if derivation else None
    if step is None:
        return ["0" if derivation else ""] * (shown + 1)
    read = [step.short(k) for k in range(len(step.expressions))]
    return [*read, *[""] * (shown - len(read)), number(0, fixed=step.decimals)]  # below the cut-off none is read


def sentence(lanes: Lanes, rank: int, derivation: Derivation, cut: int | None) -> str:
    start = _("Rank {rank}, {label}:", rank=rank, label=lanes.shown[rank - 1].called)
    if cut is not None and rank > cut:
        return f"{start} " + _("below the cut-off n = {n}, so it is not read.", n=cut)
    step, added = derivation.per_rank, derivation.contributions.get(rank, 0)
    each = step.each(rank - 1) if step else ""
    said = f"{start} {each}." if each else start
    if rank in derivation.counted:
        return f"{said} {_adds(derivation, added)}" if added else said
    silent = step is None or step.symbol == "rel_i" or derivation.result.working.place
    return said if silent else f"{said} " + _("Not relevant, so it adds nothing.")


def _adds(derivation: Derivation, added: float) -> str:
    tree, facts = derivation.result.working, {"value": number(added, fixed=4), "symbol": derivation.symbol}
    if tree.kind != "/":
        return _("It adds {value} to {symbol}.", **facts)
    return _("Divided by {divisor}, it adds {value}.", divisor=number(tree.parts[1].value), **facts)


def table_of(derivation: Derivation) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of the derivation's table, symbols as on one line; names stay as they are."""
    head, rows = derivation.table()
    names = len(head) - len(derivation.columns())
    return [*map(in_line, head)], [[*row[:names], *map(in_line, row[names:])] for row in rows]


def users_view(state: State, derivation: Derivation, measure: Measure) -> View:
    users = enumerate(zip(state.users, state.rankings, strict=True), start=1)
    rows = [_user(k, lanes.name, ranking, derivation, measure) for k, (lanes, ranking) in users]
    return {"kind": "users", "term": measure.name, "cut": None, "graded": False, "shown": rows, "missed": []}


def _user(k: int, name: str, ranking: Ranking, derivation: Derivation, measure: Measure) -> View:
    step, relevant, added = derivation.per_rank, int(ranking.relevant), derivation.contributions.get(k, 0.0)
    value = float(step.value[k - 1]) if step else math.nan
    nothing = measure.metric.has_empty and measure.finds_nothing(ranking)
    term = written(math.nan if nothing else value)
    say = _nothing(name, value) if nothing else f"{isolated(name)}: {term}. {_adds(derivation, added)}"
    about = {"id": f"u{k}", "term": term, "counts": bool(added), "out": math.isnan(value), "say": say}
    return _table_row(k, name, _("{count} relevant", count=relevant)) | about


def _nothing(user: str, value: float) -> str:
    facts = {"users": isolated(user), "value": number(value)}
    if math.isnan(value):
        return _("{users}: no relevant item, so 0/0, which is left out of the mean.", **facts)
    return _("{users}: no relevant item, so 0/0, which counts as {value} in the mean.", **facts)


def some(texts: Sequence[str]) -> list[str]:
    """Return the first texts, and how many more there are."""
    more = len(texts) - MAX_NAMED
    return [*texts[:MAX_NAMED], *([_("... ({count} more)", count=more)] if more > 0 else [])]


def listed(given: Ranking | Ratings, labels: Sequence[object] | None = None) -> View:
    """Show the ranks, users or ratings as the rows of a table; what was missed in a sentence."""
    if labels is not None and (isinstance(given, Ratings) or given.is_batch):
        raise refused("labels name the items of one list; what is given is none")
    if isinstance(given, Ratings):
        rows = [_table_row(rank) for rank in range(1, np.size(given.actual) + 1)]
        return {"kind": "ratings", "heading": _("Ratings"), "item": "", "rows": rows, "missed": "", "empty": ""}
    if given.is_batch:
        lists = [(one_line(user), given.user(user)) for user in given.users or []]
        marks = [("" if one.is_binary else " ").join(one.marks()) for _user, one in lists]
        rows = [_table_row(k + 1, user, f"{marks[k]}, |R| = {one.relevant}") for k, (user, one) in enumerate(lists)]
        about = {"kind": "users", "heading": _("Users"), "item": _("user")}
        return about | {"rows": rows, "missed": "", "empty": _("No user.")}
    state = State((lanes_of(given, "", labels),), marks_of(given))
    lanes = lanes_view(state, state.lanes)
    named = bool(given.missed_items) or (labels is not None and len(labels) > len(given.shown))
    told = [_not_shown(lanes["missed"], graded=state.graded, named=named)]
    if state.threshold != 1:
        told.append(_("Relevant: from grade {threshold} on.", threshold=number(state.threshold)))
    unnamed = {"label": ""} if given.items is None and labels is None else {}
    rows = [{key: row[key] for key in _table_row(0)} | unnamed for row in lanes["shown"]]
    about = {"kind": "items", "heading": _("Shown"), "item": "" if unnamed else _("item")}
    return about | {"rows": rows, "missed": " · ".join(filter(None, told)), "empty": _("The list is empty.")}


def _table_row(rank: int, label: str = "", note: str = "") -> View:
    return {"rank": rank, "label": label, "note": note, "badge": "", "relevant": False, "state_word": ""}


def _not_shown(rows: list[dict[str, Any]], *, graded: bool, named: bool) -> str:
    if not rows:
        return ""
    if not graded:
        names = ", ".join(some([isolated(row["label"]) for row in rows])) if named else str(len(rows))
        return _("Missed: {items}", items=names)
    rows = unsorted(rows)
    grades = [_("grade {grade}", grade=number(row["grade"])) for row in rows]
    if named:
        grades = [f"{isolated(row['label'])} ({grade})" for row, grade in zip(rows, grades, strict=True)]
    return _("Missed: {items}", items="; ".join(some(grades)))


def unsorted(best_first: Sequence[Sorted]) -> list[Sorted]:
    """Return what is sorted in another order, so that a question does not print its ideal list: last, first, last but one.

    >>> unsorted([3, 2, 1]), unsorted([3, 3, 2, 1])
    ([1, 3, 2], [1, 3, 2, 3])
    """
    pairs = zip(reversed(best_first), best_first, strict=True)
    return [*chain.from_iterable(pairs)][: len(best_first)]


# values and derivations


def written(value: float) -> str:
    return "0/0" if math.isnan(value) else number(value, fixed=4)


def change(value: float, before: float | None) -> dict[str, Any]:
    if before is None:
        return {"delta": "", "dir": 0}
    by = (0 if math.isnan(value) else value) - (0 if math.isnan(before) else before)
    if abs(by) < 5e-5:
        return {"delta": _("no change"), "dir": 0}
    return {"delta": ("+" if by > 0 else "") + number(by, fixed=4), "dir": 1 if by > 0 else -1}


def derivation_view(derivation: Derivation, value: float) -> dict[str, Any]:
    result, symbol, sums = derivation.result, HTML.symbol(derivation.symbol), _quotient_of(derivation)
    formula, whole = result.write_formula(HTML), equal(symbol, _last_forms(derivation, sums, value))
    steps = () if math.isnan(value) else _where(derivation, sums)  # of 0/0 its reason says all
    below = [{"html": working.step_html(step), "why": step.why} for step in steps]
    if sums:
        below.append({"html": HTML.symbol(sums[1].symbol), "why": (derivation.step("g*_i") or sums[1]).why})
    return {
        "name": derivation.symbol,
        "long": derivation.title,
        "definition": equal(symbol, [formula]) if formula else "",
        "working": _below_sums(whole, derivation, sums) if sums else whole,
        "where": below + [{"html": "", "why": result.why[:1].upper() + result.why[1:]}] * bool(result.why),
        "result": written(value),
    }


def _last_forms(derivation: Derivation, sums: Sequence[Step], value: float) -> list[str]:
    result = derivation.result
    by_empty = result.working.kind == "number" and working.write_formula(result.term).kind == "/"  # what 0/0 counts as
    if math.isnan(value) or by_empty:
        return [] if math.isnan(value) else ["0/0"]  # where it has no value, that is what stands in its place
    if sums:
        numbers = (working.Expression("number", value=float(step.value)) for step in sums)
        return [working.show(working.Expression("/", tuple(numbers)), HTML)]
    return result.forms(HTML)[: 2 if _written_twice(result) else 1]


def _quotient_of(derivation: Derivation) -> list[Step]:
    """Return the sum over the list and the sum over the ideal list, if the value is their quotient."""
    is_quotient = derivation.metric.ideal and derivation.ranking is not None and not derivation.ranking.is_batch
    return derivation.sums if is_quotient and len(derivation.sums) == 2 else []


def _below_sums(whole: str, derivation: Derivation, sums: Sequence[Step]) -> str:
    """Write a line for each of the two sums above what is made of them; the ideal list's terms are folded into its items."""
    lines = []
    for step, marks in zip(sums, ("", _ideal_marks(derivation)), strict=True):
        forms = step.forms(HTML)
        if marks and len(forms) > 1:
            forms[0] = f'<details class="me-ideal-terms"><summary>{marks}</summary>{forms[0]}</details>'
        lines += [f"<span>{side}</span>" for side in (HTML.symbol(step.symbol), " ".join(map(working.signed, forms)))]
    return f'<span class="me-sums">{"".join(lines)}{whole}</span>'


def _ideal_marks(derivation: Derivation) -> str:
    """Write the items of the ideal list: their grades, or R for each."""
    graded, each = derivation.step("g*_i"), derivation.step(derivation.metric.ideal)
    items = np.count_nonzero(each.value) if each else 0
    marks = ["R"] * items if graded is None else derivation.ranking.marks(graded.value[:items])
    badge = '<span class="me-relevant"><span class="me-badge">{}</span></span>'
    return "".join(working.folded(marks, badge.format, HTML.fold))


def _written_twice(result: Step) -> bool:
    tree, folded = result.working, working.write_numbers(result.term, (), whole=False)
    return tree.kind == "/" and len(result.forms(HTML)) > 2 and (folded.is_quotient or not tree.parts[1].is_integer)


def _where(derivation: Derivation, sums: Sequence[Step]) -> list[Step]:
    if sums:
        return [step for step in derivation.steps[:-1] if not step.index and step not in sums]
    told = {id(part) for step in derivation.steps for part in unnamed(step.term) if part.function is np.sum}
    steps = [s for s in derivation.steps[:-1] if not s.index or (s.index == "*i" and s.term.function is None)]
    return [s for s in steps if (s.why or id(s.term) not in told) and not (s.symbol == "|R|" and derivation.step("D"))]


def unnamed(term: Term) -> Iterator[Term]:
    """Give what a term is made of, down to what has a symbol."""
    for operand in working.terms_in(term.operands):
        yield operand
        if not operand.symbol:
            yield from unnamed(operand)


def zeros(derivation: Derivation) -> int:
    """How many relevant items that were not read stand as zeros in a mean over relevant items."""
    tree, relevant = derivation.result.working, derivation.step("|R|")
    if not derivation.metric.averages or tree.kind != "/" or relevant is None or tree.parts[1].value > relevant.value:
        return 0
    return max(0, int(tree.parts[1].value) - len(derivation.counted))
