"""The peers, or a reason why they are not asked."""

import os
import sys

import pytest
from client import HOME, Peers

IS_STRICT = "CI" in os.environ and sys.version_info[:2] == (3, 11)
"""CI compares with each quick peer on the oldest Python, for which all have builds."""


@pytest.fixture(scope="session")
def peers():
    found = Peers()
    yield found
    found.close()


@pytest.fixture
def ask(peers):
    """Ask a peer; where it is not installed, the test is skipped there (in CI, a quick one that lacks is an error)."""

    def answer(peer, *request):
        if not peers.installed(HOME[peer]):
            if HOME[peer] == "quick" and "CI" in os.environ:
                pytest.fail("the quick peers are not installed: `make test` installs them")
            pytest.skip(
                "these peers are not installed: `make peers` installs them"
            )  # here, so that pytest says it once
        if missing := peers.left_out(peer):
            reason = f"no build for this Python: {', '.join(missing)}"
            if IS_STRICT and HOME[peer] == "quick":
                pytest.fail(reason)
            pytest.skip(reason)
        return peers.ask(peer, *request)

    return answer
