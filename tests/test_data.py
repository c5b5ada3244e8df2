"""Reading MovieLens files, making ratings, and the list of popular titles for one user."""

from pathlib import Path

import pytest

from metrics_edu import average_precision
from metrics_edu.data import (
    CSV_HEAD,
    Rating,
    SplitRatings,
    instructive_user,
    lesson_ratings,
    made_ratings,
    popular_list,
    read_ratings,
    split_newest,
)
from metrics_edu.widgets import Explorer

TAB = "196\t242\t3\t881250949\n186\t302\t4.5\t891717742\n196\t7\t5\t881250950\n"
CSV = CSV_HEAD + "\n196,242,3.0,881250949\n186,302,4.5,891717742\n196,7,5.0,881250950\n"
FOUND = {("196", "242", 3.0), ("186", "302", 4.5), ("196", "7", 5.0)}


def write(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def found(ratings: SplitRatings) -> set[tuple[str, str, float]]:
    return {rating[:3] for rating in (*ratings.train, *ratings.test)}


@pytest.mark.parametrize(("name", "text"), [("u.data", TAB), ("ratings.csv", CSV), ("renamed (1).txt", CSV)])
@pytest.mark.parametrize("change", ["", "bom", "crlf", "no last line end", "blank last lines"])
def test_both_formats_are_read_despite_saving_variants(tmp_path, name, text, change):
    changed = {
        "": text,
        "bom": "\ufeff" + text,
        "crlf": text.replace("\n", "\r\n"),
        "no last line end": text.rstrip("\n"),
        "blank last lines": text + "\n  \n",
    }
    assert found(read_ratings(write(tmp_path, name, changed[change]))) == FOUND


@pytest.mark.parametrize("given", ["u1.base", "u1.test"])
def test_a_split_in_two_files_is_kept(tmp_path, given):
    write(tmp_path, "u1.base", "1\t10\t5\t7\n1\t11\t5\t8\n")
    write(tmp_path, "u1.test", "1\t12\t4\t1\n")
    ratings = read_ratings(tmp_path / given)
    assert [rating.item for rating in ratings.train] == ["10", "11"]
    assert [rating.item for rating in ratings.test] == ["12"]


def test_an_incomplete_split_names_the_missing_file(tmp_path):
    with pytest.raises(ValueError, match=r"u1\.test: no such file"):
        read_ratings(write(tmp_path, "u1.base", TAB))


def test_titles_come_from_the_file_next_to_the_ratings(tmp_path):
    path = write(tmp_path, "ratings.csv", CSV)
    assert read_ratings(path).title("242") == "item 242"
    write(tmp_path, "movies.csv", '\ufeffmovieId,title,genres\r\n242,"Amélie, the ""one"" (2001)",Comedy\r\n')
    assert read_ratings(path).title("242") == 'Amélie, the "one" (2001)'
    assert read_ratings(path).title("7") == "item 7"


def test_titles_in_u_item_are_read_as_latin_1(tmp_path):
    write(tmp_path, "u.item", "242|Misérables, Les (1995)|01-Jan-1995||http|0|1\n", "latin-1")
    assert read_ratings(write(tmp_path, "u.data", TAB)).title("242") == "Misérables, Les (1995)"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no ratings"),
        (CSV_HEAD + "\n", "has no ratings"),
        (CSV + "1,2,five,3\n", "line 5: expected userId,movieId,rating,timestamp; got '1,2,five,3'"),
        (CSV + "1,2,-1,3\n", "line 5: expected"),
        (CSV + "1,2,nan,3\n", "line 5: expected"),
        (CSV + "1,,3,3\n", "line 5: expected"),
        (TAB + "1\t2\t3\n", "line 4: expected user, item, rating, timestamp, separated by tabs; got "),
        ("userId,movieId,tag,timestamp\n1,2,fun,3\n", "line 1: expected .* [(]or the header userId,movieId,rating"),
        ("1::1193::5::978300760\n", "line 1: expected"),
        ("PK\x03\x04\x00\x00", "line 1: expected"),
        (TAB + "196\t242\t4\t9\n", "line 4: user 196 already rated item 242 [(]3[)]"),
    ],
)
def test_a_file_without_ratings_raises_one_sentence(tmp_path, text, sentence):
    with pytest.raises(ValueError, match=rf"u\.data.*{sentence}") as raised:
        read_ratings(write(tmp_path, "u.data", text))
    assert "\n" not in str(raised.value)


