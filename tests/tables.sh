#!/bin/sh
# Makes the tables that many tests read, once for each built pdbgen.
#     sh tests/tables.sh PDBGEN DIRECTORY
set -eu
pdbgen=$1
directory=$2
if [ -n "$(find "$directory/made" -newer "$pdbgen" 2>/dev/null)" ]; then
    echo "they are newer than $pdbgen"
    exit 0
fi
rm -f "$directory/made" "$directory"/*.tpdb # an older checkout may have left other partitions there
"$pdbgen" --quiet --force --dir "$directory" 7-8 6-6-3
"$pdbgen" --quiet --force --dir "$directory" --blank projected 7-8 6-6-3 5-5-5
: >"$directory/made"
