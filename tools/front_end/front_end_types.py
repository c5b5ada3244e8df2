"""Write the TypeScript types of the views, actions, traits and words that the page uses.

python -m tools.front_end.front_end_types
"""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from metrics_edu.widgets.contract.actions import EditAction
from metrics_edu.widgets.contract.lists import Control
from metrics_edu.widgets.contract.traits import Traits
from metrics_edu.widgets.core.words import WORDS

TYPES = Path(__file__).parents[2] / "metrics_edu" / "widgets" / "src" / "core" / "contract.ts"
PACKAGE = "metrics_edu.widgets.contract"
MODULES = [
    import_module(f"{PACKAGE}.{name}")
    for name in ("shared", "lists", "cards", "steps", "paired", "lecture", "traits", "actions")
]
HEAD = "/* Made by `python -m tools.front_end.front_end_types` from widgets/contract: do not edit. */\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}
LINE = 100


def typescript(hint: Any) -> str:
    """Return the TypeScript spelling of an annotation."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if is_typeddict(hint):
        return str(hint.__name__)
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(map(typescript, args)))
    if origin is Literal:
        return " | ".join(map(json.dumps, args))
    if origin is list or args[1:] == (Ellipsis,):
        return f"ReadonlyArray<{typescript(args[0])}>"
    if origin is tuple:
        return f"readonly [{', '.join(map(typescript, args))}]"
    if origin is dict:
        return f"Readonly<Record<{typescript(args[0])}, {typescript(args[1])}>>"
    raise TypeError(f"a view, an action or a trait cannot have a field of type {hint!r}")


def typescript_module() -> str:
    """Return the module with all types."""
    tables = [*dict.fromkeys(table for module in MODULES for table in vars(module).values() if is_typeddict(table))]
    actions = [
        table.__name__ for table in tables if table.__module__ == MODULES[-1].__name__ and "do" in get_type_hints(table)
    ]
    types = [
        *map(_interface, tables),
        _union("View", [table.__name__ for table in tables if "screen" in get_type_hints(table)]),
        _union("Control", typescript(Control).split(" | ")),
        _union("EditAction", typescript(EditAction).split(" | ")),
        _union("Action", actions),
        _union("Word", [json.dumps(word) for word in WORDS]),
    ]
    return "\n".join([HEAD, *types])


def _interface(table: Any) -> str:
    """Return an interface with the fields that the class itself declares, below those of its bases.

    The source says which they are: before Python 3.12 a TypedDict does not know its bases.
    """
    (declared,) = ast.parse(inspect.getsource(table)).body
    assert isinstance(declared, ast.ClassDef)
    bases = [base.id for base in declared.bases if isinstance(base, ast.Name) and base.id != "TypedDict"]
    head = f"export interface {table.__name__}" + (f" extends {', '.join(bases)}" if bases else "")
    own = [
        node.target.id
        for node in declared.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    ]
    hints = get_type_hints(table)
    optional = () if table.__module__ == Traits.__module__ else table.__optional_keys__  # the page has every trait
    fields = [_field(name + "?" * (name in optional), hints[name]) for name in own]
    return "\n".join([_comment(inspect.getdoc(table) or ""), f"{head} {{", *fields, "}\n"])


def _field(name: str, hint: Any) -> str:
    line = f"  readonly {name}: {typescript(hint)};"
    return (
        line if len(line) <= LINE else f"  readonly {name}:\n    | " + typescript(hint).replace(" | ", "\n    | ") + ";"
    )


def _union(name: str, members: Sequence[str]) -> str:
    return f"export type {name} =\n  | " + "\n  | ".join(members) + ";\n"


def _comment(text: str) -> str:
    lines = textwrap.wrap(" ".join(text.split()), LINE - len("/**  */"))
    return "/** " + "\n    ".join(lines) + " */"


if __name__ == "__main__":
    TYPES.write_text(typescript_module(), "utf-8")
