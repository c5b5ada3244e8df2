"""Numbers, files and extras that the documents name are those of the repository."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from itertools import count
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from benchmarks import evaluation
from metrics_edu import MISCONCEPTIONS, measure
from metrics_edu.examples import popular_run
from metrics_edu.plots import draw_conventions
from tools.pages import counts

PROJECT = Path(__file__).parents[1]
GUIDE = (PROJECT / "docs" / "guide.md").read_text("utf-8")
SPEED = GUIDE.split("## Speed\n")[1].split("\n## ")[0]
EXTRAS = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
DOCUMENTS = [
    *PROJECT.glob("*.md"),
    *PROJECT.glob("docs/*.md"),
    *PROJECT.glob("notebooks/*.md"),
    *PROJECT.glob("homework/*.md"),
    *PROJECT.glob("homework/docs/*.md"),
]
BUILDERS = ("website", "notebooks/build", "figures/build", "tools")
SOURCES = [
    *(PROJECT / "metrics_edu").rglob("*.py"),
    *(PROJECT / "homework").rglob("*.py"),
    *(PROJECT / "tests").rglob("*.py"),
    *(path for folder in BUILDERS for path in (PROJECT / folder).rglob("*.py")),
]
LISTED = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
TRACKED = [path for path in LISTED.split("\0") if path and (PROJECT / path).is_file()]
PLACES = {f"/{place}" for path in TRACKED for place in (path, *Path(path).parents)}
"""Every file and folder."""
PAGES = [path for path in TRACKED if path.endswith(".md")]
PATH = re.compile(r"(?:[\w.-]+/)+[\w.-]*|[\w.-]+\.(?:py|ts|css|sh|toml|mjs|ipynb|po|md)")
NAME = re.compile(r"[A-Za-z_][\w.]*(?:\(\))?")
ELSEWHERE = {
    "a file or folder of a reader": """.venv/bin my_lessons/ my_folder dist/site data/train.csv data/validation.csv
        hidden/test.csv submissions/ tarea/graded/class.html ana_perez_ranking.json submission_123/ feedback/NAME.html
        tarea1-submissions/tarea1-octo-cat/ tarea1-octo-cat/ submitted/luis/tarea1/
        student.py q1.py""",
    "a file or a name of a grader": "autograder.py setup.sh run_autograder record_property",
    "what is read as no value": "N/A",
    "a pattern": "_do_NAME .es.md",
    "the address of a repository": "OWNER/NAME",
    "a name of nbgitpuller": "gitpuller",
    "a setting of Spark": "spark.task.maxFailures",
}
"""What is in no file here, by its reason."""


def _words() -> set[str]:
    """Return the names of the code, and all words of its texts but docstrings and comments."""
    found = set(re.findall(r"\w+", LISTED))
    for path in TRACKED:
        text = (PROJECT / path).read_text("utf-8") if Path(path).suffix in WRITTEN or "." not in path else ""
        found.update(re.findall(r"\w+", _python(text) if path.endswith(".py") else COMMENT.sub("", text)))
    return found


def _python(source: str) -> str:
    """Return a module without docstrings and comments."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for field in (vars(node).get("body"), vars(node).get("orelse")):
            if isinstance(field, list):
                field[:] = [
                    line for line in field if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
                ]
    return ast.unparse(ast.fix_missing_locations(tree)) if tree.body else ""


WRITTEN = {".py", ".ts", ".js", ".css", ".sh", ".toml", ".yml", ".json", ".html", ".in", ".txt"}
COMMENT = re.compile(r"/\*.*?\*/|^\s*(?://|#).*$", re.DOTALL | re.MULTILINE)
WORDS = _words()


def table(name: str) -> str:
    return (PROJECT / "benchmarks" / f"{name}.md").read_text("utf-8")


