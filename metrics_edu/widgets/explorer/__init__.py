"""The lists that are edited: RankedList, Explorer, and what is built on them."""
