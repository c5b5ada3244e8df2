"""Which known mistakes a learner makes: what earlier answers say about the codes that fit, and the feedback about them.

Everything follows from the first answers in the learner's record. An answer keeps the codes that were believed; one code alone
was named. The simulated students of `benchmarks/tutor.py` measure this rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from metrics_edu.language import N_, _
from metrics_edu.mistakes import MISCONCEPTIONS, Verdict
from metrics_edu.mistakes.diagnosis import MAX_CHANCE, does
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES
from metrics_edu.practice.exercises import Exercise
from metrics_edu.practice.record.record_lines import Event
from metrics_edu.practice.tutor.drill_draws import DRILLED, are_apart, first_showing, shows

DAYS = 1, 3, 7, 16, 35
"""The days after which a mistake returns: after it was made, and after each time it was avoided."""
SHARE_DECIMALS = 4
AVOIDED = 2
"""A mistake is due until it was avoided this number of times since it was named."""
MOST_WRONG = 10
"""The number of last wrong answers that a mistake should explain."""
MOST_LOOKED_AT = 12
"""The number of answers before the last naming of a mistake that say whether it was made steadily."""
SLIPS = "wrong", "out_of_range"
SECOND, THIRD, OFTEN = 2, 3, 5
NAMED_AGAIN = {
    2: N_("This is the second time. {sentence}"),
    3: N_("This is the third time. {sentence}"),
    4: N_("This is the fourth time. {sentence}"),
    5: N_("This is the fifth time. {sentence}"),
    6: N_("This is the sixth time. {sentence}"),
    7: N_("This is the seventh time. {sentence}"),
    8: N_("This is the eighth time. {sentence}"),
    9: N_("This is the ninth time. {sentence}"),
    10: N_("This is the tenth time. {sentence}"),
}
MORE_OFTEN = N_("This is time number {times}. {sentence}")
PRAISE = (
    N_("Good: this time you avoided an earlier mistake (“{what}”): {right} Once more, and it rests for a day."),
    N_("Good: you avoided it again (“{what}”). Now it rests for a day."),
)
UNEXPLAINED = N_("Not right, and no known mistake explains it. Such answers to {metric} so far: {times}.")
AVOIDED_LATER = N_("Good: you avoided it again on {day} (“{what}”).")


def codes_of(answer: Event) -> tuple[str, ...]:
    """Return the codes of an answer that this version knows, and that a Drill can show."""
    known = KNOWN_MISTAKES.keys() if answer.metric in DRILLED else ()
    return tuple(code for code in answer.codes if code in known and first_showing(answer.metric, code))


def share_in(answer: Event, code: str) -> float:
    """Return which share of the right values of other lists a mistake gives: those of this answer and of the ones it repeats.

    A step of a FadedStepper keeps none, and one code alone is certain.
    """
    unknown = 0.0 if len(codes_of(answer)) == 1 else 1.0
    return dict(zip(answer.codes, answer.shares, strict=False)).get(code, unknown)


def named_in(answer: Event) -> str:
    """Return the mistake that an answer named: alone, and not by chance; "" if it named none."""
    codes = codes_of(answer)
    return codes[0] if len(codes) == 1 and share_in(answer, codes[0]) <= MAX_CHANCE else ""


class Followed(NamedTuple):
    """What earlier answers to a metric say of its mistakes."""

    suspects: tuple[str, ...]
    """The codes that explain the last wrong answers, less those that a right answer has ruled out."""
    avoided: dict[str, int]
    """How often each mistake that was named was avoided since, at most 2: right answers on which it shows."""
    shares: dict[str, float] = {}  # noqa: RUF012
    """The share of each suspect on all lists that it fits."""

    @property
    def made(self) -> tuple[str, ...]:
        """The named mistakes that were not yet avoided twice."""
        return tuple(code for code, times in self.avoided.items() if times < AVOIDED)


def last_named(answers: Sequence[Event]) -> dict[tuple[str, str], int]:
    """Return the index of the last answer that named each mistake alone, by metric and code: what came before is settled."""
    return {(answer.metric, code): k for k, answer in enumerate(answers) if (code := named_in(answer))}


def followed(answers: Sequence[Event], metric: str) -> Followed:
    """Return the suspects and the named mistakes of a metric; a right answer rules out suspects that would have shown."""
    left: tuple[str, ...] = ()
    shares: dict[str, float] = {}
    avoided: dict[str, int] = {}
    last = last_named(answers)
    settled = max((k for (of, _code), k in last.items() if of == metric), default=0)
    for k, answer in filter(lambda counted: counted[1].metric == metric, enumerate(answers)):
        if codes := codes_of(answer):
            left = tuple(code for code in codes if code in left) or codes
            shares = {code: share_in(answer, code) for code in left}
            avoided |= dict.fromkeys(codes, 0) if named_in(answer) else {}
        elif answer.outcome == "solved":
            is_named = len(left) == 1 and left[0] in avoided
            left = left if is_named or k < settled else tuple(code for code in left if not shows(answer.name, code))
            due = [code for code in Followed(left, avoided).made if k > last[metric, code]]
            avoided |= {code: avoided[code] + 1 for code in due if shows(answer.name, code)}
    return Followed(left, avoided, {code: shares[code] for code in left})


def overcame(answers: Sequence[Event], metric: str, count: int) -> bool:
    """Return whether the last mistake was made steadily, and then a number of answers followed.

    It was named twice or more, and made wherever it shows. Who errs now and then does not do so.
    """
    last = {code: k for (of, code), k in last_named(answers).items() if of == metric}
    code = max(last, key=lambda code: last[code], default="")
    own = [k for k, answer in enumerate(answers) if answer.metric == metric and answer.what != "stepped"]
    until = [answers[k] for k in own if code and k <= last[code]]
    is_steady = len(own) - len(until) >= count and [*map(named_in, until)].count(code) > 1
    until = until[-MOST_LOOKED_AT:]
    return is_steady and not any(answer.outcome == "solved" and shows(answer.name, code) for answer in until)


def times_named(events: Sequence[Event], metric: str, code: str) -> int:
    """Return the number of exercises in which a mistake was named alone, at the first try or a later one."""
    return len({(event.name, event.seed) for event in events if event.metric == metric and named_in(event) == code})


def opens_step(times: int) -> bool:
    """Return whether a naming opens a worked step: the second one, and each from the fifth on."""
    return times == SECOND or times >= OFTEN


def shows_contrast(times: int) -> bool:
    """Return whether a naming shows a contrast: the third one, and every third one after it."""
    return times > 0 and times % THIRD == 0


def believed(answers: Sequence[Event], exercise: Exercise, verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Return the verdicts with the codes that earlier answers leave, and the conventions that do what these do.

    Beside a wrong number that nothing explains, only a mistake that was named before is believed.
    """
    metric = exercise.measure.metric.label()
    codes = [*all_codes(verdicts)]
    if any(verdict.kind in SLIPS and not verdict.question for verdict in verdicts):
        read = {code for verdict in verdicts for code in verdict.read}
        codes = [code for code in codes if code in read or times_named(answers, metric, code)]
    earlier = followed(answers, metric)
    codes = [code for code in codes if code in earlier.suspects] or codes
    again = [code for code in codes if code in earlier.made]
    codes = again if len(again) == 1 else codes
    wrong = [answer for answer in answers if answer.metric == metric and answer.what == "tried"][-MOST_WRONG:]
    misses = {code: sum(code not in answer.codes for answer in wrong) for code in codes}
    return tuple(_limited(verdict, misses, earlier.shares) if verdict.codes else verdict for verdict in verdicts)


