"""The contract between Python and the page: what each screen shows, and which actions it may send.

A widget sends a *view*, a value of one of these TypedDicts, and receives *actions*. `docs/protocol.md` explains both. A test
compares real views with these types, and the actions with the methods that carry them out.
"""
