"""The address of this repository: the remote `origin`, or the variable GITHUB_REPOSITORY. No file contains it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

PROJECT = Path(__file__).parents[1]


def origin() -> str:
    """Return the address of the remote `origin`, without a password; "" without a remote or without git."""
    command = ["git", "remote", "get-url", "origin"]
    try:
        run = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return re.sub(r"(?<=://)[^/]*@", "", run.stdout.strip())


def repository() -> str:
    """Return OWNER/NAME of this project on GitHub; "" if it is not there."""
    match = re.search(r"(?:^|[/@])(?:www\.)?github\.com[:/]([\w.-]+/[\w.-]+?)(\.git)?/?$", origin())
    return os.environ.get("GITHUB_REPOSITORY") or (match[1] if match else "")
