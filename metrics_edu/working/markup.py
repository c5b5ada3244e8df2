"""HTML that cannot miss an escape: what goes into an element is escaped, unless it is HTML itself."""

from __future__ import annotations

from markupsafe import Markup, escape


def element(tag: str, *content: object, **attributes: object) -> Markup:
    """Return an element of HTML.

    Its content and the values of its attributes are escaped, unless they are Markup. The name of an attribute is written
    as one of Python: ``class_`` and ``aria_label``.

    >>> element("p", "a < b, ", element("b", "R & N"), class_="note")
    Markup('<p class="note">a &lt; b, <b>R &amp; N</b></p>')
    """
    written = "".join(f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"' for name, value in attributes.items())
    return Markup(f"<{tag}{written}>{''.join(map(escape, content))}</{tag}>")
