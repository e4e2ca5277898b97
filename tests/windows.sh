#!/bin/sh
# Compiles the files for Windows without warnings if mingw-w64 is installed. platform_windows
# builds and tests everything.
#     sh tests/windows.sh
set -eu
cd "$(dirname "$0")/.."
compiler=x86_64-w64-mingw32-gcc-posix
command -v $compiler >/dev/null || exit 77
count=0
for file in src/platform/windows*.c src/*/*_windows.c tools/cli/*_windows.c; do
    $compiler -fsyntax-only -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
        -Wstrict-prototypes -Wmissing-prototypes -Wno-format -Werror -isystem src/platform/windows/posix \
        -I src -I tools -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_WIN32_WINNT=0x0A00 -DUNICODE \
        -D__USE_MINGW_ANSI_STDIO=1 -DWIN32_LEAN_AND_MEAN -DNOMINMAX "$file"
    count=$((count + 1))
done
[ $count -ge 8 ] || {
    echo "only $count files were compiled"
    exit 1
}
