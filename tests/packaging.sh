#!/bin/sh
# Runs packaging/make twice, in two clones and as users with different settings: both give the
# same bytes. Then the wheel, the static tools and those for Windows (in wine) each solve a board
# of 80 moves without other files. The tools for macOS cannot run here: their formats and symbols
# are checked.
#     sh tests/packaging.sh
set -eu
cd "$(dirname "$0")/.."
sources=$PWD
. tests/released.sh

packaging/make "$work/once" || die "packaging/make"
git clone -q "$sources" "$work/another clone"
(
    umask 077
    cd "$work/another clone"
    TZ=Asia/Tokyo LC_ALL=C.UTF-8 packaging/make "$work/twice"
) || die "packaging/make, the second time"
diff "$work/once/SHA256SUMS" "$work/twice/SHA256SUMS" || die "two builds differ"
(cd "$work/once" && sha256sum --quiet -c SHA256SUMS) || die "SHA256SUMS"
version=$(sed -n 's/^#define TILEPDB_VERSION_[MP][A-Z]* *//p' src/tilepdb.h | paste -sd .)
[ "$(wc -l <"$work/once/SHA256SUMS")" -eq 16 ] || die "there should be 16 files beside SHA256SUMS"

# Debian's lintian must find nothing except the maintainer's address, which a fork has to set.
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on none "$work"/once/*.deb >"$work/found" || die "lintian cannot run"
    ! grep -v bogus-mail-host "$work/found" || die "lintian"
fi

tar -xzf "$work"/once/tilepdb-*-static.tar.gz -C "$work"
cd "$work"/tilepdb-*-static
./pdbgen -q -d tables 7-8 >/dev/null || die "the static pdbgen"
solves_far ./pdbsolve -d tables || die "the static pdbsolve found no 80 moves"

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
# The zip is only unpacked. Its tables are those of the static tools.
${PYTHON:-python3} -m zipfile -e "$work"/once/tilepdb-*-windows-*.zip "$work/windows"
for tool in pdbgen pdbsolve pdbmethods pdbverify pdbinfo; do
    in_wine "$work"/windows/tilepdb-*/$tool.exe --version >/dev/null || die "$tool for Windows"
done
solves_far in_wine "$work"/windows/tilepdb-*/pdbsolve.exe -d tables || die "pdbsolve for Windows"
for cpu in ARM64 X86_64; do
    mac=tilepdb-${version}-macos-$(echo $cpu | tr '[:upper:]' '[:lower:]')
    tar -xzf "$work/once/$mac.tar.gz" -C "$work"
    for tool in pdbgen pdbsolve pdbmethods pdbverify pdbinfo; do
        [ -x "$work/$mac/$tool" ] || die "$tool for macOS on $cpu cannot be executed"
        macos_tool $cpu "$work/$mac/$tool"
    done
    for file in LICENSE README.md licenses/jansson licenses/libzstd licenses/xxhash man/pdbsolve.1; do
        [ -s "$work/$mac/$file" ] || die "$mac lacks $file"
    done
done
cd "$sources"
code=0
sh tests/clean_root.sh "$work/once" "$work"/tilepdb-*-static/tables || code=$?
[ $code -eq 0 ] || [ $code -eq 77 ] || die "a Debian without a compiler"
echo "all packages: the same twice, and they solve"
