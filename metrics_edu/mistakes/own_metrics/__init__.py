"""A user's own metric: how it is called, the lists it is tried on, and what gives its values."""
