#!/bin/sh
# Uses the library inside another project: by add_subdirectory, and by FetchContent from the
# source archive. The project gets tilepdb::tilepdb, but no tools, tests or installed files.
#     sh tests/embedded.sh
set -eu
cd "$(dirname "$0")/.."
. tests/released.sh

git archive --prefix=tilepdb/ HEAD | tar -x -C "$work"
tar -C "$work" -czf "$work/tilepdb.tar.gz" tilepdb
cp examples/cmake/solve.c "$work"
cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.18)
project(embedded LANGUAGES C)
if(FETCH)
  include(FetchContent)
  FetchContent_Declare(tilepdb URL $work/tilepdb.tar.gz)
  FetchContent_MakeAvailable(tilepdb)
else()
  add_subdirectory(tilepdb)
endif()
add_executable(solve solve.c)
target_link_libraries(solve PRIVATE tilepdb::tilepdb)
END
for fetch in OFF ON; do
    { cmake -S "$work" -B "$work/build-$fetch" -DCMAKE_BUILD_TYPE=Release -DFETCH=$fetch \
        -DTILEPDB_VARIANTS=OFF >"$work/log" 2>&1 &&
        cmake --build "$work/build-$fetch" --parallel "$(getconf _NPROCESSORS_ONLN)" \
            >>"$work/log" 2>&1; } || {
        tail -n 30 "$work/log"
        die "a project with FetchContent $fetch"
    }
    [ "$("$work/build-$fetch/solve")" = "9 DDDLLUULU" ] || die "its program"
    [ -z "$(find "$work/build-$fetch" -name pdbsolve -type f)" ] || die "it has tools"
done
echo "the library is built inside other projects"
