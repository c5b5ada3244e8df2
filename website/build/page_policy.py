"""The Content-Security-Policy of a page of the site: it loads and runs only what was built.

The policy is a `<meta>` element, as a static server sends no headers of ours. Inline scripts and style sheets are allowed
by their hashes. JupyterLite's pages have none: it makes scripts and styles as it runs.

A worker that comes from an address is not under the policy of its page, but under the headers of its response. So the
front page allows neither WebAssembly nor the server of Pyodide's files: only `worker.js` uses them.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from html.parser import HTMLParser

CHARSET = '<meta charset="utf-8">'
JAVASCRIPT = {"", "module", "text/javascript", "application/javascript"}
"""What `type` says of a script that a browser runs; any other script is data."""
ATTRIBUTE = re.compile(r"[\s\"'/](?:style|on\w+)\s*=", re.IGNORECASE)
"""Where a page may have an attribute that its policy forbids: then all of it is parsed, which takes ten times as long."""
ELEMENT = re.compile(r"<(script|style)\b.*?</\1\s*>", re.IGNORECASE | re.DOTALL)
DOCUMENT = {
    "default-src": ["'none'"],
    "script-src": [],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
}
"""What a document may load: our style sheet and images; `data:` is the empty icon."""
FRONT_PAGE = {
    "script-src": ["'self'"],
    "worker-src": ["'self'"],
    "connect-src": ["'self'"],
}
"""What the front page may load besides: our modules, the worker and the service worker, and the list of Python's files."""


OWN_SCRIPTS = {"script-src": FRONT_PAGE["script-src"]}
"""What a page may load besides that only runs our modules."""

CLOSED_LIST = {name: FRONT_PAGE[name] for name in ("script-src", "connect-src")}
"""What a page with closed lists may load besides: our modules, and the table of a list."""

FRAME = FRONT_PAGE | {"style-src": ["'self'", "'sha256-NwSx/R2V/U4jnW0Tq5pQ53Y/rzPVJ4dqE7D6UTA/J1k='"]}
"""What a page of the documents may load besides: the frame's scripts, the worker and the style sheet of its search, its index."""


class _Inline(HTMLParser):
    """Collects the hashes of the inline scripts and style sheets of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.hashes: dict[str, list[str]] = {"script": [], "style": []}
        self._open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        refused = [name for name, _value in attrs if name == "style" or name.startswith("on")]
        if refused:
            raise ValueError(
                f"<{tag}> has the attribute {refused[0]!r}, which the policy of its page forbids: use a class"
            )
        attributes = dict(attrs)
        is_script = tag == "script" and "src" not in attributes and (attributes.get("type") or "") in JAVASCRIPT
        self._open = tag if is_script or tag == "style" else ""

    def handle_data(self, data: str) -> None:
        if self._open:
            digest = hashlib.sha256(data.encode()).digest()
            self.hashes[self._open].append(f"'sha256-{base64.b64encode(digest).decode()}'")

    def handle_endtag(self, tag: str) -> None:
        self._open = ""


def with_policy(page: str, sources: dict[str, list[str]] | None = None) -> str:
    """Return an HTML page with its policy, before everything that the policy governs.

    Parameters
    ----------
    page : str
        The HTML, with `CHARSET` in it.
    sources : dict, optional
        By directive, what the page may load besides a document's; a document runs no script but those inline.

    Raises
    ------
    ValueError
        If an element has a `style` or an event handler, or the page does not declare its charset.

    Examples
    --------
    >>> print(with_policy('<meta charset="utf-8"><p>Hello</p>'))
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'none'; style-src 'self'; \
img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'"><p>Hello</p>
    """
    if CHARSET not in page:
        raise ValueError(f"a page needs {CHARSET} before its policy; got {page[:60]!r}")
    inline = _Inline()
    inline.feed(page if ATTRIBUTE.search(page) else "".join(found[0] for found in ELEMENT.finditer(page)))
    inline.close()
    directives = DOCUMENT | (sources or {})
    directives["script-src"] = directives["script-src"] + inline.hashes["script"]
    directives["style-src"] = directives["style-src"] + inline.hashes["style"]
    policy = "; ".join(f"{name} {_sources(allowed)}" for name, allowed in directives.items())
    return page.replace(CHARSET, f'{CHARSET}\n<meta http-equiv="Content-Security-Policy" content="{policy}">', 1)


def _sources(allowed: Sequence[str]) -> str:
    return " ".join(allowed) or "'none'"
