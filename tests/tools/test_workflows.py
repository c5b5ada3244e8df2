"""A workflow runs the actions that were tried, each pinned by its commit."""

import re
from pathlib import Path

WORKFLOWS = Path(__file__).parents[2] / ".github" / "workflows"
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


def test_the_actions_of_a_workflow_are_pinned_by_commit():
    files = sorted(WORKFLOWS.iterdir())
    assert files
    for file in files:
        actions = re.findall(r"^ *-? *uses: *(.*)", file.read_text("utf-8"), re.MULTILINE)
        assert actions
        assert [action for action in actions if not PINNED.fullmatch(action)] == []
