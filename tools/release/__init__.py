"""A release: metadata, distributions, and the subjects of commits."""
