#!/bin/sh
# Runs a check beside a longer command; fails if either does, and then the check is told last.
#     sh tools/environments/beside.sh CHECK -- COMMAND [ARGUMENT ...]
set -u
check=$1
shift 2
said=$(mktemp)
trap 'rm -f "$said"' EXIT

$check >"$said" 2>&1 &
beside=$!
echo "$check && $*"
"$@"
failed=$?
if ! wait "$beside"; then
    echo "$check:"
    cat "$said"
    failed=1
fi
exit "$failed"
