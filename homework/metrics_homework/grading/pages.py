"""The pages of a graded class: the feedback of each student, and the page of the class, which is for the teacher.

That one has the points, the parts, the difficulty of each measure, the mistakes, and who needs a human.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import chain, pairwise

from markupsafe import Markup

from metrics_edu.language import N_, _
from metrics_edu.mistakes.diagnosis import UNNAMED
from metrics_edu.working.labels import spoken
from metrics_edu.working.markup import element
from metrics_homework.findings import Finding
from metrics_homework.grading.hand import PART_NAMES, GradedSubmission, decisions_in
from metrics_homework.grading.points import ZERO, grade_of, local_points
from metrics_homework.judging.code_lookup import meaning
from metrics_homework.judging.judged_claims import DECISIONS, called, mark_of
from metrics_homework.judging.page import as_html
from metrics_homework.judging.report_blocks import ReportBlock
from metrics_homework.policy import Policy

MAX_BARS = 10
MAX_BAR_WIDTH = 20
KINDS = {
    "right": N_("right"),
    "convention": N_("another convention"),
    "wrong": N_("a known mistake"),
    "unnamed": N_("unexplained"),
    "open": N_("no answer"),
}
"""What the answers to a question are, in words."""


def class_page(
    rows: Sequence[GradedSubmission],
    policy: Policy,
    mistakes: Sequence[tuple[str, str, list[str]]],
    for_a_human: Mapping[str, str],
    findings: Sequence[Finding],
) -> Markup:
    """Return the page; `for_a_human` has the code why a human has to look, or "", by submission."""
    handed_in = [row for row in rows if "NOTHING" not in row.result.codes and not row.is_excused]
    mistakes = [mistake for mistake in mistakes if mistake[0] != "NOTHING"]
    whole = [row for row in handed_in if not row.ungraded]
    blocks = [_distribution(whole, policy), *_tables(handed_in, policy, mistakes, for_a_human)]
    if findings:
        blocks.append(ReportBlock(_("Files and people"), findings=tuple(findings)))
    mean = local_points(sum((row.sum for row in whole), ZERO) / max(len(whole), 1)) if whole or not handed_in else "–"
    beside = _("Mean: {points} of {full}", points=mean, full=local_points(policy.full))
    about = _(
        "Handed in: {count} of {whole}. The means and shares are of those.", count=len(handed_in), whole=len(rows)
    )
    if len(whole) < len(handed_in):
        about += " " + _("Not graded in full, and in no mean: {count}.", count=len(handed_in) - len(whole))
    blocks.append(ReportBlock(text=about))
    return as_html(_("The class"), blocks, policy.name, beside)


def _distribution(rows: Sequence[GradedSubmission], policy: Policy) -> ReportBlock:
    """Return how many submissions have how many points: each row is of a whole number of points."""
    width = max(math.ceil(policy.full / MAX_BARS), 1)
    bars = max(math.ceil(policy.full / width), 1)
    found = Counter(bars if row.sum > policy.full else min(int(row.sum / width), bars - 1) for row in rows)
    ends = [min(Decimal(k * width), policy.full) for k in range(bars + 1)]
    names = [f"{local_points(low)}–{local_points(high)}" for low, high in pairwise(ends)]
    if found[bars]:
        names.append(_("more than {points}", points=local_points(policy.full)))
    most = max(found.values(), default=1)
    lines = ([name, str(found[k]), _bar(found[k], most, len(rows))] for k, name in enumerate(names))
    return ReportBlock(_("Submissions by points"), table=([_("points"), _("submissions"), _("share")], *lines))


def _bar(count: int, most: int, whole: int) -> Markup:
    """Return a bar for a number, and its share; the bar prints without colour, and a screen reader leaves it out."""
    bar = "█" * math.ceil(MAX_BAR_WIDTH * count / most)
    return element("span", bar, aria_hidden="true") + f" {_share(count, whole)}"


def _tables(
    rows: Sequence[GradedSubmission],
    policy: Policy,
    mistakes: Sequence[tuple[str, str, list[str]]],
    for_a_human: Mapping[str, str],
) -> Iterator[ReportBlock]:
    of_parts = (_part_row(part, most, rows) for part, most in policy.maxima.items())
    codes = defaultdict[str, list[str]](list)
    for detail in chain.from_iterable(row.result.details for row in rows):
        if detail.code in DECISIONS:
            continue
        title, _number, in_class = detail.title.partition(" #")
        name = _("{measure}, in class", measure=spoken(title)) if in_class else spoken(title)
        codes[name].append(detail.code)
    of_measures = (_measure_row(name, codes[name]) for name in codes)
    found = ([str(len(makers)), _share(len(makers), len(rows)), what] for _code, what, makers in mistakes)
    whose = ([name, code, meaning(code)] for name, code in for_a_human.items() if code)
    tables = (
        (_("Points of each part"), [_("part"), _("share"), _("mean")], of_parts),
        (_("Difficulty of each measure"), [_("measure"), _("right"), _("answers")], of_measures),
        (_("Mistakes"), [_("submissions"), _("share"), _("mistake")], found),
        (_("For manual review"), [_("submission"), _("code"), _("reason")], whose),
    )
    for heading, head, lines in tables:
        table = (head, *lines)
        yield ReportBlock(heading, table=table) if table[1:] else ReportBlock(heading, _("None."))


def _part_row(part: str, most: Decimal, rows: Sequence[GradedSubmission]) -> list[str]:
    found = [row.result.points[part] for row in rows if part in row.result.points]
    mean = sum(found, ZERO) / max(len(found), 1)
    share, count = (_share(mean, most), local_points(mean)) if found or not rows else ("–", "–")
    return [part_name(part), share, f"{count} / {local_points(most)}"]


def part_name(part: str) -> str:
    """Return what students read for a part."""
    return _(PART_NAMES[part]) if part in PART_NAMES else called(part)


def _measure_row(name: str, codes: Sequence[str]) -> list[str]:
    """Return the share of the right answers, and of each other kind of answers, to a measure."""
    found = Counter("unnamed" if code in UNNAMED[:3] else mark_of(code) for code in codes)
    others = [f"{_(words)} {_share(found[kind], found.total())}" for kind, words in KINDS.items() if found[kind]]
    return [name, _share(found["right"], found.total()), ", ".join(others)]


def _share(count: Decimal | int, whole: Decimal | int) -> str:
    return f"{round(100 * count / whole) if whole else 0}\N{NO-BREAK SPACE}%"


def feedback_page(row: GradedSubmission, policy: Policy) -> Markup:
    """Return the page that the student reads."""
    return as_html(row.result.name, _blocks(row, policy), policy.name, _sum(row, policy))


def _sum(row: GradedSubmission, policy: Policy) -> str:
    if row.is_excused:
        return _("Excused")
    sentence = N_("Points so far: {points} of {full}") if row.ungraded else N_("Points: {points} of {full}")
    text = _(sentence, points=local_points(row.sum), full=local_points(policy.full))
    if policy.scale and not row.ungraded:
        text += " · " + _("mark {mark}", mark=local_points(grade_of(row.sum, policy.full, policy.scale)))
    return text


def _blocks(row: GradedSubmission, policy: Policy) -> list[ReportBlock]:
    decisions = decisions_in(row.marks)
    if "points" in decisions:
        return [ReportBlock(text=f"{_(DECISIONS[decisions['points']])} {row.marks['points'].comment}")]
    points, *others = row.result.feedback
    table, marks = [*map(list, points.table)], [*points.marks]
    for k, part in enumerate(row.computed):  # the parts come first
        table[k + 1][4] = local_points(row.result.points.get(part, ZERO))
        if part in decisions:
            table[k + 1][2:], marks[k] = [_(DECISIONS[decisions[part]]), "", "–", ""], ""
    for part, most in policy.given.items():
        what = _("Not graded yet") if part in row.ungraded else _(DECISIONS.get(decisions.get(part, ""), ""))
        is_number = part in row.result.points and part not in decisions
        count = local_points(row.result.points[part]) if is_number else "–"
        table.append([part_name(part), "", what, "", count, local_points(most)])
    if row.late:
        hours = policy.late is not None and policy.late.per_day is None
        count = local_points(row.days)
        text = _("Started hours: {hours}", hours=count) if hours else _("Days: {days}", days=count)
        table.append([_("Lateness"), "", text, "", local_points(-row.late), ""])
    if policy.bonus or "bonus" in row.marks:
        place = [row.standing or _("No place on the hidden test data")] if policy.bonus else []
        source = " + ".join([*place, *([_("By hand")] if "bonus" in row.marks else [])])
        table.append([_("Bonus"), "", source, "", "" if row.has_sum_by_hand else local_points(row.bonus), ""])
    blocks = [replace(points, table=tuple(table), marks=tuple(marks))]
    if row.by_hand:
        head = [_("part"), _("before"), _("comment"), _("points")]
        lines = ([part_name(part), *cells] for part, *cells in row.by_hand)
        blocks.append(ReportBlock(_("By hand"), table=(head, *lines)))
    return [*blocks, *others]
