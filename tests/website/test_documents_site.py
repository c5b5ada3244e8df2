"""The documents of the site as Markdown, before Zensical makes HTML of them; tests/browser/test_site_documents.py has the rest."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from metrics_edu.language import LANGUAGES, number
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS
from metrics_edu.widgets import Explorer
from website.build import closed_pages
from website.build.documents import figures_page, frame, hand_made, metric_data, metric_links, navigation, quarrel_pages
from website.build.documents.quarrels import QUARRELS
from website.build.documents.search_questions import QUESTIONS
from website.build.documents.tree import Tree
from website.build.kept_closed_lists import NAMES
from website.build.page_policy import CHARSET
from website.page.addresses import LinkedWidget

VALUES = re.compile(r'data-values="([^"]+)"')
MOST_THREADS = 6


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Tree]]:
    """Return the pages of both languages."""
    site = tmp_path_factory.mktemp("site")
    (site / "lists").mkdir()
    for name in closed_pages.CLOSED_LISTS:
        for language in LANGUAGES:
            (site / "lists" / f"{name}-{language}.bin").touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frame, "BUILD", tmp_path_factory.mktemp("build"))
        patch.setenv("GITHUB_REPOSITORY", "ana/course")
        yield {language: frame.made_tree(language, site) for language in LANGUAGES}


def test_every_page_is_in_both_languages_and_once_in_the_navigation(trees: dict[str, Tree]) -> None:
    assert {*trees["en"].pages} == {*trees["es"].pages}
    for tree in trees.values():
        listed = [page for tab in navigation.navigation(tree) for pages in tab.values() for page in pages]
        assert sorted(listed) == sorted(f"{name}.md" for name in tree.pages)
        assert json.loads(frame.configuration(tree).partition("\nnav: ")[2]) == navigation.navigation(tree)


def test_every_metric_has_a_page_with_the_values_of_its_list(trees: dict[str, Tree]) -> None:
    for name, metric in REGISTRY.items():
        pages = [tree.pages[f"metrics/{metric_data.page_name(metric)}"] for tree in trees.values()]
        definition = (metric.function.__doc__ or "").partition("\n")[0]
        assert definition in pages[0]
        assert definition not in pages[1], f"the definition of {name} has no Spanish"
        assert all(metric.source in page for page in pages)
        if metric.kind == "ranking":
            case = metric_data.cases_of(metric)[0]
            explorer = Explorer(case.data, [*NAMES], measure=metric.label())
            assert explorer.view["derivation"]["name"] == case.measure
            assert f"**{number(explorer.value, fixed=4)}**" in pages[0]
            assert 'class="closed-list"' in pages[1]
        if metric.kind == "rating":
            assert 'class="still-widget"' in pages[1]


def test_a_metric_page_has_the_value_of_each_convention_and_mistake(trees: dict[str, Tree]) -> None:
    page = trees["en"].pages["metrics/ap"]
    assert "### `AP_DIV_HITS` {#AP_DIV_HITS}" in page
    assert "It gives **0.5556** (AP), **0.5833** (AP@3)." in page
    assert re.search(r"\| \*\*0\.4167\*\* \| \*\*0\.2917\*\* \| .*trec_eval", page)
    assert re.search(r"\| \*\*0,5556\*\* \| \*\*0,5833\*\* \| .*scikit-learn", trees["es"].pages["metrics/ap"])
    assert all(f"{{#{code}}}" in trees["es"].pages["mistakes"] for code in MISCONCEPTIONS)


def test_the_front_page_opens_the_exercises_of_a_metric() -> None:
    for name in ("average_precision", "expected_reciprocal_rank", "rmse"):
        metric = REGISTRY[name]
        for exercise in metric_links.KINDS[metric.kind]:
            assert LinkedWidget(f"{exercise}={metric_links.question(metric)}").title


@pytest.mark.parametrize("quarrel", QUARRELS, ids=lambda quarrel: quarrel.name)
def test_a_quarrel_has_threads_and_values_that_differ(trees: dict[str, Tree], quarrel: quarrel_pages.Quarrel) -> None:
    page = trees["en"].pages[f"quarrels/{quarrel.name}"]
    assert 0 < len(quarrel.threads) <= MOST_THREADS
    assert len({name for name, _text in quarrel.threads}) == len(quarrel.threads)
    assert all(f"({quarrel_pages.thread(name)})"[1:-1] in page for name, _text in quarrel.threads)
    if quarrel.runs:
        found = [
            tuple(quarrel_pages.values_of(quarrel.runs, options).values()) for _text, options in quarrel.runs.sides
        ]
        assert len({*found}) > 2
        assert all(
            f"**{number(value, fixed=4)}**" in page for values in found for value in values if not math.isnan(value)
        )
    else:
        rows = [json.loads(unescape(found)) for found in VALUES.findall(page)]
        assert len(rows) == len(quarrel.sides) * len(quarrel.cutoffs)
        assert len({tuple(row) for row in rows}) > 1


def test_a_page_that_spanish_lacks_says_so_and_links_to_the_same_place() -> None:
    tree = Tree("es", Path(), repository="ana/course")
    assert hand_made.in_english("# Title\n\nText\n").startswith("# Title\n\n*Esta página está en inglés.*")
    address = {
        "use.md#give-a-lecture": "use.md#haz-una-clase",
        "../notebooks/en/04_average_precision.ipynb": "../../lessons/en/04_average_precision.html",
        "../notebooks/en/glossary.ipynb": "words.md",
        "../notebooks/es/formulas.pdf": "../formulas.es.html",
        "../homework/docs/tarea1.md": "tarea1.md",
        "../figures/README.md": "figures.md",
        "../README.md": "https://github.com/ana/course/blob/HEAD/README.md",
    }
    for target, expected in address.items():
        assert hand_made.site_address(target, "docs/guide.md", "guide", tree) == expected


def test_the_figures_page_has_each_figure_with_its_files_and_folded_code(trees: dict[str, Tree]) -> None:
    for language, tree in trees.items():
        page = tree.pages["figures"]
        half = next(half for half in figures_page.halves() if f'src="{language}/' in half)
        assert page.count("<section markdown>") == half.count("\n## ") > 10
        assert page.count("<details markdown>") == 1 + 2 * half.count("\n## ")


def test_a_page_of_the_frame_may_load_only_its_own_files() -> None:
    page = frame.finished(
        f'{CHARSET}<title>x</title><a href="/docs/es/" hreflang="es" class="x">', "metrics/ap", Tree("en", Path())
    )
    assert 'href="../es/metrics/ap.html"' in page
    policy = re.findall('content="(.*?)"', page)[0]
    assert {*re.findall(r"'none'|'self'|data:|https?:|\*", policy)} == {"'none'", "'self'", "data:"}


def test_the_questions_name_pages_that_exist(trees: dict[str, Tree]) -> None:
    assert len(QUESTIONS) == 20
    for question in QUESTIONS:
        for page, words in question.answers.items():
            assert words in trees[question.language].pages[page], question.text
