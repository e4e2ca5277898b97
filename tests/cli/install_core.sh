#!/bin/sh
# The library alone, in the least that it can be: without OpenMP, CBC, instruction sets, jansson and
# tests. It builds, installs and solves.
. "$(dirname "$0")/harness"
need cmake
need pkg-config

CC=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
export CC
[ -z "$(command -v ninja)" ] || export CMAKE_GENERATOR=Ninja

run 0 cmake -S "$sources" -B core -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 \
    -DTILEPDB_TOOLS=OFF -DTILEPDB_TESTS=OFF -DTILEPDB_BENCH=OFF -DTILEPDB_OPENMP=OFF \
    -DTILEPDB_CBC=OFF -DTILEPDB_VARIANTS=OFF -DTILEPDB_WERROR=ON
run 0 cmake --build core --parallel 2
run 0 cmake --install core --prefix "$work/prefix"
check "no tools" [ ! -e prefix/bin ]
run 0 readelf -d prefix/lib/libtilepdb.so.0
out_lacks 'gomp\|libomp\|Cbc\|jansson'

run 0 cmake -S "$sources/examples/cmake" -B consumer -DCMAKE_PREFIX_PATH="$work/prefix"
run 0 cmake --build consumer
for program in solve solve_static; do
    run 0 consumer/$program
    out_is '9 DDDLLUULU'
done
finish
