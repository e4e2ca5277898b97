#!/bin/sh
# 4x4 boards in both metrics, by two colour tables.
#     sh tests/multi_boards.sh BUILD_DIR DIRECTORY BOARDS [COLOURING]
# DIRECTORY has tables of single-tile moves, and gets colour tables. Of each board: the same answer by
# both tables; solutions are replayed, and have as many runs of letters as slides; no more slides than
# moves of one tile; and the tiles that slide have the parity of the moves.
# With `far` for BOARDS: the 16 boards that are said to need 43 slides, each proven within 60 seconds,
# with a certificate that holds.
set -eu
build=$1 directory=$2 boards=$3 colouring=${4:-large}
data=$(cd "$(dirname "$0")" && pwd)/data
PATH=$(cd "$build" && pwd):$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
multi() {
    pdbsolve -q -d "$directory" --metric multi "$@"
}
proven() {
    timeout 60 pdbverify -q -d "$directory" "$@" | tail -n 1 | grep '^proven: '
}

if [ "$boards" = far ]; then
    grep -v '^#' "$data/mtm43.txt" >"$work/boards"
    while read -r board; do
        multi -p "$colouring" --timeout 60 --format json "$board" |
            jq -e -r 'select(.optimal and .length == 43) | "43 slides, \(.generated) nodes, \(.seconds) s"'
        proven optimal --metric multi -p "$colouring" --certificate "$work/proof" "$board" 43
        proven certificate "$work/proof"
    done <"$work/boards"
    exit 0
fi

pdbsolve -q --scramble "$boards" --seed 1 >"$work/boards"
multi -p "$colouring" "$work/boards" >"$work/multi"
multi -p small "$work/boards" >"$work/small"
pdbsolve -q -d "$directory" "$work/boards" >"$work/single"
cmp "$work/multi" "$work/small" || {
    echo "two tables differ"
    exit 1
}
# The tool replays solutions before it prints them; here they are replayed by another command, which
# also counts the slides of an answer.
paste -d '|' "$work/boards" "$work/multi" | while IFS='|' read -r board answer; do
    pdbverify -q --metric multi solution "$board" "$answer" >"$work/verdict" &&
        grep -q "^proven: ${answer%% *} multi-tile moves lead" "$work/verdict" || {
        cat "$work/verdict"
        exit 1
    }
done
paste -d ' ' "$work/multi" "$work/single" | awk '
    $1 > $3 { print "more slides than moves: " $0; wrong++ }
    length($2) % 2 != $3 % 2 || length($2) < $3 { print "tiles that slide: " $0; wrong++ }
    { slides += $1; moves += $3 }
    END {
        if (!wrong) printf "%d boards: %.2f slides, %.2f moves of one tile\n", NR, slides / NR, moves / NR
        exit wrong > 0
    }'
