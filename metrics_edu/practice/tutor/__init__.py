"""Tutor: exercises without end, chosen by the mistakes that a learner has made."""
