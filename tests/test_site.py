"""The site that computes in the browser: what it is built from, and its stand-in for anywidget; tests/browser has the rest."""

import json
import os
import subprocess
import sys
from pathlib import Path

import build_site
import pytest
import yaml

MESSAGES = Path(__file__).with_name("site_messages.py")


def sent_by_parts(way, folder):
    environment = {**os.environ, "METRICS_EDU_PROGRESS": str(folder / f"{way}.json"), "JUPYTER_WIDGETS_ECHO": "0"}
    run = subprocess.run(
        [sys.executable, str(MESSAGES), way], env=environment, cwd=folder, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_the_stand_in_sends_what_ipywidgets_sends(tmp_path):
    expected, sent = (sent_by_parts(way, tmp_path) for way in ("ipywidgets", "site"))
    assert len(expected) > 50
    assert sent == expected


def test_every_word_of_the_page_is_said_in_both_languages():
    template = (build_site.SOURCES / "index.html").read_text("utf-8")
    script = (build_site.SOURCES / "page.js").read_text("utf-8") + Path(build_site.__file__).read_text("utf-8")
    for key, texts in build_site.WORDS.items():
        assert set(texts) == {"en", "es"}, key
        assert f"${key}" in template or f"words.{key}" in script or f'"{key}"' in script, f"{key} is said nowhere"


def test_only_files_of_the_pinned_hash_are_taken(tmp_path, monkeypatch):
    monkeypatch.setattr(build_site, "DOWNLOADS", tmp_path)
    cut = tmp_path / "pyodide.mjs"
    cut.write_text("half a file")
    with pytest.raises(SystemExit, match="not the file that was tried"):
        build_site.downloaded("pyodide.mjs")
    assert not cut.exists()


@pytest.mark.parametrize("offline", [True, False])
def test_a_site_says_where_each_file_of_python_is(tmp_path, monkeypatch, offline):
    def download(name):
        path = tmp_path / name
        path.write_text(name)
        return path

    def wheel(folder):
        path = folder / "metrics_edu-9.9-py3-none-any.whl"
        path.write_text("a wheel")

    monkeypatch.setattr(build_site, "downloaded", download)
    monkeypatch.setattr(build_site, "build_wheel", wheel)
    monkeypatch.setattr(build_site, "pip_download", lambda _requirements, _folder: None)
    build_site.build_page(tmp_path / "site", offline=offline)
    folder = tmp_path / "site" / "pyodide"
    files = json.loads((folder / "files.json").read_text())
    for name, file in files.items():
        assert (folder / name).exists() == offline
        assert file["url"] == (name if offline else build_site.PYODIDE["cdn"] + name)
        assert file["integrity"].startswith("sha256-")
    assert {*files} | build_site.SERVED_FROM_HERE == {*build_site.PAGE_FILES}
    lock = json.loads((folder / "pyodide-lock.json").read_text())
    assert lock["packages"]["metrics-edu"]["version"] == "9.9"


def test_the_pages_hold_nothing_that_a_label_could_end(tmp_path):
    assert "</script>" not in build_site.script_json({"label": "</script><b>"})
    assert json.loads(build_site.script_json({"label": "</script>"})) == {"label": "</script>"}


def test_links_are_made_from_the_repositorys_own_address(monkeypatch):
    monkeypatch.setenv("GITHUB_REPOSITORY", "ana/course")
    made = build_site.links("es", "https://hub.uni.cl/")
    assert made["Binder"] == "https://mybinder.org/v2/gh/ana/course/HEAD?urlpath=lab/tree/notebooks/es/index.ipynb"
    assert made["Colab"].startswith("https://colab.research.google.com/github/ana/course/blob/HEAD/notebooks/es/")
    assert made["JupyterHub"] == (
        "https://hub.uni.cl/hub/user-redirect/git-pull?repo=https%3A%2F%2Fgithub.com%2Fana%2Fcourse"
        "&urlpath=lab%2Ftree%2Fcourse%2Fnotebooks%2Fes"
    )
    assert "JupyterHub" not in build_site.links("es")


def test_the_workflow_builds_and_tests_what_it_publishes():
    workflow = yaml.safe_load((build_site.PROJECT / ".github/workflows/pages.yml").read_text("utf-8"))
    steps = workflow["jobs"]["build"]["steps"]
    assert {"run": "make site"} in steps
    assert any("tests/browser/test_site.py" in step.get("run", "") for step in steps)
    assert any(step.get("with") == {"path": "dist/site"} for step in steps)
    assert workflow["jobs"]["deploy"]["needs"] == "build"
