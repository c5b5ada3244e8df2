"""SubmissionUpload: check a submission in the notebook, from files that are chosen in the browser."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import metrics_homework as homework
from metrics_edu.files.safe_files import in_words
from metrics_edu.language import N_, _, counted, ngettext, number, refused
from metrics_edu.practice.exercises import numbers_right
from metrics_edu.widgets.cards import card, working_views
from metrics_edu.widgets.contract.actions import UploadAction
from metrics_edu.widgets.contract.cards import AnswerField, FileRow, SubmissionUploadView, Zone
from metrics_edu.widgets.contract.shared import FieldsView, Heading, MarkState, Message
from metrics_edu.widgets.core.sent_files import MAX_SENT, base_name, files_in, why_not_sent
from metrics_edu.widgets.core.widget import STYLE
from metrics_edu.working import Derivation
from metrics_edu.working.labels import one_line, spoken
from metrics_edu.working.markup import element
from metrics_homework import check_submission
from metrics_homework.findings import MEGABYTE, finding
from metrics_homework.judging.judged_claims import Judged
from metrics_homework.judging.page import CSS
from metrics_homework.judging.report import Report, report_body
from metrics_homework.judging.reported_numbers import judge_in_steps
from metrics_homework.judging.shared_mistakes import shared_percentages
from metrics_homework.submission.file_owners import ARCHIVES, TABLES
from metrics_homework.submission.files import is_archive

if TYPE_CHECKING:
    from metrics_homework.findings import Finding
    from metrics_homework.limits import Limits
    from metrics_homework.policy import Part, Policy

ACCEPTED_FILES = ",".join([".json", ".csv", ".gz", *ARCHIVES, *TABLES])


@dataclass(frozen=True)
class Checking:
    """What was checked, the numbers of its claims file and those typed in their place, and the working that is asked for."""

    report: Report | None = None
    claimed: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    user: str = ""
    measure: str = ""
    unknown: str = ""
    explained: Derivation | None = None
    sent: int = 0
    """How often something was sent: so that the page is answered, also the second time."""

    def number(self, title: str) -> str:
        return self.typed.get(title, self.claimed.get(title, ""))


class SubmissionUpload(card.Card):
    """Check a submission before it is handed in: choose its files, read the report, ask for the working of a user's value.

    The files go to a temporary folder for as long as they are read. Numbers that are typed are compared in the place of
    those of the claims file.

    Parameters
    ----------
    policy : path or Policy

    Attributes
    ----------
    report : Report or None
        The last one.

    Raises
    ------
    ValueError
        As ``read_policy``.

    Examples
    --------
    >>> from metrics_homework.policy import Policy
    >>> data = {"train": "train.csv", "validation": "validation.csv"}
    >>> SubmissionUpload(Policy(submissions={"ranking": {"file": "ranking.json"}}, data=data, measures=["MAP@10"]))
    SubmissionUpload(1 measure)
    """

    ACTIONS = UploadAction

    _css = STYLE + CSS
    _session: Checking

    def __init__(self, policy: str | Path | Policy) -> None:
        self._policy = homework.read_policy(policy)
        self._ranked = [name for name, measure in self._policy.by_title.items() if measure.metric.kind == "ranking"]
        super().__init__(Checking(measure=self._ranked[0] if self._ranked else ""))

    @property
    def policy(self) -> Policy:
        """The policy under which is checked."""
        return self._policy

    @property
    def report(self) -> Report | None:
        """The last report."""
        return self._session.report

    def _do_refuse(self, message: Message) -> None:
        self._now(sent=self._session.sent + 1)
        self._notice = why_not_sent(
            message,
            N_("The browser cannot read this: choose files, or one zip, but no folder."),
            N_("These files have {value} MB, and a browser can send {most} MB: call check_submission with their path."),
            MAX_SENT,
        )

    def _do_upload(self, message: Message) -> None:
        self._now(sent=self._session.sent + 1)
        files = [{"name": name, "content": content} for name, content in files_in(message)]
        if not files:
            return
        self._now(report=None, claimed={}, explained=None, unknown="")
        try:
            with tempfile.TemporaryDirectory() as folder:
                report = check_submission(store(files, Path(folder), self.policy.limits), self.policy)
            report = replace(report, path="")  # this folder is gone
        except Exception as error:
            self._notice = _reason(error)
            return
        user = self._session.user or ((report.read.run and report.read.run.ranking.users) or [""])[0]
        self._now(report=report, claimed={claim.title: claim.claimed for claim in report.claims}, user=user)
        self._compare()

    def _do_check(self, message: Message) -> None:
        sent, had = card.answers_in(message), self._session
        typed = {
            title: sent[title]
            for title in self.policy.by_title
            if sent.get(title) not in (None, "", had.claimed.get(title))
        }
        self._now(typed=typed, user=sent.get("user", ""), measure=sent.get("measure") or had.measure)
        self._compare()

    def _compare(self) -> None:
        session, report = self._session, self._session.report
        if report is None:
            return
        *_, claims = judge_in_steps(report, {title: session.number(title) for title in self.policy.by_title})
        self._now(report=replace(report, claims=claims), explained=None, unknown="")
        if session.user and report.read.run is not None:
            try:
                self._now(explained=report.explain(session.user, session.measure or None))
            except ValueError as error:
                self._now(unknown=str(error))

    def _card(self, typing: FieldsView) -> SubmissionUploadView:
        session, report = self._session, self.report
        user = _("User {user}, for {measure}", user=session.user, measure=session.measure)
        zone: Zone = {
            "label": _("Choose files"),
            "drop": _("Drop files or a .zip, or"),
            "status": report.unread_files if report else "",
            "main": report is None,
            "sent": session.sent,
            "accept": ACCEPTED_FILES,
            "max_bytes": MAX_SENT * MEGABYTE,
            "files": self._files(),
        }
        fields, remark = self._fields_and_remark()
        return {
            "about": _("Your files are read here and checked on the validation data; nothing is handed in."),
            "fields": fields,
            "buttons": [card.button("check", _("Check"), main=True, dim=report is None)],
            "summary": f"{self._summary()} {remark}".strip() if report else _("Choose the files first."),
            "workings": [working_views.working_view(session.explained, user)] if session.explained else [],
            **typing,
            "screen": "submission_upload",
            "title": one_line(self.policy.name),
            "zone": zone,
            "report": self._whole_report(),
            "slides": [],
        }

    def _summary(self) -> str:
        claims = self.report.claims if self.report else []
        unchecked = sum(bool(self._not_checked(judged)) for judged in claims)
        right = numbers_right(sum(judged.mark == "right" for judged in claims), len(claims)) if claims else ""
        return f"{right} " + _("Not checked") + f": {unchecked}." if unchecked else right

    def _whole_report(self) -> str:
        if self.report is None:
            return ""
        claims = [judged for judged in self.report.claims if not self._not_checked(judged)]
        summary = element("summary", _("The whole report, with both workings"))
        return element("details", summary, report_body(replace(self.report, claims=claims)))

    def _files(self) -> list[FileRow]:
        """Return a row for each file that is asked for, and for each finding that is about none of them."""
        report = self.report
        read = {tuple(part.file): (name, findings) for part, name, findings in report.read.files} if report else {}
        rows = [self._file(part, *read.get(tuple(part.file), ("", []))) for part in self.policy.parts]
        checked = [finding for _name, findings in read.values() for finding in findings]
        return rows + [
            {
                "name": "",
                "state": "wrong" if finding.level == "error" else "open",
                "word": finding.called.lower(),
                "finding": finding.text,
            }
            for finding in (report.findings if report else ())
            if finding not in checked
        ]

    def _file(self, part: Part, name: str, findings: Sequence[Finding]) -> FileRow:
        is_there = name or any(finding.code != "NO_FILE" for finding in findings)
        missing: MarkState = "wrong" if self.report and part.required else "open"
        state: Literal["open", "wrong", "right"] = (
            "open" if not is_there else "wrong" if any(finding.level == "error" for finding in findings) else "right"
        )
        unread = _("not there") if self.report else _("not read yet") if part.required else _("optional")
        words = {"open": unread, "wrong": _("error"), "right": _("read")}
        text = [self._counted(part)] if state == "right" else []
        return {
            "name": name or _(" or ").join(part.file),
            "state": state if is_there else missing,
            "word": words[state],
            "finding": "\n".join([*text, *(finding.text for finding in findings)]),
        }

    def _counted(self, part: Part) -> str:
        report, wanted = self._session.report, self.policy.submissions
        if report and part is wanted.exercise:
            return ngettext(
                "{count} answer.", "{count} answers.", sum(bool(answer.claimed) for answer in report.answers)
            )
        if report and part is wanted.ranking:
            return ngettext(
                "{count} user.", "{count} users.", len(report.read.handed.lists) if report.read.handed else 0
            )
        if report and part is wanted.ratings:
            known = [value for value in (report.read.predicted or {}).values() if value is not None]
            return ngettext("{count} rating.", "{count} ratings.", len(known))
        return ngettext("{count} number.", "{count} numbers.", sum(map(bool, self._session.claimed.values())))

    def _not_checked(self, judged: Judged) -> str:
        """Return the file that has to be mended before a number can be judged; "" where there is none."""
        wanted = self.policy.submissions
        part = wanted.ratings if self.policy.by_title[judged.title].metric.kind == "rating" else wanted.ranking
        files = self.report.read.files if self.report else ()
        levels = [finding.level for read, _name, findings in files if read is part for finding in findings]
        bad = judged.verdict is None or (judged.mark == "wrong" and "error" in levels)
        bad = bad and judged.file_mistake is None
        return _(" or ").join(part.file) if part and bad and judged.claimed else ""

    def _fields_and_remark(self) -> tuple[list[AnswerField], str]:
        session = self._session
        judged = {claim.title: claim for claim in session.report.claims} if session.report else {}
        part = self.policy.submissions.claims
        about = part and _(
            "From {file}; a number that you type here replaces its number.", file=_(" or ").join(part.file)
        )
        shared = shared_percentages(claim for claim in judged.values() if not self._not_checked(claim))
        short = {claim.title: f"{shared.name}." for claim in shared.explains} if shared else {}
        views = (self._field(title, judged.get(title)) for title in self.policy.by_title)
        fields, remark = card.shared_remark(
            [{**view, "verdict": short.get(view["key"], view["verdict"])} for view in views]
        )
        remark = shared.explanation if shared else remark
        fields[0]["heading"] = {"title": _("Your numbers"), "about": about or ""}
        if session.report is None or session.report.read.run is None or not self._ranked:
            return fields, remark
        heading: Heading = {"title": _("The working of a value"), "about": ""}
        user = card.field_view("user", _("User"), session.user, text=True, heading=heading, submits="check")
        if session.unknown:
            user |= {"state": "wrong", "verdict": session.unknown}
        measure_field = card.field_view("measure", _("Measure"), session.measure, options=self._ranked, submits="check")
        return [*fields, user, measure_field], remark

    def _field(self, title: str, judged: Judged | None) -> AnswerField:
        field = card.field_view(title, spoken(title), self._session.number(title), judged.verdict if judged else None)
        if judged is None:
            return field
        text = "" if judged.mark == "open" or (judged.code == "right" and not judged.repeats) else judged.explanation
        if judged.code == "rounded" and not judged.repeats:  # that it is right, the mark says
            text = _("Rounded or cut off (decimals required: {decimals}).", decimals=self.policy.decimals)
        field |= {"state": judged.mark, "word": _(card.CLOSED_MARKS[judged.mark]), "verdict": text}
        if file := self._not_checked(judged):
            field |= {"state": "open", "word": _("not checked"), "verdict": _("This depends on {file}.", file=file)}
        return field

    def __repr__(self) -> str:
        return f"{type(self).__name__}({counted(len(self.policy.by_title), 'measure')})"


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return in_words(error)
    if isinstance(error, ValueError):
        return str(error)
    return finding("FAILED", why=one_line(repr(error))[:200]).text  # a file that no check foresees


def store(files: Sequence[Mapping[str, Any]], folder: Path, limits: Limits) -> Path:
    """Write uploaded files below a folder, under their base names; return the path of the only one, or of a folder with all."""
    if len(files) > limits.files:
        raise refused(
            "{value} files are too many; the limit is {most}. Choose only the files that the homework asks for.",
            value=len(files),
            most=limits.files,
        )
    inner = folder / "submission"
    inner.mkdir()
    taken = set()
    for file in files:
        name, content = base_name(file["name"]), bytes(file["content"])
        most = limits.unpacked_mb if is_archive(name) else limits.file_mb
        if len(content) > most * MEGABYTE:
            sizes = {"value": number(len(content) / MEGABYTE), "most": number(most)}
            raise refused(
                "{name} has {value} MB; the limit is {most} MB. Choose only the files that the homework asks for.",
                name=name,
                **sizes,
            )
        if name.casefold() in taken:
            raise refused("Two files are called {name}; choose one of them.", name=name)
        taken.add(name.casefold())
        (inner / name).write_bytes(content)
    return inner / name if len(files) == 1 else inner
