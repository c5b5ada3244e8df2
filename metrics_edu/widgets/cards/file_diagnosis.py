"""FileDiagnosis: the numbers that are claimed of a run are judged, from two files that are dropped or chosen in the browser."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from markupsafe import Markup

from metrics_edu.files.safe_files import in_words
from metrics_edu.language import ANSWER, N_, _, number, read_number, refused
from metrics_edu.metrics import Run
from metrics_edu.mistakes.diagnosis import RIGHT
from metrics_edu.practice.exercises import numbers_right
from metrics_edu.practice.record.record_lines import MAX_CHARACTERS
from metrics_edu.tables import evaluate
from metrics_edu.tables.evaluation import RULES
from metrics_edu.tables.judged_numbers import CLAIMS_EXAMPLE, Judged, judge, read_claims
from metrics_edu.widgets.cards import card
from metrics_edu.widgets.contract.actions import FileDiagnosisAction
from metrics_edu.widgets.contract.cards import Button, FileRow, SubmissionUploadView, Zone
from metrics_edu.widgets.contract.shared import FieldsView, Heading, Message
from metrics_edu.widgets.core.sent_files import MEGABYTE, NO_ROOM, files_in, most_megabytes, why_not_sent
from metrics_edu.working.markup import element

ROLES = N_("Run"), N_("Judgments")
JUDGED_NAME = re.compile(r"qrel|judg|truth|test|gold|label|rating|relevan", re.I)
RUN_NAME = re.compile(r"run|rec|pred|rank|top|submission", re.I)
"""Words in the names of files that say which is which."""


@dataclass(frozen=True)
class SentFile:
    """A file that was dropped or chosen."""

    name: str
    content: bytes

    @property
    def role(self) -> int:
        """How surely it has judgments by its name: 1, or -1 of a run."""
        return bool(JUDGED_NAME.search(self.name)) - bool(RUN_NAME.search(self.name))

    def is_replaced_by(self, other: SentFile) -> bool:
        return self.name == other.name or self.role == other.role != 0


@dataclass(frozen=True)
class Claimed:
    """What is claimed of which files, a run and its judgments, and the verdicts."""

    claims: str
    threshold: str
    ties: str = "order"
    files: tuple[SentFile | None, SentFile | None] = (None, None)
    judged: tuple[Judged, ...] = ()
    notes: tuple[str, ...] = ()
    shown: bool = False
    sent: int = 0
    """How often something was sent: so that the page is answered, also the second time."""


class FileDiagnosis(card.Card):
    """Say which mistake gives a number: drop a run and its judgments, and write the number.

    The verdicts are those of ``metrics-edu diagnose RUN QRELS nDCG@10=0.4213``; the right values are shown on demand.

    Parameters
    ----------
    claims : str
        Measures and their numbers, such as ``"nDCG@10=0.4213 MAP@10=0.19"``; they can be changed in the widget.
    threshold : float
        The lowest grade of a relevant item.

    Examples
    --------
    >>> FileDiagnosis("nDCG@10=0.4213")
    FileDiagnosis('nDCG@10=0.4213')
    """

    ACTIONS = FileDiagnosisAction

    _session: Claimed

    def __init__(self, claims: str = "", *, threshold: float = 1) -> None:
        self._read = lru_cache(maxsize=1)(_read)
        super().__init__(Claimed(claims, number(threshold)))

    def _do_refuse(self, message: Message) -> None:
        self._now(sent=self._session.sent + 1)
        self._notice = why_not_sent(
            message,
            N_("The browser cannot read this: choose files, but no folder."),
            N_(
                "These files have {value} MB, and at most {most} MB are read here. "
                "On a computer with Python, metrics-edu diagnose reads larger ones."
            ),
            most_megabytes(),
        )

    def _do_upload(self, message: Message) -> None:
        self._now(sent=self._session.sent + 1)
        sent = [SentFile(*file) for file in files_in(message)]
        if len(sent) > len(ROLES):
            self._notice = _("{value} files are too many: drop a run and its judgments.", value=len(sent))
        elif sent:
            self._take(sent)

    def _take(self, sent: Sequence[SentFile]) -> None:
        """Take files beside those that are there; one replaces that of its name, or whose name says the same of it."""
        held = [file for file in self._session.files if file and not any(map(file.is_replaced_by, sent))]
        first, *others = sorted([*held, *sent][-len(ROLES) :], key=lambda file: file.role)
        is_run = bool(others) or first.role <= 0
        self._now(files=(first, *others, None)[:2] if is_run else (None, first))
        self._judge(is_asked=all(self._session.files) and bool(self._session.claims))

    def _do_check(self, message: Message) -> None:
        sent, session = card.answers_in(message), self._session
        written = {key: sent.get(key, getattr(session, key)) for key in ("claims", "threshold", "ties")}
        self._now(**{**written, "ties": _rules().get(written["ties"], written["ties"])})
        self._judge()

    def _do_exchange(self, message: Message) -> None:
        self._now(files=self._session.files[::-1])
        self._do_check(message)

    def _do_solution(self, _message: Message) -> None:
        self._now(shown=True)

    def _judge(self, *, is_asked: bool = True) -> None:
        """Judge the claims; what cannot be read is a notice, and loses neither the files nor what was typed."""
        self._now(judged=(), notes=(), shown=False)
        if not is_asked:
            return
        session = self._session
        try:
            claims = read_claims(session.claims)
            run, notes = self._read(
                session.files, tuple(name for name, _value in claims), session.threshold, session.ties
            )
            self._now(judged=tuple(judge(claims, [run] * len(claims))), notes=notes)
        except MemoryError:
            self._notice = _(NO_ROOM)
        except (ValueError, ImportError, OSError) as error:
            self._notice = in_words(error) if isinstance(error, OSError) else str(error)

    def _card(self, typing: FieldsView) -> SubmissionUploadView:
        session = self._session
        heading: Heading = {
            "title": _("Numbers to judge"),
            "about": _("Such as {example}", example=CLAIMS_EXAMPLE),
        }
        right = sum(judged.verdict.kind in RIGHT for judged in session.judged)
        return {
            "about": _about(),
            "fields": [
                card.field_view(
                    "claims", _("Numbers"), session.claims, text=True, max_length=MAX_CHARACTERS, heading=heading
                ),
                card.field_view("threshold", _("Relevant from this grade on"), session.threshold),
                card.field_view(
                    "ties", _("Equal scores"), _(RULES.get(session.ties, session.ties)), options=[*_rules()]
                ),
            ],
            "buttons": self._buttons(),
            "summary": numbers_right(right, len(session.judged)) if session.judged else "",
            "workings": [],
            **typing,
            "screen": "submission_upload",
            "title": self._caption(),
            "zone": self._zone(),
            "report": "".join(self._verdicts()),
            "slides": [],
        }

    def _buttons(self) -> list[Button]:
        session = self._session
        check = card.button("check", _("Check"), main=all(session.files))
        show = card.button("solution", _("Show the right values"))
        exchange = card.button("exchange", _("Exchange the files"))
        return [check, *[show] * (session.judged != () and not session.shown), *[exchange] * any(session.files)]

    def _zone(self) -> Zone:
        session = self._session
        rows: list[FileRow] = [
            {
                "name": f"{_(role)}: {file.name}" if file else _(role),
                "state": "right" if session.judged else "open",
                "word": _("read") if session.judged else _("not read yet"),
                "finding": _("{value} kB", value=number(-(-len(file.content) // 1000))) if file else "",
            }
            for role, file in zip(ROLES, session.files, strict=True)
        ]
        return {
            "label": _("Choose files"),
            "drop": _("Drop a run and its judgments, or"),
            "status": "",
            "main": not all(session.files),
            "sent": session.sent,
            "accept": "",
            "max_bytes": most_megabytes() * MEGABYTE,
            "files": rows,
        }

    def _verdicts(self) -> Iterable[Markup]:
        for judged in self._session.judged:
            yield element("p", judged.text(show=self._session.shown))
        for note in self._session.notes:
            yield element("p", note, class_="me-note")

    def _caption(self) -> str:
        return _("Which mistake gives this number?")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._session.claims!r})"


def _rules() -> dict[str, str]:
    """Return the rules for equal scores by what they do."""
    return {_(does): rule for rule, does in RULES.items()}


def _about() -> str:
    about = _(
        "Of the recommendations to many users: a run, its judgments and the numbers that someone computed from them."
    )
    text = N_(
        "The files are read in this tab, and nothing is sent. Four million rows fit; each million takes half a minute."
    )
    return f"{about} {_(text)}" if sys.platform == "emscripten" else about


def _read(
    files: tuple[SentFile | None, SentFile | None], names: tuple[str, ...], threshold: str, ties: Any
) -> tuple[Run, tuple[str, ...]]:
    """Return the run of two files, and what should be known about them; files are called by their own names."""
    first, second = files
    if first is None or second is None:
        raise refused("drop or choose two files: a run and its judgments")
    least: Any = read_number(threshold, ANSWER) or threshold
    scored = partial(evaluate, measures=names, threshold=least, ties=ties, progress=False)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, str(place), file.name) for place, file in enumerate((first, second))]
        for path, file in zip(paths, (first, second), strict=True):
            path.parent.mkdir()
            path.write_bytes(file.content)
        try:
            found = scored(*paths)
        except ValueError as error:
            text = ". ".join(filter(None, [getattr(error, "plain", str(error)), _hint(scored, paths)]))
            raise ValueError(_with_own_names(text, paths)) from None
        return found.as_run(), tuple(_with_own_names(note, paths) for note in found.notes)


def _hint(scored: Callable[..., object], paths: Sequence[Path]) -> str:
    """Say that the files are exchanged, if they can be read so."""
    with suppress(ValueError):
        scored(*reversed(paths))
        return _("The other way round both can be read: exchange the files.")
    return ""


def _with_own_names(text: str, paths: Iterable[Path]) -> str:
    for path in paths:
        text = text.replace(f"{path.parent}{os.sep}", "")
    return text
