#!/bin/sh
# Makes and checks the golden lines of pdb/manifest.txt, which describe the tables of the
# catalogue.
#     sh tests/manifest.sh make BUILD_DIR              generates the catalogue, prints the manifest
#     sh tests/manifest.sh check BUILD_DIR DIRECTORY   compares the tables of a directory with it
set -eu
build=$(cd "$2" && pwd)
manifest=$(cd "$(dirname "$0")/.." && pwd)/pdb/manifest.txt

make_manifest() {
    directory=$(mktemp -d)
    trap 'rm -rf "$directory"' EXIT
    trap 'exit 1' HUP INT TERM
    cat <<'HEAD'
# Golden tables: every pattern of every partition of the catalogue, blank-aware as bits, and projected
# as nibbles where the distances fit; and every colouring. Made by `sh tests/manifest.sh make
# build/release`; a line is what `pdbinfo --manifest` prints of a file (see docs/output.md).
# board goal-blank tiles blank encoding content-hash histogram
HEAD
    "$build/pdbgen" --list --json | jq -r '"\(.width)x\(.height) \(.name)"' |
        while read -r board name; do
            "$build/pdbgen" -q -d "$directory" --level 1 --board "$board" "$name" >&2
            # Some whole boards and corridors do not fit nibbles: they give exit code 2 and no
            # line.
            code=0
            "$build/pdbgen" -q -d "$directory" --level 1 --board "$board" --blank projected \
                "$name" >&2 </dev/null || code=$?
            [ "$code" -eq 0 ] || [ "$code" -eq 2 ]
        done
    "$build/pdbgen" --metric multi --list --json | jq -r '"\(.width)x\(.height) \(.name)"' |
        while read -r board name; do
            "$build/pdbgen" -q -d "$directory" --metric multi --board "$board" "$name" >&2
        done
    "$build/pdbinfo" --manifest "$directory"/*.tpdb | sort -V
}

check_tables() {
    lines=$("$build/pdbinfo" --manifest "$1"/*.tpdb)
    wrong=$(printf '%s\n' "$lines" | grep -Fvx -f "$manifest" | cut -d ' ' -f 1-6) || true
    if [ -n "$wrong" ]; then
        printf 'not in pdb/manifest.txt:\n%s\n' "$wrong"
        return 1
    fi
    printf '%s tables are those of pdb/manifest.txt\n' "$(printf '%s\n' "$lines" | wc -l)"
}

case $1 in
make) make_manifest ;;
check) check_tables "$3" ;;
*) exit 2 ;;
esac
