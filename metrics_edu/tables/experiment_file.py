"""Experiment: the measures and the threshold of an experiment's YAML file, written as in the Lopes seed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from metrics_edu.language import _, needs
from metrics_edu.metrics import CONVENTIONS, DEFAULT, Measure, is_number, measure, not_utf8
from metrics_edu.tables.safe_files import in_words

ANY_GRADE = 5e-324
"""The threshold where every judged item is relevant: the least number above 0."""
OWN = "lopes"
"""The convention of such files."""
LONGEST = 1_000_000
"""So many letters a YAML file may have."""
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
    """Return what ``experiment: evaluation:`` asks for in what was read; `where` is what errors call the place.

    Raises
    ------
    ValueError
        As `read_experiment`.
    """
    found = given
    for key in ("experiment", "evaluation"):  # `evaluation` may stand alone
        found = found.get(key, found) if isinstance(found, dict) else found
    if not isinstance(found, dict):
        raise ValueError(
            _("{where}: expected k, metrics and relevance_threshold; got {given!r}", where=where, given=found)
        )
    for key in found:
        if key not in KEYS:
            raise ValueError(
                _("{where}: unknown key {key!r}; allowed are {allowed}", where=where, key=key, allowed=", ".join(KEYS))
            )
    convention = convention or found.get("convention")
    cutoffs = _some(found, "k", where, lambda k: isinstance(k, int) and not isinstance(k, bool) and k > 0)
    names = _some(found, "metrics", where, lambda name: isinstance(name, str))
    threshold = found.get("relevance_threshold", ANY_GRADE)
    if not is_number(threshold) or not threshold > 0:
        raise ValueError(
            _("{where}: relevance_threshold must be a number above 0; got {given!r}", where=where, given=threshold)
        )
    return Experiment([_measure(name, k, convention) for k in cutoffs for name in names], float(threshold))


def read_yaml(path: Path) -> Any:
    """Read a YAML file of plain values; tags, anchors and files over a megabyte are refused.

    Raises
    ------
    ValueError
        If it cannot be read; the sentence names the file and the place.
    """
    needs("yaml", extra="tables")
    import yaml

    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(LONGEST + 1)
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # written in C, where there is one: sooner by far
        special = [
            event.start_mark.line + 1
            for event in yaml.parse(text, Loader=loader)
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) or getattr(event, "tag", None)
        ]
        found = None if special or len(text) > LONGEST else yaml.load(text, Loader=loader)
    except OSError as error:
        raise ValueError(in_words(error)) from None
    except UnicodeDecodeError:
        raise ValueError(not_utf8(path)) from None
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        digits = isinstance(error, ValueError) and "digits" in str(error)
        what = _("a number of thousands of digits") if digits else " ".join(str(error).split())
        raise ValueError(_("{path} is not YAML: {error}", path=path, error=what)) from None
    if len(text) > LONGEST:
        raise ValueError(_("{path} is longer than {most} letters", path=path, most=LONGEST))
    if special:
        raise ValueError(
            _(
                "{path}, line {line}: anchors, aliases and tags are not read; write the value itself",
                path=path,
                line=special[0],
            )
        )
    return found


def _some(found: dict[str, Any], key: str, where: str, allowed: Any) -> list[Any]:
    given = found.get(key)
    listed = given if isinstance(given, list) else [given]
    if not listed or not all(map(allowed, listed)):
        what = {"k": _("a cut-off or a list of cut-offs"), "metrics": _("a list of names of measures")}[key]
        raise ValueError(
            _("{where}: {key} must be {what}; got {given!r}", where=where, key=key, what=what, given=given)
        )
    return listed


def _measure(name: str, k: int, convention: str | None) -> Measure:
    if "@" in name:
        raise ValueError(_("metrics are written without a cut-off, which k gives; got {given!r}", given=name))
    plain = measure(name)
    spelling = f"{name}@{k}" if plain.metric.takes_n else name
    own = OWN if plain.metric.name in CONVENTIONS[OWN].metrics else DEFAULT
    return measure(spelling, convention=convention or own)
