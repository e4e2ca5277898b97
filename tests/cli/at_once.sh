#!/bin/sh
# If several processes need the same missing table, one makes it, and the others wait and use it.
# A quiet pdbgen, as cron runs it, prints nothing.
. "$(dirname "$0")/harness"
need flock

# Is a file being written?
# shellcheck disable=SC2317
begun() { find db -name '*.tmp-0-0' 2>/dev/null | grep . >file; }
# Is it locked? Before that, another process takes it for what a killed one left.
locked() { begun && ! flock -n "$(cat file)" true; }
# shellcheck disable=SC2317
waits() { grep -q ': waiting for another process, which generates it$' err; }

# first: starts to make tables, and is stopped while it makes one.
first() {
    one=
    until [ -n "$one" ] && locked; do
        [ -z "$one" ] || kill -KILL "$one"
        rm -rf db
        pdbgen 6-6-3 >out.first 2>err.first &
        one=$!
        # Polls without a pause, since the table may take only some hundredths of a second.
        until begun || ! kill -0 $one 2>/dev/null; do :; done
        kill -STOP $one 2>/dev/null || continue
    done
}

# second COMMAND...: runs while the first process is stopped.
second() {
    shown=$*
    : >err
    "$@" >out 2>err &
    two=$!
    wait_for waits
}

# ended PID CODE
ended() {
    code=0
    wait "$1" || code=$?
    check "exit code $2, not $code" [ $code -eq "$2" ]
}

first
second pdbgen 6-6-3
kill -CONT $one
ended $one 0
ended $two 0
check "each table is made once" [ "$(cat out out.first | grep -c ' written in ')" -eq 3 ]
check "nothing else is left" [ "$(files db)" -eq 3 ]

# The first is killed: the second makes them all.
first
second pdbgen --verify 6-6-3
kill -KILL $one
ended $one 137
ended $two 0
check "all are made" [ "$(grep -c ' written in .*, verified$' out)" -eq 3 ]
check "nothing else is left" [ "$(files db)" -eq 3 ]

# An interrupt or a time limit ends the wait.
first
second pdbgen 6-6-3
kill -TERM $two
ended $two 143
second pdbsolve -p 6-6-3 'D R'
kill -INT $two
ended $two 130
run 1 pdbsolve --timeout 0.1 -p 6-6-3 'D R'
err_has 'waiting for another process'
second pdbsolve -p 6-6-3 'D R'
kill -CONT $one
ended $one 0
ended $two 0
out_is '2 LU'
check "nothing else is left" [ "$(files db)" -eq 3 ]

# A quiet run prints nothing.
for call in '6-6-3' '--verify 6-6-3' '--force --board 3x3 8' '--board 3x3 8'; do
    # shellcheck disable=SC2086
    run 0 pdbgen -q $call
    out_empty
    err_empty
done
run 0 pdbgen -q --json --board 3x3 8
out_has '"action":"kept"'
run 0 pdbgen -q --dry-run --board 3x3 8
out_has 'would keep'

finish
