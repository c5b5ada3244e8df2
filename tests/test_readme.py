"""What the README, its Spanish and the guide print is what the package gives."""

import ast
import doctest
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from IPython.core.inputtransformer2 import TransformerManager

import metrics_edu
import metrics_edu.metrics.formulas.precision_recall as precision_recall
from metrics_edu import METRICS, Ranking, measure, set_language
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.widgets import Lecture
from tests import lesson_blocks as blocks
from tests import lesson_checks as checks
from tests import oracle
from tests.command import run
from tests.metrics import test_law, test_oracle, test_worked_values
from tests.working import test_derivation
from tools.pages.links import heading_anchors
from website.build import course_link

PROJECT = Path(__file__).parents[1]
PAIRS = {
    "README.md": "README.es.md",
    "docs/use.md": "docs/use.es.md",
    "docs/mark_a_function.md": "docs/mark_a_function.es.md",
    "homework/docs/tarea1.md": "homework/docs/tarea1.es.md",
    "homework/docs/check.md": "homework/docs/check.es.md",
    "CONTRIBUTING.md": "CONTRIBUTING.es.md",
}
"""Each page and its Spanish."""
PAGES = {name: (PROJECT / name).read_text() for name in (*PAIRS, *PAIRS.values(), "docs/guide.md")}
USE, GUIDE = PAGES["docs/use.md"], PAGES["docs/guide.md"]
APPLES = Ranking.parse("NRRNNRNNNRRR", relevant=6)
ROWS = re.findall(r"^\| `([^`]+)` \|.*\| ([^|]+) \|$", USE, re.MULTILINE)


@pytest.mark.parametrize(("spelling", "example"), ROWS, ids=lambda text: text)
def test_the_metrics_table_shows_correct_examples(spelling, example):
    value = measure(spelling)(APPLES)
    for number in example.split(" = "):
        if "." in number:
            assert f"{value:.4f}" == number
        else:
            assert value == pytest.approx(float(Fraction(number)), rel=1e-12)


def test_every_metric_is_in_the_table():
    assert {measure(spelling).metric.name for spelling, _example in ROWS} == set(METRICS) & set(metrics_edu.__all__)
    assert len(ROWS) == USE.count("\n| `")


def test_the_shown_commands_print_the_shown_output():
    command, printed = re.findall(
        r"^    \.venv/bin/metrics-edu (explain .*)\n\nprints\n\n```text\n(.*?)\n```", GUIDE, re.DOTALL | re.MULTILINE
    )[0]
    words = [word.strip('"') for word in command.split()]
    assert run(*words).stdout.rstrip() == printed


