"""What the checker says: each kind of finding on a submission made for it, with who, where and what was expected."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from homework.tests.homework_cases import RIGHT, USERS, answers, grade, gradebook, hand_in, make_course, rows_of
from metrics_edu import measure, set_language
from metrics_edu.mistakes.known_mistakes import MISCONCEPTIONS
from metrics_homework import check_submission, read_policy
from metrics_homework.example_class import init_tarea
from metrics_homework.findings import Unusable, finding
from metrics_homework.judging.report import Report
from metrics_homework.submission.claims_file import claims_of, read_claims

pytestmark = pytest.mark.usefixtures("in_turn")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    set_language("en")


PAIRS = [(user, item) for user, item, _grade in rows_of("validation", USERS)]


def ratings(**changed: str) -> str:
    """A right file of ratings, with some cells changed: item of the first user -> text."""
    rows = [f"{user},{item},{changed.get(item, '3.5') if user == 'u1' else '3'}" for user, item in PAIRS]
    return "\n".join(["user,item,rating", *rows]) + "\n"


def report(folder: Path, *more: str, **files: Any) -> Report:
    policy = make_course(folder / "course", *more)
    return check_submission(hand_in(folder / "in", "ana", **files), policy)


def with_user(user: str, items: list[str]) -> dict[str, list[str]]:
    return RIGHT | {user: items}


def wide(mark: str = ",") -> str:
    rows = [[user, *items] for user, items in RIGHT.items()]
    return "\n".join(mark.join(row) for row in [["user", "1", "2", "3"], *rows]) + "\n"


def long(rows: list[tuple[str, str, object]], head: str = "user,item,rank") -> str:
    return "\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n"


TRUE_RATINGS = "user,item,rating\n" + "".join(
    f"{user},{item},{grade}\n" for user, item, grade in rows_of("validation", USERS)
)
RANKED = [(user, item, rank) for user, items in RIGHT.items() for rank, item in enumerate(items, start=1)]

CASES: dict[str, tuple[str, dict[str, Any], str]] = {
    "no ranking": ("NO_FILE", {"notes.txt": "x"}, "There is no ranking.json or ranking.csv. Found: notes.txt."),
    "two rankings": (
        "TWO_FILES",
        {"ranking.json": RIGHT, "ranking.csv": wide()},
        "ranking.csv, ranking.json. Hand in only one.",
    ),
    "cut JSON": (
        "UNREADABLE",
        {"ranking": json.dumps(RIGHT)[:50]},
        "ranking.json ends in the middle, in line 1: was it cut",
    ),
    "no JSON object": ("UNREADABLE", {"ranking": [1, 2]}, "ranking.json: expected an object {user: [items]}; got list"),
    "a user left out": (
        "MISSING_USERS",
        {"ranking": dict(list(RIGHT.items())[1:])},
        "Users without a list: 1 of 6, such as u1.",
    ),
    "a user too many": (
        "EXTRA_USERS",
        {"ranking": RIGHT | {"u99": ["i6"]}},
        "Users that were not requested: 1, such as u99.",
    ),
    "a short list": (
        "LENGTH",
        {"ranking": with_user("u2", ["i6"])},
        "Lists that do not have 3 items: 1. User u2 has 1.",
    ),
    "a short line": ("LENGTH", {"ranking.csv": wide().replace("u2,i7,i8,i9", "u2,i7,,")}, "User u2 has 1 (line 3)."),
    "an item twice": (
        "DUPLICATES",
        {"ranking": with_user("u3", ["i8", "i9", "i8"])},
        "User u3 has item i8 at ranks 1 and 3. Only the first counts.",
    ),
    "an item twice in a file": (
        "DUPLICATES",
        {"ranking.csv": long([*RANKED[:2], ("u1", "i6", 3), *RANKED[3:]])},
        "item i6 at ranks 1 and 3 (lines 2, 4)",
    ),
    "one rank twice": (
        "TIED_RANKS",
        {"ranking.csv": long([(user, item, min(rank, 2)) for user, item, rank in RANKED])},
        "Lists with two items of equal rank or score: 6.",
    ),
    "a rank and a score": (
        "RANK_SCORE",
        {
            "ranking.csv": long(
                [(u, i, f"{rank},{rank if u == 'u1' else 9 - rank}") for u, i, rank in RANKED], "user,item,rank,score"
            )
        },
        "Lists in which rank and score disagree: 1. They are sorted by rank.",
    ),
    "no names of columns": (
        "READ_AS",
        {"ranking.csv": long(RANKED[1:], ",".join(map(str, RANKED[0])))},
        "ranking.csv has no header. Its columns were read as: 1 user, 2 item, 3 rank.",
    ),
    "ratings without names of columns": (
        "READ_AS",
        {"ranking": RIGHT, "ratings.csv": ratings().removeprefix("user,item,rating\n")},
        "ratings.csv has no header. Its columns were read as: 1 user, 2 item, 3 score.",
    ),
    "an item of train": (
        "SEEN_KEPT",
        {"ranking": with_user("u4", ["i1", "i10", "i11"])},
        "1 of 18, such as item i1 of user u4. They were removed",
    ),
    "inner numbers": (
        "UNKNOWN_ITEMS",
        {"ranking": {user: [f"{k}", f"{k}0", f"{k}00"] for k, user in enumerate(USERS, 1)}},
        "not in the data of the course: 100 %, such as 1, 10, 100. Ids of the course look like i0, i1, i10",
    ),
    "no hit": (
        "ZERO_HITS",
        {"ranking": {user: ["x", "y", "z"] for user in USERS}},
        "Are they internal numbers of a library, not ids?",
    ),
    "columns swapped": (
        "TRANSPOSED",
        {"ranking.csv": long([(item, user, rank) for user, item, rank in RANKED])},
        "check the columns user and item",
    ),
    "a rating left out": (
        "MISSING_PAIRS",
        {"ranking": RIGHT, "ratings.csv": ratings().replace("u6,i11,3\n", "")},
        "Ratings that are missing: 1 of 36, such as user u6 and item i11. RMSE and MAE are not computed.",
    ),
    "a rating too many": (
        "EXTRA_PAIRS",
        {"ranking": RIGHT, "ratings.csv": ratings() + "u6,i0,3\n"},
        "such as user u6 and item i0",
    ),
    "a pair twice": (
        "TWICE",
        {"ranking": RIGHT, "ratings.csv": ratings() + "u6,i11,4\n"},
        "User u6 and item i11 (lines 37, 38).",
    ),
    "a rating of 7": (
        "OFF_SCALE",
        {"ranking": RIGHT, "ratings.csv": ratings(i7="7")},
        "1, such as 7 for user u1 and item i7 (line 3)",
    ),
    "one rating": ("CONSTANT", {"ranking": RIGHT, "ratings.csv": ratings().replace("3.5", "3")}, "Every rating is 3."),
    "the true ratings": (
        "EQUALS_TRUTH",
        {"ranking": RIGHT, "ratings.csv": TRUE_RATINGS},
        "Numbers in ratings.csv that equal the true ratings: 36 of 36.",
    ),
    "lists by the true ratings": (
        "EQUALS_TRUTH",
        {"ranking.csv": TRUE_RATINGS},
        "Numbers in ranking.csv that equal the true ratings: 36 of 36.",
    ),
    "no number": (
        "UNREADABLE",
        {"ranking": RIGHT, "ratings.csv": ratings(i7="nan")},
        "ratings.csv, line 3: the rating must be a finite",
    ),
    "decimal commas among commas": (
        "UNREADABLE",
        {"ranking": RIGHT, "ratings.csv": ratings(i7="3,5")},
        "line 3: expected at most 3 fields; got 4 (are commas used as decimal marks?)",
    ),
    "claims of another name": (
        "CLAIMS_FILE",
        {"ranking": RIGHT, "claims.txt": "MAP@3: 0.5"},
        "There is no claims.json or claims.csv; the numbers of claims.txt were read.",
    ),
    "a loosely written claim": (
        "CLAIM_READ",
        {"ranking": RIGHT, "claims": {"map_at_3": "≈0.5"}},
        "Read as meant: map_at_3 ≈0.5 (MAP@3 0.5). Check these numbers.",
    ),
    "an unknown claim": (
        "UNKNOWN_CLAIM",
        {"ranking": RIGHT, "claims": {"HitRate": 0.5}},
        "'HitRate' is not one of the measures MAP@3",
    ),
    "an edited exercise": (
        "CHECKSUM",
        {"ranking": RIGHT, "exercise": answers() | {"student": "beto"}},
        "its checksum does not match",
    ),
    "another class": (
        "OTHER_CLASS",
        {"ranking": RIGHT, "exercise": answers(class_code="b")},
        "was made for class b; expected small",
    ),
    "answers too late": (
        "TIME_OVER",
        {"ranking": RIGHT, "exercise": answers(times={"AP@5": [1_700_009_000, 1_700_000_000]})},
        "after the time limit: 1.",
    ),
    "an exercise whose values were shown": (
        "VALUES_SHOWN",
        {"ranking": RIGHT, "exercise": answers(shown=1_700_000_900)},
        "the sheet has shown the values and workings",
    ),
    "a cut exercise": (
        "UNREADABLE",
        {"ranking": RIGHT, "exercise": json.dumps(answers())[:80]},
        "is not an exercise file, or it was cut off",
    ),
    "an exercise of no convention": (
        "UNREADABLE",
        {"ranking": RIGHT, "exercise": answers(convention=None)},
        "is not an exercise file",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_bad_submission_gets_the_expected_finding(tmp_path: Path, case: str) -> None:
    code, files, text = CASES[case]
    policy = make_course(tmp_path / "course")
    if code == "OFF_SCALE":
        policy.write_text(policy.read_text().replace("test: hidden/test.csv}", "scale: [1, 5]}"))
    found = check_submission(hand_in(tmp_path / "in", "ana", **files), policy)
    said = {one.code: one.text for one in found.findings}
    assert code in said, said
    assert text in said[code]
    assert said[code] in found.text()


def test_a_file_in_the_wrong_format_is_rejected(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    policy.write_text(policy.read_text().replace("length: 3", "length: 3, format: json"))
    found = check_submission(hand_in(tmp_path / "in", "ana", **{"ranking.csv": wide()}), policy)
    assert [one.code for one in found.findings] == ["FORMAT"]
    assert found.read.run is None
    assert "Everything that needs the ranking." in found.text()


@pytest.mark.parametrize(
    "files",
    [
        {"ranking": RIGHT},
        {"ranking.csv": wide()},
        {"ranking.csv": wide(";").replace("\n", ";;\r\n")},
        {"ranking.csv": "sep=;\r\n" + wide(";")},
        {"ranking.csv": '\ufeff"sep=,"\n' + long(RANKED).replace("\n", ",,\n")},
        {"ranking": RIGHT, "ratings.csv": "sep=;\n" + ratings().replace(",", ";").replace("\n", ";\n")},
        {"ranking.csv": wide(";")},
        {"ranking.csv": "\ufeff" + wide("\t").replace("\n", "\r\n")},
        {"ranking.csv": long(RANKED)},
        {"Ranking.CSV": long([(u, i, -r) for u, i, r in RANKED][::-1], "user,item,score")},
    ],
)
def test_every_format_gives_the_same_values_without_findings(tmp_path: Path, files: dict[str, Any]) -> None:
    found = report(tmp_path, **files)
    assert found.findings == []
    assert report(tmp_path / "json", ranking=RIGHT).values.items() <= found.values.items()


def test_checking_one_file_reports_no_missing_files(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    own = hand_in(tmp_path / "in", "ana")
    found = check_submission(own / "ranking.json", policy)
    assert found.findings == []
    assert found.values["MAP@3"] > 0


# Ids


USERS_OF_NUMBERS = [str(100 + k) for k in range(6)]


def numbered(folder: Path, lists: dict[str, list[Any]], *, users: list[str] = USERS_OF_NUMBERS, **files: Any) -> Report:
    """A course whose ids are whole numbers."""
    policy = make_course(folder / "course", users=users)
    for path in policy.parent.rglob("*.csv"):
        path.write_text(re.sub(r",i(\d+),", r",\1,", path.read_text()))
    return check_submission(hand_in(folder / "in", "ana", ranking=lists, **files), policy)


def test_ids_written_as_text_match_numbers_and_give_a_finding(tmp_path: Path) -> None:
    numbers = {str(100 + k): [6 + (k + place) % 6 for place in range(3)] for k in range(6)}
    texts = {user: [str(item) for item in items] for user, items in numbers.items()}
    plain = numbered(tmp_path / "a", numbers)
    found = numbered(tmp_path / "b", texts, claims={"MAP@3": 0.0})
    assert found.values == plain.values
    assert [one.code for one in found.findings] == ["ID_TYPE"]
    assert plain.findings == []
    assert "ID_TYPE" in found.claims[0].code


SHIFTS = {"items +1": (0, 1, "−1"), "items −1": (0, -1, "+1"), "users −1": (-1, 0, "+1")}


@pytest.fixture(scope="module")
def rehearsal(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, list[int]], list[str]]:
    """The example's policy, ana's lists, and the items of the train data, each once and in their order."""
    policy = init_tarea(tmp_path_factory.mktemp("example") / "tarea")
    lists = json.loads((policy.parent / "submissions" / "ana" / "ranking.json").read_text())
    items = [line.split(",")[1] for line in (policy.parent / "data" / "train.csv").read_text().splitlines()[1:]]
    return policy, lists, items


def handed(folder: Path, policy: Path, lists: dict[Any, list[Any]], **claims: float) -> Report:
    return check_submission(
        hand_in(folder, "ana", ranking=lists, claims=claims) / "ranking.json", policy, claims=claims
    )


@pytest.mark.parametrize("shift", SHIFTS)
def test_shifted_ids_are_not_mistaken_for_train_items(tmp_path: Path, rehearsal: Any, shift: str) -> None:
    policy, lists, _items = rehearsal
    user, item, back = SHIFTS[shift]
    moved = {int(name) + user: [one + item for one in items] for name, items in lists.items()}
    found = handed(tmp_path / "a", policy, moved)
    said = {one.code: one.text for one in found.findings}
    assert "SEEN_KEPT" not in said
    assert f"with {back} added to the ids" in said["SHIFTED_IDS"]
    assert f"The ids of the {shift.split()[0]} look shifted by one" in said["SHIFTED_IDS"]
    kept = MISCONCEPTIONS["SEEN_KEPT"].value(measure("AP@10"), found.read.run)
    assert "SEEN_KEPT" not in handed(tmp_path / "b", policy, moved, **{"MAP@10": round(kept, 9)}).claims[0].code


ORDERS: dict[str, Callable[[list[str]], list[str]]] = {
    "as they come first": lambda items: list(dict.fromkeys(items)),
    "as text": lambda items: sorted({*items}),
    "by popularity": lambda items: [item for item, _count in Counter(items).most_common()],
}


@pytest.mark.parametrize("order", ORDERS)
def test_inner_ids_are_not_mistaken_for_train_items(tmp_path: Path, rehearsal: Any, order: str) -> None:
    policy, lists, items = rehearsal
    place = {item: k for k, item in enumerate(ORDERS[order](items))}
    inner = {user: [place.get(str(item), 119) for item in own] for user, own in lists.items()}
    codes = {one.code for one in handed(tmp_path, policy, inner).findings}
    assert codes & {"INNER_IDS", "SHIFTED_IDS"}
    assert "SEEN_KEPT" not in codes


@pytest.mark.parametrize(
    ("many", "why"), [(False, "many ids are not in the data of the course"), (True, "without large gaps")]
)
def test_unordered_inner_item_ids_are_not_mistaken_for_train_items(
    tmp_path: Path, rehearsal: Any, many: bool, why: str
) -> None:
    policy, lists, items = rehearsal
    place = {item: k for k, item in enumerate(np.random.default_rng(3).permutation(sorted({*items})).tolist())}
    inner = {user: [place.get(str(item), 119) for item in own] for user, own in lists.items()}
    if many:
        inner = {user: [(10 * k + rank) % 120 for rank in range(10)] for k, user in enumerate(lists)}
    said = {one.code: one.text for one in handed(tmp_path, policy, inner).findings}
    assert "SEEN_KEPT" not in said
    assert said["INNER_IDS"].startswith("The ids of the items look like the internal numbers of a library")
    assert why in said["INNER_IDS"]


def test_inner_user_ids_do_not_cause_train_item_findings(tmp_path: Path) -> None:
    users = [str(1 + k) for k in range(12)]
    order = np.random.default_rng(0).permutation(12).tolist()
    inner = {str(order[k]): [(k + place) % 12 for place in range(3)] for k in range(12)}
    found = numbered(tmp_path, inner, users=users)
    said = {one.code: one.text for one in found.findings}
    assert "SEEN_KEPT" not in said
    assert "The ids of the users look like the internal numbers of a library" in said["INNER_IDS"]
    assert "the ids go from 0 to 11 without large gaps" in said["INNER_IDS"]


def test_every_recommender_s_train_items_are_reported(tmp_path: Path, rehearsal: Any) -> None:
    policy, lists, items = rehearsal
    popular = [int(item) for item, _count in Counter(items).most_common(10)]
    rng = np.random.default_rng(1)
    for name, own in {
        "popular": dict.fromkeys(lists, popular),
        "random": {user: rng.permutation(np.arange(1, 121))[:10].tolist() for user in lists},
        "one": lists | {"1001": popular},
    }.items():
        assert "SEEN_KEPT" in {one.code for one in handed(tmp_path / name, policy, own).findings}, name


# Claims


def test_a_mistake_is_explained_with_the_first_user_showing_it(tmp_path: Path) -> None:
    right = report(tmp_path / "a", ranking=RIGHT)
    run = right.read.run
    assert run is not None
    value = MISCONCEPTIONS["AP_NO_REL"].value(measure("AP@3"), run)
    found = report(tmp_path / "b", ranking=RIGHT, claims={"map": round(value, 6), "nDCG@3": right.values["nDCG@3"]})
    claim = found.claims[0]
    assert claim.code == "AP_NO_REL"
    working = claim.workings[0]
    asked, wrong = measure("AP@3"), MISCONCEPTIONS["AP_NO_REL"]
    each = {user: run.ranking.user(user) for user in run.ranking.users or []}
    differing = [user for user, own in each.items() if abs(asked(own) - wrong.value(asked, own)) > 1e-9]
    assert working.user == differing[0]
    assert working.wrong is not None
    assert working.wrong.value == pytest.approx(working.wrong_value)
    text = found.text()
    assert "P@i was averaged over all ranks; MAP@3 adds P@i only where the item is relevant." in text
    assert re.search(rf"Right, for user {working.user} +\|  With the mistake: P@i was averaged over all ranks", text)
    assert found.claims[1].code == "right"


def test_mistakes_giving_one_number_are_listed_with_their_workings(tmp_path: Path) -> None:
    run = report(tmp_path / "a", ranking=RIGHT).read.run
    assert run is not None
    value = MISCONCEPTIONS["THRESH_GT"].value(measure("AP@3"), run)
    found = report(tmp_path / "b", ranking=RIGHT, claims={"MAP@3": f"{value:.4f}"})
    codes, text = found.claims[0].code.split("|"), found.text()
    assert len(codes) > 1
    (user,) = {one.user for one in found.claims[0].workings}
    assert f"{measure('AP@3')(run.ranking.user(user)):.4f}" != f"{value:.4f}", "its right value says something"
    assert f"\nAny of these {len(codes)} mistakes gives {value:.4f}:\n1. " in text
    assert "Either" not in text
    for place, code in enumerate(codes, start=1):
        assert re.search(rf"(?m)(^|\|  ){place}\. {re.escape(MISCONCEPTIONS[code].plainly)}", text)
    titles = re.findall(r"<b>(\d)\. ([^<]*)</b>", found.html())
    assert [(int(place), name) for place, name in titles] == [
        (codes.index(one.code) + 1, escape(MISCONCEPTIONS[one.code].plainly)) for one in found.claims[0].workings
    ]


def test_an_id_of_thousands_of_digits_is_accepted(tmp_path: Path) -> None:
    folder = init_tarea(tmp_path / "tarea").parent
    lists = json.loads((folder / "submissions" / "ana" / "ranking.json").read_text())
    with (folder / "data" / "train.csv").open() as file:
        seen = next(row.split(",")[:2] for row in file if row.split(",")[0] in lists)
    lists[seen[0]][:2] = [seen[1], "9" * 5000]
    (folder / "submissions" / "ana" / "ranking.json").write_text(json.dumps(lists))
    report = check_submission(folder / "submissions" / "ana", folder / "tarea1.yaml")
    assert report.values
    assert "set_int_max" not in report.text()


def test_a_repeated_item_does_not_void_the_claims(tmp_path: Path) -> None:
    relevant = {
        user: {item for who, item, grade in rows_of("validation", USERS) if who == user and grade >= 4}
        for user in USERS
    }
    user = next(user for user in USERS if relevant[user])
    again = sorted(relevant[user])[0]
    lists = with_user(user, [again, next(item for item in RIGHT[user] if item not in relevant[user]), again])

    def counted(divisor: Callable[[int, int], int]) -> float:
        values = []
        for who, items in lists.items():
            hits = [item in relevant[who] for item in items]
            summed = sum(sum(hits[:rank]) / rank for rank in range(1, 4) if hits[rank - 1])
            values.append(summed / (divisor(len(relevant[who]), sum(hits)) or 1))
        return sum(values) / len(values)

    policy = make_course(tmp_path / "course")
    own = hand_in(tmp_path / "in", "ana", ranking=lists)
    once = check_submission(own, policy).values["MAP@3"]
    right, by_hits = counted(lambda relevant, _hits: min(relevant, 3)), counted(lambda _relevant, hits: hits)
    expected = {
        once: ("right", False),
        right: ("right", True),
        by_hits: ("AP_DIV_HITS", True),
        0.0123: ("wrong", False),
    }
    assert len({round(value, 4) for value in expected}) == 4
    for value, (code, repeats) in expected.items():
        found = check_submission(own, policy, claims={"MAP@3": f"{value:.4f}"})
        assert (found.claims[0].code.split("|")[0], found.claims[0].repeats) == (code, repeats), value
        assert ("With the repeated items counted: " in found.text()) == repeats
        (own / "claims.json").write_text(json.dumps({"MAP@3": f"{value:.4f}"}))
        assert grade(tmp_path / "in", policy, tmp_path / "out").exit_code == 1  # nDCG@3 has no number
        row = gradebook(tmp_path / "out")["ana"]
        assert (row["MAP@3"], row["format"]) == ("1" if code == "right" else "0", "0")


def test_claims_passed_as_a_mapping_replace_the_file(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    own = hand_in(tmp_path / "in", "ana", ranking=RIGHT, claims={"MAP@3": 0.9})
    value = check_submission(own, policy).values["MAP@3"]
    found = check_submission(own, policy, claims={"MAP@3": value})
    assert [one.code for one in found.claims] == ["right", "not_attempted"]


@pytest.mark.parametrize(
    "text",
    [
        '{"MAP@10": 0.0575, "nDCG": "0,25"}',
        '{"validation": {"MAP@10": 0.0575, "nDCG": "0,25"}}',
        '[["MAP@10", 0.0575], ["nDCG", "0,25"]]',
        '[{"measure": "MAP@10", "value": 0.0575}, {"measure": "nDCG", "value": "0,25"}]',
        "measure,value\nMAP@10,0.0575\nnDCG,0,25\n",
        "métrica;valor\r\nMAP@10;0.0575\r\nnDCG;0,25",
        "sep=;\r\nmétrica;valor;;\r\nMAP@10;0.0575;;\r\nnDCG;0,25;;",
        "\ufeffMAP@10: 0.0575\nnDCG: 0,25",
        "MAP@10\t0.0575\nnDCG\t0,25\n",
    ],
)
def test_claims_are_read_in_common_notations(tmp_path: Path, text: str) -> None:
    for code in ("utf-8", "cp1252"):
        (tmp_path / "claims.txt").write_bytes(text.removeprefix("\ufeff" * (code != "utf-8")).encode(code))
        assert read_claims(tmp_path / "claims.txt", "claims.txt") == {"MAP@10": "0.0575", "nDCG": "0,25"}, code


UNREADABLE: dict[str, dict[str, Any]] = {
    "half a character of UTF-16": {"ranking": b"\xff\xfe" + '{"u1": ["i1"]}'.encode("utf-16-le")[:-1]},
    "no head": {"ranking.csv": "u1,i6,uno\n"},
    "numbers that may be ranks": {"ranking.csv": "u1,i6,2\nu1,i7,1\n"},
    "a list cut by NumPy": {"ranking.csv": "user,items\nu1,[1 ... 9]\n"},
    "rows without names": {"ranking": '[["u1", "i6", "i7"]]'},
    "two columns of users": {"ranking.csv": long(RANKED).replace("item", "user_id")},
    "a column of another name": {"ranking.csv": long(RANKED).replace("rank", "estrellas")},
    "thousands of digits": {"ranking": '{"u1": [%s]}' % ("9" * 5000)},
    "thousands of digits in claims": {"ranking": RIGHT, "claims": '{"MAP@3": %s}' % ("9" * 5000)},
    "null": {"ranking": '{"u1": [null]}'},
    "null for all": {"ranking": "[null]"},
    "single quotes": {"ranking": RIGHT, "claims": "{'MAP@3' 0.5}"},
    "an exercise in other bytes": {"ranking": RIGHT, "exercise": b"\xff{"},
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_read_errors_are_reported_in_spanish_without_python_terms(tmp_path: Path, case: str) -> None:
    set_language("es")
    found = report(tmp_path, **UNREADABLE[case])
    said = " ".join(one.text for one in found.findings)
    assert "UNREADABLE" in {one.code for one in found.findings}
    assert not re.search(r"columns=|--column|codec|sys\.|None|Expecting|Exceeds|\b(?:the|is|expected|line)\b", said), (
        said
    )


@pytest.mark.parametrize("text", ["", "nothing here", "{", "[1, 2]", '{"a": [1]}', "[" * 10_000])
def test_an_invalid_claims_file_raises_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "claims.txt").write_text(text)
    with pytest.raises(Unusable, match=r"claims\.txt"):
        read_claims(tmp_path / "claims.txt", "claims.txt")


def test_claims_are_read_from_a_data_frame() -> None:
    import polars as pl

    assert claims_of(pl.DataFrame({"measure": ["MAP"], "value": [0.5]})) == {"MAP": "0.5"}


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("map", "MAP@3"),
        ("AP@3", "MAP@3"),
        ("MAP @ 3", "MAP@3"),
        ("mean nDCG@3", "nDCG@3"),
        ("ndcg", "nDCG@3"),
        ("Cobertura de ítems", "Item coverage"),
        ("rmse", "RMSE"),
    ],
)
def test_a_measure_is_found_by_its_common_names(tmp_path: Path, name: str, title: str) -> None:
    assert read_policy(make_course(tmp_path / "course")).measure_called(name) == title


# The policy

BAD: dict[str, tuple[str, str, str]] = {
    "unknown key": (
        "length: 3",
        "lenght: 3",
        r"submissions: ranking: lenght: unknown key; allowed are file, required, format, length",
    ),
    "wrong kind": (
        "length: 3",
        "length: many",
        r"submissions: ranking: length: Input should be a valid integer.*; got 'many'",
    ),
    "out of range": ("length: 3", "length: 0", r"length: Input should be greater than or equal to 1; got 0"),
    "missing": ("train: train.csv, ", "", r"data: train: is missing"),
    "unknown measure": ("measures: [MAP@3,", "measures: [MPA@3,", r"'MPA@3'"),
    "unknown convention": ("measures: [MAP@3,", "measures: [MAP@3 (nobody),", r"nobody"),
    "points for nothing": (
        "claims: {MAP@3: 1, ",
        "claims: {MRR: 1, ",
        r"'MRR' is not one of the measures MAP@3, nDCG@3, RMSE, Item coverage",
    ),
    "ratings without a file": (
        "  ratings: {file: ratings.csv, required: false}\n",
        "",
        r"to use RMSE or MAE, add the key submissions.ratings",
    ),
    "negative points": (
        "format: 1",
        "format: -1",
        r"points: format: Input should be greater than or equal to 0; got -1",
    ),
    "no mapping": ("name: Small", "- Small", r"is not YAML|expected keys"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_policy_error_names_the_key_and_the_allowed_values(tmp_path: Path, case: str) -> None:
    old, new, said = BAD[case]
    policy = make_course(tmp_path / "course")
    text = policy.read_text()
    assert old in text
    policy.write_text(text.replace(old, new))
    with pytest.raises(ValueError, match=said) as error:
        read_policy(policy)
    assert str(error.value).startswith(str(policy))


def test_a_policy_accepts_an_embedded_experiment_yaml(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    text = policy.read_text().replace("measures: [MAP@3, nDCG@3, RMSE, Item coverage]\n", "measures: [RMSE]\n")
    text = text.replace("relevance_threshold: 4\n", "")
    policy.write_text(text + "experiment: {evaluation: {k: 3, relevance_threshold: 4, metrics: [MAP, nDCG]}}\n")
    found = read_policy(policy)
    assert {title: one.convention for title, one in found.by_title.items()} == {
        "MAP@3": "lopes",
        "nDCG@3": "lopes",
        "RMSE": "parra",
    }
    assert found.relevance_threshold == 4
    policy.write_text(policy.read_text().replace("k: 3", "k: 0"))
    with pytest.raises(ValueError, match=r"experiment: k must be a cut-off or a list of cut-offs; got 0"):
        read_policy(policy)


def test_two_conventions_of_one_measure_have_two_names(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    policy.write_text(policy.read_text().replace("measures: [MAP@3,", "measures: [MAP@3, MAP@3 (trec_eval),"))
    assert list(read_policy(policy).by_title)[:2] == ["MAP@3", "MAP@3 (trec_eval)"]


def test_unrated_marks_count_neither_as_ratings_nor_as_relevant(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    data = policy.parent / "validation.csv"
    data.write_text(re.sub(r"^u1,i6,.*$", "u1,i6,-1", data.read_text(), flags=re.M))
    policy.write_text(policy.read_text().replace("hidden/test.csv}", "hidden/test.csv, unrated: [-1]}"))
    own = hand_in(tmp_path / "in", "ana", **{"ranking": RIGHT, "ratings.csv": ratings()})
    found = check_submission(own, policy)
    assert len(found.course.pairs) == len(PAIRS) - 1
    assert found.course.validation.grades["u1"]["i6"] == 0
    assert [one.code for one in found.findings] == ["EXTRA_PAIRS"]


def test_a_missing_rating_can_count_as_the_mean(tmp_path: Path) -> None:
    found = report(
        tmp_path, "fallbacks: {ratings: mean}", **{"ranking": RIGHT, "ratings.csv": ratings().replace("u6,i11,3\n", "")}
    )
    true = {(user, item): grade for user, item, grade in rows_of("validation", USERS)}
    mean = np.mean([grade for _user, _item, grade in rows_of("train", USERS)])
    errors = [(mean if pair == ("u6", "i11") else 3.5 if pair[0] == "u1" else 3) - true[pair] for pair in PAIRS]
    assert found.values["RMSE"] == pytest.approx(np.sqrt(np.mean(np.square(errors))))


def test_a_policy_can_reject_users_without_a_list(tmp_path: Path) -> None:
    lists = dict(list(RIGHT.items())[1:])
    assert "MAP@3" in report(tmp_path / "a", ranking=lists).values
    assert "MAP@3" not in report(tmp_path / "b", "fallbacks: {users: refused}", ranking=lists).values


def test_users_and_pairs_can_come_from_files(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    (policy.parent / "users.csv").write_text("user\nu1\nu2\n")
    (policy.parent / "pairs.csv").write_text("user,item\nu1,i6\nu1,i12\n")
    text = (
        policy.read_text()
        .replace("length: 3", "length: 3, users: users.csv")
        .replace("required: false", "pairs: pairs.csv")
    )
    policy.write_text(text)
    lists = {user: RIGHT[user] for user in ("u1", "u2")}
    own = hand_in(
        tmp_path / "in", "ana", **{"ranking": lists, "ratings.csv": "user,item,prediction\nu1,i6,3\nu1,i12,4\n"}
    )
    found = check_submission(own, policy)
    assert found.errors == []
    assert found.read.run is not None
    assert found.read.run.ranking.users == ["u1", "u2"]
    assert found.values["RMSE"] == abs(3 - {(u, i): g for u, i, g in rows_of("validation", USERS)}["u1", "i6"])


# What a strict reader found


def test_two_claims_for_one_measure_are_reported(tmp_path: Path) -> None:
    found = report(tmp_path, ranking=RIGHT, claims={"map": 0.1, "MAP@3": 0.2, "ndcg": None, "nDCG@3": 0.3})
    assert {one.title: one.claimed for one in found.claims} == {"MAP@3": "", "nDCG@3": "0.3"}
    said = {one.code: one.text for one in found.findings}
    text = "There are two numbers for MAP@3: map 0.1 and MAP@3 0.2. None was compared; report only one."
    assert said == {"TWO_CLAIMS": text}


def test_only_claims_on_the_validation_data_count(tmp_path: Path) -> None:
    claims = {"train": {"MAP": 0.9}, "Validation": {"MAP": 0.1}, "test": {"MAP": 0.3}}
    found = report(tmp_path, ranking=RIGHT, claims=claims)
    assert {one.title: one.claimed for one in found.claims}["MAP@3"] == "0.1"
    assert not {one.code for one in found.findings} & {"UNKNOWN_CLAIM", "TWO_CLAIMS", "CLAIM_READ"}


@pytest.mark.parametrize(
    "changed", [{"decimals": 2}, {"answers": {"AP@6": ["1", "1"]}, "times": {"AP@6": [0, 0]}}, {"convention": "ranx"}]
)
def test_an_exercise_with_other_settings_is_not_judged(tmp_path: Path, changed: dict[str, Any]) -> None:
    found = report(tmp_path, ranking=RIGHT, exercise=answers(**changed))
    assert [one.code for one in found.findings] == ["OTHER_EXERCISE"]
    assert found.answers == []


def test_the_prediction_column_counts_beside_the_true_rating(tmp_path: Path) -> None:
    rows = "\n".join(f"{user},{item},{grade},3" for user, item, grade in rows_of("validation", USERS))
    found = report(tmp_path, **{"ranking": RIGHT, "ratings.csv": f"user,item,rating,prediction\n{rows}\n"})
    errors = [3 - grade for _user, _item, grade in rows_of("validation", USERS)]
    assert found.values["RMSE"] == pytest.approx(np.sqrt(np.mean(np.square(errors))))


def test_train_items_count_in_coverage_if_seen_is_kept(tmp_path: Path) -> None:
    lists = {user: ["i0", "i6", "i7"] for user in USERS}
    policy = make_course(tmp_path / "course")
    policy.write_text(policy.read_text().replace("length: 3", "length: 3, seen: kept"))
    found = check_submission(hand_in(tmp_path / "in", "ana", ranking=lists), policy)
    assert found.findings == []
    assert found.values["Item coverage"] == 3 / 12
    assert len(found.read.run.lists["u1"]) == 3 if found.read.run else False


def test_any_unrated_mark_is_not_relevant(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    data = policy.parent / "validation.csv"
    data.write_text(re.sub(r"^u1,i6,.*$", "u1,i6,99", data.read_text(), flags=re.M))
    policy.write_text(policy.read_text().replace("hidden/test.csv}", "hidden/test.csv, unrated: [99]}"))
    found = check_submission(hand_in(tmp_path / "in", "ana"), policy)
    assert found.course.validation.grades["u1"]["i6"] == 0


def test_users_numbered_like_items_are_not_swapped_columns(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course", users=[f"i{k}" for k in range(6)])
    (policy.parent / "users.csv").write_text("user\n\ni0\n  \n")
    policy.write_text(policy.read_text().replace("length: 3", "length: 3, users: users.csv"))
    lists = {f"i{k}": ["i6", "i7", "i8"] for k in range(6)}
    found = check_submission(hand_in(tmp_path / "in", "ana", ranking=lists), policy)
    assert [one.code for one in found.errors] == ["EXTRA_USERS"]
    assert list(found.course.users) == ["i0"]


def test_ids_ending_in_dot_zero_are_read_as_integers(tmp_path: Path) -> None:
    plain = {str(100 + k): [6 + (k + place) % 6 for place in range(3)] for k in range(6)}
    found = numbered(tmp_path, {f"{user}.0": items for user, items in plain.items()})
    assert found.findings == []
    assert found.values["MAP@3"] > 0


def test_a_file_matching_no_submission_file_is_reported(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course")
    own = hand_in(tmp_path / "in", "ana")
    (own / "foo.json").write_text((own / "ranking.json").read_text())
    assert [one.code for one in check_submission(own / "foo.json", policy).errors] == ["NO_FILE"]


def test_the_explained_coverage_equals_the_reported_value(tmp_path: Path) -> None:
    found = report(tmp_path, ranking=RIGHT)
    assert found.explain("u1", "Item coverage").value == found.values["Item coverage"]
    with pytest.raises(ValueError, match=r"^there are no ratings to explain$"):
        found.explain("u1", "RMSE")


def test_rmse_is_explained_over_the_ratings_of_one_user(tmp_path: Path) -> None:
    found = report(tmp_path, **{"ratings.csv": ratings()})
    rated = [(value, pair) for pair, value in found.read.predicted.items() if pair[0] == "u2"]
    errors = [value - found.course.pairs[pair].actual for value, pair in rated]
    assert found.explain("u2", "RMSE").value == pytest.approx(fmean(error**2 for error in errors) ** 0.5)
    with pytest.raises(ValueError, match=r"^user 'x' is not in the validation data; the first ones are u1, u2, u3$"):
        found.explain("x", "RMSE")


def test_a_mistake_in_ratings_shows_the_right_working(tmp_path: Path) -> None:
    files = {"ranking": RIGHT, "ratings.csv": ratings()}
    value = report(tmp_path / "a", **files).values["RMSE"]
    found = report(tmp_path / "b", **files, claims={"RMSE": round(value**2, 6)})
    assert found.claims[-1].code == "RMSE_NO_ROOT"
    assert "Right, over all ratings" in found.text()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("claims: {MAP@3: 1, ", "claims: {MAP@3: 1, map: 1, ", "two names mean the same measure"),
        ("format: 1", "format: 0.335", "points: format: "),
        ("measures: [AP@5]", "measures: [AP@3]", "a pair needs lists of at least 4 ranks"),
    ],
)
def test_a_contradictory_policy_is_rejected(tmp_path: Path, old: str, new: str, said: str) -> None:
    policy = make_course(tmp_path / "course")
    policy.write_text(policy.read_text().replace(old, new))
    with pytest.raises(ValueError, match=re.escape(said)):
        read_policy(policy)


def test_swapped_columns_are_found_when_users_and_items_share_ids(tmp_path: Path) -> None:
    policy = make_course(tmp_path / "course", users=[f"i{k}" for k in range(6)])
    rows = [(f"i{6 + (k + place) % 6}", f"i{k}", place + 1) for k in range(6) for place in range(3)]
    found = check_submission(hand_in(tmp_path / "in", "ana", **{"ranking.csv": long(rows)}), policy)
    assert [one.code for one in found.findings] == ["TRANSPOSED"]
    assert found.read.run is None


def test_a_finding_makes_unseen_characters_visible() -> None:
    hidden = "Ga\u200bla\u202e"
    said = finding("DUPLICATES", user=hidden, count=1, item=hidden, first=1, second=2, where="").text
    assert "Ga⟨U+200B⟩la⟨U+202E⟩" in said
    assert not re.search("[\u200b\u202e]", said)
