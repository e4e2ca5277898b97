#!/bin/sh
# The menu of pdbmethods: numbers, names, q, the end of the input, Ctrl-C.
. "$(dirname "$0")/harness"
need python3

python3 "$sources/tests/cli/menu.py"
