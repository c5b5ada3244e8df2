"""Two lists side by side, and which one each measure prefers."""
