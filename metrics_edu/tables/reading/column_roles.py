"""Column roles: which column of a table is the user, the item and the number, by their names.

A table often has a true rating beside a predicted one. A name that says which of the two it is (`predicted`, `y_true`) decides.
A name that fits both (`rating`) is read where no other column can be the number; otherwise the caller has to name it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from metrics_edu.files.table_error import unreadable
from metrics_edu.language import SPREADSHEET, _, read_number
from metrics_edu.tables.reading.cell_values import is_list
from metrics_edu.working.labels import without_accents

PAIR = ("user", "item")

ALIASES: dict[str, tuple[str, ...]] = {
    "user": (
        "user",
        "user_id",
        "userid",
        "uid",
        "u",
        "usuario",
        "id_usuario",
        "usuario_id",
        "idusuario",
        "query",
        "query_id",
        "qid",
        "q_id",
    ),
    "item": (
        "item",
        "item_id",
        "itemid",
        "iid",
        "i",
        "movie",
        "movieid",
        "movie_id",
        "product",
        "product_id",
        "productid",
        "doc",
        "doc_id",
        "docid",
        "docno",
        "id_item",
        "iditem",
        "pelicula",
        "id_pelicula",
        "pelicula_id",
        "idpelicula",
        "producto",
        "id_producto",
        "producto_id",
        "articulo",
    ),
    "rank": ("rank", "position", "pos", "ranking", "posicion", "puesto", "lugar", "orden"),
    "score": (
        "score",
        "est",
        "prediction",
        "pred",
        "predicted_rating",
        "estimate",
        "sim",
        "puntaje",
        "puntuacion",
        "prediccion",
        "rating_predicho",
        "estimacion",
    ),
    "grade": (
        "grade",
        "rating",
        "relevance",
        "rel",
        "label",
        "value",
        "calificacion",
        "valoracion",
        "nota",
        "grado",
        "relevancia",
    ),
    "items": ("items", "recommendations", "recs", "recomendaciones"),
}
"""How columns may be called, in any case and with or without accents; other names are given by argument. The
column `items` has all items of a user in one cell, rank 1 first."""

LIKELY = {
    "user": (
        "user",
        "usuario",
        "query",
        "customer",
        "client",
        "session",
        "visitor",
        "member",
        "reader",
        "reviewer",
        "person",
        "listener",
        "viewer",
        "player",
        "topic",
        "question",
        "cliente",
        "sesion",
        "lector",
        "persona",
        "consulta",
    ),
    "item": (
        "item",
        "movie",
        "product",
        "doc",
        "pelicula",
        "producto",
        "articulo",
        "corpus",
        "passage",
        "chunk",
        "pid",
        "document",
        "article",
        "track",
        "song",
        "artist",
        "album",
        "book",
        "isbn",
        "asin",
        "video",
        "film",
        "game",
        "business",
        "restaurant",
        "recipe",
        "hotel",
        "news",
        "job",
        "sku",
        "anime",
        "documento",
        "fragmento",
        "cancion",
        "libro",
        "receta",
        "noticia",
    ),
}
"""Words that name users and items where no column has a name of ALIASES, alone or with one of ID_WORDS: customer_id."""

ID_WORDS = ("id", "ids", "code", "key", "codigo")
LIST_WORDS = ("list", "lists", "lista", "listas", "items", "recommended", "relevant", "retrieved", *ALIASES["items"])
"""Words of the name of a column that has all items of a user in one cell, as the plural of an item (movies) is."""

PREDICTED = ("est", "estimate", "estimated", "estimation", "estimado", "estimada", "estimacion", "hat", "yhat", "rhat")
"""Words of the name of a predicted rating, beside those that begin or end with pred."""

TRUE = (
    "true",
    "ytrue",
    "truth",
    "actual",
    "real",
    "gold",
    "observed",
    "observado",
    "verdadero",
    "verdadera",
    "target",
    "rui",
)
"""Words of the name of a true rating."""

OTHER = (*ALIASES["rank"], "error", "err", "diff", "residual", "id", "predictor")
"""Words of the name of a column that is no rating, whatever its other words are."""

PASSED_OVER = ("timestamp", "time", "date", "datetime", "day", "ts", "fecha", "hora", "dia", "index", "unnamed")
"""Words of the name of a column that may be beside the others, and is not read."""

RECBOLE_TYPE = re.compile(r":(token|float)(_seq)?$")

MOMENT = re.compile(r"ed_(at|on)$")
"""How the name of a time ends: predicted_at."""

NUMBER_OF = {
    "recommendations": ("rank", "predicted", "score", "grade"),
    "judgments": ("truth", "grade", "score"),
    "ratings": ("predicted", "score", "grade"),
}
"""The column that follows user and item, the first one that is there. A rating may be the score of a recommender, and a score
a grade: the last role of each kind is read only where no other column can be meant. A predicted rating is a score, never a
grade; a score is a predicted rating only where no other column can be meant."""

LISTS = ("predicted", "score", "truth")
"""Roles of a column beside the users that may have all items of a user in one cell: Kaggle calls it prediction."""

CALLED = {"recommendations": "rank", "judgments": "grade", "ratings": "prediction"}
"""What to call the number, in an error."""

UNKNOWN = ("", "items", "truth", "predicted")
"""Roles of columns that may be the number of a kind for which they are not read."""

SAMPLE_ROWS = 20
"""The number of rows that show whether a column has numbers."""


def columns_of(
    head: Sequence[str],
    names: Mapping[str, str],
    kind: str,
    where: str,
    cells: Callable[[int], Iterable[object]] = lambda _position: (),
) -> tuple[dict[str, int], range | None]:
    """Return the places of user, item and the number, by known names or the caller's, and those of a wide table's items.

    Of rank and score both are returned, the one that decides first. Where a cell has all items of a user, the places are those
    of user and items.

    `cells` gives some cells of the column at a position.
    """
    called = {column: head.index(name) for column, name in names.items() if name in head}
    if len(set(called.values())) < len(called):
        raise unreadable(
            "{path}: one column cannot be two of {value}; use one column for each", path=where, value=", ".join(called)
        )
    roles = _roles(head, called)
    for column in PAIR:
        if len(roles[column]) > 1:
            raise unreadable(
                "{path}: the columns {value} could both be {column}; one is expected",
                path=where,
                value=_titles(head, roles[column]),
                column=column,
                hint=_("; to name it, pass {example}", example=f"columns={{{column!r}: ...}}"),
            )
    pair = {column: roles[column][0] for column in PAIR if roles[column]}
    wide = _wide_columns(head, pair["user"]) if [*pair] == ["user"] and kind == "recommendations" else None
    if wide is None and (lists := _lists_column(head, roles, called, kind, cells)) is not None:
        return {"user": pair["user"], "items": lists}, None
    if len(pair) == len(PAIR):
        pair |= _number(head, roles, called, kind, where, cells)
    return pair, wide


def _lists_column(
    head: Sequence[str],
    roles: Mapping[str, list[int]],
    called: Mapping[str, int],
    kind: str,
    cells: Callable[[int], Iterable[object]],
) -> int | None:
    """Return the place of the column that has all items of a user in one cell, if the table has one.

    Of a true and a predicted list, it is the one of the kind.
    """
    if "items" in called:
        return called["items"] if roles["user"] else None
    others = {*range(len(head))} - {*roles["user"], *roles["passed over"]}
    if len(others) > 1:
        others -= {*roles["predicted" if kind == "judgments" else "truth"]}
    if not roles["user"] or len(others) != 1:
        return None
    column = others.pop()
    texts = [text for cell in cells(column) if (text := str(cell).strip())]
    is_bracketed = [is_list(text) for text in texts]
    are_lists = any(column in roles[role] for role in LISTS) and (
        any(is_bracketed) or any(len(re.split(r"[\s,;|]+", text)) > 1 for text in texts)
    )
    in_brackets = column in roles["item"] and texts and all(is_bracketed)
    return column if column in roles["items"] or in_brackets or are_lists else None


def _roles(head: Sequence[str], called: Mapping[str, int]) -> defaultdict[str, list[int]]:
    """Return the columns of each role; a role that the caller named has one."""
    roles: defaultdict[str, list[int]] = defaultdict(list)
    for position, name in enumerate(head):
        if position not in called.values() and (role := role_of(name)) not in called:
            roles[role].append(position)
    roles |= {role: [position] for role, position in called.items()}
    for column in PAIR:
        likely = roles.pop(f"likely {column}", [])
        roles["" if roles[column] else column] += likely
    return roles


@lru_cache(maxsize=1 << 14)
def role_of(name: str) -> str:
    """Return what a column is by its name: a key of ALIASES, predicted, truth, "likely user", "likely item", "passed over"; or "".

    A hyphen counts as a blank, and the type that RecBole writes after a colon (`rating:float`) is no part of the name.
    """
    name = RECBOLE_TYPE.sub("", name).replace("-", "_")
    plain = plain_title(name)
    known = next((role for role, aliases in ALIASES.items() if plain in aliases), "")
    if known not in ("score", ""):
        return known
    spaced = plain_title(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name))
    words = {*re.split(r"[\W_]+", spaced), plain.replace("_", "")}
    if not any(words) or words & {*PASSED_OVER} or MOMENT.search(spaced):
        return "passed over"
    nouns = [word for word in re.split(r"[\W_]+", spaced) if word not in ID_WORDS]
    noun = nouns[0].removesuffix("id") if len(nouns) == 1 else ""
    likely = next((f"likely {column}" for column, names in LIKELY.items() if {noun, *nouns[:1]} & {*names}), "")
    is_plural = noun.removesuffix("ids").removesuffix("s") in LIKELY["item"] and not likely
    if words & {*LIST_WORDS} or is_plural or (likely == "likely item" and "ids" in words):
        return "items"
    if likely and noun:
        return likely
    if words & {*OTHER}:
        return ""
    if words & {*PREDICTED} or any(word.startswith("pred") or word.endswith("pred") for word in words):
        return "predicted"
    return "truth" if words & {*TRUE} else known


def is_passed_over(name: str) -> bool:
    """Return whether a column is an index, a time or without a name."""
    return role_of(name) == "passed over"


def _number(
    head: Sequence[str],
    roles: Mapping[str, list[int]],
    called: Mapping[str, int],
    kind: str,
    where: str,
    cells: Callable[[int], Iterable[object]],
) -> dict[str, int]:
    """Return the place of the number by its role; nothing where there are only user and item."""
    found = sorted((role for role in NUMBER_OF[kind] if roles[role]), key=lambda role: role not in called)
    if not found:
        _refuse_unknown(head, sorted(position for role in UNKNOWN for position in roles[role]), kind, where)
        return {}
    role = found[0]
    rivals = [*roles[role]]
    if role == "predicted":
        rivals += roles["score"]
    is_unsure = role == NUMBER_OF[kind][-1] or (kind, role) == ("ratings", "score")
    if is_unsure and role not in called:
        rivals += [position for position in roles[""] + roles["items"] if any(map(is_number, cells(position)))]
    if len(rivals) > 1:
        raise unreadable(
            "{path}: the columns {value} could each be the {number}; call only that one {number}",
            path=where,
            value=_titles(head, sorted(rivals)),
            number=CALLED[kind],
            hint=_hint(kind, "..."),
        )
    numbers = {{"truth": "grade", "predicted": "score"}.get(role, role): rivals[0]}
    scores = [*roles["predicted"], *roles["score"]]
    return numbers | {"score": scores[0]} if role == "rank" and len(scores) == 1 else numbers


def _refuse_unknown(head: Sequence[str], unknown: Sequence[int], kind: str, where: str) -> None:
    """Refuse rows whose grade, rank or score may be in a column of another name: the numbers would be wrong."""
    if unknown:
        name = head[unknown[0]]
        if kind == "judgments" and role_of(name) == "predicted":
            raise unreadable(
                "{path}: the recommendations and the judgments look exchanged: {value!r} is no grade",
                path=where,
                value=name,
                hint=_hint(kind, repr(name)),
            )
        raise unreadable(
            "{path}: is {value!r} the {number}? Then call it {number}; without one, only user and item are expected",
            path=where,
            value=name,
            number=CALLED[kind],
            hint=_hint(kind, repr(name)),
        )


def _hint(kind: str, name: str) -> str:
    role = "score" if kind == "ratings" else CALLED[kind]
    return _("; to name it, pass {example}", example=f"columns={{{role!r}: {name}}}")


def _titles(head: Sequence[str], positions: Iterable[int]) -> str:
    return ", ".join(head[position] for position in positions)


def is_number(cell: object) -> bool:
    return read_number(str(cell), SPREADSHEET) is not None


def plain_title(name: str) -> str:
    """Return the name of a column in lower case, without accents and with _ for each blank."""
    return without_accents(name.casefold()).replace(" ", "_")


def _wide_columns(head: Sequence[str], user: int) -> range | None:
    """Return the places of the columns 1, 2, 3, ... (or item_1, item_2, ...) after the user's, if all that follow are such."""
    numbers = [re.search(r"(?<!\d)(\d{1,9})$", name) for name in head[user + 1 :]]
    counted = [int(number[1]) for number in numbers if number]
    starts_at = counted[0] if counted else 1
    in_order = counted == list(range(starts_at, starts_at + len(numbers))) and starts_at in (0, 1)
    return range(user + 1, len(head)) if counted and in_order else None
