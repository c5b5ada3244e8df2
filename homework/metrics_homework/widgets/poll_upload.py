"""PollUpload: the answers of a class to the exercise in class, counted from files that are dropped or chosen in the browser."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from metrics_edu.files.safe_files import in_words
from metrics_edu.language import N_, _, counted, ngettext
from metrics_edu.widgets.cards import card
from metrics_edu.widgets.cards.question_views import views_of
from metrics_edu.widgets.cards.working_views import side_views
from metrics_edu.widgets.contract.actions import PollAction
from metrics_edu.widgets.contract.cards import FileRow, PollBar, PollSlide, SubmissionUploadView, Zone
from metrics_edu.widgets.contract.shared import FieldsView, MarkState, Message
from metrics_edu.widgets.core.sent_files import MEGABYTE, files_in, most_megabytes, why_not_sent
from metrics_edu.working.labels import one_line
from metrics_homework.classroom.poll import ABOUT, Bar, Poll, longest, poll_files
from metrics_homework.judging.judged_claims import Judged
from metrics_homework.limits import Limits
from metrics_homework.submission.file_owners import ARCHIVES, TABLES
from metrics_homework.submission.roster import Roster, read_roster

ROSTERS = (".csv", ".tsv", *TABLES)
ACCEPTED_FILES = ",".join([".json", *ARCHIVES, *ROSTERS])
UNPACKED_IN_A_TAB = 20
"""Megabytes of a submission, unpacked: fifty times as many of a class fit into the memory of a tab."""
SentFile = tuple[str, bytes]
"""The name of a file, and its content."""


@dataclass(frozen=True)
class Polled:
    """The files that were sent, and what they have."""

    files: tuple[SentFile, ...] = ()
    poll: Poll | None = None
    people: int = 0
    unread_roster: str = ""
    sent: int = 0
    """How often something was sent: so that the page is answered, also the second time."""


class PollUpload(card.Card):
    """Count the answers of a class: drop the files of the exercise in class, or the zip of the LMS, and a roster.

    The counts and sentences are those of ``metrics-homework poll``. More files are added to those that are there; a table is
    the roster. The slides can be shown over the whole window, and a mistake with its working.

    Attributes
    ----------
    poll : Poll or None
        The answers that were counted.

    Examples
    --------
    >>> PollUpload()
    PollUpload(0 students)
    """

    ACTIONS = PollAction

    _session: Polled

    def __init__(self) -> None:
        super().__init__(Polled())

    @property
    def poll(self) -> Poll | None:
        """The answers that were counted."""
        return self._session.poll

    def _do_refuse(self, message: Message) -> None:
        self._now(sent=self._session.sent + 1)
        self._notice = why_not_sent(
            message,
            N_("The browser cannot read this: choose files, or one zip, but no folder."),
            N_(
                "These files have {value} MB, and at most {most} MB are read here. metrics-homework poll reads larger ones."
            ),
            most_megabytes(),
        )

    def _do_again(self, _message: Message) -> None:
        self._now(files=(), poll=None, people=0, unread_roster="")

    def _do_upload(self, message: Message) -> None:
        session = self._session
        self._now(sent=session.sent + 1)
        files = tuple(dict.fromkeys([*session.files, *files_in(message)]))
        if (size := sum(len(content) for _name, content in files)) > most_megabytes() * MEGABYTE:
            self._do_refuse({"size": size})
            return
        if files:
            self._now(**_polled(files), files=files)

    def _card(self, typing: FieldsView) -> SubmissionUploadView:
        poll, has_files = self.poll, bool(self._session.files)
        zone: Zone = {
            "label": _("Choose files"),
            "drop": _("Drop the students' files or the zip of the LMS, or"),
            "status": "",
            "main": not has_files,
            "sent": self._session.sent,
            "accept": ACCEPTED_FILES,
            "max_bytes": most_megabytes() * MEGABYTE,
            "files": [*self._files(), *(_findings(poll) if poll else ())],
        }
        return {
            "about": _about(),
            "fields": [],
            "buttons": [card.button("again", _("Remove the files"))] * has_files,
            "summary": ngettext("{count} student", "{count} students", poll.students) if poll else "",
            "workings": [],
            **typing,
            "screen": "submission_upload",
            "title": _("Poll of a class"),
            "zone": zone,
            "report": "",
            "slides": _slides(poll) if poll and poll.counts else [],
        }

    def _files(self) -> Iterator[FileRow]:
        session = self._session
        students = session.poll.students if session.poll else 0
        found = ngettext("{count} student", "{count} students", students) if session.poll else ""
        yield _row(_("Files of the exercise"), "right" if students else "open", found)
        roster = session.unread_roster or (
            ngettext("{count} person", "{count} people", session.people) if session.people else ""
        )
        state: MarkState = "wrong" if session.unread_roster else "right" if session.people else "open"
        yield _row(_("Roster (.csv)"), state, roster, optional=True)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({counted(self.poll.students if self.poll else 0, 'student')})"


def _about() -> str:
    about = _("The answers of a class to the exercise in class.")
    in_tab = _("The files are read in this tab, and nothing is sent.")
    return f"{about} {in_tab}" if sys.platform == "emscripten" else about


def _polled(files: Sequence[SentFile]) -> dict[str, object]:
    """Return the poll of some files; the last table is the roster."""
    roster, unread = None, ""
    limits = Limits(unpacked_mb=UNPACKED_IN_A_TAB) if sys.platform == "emscripten" else Limits()
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, str(place), name) for place, (name, _content) in enumerate(files)]
        for path, (_name, content) in zip(paths, files, strict=True):
            path.parent.mkdir()
            path.write_bytes(content)
        rosters = [path for path in paths if path.name.casefold().endswith(ROSTERS)]
        try:
            roster = read_roster(rosters[-1]) if rosters else None
        except (ValueError, OSError) as error:
            unread = in_words(error) if isinstance(error, OSError) else str(error)
        poll = poll_files((path for path in paths if path not in rosters), roster, limits)
    temporary = re.compile(rf"{re.escape(folder)}[/\\]\d+[/\\]")
    poll = replace(poll, refused=[temporary.sub("", why) for why in poll.refused])
    return {"poll": poll, "people": _people(roster), "unread_roster": temporary.sub("", unread)}


def _people(roster: Roster | None) -> int:
    return len(roster.people) if roster else 0


def _row(name: str, state: MarkState, finding: str, *, optional: bool = False) -> FileRow:
    words = {"right": _("read"), "wrong": _("error"), "open": _("optional") if optional else _("not read yet")}
    return {"name": name, "state": state, "word": words[state], "finding": finding}


def _findings(poll: Poll) -> Iterable[FileRow]:
    """Return a row for each file that was not counted, and one for all that are late, or of no person of the roster."""
    found: list[tuple[MarkState, str, str]] = [("wrong", _("not counted"), why) for why in poll.refused]
    found += [("open", _("counted, late"), "; ".join(poll.late))]
    found += [("open", _("counted, not in the roster"), "; ".join(poll.strangers))]
    return [{"name": "", "state": state, "word": word, "finding": text} for state, word, text in found if text]


def _slides(poll: Poll) -> list[PollSlide]:
    slides = poll.slides()
    most = longest(slides)
    return [
        {
            "title": slide.title,
            "about": " ".join([_(ABOUT), _("Press a mistake to show its working."), poll.where(slide.name)]).strip(),
            "bars": [_bar(bar, poll, most, poll.examples.get((slide.name, bar.code))) for bar in slide.bars],
        }
        for slide in slides
    ]


def _bar(bar: Bar, poll: Poll, most: int, example: Judged | None) -> PollBar:
    shown: PollBar = {
        "look": bar.look,
        "state": bar.mark,
        "word": one_line(bar.words),
        "share": poll.share(bar.students),
        "count": str(bar.students),
        "part": 100 * bar.students / most,
        "text": "",
        "questions": [],
        "sides": [],
    }
    verdict, ranking = (example.verdict, example.ranking) if example else (None, None)
    if example is None or verdict is None or ranking is None or bar.look not in ("wrong", "convention"):
        return shown
    plain = replace(verdict, claim=None, codes=verdict.codes[:1])  # of several mistakes the first
    sides = side_views(example.written, plain, ranking, revealed=True)
    questions = views_of(ranking, _("A student's list"), revealed=True) if sides else []
    return {**shown, "text": example.explanation, "questions": questions, "sides": sides}
