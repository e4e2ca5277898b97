#!/bin/sh
# pdbgen killed at 50 moments never leaves a file that opens and is wrong; the next run succeeds
# and leaves nothing behind. Two runs at once in one directory do not disturb each other.
. "$(dirname "$0")/harness"

# A temporary file is TABLE.tmp-...; only files that end in .tpdb have been published.
leftovers() { find db -type f ! -name '*.tpdb' 2>/dev/null | wc -l; }

# sound: every existing file is the one that an undisturbed run generates.
sound() {
    for file in db/*.tpdb; do
        [ ! -e "$file" ] || cmp -s "$file" "whole/${file#db/}" || return 1
    done
}

seed=2026
random_below() {
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    number=$((seed / 65536 % $1))
}

# killed COUNT PDBGEN-ARGUMENTS...: starts runs and kills each at a random moment within the time
# of a whole run, until COUNT runs were killed.
killed() {
    count=$1
    shift
    rm -rf whole db
    begin=$(date +%s%N)
    run 0 pdbgen -q -d whole "$@"
    most=$((($(date +%s%N) - begin) / 1000000 + 1))
    died=0
    tries=0
    while [ "$died" -lt "$count" ] && [ "$tries" -lt $((10 * count)) ]; do
        tries=$((tries + 1))
        random_below "$most"
        pdbgen -q --force "$@" >out 2>err &
        pid=$!
        sleep "$(printf '%d.%03d' $((number / 1000)) $((number % 1000)))"
        kill -s KILL $pid 2>/dev/null
        shown="run $tries of pdbgen $*, killed after $number ms"
        wait $pid 2>/dev/null && continue
        died=$((died + 1))
        check "existing files are right" sound
        [ $((died % 5)) -eq 0 ] || continue
        run 0 pdbgen -q --verify "$@"
        check "the set is complete, and nothing else" [ "$(files db)" -eq "$(files whole)" ]
        check "no leftovers" [ "$(leftovers)" -eq 0 ]
        check "the set is right" sound
    done
    shown="pdbgen $*, $tries times"
    check "$count were killed before their end, not $died" [ "$died" -eq "$count" ]
}

killed 25 6-6-3
killed 25 --blank projected --level 19 5-5-5

rm -rf whole db
run 0 pdbgen -q -d whole 6-6-3
for i in 1 2 3; do
    rm -rf db
    pdbgen -q 6-6-3 >out 2>err &
    pid=$!
    run 0 pdbgen -q --force 6-6-3
    code=0
    wait $pid || code=$?
    check "the other one: exit code 0, not $code" [ $code -eq 0 ]
    check "both done, round $i: no leftovers" [ "$(leftovers)" -eq 0 ]
    check "the set is complete" [ "$(files db)" -eq 3 ]
    check "the set is right" sound
done
finish
