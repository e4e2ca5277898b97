#!/bin/sh
# What packaging/make releases: made twice, with the same bytes; then the wheel and the static tools
# solve a board of 80 moves with nothing but themselves.
#     sh tests/packaging.sh
set -eu
cd "$(dirname "$0")/.."
far="0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

die() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}

packaging/make "$work/once" || die "packaging/make"
packaging/make "$work/twice" || die "packaging/make, the second time"
diff "$work/once/SHA256SUMS" "$work/twice/SHA256SUMS" || die "two builds differ"
(cd "$work/once" && sha256sum --quiet -c SHA256SUMS) || die "SHA256SUMS"
[ "$(wc -l <"$work/once/SHA256SUMS")" -eq 11 ] || die "there should be 11 files beside SHA256SUMS"

tar -xzf "$work"/once/tilepdb-*-static.tar.gz -C "$work"
cd "$work"/tilepdb-*-static
./pdbgen -q -d tables 7-8 >/dev/null || die "the static pdbgen"
# shellcheck disable=SC2086
./pdbsolve -d tables $far >"$work/out" || die "the static pdbsolve"
grep -q '^80 ' "$work/out" || die "the static tools found no 80 moves"

${PYTHON:-python3} -m zipfile -e "$work"/once/*.whl "$work/python"
cat >"$work/solve.py" <<'END'
import sys, tilepdb
assert tilepdb.__file__.startswith(sys.argv[1]), tilepdb.__file__
with tilepdb.Solver.open("7-8", directory=sys.argv[2]) as solver:
    print(solver.solve(sys.argv[3]).length)
libraries = {line.split()[-1] for line in open("/proc/self/maps") if "/lib" in line}
inside = [path for path in libraries if path.startswith(sys.argv[1])]
assert len(inside) == 4, inside
END
found=$(env -i PATH="$PATH" PYTHONPATH="$work/python" "${PYTHON:-python3}" "$work/solve.py" \
    "$work/python" "$PWD/tables" "$far") || die "the wheel"
[ "$found" = 80 ] || die "the wheel's answer is $found"
echo "all packages: the same twice, and they solve"
