"""Pages without code: what `make app` serves works, asks nobody else for anything, and ends its kernels."""

from __future__ import annotations

import re
import select
import socket
import sys
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import nbformat
import psutil
import pytest
from jupyter_in_browser import Server, pages
from playwright.sync_api import Browser, Page, Request, expect

from browser.driver import CLIPPED, DRAWN_FOR_ITS_WIDTH, SECONDS, until, violations
from metrics_edu import Ranking, average_precision, language
from metrics_edu.language import LANGUAGES
from metrics_edu.widgets import Explorer

WIDTHS = (1280, 820, 390)
LESSON = "04_average_precision.ipynb"
NEXT = "05_ndcg.ipynb"
TEXT = nbformat.v4.new_markdown_cell
CODE = nbformat.v4.new_code_cell
COLOUR = "el => getComputedStyle(el).backgroundColor"
# The models come in the last moment of the two seconds for which ipywidgets waits.
LATE = """{
    const now = Date.now, Socket = WebSocket;
    window.WebSocket = class extends Socket {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => {
                if ((data.byteLength ?? data.length) > 20_000) Date.now = () => now() + 10_000;
            });
        }
    };
}"""
WRONG = [
    TEXT("# Not right"),
    CODE("import sys\nfrom metrics_edu import Ranking, measure\nprint(sys.executable)"),
    CODE('import warnings\nwarnings.warn("not to be read")\nmeasure("P@0")'),
    TEXT("One\n\n" * 80 + "## Far below\n\nThe end."),
]
PROGRESS = [
    TEXT("# Progress"),
    CODE(
        "from metrics_edu.exercises import learner_record as own\n"
        "own.note('one', 'tried')\nprint('tried:', own.recorded('one').tried)"
    ),
]
SCRIPT = "window.ran=1"
IMAGE = quote(f"<img src=x onerror={SCRIPT}>", safe="")
BROKEN = quote(f'"><svg onload={SCRIPT}><script>{SCRIPT}</script>', safe="")
STATE = "v=1&metric=average_precision&user=0"
QUERIES = [  # of which the first ones are refused in a sentence that quotes them
    f"{STATE}&n={IMAGE}&list=:A*1",
    f"{STATE}&threshold={BROKEN}&list=:A*1",
    f"v=1&metric={IMAGE}&user=0&list=:A*1",
    f"{STATE}&gain={IMAGE}&list=:A*1",
    f"{STATE}&convention={BROKEN}&list=:A*1",
    f"{STATE}&{IMAGE}=1&list=:A*1",
    f"{STATE}&chosen={IMAGE}&list={IMAGE}:{IMAGE}*1,{BROKEN}*0|{IMAGE}*1",
    f"v=1&metric=ndcg&user=mean&chosen={IMAGE}&list={BROKEN}:{BROKEN}*3,{IMAGE}*0|{BROKEN}*2&list={IMAGE}:{IMAGE}*1",
]
DISGUISED = f".%2f%22%3E{IMAGE}/..%2f"  # the folder that it stands in, written in another way
HOSTILE = [f"{spoken}/index.ipynb?{query}#{IMAGE}" for spoken, query in zip(cycle(LANGUAGES), QUERIES, strict=False)]
TWICE_HOSTILE = (
    f"es/{DISGUISED}index.ipynb?{QUERIES[0]}#{IMAGE}"  # refused, and in a folder's name; the others are slow
)
HOSTILE += [
    TWICE_HOSTILE,
    f"es/{DISGUISED}index.ipynb?{IMAGE}={BROKEN}",
    f"en/{DISGUISED}00_lists.ipynb?{IMAGE}#%",
    f"es/{DISGUISED}03_reciprocal_rank.ipynb#{BROKEN}",
]
NO_PAGES = [
    f"voila/render/{IMAGE}/index.ipynb",
    f"voila/render/en/{BROKEN}.ipynb",
    f"voila/render/es/{IMAGE}",
    f"voila/render/{IMAGE}?{IMAGE}",
    f"voila/files/{IMAGE}.svg",
    f"voila/files/es/{BROKEN}",
    f"voila/tree/{IMAGE}",
    f"voila/api/contents/{IMAGE}",
    f"voila/api/contents/es?format={IMAGE}",
    f"voila/api/shutdown/{IMAGE}",
    f"voila/api/themes/{BROKEN}",
    f"voila/labextensions/{IMAGE}",
    f"voila/static/{BROKEN}",
    f"voila/templates/{IMAGE}/static/{IMAGE}",
    f"api/kernels/{IMAGE}",
    f"api/kernels/{BROKEN}/channels",
    f"login?next=javascript:{SCRIPT}",
    f"{IMAGE}",
    f"?{BROKEN}",  # leads to the start page
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pages(tmp_path_factory.mktemp("app")) as server:
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        for name, cells in {"wrong": WRONG, "progress": PROGRESS}.items():
            notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
            nbformat.write(notebook, server.root / f"{name}.ipynb")
        yield server


@pytest.fixture(scope="module")
def open_page(server: Server, browser: Browser, browser_context_args: dict) -> Iterator[Callable[..., Page]]:
    """Give a function that opens a page; at the end, none has asked another server, and nothing has failed."""
    failures: list[str] = []
    context = browser.new_context(**{**browser_context_args, "viewport": {"width": 1280, "height": 1000}})
    context.set_default_timeout(1000 * SECONDS)

    def only_here(asked: Request) -> None:
        if not asked.url.startswith((server.base, "data:", "blob:")):
            failures.append(f"asked for {asked.url}")

    context.on("request", only_here)  # a route would do away with the cache

    def open_page(path: str, script: str = "") -> Page:
        page = context.new_page()
        page.add_init_script(script)
        page.on("response", lambda got: failures.append(f"{got.status} {got.url}") if got.status >= 400 else None)
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.on("console", lambda said: failures.append(said.text) if said.type == "error" else None)
        page.goto(server.base + path)
        expect(page.get_by_role("main")).to_be_visible()
        return page

    yield open_page
    context.close()
    assert failures == []


@pytest.fixture(scope="module")
def visits(server: Server, browser: Browser) -> list[str]:
    """Give a page as one visitor gets it, the same again, and as another gets it."""
    one, other = browser.new_context(), browser.new_context()
    said = [visitor.request.get(f"{server.base}voila/render/progress.ipynb").text() for visitor in (one, one, other)]
    one.close()
    other.close()
    return said


@pytest.fixture(scope="module", params=["es", pytest.param("en", marks=pytest.mark.slow)])
def spoken(request: pytest.FixtureRequest) -> Iterator[str]:
    before = language.language()
    language.set_language(request.param)
    yield request.param
    language.set_language(before)


@pytest.fixture(scope="module")
def start(open_page: Callable[..., Page], spoken: str) -> Page:
    page = open_page("" if spoken == "en" else f"voila/render/{spoken}/index.ipynb")
    expect(page).to_have_url(re.compile(rf"/voila/render/{spoken}/index\.ipynb$"))
    expect(page.locator(".metrics-edu .me-svg svg")).to_be_visible()
    return page


@pytest.fixture(scope="module")
def lesson(open_page: Callable[..., Page], spoken: str) -> Page:
    page = open_page(f"voila/render/{spoken}/{LESSON}")
    expect(page.locator(".metrics-edu").last).to_be_visible()
    return page


def test_a_visitor_has_a_progress_and_no_other_has_it(visits: list[str]) -> None:
    assert [re.search(r"tried: (\d)", said)[1] for said in visits] == ["1", "2", "1"]


def test_the_start_page_lists_the_lessons(server: Server, start: Page, spoken: str) -> None:
    there = {path.name for path in (server.root / spoken).glob("*.ipynb")}
    listed = start.locator("table a").evaluate_all("els => els.map(el => el.getAttribute('href'))")
    assert sorted(listed) == sorted(there - {"index.ipynb"})


def test_a_page_has_its_title_and_language(start: Page, lesson: Page, spoken: str) -> None:
    for page in (start, lesson):
        assert page.title() == page.get_by_role("heading", level=1).inner_text()
        assert page.evaluate("document.documentElement.lang") == spoken


def test_an_edit_changes_the_value_on_the_page(start: Page) -> None:
    value = start.locator(".me-derivation .me-value")
    expect(value).to_have_text(language.number(average_precision(Ranking.parse("NRRNNRNNNRRR")), fixed=4))
    row = start.locator(".me-row").filter(has=start.get_by_text("Braeburn", exact=True))
    row.locator(".me-toggle").click()
    expect(value).to_have_text(language.number(average_precision(Ranking.parse("NRRNNNNNNRRR")), fixed=4))


def test_a_lesson_shows_math_and_no_code(lesson: Page) -> None:
    assert lesson.locator("mjx-container").count() > 50
    said = lesson.get_by_role("main").inner_text()
    for code in ("set_language", "import ", "Ranking.parse", "Traceback", r"\frac", "$"):
        assert code not in said
    expect(lesson.locator("pre code, .jp-InputArea-editor, .cm-editor")).to_have_count(0)


def test_a_prediction_is_compared(lesson: Page) -> None:
    card = lesson.locator(".metrics-edu").first
    again = card.get_by_role("button", name=language._("Predict again"))
    if again.count():  # it was predicted in the other language, and is remembered
        again.click()
    card.get_by_role("textbox").fill(language.number(0.4))
    card.get_by_role("button", name=language._("Commit")).click()
    expect(card.get_by_role("status")).to_contain_text(language.number(0.5035, fixed=4))
    expect(card.locator(".me-value")).to_have_text(language.number(0.5035, fixed=4))


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_clipped_or_wider_than_the_page(start: Page, lesson: Page, width: int) -> None:
    for page in (start, lesson):
        page.set_viewport_size({"width": width, "height": 1000})
        page.wait_for_function(DRAWN_FOR_ITS_WIDTH)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for widget in page.locator(".metrics-edu").all():
            until(lambda widget=widget: widget.evaluate(CLIPPED), list)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_page_follows_the_browser_and_axe_finds_nothing(start: Page, scheme: Any) -> None:
    start.emulate_media(color_scheme=scheme)
    expect(start.locator("body")).to_have_attribute("data-jp-theme-light", str(scheme == "light").lower())
    page, widget = (start.locator(one).evaluate(COLOUR) for one in ("html", ".metrics-edu"))
    assert page == widget
    assert (int(page[4:].split(",")[0]) > 127) == (scheme == "light")
    assert violations(start) == []


@pytest.mark.slow
def test_the_link_of_a_lesson_opens_the_next(lesson: Page, spoken: str) -> None:
    lesson.locator(f"a[href='{NEXT}']").last.click()
    expect(lesson).to_have_url(re.compile(rf"/voila/render/{spoken}/{NEXT}$"))
    expect(lesson.get_by_role("heading", level=1)).to_be_visible()
    expect(lesson.locator(".metrics-edu").last).to_be_visible()


def test_the_link_above_a_lesson_opens_the_start_page(lesson: Page, spoken: str) -> None:
    lesson.get_by_role("navigation").get_by_role("link").click()
    expect(lesson).to_have_url(re.compile(rf"/voila/render/{spoken}/index\.ipynb$"))


def test_a_list_in_the_address_is_shown_however_late_it_comes_and_its_kernel_ends(
    open_page: Callable[..., Page],
) -> None:
    names = ["Kiwi & co", f"<img src=x onerror={SCRIPT}>", f'"><svg onload={SCRIPT}><script>{SCRIPT}</script>']
    given = Explorer(Ranking.parse("NRR", relevant=4), names)
    page = open_page(f"voila/render/en/index.ipynb?{given.state}#{IMAGE}", LATE)
    for row, name in enumerate(names):
        expect(page.locator(".me-row .me-label").nth(row)).to_have_text(name)
    assert nothing_ran(page)
    kernel = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    ask = page.context.request
    address = page.url.partition("voila/")[0] + f"api/kernels/{kernel}"
    assert ask.get(address).status == 200
    page.close(run_before_unload=True)
    until(lambda: ask.get(address).status, lambda: 404)


def test_a_page_that_comes_back_without_its_kernel_begins_anew(server: Server, page: Page) -> None:
    kernel = "JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"
    page.goto(f"{server.base}voila/render/progress.ipynb")
    before = page.evaluate(kernel)
    page.evaluate(
        f"() => {{ fetch = async place => ({{ status: place.endsWith('/api/kernels/{before}') ? 404 : 200 }}); }}"
    )
    with page.expect_navigation():
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate(kernel) != before


def test_an_error_is_one_sentence_and_the_text_goes_on(open_page: Callable[..., Page]) -> None:
    page = open_page("voila/render/wrong.ipynb#Far-below")
    expect(page.get_by_role("alert")).to_have_text("n must be at least 1; got 0")
    expect(page.get_by_role("main")).to_contain_text(sys.executable)
    said = page.get_by_role("main").inner_text()
    assert "Traceback" not in said
    assert "not to be read" not in said
    expect(page.get_by_role("heading", name="Far below")).to_be_in_viewport()


def nothing_ran(page: Page) -> bool:
    """Tell whether nothing of an address became a part of the page that could run or load."""
    return page.evaluate("window.ran === undefined && !document.querySelector('[onerror], [onload], img[src=x]')")


@pytest.mark.parametrize(
    "address",
    [
        pytest.param(one, marks=() if one == TWICE_HOSTILE else pytest.mark.slow, id=str(k))
        for k, one in enumerate(HOSTILE)
    ],
)
def test_nothing_of_an_address_runs_on_a_page(open_page: Callable[..., Page], address: str) -> None:
    page = open_page(f"voila/render/{address}")
    if any(address.endswith(f"?{query}#{IMAGE}") for query in QUERIES[:6]):
        expect(page.locator("p.error")).to_contain_text(re.compile("<(img|svg)|%3Cimg"))
    else:
        expect(page.locator(".metrics-edu").last).to_be_visible()
        expect(page.locator("p.error")).to_have_count(0)
    assert page.evaluate("document.documentElement.lang") in {*LANGUAGES, ".."}
    assert nothing_ran(page)


def test_nothing_of_an_address_runs_where_there_is_no_page(server: Server, page: Page) -> None:
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    for address in NO_PAGES:
        page.goto(server.base + address)
        assert nothing_ran(page), address
    assert len(HOSTILE) + len(NO_PAGES) >= 30


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "10.1.2.3", ""])
def test_another_host_is_refused(server: Server, host: str) -> None:
    asked = "GET /voila/static/voila.js HTTP/1.1\r\nHost: {}\r\n\r\n"
    assert [first_line(server, asked.format(one)) for one in ("localhost:1", host)] == [
        b"HTTP/1.1 200 OK",
        b"HTTP/1.1 403 Forbidden",
    ]


