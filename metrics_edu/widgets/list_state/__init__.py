"""List state: what an Explorer shows, as one value: its lists, its settings, its edits and its text for a link."""
