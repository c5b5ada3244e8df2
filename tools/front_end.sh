#!/bin/sh
# Lints, type-checks and tests the front end. Only this needs node: what it checks is built, and committed.
set -eu
if ! command -v npm >/dev/null; then
    echo "metrics_edu: the checks of the front end were skipped: they need node and npm."
    [ "${CI:-}" != true ]
    exit
fi
installed=node_modules/.package-lock.json
if [ ! -e "$installed" ] || [ package-lock.json -nt "$installed" ]; then
    npm ci --silent --no-audit --no-fund
fi
npm run --silent lint
npm test --silent
