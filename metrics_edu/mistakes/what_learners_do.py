"""What a learner with a known mistake does, in a few words that continue a sentence: "you divide by the hits"."""

from __future__ import annotations

from metrics_edu.language import N_, _
from metrics_edu.mistakes.known_mistakes import KNOWN_MISTAKES, STRICT

DOINGS = {
    "AP_NO_REL": N_("you average P@i over all ranks"),
    "AP_DIV_HITS": N_("you divide by the hits"),
    "AP_DIV_R": N_("you divide by |R|"),
    "AP_DIV_MIN": N_("you divide by the smaller of |R| and the number of ranks"),
    "AP_DIV_N": N_("you divide by n"),
    "AP_IS_PREC": N_("you compute the precision"),
    "AP_IS_RECALL": N_("you compute the recall"),
    "AP_IS_RR": N_("you compute the reciprocal rank"),
    "AP_INVERSE_RANKS": N_("you add 1/i in place of P@i"),
    "AP_NO_DIV": N_("you do not divide the sum"),
    "AP_RANK0": N_("you divide the hits by i + 1"),
    "AP_START0": N_("you divide the hits by i − 1"),
    "MAP_POOLED": N_("you join the lists of all users into one"),
    "MAP_POOLED_R": N_("you join the lists of all users and divide by all their relevant items"),
    "MAP_SKIP_EMPTY": N_("you leave out the users with no relevant item"),
    "MAP_ZERO_EMPTY": N_("you count the users with no relevant item as 0"),
    "EMPTY_AS_ONE": N_("you count the users with no relevant item as 1"),
    "MAP_SKIP_MISSED": N_("you leave out the users without a hit"),
    "MAP_SKIP_UNLISTED": N_("you leave out the users without a list"),
    "IDCG_RETRIEVED": N_("you make the ideal list of the shown items only"),
    "IDCG_FIRST_N": N_("you make the ideal list of the first n items shown"),
    "IDCG_UNCUT": N_("you do not cut the ideal list"),
    "GAIN_LINEAR": N_("you take the grade itself as the gain"),
    "GAIN_EXP": N_("you take 2^g − 1 as the gain"),
    "IDCG_EXP": N_("you take the grade itself as the gain, but not in the ideal list"),
    "GAIN_NO_MINUS_1": N_("you take 2^g as the gain"),
    "GAIN_BINARY": N_("you give every relevant item the gain 1"),
    "GAIN_BELOW": N_("you count the gain of items below the threshold"),
    "LOG_NATURAL": N_("you use the natural logarithm"),
    "LOG_TEN": N_("you use the logarithm to base 10"),
    "IDCG_LOG_NATURAL": N_("you use the natural logarithm for the ideal list"),
    "IDCG_LOG_TEN": N_("you use the logarithm to base 10 for the ideal list"),
    "DCG_LOG_NATURAL": N_("you use the natural logarithm for the shown list"),
    "DISC_PLUS2": N_("you divide by log2(i + 2)"),
    "DISC_RANK": N_("you divide by the rank i"),
    "DISC_LOG_AND_1": N_("you divide by 1 + log2 i"),
    "DISC_NONE": N_("you do not discount by rank"),
    "DISC_JARVELIN": N_("you divide by max(1, log2 i)"),
    "NO_NORM": N_("you do not divide by the DCG of the ideal list"),
    "NDCG_IS_HIT": N_("you give 1 to every list with a hit"),
    "RR_LAST": N_("you use the last relevant item"),
    "RR_RANK0": N_("you add 1 to the rank"),
    "RR_START0": N_("you count the ranks from 0"),
    "RR_SUM": N_("you add 1/rank over all relevant items"),
    "RR_DIV_HITS": N_("you average 1/rank over all hits"),
    "RR_IS_AP": N_("you average P@i over the hits"),
    "RR_IS_RANK": N_("you write the rank itself"),
    "RR_OF_MEAN_RANK": N_("you average the ranks first"),
    "P_DIV_LEN": N_("you divide by the length of a list shorter than n"),
    "P_IS_RECALL": N_("you divide by |R|, as recall does"),
    "P_IS_COUNT": N_("you only count the hits"),
    "P_DIV_REACHABLE": N_("you divide the hits by the smaller of |R| and the number of ranks"),
    "P_IS_HIT": N_("you write 1 for every list with a hit"),
    "P_POOLED": N_("you divide the hits of all users by all ranks"),
    "P_POOLED_REACHABLE": N_("you divide the hits of all users by the most that all can find"),
    "RECALL_DIV_N": N_("you divide by the ranks read, as precision does"),
    "RECALL_DIV_MIN": N_("you divide the hits by min(|R|, n)"),
    "RECALL_IS_HIT": N_("you write 1 for every list with a hit"),
    "RECALL_POOLED": N_("you divide the hits of all users by all relevant items"),
    "HR_COUNTS_HITS": N_("you count the hits"),
    "F_OF_MEANS": N_("you compute F of the mean precision and the mean recall"),
    "F_MEAN": N_("you take the arithmetic mean"),
    "F_PRODUCT": N_("you multiply precision and recall"),
    "F_NO_2": N_("you leave out the 2"),
    "F_MIN": N_("you take the smaller of precision and recall"),
    "RMSE_NO_ROOT": N_("you leave out the root"),
    "RMSE_NO_MEAN": N_("you do not divide the sum of squares"),
    "RMSE_ROOT_FIRST": N_("you take the root before you divide"),
    "RMSE_IS_MAE": N_("you average the absolute errors"),
    "MAE_IS_RMSE": N_("you compute the RMSE"),
    "MAE_IS_MSE": N_("you average the squared errors"),
    "MAE_SIGNED": N_("you keep the signs of the errors"),
    "MAE_MEDIAN": N_("you take the median of the errors"),
    "RMSE_PER_USER": N_("you average one RMSE per user"),
    "HL_RANK0": N_("you let the weights fall from rank 1 on"),
    "HL_NOT_SCALED": N_("you do not divide the sum of the weights"),
    "HL_DIV_R": N_("you divide the weights by |R|"),
    "HL_DIV_HITS": N_("you divide the weights by the hits"),
    "HL_BEST_OF_HITS": N_("you put only the hits into the best list"),
    "HL_BREESE": N_("you use the exponent (i − 1)/(α − 1)"),
    "RPREC_N": N_("you count all relevant items and divide by n"),
    "THRESH_GT": N_("you take > in place of >="),
    "THRESH_NONE": N_("you ignore the threshold"),
    "CUT_IGNORED": N_("you read the whole list"),
    "CUT_PLUS_1": N_("you read one rank too many"),
    "CUT_MINUS_1": N_("you read one rank too few"),
}
"""By code; those of another cut-off are alike."""
OTHER_CUTOFF = N_("you cut the list at rank {read}")


def doing(code: str) -> str:
    """Return what a learner does, in the reader's language.

    >>> doing("AP_DIV_N"), doing("CUT_5"), doing("THRESH_GT+AP_DIV_R")
    ('you divide by n', 'you cut the list at rank 5', 'you take > in place of >= and you divide by |R|')
    """
    mistake = KNOWN_MISTAKES[code]
    if mistake.strict:
        return _("{first} and {second}", first=doing(STRICT), second=doing(code.partition("+")[2]))
    return _(OTHER_CUTOFF if code.startswith("CUT_") and code not in DOINGS else DOINGS[code], read=mistake.read)
