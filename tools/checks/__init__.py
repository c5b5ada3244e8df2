"""Checks that take long, and by hand: every Python, mutants, a busy machine, how widgets look."""
