"""Why: questions that ask for the reason of a step."""
