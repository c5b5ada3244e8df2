"""Limits: how much is read of what was handed in."""

from dataclasses import dataclass


@dataclass
class Limits:
    """The limits where no policy sets others: a browser reads answers without the policy's package."""

    file_mb: float = 20
    unpacked_mb: float = 100
    rows: int = 1_000_000
    files: int = 1_000
    seconds: float = 60
