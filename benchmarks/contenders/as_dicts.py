"""Two CSV files as dicts of dicts, which pytrec_eval and ir_measures take."""

from collections.abc import Callable


def read(path: str, number: Callable[[str], float]) -> dict[str, dict[str, float]]:
    """Read user, item, number."""
    found: dict[str, dict[str, float]] = {}
    with open(path) as file:
        next(file)
        for line in file:
            user, item, value = line.rstrip().split(",")
            found.setdefault(user, {})[item] = number(value)
    return found
