#!/bin/sh
# The Debian packages: contents and dependencies. As root they are installed, used and removed, unless
# tilepdb is already installed on this machine.
. "$(dirname "$0")/harness"
need cpack
need dpkg-deb
need dpkg-shlibdeps
need file
need pkg-config
need python3

if grep -q '^TILEPDB_SANITIZE:STRING=.' "$build/CMakeCache.txt"; then
    echo "skipped: packages are not made of builds with sanitizers"
    exit 77
fi
CC=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
libdir=usr/$(sed -n 's/^CMAKE_INSTALL_LIBDIR:[A-Z]*=//p' "$build/CMakeCache.txt")
export CC

# ---- contents

run 0 cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/made"
rm -r made/_CPack_Packages
version=$(pdbsolve --version | grep -o '[0-9]*\.[0-9]*\.[0-9]*')
for name in libtilepdb-dev libtilepdb0 tilepdb; do
    run 0 dpkg-deb -f "made/${name}_$version-1_$(dpkg --print-architecture).deb" Package
    out_is "$name"
done
run 0 dpkg-deb -f "made/python3-tilepdb_$version-1_all.deb" Package Depends
out_has '^Package: python3-tilepdb$'
out_has "^Depends: python3 (>= 3.9), libtilepdb0 (= $version-1)$"
names="tilepdb libtilepdb0 libtilepdb-dev python3-tilepdb"
if [ -x "$build/pdbgen-mpi" ]; then
    names="$names tilepdb-mpi"
    run 0 dpkg-deb -f made/tilepdb-mpi_*.deb Depends
    out_has '^\(openmpi-bin,.*libopenmpi3\|mpich,.*libmpich12\)'
    run 0 dpkg-deb -c made/tilepdb-mpi_*.deb
    for tool in pdbgen-mpi pdbsolve-mpi; do
        out_has " ./usr/bin/$tool$"
        out_has " ./usr/share/bash-completion/completions/$tool$"
        out_has " ./usr/share/fish/vendor_completions.d/$tool.fish$"
        out_has " ./usr/share/zsh/vendor-completions/_$tool$"
        if command -v scdoc >/dev/null 2>&1; then out_has " ./usr/share/man/man1/$tool.1.gz$"; fi
    done
    out_lacks 'bin/pdbgen$\|completions/_*pdbgen$\|/pdbgen.1'
fi
if grep -q '^TILEPDB_DOXYGEN:FILEPATH=/' "$build/CMakeCache.txt"; then
    names="$names libtilepdb-doc"
    run 0 dpkg-deb -c "made/libtilepdb-doc_$version-1_all.deb"
    out_has ' ./usr/share/doc/libtilepdb-doc/html/index.html$'
    out_has ' ./usr/share/doc/libtilepdb-doc/html/tilepdb__tables_8h.html$'
fi
# shellcheck disable=SC2086
check "no other packages" [ "$(files made)" -eq "$(echo $names | wc -w)" ]
run 0 dpkg-deb -f made/tilepdb_*.deb Depends Version
out_has 'libc6.*libjansson4.*libxxhash0.*libzstd1'
out_has "^Version: $version-1$"
run 0 dpkg-deb -f made/libtilepdb0_*.deb Depends Section
out_has 'libc6.*libxxhash0.*libzstd1'
out_lacks jansson
for package in tilepdb:coinor-cbc,.gnuplot libtilepdb0:coinor-cbc python3-tilepdb:python3-numpy; do
    run 0 dpkg-deb -f made/"${package%%:*}"_*.deb Suggests
    out_has "^${package#*:}\$"
done
run 0 dpkg-deb -f made/libtilepdb-dev_*.deb Depends
zlib=
if grep -q '^ZLIB_FOUND:INTERNAL=1' "$build/CMakeCache.txt" &&
    grep -q '^TILEPDB_ZLIB:BOOL=ON' "$build/CMakeCache.txt"; then zlib=', zlib1g-dev'; fi
out_is "libtilepdb0 (= $version-1), libzstd-dev$zlib, libxxhash-dev"