def rows_of(text: str) -> dict[str, list[str]]:
    """Return the cells of a table by the first one of each row; of two tables, those of the first."""
    found: dict[str, list[str]] = {}
    for line in re.findall(r"^\| (.*) \|$", text, re.MULTILINE):
        name, *cells = [cell.strip() for cell in line.split(" | ")]
        found.setdefault(name, cells)
    return found


def test_guide_states_the_measured_speed_of_evaluation() -> None:
    text, said = table("evaluation"), " ".join(SPEED.split())
    rows = rows_of(text)
    seconds, _times, memory = rows["metrics_edu"][:3]
    users, recommendations, judgments = re.findall(r"([\d,]+) (?:users|recommendations|judgments)", text)[:3]
    millions = [f"{int(count.replace(',', '')) / 1e6:.1f}" for count in (recommendations, judgments)]
    assert f"{users} users, {millions[0]} million recommendations and {millions[1]} million judgments" in said
    assert f": {seconds} and {memory}. " in said
    times = {name: rows[name][1] for name in ("RecTools", "pytrec_eval", "ir_measures", "ranx")}
    assert (
        "RecTools takes {RecTools} times as long, pytrec_eval {pytrec_eval}, ir_measures {ir_measures} and ranx {ranx} times."
    ).format(**times) in said
    assert f"Reading the two files alone takes {rows['reading the files only (polars)'][0]}." in said
    ((ten, more),) = re.findall(r"Ten times the users take ([\d.]+) times as long \(([\d.]+) s\)", text)
    assert float(ten) == pytest.approx(float(more) / float(seconds.removesuffix(" s")), abs=0.1)
    assert re.findall(r"Ten times the users take ([\d.]+) times as long", said) == [ten]


def test_the_benchmark_of_evaluation_compares_the_measurements_that_it_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = count(1)
    monkeypatch.setattr(evaluation, "run", lambda *_words: evaluation.Measured(next(seconds), 100, {}))
    page = tmp_path / "evaluation.md"
    monkeypatch.setattr(sys, "argv", ["evaluation", "--users", "100", "--times", "1", "--write", str(page)])
    evaluation.main()
    ours = float(rows_of(page.read_text())["metrics_edu"][0].removesuffix(" s"))
    ((ten, more),) = re.findall(r"take ([\d.]+) times as long \(([\d.]+) s\)", page.read_text())
    assert float(ten) == pytest.approx(float(more) / ours, abs=0.06)


def test_guide_states_the_measured_latency() -> None:
    rows = re.findall(r"^\| (\d+) \| (\w+) \| (\d+) ms .*? \| ([\d.]+) \|$", table("latency"), re.MULTILINE)
    medians = {items: ms for items, _part, ms, _times in rows}
    ranges = {
        part: sorted(float(times) for _items, of, _ms, times in rows if of == part)
        for part in ("AP", "derivation", "figure")
    }
    said = " ".join(SPEED.split())
    assert f"{medians['10']} ms for a list of 10, {medians['50']} ms for 50 and {medians['200']} ms for 200" in said
    for part, words in {
        "derivation": "the working takes",
        "figure": "the figure",
        "AP": "it prints first, takes",
    }.items():
        assert f"{words} {ranges[part][0]} to {ranges[part][-1]} times" in said


def test_guide_states_the_measured_grading_speed() -> None:
    rows, said = rows_of(table("grading")), " ".join(SPEED.split())
    each, all_, compared = (
        next(cells[0] for name, cells in rows.items() if name.startswith(begin))
        for begin in ("submissions a second", "all of them", "the same in times")
    )
    assert f"in {all_} on two cores, {float(each):.0f} submissions a second" in said
    assert f"This is {compared} times as long as Python's json and csv take" in said


