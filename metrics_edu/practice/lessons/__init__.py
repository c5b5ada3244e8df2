"""Lessons: their exercises and quizzes, as data, and how far a learner has come."""
