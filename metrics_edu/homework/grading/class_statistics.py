"""Statistics: which mistakes a class makes, as a table and a figure; and who comes where, as a leaderboard."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from metrics_edu.homework.grading.points import keeps_all
from metrics_edu.homework.grading.result import RESAMPLES, Result
from metrics_edu.homework.policy import Policy
from metrics_edu.homework.submission.findings import FINDINGS
from metrics_edu.language import N_, _
from metrics_edu.metrics import CONVENTIONS
from metrics_edu.mistakes import MISCONCEPTIONS, plainly
from metrics_edu.plots import COLOURS
from metrics_edu.tables import ROUNDING, sign_flips

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NO_MISTAKE = ("right", "not_attempted", "not_computed")
"""What the code of a number may be, whatever the policy says, where nothing is wrong with it."""
INCHES_A_BAR = 0.42
MAX_LABEL_WIDTH = 64
"""So many letters of a name stand on a line."""
OTHERS = {
    "right": N_("right"),
    "not_attempted": N_("no answer"),
    "not_computed": N_("could not be compared"),
    "convention": N_("right under another convention"),
    "rounded": N_("right, but rounded or cut off"),
    "wrong": N_("no known mistake gives this number"),
    "unreadable": N_("no number"),
    "out_of_range": N_("a number that cannot be"),
}
"""What the kinds of verdicts mean that name no mistake."""


def mistakes_in(result: Result, policy: Policy) -> list[str]:
    """Return every code that says what is wrong: of the files first, then of the numbers.

    Numbers that keep all their points or could not be compared, and ids that were read as the same, are not wrong.
    """
    of_files = [code for code, _text in result.findings if code != "ID_TYPE" or code in policy.reject]
    of_numbers = [str(row[4]) for row in result.details]
    wrong = [code for code in of_numbers if code not in NO_MISTAKE and not keeps_all(code, policy)]
    return list(dict.fromkeys([*of_files, *wrong]))


def mistakes_of(results: Iterable[Result], policy: Policy) -> list[tuple[str, str, list[str]]]:
    """Return each code that was found, most often first, what it means, and the submissions (a name each time once)."""
    found: dict[str, list[str]] = {}
    for result in results:
        for code in dict.fromkeys(chain.from_iterable(map(_named_by, mistakes_in(result, policy)))):
            found.setdefault(code, []).append(result.name)
    order = sorted(found, key=lambda code: (-len(found[code]), code))
    return [(code, meaning(code), found[code]) for code in order]


def _named_by(code: str) -> list[str]:
    names = code.replace("+", "|").split("|")
    return ["convention"] if all(name in CONVENTIONS for name in names) else names


def meaning(code: str) -> str:
    """Say what a code of any kind means; several mistakes or conventions that give a number stand beside each other.

    Examples
    --------
    >>> meaning("right"), meaning("trec_eval|ranx")
    ('right', 'as in: trec_eval / ranx (ndcg)')
    """
    names = code.split("|")
    if all(name in CONVENTIONS for name in names):
        return _("as in: {names}", names=" / ".join(_(CONVENTIONS[name].title) for name in names))
    return " / ".join(dict.fromkeys(_meaning(name) for name in names if name not in CONVENTIONS))


def _meaning(code: str) -> str:
    if code.split("+")[0] in MISCONCEPTIONS:
        return plainly(code)
    return _(FINDINGS[code][1] if code in FINDINGS else OTHERS.get(code, ""))


def draw_counts(ax: Axes, counts: Mapping[str, int], title: str) -> str:
    """Draw how often each of some names occurred, as bars below each other; return a sentence that says so.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> draw_counts(Figure().add_subplot(), {"AP_DIV_HITS": 3, "right": 2}, "AP@10")
    'AP@10: AP_DIV_HITS 3, right 2.'
    """
    names, values = [fill(name, MAX_LABEL_WIDTH) for name in counts], list(counts.values())
    plain: dict[str, Any] = {"parse_math": False}
    ax.barh(range(len(names)), values, height=0.62, color=COLOURS["rel"])
    ax.set_yticks(range(len(names)), names, **plain)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.set_xlim(0, max([*values, 1]) * 1.12)
    ax.set_title(title, loc="left", color=COLOURS["ink"], **plain)
    ax.set_xticks([])
    ax.tick_params(length=0, labelcolor=COLOURS["ink"])
    for side in ("top", "right", "bottom"):
        ax.spines[side].set_visible(False)
    for place, value in enumerate(values):
        ax.text(value, place, f" {value}", va="center", ha="left", color=COLOURS["ink2"])
    said = ", ".join(f"{name} {value}" for name, value in counts.items())
    return f"{title}: {said}."


def save_counts(path: Path, groups: Mapping[str, Mapping[str, int]], note: str = "") -> None:
    """Write the figures of some groups of counts, below each other, as one SVG or PNG file; the note stands at its foot."""
    from io import BytesIO

    import matplotlib as mpl
    from matplotlib.figure import Figure

    from metrics_edu.tables import write_file

    rows = [len(counts) for counts in groups.values()]
    figure = Figure(figsize=(8, INCHES_A_BAR * sum(rows) + 0.9 * len(rows)), layout="constrained")
    axes = figure.subplots(len(rows), 1, squeeze=False, height_ratios=[row + 1 for row in rows])
    for ax, (title, counts) in zip(axes[:, 0], groups.items(), strict=True):
        draw_counts(ax, counts, title)
    axes[-1, 0].set_xlabel(note, loc="left", color=COLOURS["ink2"])
    file = BytesIO()
    kind = path.suffix[1:]
    with mpl.rc_context({"svg.hashsalt": "metrics_edu", "svg.fonttype": "none"}):
        figure.savefig(file, format=kind, metadata={"Date": None} if kind == "svg" else {"Software": None})
    write_file(path, file.getvalue())


def leaderboard(results: Sequence[Result], titles: Sequence[str], seed: int) -> tuple[list[str], list[list[str]]]:
    """Return head and rows: the place, the mean score with its interval, p against the next one, the single measures."""
    ranked = sorted((found for found in results if found.scores), key=lambda found: (-found.score, found.name))
    head = ["place", "submission", "score", "low", "high", "p_next", *titles]
    rows, place, p_next = [], 0, _p_next(ranked, seed)
    for k, found in enumerate(ranked):
        place = k + 1 if k == 0 or found.score < ranked[k - 1].score else place
        numbers = [found.score, *found.interval, p_next[k], *(found.hidden.get(title, math.nan) for title in titles)]
        rows.append([str(place), found.name, *map(decimal, numbers)])
    return head, rows


def _p_next(ranked: Sequence[Result], seed: int) -> list[float]:
    p = [math.nan] * len(ranked)
    pairs = [k for k in range(len(ranked) - 1) if len(ranked[k].scores) == len(ranked[k + 1].scores)]
    if pairs:
        differences = np.array([np.subtract(ranked[k].scores, ranked[k + 1].scores) for k in pairs])
        differences[np.abs(differences) <= ROUNDING] = 0.0
        for k, value in zip(pairs, sign_flips(differences, RESAMPLES, seed), strict=True):
            p[k] = float(value)
    return p


def decimal(value: float | None) -> str:
    """Write a number for a file: six decimals at most, a point; nothing for what is no number."""
    return "" if value is None or math.isnan(value) else f"{value:.6f}".rstrip("0").rstrip(".")


def histogram(counter: Counter[str], *, first: str = "right") -> dict[str, int]:
    """Return counts, `first` at the top and then the most frequent."""
    order = sorted(counter, key=lambda name: (name != first, -counter[name], name))
    return {name: counter[name] for name in order}
