#!/bin/sh
# Runs the MPI tests with MPICH, in a build of their own: sh mpich.sh SOURCES
set -eu
sources=$(cd "$1" && pwd)
for program in cmake mpicc.mpich mpiexec.mpich; do
    command -v $program >/dev/null || {
        echo "skipped: $program is not installed (Debian: libmpich-dev mpich)"
        exit 77
    }
done
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
MPIEXEC=$(command -v mpiexec.mpich)
export MPIEXEC
cmake -S "$sources" -B "$build" -DCMAKE_BUILD_TYPE=Release -DTILEPDB_MPI=ON \
    -DMPI_C_COMPILER=mpicc.mpich -DMPIEXEC_EXECUTABLE="$MPIEXEC" -DTILEPDB_INSTALL=OFF \
    -DTILEPDB_BENCH=OFF >"$build/log"
cmake --build "$build" --parallel "$(getconf _NPROCESSORS_ONLN)" >"$build/log"
ldd "$build/pdbgen-mpi" | grep libmpich
ctest --test-dir "$build" --output-on-failure -R '^(mpi|cli_mpi)_' -E '^mpi_mpich$'
