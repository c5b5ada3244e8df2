"""Block types: the columns of what `score_block` returns, for engines that need their types before any block is scored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, get_args

from metrics_edu.language import needs
from metrics_edu.metrics import Measure
from metrics_edu.metrics.validation import check_word
from metrics_edu.tables.scoring.score_users import read_measures

COUNTS = ("listed", "judged", "relevant")
"""Columns of whole numbers between the user and the measures."""
Id = Literal["long", "string"]


class BlockSchema(dict[str, str]):
    """Column -> "long", "double" or "string", in order; `ddl` is what Spark takes, `arrow` what pyarrow does."""

    @property
    def ddl(self) -> str:
        """The columns in the words of Spark's schemas."""
        return ", ".join(f"`{name}` {of}" for name, of in self.items())

    @property
    def arrow(self) -> Any:
        """The columns as a schema of pyarrow."""
        needs("pyarrow")
        import pyarrow as pa

        types = {"long": pa.int64(), "double": pa.float64(), "string": pa.string()}
        return pa.schema([(name, types[of]) for name, of in self.items()])


def block_schema(
    measures: str | Measure | Iterable[str | Measure], *, id: Id = "long", convention: str | None = None
) -> BlockSchema:
    """Return the columns of ``score_block(..., measures)`` with their types.

    Parameters
    ----------
    measures, convention
        As for `score_block`.
    id : {"long", "string"}
        The type of the user's id: a whole number of 64 bits, or text (also where the two tables differ).

    Returns
    -------
    BlockSchema
        Column -> type; ``.ddl`` is what Spark takes, ``.arrow`` what pyarrow does.

    Raises
    ------
    ValueError
        If a measure cannot be read, or `id` is something else.

    Examples
    --------
    >>> schema = block_schema(["P@10", "AP@10"])
    >>> schema.ddl
    '`user` long, `listed` long, `judged` long, `relevant` long, `P@10` double, `AP@10` double'
    >>> block_schema("RR", id="string")["user"]
    'string'
    """
    check_word("id", id, get_args(Id))
    doubles = dict.fromkeys(read_measures(measures, convention), "double")
    return BlockSchema({"user": id} | dict.fromkeys(COUNTS, "long") | doubles)
