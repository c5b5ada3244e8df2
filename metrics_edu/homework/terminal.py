"""Terminal: what the commands share: printing plain text, and ending with a sentence where something is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from metrics_edu.language import _, set_language
from metrics_edu.tables import in_words

LANGUAGE = Annotated[str | None, typer.Option(help=_("en or es."))]


@contextmanager
def refusing(language: str | None) -> Iterator[None]:
    """Print the sentence of what is refused, and end with 2."""
    try:
        if language:
            set_language(language)
        yield
    except (ValueError, OSError, ModuleNotFoundError) as error:
        said = in_words(error) if isinstance(error, OSError) else str(error)
        Console(stderr=True, soft_wrap=True).print(Text(said, style="bold"))
        raise typer.Exit(2) from None


def show(text: str, style: str = "") -> None:
    """Print text as it is: nothing in it is markup."""
    Console(soft_wrap=True).print(Text(text, style=style))
