"""tools/environments/peers.sh leaves out a package without a build for this Python, and fails where the index does not answer."""

import shutil
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PINS = """\
# Requires-Python: >=3.11
numpy==2.4.6 \\
    --hash=sha256:aa
# Requires-Python: any
pyreclab==0.1.16 ; sys_platform == 'linux' \\
    --hash=sha256:bb \\
    --hash=sha256:cc
# Requires-Python: any
scikit-learn==1.9.1 \\
    --hash=sha256:dd
"""
PYTHON = """\
#!/bin/sh
case "$*" in
    *"-m venv"*) for folder; do :; done; mkdir -p "$folder/bin"; cp "$0" "$folder/bin/python" ;;
    --version) echo "Python 3.99.0" ;;
    *"-m pip download"*"pyreclab==0.1.16")
        printf '%s\\n' "$LINKS"
        exit "$DOWNLOADED" ;;
    *"-m pip install"*)
        for pins; do :; done
        if grep -q pyreclab "$pins"; then
            printf '%s\\n' "$ANSWER" >&2
            exit 1
        fi ;;
esac
"""
NO_BUILD = "ERROR: No matching distribution found for pyreclab==0.1.16 (from -r pins.txt (line 5))"
SKIPPED = "  Skipping link: none of the wheel's tags (cp310) are compatible: https://files.example/"
FOR_ANOTHER_PYTHON = f"{SKIPPED}pyreclab-0.1.16-cp310-cp310-manylinux_2_17_x86_64.whl"


@pytest.fixture
def make_peers(tmp_path):
    """Return a function that runs the script in an empty project, with a Python whose pip gives one answer."""
    (tmp_path / "tools" / "environments").mkdir(parents=True)
    shutil.copy(PROJECT / "tools" / "environments" / "peers.sh", tmp_path / "tools" / "environments")
    (tmp_path / "tests" / "peers" / "requirements").mkdir(parents=True)
    (tmp_path / "tests" / "peers" / "requirements" / "quick.txt").write_text(PINS)
    python = tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)

    def run(answer, links="", downloaded=1):
        command = ["sh", "tools/environments/peers.sh", str(python), "quick"]
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "ANSWER": answer, "LINKS": links}
        environment["DOWNLOADED"] = str(downloaded)
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    return run


@pytest.mark.parametrize(
    "link",
    [
        FOR_ANOTHER_PYTHON,
        f"{SKIPPED}Pyreclab-0.1.16.tar.gz (from https://index.example/pyreclab/)",
        f"{SKIPPED}pyreclab-0.1.15-cp310-cp310-any.whl\n{FOR_ANOTHER_PYTHON}",
    ],
)
def test_a_package_without_a_build_is_skipped_and_reported(make_peers, tmp_path, link):
    line = "Left out: pyreclab has no build for Python 3.99.0; the tests that compare with it are skipped."
    first = make_peers(NO_BUILD, link)
    assert (first.returncode, first.stdout.splitlines()[1:], first.stderr) == (0, [line], "")
    folder = tmp_path / ".venv-peers" / "quick"
    assert (folder / "left-out.txt").read_text() == "pyreclab\n"
    installed = (folder / "pins.txt").read_text()
    assert "numpy==2.4.6 \\\n    --hash=sha256:aa\n" in installed
    assert "scikit-learn==1.9.1 \\\n    --hash=sha256:dd\n" in installed
    assert "bb" not in installed
    second = make_peers(NO_BUILD, link)
    assert (second.returncode, second.stdout.splitlines(), second.stderr) == (0, [line], "")


NO_ANSWER = {
    "pip has no index": "Looking in links: /nowhere",
    "there is no network": "WARNING: Retrying (Retry(total=4)) after connection broken",
    "a mirror has another version only": f"{SKIPPED}pyreclab-0.1.15-cp310-cp310-any.whl",
    "a mirror has a later version that begins the same": f"{SKIPPED}pyreclab-0.1.16.post1-cp310-cp310-any.whl",
    "a mirror has another package only": f"{SKIPPED}not-pyreclab-0.1.16-cp310-cp310-any.whl",
}


@pytest.mark.parametrize("reason", NO_ANSWER)
def test_a_missing_package_causes_a_one_line_error(make_peers, tmp_path, reason):
    expect_error(make_peers(f"WARNING: Retrying\n{NO_BUILD}", NO_ANSWER[reason]), tmp_path)


def test_a_package_found_on_retry_causes_an_error(make_peers, tmp_path):
    """The first time, the connection was lost: the build for this Python exists."""
    expect_error(make_peers(NO_BUILD, FOR_ANOTHER_PYTHON, downloaded=0), tmp_path)


def expect_error(run, folder):
    sentence = (
        "metrics_edu: pip could not get pyreclab==0.1.16 of tests/peers/requirements/quick.txt: go online, or give pip "
        "an index that has it (PIP_NO_INDEX, PIP_INDEX_URL).\n"
    )
    assert (run.returncode, run.stderr) == (1, sentence)
    assert not (folder / ".venv-peers" / "quick").exists()


def test_any_other_pip_failure_is_shown_as_an_error(make_peers, tmp_path):
    run = make_peers("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", FOR_ANOTHER_PYTHON)
    assert run.returncode == 1
    assert run.stderr.startswith("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES\n")
    assert "could not be installed (see above). Is this machine online?" in run.stderr
    assert not (tmp_path / ".venv-peers" / "quick").exists()
