"""A metric of one's own: whether it is the measure that it is meant to be, and if not, on which list and by which mistake."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from metrics_edu.calls import named_metric
from metrics_edu.checks import read_threshold
from metrics_edu.derivation import Derivation
from metrics_edu.language import _
from metrics_edu.measures import DEFAULT, Measure, measure
from metrics_edu.partings import DECIMALS, Cause, Parting, Search
from metrics_edu.trials import KINDS, Trial
from metrics_edu.writing import escape


@dataclass(frozen=True, repr=False)
class MetricCheck:
    """What `check_metric` found; it displays itself.

    Attributes
    ----------
    name : str
        What the metric that was checked is called.
    asked : Measure
        What it is meant to be.
    threshold : float
    trials : tuple of Trial
        The lists on which it was tried, the small ones first.
    parted, failed : int
        On how many it gives another value, and none.
    smallest : Parting or None
        The smallest list on which it gives another value.
    problem : Parting or None
        The smallest list for which it gives none.
    causes : tuple of Cause
        The mistake or convention that gives all its values, if there is one.
    rounded : int or None
        To how many decimals it rounds, if that is all that parts them.
    """

    name: str
    asked: Measure
    threshold: float
    trials: tuple[Trial, ...]
    parted: int
    failed: int
    smallest: Parting | None
    problem: Parting | None
    causes: tuple[Cause, ...]
    rounded: int | None

    @property
    def agrees(self) -> bool:
        """Whether it gives the right value on every list."""
        return self.smallest is None and self.problem is None

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the mistakes that give all its values."""
        return tuple(code for cause in self.causes for code in cause.verdict.codes)

    @property
    def derivation(self) -> Derivation | None:
        """The working of the right value for the smallest list."""
        found = self.smallest or self.problem
        return found.derivation if found else None

    def kinds(self) -> dict[str, int]:
        """Count the lists of each kind, named in the reader's language."""
        n = self.asked.depth() or 0
        named = {kind: holds for kind, holds in KINDS.items() if n or "{n}" not in kind}
        counts = {
            _(kind).format(n=n): sum(holds(trial, self.threshold, n) for trial in self.trials)
            for kind, holds in named.items()
        }
        return {kind: count for kind, count in counts.items() if count}

    def paragraphs(self) -> list[tuple[str, str]]:
        """Return what there is to say: "text" to be read, "code" with lines of its own, and the "working"."""
        words = {"name": self.name, "asked": self.asked.name, "count": len(self.trials)}
        if self.agrees:
            return self._agreement(words)
        found: list[tuple[str, str]] = []
        if self.problem:
            head = _("{name} gives no value for {failed} of {count} lists. On the smallest of them {text}.")
            said = head.format(**words, failed=self.failed, text=self.problem.values[0])
            found += [("text", said), ("code", f"{_given(self.problem)}\n{_right(self.problem.derivation)}")]
        if self.smallest:
            head = _(
                "{name} is not {asked}: it gives another value for {parted} of {count} lists. The smallest of them:"
            )
            both = "\n".join(self.smallest.lines(self.name))
            found += [
                ("text", head.format(**words, parted=self.parted)),
                ("code", f"{_given(self.smallest)}\n\n{both}"),
            ]
            found += [*(("text", text) for text in self._why()), ("working", self.smallest.derivation.text())]
        return found

    def _agreement(self, words: dict[str, Any]) -> list[tuple[str, str]]:
        head = _("{name} agrees with {asked} on all {count} lists, to {decimals} decimals. Among them:")
        lines = [f"{count:>5}  {kind}" for kind, count in self.kinds().items()]
        return [("text", head.format(**words, decimals=DECIMALS)), ("code", "\n".join(lines))]

    def _why(self) -> list[str]:
        """Say what gives the values of the metric."""
        if self.rounded is not None:
            said = _("Its values are right, but rounded or cut off after {decimals} decimals.")
            return [said.format(decimals=self.rounded)]
        if not self.causes:
            return [_("No known mistake and no convention gives the values of {name}.").format(name=self.name)]
        return [cause.text for cause in self.causes]

    def text(self) -> str:
        """Return what was found as text."""
        indented = (text if kind == "text" else "\n".join("  " + line if line else "" for line in text.split("\n"))
                    for kind, text in self.paragraphs())  # fmt: skip
        return "\n\n".join(indented)

    def html(self) -> str:
        """Return what was found as HTML; the working is folded."""
        lines = '<pre style="white-space:pre;overflow-x:auto">', "</pre>"
        summary = escape(_("The working of {asked}").format(asked=self.asked.name))
        tags = {
            "text": ("<p>", "</p>"),
            "code": lines,
            "working": (f"<details><summary>{summary}</summary>{lines[0]}", f"{lines[1]}</details>"),
        }
        return "".join(tags[kind][0] + escape(text) + tags[kind][1] for kind, text in self.paragraphs())

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": self.html()}

    def __repr__(self) -> str:
        return self.text()


