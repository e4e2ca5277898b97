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

# macos_tool CPU FILE: a program for CPU (ARM64 or X86_64) that needs only the system's library. Apple
# silicon runs only signed programs.
macos_tool() {
    llvm-objdump --macho --private-headers "$2" >"$work/headers" || die "$2 is no program"
    grep -q "^ *MH_MAGIC_64 *$1 .* EXECUTE " "$work/headers" || die "$2 is not for $1"
    grep -q '^ *platform macos$' "$work/headers" || die "$2 is not for macOS"
    [ "$1" != ARM64 ] || grep -q LC_CODE_SIGNATURE "$work/headers" || die "$2 is not signed"
    [ "$(llvm-objdump --macho --dylibs-used "$2" | sed 1d | awk '{ print $1 }')" = \
        /usr/lib/libSystem.B.dylib ] || die "$2 needs more than libSystem"
    ! llvm-nm -m --undefined-only "$2" | grep -v '(from libSystem)$' || die "$2 lacks symbols"
}
