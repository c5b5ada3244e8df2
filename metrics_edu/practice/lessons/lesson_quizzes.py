"""The questions of the lessons that have one right answer, as data. How they are judged: ``quiz_question.py``."""

from __future__ import annotations

from metrics_edu.examples import apples
from metrics_edu.language import N_
from metrics_edu.metrics import diversity, item_coverage, novelty, rankscore, user_coverage
from metrics_edu.practice.lessons.quiz_question import QuizQuestion

YES_NO = N_("yes"), N_("no")
LISTS = {"A": ["c"], "D": ["a", "c", "d"]}
INTERACTIONS = {"a": 8, "b": 4, "c": 2, "d": 1, "e": 1}
CATEGORIES = {"a": ["x"], "b": ["x"], "c": ["x", "y"], "d": ["y", "z"], "e": ["z"]}
TABLES = (
    ((N_("user"), *"ABCD"), (N_("list"), *(", ".join(LISTS.get(user, "–")) for user in "ABCD"))),
    (
        (N_("item"), *INTERACTIONS),
        (N_("interactions"), *map(str, INTERACTIONS.values())),
        (N_("categories"), *map(", ".join, CATEGORIES.values())),
    ),
)
"""The lists of four users, and the items."""
TABLE_S = ((N_("judge 1"), N_("judge 2: yes"), N_("judge 2: no")), (N_("yes"), "6", "0"), (N_("no"), "3", "1"))
"""The votes of two judges on ten results."""
QUIZZES: dict[str, QuizQuestion] = {
    "00-three-moves": QuizQuestion(
        N_("Which of the three moves changes P@5?"),
        "2",
        options=("1", "2", "3"),
        why=N_("It brings an apple across the cut-off, so 2/5 becomes 3/5."),
        hint=N_("P@5 changes only if an item crosses the cut-off, the dashed line."),
    ),
    "00-missed-apple": QuizQuestion(
        N_("What is Recall@5 after step 1, when Fuji is missed?"),
        2 / 6,
        why=N_("2 hits of 6 apples: the missed apple still counts in |R|."),
        wrong={
            2 / 5: N_("That is the value after step 2. A missed apple is still an apple, so |R| stays 6."),
            3 / 6: N_("That is the value before step 1. Fuji is no hit any more."),
        },
        hint=N_("Divide the hits that are left by |R|, shown and missed."),
    ),
    "00-threshold": QuizQuestion(
        N_("Which value can rise when you raise the threshold?"),
        "Recall@5",
        options=("P@5", "Recall@5", N_("both"), N_("neither")),
        why=N_(
            "Fewer items are relevant, so |R| falls, and Recall@5 rises from 3/5 to 2/3. No item becomes a hit, "
            "so P@5 cannot rise."
        ),
        hint=N_("Compare both values at the thresholds 3, 4 and 5."),
    ),
    "01-third-right": QuizQuestion(
        N_("What is MAE with 3 as the third prediction?"),
        0.5,
        why=N_("The errors are −1, 0, 0 and −1. Without signs their sum is 2, and 2/4 = 0.5."),
        wrong={
            1: N_("That is MAE with 5 or with 1. With 3 the third error is 0."),
            -0.5: N_("That is the mean with signs. MAE drops the signs first."),
        },
        hint=N_("Add the four errors without their signs, and divide by 4."),
    ),
    "01-half-star": QuizQuestion(
        N_("What is RMSE with 3.5 as the third prediction?"),
        0.75,
        why=N_("The squares are 1, 0, 0.25 and 1. Their mean is 0.5625, and its root is 0.75."),
        wrong={0.5625: N_("That is MSE. RMSE is its square root."), 0.625: N_("That is MAE. RMSE squares the errors.")},
        hint=N_("Square the errors −1, 0, 0.5 and −1, and take the root of their mean."),
    ),
    "01-moves": QuizQuestion(
        N_("How many moves does list A need at least?"),
        2,
        why=N_("Its two relevant items are at ranks 3 and 4. Each needs one move to the top."),
        hint=N_("Count the relevant items that are below rank 2."),
    ),
    "02-no-apple": QuizQuestion(
        N_("Step 3 adds a piece of fruit that is no apple. What happens?"),
        "precision falls, recall stays",
        options=(N_("precision falls, recall stays"), N_("precision stays, recall falls"), N_("both fall")),
        why=N_("Precision divides by one more, 4/7. Recall divides by the 6 apples as before, 4/6."),
        hint=N_("Which of the two divides by the number of pieces that you were handed?"),
    ),
    "02-beats-both": QuizQuestion(
        N_("Is there a list with a precision above 0.6 and a recall above 0.25?"),
        "yes",
        options=YES_NO,
        why=N_("With three more R, 6 of 8 are relevant and 6 of 20 are found: 0.75 and 0.3."),
        hint=N_("Write three R at the end of the list, and run the cell again."),
    ),
    "02-never-falls": QuizQuestion(
        N_("List A: which tile never falls when you raise the cut-off?"),
        "Recall",
        options=("P", "Recall", "F1"),
        why=N_("A hit stays a hit, and |R| stays 20. P falls at each N, and F1 can fall with it."),
        hint=N_("Watch the tiles when the next item is an N."),
    ),
    "03-same-tile": QuizQuestion(
        N_("Step 2: which tile never changes?"),
        "RR",
        options=("P", "Recall", "F1", "RR"),
        why=N_("RR stops at the first hit. The items below it do not matter."),
        hint=N_("Show a missed item in the list, and watch all four tiles."),
    ),
    "03-better-search": QuizQuestion(
        N_("Step 2: one search moves from rank 5 to rank 1. Which mean shows it clearly?"),
        "MRR",
        options=(N_("the average rank"), "MRR", N_("both")),
        why=N_("MRR rises from 0.0690 to 0.2690. The average rank only goes from 110 to 109."),
        hint=N_("Compare both lines before and after the change."),
    ),
    "03-user-2": QuizQuestion(
        N_("What is the mean after user 2 has no hit?"),
        0.25,
        why=N_("RR of user 2 is 0, and the user still counts: (0.5 + 0)/2."),
        wrong={
            0.5: N_("That leaves user 2 out. Without a hit RR is 0, and the user still counts."),
            0.3: N_("That is the mean before you pressed Miss."),
        },
        hint=N_("Add RR of both users, and divide by 2."),
    ),
    "03-no-difference": QuizQuestion(
        N_("Which metric sees no difference between A and B?"),
        "RR",
        options=("P@4", "Recall@4", "F1@4", "RR", "AP"),
        why=N_("The first hit of both lists is at rank 1, and RR reads no further."),
        hint=N_("Look for the metric that has the same value for both lists."),
    ),
    "04-at-an-n": QuizQuestion(
        N_("What happens to P@i at an N?"),
        "it is computed, but not added",
        options=(N_("it is computed, but not added"), N_("it is computed and added"), N_("it does not exist")),
        why=N_("An N counts as 0, and 0 times P@i is 0. Only the recall points give a term."),
        hint=N_("Go to a rank with an N. Look at its P@i, and whether the sum has a term for it."),
    ),
    "04-divisor": QuizQuestion(
        N_("Step 1: the list misses Jazz. What is the sum divided by?"),
        6,
        why=N_("The missed apple still counts in |R|, and adds 0 to the sum."),
        wrong={5: N_("That is the divisor of step 2, where Jazz is no apple. A missed apple still counts in |R|.")},
        hint=N_("Read the number below the fraction bar: it is |R|, shown and missed."),
    ),
    "04-five-hits": QuizQuestion(
        N_("Step 3: how many hits of B must become N until the mean is 0.5?"),
        5,
        why=N_("AP@10 of B is then 0, and (1 + 0)/2 = 0.5: one rank of A costs as much as all hits of B."),
        hint=N_("A has 1. What must B have, so that the mean of both is 0.5?"),
    ),
    "05-gain": QuizQuestion(
        N_("Which list has the higher CG@3 with the gain 2ᵍ − 1?"),
        "A",
        options=("A", "B", N_("both the same")),
        why=N_("A has 7 + 1 + 0 = 8, and B has 3 + 3 + 1 = 7."),
        wrong={"B": N_("B is higher with the grade itself, 5 against 4. With 2ᵍ − 1 a grade of 3 is worth 7.")},
        hint=N_("Write down the gain of each grade, and add the three gains of each list."),
    ),
    "05-terms": QuizQuestion(
        N_("How many of the ten rows have a term in the sum?"),
        3,
        why=N_("The other seven have grade 0, so their gain is 2⁰ − 1 = 0."),
        hint=N_("Count the rows with a gain above 0."),
    ),
    "05-best-list": QuizQuestion(
        N_(
            "The shown list is sorted, and its nDCG@10 is 1 after step 2. Is it the best "
            "list that could have been shown?"
        ),
        "no",
        options=YES_NO,
        why=N_("A 3, a 2 and a 1 are still missed. Compared with the whole pool, its nDCG@10 is 0.6282."),
        hint=N_("Do step 3, and read nDCG@10 again."),
    ),
    "06-weights": QuizQuestion(
        N_("Why do the weights below the bar differ from those above it?"),
        "the best list has its hits at ranks 1 to 6",
        options=(
            N_("the best list has its hits at ranks 1 to 6"),
            N_("the best list has another half-life"),
            N_("the best list has more hits"),
        ),
        why=N_("Above the bar are the weights of the ranks with an apple, below it those of the ranks 1 to |R|."),
        hint=N_("There are six weights above and six below. Which ranks do they belong to?"),
    ),
    "06-half-life": QuizQuestion(
        N_("What is rankscore with the half-life 10?"),
        rankscore(apples(), half_life=10),
        why=N_("With a longer half-life the low ranks weigh more, so the apples at the end count more."),
        wrong={
            rankscore(apples()): N_("That is the value with the half-life 5. Press Enter after the new number."),
            rankscore(apples(), half_life=1): N_("That is the value with the half-life 1."),
        },
        hint=N_("Write 10 into the field Half-life, press Enter, and read the value."),
    ),
    "06-user-coverage": QuizQuestion(
        N_("What is the user coverage of these lists?"),
        user_coverage(LISTS, "ABCD"),
        why=N_("Two of the four users got a list."),
        hint=N_("Count the users with a list, and divide by all users."),
        tables=TABLES[:1],
    ),
    "06-item-coverage": QuizQuestion(
        N_("What is the item coverage of these lists, with five items in all?"),
        item_coverage(LISTS, INTERACTIONS),
        why=N_("The items a, c and d are shown: three of five. The item c counts once."),
        wrong={4 / 5: N_("The item c is in two lists, and counts once.")},
        hint=N_("Count each item once, and divide by all items."),
        tables=TABLES,
    ),
    "06-novelty": QuizQuestion(
        N_("What is the novelty of these lists, in bits and per list?"),
        novelty(LISTS, INTERACTIONS, base="2"),
        why=N_("The sums are 3 for A and 1 + 3 + 4 = 8 for D. Their mean is 11/2."),
        wrong={
            11 / 4: N_("That divides by four users. A user without a list is not in the mean."),
            novelty(LISTS, INTERACTIONS, base="2", per="item"): N_(
                "That is novelty per item. Per list, the sum is not divided by the length of the list."
            ),
        },
        hint=N_(
            "An item with 2 of 16 interactions brings log2(8) = 3 bits. Add the bits of each list, and take the "
            "mean over the lists."
        ),
        tables=TABLES,
    ),
    "06-diversity": QuizQuestion(
        N_("What is the diversity of these lists, in categories?"),
        diversity(LISTS, CATEGORIES),
        why=N_("A has x and y, D has x, y and z. The mean of 2 and 3 is 2.5."),
        wrong={
            3.5: N_("Each category counts once in a list: D has x, y and z."),
            5 / 4: N_("That divides by four users. A user without a list is not in the mean."),
        },
        hint=N_("Count the different categories of each list, and take the mean over the lists."),
        tables=TABLES,
    ),
    "07-shortest": QuizQuestion(
        N_("How many items does the smallest list show that proves the bug?"),
        1,
        why=N_("One relevant item is shown, another one is missed. Program A gives 1, and AP@5 is 0.5."),
        hint=N_("Read the smallest list in the result."),
    ),
    "07-first-item": QuizQuestion(
        N_("The smallest list: is the first item of the ratings shown?"),
        "no",
        options=YES_NO,
        why=N_("The file has b first, which was not shown. So program C gives the item a the rank 2."),
        hint=N_("Compare the first item of the ratings with the shown items."),
    ),
    "07-always-1": QuizQuestion(
        N_("What does program D give for the smallest list?"),
        1,
        why=N_("It compares the list with itself: DCG/DCG is 1 for each list with a hit."),
        hint=N_("Read the two values below the smallest list. Which one is from the program?"),
    ),
    "10-one-pair": QuizQuestion(
        N_("You swap two neighbours, a relevant and a non-relevant item. How many of the four pairs change?"),
        1,
        why=N_("Only these two change places: all others are above or below both, as before."),
        wrong={2: N_("No: no other item is between them, so no other pair changes.")},
        hint=N_("Count the pairs in the right order before and after step 1."),
    ),
    "10-square": QuizQuestion(
        N_("What does a filled square of the figure mean?"),
        N_("a pair in the right order"),
        options=(N_("a pair in the right order"), N_("a pair in the wrong order"), N_("a relevant item")),
        why=N_("Its row is a relevant item that was read before the non-relevant item of its column."),
        hint=N_("Where are the stairs when the item of a column is read, above the square or below it?"),
    ),
    "10-top": QuizQuestion(
        N_("A relevant item goes up by one rank, past a non-relevant one. Where does AUC rise most?"),
        N_("the same everywhere"),
        options=(N_("at the top"), N_("at the end"), N_("the same everywhere")),
        why=N_("It is one pair of six at any rank. nDCG and AP rise more at the top."),
        hint=N_("Compare the rise of AUC from rank 2 to 1 with that from rank 5 to 4."),
    ),
    "11-leave-one-out": QuizQuestion(
        N_("What is the mean HR@1 of the four tests?"),
        1,
        why=N_("Each time the other user's events name the right item: they were on the same days."),
        wrong={0: N_("Train also has the events of the other user on that day. They name the right item.")},
        hint=N_("Write down the three train events of each test, and the items that its user does not know."),
    ),
    "11-one-negative": QuizQuestion(
        N_("One sampled negative: which system has the higher AP?"),
        "B",
        options=("A", "B", N_("both the same")),
        why=N_("A has (1 + 1/2)/2 = 3/4. B has 1 in two of three samples and 1/2 in the third: 5/6."),
        hint=N_("Compute the mean over the three samples of both users of B."),
    ),
    "11-without-the-loss": QuizQuestion(
        N_("What happens to p without q5?"),
        "it stays",
        options=(N_("it falls"), N_("it stays"), N_("it rises")),
        why=N_("One query less halves both numbers: 8 of 512 is as much as 16 of 1024."),
        hint=N_("Leave q5 out, and count the ways again."),
    ),
    "11-fewest": QuizQuestion(
        N_("How many queries are needed at least for a p below 0.05?"),
        6,
        why=N_("With six queries the smallest p is 2/64 = 0.0313. With five it is 2/32 = 0.0625."),
        wrong={5: N_("With five queries no p is below 2/32 = 0.0625.")},
        hint=N_("Two of 2 · 2 · … · 2 ways are the farthest from 0. When is that share below 0.05?"),
    ),
    "11-t-and-flips": QuizQuestion(
        N_("For which four differences does t say p < 0.05, and the swaps of the names do not?"),
        "0.1, 0.11, 0.12 and 0.1",
        options=(
            N_("0.1, 0.11, 0.12 and 0.1"),
            N_("0.1, 0.4, 0.1 and 0.4"),
            N_("0.1, −0.1, 0.1 and 0.1"),
        ),
        why=N_(
            "They are nearly equal, so t gives 0.0002. The swaps of four queries never give less than 2/16 = 0.125."
        ),
        hint=N_("t divides the mean by the spread of the differences. Where is the spread small?"),
    ),
    "11-most-down": QuizQuestion(
        N_("Which eight differences have a mean above 0, and most queries below 0?"),
        "0.5 and seven times −0.01",
        options=(
            N_("0.5 and seven times −0.01"),
            N_("0.1 and seven times −0.05"),
            N_("0.5 and seven times 0.01"),
        ),
        why=N_("Their sum is 0.43. The mean rests on one query: without it, it is −0.01."),
        hint=N_("Add the eight differences, and count those below 0."),
    ),
    "11-best-of-twenty": QuizQuestion(
        N_("What is p (Holm) of the best of twenty, whose p is 0.0129?"),
        0.0129 * 20,
        why=N_("The smallest p is multiplied by 20."),
        wrong={0.0129: N_("That is p of a single test. It was chosen among twenty.")},
        hint=N_("By how many tests is the smallest p multiplied?"),
    ),
    "11-holm": QuizQuestion(
        N_("What does Holm make of 0.04?"),
        0.06,
        why=N_("0.005 · 4 = 0.02, 0.01 · 3 = 0.03, 0.03 · 2 = 0.06. The last one, 0.04 · 1, is not below 0.06."),
        wrong={
            0.04: N_("That is 0.04 · 1. No corrected p is below the one before it."),
            0.16: N_("That is Bonferroni's correction, which multiplies each p by 4."),
        },
        hint=N_("Sort the four p, and multiply the smallest by 4, the next by 3, and so on."),
    ),
    "12-observed": QuizQuestion(
        N_("What is the observed agreement of this table?"),
        0.7,
        why=N_("The judges agree on 6 and 1 of the 10 results."),
        wrong={0.6: N_("Both said no to one result. That is also agreement.")},
        hint=N_("Add the results on which both said the same, and divide by all."),
        tables=(TABLE_S,),
    ),
    "12-chance": QuizQuestion(
        N_("What is the agreement by chance, with each judge's own shares?"),
        0.58,
        why=N_("Both say yes with 0.6 · 0.9 = 0.54, and no with 0.4 · 0.1 = 0.04."),
        wrong={
            0.5: N_("Chance is 1/2 only for judges who say yes to every second result."),
            0.54: N_("That is two times yes. Two times no is also agreement."),
            0.625: N_("That has the votes of both judges together, 15 of 20 yes. Take those of each judge."),
        },
        hint=N_("Judge 1 says yes to 6 of 10, judge 2 to 9 of 10. Multiply, for yes and for no."),
        tables=(TABLE_S,),
    ),
    "12-kappa": QuizQuestion(
        N_("What is Cohen's kappa of this table?"),
        2 / 7,
        why=N_("(0.7 − 0.58)/(1 − 0.58) = 0.12/0.42."),
        wrong={
            0.2: N_("That is Scott's pi: chance with the votes of both judges together."),
            0.4: N_("That takes 1/2 as the agreement by chance."),
            0.7: N_("That is the observed agreement, before chance is taken off."),
            0.24: N_("That is Krippendorff's alpha."),
        },
        hint=N_("Take the chance off the agreement, and divide by what is left above chance."),
        tables=(TABLE_S,),
    ),
    "12-coefficients": QuizQuestion(
        N_(
            "The same table gives 0.2, 0.24, 0.2857 and 0.52. Which of them are pi, alpha and Cohen's kappa, in this order?"
        ),
        "0.2, 0.24, 0.2857",
        options=(N_("0.2, 0.24, 0.2857"), N_("0.24, 0.2857, 0.52"), N_("0.52, 0.2, 0.24")),
        why=N_("The fourth is Gwet's AC1. So a report names the coefficient, and not only kappa."),
        hint=N_("You know kappa. Pi pools the votes, and alpha is a little above pi."),
    ),
    "12-below-zero": QuizQuestion(
        N_("Each judge says yes to 9 of the 10 results; one no is on a, the other on b. What is kappa?"),
        -1 / 9,
        why=N_("They agree on 8 of 10. By chance they would agree on 0.9 · 0.9 + 0.1 · 0.1 = 0.82 of them."),
        wrong={0.8: N_("That is the observed agreement."), 1 / 9: N_("0.8 is below 0.82, so kappa is below 0.")},
        hint=N_("The agreement is 0.8. What is it by chance?"),
    ),
    "12-one-vote": QuizQuestion(
        N_("One vote of judge 1 changes, and judge 1 finds B better. On which result?"),
        "j",
        options=("a", "c", "i", "j"),
        why=N_("B has j at rank 1. With a yes on j, judge 1 has the votes of judge 2."),
        hint=N_("Which result has B far above A?"),
    ),
    "12-majority": QuizQuestion(
        N_("Each of the three judges finds A better. Which system is better by their majority?"),
        "B",
        options=("A", "B", N_("neither")),
        why=N_("The majority keeps c and d, which two judges share. What each judge alone likes is lost."),
        hint=N_("Which results have two votes or more, and where are they in A and in B?"),
    ),
    "12-three-grades": QuizQuestion(
        N_("Three judges give the grades 0, 1 and 3. Which grade goes into the qrels?"),
        "it depends on the rule",
        options=("0", "1", "3", N_("it depends on the rule")),
        why=N_("All three are tied: 3 if ties go up, 0 if they go down, and 1 is the median."),
        hint=N_("What do the majority and the median say?"),
    ),
    "12-grades-1-2-4": QuizQuestion(
        N_("Two libraries give another quadratic kappa for grades 1, 2 and 4. Why?"),
        "one counts positions",
        options=(N_("one counts positions"), N_("one rounds the grades"), N_("one leaves out ties")),
        why=N_("No judge gave a 3. Among the grades that occur, 4 is next to 2; by its value it is 2 apart."),
        hint=N_("How far apart are 2 and 4, if no judge gave a 3?"),
    ),
    "12-bpref": QuizQuestion(
        N_("Three relevant items, two judged non-relevant ones. Which bpref is 1/3, and which 4/9?"),
        "1/3 by min(|R|, N), 4/9 by |R|",
        options=(N_("1/3 by min(|R|, N), 4/9 by |R|"), N_("1/3 by |R|, 4/9 by min(|R|, N)")),
        why=N_(
            "One non-relevant item is above each hit: 1 − 1/2 with N = 2, and 1 − 1/3 with |R| = 3; both times 2/3."
        ),
        hint=N_("The smaller divisor takes more off."),
    ),
}
"""By name, under which a learner's progress is kept: the number of the lesson, and a word."""
