"""The lists or ratings that a card asks about, as the page shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from metrics_edu.language import _, ngettext, number
from metrics_edu.metrics import Ranking, Ratings
from metrics_edu.widgets.contract.cards import ItemTile, QuestionView
from metrics_edu.widgets.contract.shared import GradeView
from metrics_edu.widgets.core.list_views import grade_view, pool_sentence, unsorted
from metrics_edu.widgets.core.still import rating_rows, shortened
from metrics_edu.widgets.list_state.user_lists import user_lists_of
from metrics_edu.working.labels import one_line

GAP_TILE: ItemTile = {"rank": "…", "badge": "", "relevant": False, "spoken": ""}
NO_RANKS: Mapping[int, bool] = {}
MAX_USERS, ON_ONE_LINE = 12, 16


def views_of(
    data: Ranking | Ratings,
    title: str = "",
    labels: Sequence[str] = (),
    cut: int | None = None,
    *,
    lit: Mapping[int, bool] = NO_RANKS,
    revealed: bool,
) -> list[QuestionView]:
    """Show the data of a question; until the value is `revealed`, no grades are in the order of the ideal list.

    Of the ranks that are `lit`, the terms in the computation that was checked are right or not.
    """
    if isinstance(data, Ratings):
        return [_ratings_view(data, title)]
    if not data.is_batch:
        view = _list_view(data, title, labels or data.items or (), cut, revealed=revealed)
        for tile in view["tiles"]:
            if tile["rank"].isdecimal() and int(tile["rank"]) in lit:
                is_right = lit[int(tile["rank"])]
                tile["lit"] = "right" if is_right else "wrong"
                tile["spoken"] += ", " + (_("its term is right") if is_right else _("its term is wrong"))
        return [view]
    users = data.users or []
    names = [_("User {user}", user=one_line(user)) for user in users[:MAX_USERS]]
    views = [
        _list_view(data.user(user), f"{title}: {name}" if title else name, (), cut, revealed=revealed)
        for user, name in zip(users, names, strict=False)
    ]
    if len(users) > MAX_USERS:
        views[-1]["notes"].append(_("... ({count} more)", count=len(users) - MAX_USERS))
    return views


def _list_view(ranking: Ranking, title: str, labels: Sequence[str], cut: int | None, *, revealed: bool) -> QuestionView:
    graded, relevant, shown = not ranking.is_binary, int(ranking.relevant), int(ranking.hits().sum())
    grades = ranking.shown.tolist()
    ranked = enumerate(zip(grades, labels or [""] * len(grades), strict=True), start=1)
    tiles = shortened(
        [
            _tile(rank, grade_view(grade, ranking.threshold, graded=graded), name, out=rank > (cut or rank))
            for rank, (grade, name) in ranked
        ],
        GAP_TILE,
    )
    notes = [
        ngettext(
            "|R| = {count} relevant item: {shown} shown, {missed} missed",
            "|R| = {count} relevant items: {shown} shown, {missed} missed",
            relevant,
            shown=shown,
            missed=relevant - shown,
        )
    ]
    if (read := int(ranking.hits(cut).sum())) < shown:
        notes = [pool_sentence(shown, read, relevant)]
    if graded:
        notes += _grade_notes(ranking, revealed=revealed)
    if ranking.threshold != 1:
        notes.append(_("Relevant: grade {threshold} or higher.", threshold=number(ranking.threshold)))
    if ranking.known_catalogue is not None:
        notes.append(_("Items in the catalogue: {count}.", count=int(ranking.catalogue)))
    return {"title": title, "tiles": tiles, "notes": notes, "empty": "" if tiles else _("The list is empty.")}


def _grade_notes(ranking: Ranking, *, revealed: bool) -> list[str]:
    missed = unsorted([item.grade for item in user_lists_of(ranking, "").missed])
    grades = [number(grade) for grade in (ranking.pool().tolist() if revealed else missed) if grade]
    listed = ("\xa0" if len(grades) <= ON_ONE_LINE else " ").join(grades)
    if not grades:
        return []
    if revealed:
        return [_("All grades above 0, shown or missed, best\xa0first:\xa0{grades}.", grades=listed)]
    return [_("Grades above 0 that are not shown, unsorted:\xa0{grades}.", grades=listed)]


def _tile(rank: int, grade: GradeView, label: str, *, out: bool) -> ItemTile:
    spoken = _("rank {rank}, {word}", rank=rank, word=grade["state_word"]) + (", " + _("cut off") if out else "")
    return {
        "rank": str(rank),
        "badge": grade["badge"],
        "relevant": grade["relevant"],
        "out": out,
        "spoken": spoken,
        "label": one_line(label),
    }


def _ratings_view(data: Ratings, title: str) -> QuestionView:
    rows = [[head, *shortened(cells, "…")] for head, *cells in rating_rows(data)]
    return {"title": title, "rows": rows, "notes": [], "tiles": [], "empty": ""}
