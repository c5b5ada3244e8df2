"""A derivation one step at a time."""
