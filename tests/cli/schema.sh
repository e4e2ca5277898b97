#!/bin/sh
# JSON and CSV are as docs/output.md describes them, field by field.
. "$(dirname "$0")/harness"
need python3
need cbc # whose fields are described, too

pdbgen -q --board 3x3 8 >/dev/null
pdbgen -q --board 2x2 3 >/dev/null
python3 "$sources/tests/cli/schema.py" "$sources" "$build/tests/forge"
