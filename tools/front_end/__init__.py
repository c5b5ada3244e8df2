"""The front end: its types, its bundle and its tests."""
