"""The pages: those that are made, their links and their prose."""
