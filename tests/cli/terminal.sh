#!/bin/sh
# On a pseudo-terminal: --animate and its keys, the terminal restored, colours, boxes, progress.
# Also the offer of databases when a board is hard.
. "$(dirname "$0")/harness"
# A sanitizer would report the SIGSEGV that is sent.
ASAN_OPTIONS=${ASAN_OPTIONS-}:handle_segv=0
TSAN_OPTIONS=${TSAN_OPTIONS-}:handle_segv=0
export ASAN_OPTIONS TSAN_OPTIONS
need python3

pdbgen -q --board 3x3 8 >/dev/null
python3 "$sources/tests/cli/terminal.py"
