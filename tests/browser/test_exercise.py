"""The sheet of the exercise in class and the upload, by keyboard; also the sheet in a page without code."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from homework.tests.homework_cases import USERS, hand_in, make_course
from metrics_edu import set_language
from metrics_edu.metrics import measure
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS
from metrics_homework import ClassExercise, check_submission, grade_folder
from metrics_homework.classroom.poll import Poll
from metrics_homework.judging.code_lookup import meaning
from tests.browser.driver import (
    BARE,
    FOCUSABLE,
    HOSTS,
    TALL,
    THEMES,
    Notebook,
    clipped,
    expect_no_shortcuts,
    press,
    resize,
    scheme,
    set_width,
    until,
    violations,
    violations_in_each_scheme,
)

SHEET = """
from metrics_homework.widgets import ExerciseSheet
ExerciseSheet(["AP@5", "nDCG@5"], class_code="iic3633")
"""
UPLOAD = """
from pathlib import Path
from metrics_homework.example_class import init_tarea
from metrics_homework.widgets import SubmissionUpload
SubmissionUpload("tarea/tarea1.yaml" if Path("tarea").exists() else init_tarea("tarea"))
"""
SAVED = re.compile(r"^saved \d")
NAME = "exercise_iic3633_-b-ana-b-.json"


@pytest.fixture(scope="module", params=HOSTS)
def host(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def folder(host: str, folder_of: Callable[[str], Path]) -> Path:
    return folder_of(host)


@pytest.fixture(scope="module")
def notebook(host: str, folder: Path, open_on: Callable[..., Notebook]) -> Notebook:
    return open_on(host, [SHEET, UPLOAD], viewport=TALL | {"height": 5000})


@pytest.fixture
def page(notebook: Notebook) -> Page:
    return notebook.page


@pytest.fixture
def sheet(page: Page) -> Locator:
    return page.locator(".metrics-edu").first


@pytest.fixture
def upload(page: Page) -> Locator:
    return page.locator(".metrics-edu").last


def answers(folder: Path) -> dict[str, list[str]]:
    return json.loads((folder / NAME).read_text("utf-8"))["answers"]


def downloaded(page: Page, sheet: Locator) -> tuple[str, dict[str, list[str]]]:
    """Press Download; give the name of the file, and the answers in it."""
    with page.expect_download() as found:
        sheet.get_by_role("button", name="Download").click()
    return found.value.suggested_filename, json.loads(Path(found.value.path()).read_text("utf-8"))["answers"]


def test_uploading_a_submission_works_with_the_keyboard_alone(page: Page, upload: Locator, folder: Path) -> None:
    expect(upload.locator(".me-btn[data-main]")).to_have_text(["Choose files"])
    with page.expect_file_chooser() as chooser:
        upload.get_by_role("button", name="Choose files").press("Enter")
    chooser.value.set_files(sorted((folder / "tarea" / "submissions" / "carla").iterdir()))
    expect(upload.locator(".me-files [data-kind=right]")).to_have_text(["read"] * 4)
    expect(upload).to_contain_text(MISCONCEPTIONS["IDCG_RETRIEVED"].plainly)
    expect(upload.locator(".me-btn[data-main]")).to_have_text(["Check"])
    expect(upload.get_by_label("RMSE")).to_have_value("0.9281")
    expect(upload.locator("[data-state=right]")).to_have_count(4)
    upload.get_by_label("User", exact=True).focus()
    expect(upload.get_by_label("User", exact=True)).to_have_value("1001")  # the first one's working is there at once
    expect(upload.locator(".me-card-working").first).to_contain_text("AP@10")
    page.keyboard.press("Tab")
    page.keyboard.type("n")
    page.keyboard.press("Tab")  # which user and measure are explained follows what is chosen
    expect(upload.locator(".me-card-working").first).to_contain_text("nDCG@10")
    upload.get_by_label("MAP@10", exact=True).fill("7")
    page.keyboard.press("Enter")
    expect(upload).to_contain_text("is between 0 and 1")


def test_an_oversized_file_is_rejected_with_the_limit(page: Page, upload: Locator, tmp_path: Path) -> None:
    (large := tmp_path / "ranking.json").write_bytes(b" " * 10_500_000)
    upload.locator("input[type=file]").set_input_files(large)
    expect(upload.get_by_role("alert")).to_contain_text("10.5 MB, and a browser can send 10 MB")
    (small := tmp_path / "claims.csv").write_text("MAP@10,7")
    upload.get_by_label("RMSE").fill("0.5")
    upload.locator("input[type=file]").set_input_files(small)
    expect(upload.locator(".me-files code")).to_have_text(
        ["ranking.json or ranking.csv", "ratings.csv", "claims.csv", "exercise*.json"]
    )
    expect(upload.get_by_role("alert")).to_have_count(0)
    expect(upload.get_by_label("RMSE")).to_have_value("0.5")


def test_the_answer_sheet_works_with_the_keyboard_alone(page: Page, sheet: Locator, folder: Path) -> None:
    sheet.get_by_label("Your id").focus()
    page.keyboard.type("<b>Ana</b>")
    page.keyboard.press("Enter")
    expect(sheet).to_contain_text("student <b>ana</b>")
    expect(sheet.get_by_label("AP@5 of list 1")).to_be_focused()
    page.keyboard.type("0,5")
    page.keyboard.press("Tab")
    expect(sheet.get_by_label("AP@5 of list 2")).to_be_focused()
    page.keyboard.type("1 ")
    until(lambda: answers(folder)["AP@5"], lambda: ["0,5", "1"])
    expect(sheet.get_by_text(SAVED)).to_have_count(2)
    page.keyboard.type("/ 3 ")  # the space stays, although the answer was stored without it
    assert downloaded(page, sheet) == (NAME, {"AP@5": ["0,5", "1 / 3"], "nDCG@5": ["", ""]}), "the last key is in it"
    assert downloaded(page, sheet)[0] == NAME, "a second press makes a second file"
    expect(sheet.get_by_text(SAVED)).to_have_count(2)
    until(lambda: answers(folder), lambda: {"AP@5": ["0,5", "1 / 3"], "nDCG@5": ["", ""]})


def test_the_timer_counts_down(sheet: Locator) -> None:
    time = sheet.get_by_role("timer")
    expect(time).to_contain_text(" left")
    shown = time.inner_text()
    expect(time).not_to_have_text(shown)


def test_keys_in_focusable_elements_never_reach_the_notebook(
    notebook: Notebook, page: Page, upload: Locator, folder: Path
) -> None:
    upload.locator("input[type=file]").set_input_files(folder / "tarea" / "submissions" / "elena.zip")
    expect(upload.get_by_role("combobox")).to_be_visible()
    cells = notebook.cells()
    widgets = page.locator(".metrics-edu")
    expect_no_shortcuts(widgets)
    found = widgets.locator(f":is({FOCUSABLE}):not([tabindex='-1'], [hidden], [hidden] *)").all()
    assert len(found) > 18
    for place, one in enumerate(found):
        one.focus()
        press(page, "x", "a", "b", "m", "d", "d", *["Backspace"] * 6)
        assert notebook.cells() == cells, f"keys reached the notebook from number {place}"


def test_axe_finds_no_violation_in_any_theme(notebook: Notebook) -> None:
    for theme in reversed(THEMES):
        notebook.choose_theme(theme)
        assert violations(notebook.page) == [], theme


def test_nothing_is_clipped(sheet: Locator, upload: Locator) -> None:
    for width in (820, 390, 274):  # the last is what JupyterLab leaves of 390
        for widget in (sheet, upload):
            set_width(widget, width)
            assert clipped(widget) == [], width
        if width == 390:
            names = upload.locator(".me-field > span").evaluate_all("els => els.map(el => el.offsetHeight)")
            assert len({*names}) == 1, "no name is broken"


def test_answers_survive_a_restart_and_feedback_needs_confirmation(
    notebook: Notebook, page: Page, sheet: Locator, folder: Path
) -> None:
    until(lambda: answers(folder)["AP@5"], lambda: ["0,5", "1 / 3"])
    notebook.restart()
    sheet.get_by_label("AP@5 of list 1").fill("9")
    expect(sheet.get_by_role("alert")).to_contain_text("run the cells again")
    expect(sheet.get_by_text("not saved yet")).to_have_count(1)
    notebook.run_again()
    sheet.get_by_label("Your id").fill("<b>ana</b>")
    page.keyboard.press("Enter")
    expect(sheet.get_by_label("AP@5 of list 1")).to_have_value("9")
    expect(sheet.get_by_text("not saved yet")).to_have_count(0)
    button = sheet.get_by_role("button", name="finish")
    button.dblclick()
    expect(button).to_have_text("Yes, finish now")
    expect(sheet.get_by_role("alert")).to_contain_text("you can then change no answer")
    expect(button).not_to_have_attribute("aria-disabled", "true")  # as long as it may be a double click, it is greyed
    button.focus()
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("status").filter(has_text="Finished.")).to_be_visible()
    expect(sheet.locator(".me-card-mark.me-mark")).to_have_count(4)
    expect(sheet.get_by_label("AP@5 of list 1")).not_to_be_editable()
    expect(sheet.get_by_role("button", name="Download")).to_be_focused()
    assert violations(page, whole=True) == []
    assert answers(folder)["AP@5"] == ["9", "1 / 3"], "what was typed without a kernel is written later"


def test_on_a_page_answers_stay_private_to_the_tab(
    open_on: Callable[..., Notebook], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two visitors with one id and other clocks; nothing is written."""
    monkeypatch.chdir(tmp_path)
    source = (
        "from metrics_homework.widgets import ExerciseSheet\nExerciseSheet(['AP@10', 'RR'], minutes=30, folder=None)"
    )
    notebooks = [
        open_on(BARE, [source], timezone_id=zone, locale=locale)
        for zone, locale in (("America/Santiago", "es-CL"), ("Asia/Tokyo", "en-GB"))
    ]
    visitors = [(notebook.page, notebook.page.locator(".metrics-edu")) for notebook in notebooks]
    for page, sheet in visitors:
        sheet.get_by_label("Class code").fill("iic3633")
        sheet.get_by_label("Your id").fill("ana")
        page.keyboard.press("Enter")
        expect(sheet.get_by_label("AP@10 of list 1")).to_have_value("")
        sheet.get_by_label("AP@10 of list 1").fill("0.5" if page is visitors[0][0] else "0.7")
        expect(sheet.get_by_text(SAVED)).to_have_count(1)
    ends = [sheet.get_by_role("timer").inner_text() for _page, sheet in visitors]
    local = "end => new Date(1000 * end).toLocaleTimeString([], { timeStyle: 'short' })"
    for (page, sheet), shown in zip(visitors, ends, strict=True):
        end = page.evaluate("Date.now() / 1000 + 60 * 30")
        assert any(page.evaluate(local, end - ago) in shown for ago in range(0, 300, 30))
        name, found = downloaded(page, sheet)
        assert (name, found["AP@10"][0]) == ("exercise_iic3633_ana.json", "0.5" if page is visitors[0][0] else "0.7")
    page, sheet = visitors[0]
    assert violations(page) == []
    notebooks[0].reload()
    sheet.get_by_label("Class code").fill("iic3633")
    sheet.get_by_label("Your id").fill("ana")
    sheet.get_by_role("button", name="Begin").click()
    expect(sheet.get_by_label("AP@10 of list 1")).to_have_value("0.5")
    assert list(tmp_path.iterdir()) == []


