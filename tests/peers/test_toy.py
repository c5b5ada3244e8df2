"""The toy table and the worked values come out of the conventions."""

import pytest
from toy import LIST, RUNS, TOY, VARIANTS, WORKED

from metrics_edu import measure
from metrics_edu.metrics.ranking import Ranking

ROWS = [(name, spelling, {}, values) for name, row in TOY.items() for spelling, values in row.items()] + VARIANTS


@pytest.mark.parametrize(("convention", "spelling", "parameters", "values"), ROWS)
def test_the_toy_table(convention, spelling, parameters, values):
    found = [
        measure(f"{spelling}@{n}", convention=convention, **parameters)(Ranking.from_items(LIST, relevant))
        for relevant, n in RUNS
    ]
    assert found == pytest.approx(values, abs=5e-5)


@pytest.mark.parametrize(("convention", "row"), [(name, row) for name, rows in WORKED.items() for row in rows])
def test_the_worked_values(convention, row):
    spelling, shown, pool, threshold, value = row
    found = measure(spelling, convention=convention)(Ranking.parse(shown, pool=pool, threshold=threshold))
    assert found == pytest.approx(value, abs=5e-5)