@pytest.mark.parametrize(("name", "mark"), [("use.md", "."), ("use.es.md", ",")])
def test_use_states_the_measured_cost_of_wrong_numbers(name: str, mark: str) -> None:
    text = table("grading")
    rows = rows_of(text)
    seconds = next(cells[0] for row, cells in rows.items() if row.startswith("all of them"))
    one, all_five = (
        next(cells[0] for row, cells in rows.items() if begin in row)
        for begin in ("one claim wrong", "all five claims")
    )
    ((submissions, wrong),) = re.findall(r"Here (\d+) submissions .*? (\d+) claims in all are wrong", text, re.DOTALL)
    assert int(wrong) == int(submissions)  # each has five claims: one in five
    (speed,) = re.findall(
        r"^- \*\*(?:Speed|Rapidez)\.\*\* .*", (PROJECT / "docs" / name).read_text("utf-8"), re.MULTILINE
    )
    found = re.findall(r"(?<![/\d])\d+(?:[.,]\d+)?", speed)
    measured = [submissions, "1953", f"{float(seconds.removesuffix(' s')):.0f}", one, all_five]
    assert [value.replace("1,953", "1953").replace(mark, ".") for value in found] == measured


@pytest.mark.parametrize(("name", "mark"), counts.PAGES.items())
def test_the_numbers_of_mistakes_and_conventions_are_those_of_today(name: str, mark: str) -> None:
    text = (PROJECT / name).read_text("utf-8")
    assert len([*counts.stated(text)]) == 1 + name.startswith("README")
    assert counts.counted(text, mark) == text, "run `make docs`"


def test_a_number_of_another_day_is_corrected() -> None:
    old = "Under 2 conventions of all, a list has a MAP@10 from 0.1 to 0.2 (here), and which of 7 mistakes"
    count, low, high = counts.spread()
    new = f"Under {count} conventions of all, a list has a MAP@10 from {low} to {high} (here), and which of "
    assert counts.counted(old, ".") == f"{new}{len(MISCONCEPTIONS)} mistakes"


def test_no_other_page_states_the_number_of_mistakes_or_conventions() -> None:
    sources = [*PAGES, *(path for path in TRACKED if path.startswith("notebooks/source/") and "/locale/" not in path)]
    texts = {
        path: (PROJECT / path).read_text("utf-8")
        for path in sources
        if path.rpartition(".")[2] in ("md", "py", "ipynb")
    }
    assert {path for path, text in texts.items() if any(counts.stated(text))} == {*counts.PAGES}
    drawn = draw_conventions(Figure().add_subplot(), popular_run(), ["AP@10", "nDCG@10"])
    assert drawn.partition(" ")[2] in texts["figures/README.md"], "run `make figures`"  # which names one of each value


def test_every_named_extra_exists() -> None:
    named = {
        (path.name, extra)
        for path in DOCUMENTS
        for text in re.findall(r"`?metrics-edu\[([\w,]+)\]|`\[(\w+)\]`", path.read_text("utf-8"))
        for extra in "".join(text).split(",")
    }
    assert named
    assert [one for one in named if one[1] not in EXTRAS] == []


def test_every_named_script_and_test_exists() -> None:
    named = {
        (path.relative_to(PROJECT).as_posix(), name)
        for path in [*SOURCES, PROJECT / "Makefile", *PROJECT.glob("tools/*/*.sh")]
        for name in re.findall(
            r"(?<![\w/.])((?:website|tools|notebooks/build|figures/build|tests|benchmarks)/[\w./-]+\.(?:py|sh|md|mjs|txt|toml))",
            path.read_text("utf-8"),
        )
    }
    assert named
    assert sorted(one for one in named if not (PROJECT / one[1]).exists()) == []


