"""Policy: what a lecturer decides about a homework, as a YAML file that is checked key by key."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import pydantic
from pydantic import Field, model_validator

import metrics_edu.homework.policy_keys as keys
from metrics_edu.homework.submission.findings import FINDINGS
from metrics_edu.language import _, ngettext, quoted, set_language
from metrics_edu.metrics import CONVENTIONS, DEFAULT, WHOLE, Measure, asked_of, measure
from metrics_edu.mistakes import MISCONCEPTIONS, draw_pair
from metrics_edu.tables import experiment_of, read_yaml, short


class Policy(keys.Keys):
    """All that a lecturer decides; `read_policy` reads it, and its example says what each key is for."""

    name: str = "Tarea 1"
    seed: int = Field(default=0, ge=0, lt=2**32)
    submissions: keys.Submissions
    data: keys.Data
    measures: keys.Names
    convention: str = DEFAULT
    relevance_threshold: float = Field(default=1, gt=0, allow_inf_nan=False)
    experiment: dict[str, Any] | None = None
    decimals: int = Field(default=4, ge=1, le=12)
    tolerance: float | None = Field(default=None, ge=1e-12, le=0.5)
    fallbacks: keys.Fallbacks = keys.Fallbacks()
    points: keys.Points = keys.Points()
    variants: dict[str, keys.Share] = Field(default={})
    reject: list[str] = Field(default=[])
    bonus: keys.Bonus | None = None
    late: keys.Late | None = None
    scale: keys.Scale | None = None
    limits: keys.Limits = keys.Limits()
    feedback: keys.Feedback = keys.Feedback()
    folder: Path = Field(default=Path(), exclude=True)  # where the paths of the file begin

    @model_validator(mode="before")
    @classmethod
    def _with_experiment(cls, given: Any) -> Any:
        if not isinstance(given, dict) or "experiment" not in given:
            return given
        if twice := [key for key in ("relevance_threshold", "convention") if key in given]:
            raise ValueError(_("{key} stands in experiment: evaluation, or outside, not in both", key=twice[0]))
        found = experiment_of(given, "experiment")
        names = [f"{one.name} ({one.convention})" for one in found.measures]
        return given | {
            "measures": names + keys.as_list(given.get("measures", [])),
            "relevance_threshold": found.threshold,
        }

    @model_validator(mode="after")
    def _check_words(self) -> Self:
        for spelling in self.measures:
            try:
                self._read(spelling)
            except ValueError as error:
                raise ValueError(_("measures: {error}", error=error)) from None
        if len(self.claims) < len(self.points.claims):
            raise ValueError(_("points: claims: two names are those of one measure"))
        for name in self.bonus.measures if self.bonus else []:
            self.measure_called(name)
        known = {*MISCONCEPTIONS, *CONVENTIONS, "rounded"}
        if strange := [name for name in self.variants if name not in known]:
            said = _("variants: {given!r} is no code of a mistake, no convention and not 'rounded'", given=strange[0])
            raise ValueError(said)
        if strange := [code for code in self.reject if code not in FINDINGS]:
            raise ValueError(_("reject: {given!r} is none of {allowed}", given=strange[0], allowed=", ".join(FINDINGS)))
        return self._check_parts()._check_sizes()

    def _check_sizes(self) -> Self:
        part, scale = self.submissions.ranking, self.data.scale
        for title, one in self.asked.items():
            if part is not None and one.metric.kind == "ranking" and (one.depth() or 0) > part.length:
                raise ValueError(
                    ngettext(
                        "{measure} reads more than the {n} item of submissions: ranking: length",
                        "{measure} reads more than the {n} items of submissions: ranking: length",
                        part.length,
                        measure=title,
                        n=part.length,
                    )
                )
        if scale is not None and not scale[0] < scale[1]:
            raise ValueError(_("data: scale must rise; got {given}", given=list(scale)))
        return self

    def _check_parts(self) -> Self:
        has, kinds = self.submissions, {one.metric.kind for one in self.asked.values()}
        if "rating" in kinds and has.ratings is None:
            raise ValueError(_("RMSE and MAE need submissions: ratings"))
        if kinds - {"rating"} and has.ranking is None:
            raise ValueError(_("measures of rankings need submissions: ranking"))
        if self.points.claims and has.claims is None:
            raise ValueError(_("points: claims need submissions: claims"))
        if bool(self.points.exercise) != (has.exercise is not None):
            raise ValueError(_("points: exercise and submissions: exercise stand together"))
        if self.bonus is not None and (self.data.test is None or len(self.ranked_by) < len(self.bonus.measures)):
            raise ValueError(_("bonus needs data: test, and measures of rankings only"))
        if has.exercise is not None:
            for spelling in has.exercise.measures:
                asked = measure(spelling, convention=has.exercise.convention)
                draw_pair(asked, 0, decimals=has.exercise.decimals)  # refuses what can never be drawn
        return self

    def _read(self, spelling: str) -> Measure:
        name, convention = re.fullmatch(r"(.*?)(?:\((\w+)\))?", spelling.strip(), flags=re.S).groups()  # type: ignore[union-attr]
        found = asked_of(name)
        if found.metric.kind == "ranking":
            return measure(name, convention=convention or self.convention)
        if found.metric.kind != "rating" and found.metric.name not in WHOLE:
            raise ValueError(_("{given} is not computed from what is handed in", given=name))
        return found

    @cached_property
    def asked(self) -> dict[str, Measure]:
        """The measures by the names of their means: "MAP@10", "RMSE", and "MAP@10 (ranx)" where there are two of a name."""
        found: dict[str, Measure] = {}
        for one in map(self._read, self.measures):
            title = one.mean_name if one.metric.mean else one.name
            found[f"{title} ({one.convention})" if found.get(title, one) != one else title] = one
        return found

    def measure_called(self, name: str) -> str:
        """Return which of the measures is meant by a name as people write it: "map", "ndcg @10", "cobertura de ítems"."""
        fitting = {
            title
            for title, one in self.asked.items()
            for form in _forms(title) | _forms(f"{title} ({one.convention})")
            if form == _bare(name)
        }
        if len(fitting) != 1:
            allowed = ", ".join(self.asked)
            raise ValueError(_("{given!r} is none of the measures {allowed}", given=name, allowed=allowed))
        return fitting.pop()

    @property
    def parts(self) -> list[keys.Part]:
        """What is handed in."""
        has = self.submissions
        return [part for part in (has.ranking, has.ratings, has.claims, has.exercise) if part is not None]

    @cached_property
    def claims(self) -> dict[str, Decimal]:
        """The points of each claimed number, by the policy's names of the measures."""
        return {self.measure_called(name): points for name, points in self.points.claims.items()}

    @property
    def ranked_by(self) -> list[str]:
        """The measures whose mean ranks the submissions: those of the bonus, else all of rankings."""
        names = [self.measure_called(name) for name in self.bonus.measures] if self.bonus else list(self.asked)
        ranking = [name for name in names if self.asked[name].metric.kind == "ranking"]
        return [name for name in ranking if not self.asked[name].metric.falls]

    @property
    def full(self) -> Decimal:
        """All points there are, without the bonus."""
        return self.points.format + sum(self.points.claims.values(), Decimal(0)) + self.points.exercise

    def path(self, name: str) -> Path:
        """Return a path of the file, from its folder on."""
        try:
            return self.folder / Path(name).expanduser()
        except RuntimeError as error:
            raise ValueError(_("{path} is no path: {error}", path=name, error=error)) from None

    def speak(self, language: str | None = None) -> None:
        """Choose the language of what students are told."""
        set_language(language or self.feedback.language)


