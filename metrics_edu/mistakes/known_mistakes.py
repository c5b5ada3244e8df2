"""The known mistakes: wrong computations that were seen, each with a stable code, its value and a sentence that says what it is.

A code is wrong only against the measure that was asked: dividing by |R| is a mistake in AP@10, and right in trec_eval's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, Literal

import numpy as np

import metrics_edu.mistakes.wrong_computations as wrong
import metrics_edu.mistakes.wrong_errors as errors
import metrics_edu.mistakes.wrong_gains as gains
from metrics_edu.language import N_, _
from metrics_edu.metrics import METRICS, PARAMETERS, Measure, Ranking, Ratings, Run, Votes
from metrics_edu.metrics.gains import nothing_to_find
from metrics_edu.metrics.reasons import REASONS
from metrics_edu.metrics.registry import mean_over_users
from metrics_edu.metrics.value_and_derivation import COVERAGES, Data, ranking_of
from metrics_edu.mistakes import misread_runs
from metrics_edu.working import Derivation, named
from metrics_edu.working.labels import spoken
from metrics_edu.working.recorded_array import Term, recording

EXPLAINED = ("α", "g*_i", "dg_i", "dg*_i")
"""The steps of a wrong value that have the text of the right one's."""

SUBJECTS: dict[str, type] = {"ratings": Ratings, "run": Run, "votes": Votes}
"""What a mistake may be about, if not lists."""