for package in made/*.deb; do run 0 dpkg-deb -x "$package" unpacked; done

# lintian must find nothing except the maintainer's address, which a fork has to set, and the
# place of pkg-config's file, which is Debian's only with the prefix that docs/embedding.md names.
if command -v lintian >/dev/null 2>&1; then
    run 0 lintian --allow-root --fail-on none made/*.deb
    sed -i '/bogus-mail-host\|pkg-config-unavailable-for-cross-compilation/d' out
    out_empty
    err_empty
fi

# Files alone, without directories and without links' targets.
run 0 sh -c "dpkg-deb -c made/libtilepdb0_*.deb | grep -v '/\$' | awk '{ print \$6 }'"
out_is "./$libdir/libtilepdb.so.0
./$libdir/libtilepdb.so.$version
./usr/share/doc/libtilepdb0/changelog.Debian.gz
./usr/share/doc/libtilepdb0/copyright
./usr/share/lintian/overrides/libtilepdb0"
run 0 dpkg-deb -c made/libtilepdb-dev_*.deb
out_has ' ./usr/include/tilepdb.h$'
out_has " ./$libdir/libtilepdb.a$"
out_has " ./$libdir/libtilepdb.so -> libtilepdb.so.0$"
out_has " ./$libdir/cmake/tilepdb/tilepdb-config.cmake$"
out_has " ./$libdir/pkgconfig/tilepdb.pc$"
run 0 dpkg-deb -c made/tilepdb_*.deb
for tool in pdbgen pdbsolve pdbmethods pdbverify pdbinfo; do out_has " ./usr/bin/$tool$"; done
out_lacks 'bin/.*-mpi\|completions/.*-mpi\|man1/.*-mpi'
if command -v scdoc >/dev/null 2>&1; then out_has ' ./usr/share/man/man1/pdbsolve.1.gz$'; fi
if [ -d "$build/completions" ]; then
    out_has ' ./usr/share/bash-completion/completions/pdbsolve$'
    out_has ' ./usr/share/zsh/vendor-completions/_pdbsolve$'
fi
run 0 python3 "$sources/tests/links.py" unpacked/usr/share/doc/tilepdb

# ---- the Python module, where Debian's python3 looks for it

solve="import tilepdb; print(tilepdb.solve('1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15').moves)"
run 0 dpkg-deb -c made/python3-tilepdb_*.deb
out_has ' ./usr/lib/python3/dist-packages/tilepdb/__init__.py$'
out_has ' ./usr/share/doc/python3-tilepdb/copyright$'
out_lacks '__pycache__\|usr/bin\|\.so'
run 0 env -u TILEPDB_LIBRARY LD_LIBRARY_PATH="$work/unpacked/$libdir" PYTHONDONTWRITEBYTECODE=1 \
    PYTHONPATH="$work/unpacked/usr/lib/python3/dist-packages" python3 -c "$solve"
out_is L

# ---- installed, used, removed

if [ "$(id -u)" -ne 0 ] || [ ! -w /var/lib/dpkg ]; then
    echo "not installed: that needs root"
    finish
fi
# shellcheck disable=SC2086
if dpkg-query -W -f '${Status}\n' $names 2>/dev/null | grep -q ' installed$'; then
    echo "not installed: tilepdb is installed on this machine"
    finish
fi

# Other processes may hold dpkg's lock for a while. The trap also calls this function.
# shellcheck disable=SC2317
dpkg_run() {
    tries=0
    until dpkg "$@" >out 2>err; do
        tries=$((tries + 1))
        if [ "$tries" -ge 60 ] || ! grep -q 'lock' err; then return 1; fi
        sleep 1
    done
}
# shellcheck disable=SC2086
trap 'dpkg_run --purge $names; clean_up' EXIT

shown="dpkg -i"
check "the packages can be installed" dpkg_run -i made/*.deb
run 0 /usr/bin/pdbsolve --no-generate --heuristic manhattan '1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15'
out_is '1 L'
run 0 env -u PYTHONPATH -u TILEPDB_LIBRARY /usr/bin/python3 -c "$solve"
out_is L
run 0 dpkg -S /usr/bin/pdbsolve
out_is 'tilepdb: /usr/bin/pdbsolve'
cp -r "$sources/examples/cmake" "$sources/examples/pkg-config" .
run 0 cmake -S cmake -B consumer -DCMAKE_CXX_COMPILER=NOTFOUND
run 0 cmake --build consumer
for program in solve solve_static; do
    run 0 consumer/$program
    out_is '9 DDDLLUULU'
done
run 0 make -C pkg-config CC="$CC"
run 0 pkg-config/solutions
out_has '^40 solutions of 31 moves$'
run 0 ldd pkg-config/solutions
out_has 'libtilepdb.so.0 => /\(usr/\)\?lib/'

shown="dpkg --purge"
# shellcheck disable=SC2086
check "the packages can be removed" dpkg_run --purge $names
for file in usr/bin/pdbsolve usr/include/tilepdb.h "$libdir/libtilepdb.so.0" \
    "$libdir/libtilepdb.a" "$libdir/cmake/tilepdb" "$libdir/pkgconfig/tilepdb.pc" \
    usr/share/doc/tilepdb usr/share/doc/libtilepdb0 usr/share/doc/libtilepdb-doc \
    usr/lib/python3/dist-packages/tilepdb; do
    check "/$file is gone" [ ! -e "/$file" ]
done
finish
