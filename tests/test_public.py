"""The public face: its names, its docstrings, its types, and that its messages can be translated."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import metrics_edu
import metrics_homework
from metrics_edu import Ranking
from metrics_edu.metrics.registry import REGISTRY
from tools.pages import api_page

PACKAGE = Path(metrics_edu.__file__).parent
FILES = sorted([*PACKAGE.rglob("*.py"), *Path(metrics_homework.__file__).parent.rglob("*.py")])

RANKING_METRICS = {
    "precision",
    "recall",
    "f_measure",
    "expected_reciprocal_rank",
    "hit_ratio",
    "reciprocal_rank",
    "average_rank",
    "auc",
    "average_precision",
    "rankscore",
    "dcg",
    "ndcg",
    "r_precision",
    "average_r_precision",
    "bpref",
    "judged_share",
}
OTHER_METRICS = {"mae", "mse", "rmse", "user_coverage", "item_coverage", "novelty", "diversity"}
OTHER_METRICS |= {"cohen_kappa", "fleiss_kappa", "krippendorff_alpha", "observed_agreement", "scott_pi"}
OTHERS = {
    "CONVENTIONS",
    "METRICS",
    "MISCONCEPTIONS",
    "Ranking",
    "Ratings",
    "Run",
    "Votes",
    "check_metric",
    "compare",
    "diagnose",
    "draw_pair",
    "Evaluation",
    "block_schema",
    "compare_runs",
    "evaluate",
    "explain",
    "measure",
    "read_votes",
    "score_block",
    "separates",
    "set_language",
}


def test_the_package_exports_exactly_the_public_names() -> None:
    """A new one is added here on purpose."""
    assert set(metrics_edu.__all__) == RANKING_METRICS | OTHER_METRICS | OTHERS
    assert all(hasattr(metrics_edu, name) for name in metrics_edu.__all__)


def test_every_registered_metric_can_be_imported_by_its_name() -> None:
    assert set(REGISTRY) >= RANKING_METRICS | OTHER_METRICS
    assert all(getattr(metrics_edu, name) is metric for name, metric in REGISTRY.items())


def test_the_page_of_the_public_api_is_up_to_date() -> None:
    assert api_page.PAGE.read_text("utf-8") == api_page.page(), "run `make docs`"


@pytest.mark.parametrize("module_name", api_page.MODULES)
def test_every_public_name_says_what_it_is(module_name: str) -> None:
    rows = [*api_page.names(module_name)]
    assert rows
    assert all(len(text.split()) >= 3 and text.endswith((".", ":")) for _name, text in rows), rows


def functions() -> Iterator[tuple[str, Any]]:
    for name in metrics_edu.__all__:
        found = getattr(metrics_edu, name)
        if callable(found) and not inspect.isclass(found):
            yield name, found
    for name in ("parse", "from_items", "from_lists", "batch"):
        yield f"Ranking.{name}", getattr(Ranking, name)


@pytest.mark.parametrize(
    ("name", "function"), list(functions()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_public_function_s_docstring_has_its_sections(name: str, function: Any) -> None:
    text = inspect.getdoc(function) or ""
    sections = re.findall(r"^(\w+)\n-+$", text, flags=re.M)
    wanted = {"Parameters", "Raises", "Examples"}
    if inspect.signature(function).return_annotation not in ("None", "Ranking"):
        wanted.add("Returns")
    if name in REGISTRY:
        wanted.add("References")
    assert not wanted - set(sections)
    order = ["Parameters", "Returns", "Raises", "References", "Examples"]
    assert sections == [section for section in order if section in sections], "in numpydoc's order"


@pytest.mark.parametrize(
    ("name", "function"), list(functions()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_parameter_is_in_the_docstring(name: str, function: Any) -> None:
    text = (inspect.getdoc(function) or "").partition("Parameters\n---")[2]
    for parameter in inspect.signature(function).parameters:
        assert re.search(rf"^[\w*, ]*\b{parameter}\b", text, flags=re.M), parameter


def test_the_package_has_a_py_typed_file() -> None:
    assert (PACKAGE / "py.typed").is_file()


# --- messages -----------------------------------------------------------------------------------------------

USER_ERRORS = {"ValueError", "KeyError", "refused", "unreadable"}
MARKS = {"_", "N_", "refused", "unreadable", "ngettext", "Counted"}
A_MESSAGE = re.compile(r"[a-z]{2,}.* |[a-z]{4,}", flags=re.I)


def unmarked(node: ast.AST) -> Iterator[str]:
    """The texts below a node that no call of _ or N_ surrounds."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
        return
    if isinstance(node, ast.JoinedStr):
        yield ast.unparse(node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and A_MESSAGE.search(node.value):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from unmarked(child)


def nodes_of(source: str) -> list[ast.AST]:
    return [*ast.walk(ast.parse(source))]


def unmarked_errors(nodes: list[ast.AST]) -> list[str]:
    raised = [node.exc for node in nodes if isinstance(node, ast.Raise)]
    calls = [call for call in raised if isinstance(call, ast.Call) and ast.unparse(call.func) in USER_ERRORS]
    arguments = [argument for call in calls for argument in call.args if not marks_itself(call, argument)]
    return [text for argument in arguments for text in unmarked(argument)]


def marks_itself(call: ast.Call, argument: ast.AST) -> bool:
    """Whether an error translates its message: it is collected as that of _ is."""
    return ast.unparse(call.func) in ("refused", "unreadable") and isinstance(argument, ast.Constant)


def test_the_message_check_detects_unmarked_errors() -> None:
    assert unmarked_errors(nodes_of('raise ValueError("no such user")'))
    assert unmarked_errors(nodes_of('raise ValueError(f"no {user}")'))
    assert unmarked_errors(nodes_of('raise refused("no such user".format(1))'))
    assert not unmarked_errors(nodes_of('raise ValueError(_("no such {user}", user=", ".join(users)))'))


@pytest.fixture(scope="module", params=FILES, ids=lambda file: str(file.relative_to(PACKAGE.parent)))
def nodes(request: pytest.FixtureRequest) -> list[ast.AST]:
    """Return the nodes of a file: it is parsed once for all tests."""
    return nodes_of(request.param.read_text("utf-8"))


def test_no_message_is_inside_an_f_string(nodes: list[ast.AST]) -> None:
    """Babel reads no f-string."""
    inside = [node for one in nodes if isinstance(one, ast.JoinedStr) for node in ast.walk(one)]
    calls = [
        node
        for node in inside
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("_", "N_", "ngettext", "refused", "unreadable")
    ]
    assert not [ast.unparse(call) for call in calls if isinstance(call.args[0], ast.Constant)]


def test_every_error_message_can_be_translated(nodes: list[ast.AST]) -> None:
    assert unmarked_errors(nodes) == []


def test_a_marked_message_is_a_plain_literal(nodes: list[ast.AST]) -> None:
    """A translation is looked up by its text: an f-string or a sum of texts would never be found."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            texts = node.args[:2] if node.func.id in ("ngettext", "Counted") else node.args
            assert not any(isinstance(text, ast.JoinedStr | ast.BinOp) for text in texts), (
                f"line {node.lineno}: {ast.unparse(node)}"
            )


def test_the_package_contains_no_assert(nodes: list[ast.AST]) -> None:
    assert not [node.lineno for node in nodes if isinstance(node, ast.Assert)]
