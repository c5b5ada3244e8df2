"""Working: a value that shows its working: Term, expression, steps, derivation, and how they are written.

No metric, no list, no mistake: those are in `metrics` and above.
May import: language.
"""

from __future__ import annotations

from metrics_edu.working.derivation import Derivation
from metrics_edu.working.recorded_array import named

__all__ = [
    "Derivation",
    "named",
]
