"""metrics_edu: two CSV files -> a table with a row a user -> five means."""

import json
import sys

from metrics_edu import evaluate

folder, convention = sys.argv[1:]
measures = ["P@10", "Recall@10", "AP@10", "RR@10", "nDCG@10"]
users = "with_relevant" if convention.startswith("rectools") else "judged"
found = evaluate(f"{folder}/run.csv", f"{folder}/judged.csv", measures, threshold=4, convention=convention, users=users)
assert len(found.per_user) == len(found.names)
print(json.dumps(dict(zip(measures, found.mean.values(), strict=True))))
