#!/bin/sh
# Runs proofs at full size: every entry of the tables, and the boards at distance 80.
#     sh tests/verify.sh BUILD_DIR DIRECTORY       tables 7-8 and 6-6-3, the 17 and their neighbours
#     sh tests/verify.sh BUILD_DIR DIRECTORY long  also 7-8 projected, and the layers down to 78
set -eu
build=$(cd "$1" && pwd)
data=$(cd "$(dirname "$0")" && pwd)/data
TILEPDB_DIR=$2
export TILEPDB_DIR
tier=${3:-heavy}

# holds WHAT JQ-PROGRAM ARGUMENT...: JQ-PROGRAM holds for the objects that pdbverify prints.
holds() {
    what=$1
    program=$2
    shift 2
    echo "pdbverify $*"
    "$build/pdbverify" --json --no-generate "$@" >verdicts.json || {
        code=$?
        echo "exit code $code"
        jq -r .sentence verdicts.json
        exit 1
    }
    jq -r '.sentence' verdicts.json
    jq -e -s "$program" verdicts.json >/dev/null || {
        echo "FAILED: $what"
        exit 1
    }
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

holds "both tables are proven within 4 GiB" '
    length == 2 and all(.verdict == "proven" and .false_entries == 0 and .histogram_holds
        and .memory_bytes < 4294967296) and (map(.entries) | add) == 1565040960' \
    table --full --blank aware 7-8
holds "all kinds of 6-6-3 are proven" 'length == 6 and all(.verdict == "proven")' \
    table --full 6-6-3
holds "17 of 17, and 34 beside them" '.[0] | .verdict == "proven" and (.boards | length) == 51
    and ([.boards[] | select(.length == 80)] | length) == 17
    and ([.boards[] | select(.length == 79)] | length) == 34' \
    antipodes --neighbours --partition 7-8
"$build/pdbverify" antipodes --json --partition 7-8 |
    jq '{layers: [{boards: [.boards[].board | map(tostring) | join(" ")]}]}' >known.json
holds "all boards at 80, from an earlier report" '.[0] | .verdict == "proven"
    and (.layers | map(.found)) == [17] and .candidates == 0' \
    layers --down-to 80 --from known.json --partition 7-8
grep -v '^#' "$data/boards_79.txt" | jq -R . | jq -s '{boards: .}' >beyond.json
jq -s '{layers: (.[0].layers + [.[1]])}' known.json beyond.json >known_79.json
holds "all boards at 79: 36 from a report, and those beside the 17" '.[0] | .verdict == "proven"
    and (.layers | map(.found)) == [17, 70] and .candidates == 0' \
    layers --down-to 79 --from known_79.json --partition 7-8
holds "two partitions agree" '.[0] | .verdict == "proven" and .length == 57 and (.proofs | length) == 2' \
    optimal --cross --partition 7-8 '14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3' --goal blank-first

if [ "$tier" = long ]; then
    holds "7-8 projected is proven" 'length == 2 and all(.verdict == "proven")' \
        table --full --blank projected 7-8
    holds "every board down to 78" '.[0] | .verdict == "proven"
        and (.layers | map(.found)) == [17, 70, 3406]' layers --down-to 78 --partition 7-8
fi
