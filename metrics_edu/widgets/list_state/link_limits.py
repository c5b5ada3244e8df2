"""Limits of a shared link or state, counted in its text before anything of it is decoded or computed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from metrics_edu.language import refused

MAX_CHARACTERS = 100_000
"""Of a whole link or state, as it is written: 1,000 items with labels of 95 characters."""
MAX_LABEL_CHARACTERS = 2_400
"""Of a label or a user's name, as it is written: 200 characters of any script, each four bytes of three characters."""
MAX_LINK_ITEMS = 1_000
MAX_LINK_USERS = 100
MAX_LINK_STATES = 20
MAX_LINK_MEASURES = 20
MAX_STEP_DIGITS = 6


def check_size(text: str) -> None:
    """Raise ValueError if a link or a state is longer than allowed, or holds more states, users or items.

    Examples
    --------
    >>> check_size("v=1&metric=precision&user=0&list=:Gala*1,Plum*0")
    >>> check_size("v=1&metric=precision&user=0&list=:" + "Gala*1," * 1000 + "Plum*0")
    Traceback (most recent call last):
      ...
    ValueError: the link or state has 1001 items, but at most 1000 are allowed: share shorter lists
    """
    check_length(text)
    fields = [field.partition("=")[::2] for field in text.split("&")]
    lists = [value for key, value in fields if key == "list"]
    _check_states(sum(key == "v" for key, _value in fields))
    _check_users(len(lists))
    _check_items(sum(map(_item_count, lists)) + sum(value.count(",") + 1 for key, value in fields if key == "ratings"))
    for written in lists:
        _check_labels(written)


def shareable(text: str) -> str:
    """Return a state, or the sentence that says why it cannot be shared."""
    try:
        check_size(text)
    except ValueError as error:
        return str(error)
    return text


def check_length(text: str) -> None:
    """Raise ValueError if a link or a state has too many characters."""
    if len(text) > MAX_CHARACTERS:
        raise refused(
            "the link or state has {count} characters, but at most {most} are allowed: share shorter lists",
            count=len(text),
            most=MAX_CHARACTERS,
        )


def _check_states(count: int) -> None:
    if count > MAX_LINK_STATES:
        raise refused(
            "the link has {count} states, but at most {most} are allowed: share them as several links",
            count=count,
            most=MAX_LINK_STATES,
        )


def _check_users(count: int) -> None:
    if count > MAX_LINK_USERS:
        raise refused(
            "the link or state has the lists of {count} users, but at most {most} are allowed: share fewer users",
            count=count,
            most=MAX_LINK_USERS,
        )


def _check_items(count: int) -> None:
    if count > MAX_LINK_ITEMS:
        raise refused(
            "the link or state has {count} items, but at most {most} are allowed: share shorter lists",
            count=count,
            most=MAX_LINK_ITEMS,
        )


def _item_count(written: str) -> int:
    """Return the number of items, shown and missed, of a list as a state writes it."""
    user_lists = written.partition(":")[2].partition("|")[::2]
    return sum(items.count(",") + 1 for items in user_lists if items)


def _check_labels(written: str) -> None:
    name, _colon, items = written.partition(":")
    labels = [item.rpartition("*")[0] or item for item in items.replace("|", ",").split(",")]
    for label in (name, *labels):
        if len(label) > MAX_LABEL_CHARACTERS:
            raise refused(
                "the label or name {value} has {count} characters as written in the link or state, "
                "but at most {most} are allowed: shorten it",
                value=f"{label[:40]}…",
                count=len(label),
                most=MAX_LABEL_CHARACTERS,
            )


def check_measures(names: Sequence[str]) -> None:
    """Raise ValueError if a link requests too many measures or goals."""
    if len(names) > MAX_LINK_MEASURES:
        raise refused(
            "the link requests {count} measures or goals, but at most {most} are allowed: request fewer",
            count=len(names),
            most=MAX_LINK_MEASURES,
        )


def check_titles(titles: Sequence[str]) -> None:
    """Raise ValueError if a link has too many titles for the slides of a lecture."""
    if len(titles) > MAX_LINK_STATES:
        raise refused(
            "the link has too many titles of slides: {count}; the limit is {most}, so remove some",
            count=len(titles),
            most=MAX_LINK_STATES,
        )


def check_widget(name: str, allowed: Collection[str]) -> None:
    """Raise ValueError if a link names no widget of those that are allowed."""
    if name not in allowed:
        raise refused(
            "the link must begin with v=1 or with one of {allowed}; got {value!r}",
            allowed=", ".join(allowed),
            value=name,
        )


def check_no_text(text: str) -> None:
    """Raise ValueError if a link requests something of a widget that has no question."""
    if text:
        raise refused(
            "the Explorer of a link takes lists (explorer&v=1...), and no question; got {value!r}", value=text
        )


def read_step(text: str) -> int:
    """Return the step that a link names after ``at=``.

    Examples
    --------
    >>> read_step("3")
    3
    """
    if not text.isdecimal() or len(text) > MAX_STEP_DIGITS:
        raise refused(
            "the step after at= in the link must be a whole number of at most {most} digits; got {value!r}",
            most=MAX_STEP_DIGITS,
            value=text,
        )
    return int(text)
