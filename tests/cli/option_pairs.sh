#!/bin/sh
# Each pair of options is either refused, or honoured with a visible effect of both options.
. "$(dirname "$0")/harness"
need python3

# Three kinds of each table, for the goals of options below.
for kind in '' '--blank projected' '--encoding nibble'; do
    for cell in 8 0 6; do
        # shellcheck disable=SC2086
        pdbgen -q $kind --board 3x3 --goal-blank $cell 8 1-4/5-8 >/dev/null
    done
    # shellcheck disable=SC2086
    pdbgen -q $kind --board 2x5 1-5/6-9 >/dev/null
    # shellcheck disable=SC2086
    pdbgen -q $kind 5-5-5 >/dev/null
done
pdbgen -q --board 2x5 9 >/dev/null
pdbgen -q --metric multi --board 3x3 12345678. >/dev/null
PYTHONDONTWRITEBYTECODE=1 python3 "$sources/tests/cli/option_scenes.py"
