"""The front end is one module that asks for nothing: so it runs in VS Code, in Colab and without a network."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys

import pytest

from metrics_edu.widgets import part
from metrics_edu.widgets.interface import interface_texts

MODULE = (part.HERE / "ranked_list.js").read_text(encoding="utf-8")
STYLE = (part.HERE / "ranked_list.css").read_text(encoding="utf-8")
CODE = re.sub(r"/\*.*?\*/", "", MODULE, flags=re.DOTALL)  # a licence may name its address
NAMESPACES = {"http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"}


def test_the_module_is_built_from_its_sources() -> None:
    sources = sorted((part.HERE / "src").glob("*.js"))
    assert sources
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    assert f"sha256:{digest}" in MODULE.split("\n", 1)[0], "the sources have changed: run `make js`"


@pytest.mark.parametrize(
    "word", [r"\bimport\b\s*[\w{*'\"(]", r"\brequire\s*\(", "@jupyterlab", r"\beval\(", r"new Function\("]
)
def test_the_module_needs_no_other(word: str) -> None:
    assert not re.search(word, CODE)


@pytest.mark.parametrize("text", [CODE, STYLE], ids=["module", "style"])
def test_nothing_is_asked_of_a_network(text: str) -> None:
    assert set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s'\"`)]*", text)) <= NAMESPACES
    assert not re.search(r"\bfetch\(|XMLHttpRequest|WebSocket|@import|url\(", text)


def test_every_word_of_the_module_is_sent() -> None:
    asked = set(re.findall(r"""\bt\(["'](\w+)["']""", "".join(p.read_text() for p in (part.HERE / "src").glob("*.js"))))
    assert len(asked) > 30
    assert asked <= set(interface_texts())


def test_style_touches_only_the_widget() -> None:
    """Every rule begins with .metrics-edu, after a theme's own class."""
    rules = re.sub(r"/\*.*?\*/", "", STYLE, flags=re.DOTALL)
    selectors = re.findall(r"([^{};]+)\{", rules)
    ours = [
        part.strip()
        for found in selectors
        if not found.strip().startswith("@")
        for part in re.split(r",(?![^(]*\))", found)
    ]
    assert ours
    assert [part for part in ours if ".metrics-edu" not in part] == []


def test_the_widgets_need_no_jupyterlab() -> None:
    names = ("jupyterlab", "notebook", "jupyter_server")
    code = f"import sys, metrics_edu.widgets; print([name for name in {names} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
