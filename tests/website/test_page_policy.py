"""The Content-Security-Policy of the site's pages: each built page has one, which allows what was built and no more."""

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest

from website.build import __main__ as website_build
from website.build import closed_pages, pyodide
from website.build.closed_pages import FOLDER
from website.build.page_policy import CHARSET, FRONT_PAGE, with_policy

MARKUPSAFE = "markupsafe-9.9-py3-none-any.whl"

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


def directives(page: str) -> dict[str, list[str]]:
    """Return the sources of each directive of the page's one policy."""
    (policy,) = POLICY.findall(page)
    parts = [directive.split() for directive in unescape(policy).split("; ")]
    return {name: sources for name, *sources in parts}


def hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def build(folder: Path, monkeypatch: pytest.MonkeyPatch, *, offline: bool) -> None:
    """Build the pages without Python's files."""

    def download(name: str) -> Path:
        path = folder.parent / name
        path.write_text(name)
        return path

    def wheel(place: Path) -> None:
        (place / "metrics_edu-9.9-py3-none-any.whl").write_text("a wheel")

    monkeypatch.setattr(pyodide, "downloaded", download)
    monkeypatch.setattr(pyodide, "build_wheels", wheel)
    monkeypatch.setattr(closed_pages, "closed_file", lambda name, code: download(f"{name}-{code}.bin"))
    monkeypatch.setattr(pyodide, "pip_download", lambda _file, to: (to / MARKUPSAFE).write_text("a wheel"))
    monkeypatch.setattr(
        website_build, "write_documents", lambda site: (site / "docs").mkdir()
    )  # see test_documents_site
    website_build.build_page(folder, offline=offline)


@pytest.mark.parametrize("offline", [True, False])
def test_each_built_page_declares_its_policy_before_loading_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, offline: bool
) -> None:
    build(tmp_path / "site", monkeypatch, offline=offline)
    pages = sorted((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 12
    for path in pages:
        page = path.read_text("utf-8")
        policy = directives(page)
        assert (
            policy["default-src"] == policy["object-src"] == policy["base-uri"] == policy["form-action"] == ["'none'"]
        )
        sources = {source for allowed in policy.values() for source in allowed}
        assert not {"*", "'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "http:", "https:"} & sources, path
        at = POLICY.search(page)
        assert at
        assert not re.search("<(link|script|style|img|body)", page[: at.start()]), path
        runs_python = path.name == "index.html" or "lessons" in path.parts
        is_closed_list = path.parent.name == FOLDER
        assert ("connect-src" in policy) == (runs_python or is_closed_list)
        assert ("worker-src" in policy) == runs_python
        if runs_python:
            assert policy["script-src"] == policy["worker-src"] == policy["connect-src"] == ["'self'"]
        elif is_closed_list:
            assert policy["script-src"] == policy["connect-src"] == ["'self'"]
        else:
            has_script = path.stem == "lecturer"
            assert policy["script-src"] == (["'self'"] if has_script else ["'none'"])


def test_the_policy_hashes_inline_code_but_not_data() -> None:
    page = (
        f'{CHARSET}<style>p {{ color: red; }}</style><script>\nrun("ñ");\n</script><script type="module">go()</script>'
        '<script src="a.js"></script><script type="application/json">{"a": 1}</script>'
    )
    policy = directives(with_policy(page, FRONT_PAGE))
    inline = [hashed('\nrun("ñ");\n'), hashed("go()")]
    assert policy["script-src"] == ["'self'", *inline]
    assert policy["style-src"] == ["'self'", hashed("p { color: red; }")]


@pytest.mark.parametrize("element", ['<p style="color: red">', '<img src="a" onerror="run()">'])
def test_inline_styles_and_handlers_on_elements_raise_an_error(element: str) -> None:
    with pytest.raises(ValueError, match="which the policy of its page forbids: use a class"):
        with_policy(CHARSET + element)


def test_a_page_without_a_charset_raises_an_error() -> None:
    with pytest.raises(ValueError, match="a page needs <meta charset"):
        with_policy("<p>Hello</p>")
