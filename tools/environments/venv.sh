#!/bin/sh
# Makes .venv with the versions of requirements/lab.txt or test.txt and the project in it (editable), or brings it up to date.
#     sh tools/environments/venv.sh PYTHON lab|test
# After it, .venv is complete or absent: `.venv/<what>.stamp` is written last and holds what was installed from.
set -eu
export UV_SYSTEM_CERTS=true  # as pip does: behind a firewall with a certificate of its own, uv would reach nothing
python=$1
what=$2
cd "$(dirname "$0")/../.."

fail() {
    echo "metrics_edu: $*" >&2
    exit 1
}

# test.txt has all of lab.txt.
case $what in
    lab) kinds="lab" ;;
    test) kinds="lab test" ;;
    *) fail "there is no environment '$what': lab or test." ;;
esac

check_python() {
    command -v "$python" >/dev/null 2>&1 || fail "'$python' was not found: install Python 3.11 or newer" \
        "(Debian: apt-get install python3 python3-venv) or name one, as in 'make $what PYTHON=python3.12'."
    version=$("$python" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) ||
        fail "'$python' does not run: name another Python, as in 'make $what PYTHON=python3.12'."
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "'$python' is Python $version, and 3.11 or newer is needed: install one" \
            "and name it, as in 'make $what PYTHON=python3.12'."
    "$python" -c 'import ensurepip, venv' 2>/dev/null || no_venv
}

no_venv() {
    fail "'$python' cannot make virtual environments: install its venv package (Debian: apt-get install python3-venv)."
}

place=$(pwd)
inputs=$(cat pyproject.toml homework/pyproject.toml requirements/uv.txt requirements/lab.txt requirements/test.txt | cksum)
stamp() { printf '%s\n%s\n' "$place" "$inputs"; }
runs() { .venv/bin/python -m pip --version >/dev/null 2>&1; }

# Up to date: nothing to do.
if [ "$(cat ".venv/$what.stamp" 2>/dev/null)" = "$(stamp)" ] && .venv/bin/python -c '' 2>/dev/null; then
    exit 0
fi

complete=
clean_up_when_cut_short() {
    trap '[ -n "$complete" ] || rm -rf .venv' EXIT
    trap 'exit 130' INT TERM HUP
}

# No stamp, a stamp of another folder, or a Python that is gone: from the beginning.
if [ "$(head -n 1 .venv/lab.stamp 2>/dev/null)" != "$place" ] || ! runs; then
    check_python
    clean_up_when_cut_short
    rm -rf .venv
    echo "Making .venv with Python $version (half a minute or two, this first time only) ..."
    "$python" -m venv .venv >/dev/null 2>&1 || no_venv
else
    clean_up_when_cut_short
    echo "Bringing .venv up to date ..."
fi
rm -f .venv/*.stamp

# Python compiles a module when it is first imported: most of them never are.
by_pip() {
    PIP_USER=0 .venv/bin/python -m pip install -qq --no-compile --disable-pip-version-check --no-deps "$@"
}

# uv installs in seconds what takes pip a minute. It knows none of pip's settings: with an index or a proxy in them, pip installs.
get_uv() {
    ! .venv/bin/python -m pip config list 2>/dev/null | grep -Eq '\.(index-url|no-index|proxy)=' || return 0
    by_pip --only-binary :all: --require-hashes --requirement requirements/uv.txt 2>/dev/null || true
}

install() {
    .venv/bin/uv pip install -q --python .venv/bin/python --no-deps "$@" 2>/dev/null || by_pip "$@" ||
        fail "the packages could not be installed (see above). Is this machine online?"
}

get_uv
install --require-hashes --requirement "requirements/$what.txt"
# An editable install has no hash: the two packages come by themselves, built with the pinned tools.
install --no-build-isolation --editable . --editable ./homework

for kind in $kinds; do stamp >".venv/$kind.stamp"; done
complete=yes