def feedback(folder: Path, name: str, count: int, language: str) -> Path:
    """Grade a submission with one slip, the last of many numbers; return its page."""
    kinds = product(("P", "Recall", "F1", "HR", "nDCG", "DCG", "RR"), range(1, 7))
    titles = [*[f"{name}@{n}" for name, n in kinds][: count - 1], "MAP@3"]
    lists = {user: [f"i{6 + (k + place) % 6}" for place in range(6)] for k, user in enumerate(USERS)}
    policy = make_course(folder / "course")
    claims = "claims: {" + ", ".join(f"{title}: 1" for title in titles) + "}"
    text = policy.read_text().replace("[MAP@3, nDCG@3, RMSE, Item coverage]", f"[{', '.join(titles)}]")
    policy.write_text(text.replace("claims: {MAP@3: 1, nDCG@3: 1}", claims).replace("length: 3", "length: 6"))
    report = check_submission(hand_in(folder / "in", name, ranking=lists), policy)
    slip = MISCONCEPTIONS["AP_DIV_HITS"].value(measure("AP@3"), report.read.run)
    numbers = {title: round(value, 4) for title, value in report.values.items()} | {"MAP@3": round(slip, 4)}
    (folder / "in" / name / "claims.json").write_text(json.dumps(numbers))
    grade_folder(folder / "in", policy, folder / "out", language=language, processes=1, figures=False, progress=False)
    (page,) = (folder / "out" / "feedback").iterdir()
    return page


