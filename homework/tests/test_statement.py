"""The text of a homework, written from its policy: it says what grading uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from homework.tests.homework_cases import make_course
from homework.tests.test_homework import DOCS, run
from metrics_edu import set_language
from metrics_edu.language import number, read_number
from metrics_edu.metrics import CONVENTIONS, METRICS
from metrics_edu.working.labels import spoken
from metrics_homework import init_tarea
from metrics_homework.judging.code_lookup import meaning
from metrics_homework.policy import Policy
from metrics_homework.policy_file import read_policy
from metrics_homework.statement import SECTIONS, statement
from metrics_homework.submission.claims_file import read_claims

RICH = """\
name: 'Tarea "2": listas'
submissions:
  ranking: {file: mis_listas*.csv, format: long, length: 5, users: usuarios.csv, seen: kept}
  ratings: {file: [predicción.csv], pairs: pares.csv, required: false}
  claims: {file: números.json}
data: {train: entrenamiento.csv, validation: validación.csv, test: oculto.csv, unrated: [-1, 0]}
measures: [precisión@5, nDCG@5 (trec_eval), cobertura de usuarios, novedad, MAE]
relevance_threshold: 3.5
tolerance: 0.00125
fallbacks: {users: refused, ratings: 2.5}
points: {claims: {precisión@5: 0.25, MAE: 2}, by_hand: {informe: 1.5, código: 1}, functions: 3}
variants: {nearly: 0.5, ranx: 0.25, SHIFTED_IDS: 0.1}
charge: once
reject: [MISSING_USERS]
bonus: {measures: nDCG@5, points: [1, 0.5]}
late: {per_hour: 0.1, at_most: 0, deadline: 2026-11-27 23:59 America/Santiago, grace: 10}
hand: notas.csv
functions: {file: notas_nbgrader.csv}
scale: {demand: 0.55}
"""
ROWS = ("parts", "shares", "measures")
"""The facts that are lists."""


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    set_language("en")


@pytest.fixture(scope="module")
def policies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Policy]:
    """The policy that the package gives out, the small one of the tests, and one in Spanish with nearly every key."""
    folder = tmp_path_factory.mktemp("policies")
    (folder / "rich.yaml").write_text(RICH, "utf-8")
    (folder / "numbers.yaml").write_text(
        "submissions: {ratings: {file: r.csv}}\ndata: {train: a.csv, validation: b.csv}\nmeasures: RMSE\n", "utf-8"
    )
    (folder / "lists.yaml").write_text(
        "submissions: {ranking: {file: r.json, format: json}}\ndata: {train: a.csv, validation: b.csv}\nmeasures: [RR, F1@5]\n",
        "utf-8",
    )
    paths = {
        "tarea1": init_tarea(folder / "tarea"),
        "small": make_course(folder / "small"),
        "rich": folder / "rich.yaml",
        "numbers": folder / "numbers.yaml",
        "lists": folder / "lists.yaml",
    }
    return {name: read_policy(path) for name, path in paths.items()}


def rows_of(text: str) -> dict[str, str]:
    """Return the rows "name: value" of a statement."""
    return {
        name: value for name, _mark, value in (line.removeprefix("- ").partition(": ") for line in text.splitlines())
    }


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", ["tarea1", "small", "rich", "numbers", "lists"])
def test_names_and_points_are_those_of_grading(
    policies: dict[str, Policy], name: str, language: str, tmp_path: Path
) -> None:
    policy = policies[name]
    set_language(language)
    text = statement(policy)
    assert text.startswith(f"# {policy.name}\n\n## ")
    assert "None" not in text
    for part in policy.parts:
        assert all(f"`{file}`" in text for file in part.file)
    rows = rows_of(text.rpartition("\n## ")[2])
    shown = {
        title: read_number(rows[spoken(title)].replace(",", ".")) for title in (*policy.claims, *policy.points.by_hand)
    }
    assert shown == {title: float(policy.maxima[title]) for title in shown}
    count = sum(points > 0 for points in policy.maxima.values())
    sums = [read_number(value.replace(",", ".")) for value in [*rows.values()][2 : count + 2]]
    assert sum(map(float, filter(None, sums))) == float(policy.full) == read_number(rows["Total"].replace(",", "."))
    for title, measure in policy.by_title.items():
        line = next(line for line in text.splitlines() if line.startswith(f"- **{spoken(title)}**: "))
        assert all(words in line for words in spoken(measure.label).split(", ")[1:])
        assert (CONVENTIONS[measure.convention].title in line) or language == "es" or measure.metric.name not in METRICS
    for code, share in policy.variants.items():
        line = next(line for line in text.splitlines() if line.startswith(f"- {meaning(code)}: "))
        assert f" {number(float(100 * share))} % " in line
    example = re.search(r"JSON: `(\{.*\})`", text)
    assert bool(example) == (policy.submissions.claims is not None)
    if example:
        (tmp_path / "claims.json").write_text(example[1], "utf-8")
        claimed = [policy.measure_called(title) for title in read_claims(tmp_path / "claims.json", "claims.json")]
        assert claimed == [*(policy.claims or policy.by_title)]


@pytest.mark.parametrize(
    ("key", "english", "spanish"),
    [
        ("format: long", "as `CSV user, item, rank`.", "como `CSV user, item, rank`."),
        ("length: 5", "A list for each user of `usuarios.csv`. Items in each list: 5", "de `usuarios.csv`. Ítems de cada lista: 5"),
        ("pairs: pares.csv", "of `pares.csv`. If one is missing: 2.5 replaces them.", "de `pares.csv`. Si falta uno: "),
        ("required: false", "`predicción.csv` (optional)", "`predicción.csv` (opcional)"),
        ("users: refused", "no ranking measure is computed", "no se calcula ninguna medida de ranking"),
        ("by_hand", "graded by hand: informe, código.", "se corrige a mano: informe, código."),
        ("functions", "`metrics-homework` never runs it.", "`metrics-homework` nunca lo ejecuta."),
        ("functions: 3", "- Functions: 3\n", "- Funciones: 3\n"),
        ("unrated: [-1, 0]", "seen and not rated: −1, 0.", "visto y sin rating: −1, 0."),
        ("relevance_threshold: 3.5", "grade is 3.5 or higher", "grado es 3,5 o más"),
        ("tolerance: 0.00125", "differs by at most 0.00125", "difiere a lo más 0,00125"),
        ("charge: once", "costs the points of one of them", "cuesta los puntos de uno de ellos"),
        ("reject: [MISSING_USERS]", "No points at all for: users without a list.", "Ningún punto por: usuarios sin lista."),
        ("bonus", "from the first place on: 1; 0.5.", "Bono, desde el primer lugar: 1; 0,5."),
        ("per_hour: 0.1", "each started hour after the deadline: 0.1.", "cada hora comenzada después del plazo: 0,1."),
        ("at_most: 0", "for lateness, at most: 0.", "por atraso, a lo más: 0."),
        ("deadline", "Deadline: 2026-11-27 23:59 America/Santiago", "Plazo: 2026-11-27 23:59 America/Santiago"),
        ("grace: 10", "that cost nothing: 10.", "que no cuestan nada: 10."),
        ("demand: 0.55", "from 1 to 7; 4 is reached with 55 %", "de 1 a 7; el 4 se alcanza con el 55 %"),
    ],
)  # fmt: skip
def test_each_key_of_a_policy_is_in_words(policies: dict[str, Policy], key: str, english: str, spanish: str) -> None:
    assert key.partition(":")[0] in RICH
    for language, words in (("en", english), ("es", spanish)):
        set_language(language)
        assert words in statement(policies["rich"])


def test_a_sentence_is_there_only_if_the_policy_says_so(policies: dict[str, Policy]) -> None:
    """Each sentence is in a statement of one of the policies, and is missing in another one."""
    texts = [statement(policy) for policy in policies.values()]
    for sentences in SECTIONS.values():
        for need, sentence in sentences.items():
            words = max(re.split(r"\{.*?\}", sentence), key=len)
            count = sum(words in text for text in texts)
            assert count or need in ROWS, sentence
            always = ("folder", "file_mb", "claims", "full", *ROWS)
            assert count < len(texts) or need in always, sentence


def test_the_command_prints_or_writes_the_statement(policies: dict[str, Policy], tmp_path: Path) -> None:
    path, new = policies["tarea1"].source, tmp_path / "statement.md"
    printed = run("statement", path, "--language", "es")
    assert (printed.exit_code, printed.stdout.splitlines()[2]) == (0, "## Qué entregar")
    written = run("statement", path, "--language", "es", "--out", new)
    assert (written.exit_code, new.read_text("utf-8")) == (0, printed.stdout)
    before = path.read_bytes()
    assert [run("statement", path, "--out", path).exit_code, path.read_bytes()] == [2, before]
    assert run("statement", tmp_path / "none.yaml").exit_code == 2


@pytest.mark.parametrize("page", ["tarea1.md", "tarea1.es.md"])
def test_the_documented_commands_run(tmp_path: Path, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DOCS.parent / page).read_text("utf-8")
    commands = re.findall(r"^    \.venv/bin/metrics-homework (statement .*)$", text, flags=re.M)
    init_tarea(tmp_path / "tarea")
    monkeypatch.chdir(tmp_path)
    assert [run(*command.split()).exit_code for command in commands] == [0, 0]
    assert "## Qué entregar" in Path("enunciado.md").read_text("utf-8")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_dry_run_also_says_how_novelty_is_computed(tmp_path: Path, language: str) -> None:
    policy = make_course(tmp_path)
    policy.write_text(policy.read_text("utf-8").replace("Item coverage]", "Novelty]"), "utf-8")
    done = run("grade", "--policy", policy, "--dry-run", "--language", language)
    assert (done.exit_code, bool(re.search("^(Novelty|Novedad): ", done.stdout, flags=re.M))) == (0, True)
