"""Runs inside a peer's environment and imports no metrics_edu: one request a line in, one answer a line out.

A request is ``{"peer", "measure", "n", "threshold", "users": [{"run": [item, ...], "judged": {item: grade}}, ...]}``; a
user may have "scores", which else fall from first to last. An answer is ``{"values": [a number or null a user]}``
(null: the peer gives this user none), ``{"offered": false}`` or ``{"error": "..."}``.
"""

import json
import math
import os
import sys
import warnings

from adapters import PEERS
from adapters_common import NotOfferedError, User


def answer(request):
    """Answer one request."""
    threshold = request["threshold"]
    users = [User(u["run"], u["judged"], threshold, u.get("scores")) for u in request["users"]]
    try:
        values = PEERS[request["peer"]](request["measure"], users, request["n"], threshold)
        return {"values": [None if value is None or math.isnan(value) else float(value) for value in values]}
    except NotOfferedError:
        return {"offered": False}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main():
    """Answer until there are no more requests. What a peer prints goes to stderr, never between the answers."""
    warnings.simplefilter("ignore")
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
