"""Compare runs: each of several runs beside a baseline, in one table, with p as Holm corrects it for their number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from metrics_edu.language import N_, _, number, refused
from metrics_edu.metrics import Measure
from metrics_edu.metrics.validation import check_word
from metrics_edu.tables.evaluate_users import USUAL_MEASURES, evaluate
from metrics_edu.tables.evaluation import Evaluation
from metrics_edu.tables.scoring.significance import (
    RESAMPLES,
    ROUNDING,
    Paired,
    Test,
    holm,
    holm_in_words,
    p_in_words,
    paired_head,
)
from metrics_edu.working.labels import one_line
from metrics_edu.working.printing import Table


@dataclass(repr=False)
class ComparedRuns(Table):
    """Several runs beside a baseline; it displays itself as a table.

    Attributes
    ----------
    evaluations : mapping from a run's name to its Evaluation
    compared : mapping from a run's name to its comparison with the baseline, which has none
    """

    baseline: str
    evaluations: dict[str, Evaluation]
    compared: dict[str, Paired]

    @cached_property
    def holm(self) -> dict[tuple[str, str], float]:
        """The p of each run and measure, corrected over all of them, by their two names."""
        p_values = {(name, row.name): row.p for name, paired in self.compared.items() for row in paired.rows}
        return dict(zip(p_values, holm(np.array([*p_values.values()])).tolist(), strict=True))

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the heads and the rows: for each measure the baseline, then the other runs."""
        is_corrected = len(self.holm) > 1
        head = [_("measure"), _("run"), _("users"), _("mean"), *paired_head(), *["p (Holm)"] * is_corrected]
        base = self.evaluations[self.baseline]
        cells = []
        counts = [int(np.sum(~np.isnan(values))) for values in base.values.values()]
        for i, (name, mean) in enumerate(base.mean.items()):
            cells.append([name, one_line(self.baseline), str(counts[i]), number(mean, fixed=4)])
            cells[-1] += [""] * (len(head) - len(cells[-1]))
            for run, paired in self.compared.items():
                row = paired.rows[i]
                corrected = [p_in_words(self.holm[run, row.name])] * is_corrected
                cells.append([name, one_line(run), str(row.users), number(row.mean, fixed=4), *row.cells(), *corrected])
        return head, cells

    def sentences(self) -> list[str]:
        """Say what p is, how it is corrected, and which runs have nothing to do with the judgments."""
        sentences = [*dict.fromkeys(text for paired in self.compared.values() for text in paired.sentences())]
        if len(self.holm) > 1:
            sentences.append(holm_in_words(len(self.holm)))
        sentences += self.left_out
        known = [[*filter(None, [found.unmatched]), *found.lacking] for found in self.evaluations.values()]
        shared = [text for text in known[0] if all(text in of_run for of_run in known)]
        named = zip(map(one_line, self.evaluations), known, strict=True)
        return sentences + shared + [f"{name}: {text}" for name, of in named for text in of if text not in shared]

    @property
    def left_out(self) -> list[str]:
        """What is said of a measure that has no value for some users of a run: they are in no difference."""
        means, base = self.evaluations[self.baseline].mean, one_line(self.baseline)
        text = N_("{name}: users that have a value in {run} and in {base}: {count}; their mean in {base} is {mean}.")
        return [
            _(text, name=name, run=one_line(run), base=base, count=row.users, mean=number(row.other, fixed=4))
            for run, paired in self.compared.items()
            for row, (name, mean) in zip(paired.rows, means.items(), strict=True)
            if abs(row.other - mean) > ROUNDING
        ]


def compare_runs(
    runs: Any,
    judgments: Any,
    measures: str | Measure | Iterable[str | Measure] = USUAL_MEASURES,
    *,
    baseline: str | None = None,
    test: Test = "flips",
    resamples: int = RESAMPLES,
    seed: int = 0,
    **options: Any,
) -> ComparedRuns:
    """Compare several runs with a baseline: the differences of means, their intervals, and how likely chance gives them.

    A user whose recommendations a run lacks has an empty list in it, unless `users` is "common".

    Parameters
    ----------
    runs : mapping
        Recommendations by the name of the run, each as `evaluate` takes it.
    judgments, measures, **options
        As for `evaluate`, without `per_user`; the judgments are read once for each run.
    baseline : str, optional
        The name of the run that the others are compared with; by default the first one.
    test : {"flips", "t"}
        Of a permutation test, p is the share of the changes of the users' signs that give a difference as far from 0. Up to
        16 users these are all changes, else some that are drawn (Smucker, Allan and Carterette 2007). Or p of a paired t-test.
    resamples, seed : int
        How many changes are drawn, and how.

    Returns
    -------
    ComparedRuns
        With ``.compared[run].rows``, ``.holm`` and ``.evaluations``; its interval is that of t.

    Raises
    ------
    ValueError
        If there are fewer than two runs, the baseline is none of them, the judgments are a stream that can be read once
        only, or as `evaluate` and ``Evaluation.compare``.

    Examples
    --------
    >>> judged = {"u": ["a"], "v": ["b"], "w": ["c"]}
    >>> base, new = {"u": ["x", "a"], "v": ["b"]}, {"u": ["a"], "v": ["b"], "w": ["x", "c"]}
    >>> row = compare_runs({"base": base, "new": new}, judged, "RR").compared["new"].rows[0]
    >>> round(row.difference, 4), row.as_far, row.ways
    (0.3333, 4, 8)
    """
    if not isinstance(runs, Mapping) or len(runs) < 2:
        raise refused(
            "compare_runs takes two runs or more by their names, as in {example}", example='{"base": run, "new": other}'
        )
    if hasattr(judgments, "__next__"):
        raise refused("compare_runs reads the judgments once for each run: pass a table or a file, not a stream")
    first = next(iter(runs)) if baseline is None else baseline
    check_word("baseline", first, list(runs))
    wanted = [measures] if isinstance(measures, str | Measure) else list(measures)
    found = {name: evaluate(run, judgments, wanted, **options) for name, run in runs.items()}
    compared = {
        name: one.compare(found[first], test=test, resamples=resamples, seed=seed)
        for name, one in found.items()
        if name != first
    }
    return ComparedRuns(first, found, compared)
