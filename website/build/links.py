"""The addresses that open the lessons on other servers, made from the remote `origin` of this repository."""

from __future__ import annotations

from urllib.parse import quote

from metrics_edu.language import LANGUAGES
from tools.repository import origin, repository


def course_page() -> str:
    """Return the address of the course on GitHub Pages; nothing if this project is not on GitHub."""
    owner, _slash, name = repository().partition("/")
    host = f"{owner.lower()}.github.io"
    folder = "" if name.lower() == host else f"{name}/"
    return f"https://{host}/{folder}" if owner else ""


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


def print_links(hub: str) -> None:
    """Print the addresses that open the lessons on other servers.

    Raises
    ------
    SystemExit
        If this repository is not on GitHub, which all of these servers take it from.
    """
    if not repository():
        problem = f"is {origin()}" if origin() else "does not exist"
        raise SystemExit(
            f"The remote 'origin' of this repository {problem}, but Binder, Colab and nbgitpuller links need a repository "
            "on GitHub: set origin to https://github.com/OWNER/NAME, or the variable GITHUB_REPOSITORY to OWNER/NAME."
        )
    for language_code in LANGUAGES:
        for name, address in links(language_code, hub).items():
            print(f"{name} ({language_code}): {address}")
