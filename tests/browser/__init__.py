"""A package, so that its conftest and the one above have different names when doctests are collected."""
