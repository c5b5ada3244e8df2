"""The toy table and the worked values come out of the conventions."""

import pytest
import spark_python
from toy import LIST, RUNS, TOY, VARIANTS

from metrics_edu import CONVENTIONS, measure
from metrics_edu.metrics.ranking import Ranking

ROWS = [(name, spelling, {}, values) for name, row in TOY.items() for spelling, values in row.items()] + VARIANTS


@pytest.mark.parametrize(("convention", "spelling", "parameters", "values"), ROWS)
def test_the_convention_gives_the_values_of_the_toy_table(convention, spelling, parameters, values):
    found = [
        measure(f"{spelling}@{n}", convention=convention, **parameters)(Ranking.from_items(LIST, relevant))
        for relevant, n in RUNS
    ]
    assert found == pytest.approx(values, abs=5e-5)


@pytest.mark.parametrize(
    ("convention", "row"), [(name, row) for name, found in CONVENTIONS.items() for row in found.worked]
)
def test_the_convention_gives_the_worked_values(convention, row):
    spelling, shown, pool, threshold, value = row
    found = measure(spelling, convention=convention)(Ranking.parse(shown, pool=pool, threshold=threshold))
    assert found == pytest.approx(value, abs=5e-5)


@pytest.mark.parametrize("spelling", spark_python.VALUES)
def test_the_convention_gives_the_recorded_pyspark_values(spelling):
    lists = {user: list(items) for user, (items, _relevant) in spark_python.USERS.items()}
    judged = {user: list(relevant) for user, (_items, relevant) in spark_python.USERS.items()}
    asked, batch = measure(spelling, convention="spark_python"), Ranking.from_lists(lists, judged)
    assert asked(batch) == pytest.approx(spark_python.VALUES[spelling], abs=1e-9)
    assert asked.mean(batch) == pytest.approx(spark_python.MEANS.get(spelling, asked.mean(batch)), abs=1e-9)


def test_spark_python_ignores_the_grades_that_scala_reads():
    graded = Ranking([2], pool=[2, 1])
    python, scala = (measure("nDCG@2", convention=name)(graded) for name in ("spark_python", "spark"))
    assert (python, scala) == pytest.approx((0.6131471927654584, 0.826230), abs=1e-5)
    assert measure("nDCG@2", convention="spark_python")(Ranking([2, 1])) == 1.0
