"""Write the addresses of the course's page and of its documents into the READMEs, where they say "Open the course".

The address comes from the remote `origin` (or GITHUB_REPOSITORY) by `website.build.links`, and from nowhere else.
Without a repository on GitHub, the link leads to the section of docs/hosting.md about publishing the page.

python -m website.build.course_link
"""

from __future__ import annotations

import re
from pathlib import Path

from website.build.links import course_page

PROJECT = Path(__file__).parents[2]
READMES = {"README.md": "", "README.es.md": "es/"}
"""Each README and the folder of its language on the course's page."""
NOT_PUBLISHED = "docs/hosting.md#open-the-course"
LINKS = {
    re.compile(r"(\*\*\[(?:Open the course|Abre el curso)\]\()[^)]*"): "{folder}",
    re.compile(r"(\*\*\[(?:Documentation|Documentación)\]\()[^)]*"): "docs/{folder}",
}
"""Each link, and what it opens on the course's page."""


def with_course_link(readme: str, folder: str) -> str:
    """Return a README whose link opens the course in a language."""
    for link, there in LINKS.items():
        address = f"{course_page()}{there.format(folder=folder)}" if course_page() else NOT_PUBLISHED
        readme = link.sub(rf"\g<1>{address}", readme)
    return readme


def main() -> None:
    """Write both READMEs."""
    for name, folder in READMES.items():
        path = PROJECT / name
        path.write_text(with_course_link(path.read_text("utf-8"), folder), "utf-8")


if __name__ == "__main__":
    main()
