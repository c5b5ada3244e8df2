"""Check the subject of a commit: an imperative of at most 72 characters that names the place it changes.

git config core.hooksPath tools/release/hooks     runs this for each commit
python -m tools.release.commit_subject FILE       checks the message in a file
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LONGEST = 72
SUBJECT = re.compile(r"(?P<place>[^:]+): (?P<verb>[a-z]+)\b")
OTHER_FORM = re.compile(r"\w+(?:ed|ing|(?<![su])s)")
"""A past form, a participle or a third person: "added", "adding", "adds"."""
IMPERATIVES = {"bring", "embed", "feed", "focus", "need", "ring", "seed", "speed", "string"}
"""Verbs that only look like another form."""
MADE_BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ")


def problems(subject: str) -> list[str]:
    """Return what is wrong with a subject.

    Examples
    --------
    >>> problems("Upload: read xlsx files")
    []
    >>> problems("Upload: reads xlsx files.")
    ['it ends with a full stop: leave that out', '"reads" is not an imperative: write, for example, "read"']
    """
    if subject.startswith(MADE_BY_GIT):
        return []
    found = []
    if len(subject) > LONGEST:
        found.append(f"it has {len(subject)} characters: at most {LONGEST} are allowed")
    if subject.endswith("."):
        found.append("it ends with a full stop: leave that out")
    match = SUBJECT.match(subject)
    if not match:
        return [*found, 'it names no place: write, for example, "Upload: read xlsx files"']
    verb = match["verb"]
    if OTHER_FORM.fullmatch(verb) and verb not in IMPERATIVES:
        found.append(f'"{verb}" is not an imperative: write, for example, "read"')
    return found


def main() -> None:
    """Exit with 1 and one line per problem if the message of a commit has a bad subject."""
    subject = Path(sys.argv[1]).read_text("utf-8").partition("\n")[0]
    found = problems(subject)
    for problem in found:
        print(f"The subject of this commit: {problem}.", file=sys.stderr)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
