"""Compare how the widgets of two versions look, pixel by pixel: `python -m tools.checks.look`."""