@pytest.mark.parametrize("name", ["README.md", "README.es.md"])
def test_the_readme_shows_what_its_example_prints(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.findall(
        r"^```python\n(.*?)^```\n\n\w[^\n]*:\n\n```text\n(.*?)^```", PAGES[name], re.DOTALL | re.MULTILINE
    )
    ((code, printed),) = shown
    try:
        exec(compile(code, name, "exec"), {})
    finally:
        set_language("en")
    assert capsys.readouterr().out.startswith(printed)


def test_the_readme_is_short() -> None:
    assert all(len(PAGES[name].split()) < 700 for name in ("README.md", "README.es.md"))


@pytest.mark.parametrize("name", ["README.md", "README.es.md"])
def test_the_readme_opens_with_sentence_picture_link_and_commands(name: str) -> None:
    _title, promise, picture, link, commands = PAGES[name].split("\n\n")[:5]
    assert len(re.findall(r"[.?!](?:\s|$)", promise)) == 1
    assert picture.startswith("<picture>")
    assert picture.endswith("</picture>")
    assert re.match(
        r"\*\*\[(Open the course|Abre el curso)\]\((docs/hosting\.md#open-the-course|https://\S+/)\)\*\*", link
    )
    assert re.findall(r"^    make (\w+)", commands, re.MULTILINE) == ["lab", "app", "test"]


@pytest.mark.parametrize(("name", "folder"), course_link.READMES.items())
def test_the_course_link_uses_the_repository_address(monkeypatch: pytest.MonkeyPatch, name: str, folder: str) -> None:
    monkeypatch.setenv("GITHUB_REPOSITORY", "ana/course")
    linked = course_link.with_course_link(PAGES[name], folder)
    assert linked.count(f"](https://ana.github.io/course/{folder})**") == 1
    assert linked.count(f"](https://ana.github.io/course/docs/{folder})**") == 1
    monkeypatch.setattr(course_link, "course_page", lambda: "")
    assert course_link.with_course_link(linked, folder).count(f"]({course_link.NOT_PUBLISHED})**") == 2


@pytest.mark.parametrize(("name", "language"), [("README.md", "en"), ("README.es.md", "es")])
def test_the_six_second_animation_respects_reduced_motion(name: str, language: str) -> None:
    shown = re.findall(r'(?:src|srcset)="(figures/explorer[^"]+)"', PAGES[name])
    still = re.findall(r'media="\(prefers-reduced-motion: reduce\)[^"]*" srcset="([^"]+)"', PAGES[name])
    assert shown[:2] == still == ["figures/explorer-dark.png", "figures/explorer-light.png"]
    assert shown[2:] == [f"figures/explorer-{language}-dark.webp", f"figures/explorer-{language}-light.webp"]
    for film in shown[2:]:
        data = (PROJECT / film).read_bytes()
        lasts = [int.from_bytes(data[at + 20 : at + 23], "little") for at in _places(b"ANMF", data)]
        assert len(lasts) >= 4
        assert sum(lasts) == 6000
        assert len(data) <= 1_000_000


def _places(chunk: bytes, data: bytes) -> list[int]:
    return [found.start() for found in re.finditer(re.escape(chunk), data)]


@pytest.mark.parametrize("page", ["docs/use.md", "docs/use.es.md", "docs/guide.md"])
def test_the_examples_run(page):
    try:
        result = doctest.testfile(str(PROJECT / page), module_relative=False, encoding="utf-8")
    finally:
        set_language("en")  # its Spanish chooses a language
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("target", sorted({*re.findall(r"(?:    |`)make (\w+)", "".join(PAGES.values()))}))
def test_every_make_command_exists(target):
    assert re.search(rf"^{target}:", (PROJECT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("page", ["docs/use.md", "docs/use.es.md"])
def test_the_lecture_example_runs_in_a_new_notebook(page):
    [block] = [one for one in re.findall(r"```python\n(.*?)```", PAGES[page], re.DOTALL) if "Lecture(" in one]
    cell = ast.parse(TransformerManager().transform_cell(block))
    shown = ast.Expression(cell.body.pop().value)
    known = {}
    try:
        exec(compile(cell, page, "exec"), known)
        assert isinstance(eval(compile(shown, page, "eval"), known), Lecture)
    finally:
        set_language("en")


# --- the metric that CONTRIBUTING.md adds ------------------------------------------------------------------------------

[EXAMPLE] = re.findall(r"```python\n(@metric.*?)```", PAGES["CONTRIBUTING.md"], re.DOTALL)
LAWS = [
    law
    for module in (test_oracle, test_law, test_derivation, test_worked_values)
    for law in vars(module).values()
    for mark in getattr(law, "pytestmark", ())
    if mark.name == "parametrize" and mark.args[0] == "metric" and len(mark.args[1]) == len(METRICS)
]


def loops(shown, pool, threshold, relevant):
    last = 0
    for rank, grade in enumerate(shown, start=1):
        if grade >= threshold:
            last = rank
    return oracle.quotient(last, len(shown))


@pytest.fixture
def added(monkeypatch):
    """The metric, made where it says: what it needs is there."""
    monkeypatch.setitem(REGISTRY, "last_hit", None)  # put back afterwards, should there be one
    known = dict(vars(precision_recall))
    exec(compile(f"from __future__ import annotations\n{EXAMPLE}", "CONTRIBUTING.md", "exec"), known)
    monkeypatch.setattr(oracle, "last_hit", loops, raising=False)
    return known["last_hit"]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_example_metric_passes_the_laws(law, added):
    law(metric=added)


def test_the_laws_include_the_known_tests():
    assert {
        test_law.test_every_step_of_a_list_evaluates_to_its_value,
        test_oracle.test_the_metric_matches_the_oracle_and_its_bounds,
    } <= {*LAWS}


def test_the_example_metric_declares_no_swap_promise(added):
    assert not added.promises_swap
    assert added(Ranking.parse("RN")) < added(Ranking.parse("NR")), "a hit that moves up lowers it"
    with pytest.raises(AssertionError, match="declare promises_swap=False if this is meant"):
        test_oracle.test_a_better_item_moved_up_never_lowers_the_value(metric=added)


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=" ".join)
def test_the_example_passes_ruff(command):
    added = EXAMPLE.replace("last_hit", "example")  # the file may have one
    source = f"{Path(precision_recall.__file__).read_text('utf-8')}\n\n{added}"
    ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", precision_recall.__file__, "-"]
    done = subprocess.run(ruff, input=source, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# --- the Spanish says what the README says -----------------------------------------------------------------------

CODE = re.compile(r"^```.*?^```$|(?:^ {4}[^\n]*\n)+|<img[^>]*>", re.DOTALL | re.MULTILINE)
SAID_IN_CODE = re.compile(
    r'(?P<mark>\# |^[ ]{4,}\w[\w/,. ]*[ ]{2,}|alt="|^(?:[^,\n]*,){2,3}(?=[^,"()\d\n]+[ ][^,"()\d\n]+$)|^```text\n(?=\d+ )'
    r'|^(?=(?:[^\s"]+[ ]){5,}[^"\n]*[.:]$)|^(?=[A-Z][^"\n(]* \w+\([\w, ]+\)\.$))'
    r"""(?P<said>[\w¿][^"\n]*)|(?P<quote>["'])(?P<text>[^"'\n]*)(?P=quote)""",
    re.MULTILINE,
)
"""A comment, what is beside a path, what a picture shows, the last cell of a table, a printed line; and any string."""
CALL = re.compile(r"\w+\([\w, ]+\)")
"""A call in a printed line, which is code in both languages."""
PROSE = re.compile(r"\w+ \w+ \w+")
"""What makes prose of a string; "RR same" and "AP@5 > 0.8" are none."""
IN_ENGLISH = {title or docstring for title, docstring in re.findall(r'N_\("(.*?)"\)|"""(.*?)"""', EXAMPLE)}
IN_ENGLISH |= {*re.findall('-k "(.*?)"', PAGES["CONTRIBUTING.md"])}
"""A title and a docstring are English in the code; a title is Spanish in the catalogue. And names of tests are English."""
LESSON = re.compile(
    r"(?<!NOTEBOOK=notebooks/)(?<=notebooks/)(en|es)(?=/(?:\d|formulas|glossary|assignment))|(?<=LANGUAGE=)(en|es)|(?<=figures/explorer-)(en|es)"
)
CHOICE = ("from metrics_edu import set_language\n", 'set_language("es")\n')
TO_PASTE = re.compile(r"(?<=^```python\n)(?=(>>> )?(?:(?!```).*\n)*?(?:>>> )?from metrics_edu\.widgets )", re.MULTILINE)
"""Where an example with widgets begins, and chooses the language that they speak."""
ANY_MARK = "0.5, 0,5"
"""Both marks, which an answer may have."""
TO_ENGLISH = re.compile(
    r"\[[^]]*\]\((?:(?:\.\./)*(?:homework/docs/)?(?:README|use|mark_a_function|tarea1|check|CONTRIBUTING)\.md|(?:\.\./)*notebooks/en/[^)]*)\)"
)
ITSELF = re.compile(
    r"\]\(((?:\.\./)*(?:(?:homework/)?docs/)?(?:README|use|mark_a_function|tarea1|check|CONTRIBUTING))(\.es)?\.md(?:#([\w-]+))?\)"
)
SPANISH_ANCHORS = {
    anchor: spanish
    for page in ("docs/use.md", "homework/docs/tarea1.md")
    for anchor, spanish in zip(heading_anchors(PAGES[page]), heading_anchors(PAGES[PAIRS[page]]), strict=True)
}
"""The Spanish anchor of each heading of both pages."""
LITERALLY = re.compile(r'^```\w*|(?:src|srcset|media)="[^"]*"', re.MULTILINE)
LESSONS = re.compile(r"\[[^]]*\]\((?:\.\./)+notebooks/(?:en|es)/[^)]*\)")
NAMED = re.compile(r"\(make \w+\)|\w+/[\w/]*|\b[A-Z]\w*[A-Z]\w*")
"""Commands, folders and names in what code says."""
COLUMNS = "user e item"
"""Two columns of a file, in a message."""
NAMED_ALIKE = 2
"""Up to this number of words, a text may be the same in both: "Tarea 1"."""


def for_spanish(readme: str) -> str:
    """Write the README as its Spanish has to have it: links to the other language, no commas in 1,953, a language."""
    turned = LESSON.sub(lambda found: "es" if found[0] == "en" else "en", readme)
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", turned)
    plain = re.sub(r"(?<== \d)\.(?=\d+$)", ",", plain, flags=re.MULTILINE)  # a printed value
    plain = ITSELF.sub(_in_other_language, plain)
    return TO_PASTE.sub(lambda found: "".join((found[1] or "") + line for line in CHOICE), plain)


def _in_other_language(link: re.Match[str]) -> str:
    page, spanish, anchor = link.groups()
    return f"]({page}{'' if spanish else '.es'}.md{f'#{SPANISH_ANCHORS[anchor]}' if anchor else ''})"


def apart(page: str) -> tuple[str, list[str]]:
    """Take out what code and pictures say to a reader."""
    said: list[str] = []

    def take(found: re.Match[str]) -> str:
        text = found["said"] or found["text"] or ""
        if found["mark"] is None and (text in IN_ENGLISH or not PROSE.search(text)):
            return found[0]
        said.append(text)
        return found[0].replace(text, "...")

    return CODE.sub(lambda code: SAID_IN_CODE.sub(take, code[0]), page), said


def partings(readme: str, spanish: str) -> Iterator[str]:
    """Say what one of the two READMEs has and the other has not, and what is left in English."""
    (original, said), (translation, also_said) = apart(for_spanish(readme)), apart(spanish)
    yield from blocks.differences(original, translation)
    if (was := LITERALLY.findall(original)) != (now := LITERALLY.findall(translation)):
        yield f"{was} became {now}"
    if len(said) != len(also_said):
        yield f"in code: {said} became {also_said}"
        return
    for was, now in zip(said, also_said, strict=True):
        translated = CALL.sub("", now.replace(COLUMNS, ""))
        yield from (
            *blocks.differences(was, now),
            *blocks.left_in_english(was, translated),
            *checks.foreign_marks(now, "es"),
        )
        if sorted(NAMED.findall(was)) != sorted(NAMED.findall(now)):
            yield f"names: {was!r} became {now!r}"
    yield from blocks.left_in_english(original, TO_ENGLISH.sub("", translation))
    yield from checks.foreign_marks(translation.replace(ANY_MARK, ""), "es")
    for was, now in zip(blocks.apart(original).blocks, blocks.apart(translation).blocks, strict=False):
        if was.text == now.text and len(re.findall(r"[^\W\d_]{2,}", now.text)) > NAMED_ALIKE:
            yield f"English: {now.text!r}"


@pytest.mark.parametrize("page", PAIRS)
def test_the_spanish_page_matches_the_english_page(page: str) -> None:
    assert list(partings(PAGES[page], PAGES[PAIRS[page]])) == []


def test_a_lesson_has_the_same_titles_in_both_languages() -> None:
    rows = [
        [set(LESSONS.findall(row)) for row in PAGES[page].splitlines() if row.startswith("| 0")]
        for page in ("docs/use.md", "docs/use.es.md")
    ]
    assert rows[0] == rows[1]
    assert len(rows[0]) == USE.count("\n| 0") > 5


IN_EITHER = [
    (r"^- .*\n", ""),
    (r"^## .*\n\n", ""),
    (r"^\| `AP`.*\n", ""),
    (r"^\| 03 .*\n", ""),
    (r"\]\(notebooks/\w+/glossary\.ipynb\)", "]"),
    (r"metrics-homework poll", "metrics-edu pull"),
    (r"`make app`", "`make bench`"),
    (r"    make lab", "    make app"),
    (r"\(`make js`\)", ""),
    (r"\b1980\b", "1890"),
    (r"relevant=4", "relevant=5"),
    (r"^```text", "```"),
    (r"lecture-dark", "explorer-dark"),
]
IN_SPANISH = [
    (r"^## Las métricas", "## The metrics"),
    (r"sin cuenta ni rastreo", "no account and no tracking"),
    (r"la lista ideal al lado de la real", "the ideal list beside the actual one"),
    (r"seis de ellas manzanas", "six of them apples"),
    (r"Tu turno: el primer acierto", "Your turn: the first hit"),
    (r"0,2597", "0.2597"),
    (r"0,4916", "0,4961"),
    (r"notebooks/es/09", "notebooks/en/09"),
    (r'^>>> set_language\("es"\)\n', ""),
]
BROKEN = [(page, name, *one) for page in PAIRS for name in (page, PAIRS[page]) for one in IN_EITHER]
BROKEN += [(page, PAIRS[page], *one) for page in PAIRS for one in IN_SPANISH]
BROKEN = [one for one in BROKEN if re.search(one[2], PAGES[one[1]], re.MULTILINE)]


def test_every_comparison_pattern_is_broken_in_a_test() -> None:
    assert {one[2] for one in BROKEN} == {there for there, _instead in (*IN_EITHER, *IN_SPANISH)}


@pytest.mark.parametrize(("page", "name", "there", "instead"), BROKEN)
def test_the_comparison_detects_text_missing_on_one_page(page, name, there, instead):
    broken = PAGES | {name: re.sub(there, instead, PAGES[name], count=1, flags=re.MULTILINE)}
    assert broken[name] != PAGES[name]
    assert list(partings(broken[page], broken[PAIRS[page]])) != []
