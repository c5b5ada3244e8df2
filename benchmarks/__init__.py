"""What is measured: `python -m benchmarks.latency` (the screen) and `python -m benchmarks.evaluation` (many users)."""
