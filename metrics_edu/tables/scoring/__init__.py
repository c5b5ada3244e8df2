"""Scoring: the values of users whose tables are in memory, their means, intervals and tests."""
