"""Blocks: tables larger than memory, scored some users at a time, with the values in files."""
