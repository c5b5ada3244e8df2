"""The cards that ask: Predict, Practice, the sheet of a class and the upload."""
