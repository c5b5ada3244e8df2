"""The lessons of the site, in WebAssembly: each cell of all of them; one from its card in JupyterLite, over a restart."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, BrowserType, Locator, Page, Route, expect

from metrics_edu.language import LANGUAGES, _, set_language
from tests.browser.driver import THEMES, Notebook, settled, until, violations
from tests.browser.lessons_site import CONTENTS, build, chromium, ran, run_lesson, served, start_kernel
from tools.servers.jupyter_in_browser import PROJECT
from website.build import environments, jupyterlite, pyodide
from website.build.sources import own_file

pytestmark = pytest.mark.slow
LESSONS = [
    path.relative_to(PROJECT).as_posix()
    for lang in LANGUAGES
    for path in (PROJECT / "notebooks" / lang).glob("*.ipynb")
]
OTHERWISE = {
    "hand-write",
    "hand-explain",
    "break-ap",
    "break-ap-report",
    "break-seen",
    "break-ids",
    "mend",
    "files-break",
    "upload",
}
"""The cells that check a homework: its policy and its files are read by pydantic and polars, which are not there."""
SENTENCES = {
    "en": "this browser does not have {}; on a computer with Python, install it with: pip install {}\n",
    "es": "este navegador no tiene {}; en un computador con Python, instálalo con: pip install {}\n",
}
WIDGETS = """
from pathlib import Path

import metrics_homework as homework
import metrics_edu.widgets
from metrics_edu import Ranking, evaluate, set_language
from metrics_edu.widgets import *
from metrics_homework.widgets import ExerciseSheet, SubmissionUpload

set_language("en")
Path("run.parquet").write_bytes(b"PAR1")
ranking = Ranking.parse("NRRN")
made = [
    Compare(ranking, Ranking.parse("RNNR")), Drill("AP"), ExerciseSheet(["AP@5"]), Explorer(ranking),
    FadedStepper("AP", ranking), FileDiagnosis("AP=1"), IdealList("nDCG", ranking), Inverse("AP = 0.5", ranking),
    Lecture("Which one?", ranking), Practice("04-pair"), Predict("AP", ranking), Quiz("01-half-star"), RankedList(ranking),
    Stepper("AP", ranking),
]
print({*metrics_edu.widgets.__all__, "SubmissionUpload"} - {type(widget).__name__ for widget in made})
"""
NOT_THERE = {
    "evaluate('run.parquet', {1: [2]}, 'AP')": ("polars", '"metrics-edu[tables]"'),
    "homework.check_submission('mine', 'tarea1.yaml')": ("pydantic", "metrics-homework"),
    "homework.grade_folder('all', 'tarea1.yaml')": ("pydantic", "metrics-homework"),
    "homework.read_policy('tarea1.yaml')": ("pydantic", "metrics-homework"),
    "SubmissionUpload('tarea1.yaml')": ("pydantic", "metrics-homework"),
}
"""What docs/hosting.md says does not work in the page, with the package and the extra that its message names."""
MANY_USERS = """
import numpy as np, pandas as pd
from metrics_edu import evaluate

draw = np.random.default_rng(5)
for user, item in ((1, 1), (2**40, 2**33), (-3, 2**20)):
    run = {user + k: (item + draw.permutation(200)[: 1 + k % 40].astype("int64")).tolist() for k in range(2000)}
    judged = {u: {item + int(i): float(draw.integers(6)) for i in draw.permutation(200)[:20]} for u in run}
    left = pd.DataFrame([(f"{u} ", str(i)) for u, items in run.items() for i in items], columns=["user", "item"])
    right = [(u, i, grade) for u, grades in judged.items() for i, grade in grades.items()]
    for tables in ((run, judged), (left, pd.DataFrame(right, columns=["user", "item", "grade"]))):
        found = evaluate(*tables, ["MAP@10", "nDCG", "Recall@10"], threshold=4, ties="id_descending")
        print([round(mean, 12) for mean in found.mean.values()], found.coverage, found.names[-1])
