"""Experiment: the measures and the threshold of an experiment's YAML file, written as in the Lopes seed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from metrics_edu.language import _, needs, refused
from metrics_edu.metrics import CONVENTIONS, DEFAULT, Measure, is_number, measure, not_utf8
from metrics_edu.tables.safe_files import in_words

ANY_GRADE = 5e-324
"""The threshold where every judged item is relevant: the least number above 0."""
LOPES = "lopes"
"""The convention of such files."""
MAX_YAML_LETTERS = 1_000_000
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


def experiment_of(given: Any, where: str, convention: str | None = None) -> Experiment:
    """Return what ``experiment: evaluation:`` asks for in what was read; `where` is what errors call the place."""
    for key in ("experiment", "evaluation"):  # `evaluation` may stand alone
        given = given.get(key, given) if isinstance(given, dict) else given
    if not isinstance(given, dict):
        raise refused("{where}: expected k, metrics and relevance_threshold; got {given!r}", where=where, given=given)
    if unknown := [key for key in given if key not in KEYS]:
        raise refused("{where}: unknown key {key!r}; allowed are {allowed}",
                      where=where, key=unknown[0], allowed=", ".join(KEYS))  # fmt: skip
    cutoffs, names = _listed(given.get("k")), _listed(given.get("metrics"))
    if not cutoffs or not all(isinstance(k, int) and not isinstance(k, bool) and k > 0 for k in cutoffs):
        raise _not_allowed(where, "k", _("a cut-off or a list of cut-offs"), given)
    if not names or not all(isinstance(name, str) for name in names):
        raise _not_allowed(where, "metrics", _("a list of names of measures"), given)
    threshold = given.get("relevance_threshold", ANY_GRADE)
    if not is_number(threshold) or not threshold > 0:
        raise _not_allowed(where, "relevance_threshold", _("a number above 0"), given)
    convention = convention or given.get("convention")
    return Experiment([_measure(name, k, convention) for k in cutoffs for name in names], float(threshold))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _not_allowed(where: str, key: str, allowed: str, given: dict[str, Any]) -> ValueError:
    return refused(
        "{where}: {key} must be {what}; got {given!r}", where=where, key=key, what=allowed, given=given.get(key)
    )


def read_yaml(path: Path) -> Any:
    """Read a YAML file of plain values; tags, anchors and files over a megabyte are refused."""
    needs("yaml", extra="tables")
    import yaml

    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MAX_YAML_LETTERS + 1)
    except OSError as error:
        raise ValueError(in_words(error)) from None
    except UnicodeDecodeError:
        raise ValueError(not_utf8(path)) from None
    if len(text) > MAX_YAML_LETTERS:
        raise refused("{path} is longer than {most} letters", path=path, most=MAX_YAML_LETTERS)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # written in C, where there is one: sooner by far
    try:
        lines = [event.start_mark.line + 1 for event in yaml.parse(text, Loader=loader) if _is_special(event)]
        if not lines:
            return yaml.load(text, Loader=loader)
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        digits = isinstance(error, ValueError) and "digits" in str(error)
        reason = _("a number of thousands of digits") if digits else " ".join(str(error).split())
        raise refused("{path} is not YAML: {error}", path=path, error=reason) from None
    raise refused("{path}, line {line}: anchors, aliases and tags are not read; write the value itself",
                  path=path, line=lines[0])  # fmt: skip


def _is_special(event: Any) -> bool:
    return type(event).__name__ == "AliasEvent" or bool(getattr(event, "anchor", None) or getattr(event, "tag", None))


def _measure(name: str, k: int, convention: str | None) -> Measure:
    if "@" in name:
        raise refused("metrics are written without a cut-off, which k gives; got {given!r}", given=name)
    plain = measure(name)
    spelling = f"{name}@{k}" if plain.metric.takes_n else name
    usual = LOPES if plain.metric.name in CONVENTIONS[LOPES].metrics else DEFAULT
    return measure(spelling, convention=convention or usual)
