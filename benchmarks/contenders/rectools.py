"""RecTools, by its quickest way: one merge for all metrics."""

import json
import sys

sys.path.pop(0)  # this folder has files that are called like the libraries
import pandas as pd
from rectools import Columns
from rectools.metrics import MAP, MRR, NDCG, Precision, Recall
from rectools.metrics.base import merge_reco
from rectools.metrics.classification import calc_confusions


def means(run, judged):
    """Return the means of two frames of pandas: user, item and score, and user, item and grade."""
    run.columns = [Columns.User, Columns.Item, Columns.Score]
    judged.columns = [Columns.User, Columns.Item, Columns.Weight]
    judged = judged[judged[Columns.Weight] >= 4]
    run[Columns.Rank] = run.groupby(Columns.User, sort=False).cumcount() + 1
    run = run[run[Columns.Rank] <= 10]
    merged = merge_reco(run, judged)
    confusions = calc_confusions(merged, 10)
    ap = MAP(10)
    values = pd.DataFrame(
        {
            "P@10": Precision(10).calc_per_user_from_confusion_df(confusions),
            "Recall@10": Recall(10).calc_per_user_from_confusion_df(confusions),
            "AP@10": ap.calc_per_user_from_fitted(ap.fit(merged, 10)),
            "RR@10": MRR(10).calc_per_user_from_merged(merged),
            "nDCG@10": NDCG(10).calc_per_user_from_merged(merged),
        }
    )
    return values.mean().to_dict()


if __name__ == "__main__":
    folder, _convention = sys.argv[1:]
    print(json.dumps(means(pd.read_csv(f"{folder}/run.csv"), pd.read_csv(f"{folder}/judged.csv"))))
