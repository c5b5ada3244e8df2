"""scripts/peers.sh leaves out a package without a build for this Python, and fails where the index does not answer."""

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
    *"-m pip"*)
        for pins; do :; done
        if grep -q pyreclab "$pins"; then
            printf '%s\\n' "$ANSWER" >&2
            exit 1
        fi ;;
esac
"""
NO_BUILD = "ERROR: No matching distribution found for pyreclab==0.1.16 (from -r pins.txt (line 5))"


@pytest.fixture
def make_peers(tmp_path):
    """Return a function that runs the script in an empty project, with a Python whose pip gives one answer."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(PROJECT / "scripts" / "peers.sh", tmp_path / "scripts")
    (tmp_path / "tests" / "peers" / "requirements").mkdir(parents=True)
    (tmp_path / "tests" / "peers" / "requirements" / "quick.txt").write_text(PINS)
    python = tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)

    def run(answer):
        command = ["sh", "scripts/peers.sh", str(python), "quick"]
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "ANSWER": answer}
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    return run


def test_a_package_without_a_build_is_left_out_and_named_in_one_line(make_peers, tmp_path):
    line = "Left out: pyreclab has no build for Python 3.99.0; the tests that compare with it are skipped."
    first = make_peers(NO_BUILD)
    assert (first.returncode, first.stdout.splitlines()[1:], first.stderr) == (0, [line], "")
    folder = tmp_path / ".venv-peers" / "quick"
    assert (folder / "left-out.txt").read_text() == "pyreclab\n"
    installed = (folder / "pins.txt").read_text()
    assert "numpy==2.4.6 \\\n    --hash=sha256:aa\n" in installed
    assert "scikit-learn==1.9.1 \\\n    --hash=sha256:dd\n" in installed
    assert "bb" not in installed
    second = make_peers(NO_BUILD)
    assert (second.returncode, second.stdout.splitlines(), second.stderr) == (0, [line], "")


@pytest.mark.parametrize(
    "answer", [f"WARNING: Retrying (Retry(total=4))\n{NO_BUILD}", "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES"]
)
def test_what_is_no_answer_of_the_index_ends_the_script(make_peers, tmp_path, answer):
    run = make_peers(answer)
    assert run.returncode == 1
    assert "could not be installed (see above). Is this machine online?" in run.stderr
    assert not (tmp_path / ".venv-peers" / "quick").exists()
