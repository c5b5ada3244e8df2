"""The state that the address of a page holds: how a list is shared where there is no code to change."""

from __future__ import annotations

import os

from metrics_edu.metrics import Ranking
from metrics_edu.widgets.explorer.explorer import Explorer
from metrics_edu.widgets.explorer.state import is_state


def addressed(otherwise: Ranking) -> Explorer:
    """Show the state that stands after the "?" of the page's address; without one, show a list.

    Voila tells a notebook its address (QUERY_STRING); in JupyterLab there is none.

    Parameters
    ----------
    otherwise : Ranking
        What to begin with where the address holds no state.

    Returns
    -------
    Explorer

    Raises
    ------
    ValueError
        If what stands there begins as a state does, and is none; the sentence names the part that is not.

    Examples
    --------
    >>> addressed(Ranking.parse("NRR", relevant=3))
    Explorer('NRR', relevant=3)
    """
    address = os.environ.get("QUERY_STRING", "")
    return Explorer.from_state(address) if is_state(address) else Explorer(otherwise)
