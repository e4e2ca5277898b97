#!/bin/sh
# Tools that end early read no uninitialised memory and cause no other error of valgrind's
# memcheck: refused options, unreadable input, missing files, closed output, an interrupt.
# TILEPDB_LONG adds all refusals that follow from the options' rows, as the test
# cli_early_ends_long.
. "$(dirname "$0")/harness"
need valgrind
if grep -q -e __asan_init -e __tsan_init -e __msan_init "$build/pdbinfo"; then
    echo "skipped: valgrind cannot run what is built with a sanitizer"
    exit 77
fi

# valgrind does not support every instruction set, and one thread is faster in it.
TILEPDB_VARIANT=portable
OMP_NUM_THREADS=1
export TILEPDB_VARIANT OMP_NUM_THREADS
watch='valgrind --quiet --error-exitcode=99 --vgdb=no'

# ends CODE COMMAND...: COMMAND ends with CODE, and valgrind finds no error.
ends() {
    code=$1
    shift
    # shellcheck disable=SC2086
    run "$code" $watch "$@"
}

# Results have names that collide, or go where nothing can be written.
ends 2 pdbsolve -q --checkpoint same -o same R
err_has "'same' and 'same' are the same output"
ends 2 pdbverify optimal --checkpoint same --certificate same R
err_has "'same' and 'same' are the same output"
ends 3 pdbsolve -o none/out R
ends 3 pdbsolve --checkpoint none/kept R
ends 2 pdbsolve --checkpoint - R
ends 3 pdbverify optimal --certificate none/out R
ends 3 pdbmethods ilp --write-lp none/out R
ends 3 pdbmethods compare --plot none/out R

# Invalid options, operands and input.
for tool in pdbgen pdbsolve pdbmethods pdbverify pdbinfo; do
    ends 2 $tool --nonsense
    ends 0 $tool --version
done
for tool in pdbgen pdbinfo pdbmethods pdbverify; do
    ends 2 $tool
done
ends 2 pdbgen 7-9
ends 2 pdbgen --blank projected --encoding bit 7-8
ends 2 pdbinfo 7-9
ends 3 pdbinfo none.tpdb
ends 3 pdbverify table none.tpdb
ends 2 pdbverify solution R
ends 2 pdbverify solution x y
ends 2 pdbverify optimal '1 2 3'
ends 3 pdbverify certificate none
ends 2 pdbsolve ''
ends 2 pdbsolve none.txt
ends 2 pdbsolve --goal x R
ends 2 pdbsolve -p 7-9 R
ends 2 pdbmethods --example none
ends 3 pdbsolve --no-generate R
ends 2 pdbsolve --judge x R
ends 2 pdbmethods --write-lp out ilp '1 2/0 3' '1 2/0 3'
ends 1 pdbsolve '2 1 3 0'
ends 1 pdbsolve --anytime '2 1 3 0'
ends 0 pdbmethods astar '1 2/0 3'

# Files of another kind.
echo nothing >file.tpdb
ends 3 pdbinfo file.tpdb
ends 3 pdbverify table file.tpdb
ends 3 pdbverify certificate file.tpdb
ends 3 pdbsolve --checkpoint file.tpdb R
ends 3 pdbsolve -d file.tpdb R

# Output that is closed, or full.
shown='pdbsolve >&-'
code=0
$watch pdbsolve --state R >&- 2>err || code=$?
check "exit code 3, not $code" [ $code -eq 3 ]
if [ -w /dev/full ]; then
    code=0
    $watch pdbsolve --state R >/dev/full 2>err || code=$?
    check "exit code 3, not $code" [ $code -eq 3 ]
fi

# An interrupt during a search.
shown='pdbsolve, interrupted'
: >out
: >err
$watch pdbsolve -j1 --progress --heuristic manhattan "$hardest" >out 2>err &
pid=$!
wait_for grep -q nodes err
kill -INT $pid
code=0
wait $pid || code=$?
check "exit code 130, not $code" [ $code -eq 130 ]

if [ -n "${TILEPDB_LONG:-}" ]; then
    need python3
    PYTHONDONTWRITEBYTECODE=1 python3 "$sources/tests/cli/refusals.py" \
        pdbgen pdbsolve pdbmethods pdbverify pdbinfo >refusals
    check "there are some" [ "$(wc -l <refusals)" -gt 500 ]
    while read -r line <&3; do
        eval "ends 2 $line"
    done 3<refusals
fi

finish
