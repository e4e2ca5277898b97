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
err_has "unknown command 'test now'"

# A machine without apt-get and without the libraries.
mkdir bin
for program in sh dirname id mktemp rm; do ln -s "$(command -v $program)" bin/; done
run 2 env PATH="$work/bin" ./quickstart
err_has 'build-essential cmake ninja-build pkg-config libzstd-dev libxxhash-dev libjansson-dev $'
out_lacks 'Installing packages'
run 2 env PATH="$work/bin" PYTHON=python3 ./quickstart test
err_has 'libjansson-dev libcmocka-dev jq python3 $'
run 2 env PATH="$work/bin" PYTHON=python3 ./quickstart packages
err_has 'libjansson-dev scdoc dpkg-dev zlib1g-dev doxygen file python3 python3-setuptools python3-wheel libopenmpi-dev npm gcc-mingw-w64-x86-64-posix llvm emscripten nodejs $'
run 2 env PATH="$work/bin" ./quickstart web
err_has ': cmake ninja-build pkg-config libxxhash-dev emscripten nodejs $'
run 2 env PATH="$work/bin" PYTHON=python3 ./quickstart test tsan
err_has 'libjansson-dev clang .*libcmocka-dev jq python3 $'
check "nothing is built" [ ! -e build ]

# With apt-get: a package that cannot be installed is an error, or, for all tests, reported and
# left out.
cat >bin/apt-get <<'END'
#!/bin/sh
echo "$*" >>asked
case $* in *chromium*firefox*) exit 100 ;; esac
END
rm bin/id
printf '#!/bin/sh\necho 0\n' >bin/id
chmod +x bin/id bin/apt-get
for program in env cat; do ln -s "$(command -v $program)" bin/; done
run 2 env PATH="$work/bin" PYTHON=python3 ./quickstart test
out_has 'Installing packages: .* libcmocka-dev jq python3 $'
err_has 'still missing after installation: .* libcmocka-dev jq python3 $'
for program in cc cmake make jq python3 pkg-config; do
    printf '#!/bin/sh\necho "$@" >>built\nexit 0\n' >bin/$program
    chmod +x bin/$program
done
: >asked
printf '#!/bin/sh\nexit 1\n' >bin/cmake # the end of what is tried here
ln -s "$(command -v mkdir)" "$(command -v date)" bin/
run 2 env PATH="$work/bin" PYTHON=false ./quickstart test all
out_has 'Not installed, and tests that need them are skipped: scdoc .* chromium firefox-esr .* npm libopenmpi-dev openmpi-bin emscripten nodejs $'
err_has 'could not configure the build'
run 0 grep -c 'install .* chromium firefox-esr ' asked
run 0 grep -c 'recommends scdoc$' asked # each by itself

# CI runs the commands that README names.
shown="README.md and .ci/run"
grep -o '^\./quickstart test\( all\)*' "$sources/README.md" >out
grep -o '^\./quickstart test\( all\)*' "$sources/.ci/run" >err
check "README names them" [ -s out ]
check "CI runs them" cmp -s out err
finish
