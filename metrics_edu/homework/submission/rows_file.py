"""A submitted table as rows, within the policy's limits."""

from __future__ import annotations

from pathlib import Path

from metrics_edu.homework.course import Course
from metrics_edu.homework.findings import Unusable
from metrics_edu.language import quoted
from metrics_edu.metrics.validation import TableError
from metrics_edu.tables.safe_files import in_words
from metrics_edu.tables.sources import read_table
from metrics_edu.tables.table import Table, TooManyRowsError
from metrics_edu.working.labels import one_line


def read_rows(path: Path, name: str, kind: str, course: Course) -> Table:
    """Read a file of a submission; errors call it by its name in the submission."""
    most = course.policy.limits.rows
    try:
        table = read_table(path, kind, most_rows=most)
    except TooManyRowsError as error:
        raise Unusable("TOO_MANY_ROWS", name=name, value=error.count, most=most) from None
    except (TableError, OSError) as error:
        why = in_words(error) if isinstance(error, OSError) else error.plain
        raise Unusable("UNREADABLE", why=one_line(why.replace(quoted(path, written=str), name))) from None
    if len(table) > most:
        raise Unusable("TOO_MANY_ROWS", name=name, value=len(table), most=most)
    return table
