"""What the adapters share: one user's input, and the answer that a peer has no such measure."""


class NotOfferedError(Exception):
    """The peer has no such measure, or not with (or without) a cut-off."""


class User:
    """One user's list, its scores, and what was judged."""

    def __init__(self, run, judged, threshold, scores=None):
        self.run, self.judged = run, judged
        self.scores = scores or [float(len(run) - i) for i in range(len(run))]
        self.scored = list(zip(run, self.scores, strict=True))
        self.relevant = [item for item, grade in judged.items() if grade >= threshold]
        self.missed = [item for item in judged if item not in run]
        self.hits = [int(item in self.relevant) for item in run]

    def graded(self, items):
        """Give the grades of items, 0 where there was no judgment."""
        return [self.judged.get(item, 0) for item in items]


def named(table, measure, n):
    """Look up what the peer calls a measure: (without a cut-off, with one)."""
    name = table.get(measure, (None, None))[n is not None]
    if name is None:
        raise NotOfferedError
    return name.format(n=n)


def each(value):
    """Make a function of one user a function of all of them."""
    return lambda measure, users, n, threshold: [value(measure, user, n) for user in users]


def variant(ask, **options):
    """Fix options of an adapter."""
    return lambda *request: ask(*request, **options)
