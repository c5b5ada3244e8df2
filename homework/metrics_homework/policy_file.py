"""Policy file: a policy as a YAML file, and what is wrong with one, in the reader's language."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pydantic

from metrics_edu.files.yaml_file import read_yaml
from metrics_edu.language import _, quoted, refused
from metrics_homework.policy import Policy


def read_policy(path: str | Path | Policy) -> Policy:
    """Read a policy file.

    Parameters
    ----------
    path : path or Policy
        A YAML file; ``metrics-homework init`` writes one with comments. A policy that was read is given back.

    Returns
    -------
    Policy

    Raises
    ------
    ValueError
        If it cannot be read, or a key is not known, is missing or holds something else; each is named, with what was given
        and what is allowed.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "tarea1.yaml"
    >>> _count = file.write_text('''
    ... submissions: {ranking: {file: ranking.json}}
    ... data: {train: train.csv, validation: validation.csv}
    ... measures: [MAP@10, nDCG@10]
    ... ''')
    >>> list(read_policy(file).by_title)
    ['MAP@10', 'nDCG@10']
    """
    if isinstance(path, Policy):
        return path
    path = Path(path).expanduser()
    keys = read_yaml(path)
    if not isinstance(keys, dict):
        raise refused(
            "{path}: expected keys such as submissions, data and measures; got {value}",
            path=path,
            value=quoted(keys, 60),
        )
    if "source" in keys:
        raise refused("{path}: {line}", path=path, line=_unknown("source", Policy))
    try:
        return Policy.model_validate(keys | {"source": path})
    except pydantic.ValidationError as error:
        lines = [_("{path}: {line}", path=path, line=_sentence(problem)) for problem in error.errors(include_url=False)]
        raise ValueError("\n".join(lines)) from None


def _sentence(error: Any) -> str:
    where = ": ".join(str(key) for key in error["loc"])
    if error["type"] == "extra_forbidden":
        model: Any = Policy
        for key in error["loc"][:-1]:
            choices = get_args(annotation := model.model_fields[key].annotation)
            model = next((choice for choice in choices if hasattr(choice, "model_fields")), annotation)
        return _unknown(where, model)
    if error["type"] == "missing":
        return _("{where}: is missing", where=where)
    text = str(error["ctx"]["error"]) if error["type"] == "value_error" else error["msg"]
    if not where:
        return text
    value = quoted(error["input"], 60, ascii)
    if value in text:
        return f"{where}: {text}"
    return _("{where}: {text}; got {value}", where=where, text=text, value=value)


def _unknown(where: str, model: Any) -> str:
    allowed = ", ".join(name for name in model.model_fields if name != "source")
    return _("{where}: unknown key; allowed are {allowed}", where=where, allowed=allowed)
