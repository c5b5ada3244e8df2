"""What is told of a metric of one's own, and `check_metric`, which finds it out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from metrics_edu.language import _, number
from metrics_edu.metrics import DEFAULT, Measure, measure, read_threshold
from metrics_edu.mistakes.own_metric.calling import Said, named_metric, said_name
from metrics_edu.mistakes.own_metric.difference import DECIMALS, Cause, Parting, Search
from metrics_edu.mistakes.own_metric.trial_lists import DEEPEST, KINDS
from metrics_edu.working import Derivation, Shown, escape


@dataclass(frozen=True, repr=False)
class MetricCheck(Shown):
    """What `check_metric` found; it displays itself.

    Attributes
    ----------
    name : str
        What the metric that was checked is called.
    search : Search
        The lists on which it was tried, and what it gave.
    smallest : Parting or None
        The smallest list on which it gives another value.
    problem : Parting or None
        The smallest list for which it gives none.
    causes : tuple of Cause
        The mistake or convention that gives all its values, if there is one.
    hint : Said or None
        What else is seen from its values, such as that they are rounded.
    """

    name: str
    search: Search
    smallest: Parting | None
    problem: Parting | None
    causes: tuple[Cause, ...]
    hint: Said | None

    @property
    def agrees(self) -> bool:
        """Whether it gives the right value on every list."""
        return self.smallest is None and self.problem is None

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the mistakes that give all its values."""
        return tuple(code for cause in self.causes for code in cause.verdict.codes)

    def kinds(self) -> dict[str, int]:
        """Count the lists of each kind, named in the reader's language."""
        n, least = self.search.asked.depth() or 0, self.search.threshold
        counts = {
            _(kind, n=n): sum(holds(trial, least, n) for trial in self.search.trials)
            for kind, holds in KINDS.items() if n or "{n}" not in kind
        }  # fmt: skip
        return {kind: count for kind, count in counts.items() if count}

    def paragraphs(self) -> list[tuple[str, str]]:
        """Return what there is to say: "text" to be read, "code" with lines of its own, and the "working"."""
        search, found = self.search, []
        asked = search.asked.name
        if search.threshold != 1:
            asked = _("{asked} (relevant from grade {threshold} on)", asked=asked, threshold=number(search.threshold))  # fmt: skip
        words = {"name": self.name, "asked": asked, "count": len(search.trials)}
        if self.agrees:
            head = _("{name} agrees with {asked} on all {count} lists, to {decimals} decimals. Among them:")
            lines = [f"{count:>5}  {kind}" for kind, count in self.kinds().items()]
            return [("text", head.format(**words, decimals=DECIMALS)), ("code", "\n".join(lines))]
        if self.problem:
            said = str(self.problem.values[0])
            said += "" if said.endswith("?") else "."
            head = _("{name} gives no value for {failed} of {count} lists. On the smallest of them {text}")
            found += [("text", head.format(**words, failed=len(search.failed), text=said))]
            found += [("code", f"{_given(self.problem)}\n{_right(self.problem.derivation)}")]
            if not self.smallest and (others := len(search.trials) - len(search.failed)):
                found += [("text", _("It agrees on the others, {others}.", others=others))]
        if self.smallest:
            head = _(
                "{name} is not {asked}: it gives another value for {parted} of {count} lists. The smallest of them:"
            )
            found += [("text", head.format(**words, parted=len(search.parted)))]
            found += [("code", "\n".join([_given(self.smallest), "", *self.smallest.lines(self.name)]))]
            found += [*(("text", text) for text in self._why()), ("working", self.smallest.derivation.text())]
        return found

    def _why(self) -> list[str]:
        if self.hint or self.causes:
            return [self.hint.text] if self.hint else [cause.text for cause in self.causes]
        return [_("No known mistake and no convention gives the values of {name}.", name=self.name)]

    def text(self) -> str:
        """Return what was found as text."""
        indented = (text if kind == "text" else "\n".join("  " + line if line else "" for line in text.split("\n"))
                    for kind, text in self.paragraphs())  # fmt: skip
        return "\n\n".join(indented)

    def html(self) -> str:
        """Return what was found as HTML; the working is folded."""
        lines = '<pre style="white-space:pre;overflow-x:auto">', "</pre>"
        summary = escape(_("The working of {asked}", asked=self.search.asked.name))
        folded = f"<details><summary>{summary}</summary>{lines[0]}", f"{lines[1]}</details>"
        tags = {"text": ("<p>", "</p>"), "code": lines, "working": folded}
        return "".join(tags[kind][0] + escape(text) + tags[kind][1] for kind, text in self.paragraphs())


def _given(parting: Parting) -> str:
    return f"ratings = {parting.ratings}\nrecommendations = {parting.recommendations}\n{parting.ranking!r}"


def _right(derivation: Derivation) -> str:
    why = derivation.result.why
    return derivation.line + (f"   ({why})" if why else "")


def check_metric(
    own: Any, asked: str | Measure = "", *, threshold: float = 1, convention: str | None = None
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
    convention : str, optional
        Whose definition counts; a Measure has its own.

    Returns
    -------
    MetricCheck
        With ``.agrees``, ``.smallest``, ``.causes``, ``.codes``, ``.text()`` and ``.html()``; it displays itself.

    Raises
    ------
    ValueError
        If it is no metric, or the measure, its cut-off (above 1000), the convention or the threshold is not allowed.
        What the metric itself raises is reported.

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
    name, metric = named_metric(own)
    found = _asked_of(asked or (said_name(own) if metric is not own else ""), convention)
    search = Search(metric, found, read_threshold(threshold))
    problem, smallest = search.problem(), search.smallest()
    hint = search.inexact() if smallest else None
    causes = search.causes() if smallest and not hint else ()
    if smallest and not causes:
        hint = hint or search.ranks_read()
    smallest = smallest and replace(smallest, working=search.working(smallest, causes))
    return MetricCheck(name, search, smallest, problem, causes, hint)


def _asked_of(asked: str | Measure, convention: str | None) -> Measure:
    if not isinstance(asked, Measure):
        found = measure(asked, convention=DEFAULT if convention is None else convention)
    elif convention in (None, asked.convention):
        found = asked
    else:
        raise ValueError(
            _(
                "a Measure has a convention of its own, here {own!r}; got {given!r} beside it",
                own=asked.convention,
                given=convention,
            )
        )
    if found.metric.kind != "ranking":
        raise ValueError(_("a metric of lists is checked; got {given}", given=found.name))
    if (found.depth() or 0) > DEEPEST:
        raise ValueError(_("a metric is checked up to the cut-off {most}; got {given}", most=DEEPEST, given=found.name))
    return found
