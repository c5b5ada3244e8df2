"""pytrec_eval."""

import json
import sys
from statistics import fmean

import pytrec_eval
from as_dicts import read

folder, _convention = sys.argv[1:]
names = {
    "P@10": "P_10",
    "Recall@10": "recall_10",
    "AP@10": "map_cut_10",
    "RR@10": "recip_rank",
    "nDCG@10": "ndcg_cut_10",
}
requested = {name.replace("_10", ".10") for name in names.values()}
evaluator = pytrec_eval.RelevanceEvaluator(read(f"{folder}/judged.csv", int), requested, relevance_level=4)
run = {
    user: dict(list(items.items())[:10]) for user, items in read(f"{folder}/run.csv", float).items()
}  # its RR has no cut
per_user = evaluator.evaluate(run)
print(json.dumps({name: fmean(values[key] for values in per_user.values()) for name, key in names.items()}))
