#!/bin/sh
# Progress is a rewritten line on a terminal, plain lines with --progress, and otherwise nothing.
. "$(dirname "$0")/harness"
need script

run 0 pdbgen 6-6-3
err_empty
run 0 pdbgen --force --progress 6-6-3
err_has '^tiles [0-9,-]* (1 of 3): level [0-9]* \[[#.]*\]  *[0-9]*%, [0-9].* entries'
refute "no carriage return" grep -q "$(printf '\r')" err
run 1 pdbsolve --progress --heuristic manhattan --timeout 2.5 "$hardest"
err_has '^board 1: bound [67][0-9], [0-9.]* M nodes, [0-9.]* M/s, [12]\.[0-9] s\(, bound ends in about [0-9]* s\)*$'
check "a line a second" [ "$(grep -c '^board 1: bound' err)" -le 4 ]
run 1 pdbsolve --heuristic manhattan --timeout 0.5 "$hardest"
err_lacks bound

# terminal COMMAND: its output on a terminal of 60 columns goes to the file screen.
terminal() {
    shown="$1, on a terminal"
    code=0
    script -qec "stty cols 60; $1" screen >/dev/null 2>&1 </dev/null || code=$?
    sed -e 1d -e '/^Script done/d' screen | tr '\r' '\n' >err
    : >out
}
terminal "pdbsolve --heuristic manhattan --timeout 1 $hardest"
check "exit code 1, not $code" [ "$code" -eq 1 ]
check "rewritten several times" [ "$(grep -c '^board 1: bound' err)" -ge 3 ]
check "at most ten times a second" [ "$(grep -c '^board 1: bound' err)" -le 11 ]
check "no line is wider than the terminal" [ "$(awk '/bound/ && length > 59' err | wc -l)" -eq 0 ]
check "the line is wiped" grep -q '^ *$' err
err_has '^>=[67][0-9]$'
terminal "pdbgen --force 6-6-3"
err_has '^tiles [0-9,-]* (1 of 3): level'
terminal "pdbgen -q --force 6-6-3"
err_lacks level
terminal "pdbgen --force 6-6-3 2>/dev/null"
err_lacks level

# Tables that the user did not name are not described by tiles, except with --stats. Colour tables
# have no tiles.
hard5='23 1 12 6 16 2 20 10 21 18 14 13 17 19 22 0 15 24 3 7 4 8 5 9 11'
# until_line LINE COMMAND...: runs COMMAND until stderr has LINE.
until_line() {
    line=$1
    shift
    shown=$*
    : >err
    "$@" >out 2>err &
    wait_for grep -q "$line" err
    kill -s INT $!
    wait $! || true
}
table='([0-9] of [0-9]*): level'
until_line "$table" pdbsolve -d none --progress --board 5x5 "$hard5"
err_has ': building a small partition in memory; '
err_lacks '[0-9],[0-9]'
until_line "$table" pdbsolve -d none --progress --board 5x5 --stats "$hard5"
err_has ': building partition [0-9]*[,-][-,/0-9]* in memory; '
run 0 pdbgen --metric multi small
until_line 'proving level' pdbverify table --full --progress --metric multi small
err_has '^colouring small: proving level'
err_lacks 'tiles [0-9]'
finish
