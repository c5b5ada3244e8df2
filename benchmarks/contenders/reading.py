"""Nothing but reading the two files into frames."""

import sys

import polars as pl

run, judged = pl.read_csv(f"{sys.argv[1]}/run.csv"), pl.read_csv(f"{sys.argv[1]}/judged.csv")
print("{}")
