"""The metadata that depend on the repository's address: the project's URLs, and the README for a package index.

hatchling runs this hook when it builds the package (pyproject.toml names it).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"\[([^]]*)\]\((?!\w+:)([^)\s]+)\)")
IMAGE = re.compile(r'(\bsrc(?:set)?=")(?!\w+:)([^"]+)')
PICTURE = re.compile(r"<picture>.*?</picture>\n*", re.DOTALL)


class PackageMetadataHook(MetadataHookInterface):
    """Fills the dynamic fields of pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)  # a build in an isolated environment runs this file alone
        from tools.repository import repository

        name = repository()
        readme = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_package_index(readme, name)}
        metadata["urls"] = urls(name)


def urls(name: str) -> dict[str, str]:
    """Return the URLs of the repository OWNER/NAME; none without a name."""
    if not name:
        return {}
    address = f"https://github.com/{name}"
    return {
        "Repository": address,
        "Documentation": f"{address}/blob/HEAD/docs/use.md",
        "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


def for_package_index(readme: str, name: str) -> str:
    """Return the README with absolute addresses; without the name of a repository, with neither its links nor its pictures.

    Examples
    --------
    >>> for_package_index("[Use it](docs/use.md), [below](#more)", "ana/course")
    '[Use it](https://github.com/ana/course/blob/HEAD/docs/use.md), [below](https://github.com/ana/course#more)'
    >>> for_package_index("[Use it](docs/use.md), [below](#more)", "")
    'Use it, below'
    """
    if not name:
        return LINK.sub(r"\1", PICTURE.sub("", readme))

    def absolute(link: re.Match[str]) -> str:
        path = link[2] if link[2].startswith("#") else f"/blob/HEAD/{link[2]}"
        return f"[{link[1]}](https://github.com/{name}{path})"

    return IMAGE.sub(rf"\1https://raw.githubusercontent.com/{name}/HEAD/\2", LINK.sub(absolute, readme))
