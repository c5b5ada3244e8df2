"""Policy: the keys of what a lecturer decides about a homework, with what each one allows."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, tzinfo
from decimal import Decimal
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    FiniteFloat,
    InstanceOf,
    model_validator,
)

from metrics_edu.language import _, language, ngettext, refused, set_language
from metrics_edu.metrics import CONVENTIONS, Measure, diversity, novelty
from metrics_edu.metrics.conventions import row_of
from metrics_edu.metrics.measures import DEFAULT
from metrics_edu.metrics.value_and_derivation import WHOLE, as_measure, ranking_measure
from metrics_edu.mistakes import MISCONCEPTIONS, draw_pair
from metrics_edu.tables.reading.experiment_file import experiment_of
from metrics_edu.working.labels import spoken
from metrics_homework.findings import FILE_MISTAKES, FINDINGS, MEGABYTE, PERCENTAGE
from metrics_homework.limits import Limits as UsualLimits
from metrics_homework.measure_names import forms_of_measure, meant, symbol_of
from metrics_homework.moments import read_moment
from metrics_homework.reveal import read_reveal
from metrics_homework.wanted_file import WantedFile


def as_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def _word_or_number(value: str | float) -> str | float:
    if value in ("mean", "refused") or (isinstance(value, float) and math.isfinite(value)):
        return value
    raise refused("must be 'refused', 'mean' or a number")


def _by_row(shares: dict[str, Decimal]) -> dict[str, Decimal]:
    """Return shares by the names of rows, where an older name of a convention means all that its row says."""
    names: dict[str, str] = {}
    for name, (row, changed) in {name: row_of(name) for name in shares}.items():
        same = names.setdefault(name if changed else row, name)
        if shares[same] != shares[name]:
            raise refused(
                "{first} and {second} mean the same ({row}); keep one of them", first=same, second=name, row=row
            )
    return {row: shares[name] for row, name in names.items()}


def _written_text(value: Any) -> Any:
    if isinstance(value, date):
        raise refused("put the time in quotes, so that YAML does not change it")
    return value


def _deadline(value: Any) -> datetime:
    moment = read_moment(str(value), None)
    if moment is None or moment.tzinfo is None:
        raise refused("must be a time and its zone, such as 2026-11-27 23:59 America/Santiago")
    return moment


Decimals = Annotated[Decimal, Field(ge=0, le=10_000, decimal_places=2, allow_inf_nan=False)]
Share = Annotated[Decimal, Field(ge=0, le=1)]
Names = Annotated[list[Annotated[str, Field(min_length=1)]], BeforeValidator(as_list), Field(min_length=1)]


PART_NAME = re.compile(
    r"(?!(?:format|exercise|functions|late|bonus|points|deadline"
    r"|submission|name|status|of|grade|codes|by_hand|feedback)$)\w[\w .-]{0,39}",
    flags=re.I,
)
"""A name of a part that is graded by hand: that of no other part, and of no column of the gradebook."""
OTHER_VARIANTS = ("rounded", "nearly", "coincidence", PERCENTAGE, *FILE_MISTAKES)
"""What may keep a share of its points, beside a mistake in a number and a convention."""


class Keys(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Part(Keys, WantedFile):
    """A file that is handed in: its names, or patterns such as ``ranking*.json``."""

    file: Names
    required: bool = True


class RankingPart(Part):
    """The recommended lists; `users` are those of the validation data or a file with a column user."""

    format: Literal["any", "json", "wide", "long"] = "any"
    length: int = Field(default=10, ge=1, le=1000)
    users: str = "validation"
    seen: Literal["removed", "kept"] = "removed"


class RatingsPart(Part):
    """The predicted ratings; `pairs` are those of the validation data or a file with columns user and item."""

    pairs: str = "validation"


class ClaimsPart(Part):
    required: bool = False


class ExercisePart(Part):
    """An exercise in class, with the settings of its sheet."""

    class_code: str = Field(min_length=1)
    measures: Annotated[Names, Field(max_length=20)]
    required: bool = False
    decimals: int = Field(default=3, ge=1, le=6)
    minutes: int = Field(default=30, ge=1, le=1_000_000)
    convention: str = DEFAULT
    reveal: Annotated[str, BeforeValidator(_written_text), AfterValidator(read_reveal)] = ""


class Submissions(Keys):
    """What is handed in; `roster` is a CSV of the people, and `slug` what the names of repositories begin with."""

    roster: str | None = None
    slug: str = ""
    ranking: RankingPart | None = None
    ratings: RatingsPart | None = None
    claims: ClaimsPart | None = None
    exercise: ExercisePart | None = None


class DataFiles(Keys):
    """Where the data are, from the policy's folder; the test data are hidden from students.

    `catalogue` is a CSV with a column item, and `categories` one with columns item and category.
    """

    train: str
    validation: str
    test: str | None = None
    catalogue: str | None = None
    categories: str | None = None
    unrated: list[float] = []
    scale: tuple[FiniteFloat, FiniteFloat] | None = None


class Fallbacks(Keys):
    """What a user without a list, and a pair without a predicted rating, count as."""

    users: Literal["empty", "refused"] = "empty"
    ratings: Annotated[str | float, AfterValidator(_word_or_number)] = "refused"


class Novelty(Keys):
    """How novelty is computed: log(1 / popularity), its mean over a list or its sum, to a base."""

    per: Literal["item", "list"] = "item"
    base: Literal["e", "2"] = "e"


class Points(Keys):
    """What each part is worth; `by_hand` has parts that the teacher grades, and `functions` is graded by another program."""

    format: Decimals = Decimal(0)
    claims: dict[str, Decimals] = {}
    exercise: Decimals = Decimal(0)
    by_hand: dict[str, Decimals] = {}
    functions: Decimals = Decimal(0)


class Functions(Keys):
    """The table with the points of the students' functions, and the assignment, if it has several."""

    file: str
    assignment: str = ""


