#!/bin/sh
# The source archive builds, and so does the library alone in its smallest form: without OpenMP,
# MPI, integer programs, instruction sets, built-in automata, jansson and tests. The small library
# is installed and solves a board; then the tools are added.
. "$(dirname "$0")/harness"
need cmake
need cpack
need pkg-config

CC=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
export CC
[ -z "$(command -v ninja)" ] || export CMAKE_GENERATOR=Ninja

# ---- the archive

version=$(pdbsolve --version | grep -o '[0-9]*\.[0-9]*\.[0-9]*')
run 0 cpack --config "$build/CPackSourceConfig.cmake" -B "$work/made"
run 0 tar -xf "made/tilepdb-$version.tar.gz"
source=$work/tilepdb-$version
find "$source" -name .git -o -name build -o -name '*.tpdb' -o -name '*.o' >out
out_empty
check "quickstart is included" [ -x "$source/quickstart" ]
check "and so is the harness" [ -f "$source/tests/cli/harness" ]

# ---- the library alone

run 0 cmake -S "$source" -B core -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 \
    -DTILEPDB_TOOLS=OFF -DTILEPDB_TESTS=OFF -DTILEPDB_BENCH=OFF -DTILEPDB_OPENMP=OFF -DTILEPDB_MPI=OFF \
    -DTILEPDB_CBC=OFF -DTILEPDB_VARIANTS=OFF -DTILEPDB_AUTOMATA=OFF -DTILEPDB_WERROR=ON
run 0 cmake --build core --parallel 2
run 0 cmake --install core --prefix "$work/prefix"
check "no tools" [ ! -e prefix/bin ]
run 0 readelf -d prefix/lib/libtilepdb.so.0
out_lacks 'gomp\|libomp\|jansson'

run 0 cmake -S "$sources/examples/cmake" -B consumer -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_CXX_COMPILER=NOTFOUND
run 0 cmake --build consumer
for program in solve solve_static; do
    run 0 consumer/$program
    out_is '9 DDDLLUULU'
done

# ---- the tools

run 0 cmake -S "$source" -B core -DTILEPDB_TOOLS=ON
run 0 cmake --build core --parallel 2
run 0 core/pdbsolve --heuristic manhattan '1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15'
out_is '1 L'
finish
