"""The reference: all mistakes, the policy of a homework, the two command lines, and an index."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import Action, ArgumentParser
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

from metrics_edu.cli import _parser
from metrics_edu.language import _
from metrics_edu.metrics import CONVENTIONS, METRICS
from metrics_edu.metrics.conventions import FOLDED
from metrics_edu.metrics.registry import REGISTRY
from metrics_edu.metrics.value_and_derivation import as_measure
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS, Misconception
from metrics_homework.example_class import COMMENT, EXERCISE, SEED, TEMPLATE
from notebooks.build.lecture_types import Text
from website.build.documents.metric_data import page_name
from website.build.documents.tree import Tree, link, table, word_of
from website.build.sources import PROJECT

WORDS = {
    "reference": Text("Reference", "Referencia"),
    "metrics": Text(
        "Every metric: definition, steps, conventions, mistakes",
        "Cada métrica: definición, pasos, convenciones, errores",
    ),
    "quarrels": Text("Why two tools give different values", "Por qué dos herramientas dan valores distintos"),
    "conventions": Text("What each library computes", "Qué calcula cada biblioteca"),
    "conventions_lead": Text(
        '`measure("AP@10", convention="trec_eval")` computes what trec_eval computes. Each section says '
        "what a convention changes. "
        "The page of a metric shows the value of each on one list. Quirks that no parameter expresses are at the end.",
        '`measure("AP@10", convention="trec_eval")` calcula lo que calcula trec_eval. Cada sección dice '
        "qué cambia una convención. "
        "La página de una métrica muestra el valor de cada una en una lista. Al final están las rarezas que "
        "ningún parámetro expresa.",
    ),
    "read": Text("Read in {source}.", "Leído en {source}."),
    "since": Text(", since {version}", ", desde {version}"),
    "usual": Text("as on the slides", "como en las láminas"),
    "folded": Text("Names that mean one of these", "Nombres que significan una de estas"),
    "mistakes": Text("The mistakes and their codes", "Los errores y sus códigos"),
    "mistakes_lead": Text(
        "The codes that `diagnose`, `check` and `grade` report. A code is wrong only against the measure that was asked.",
        "Los códigos que informan `diagnose`, `check` y `grade`. Un código es un error solo frente a la medida pedida.",
    ),
    "of_all": Text("Mistakes of every metric", "Errores de todas las métricas"),
    "takes": Text("It is about {takes}.", "Es sobre {takes}."),
    "list": Text("a list", "una lista"),
    "batch": Text("the mean over users", "la media sobre los usuarios"),
    "run": Text("the files of recommendations and test data", "los archivos de recomendaciones y de datos de prueba"),
    "ratings": Text("ratings", "ratings"),
    "votes": Text("votes of judges", "votos de jueces"),
    "seen": Text("Seen in: {seen}.", "Visto en: {seen}."),
    "policy": Text("The policy of a homework", "La política de una tarea"),
    "policy_lead": Text(
        "`metrics-homework init` writes this file. Each key has a comment. [Grade a class](tarea1.md) explains the decisions.",
        "`metrics-homework init` escribe este archivo. Cada clave tiene un comentario. "
        "[Corregir un curso](tarea1.md) explica las decisiones.",
    ),
    "commands": Text("The two command lines", "Las dos líneas de comandos"),
    "commands_lead": Text(
        "`metrics-edu` is about lists and metrics, `metrics-homework` about homework. `--help` prints what this page shows.",
        "`metrics-edu` es sobre listas y métricas, `metrics-homework` sobre tareas. `--help` imprime lo que muestra esta página.",
    ),
    "api": Text("The public API, from the docstrings", "La API pública, desde los docstrings (en inglés)"),
    "formulas": Text("Every formula on one page", "Todas las fórmulas en una página"),
    "option": Text("Argument or option", "Argumento u opción"),
    "meaning": Text("What it does", "Qué hace"),
}
word = partial(word_of, WORDS)
HOMEWORK_HELP = """
import json, typer
from metrics_edu.language import LANGUAGES, _, set_language
from metrics_homework.cli import app
commands = typer.main.get_command(app).commands
def named(param):
    return " ".join([*param.opts, *param.secondary_opts]) if param.param_type_name == "option" else param.name.upper()
def row(param):
    return [named(param), _(param.help or "")]
def page(language):
    set_language(language)
    return {name: [_(one.help), [row(param) for param in one.params if param.name != "help"]] for name, one in commands.items()}
