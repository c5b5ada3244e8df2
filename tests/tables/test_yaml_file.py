"""The YAML of policies and experiments: plain values within limits. A sentence names the file, the line and what is allowed."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from metrics_edu.files import yaml_file
from metrics_edu.files.yaml_file import MAX_NUMBER_CHARACTERS, MAX_YAML_CHARACTERS, MAX_YAML_DEPTH, read_yaml
from metrics_edu.tables.reading.experiment_file import experiment_of, read_experiment
from metrics_homework import read_policy

EDGE = MAX_YAML_DEPTH
TOO_DEEP = f"lists and keys are nested deeper than {MAX_YAML_DEPTH} levels; use fewer"
KEY = "a key must be text, a number or a date; got a list or keys"
SPECIAL = "anchors, aliases and tags are not read; write the value itself"
REFUSED: dict[str, tuple[str, str]] = {
    "one level too many": ("[" * (EDGE + 1) + "]" * (EDGE + 1), f", line 1: {TOO_DEEP}"),
    "many levels": ("a: 1\nb: " + "[" * 30_000, f", line 2: {TOO_DEEP}"),
    "levels of blocks": ("- " * 2000, f", line 1: {TOO_DEEP}"),
    "levels of keys": ("{a: " * 2000, f", line 1: {TOO_DEEP}"),
    "levels in keys": ("? " * 2000, f", line 1: {TOO_DEEP}"),
    "a key twice": ("a: 1\nb: 2\n\na: 1\n", ", line 4: the key 'a' was already in line 1; keep one of the two"),
    "one key in two spellings": (
        "on: 1\n'x': 2\nyes: 3",
        ", line 3: the key 'yes' was already in line 1; keep one of the two",
    ),
    "one number in two spellings": (
        "{2: 1, 0x2: 1}",
        ", line 1: the key '0x2' was already in line 1; keep one of the two",
    ),
    "a key of a key twice": (
        "- b:\n    c: 1\n    c: 2",
        ", line 3: the key 'c' was already in line 2; keep one of the two",
    ),
    "an anchor": ("a: &x 1", f", line 1: {SPECIAL}"),
    "an alias": ("- 1\n- *x", f", line 2: {SPECIAL}"),
    "a tag": ("\n- !!int '7'", f", line 2: {SPECIAL}"),
    "a tag of no value": ("a: !!int x", f", line 1: {SPECIAL}"),
    "a binary tag": ("a: !!binary x", f", line 1: {SPECIAL}"),
    "too long": (
        "# " + "x" * MAX_YAML_CHARACTERS,
        f" has more than {MAX_YAML_CHARACTERS} characters, the limit for a YAML file; shorten it",
    ),
    "a list as a key": ("a: 1\n? [b, c]\n: 2", f", line 2: {KEY}"),
    "keys as a key": ("? {a: 1}\n: 2", f", line 1: {KEY}"),
    "a control character": ("# año\na: \x07", ", line 2: the character '\\x07' is not allowed; delete it"),
}
LONG_NUMBERS = {
    "decimal": "1" * 5000,
    "with underscores": "1_" * 4400,
    "hexadecimal": "0x" + "F" * 5000,
    "octal": "0" + "7" * 5000,
    "binary": "0b" + "1" * 20_000,
    "negative": "-0x" + "F" * 5000,
    "fraction": "0." + "1" * 5000,
    "one character too long": "1" * (MAX_NUMBER_CHARACTERS + 1),
}
NO_NUMBERS = [
    "2026-13-45",
    "2026-02-30",
    "0000-01-01",
    "2026-01-02T25:00:00",
    "2026-01-02 00:00:60",
    "2026-01-02T10:00:00+99:00",
    "0x_",
    "-0b_",
]
"""Values that YAML 1.1 recognises as numbers and dates, and that are none."""


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The parser in C, and the one in Python that replaces it where there is none."""
    monkeypatch.setattr(yaml, "CSafeLoader", getattr(yaml, request.param))
    yaml_file._loader.cache_clear()
    yield
    yaml_file._loader.cache_clear()


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("name", REFUSED)
def test_a_file_over_a_limit_raises_with_its_line(name: str, tmp_path: Path) -> None:
    text, sentence = REFUSED[name]
    file = tmp_path / "some.yaml"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"some\.yaml") as refused:
        read_yaml(file)
    assert str(refused.value) == f"{file}{sentence}"


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("place", ["k: {}", "? {}\n: 1", "- [{}]"])
@pytest.mark.parametrize("kind", LONG_NUMBERS)
def test_a_too_long_number_raises_with_its_line(kind: str, place: str, tmp_path: Path) -> None:
    number = LONG_NUMBERS[kind]
    sentence = (
        f"a number has at most {MAX_NUMBER_CHARACTERS} characters; got {len(number)}, shorten it or put it in quotes"
    )
    assert refusal(place.format(number), tmp_path) == f", line 2: {sentence}"


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("place", ["k: {}", "? {}\n: 1", "- [{}]"])
@pytest.mark.parametrize("value", NO_NUMBERS)
def test_an_impossible_number_or_date_raises_with_its_line(value: str, place: str, tmp_path: Path) -> None:
    sentence = f"{value!r} is not a number or a date of the calendar; correct it or put it in quotes"
    assert refusal(place.format(value), tmp_path) == f", line 2: {sentence}"