long = {user: list(range(20_000 if user == 7 else 3)) for user in range(9000)}
print(evaluate(long, {7: [1, 9999]}, "P@2", users="all").per_user["P@2"].sum())
"""
LESSON = "es/04_average_precision.ipynb"
LECTURE = "lectures/es/04_ndcg.ipynb"
WRITE_CELL = "source => jupyterapp.shell.currentWidget.content.model.sharedModel.getCell(3).setSource(source)"
READ_CELL = "jupyterapp.shell.currentWidget.content.model.sharedModel.getCell(3).getSource()"
RUN_CELL = """async () => {
    const { content, sessionContext } = jupyterapp.shell.currentWidget;
    await sessionContext.ready;
    content.activeCellIndex = 3;
    jupyterapp.commands.execute("notebook:run-cell");
}"""
PRINTED = """() => jupyterapp.shell.currentWidget.content.widgets[3].model.outputs.toJSON()
    .map(({ text, ename }) => text ?? ename).join("")"""
ENDLESS = """
from metrics_edu import check_metric
print("begins")
check_metric("AP@5", lambda relevant, shown, k: sum(iter(int, 1)))
"""
OPENED = "window.jupyterapp?.shell.currentWidget?.context?.isReady"
CHOOSE_CELL = """index => {
    const { content } = jupyterapp.shell.currentWidget;
    content.activeCellIndex = index;
    return content.scrollToItem(index, "start");
}"""
WHERE = """() => {
    const { content } = jupyterapp.shell.currentWidget, { scrollTop } = content.node.querySelector(".jp-WindowedPanel-outer");
    return { chosen: content.activeCellIndex, selected: content.selectedCells.length, offset: scrollTop, page: scrollY };
}"""
ENDED = """() => jupyterapp.shell.currentWidget.content.widgets.every(
    ({ model }) => model.type !== "code" || (model.executionState !== "running" && model.executionCount !== null)
)"""
PATHS = "[...jupyterapp.shell.widgets('main')].map(widget => widget.context.path)"
TOLD = ".Toastify__toast"
UPDATED = """async () => {
    await (await navigator.serviceWorker.getRegistration("/lite/")).update();
    return (await caches.keys()).filter(name => name.startsWith("metrics_edu lessons"));
}"""
"""Take the newer worker of the lessons, which forgets the files of the one before; return whose files are kept."""
Shown = list[list[str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("site") / "site")


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    with served(folder) as address:
        yield address


@pytest.fixture(scope="module")
def kernel(site: str, browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    start_kernel(page, f"{site}/site.css")
    yield page
    page.close()


def joined(outputs: Shown) -> Shown:
    """What is written to a stream comes in pieces."""
    whole: Shown = []
    for kind, name, text in outputs:
        if whole and kind == "stream" and whole[-1][:2] == [kind, name]:
            whole[-1][2] += text
        else:
            whole.append([kind, name, text])
    return whole


def committed(cell: Any) -> Shown:
    return joined(
        [
            ["stream", output.name, output.text]
            if output.output_type == "stream"
            else ["display", "text/plain", output.data["text/plain"]]
            for output in cell.outputs
        ]
    )


@pytest.mark.parametrize("lesson", sorted(LESSONS))
def test_each_cell_has_its_committed_output_in_webassembly(lesson: str, kernel: Page, site: str) -> None:
    cells = [cell for cell in nbformat.read(PROJECT / lesson, as_version=4).cells if cell.cell_type == "code"]
    now = ran(kernel, site, [cell.source for cell in cells])
    for cell, this in zip(cells, now, strict=True):
        if cell.id in OTHERWISE:
            sentence = SENTENCES[Path(lesson).parent.name].format("pydantic", "metrics-homework")
            assert (this["error"], joined(this["shown"])) == (None, [["stream", "stdout", sentence]]), cell.id
        else:
            assert (this["error"], joined(this["shown"])) == (None, committed(cell)), cell.id


def test_the_page_has_what_hosting_says_it_has(kernel: Page, site: str) -> None:
    made, *others = ran(kernel, site, [WIDGETS, *NOT_THERE])
    assert (made["error"], joined(made["shown"])) == (None, [["stream", "stdout", "{'SubmissionUpload'}\n"]])
    for this, names in zip(others, NOT_THERE.values(), strict=True):
        sentence = SENTENCES["en"].format(*names)
        assert (this["error"], joined(this["shown"])) == (None, [["stream", "stdout", sentence]])


def test_means_over_many_users_are_equal_in_webassembly(
    kernel: Page, site: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whole numbers have 32 bits there where NumPy is not asked for more."""
    exec(MANY_USERS, {})
    (cell,) = ran(kernel, site, [MANY_USERS])
    assert (cell["error"], joined(cell["shown"])) == (None, [["stream", "stdout", capsys.readouterr().out]])


