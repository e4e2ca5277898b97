#!/bin/sh
# Generated tables agree with pdb/manifest.txt, however they are compressed; other tables do not.
. "$(dirname "$0")/harness"
need jq
manifest=$sources/pdb/manifest.txt

# Every pattern of the catalogue has a blank-aware line; several partitions may share a pattern. The
# tables of boards of more than five columns are those of the transposed boards.
pdbgen --list --json | jq -r '. as $p | (if .width > 5 then [.height, .width] else [.width, .height]
    end | "\(.[0])x\(.[1])") as $board | $p.patterns[] | "\($board) \(.)"' | sort -u |
    awk '{ print $1, gsub(/,/, "") + 1 }' | sort | uniq -c | while read -r count board tiles; do
        echo "$board $tiles $count"
    done >catalogue
grep -v '^#' "$manifest" | grep ' aware bit ' | cut -d ' ' -f 1,3 >patterns
while read -r board tiles count; do
    expected=$(awk -v board="$board" -v tiles="$tiles" '$1 == board {
        n = split($2, part, ","); sum = 0
        for (i = 1; i <= n; i++) { m = split(part[i], end, "-"); sum += m > 1 ? end[2] - end[1] + 1 : 1 }
        if (sum == tiles) seen++ } END { print seen + 0 }' patterns)
    shown="patterns of $tiles tiles of $board"
    check "$count lines, not $expected" [ "$expected" -eq "$count" ]
done <catalogue

for call in '2x2 3' '3x2 5' '3x3 8' '4x2 7' '4x3 5-6' '4x4 5-5-5' '4x4 5-5-5-b' '4x4 6-6-3' \
    '5x3 7-7' '6x2 5-6'; do
    for blank in aware projected; do
        run 0 pdbgen -q --board "${call% *}" --blank $blank "${call#* }"
    done
done
run 0 pdbgen -q --board 5x5 6-6-6-6
run 0 pdbgen -q --board 5x5 6-6-6-6-b
run 0 sh "$sources/tests/manifest.sh" check "$build" db
out_has '^44 tables are those'

run 0 pdbgen -q --force --level 19 6-6-3
run 0 sh "$sources/tests/manifest.sh" check "$build" db

# A goal or a pattern that is not in the catalogue.
run 0 pdbgen -q --board 3x3 --goal-blank 4 8
run 1 sh "$sources/tests/manifest.sh" check "$build" db
out_has '^3x3 4 1-8 aware bit'
out_lines 2
finish
