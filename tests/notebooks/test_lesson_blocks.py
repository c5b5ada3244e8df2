"""What a translation must keep; and, in the real lessons, that a loss of each kind is noticed nearly everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from notebooks.build import lessons
from tests.lesson_blocks import CODE_OR_MATH, IN_FORMULA, differences, left_in_english


@pytest.mark.parametrize(
    ("original", "translation", "part"),
    [
        ("0.5 and `R N`", "0,5 y `R N`", ""),
        ("$0.5, 2$ and $n$", "$0{,}5; 2$ y $n$", ""),
        (r"$1 \text{ if hit}$", r"$1\text{ si acierta}$", ""),
        (r"$1 \text{ if hit}$", r"$1\text{ }$", "formulas"),
        ("In [02](02_sets.ipynb#The-sets), 5%", "En [02](02_sets.ipynb#Los-conjuntos), 5 %", ""),
        ("a|R|b costs $|R|$", "a|R|b cuesta $|R|$", ""),
        ("two $n$", "dos $m$", "formulas"),
        ("two $n$", "dos n", "formulas"),
        ("$n$ of $m$", "$m$ de $n$", "formulas in another order"),
        ("`R N R`", "`R R N`", "code"),
        ("`AP`", "AP", "code"),
        ("```\nR N\n```", "```\nN R\n```", "code"),
        ("`a` or `b`", "`b` o `a`", "code in another order"),
        ("0.5035", "0,5053", "numbers"),
        ("1 and 1", "1", "numbers"),
        ("1 of 2", "2 de 1", "numbers in another order"),
        ("1\n\n2 and 3", "1 y 2\n\n3", "numbers"),
        ("[a](x.ipynb)", "[a](y.ipynb)", "links"),
        ("https://a.org/b", "https://a.org/c", "links"),
        ('<a href="x">a</a>', '<a href="y">a</a>', "links"),
        ("## Title", "### Título", "blocks"),
        ("one\n\ntwo", "uno, dos", "blocks"),
        ("|a|b|\n|-|-|\n|c|d|", "|a|b|\n|-|-|", "blocks"),
        ("|a|b|\n|-|-|\n|c|d|", "|a|\n|-|\n|c|", "blocks"),
        ("- a\n- b", "- a b", "blocks"),
        ("- a\n- b", "1. a\n2. b", "blocks"),
        ("- a\n\n- b", "- a\n\n  b", "blocks"),
        ("<details><summary>A</summary>\n\nb\n</details>", "<details><summary>A</summary>\n\nb", "blocks"),
        ("<b>a</b> c", "<i>a</i> c", "tags"),
        ("**a** b", "a b", "bold"),
        ("*a* b", "a b", "emphasis"),
        ("a b", "a (*b*)", ""),
        ("One. Two. Three.", "Uno. Tres.", "sentences"),
        ("One. Two.", "Uno. Dos. Tres. Cuatro.", "sentences"),
        ("One, and two. Three.", "Uno. Dos. Tres.", ""),
        ("One; two. Three.", "Uno. Dos; tres.", ""),
        ("One is two. Three is four.", "El uno es dos, y el tres es cuatro.", ""),
        (
            "A share is what a list has of all that is relevant to a user, shown or missed, in the world",
            "Parte",
            "length",
        ),
        ('Lawrie: "So a share is what a list has of all that is relevant to a user"', "Lawrie lo dice", ""),
    ],
)
def test_differences_reports_what_a_translation_changes(original, translation, part) -> None:
    assert {found.partition(":")[0] for found in differences(original, translation)} == ({part} if part else set())
    if part.endswith("in another order"):
        assert list(differences(original, translation, in_order=False)) == []


@pytest.mark.parametrize(
    ("original", "translation", "found"),
    [
        ("Try it.", "Pruébelo.", False),
        ("Now.", "Now.", True),
        ("$n$, `the list`: 5", "$n$, `the list`: 5", False),
        ("|1|\n|-|\n|2|", "|1|\n|-|\n|2|", False),
        ("# A list\n\nRead it.", "# Una lista\n\nRead it.", True),
        ("The list", 'Lawrie: "the list" (*the list*, Reciprocal rank)', False),
        ("The list", "Lawrie: «the list» y “the list”", False),
        ("The gain$_i$ is 1", "La gain$_i$ es 1", False),
        ("**the list**", "**the list**", True),
        (r"$1 \text{ if hit}$ or so", r"$1\text{ or hit}$ y más", True),
    ],
)
def test_left_in_english_finds_untranslated_text(original, translation, found) -> None:
    assert bool(list(left_in_english(original, translation))) == found


# --- losses of each kind, in the real lessons: each gives the translations that a careless edit would leave ------

FOUND = [
    (str(message.id), str(message.string))
    for job in lessons.jobs()
    for message in lessons.translations(job).values()
    if message.string and not message.fuzzy
]
EVERY = 3
"""The number of places that are passed by until the next is tried."""


def without(text: str, place: re.Match[str], instead: str = "") -> str:
    return text[: place.start()] + instead + text[place.end() :]


def swapped(text: str, places: list[re.Match[str]]) -> Iterator[str]:
    """Let two neighbours change places."""
    for one, other in pairwise(places):
        if one[0] != other[0]:
            yield text[: one.start()] + other[0] + text[one.end() : other.start()] + one[0] + text[other.end() :]


def paragraph(_original: str, text: str) -> Iterator[str]:
    parts = text.split("\n\n")
    yield from ("\n\n".join(parts[:k] + parts[k + 1 :]) for k in range(len(parts) * (len(parts) > 1)))


def sentence(_original: str, text: str) -> Iterator[str]:
    for place in re.finditer(r"(?<=[.?!] )[A-Z¿][^.?!`$*|\n]{8,}[.?!]", text):
        yield without(text, place)


def item(_original: str, text: str) -> Iterator[str]:
    yield from (without(text, place) for place in re.finditer(r"^(?:- |\d\. |\| (?!---)).*\n", text, re.M))


def numbers(_original: str, text: str) -> Iterator[str]:
    covered = [place.span() for place in CODE_OR_MATH.finditer(text)]
    yield from swapped(
        text,
        [
            place
            for place in re.finditer(r"(?<![\w,.@])\d+(?:,\d+)?(?![\w.])", text)
            if not any(start <= place.start() < end for start, end in covered)
        ],
    )


def formulas(_original: str, text: str) -> Iterator[str]:
    yield from swapped(text, [place for place in CODE_OR_MATH.finditer(text) if not place["code"]])


def code(_original: str, text: str) -> Iterator[str]:
    yield from swapped(text, [place for place in CODE_OR_MATH.finditer(text) if place["code"]])


def bold(_original: str, text: str) -> Iterator[str]:
    yield from (without(text, place, place[1]) for place in re.finditer(r"\*\*([^*]+)\*\*", text))


def emphasis(_original: str, text: str) -> Iterator[str]:
    yield from (without(text, place, place[1]) for place in re.finditer(r"(?<!\*)\*([^*\s][^*]*)\*(?!\*)", text))


def words_in_formulas(_original: str, text: str) -> Iterator[str]:
    yield from (without(text, place, r"\text{}") for place in IN_FORMULA.finditer(text))


def cell_in_english(original: str, _text: str) -> Iterator[str]:
    yield original


def paragraph_in_english(original: str, text: str) -> Iterator[str]:
    pairs = list(zip(original.split("\n\n"), text.split("\n\n"), strict=False))
    for k, (one, other) in enumerate(pairs):
        if one != other and not one.startswith("<details>") and len(re.findall(r"[a-z]{2,}", one)) > 4:
            yield "\n\n".join([now for _was, now in pairs[:k]] + [one] + [now for _was, now in pairs[k + 1 :]])


LOSSES = (
    paragraph,
    sentence,
    item,
    numbers,
    formulas,
    code,
    bold,
    emphasis,
    words_in_formulas,
    cell_in_english,
    paragraph_in_english,
)


def noticed(loss: Callable[[str, str], Iterator[str]], every: int = 1) -> tuple[int, list[str]]:
    """Say in how many places a loss was tried, and what was left of those that no test noticed."""
    tried = [(original, lost) for original, text in FOUND for lost in loss(original, text)][::every]
    return len(tried), [lost for one, lost in tried if not any((*differences(one, lost), *left_in_english(one, lost)))]


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)
def test_nearly_every_loss_in_a_translation_is_detected(loss) -> None:
    tried, missed = noticed(loss, EVERY if loss is not words_in_formulas else 1)
    assert tried
    assert len(missed) <= tried / 10, missed
