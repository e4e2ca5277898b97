#!/bin/sh
# SIGINT and SIGTERM: nothing half-written, what is proven so far, exit 130 or 143.
. "$(dirname "$0")/harness"

# start COMMAND...: in the background, stdin from the file boards.
start() {
    shown=$*
    : >out
    : >err
    "$@" <boards >out 2>err &
    pid=$!
}

# interrupted SIGNAL CODE: what was started ends so, and soon.
interrupted() {
    kill -s "$1" "$pid"
    code=0
    # Called by wait_for.
    # shellcheck disable=SC2317
    ended() { ! kill -0 "$pid" 2>/dev/null; }
    wait_for ended || kill -s KILL "$pid"
    wait "$pid" || code=$?
    check "exit code $2, not $code" [ "$code" -eq "$2" ]
}

# While it generates.
: >boards
for signal in INT:130 TERM:143; do
    start pdbgen --progress 7-8
    wait_for [ -s err ]
    interrupted "${signal%:*}" "${signal#*:}"
    err_has 'interrupted; no partial file is left'
    out_empty
    check "no file is left" [ "$(files db)" -eq 0 ]
done

# While it writes: the temporary file is there. What is complete stays, all else vanishes.
start pdbgen --encoding nibble --level 22 6-6-3
# shellcheck disable=SC2317
has_temporary() { [ -n "$(find db -name "*.tmp-*" 2>/dev/null)" ]; }
wait_for has_temporary
interrupted TERM 143
refute "no temporary file is left" has_temporary
check "the files are those that were reported" [ "$(files db)" -eq "$(wc -l <out)" ]
run 0 pdbgen --encoding nibble --verify 6-6-3
check "the next run completes the set" [ "$(files db)" -eq 3 ]

# While pdbsolve generates what -p asks for.
start pdbsolve --progress -d solve -p 7-8 "$hardest"
wait_for grep -q level err
interrupted INT 130
err_has 'interrupted'
check "no file is left" [ "$(files solve)" -eq 0 ]

# While it searches: the line says what is proven. With one core the second board is not begun; with
# two it is answered meanwhile, behind the first.
start pdbsolve -j2 --progress --heuristic manhattan "$hardest" '1 2/0 3'
wait_for grep -q 'bound [67]' err
interrupted INT 130
check "both lines, in order" [ "$(sed 's/^>=[67][0-9]$/bound/' out)" = "$(printf 'bound\n1 L')" ]
printf '%s\n1 2 0 3\n' "$hardest" >boards
for format in text json csv; do
    start pdbsolve -j1 --progress --heuristic manhattan --format $format
    wait_for grep -q 'bound [67]' err
    interrupted INT 130
    err_has 'line 1: interrupted; at least [67][0-9] moves are needed'
    case $format in
    text) check "one line, the bound" grep -q '^>=[67][0-9]$' out && out_lines 1 ;;
    json) out_has '"length":null,.*"lower_bound":[67][0-9],.*"reason":"interrupted"' ;;
    csv) out_has ',true,,,false,[67][0-9],' ;;
    esac
done

# While it looks for the optimum of a judged solution: what is known of both.
back=$(pdbsolve --method layered "$hardest" | sed 's/.* //')
start pdbsolve --progress --heuristic manhattan --judge "$back" "$hardest"
wait_for grep -q 'bound [67]' err
interrupted INT 130
out_has '^[0-9]* moves, optimum at least [67][0-9]$'
err_has 'at least [67][0-9] moves'

# With --output, the file does not appear.
mkdir results
start pdbsolve --progress --heuristic manhattan --output results/file "$hardest"
wait_for grep -q bound err
check "only the temporary file is there" [ "$(files results)" -eq 1 ]
interrupted TERM 143
check "nothing is left" [ "$(files results)" -eq 0 ]
err_has 'at least'

# While it waits for a board. What was answered before stays.
rm boards
mkfifo boards
start pdbsolve -q
exec 3>boards
echo '1 2 0 3' >&3
wait_for [ -s out ]
sleep 0.2
interrupted TERM 143
exec 3>&-
out_is '1 L'
finish
