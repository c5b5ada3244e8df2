"""The YAML of policies and experiments: plain values within limits. A sentence names the file, the line and what is allowed."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from metrics_edu.tables import yaml_file
from metrics_edu.tables.yaml_file import MAX_YAML_CHARACTERS, MAX_YAML_DEPTH, read_yaml

EDGE = MAX_YAML_DEPTH
TOO_DEEP = f"lists and keys are nested deeper than {MAX_YAML_DEPTH} levels; use fewer"
SPECIAL = "anchors, aliases and tags are not read; write the value itself"
REFUSED: dict[str, tuple[str, str]] = {
    "one level too many": ("[" * (EDGE + 1) + "]" * (EDGE + 1), f", line 1: {TOO_DEEP}"),
    "many levels": ("a: 1\nb: " + "[" * 30_000, f", line 2: {TOO_DEEP}"),
    "levels of blocks": ("- " * 2000, f", line 1: {TOO_DEEP}"),
    "levels of keys": ("{a: " * 2000, f", line 1: {TOO_DEEP}"),
    "levels in keys": ("? " * 2000, f", line 1: {TOO_DEEP}"),
    "a key twice": ("a: 1\nb: 2\n\na: 1\n", ", line 4: the key 'a' was already in line 1; keep one of the two"),
    "one key in two spellings": ("on: 1\n'x': 2\nyes: 3", ", line 3: the key 'yes' was already in line 1; keep one of the two"),
    "one number in two spellings": ("{2: 1, 0x2: 1}", ", line 1: the key '0x2' was already in line 1; keep one of the two"),
    "a key of a key twice": ("- b:\n    c: 1\n    c: 2", ", line 3: the key 'c' was already in line 2; keep one of the two"),
    "an anchor": ("a: &x 1", f", line 1: {SPECIAL}"),
    "an alias": ("- 1\n- *x", f", line 2: {SPECIAL}"),
    "a tag": ("\n- !!int '7'", f", line 2: {SPECIAL}"),
    "too long": (
        "# " + "x" * MAX_YAML_CHARACTERS,
        f" has more than {MAX_YAML_CHARACTERS} characters, the limit for a YAML file; shorten it",
    ),
    "a number without end": ("a: " + "1" * 5000, " is not YAML: a number of thousands of digits"),
}  # fmt: skip


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The parser in C, and the one in Python that stands in where there is none."""
    monkeypatch.setattr(yaml, "CSafeLoader", getattr(yaml, request.param))
    yaml_file._loader.cache_clear()
    yield
    yaml_file._loader.cache_clear()


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("name", REFUSED)
def test_a_file_over_a_limit_is_refused_with_its_line(name: str, tmp_path: Path) -> None:
    text, sentence = REFUSED[name]
    file = tmp_path / "some.yaml"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"some\.yaml") as refused:
        read_yaml(file)
    assert str(refused.value) == f"{file}{sentence}"


@pytest.mark.usefixtures("loader")
def test_plain_values_are_read(tmp_path: Path) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(
        "a: [1, 0x10, 017, 1_000, -2, 0b11]\nb: [1.5, .5, 1.0e+3, .inf]\nc: [yes, 'yes', null, ~, 2026-01-02]\n"
        "d: [1:30, 1:30:00, -1:30.5]\n<<: {x: 1}\ne: {a: 1}\n"
    )
    assert read_yaml(file) == {
        "a": [1, 16, 15, 1000, -2, 3],
        "b": [1.5, 0.5, 1000.0, float("inf")],
        "c": [True, "yes", None, None, dt.date(2026, 1, 2)],
        "d": ["1:30", "1:30:00", "-1:30.5"],
        "<<": {"x": 1},
        "e": {"a": 1},
    }


@pytest.mark.usefixtures("loader")
def test_a_file_at_the_limits_is_read(tmp_path: Path) -> None:
    file = tmp_path / "some.yaml"
    file.write_text("[" * EDGE + "]" * EDGE)
    depth, value = 0, read_yaml(file)
    while value:
        depth, value = depth + 1, value[0]
    assert depth == EDGE - 1
    file.write_text("- x\n" * (MAX_YAML_CHARACTERS // 4))
    assert read_yaml(file) == ["x"] * (MAX_YAML_CHARACTERS // 4)


def test_brackets_end_no_process(tmp_path: Path) -> None:
    """A parser in C that composes 30,000 levels ends its process with a segmentation fault."""
    for text in ("[" * 30_000, "a: " + "[" * 190_000, "- " * 90_000, "{" * 190_000, "? " * 90_000):
        (tmp_path / "some.yaml").write_text(text)
        code = "import sys; from metrics_edu.tables import read_experiment; read_experiment(sys.argv[1])"
        ran = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "some.yaml")], capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stderr.splitlines()[-1]) == (
            1,
            f"ValueError: {tmp_path / 'some.yaml'}, line 1: {TOO_DEEP}",
        )
