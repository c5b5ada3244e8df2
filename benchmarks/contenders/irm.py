"""ir_measures."""

import json
import sys
from collections import defaultdict
from statistics import fmean

import ir_measures
from as_dicts import read

folder, _convention = sys.argv[1:]
names = {
    "P@10": "P(rel=4)@10",
    "Recall@10": "R(rel=4)@10",
    "AP@10": "AP(rel=4)@10",
    "RR@10": "RR(rel=4)@10",
    "nDCG@10": "nDCG@10",
}
requested = {ir_measures.parse_measure(text): name for name, text in names.items()}
values = defaultdict(list)
run, judged = read(f"{folder}/run.csv", float), read(f"{folder}/judged.csv", int)
for found in ir_measures.iter_calc(list(requested), judged, run):
    values[requested[found.measure]].append(found.value)
print(json.dumps({name: fmean(values[name]) for name in names}))
