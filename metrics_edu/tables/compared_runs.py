"""Compare runs: each of several runs beside a baseline, in one table, with p as Holm corrects it for their number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from metrics_edu.language import _, number, refused
from metrics_edu.metrics import Measure
from metrics_edu.metrics.validation import check_word
from metrics_edu.tables.evaluate_users import USUAL_MEASURES, evaluate
from metrics_edu.tables.evaluation import Evaluation
from metrics_edu.tables.scoring.significance import RESAMPLES, Paired, Test, holm, p_in_words, paired_head
from metrics_edu.working.printing import Displayed, columns, table_html


@dataclass(repr=False)
class ComparedRuns(Displayed):
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
        chances = {(name, row.name): row.p for name, one in self.compared.items() for row in one.rows}
        return dict(zip(chances, holm(np.array([*chances.values()])).tolist(), strict=True))

    def text(self) -> str:
        head, cells = self.table()
        return "\n".join([columns([head, *cells]), *self._sentences()])

    def html(self) -> str:
        head, cells = self.table()
        return str(table_html(head, cells, self._sentences()))

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the heads and the rows: for each measure the baseline, then the other runs."""
        head = [_("measure"), _("run"), _("mean"), *paired_head(), *["p (Holm)"] * (len(self.holm) > 1)]
        cells = []
        for place, base in enumerate(next(iter(self.compared.values())).rows):
            shown = [base.name, self.baseline, number(base.other, fixed=4)]
            cells.append([*shown, *[""] * (len(head) - len(shown))])
            for name, one in self.compared.items():
                row = one.rows[place]
                corrected = [p_in_words(self.holm[name, row.name])] * (len(self.holm) > 1)
                cells.append([row.name, name, number(row.mean, fixed=4), *row.cells(), *corrected])
        return head, cells

    def _sentences(self) -> list[str]:
        said = [*dict.fromkeys(sentence for one in self.compared.values() for sentence in one.sentences())]
        count = len(self.holm)
        if count > 1:
            said.append(
                _(
                    "p (Holm), of {count} tests: the smallest p times {count}, the next times {less}, and so on; "
                    "none is below the one before, and none above 1.",
                    count=count,
                    less=count - 1,
                )
            )
        return said


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

    A user whose recommendations a run lacks has an empty list in it: no run gets better by leaving users out.

    Parameters
    ----------
    runs : mapping
        Recommendations by the name of the run, each as `evaluate` takes it.
    judgments, measures, **options
        As for `evaluate`.
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
        If there are fewer than two runs, the baseline is none of them, or as `evaluate` and ``Evaluation.compare``.

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
