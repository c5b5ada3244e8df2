"""Working: a value that shows its working: Term, expression, steps, derivation, and how they are written.

No metric, no list, no mistake: those are in `metrics` and above.
May import: language.
"""

from __future__ import annotations

from metrics_edu.working.derivation import Derivation, step_html
from metrics_edu.working.differences import differences, veiled
from metrics_edu.working.expression import Expression, symbol
from metrics_edu.working.html_style import HTML, equal, signed
from metrics_edu.working.labels import Item, folded, in_line, isolated, letters, one_line, spoken
from metrics_edu.working.markup import element
from metrics_edu.working.numeric_form import counts_terms, write_numbers
from metrics_edu.working.printing import Shown, columns, table_html, value_html
from metrics_edu.working.recorded_array import (
    Reason,
    ReasonSource,
    Term,
    is_recording,
    named,
    not_recording,
    plain,
    recording,
    terms_in,
)
from metrics_edu.working.steps import Step
from metrics_edu.working.style import show
from metrics_edu.working.symbolic_form import is_just_above, write_formula
from metrics_edu.working.text_style import TEXT

__all__ = [
    "HTML",
    "TEXT",
    "Derivation",
    "Expression",
    "Item",
    "Reason",
    "ReasonSource",
    "Shown",
    "Step",
    "Term",
    "columns",
    "counts_terms",
    "differences",
    "element",
    "equal",
    "folded",
    "in_line",
    "is_just_above",
    "is_recording",
    "isolated",
    "letters",
    "named",
    "not_recording",
    "one_line",
    "plain",
    "recording",
    "show",
    "signed",
    "spoken",
    "step_html",
    "symbol",
    "table_html",
    "terms_in",
    "value_html",
    "veiled",
    "write_formula",
    "write_numbers",
]
