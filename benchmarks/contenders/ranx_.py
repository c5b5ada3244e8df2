"""ranx."""

import json
import sys

import pandas as pd
from ranx import Qrels, Run, evaluate

folder, _convention = sys.argv[1:]
names = {
    "P@10": "precision@10-l4",
    "Recall@10": "recall@10-l4",
    "AP@10": "map@10-l4",
    "RR@10": "mrr@10-l4",
    "nDCG@10": "ndcg@10-l4",
}
ids = {"user": object, "item": object}
judged = pd.read_csv(f"{folder}/judged.csv", dtype=ids)
qrels = Qrels.from_df(judged, q_id_col="user", doc_id_col="item", score_col="rating")
run = Run.from_df(pd.read_csv(f"{folder}/run.csv", dtype=ids), q_id_col="user", doc_id_col="item", score_col="score")
per_user = evaluate(qrels, run, list(names.values()), return_mean=False, make_comparable=True)
print(json.dumps({name: float(per_user[key].mean()) for name, key in names.items()}))
