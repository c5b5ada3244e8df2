"""Build the site: the front page, the documents and the lessons, as a folder for any static server.

python -m website.build [--offline] [--to dist/site]
python -m website.build --links HUB
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from metrics_edu.language import LANGUAGES, language, set_language
from website.build import lesson_pages
from website.build.closed_pages import write_closed_lists
from website.build.documents import write_documents
from website.build.front_page import OWN_FILES, write_page
from website.build.handouts import write_handouts
from website.build.jupyterlite import write_lessons
from website.build.kept_front_list import front_file
from website.build.lesson_pages import write_lesson_pages
from website.build.links import print_links
from website.build.markdown_twins import write_twins
from website.build.pyodide import START, write_python
from website.build.sources import PROJECT, own_file


def build(folder: Path, *, offline: bool) -> None:
    """Build the whole site."""
    build_page(folder, offline=offline)
    write_lessons(folder, offline=offline)


def build_page(folder: Path, *, offline: bool) -> None:
    """Build all but the lessons."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in (*START, *OWN_FILES, *lesson_pages.OWN_FILES):
        shutil.copy(own_file(name), folder)
    for path in (PROJECT / "metrics_edu" / "widgets" / "static").glob("widgets.*"):
        shutil.copy(path, folder)
    kept = [Path(shutil.copy(front_file(code), folder)) for code in LANGUAGES]
    write_python(folder / "pyodide", offline=offline, kept=kept)
    before = language()
    write_handouts(folder / "handouts")
    for language_code in LANGUAGES:
        write_closed_lists(folder, language_code)
        write_page(folder, language_code, offline=offline)
        write_lesson_pages(folder, language_code)
    set_language(before)
    write_documents(folder)
    write_twins(folder)


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
