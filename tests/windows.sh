#!/bin/sh
# Checks that library and tools compile for Windows without warnings, if mingw-w64 is installed.
# platform_windows builds and tests everything.
#     sh tests/windows.sh [GENERATED]
# GENERATED is the folder of the sources that CMake writes.
set -eu
cd "$(dirname "$0")/.."
generated=${1:-build/release/src}
compiler=x86_64-w64-mingw32-gcc-posix
command -v $compiler >/dev/null || {
    echo "skipped: $compiler is not installed (Debian: gcc-mingw-w64-x86-64-posix)"
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# Prints what the build for Windows compiles without flags of its own.
files() {
    find src tools -name '*.c' ! -name '*_posix.c' ! -path '*/mpi/*' ! -path 'src/platform/*' \
        ! -path 'src/kernels/kernel_*' ! -path src/reference/cbc.c ! -path src/base/process.c
    find src/platform -name '*windows*.c'
}
files >"$work/files"
[ "$(wc -l <"$work/files")" -ge 120 ] || {
    echo "only $(wc -l <"$work/files") files were found"
    exit 1
}
# Debian has no zstd and jansson for mingw-w64; the headers of this machine declare the same.
for header in jansson zstd xxhash; do
    cp /usr/include/$header*.h "$work"
done
xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 8 $compiler -fsyntax-only -std=c11 -fopenmp -Wall -Wextra \
    -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wno-format \
    -Wno-float-conversion -Werror -isystem src/platform/windows/posix -isystem "$work" -I src -I tools -I "$generated" \
    -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_WIN32_WINNT=0x0A00 -DUNICODE \
    -D__USE_MINGW_ANSI_STDIO=1 -DWIN32_LEAN_AND_MEAN -DNOMINMAX <"$work/files"
