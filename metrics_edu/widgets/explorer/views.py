"""Views: what the front end shows of lists and derivations, as plain dicts. Pure functions; no widget here."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics_edu.language import _, ngettext, number
from metrics_edu.metrics import Ranking
from metrics_edu.widgets.explorer.lanes import MOST_ITEMS, Item, Lanes
from metrics_edu.working import (
    HTML,
    TEXT,
    Derivation,
    Step,
    Term,
    in_line,
    isolated,
    show,
    step_html,
    terms_in,
    write_formula,
    write_numbers,
)


@dataclass(frozen=True)
class Marks:
    """How items are marked: by grades or just R and N, and relevant from which grade on."""

    graded: bool
    threshold: float


MOST_NAMED = 8

LONG = 60
"""From so many items on, the sentence of an item is told when it is chosen, and not sent ahead."""


@dataclass(frozen=True)
class Terms:
    """What a metric makes of the shown items: the heading of their terms, and of each rank its term and its sentence."""

    heading: str = ""
    terms: Sequence[str] = ()
    counted: frozenset[int] = frozenset()
    say: Callable[[int], str] = lambda rank: ""
    cut: int | None = None
    counts_missed: bool = True


NO_TERMS = Terms()


def lanes_view(lanes: Lanes, ranking: Ranking, marks: Marks, of: Terms = NO_TERMS) -> dict[str, Any]:
    """Show the two lanes, each item with its term."""
    hits, total = int(ranking.hits().sum()), int(ranking.relevant)
    missed = sum(item.grade >= marks.threshold for item in lanes.missed)
    all_shown = ngettext("None: the relevant item is shown.", "None: all {count} relevant items are shown.", total)
    none = all_shown if total else _("None. No item is relevant at all.")
    return {
        "kind": "items",
        "heading": _("Shown"),
        "sub": _("{hits} of {shown} relevant", hits=hits, shown=len(lanes.shown)),
        "term": of.heading,
        "cut": of.cut if of.cut is not None and of.cut < len(lanes.shown) else None,
        "cut_label": _("cut-off n = {n}", n=of.cut),
        "graded": marks.graded,
        "shown": [_shown(item, rank, marks, of) for rank, item in enumerate(lanes.shown, start=1)],
        "shown_empty": _("Empty: add an item, or paste a list."),
        "missed_heading": _("Missed"),
        "missed_sub": _("with a grade, not shown") if marks.graded else _("relevant, not shown"),
        "pool": f"|R| = {hits} + {missed} = {total}",
        "relevant": {"value": total, "min": hits, "max": MOST_ITEMS},
        "missed_empty": none,
        "missed": [_missed(item, marks, of) for item in lanes.missed],
    }


def _shown(item: Item, rank: int, marks: Marks, of: Terms) -> dict[str, Any]:
    about = {"rank": rank, "term": of.terms[rank - 1] if of.terms else "", "counts": rank in of.counted}
    say = of.say(rank) if len(of.terms) < LONG else None
    return _row(item, marks) | about | {"out": of.cut is not None and rank > of.cut, "say": say}


def _missed(item: Item, marks: Marks, of: Terms) -> dict[str, Any]:
    about = _("{label}: not shown, and its grade {grade} is under the threshold.")
    if item.grade >= marks.threshold:
        about = _("{label}: relevant and not shown. It adds nothing.")
        if of.counts_missed:
            about = _("{label}: relevant and not shown. It adds nothing, but |R| counts it.")
    say = about.format(label=item.called, grade=number(item.grade))
    return _row(item, marks) | {
        "rank": None, "term": "0" if any(of.terms) else "", "counts": False, "out": False, "say": say}  # fmt: skip


def _row(item: Item, marks: Marks) -> dict[str, Any]:
    relevant = item.grade >= marks.threshold
    word = _("relevant") if relevant else _("not relevant")
    badge = "R" if relevant else "N"
    if marks.graded:
        word = _("grade {grade}, {word}", grade=number(item.grade), word=word)
        badge = number(item.grade) if item.grade else "N"
    about = {"id": item.id, "label": item.label, "grade": item.grade, "badge": badge}
    return about | {"relevant": relevant, "state_word": word, "note": ""}


def terms_of(lanes: Lanes, derivation: Derivation, cut: int | None) -> Terms:
    """Give each shown item its term in the derivation, and the sentence that says what it adds."""
    step = derivation.per_rank
    head = in_line(step.symbol) if step else ""
    if head not in ("", in_line("rel_i")):
        head = _("{symbol} (bold counts)", symbol=head)
    terms = [_term(step, k) for k in range(len(lanes.shown))]
    counts_missed = (
        not derivation.metric.averages or derivation.step("|R|") is not None
    )  # AP may be divided by the hits
    counted = frozenset(derivation.counted)
    return Terms(head, terms, counted, lambda rank: sentence(lanes, rank, derivation, cut), cut, counts_missed)


def _term(step: Step | None, k: int) -> str:
    if step is None:
        return "0"
    if k >= len(step.value):
        return "–"  # below the cut-off: not read
    tree, value = step.expressions[k], float(step.value[k])
    if tree.is_quotient:
        return show(tree.at(None), TEXT)
    return number(value, fixed=None if value == round(value) else 4)


def sentence(lanes: Lanes, rank: int, derivation: Derivation, cut: int | None) -> str:
    """Say what the item at a rank adds, and why."""
    start = _("Rank {rank}, {label}:", rank=rank, label=lanes.shown[rank - 1].called)
    if cut is not None and rank > cut:
        return f"{start} " + _("below the cut-off n = {n}, so it is not read.", n=cut)
    step = derivation.per_rank
    each = step.each(rank - 1) if step else ""
    parts = [start, *([each + "."] if each else [])]
    added = derivation.contributions.get(rank, 0)
    if rank in derivation.counted and added:
        parts.append(_adds(derivation, added))
    elif rank not in derivation.counted and step and step.symbol != "rel_i" and not derivation.result.working.place:
        parts.append(_("Not relevant, so it adds nothing."))
    return " ".join(parts)


def _adds(derivation: Derivation, added: float) -> str:
    working, facts = derivation.result.working, {"value": number(added, fixed=4), "symbol": derivation.symbol}
    if working.kind != "/":
        return _("It adds {value} to {symbol}.", **facts)
    return _("Divided by {divisor}, it adds {value}.", divisor=number(working.parts[1].value), **facts)


def users_view(users: Sequence[tuple[str, Ranking]], derivation: Derivation, label: str) -> dict[str, Any]:
    """Show a row a user, with the user's value of the metric called `label`."""
    return {
        "kind": "users", "heading": _("Users"), "sub": _("one row each"), "cut": None, "cut_label": "", "graded": False,
        "term": label, "shown": [_user(k, *user, derivation) for k, user in enumerate(users, start=1)], "missed": [],
        "shown_empty": "", "missed_heading": "", "missed_sub": "", "pool": "", "missed_empty": "",
    }  # fmt: skip


