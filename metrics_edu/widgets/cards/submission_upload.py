"""SubmissionUpload: check a submission in the notebook, from files that are chosen in the browser."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import traitlets

from metrics_edu.homework import (
    CSS,
    MEGABYTE,
    Judged,
    Limits,
    Policy,
    Report,
    check_submission,
    finding,
    read_policy,
    report_body,
)
from metrics_edu.language import N_, _, number
from metrics_edu.metrics import CONVENTIONS
from metrics_edu.tables import in_words
from metrics_edu.widgets.cards.card import NOTHING, field_view, working_view
from metrics_edu.widgets.part import Part, style
from metrics_edu.working import Derivation, one_line

KINDS = ".json,.csv,.zip"
MOST_SENT = 10
"""Megabytes that Jupyter takes from a browser at once."""
LONGEST = 200
"""Bytes of a file's name that are kept: its end."""


class SubmissionUpload(Part):
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
    >>> from metrics_edu.homework import Policy
    >>> data = {"train": "train.csv", "validation": "validation.csv"}
    >>> SubmissionUpload(Policy(submissions={"ranking": {"file": "ranking.json"}}, data=data, measures=["MAP@10"]))
    SubmissionUpload(1 measure)
    """

    _css = style("card") + CSS
    policy = traitlets.Instance(Policy)
    report: Report | None = None

    def __init__(self, policy: str | Path | Policy) -> None:
        self.policy = policy if isinstance(policy, Policy) else read_policy(policy)
        self._names: list[str] = []
        self._claimed: dict[str, str] = {}
        self._typed: dict[str, str] = {}
        self._sent = 0  # so that the page is answered, also the second time
        self._user, self._measure, self._unknown = "", "", ""
        self._explained: Derivation | None = None
        self._ranked = [name for name, one in self.policy.asked.items() if one.metric.kind == "ranking"]
        super().__init__()

    # what happens

    def _actions(self) -> dict[Any, Any]:
        return {"upload": self._upload, "refuse": self._refuse, "check": self._check}

    def _refuse(self, message: dict[str, Any]) -> None:
        self._sent += 1
        size = message.get("size")
        if not (isinstance(size, (int, float)) and 0 <= size < 1e15):
            raise ValueError(_("The browser cannot read this: choose files, or one zip, but no folder."))
        raise ValueError(
            _(
                "These files have {given} MB, and a browser can send {most} MB: call check_submission with their path.",
                given=number(size / MEGABYTE),
                most=MOST_SENT,
            )
        )

    def _upload(self, message: dict[str, Any]) -> None:
        self._sent += 1
        names, contents = message.get("names"), message.get("buffers")
        if not (isinstance(names, list) and isinstance(contents, list) and 0 < len(names) == len(contents)):
            return
        files = [{"name": name, "content": content} for name, content in zip(names, contents, strict=True)]
        self.report, self._names, self._claimed = None, [], {}
        self.report = self._read(files)
        self._names = [one_line(name) for name in names]
        self._claimed = {one.title: one.claimed for one in self.report.claims}
        self._compare()

    def _read(self, files: Sequence[Mapping[str, Any]]) -> Report:
        try:
            with tempfile.TemporaryDirectory() as folder:
                return check_submission(store(files, Path(folder), self.policy.limits), self.policy)
        except ValueError:
            raise
        except OSError as error:
            raise ValueError(in_words(error)) from None
        except Exception as error:  # a file that nobody thought of
            said = finding("FAILED", why=one_line(repr(error))[:200])
            raise ValueError(said.text) from None

    def _check(self, message: dict[str, Any]) -> None:
        given = message.get("answers")
        answers = (
            {key: one_line(text) for key, text in given.items() if isinstance(text, str)}
            if isinstance(given, dict)
            else {}
        )
        numbers = {title: answers.get(title, "")[:LONGEST] for title in self.policy.asked}
        self._typed = {title: text for title, text in numbers.items() if text not in ("", self._claimed.get(title))}
        self._user, self._measure = answers.get("user", "")[:LONGEST], answers.get("measure", "")
        self._compare()

    def _compare(self) -> None:
        self._explained, self._unknown = None, ""
        if self.report is None:
            return
        self.report.claims = [self.report.judged(title, self._number(title)) for title in self.policy.asked]
        if self._user and self.report.run is not None:
            try:
                self._explained = self.report.explain(self._user, self._measure or None)
            except ValueError as error:
                self._unknown = str(error)

    def _number(self, title: str) -> str:
        return self._typed.get(title, self._claimed.get(title, ""))

    # what is shown

    def _view(self) -> dict[str, Any]:
        wanted = "; ".join(_(" or ").join(part.file) for part in self.policy.parts)
        about = _("Expected: {files}. They are read here and checked on the validation data; nothing is handed in.")
        checked = _("Checked: {files}", files=", ".join(self._names)) if self._names else ""
        zone = {"label": _("Choose files"), "drop": _("Drop your files or one .zip here, or"), "kinds": KINDS}
        return NOTHING | {
            "title": one_line(self.policy.name),
            "about": about.format(files=wanted),
            "form": True,
            "zone": zone | {"most": MOST_SENT * MEGABYTE, "said": checked, "sent": self._sent},
            "report": report_body(self.report, claims=False) if self.report else "",
            "fields": self._fields(),
            "buttons": [{"do": "check", "label": _("Check"), "main": True, "off": self.report is None}],
            "notice": self._notice,
            "workings": [*self._asked_for(), *self._mistakes()],
        }

    def _fields(self) -> list[dict[str, Any]]:
        judged = {one.title: one for one in self.report.claims} if self.report else {}
        fields = [self._field(title, judged.get(title)) for title in self.policy.asked]
        about = _("Those of the claims file, once it is read. What is typed here takes their place.")
        fields[0]["heading"] = {"title": _("Your numbers"), "about": about}
        if self.report is None or self.report.run is None or not self._ranked:
            return fields
        state = {"state": "wrong", "verdict": self._unknown} if self._unknown else {}
        heading = {"title": _("The working of a value"), "about": ""}
        user = field_view("user", _("User"), self._user, text=True, heading=heading) | state
        return [
            *fields,
            user,
            field_view("measure", _("Measure"), self._measure or self._ranked[0], options=self._ranked),
        ]

    def _field(self, title: str, judged: Judged | None) -> dict[str, Any]:
        field = field_view(title, title, self._number(title), judged.verdict if judged else None)
        if judged and judged.repeats:
            field |= {"verdict": judged.said}
        if judged and judged.claimed and not judged.verdict:
            field |= {"state": "open", "verdict": _("It could not be recomputed: see the files.")}
        return field

    def _mistakes(self) -> list[dict[str, Any]]:
        shown = []
        for judged in self.report.claims if self.report else ():
            for working in judged.workings:
                whose = _("{measure}, user {user}", measure=judged.title, user=one_line(working.user)[:40])
                wrong = _(
                    CONVENTIONS[working.code].title if working.code in CONVENTIONS else N_("what gives your number")
                )
                sides = ((_("what is asked for"), working.right), (wrong, working.wrong))
                shown += [
                    working_view(one, f"{whose if working.user else judged.title}: {said}")
                    for said, one in sides
                    if one
                ]
        return shown

    def _asked_for(self) -> list[dict[str, Any]]:
        if self._explained is None:
            return []
        return [working_view(self._explained, _("User {user}", user=self._user))]

    def __repr__(self) -> str:
        count = len(self.policy.asked)
        return f"{type(self).__name__}({count} measure{'s' * (count != 1)})"


def store(files: Sequence[Mapping[str, Any]], folder: Path, limits: Limits) -> Path:
    """Write uploaded files below a folder, under their base names; return the path of the only one, or of a folder with all.

    Raises
    ------
    ValueError
        If there are too many, one is too large, or two have one name.
    """
    if len(files) > limits.files:
        raise ValueError(_("{given} files are too many; the limit is {most}.", given=len(files), most=limits.files))  # fmt: skip
    inner = folder / "submission"
    inner.mkdir()
    taken = set()
    for file in files:
        name, content = base_name(file["name"]), bytes(file["content"])
        most = limits.unpacked_mb if name.casefold().endswith(".zip") else limits.file_mb
        if len(content) > most * MEGABYTE:
            raise ValueError(
                _(
                    "{name} has {given} MB; the limit is {most} MB.",
                    name=name,
                    given=number(len(content) / MEGABYTE),
                    most=number(most),
                )
            )
        if name.casefold() in taken:
            raise ValueError(_("Two files are called {name}; choose one of them.", name=name))
        taken.add(name.casefold())
        (inner / name).write_bytes(content)
    return inner / name if len(files) == 1 else inner


def base_name(name: object) -> str:
    r"""Return a file's own name, whatever folders stand before it.

    Examples
    --------
    >>> base_name("../../etc/ranking.json"), base_name(r"C:\\me\ranking.csv"), base_name(".."), base_name("")
    ('ranking.json', 'ranking.csv', 'file', 'file')
    """
    found = one_line(PurePosixPath(str(name).replace("\\", "/")).name).replace(":", "_")
    return found.encode()[-LONGEST:].decode(errors="ignore").lstrip(". ") or "file"
