#!/bin/sh
# From a fresh clone to an optimal solution, or to the tests. See `./quickstart help`.
set -eu
cd "$(dirname "$0")"

board="0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
tools="pdbgen pdbsolve pdbverify pdbinfo"

say() { printf '\n== %s\n' "$*"; }
fail() {
    printf 'quickstart: %s\n' "$*" >&2
    exit 2
}

usage() {
    cat <<'END'
Usage: ./quickstart [test [all] | web | packages | help]

  ./quickstart        installs what is missing (Debian, Ubuntu), builds the
                      tools in build/release, generates the 7-8 databases in
                      pdb/, and solves a board that needs 80 moves
  ./quickstart test   builds everything, and runs the tests of the library, the
                      tools and Python: minutes, and few packages more
  ./quickstart test all
                      runs all other tests: the page in browsers, MPI, another
                      processor, the packages ...; installs what they need
  ./quickstart web    builds the web page and serves it on this machine
  ./quickstart packages
                      makes all that is released, in build/packages; before
                      a release, tests/bare.sh tries this on a bare machine

Nothing is written outside this directory, except for installed packages.
END
}

has() { command -v "$1" >/dev/null 2>&1; }
has_library() { has pkg-config && pkg-config --exists "$1"; }
# The compiler $1, which links programs.
has_compiler() {
    program=$(mktemp) || fail "cannot create a temporary file; set TMPDIR to a writable directory"
    result=1
    if echo 'int main(void) { return 0; }' | $1 -x c -o "$program" - 2>/dev/null; then
        result=0
    fi
    rm -f "$program"
    return $result
}

# Modules of Python, as packaging/make and the tests look for them: Debian's packages are for Debian's
# python3, which another may hide.
has_modules() {
    for python in ${PYTHON:-python3 /usr/bin/python3}; do
        ! $python -c "import $1" 2>/dev/null || return 0
    done
    return 1
}

# Prints the missing packages on one line, for $1: build, test, all or packages (which include
# build), or web.
missing_packages() {
    [ "$1" = web ] || has_compiler "${CC:-cc}" || printf 'build-essential '
    has cmake || printf 'cmake '
    has ninja || has make || printf 'ninja-build '
    has pkg-config || printf 'pkg-config '
    [ "$1" = web ] || has_library libzstd || printf 'libzstd-dev '
    has_library libxxhash || printf 'libxxhash-dev '
    [ "$1" = web ] || has_library jansson || printf 'libjansson-dev '
    if [ "$1" = test ] || [ "$1" = all ]; then
        has_library cmocka || printf 'libcmocka-dev '
        has jq || printf 'jq '
        has python3 || printf 'python3 '
    fi
    if [ "$1" = all ]; then
        has scdoc || printf 'scdoc '
        has_modules numpy || printf 'python3-numpy '
        has mypy || printf 'mypy '
        has cbc || printf 'coinor-cbc '
        has doxygen || printf 'doxygen '
        has dpkg-shlibdeps || printf 'dpkg-dev '
        has file || printf 'file '
        has pgrep || printf 'procps '
        has glpsol || printf 'glpk-utils '
        has gnuplot || printf 'gnuplot-nox '
        has valgrind || printf 'valgrind '
        has chromium || printf 'chromium '
        has firefox || has firefox-esr || printf 'firefox-esr '
        has_compiler s390x-linux-gnu-gcc || printf 'gcc-s390x-linux-gnu libc6-dev-s390x-cross '
        has qemu-s390x || printf 'qemu-user '
        has npm || printf 'npm '
        has mpicc || printf 'libopenmpi-dev '
        has mpirun || printf 'openmpi-bin '
    fi
    if [ "$1" = packages ]; then
        has scdoc || printf 'scdoc '
        has dpkg-shlibdeps || printf 'dpkg-dev '
        has doxygen || printf 'doxygen '
        has file || printf 'file '
        has python3 || printf 'python3 '
        has_modules "setuptools, wheel" || printf 'python3-setuptools python3-wheel '
        has mpicc || printf 'libopenmpi-dev '
        has npm || printf 'npm '
        has x86_64-w64-mingw32-gcc-posix || printf 'gcc-mingw-w64-x86-64-posix '
    fi
    if [ "$1" != build ] && [ "$1" != test ]; then
        has emcc || printf 'emscripten '
        has node || printf 'nodejs '
    fi
}