def _given(parting: Parting) -> str:
    """Write a list as it can be given to the metric again, and as a Ranking."""
    return f"ratings = {parting.ratings}\nrecommendations = {parting.recommendations}\n{parting.ranking!r}"


def _right(derivation: Derivation) -> str:
    why = derivation.result.why
    return derivation.line + (f"   ({why})" if why else "")


def check_metric(
    own: Any, asked: str | Measure = "", *, threshold: float = 1, convention: str = DEFAULT
) -> MetricCheck:
    """Compare a metric of one's own with ours, and show the smallest list on which they part.

    It is tried on all small lists and on 300 drawn ones: short and too long, with |R| below and above the cut-off, none
    relevant, items judged or not, and several grades where the measure reads them or the threshold is above 1.

    Parameters
    ----------
    own : function, or object with ``name()`` and ``eval(ratings, recommendations)``
        It gets ``ratings``, the grade of each item that one user judged, and ``recommendations``, the items shown, best
        first; it returns the value. What it prints is not shown.
    asked : str or Measure
        What it is meant to be, such as ``"AP@5"``; by default what ``name()`` says.
    threshold : float
        A grade that reaches it is relevant. With 1, the default, the lists are those of R and N, with grades 1 and 0.
    convention : str
        Whose definition counts.

    Returns
    -------
    MetricCheck
        With ``.agrees``, ``.smallest``, ``.causes``, ``.codes``, ``.text()`` and ``.html()``; it displays itself.

    Raises
    ------
    ValueError
        If it is no metric, or the measure, the convention or the threshold is not allowed. What the metric itself raises
        is reported.

    Examples
    --------
    >>> def by_hits(ratings, recommendations):
    ...     hits, total = 0, 0
    ...     for rank, item in enumerate(recommendations[:5], start=1):
    ...         if ratings.get(item, 0) >= 1:
    ...             hits += 1
    ...             total += hits / rank
    ...     return total / max(hits, 1)
    >>> found = check_metric(by_hits, "AP@5")
    >>> found.agrees, found.codes
    (False, ('AP_DIV_HITS',))
    >>> found.smallest.ratings, found.smallest.recommendations, found.smallest.values
    ({'a': 1, 'b': 1}, ['a'], ('1', '0.5'))
    """
    name, says, metric = named_metric(own)
    found = asked if isinstance(asked, Measure) else measure(asked or says, convention=convention)
    if found.metric.kind != "ranking":
        raise ValueError(_("a metric of lists is checked; got {given}").format(given=found.name))
    search = Search(metric, found, read_threshold(threshold))
    problem, smallest, rounded = search.problem(), search.smallest(), search.rounded()
    causes = search.causes() if smallest and rounded is None else ()
    smallest = smallest and replace(smallest, working=search.working(smallest, causes))
    return MetricCheck(
        name, found, search.threshold, tuple(search.trials), sum(search.parted), sum(search.failed), smallest, problem,
        causes, rounded,
    )  # fmt: skip
