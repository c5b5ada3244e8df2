"""Report: what a check found in one submission, as text and as a page."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from markupsafe import Markup

from metrics_edu.language import _, language, ngettext, number, refused
from metrics_edu.metrics import CONVENTIONS, Measure, Ranking, Ratings, explain
from metrics_edu.metrics.judgments import as_id
from metrics_edu.metrics.value_and_derivation import WHOLE, Data, ranking_measure
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.working import Derivation
from metrics_edu.working.html_style import HTML
from metrics_edu.working.labels import one_line, spoken
from metrics_edu.working.markup import element
from metrics_edu.working.printing import Displayed
from metrics_edu.working.steps import Step
from metrics_edu.working.text_style import TEXT
from metrics_homework.course import Course
from metrics_homework.findings import LEVELS, Finding
from metrics_homework.judging.judged_claims import DECISIONS, Judged, MistakeOnUser
from metrics_homework.judging.page import STYLE, about_list, as_html, block_html
from metrics_homework.judging.read_submission import ReadSubmission
from metrics_homework.judging.report_blocks import ReportBlock, as_text
from metrics_homework.judging.shared_mistakes import SharedMistake, mistakes, numbers

MAX_UNREAD, MAX_UNREAD_LETTERS = 10, 80
MAX_TITLES, MAX_FORM = 4, 70


class NothingToExplainError(ValueError):
    """The file that a measure is computed from is missing, or could not be read."""


@dataclass(frozen=True, repr=False, eq=False)
class Report(Displayed):
    """What a checker has to say about one submission; it displays itself."""

    name: str
    course: Course
    read: ReadSubmission = field(default_factory=ReadSubmission)
    findings: Sequence[Finding] = ()
    values: Mapping[str, float] = field(default_factory=dict)  # on the validation data, by the policy's measures
    claims: Sequence[Judged] = ()
    answers: Sequence[Judged] = ()  # to the exercise that was done in class
    path: str = ""  # of the submission, as its student names it; "" where that is not known

    @property
    def errors(self) -> list[Finding]:
        """The findings that cost the points of the format."""
        return [finding for finding in self.findings if finding.level == "error"]

    @property
    def unread_files(self) -> str:
        """Return a sentence that names the files that were not read; "" where all were."""
        names = _first([name[-MAX_UNREAD_LETTERS:] for name in self.read.unread], MAX_UNREAD)
        return _("Files that were not read: {names}.", names=names) if names else ""

    def data_of(self, title: str) -> Data | None:
        is_of_ratings = self.course.policy.by_title[title].metric.kind == "rating"
        return self.ratings("actual") if is_of_ratings else self.read.run

    def ratings(self, column: str) -> Ratings | None:
        """Return predicted and true ratings ("actual" or "hidden") side by side; None where one is missing or none is known."""
        predicted = self.read.predicted
        if predicted is None or None in predicted.values():
            return None
        known = [
            (value, true, user)
            for ((user, _item), value), ratings in zip(predicted.items(), self.course.pairs.values(), strict=True)
            if value is not None and (true := getattr(ratings, column)) is not None
        ]
        if not known:
            return None
        values, true_values, users = zip(*known, strict=True)
        return Ratings(values, true_values, list(users))

    def explain(self, user: object, title: str | None = None) -> Derivation:
        """Return the derivation of a user's value on the validation data; of RMSE and MAE, over this user's ratings.

        Raises
        ------
        ValueError
            If there is nothing to explain, no such user, or no such measure.
        """
        policy = self.course.policy
        names = [*policy.of_kind("ranking"), *policy.by_title]
        measure = policy.by_title[policy.measure_called(title) if title else names[0]]
        if measure.metric.kind == "rating":
            return explain(measure, self._ratings_of(as_id(user)))
        if self.read.run is None:
            raise NothingToExplainError(_("there is no ranking to explain"))
        user = _known(as_id(user), self.read.run.ranking.users or [])
        if measure.metric.name in WHOLE:
            needed = WHOLE[measure.metric.name](self.read.run)
            return explain(measure.metric, self.read.run.lists, needed, **measure.parameters)
        return measure.explain(self.read.run.ranking.user(user))

    def _ratings_of(self, user: str) -> Ratings:
        ratings = self.ratings("actual")
        if ratings is None:
            raise NothingToExplainError(_("there are no ratings to explain"))
        users = [as_id(user) for user in ratings.users or ()]
        is_theirs = np.asarray(users) == _known(user, dict.fromkeys(users))
        columns = (np.asarray(column)[is_theirs] for column in (ratings.predicted, ratings.actual))
        return Ratings(*columns)

    def first_user(self, measure: Measure) -> str:
        """Return the first user of what a measure is computed from."""
        ratings = self.ratings("actual") if measure.metric.kind == "rating" else None
        users = ratings.users if ratings else self.read.run.ranking.users if self.read.run else None
        return str((users or [""])[0])

    def command_of(self, title: str, user: str) -> str:
        """Return the command that prints the working of a user's value."""
        policy = self.course.policy
        paths = [self.path, "--policy", str(policy.source)]
        if not self.path:  # feedback: a student has another folder than the one that was graded
            paths = [_("my_folder"), "--policy", policy.source.name]
        spoken_here = ["--language", language()] if language() != "en" else []
        options = ["--explain", user, "--measure", spoken(title)]
        return shlex.join(["metrics-homework", "check", *paths, *options, *spoken_here])

    def text(self) -> str:
        """Return the report as text."""
        return as_text(self.name, blocks(self))

    def html(self) -> str:
        """Return the report as HTML."""
        return str(STYLE + report_body(self))

    def page(self) -> str:
        """Return the report as a separate page."""
        return str(as_html(self.name, blocks(self)))


