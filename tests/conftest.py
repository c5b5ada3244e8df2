"""What every test shares."""

import gc
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

gc.disable()  # until all is collected


def pytest_collection_finish() -> None:
    """What is collected stays to the end: the garbage collector need not look there."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


# Set before the package is imported: the tests do not depend on who runs them.
os.environ["MPLBACKEND"] = "Agg"
os.environ["METRICS_EDU_LANG"] = "en"
# What the tests and the kernels of the notebooks try is not the learner's own progress.
_folder = tempfile.TemporaryDirectory(prefix="metrics_edu-")
os.environ["METRICS_EDU_PROGRESS"] = str(Path(_folder.name) / "progress.json")


@pytest.fixture(autouse=True, scope="module")
def _empty_record() -> None:
    """Begin each module without a record: a part reads all of it for each answer."""
    Path(os.environ["METRICS_EDU_PROGRESS"]).unlink(missing_ok=True)


@pytest.fixture
def few_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try functions on about 100 lists of every kind: one that is called wrongly differs on most of them."""
    checked = "metrics_edu.mistakes.own_metrics"
    monkeypatch.setattr(f"{checked}.metric_search.SECONDS", 0.01)
    for module, few in (("metric_search", 5), ("metric_check", 8)):
        monkeypatch.setattr(f"{checked}.{module}.OF_KIND", 3)
        monkeypatch.setattr(f"{checked}.{module}.FEW_TRIALS", few)


# No deadline: a slow machine is not a bug. `make test` draws the same examples each time, so that a failure can be
# repeated and no newcomer meets one by chance; `make test-all` draws new ones, and more of them.
is_thorough = "FUZZ_CASES" in os.environ
many = 100 if is_thorough else 15  # fewer than strategies.examples, which imports the package
settings.register_profile("metrics_edu", deadline=None, derandomize=not is_thorough, max_examples=many)
settings.register_profile("few", settings.get_profile("metrics_edu"), max_examples=10)  # website/build/shipped.py
settings.load_profile("metrics_edu")
