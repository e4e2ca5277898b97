#!/bin/sh
# quickstart: its help, wrong arguments, and its message if it cannot install packages.
. "$(dirname "$0")/harness"

cp "$sources/quickstart" .
run 0 ./quickstart help
out_has '^Usage: ./quickstart'
check "its help fits 80 columns" [ "$(wc -L <out)" -le 80 ]
check "and so does what it prints" [ "$(sed -n '/<<END/,/^END/p' quickstart | wc -L)" -le 80 ]
check "it builds what Python and man need" grep -q 'tilepdb_shared man"' quickstart
run 2 ./quickstart install
err_has "unknown command 'install'"
run 2 ./quickstart test now
err_has 'too many arguments'

# A machine without apt-get and without the libraries.
mkdir bin
for program in sh dirname id mktemp rm; do ln -s "$(command -v $program)" bin/; done
run 2 env PATH="$work/bin" ./quickstart
err_has 'build-essential cmake ninja-build pkg-config libzstd-dev libxxhash-dev libjansson-dev $'
out_lacks 'Installing packages'
run 2 env PATH="$work/bin" PYTHON=python3 ./quickstart test
err_has 'libjansson-dev libcmocka-dev jq scdoc python3 python3-numpy mypy coinor-cbc doxygen file procps glpk-utils gnuplot-nox chromium firefox-esr gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user npm libopenmpi-dev openmpi-bin emscripten nodejs $'
run 2 env PATH="$work/bin" PYTHON=python3 ./quickstart packages
err_has 'libjansson-dev scdoc dpkg-dev doxygen file python3 python3-setuptools python3-wheel libopenmpi-dev npm gcc-mingw-w64-x86-64-posix emscripten nodejs $'
run 2 env PATH="$work/bin" ./quickstart web
err_has ': cmake ninja-build pkg-config libxxhash-dev emscripten nodejs $'
check "nothing is built" [ ! -e build ]

# With apt-get, before it has lists: what only the new lists have is installed, too.
cat >bin/apt-get <<'END'
#!/bin/sh
[ "$1" != update ] || : >lists
echo "$*" >>asked
END
cat >bin/apt-cache <<'END'
#!/bin/sh
[ ! -e lists ] || echo "Package: $2"
END
rm bin/id
printf '#!/bin/sh\necho 0\n' >bin/id
chmod +x bin/id bin/apt-get bin/apt-cache
for program in env cat; do ln -s "$(command -v $program)" bin/; done
run 2 env PATH="$work/bin" PYTHON=python3 ./quickstart test
out_has 'Installing packages: .* chromium firefox-esr gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user npm'
err_has 'still missing after installation'
run 0 grep -c 'install .* firefox-esr .* emscripten nodejs' asked
out_is 1

# CI runs the command that README names.
shown="README.md and .ci/run"
grep '^\./quickstart test ' "$sources/README.md" >out
grep '^\./quickstart' "$sources/.ci/run" >err
check "README names it" [ -s out ]
check "CI runs it" [ "$(cat err)" = './quickstart test' ]
finish
