#!/bin/sh
# Builds a preset and runs a few of its unit tests. In dev, compiler warnings are errors; asan has
# the address and undefined-behaviour sanitizers, and runs all kernels, with the tables 7-8 and 6-6-3 of
# TABLES as well.
#     sh tests/preset.sh PRESET COMPILER DIRECTORY TABLES
# DIRECTORY is made anew, and removed at the end.
set -eu
preset=$1
export CC="$2"
directory=$3
tables=$4
cd "$(dirname "$0")/.."
unset CFLAGS CPPFLAGS LDFLAGS
[ -z "$(command -v ninja)" ] || export CMAKE_GENERATOR=Ninja
tests="test_board_text test_container test_options test_partition test_puzzle test_reader test_writers test_variant"
targets=all
if [ "$preset" = asan ]; then
    tests="$tests test_container_hostile test_base test_search test_limits test_kernels test_vectors"
    tests="$tests test_kernel_bits test_kernel_bits4x4 test_bidirectional"
    targets="$tests pdbsolve"
fi

rm -rf "$directory"
mkdir "$directory"
trap 'rm -rf "$directory"' EXIT
trap 'exit 1' HUP INT TERM
# The targets are a list of words.
# shellcheck disable=SC2086
{ cmake --preset "$preset" -B "$directory/$preset" && cmake --build "$directory/$preset" --parallel 2 \
    --target $targets; } >"$directory/log" 2>&1 || {
    tail -n 30 "$directory/log"
    echo "FAILED: the preset $preset does not build"
    exit 1
}
ctest --test-dir "$directory/$preset" --output-on-failure --no-tests=error \
    -R "^($(echo "$tests" | tr ' ' '|'))\$"
[ "$preset" != asan ] || sh tests/variants.sh "$directory/$preset" "$tables"