# How to become root: a command, empty for who is, or the word none.
root_command() {
    if ! has apt-get; then
        echo none
    elif [ "$(id -u)" -ne 0 ]; then
        if has sudo; then echo sudo; else echo none; fi
    fi
}
as_root() { $root env DEBIAN_FRONTEND=noninteractive "$@"; }
apt_install() { as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }

install_packages() {
    packages=$(missing_packages "$1")
    [ -n "$packages" ] || return 0
    root=$(root_command)
    [ "$root" != none ] ||
        fail "these packages (their names on Debian) are missing; please install them: $packages"
    as_root apt-get update -qq || echo "the package lists could not be updated" >&2
    say "Installing packages: $packages"
    # The packages are a list of words.
    # shellcheck disable=SC2086
    apt_install $packages || fail "the packages could not be installed; please install them: $packages"
    packages=$(missing_packages "$1")
    [ -z "$packages" ] || fail "still missing after installation: $packages"
}

# Those of all tests: what cannot be installed is named, and tests that need it are skipped.
install_extras() {
    packages=$(missing_packages all)
    [ -n "$packages" ] || return 0
    root=$(root_command)
    if [ "$root" != none ]; then
        as_root apt-get update -qq || echo "the package lists could not be updated" >&2
        say "Installing packages: $packages"
        # shellcheck disable=SC2086
        apt_install $packages || for package in $packages; do apt_install "$package" || :; done
        packages=$(missing_packages all)
    fi
    [ -z "$packages" ] || say "Not installed, and tests that need them are skipped: $packages"
}

# An earlier build (of the preset $1) keeps its generator; a new one uses ninja if it is installed.
choose_generator() {
    if [ ! -f "build/$1/CMakeCache.txt" ] && has ninja; then
        CMAKE_GENERATOR=Ninja
        export CMAKE_GENERATOR
    fi
}

# Configures the preset $1 with the options $3 ... and builds the targets in $2 (all if it is empty).
build() {
    preset=$1
    targets=$2
    shift 2
    start=$(date +%s)
    mkdir -p build
    cmake --preset "$preset" "$@" >build/quickstart.log 2>&1 || {
        cat build/quickstart.log >&2
        fail "cmake could not configure the build; its messages are above"
    }
    # The targets are a list of words.
    # shellcheck disable=SC2086
    cmake --build --preset "$preset" --parallel "$(getconf _NPROCESSORS_ONLN)" \
        ${targets:+--target $targets} >build/quickstart.log 2>&1 || {
        cat build/quickstart.log >&2
        fail "the build failed; its messages are above"
    }
    printf 'built in %s s: build/%s\n' "$(($(date +%s) - start))" "$preset"
}

tour() {
    install_packages build
    choose_generator release
    say "Building the tools"
    build release "$tools" -DTILEPDB_TESTS=AUTO
    say "Generating the 7-8 databases in pdb/ (existing files are kept)"
    build/release/pdbgen -d pdb 7-8
    say "Solving $board"
    # The numbers are arguments of their own.
    # shellcheck disable=SC2086
    build/release/pdbsolve -d pdb --stats $board
    cat <<END

That is the answer: 80 moves, and no solution is shorter. The letters give the
direction in which a tile moves: up, down, left, right. The table shows the
nodes and the time of each bound of the search.

Now try:
  build/release/pdbsolve -d pdb --show $board
  build/release/pdbsolve -d pdb --animate $board
  build/release/pdbsolve -d pdb 5 1 2 4 9 6 3 8 13 10 7 11 0 14 15 12
  build/release/pdbsolve -d pdb --scramble 10 | build/release/pdbsolve -d pdb
  build/release/pdbinfo -d pdb 7-8
END
}

# Builds, and runs the tests of the preset $1.
run_tests() {
    choose_generator release
    say "Building"
    build release "" -DTILEPDB_TESTS=ON
    say "Testing"
    ctest --preset "$1" --output-on-failure --parallel "$(getconf _NPROCESSORS_ONLN)"
}

test_first() {
    install_packages test
    code=0
    run_tests first || code=$?
    echo "Left out: the page in browsers, MPI, another processor, packages ...: ./quickstart test all"
    exit $code
}

test_rest() {
    install_packages test
    install_extras
    run_tests rest
}

make_packages() {
    install_packages packages
    exec packaging/make
}

serve_page() {
    install_packages web
    choose_generator web
    say "Building the page"
    build web ""
    say "Serving build/web/web/index.html; press Ctrl-C to stop. Open this address:"
    exec node web/serve.mjs build/web/web/index.html
}

missing_packages all; install_extras
