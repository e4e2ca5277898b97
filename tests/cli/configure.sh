#!/bin/sh
# Messages of CMake if something is missing: parts are switched off and named, with the package that
# they need; if a part was requested, or is indispensable, that is an error of one sentence.
. "$(dirname "$0")/harness"
need cmake
need pkg-config

CC=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
export CC
mkdir pc
PKG_CONFIG_LIBDIR=$work/pc
export PKG_CONFIG_LIBDIR
unset PKG_CONFIG_PATH

# with MODULE...: pkg-config finds these and no others.
with() {
    rm -f pc/*
    for module in "$@"; do
        printf 'Name: %s\nDescription: a stand-in\nVersion: 9.9\n' "$module" >"pc/$module.pc"
    done
}
# configure CODE [OPTION...]: in a new build tree.
configure() {
    expected=$1
    shift
    rm -rf tree
    run "$expected" cmake -S "$sources" -B tree -DCMAKE_BUILD_TYPE=Release "$@"
}
# says PART STATE: a line of the summary.
says() { out_has "^--   $1  *$2\$"; }
# complains WORDS: there is one error, with these words and without further messages of CMake.
complains() {
    tr '\n' ' ' <err | tr -s ' ' >words
    check "the error is: $1" grep -q "$1" words
    check "one error" [ "$(grep -c '^CMake Error' err)" -eq 1 ]
    err_lacks 'FindPkgConfig\|FindPackageHandle\|REQUIRED'
}

with libzstd libxxhash jansson cmocka
configure 0
for part in zstd tools tests benchmarks; do says $part on; done # OpenMP depends on the machine

with libzstd libxxhash jansson
configure 0
says tools on
says tests 'off: cmocka is missing (Debian: libcmocka-dev)'
configure 1 -DTILEPDB_TESTS=ON
complains 'TILEPDB_TESTS is ON, and cmocka is missing: install it (Debian: libcmocka-dev) or configure with -DTILEPDB_TESTS=OFF'
configure 0 -DTILEPDB_TESTS=OFF
says tests 'off: TILEPDB_TESTS is OFF'

with libzstd libxxhash
configure 0
says tools 'off: jansson is missing (Debian: libjansson-dev)'
says tests 'off: cmocka is missing .*'
# Libraries installed later are found by the next run.
with libzstd libxxhash jansson cmocka
run 0 cmake -S "$sources" -B tree
says tools on
says tests on
with libzstd libxxhash
configure 1 -DTILEPDB_TOOLS=ON
complains 'TILEPDB_TOOLS is ON, and jansson is missing: install it (Debian: libjansson-dev)'

with libzstd jansson
configure 1
complains ' libxxhash is missing: install it (Debian: libxxhash-dev) or configure with -DTILEPDB_XXHASH_INLINE=ON'
# The same holds if an earlier run has found the library.
with libzstd libxxhash jansson
configure 0 -DTILEPDB_MPI=OFF
check "its static library needs libxxhash" grep -q '^Libs.private:.*-lxxhash' tree/installation/tilepdb.pc
with libzstd jansson
run 0 cmake -S "$sources" -B tree -DTILEPDB_XXHASH_INLINE=ON
refute "or not, if it is inside" grep -q 'xxhash' tree/installation/tilepdb.pc
refute "to CMake, too" grep -q XXHASH tree/installation/tilepdb-config.cmake
with libxxhash jansson cmocka
configure 1
complains ' libzstd is missing: install it (Debian: libzstd-dev) or configure with -DTILEPDB_ZSTD=OFF'
configure 0 -DTILEPDB_ZSTD=OFF
says zstd 'off: TILEPDB_ZSTD is OFF, .*'
says benchmarks 'off: zstd (TILEPDB_ZSTD) is missing .*'
says tests 'off: zstd (TILEPDB_ZSTD) is missing .*'
says tools on

with libzstd libxxhash jansson
configure 1 -DPKG_CONFIG_EXECUTABLE=/nowhere/pkg-config
complains ' pkg-config is missing: install it (Debian: pkg-config)'
configure 0 -DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON
says OpenMP 'off: OpenMP for C is missing .*'
configure 1 -DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON -DTILEPDB_OPENMP=ON
complains 'TILEPDB_OPENMP is ON, and OpenMP for C is missing'
finish
