#!/bin/sh
# Every door to the engine gives the same answers: lengths, moves, proven bounds, and counts of all
# exhausted bounds, as tests/data/doors.jsonl lists them.
. "$(dirname "$0")/harness"
need python3

set -- "$sources/tests/cli/doors.py" "$sources/tests/data/doors.jsonl"
run 0 python3 "$@" pdbsolve
out_has '^26 boards: pdbsolve gives these answers$'
run 0 python3 "$@" pdbverify
out_has '^16 boards: pdbverify gives these answers$'
if [ -z "$sanitize" ]; then
    TILEPDB_LIBRARY=$build/lib/libtilepdb.so PYTHONPATH=$sources/python run 0 python3 "$@" python
    out_has '^26 boards: python gives these answers$'
fi
finish
