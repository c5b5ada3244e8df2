"""Findings: what a checker has to say about what was handed in. Each kind has a stable code, a level and one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from metrics_edu.language import N_, QUOTED, Counted, _, quoted, translated
from metrics_edu.working.labels import one_line

MEGABYTE = 1_000_000
MAX_SENTENCE = (
    300  # the number of characters of a whole sentence that are shown; of anything else, as many as are quoted
)
SENTENCES = {
    ("CLAIM_READ", "value"),
    ("GRADESCOPE", "why"),
    ("NO_OWNER", "near"),
    ("READ_AS", "why"),
    ("UNREADABLE", "why"),
    ("ZERO_HITS", "why"),
    ("NO_FILE", "advice"),
}
"""The places of findings that hold a whole sentence, which quotes by itself."""
Level = Literal["error", "warning", "note"]
LEVELS: dict[Level, str] = {"error": N_("Error"), "warning": N_("Warning"), "note": N_("Note")}
"""From the worst on."""
FINDINGS: dict[str, tuple[Level, str, str]] = {
    # what there is
    "NO_FILE": ("error", N_("a file is missing"), N_("There is no {wanted}. Found: {value}. {advice}")),
    "TWO_FILES": ("error", N_("two files for one part"), N_("Two files could be {wanted}: {value}. Hand in only one.")),
    "WHOSE": (
        "error",
        N_("files of several people"),
        N_(
            "These files may be of several people: {value}. No file was read. Put the files of each person into a separate "
            "folder."
        ),
    ),
    "NOTHING": ("error", N_("nothing handed in"), N_("Nothing was handed in.")),
    "NO_OWNER": (
        "warning",
        N_("a file without an owner"),
        N_(
            "The name of {name} does not show whose it is; it was not read. Put it into a folder with the name or the id of "
            "its student.{near}"
        ),
    ),
    "GRADESCOPE": (
        "warning",
        N_("a list of Gradescope that cannot be read"),
        N_("{why}. It does not show whose the folders are. Export the submissions from Gradescope again."),
    ),
    "TWO_KEYS": (
        "warning",
        N_("files under two names"),
        N_("{student} handed in files under several names: {value}. They were read as one submission."),
    ),
    "TWO_PEOPLE": (
        "warning",
        N_("two people under one name"),
        N_(
            "The LMS has several people whom the roster knows only as {student}: {value}. None of their files was read. Add "
            "the number of the LMS to the roster, in another column."
        ),
    ),
    "NAMESAKE": (
        "warning",
        N_("a person's name with another number"),
        N_(
            "{name} has the name of {student}, and not the number that the roster has for them; it was not read. If it is "
            "theirs, correct the number in the roster."
        ),
    ),
    "ALIKE": (
        "warning",
        N_("two people with names alike"),
        N_(
            "The names of {student} and {other} are alike. A file that has only the shorter name is not read if the other "
            "person handed in nothing. Add the numbers of the LMS to the roster, in another column."
        ),
    ),
    "SHARED": (
        "note",
        N_("a person with the files of the group"),
        N_("{student} handed in nothing and shares the files of the group {group}."),
    ),
    "LARGE_GROUP": (
        "warning",
        N_("a large group that shares files"),
        N_(
            "{student} handed in nothing and shares the files of {group}, a large group (people: {count}). If it is a "
            "section, give that column of the roster another name."
        ),
    ),
    "MATES": (
        "error",
        N_("a person whose mates handed in different files"),
        N_(
            "{student} handed in nothing, and the mates of the group {group} handed in different files: {others}. Decide which "
            "files belong to {student}, and copy them into a folder named {student}."
        ),
    ),
    "SEPARATE": (
        "note",
        N_("a group with different files"),
        N_(
            "The members of the group {group} handed in different files: {value}. Each member is graded on their own files."
        ),
    ),
    "TOO_LARGE": (
        "error",
        N_("a file or archive over the limit"),
        N_(
            "{name} has {value} bytes; the limit is {most}. Hand in only what the homework asks for, without data or "
            "programs."
        ),
    ),
    "TOO_MANY_FILES": (
        "error",
        N_("too many files"),
        Counted(
            "{name} has more than {most} file; it was not read. Hand in only the files that the homework asks for.",
            "{name} has more than {most} files; it was not read. Hand in only the files that the homework asks for.",
            "most",
        ),
    ),
    "TOO_MANY_ROWS": (
        "error",
        N_("too many rows"),
        N_(
            "{name} has {value} rows; the limit is {most}. Write only the rows of the users that the homework asks for."
        ),
    ),
    "BAD_ZIP": (
        "error",
        N_("an archive that cannot be unpacked"),
        N_("{name} cannot be unpacked ({why}). Pack it again, without a password."),
    ),
    "EMPTY": (
        "error",
        N_("an empty file"),
        N_("{name} is empty. Hand it in again. If it is not empty in the LMS, its copy is damaged: download it again."),
    ),
    "BAD_PATH": (
        "warning",
        N_("a file outside the submission"),
        N_("{name} points outside the submission; it was not read. Pack the files themselves, without their folders."),
    ),
    "LINK": (
        "warning",
        N_("a link instead of a file"),
        N_("{name} is a link; links are not followed. Hand in the file itself."),
    ),
    "UNREADABLE": ("error", N_("a file that cannot be read"), "{why}"),
    "FORMAT": (
        "error",
        N_("not the required format"),
        N_("{name} is {value}; {wanted} is required. Write it in that format."),
    ),
    "ENCODING": (
        "note",
        N_("text that is not UTF-8"),
        N_(
            "{name} is not UTF-8 text and was read as text of Windows (cp1252). If an accent is wrong in the ids, save "
            "the file as CSV UTF-8."
        ),
    ),
    "READ_AS": ("note", N_("columns without names"), N_("{why}")),
    # lists
    "MISSING_USERS": (
        "error",
        N_("users without a list"),
        N_("Users without a list: {count} of {whole}, such as {some}."),
    ),
    "EXTRA_USERS": (
        "error",
        N_("users that were not requested"),
        N_("Users that were not requested: {count}, such as {some}. Their lists were not read."),
    ),
    "LENGTH": (
        "error",
        N_("lists of the wrong length"),
        Counted(
            "Lists that do not have {n} item: {count}. User {user} has {value}{where}.",
            "Lists that do not have {n} items: {count}. User {user} has {value}{where}.",
            "n",
        ),
    ),
    "DUPLICATES": (
        "error",
        N_("an item twice in a list"),
        N_(
            "Lists with an item twice: {count}. User {user} has item {item} at ranks {first} and {second}{where}. "
            "Only the first counts."
        ),
    ),
    "TIED_RANKS": (
        "warning",
        N_("equal ranks or scores"),
        N_("Lists with two items of equal rank or score: {count}. These items keep the order of the file."),
    ),
    "RANK_SCORE": (
        "warning",
        N_("rank and score that disagree"),
        N_("Lists in which rank and score disagree: {count}. They are sorted by {column}."),
    ),
    "SEEN_KEPT": (
        "warning",
        N_("items of the train data in the lists"),
        N_(
            "Recommended items that their user has in the train data: {count} of {whole}, such as item {item} of "
            "user {user}{where}. They were removed; recommend items that the user does not know."
        ),
    ),
    "SHIFTED_IDS": (
        "warning",
        N_("ids shifted by one"),
        N_(
            "The ids of the {what} look shifted by one. {count} of {whole} recommended items are in their user's "
            "train data and were removed; with {by} added to the ids, almost none are."
        ),
    ),
    "INNER_IDS": (
        "warning",
        N_("internal numbers instead of ids"),
        N_(
            "The ids of the {what} look like the internal numbers of a library (0, 1, 2, ...). {count} of {whole} "
            "recommended items are in their user's train data and were removed, but {why}. Hand in the ids of the "
            "course."
        ),
    ),
    "UNKNOWN_ITEMS": (
        "warning",
        N_("items that are not in the data"),
        N_(
            "Recommended items that are not in the data of the course: {share} %, such as {some}. Ids of the course "
            "look like {known}."
        ),
    ),
    "TRANSPOSED": (
        "error",
        N_("columns user and item swapped"),
        N_("Users and items look swapped: check the columns user and item. Nothing was computed from them."),
    ),
    "ZERO_HITS": ("warning", N_("no hit in any list"), N_("No list has a hit, so every ranking measure is 0. {why}")),
    "ID_TYPE": (
        "note",
        N_("ids written as text"),
        N_(
            'The ids of the items are text in {name} (such as "{value}") and numbers in the data. They were read as '
            "equal; otherwise no item would be found."
        ),
    ),
    # ratings
    "MISSING_PAIRS": (
        "error",
        N_("ratings that are missing"),
        N_("Ratings that are missing: {count} of {whole}, such as user {user} and item {item}. {consequence}"),
    ),
    "EXTRA_PAIRS": (
        "warning",
        N_("ratings that were not requested"),
        N_("Ratings that were not requested: {count}, such as user {user} and item {item}. They were not read."),
    ),
    "TWICE": (
        "error",
        N_("a pair rated twice"),
        N_(
            "Pairs that are rated twice: {count}. User {user} and item {item}{where}. "
            "Only the first rating of a pair counts."
        ),
    ),
    "OFF_SCALE": (
        "warning",
        N_("ratings off the scale"),
        N_(
            "Ratings that are not from {low} to {high}: {count}, such as {value} for user {user} and item "
            "{item}{where}."
        ),
    ),
    "EQUALS_TRUTH": (
        "warning",
        N_("numbers equal to the true ratings"),
        N_(
            "Numbers in {name} that equal the true ratings: {count} of {whole}. If another column has your predicted ratings, "
            "call it prediction and hand the file in again."
        ),
    ),
    "CONSTANT": ("note", N_("one rating for all"), N_("Every rating is {value}.")),
    # claims and exercise
    "UNKNOWN_CLAIM": ("warning", N_("a number for an unknown measure"), N_("{value}; this number was not compared.")),
    "CHECKSUM": (
        "warning",
        N_("an exercise file that was cut or edited"),
        N_(
            "{name} was cut or edited after it was saved: its checksum does not match. Hand in the file as it was "
            "saved."
        ),
    ),
    "OTHER_CLASS": (
        "error",
        N_("an exercise of another class"),
        N_("{name} was made for class {value}; expected {wanted}. Hand in the file of your class."),
    ),
    "OTHER_EXERCISE": (
        "error",
        N_("another exercise"),
        N_(
            "{name} contains the exercise {value}; the policy requires {wanted}. Do that exercise, and hand in its file."
        ),
    ),
    "SAME_STUDENT": (
        "warning",
        N_("an exercise handed in by several students"),
        N_("This is the exercise of student {student}; {others} also handed it in."),
    ),
    "OTHER_STUDENT": (
        "warning",
        N_("an exercise under another id"),
        N_("The exercise was done under the id {student}, which is not that of the person who handed it in."),
    ),
    "TWO_CLAIMS": (
        "warning",
        N_("two numbers for one measure"),
        N_("There are two numbers for {measure}: {value} and {other}. None was compared; report only one."),
    ),
    "CLAIM_READ": (
        "warning",
        N_("a number that was read as meant"),
        N_("Read as meant: {value}. Check these numbers."),
    ),
    "CLAIMS_FILE": (
        "warning",
        N_("numbers in a file of another name"),
        N_("There is no {wanted}; the numbers of {name} were read."),
    ),
    "TIME_OVER": ("warning", N_("answers after the time limit"), N_("Answers saved after the time limit: {count}.")),
    "VALUES_SHOWN": (
        "note",
        N_("values already shown"),
        N_("{name}: the sheet has shown the values and workings, so it accepts no more answers."),
    ),
    # the teacher's own files
    "UNKNOWN_ID": (
        "warning",
        N_("an id that is not in the class"),
        N_(
            "{name}, line {line}: {value!r} names no person of the class, or several. Correct the id; the line was not used."
        ),
    ),
    "TIME_UNREAD": (
        "warning",
        N_("a time that cannot be read"),
        N_(
            "{name}, line {line}: {value!r} is not a time in English or Spanish, or such as 2026-11-27 23:59. The line was "
            "not used."
        ),
    ),
    "TIME_OWNER": (
        "warning",
        N_("times of people who are not in the class"),
        N_(
            "{name}: these lines have a time, and name no person of the class, or several: {value}. Check their ids. People of "
            "another class change nothing."
        ),
    ),
    "DAYS": (
        "warning",
        N_("days late that cannot be read"),
        N_("{name}, line {line}: {value!r} is not a number of days from 0 to {most}. The line was not used."),
    ),
    "HAND_PART": (
        "warning",
        N_("an unknown part in the points by hand"),
        N_(
            "{name}, line {line}: {value!r} is not a part of this policy. Write one of {allowed}. For a "
            "deadline, the policy needs the key late.deadline. The line was not used."
        ),
    ),
    "HAND_VALUE": (
        "warning",
        N_("unreadable points by hand"),
        N_(
            "{name}, line {line}: {value!r} cannot be used for {part}. Write a number, excused or void (for bonus and "
            "late a number, for deadline a time such as 2026-11-30 23:59). The line was not used."
        ),
    ),
    "HAND_TWICE": (
        "warning",
        N_("two lines for one part"),
        N_("{name}, lines {first} and {line}: both are about {part} of {who}. The last one counts; delete the other."),
    ),
    "HAND_ABOVE": (
        "warning",
        N_("points above the maximum"),
        N_("{name}, line {line}: {value} for {part} is above the maximum, {most}. The points count; check them."),
    ),
    "HAND_COMMA": (
        "note",
        N_("a decimal comma in the points by hand"),
        N_("{name}, line {line}: {value} was read as {points}."),
    ),
    "HAND_CUT": (
        "warning",
        N_("points by hand that a comma may have cut"),
        N_(
            "{name}, line {line}: the comment on {part} is only the number {value}. If it is the decimals of the points, write "
            'a point or quotes, such as 0.5 or "0,5". The line was not used.'
        ),
    ),
    "EXTENSION": (
        "warning",
        N_("a new deadline, and no time of the submission"),
        N_(
            "{who} has a new deadline and is marked as late, but no time of the submission is known. One day or hour "
            "was counted; write the points of the part late by hand."
        ),
    ),
    "FAILED": ("error", N_("the checker itself failed"), N_("The checker itself failed: {why}")),
}
"""Of each code the level, a few words for tables, and the sentence."""
NOT_GRADED = (
    "FAILED",
    "WHOSE",
    "MATES",
    "BAD_ZIP",
    "NO_FILE",
    "TWO_FILES",
    "UNREADABLE",
    "EMPTY",
    "TOO_LARGE",
    "TOO_MANY_FILES",
    "TOO_MANY_ROWS",
    "FORMAT",
    "TRANSPOSED",
    "OTHER_CLASS",
    "OTHER_EXERCISE",
    "OTHER_STUDENT",
    "SAME_STUDENT",
    "CHECKSUM",
    "EQUALS_TRUTH",
)
"""The codes of what was not read to its end, or may be another person's: a human has to look.

