"""Statement: the text of a homework for students, as Markdown, from its policy alone."""

from __future__ import annotations

from metrics_edu.language import N_, _, number
from metrics_edu.metrics import CONVENTIONS, Measure
from metrics_edu.metrics.conventions import convention_of
from metrics_edu.working.labels import one_line, spoken
from metrics_homework.grading.pages import part_name
from metrics_homework.grading.points import ZERO, local_points, share_of_codes
from metrics_homework.judging.code_lookup import meaning
from metrics_homework.policy import ExercisePart, Late, Part, Policy, RankingPart, RatingsPart, Scale
from metrics_homework.submission.lists_file import FORMATS
from metrics_homework.submission.ratings_file import CONSEQUENCES

SECTIONS = {
    N_("What to hand in"): {
        "ranking": N_("{ranking}: the recommended items of each user, best first, as {formats}."),
        "lists": N_("A list for each user of {lists}. Items in each list: {length}, none of them twice."),
        "removed": N_("Do not recommend an item that the user has in `{train}`: it is removed from the list."),
        "empty": N_("A user without a list counts as one with an empty list."),
        "refused": N_("If a user has no list, no ranking measure is computed."),
        "ratings": N_("{ratings}: the predicted ratings, with the columns user, item and prediction."),
        "pairs": N_("A rating for each pair of user and item of {pairs}. If one is missing: {consequence}"),
        "claims": N_(
            "{claims}: the numbers that you report. As JSON: `{example}`. As CSV: a measure and its number in each line."
        ),
        "exercise": N_(
            "{exercise}: the exercise in class, as its sheet saves it. Measures: {exercise_measures}, convention: "
            "{convention}. Decimals: {exercise_decimals}. Minutes: {minutes}."
        ),
        "by_hand": N_("Also hand in what is graded by hand: {by_hand}."),
        "functions": N_("Your functions: hand them in where your course runs code. `metrics-homework` never runs it."),
        "file_mb": N_("At most {file_mb} MB for a file, and {unpacked_mb} MB for what an archive unpacks to."),
        "folder": N_("Check your files before you hand them in: `metrics-homework check {folder} --policy {policy}`."),
    },
    N_("Measures"): {
        "measures": "{measures}",
        "threshold": N_("An item is relevant to a user if its grade is {threshold} or higher."),
        "unrated": N_("Ratings that mean seen and not rated: {unrated}."),
        "mean": N_("The value of a ranking measure is its mean over all users with judgments in the validation data."),
        "claims": N_(
            "Decimals to report: {decimals}, after a point or a comma. A percentage needs the sign %. A number is right "
            "if it differs by at most {tolerance} from the exact value."
        ),
    },
    N_("Points"): {
        "parts": "{parts}",
        "full": N_("Total: {full}"),
        "format": N_(
            "The points of the format are for files without an error, as `metrics-homework check` reports them."
        ),
        "shares": "{shares}",
        "wrong": N_("Any other wrong number gets no points."),
        "once": N_("A mistake that several numbers share costs the points of one of them, the dearest."),
        "each": N_("A mistake that several numbers share costs the points of each of them."),
        "reject": N_("No points at all for: {reject}."),
        "bonus": N_("Bonus for the best means of {ranked_by} on hidden test data, from the first place on: {bonus}."),
        "per_day": N_("Points off for each started day after the deadline: {per_day}."),
        "per_hour": N_("Points off for each started hour after the deadline: {per_hour}."),
        "at_most": N_("Points off for lateness, at most: {at_most}."),
        "deadline": N_("Deadline: {deadline}"),
        "grace": N_("Minutes after the deadline that cost nothing: {grace}."),
        "scale": N_("Mark: from {lowest} to {highest}; {passing} is reached with {demand} of the points."),
    },
}
"""The sentences of each section, by the fact without which each is left out."""


def statement(policy: Policy) -> str:
    """Return what to hand in, under which names, how it is measured, and what it is worth, in the reader's language."""
    facts = _files(policy) | _measures(policy) | _points(policy)
    texts = (
        "\n- ".join([f"## {_(title)}\n", *(_(rows[need], **facts) for need in rows if facts[need])])
        for title, rows in SECTIONS.items()
    )
    return "\n\n".join([f"# {one_line(policy.name)}", *texts]) + "\n"


def _names(part: Part | None) -> str:
    """Return the names of a file, and whether it may be missing; "" if it is not handed in."""
    text = _(" or ").join(f"`{name}`" for name in part.file) if part else ""
    return _("{names} (optional)", names=text) if part and not part.required else text


