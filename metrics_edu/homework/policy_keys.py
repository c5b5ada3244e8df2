"""The keys of a policy, from what is handed in to what students are told: each with its default and what it may be."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, FiniteFloat, field_validator, model_validator

from metrics_edu.language import _
from metrics_edu.metrics import DEFAULT

MEGABYTE = 1_000_000


def as_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def _decimal(value: Any) -> Any:
    return str(value) if isinstance(value, float) else value  # 0.1 is meant as it is written


Number = Annotated[Decimal, BeforeValidator(_decimal), Field(ge=0, le=10_000, decimal_places=2, allow_inf_nan=False)]
Share = Annotated[Decimal, BeforeValidator(_decimal), Field(ge=0, le=1)]
Names = Annotated[list[Annotated[str, Field(min_length=1)]], BeforeValidator(as_list), Field(min_length=1)]


class Keys(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Part(Keys):
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
    """The numbers that the student reports."""

    required: bool = False


class ExercisePart(Part):
    """The exercise that is done in class."""

    class_code: str = Field(min_length=1)
    measures: Names
    required: bool = False
    decimals: int = Field(default=3, ge=1, le=6)
    minutes: int = Field(default=30, ge=1)
    convention: str = DEFAULT


class Submissions(Keys):
    """What is handed in."""

    ranking: RankingPart | None = None
    ratings: RatingsPart | None = None
    claims: ClaimsPart | None = None
    exercise: ExercisePart | None = None


class Data(Keys):
    """Where the data are, from the policy's folder; the test data are hidden from students."""

    train: str
    validation: str
    test: str | None = None
    unrated: list[float] = []
    scale: tuple[FiniteFloat, FiniteFloat] | None = None


class Fallbacks(Keys):
    """What a user without a list, and a pair without a predicted rating, count as."""

    users: Literal["empty", "refused"] = "empty"
    ratings: str | float = "refused"

    @field_validator("ratings")
    @classmethod
    def _word_or_number(cls, given: str | float) -> str | float:
        if given in ("mean", "refused") or (isinstance(given, float) and math.isfinite(given)):
            return given
        raise ValueError(_("must be 'refused', 'mean' or a number"))


class Points(Keys):
    """The points of each part."""

    format: Number = Decimal(0)
    claims: dict[str, Number] = {}
    exercise: Number = Decimal(0)


class Bonus(Keys):
    """Points for the best, the second, ... by the mean of some measures on the test data."""

    measures: Names
    points: list[Number] = Field(min_length=1)


class Late(Keys):
    """Points taken off a day; `days` is a CSV with columns submission and days. A file that Canvas marks is a day late."""

    per_day: Number
    at_most: Number | None = None
    days: str | None = None


class Scale(Keys):
    """A grade from points: `passing` at the share `demand` of them, in straight lines from `lowest` to `highest`."""

    lowest: Number = Decimal("1.0")
    passing: Number = Decimal("4.0")
    highest: Number = Decimal("7.0")
    demand: Annotated[Decimal, BeforeValidator(_decimal), Field(gt=0, lt=1)] = Decimal("0.6")

    @model_validator(mode="after")
    def _rises(self) -> Self:
        if not self.lowest < self.passing < self.highest:
            raise ValueError(_("lowest, passing and highest must rise"))
        return self


class Limits(Keys):
    """The most that is read."""

    file_mb: float = Field(default=20, gt=0, le=MEGABYTE)
    unpacked_mb: float = Field(default=100, gt=0, le=MEGABYTE)
    rows: int = Field(default=1_000_000, ge=1)
    files: int = Field(default=1_000, ge=1)
    seconds: float = Field(default=60, gt=0, le=86_400)


class Feedback(Keys):
    """What students are told: the language, and whether the recomputed values are shown."""

    language: Literal["en", "es"] = "en"
    recomputed: bool = True