class Bonus(Keys):
    """Points for the best, the second, ... by the mean of some measures on the test data."""

    measures: Names
    points: list[Decimals] = Field(min_length=1)


class Late(Keys):
    """Points taken off for each started day or hour after the deadline.

    `times` are tables with the time of each submission. `days` is a CSV with columns submission and days.
    A file that Canvas marks, and of which no time is known, is one day (or hour) late.
    """

    per_day: Decimals | None = None
    per_hour: Decimals | None = None
    at_most: Decimals | None = None
    deadline: Annotated[InstanceOf[datetime] | None, BeforeValidator(_deadline)] = None
    grace: int = Field(default=0, ge=0, le=100_000)  # minutes
    times: Annotated[list[str], BeforeValidator(as_list)] = []
    days: str | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.per_day is None) == (self.per_hour is None):
            raise refused("write one of the keys per_day and per_hour")
        return self

    @property
    def zone(self) -> tzinfo:
        """The time zone of times that name none."""
        return (self.deadline and self.deadline.tzinfo) or UTC


class Scale(Keys):
    """A grade from points: `passing` at the share `demand` of them, in straight lines from `lowest` to `highest`."""

    lowest: Decimals = Decimal("1.0")
    passing: Decimals = Decimal("4.0")
    highest: Decimals = Decimal("7.0")
    demand: Decimal = Field(default=Decimal("0.6"), gt=0, lt=1)

    @model_validator(mode="after")
    def _rises(self) -> Self:
        if not self.lowest < self.passing < self.highest:
            raise refused("lowest must be below passing, and passing below highest")
        return self


class Limits(Keys, UsualLimits):
    file_mb: float = Field(default=UsualLimits.file_mb, gt=0, le=MEGABYTE)
    unpacked_mb: float = Field(default=UsualLimits.unpacked_mb, gt=0, le=MEGABYTE)
    rows: int = Field(default=UsualLimits.rows, ge=1)
    files: int = Field(default=UsualLimits.files, ge=1)
    seconds: float = Field(default=UsualLimits.seconds, gt=0, le=86_400)


class Feedback(Keys):
    language: Literal["en", "es"] | None = None  # that of the command
    recomputed: bool = True


