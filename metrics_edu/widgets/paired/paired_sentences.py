"""What a paired test says in sentences, and p of the other tests."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from metrics_edu.language import _, number
from metrics_edu.tables.reading.cell_values import Numbers
from metrics_edu.tables.scoring.significance import ROUNDING, PairedRow, differences, p_in_words, paired, signed
from metrics_edu.tables.verdicts import DECIMALS
from metrics_edu.widgets.contract.lists import NamedValue

ALPHA = 0.05


def sentences(row: PairedRow, names: list[str], gains: list[tuple[str, float]], seed: int) -> Iterator[str]:
    """Say what p counts, what it is not, what such a test can find, and whether the mean rests on one query."""
    facts = {"a": names[0], "b": names[1], "ways": row.ways, "far": row.as_far, "count": row.users, "seed": seed}
    if row.wins == row.losses == 0:
        yield _("All {count} queries are equal.", **facts)
        return
    if row.is_drawn:
        yield _(
            "If the names {a} and {b} meant nothing, each way to swap them within queries would be as likely. "
            "Of the observed one and others drawn with seed {seed}, {ways} in all, {far} give a mean at least as far from 0.",
            **facts,
        )
    else:
        yield _(
            "If the names {a} and {b} meant nothing, each of the {ways} ways to swap them within queries would be as likely; "
            "{far} give a mean at least as far from 0.",
            **facts,
        )
    yield _("This is not the probability that the systems are equal.")
    if row.least_p >= ALPHA:
        least = number(row.least_p)
        yield _("With {count} queries, no result can go below 2/{ways} = {least}.", least=least, **facts)
    elif row.p >= ALPHA and (visible := row.visible(ALPHA)) >= 10**-DECIMALS:
        yield _(
            "No difference shown is not no difference: with {count} queries and this spread, "
            "only one of {least} or more is seen in 4 of 5 cases.",
            least=number(visible, fixed=DECIMALS),
            **facts,
        )
    whole = sum(gain for _query, gain in gains)
    without = {query: (whole - gain) / (row.users - 1) for query, gain in gains}
    turning = [(query, mean) for query, mean in without.items() if mean * row.difference < -ROUNDING]
    if len(turning) == 1:
        [(query, mean)] = turning
        yield _("The mean rests on one query, {query}: without it, it is {mean}.", query=query, mean=signed(mean))


def other_tests(pairs: Numbers, seed: int) -> list[NamedValue]:
    """Return p of the t-test, of Wilcoxon's test and of the sign test: flips of the ranks, and of the signs alone."""
    difference = np.round(differences(pairs), 12)
    _sizes, at, counts = np.unique(np.abs(difference[difference != 0]), return_inverse=True, return_counts=True)
    ranks = np.zeros_like(difference)
    ranks[difference != 0] = (np.cumsum(counts) - (counts - 1) / 2)[at]
    found = {
        _("paired t-test"): paired("", pairs, test="t").p,
        _("Wilcoxon test"): paired("", np.stack([ranks * np.sign(difference), 0 * ranks]), seed=seed).p,
        _("sign test"): paired("", np.stack([np.sign(difference), 0 * ranks]), seed=seed).p,
    }
    return [{"name": name, "value": p_in_words(p)} for name, p in found.items()]