SPANISH = {"user coverage": "cobertura de usuarios", "item coverage": "cobertura de items"}


def _bare(name: str) -> str:
    text = name.casefold().replace("í", "i").removeprefix("mean ").removesuffix(" promedio")
    return "".join(letter for letter in text if letter.isalnum() or letter == "@")


def _forms(title: str) -> set[str]:
    forms = {title, SPANISH.get(title.lower(), title), title.partition("@")[0]}
    forms |= {name[1:] for name in forms if name.startswith(("MAP", "MRR"))}
    bare = {_bare(name) for name in forms}
    return bare | {name.replace("@", "") for name in bare}


def read_policy(path: str | Path) -> Policy:
    """Read a policy file.

    Parameters
    ----------
    path : path
        A YAML file; ``metrics-edu init-tarea`` writes one with comments.

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
    >>> list(read_policy(file).asked)
    ['MAP@10', 'nDCG@10']
    """
    path = Path(path).expanduser()
    given = read_yaml(path)
    if not isinstance(given, dict):
        said = _(
            "{path}: expected keys such as submissions, data and measures; got {given}",
            path=path,
            given=quoted(given, 60),
        )
        raise ValueError(said)
    if "folder" in given:
        raise ValueError(_("{path}: {line}", path=path, line=_unknown("folder", Policy)))
    try:
        return Policy.model_validate(given | {"folder": path.parent})
    except pydantic.ValidationError as error:
        lines = [_sentence(one) for one in error.errors(include_url=False)]
        raise ValueError("\n".join(_("{path}: {line}", path=path, line=line) for line in lines)) from None


def _sentence(error: Any) -> str:
    where = ": ".join(str(key) for key in error["loc"])
    if error["type"] == "extra_forbidden":
        model: Any = Policy
        for key in error["loc"][:-1]:
            model = _model_of(model, key)
        return _unknown(where, model)
    if error["type"] == "missing":
        return _("{where}: is missing", where=where)
    text = str(error["ctx"]["error"]) if error["type"] == "value_error" else error["msg"]
    if not where:
        return text
    return _("{where}: {text}; got {given}", where=where, text=text, given=_given(error["input"]))


def _given(value: object) -> str:
    try:
        return ascii(value)[:60]
    except ValueError:  # a whole number of thousands of digits
        return short(value)


def _unknown(where: str, model: Any) -> str:
    allowed = ", ".join(name for name in model.model_fields if name != "folder")
    return _("{where}: unknown key; allowed are {allowed}", where=where, allowed=allowed)


def _model_of(model: Any, key: Any) -> Any:
    found = model.model_fields[key].annotation
    return next((one for one in getattr(found, "__args__", ()) if hasattr(one, "model_fields")), found)
