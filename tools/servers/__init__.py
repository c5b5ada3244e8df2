"""The servers of Jupyter: `make lab`, and those of the browser tests."""
