#!/bin/sh
# On a fresh Debian without a compiler, the static tools, the Debian packages and the wheel each
# solve a board of 80 moves.
#     sh tests/clean_root.sh PACKAGES TABLES [ROOT]
#
# PACKAGES is a directory that packaging/make has filled, TABLES has the files of 7-8. ROOT is a
# root directory that debootstrap has made, with python3; without it one is made, from the archive
# of Debian. Needs root; exit code 77: not root, or no debootstrap.
set -eu
packages=$(cd "$1" && pwd)
tables=$(cd "$2" && pwd)
root=${3:-}
cd "$(dirname "$0")/.."
. tests/released.sh

if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
    echo "this needs root and debootstrap"
    exit 77
fi
if [ -z "$root" ]; then
    root=$work/root
    debootstrap --variant=minbase --include=python3 bookworm "$root" >"$work/log" 2>&1 || {
        tail "$work/log"
        die "debootstrap"
    }
fi
inside() { chroot "$root" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C.UTF-8 "$@"; }

! inside sh -c 'command -v cc || command -v gcc || command -v clang' || die "it has a compiler"
rm -rf "$root/try"
mkdir -p "$root/try/tables"
cp "$tables"/4x4_blank15_tiles1-8_aware_bit.tpdb "$tables"/4x4_blank15_tiles9-15_aware_bit.tpdb \
    "$root/try/tables"
cp "$packages"/*.deb "$packages"/*.whl "$root/try"

tar -xzf "$packages"/tilepdb-*-static.tar.gz -C "$root/try"
static=$(cd "$root" && echo try/tilepdb-*-static)
solves_far inside "/$static/pdbsolve" -d /try/tables || die "the static tools"

cat >"$root/try/solve.py" <<'END'
import sys, tilepdb
with tilepdb.Solver.open("7-8", directory="/try/tables") as solver:
    print(solver.solve(" ".join(sys.argv[1:])).length, tilepdb.__file__)
END
inside sh -c 'python3 -m zipfile -e /try/*.whl /try/wheel'
solves_far inside PYTHONPATH=/try/wheel python3 /try/solve.py || die "the wheel"
grep -q /try/wheel/ "$work/far" || die "another module than the wheel's"

# The dependencies of the packages come from the archive.
inside sh -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends /try/*.deb' >"$work/log" 2>&1 || {
    tail "$work/log"
    die "the Debian packages cannot be installed"
}
solves_far inside pdbsolve -d /try/tables || die "the tools of the Debian package"
solves_far inside python3 /try/solve.py || die "the module of the Debian package"
solves_far inside mpirun --allow-run-as-root --oversubscribe -n 2 pdbsolve-mpi -d /try/tables ||
    die "the tools of the Debian package for MPI"
rm -rf "$root/try"
echo "a Debian without a compiler: static tools, wheel and packages solve"
