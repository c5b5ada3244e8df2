"""Steps: a derivation step by step, with blanks in it."""