def _user(k: int, name: str, ranking: Ranking, derivation: Derivation) -> dict[str, Any]:
    step = derivation.per_rank
    own = float(step.value[k - 1]) if step else math.nan
    nothing = int(ranking.relevant) == 0 and derivation.metric.has_empty
    added = derivation.contributions.get(k, 0.0)
    value = written(math.nan if nothing else own)
    say = _nothing([name], own) if nothing else f"{isolated(name)}: {value}. {_adds(derivation, added)}"
    return {
        "id": f"u{k}", "rank": k, "label": name, "grade": 0, "badge": "", "relevant": False, "term": value,
        "counts": bool(added), "out": math.isnan(own), "say": say, "state_word": "",
        "note": _("{count} relevant", count=int(ranking.relevant)),
    }  # fmt: skip


def _nothing(users: Sequence[str], value: float) -> str:
    text = _("{users}: no relevant item, so 0/0, which is left out of the mean.")
    if not math.isnan(value):
        text = _("{users}: no relevant item, so 0/0, which counts as {value} in the mean.")
    return text.format(users=", ".join(some([*map(isolated, users)])), value=number(value))


def some(texts: Sequence[str]) -> list[str]:
    """Return the first texts, and how many more there are."""
    more = len(texts) - MOST_NAMED
    return [*texts[:MOST_NAMED], *([_("... ({count} more)", count=more)] if more > 0 else [])]


