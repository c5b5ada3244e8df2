"""SubmissionUpload: check a submission in the notebook, from files that are chosen in the browser."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import ipywidgets

from metrics_edu.homework.check import Report, check_submission
from metrics_edu.homework.findings import finding
from metrics_edu.homework.policy import MEGABYTE, Limits, Policy, read_policy
from metrics_edu.homework.report import pre
from metrics_edu.language import _, number
from metrics_edu.widgets.sheet import CSS, box, html, paragraph
from metrics_edu.writing import escape, one_line

KINDS = ".json,.csv,.zip"
MOST_SENT = 10
"""Megabytes that Jupyter takes from a browser at once."""
LONGEST = 200
"""Bytes of a file's name that are kept: its end."""

CLAIM = "9em"
"""How wide the names of the measures are, one below the other."""


class SubmissionUpload(ipywidgets.VBox):
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

    def __init__(self, policy: str | Path | Policy) -> None:
        self.policy = policy if isinstance(policy, Policy) else read_policy(policy)
        self.report: Report | None = None
        self._turn = threading.RLock()  # messages come in several threads
        self._said, self._shown, self._working = html(), html(kind="report"), html()
        self._files = ipywidgets.FileUpload(accept=KINDS, multiple=True, description=_("Choose files"), icon="")
        self._files.observe(self._check, "value")
        self._again = ipywidgets.Button(description=_("Check again"), disabled=True)
        self._again.on_click(self._check)
        self._claims = {name: _input(name, CLAIM) for name in self.policy.asked}
        for claim in self._claims.values():  # a click may reach the kernel before the number that was typed before it
            claim.observe(self._check, "value")
        ranked = [name for name, one in self.policy.asked.items() if one.metric.kind == "ranking"]
        self._user = _input(_("User"))
        # no Dropdown: JupyterLab takes the letters that are typed in one for its shortcuts, and "m" ends the cell
        self._measure = ipywidgets.Combobox(
            options=ranked, placeholder="".join(ranked[:1]), description=_("Measure"), ensure_option=True
        )
        self._measure.style.description_width = "initial"
        for widget in (self._user, self._measure):
            widget.observe(self._explain, "value")
        asked = box([self._user, self._measure], "row")
        self._explained = box([html(_heading(_("The working of a value"))), asked, self._working], "part")
        self._explained.layout.display = "none"
        buttons = box([self._files, self._again], "row")
        super().__init__(children=[self._head(), *self._table(), buttons, self._said, self._shown, self._explained])
        self.add_class("me-sheet")

    # what is shown

    def _head(self) -> Any:
        wanted = "; ".join(_(" or ").join(part.file) for part in self.policy.parts)
        text = _(
            "Choose one zip, or the files themselves: {files}. They are read here and checked on the validation data; nothing is "
            "handed in. What is larger than about {most} MB cannot be sent by a browser: call check_submission with its path."
        ).format(files="{files}", most=MOST_SENT)
        return html(f"<style>{CSS}</style>{paragraph(one_line(self.policy.name))}{paragraph(text, files=wanted)}")

    def _table(self) -> list[Any]:
        title = _("Your numbers")
        text = _("Typed here, they take the place of the claims file; what is left empty is not attempted.")
        return [html(f"{_heading(title)}{paragraph(text)}"), box([*self._claims.values()], "claims")]

    # what happens

    def _check(self, _change: object) -> None:
        with self._turn:
            self.report, self._shown.value, self._working.value = None, "", ""
            self._explained.layout.display = "none"
            self._again.disabled = not self._files.value
            if not self._files.value:
                return
            self._said.value = paragraph(_("Checking …"))
            self._said.value = self._look()
            self._explain(None)

    def _look(self) -> str:
        """Check the files; return what there is to say beside the report."""
        try:
            with tempfile.TemporaryDirectory() as folder:
                path = store(self._files.value, Path(folder), self.policy.limits)
                typed = {name: text.value for name, text in self._claims.items() if text.value.strip()}
                self.report = check_submission(path, self.policy, claims=typed or None)
            self._shown.value = self.report.html()
        except (ValueError, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else None
            return paragraph(why or str(error), alert=True)
        except Exception as error:  # a file that nobody thought of
            return paragraph(finding("FAILED", why=one_line(repr(error))[:200]).text, alert=True)
        self._explained.layout.display = "" if self.report.run is not None and self._measure.options else "none"
        return paragraph(_("Checked: {files}"), files=", ".join(one_line(one["name"]) for one in self._files.value))

    def _explain(self, _change: object) -> None:
        with self._turn:
            user = self._user.value.strip()
            if self.report is None or not user:
                self._working.value = ""
                return
            try:
                shown = self.report.explain(user, self._measure.value or None)._repr_mimebundle_()
            except ValueError as error:
                self._working.value = paragraph(str(error), alert=True)
            else:
                self._working.value = pre(shown["text/plain"])

    def __repr__(self) -> str:
        count = len(self.policy.asked)
        return f"{type(self).__name__}({count} measure{'s' * (count != 1)})"


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _input(label: str, width: str = "initial") -> Any:
    made = ipywidgets.Text(description=label, continuous_update=False)
    made.style.description_width = width
    return made


def store(files: Sequence[Mapping[str, Any]], folder: Path, limits: Limits) -> Path:
    """Write uploaded files below a folder, under their base names; return the path of the only one, or of a folder with all.

    Raises
    ------
    ValueError
        If there are too many, one is too large, or two have one name.
    """
    if len(files) > limits.files:
        raise ValueError(_("{given} files are too many; at most {most} are read.").format(
            given=len(files), most=limits.files))  # fmt: skip
    inner = folder / "submission"
    inner.mkdir()
    taken = set()
    for file in files:
        name, content = base_name(file["name"]), bytes(file["content"])
        most = limits.unpacked_mb if name.casefold().endswith(".zip") else limits.file_mb
        if len(content) > most * MEGABYTE:
            raise ValueError(_("{name} has {given} MB; at most {most} MB are read.").format(
                name=name, given=number(len(content) / MEGABYTE), most=number(most)))  # fmt: skip
        if name.casefold() in taken:
            raise ValueError(_("Two files are called {name}; choose one of them.").format(name=name))
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
