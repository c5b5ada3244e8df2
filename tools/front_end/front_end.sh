#!/bin/sh
# Lints, type-checks and tests the front end. Only this needs node: what it checks is built, and committed.
#     sh tools/front_end/front_end.sh [packages]     (packages: only install what the checks need)
set -eu
if ! command -v npm >/dev/null; then
    echo "metrics_edu: the checks of the front end were skipped: they need node and npm."
    [ "${CI:-}" != true ]
    exit
fi
installed=node_modules/.package-lock.json
if [ ! -e "$installed" ] || [ package-lock.json -nt "$installed" ]; then
    npm ci --ignore-scripts --silent --no-audit --no-fund
fi
[ "${1:-}" != packages ] || exit 0
npm run --silent lint
npm test --silent