print(json.dumps({language: page(language) for language in LANGUAGES}))
"""
"""Prints the help of metrics-homework in each language; a process has it in one, that in which it begins."""


def add_reference(tree: Tree) -> None:
    """Add the pages of the reference of a language."""
    card = tree.address("reference", "docs/" + {"en": "formulas.html", "es": "formulas.es.html"}[tree.language])
    targets = {"metrics": "metrics/index.md", "quarrels": "quarrels/index.md", "formulas": card}
    targets |= {name: f"{name}.md" for name in ("conventions", "mistakes", "policy", "commands", "api")}
    lines = [f"- {link(word(name, tree), target)}" for name, target in targets.items()]
    tree.pages["reference"] = f"# {word('reference', tree)}\n\n" + "\n".join(lines) + "\n"
    tree.pages["conventions"] = conventions_page(tree)
    tree.pages["mistakes"] = mistakes_page(tree)
    tree.pages["policy"] = policy_page(tree)
    tree.pages["commands"] = commands_page(tree)


def conventions_page(tree: Tree) -> str:
    """Return the page of the conventions: what each computes, its parameters, and where a metric shows its value."""
    parts = [f"# {word('conventions', tree)}", word("conventions_lead", tree)]
    for convention in CONVENTIONS.values():
        source = f"{convention.source}{word('since', tree, version=convention.since) if convention.since else ''}"
        parts.append(f"## {_(convention.title)} {{#{convention.name}}}")
        parts.append(f"`{convention.name}`: {convention.summary}. {word('read', tree, source=source)}")
        parts.append("\n".join(_defined(name, own, tree) for name, own in convention.metrics.items()))
    also = [f"`{name}` → [`{row}`](#{row})" for name, (row, _own) in FOLDED.items()]
    parts += [f"## {word('folded', tree)}", " · ".join(also)]
    _table, _mark, quirks = (PROJECT / "docs" / "conventions.md").read_text("utf-8").partition("\n## Quirks")
    return "\n\n".join(parts) + f"\n\n## Quirks{quirks}"


def _defined(name: str, own: Mapping[str, Any], tree: Tree) -> str:
    """Return what a convention changes in a metric, as an item of a list."""
    metric = METRICS[name]
    page = link(metric.label(), f"metrics/{page_name(metric)}.md")
    said = "; ".join(metric.parameter(key).say(value) for key, value in own.items())
    return f"- {page}: {said or word('usual', tree)}"


def mistakes_page(tree: Tree) -> str:
    """Return the page of all mistakes: those of few metrics below the first of them, then those of all."""
    groups: dict[str, list[Misconception]] = {}
    for mistake in MISCONCEPTIONS.values():
        is_special = len(mistake.measures) <= MOST_METRICS
        groups.setdefault(mistake.measures[0] if is_special else "", []).append(mistake)
    parts = [f"# {word('mistakes', tree)}", word("mistakes_lead", tree)]
    for name in [*(name for name in REGISTRY if name in groups), *([""] if "" in groups else [])]:
        metric = REGISTRY.get(name)
        parts.append(f"## {metric.label() if metric else word('of_all', tree)}")
        parts += [_mistake(mistake, tree) for mistake in groups[name]]
    return "\n\n".join(parts) + "\n"


MOST_METRICS = 3
"""A mistake of more metrics is about lists, users or files, not about a formula."""


def _mistake(mistake: Misconception, tree: Tree) -> str:
    measure = as_measure(REGISTRY[mistake.measures[0]].label())
    sentences = [mistake.sentence(measure), word("takes", tree, takes=word(mistake.takes, tree))]
    sentences += [word("seen", tree, seen=mistake.seen)] if mistake.seen else []
    few = mistake.measures if len(mistake.measures) <= MOST_METRICS else ()
    pages = [link(REGISTRY[name].label(), f"metrics/{page_name(REGISTRY[name])}.md") for name in few]
    return f"### `{mistake.code}` {{#{mistake.code}}}\n\n{' '.join([*sentences, *pages])}"


def policy_page(tree: Tree) -> str:
    """Return the page of the policy: the file with its comments."""
    template = COMMENT.sub(lambda comment: _(comment[0]), TEMPLATE.read_text("utf-8"))
    text = template.format(seed=SEED, scale="[1, 5]", language=tree.language, **EXERCISE)
    return f"# {word('policy', tree)}\n\n{word('policy_lead', tree)}\n\n```yaml\n{text}```\n"


def commands_page(tree: Tree) -> str:
    """Return the page of the command lines: each command with its help."""
    parts = [f"# {word('commands', tree)}", word("commands_lead", tree)]
    for name, parser in _commands().items():
        rows = [[_option(action), action.help % vars(action) if action.help else ""] for action in parser._actions[1:]]
        parts += _command(f"metrics-edu {name}", parser.description or "", rows, tree)
    for name, (about, rows) in homework_help()[tree.language].items():
        parts += _command(f"metrics-homework {name}", about, rows, tree)
    return "\n\n".join(parts) + "\n"


def _commands() -> dict[str, ArgumentParser]:
    """Return the parser of each command of metrics-edu."""
    (commands,) = (action for action in _parser()._actions if action.choices and not action.option_strings)
    return {name: parser for name, parser in dict(commands.choices or {}).items() if isinstance(parser, ArgumentParser)}


def _option(action: Action) -> str:
    return " ".join(action.option_strings) or str(action.metavar or action.dest).upper()


def _command(name: str, about: str, rows: Sequence[Sequence[str]], tree: Tree) -> list[str]:
    cells = [[f"`{option}`", " ".join(meaning.split())] for option, meaning in rows]
    return [f"## {name}", about, *([table([word("option", tree), word("meaning", tree)], cells)] if cells else [])]


@cache
def homework_help() -> dict[str, dict[str, tuple[str, list[list[str]]]]]:
    """Return the help of each command of metrics-homework, by language."""
    environment = {**os.environ, "METRICS_EDU_LANG": "en", "PYTHONPATH": os.pathsep.join(map(str, sys.path))}
    run = [sys.executable, "-c", HOMEWORK_HELP]
    found: dict[str, dict[str, tuple[str, list[list[str]]]]] = json.loads(
        subprocess.check_output(run, env=environment, text=True)
    )
    return found
