"""What each code of a finding, a mistake or a verdict means, in words."""

from __future__ import annotations

from metrics_edu.language import N_, _
from metrics_edu.metrics import CONVENTIONS
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_homework.findings import FINDINGS
from metrics_homework.judging.judged_claims import NOT_JUDGED

NO_MISTAKE = ("right", *NOT_JUDGED)  # the codes of numbers with which nothing is wrong, whatever the policy says


OTHERS = {  # what the other words in tables mean
    "right": N_("right"),
    "not_attempted": N_("no answer"),
    "not_computed": N_("could not be compared"),
    "convention": N_("right under another convention"),
    "rounded": N_("right, but rounded or cut off"),
    "nearly": N_("off by a unit of the last decimal"),
    "coincidence": N_("right, but computed in another way"),
    "wrong": N_("no known mistake gives this number"),
    "unreadable": N_("not a number"),
    "out_of_range": N_("an impossible number"),
    "NO_NUMBER": N_("a measure without a number"),
    "NUMBER_UNREAD": N_("a number that was not read"),
    "NO_EXERCISE": N_("no file of the exercise"),
    "NO_POINTS": N_("a part that is not graded yet"),
    "percentage": N_("a percentage without the sign %"),
    "LISTS_REVERSED": N_("lists with the worst item first"),
    "TRAIN_AS_TRUTH": N_("train data taken as the truth"),
}


def meaning(code: str) -> str:
    """Say what a code of any kind means; several mistakes or conventions that give a number are beside each other."""
    names = code.split("|")
    if all(name in CONVENTIONS for name in names):
        return _("as in: {names}", names=" / ".join(_(CONVENTIONS[name].title) for name in names))
    return " / ".join(dict.fromkeys(_meaning(name) for name in names if name not in CONVENTIONS))


def _meaning(code: str) -> str:
    if code in KNOWN_MISTAKES:
        return KNOWN_MISTAKES[code].plainly
    return _(FINDINGS[code][1] if code in FINDINGS else OTHERS.get(code, ""))
