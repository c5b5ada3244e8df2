"""Experiment: the measures and the threshold of an experiment's YAML file, written as in the Lopes seed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from metrics_edu.files.yaml_file import read_yaml
from metrics_edu.language import _, refused
from metrics_edu.metrics import CONVENTIONS, Measure
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.validation import MAX_CUTOFF, is_number
from metrics_edu.metrics.value_and_derivation import ranking_measure

ANY_GRADE = 5e-324
"""The threshold where every judged item is relevant: the least number above 0."""
LOPES = "lopes"
"""The convention of such files."""
MAX_MEASURES = 1000
KEYS = ("k", "metrics", "relevance_threshold", "convention")
"""What `evaluation` may hold."""


@dataclass(frozen=True)
class Experiment:
    """What a file asks for: the measures, and the grade from which an item is relevant."""

    measures: list[Measure]
    threshold: float


def read_experiment(path: str | Path, convention: str | None = None) -> Experiment:
    """Read ``experiment: evaluation: {k: 5, relevance_threshold: 3, metrics: [MAP, nDCG]}``.

    Parameters
    ----------
    path : path
        ``k`` is a cut-off or a list of them; without ``relevance_threshold`` every judged item is relevant.
    convention : str, optional
        By default that of the file's key ``convention``; without it "lopes" where it defines the measure, and else the
        default convention.

    Returns
    -------
    Experiment

    Raises
    ------
    ValueError
        If the file cannot be read, or a key is missing or holds something else; the sentence names the key.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "experiment.yml"
    >>> _count = file.write_text("experiment: {evaluation: {k: 5, relevance_threshold: 3, metrics: [MAP, nDCG]}}")
    >>> read_experiment(file)
    Experiment(measures=[measure('AP@5', convention='lopes'), measure('nDCG@5', convention='lopes')], threshold=3.0)
    """
    return experiment_of(read_yaml(Path(path)), _("{path}, evaluation", path=path), convention)


def experiment_of(content: Any, where: str, convention: str | None = None) -> Experiment:
    """Return what ``experiment: evaluation:`` asks for in what was read; `where` is what errors call the place."""
    for key in ("experiment", "evaluation"):  # `evaluation` may stand alone
        content = content.get(key, content) if isinstance(content, dict) else content
    if not isinstance(content, dict):
        raise refused("{where}: expected k, metrics and relevance_threshold; got {value!r}", where=where, value=content)
    if unknown := [key for key in content if key not in KEYS]:
        raise refused(
            "{where}: unknown key {key!r}; allowed are {allowed}", where=where, key=unknown[0], allowed=", ".join(KEYS)
        )
    cutoffs, names = _listed(content.get("k")), _listed(content.get("metrics"))
    _check_cutoffs(cutoffs, where, content)
    if not names or not all(isinstance(name, str) for name in names):
        raise _not_allowed(where, "metrics", _("a list of names of measures"), content)
    if (count := len(cutoffs) * len(names)) > MAX_MEASURES:
        raise refused(
            "{where}: k and metrics request {count} measures; at most {most} are allowed, so request fewer",
            where=where,
            count=count,
            most=MAX_MEASURES,
        )
    threshold = content.get("relevance_threshold", ANY_GRADE)
    if not is_number(threshold) or not threshold > 0:
        raise _not_allowed(where, "relevance_threshold", _("a number above 0"), content)
    convention = convention or content.get("convention")
    return Experiment([_measure(name, k, convention) for k in cutoffs for name in names], float(threshold))


def _check_cutoffs(cutoffs: list[Any], where: str, content: dict[str, Any]) -> None:
    if not cutoffs or not all(isinstance(k, int) and not isinstance(k, bool) and k > 0 for k in cutoffs):
        raise _not_allowed(where, "k", _("a cut-off or a list of cut-offs"), content)
    if (highest := max(cutoffs)) > MAX_CUTOFF:
        raise refused("{where}: k must be at most {most}; got {value}", where=where, most=MAX_CUTOFF, value=highest)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _not_allowed(where: str, key: str, allowed: str, content: dict[str, Any]) -> ValueError:
    return refused(
        "{where}: {key} must be {what}; got {value!r}", where=where, key=key, what=allowed, value=content.get(key)
    )


def _measure(name: str, k: int, convention: str | None) -> Measure:
    if "@" in name:
        raise refused("write metrics without a cut-off, which k sets; got {value!r}", value=name)
    plain = ranking_measure(name)
    spelling = f"{name}@{k}" if plain.metric.takes_n else name
    usual = LOPES if plain.metric.name in CONVENTIONS[LOPES].metrics else DEFAULT
    return ranking_measure(spelling, convention=convention or usual)
