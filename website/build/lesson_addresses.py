"""Where a notebook is in the site: its page, or JupyterLite."""

from __future__ import annotations

import re

ON_PAGES = re.compile(r"(0[0-8]|1\d)_\w+\.ipynb")
"""The notebooks that have a page."""


def lesson_address(path: str) -> str:
    """Return the address of a notebook, from the folder of the site.

    Examples
    --------
    >>> lesson_address("en/00_lists.ipynb")
    'lessons/en/00_lists.html'
    >>> lesson_address("lectures/es/04_ndcg.ipynb")
    'lite/lab/index.html?path=lectures/es/04_ndcg.ipynb'
    """
    folder, _slash, name = path.rpartition("/")
    if "/" not in folder and ON_PAGES.fullmatch(name):
        return f"lessons/{path.removesuffix('.ipynb')}.html"
    return f"lite/lab/index.html?path={path}"
