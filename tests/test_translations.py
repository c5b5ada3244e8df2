"""The Spanish texts: none is missing, none has lost a place or stayed English, and the compiled catalogue is the written one."""

from __future__ import annotations

import errno
import re
import unicodedata
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

import numpy as np
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from metrics_edu import Ranking, explain, ndcg, set_language
from metrics_edu.files.safe_files import in_words
from metrics_edu.language import Counted, _, ngettext, number
from metrics_edu.language import translated as said_
from metrics_edu.metrics.registry import REGISTRY, metric
from metrics_edu.working.recorded_array import Term, named, recording, terms_in
from metrics_homework.findings import finding
from tools import translations

PROJECT = Path(__file__).parents[1]
GLOSSARY = re.findall(r"^\| \*\*(.+?)\*\* \| (.+?) \|", (PROJECT / "docs" / "glossary.md").read_text("utf-8"), re.M)
ENDS = " \n\t"
MORE = {"Divided by {divisor}, it adds {value}.": ["symbol!None:"]}
"""What only the Spanish text says."""


PACKAGES = pytest.mark.parametrize("package", [translations.PACKAGE, translations.HOMEWORK], ids=["edu", "homework"])


def stored(package: Path) -> Catalog:
    return read_po(BytesIO(translations.catalogue(package).read_bytes()))


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The texts of both packages."""
    both = stored(translations.PACKAGE)
    for message in stored(translations.HOMEWORK):
        if message.id:
            both[message.id] = message
    return both


def _fields(text: str) -> list[str]:
    """Return the places of a text, with their conversions and formats."""
    return sorted(
        f"{name}!{conversion}:{form}" for _, name, form, conversion in Formatter().parse(text) if name is not None
    )


def _ends(text: str) -> tuple[str, str, int]:
    """Return the white space around a text, and how many lines end in it."""
    return text[: len(text) - len(text.lstrip(ENDS))], text[len(text.rstrip(ENDS)) :], text.count("\n")


def test_texts_are_collected_from_all_subpackages() -> None:
    files = {
        name for package in (translations.PACKAGE, translations.HOMEWORK) for name, _text in translations.texts(package)
    }
    assert {
        "metrics_edu/tables/evaluate_users.py",
        "metrics_edu/plots/figure_data.py",
        "metrics_edu/widgets/core/words.json",
        "metrics_homework/check.py",
        "metrics_homework/tarea1.yaml",
    } <= files


@PACKAGES
def test_every_message_has_a_spanish_text_with_its_placeholders(package: Path) -> None:
    catalog = stored(package)
    texts = list(translations.texts(package))
    for _name, said in texts:
        found = catalog.get(said)
        if found is None or not found.string:
            continue
        for message, text in zip(translations.forms(said), translations.forms(found.string), strict=True):
            assert _fields(text) == sorted([*_fields(message), *MORE.get(message, ())]), message
            assert text.count("{{") == message.count("{{"), message
            assert text.endswith(".") == message.endswith("."), message
            assert _ends(text) == _ends(message), message
            assert not (message[:1].islower() and text[:1].isupper()), message
    missing = translations.missing(translations.merged(catalog, package))
    assert not missing, "run `make messages` and translate:\n" + "\n".join(missing)


@pytest.mark.parametrize("below", ["zero", "graded"])
@pytest.mark.parametrize("empty", [0.0, "skip"])
def test_the_reason_for_no_relevant_item_is_in_spanish(below: str, empty: float | str) -> None:
    set_language("es")
    try:
        text = explain(ndcg, Ranking([0, 0]), below=below, empty=empty).text()
    finally:
        set_language("en")
    assert ("que queda fuera" if empty == "skip" else "que cuenta como 0") in text


LISTS = [
    Ranking.parse("NRR", relevant=4),
    Ranking.parse("NN"),
    Ranking([]),
    Ranking([3, 0, 1], pool=[3, 2, 1], threshold=2),
]


def _said(term: Term) -> Iterator[str]:
    """Give every reason of a Term and of what it was computed from."""
    for why in (term.reason.why, term.reason.per_element):
        yield from [why] if isinstance(why, str) else [text for _condition, text in why]
    for operand in terms_in(term.operands):
        yield from _said(operand)


def _read(name: str) -> set[str]:
    """Return what a reader sees of a metric: its titles, and the reasons in its working under any word."""
    found = REGISTRY[name]
    texts = {found.title, *(title for _symbol, title in found.renamed.values())}
    if found.kind == "ranking":
        words: list[dict[str, Any]] = [{key: word} for key, allowed in found.choices.items() for word in allowed]
        words += [{"n": 2}] * found.takes_n + [{"empty": "skip"}] * found.takes_empty
        for ranking in LISTS:
            for given in [{}, *words]:
                with recording():
                    texts |= {*_said(found(ranking, **given))}
    return texts - {""}


def _unmarked(name: str, catalog: Catalog) -> list[str]:
    return [f"{name}: write N_({text!r}), then `make messages`" for text in _read(name) if catalog.get(text) is None]


@pytest.mark.parametrize("name", REGISTRY)
def test_the_title_and_reasons_of_a_metric_are_messages(name: str, catalog: Catalog) -> None:
    assert _unmarked(name, catalog) == []


def test_unmarked_titles_and_reasons_are_detected(catalog: Catalog) -> None:
    @metric("X", "a title without a mark")
    def unmarked(ranking: Ranking) -> Any:
        return named(np.sum(named(ranking.hits(), "rel_i", "a reason without a mark"), axis=-1), "hits", "precision")

    try:
        assert sorted(_unmarked("unmarked", catalog)) == [
            f"unmarked: write N_('a {what} without a mark'), then `make messages`" for what in ("reason", "title")
        ]
    finally:
        del REGISTRY["unmarked"]


def _plain(text: str) -> str:
    """Return the words of a text without places and accents."""
    return unicodedata.normalize("NFKD", re.sub(r"\{[^{}]*\}", "", text)).encode("ascii", "ignore").decode()


@pytest.mark.parametrize(("english", "spanish"), GLOSSARY)
def test_translations_follow_the_glossary(catalog: Catalog, english: str, spanish: str) -> None:
    words = re.compile("|".join([f"\\b{english}", *(_plain(word) for word in spanish.split(", "))]), re.I)
    said = re.compile(rf"(?<![\w-]){english}s?(?![\w-])")
    texts = [one for one in catalog if one.id and one.string and said.search(_plain(str(one.id)))]
    assert texts, f"no text has the word {english!r}"
    for one in texts:  # a word that stays is the name of a parameter, a column or a command
        assert words.search(_plain(str(one.string))), f"{one.id} => {one.string}"


# What make messages does


def _package(folder: Path, code: str) -> Path:
    (package := folder / "pack").mkdir()
    (package / "one.py").write_text(code, "utf-8")
    return package


def _catalog(**strings: str) -> Catalog:
    found = Catalog(locale="es", fuzzy=False)
    for message, string in strings.items():
        found.add(message, string)
    return found


def test_merging_keeps_translations_and_leaves_new_texts_empty(tmp_path: Path) -> None:
    package = _package(tmp_path, '_("hits")\nN_("a rank of {n}")\n_("hits")\n')
    found = translations.merged(
        _catalog(gone="ido", hits="aciertos", **{"a rank of {k}": "una posición de {k}"}), package
    )
    assert [(one.id, one.string) for one in found if one.id] == [("hits", "aciertos"), ("a rank of {n}", "")]
    assert translations.missing(found) == ["pack/one.py: 'a rank of {n}'"]
    assert b"#: pack/one.py\n" in translations.written(found)


def test_a_counted_noun_has_singular_and_plural_texts(tmp_path: Path) -> None:
    code = 'ngettext("{n} hit", "{n} hits", n)\nCounted("{n} rank", "{n} ranks", "n")\n_("a rank")\n'
    old = _catalog(**{"{n} hit": "{n} acierto"})  # it was no counted noun before
    old.add(("{n} rank", "{n} ranks"), ("{n} posición", "{n} posiciones"))
    found = translations.merged(old, _package(tmp_path, code))
    assert translations.missing(found) == ["pack/one.py: ('{n} hit', '{n} hits')", "pack/one.py: 'a rank'"]
    assert b'msgid_plural "{n} ranks"\nmsgstr[0] "{n} posici\xc3\xb3n"' in translations.written(found)
    assert b"posiciones" in translations.compiled(read_po(BytesIO(translations.written(found))))


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 ranks"), (1, "1 rank"), (1.0, "1 rank"), (2, "2 ranks"), (0.5, "0.5 ranks")]
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_only_the_count_one_uses_the_singular(count: float, said: str, language: str) -> None:
    """Also in English without a catalogue; a count that is not whole is many."""
    set_language(language)
    try:
        assert ngettext("{n} rank", "{n} ranks", count, n=number(count, mark=".")) == said
        assert said_(Counted("{n} rank", "{n} ranks", "n"), n=count).split()[1] == said.split()[1]
    finally:
        set_language("en")


TEXTS = "column|config|function|item|kind|label|measure|name|old|option|others|path|student|symbol|term|user|value!r|what|where"
"""The places that hold no number."""
NO_NOUNS = (
    "is|was|has|occurs|sets|replaces|does|says|stands|holds|defines|as|got|and|es|son|más|dos|o|con|los|no|parecen|de"
)
PLURAL = re.compile(rf"\{{(?!({TEXTS})\b)[^{{}}]+\}} (?!({NO_NOUNS})\b)([^\W\d]+ )?(?!({NO_NOUNS})\b)[^\W\d]+s\b")
"""A number before a noun of many, or before one word and such a noun."""
NEVER_ONE = {
    "Judge {one} finds {first} better, judge {two}": "the names of judges",
    "Judges {one} and {two} agree on {agree} of {of}": "the names of judges; two systems show two results or more",
    "{name} agrees with {measure} on all {count} lists": "thousands of lists are tried, to 9 decimals",
    "{name} gives no value for {failed} of {count} lists": "thousands of lists are tried",
    "{name} is not {measure}: it gives another value": "thousands of lists are tried",
    "Its values are right, but rounded": "from 2 decimals on",
    "grades must be one list or rows of lists": "one axis is a list",
    "{where}: expected at least {most} fields": "a line has one field at least",
    "{where}: expected at most {most} fields": "a user and an item at least",
    "{path} has more than {most} characters": "a constant",
    "{path}: its JSON is nested deeper": "a constant",
    "line {line}: a number has at most {most} characters": "a constant",
    "line {line}: lists and keys are nested deeper": "a constant",
    "{path}, line {line} has {value} columns": "over a limit",
    "{where}: k and metrics request {count} measures": "over a limit",
    "{path}, line 1 is longer than {most} bytes": "a constant",
    "Any of these {count} mistakes": "one alone is not listed",
    "a FadedStepper takes lists of at most {most} items": "a constant",
    "an exercise can have lists of at most {most} items": "a constant",
    "an exercise must have from 1 to {most} measures": "a constant",
    "a list can have {most} items": "a constant",
    "the label or name {value} has {count} characters": "more than 2,400",
    "the link has {count} states": "more than 20",
    "the link or state has {count} characters": "more than 100,000",
    "the link or state has {count} items": "more than 1,000",
    "the link or state has the lists of {count} users": "more than 100",
    "the link requests {count} measures or goals": "more than 20",
    "the step after at= in the link": "a constant",
    "draw_conventions takes 1 to {most} measures": "a constant",
    "the runs must share from {least}": "a constant",
    "All {count} queries are equal": "two at least are compared",
    "If the names {a} and {b} meant nothing": "two queries have four ways",
    "With {count} queries, no result": "two at least are compared",
    "No difference shown is not": "two at least are compared",
    "a pair needs lists of at least {least} ranks": "a constant",
    "no pair of lists in {tries} draws": "a constant",
    "Not saved: {why}": "a constant",
    "The first {read} ranks were read": "from 2 on",
    "{name} has {value} bytes": "over a limit",
    "{name} has {value} rows": "over a limit of 1 at least",
    "more than {most} rows are scored": "a limit of millions",
    "{value} files are too many": "over a limit of 1 at least",
    "The ids of the ": "said of many items only",
    "the mean over {count} of {whole} users": "one of them is left out, and one is not",
    "mean of {title} over users": "what is named is a metric",
    "The items at ranks {i} and {j}": "the numbers of ranks",
    "One missed item of grade {grade}": "a grade",
    "the first {n} ranks": "one rank has its own sentence",
    "p (Holm), of {count} tests": "one test is not corrected",
    "p: the share of the {ways} changes": "two users have four",
    "p: the share of {ways} changes": "the observed one and another",
    "{as_far} of the {ways} ways": "two queries have four",
    "{as_far} of {ways} ways": "one is drawn at least, beside the observed one",
    "{count} queries can never reach": "two at least are compared",
    "equal in all {count} queries": "two at least are compared",
    "{name}: {word} ({count} queries)": "two at least are compared",
    "{ranks}: {count} terms are added": "one term has its own sentence",
}
"""How a message begins that counts what is never one, and why it is not."""


def test_a_number_before_a_noun_has_a_singular(catalog: Catalog) -> None:
    found = {
        forms[0]
        for one in catalog
        if one.id
        for forms in (translations.forms(one.id), translations.forms(one.string))
        if PLURAL.search(forms[0]) and not translations.forms(one.id)[0].startswith(tuple(NEVER_ONE))
    }
    assert not found, "say it with ngettext or Counted"
    texts = [translations.forms(one.id)[0] for one in catalog if one.id]
    for start in NEVER_ONE:
        assert any(text.startswith(start) and PLURAL.search(text) for text in texts), start


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_message_quotes_at_most_200_characters_of_input(language: str) -> None:
    long = "x" * 5000
    set_language(language)
    try:
        texts = [
            finding("DUPLICATES", count=1, user=long, item=long, first=1, second=2, where=long).text,
            finding("BAD_ZIP", name=long, why=long).text,
            _(
                "{path}, line {line}: user {user} already rated item {item} ({grade}); keep one of the two ratings",
                path=Path(long),
                line=1,
                user=long,
                item=long,
                grade=3,
            ),
            in_words(OSError(errno.ENOENT, "", long)),
        ]
    finally:
        set_language("en")
    assert [max(map(len, re.findall("x+", text))) for text in texts] == [197] * 4


def test_fuzzy_translations_are_kept_but_not_compiled(tmp_path: Path) -> None:
    old = _catalog(hits="aciertos", gain="ganancia")
    old["gain"].flags.add("fuzzy")
    found = translations.merged(old, _package(tmp_path, '_("gain"), _("hits"), _("50 % of them")\n'))
    assert translations.missing(found) == ["pack/one.py: 'gain' (fuzzy)", "pack/one.py: '50 % of them'"]
    assert b"python-format" not in translations.written(found)
    compiled = translations.compiled(found)
    assert b"aciertos" in compiled
    assert b"ganancia" not in compiled


@PACKAGES
def test_the_stored_catalogue_matches_make_messages(package: Path) -> None:
    assert (
        translations.written(translations.merged(stored(package), package))
        == translations.catalogue(package).read_bytes()
    )


@PACKAGES
def test_the_compiled_catalogue_matches_the_stored_one(package: Path) -> None:
    assert translations.catalogue(package).with_suffix(".mo").read_bytes() == translations.compiled(stored(package))
