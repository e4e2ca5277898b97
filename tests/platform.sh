#!/bin/sh
# Another platform: builds it by its preset, and proves it against this one.
#     sh tests/platform.sh PRESET BUILD_DIR DIRECTORY    the tables of 7-8, made by BUILD_DIR
#
# A foreign processor (aarch64, s390x): the tests of its preset, in the emulator; the same bytes of
# every table that the tests make; the same answers and counts from the files of this machine.
# static: an empty root directory with nothing but the tools, which generate, prove and solve.
set -eu
preset=$1
build=$(cd "$2" && pwd)
tables=$(cd "$3" && pwd)
cd "$(dirname "$0")/.."
other=$PWD/build/$preset
unset TILEPDB_DIR TILEPDB_VARIANT
far="0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

die() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}

# Answers without their times, from the files in $1 by the command that follows.
answers() {
    directory=$1
    shift
    # shellcheck disable=SC2086
    printf '%s\n' "$far" | cat - "$work/boards" |
        "$@" --quiet --format json --dir "$directory" | jq -c '{moves, length, iterations:
            [.iterations[]? | {bound, generated, expanded}]}'
}

same_answers() {
    "$build/pdbsolve" --scramble 100 --seed 23 >"$work/boards"
    answers "$tables" "$build/pdbsolve" >"$work/here"
    [ "$(wc -l <"$work/here")" -eq 101 ] || die "101 boards have not as many answers here"
    answers "$1" "$2" >"$work/there"
    cmp "$work/here" "$work/there" || die "$preset gives other answers or counts"
}

cross() {
    ctest --preset "$preset" -j "$(getconf _NPROCESSORS_ONLN)" || die "the tests of $preset"
    compared=0
    for table in "$other"/tests/tables/*.tpdb; do
        cmp "$table" "$tables/${table##*/}" || die "another table"
        compared=$((compared + 1))
    done
    [ "$compared" -ge 6 ] || die "only $compared tables were compared"
    same_answers "$tables" "$other/tests/emulated/pdbsolve"
}

# Only root may change the root directory; others become root of a namespace.
inside() {
    if [ "$(id -u)" -eq 0 ]; then
        chroot "$work/root" "$@"
    else
        unshare --map-root-user chroot "$work/root" "$@"
    fi
}

alone() {
    mkdir -p "$work/root/tables" "$work/root/tmp"
    cp "$other/pdbgen" "$other/pdbsolve" "$other/pdbverify" "$other/pdbinfo" "$work/root"
    inside /pdbgen --quiet --dir /tables 7-8 >/dev/null || die "pdbgen in an empty root directory"
    for table in "$work/root/tables"/*.tpdb; do
        cmp "$table" "$tables/${table##*/}" || die "another table"
        inside /pdbverify table --quiet "/tables/${table##*/}" || die "pdbverify in an empty root directory"
    done
    # shellcheck disable=SC2086
    inside /pdbsolve --dir /tables --stats $far || die "pdbsolve in an empty root directory"
    same_answers "$tables" "$other/pdbsolve"
}

make_other() {
    cmake --preset "$preset" &&
        cmake --build --preset "$preset" --parallel "$(getconf _NPROCESSORS_ONLN)"
}
make_other >"$work/log" 2>&1 || {
    tail -n 30 "$work/log"
    die "$preset could not be built; cmake/debian_cross.cmake names the packages of cross builds"
}
if [ "$preset" = static ]; then alone; else cross; fi
echo "$preset: as here"
