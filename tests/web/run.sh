#!/bin/sh
# Runs a test that needs the packages which packages.sh installs.
#     sh tests/web/run.sh NODE FILE
cd "$(dirname "$0")" || exit 1
if [ ! -d node_modules/playwright-core ]; then
    echo "skipped: the packages of npm are not installed"
    exit 77
fi
exec "$1" "$2"
