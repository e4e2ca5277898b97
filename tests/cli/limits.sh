#!/bin/sh
# A time limit is wall-clock time of the whole answer, including the process's start, tables and
# choices. TILEPDB_LONG has all limits and boards, as the test cli_limits_long.
. "$(dirname "$0")/harness"

if grep -q '^TILEPDB_SANITIZE:STRING=.' "$build/CMakeCache.txt"; then
    echo "skipped: sanitizers make it long between two looks at the clock"
    exit 77
fi
hard5='23 1 12 6 16 2 20 10 21 18 14 13 17 19 22 0 15 24 3 7 4 8 5 9 11'

# timed COMMAND...: sets $took to the wall time of COMMAND in milliseconds, and $code to its exit
# code.
timed() {
    shown=$*
    code=0
    began=$(date +%s%N)
    "$@" </dev/null >out 2>err || code=$?
    took=$((($(date +%s%N) - began) / 1000000))
}

# The time of a search without tables beyond its limit shows how busy the machine is.
# shellcheck disable=SC2086
overrun() {
    worst=0
    for run in 1 2 3; do
        timed pdbsolve -d none --heuristic manhattan --timeout 0.1 $hardest
        [ $((took - 100)) -le $worst ] || worst=$((took - 100))
        shown="$shown, run $run"
    done
    most=$((150 + 5 * worst))
}

# in_time MILLISECONDS COMMAND...: COMMAND ends within the limit and reports a proven bound. Tries
# twice, since the machine may be busy for a moment.
in_time() {
    limit=$1
    shift
    for try in 1 2; do
        rm -rf new
        overrun
        timed "$@" --timeout "$(printf '%d.%03d' $((limit / 1000)) $((limit % 1000)))"
        shown="$shown, try $try"
        [ "$took" -gt $((limit + most)) ] || break
    done
    check "$took ms, with a limit of $limit and $most for a busy machine" \
        [ "$took" -le $((limit + most)) ]
    check "exit code 0 or 1, not $code" [ "$code" -le 1 ]
    [ "$code" -eq 0 ] || out_has '^[<>]=[1-9]'
}

# Without tables on disk a search begins at once: the first estimate is 87. Named tables are
# generated first, but not beyond the limit, and no partial file is left.
# shellcheck disable=SC2086
limits() {
    in_time "$1" pdbsolve -d none --board 5x5 --goal blank-first "$hard5"
    out_has '^<=[0-9]* [UDLR]*$'
    err_has 'at least \(8[89]\|9[0-9]\|1[01][0-9]\) moves$'
    in_time "$1" pdbsolve -d new -p 7-8 $hardest
    [ "$code" -eq 0 ] || err_has 'limit is reached'
    check "no temporary file is left" [ -z "$(find . -name '*.tmp-*')" ]
    in_time "$1" pdbsolve -d new --metric multi -p middle $hardest
    [ "$code" -eq 0 ] || err_has 'limit is reached'
}
limits 500
in_time 100 pdbsolve -d new --metric multi -p large "$hardest"
err_has 'limit is reached'

# Each board has its own time limit.
shown='two boards'
overrun
timed pdbsolve -j1 -d new --metric multi -p middle --timeout 0.3 "$hardest" "$hardest"
check "$took ms for two boards" [ "$took" -le $((600 + 2 * most)) ]
out_lines 2

if [ -n "${TILEPDB_LONG-}" ]; then
    pdbgen -q --board 5x5 6-6-6-6 >/dev/null
    for limit in 500 1000 3000 10000; do
        limits "$limit"
        in_time "$limit" pdbsolve --board 5x5 --goal blank-first "$hard5"
        in_time "$limit" pdbsolve --board 5x5 --goal blank-first --direction backward "$hard5"
        # shellcheck disable=SC2086
        for options in '' '--count' '--any' '--direction backward' '--metric multi'; do
            in_time "$limit" pdbsolve -d none $options $hardest
        done
        for method in astar bfs iddfs; do
            # The words of a board are arguments of their own.
            # shellcheck disable=SC2086
            in_time "$limit" pdbmethods $method $hardest
        done
    done
fi
finish
