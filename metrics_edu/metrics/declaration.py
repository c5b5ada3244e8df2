"""What is declared of a metric beside its function: its names, its promises, what is said of its steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from metrics_edu.working import Says


@dataclass(frozen=True, eq=False, repr=False)
class Declaration:
    """What is declared of a metric, beside its function.

    Attributes
    ----------
    symbol, title : str
        The field's symbol, with ``{n}`` for parameters it shows; what it is called in words.
    mean : str
        What the mean over users is called ("" where it has no name of its own).
    kind : "ranking", "rating" or "coverage"
        What it is computed from.
    per_rank, ideal : str
        The symbols of the steps that give each rank, and each rank of the ideal list, its term.
    bounds : (low, high)
    renamed : mapping (parameter, value) -> (symbol, title)
        What it is called under a value: DCG without a discount is CG.
    falls : bool
        Whether a lower value is the better one.
    averages : bool
        Whether the value is a mean of the terms (so that a figure draws it as a line).
    promises_swap : bool
        Whether a better item moved up never lowers the value.
    can_be_nan : bool
        Whether a list may have no value under any parameters: the rank of the first hit, where there is none.
    unpromised : mapping "bounds" | "swap" -> words under which that promise is not made
    uncut : mapping from a parameter to two words: without a cut-off, the first means the second; one of them is the default
    reads_all : mapping "list" | "pool" -> words under which the whole list or pool is read, not just the first n
    ranges : mapping from a number to (low, high), both excluded: above 0 where none is declared
    reasons : mapping from the symbol of a step to what is said of it, where ``REASONS`` says something else or nothing
    """

    symbol: str
    title: str
    mean: str = ""
    source: str = ""
    kind: Literal["ranking", "rating", "coverage"] = "ranking"
    per_rank: str = ""
    ideal: str = ""
    bounds: tuple[float, float] = (0, 1)
    renamed: Mapping[tuple[str, Any], tuple[str, str]] = field(default_factory=dict)
    falls: bool = False
    averages: bool = False
    promises_swap: bool = True
    can_be_nan: bool = False
    unpromised: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    uncut: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    reads_all: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    reasons: Mapping[str, Says] = field(default_factory=dict)
