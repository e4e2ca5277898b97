#!/bin/sh
# Output for people fits the terminal, and is not wrapped in a pipe.
. "$(dirname "$0")/harness"
need python3

pdbgen -q -d tables --board 3x3 8 >/dev/null

python3 "$sources/tests/cli/fit.py"
