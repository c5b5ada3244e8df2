"""Record: what a learner has tried, in one local file."""