def gone_in(text: str) -> list[str]:
    """Return the paths and names in backticks that nothing here has."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    spans = {*re.findall(r"(?<!`)`([^`\n]+)`(?!`)", plain)} - {*" ".join(ELSEWHERE.values()).split()}
    paths = {span for span in spans if PATH.fullmatch(span)}
    gone = [path for path in paths if not any(place.endswith(f"/{path.rstrip('/')}") for place in PLACES)]
    names = {span for span in spans - paths if NAME.fullmatch(span)}
    return sorted([*gone, *(name for name in names if not WORDS.issuperset(re.findall(r"\w+", name)))])


@pytest.mark.parametrize("document", PAGES)
def test_every_path_and_name_in_backticks_exists(document: str) -> None:
    assert gone_in((PROJECT / document).read_text("utf-8")) == []


def test_the_check_of_names_finds_what_is_gone() -> None:
    gone = [
        "docs/screens.md",
        "metrics_edu/homework/",
        "record_lines.pi/",
        "score_modules.py",
        "tests/kept/",
        "TRUTH" + "S",
    ]
    here = ["Misconception", "docs/protocol.md", "core/widget.py", "test_blanks", "tests/", "Ranking.parse()"]
    assert gone_in(" ".join(f"`{name}`" for name in (*gone, *here))) == sorted(gone)


def test_decisions_are_numbered_in_their_order() -> None:
    records = re.findall(r"^### (D\d+)\. ", (PROJECT / "DECISIONS.md").read_text("utf-8"), re.MULTILINE)
    assert records == [f"D{number}" for number in range(1, min(len(records), 20) + 1)]


def test_a_decision_has_a_context_a_decision_and_a_consequence() -> None:
    records = (PROJECT / "DECISIONS.md").read_text("utf-8").split("\n### ")[1:]
    for record in records:
        assert re.findall(r"^\*\*(\w+)\.\*\* ", record, re.MULTILINE) == ["Context", "Decision", "Consequence"], record
        assert len(record.split("\n", 1)[1].split()) <= 120 + 3, record  # and the three words


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "CONTRIBUTING.es.md"])
def test_the_page_to_contribute_by_stays_short(name: str) -> None:
    assert len((PROJECT / name).read_text("utf-8").split()) <= 1200


def test_every_measure_is_spelled_as_the_package_writes_it() -> None:
    pages = [
        *DOCUMENTS,
        *PROJECT.glob("notebooks/source/*.ipynb"),
        *PROJECT.glob("metrics_edu/locale/es/*/*.po"),
        *PROJECT.glob("homework/metrics_homework/locale/es/*/*.po"),
        *PROJECT.glob("notebooks/locale/es/*.po"),
    ]
    spelled = {
        (path.name, word)
        for path in pages
        for word in re.findall(r"(?<![\w.@])[A-Za-z][\w.]*@\d+(?![\w.])", path.read_text("utf-8"))
    }
    assert len(spelled) > 100
    written = {word: names_of(word) for _page, word in spelled}
    assert sorted(one for one in spelled if one[1] not in written[one[1]]) == []


def names_of(word: str) -> set[str]:
    """Return how the package writes a measure, and a word that is none as it is."""
    try:
        found = measure(word)
    except ValueError:
        return {word}
    return {found.name, found.mean_name}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("README.md", {13: "thirteen", 14: "fourteen"}),
        ("README.es.md", {13: "trece", 14: "catorce"}),
    ],
)
def test_readme_states_the_number_and_the_minutes_of_the_lessons(name: str, words: dict[int, str]) -> None:
    text = (PROJECT / name).read_text("utf-8").lower()
    index = json.loads((PROJECT / "notebooks" / "en" / "index.ipynb").read_text("utf-8"))
    listed = "\n".join("".join(cell["source"]) for cell in index["cells"])
    minutes = [int(number) for number in re.findall(r"^\| \d\d \| .* \| (\d+) \|$", listed, re.MULTILINE)]
    lectures = len([*(PROJECT / "notebooks" / "lectures" / "en").glob("*.ipynb")])
    stated = re.findall(r"(\w+) (?:lessons of|lecciones de) (\d+) (?:to|a) (\d+) (?:minutes|minutos)", text)
    assert stated == [(words[len(minutes)], str(min(minutes)), str(max(minutes)))]
    assert re.findall(r"(\w+) (?:are ready|preparadas)", text) == [words[lectures]]