def _limited(verdict: Verdict, misses: Mapping[str, int], earlier: Mapping[str, float]) -> Verdict:
    """Return the verdict with some of its codes; the more of the last wrong answers a code misses, the less it is certain."""
    codes = misses.keys()
    left = [code for code in verdict.codes if code in codes]
    same = [
        name
        for name in verdict.conventions
        if any(does(name, code, verdict.measure, verdict.threshold) for code in left)
    ]
    shares = {
        code: min(1.0, verdict.shares.get(code, 1.0) * earlier.get(code, 1.0) * (1 + misses[code])) for code in codes
    }
    is_as_before = len(left) == len(codes) and not any(misses.values())
    limited = replace(verdict.only(left, same), chance=verdict.chance if is_as_before else 1.0)
    return limited.supported(shares)


def return_days(answers: Sequence[Event]) -> dict[tuple[str, str], date | None]:
    """Return the day on which each named mistake returns, by metric and code; None once it is gone for good.

    It is gone for good when it was avoided at each of its returns since it was last named: 1, 3, 7, 16 and 35 days apart.
    Another naming begins anew.
    """
    returns: dict[tuple[str, str], date | None] = {}
    for (metric, code), k in last_named(answers).items():
        since, waits = answers[k].day, [*DAYS]
        for answer in answers[k + 1 :]:
            day = answer.day if answer.metric == metric else None
            is_time = since and day and waits and day >= since + timedelta(waits[0])
            if is_time and answer.outcome == "solved" and shows(answer.name, code):
                since = day
                del waits[0]
        if since and code in MISCONCEPTIONS:
            returns[metric, code] = since + timedelta(waits[0]) if waits else None
    return returns