@pytest.mark.parametrize("cut", ["", "numpy"])
def test_python_loads_from_the_public_server_with_pinned_hashes(cut: str, browser: Browser, tmp_path: Path) -> None:
    def public_server(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        body = (pyodide.DOWNLOADS / name).read_bytes()
        changed = body[:-1] if cut and name.startswith(cut) else body
        kind = "application/wasm" if name.endswith(".wasm") else "application/octet-stream"
        route.fulfill(body=changed, content_type=kind, headers={"access-control-allow-origin": "*"})

    pyodide.take_from_pypi()
    environments.tools_of("lessons")
    for name in pyodide.START:
        shutil.copy(own_file(name), tmp_path)
    pyodide.write_python(tmp_path / "pyodide", offline=False)
    jupyterlite.write_packages(tmp_path / "pyodide", offline=False)
    with served(tmp_path) as site:
        page = browser.new_page()
        page.context.route(pyodide.PYODIDE["cdn"] + "*", public_server)
        start_kernel(page, f"{site}/pyodide/files.json")
        (cell,) = ran(page, site, ["from metrics_edu import Ranking, measure\nmeasure('AP')(Ranking.parse('NR'))"])
        page.context.close()
    assert cell["shown"] == ([] if cut else [["display", "text/plain", "0.5"]])
    assert (cell["error"] is not None) == bool(cut)


@pytest.fixture
def spanish() -> Iterator[None]:
    set_language("es")
    yield
    set_language("en")


@pytest.mark.usefixtures("spanish")
def test_lesson_progress_survives_a_restart_and_lessons_run_offline(
    folder: Path, browser_type: BrowserType, tmp_path: Path
) -> None:
    foreign: list[str] = []
    with served(folder) as site:
        with chromium(browser_type, tmp_path, foreign, site) as page:
            the_card_counts(page, site, "sin empezar")
            answer(page, f"{site}/es/index.html#practice=04-pair", "0,375", "0,42")  # before any lesson was opened
            the_card_counts(page, site, "parte principal 1 de ")
            page.goto(f"{site}/lite/lab/index.html?path={LESSON}")
            run_lesson(page, LESSON)
            lesson = Notebook(page)
            assert not lesson.complaints()
            assert right(page) == ["04-pair"]
            expect(page.locator(".lm-MenuBar-itemLabel").first).to_have_text("Archivo")
            edit_the_explorer(lesson)
            answer_the_exercise(lesson)
            expect(page.locator(".jp-OutputArea-output", has_text="para saber más 1 de 4")).to_have_count(1)
            for theme in THEMES:
                lesson.choose_theme(theme)
                assert violations(page, whole=True) == [], theme
            page.evaluate(WRITE_CELL, "mine = 1")
            save(page)
            until(lambda: right(page), lambda: ["04-pair", "04-few"])
        with chromium(browser_type, tmp_path, foreign, site) as page:
            the_card_counts(page, site, "para saber más 1 de ")
    with chromium(browser_type, tmp_path, foreign, site) as page:
        the_card_counts(page, site, "para saber más 1 de ")
        page.goto(f"{site}/lite/lab/index.html?path={LESSON}")
        page.wait_for_function(OPENED)
        assert Notebook(page).cells()[3] == ["code", "mine = 1"]
        run_lesson(page, LESSON)
        assert not Notebook(page).complaints()
        assert right(page) == ["04-pair", "04-few"]
        card = the_card_counts(page, site, "para saber más 1 de ")
        page.once("dialog", lambda asked: asked.accept())
        page.locator("#forget").click()
        expect(card).to_contain_text("sin empezar")
        the_card_counts(page, site, "sin empezar")
    assert not foreign


@pytest.mark.parametrize("lesson", ["es/08_tarea1.ipynb", "en/04_average_precision.ipynb"])
@pytest.mark.parametrize("chosen", [0, 12])
def test_a_lesson_runs_to_its_end_without_moving_the_page(
    site: str, browser: Browser, lesson: str, chosen: int
) -> None:
    page = browser.new_context(viewport={"width": 1280, "height": 844}).new_page()
    page.set_default_timeout(180_000)
    page.goto(f"{site}/lite/lab/index.html?path={lesson}")
    page.wait_for_function(OPENED)
    page.evaluate(CHOOSE_CELL, chosen)
    before = settled(page).evaluate(WHERE)
    assert (before["chosen"], before["offset"] > 100) == (chosen, chosen > 0)
    page.get_by_role("button", name=re.compile("Run the lesson|Ejecutar la lección")).click()
    page.wait_for_function(ENDED)
    assert not [output for output in Notebook(page).complaints() if output["output_type"] == "error"]
    assert settled(page).evaluate(WHERE) == before
    page.context.close()


@pytest.mark.parametrize("lesson", [LESSON, LECTURE])
def test_a_newer_lesson_is_announced_and_the_copy_stays(
    folder: Path, browser: Browser, tmp_path: Path, lesson: str
) -> None:
    copy = lesson.replace(".ipynb", " (mi copia).ipynb")
    site = tmp_path / "site"
    shutil.copytree(folder, site)
    page = browser.new_page()
    page.set_default_timeout(180_000)
    with served(site) as address:
        open_lesson(page, address, lesson)
        page.evaluate(WRITE_CELL, "mine = 1")
        save(page, lesson)
        write_newer(site, lesson)
        expect(page.locator(TOLD)).to_have_count(0)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.goto(f"{address}/site.css")  # an open request of the lesson's kernel would hold the old worker
        until(lambda: page.evaluate(UPDATED), lambda: ["metrics_edu lessons newer"])
        open_lesson(page, address, lesson)
        told = page.locator(TOLD, has_text="Guardada con una versión anterior")
        expect(told).to_contain_text(copy.rpartition("/")[2])
        assert Notebook(page).cells()[3] == ["code", "mine = 1"]
        page.evaluate(WRITE_CELL, "mine = 2")  # not saved yet
        told.get_by_role("button", name="Abrir la lección nueva").click()
        until(lambda: page.evaluate(PATHS), lambda: [copy, lesson])
        page.wait_for_function(OPENED)
        assert Notebook(page).cells()[0] == ["markdown", "# Newer"]
        mine = page.evaluate(CONTENTS, copy)
        assert mine["cells"][3]["source"] == "mine = 2"
        open_lesson(page, address, lesson)
        assert Notebook(page).cells()[0] == ["markdown", "# Newer"]
    page.close()


@pytest.mark.parametrize("is_running", [True, False])
def test_stop_ends_an_endless_cell_or_a_starting_python(site: str, browser: Browser, is_running: bool) -> None:
    page = browser.new_page()
    page.set_default_timeout(180_000)
    open_lesson(page, site, LESSON)
    if is_running:
        run_cell(page, ENDLESS, "begins\n")
    page.evaluate(WRITE_CELL, ENDLESS)
    page.get_by_role("button", name="Detener").click()
    expect(page.locator(TOLD)).to_have_text(re.compile("Python se detuvo"))
    assert page.evaluate(READ_CELL) == ENDLESS
    run_cell(page, "print('check_metric' in globals())", "False\n")
    until(lambda: len(page.workers), lambda: 1)  # the old one has ended
    page.close()


def run_cell(page: Page, source: str, printed: str) -> None:
    """Write a cell and run it, until it has printed this; not awaited, as it may never end."""
    page.evaluate(WRITE_CELL, source)
    page.evaluate(RUN_CELL)
    until(lambda: page.evaluate(PRINTED), lambda: printed, seconds=180)


def open_lesson(page: Page, address: str, lesson: str) -> None:
    page.goto(f"{address}/lite/lab/index.html?path={lesson}")
    page.wait_for_function(OPENED)
    expect(page.locator(".lm-MenuBar-itemLabel").first).to_have_text("Archivo")


def save(page: Page, lesson: str = LESSON) -> None:
    """Save the lesson, and see that it is kept; not awaited, as it may ask something, for ever."""
    page.evaluate("() => { jupyterapp.commands.execute('docmanager:save'); }")
    until(lambda: page.evaluate(CONTENTS, lesson)["cells"][3]["source"], lambda: page.evaluate(READ_CELL))


def write_newer(site: Path, path: str) -> None:
    """Let a site have another version of the lesson."""
    lesson, worker = site / "lite" / "files" / path, site / "lite" / "service-worker.js"
    notebook = json.loads(lesson.read_text("utf-8"))
    notebook["cells"][0]["source"] = "# Newer"
    notebook["metadata"]["lesson"] = "newer"
    lesson.write_text(json.dumps(notebook), "utf-8")
    worker.write_text(re.sub(r"(metrics_edu lessons )\w+", r"\1newer", worker.read_text("utf-8"), count=1), "utf-8")


def answer(page: Page, address: str, *texts: str) -> None:
    page.goto(address)
    page.wait_for_selector("#widget[data-stage=ready]")
    for place, text in enumerate(texts):
        page.locator("#widget input:visible").nth(place).fill(text)
    page.keyboard.press("Enter")
    expect(page.locator("#widget")).to_contain_text(_("All right."))


def the_card_counts(page: Page, site: str, words: str) -> Locator:
    page.goto(f"{site}/es/index.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # from now on files are kept
    card = page.locator("[data-lesson='04'] em")
    expect(card).to_contain_text(words)
    return card


def part(lesson: Notebook, cell: str) -> Any:
    lesson.show_all_cells()
    cells = nbformat.read(PROJECT / "notebooks" / LESSON, as_version=4).cells
    place = next(k for k, each in enumerate(cells) if each.id == cell)
    return lesson.page.locator(".jp-Notebook .jp-Cell").nth(place).locator(".metrics-edu")


def answer_the_exercise(lesson: Notebook) -> None:
    exercise = part(lesson, "cut-few")
    exercise.get_by_role("textbox").fill("0,4")
    exercise.get_by_role("button", name=_("Check")).click()
    expect(exercise.locator(".me-card-status")).to_contain_text(_("All right."))


def edit_the_explorer(lesson: Notebook) -> None:
    explorer = part(lesson, "world-explorer")
    value = explorer.locator(".me-value:visible").first
    before = value.text_content() or ""
    explorer.locator(".me-row[data-rank='2']").focus()
    lesson.page.keyboard.press("Alt+ArrowUp")
    expect(value).not_to_have_text(before)


def right(page: Page) -> list[str]:
    """Which exercises the record on the page's drive has as right."""
    entries = map(json.loads, page.evaluate(CONTENTS, "progress.txt").splitlines())
    return [entry["name"] for entry in entries if entry.get("what") == "right"]
