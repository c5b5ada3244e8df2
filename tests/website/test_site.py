"""The site that computes in the browser: what it is built from, and its stand-in for anywidget; tests/browser has the rest."""

import doctest
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from metrics_edu.language import LANGUAGES, set_language
from metrics_edu.practice.record.learner_record import progress
from metrics_edu.widgets import Compare
from metrics_edu.widgets.list_state import link_limits
from notebooks.build import lectures
from notebooks.build.lecture_texts import AVERAGE_PRECISION
from tools import repository
from website.build import __main__ as website_build
from website.build import closed_pages, front_page, links, pyodide
from website.build.documents import slides_page
from website.build.sources import PAGE_FOLDER, PROJECT, WORDS
from website.page import cells

MARKUPSAFE = "markupsafe-9.9-py3-none-any.whl"

MESSAGES = Path(__file__).parents[1] / "site_messages.py"


def sent_by_parts(way, folder):
    environment = {**os.environ, "METRICS_EDU_PROGRESS": str(folder / f"{way}.json"), "JUPYTER_WIDGETS_ECHO": "0"}
    run = subprocess.run(
        [sys.executable, str(MESSAGES), way], env=environment, cwd=folder, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_the_ipywidgets_stand_in_sends_the_same_messages(tmp_path):
    expected, sent = (sent_by_parts(way, tmp_path) for way in ("ipywidgets", "site"))
    assert len(expected) > 50
    assert sent == expected


def test_every_page_text_is_used_and_translated():
    names = "index.html", "notices.html", "closed_list.html", "lecturer.html"
    template = "".join((PAGE_FOLDER / name).read_text("utf-8") for name in names)
    builders = (front_page, slides_page, closed_pages)
    folders = PAGE_FOLDER / "src" / "front_page", PAGE_FOLDER / "src" / "lecturer"
    scripts = (path for folder in folders for path in folder.glob("*.ts"))
    sources = [*scripts, *(Path(builder.__file__) for builder in builders)]
    script = "".join(path.read_text("utf-8") for path in sources)
    for key, texts in WORDS.items():
        assert set(texts) == {"en", "es"}, key
        assert f"${key}" in template or f"words.{key}" in script or f'"{key}"' in script, f"{key} is said nowhere"


def sentences_on_the_record():
    template = (PAGE_FOLDER / "notices.html").read_text("utf-8")
    keys = ["kept_here", "replace", "record_damaged", *re.findall(r'<span data-record="\w+">\$(\w+)</span>', template)]
    return [(key, text) for key in keys for text in WORDS[key].values()]


def test_messages_on_the_record_are_short_and_start_with_subject():
    found = sentences_on_the_record()
    assert len(found) > 20
    for key, text in found:
        for sentence in re.split(r"(?<=[.?]) ", text):
            assert len(sentence.split()) <= 25, (key, sentence)
            assert not sentence.startswith(("What ", "Lo que ")), (key, sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_outgrown_message_names_every_limit_in_order(language):
    numbers = re.findall(r"\d[\d.,]*\d", WORDS["outgrown"][language])
    limits = link_limits.MAX_LINK_ITEMS, link_limits.MAX_LINK_USERS, link_limits.MAX_LINK_STATES
    limits += link_limits.MAX_LABEL_CHARACTERS, link_limits.MAX_CHARACTERS
    assert [int(re.sub("[.,]", "", number)) for number in numbers] == [*limits]
    states = {"en": "20 states", "es": "20 estados"}[language]
    assert states in WORDS["outgrown"][language]


@pytest.fixture(scope="module")
def addresses():
    spec = importlib.util.spec_from_file_location("addresses", PAGE_FOLDER / "addresses.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


DOWN = {"do": "move", "id": "i1", "by": 1}
EDITS = {
    "": [DOWN, {"do": "set", "key": "n", "value": 5}, {"do": "metric", "key": "ndcg"}],
    "front&v=1&metric=recall&user=0&n=3&list=:A*0,B*1,C*0": [DOWN],
    "compare=RR,AP": [DOWN | {"list": 1}, {"do": "toggle", "list": 0, "id": "i2"}],
    "compare&v=1&metric=recall&user=0&list=:A*0,B*1,C*0&v=1&metric=recall&user=0&list=:A*1,B*0": [DOWN | {"list": 0}],
    "ideal=nDCG@3": [DOWN, {"do": "set", "key": "gain", "value": "linear"}],
    "inverse=RR = 1/3": [DOWN, {"do": "set", "key": "n", "value": 3}],
    "inverse=RR same,AP other&v=1&metric=recall&user=0&list=:A*0,B*1,C*1": [DOWN | {"by": -1}],
    "lecture&v=1&metric=recall&user=0&list=:A*0,B*1,C*0&v=1&metric=recall&user=0&list=:D*1": [DOWN],
}


@pytest.mark.parametrize("address", EDITS)
def test_an_address_restores_the_edited_widget(addresses, address):
    shown = addresses.LinkedWidget(address)
    before, part = shown.address, shown.widget.slides[0] if "lecture" in address else shown.widget
    for action in EDITS[address]:
        part.act(action)
    assert shown.address != before
    again = addresses.LinkedWidget(shown.address)
    assert again.address == shown.address
    twin = again.widget.slides[0] if "lecture" in address else again.widget
    assert (repr(twin), twin.state) == (repr(part), part.state)
    assert [twin._session.differs, part._session.differs] == [address.startswith("inverse"), True]


def test_the_address_of_a_stepper_includes_its_step(addresses):
    shown = addresses.LinkedWidget("stepper=RR&v=1&metric=precision&user=0&list=:A*0,B*1")
    shown.widget.at = 2
    assert shown.address == "stepper=RR&at=2&v=1&metric=precision&user=0&list=:A*0,B*1"
    assert addresses.LinkedWidget(shown.address).widget.at == 2
    with pytest.raises(ValueError, match="the step after at= in the link must be a whole number"):
        addresses.LinkedWidget("stepper=RR&at=x")


def test_the_address_of_an_exercise_includes_minutes_and_class_code(addresses):
    address = "exercise=P@5,RR&minutes=20&class=iic3633"
    shown = addresses.LinkedWidget(address)
    assert "20\xa0min" in shown.widget.view["about"]
    assert "Class iic3633." in shown.widget.view["about"]
    assert [field["key"] for field in shown.widget.view["fields"]] == ["student"]
    assert shown.address == address
    assert addresses.LinkedWidget("exercise=&minutes=20").title == "Exercise in class"


def test_the_address_of_an_exercise_can_enable_reveal(addresses):
    address = "exercise=P@5&class=iic3633&reveal=2026-11-26T12:30"
    assert addresses.LinkedWidget(address).address == address
    with pytest.raises(ValueError, match="reveal takes a time"):
        addresses.LinkedWidget("exercise=P@5&reveal=manzana")


@pytest.mark.parametrize("field", ["minute=20", "class=", "minutes", "minutes=-1", "minutes=x", "minutes=1e99"])
def test_unknown_fields_of_an_exercise_address_raise_an_error(addresses, field):
    with pytest.raises(ValueError, match="minutes"):
        addresses.LinkedWidget(f"exercise=P@5&{field}")


def test_the_address_of_a_lecture_includes_its_titles(addresses):
    state = "v=1&metric=recall&user=0&list=:A*0,B*1"
    shown = addresses.LinkedWidget(f"lecture=Which is better?|And why?|Discuss&{state}&{state}")
    assert [slide["title"] for slide in shown.widget.view["slides"]] == ["Which is better?", "And why?", "Discuss"]
    assert shown.address == f"lecture=Which is better?|And why?|Discuss&{state}&{state}"
    with pytest.raises(ValueError, match="too many titles of slides: 21; the limit is 20"):
        addresses.LinkedWidget("lecture=" + "|".join("A" * 21))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_default_lecture_is_the_lecture_on_ap(addresses, language):
    set_language(language)
    slides = addresses.LinkedWidget("lecture").widget.view["slides"]
    set_language("en")
    assert [slide["title"] for slide in slides] == [
        getattr(slide.title, language) for slide in AVERAGE_PRECISION.slides
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_default_lecture_has_the_notes_and_minutes_of_the_table(addresses, language):
    rows = [row.strip("| ").split(" | ") for row in lectures.table(AVERAGE_PRECISION, language).splitlines()]
    set_language(language)
    slides = addresses.LinkedWidget("lecture").widget.view["slides"]
    set_language("en")
    assert [slide["minutes"] for slide in slides] == [slide.minutes for slide in AVERAGE_PRECISION.slides]
    for slide, (_minutes, _title, say, ask) in zip(slides, rows, strict=True):
        said, asked = slide["notes"].split("\n")
        assert (said, asked.split(": ", 1)[1]) == (say, ask)


def test_a_drill_mixes_all_metrics_or_those_of_its_address(addresses):
    assert repr(addresses.LinkedWidget("drill=AP,nDCG").widget) == "Drill('AP', 'nDCG')"
    assert repr(addresses.LinkedWidget("drill").widget) == "Drill()"


def test_no_address_contains_an_answer(addresses):
    typed = {"do": "commit", "answers": {"0": "0.123"}}, {"do": "check", "answers": {"0": "0.123"}}
    begun = {"do": "begin", "answers": {"class_code": "x123", "student": "ana"}}
    for address in ("predict=AP", "practice=04-pair", "exercise=P@5"):
        shown = addresses.LinkedWidget(address)
        for action in (*typed, begun):
            shown.widget.act(action)
        assert shown.address == address


def test_a_goal_already_met_by_a_link_is_not_recorded(addresses):
    shown = addresses.LinkedWidget("inverse=RR = 1/3")
    shown.widget.act(DOWN | {"by": -1})
    assert not any(shown.widget.met)
    met = "inverse=RR = 1/2&v=1&metric=recall&user=0&list=:A*1,B*0&v=1&metric=recall&user=0&list=:B*0,A*1"
    before = progress()
    assert addresses.LinkedWidget(met).widget.done
    assert progress() == before


def test_a_compare_state_with_one_list_raises_an_error():
    with pytest.raises(ValueError, match="must have two lists; got 1"):
        Compare.from_state("v=1&metric=recall&user=0&list=:A*0")


LET_GO = """
import sys; sys.path[:0] = [sys.argv[1]]
import gc, weakref, anywidget
anywidget.AnyWidget._host_send = staticmethod(lambda *_told: None)
import addresses
olds = [weakref.ref(addresses.LinkedWidget(address).widget) for address in ("", "lecture", "compare", "stepper", "practice")]
anywidget.begin(1)
now = addresses.LinkedWidget("predict").widget
gc.collect()
print([old() for old in olds], anywidget.WIDGETS == {"part-1-0": now})
"""


def test_widgets_of_a_previous_address_are_released():
    told = subprocess.check_output([sys.executable, "-c", LET_GO, str(PAGE_FOLDER)], text=True)
    assert told.strip() == "[None, None, None, None, None] True"


IDS_OF_CELLS = """
import json, sys; sys.path[:0] = [sys.argv[1]]
from website.build.run_lesson import shown_by
import anywidget
make = "from metrics_edu.widgets import Explorer; Explorer('RN')"
def ids(first):
    outputs = shown_by({"first": first, "second": make}, "en")["outputs"]
    return [output.get("widget") for cell in outputs.values() for output in cell]
print(ids("1"), ids(make + "; Explorer('NR')"))
anywidget.begin_cell("second")
print(anywidget.AnyWidget().model_id)
"""


def test_the_id_of_a_widget_does_not_depend_on_other_cells_or_runs():
    run = subprocess.check_output([sys.executable, "-c", IDS_OF_CELLS, str(PAGE_FOLDER)], text=True, cwd=PROJECT)
    assert run.splitlines() == [
        "[None, 'part-0-second-0'] ['part-0-first-1', 'part-0-second-0']",
        "part-0-second-0",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_has_a_card_with_a_short_title(language):
    cards = front_page.lesson_cards(language)
    lessons = sorted(path.name for path in (PROJECT / "notebooks" / language).glob("[0-9]*.ipynb"))
    found = re.findall(rf"(?:path=|lessons/){language}/([\w]+)[.](?:ipynb\"|html#continue\")", cards)
    assert [f"{name}.ipynb" for name in found] == lessons
    assert len(re.findall(r"<b>[^<]{4,24}</b><span>[^<]{10,90}</span>", cards)) == len(lessons)


def test_a_download_with_a_wrong_hash_is_rejected(tmp_path, monkeypatch):
    monkeypatch.setattr(pyodide, "DOWNLOADS", tmp_path)
    cut = tmp_path / "pyodide.mjs"
    cut.write_text("half a file")
    with pytest.raises(SystemExit, match="not the file that was tried"):
        pyodide.downloaded("pyodide.mjs")
    assert not cut.exists()


@pytest.mark.parametrize("offline", [pytest.param(True, marks=pytest.mark.slow), False])
def test_the_site_lists_the_url_of_each_python_file(tmp_path, monkeypatch, offline):
    def download(name):
        path = tmp_path / name
        path.write_text(name)
        return path

    def wheel(folder):
        path = folder / "metrics_edu-9.9-py3-none-any.whl"
        path.write_text("a wheel")

    monkeypatch.setattr(pyodide, "downloaded", download)
    monkeypatch.setattr(pyodide, "build_wheels", wheel)
    monkeypatch.setattr(pyodide, "pip_download", lambda _file, to: (to / MARKUPSAFE).write_text("a wheel"))
    monkeypatch.setattr(closed_pages, "closed_file", lambda name, code: download(f"{name}-{code}.bin"))
    monkeypatch.setattr(website_build, "write_documents", lambda site: (site / "docs").mkdir())
    website_build.build_page(tmp_path / "site", offline=offline)
    folder = tmp_path / "site" / "pyodide"
    files = json.loads((folder / "files.json").read_text())
    kept = {f"kept-{language}.bin" for language in LANGUAGES}  # of the front page's own list, which shows its values
    assert {path.name for path in (tmp_path / "site").rglob("kept*")} == kept
    own = {"metrics_edu-9.9-py3-none-any.whl", MARKUPSAFE, *pyodide.START, *kept}
    assert {*files} | pyodide.SERVED_FROM_HERE == {*pyodide.PAGE_FILES} | own
    for name, file in files.items():
        assert (folder / file["url"]).exists() == (offline or name in own)
        assert name in own or file["url"] == (name if offline else pyodide.PYODIDE["cdn"] + name)
        assert file["integrity"].startswith("sha256-")
    lock = json.loads((folder / "pyodide-lock.json").read_text())
    assert lock["packages"]["metrics-edu"]["version"] == "9.9"
    for name in ("index.html", "es/index.html", "index.md", "es/index.md", "llms.txt"):
        assert ("cdn.jsdelivr.net" in (tmp_path / "site" / name).read_text("utf-8")) == (not offline), name


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Only Python's files come from another server, cdn.jsdelivr.net."),
        ("es", "Solo los archivos de Python vienen de otro servidor, cdn.jsdelivr.net."),
    ],
)
def test_the_front_page_names_the_server_of_python(language, sentence):
    assert front_page.python_server(language, offline=False) == sentence
    assert front_page.python_server(language, offline=True) == ""


def test_script_json_escapes_a_closing_script_tag(tmp_path):
    assert "</script>" not in front_page.script_json({"label": "</script><b>"})
    assert json.loads(front_page.script_json({"label": "</script>"})) == {"label": "</script>"}


def test_links_use_the_repository_address(monkeypatch):
    monkeypatch.setenv("GITHUB_REPOSITORY", "ana/course")
    made = links.links("es", "https://hub.uni.cl/")
    assert made["Binder"] == "https://mybinder.org/v2/gh/ana/course/HEAD?urlpath=lab/tree/notebooks/es/index.ipynb"
    assert made["Colab"].startswith("https://colab.research.google.com/github/ana/course/blob/HEAD/notebooks/es/")
    assert made["JupyterHub"] == (
        "https://hub.uni.cl/hub/user-redirect/git-pull?repo=https%3A%2F%2Fgithub.com%2Fana%2Fcourse"
        "&urlpath=lab%2Ftree%2Fcourse%2Fnotebooks%2Fes"
    )
    assert "JupyterHub" not in links.links("es")


@pytest.mark.parametrize(
    ("repository", "page"),
    [
        ("ana/course", "https://ana.github.io/course/"),
        ("Ana/Course", "https://ana.github.io/Course/"),
        ("ana/ana.github.io", "https://ana.github.io/"),
    ],
)
def test_the_course_page_uses_the_repository_address(monkeypatch, repository, page):
    monkeypatch.setenv("GITHUB_REPOSITORY", repository)
    assert links.course_page() == page


ORIGINS = {
    "https://github.com/ana/course": "ana/course",
    "https://github.com/ana/course.git": "ana/course",
    "git@github.com:ana/course.git": "ana/course",
    "ssh://git@github.com/ana/course": "ana/course",
    "https://x:secret@github.com/ana/course": "ana/course",
    "https://gitlab.com/ana/course": "",
    "https://x:secret@gitlab.com/ana/course": "",
    "https://notgithub.com/ana/course": "",
    "https://gitlab.com/github.com-ana/course": "",
    "/srv/git/course": "",
    "": "",
}


def make_repository(folder, origin):
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    if origin:
        subprocess.run(["git", "-C", str(folder), "remote", "add", "origin", origin], check=True)


@pytest.mark.parametrize("origin", ORIGINS)
def test_links_are_printed_for_github_repositories_only(tmp_path, origin, monkeypatch, capsys):
    make_repository(tmp_path, origin)
    monkeypatch.setattr(repository, "PROJECT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["website.build", "--links"])
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    if name := ORIGINS[origin]:
        website_build.main()
        printed = capsys.readouterr().out
        assert len(printed.splitlines()) == 3 * len(LANGUAGES)
        assert f"GitHub (es): https://github.com/{name}\n" in printed
        assert "secret" not in printed
    else:
        with pytest.raises(SystemExit) as refused:
            website_build.main()
        sentence = refused.value.code  # which Python prints on stderr, with the exit code 1
        given = f"is {origin.replace('x:secret@', '')}," if origin else "does not exist,"
        assert sentence.startswith(f"The remote 'origin' of this repository {given} but Binder, Colab")
        assert "set origin to https://github.com/OWNER/NAME" in sentence
        assert len(sentence.splitlines()) == 1
        assert "secret" not in sentence
        assert capsys.readouterr().out == ""


def test_the_workflow_builds_and_tests_what_it_publishes():
    workflow = yaml.safe_load((PROJECT / ".github/workflows/pages.yml").read_text("utf-8"))
    steps = workflow["jobs"]["build"]["steps"]
    assert {"run": "make site"} in steps
    (tests,) = (step for step in steps if "tests/browser/test_site.py" in step.get("run", ""))
    assert any(step.get("with") == {"path": tests["env"]["SITE"]} for step in steps)
    assert workflow["jobs"]["deploy"]["needs"] == "build"


def test_what_a_check_needs_comes_from_the_public_server_or_is_left_out(tmp_path, monkeypatch):
    online = pyodide.homework_packages(tmp_path, offline=False)
    assert {"pydantic", "pydantic-core", "pyyaml"} <= {*online}
    assert all(package["file_name"].startswith(pyodide.PYODIDE["cdn"]) for package in online.values())
    assert {need for package in online.values() for need in package["depends"]} <= {*online}

    def unreachable(*_address, **_options):
        raise OSError

    monkeypatch.setattr(pyodide, "DOWNLOADS", tmp_path / "none")
    monkeypatch.setattr(pyodide.urllib.request, "urlopen", unreachable)
    assert pyodide.homework_packages(tmp_path, offline=True) == {}
    assert [*tmp_path.iterdir()] == []


def test_the_cells_of_a_lesson_show_what_their_docstring_says():
    """Among it: which sentence a full memory gives."""
    tried = doctest.testmod(cells)
    assert tried.attempted > 3
    assert not tried.failed
