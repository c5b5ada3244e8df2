"""The English of the kinds of text in CLEAN_KINDS has no listed word and no long sentence; the checker finds both."""

from __future__ import annotations

import re

import pytest

from tools.pages import prose
from tools.pages.prose_texts import DOCS, MESSAGES, PRIVATE, PROJECT_PAGES, PUBLIC, Text, paragraphs, texts

Checked = tuple[dict[str, prose.Counts], list[prose.Problem]]
LONG = " ".join(["word"] * (prose.MOST_WORDS + 1))
PAGE = """\
# The title

A first paragraph
of two lines.

| a table | told |
|---|---|

    make lab     # told

- An item, `told` in code.
- Another one.

```text
told
```
<img alt="told">
"""
MODULE = '''\
"""About the module."""

__all__ = ["Shown"]

LIMIT = 5
"""The limit."""


class Shown:
    """A public class.

    Parameters
    ----------
    n : int
        The cut-off.

    >>> Shown(1)
    told
    """

    def value(self):
        """Return the value."""
        return refused("n must be at least 1")  # a comment

    def _hidden(self):
        """Return nothing."""


# A comment of
# two lines
def private():
    """Do nothing."""
'''


@pytest.fixture(scope="module")
def checked() -> Checked:
    return prose.check(only_for_users=True)


@pytest.mark.parametrize("kind", prose.CLEAN_KINDS)
def test_a_clean_kind_of_text_has_no_problem(checked: Checked, kind: str) -> None:
    assert prose.shown(checked[1], [kind]) == []


def test_every_kind_of_text_is_found(checked: Checked) -> None:
    assert all(counts.words > 1000 for counts in checked[0].values())


def test_the_paragraphs_of_a_page_leave_out_code_tables_and_tags() -> None:
    assert list(paragraphs(PAGE)) == [
        (1, "# The title"),
        (3, "A first paragraph\nof two lines."),
        (11, "- An item, `told` in code."),
        (12, "- Another one."),
    ]


def test_docstrings_comments_and_messages_of_a_module_have_their_kinds() -> None:
    pieces = [(one.kind, one.text.strip()) for one in texts({"metrics_edu/one.py": MODULE})]
    assert sorted(pieces) == sorted(
        [
            (PRIVATE, "About the module."),
            (PRIVATE, "The limit."),
            (PUBLIC, "A public class."),
            (PUBLIC, "The cut-off."),
            (PUBLIC, "Return the value."),
            (PRIVATE, "Return nothing."),
            (PRIVATE, "Do nothing."),
            (PRIVATE, "a comment"),
            (PRIVATE, "A comment of\ntwo lines"),
            (MESSAGES, "n must be at least 1"),
        ]
    )


def test_scripts_and_words_are_read() -> None:
    pages = {
        "website/page/src/a.ts": "/** One. */\nlet a = 'http://b' // two\n",
        "website/page/words.json": '{\n "a": {"en": "Hide", "es": "Ocultar"}\n}',
        "CHANGELOG.md": "Added a metric.",
    }
    assert [(one.kind, one.line, one.text.strip()) for one in texts(pages)] == [
        (MESSAGES, 2, "Hide"),
        (PROJECT_PAGES, 1, "Added a metric."),
        (PRIVATE, 1, "One."),
        (PRIVATE, 2, "two"),
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three? Four; five.", 5),
        ("The value 0.5, of e.g.this", 1),
        ("Read these: csv, json, parquet.", 2),
        ("It is so: a value.", 1),
    ],
)
def test_sentences_end_at_semicolons_and_before_lists(text: str, parts: int) -> None:
    assert len(prose.sentences(text)) == parts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("You are told.", ["told"]),
        ("It works, too.", ["too"]),
        ("It is too long.", []),
        ("So many users as this", ["So many"]),
        ("Run it as soon as you can, as well as this.", []),
        ("R stands for relevant.", []),
        ("The colour is not a `color`.", []),
        ("The center has a\ncolor.", ["color", "center"]),
        ("See [the page](https://a.b/told).", []),
    ],
)
def test_listed_words_are_found_outside_code(text: str, words: list[str]) -> None:
    listed = prose.problems(Text(DOCS, "docs/a.md", 1, text))
    assert [re.findall(r"^'(.+?)'", one.message)[0] for one in listed] == words


def test_a_long_sentence_is_found_with_its_line() -> None:
    [problem] = prose.problems(Text(DOCS, "docs/a.md", 5, f"One.\n{LONG}."))
    assert (problem.line, problem.is_long) == (6, True)
    assert list(prose.problems(Text(DOCS, "docs/a.md", 5, LONG.removesuffix(" word")))) == []


def test_the_table_shows_the_counts_before_and_now() -> None:
    now = {DOCS: prose.Counts(10, 2, 0, 1)}
    assert prose.table(now, {DOCS: prose.Counts(1200, 3, 1, 1)}).splitlines()[1].split() == [
        *("docs", "1,200", "→", "10", "3", "→", "2", "1", "→", "0", "1", "→", "1"),
    ]
