#!/bin/sh
# Makes .venv-peers/<name>, the environments of the peer libraries that the tests compare with; no user needs them.
#     sh tools/environments/peers.sh PYTHON all|NAME ...
# After it, each is complete or absent: `stamp` is written last and holds what was installed from; left-out.txt, if it is there,
# names the packages that have no build for this Python.
set -eu
python=$1
shift
cd "$(dirname "$0")/../.."

fail() {
    echo "metrics_edu: $*" >&2
    exit 1
}

# pyspark is published as source only; it is Python and jars, so that nothing is compiled.
built_from_source() {
    [ "$name" != spark ] || echo "--no-binary pyspark"
}

# Every package is pinned, so that none is looked for: torch would bring several GB for graphics cards.
by_uv() {
    .venv/bin/uv venv -q --python .venv/bin/python "$folder" 2>/dev/null &&
        .venv/bin/uv pip install -q --python "$folder/bin/python" --no-deps --only-binary :all: \
            $(built_from_source) --require-hashes --requirement "$pins" 2>/dev/null
}

# A package that has no build for this Python is left out, and named in left-out.txt: its peers are skipped.
by_pip() {
    "$python" -m venv --clear "$folder" >/dev/null 2>&1 || fail "'$python' cannot make virtual environments:" \
        "install its venv package (Debian: apt-get install python3-venv)."
    cp "$pins" "$folder/pins.txt"
    until PIP_USER=0 "$folder/bin/python" -m pip install -q --no-compile --disable-pip-version-check --no-deps \
        --only-binary :all: $(built_from_source) --require-hashes --requirement "$folder/pins.txt" 2>"$folder/log.txt"; do
        pin=$(sed -n 's/^ERROR: No matching distribution found for \([^ ;]*==[^ ;]*\).*/\1/p' "$folder/log.txt")
        if [ -z "$pin" ]; then
            cat "$folder/log.txt" >&2
            fail "the packages of $pins could not be installed (see above). Is this machine online?"
        fi
        is_for_others_only "$pin" || fail "pip could not get $pin of $pins: go online, or give pip" \
            "an index that has it (PIP_NO_INDEX, PIP_INDEX_URL)."
        leave_out "${pin%%==*}"
    done
}

# Whether pip sees files of NAME==VERSION and none is for this Python: without an answer of an index it sees none. It names the
# files that it skips.
is_for_others_only() {
    package=$(echo "${1%%==*}" | sed 's/[-_.]/[-_.]/g')
    version=$(echo "${1#*==}" | sed 's/[.]/[.]/g; s/[+]/([+]|%2B)/g')
    ! "$folder/bin/python" -m pip download -vv --disable-pip-version-check --no-deps --only-binary :all: \
        --dest "$folder/files" "$1" >"$folder/links.txt" 2>&1 &&
        grep -Eiq "Skipping link: .*/$package-$version(-|[.]tar|[.]zip)" "$folder/links.txt"
}

leave_out() {
    echo "$1" >>"$folder/left-out.txt"
    awk -v pin="$1==" '/^[A-Za-z0-9]/ { left_out = index($0, pin) == 1 } !left_out' "$folder/pins.txt" >"$folder/fewer.txt"
    mv "$folder/fewer.txt" "$folder/pins.txt"
}

name_left_out() {
    [ ! -s "$folder/left-out.txt" ] || echo "Left out: $(paste -s -d ' ' "$folder/left-out.txt") has no build for" \
        "$("$folder/bin/python" --version); the tests that compare with it are skipped."
}

names=$*
[ "$names" != all ] || names="quick ranx rectools replay ranking rag older spark torch graders"
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
        name_left_out
        continue
    fi
    complete=
    rm -rf "$folder"
    echo "Making $folder, the peer libraries of $pins (this first time only) ..."
    { [ "$name" != torch ] && by_uv; } || by_pip
    [ "$name" != torch ] || grep -qsx torch "$folder/left-out.txt" || "$folder/bin/python" -c 'import torch' 2>/dev/null ||
        fail "torch does not start: a CPU build of it is meant, as $pins says."
    name_left_out
    printf '%s\n' "$stamp" >"$folder/stamp"
    complete=yes
done