def first_line(server: Server, asked: str) -> bytes:
    with connected(server, asked) as connection:
        return connection.makefile("rb").readline().strip()


def connected(server: Server, asked: str) -> socket.socket:
    place = urlsplit(server.base)
    connection = socket.create_connection((place.hostname, place.port), timeout=60)
    connection.sendall(asked.encode())
    return connection


@pytest.mark.slow
def test_no_more_pages_than_allowed_are_made_and_none_goes_on_that_was_left(tmp_path: Path) -> None:
    before = set(psutil.Process().children(recursive=True))
    with pages(tmp_path, "--Kernels.most=4") as server:
        asked = [
            connected(server, "GET /voila/render/es/index.ipynb HTTP/1.1\r\nHost: localhost\r\n\r\n") for _ in range(30)
        ]
        refused = 0
        while refused < len(asked) - 4:
            for one in select.select(asked, [], [], 60)[0]:
                refused += one.makefile("rb").readline().startswith(b"HTTP/1.1 503")
                one.close()
                asked.remove(one)
        for one in asked:
            one.close()
        (running,) = set(psutil.Process().children()) - before
        until(lambda: len(running.children(recursive=True)), lambda: 0)


def test_a_kernel_whose_page_never_came_is_forgotten(server: Server, visits: list[str], page: Page) -> None:
    for said in visits:
        kernel = re.search('"kernelId": "(.+?)"', said)[1]
        until(lambda kernel=kernel: page.request.get(f"{server.base}api/kernels/{kernel}").status, lambda: 404)