def _known(user: str, users: Collection[str]) -> str:
    if user not in users:
        some = ", ".join([*users][:3])
        raise refused("user {user!r} is not in the validation data; the first ones are {some}", user=user, some=some)
    return user


def report_body(report: Report) -> Markup:
    """Return a report as HTML without its style."""
    return element("div", *map(block_html, blocks(report)), class_="me-report")


def blocks(report: Report, *, values: bool = True, graded: bool = False) -> Iterator[ReportBlock]:
    """Give the parts of a report, the numbers first, then each mistake once.

    Without `values` the recomputed means are left out; the numbers of what is `graded` stand in the table of the points.
    """
    if not graded:
        yield from _numbers(report)
    if report.findings or not graded:
        yield from _files(report)
    for mistake in mistakes([*report.claims, *report.answers]):
        yield _mistake(mistake)
        yield from _next_steps(report, mistake.explains)
    if graded:
        yield from _exercise(report, values=values)
    if values and report.values:
        shown = {judged.title for judged in report.claims} if graded else set()
        yield from _values(report, [title for title in report.values if title not in shown])
    heading, rest = _("Not checked"), " ".join(_unchecked(report, graded=graded))
    yield ReportBlock(text=f"{heading}: {rest}") if graded else ReportBlock(heading, rest)


def _numbers(report: Report) -> Iterator[ReportBlock]:
    rows = numbers([*report.claims, *report.answers])
    if any(row.claimed for row in rows):
        head = [_("measure"), _("yours"), _("result")]
        cells = [[row.title, row.claimed or "–", row.what] for row in rows]
        yield ReportBlock(_("Your numbers"), table=(head, *cells), marks=tuple(row.mark for row in rows))


def _files(report: Report) -> Iterator[ReportBlock]:
    order, reject = list(LEVELS), report.course.policy.reject
    found = tuple(sorted(report.findings, key=lambda finding: order.index(finding.level)))
    yield ReportBlock(_("The files"), "" if report.errors else _("The format is correct."), findings=found)
    if costly := [finding.in_short for finding in report.findings if finding.code in reject]:
        yield ReportBlock(text=_("This costs all points: {what}.", what=", ".join(dict.fromkeys(costly))))


