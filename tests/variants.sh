#!/bin/sh
# Compares every instruction set with the portable one at full size: random boards and the 17 at
# distance 80 have the same counts, and each instruction set uses its own kernel.
#     sh tests/variants.sh BUILD_DIR DIRECTORY       tables 7-8 and 6-6-3
set -eu
build=$(cd "$1" && pwd)
data=$(cd "$(dirname "$0")" && pwd)/data
TILEPDB_DIR=$2
export TILEPDB_DIR
unset TILEPDB_VARIANT
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

PATH=$build:$PATH
runs=$(pdbsolve --version | sed -n 's/^runs here: //p')
case $runs in
portable)
    echo "skipped: only the portable one runs here"
    exit 77
    ;;
"portable "*) ;;
*)
    echo "FAILED: --version says that '$runs' runs here; that must begin with portable"
    exit 1
    ;;
esac
pdbsolve --scramble 300 --seed 19 >random
pdbsolve --scramble 300 --seed 19 --goal blank-first >first
head -n 30 random >few
grep -v '^#' "$data/antipodes80.txt" >far

# same CODE OPTION...: the output is that of the portable kernels, except for times and for the
# nodes of a bound that a limit ended.
same() {
    expected=$1
    shift
    for variant in $runs; do
        code=0
        pdbsolve -q --no-generate --variant "$variant" --format json "$@" >found 2>messages ||
            code=$?
        [ "$code" -eq "$expected" ] || {
            echo "FAILED: exit code $expected, not $code: --variant $variant $*"
            cat messages
            exit 1
        }
        jq -c 'del(.seconds, .kernel, .threads, .iterations[]?.seconds)
               | if .length == null and .solvable then del(.generated, .expanded, .iterations[-1])
                 else . end' found >"found_$variant"
        if [ ! -s "found_$variant" ] || ! cmp found_portable "found_$variant"; then
            echo "FAILED: --variant $variant $*"
            exit 1
        fi
    done
    echo "the same by $runs: $*, $(jq -s '[.[].iterations[].generated] | add' found) nodes"
}

same 0 -p 7-8 random
same 0 -p 7-8 --plain -j2 random
same 0 -p 7-8 --count random
same 0 -p 7-8 --all few
same 1 -p 7-8 --max-nodes 200000 random
same 1 -p 7-8 --max-length 52 random
same 0 -p 7-8 --goal blank-first first
same 0 -p 7-8+6-6-3 random
same 0 -p 6-6-3 --plain few
same 0 -p 7-8 -j1 far
same 0 -p 7-8 -j2 --plain far

for variant in $runs; do
    kernel=$(pdbsolve -q --variant "$variant" --stats -p 7-8 R2D2L 2>&1 >/dev/null |
        sed -n 's/^.*, kernel //p')
    [ "$variant" = portable ] || case $kernel in
    *_"$variant") ;;
    *)
        echo "FAILED: with --variant $variant 7-8 is searched by '$kernel'"
        exit 1
        ;;
    esac
    echo "$variant: $kernel"
done