def _files(policy: Policy) -> dict[str, object]:
    has, missing = policy.submissions, policy.fallbacks.ratings
    ranking, ratings = has.ranking or RankingPart(file=["-"]), has.ratings or RatingsPart(file=["-"])
    exercise = has.exercise or ExercisePart(file=["-"], class_code="-", measures=["-"])
    return {
        "ranking": _names(has.ranking),
        "formats": _(" or ").join(f"`{FORMATS[form]}`" for form in FORMATS if ranking.format in (form, "any")),
        "lists": has.ranking and f"`{policy.data.validation if ranking.users == 'validation' else ranking.users}`",
        "length": ranking.length,
        "train": policy.data.train,
        "removed": has.ranking and ranking.seen == "removed",
        "empty": has.ranking and policy.fallbacks.users == "empty",
        "refused": has.ranking and policy.fallbacks.users == "refused",
        "ratings": _names(has.ratings),
        "pairs": has.ratings and f"`{policy.data.validation if ratings.pairs == 'validation' else ratings.pairs}`",
        "consequence": _(CONSEQUENCES["number"], n=number(missing))
        if isinstance(missing, float)
        else _(CONSEQUENCES[missing]),
        "claims": _names(has.claims),
        "example": "{" + ", ".join(f'"{spoken(title)}": 0.5' for title in policy.claims or policy.by_title) + "}",
        "exercise": _names(has.exercise),
        "exercise_measures": ", ".join(exercise.measures),
        "exercise_decimals": exercise.decimals,
        "convention": _(convention_of(exercise.convention).title),
        "minutes": exercise.minutes,
        "by_hand": ", ".join(policy.points.by_hand),
        "functions": policy.functions,
        "file_mb": number(policy.limits.file_mb),
        "unpacked_mb": number(policy.limits.unpacked_mb),
        "folder": _("my_folder"),
        "policy": policy.source.name,
    }


def _measure(title: str, measure: Measure) -> str:
    """Return a measure in words: what it is, its parameters and its convention."""
    words = (
        _(measure.metric.title),
        spoken(measure.label.partition(", ")[2]),
        _("convention: {name}", name=_(CONVENTIONS[measure.convention].title))
        if measure.metric.kind == "ranking"
        else "",
    )
    return f"**{spoken(title)}**: {', '.join(filter(None, words))}"


def _measures(policy: Policy) -> dict[str, object]:
    return {
        "measures": "\n- ".join(_measure(title, measure) for title, measure in policy.by_title.items()),
        "threshold": policy.of_kind("ranking") and number(policy.relevance_threshold),
        "unrated": ", ".join(map(number, policy.data.unrated)),
        "mean": policy.of_kind("ranking"),
        "decimals": policy.decimals,
        "tolerance": number(policy.tolerance or 0.5 * 10**-policy.decimals, fixed=13).rstrip("0"),
    }


def _points(policy: Policy) -> dict[str, object]:
    late, scale = policy.late or Late(per_day=ZERO), policy.scale or Scale()
    has_numbers = bool(policy.claims or policy.points.exercise)
    shares = {"rounded": share_of_codes(["rounded"], policy)} | policy.variants if has_numbers else {}
    return {
        "parts": "\n- ".join(
            f"{part_name(part)}: {local_points(points)}" for part, points in policy.maxima.items() if points
        ),
        "full": local_points(policy.full),
        "format": policy.points.format,
        "shares": "\n- ".join(
            _("{what}: the number keeps {share} % of its points.", share=local_points(100 * share), what=meaning(code))
            for code, share in shares.items()
        ),
        "wrong": has_numbers,
        "once": has_numbers and policy.charge == "once",
        "each": has_numbers and policy.charge == "each",
        "reject": ", ".join(map(meaning, policy.reject)),
        "ranked_by": ", ".join(map(spoken, policy.ranked_by)),
        "bonus": policy.bonus and "; ".join(map(local_points, policy.bonus.points)),
        "per_day": late.per_day and local_points(late.per_day),
        "per_hour": late.per_hour and local_points(late.per_hour),
        "at_most": late.at_most is not None and local_points(late.at_most),
        "deadline": late.deadline and f"{late.deadline:%Y-%m-%d %H:%M} {late.deadline.tzinfo}",
        "grace": late.grace,
        "scale": policy.scale,
        "lowest": local_points(scale.lowest),
        "highest": local_points(scale.highest),
        "passing": local_points(scale.passing),
        "demand": f"{local_points(100 * scale.demand)} %",
    }