def _first(names: Sequence[str], most: int) -> str:
    more = [_("... ({count} more)", count=len(names) - most)] if len(names) > most else []
    return ", ".join([*names[:most], *more])


def _mistake(mistake: SharedMistake) -> ReportBlock:
    name, codes, of = mistake
    heading = f"{name}: {_first([judged.called for judged in of], MAX_TITLES)}"
    if of[0].file_mistake:
        return ReportBlock(heading, mistake.explanation, mark=of[0].mark)
    verdict = mistake.verdict
    explanation, ways = mistake.explanation, verdict.ways if len(verdict.ways) > 1 else ()
    if ways:
        values = "; ".join(claim.claimed for claim in numbers(of[:MAX_TITLES]))
        listed = _("Any of these {count} mistakes gives {values}:", count=len(ways), values=values)
        explanation = verdict.conditional(f"{verdict.lead} {listed}".lstrip())
    workings = next(
        ([working for working in judged.workings if working.code in codes] for judged in of if judged.workings), []
    )
    shown, sides = (_list(workings[0]), _sides(workings, verdict.codes if ways else ())) if workings else ("", ())
    return ReportBlock(heading, explanation, ways, mark=of[0].mark, shown=shown, sides=sides)


def _exercise(report: Report, *, values: bool) -> Iterator[ReportBlock]:
    """Give the list of each answer in class that is not right, and with `values` the working of its value."""
    part = report.course.policy.submissions.exercise
    for judged in report.answers:
        if part is None or judged.ranking is None or judged.code in ("right", *DECISIONS):
            continue
        measure = ranking_measure(judged.title.rpartition(" #")[0], convention=part.convention)
        working = measure.explain(judged.ranking)
        lines = _lines(working.steps, working.result)
        sides = ((_("The working of its value"), working.text(), lines),) if values else ()
        yield ReportBlock(judged.called, mark=judged.mark, shown=_tiles(judged.ranking), sides=sides)


def _next_steps(report: Report, judged: Sequence[Judged]) -> Iterator[ReportBlock]:
    """Give what to do next about the claims that nothing explains: read the right working of one user."""
    claims = [claim for claim in judged if claim.is_unexplained and claim.title in report.course.policy.by_title]
    if claims:
        text = _("Next, compare the value of one user with yours, and read its working:")
        yield ReportBlock(text=text, ways=tuple(_next_step(report, claim.title) for claim in claims))


def _next_step(report: Report, title: str) -> str:
    policy = report.course.policy
    measure = policy.by_title[title]
    user = report.first_user(measure)
    command = report.command_of(title, user)
    if measure.metric.name in WHOLE or not policy.feedback.recomputed:
        return command
    value = number(report.explain(user, title).value, fixed=policy.decimals)
    return _(
        "{measure} of user {user} is {value}: {command}", measure=measure.name, user=user, value=value, command=command
    )


def _values(report: Report, titles: Sequence[str]) -> Iterator[ReportBlock]:
    policy, rows = report.course.policy, [[_("measure"), _("value"), _("result")]]
    for title in titles:
        measure = policy.by_title[title]
        words = measure.label if measure.metric.kind == "ranking" else _(measure.metric.title)
        rows.append([spoken(title), number(report.values[title], fixed=4), words])
    if titles:
        yield ReportBlock(_("On the validation data"), table=tuple(rows))
    if report.read.run is not None:
        count, grade = len(report.read.run.ranking.users or []), number(policy.relevance_threshold)
        yield ReportBlock(
            text=ngettext(
                "Relevant: grade {grade} or higher. Means over {count} user, the only one with judgments in the "
                "validation data.",
                "Relevant: grade {grade} or higher. Means over {count} users, all that have judgments in the "
                "validation data.",
                count,
                grade=grade,
            )
        )