@pytest.mark.parametrize(
    ("name", "count", "language"),
    [
        ("ana", 8, "en"),
        ("<img src=x onerror=alert(1)> " * 6, 20, "es"),
        pytest.param("ana", 40, "en", marks=pytest.mark.slow),
    ],
)
def test_feedback_on_one_mistake_prints_on_one_page(
    browser: Browser, tmp_path: Path, name: str, count: int, language: str
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(feedback(tmp_path, name, count, language).as_uri())
    expect(page.locator("[data-kind=wrong]")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations_in_each_scheme(page, "main") == []
    expect(page.locator("main > ol > li")).to_have_count(4)
    expect(page.locator("main > ol > li").first).to_contain_text("scikit-learn")  # with the mistake that they make
    assert page.locator(".scroll").evaluate("one => one.scrollWidth <= one.clientWidth"), "the last column is in sight"
    scheme(page, media="print")
    free = (
        "all => all.map(one => one.closest('tr').offsetHeight - parseFloat(getComputedStyle(one, '::before').height))"
    )
    assert min(page.locator("td .me-mark").evaluate_all(free)) >= 4, "no mark touches a line"
    expect(page.locator(".sides > div:visible")).to_have_count(5 if count == 8 else 2)
    for paper in ("A4", "Letter"):
        pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))
        assert pages == (1 if count < 40 else 2), paper
    page.close()