@pytest.mark.parametrize("text", [r"\ud800", r"\U00110000", r"\UFFFFFFFF"])
def test_an_invalid_escape_raises_with_its_line(text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The parser in C refuses it in its own words, which name the line; the one in Python reads or raises another error."""
    assert "line 2" in refusal(f'k: "{text}"', tmp_path)
    monkeypatch.setattr(yaml, "CSafeLoader", yaml.SafeLoader)
    yaml_file._loader.cache_clear()
    sentence = refusal(f'k: "{text}"', tmp_path)
    yaml_file._loader.cache_clear()
    assert sentence == ", line 2: a text in quotes has an invalid escape; correct it"


@pytest.mark.parametrize("name", [*LONG_NUMBERS, *NO_NUMBERS])
def test_policies_and_experiments_name_the_line(name: str, tmp_path: Path) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(f"evaluation:\n  metrics: [MAP]\n  k: {LONG_NUMBERS.get(name, name)}\n")
    for read in (read_policy, read_experiment):
        with pytest.raises(ValueError, match=r"some\.yaml, line 3: .* put it in quotes$"):
            read(file)


@pytest.mark.parametrize("k", [10_000_001, 16**5000], ids=["8 digits", "6021 digits"])
def test_a_too_large_cutoff_raises_an_error(k: int) -> None:
    sentence = r"^here: k must be at most 10000000; got (10000001|int)$"
    with pytest.raises(ValueError, match=sentence):
        experiment_of({"k": [1, k], "metrics": ["MAP"]}, "here")


def refusal(second_line: str, folder: Path) -> str:
    """Return the sentence about a file whose second line begins so, without the file's name."""
    file = folder / "some.yaml"
    file.write_text(f"# a comment\n{second_line}\n")
    with pytest.raises(ValueError, match=r"some\.yaml") as refused:
        read_yaml(file)
    return str(refused.value).removeprefix(str(file))


@pytest.mark.usefixtures("loader")
def test_plain_values_are_read(tmp_path: Path) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(
        "a: [1, 0x10, 017, 1_000, -2, 0b11]\nb: [1.5, .5, 1.0e+3, .inf]\nc: [yes, 'yes', null, ~, 2026-01-02]\n"
        "d: [1:30, 1:30:00, -1:30.5]\n<<: {x: 1}\ne: {a: 1}\n"
        f"f: =\ng: {'1' * MAX_NUMBER_CHARACTERS}\nh: '{'1' * 5000}'\n"
    )
    assert read_yaml(file) == {
        "a": [1, 16, 15, 1000, -2, 3],
        "b": [1.5, 0.5, 1000.0, float("inf")],
        "c": [True, "yes", None, None, dt.date(2026, 1, 2)],
        "d": ["1:30", "1:30:00", "-1:30.5"],
        "<<": {"x": 1},
        "e": {"a": 1},
        "f": "=",
        "g": int("1" * MAX_NUMBER_CHARACTERS),
        "h": "1" * 5000,
    }


@pytest.mark.long
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


@pytest.mark.long
def test_deeply_nested_yaml_does_not_crash_the_process(tmp_path: Path) -> None:
    """A parser in C that composes 30,000 levels ends its process with a segmentation fault."""
    for text in ("[" * 30_000, "a: " + "[" * 190_000, "- " * 90_000, "{" * 190_000, "? " * 90_000):
        (tmp_path / "some.yaml").write_text(text)
        code = "import sys; from metrics_edu.tables.reading.experiment_file import read_experiment; read_experiment(sys.argv[1])"
        ran = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "some.yaml")], capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stderr.splitlines()[-1]) == (
            1,
            f"ValueError: {tmp_path / 'some.yaml'}, line 1: {TOO_DEEP}",
        )