@dataclass(frozen=True)
class Misconception:
    """A wrong computation that people take for a metric.

    It is about a list (and each list of a batch or a run), the users of a batch or a run, Ratings, Votes, or a Run with its items,
    ids and train data: that is what it `takes`. To `compute` what it takes, under the Measure asked, gives the value, or one
    a user; NaN where it is what was asked, or does not apply.
    """

    code: str  # stable, for files and tables
    takes: Literal["list", "batch", "ratings", "run", "votes"]
    measures: tuple[str, ...]  # the names of the metrics it is taken for
    compute: wrong.Computation
    template: str  # with the places that `sentence` fills
    seen: str = ""  # a public place; "" where none is known
    doing: str = field(kw_only=True)  # what a learner does, continuing a sentence: "you divide by the hits"
    made_at: tuple[str, ...] = ("the value",)  # the steps at which it begins, without their cut-offs
    graded: bool = False  # it changes the value only where there are several grades
    reads_below: bool = False  # grades below the threshold count: one with no relevant item may get another value, too
    read: int = 0  # the ranks that are read, of another cut-off
    strict: bool = False  # also > was taken for >=
    of_empty: bool = False  # it is about the users with no relevant item
    libraries: dict[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """The conventions whose library sorts equal scores so, each with the metrics in which it does."""

    def values(self, measure: Measure, data: Data) -> Any:
        """Return the wrong values: one a user, or only one; NaN where the mistake cannot be made.

        A user of whom nothing counts has the value that the measure gives it: a mistake is in one thing only.
        """
        subject = self._subject(data) if measure.metric.name in self.measures else None
        if subject is None:
            return np.nan
        if self.strict and ((lists := ranking_of(subject)) is None or not lists.relevant.any()):
            return np.nan  # nothing is above the threshold
        try:
            computed = self.compute(measure, subject)
            values = np.asarray(measure(computed) if isinstance(computed, Ranking) else computed, dtype=np.float64)
            is_kept = self.takes == "list" and not self.of_empty and not (subject.relevant > 0).all()
            if is_kept and not np.isnan(values).all():
                below, gain = measure.settings.get("below"), measure.settings.get("gain", "exponential")
                reads = ("graded", "exponential") if self.reads_below else (below, gain)
                nothing = nothing_to_find(subject, *reads)
                values = np.where(nothing, _right(measure, subject), values)
        except ValueError:  # a metric refuses what the mistake would have to read, such as a pool that was cut
            return np.nan
        return values

    def _subject(self, data: Data) -> Any:
        subject = stricter(data) if self.strict else data
        if self.takes in SUBJECTS:
            return subject if isinstance(subject, SUBJECTS[self.takes]) else None
        ranking = ranking_of(subject)
        return None if ranking is None or (self.takes == "batch" and not ranking.is_batch) else ranking

    def value(self, measure: Measure, data: Data) -> float:
        """Return the wrong value, of several lists the mean over users; NaN where the mistake cannot be made.

        >>> from metrics_edu import Ranking, measure
        >>> MISCONCEPTIONS["AP_DIV_HITS"].value(measure("AP@3"), Ranking.parse("RNR", relevant=4))
        0.8333333333333333
        """
        values = np.asarray(self.values(measure, data))
        return float(mean_over_users(values)) if values.ndim else float(values)

    def working(self, measure: Measure, data: Data, user: str) -> Derivation | None:
        """Return how the wrong value of a user, or of ratings, comes about; None where the mistake is not in that."""
        subject = self._subject(data)
        if self.takes == "run":
            lists = self.compute(measure, subject)
            return measure.explain(lists.user(user)) if isinstance(lists, Ranking) else None
        if self.takes == "batch":
            return None
        ranking = subject.user(user) if self.takes == "list" and subject.is_batch else subject
        with recording({symbol: REASONS[symbol] for symbol in EXPLAINED}, {**measure.settings, "ranking": ranking}):
            value = self.compute(measure, ranking)
            if not isinstance(value, Term):
                return None
            term = value if value.symbol else named(value, f"{measure.name}′")
            return Derivation(term, measure.metric, ranking=ranking)  # without a title: it may be another metric

    @property
    def plainly(self) -> str:
        """What was done, in the reader's language, of two mistakes at once both; not what a measure does."""
        done = re.split(r"[;:,](?![^(]*\))", _(self.template))[0].replace("{read}", str(self.read))
        return f"{MISCONCEPTIONS[STRICT].plainly} + {done}" if self.strict else done

    @property
    def you_do(self) -> str:
        """What a learner does, in the reader's language, as it continues a sentence.

        >>> [MISCONCEPTIONS[code].you_do for code in ("AP_DIV_N", "CUT_5")]
        ['you divide by n', 'you cut the list at rank 5']
        """
        done = _(self.doing, read=self.read)
        return _("{first} and {second}", first=MISCONCEPTIONS[STRICT].you_do, second=done) if self.strict else done

    def right_way(self, measure: Measure) -> str:
        """Return what the measure does, in the reader's language: what its sentence says after what was done."""
        return self.sentence(measure).rpartition("; ")[2]

    def sentence(self, measure: Measure, *, mean: bool = False) -> str:
        """Return what was done and what the measure does, in the reader's language."""
        parameters = measure.settings
        words = {
            key: PARAMETERS[key].word(parameters[key], parameters.get("n"))
            for key in measure.metric.choices
            if key in PARAMETERS
        }
        sentence = _(
            self.template, measure=spoken(measure.mean_name if mean else measure.name), read=self.read, **words
        )
        if not self.strict:
            return sentence
        return " ".join([_("Two mistakes at once:"), MISCONCEPTIONS[STRICT].sentence(measure, mean=mean), sentence])


@lru_cache(maxsize=2)
def _right(measure: Measure, ranking: Ranking) -> Any:
    return measure(ranking)


@lru_cache(maxsize=2)
def stricter(data: Data) -> Data | None:
    """Return what a value is of with > in the place of >=; None without a threshold (1)."""
    ranking = ranking_of(data)
    if ranking is None or ranking.threshold <= 1:
        return None
    try:
        strict = wrong.strictly(ranking)
    except ValueError:  # the pool was cut
        return None
    return misread_runs.stricter(data) if isinstance(data, Run) else strict


AP, NDCG, RANKSCORE, RR = ("average_precision",), ("ndcg",), ("rankscore",), ("reciprocal_rank",)
ERR = ("expected_reciprocal_rank",)
AUC = ("auc",)
GAINS = ("dcg", "ndcg")
KAPPA, BPREF = ("cohen_kappa",), ("bpref",)
P, RECALL, F = ("precision",), ("recall",), ("f_measure",)
RP = ("r_precision", "average_r_precision")
NOVELTY = ("novelty",)
OF_LISTS = tuple(METRICS)
ALWAYS_DEFINED = tuple(name for name, metric in METRICS.items() if not metric.can_be_nan)
WITH_EMPTY = tuple(name for name, metric in METRICS.items() if metric.has_empty)
WITH_CUTOFF = tuple(name for name, metric in METRICS.items() if metric.takes_n)
CUTOFFS = (5, 10, 20, 30, 50, 100)
"""The cut-offs that are taken for each other."""
RARER_CUTOFFS = (2, 3, 12, 15, 25, 40, 200, 500, 1000)
"""Those that are searched only in the lists of several users: on few lists they coincide with too much."""
AT_CUT = (
    "right",
    "missed",
    "shown",
    "first_i",
    "|N|",
    "hits",
    "rel_i",
    "n",
    "D",
    "tie line",
    "dg_i",
    "DCG",
    "IDCG",
    "Σ_i P@i·rel_i",
    "the value",
)
"""The steps at which another cut-off shows first."""
CLASS_NOTEBOOKS = "class notebooks of IIC3633, PUC Chile"

_ALL = (
    Misconception(
        "AP_NO_REL",
        "list",
        AP,
        wrong.mean_over_ranks,
        N_("P@i was averaged over all ranks; {measure} adds P@i only where the item is relevant."),
        f"{CLASS_NOTEBOOKS}; Elliot 0.3 (MAP)",
        made_at=("P@i·rel_i", "D"),  # where all that is read is relevant, only its divisor is another
        doing=N_("you average P@i over all ranks"),
    ),
    Misconception(
        "AP_MEAN_GRADE",
        "list",
        AP,
        wrong.differing(partial(wrong.mean_over_ranks, of_grades=True), wrong.mean_over_ranks),
        N_(
            "The mean grade down to each rank was averaged over all ranks; {measure} adds P@i only where the item is relevant."
        ),
        reads_below=True,
        made_at=("hits_i", "P@i·rel_i", "D"),
        doing=N_("you average the mean grades over all ranks"),
    ),  # Quepid before 6.12.1
    Misconception(
        "AP_DIV_HITS",
        "list",
        AP,
        wrong.changed(denominator="retrieved"),
        N_("The sum of P@i was divided by the hits; {measure} divides it by {denominator}."),
        f"{CLASS_NOTEBOOKS}; TorchMetrics 1.9, pyRecLab 0.1.16, DaisyRec 2",
        made_at=("D",),
        doing=N_("you divide by the hits"),
    ),
    Misconception(
        "AP_DIV_R",
        "list",
        AP,
        wrong.changed(denominator="relevant"),
        N_("The sum of P@i was divided by |R|; {measure} divides it by {denominator}."),
        "trec_eval 9, ranx 0.3.21",
        made_at=("D",),
        doing=N_("you divide by |R|"),
    ),
    Misconception(
        "AP_DIV_MIN",
        "list",
        AP,
        wrong.by_reachable,
        N_(
            "The sum of P@i was divided by the smaller of |R| and the number of ranks; {measure} divides it by "
            "{denominator}."
        ),
        "RecBole 1.2, Spark 4 (AP@n), ml_metrics 0.1",
        doing=N_("you divide by the smaller of |R| and the number of ranks"),
    ),
    Misconception(
        "AP_DIV_N",
        "list",
        AP,
        wrong.changed(denominator="cutoff"),
        N_("The sum of P@i was divided by the number of ranks; {measure} divides it by {denominator}."),
        "RecTools 0.19 (divide_by_k)",
        made_at=("D",),
        doing=N_("you divide by n"),
    ),
    Misconception(
        "AP_IS_PREC",
        "list",
        AP,
        wrong.instead("precision"),
        N_("This is the precision of the ranks read; {measure} adds P@i at the rank of each relevant item."),
        CLASS_NOTEBOOKS,
        made_at=("P@i", "D"),
        doing=N_("you compute the precision"),
    ),
    Misconception(
        "AP_IS_RECALL",
        "list",
        AP,
        wrong.instead("recall"),
        N_("This is the recall of the ranks read; {measure} adds P@i at the rank of each relevant item."),
        CLASS_NOTEBOOKS,
        made_at=("P@i", "D"),
        doing=N_("you compute the recall"),
    ),
    Misconception(
        "AP_IS_RR",
        "list",
        AP,
        wrong.instead("reciprocal_rank"),
        N_(
            "This is the reciprocal rank, 1/rank of the first relevant item; {measure} adds P@i at the rank of each "
            "relevant item."
        ),
        made_at=("P@i", "the value"),
        doing=N_("you compute the reciprocal rank"),
    ),
    Misconception(
        "AP_INVERSE_RANKS",
        "list",
        AP,
        wrong.inverse_ranks,
        N_("1/i was added in the place of P@i = hits/i; {measure} adds P@i at the rank of each relevant item."),
        made_at=("P@i",),
        doing=N_("you add 1/i in place of P@i"),
    ),
    Misconception(
        "AP_NO_DIV",
        "list",
        AP,
        wrong.undivided,
        N_("The P@i were added and not divided; {measure} divides their sum by {denominator}."),
        doing=N_("you do not divide the sum"),
    ),
    Misconception(
        "AP_RANK0",
        "list",
        AP,
        partial(wrong.ranks_off, shift=1),
        N_("P@i was computed as hits/(i + 1), with 1 added to the rank; in {measure} it is hits/i."),
        made_at=("P@i",),
        doing=N_("you divide the hits by i + 1"),
    ),
    Misconception(
        "AP_START0",
        "list",
        AP,
        wrong.from_0(wrong.ranks_off),
        N_(
            "P@i used ranks counted from 0 (in Python: enumerate without start=1), so it became hits/(i − 1) and "
            "the first rank added nothing; in {measure} it is hits/i."
        ),
        made_at=("P@i",),
        doing=N_("you divide the hits by i − 1"),
    ),
    Misconception(
        "VEC_SWAPPED",
        "run",
        (*AP, *RR, *NDCG),
        wrong.swapped,
        N_(
            "The relevant items were read in the order of the test file (in NumPy: the arguments of np.isin "
            "swapped); {measure} reads the recommended items in the order of their ranks."
        ),
        CLASS_NOTEBOOKS,
        doing=N_("you read the relevant items in the order of the test file"),
    ),
    Misconception(
        "VEC_SWAPPED_UNCUT",
        "run",
        (*AP, *RR, *NDCG),
        wrong.swapped_uncut,
        N_(
            "The relevant items were read in the order of the test file and looked up in the whole list (in NumPy: "
            "the arguments of np.isin swapped, the list not cut); {measure} reads the recommended items down to the "
            "cut-off."
        ),
        doing=N_("you look up the relevant items in the whole list"),
    ),
    Misconception(
        "MAP_POOLED",
        "batch",
        AP,
        wrong.pooled,
        N_("One AP was computed over the joined lists of all users; {measure} is the mean of one AP per user."),
        "homework",
        doing=N_("you join the lists of all users into one"),
    ),
    Misconception(
        "MAP_POOLED_R",
        "batch",
        AP,
        partial(wrong.pooled, denominator="relevant"),
        N_(
            "One AP was computed over the joined lists of all users and divided by all their relevant items; "
            "{measure} is the mean of one AP per user."
        ),
        "homework",
        doing=N_("you join the lists of all users and divide by all their relevant items"),
    ),
    Misconception(
        "MAP_SKIP_EMPTY",
        "batch",
        ALWAYS_DEFINED,
        wrong.skip_empty,
        N_("The users with no relevant item were left out of the mean; {measure} counts them."),
        "RecTools 0.19, recommenders 1.2, Elliot 0.3",
        made_at=("of a user",),
        doing=N_("you leave out the users with no relevant item"),
    ),
    Misconception(
        "MAP_ZERO_EMPTY",
        "batch",
        ALWAYS_DEFINED,
        wrong.zero_empty,
        N_("The users with no relevant item were counted as 0; {measure} leaves them out of the mean."),
        "trec_eval 9, ranx 0.3.21",
        doing=N_("you count the users with no relevant item as 0"),
    ),
    Misconception(
        "EMPTY_AS_ONE",
        "list",
        WITH_EMPTY,
        wrong.empty_as_one,
        N_(
            "The users with no relevant item were counted as 1; in {measure} they are not, but in XGBoost, LightGBM and "
            "CatBoost they are."
        ),
        of_empty=True,
        made_at=("of a user",),
        doing=N_("you count the users with no relevant item as 1"),
    ),  # not `seen`: these libraries have no threshold that > could be taken for
    Misconception(
        "MAP_SKIP_MISSED",
        "batch",
        ALWAYS_DEFINED,
        wrong.skip_missed,
        N_("The users without a hit were left out of the mean; in {measure} they count as 0."),
        "homework; LanceDB; spiceai",
        made_at=("of a user",),
        doing=N_("you leave out the users without a hit"),
    ),
    Misconception(
        "MAP_SKIP_UNLISTED",
        "batch",
        ALWAYS_DEFINED,
        wrong.skip_unlisted,
        N_("The users without a list were left out of the mean; {measure} also counts them."),
        "second-brain; spiceai",
        made_at=("of a user",),
        doing=N_("you leave out the users without a list"),
    ),
    Misconception(
        "MAP_UNJUDGED_USERS",
        "run",
        ALWAYS_DEFINED,
        wrong.over_unjudged_users,
        N_("The mean was taken over all users with a list; {measure} leaves out the users without test data."),
        doing=N_("you average over all users with a list"),
    ),
    Misconception(
        "GOLD_REPEATED",
        "run",
        (*AP, *NDCG, *RANKSCORE, *RECALL, *F, *RP),
        wrong.gold_repeated,
        N_(
            "Every item of the test data was counted twice; for {measure} each counts once, but for LlamaIndex and Haystack "
            "3.0 as often as it is listed."
        ),
        "LlamaIndex 0.14, Haystack 3.0",
        doing=N_("you count each item of the test data twice"),
    ),
    Misconception(
        "IDCG_RETRIEVED",
        "list",
        NDCG,
        wrong.changed(ideal="retrieved"),
        N_("The ideal list was made of the shown items only; {measure} uses {ideal}."),
        f"{CLASS_NOTEBOOKS}; scikit-learn 1.9, DaisyRec 2",
        made_at=("g*_i", "IDCG"),
        doing=N_("you make the ideal list of the shown items only"),
    ),
    Misconception(
        "IDCG_FIRST_N",
        "list",
        NDCG,
        gains.ideal_of_first_ranks,
        N_("The ideal list was the first n items shown, sorted; {measure} uses {ideal}."),
        "class notebooks; MatchZoo; Quepid 8",
        made_at=("g*_i", "IDCG"),
        doing=N_("you make the ideal list of the first n items shown"),
    ),
    Misconception(
        "IDCG_UNCUT",
        "list",
        NDCG,
        wrong.changed(ideal="uncut"),
        N_("The ideal list was not cut: it had all graded items; {measure} uses {ideal}."),
        made_at=("IDCG",),
        doing=N_("you do not cut the ideal list"),
    ),
    Misconception(
        "IDCG_SHORT",
        "list",
        NDCG,
        wrong.differing(wrong.changed(ideal="shown")),
        N_("The ideal list was as short as the list shown; {measure} uses {ideal}."),
        made_at=("g*_i", "IDCG"),
        doing=N_("you make the ideal list as short as the list shown"),
    ),  # Elasticsearch, MLflow
    Misconception(
        "IDCG_FULL",
        "list",
        NDCG,
        gains.of_enough(wrong.differing(partial(gains.ideal_of_best_grade, filled=True))),
        N_("The ideal list had the best grade of the user at all of its ranks; {measure} uses {ideal}."),
        made_at=("g*_i", "IDCG"),
        doing=N_("you fill the ideal list with the best grade"),
    ),  # LlamaIndex, cwl
    Misconception(
        "IDCG_BEST_ONLY",
        "list",
        NDCG,
        gains.of_enough(wrong.differing(partial(gains.ideal_of_best_grade, filled=False))),
        N_("The ideal list had only the items of the best grade; {measure} uses {ideal}."),
        graded=True,
        made_at=("g*_i", "IDCG"),
        doing=N_("you put only the items of the best grade into the ideal list"),
    ),  # Rated Ranking Evaluator
    Misconception(
        "GAIN_LINEAR",
        "list",
        GAINS,
        wrong.changed(gain="linear"),
        N_("The gain was the grade itself; in {measure} it is {gain}."),
        "A. Lopes, week 12; trec_eval 9, ranx 0.3.21 (ndcg)",
        graded=True,
        made_at=("gain_i", "gain*_i"),
        doing=N_("you take the grade itself as the gain"),
    ),
    Misconception(
        "GAIN_EXP",
        "list",
        GAINS,
        wrong.changed(gain="exponential"),
        N_("The gain was 2^g − 1; in {measure} it is {gain}."),
        "D. Parra, slides; ranx 0.3.21 (ndcg_burges)",
        graded=True,
        made_at=("gain_i", "gain*_i"),
        doing=N_("you take 2^g − 1 as the gain"),
    ),
    Misconception(
        "IDCG_EXP",
        "list",
        NDCG,
        gains.of_enough(gains.linear_over_exponential),
        N_(
            "The gain was the grade itself in the shown list and 2^g − 1 in the ideal list; in {measure} it is {gain} in both."
        ),
        graded=True,
        made_at=("gain_i", "gain*_i"),
        doing=N_("you take the grade itself as the gain, but not in the ideal list"),
    ),
    Misconception(
        "SCORES_AS_GAINS",
        "run",
        GAINS,
        gains.scores_as_gains,
        N_("The predicted score of each item was taken for its grade; {measure} reads the grades of the test data."),
        doing=N_("you take the predicted scores for grades"),
    ),
    Misconception(
        "SCORES_OF_HITS",
        "run",
        GAINS,
        partial(gains.scores_as_gains, of_hits=True),
        N_(
            "The predicted score of each relevant item was taken for its grade; {measure} reads the grades of the test data."
        ),
        doing=N_("you take the predicted scores of the relevant items for grades"),
    ),
    Misconception(
        "GAIN_NO_MINUS_1",
        "list",
        GAINS,
        gains.gain_without_minus_1,
        N_("The gain was 2^g, so an item that is not relevant had gain 1; in {measure} it is {gain}."),
        made_at=("gain_i", "gain*_i", "dg_i"),
        doing=N_("you take 2^g as the gain"),
    ),
    Misconception(
        "GAIN_BINARY",
        "list",
        GAINS,
        wrong.changed(gain="binary"),
        N_("Every relevant item had the gain 1, whatever its grade; in {measure} it is {gain}."),
        "RecBole 1.2, RecTools 0.19",
        graded=True,
        made_at=("gain_i", "gain*_i"),
        doing=N_("you give every relevant item the gain 1"),
    ),
    Misconception(
        "GAIN_MLNET",
        "list",
        GAINS,
        gains.of_enough(wrong.changed(gain="mlnet", discount="ln")),
        N_("The gain was 2^(g + 1) − 1 and the logarithm natural, as in ML.NET; in {measure} the gain is {gain}."),
        made_at=("gain_i", "gain*_i"),
        doing=N_("you take 2^(g + 1) − 1 as the gain and the natural logarithm"),
    ),
    Misconception(
        "GAIN_BELOW",
        "list",
        GAINS,
        gains.gain_below,
        N_("Items below the threshold kept their gain; in {measure} they are {below}."),
        "trec_eval 9, scikit-learn 1.9",
        reads_below=True,
        made_at=("gain_i", "gain*_i"),
        doing=N_("you count the gain of items below the threshold"),
    ),
    Misconception(
        "LOG_NATURAL",
        "list",
        ("dcg",),
        partial(gains.other_log, base=np.e),
        N_("The gains were divided by the natural logarithm of i + 1; {measure} uses the logarithm to base 2."),
        "Spark 4 (from Scala)",
        doing=N_("you use the natural logarithm"),
    ),
    Misconception(
        "LOG_TEN",
        "list",
        ("dcg",),
        partial(gains.other_log, base=10.0),
        N_(
            "The gains were divided by the logarithm of i + 1 to base 10 (the key “log”); {measure} uses the "
            "logarithm to base 2."
        ),
        doing=N_("you use the logarithm to base 10"),
    ),
    Misconception(
        "IDCG_LOG_NATURAL",
        "list",
        NDCG,
        partial(gains.other_log, base=np.e, of_ideal=True),
        N_("The ideal list was discounted with the natural logarithm; {measure} uses base 2 for both lists."),
        doing=N_("you use the natural logarithm for the ideal list"),
    ),
    Misconception(
        "IDCG_LOG_TEN",
        "list",
        NDCG,
        partial(gains.other_log, base=10.0, of_ideal=True),
        N_("The ideal list was discounted with the logarithm to base 10; {measure} uses base 2 for both lists."),
        doing=N_("you use the logarithm to base 10 for the ideal list"),
    ),
    Misconception(
        "DCG_LOG_NATURAL",
        "list",
        NDCG,
        partial(gains.other_log, base=np.e),
        N_("The shown list was discounted with the natural logarithm; {measure} uses base 2 for both lists."),
        doing=N_("you use the natural logarithm for the shown list"),
    ),
    Misconception(
        "DISC_PLUS2",
        "list",
        GAINS,
        gains.discounted_by(gains.later_log),
        N_(
            "The gains were divided by log2(i + 2), which is right only if ranks are counted from 0; the first rank is 1, "
            "so in {measure} the discount is {discount}."
        ),
        made_at=("dg_i",),
        doing=N_("you divide by log2(i + 2)"),
    ),
    Misconception(
        "DISC_RANK",
        "list",
        GAINS,
        wrong.changed(discount="rank"),
        N_("The gains were divided by the rank i; in {measure} the discount is {discount}."),
        made_at=("dg_i", "dg*_i"),
        doing=N_("you divide by the rank i"),
    ),
    Misconception(
        "DISC_LOG_AND_1",
        "list",
        GAINS,
        gains.discounted_by(gains.log_and_1),
        N_("The gains were divided by 1 + log2 i; in {measure} the discount is {discount}."),
        made_at=("dg_i", "dg*_i"),
        doing=N_("you divide by 1 + log2 i"),
    ),
    Misconception(
        "DISC_NONE",
        "list",
        GAINS,
        wrong.changed(discount="none"),
        N_("The gains were not discounted by rank; in {measure} the discount is {discount}."),
        made_at=("dg_i", "dg*_i"),
        doing=N_("you do not discount by rank"),
    ),
    Misconception(
        "DISC_JARVELIN",
        "list",
        GAINS,
        wrong.changed(discount="jarvelin"),
        N_("The discount was max(1, log2 i), which leaves ranks 1 and 2 as they are; in {measure} it is {discount}."),
        "Järvelin and Kekäläinen (2002); LensKit 2025.8",
        made_at=("dg_i", "dg*_i"),
        doing=N_("you divide by max(1, log2 i)"),
    ),
    Misconception(
        "NO_NORM",
        "list",
        NDCG,
        wrong.instead("dcg", "gain", "discount", "below"),
        N_("This is the DCG; {measure} divides it by the DCG of the ideal list."),
        doing=N_("you do not divide by the DCG of the ideal list"),
    ),
    Misconception(
        "NDCG_IS_HIT",
        "list",
        NDCG,
        wrong.instead("hit_ratio"),
        N_(
            "This is 1 for a list with a hit and 0 without, as with an ideal list that is not sorted; {measure} "
            "divides the DCG by that of the best order."
        ),
        CLASS_NOTEBOOKS,
        made_at=("gain_i", "dg_i"),
        doing=N_("you give 1 to every list with a hit"),
    ),
    Misconception(
        "RR_LAST",
        "list",
        RR,
        wrong.last_rank,
        N_("The rank of the last relevant item was used; {measure} uses that of the first one."),
        doing=N_("you use the last relevant item"),
    ),
    Misconception(
        "RR_RANK0",
        "list",
        RR,
        partial(wrong.rank_off, shift=1),
        N_("1 was added to the rank of the first relevant item; ranks start at 1, and {measure} is 1/rank."),
        made_at=("rel_i/i",),
        doing=N_("you add 1 to the rank"),
    ),
    Misconception(
        "RR_START0",
        "list",
        RR,
        wrong.from_0(wrong.rank_off),
        N_(
            "The ranks were counted from 0 (in Python: enumerate without start=1), so it became 1/(rank − 1) and "
            "rank 1 was skipped; ranks start at 1, and {measure} is 1/rank."
        ),
        made_at=("rel_i/i",),
        doing=N_("you count the ranks from 0"),
    ),
    Misconception(
        "RR_SUM",
        "list",
        RR,
        wrong.rank_sum,
        N_("1/rank was added up over all relevant items; {measure} uses only the first one."),
        "DaisyRec, before 2.3 (MRR)",
        doing=N_("you add 1/rank over all relevant items"),
    ),
    Misconception(
        "RR_DIV_HITS",
        "list",
        RR,
        wrong.changed(hits="mean"),
        N_("1/rank was added up over all relevant items and divided by the hits; {measure} uses only the first one."),
        "LlamaIndex 0.14 (granular MRR)",
        doing=N_("you average 1/rank over all hits"),
    ),
    Misconception(
        "RR_DIV_R",
        "list",
        RR,
        wrong.differing(wrong.changed(hits="each")),
        N_("1/rank was added up over all relevant items and divided by |R|; {measure} uses only the first one."),
        doing=N_("you add 1/rank over all relevant items and divide by |R|"),
    ),  # AutoRAG, with one answer group an item
    Misconception(
        "RR_IS_RECALL",
        "list",
        RR,
        wrong.differing(wrong.instead("recall")),
        N_("The recall was computed; {measure} is 1/rank of the first relevant item."),
        made_at=("rel_i/i",),
        doing=N_("you compute the recall"),
    ),  # ranx, where MRR@1 was taken for Recall@1
    Misconception(
        "RR_IS_AP",
        "list",
        RR,
        wrong.instead("average_precision", denominator="retrieved"),
        N_("This is the mean of P@i over the hits, an average precision; {measure} uses only the first relevant item."),
        made_at=("rel_i/i",),
        doing=N_("you average P@i over the hits"),
    ),
    Misconception(
        "RR_IS_RANK",
        "list",
        RR,
        wrong.first_rank,
        N_("This is the rank of the first relevant item; {measure} is 1/rank."),
        doing=N_("you write the rank itself"),
    ),
    Misconception(
        "RR_OF_MEAN_RANK",
        "batch",
        RR,
        wrong.of_mean_rank,
        N_(
            "The ranks of the first relevant items were averaged before 1 was divided by them; {measure} is the mean of 1/rank."
        ),
        "pykg2vec",
        doing=N_("you average the ranks first"),
    ),
    Misconception(
        "AUC_INVERTED",
        "list",
        AUC,
        wrong.differing(lambda measure, ranking: 1 - measure(ranking)),
        N_("The pairs in wrong order were counted; {measure} counts those with the relevant item above."),
        doing=N_("you count the pairs in wrong order"),
    ),
    Misconception(
        "AUC_ALL_PAIRS",
        "list",
        AUC,
        wrong.auc_over(lambda items, _relevant: items * (items - 1) / 2),
        N_("The pairs were divided by all pairs of items; {measure} divides by those of a relevant and another item."),
        doing=N_("you divide by all pairs of items"),
    ),
    Misconception(
        "AUC_DIV_R_ALL",
        "list",
        AUC,
        wrong.auc_over(lambda items, relevant: relevant * items),
        N_("The pairs were divided by |R| times all items; {measure} divides by |R| times the non-relevant items."),
        doing=N_("you divide by |R| times all items"),
    ),
    Misconception(
        "AUC_DIV_SQUARE",
        "list",
        AUC,
        wrong.auc_over(lambda items, _relevant: items * items),
        N_("The pairs were divided by the square of all items; {measure} divides by |R| times the non-relevant items."),
        doing=N_("you divide by the square of the number of items"),
    ),
    Misconception(
        "AUC_READ_ONLY",
        "list",
        AUC,
        wrong.differing(wrong.changed(positives="listed", negatives="listed")),
        N_("Only the pairs of the ranks read were counted; {measure} also counts items that are not read."),
        "RePlay 0.22; the exam of 2026 of IIC3633, PUC Chile",
        made_at=("|N|", "pairs"),
        doing=N_("you count only the pairs of the ranks read"),
    ),
    Misconception(
        "AUC_READ_N",
        "list",
        AUC,
        wrong.differing(wrong.changed(negatives="listed")),
        N_("The non-relevant items are only those read; {measure} counts all of the catalogue."),
        made_at=("|N|", "pairs"),
        doing=N_("you count only the non-relevant items of the ranks read"),
    ),
    Misconception(
        "AUC_READ_R",
        "list",
        AUC,
        wrong.differing(wrong.changed(positives="listed")),
        N_("The relevant items are only those read; {measure} counts all of them."),
        made_at=("pairs",),
        doing=N_("you count only the relevant items of the ranks read"),
    ),
    Misconception(
        "AUC_UNREAD_WRONG",
        "list",
        AUC,
        wrong.differing(wrong.changed(unranked="last")),
        N_("Two items that are not read counted as in wrong order; for {measure} they count half a pair."),
        doing=N_("you count two items that are not read as in wrong order"),
    ),
    Misconception(
        "AUC_NO_CATALOGUE",
        "list",
        AUC,
        wrong.differing(wrong.without_catalogue),
        N_("Only the shown and the missed items were counted; {measure} counts all items of the catalogue."),
        made_at=("|C|",),
        doing=N_("you forget the rest of the catalogue"),
    ),
    Misconception(
        "ERR_NO_STOP",
        "list",
        ERR,
        wrong.err_without_stop,
        N_(
            "Every reader was taken to reach every rank; for {measure} an item above may satisfy the reader, who then stops."
        ),
        made_at=("stop_i/i",),
        doing=N_("you forget that readers stop at an item above"),
    ),
    Misconception(
        "ERR_DIV_GAIN",
        "list",
        ERR,
        wrong.err_by_best_gain,
        N_(
            "The gains were divided by that of the top grade; {measure} divides them by 2 to the power of the top grade."
        ),
        made_at=("p_i",),
        doing=N_("you divide the gains by that of the top grade"),
    ),
    Misconception(
        "ERR_TOP_SHOWN",
        "list",
        ERR,
        wrong.err_of_best,
        N_("The best grade of the user was the top grade; {measure} takes that of the scale."),
        made_at=("p_i",),
        doing=N_("you take the best grade of the user for the top grade"),
    ),
    Misconception(
        "ERR_IS_RR",
        "list",
        ERR,
        wrong.instead("reciprocal_rank"),
        N_(
            "This is the reciprocal rank; {measure} also reads the grades, and an item may leave the reader unsatisfied."
        ),
        made_at=("stop_i/i",),
        doing=N_("you compute the reciprocal rank"),
    ),
    Misconception(
        "P_DIV_LEN",
        "list",
        ("precision", "f_measure"),
        wrong.changed(short="shrink"),
        N_(
            "The hits were divided by the length of the list, which is shorter than n; in {measure} the missing ranks count "
            "as not relevant."
        ),
        "LensKit 2025.8, pyRecLab 0.1.16, DaisyRec 2",
        made_at=("n", "P"),
        doing=N_("you divide by the length of a list shorter than n"),
    ),
    Misconception(
        "P_IS_RECALL",
        "list",
        ("precision",),
        wrong.instead("recall"),
        N_("This is the recall: the hits were divided by |R|; {measure} divides them by the ranks read."),
        made_at=("n",),
        doing=N_("you divide by |R|, as recall does"),
    ),
    Misconception(
        "P_IS_COUNT",
        "list",
        P,
        wrong.hit_count,
        N_("This is the number of hits; {measure} divides it by the ranks read."),
        doing=N_("you only count the hits"),
    ),
    Misconception(
        "P_MEAN_GRADE",
        "list",
        P,
        wrong.differing(wrong.mean_grade),
        N_("This is the mean grade of the ranks read; {measure} is the share of them with a relevant item."),
        reads_below=True,
        made_at=("rel_i",),
        doing=N_("you average the grades"),
    ),  # Quepid before 2024
    Misconception(
        "P_DIV_REACHABLE",
        "list",
        P,
        wrong.precision_of_reachable,
        N_(
            "The hits were divided by the smaller of |R| and the number of ranks, the most that can be found; {measure} "
            "divides them by the ranks read."
        ),
        "implicit 0.7",
        made_at=("n", "the value"),
        doing=N_("you divide the hits by the smaller of |R| and the number of ranks"),
    ),
    Misconception(
        "P_IS_HIT",
        "list",
        P,
        wrong.instead("hit_ratio"),
        N_("The hit ratio was computed (1 for a list with a hit); {measure} divides the hits by the ranks read."),
        doing=N_("you write 1 for every list with a hit"),
    ),
    Misconception(
        "P_POOLED",
        "batch",
        P,
        wrong.micro_precision,
        N_(
            "The hits of all users were divided by all ranks shown (micro average); {measure} is the mean of one "
            "value per user."
        ),
        doing=N_("you divide the hits of all users by all ranks"),
    ),
    Misconception(
        "P_POOLED_REACHABLE",
        "batch",
        P,
        wrong.micro_precision_of_reachable,
        N_(
            "The hits of all users were divided by the sum of the most that each can find; {measure} is the mean of one "
            "value per user."
        ),
        "implicit 0.7",
        doing=N_("you divide the hits of all users by the most that all can find"),
    ),
    Misconception(
        "RECALL_DIV_N",
        "list",
        ("recall",),
        wrong.instead("precision"),
        N_("The hits were divided by the ranks read, which is precision; {measure} divides them by {denominator}."),
        made_at=("|R|",),
        doing=N_("you divide by the ranks read, as precision does"),
    ),
    Misconception(
        "RECALL_DIV_MIN",
        "list",
        RECALL,
        wrong.changed(denominator="reachable"),
        N_(
            "The hits were divided by min(|R|, n), the most that can be found; {measure} divides them by {denominator}."
        ),
        "Mult-VAE (2018), EASE (2019), LensKit 2025.8",
        doing=N_("you divide the hits by min(|R|, n)"),
    ),
    Misconception(
        "RECALL_IS_HIT",
        "list",
        RECALL,
        wrong.instead("hit_ratio"),
        N_("This is the hit ratio, 1 for a list with a hit; {measure} divides the hits by {denominator}."),
        "Haystack 3 (recall, single_hit)",
        doing=N_("you write 1 for every list with a hit"),
    ),
    Misconception(
        "RECALL_DIV_LEN",
        "list",
        RECALL,
        wrong.recall_of_length,
        N_("The hits were divided by the length of the whole list; {measure} divides them by {denominator}."),
        made_at=("|R|", "the value"),
        doing=N_("you divide the hits by the length of the whole list"),
    ),  # rexmex
    Misconception(
        "RECALL_POOLED",
        "batch",
        RECALL,
        wrong.micro_recall,
        N_(
            "The hits of all users were divided by all relevant items (micro average); {measure} is the mean of one "
            "value per user."
        ),
        doing=N_("you divide the hits of all users by all relevant items"),
    ),
    Misconception(
        "HR_COUNTS_HITS",
        "list",
        ("hit_ratio",),
        wrong.hits_for_hit_ratio,
        N_("The hits were counted; {measure} is 1 for a list with a hit, however many it has."),
        doing=N_("you count the hits"),
    ),
    Misconception(
        "HR_IS_RECALL",
        "list",
        ("hit_ratio",),
        wrong.differing(wrong.instead("recall")),
        N_("The hits were divided by |R|, as recall does; {measure} is 1 for a list with a hit."),
        doing=N_("you divide the hits by |R|, as recall does"),
    ),  # LlamaIndex, granular
    Misconception(
        "F_OF_MEANS",
        "batch",
        F,
        wrong.f_of_means,
        N_(
            "One value was computed from the mean precision and the mean recall; {measure} is the mean of one value per user."
        ),
        "A. Lopes, library",
        doing=N_("you compute F of the mean precision and the mean recall"),
    ),
    Misconception(
        "F_MEAN",
        "list",
        F,
        wrong.f_of(wrong.mean_of_both),
        N_("This is the arithmetic mean of precision and recall; {measure} is their harmonic mean."),
        doing=N_("you take the arithmetic mean"),
    ),
    Misconception(
        "F_PRODUCT",
        "list",
        F,
        wrong.f_of(np.multiply),
        N_("Precision and recall were multiplied; {measure} is their harmonic mean, 2PR/(P + R)."),
        doing=N_("you multiply precision and recall"),
    ),
    Misconception(
        "F_NO_2",
        "list",
        F,
        wrong.f_of(wrong.product_over_sum),
        N_("The 2 was left out: this is PR/(P + R); {measure} is 2PR/(P + R)."),
        doing=N_("you leave out the 2"),
    ),
    Misconception(
        "F_MIN",
        "list",
        F,
        wrong.f_of(np.minimum),
        N_("This is the smaller of precision and recall; {measure} is their harmonic mean."),
        doing=N_("you take the smaller of precision and recall"),
    ),
    Misconception(
        "RMSE_NO_ROOT",
        "ratings",
        ("rmse",),
        wrong.other_error("mse"),
        N_("The root is missing: this is the mean squared error; {measure} is its root."),
        doing=N_("you leave out the root"),
    ),
    Misconception(
        "RMSE_NO_MEAN",
        "ratings",
        ("rmse",),
        errors.root_of_sum,
        N_("The squared errors were added and not divided by their number; {measure} is the root of their mean."),
        doing=N_("you do not divide the sum of squares"),
    ),
    Misconception(
        "RMSE_ROOT_FIRST",
        "ratings",
        ("rmse",),
        errors.root_of_sum_over_n,
        N_("The root was taken before dividing by the number of ratings; {measure} is the root of the mean."),
        doing=N_("you take the root before you divide"),
    ),
    Misconception(
        "RMSE_IS_MAE",
        "ratings",
        ("rmse",),
        wrong.other_error("mae"),
        N_("This is the MAE, the mean of the absolute errors; {measure} is the root of the mean of their squares."),
        doing=N_("you average the absolute errors"),
    ),
    Misconception(
        "MAE_IS_RMSE",
        "ratings",
        ("mae",),
        wrong.other_error("rmse"),
        N_(
            "This is the RMSE, the root of the mean of the squared errors; {measure} is the mean of the absolute errors."
        ),
        doing=N_("you compute the RMSE"),
    ),
    Misconception(
        "MAE_IS_MSE",
        "ratings",
        ("mae",),
        wrong.other_error("mse"),
        N_("This is the MSE, the mean of the squared errors; {measure} is the mean of the absolute errors."),
        doing=N_("you average the squared errors"),
    ),
    Misconception(
        "MAE_SIGNED",
        "ratings",
        ("mae",),
        errors.signed_errors,
        N_("The errors kept their signs, so they cancel out; {measure} uses their absolute values."),
        doing=N_("you keep the signs of the errors"),
    ),
    Misconception(
        "MAE_MEDIAN",
        "ratings",
        ("mae",),
        errors.median_error,
        N_("This is the median of the absolute errors; {measure} is their mean."),
        doing=N_("you take the median of the errors"),
    ),
    Misconception(
        "RMSE_PER_USER",
        "ratings",
        ("rmse",),
        errors.rmse_per_user,
        N_("One RMSE per user was computed, and then their mean; {measure} takes one root, over all ratings."),
        doing=N_("you average one RMSE per user"),
    ),
    Misconception(
        "KAPPA_POOLED",
        "votes",
        KAPPA,
        wrong.other_agreement("scott_pi"),
        N_(
            "Chance was computed with the shares of both judges together (Scott's pi); {measure} uses those of each judge."
        ),
        "Manning, Raghavan and Schütze, section 8.5",
        doing=N_("you compute chance with the votes of both judges together"),
    ),
    Misconception(
        "KAPPA_HALF",
        "votes",
        KAPPA,
        wrong.half_by_chance,
        N_("Agreement by chance was taken as 1/2; {measure} computes it from the votes of each judge."),
        doing=N_("you take 1/2 as the agreement by chance"),
    ),
    Misconception(
        "KAPPA_OBSERVED",
        "votes",
        KAPPA,
        wrong.other_agreement("observed_agreement"),
        N_("This is the observed agreement; {measure} takes off what chance gives."),
        doing=N_("you do not take off the agreement by chance"),
    ),
    Misconception(
        "KAPPA_ALPHA",
        "votes",
        KAPPA,
        wrong.other_agreement("krippendorff_alpha"),
        N_("This is Krippendorff's alpha; in {measure} chance has the votes of each judge."),
        doing=N_("you compute Krippendorff's alpha"),
    ),
    Misconception(
        "BPREF_R",
        "list",
        BPREF,
        wrong.changed(denominator="relevant"),
        N_("The judged non-relevant items above were divided by |R|; {measure} divides by {denominator}."),
        "the paper of 2004 and the pages of ranx",
        made_at=("D",),
        doing=N_("you divide by |R|"),
    ),
    Misconception(
        "BPREF_10",
        "list",
        BPREF,
        wrong.changed(denominator="relevant_10"),
        N_(
            "The judged non-relevant items above were divided by |R| + 10 (bpref-10); {measure} divides by {denominator}."
        ),
        made_at=("D",),
        doing=N_("you divide by |R| + 10"),
    ),
    Misconception(
        "COV_TEST_ONLY",
        "run",
        tuple(COVERAGES),
        wrong.coverage_of_test,
        N_("The total was counted in the test data only; {measure} counts train and test."),
        doing=N_("you count the total in the test data only"),
    ),
    Misconception(
        "COV_NO_CATALOGUE",
        "run",
        ("item_coverage",),
        wrong.coverage_without_catalogue,
        N_("The total was counted in the train and test data; {measure} counts the whole catalogue."),
        doing=N_("you do not count the whole catalogue"),
    ),
    Misconception(
        "COV_TRAIN_ONLY",
        "run",
        tuple(COVERAGES),
        wrong.coverage_of_train,
        N_("The total was counted in the train data only; {measure} counts train and test."),
        doing=N_("you count the total in the train data only"),
    ),
    Misconception(
        "COV_OUTSIDE",
        "run",
        tuple(COVERAGES),
        wrong.coverage_with_outside,
        N_(
            "Also recommendations outside the total were counted, so the value can exceed 1; {measure} counts only those in it."
        ),
        doing=N_("you also count recommendations outside the total"),
    ),
    Misconception(
        "COV_TEST_OUTSIDE",
        "run",
        tuple(COVERAGES),
        wrong.coverage_of_test_with_outside,
        N_("All recommendations were divided by the total of the test data only; {measure} takes both from all data."),
        doing=N_("you divide all recommendations by the total of the test data"),
    ),
    Misconception(
        "NOVELTY_BITS",
        "run",
        NOVELTY,
        wrong.novelty_as(base="2"),
        N_("The logarithm was to base 2 (bits); {measure} uses the natural logarithm."),
        doing=N_("you use the logarithm to base 2"),
    ),
    Misconception(
        "NOVELTY_USERS",
        "run",
        NOVELTY,
        wrong.novelty_as(of_users=True),
        N_("The popularity was the share of the users; for {measure} it is the share of all interactions."),
        doing=N_("you take the share of the users for the popularity"),
    ),
    Misconception(
        "NOVELTY_USERS_BITS",
        "run",
        NOVELTY,
        wrong.novelty_as(of_users=True, base="2"),
        N_(
            "The popularity was the share of the users and the logarithm to base 2 (bits); {measure} uses the share of all "
            "interactions and the natural logarithm."
        ),
        doing=N_("you take the share of the users and the logarithm to base 2"),
    ),  # Zhou et al. (2010), Vargas and Castells (2011)
    Misconception(
        "HL_RANK0",
        "list",
        RANKSCORE,
        wrong.half_life_from_0,
        N_(
            "The weights of the hits began to fall at rank 1, as if ranks started at 0; in {measure} the exponent "
            "is {exponent}, and rank 1 has weight 1."
        ),
        doing=N_("you let the weights fall from rank 1 on"),
    ),
    Misconception(
        "HL_NOT_SCALED",
        "list",
        RANKSCORE,
        wrong.half_life_alone,
        N_("The weights of the hits were added and not divided; {measure} divides by the same sum for the best list."),
        doing=N_("you do not divide the sum of the weights"),
    ),
    Misconception(
        "HL_DIV_R",
        "list",
        RANKSCORE,
        wrong.half_life_over_relevant,
        N_("The weights of the hits were divided by |R|; {measure} divides by the same sum for the best list."),
        made_at=("rankscore_max", "the value"),
        doing=N_("you divide the weights by |R|"),
    ),
    Misconception(
        "HL_DIV_HITS",
        "list",
        RANKSCORE,
        wrong.half_life_over_hits,
        N_("The weights of the hits were divided by the hits; {measure} divides by the same sum for the best list."),
        made_at=("rankscore_max", "the value"),
        doing=N_("you divide the weights by the hits"),
    ),
    Misconception(
        "HL_BEST_OF_HITS",
        "list",
        RANKSCORE,
        wrong.half_life_of_hits,
        N_("The best list had only the hits; for {measure} it has all relevant items."),
        made_at=("rankscore_max", "weight*_i"),
        doing=N_("you put only the hits into the best list"),
    ),
    Misconception(
        "HL_BREESE",
        "list",
        RANKSCORE,
        wrong.changed(exponent="breese"),
        N_("The exponent was (i − 1)/(α − 1); in {measure} it is {exponent}."),
        "Breese, Heckerman and Kadie (1998)",
        made_at=("weight_i",),
        doing=N_("you use the exponent (i − 1)/(α − 1)"),
    ),
    Misconception(
        "RPREC_N",
        "list",
        RP,
        wrong.precision_over_ranks,
        N_(
            "This is precision: all relevant items among the n ranks read, divided by n; {measure} counts only the "
            "n best relevant items and their ties, and divides by min(|R|, n)."
        ),
        made_at=("rel_i", "hits", "D", "the value"),
        doing=N_("you count all relevant items and divide by n"),
    ),
    Misconception(
        "TIES_IGNORED",
        "run",
        RP,
        wrong.without_ties,
        N_(
            "The relevant items were cut off in the middle of a tie; in {measure} every item tied with the last one counts "
            "as relevant."
        ),
        doing=N_("you cut off the relevant items in the middle of a tie"),
    ),
    Misconception(
        "THRESH_GT",
        "list",
        OF_LISTS,
        wrong.strict_threshold,
        N_(
            "Only grades above the threshold counted as relevant (>); {measure} also counts a grade equal to the "
            "threshold (>=)."
        ),
        made_at=("rel_i", "gain_i", "gain*_i", "tie line", "|R|", "rankscore_max", "nonrel_i", "N"),
        doing=N_("you take > in place of >="),
    ),
    Misconception(
        "THRESH_NONE",
        "list",
        OF_LISTS,
        wrong.no_threshold,
        N_(
            "The threshold was ignored: every grade above 0 counted as relevant; for {measure} a grade must reach "
            "the threshold."
        ),
        reads_below=True,
        made_at=("rel_i", "gain_i", "tie line", "|R|", "rankscore_max", "nonrel_i", "N"),
        doing=N_("you ignore the threshold"),
    ),
    *(
        Misconception(
            f"CUT_{read}",
            "list",
            WITH_CUTOFF,
            wrong.cut_at(read),
            N_("The first {read} ranks were read; {measure} has another cut-off."),
            read=read,
            made_at=AT_CUT,
            doing=N_("you cut the list at rank {read}"),
        )
        for read in CUTOFFS
    ),
    Misconception(
        "CUT_1",
        "run",
        WITH_CUTOFF,
        wrong.cut_of_users(1),
        N_("Only the first rank was read; {measure} has another cut-off."),
        read=1,
        doing=N_("you cut the list at rank {read}"),
    ),
    *(
        Misconception(
            f"CUT_{read}",
            "run",
            WITH_CUTOFF,
            wrong.cut_of_users(read),
            N_("The first {read} ranks were read; {measure} has another cut-off."),
            read=read,
            doing=N_("you cut the list at rank {read}"),
        )
        for read in RARER_CUTOFFS
    ),
    Misconception(
        "CUT_IGNORED",
        "list",
        WITH_CUTOFF,
        wrong.uncut,
        N_("The whole list was read; {measure} reads it down to the cut-off."),
        made_at=AT_CUT,
        doing=N_("you read the whole list"),
    ),
    Misconception(
        "CUT_PLUS_1",
        "list",
        WITH_CUTOFF,
        wrong.cut_off_by(1),
        N_("One rank too many was read, as when the ranks are counted from 0; {measure} ends at its cut-off."),
        made_at=AT_CUT,
        doing=N_("you read one rank too many"),
    ),
    Misconception(
        "CUT_MINUS_1",
        "list",
        WITH_CUTOFF,
        wrong.cut_off_by(-1),
        N_("One rank too few was read, as with range(1, n); {measure} ends at its cut-off."),
        made_at=AT_CUT,
        doing=N_("you read one rank too few"),
    ),
    Misconception(
        "SCORES_REVERSED",
        "run",
        OF_LISTS,
        wrong.ties_reversed,
        N_("Items of equal score were read in the opposite order; for {measure} they keep the order of the list."),
        doing=N_("you read items of equal score in the opposite order"),
    ),
    Misconception(
        "SCORES_BY_ID",
        "run",
        OF_LISTS,
        wrong.ties_by_id,
        N_(
            "Items of equal score were sorted by their ids, the last first; for {measure} they keep the order of the list."
        ),
        "trec_eval 9",
        doing=N_("you sort items of equal score by their ids"),
        libraries={"trec_eval": OF_LISTS},
    ),
    Misconception(
        "SCORES_BY_ID_UP",
        "run",
        OF_LISTS,
        partial(wrong.ties_by_id, up=True),
        N_("The lowest id was first among items of equal score; for {measure} they keep the order of the list."),
        doing=N_("you put the lowest id first among items of equal score"),
        libraries={"sentence_transformers": OF_LISTS},
    ),
    Misconception(
        "SCORES_BEST_FIRST",
        "run",
        OF_LISTS,
        wrong.ties_by_grade,
        N_(
            "Items of equal score were sorted by their grades, the best first; for {measure} they keep the order of the list."
        ),
        "scholar",
        doing=N_("you sort items of equal score by their grades"),
    ),
    Misconception(
        "SCORES_WORST_FIRST",
        "run",
        OF_LISTS,
        partial(wrong.ties_by_grade, worst=True),
        N_(
            "The worst grade was first among items of equal score, as in CatBoost; for {measure} they keep the order of the "
            "list."
        ),
        doing=N_("you put the worst grade first among items of equal score"),
        libraries={"catboost": OF_LISTS},
    ),
    Misconception(
        "SCORES_EXPECTED",
        "run",
        OF_LISTS,
        wrong.ties_under("expected"),
        N_(
            "Items of equal score shared their ranks (the mean over all orders), as in nDCG of scikit-learn; for {measure} "
            "they keep the order of the list."
        ),
        doing=N_("you average over all orders of the items of equal score"),
        libraries={"sklearn": GAINS, "torchmetrics": NDCG},
    ),
    Misconception(
        "SCORES_LAST_RANK",
        "run",
        OF_LISTS,
        wrong.ties_under("last"),
        N_(
            "Items of equal score were all read at the last of their ranks, as in AP of scikit-learn; for {measure} they keep "
            "the order of the list."
        ),
        doing=N_("you read items of equal score at the last of their ranks"),
        libraries={"sklearn": AP},
    ),
    Misconception(
        "SCORES_PAST_CUTOFF",
        "run",
        (*P, *RECALL),
        wrong.ties_past_cutoff,
        N_(
            "All items with the score of the last rank read were counted, as in TruLens; {measure} ends at its cut-off, "
            "also between equal scores."
        ),
        doing=N_("you count all items with the score of the last rank"),
    ),
    Misconception(
        "USERS_AS_ONE",
        "run",
        (*AP, *RR, *NDCG),
        wrong.users_as_one,
        N_(
            "The items of all users were sorted by their scores into one list; {measure} is the mean of one value per user."
        ),
        doing=N_("you sort the items of all users into one list"),
    ),  # TorchMetrics, without the indexes of the queries
    Misconception(
        "OWN_ID_REMOVED",
        "run",
        OF_LISTS,
        wrong.own_id_removed,
        N_(
            "An item with the id of its user was removed from the list, but not from the test data; for {measure} it stays."
        ),
        doing=N_("you remove items with the id of their user"),
    ),  # BEIR, ignore_identical_ids
    Misconception(
        "UNJUDGED_REMOVED",
        "run",
        OF_LISTS,
        wrong.unjudged_removed,
        N_(
            "The items without a judgment were removed before the ranks were counted; in {measure} they keep their "
            "ranks and are not relevant."
        ),
        "CodeSearchNet",
        doing=N_("you remove the items without a judgment"),
    ),
    Misconception(
        "SEEN_KEPT",
        "run",
        OF_LISTS,
        wrong.seen_kept,
        N_("The lists had items that the user has in the train data; they are removed before {measure} is computed."),
        doing=N_("you keep items that the user has in the train data"),
    ),
    Misconception(
        "ID_TYPE",
        "run",
        OF_LISTS,
        wrong.ids_as_written,
        N_(
            'The ids were numbers in one table and text in the other, so hits were lost; for {measure}, 7 and "7" '
            "are the same id."
        ),
        doing=N_("you compare ids that are numbers with ids that are text"),
    ),
    Misconception(
        "ID_ENCODED",
        "run",
        OF_LISTS,
        wrong.ids_encoded,
        N_(
            "The ids in the lists were their positions in the sorted train items (as of scikit-learn's LabelEncoder), those "
            "of the test data were not; for {measure} both are the same ids."
        ),
        doing=N_("you take positions for the ids of the items"),
    ),
)

MISCONCEPTIONS: dict[str, Misconception] = {mistake.code: mistake for mistake in _ALL}
"""Every misconception by its code."""

STRICT = "THRESH_GT"
JOINED: dict[str, Misconception] = {
    f"{STRICT}+{code}": replace(mistake, code=f"{STRICT}+{code}", strict=True)
    for code, mistake in MISCONCEPTIONS.items()
    if code != STRICT and mistake.seen and not mistake.reads_below
}
"""Two mistakes at once: > was taken for >=, and another was made that was seen in public."""
KNOWN_MISTAKES = MISCONCEPTIONS | JOINED