def _sides(workings: Sequence[MistakeOnUser], codes: Sequence[str]) -> tuple[tuple[str, str, Markup], ...]:
    user, right = workings[0].user, workings[0].right
    title = _("Right, for user {user}", user=one_line(user)[:40]) if user else _("Right, over all ratings")
    wrong = []
    for working in workings:
        if working.code in CONVENTIONS:
            made = _("As in: {name}", name=_(CONVENTIONS[working.code].title))
        else:
            name = KNOWN_MISTAKES[working.code].plainly
            made = f"{codes.index(working.code) + 1}. {name}" if codes else _("With the mistake: {name}", name=name)
        value = _("The value is then {value}.", value=number(working.wrong_value))
        text, lines = value, element("p", value)
        if working.wrong:
            text, lines = working.wrong.text(), _differing(working.wrong, right)
        wrong.append((made, text, lines))
    return ((title, right.text(), _differing(right, workings[0].wrong)), *wrong)


def _differing(working: Derivation, other: Derivation | None) -> Markup:
    """Return the steps that another working has not, as HTML; without another one the last."""
    theirs = [_step(step, other.result) for step in other.steps] if other else []
    steps = working.steps if other else working.steps[-1:]
    return _lines(steps, working.result, but=theirs)


def _lines(steps: Sequence[Step], result: Step, but: Sequence[Markup] = ()) -> Markup:
    """Return steps as HTML, each with its reason."""
    lines = [(_step(step, result), step.why) for step in steps]
    return Markup().join(
        element("p", line, " ", element("small", why)) for line, why in lines if line not in ["", *but]
    )


def _step(step: Step, result: Step) -> Markup:
    """Write a step as HTML: a column without its cells, no form that is too long to be read, the value of the result bold."""
    formula = step.write_formula(HTML)
    forms = zip(step.forms(TEXT), step.forms(HTML), strict=True)
    is_column = step.index in ("i", "u") or (step.index and formula)
    short = [] if is_column else [Markup(html) for text, html in forms if len(text) < MAX_FORM]
    if short and step is result:
        short[-1] = element("strong", short[-1])
    first = [Markup(formula)] if formula else []
    written = [Markup(" ") + element("span", "= ", form, class_="form") for form in [*first, *short[-2:]]]
    return Markup().join([Markup(HTML.symbol(step.symbol)), *written]) if written else Markup()


def _list(working: MistakeOnUser) -> Markup:
    ranking = working.right.ranking
    if ranking is None or ranking.is_batch:
        return Markup()
    return _tiles(ranking, _("User {user}", user=one_line(working.user)[:40]))


def _tiles(ranking: Ranking, user: str = "") -> Markup:
    """Return a list of a user, or of an exercise in class, with what is needed to compute its value."""
    tiles = zip(ranking.marks(), ranking.shown >= ranking.threshold, strict=True)
    badges = element("ol", *(element("li", mark, class_="hit" if hit else "") for mark, hit in tiles))
    words = about_list(ranking)
    if user:
        words = f"{user}. " + _("|R| = {count}: relevant items in all, shown or not.", count=int(ranking.relevant))
    return element("div", badges, element("p", words), class_="list")


def _unchecked(report: Report, *, graded: bool) -> list[str]:
    policy, wanted = report.course.policy, report.course.policy.submissions
    has_numbers = any(judged.claimed for judged in report.claims)
    reasons = {
        _("The hidden test data: no number in this report uses it."): policy.data.test is not None
        and not (graded and policy.bonus),
        _("Everything that needs the ranking."): report.read.run is None and wanted.ranking is not None,
        _("The ratings file."): report.read.predicted is None and wanted.ratings is not None,
        _("The numbers you report: there are none."): wanted.claims is not None and not has_numbers,
        report.unread_files: bool(report.unread_files),
        _("How the lists were made: no program was run or read."): True,
    }
    return [reason for reason, is_so in reasons.items() if is_so]