def test_poll_slides_fill_the_screen_without_overflow(browser: Browser, tmp_path: Path) -> None:
    set_language("es")  # the longer texts
    by_length = sorted(MISCONCEPTIONS, key=lambda code: len(meaning(code)))
    each = [by_length[-5:], ["|".join(by_length[-9:-5]), *by_length[-4:]], [*MISCONCEPTIONS], by_length[:1], []]
    counts = {f"AP@{n}": Counter({"right": 150} | dict.fromkeys(codes, 200)) for n, codes in enumerate(each, start=1)}
    for name in ("AP@2", "AP@3", "AP@4"):
        counts[name] |= Counter({"not_attempted": 2, "not_computed": 1})
    own = ClassExercise("iic3633", "ana", ["AP@10"])
    own.answer("AP@10", 1, f"{MISCONCEPTIONS['AP_DIV_HITS'].value(measure('AP@10'), own.pairs['AP@10'][0]):.3f}")
    said = defaultdict(lambda: own.judged()[0])
    Poll(counts | {"<img src=x>": counts["AP@3"]}, said, students=200).save(tmp_path / "poll.html")
    set_language("en")
    page = browser.new_page()
    page.goto((tmp_path / "poll.html").as_uri())
    for width, height in ((1280, 720), (1920, 1080)):
        resize(page, width, height)
        sizes = page.locator(".slide").evaluate_all("all => all.map(one => [one.scrollWidth, one.offsetHeight])")
        assert sizes == [[width, height]] * 6
        starts = page.locator(".slide .of").evaluate_all(
            "all => all.map(one => Math.round(one.getBoundingClientRect().x))"
        )
        assert len(set(starts)) == 1, "bars of all slides begin at one place"
        free = """all => all.map(one => {
            const rows = [...one.children].map(row => row.getBoundingClientRect()), { top, bottom } = one.getBoundingClientRect();
            return [rows.at(0).top - top, bottom - rows.at(-1).bottom, ...rows.slice(1).map((row, k) => row.top - rows[k].bottom)];
        })"""
        for slide in page.locator(".slide ul").evaluate_all(free):
            assert min(slide) >= 0, "no row over another, or over what stands below"
            assert max(slide) <= height / (3.5 if len(slide) == 2 else 8), "no white half"
        small = "all => Math.min(...all.map(one => parseFloat(getComputedStyle(one).fontSize)))"
        assert page.locator(".slide *").evaluate_all(small) >= height / 40, "read from the back"
    assert violations_in_each_scheme(page, "body") == []
    page.close()
