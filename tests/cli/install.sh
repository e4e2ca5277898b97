#!/bin/sh
# `cmake --install`, the programs of examples/ with only the installed tree, and `uninstall`.
. "$(dirname "$0")/harness"
need cmake
need make
need pkg-config
need nm
need python3

setting() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
CC=$(setting CMAKE_C_COMPILER)
sanitize=$(setting TILEPDB_SANITIZE)
libdir=$(setting CMAKE_INSTALL_LIBDIR)
CFLAGS="-Wall -Wextra -Wpedantic -Werror${sanitize:+ -fsanitize=$sanitize}"
CXXFLAGS=$CFLAGS
LDFLAGS=${sanitize:+-fsanitize=$sanitize}
export CC CFLAGS CXXFLAGS LDFLAGS

# The build tree records one installation: the record of a user's installation is restored afterwards.
for notes in install_manifest.txt install_directories.txt; do
    [ ! -f "$build/$notes" ] || mv "$build/$notes" "$work/$notes"
done
# The trap calls it.
# shellcheck disable=SC2317
give_back() {
    rm -f "$build/install_manifest.txt" "$build/install_directories.txt"
    for notes in install_manifest.txt install_directories.txt; do
        [ ! -f "$work/$notes" ] || mv "$work/$notes" "$build/$notes"
    done
}
trap 'give_back; clean_up' EXIT

# ---- install, move the tree, remove the original

mkdir -p first/share/man
echo mine >first/share/mine
run 0 cmake --install "$build" --prefix "$work/first"
for tool in pdbgen pdbsolve pdbmethods pdbverify pdbinfo; do
    run 0 "$work/first/bin/$tool" --version
done
run_python() { run "$1" env -u TILEPDB_LIBRARY PYTHONPATH="$2/share/tilepdb/python" python3 -c "$3"; }
if [ -z "$sanitize" ]; then
    run_python 0 first "import tilepdb; print(tilepdb.solve('1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15').moves)"
    out_is L
fi
cp -a first moved
rm moved/share/mine
run 0 cmake --build "$build" --target uninstall
find first -mindepth 1 | sort | tr '\n' ' ' >out
printf '\n' >>out
out_is 'first/share first/share/man first/share/mine '
run 1 cmake -P "$build/installation/uninstall.cmake"
err_has 'nothing to remove'

# ---- the contents of the tree

for file in include/tilepdb.h include/tilepdb_engine.h include/tilepdb_tables.h "$libdir/libtilepdb.so.0" "$libdir/libtilepdb.so" \
    "$libdir/libtilepdb.a" "$libdir/cmake/tilepdb/tilepdb-config.cmake" \
    "$libdir/pkgconfig/tilepdb.pc" share/doc/tilepdb/README.md; do
    check "$file is installed" [ -e "moved/$file" ]
done
if command -v scdoc >/dev/null 2>&1; then
    check "manual pages" grep -q '^\.TH "pdbsolve" "1"' moved/share/man/man1/pdbsolve.1
fi
run 0 python3 "$sources/tests/links.py" moved/share/doc/tilepdb
check "the guides are installed" [ -e moved/share/doc/tilepdb/docs/guide.md ]
grep -rIlF -e "$build" -e "$sources" -e "$work" moved >out
out_empty # it contains no directory of this machine

# ---- symbols: exactly those of the header

grep -o '^TILEPDB_API [^(]*' -h "$work"/moved/include/tilepdb*.h | sed 's/.*[ *]//' | sort >promised
nm -D --defined-only "moved/$libdir/libtilepdb.so.0" | awk '$2 == "T" { print $3 }' |
    sed 's/@.*//' | sort >shared
nm -D --defined-only "moved/$libdir/libtilepdb.so.0" | awk '$2 != "T" && $2 != "A"' >shared_data
nm -g --defined-only "moved/$libdir/libtilepdb.a" | awk 'NF == 3 { print $3 }' | sort >archived
# Sanitizers add symbols of their own, which start with an underscore.
[ -z "$sanitize" ] || for names in shared archived; do sed -i '/^_/d' $names; done
[ -z "$sanitize" ] || : >shared_data
check "many functions are promised" [ "$(wc -l <promised)" -gt 40 ]
run 0 diff promised shared
run 0 diff promised archived
run 0 cat shared_data
out_empty
# Before 1.0 the symbols carry the minor version, so that a program linked with another version
# does not start.
minor=$(sed -n 's/#define TILEPDB_VERSION_MINOR //p' "$sources/src/tilepdb.h")
run 0 nm -D --defined-only "moved/$libdir/libtilepdb.so.0"
out_has "tilepdb_solve@@TILEPDB_0\.$minor\$"
run 0 readelf -d "moved/$libdir/libtilepdb.so"
out_has 'soname: \[libtilepdb.so.0\]'

# ---- Python

