"""Lists, users and ratings as the page shows them, with the sentence of each row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from typing import TypeVar

import numpy as np

from metrics_edu.language import N_, _, ngettext, number, refused
from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.widgets.contract.lists import ItemList, ItemRow, UserList
from metrics_edu.widgets.contract.shared import GradeView, ListedRows, StepRow
from metrics_edu.widgets.core.derivation_views import written
from metrics_edu.widgets.list_state.state import State, marks_of
from metrics_edu.widgets.list_state.user_lists import MAX_ITEMS, Item, UserLists, user_lists_of
from metrics_edu.working import Derivation
from metrics_edu.working.expression import Quotient
from metrics_edu.working.labels import in_line, isolated, one_line
from metrics_edu.working.steps import Step

MAX_NAMED = 8  # the number of things that a sentence names; of more it says how many
LONG_LIST = 60  # from this number of items on, the page gets the sentence of an item only when it is chosen


Sorted = TypeVar("Sorted")


def user_lists_view(
    state: State, user_lists: UserLists, derivation: Derivation | None = None, cut: int | None = None
) -> ItemList:
    """Show the two lists, each item with its term in the derivation, if there is one; no item below the cut-off is read."""
    ranking = state.ranking_of(user_lists)
    hits, total = int(ranking.hits().sum()), int(ranking.relevant)
    *terms, none = _terms(derivation, len(user_lists.shown))
    in_ideal = _in_ideal_list(state, user_lists, derivation) if derivation and derivation.metric.ideal else set()
    shown = [_shown(state, user_lists, rank, term, derivation, cut) for rank, term in enumerate(terms, start=1)]
    return {
        "kind": "items",
        "term": _heading(derivation.per_rank if derivation else None),
        "cut": cut,
        "graded": state.graded,
        "shown": shown,
        "missed": [
            _missed(state, item, none, derivation, is_in_ideal=item.id in in_ideal) for item in user_lists.missed
        ],
        "hits": hits,
        "pool": pool_sentence(hits, int(ranking.hits(cut).sum()), total),
        "relevant": {"value": total, "min": hits, "max": MAX_ITEMS},
    }


def terms_in(shown: ItemList | UserList) -> dict[str, list[str]]:
    """Return the terms in the view of a list, as a column by its heading without the part in parentheses."""
    return {shown["term"].partition(" (")[0]: [row["term"] for row in shown["shown"]]}


def pool_sentence(shown: int, read: int, total: int) -> str:
    parts = [ngettext("{count} shown", "{count} shown", shown)]
    if cut := shown - read:
        parts = [ngettext("{count} read", "{count} read", read), ngettext("{count} cut off", "{count} cut off", cut)]
    parts.append(ngettext("{count} missed", "{count} missed", total - shown))
    return f"|R| = {' + '.join(parts)} = {total}"


def _heading(step: Step | None) -> str:
    symbol = in_line(step.symbol) if step else ""
    return symbol if symbol in ("", in_line("rel_i")) else _("{symbol} (bold counts)", symbol=symbol)


def _shown(
    state: State, user_lists: UserLists, rank: int, term: str, derivation: Derivation | None, cut: int | None
) -> ItemRow:
    item = user_lists.shown[rank - 1]
    mark = grade_view(item.grade, state.threshold, graded=state.graded)
    text = None if derivation else ""
    if derivation and len(user_lists.shown) < LONG_LIST:
        text = sentence(user_lists, rank, derivation, cut)
    return {
        "id": item.id,
        "label": item.label,
        "grade": item.grade,
        "note": "",
        "badge": mark["badge"],
        "relevant": mark["relevant"],
        "state_word": mark["state_word"],
        "rank": rank,
        "counts": bool(derivation and rank in derivation.counted),
        "sentence": text,
        "out": cut is not None and rank > cut,
        "term": term,
    }


def _missed(state: State, item: Item, term: str, derivation: Derivation | None, *, is_in_ideal: bool) -> ItemRow:
    mark = grade_view(item.grade, state.threshold, graded=state.graded)
    is_relevant = item.grade >= state.threshold
    text = N_("{label}: relevant and not shown. It adds nothing.")
    if is_in_ideal and is_relevant:
        text = N_("{label}: relevant and not shown. It adds nothing, but the ideal list counts it, so {symbol} rises.")
    elif is_in_ideal:
        text = N_(
            "{label}: not shown, and its grade {grade} is below the threshold. The ideal list counts it, "
            "so {symbol} rises."
        )
    elif not is_relevant:
        text = N_("{label}: not shown, and its grade {grade} is below the threshold.")
    elif derivation and derivation.metric.ideal:
        text = N_("{label}: relevant and not shown. It adds nothing, and the ideal list does not count it.")
    elif derivation is None or derivation.step("|R|"):  # AP may be divided by the hits, and P has no |R|
        text = N_("{label}: relevant and not shown. It adds nothing, but |R| counts it.")
    symbol = in_line(derivation.sums[-1].symbol) if derivation and is_in_ideal else ""
    return {
        "id": item.id,
        "label": item.label,
        "grade": item.grade,
        "note": "",
        "badge": mark["badge"],
        "relevant": mark["relevant"],
        "state_word": mark["state_word"],
        "rank": None,
        "counts": False,
        "out": False,
        "sentence": _(text, label=item.called, grade=number(item.grade), symbol=symbol),
        "term": term,
    }


def _in_ideal_list(state: State, user_lists: UserLists, derivation: Derivation) -> set[str]:
    """Return the ids of the items in the ideal list; none where it has other items than those of the pool."""
    step = derivation.step(derivation.metric.ideal)
    if step is None or step.term.parameters.get("ideal") in ("retrieved", "ones"):
        return set()
    best_first = sorted(user_lists, key=lambda item: -state.worth_of(item))
    return {item.id for item in best_first[: np.count_nonzero(step.value)]}


def grade_view(grade: float, threshold: float, *, graded: bool) -> GradeView:
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


def sentence(user_lists: UserLists, rank: int, derivation: Derivation, cut: int | None) -> str:
    start = _("Rank {rank}, {label}:", rank=rank, label=user_lists.shown[rank - 1].called)
    if cut is not None and rank > cut:
        return f"{start} " + _("below the cut-off n = {n}, so it is not read.", n=cut)
    step, added = derivation.per_rank, derivation.contributions.get(rank, 0)
    reason = step.element_reason(rank - 1) if step else ""
    sentence = f"{start} {reason}." if reason else start
    if rank in derivation.counted:
        return f"{sentence} {_adds(derivation, added)}" if added else sentence
    silent = step is None or step.symbol == "rel_i" or derivation.result.working.position
    return sentence if silent else f"{sentence} " + _("Not relevant, so it adds nothing.")


def _adds(derivation: Derivation, added: float) -> str:
    tree, facts = derivation.result.working, {"value": number(added, fixed=4), "symbol": derivation.symbol}
    if not isinstance(tree, Quotient):
        return _("It adds {value} to {symbol}.", **facts)
    return _("Divided by {divisor}, it adds {value}.", divisor=number(tree.parts[1].value), **facts)


def users_view(state: State, derivation: Derivation, measure: Measure) -> UserList:
    users = enumerate(zip(state.users, state.rankings, strict=True), start=1)
    rows = [_user(k, user_lists.name, ranking, derivation, measure) for k, (user_lists, ranking) in users]
    return {"kind": "users", "term": measure.name, "cut": None, "graded": False, "shown": rows, "missed": []}


def _user(k: int, name: str, ranking: Ranking, derivation: Derivation, measure: Measure) -> ItemRow:
    step, relevant, added = derivation.per_rank, int(ranking.relevant), derivation.contributions.get(k, 0.0)
    value = float(step.value[k - 1]) if step else math.nan
    nothing = measure.metric.has_empty and measure.finds_nothing(ranking)
    term = written(math.nan if nothing else value)
    text = _nothing(name, value) if nothing else f"{isolated(name)}: {term}. {_adds(derivation, added)}"
    return {
        "rank": k,
        "label": name,
        "note": _("{count} relevant", count=relevant),
        "badge": "",
        "relevant": False,
        "state_word": "",
        "id": f"u{k}",
        "term": term,
        "counts": bool(added),
        "out": math.isnan(value),
        "sentence": text,
    }


def _nothing(user: str, value: float) -> str:
    facts = {"users": isolated(user), "value": number(value)}
    if math.isnan(value):
        return _("{users}: no relevant item, so 0/0, which is left out of the mean.", **facts)
    return _("{users}: no relevant item, so 0/0, which counts as {value} in the mean.", **facts)


def some(texts: Sequence[str]) -> list[str]:
    """Return the first texts, and how many more there are."""
    more = len(texts) - MAX_NAMED
    return [*texts[:MAX_NAMED], *([_("... ({count} more)", count=more)] if more > 0 else [])]


def listed(data: Ranking | Ratings, labels: Sequence[object] | None = None) -> ListedRows:
    """Show the ranks, users or ratings as the rows of a table; what was missed in a sentence."""
    if labels is not None and (isinstance(data, Ratings) or data.is_batch):
        raise refused("labels name the items of one list, but there is no single list here")
    if isinstance(data, Ratings):
        rows = [_table_row(rank) for rank in range(1, np.size(data.actual) + 1)]
        return {"kind": "ratings", "heading": _("Ratings"), "item": "", "rows": rows, "missed": "", "empty": ""}
    if data.is_batch:
        lists = [(one_line(user), data.user(user)) for user in data.users or []]
        marks = [("" if ranking.is_binary else " ").join(ranking.marks()) for _user, ranking in lists]
        rows = [
            _table_row(k + 1, user, f"{marks[k]}, |R| = {ranking.relevant}") for k, (user, ranking) in enumerate(lists)
        ]
        return {
            "kind": "users",
            "heading": _("Users"),
            "item": _("user"),
            "rows": rows,
            "missed": "",
            "empty": _("No user."),
        }
    user_lists = user_lists_of(data, "", labels)
    state = State((user_lists,), marks_of(user_lists.ranking(data.threshold)))
    view = user_lists_view(state, user_lists)
    named = bool(data.missed_items) or (labels is not None and len(labels) > len(data.shown))
    notes = [_not_shown(view["missed"], graded=state.graded, named=named)]
    if state.threshold != 1:
        notes.append(_("Relevant: grade {threshold} or higher.", threshold=number(state.threshold)))
    if data.known_catalogue is not None:
        notes.append(_("Items in the catalogue: {count}.", count=int(data.catalogue)))
    unnamed = data.items is None and labels is None
    return {
        "kind": "items",
        "heading": _("Shown"),
        "item": "" if unnamed else _("item"),
        "rows": [_step_row(rank, row, unnamed=unnamed) for rank, row in enumerate(view["shown"], start=1)],
        "missed": " · ".join(filter(None, notes)),
        "empty": _("The list is empty."),
    }


def _step_row(rank: int, row: ItemRow, *, unnamed: bool) -> StepRow:
    label = "" if unnamed else row["label"]
    mark: GradeView = {"badge": row["badge"], "relevant": row["relevant"], "state_word": row["state_word"]}
    return {"rank": rank, "label": label, "note": row["note"], **mark}


def _table_row(rank: int, label: str = "", note: str = "") -> StepRow:
    return {"rank": rank, "label": label, "note": note, "badge": "", "relevant": False, "state_word": ""}


def _not_shown(rows: list[ItemRow], *, graded: bool, named: bool) -> str:
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
