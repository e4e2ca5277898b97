#!/bin/sh
# Prints pdb/manifest.txt: one line for each file of the shipped partitions that takes seconds to
# generate: name, content hash, entries, maximum, and the histogram from distance 0 on.
#
# Usage: sh tests/manifest.sh BUILD_DIR DIR     (DIR: where the files are generated, 0.5 GB)
set -eu
build=$1
dir=$2

generate() { "$build/pdbgen" -q -d "$dir" "$@" >/dev/null; }

for partition in 7-8 6-6-3 5-5-5 5-5-5-b; do
    generate "$partition"
    generate --blank projected "$partition"
done
for partition in 6-6-3 5-5-5 5-5-5-b; do
    generate --encoding nibble "$partition"
done
"$build/pdbgen" --list --json | jq -r '"\(.width)x\(.height) \(.name)"' |
    grep -vE '^(4x4|5x5|4x3|5x4|6x3|8x2) ' | while read -r board partition; do
    generate --board "$board" "$partition"
done

echo "# The files of the shipped partitions: what pdbgen must make, on any machine."
echo "# columns: file, content hash, entries, maximum, number of entries at distance 0,1,2,..."
echo "# source: sh tests/manifest.sh BUILD_DIR DIR; the histograms of whole puzzles are those of tests/data"
cd "$dir"
for file in *.tpdb; do
    "$build/pdbinfo" --json "$file" | jq -r \
        '"\(.file) \(.content_hash) \(.entries) \(.maximum) \(.histogram | map(tostring) | join(","))"'
done
