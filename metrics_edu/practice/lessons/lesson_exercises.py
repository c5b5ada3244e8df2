"""The exercises of the lessons, as data: what is asked, of which lists, with which hints. How they are judged: ``exercises.py``."""

from __future__ import annotations

from functools import cache, partial

from metrics_edu.examples import parra_lists, videolectures
from metrics_edu.language import N_, _
from metrics_edu.metrics import Ranking
from metrics_edu.metrics.validation import check_word
from metrics_edu.practice.exercises import Exercise
from metrics_edu.practice.steps.step_fields import SUMMED

AP_HINTS = (
    N_("At each relevant item: how many of the items down to it are relevant? That share is P@i."),
    N_("For each list by itself: divide by the smaller of |R| and n."),
)
AUC_HINTS = (
    N_("At each relevant item: how many non-relevant items are below it?"),
    N_("Add these numbers. Divide by the relevant items times the non-relevant ones."),
)
PAIRS = Ranking.parse("NRRNNNNNRR")
_ALL = (
    partial(
        Exercise,
        "00-missed",
        "Recall@5",
        hints=(
            N_("Count the R among the first 5 ranks: these are the hits."),
            N_("Divide the hits by |R|, shown below each list. It also counts the missed items."),
        ),
    ),
    partial(
        Exercise,
        "01-mae",
        "MAE",
        steps=("e_i",),
        hints=(
            N_("The error of each rating is predicted − actual. Write them all down first."),
            N_("Drop the signs, add the errors, and divide by the number of ratings."),
        ),
    ),
    partial(
        Exercise,
        "01-rmse",
        "RMSE",
        seed=2,
        steps=("e_i", SUMMED, "MSE"),
        hints=(
            N_("The error of each rating is predicted − actual. Square each one: the signs go away."),
            N_("The mean of the squares is MSE: add them and divide by the number of ratings."),
            N_("RMSE is the square root of MSE."),
        ),
    ),
    partial(
        Exercise,
        "02-parra",
        "F1",
        data=tuple(parra_lists().values()),
        hints=(
            N_("F1 needs two numbers: precision divides the hits by the ranks shown, recall divides them by |R|."),
            N_("F1 is 2 · P · Recall / (P + Recall), which is the same as 2 · hits / (ranks shown + |R|)."),
        ),
    ),
    partial(
        Exercise,
        "02-p-at-n",
        "P@10",
        hints=(
            N_("How many of the first 10 ranks have a relevant item? |R| does not matter."),
            N_("P@10 divides by 10. A rank without an item counts as not relevant."),
        ),
    ),
    partial(
        Exercise,
        "03-first",
        "RR",
        seed=6,
        hints=(
            N_("Read from the top and stop at the first R. Ranks start at 1."),
            N_("RR is 1 divided by that rank. The R below it and |R| do not matter."),
        ),
    ),
    partial(
        Exercise,
        "03-none",
        "RR",
        mean=True,
        data=(
            Ranking.parse("NNNRNNRNNN", relevant=3),
            Ranking.parse("NNNNNNNNNN", relevant=2),
            Ranking.parse("NRNNNRNNNN", relevant=5),
        ),
        question=N_("Compute RR of each list, and then MRR, their mean."),
        hints=(
            N_("First RR of each list: 1 divided by the rank of its first R. A list without a hit has RR 0."),
            N_("MRR is the sum of the three values of RR, divided by 3. The list without a hit also counts."),
        ),
    ),
    partial(
        Exercise,
        "04-parra",
        "AP@10",
        mean=True,
        data=tuple(parra_lists().values()),
        question=N_(
            "The exercise of the slide “MAP - II”: AP@n of each list, then MAP@n, with n = 10 and m = |R| = 20."
        ),
        hints=(
            N_("At each relevant item: how many of the items down to it are relevant? That share is P@i."),
            N_("Add those P@i. Then divide by min(|R|, n), the smaller of the two numbers."),
            N_("MAP@10 is the mean of the two values of AP@10."),
        ),
    ),
    partial(
        Exercise,
        "04-few",
        "AP@6",
        data=(Ranking.parse("RNNRNR", relevant=5),),
        hints=(
            N_(
                "Only a relevant item has a term: the first one 1/i, the second 2/i, the third 3/i, where i is its rank."
            ),
            N_("Do not divide by the number of terms. Which is smaller, |R| or n?"),
        ),
    ),
    partial(Exercise, "04-pair", "AP@5", seed=18, hints=AP_HINTS),
    partial(
        Exercise,
        "04-map",
        "AP@4",
        mean=True,
        data=(Ranking.parse("RNRN", relevant=2), Ranking.parse("NRNN", relevant=6), Ranking.parse("NNNN", relevant=0)),
        question=N_("AP@4 of the list of each of three users, then MAP@4. A user with no relevant item counts as 0."),
        hints=(
            N_("For each list by itself: divide by the smaller of |R| and n."),
            N_("A user with no relevant item has the value 0, and is a user like the others."),
            N_("MAP@4 is the sum of all values of AP@4, divided by the number of users."),
        ),
    ),
    partial(
        Exercise,
        "05-dcg",
        "DCG@5",
        data=(Ranking.parse("1 3 0 0 2"),),
        steps=("gain_i", "dg_i"),
        question=N_(
            "On paper: DCG@5 of this list. The gain is 2^g\xa0−\xa01, and that of rank\xa0i is divided by log2(i + 1)."
        ),
        hints=(
            N_("First the gains: a grade of 1 is worth 1, a 2 is worth 3, a 3 is worth 7."),
            N_("Divide the gain at rank 1 by 1, at rank 2 by 1.585, at rank 5 by 2.585."),
            N_("DCG@5 is 1/1 + 7/1.585 + 3/2.585."),
        ),
    ),
    partial(
        Exercise,
        "05-ideal",
        "nDCG@3",
        data=(Ranking.parse("1 0 2", pool="3 2 2 1"),),
        steps=("g*_i", "DCG", "IDCG"),
        question=N_("nDCG@3 of this list. Write down its ideal list first: which three grades, in which order?"),
        hints=(
            N_("The ideal list can include missed items. Sort all the grades, best first."),
            N_("Keep the best three: 3, 2, 2. Their DCG@3 is IDCG@3."),
            N_("Do the same with the list: its gains are 1, 0 and 3. IDCG@3 is 7/1 + 3/1.585 + 3/2."),
        ),
    ),
    partial(
        Exercise,
        "05-below",
        "nDCG@3",
        convention="lopes",
        data=(Ranking.parse("2 5 0", pool="5 4 3 2", threshold=3),),
        question=N_(
            "nDCG@3 as Lopes computes it: the gain is the grade itself. Grades from 3 on are relevant; others "
            "are worth nothing."
        ),
        hints=(
            N_("Which grade of the list is below 3? Its gain is 0."),
            N_("DCG@3 is 5/1.585. The ideal list is 5, 4 and 3."),
            N_("nDCG@3 is (5/1.585) / (5/1 + 4/1.585 + 3/2)."),
        ),
    ),
    partial(
        Exercise,
        "05-pair",
        "nDCG@5",
        steps=("DCG", "IDCG"),
        hints=(
            N_("First turn each grade into its gain, 2^g − 1: a 1 (or R) is worth 1, a 2 is worth 3, a 3 is worth 7."),
            N_("Then divide the gains at ranks 1 to 5 by 1, 1.585, 2, 2.322 and 2.585, and add them: this is DCG@5."),
            N_(
                "The ideal list has the best five of all grades, in the list and below it, best first. Its DCG@5 is "
                "IDCG@5, and nDCG@5 is DCG@5 / IDCG@5."
            ),
        ),
    ),
    partial(
        Exercise,
        "06-rankscore",
        "Rankscore",
        seed=2,
        question=N_("Compute the rankscore of each list, with the half-life 5."),
        hints=(
            N_(
                "With the half-life 5 a hit at rank i weighs 2^(−(i − 1)/5): 1 at rank 1, 0.5 at rank 6. Add these "
                "weights."
            ),
            N_(
                "The best list has all |R| relevant items on top, including the missed ones: add the weights of "
                "ranks 1 to |R|."
            ),
            N_("Divide the first sum by the second."),
        ),
    ),
    partial(
        Exercise,
        "06-marp",
        "AvgRp@5+10",
        mean=True,
        data=tuple(videolectures(2).values()),
        steps=("Rp@5", "Rp@10"),
        question=N_("Example 2 of the challenge: AvgRp@5+10 of each list, the mean of Rp@5 and Rp@10; then MARp@5+10."),
        hints=(
            N_("Rp@5 of list 1: how many of its first five lectures reach 96, the score of the fifth best?"),
            N_("Divide by the smaller of |R| and z: by 5 and 10 for list 1, by 5 and 7 for list 2."),
            N_("List 1 has 4 and 6 hits, list 2 has 2 and 4."),
        ),
    ),
    partial(
        Exercise,
        "06-pair",
        "AvgRp@5+10",
        seed=5,
        steps=("Rp@5", "Rp@10"),
        hints=(
            N_("Count the R among the first 5 ranks, and those among the first 10."),
            N_("Divide each count by the smaller of |R| and z, where z is 5 or 10."),
            N_("AvgRp@5+10 is the mean of the two quotients, Rp@5 and Rp@10."),
        ),
    ),
    partial(Exercise, "07-pair", "AP@5", seed=16, hints=AP_HINTS),
    partial(
        Exercise,
        "07-report",
        "nDCG@5",
        data=(Ranking.parse("2 0 0 3 0", pool="3 3 2 2 1"), Ranking.parse("1 0 2", pool="3 2 2 1")),
        question=N_("A program reports 0.6764 for list 1 and 0.6885 for list 2. What is nDCG@5 of each list really?"),
        hints=(
            N_("Which grades below the list did the program leave out of its ideal list?"),
            N_("The ideal list of list 1 begins with 3, 3, 2, that of list 2 with 3, 2, 2."),
        ),
    ),
    partial(Exercise, "10-exam", "AUC", data=(Ranking.parse("RNRN"),), hints=AUC_HINTS),
    partial(Exercise, "10-ten", "AUC", data=(Ranking.parse("NRRRNNNNNR"),), hints=AUC_HINTS),
    partial(
        Exercise,
        "10-cut",
        "AUC@5",
        data=(PAIRS,),
        hints=(
            N_("The relevant items at ranks 2 and 3 are above all non-relevant items but one."),
            N_(
                "Those at ranks 9 and 10 are not read: each is below the non-relevant items read, and half above the others."
            ),
            N_("All relevant items and all non-relevant items have a pair: divide by 4 · 6."),
        ),
    ),
    partial(
        Exercise,
        "10-read",
        "AUC@5",
        convention="exam",
        data=(PAIRS,),
        hints=(
            N_("Only the first five items have a pair: two relevant and three other ones."),
            N_("Each relevant item is above two of the three."),
        ),
    ),
)

EXERCISES: dict[str, partial[Exercise]] = {make.args[0]: make for make in _ALL}
"""By name: the number of the lesson, and a word. An exercise draws its lists when it is made: not at each start of Python."""


@cache
def _made(name: str) -> Exercise:
    return EXERCISES[name]()


def exercise(name: str) -> Exercise:
    """Return the exercise of a lesson by its name; ValueError if there is none of that name."""
    check_word(_("an exercise"), name, EXERCISES)
    return _made(name)
