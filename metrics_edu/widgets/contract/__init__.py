"""The contract between Python and the page: what each screen shows, and which actions it may send.

A widget sends a *view*, a value of one of these TypedDicts, and receives *actions*. `docs/protocol.md` explains both.
mypy compares the code that makes a view with its type, and a test the actions with the methods that carry them out.
mypy would check frozen dataclasses also, but 50 rows of them take 1.5 times as long to make and to write as JSON.
"""