def test_a_missing_file_or_folder_error_states_expected_input(tmp_path):
    with pytest.raises(ValueError, match=r"nowhere\.csv: no such file \(ratings\.csv, u\.data"):
        read_ratings(tmp_path / "nowhere.csv")
    with pytest.raises(ValueError, match="this is a folder; pass the path of a file in it"):
        read_ratings(tmp_path)


def test_newest_fifth_per_user_is_held_out_in_any_order():
    ratings = [Rating("u", f"{k}", 4, time) for k, time in enumerate([9, 1, 8, 2, 7, 3, 6, 4, 5, 0])]
    ratings += [Rating("v", "0", 5, 100)]
    split = split_newest(ratings)
    assert [rating.time for rating in split.test if rating.user == "u"] == [8, 9]
    assert [rating.item for rating in split.test if rating.user == "v"] == ["0"]
    assert len(split.train) + len(split.test) == len(ratings)


def test_synthetic_ratings_are_reproducible_with_a_seed():
    first, again, other = made_ratings(2), made_ratings(2), made_ratings(3)
    assert first == again != other
    grades = [rating.grade for rating in (*first.train, *first.test)]
    assert set(grades) == {1, 2, 3, 4, 5}
    assert len(set(first.titles.values())) == 80


@pytest.mark.long
def test_synthetic_ratings_have_popular_items():
    counts = sorted(([r.item for r in made_ratings().train].count(str(k)) for k in range(1, 81)), reverse=True)
    assert sum(counts[:16]) > 0.4 * sum(counts)


TRAIN = [
    Rating(user, item, 5, 0) for item, users in {"a": "wxyz", "b": "xyz", "c": "yz", "d": "z"}.items() for user in users
]
TEST = [Rating("u", "b", 5, 2), Rating("u", "e", 4, 3), Rating("u", "f", 2, 4), Rating("u", "d", 3, 1)]


def test_popular_list_shows_most_rated_titles_new_to_user():
    ratings = SplitRatings([*TRAIN, Rating("u", "a", 1, 0)], TEST, {"b": "Bridge", "e": "Echo"})
    ranking, labels = popular_list(ratings, "u", n=3)
    assert labels == ["Bridge", "item c", "item d", "Echo", "item f"]
    assert ranking.shown.tolist() == [5, 0, 3]
    assert ranking.pool().tolist() == [5, 4, 3, 2]
    assert ranking.relevant == 2  # 5 and 4 reach the threshold
    assert average_precision(ranking) == 0.5
    assert popular_list(ratings, "u", n=3, threshold=3)[0].relevant == 3


def test_an_explorer_accepts_the_labels_of_popular_list():
    ranking, labels = popular_list(made_ratings())
    explorer = Explorer(ranking, labels, measure="nDCG")
    view = explorer.view["list"]
    assert [row["label"] for row in (*view["shown"], *view["missed"])] == labels
    assert explorer.graded
    assert explorer.threshold == 4
    grades = [row["grade"] for row in view["missed"]]
    assert grades == sorted(grades, reverse=True)


def test_two_items_may_share_a_title():
    ratings = SplitRatings(TRAIN, TEST, dict.fromkeys("abcdef", "Emma (1996)"))
    assert popular_list(ratings, "u")[1] == ["Emma (1996)"] * 6


def test_a_user_without_judgments_raises_an_error_naming_it():
    with pytest.raises(ValueError, match="user 'nobody' has no rating in the test data"):
        popular_list(made_ratings(), "nobody")
    with pytest.raises(ValueError, match="n must be at least 1; got 0"):
        popular_list(made_ratings(), "1", n=0)
    with pytest.raises(ValueError, match="no rating in the test data"):
        instructive_user(SplitRatings(TRAIN, []))


@pytest.mark.parametrize("seed", range(1, 9))
def test_popular_list_chooses_a_user_with_hits_and_misses(seed):
    ranking, _labels = popular_list(made_ratings(seed))
    assert 2 <= ranking.hits().sum() < ranking.relevant


def test_lesson_ratings_without_path_explain_how_to_download(capsys, tmp_path):
    assert lesson_ratings() == made_ratings()
    assert "grouplens.org/datasets/movielens" in capsys.readouterr().out
    assert found(lesson_ratings(write(tmp_path, "ratings.csv", CSV))) == FOUND
    assert capsys.readouterr().out == ""