def derivation_view(derivation: Derivation, value: float) -> dict[str, Any]:
    """Show the definition, the working with its terms, what it names, and the value (NaN: 0/0)."""
    result = derivation.result
    by_definition = (
        result.working.kind == "number" and write_formula(result.term).kind == "/"
    )  # no number, but what 0/0 is
    forms = ["0/0"] if math.isnan(value) or by_definition else result.forms(HTML)[: 2 if _written_twice(result) else 1]
    equal = ' <span class="me-eq">=</span> '
    symbol, formula = HTML.symbol(derivation.symbol), result.write_formula(HTML)
    below = [{"html": step_html(step), "why": step.why} for step in _where(derivation)]
    return {
        "name": derivation.symbol,
        "long": derivation.title,
        "definition": symbol + equal + formula if formula else "",
        "working": symbol + equal + equal.join(forms),
        "where": below + [{"html": "", "why": why} for why in (result.why, _users_without(derivation)) if why],
        "result": written(value),
    }


def _users_without(derivation: Derivation) -> str:
    ranking, step = derivation.ranking, derivation.per_rank
    if step is None or step.index != "u" or not derivation.metric.has_empty:
        return ""
    without = [k for k, relevant in enumerate(ranking.relevant) if not relevant]
    users = ranking.users or [f"{_('user')} {k}" for k in range(1, len(ranking.relevant) + 1)]
    return _nothing([users[k] for k in without], float(step.value[without[0]])) if without else ""


def change(value: float, before: float | None) -> dict[str, Any]:
    """Say by how much a value has changed: a signed text, and 1, 0 or -1."""
    if before is None:
        return {"delta": "", "dir": 0}
    by = (0 if math.isnan(value) else value) - (0 if math.isnan(before) else before)
    if abs(by) < 5e-5:
        return {"delta": _("no change"), "dir": 0}
    return {"delta": ("+" if by > 0 else "") + number(by, fixed=4), "dir": 1 if by > 0 else -1}


def written(value: float) -> str:
    """Write a value to four decimals; what is 0/0 as that."""
    return "0/0" if math.isnan(value) else number(value, fixed=4)


def _written_twice(result: Step) -> bool:
    tree, short = result.working, write_numbers(result.term, (), whole=False)
    return tree.kind == "/" and short != tree and (short.is_quotient or not tree.parts[1].is_integer)


def _where(derivation: Derivation) -> list[Step]:
    out = {id(part) for step in derivation.steps for part in _sums_written_out(step.term)}
    wanted = [s for s in derivation.steps[:-1] if not s.index or (s.index == "*i" and s.term.function is None)]
    return [step for step in wanted if step.why or id(step.term) not in out]


def _sums_written_out(term: Term) -> Iterator[Term]:
    for operand in terms_in(term.operands):
        if operand.symbol and operand.function is np.sum:
            yield operand
        elif not operand.symbol:
            yield from _sums_written_out(operand)


def zeros(derivation: Derivation) -> int:
    """How many relevant items that were not read stand as zeros in a mean over relevant items."""
    tree = derivation.result.working
    relevant = derivation.step("|R|")
    if not derivation.metric.averages or tree.kind != "/" or relevant is None or tree.parts[1].value > relevant.value:
        return 0
    return max(0, int(tree.parts[1].value) - len(derivation.counted))
