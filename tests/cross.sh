#!/bin/sh
# Runs the library on s390x, a processor with the other byte order, in an emulator. It must write
# the same files, and read this machine's files with the same answers and counts. platform_s390x
# runs all tests there.
#     sh tests/cross.sh ANSWERS AUTOMATON_WRITE
#
# ANSWERS is tests/cross/answers.c, as this machine runs it; AUTOMATON_WRITE is that of its build.
#
# Exit code 77: no cross compiler or no emulator; CONTRIBUTING.md names the packages.
set -eu
answers=$(cd "$(dirname "$1")" && pwd)/${1##*/}
automata=$(cd "$(dirname "$2")" && pwd)/${2##*/}
cd "$(dirname "$0")/.."
sources=$PWD
. tests/released.sh

unset CFLAGS CPPFLAGS LDFLAGS
if ! echo 'int main(void) { return 0; }' |
    s390x-linux-gnu-gcc -static -x c -o "$work/trial" - 2>/dev/null || ! qemu-s390x "$work/trial"; then
    echo "skipped: no cross compiler (Debian: gcc-s390x-linux-gnu, libc6-dev-s390x-cross, qemu-user)"
    exit 77
fi
{ cmake -S . -B "$work/build" -DCMAKE_TOOLCHAIN_FILE="$sources/cmake/s390x.cmake" \
    -DCMAKE_BUILD_TYPE=MinSizeRel -DTILEPDB_TOOLS=OFF -DTILEPDB_TESTS=OFF -DTILEPDB_BENCH=OFF \
    -DTILEPDB_OPENMP=OFF -DTILEPDB_ZSTD=OFF -DTILEPDB_XXHASH_INLINE=ON -DTILEPDB_AUTOMATON_WRITE="$automata" \
    -DTILEPDB_INSTALL=OFF -DTILEPDB_WERROR=ON &&
    cmake --build "$work/build" --parallel "$(getconf _NPROCESSORS_ONLN)" --target tilepdb &&
    s390x-linux-gnu-gcc -std=c11 -Os -static -I src -o "$work/answers" tests/cross/answers.c \
        "$(find "$work/build" -name libtilepdb.a | head -n 1)" -lm -lpthread; } >"$work/log" 2>&1 || {
    tail -n 30 "$work/log"
    die "the library for s390x"
}

mkdir "$work/here" "$work/there"
"$answers" "$work/here" "$work/here" >"$work/here.txt" || die "answers here"
qemu-s390x "$work/answers" "$work/there" "$work/here" >"$work/there.txt" || die "answers of s390x"
[ "$(wc -l <"$work/here.txt")" -eq 105 ] || die "there should be 5 titles and 100 answers"
cmp "$work/here.txt" "$work/there.txt" || die "s390x gives other answers or counts"
count=0
for file in "$work/here"/*; do
    cmp "$file" "$work/there/${file##*/}" || die "another table"
    count=$((count + 1))
done
[ $count -eq 10 ] || die "there should be 10 tables, not $count"
echo "s390x: 10 tables and 100 answers are the same"
