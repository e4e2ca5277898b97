#!/bin/sh
# The preset dev builds, where any warning of the compiler is an error, and its programs run: a few
# unit tests pass.
#     sh tests/dev.sh COMPILER DIRECTORY    the directory is made anew, and removed at the end
set -eu
export CC="$1"
directory=$2
cd "$(dirname "$0")/.."
unset CFLAGS CPPFLAGS LDFLAGS
[ -z "$(command -v ninja)" ] || export CMAKE_GENERATOR=Ninja

rm -rf "$directory"
mkdir "$directory"
trap 'rm -rf "$directory"' EXIT
trap 'exit 1' HUP INT TERM
{ cmake --preset dev -B "$directory/dev" && cmake --build "$directory/dev" --parallel 2; } \
    >"$directory/log" 2>&1 || {
    tail -n 30 "$directory/log"
    echo "FAILED: the preset dev does not build"
    exit 1
}
ctest --test-dir "$directory/dev" --output-on-failure --no-tests=error \
    -R '^test_(board_text|container|options|partition|puzzle|reader|team|variant)$'