def coming_back(answers: Sequence[Event]) -> dict[tuple[str, str], date]:
    """Return the days of the mistakes that still return."""
    return {key: day for key, day in return_days(answers).items() if day}


# what a Drill says of it; never the same twice


def all_codes(verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(code for verdict in verdicts for code in verdict.codes))


def shares_of(verdicts: Sequence[Verdict]) -> tuple[float, ...]:
    """Return the share of each of the codes, as a record keeps it."""
    shares = {code: verdict.shares.get(code, 1.0) for verdict in verdicts for code in verdict.codes}
    return tuple(round(share, SHARE_DECIMALS) for share in shares.values())


def mistake_message(events: Sequence[Event], metric: str, verdicts: Sequence[Verdict]) -> str:
    """Return the sentence about the mistakes that fit; "" if none does. `events` are those of other exercises, so far."""
    codes = all_codes(verdicts)
    sentences = [*dict.fromkeys(verdict.text for verdict in verdicts if verdict.codes)]
    is_sure = all(verdict.chance <= MAX_CHANCE for verdict in verdicts if verdict.codes)
    if len(codes) == 1 and is_sure:  # the first sentence: that of the mean differs only in its name
        times = times_named(events, metric, codes[0]) + 1
        text = NAMED_AGAIN.get(times, MORE_OFTEN) if times > 1 else "{sentence}"
        return _(text, times=times, sentence=sentences[0])
    unclear = {
        (event.name, event.seed)
        for event in events
        if event.metric == metric and codes_of(event) and not named_in(event)
    }
    if codes and unclear:
        return _("Not certain yet (answer {times}): {sentence}", times=len(unclear) + 1, sentence=" ".join(sentences))
    return " ".join(sentences)


def avoided_message(
    answers: Sequence[Event], exercise: Exercise, day: date, events: Sequence[Event] | None = None
) -> str:
    """Return what a right answer avoided of what was named before; "" if nothing.

    `answers` are the first ones before this one, and `events` all tries, in which mistakes are counted.
    """
    metric = exercise.measure.metric.label()
    earlier, due = followed(answers, metric), coming_back(answers)
    named = dict.fromkeys(
        [*earlier.made, *(code for (of, code), returns in due.items() if of == metric and returns <= day)]
    )
    texts = []
    for code in [code for code in named if are_apart(exercise, code)]:
        text = PRAISE[earlier.avoided[code]] if code in earlier.made else AVOIDED_LATER
        times = times_named(events or answers, metric, code)
        right = KNOWN_MISTAKES[code].right_way(exercise.measure)
        texts.append(_(text, what=KNOWN_MISTAKES[code].you_do, right=right, day=day.isoformat()))
        texts += [_("Times that you made it so far: {times}.", times=times)] if times > 1 else []
    return " ".join(texts)