if [ -z "$sanitize" ]; then
    run_python 0 moved 'from tilepdb import _native; print(_native.lib._name)'
    out_is "$work/moved/$libdir/libtilepdb.so.0"
fi

# ---- CMake

cp -r "$sources/examples/cmake" "$sources/examples/pkg-config" .
run 0 cmake -S cmake -B consumer -DCMAKE_PREFIX_PATH="$work/moved"
run 0 cmake --build consumer
run 0 grep '^tilepdb_DIR:' consumer/CMakeCache.txt
out_is "tilepdb_DIR:PATH=$work/moved/$libdir/cmake/tilepdb"
for program in solve solve_static solve_cxx; do
    [ $program != solve_cxx ] || command -v c++ >/dev/null 2>&1 || continue
    run 0 consumer/$program
    out_is '9 DDDLLUULU'
    run 1 consumer/$program '1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0'
    err_has 'unsolvable: 15 and 14 are exchanged'
done
sed 's|tilepdb [0-9.]* REQUIRED|tilepdb 9.0 REQUIRED|' cmake/CMakeLists.txt >wrong_version
mkdir newer
mv wrong_version newer/CMakeLists.txt
cp cmake/solve* newer
run 1 cmake -S newer -B newer/build -DCMAKE_PREFIX_PATH="$work/moved"
err_has 'compatible with requested version "9.0"'

# A project with C++ only can use the shared library, and gets a message about what the static
# library lacks.
if command -v c++ >/dev/null 2>&1; then
    mkdir alone
    cat >alone/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(alone LANGUAGES CXX)
find_package(tilepdb REQUIRED COMPONENTS ${WANTED})
END
    run 0 cmake -S alone -B alone/build -DCMAKE_PREFIX_PATH="$work/moved"
    run 0 cmake -S alone -B alone/build -DWANTED=shared
    run 1 cmake -S alone -B alone/build -DWANTED=dynamic
    err_has 'the components are shared and static'
    if grep -q '^TILEPDB_OPENMP:[A-Z]*=\(ON\|AUTO\)' "$build/CMakeCache.txt"; then
        run 1 cmake -S alone -B alone/build -DWANTED=static
        err_has 'the static library needs: OpenMP for C'
    fi
fi

# ---- pkg-config

PKG_CONFIG_PATH=$work/moved/$libdir/pkgconfig
export PKG_CONFIG_PATH
for static in '' STATIC=1; do
    # An option that may be empty.
    # shellcheck disable=SC2086
    run 0 make -C pkg-config clean solutions CC="$CC" $static
    run 0 pkg-config/solutions
    out_has '^1: DDRUULLDDRURULLDDRURULLDDRRUULL$'
    out_has '^40 solutions of 31 moves$'
    run 1 pkg-config/solutions '1 2 3 / 4 5 6 / 7 8 8'
    err_has '8'
done
# The static library's requirements are exactly what is linked.
run 0 pkg-config --static --libs tilepdb
out_has 'xxhash'
out_lacks '[Cc]bc'
# shellcheck disable=SC2046,SC2086
run 0 $CC -std=c11 $CFLAGS pkg-config/solutions.c -o static_solutions $(pkg-config --cflags tilepdb) \
    $(pkg-config --static --libs tilepdb) -Wl,-rpath,"$work/moved/$libdir"
run 0 ./static_solutions
out_has '^40 solutions of 31 moves$'
# The programs of the guide.
guide=$sources/docs/embedding.md
awk '/^```/ { inside = $0 == "```c" || $0 == "```python"; if (inside) file = "guide" ++n "." substr($0, 4, 2)
              next }
     inside { print >file }' "$guide"
for program in guide*.c; do
    # Words.
    # shellcheck disable=SC2046,SC2086
    run 0 $CC -std=c11 $CFLAGS $program -o ${program%.c} $(pkg-config --cflags --libs tilepdb) \
        -Wl,-rpath,"$work/moved/$libdir"
done
TILEPDB_DIR="$work/none" run 0 ./guide1 '5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12' '8 6 7 / 2 5 4 / 3 0 1'
out_has '^9 DDDLLUULU$'
out_has '^31 '
check "the first program has 20 lines at most" [ "$(wc -l <guide1.c)" -le 20 ]
run 0 ./guide2
out_is '9 DDDLLUULU'
run 0 ./guide3
out_lines 6
err_has '^5 of 5 boards$'
run 0 ./guide4
out_has '^[0-9]* moves, at least [0-9]*$'
if [ -z "$sanitize" ]; then
    run_python 0 moved "$(cat guide5.py)"
    out_lines 7
    out_has '^31$'
    out_has '^9 DDDLLUULU$'
fi
check "the guide has no other programs" [ "$(find . -maxdepth 1 -name "guide*.*" | wc -l)" -eq 5 ]
run 0 pkg-config --modversion tilepdb
out_is "$(pdbsolve --version | grep -o '[0-9]*\.[0-9]*\.[0-9]*')"
finish