Of all other errors the policy says what they cost.
"""


FILE_MISTAKES = ("SHIFTED_IDS", "INNER_IDS", "LISTS_REVERSED", "TRAIN_AS_TRUTH", "TRANSPOSED")
"""The codes of mistakes in a file that explain several numbers."""
PERCENTAGE = "percentage"
"""The code of a number that may be a percentage without the sign."""


@dataclass(frozen=True)
class Finding:
    """What was found, in the reader's language."""

    code: str  # stable: one of FINDINGS
    text: str

    @property
    def level(self) -> Level:
        """How much it matters: errors cost the points of the format, warnings and notes cost nothing by themselves."""
        return FINDINGS[self.code][0]

    @property
    def in_short(self) -> str:
        return _(FINDINGS[self.code][1])

    @property
    def called(self) -> str:
        return _(LEVELS[self.level])

    def __str__(self) -> str:
        return f"{self.called}: {self.text}"


class Unusable(ValueError):  # noqa: N818 - it is no error of the program
    """What was handed in cannot be used; `finding` says why."""

    def __init__(self, code: str, **facts: Any) -> None:
        self.finding = finding(code, **facts)
        super().__init__(self.finding.text)


def finding(code: str, **facts: Any) -> Finding:
    """Say what was found; long ids and reasons are cut."""
    for name, fact in facts.items():
        if not isinstance(fact, (int, float)):
            facts[name] = quoted(one_line(fact), MAX_SENTENCE if (code, name) in SENTENCES else QUOTED, str)
    for name in ("where", "near"):
        if facts.get(name):
            facts[name] = f" {facts[name]}"
    return Finding(code, translated(FINDINGS[code][2], **facts))
