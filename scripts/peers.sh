#!/bin/sh
# Makes .venv-peers/<name>, the environments of the peer libraries that the tests compare with; no user needs them.
#     sh scripts/peers.sh PYTHON all|NAME ...
# After it, each is complete or absent: `stamp` is written last and holds what was installed from.
set -eu
python=$1
shift
cd "$(dirname "$0")/.."

fail() {
    echo "metrics_edu: $*" >&2
    exit 1
}

# Every package is pinned, so that none is looked for: torch would bring several GB for graphics cards.
by_uv() {
    .venv/bin/uv venv -q --python .venv/bin/python "$folder" 2>/dev/null &&
        .venv/bin/uv pip install -q --python "$folder/bin/python" --no-deps --requirement "$pins" 2>/dev/null
}

by_pip() {
    "$python" -m venv --clear "$folder" >/dev/null 2>&1 || fail "'$python' cannot make virtual environments:" \
        "install its venv package (Debian: apt-get install python3-venv)."
    PIP_USER=0 "$folder/bin/python" -m pip install -qq --no-compile --disable-pip-version-check --no-deps --requirement "$pins" ||
        fail "the packages of $pins could not be installed (see above). Is this machine online?"
}

names=$*
[ "$names" != all ] || names="quick ranx rectools torch"
place=$(pwd)
name=
complete=yes
trap '[ -n "$complete" ] || rm -rf ".venv-peers/$name"' EXIT
trap 'exit 130' INT TERM HUP

for name in $names; do
    folder=.venv-peers/$name
    pins=tests/peers/requirements/$name.txt
    stamp=$(printf '%s\n%s\n' "$place" "$(cksum <"$pins")")
    # Up to date: nothing to do.
    if [ "$(cat "$folder/stamp" 2>/dev/null)" = "$stamp" ] && "$folder/bin/python" -c '' 2>/dev/null; then
        continue
    fi
    complete=
    rm -rf "$folder"
    echo "Making $folder, the peer libraries of $pins (this first time only) ..."
    { [ "$name" != torch ] && by_uv; } || by_pip
    [ "$name" != torch ] || "$folder/bin/python" -c 'import torch' 2>/dev/null ||
        fail "torch does not start: a CPU build of it is meant, as $pins says."
    printf '%s\n' "$stamp" >"$folder/stamp"
    complete=yes
done
