"""Run by `python -m benchmarks`."""
