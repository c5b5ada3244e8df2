"""The environments: what is installed, and the pin files."""
