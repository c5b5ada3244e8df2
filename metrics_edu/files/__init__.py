"""Files: written whole or not at all, and read within limits: JSON, YAML, gzip; and the error of one that cannot be read.

What tables are is in `tables`.
May import: language.
"""