class Policy(Keys):
    """All that a lecturer decides; `read_policy` reads it, and its example says what each key is for."""

    name: str = "Tarea 1"
    seed: int = Field(default=0, ge=0, lt=2**32)
    submissions: Submissions
    data: DataFiles
    measures: Names
    convention: str = DEFAULT
    relevance_threshold: float = Field(default=1, gt=0, allow_inf_nan=False)
    experiment: dict[str, Any] | None = None
    decimals: int = Field(default=4, ge=1, le=12)
    tolerance: float | None = Field(default=None, ge=1e-12, le=0.5)
    fallbacks: Fallbacks = Fallbacks()
    novelty: Novelty = Novelty()
    points: Points = Points()
    variants: Annotated[dict[str, Share], AfterValidator(_by_row)] = Field(default={})
    charge: Literal["each", "once"] = "each"
    reject: list[str] = Field(default=[])
    bonus: Bonus | None = None
    late: Late | None = None
    hand: str | None = None
    functions: Functions | None = None
    scale: Scale | None = None
    limits: Limits = Limits()
    feedback: Feedback = Feedback()
    source: Path = Field(default=Path("tarea1.yaml"), exclude=True)  # its file, in whose folder the paths begin

    @model_validator(mode="before")
    @classmethod
    def _with_experiment(cls, content: Any) -> Any:
        if not isinstance(content, dict) or "experiment" not in content:
            return content
        if twice := [key for key in ("relevance_threshold", "convention") if key in content]:
            raise refused("write {key} in experiment: evaluation or outside it, not in both", key=twice[0])
        experiment = experiment_of(content, "experiment")
        measures = [f"{measure.name} ({measure.convention})" for measure in experiment.measures]
        measures += as_list(content.get("measures", []))
        return content | {"measures": measures, "relevance_threshold": experiment.threshold}

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        for is_wrong, conflict in chain(self._words(), self._needs(), self._sizes()):
            if is_wrong:
                raise ValueError(conflict)
        if exercise := self.submissions.exercise:
            for spelling in exercise.measures:
                measure = ranking_measure(spelling, convention=exercise.convention)
                draw_pair(measure, 0, decimals=exercise.decimals)  # refuses what can never be drawn
        return self

    def _words(self) -> Iterator[tuple[bool, str]]:
        variants, other = {*MISCONCEPTIONS, *CONVENTIONS, *OTHER_VARIANTS}, ", ".join(OTHER_VARIANTS)
        twice = len(self.claims) < len(self.points.claims)
        yield twice, _("points: claims: two names mean the same measure; keep one")
        for name in self.variants:
            yield (
                name not in variants,
                _(
                    "variants: a key must be the code of a mistake, a convention or one of {allowed}; got {value!r}",
                    value=name,
                    allowed=other,
                ),
            )
        by_hand = [
            name for name in self.points.by_hand if not PART_NAME.fullmatch(name) or meant(name, self._titles_of)
        ]
        yield (
            bool(by_hand) or len({*map(str.casefold, self.points.by_hand)}) < len(self.points.by_hand),
            _(
                "points: by_hand: {value} cannot be names of parts. Use alphabetic characters, digits and spaces, each name "
                "once, and no name of a measure, of another part or of a column of the gradebook.",
                value=", ".join(by_hand or self.points.by_hand),
            ),
        )
        codes = ", ".join(FINDINGS)
        for code in self.reject:
            yield code not in FINDINGS, _("reject: must be one of {allowed}; got {value!r}", value=code, allowed=codes)

    def _needs(self) -> list[tuple[bool, str]]:
        has, measures = self.submissions, self.by_title.values()
        kinds, names = {measure.metric.kind for measure in measures}, {measure.metric.name for measure in measures}
        no_bonus = self.bonus is not None and (self.data.test is None or len(self.ranked_by) < len(self.bonus.measures))
        return [
            ("rating" in kinds and has.ratings is None, _("to use RMSE or MAE, add the key submissions.ratings")),
            (
                kinds != {"rating"} and has.ranking is None,
                _("to use ranking measures, add the key submissions.ranking"),
            ),
            (
                diversity.name in names and self.data.categories is None,
                _("to use Diversity, add the key data.categories: a CSV with columns item and category"),
            ),
            (
                bool(self.points.claims) and has.claims is None,
                _("points.claims is set, so add the key submissions.claims"),
            ),
            (
                bool(self.points.exercise) != (has.exercise is not None),
                _("write both of the keys points.exercise and submissions.exercise, or neither"),
            ),
            (
                bool(self.points.by_hand) and self.hand is None,
                _("points.by_hand is set, so add the key hand, such as hand: hand.csv"),
            ),
            (
                bool(self.points.functions) != (self.functions is not None),
                _("write both of the keys points.functions and functions.file (a CSV of their points), or neither"),
            ),
            (no_bonus, _("bonus needs the key data.test, and allows only ranking measures")),
        ]

    def _sizes(self) -> Iterator[tuple[bool, str]]:
        ranking, scale = self.submissions.ranking, self.data.scale
        most = ranking.length if ranking else 0
        for title, measure in self.of_kind("ranking").items():
            yield (
                (measure.depth() or 0) > most,
                ngettext(
                    "{measure} reads more than the {n} item that submissions.ranking.length allows",
                    "{measure} reads more than the {n} items that submissions.ranking.length allows",
                    most,
                    measure=title,
                    n=most,
                ),
            )
        wrong = scale is not None and not scale[0] < scale[1]
        yield wrong, _("data: scale must go from low to high; got {value}", value=list(scale or ()))

    def _read(self, spelling: str) -> Measure:
        name, convention = re.fullmatch(r"(.*?)(?:\(([\w.@]+)\))?", spelling.strip(), flags=re.S).groups()  # type: ignore[union-attr]
        measure = as_measure(symbol_of(name))
        if measure.metric.kind == "ranking":
            return ranking_measure(name, convention=convention or self.convention)
        if measure.metric.kind != "rating" and measure.metric.name not in WHOLE:
            raise refused("{value} cannot be computed from the submitted files", value=name)
        if measure.metric.name == novelty.name:
            return Measure(measure.metric, {"per": self.novelty.per, "base": self.novelty.base, "unseen": "skip"})
        return measure

    @cached_property
    def by_title(self) -> dict[str, Measure]:
        """The measures by the names of their means: "MAP@10", "RMSE", and "MAP@10 (ranx)" where there are two of a name."""
        titles: dict[str, Measure] = {}
        try:
            for new in map(self._read, self.measures):
                title = new.mean_name if new.metric.mean else new.name
                titles[f"{title} ({new.convention})" if titles.get(title, new) != new else title] = new
        except ValueError as error:
            raise refused("measures: {error}", error=error) from None
        return titles

    def of_kind(self, kind: str) -> dict[str, Measure]:
        return {title: measure for title, measure in self.by_title.items() if measure.metric.kind == kind}

    @cached_property
    def _titles_of(self) -> dict[str, list[str]]:
        """The measures that each form of a name may mean."""
        length = self.submissions.ranking.length if self.submissions.ranking else 0
        titles: dict[str, list[str]] = {}
        for title, measure in self.by_title.items():
            for form in dict.fromkeys(forms_of_measure(title, measure, length)):
                titles.setdefault(form, []).append(title)
        return titles

    def measure_called(self, name: str) -> str:
        """Return which of the measures is meant by a name as people write it: "map", "ndcg @10", "cobertura de ítems"."""
        if name in self.by_title:
            return name
        fitting = meant(name, self._titles_of)
        if len(fitting) > 1:
            raise refused("{value!r} could be {some}", value=name, some=", ".join(map(spoken, fitting)))
        if not fitting:
            allowed = ", ".join(map(spoken, self.by_title))
            raise refused("{value!r} is not one of the measures {allowed}", value=name, allowed=allowed)
        return fitting[0]

    @property
    def parts(self) -> list[Part]:
        return [part for _name, part in self.submissions if isinstance(part, Part)]

    @cached_property
    def claims(self) -> dict[str, Decimal]:
        """The points of each claimed number, by the policy's names of the measures."""
        return {self.measure_called(name): points for name, points in self.points.claims.items()}

    @property
    def ranked_by(self) -> list[str]:
        """The measures whose mean ranks the submissions: those of the bonus, else all of rankings."""
        ranking = self.of_kind("ranking")
        names = [self.measure_called(name) for name in self.bonus.measures] if self.bonus else list(ranking)
        return [name for name in names if name in ranking and not ranking[name].metric.falls]

    @property
    def given(self) -> dict[str, Decimal]:
        """The points of each part that is graded elsewhere: by hand, or in the table of another program."""
        return self.points.by_hand | ({"functions": self.points.functions} if self.functions else {})

    @property
    def maxima(self) -> dict[str, Decimal]:
        """The points of each part."""
        exercise = {"exercise": self.points.exercise} if self.submissions.exercise else {}
        return {"format": self.points.format} | self.claims | exercise | self.given

    @property
    def full(self) -> Decimal:
        return sum(self.maxima.values(), Decimal(0))

    def path(self, name: str) -> Path:
        try:
            return self.source.parent / Path(name).expanduser()
        except RuntimeError as error:
            raise refused("{path} is not a path: {error}", path=name, error=error) from None

    @property
    def data_files(self) -> list[Path]:
        names = [
            *dict(self.data).values(),
            *(getattr(part, key, None) for part in self.parts for key in ("users", "pairs")),
        ]
        return [self.path(name) for name in names if isinstance(name, str)]

    @property
    def files(self) -> list[Path]:
        """The policy and the files that it names, which no command writes."""
        late = [*self.late.times, self.late.days] if self.late else []
        names = [self.hand, self.submissions.roster, self.functions and self.functions.file, *late]
        return [self.source, *(self.path(name) for name in names if isinstance(name, str)), *self.data_files]

    def speak(self, chosen: str | None = None) -> None:
        set_language(chosen or self.feedback.language or language())
