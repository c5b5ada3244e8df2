"""The base class of Stepper and FadedStepper: the derivation of one value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from inspect import Signature, signature
from typing import TYPE_CHECKING, Any, ClassVar

from metrics_edu.language import _
from metrics_edu.metrics import Measure, Ranking, Ratings
from metrics_edu.metrics.value_and_derivation import as_measure, check_measure_first, list_or_ratings
from metrics_edu.practice.record import learner_record
from metrics_edu.practice.steps.walkthrough import upper
from metrics_edu.widgets.contract.shared import DerivationHeading
from metrics_edu.widgets.contract.steps import StepList
from metrics_edu.widgets.core.list_views import listed
from metrics_edu.widgets.core.printed import Printed
from metrics_edu.widgets.core.printed_lists import data_repr
from metrics_edu.widgets.core.widget import MetricWidget
from metrics_edu.working import Derivation
from metrics_edu.working.labels import in_line

if TYPE_CHECKING:
    import numpy.typing as npt


class DerivationWidget(MetricWidget):
    """The working of one value: what Stepper and FadedStepper take, and how they are headed and print.

    Both have a `derivation`.

    Hooks
    -----
    _begun
        Returns the session with which the widget begins.
    """

    __signature__: ClassVar[Signature]
    derivation: Any  # a Derivation

    def __init_subclass__(cls, **options: Any) -> None:
        """Name the arguments for `help`: some releases of Python 3.11 show those of the `__new__` of traitlets."""
        super().__init_subclass__(**options)
        own = signature(cls.__init__)
        cls.__signature__ = own.replace(parameters=[*own.parameters.values()][1:])

    def __init__(
        self,
        measure: str | Measure,
        ranking: Ranking | Ratings | npt.ArrayLike,
        *,
        convention: str | None = None,
        labels: Sequence[object] | None = None,
        **ranking_options: Any,
    ) -> None:
        check_measure_first(measure, f'{type(self).__name__}("AP@10", ranking)')
        self._labels = None if labels is None else [*labels]
        self._measure = as_measure(measure, convention)
        self._ranking = list_or_ratings(ranking, self._measure, **ranking_options)
        self._spelled = measure if isinstance(measure, str) else self._measure.name
        self._list = list_beside(self.derivation, self._ranking, self._labels)  # raises before a widget is there
        super().__init__(self._begun())

    def _begun(self) -> Any:
        return None

    @property
    def recorded_as(self) -> str:
        """The name under which a learner's progress is kept; it depends on the settings that the spelling does not have."""
        more = self._measure.parameters.items() if self._measure != as_measure(self._spelled) else ()
        return learner_record.name_of(type(self).__name__.lower(), self._spelled, self._ranking, *more)

    def _note(self, is_done: bool) -> None:
        if is_done and not learner_record.recorded(self.recorded_as).right:
            learner_record.note(self.recorded_as, "right")

    def _named_data(self) -> Iterable[tuple[str, Any, Any]]:
        return [("", self._ranking, self._labels)]

    def printed(self) -> Printed:
        return replace(
            super().printed(),
            derivations=[self.derivation],
            is_working=True,
            blanks={in_line(self.derivation.symbol): ""},
        )

    def _caption(self) -> str:
        return _("{symbol}, step by step", symbol=in_line(self.derivation.symbol))

    def _heading(self) -> DerivationHeading:
        derivation = self.derivation
        return {"name": in_line(derivation.symbol), "long": upper(derivation.title)}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._spelled!r}, {data_repr(self._ranking)})"


def list_beside(derivation: Derivation, data: Ranking | Ratings, labels: Sequence[object] | None = None) -> StepList:
    """Show the list beside its derivation, with the number of ranks that are read."""
    return {**listed(data, labels), "read": max((len(step.value) for step in derivation.columns()), default=0)}
