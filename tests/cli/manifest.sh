#!/bin/sh
# The files of the shipped partitions against pdb/manifest.txt: golden histograms and content hashes.
. "$(dirname "$0")/harness"
need jq

sh "$sources/tests/manifest.sh" "$build" "$work/made" >out 2>err
shown="tests/manifest.sh"
check "as many files as the manifest names" [ "$(wc -l <out)" -eq "$(wc -l <"$sources/pdb/manifest.txt")" ]
while read -r file rest; do
    check "$file is as the manifest says" grep -qxF "$file $rest" out
done <"$sources/pdb/manifest.txt"

# A pattern of all tiles is the whole puzzle: its line is the depth distribution of tests/data.
for board in 2x2 3x2 3x3 4x2 5x2; do
    depths=$(awk '!/^#/ { printf "%s%s", comma, $2; comma = "," }' "$sources/tests/data/depth_$board.txt")
    check "$board is the whole puzzle" [ "$(awk -v f="^${board}_" '$1 ~ f && $1 ~ /tiles1-/ {
        print $5 }' "$sources/pdb/manifest.txt")" = "$depths" ]
done
finish
