"""Write the address of the course's page into the READMEs, where they say "Open the course".

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
LINK = re.compile(r"(\*\*\[(?:Open the course|Abre el curso)\]\()[^)]*")


def with_course_link(readme: str, folder: str) -> str:
    """Return a README whose link opens the course in a language."""
    address = f"{course_page()}{folder}" if course_page() else NOT_PUBLISHED
    return LINK.sub(lambda found: found[1] + address, readme)


def main() -> None:
    """Write both READMEs."""
    for name, folder in READMES.items():
        path = PROJECT / name
        path.write_text(with_course_link(path.read_text("utf-8"), folder), "utf-8")


if __name__ == "__main__":
    main()
