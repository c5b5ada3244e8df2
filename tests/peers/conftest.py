"""The peers, or a reason why they are not asked."""

import os

import pytest
from client import HOME, Peers


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
        return peers.ask(peer, *request)

    return answer
