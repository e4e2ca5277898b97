# shellcheck shell=sh
# For scripts that try what was built as its users would: sourced by platform.sh and packaging.sh.
# Sets $far, a board of 80 moves, and $work, a directory that is removed at the end.
far="0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
work=$(mktemp -d)
trap 'wine_stop; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
unset TILEPDB_DIR TILEPDB_VARIANT

die() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}

# solves_far COMMAND...: COMMAND, a pdbsolve, finds the 80 moves of $far.
solves_far() {
    # shellcheck disable=SC2086
    "$@" $far >"$work/far" || return 1
    grep -q '^80 ' "$work/far"
}

# in_wine PROGRAM ARGUMENT...: runs a program for Windows in its own wine prefix.
in_wine() {
    WINEPREFIX=$work/wine "$wine_script" "$wine" "$@"
}
wine_stop() {
    [ ! -d "$work/wine" ] || WINEPREFIX=$work/wine "$wineserver" -k || :
}
wine_script=$PWD/cmake/wine.sh
PATH=$PATH:/usr/lib/wine
wine=$(command -v wine64 || :)
wineserver=$(command -v wineserver64 || :)
