"""The widgets: RankedList, a list to edit, and Explorer, the list with every metric and its derivation."""

from __future__ import annotations

from metrics_edu.widgets.explorer import Explorer
from metrics_edu.widgets.ranked_list import RankedList

__all__ = ["Explorer", "RankedList"]
