#!/bin/sh
# pdbgen, killed at 50 moments: never a file that opens and is wrong, and the next run succeeds. Two
# runs at once in one directory do no harm.
. "$(dirname "$0")/harness"

# What a whole run leaves, and how long it takes.
pdbgen -q -d whole 6-6-3 >/dev/null
(cd whole && for file in *.tpdb; do cksum "$file"; done) >sums
begin=$(date +%s%N)
pdbgen -q -d whole --force 6-6-3 >/dev/null
took=$((($(date +%s%N) - begin) / 1000000 + 1)) # milliseconds

# Every file that is there under its name is one of the whole run's.
files_are_whole() {
    for file in db/*.tpdb; do
        [ -e "$file" ] || continue
        grep -qxF "$(cd db && cksum "${file#db/}")" sums || return 1
    done
}

kills=0
moment=0
while [ $moment -lt 50 ]; do
    moment=$((moment + 1))
    # spread over the run, in an order that is not that of time
    delay=$((moment * 37 % 50 * took / 50))
    rm -f db/*.tpdb
    pdbgen -q -d db --force 6-6-3 >/dev/null 2>&1 &
    pid=$!
    sleep "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
    kill -9 $pid 2>/dev/null && kills=$((kills + 1))
    wait $pid 2>/dev/null
    shown="kill -9 after $delay ms"
    check "the files are whole" files_are_whole
done
check "many were killed, $kills" [ $kills -ge 20 ]
run 0 pdbgen -q -d db 6-6-3
check "the next run completes the set" [ "$(find db -name '*.tpdb' | wc -l)" -eq 3 ]
check "as a whole run does" files_are_whole
check "and no leftovers stay" [ "$(find db -type f | wc -l)" -eq 3 ]
run 0 pdbsolve -q -d db -p 6-6-3 --no-generate '5 1 2 3/9 6 7 4/13 10 11 8/14 15 12 0'

# Two at once, several times.
for _ in 1 2 3 4 5; do
    rm -f db/*.tpdb
    pdbgen -q -d db 6-6-3 >one 2>one.err &
    first=$!
    pdbgen -q -d db --force 6-6-3 >two 2>two.err &
    second=$!
    code=0
    wait $first || code=$?
    wait $second || code=$?
    shown="two pdbgen at once"
    check "both succeed" [ $code -eq 0 ]
    check "the files are whole" files_are_whole
    check "there are three and nothing else" [ "$(find db -type f | wc -l)" -eq 3 ]
done
finish
