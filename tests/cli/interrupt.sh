#!/bin/sh
# SIGINT, SIGTERM and SIGHUP leave no partial file, report what is proven so far, and give exit
# code 130, 143 or 129.
. "$(dirname "$0")/harness"

# start COMMAND...: starts COMMAND in the background, with stdin from the file boards.
start() {
    shown=$*
    : >out
    : >err
    "$@" <boards >out 2>err &
    pid=$!
}

# interrupted SIGNAL CODE: the started command ends soon after SIGNAL, with CODE.
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

# An interrupt during generation.
: >boards
for signal in INT:130 TERM:143 HUP:129; do
    start pdbgen --progress 7-8
    wait_for [ -s err ]
    interrupted "${signal%:*}" "${signal#*:}"
    err_has 'interrupted; no partial file is left'
    out_empty
    check "no file is left" [ "$(files db)" -eq 0 ]
done

# An interrupt during writing, when the temporary file exists. Complete files stay, everything
# else is removed.
# shellcheck disable=SC2317
has_temporary() { [ -n "$(find db -name "*.tmp-*" 2>/dev/null)" ]; }
for signal in TERM:143 HUP:129 QUIT:131 XCPU:152; do
    rm -rf db
    start env --default-signal pdbgen --encoding nibble --level 22 6-6-3
    wait_for has_temporary
    interrupted "${signal%:*}" "${signal#*:}"
    refute "no temporary file is left" has_temporary
    check "the files are those that were reported" [ "$(files db)" -eq "$(wc -l <out)" ]
done
run 0 pdbgen --encoding nibble --verify 6-6-3
check "the next run completes the set" [ "$(files db)" -eq 3 ]

# An interrupt while pdbsolve generates the tables of -p.
start pdbsolve --progress -d solve -p 7-8 "$hardest"
wait_for grep -q level err
interrupted INT 130
err_has 'interrupted'
check "no file is left" [ "$(files solve)" -eq 0 ]

# An interrupt during a search: the answer has the proven bound. With one core the second board is
# not started; with two cores it is solved at the same time, and its answer follows the first. The empty
# lines are more than a pipe holds, so they are written when a thread has read them for its next board.
rm boards
mkfifo boards
start pdbsolve -j2 --progress --heuristic manhattan
{ printf '%s\n1 2/0 3\n' "$hardest" && yes '' | head -n 1000000 && echo "$hardest"; } >boards
wait_for grep -q 'bound [67]' err
interrupted INT 130
check "both lines, in order" [ "$(sed 's/^>=[67][0-9]$/bound/' out | head -n 2)" = "$(printf 'bound\n1 L')" ]
rm boards
printf '%s\n1 2 0 3\n' "$hardest" >boards
for format in text json csv; do
    for tool in pdbsolve 'pdbmethods ida'; do
        # shellcheck disable=SC2086
        start $tool -j1 --progress --heuristic manhattan --format $format
        wait_for grep -q 'bound [67]\|"level":[67]' err
        interrupted INT 130
        err_has 'line 1: interrupted; the board needs at least [67][0-9] moves'
        case $format in
        text) check "one line, the bound" grep -q '^>=[67][0-9]$' out && out_lines 1 ;;
        json) out_has '"length":null,.*"lower_bound":[67][0-9],.*"reason":"interrupted"' ;;
        csv) out_has ',true,,,false,[67][0-9],' ;;
        esac
    done
done
# The rows of the methods that have ended are there.
start pdbmethods compare --timeout 60 "$hardest"
wait_for grep -q layered out
interrupted INT 130
out_has '^board 1   layered  *solved'

# An interrupt while tables for all boards are built, or on a fast machine during the search: the
# answer has the bound that is known without tables.
: >boards
mkdir none
for metric in single multi; do
    start pdbsolve -d none -j1 --metric "$metric" "$hardest" '1 2/0 3'
    wait_for [ -s err ]
    interrupted INT 130
    err_has 'board 1: interrupted; the board needs at least [2-7][0-9] moves'
    err_lacks 'partial file'
    check "the bound of the first board" grep -q '^>=[2-7][0-9]$' out
    out_lines 1
done

# An interrupt while tables for a hard board are built: the answer has the bound that the probe
# proved.
hard5='23 11 0 3 24 5 7 1 22 2 20 15 21 10 14 19 17 13 4 8 9 12 6 16 18'
: >boards
start pdbsolve -j1 "$hard5"
wait_for grep -q 'in memory' err
interrupted INT 130
out_has '^<=[12][0-9][0-9] [UDLR]*$'
err_has 'interrupted; the board needs at least 90 moves'

# An interrupt during the search for the optimum of a judged solution: the answer has its length
# and the bound.
back=$(pdbmethods layered "$hardest" | sed 's/.* //')
start pdbsolve --progress --heuristic manhattan --judge "$back" "$hardest"
wait_for grep -q 'bound [67]' err
interrupted INT 130
out_has '^[0-9]* moves, optimum at least [67][0-9]: at most [0-9]* more than needed$'
err_has 'at least [67][0-9] moves'

# An interrupt while the tables for a judged solution are built is not reported as a limit.
start pdbsolve --progress -d solve -p 7-8 --judge "$back" "$hardest"
wait_for grep -q level err
interrupted INT 130
err_has 'board 1: interrupted before there are tables; the board needs at least 58 moves$'

# With --output, the file is unchanged; the answers so far stay next to it.
# A sanitizer would report the SIGSEGV that is sent.
ASAN_OPTIONS=${ASAN_OPTIONS-}:handle_segv=0
TSAN_OPTIONS=${TSAN_OPTIONS-}:handle_segv=0
export ASAN_OPTIONS TSAN_OPTIONS
mkdir results
{ printf '1 2 0 3\n1 0 2 3\n' && echo "$hardest"; } >boards
for end in INT:130 TERM:143 HUP:129 QUIT:131 XCPU:152 USR1:138 ABRT:134 SEGV:139; do
    for format in text csv; do
        rm -f results/*
        echo old >results/file
        echo older >results/file.partial
        : >err
        (
            # shellcheck disable=SC3045
            ulimit -c 0
            exec env --default-signal pdbsolve -j1 --progress --heuristic manhattan \
                --format $format --output results/file
        ) <boards >out 2>err &
        pid=$!
        shown="pdbsolve --format $format --output results/file, ended by ${end%:*}"
        wait_for grep -q 'bound [67]' err
        interrupted "${end%:*}" "${end#*:}"
        check "the file is unchanged" [ "$(cat results/file)" = old ]
        check "no temporary file is left" [ "$(files results)" -eq 2 ]
        err_has 'the answers so far are in results/file.partial$'
        out_empty
        case $format in
        text) check "the answers are present" \
            [ "$(head -n 2 results/file.partial)" = "$(printf '1 L\nunsolvable')" ] ;;
        csv) check "the answers are present" grep -q '^1,1 2 / 0 3,true,1,L,' results/file.partial ;;
        esac
        check "each line is complete" [ -z "$(tail -c 1 results/file.partial)" ]
    done
done

# shellcheck disable=SC2317
has_file() { [ "$(files results)" -eq 1 ]; }
# A heading without answers is not kept.
rm -f results/* boards
mkfifo boards
for end in INT:130 HUP:129; do
    for call in pdbsolve 'pdbsolve --state' 'pdbmethods bfs' 'pdbsolve --judge L'; do
        # shellcheck disable=SC2086
        start $call --format csv --output results/file
        exec 3>boards
        wait_for has_file
        interrupted "${end%:*}" "${end#*:}"
        exec 3>&-
        check "nothing is left" [ "$(files results)" -eq 0 ]
    done
done
# No part of a document is kept.
for end in INT:130 HUP:129; do
    rm -f boards
    : >boards
    echo old >results/file
    start pdbverify --progress -p 6-6-3 optimal --certificate results/file "$hardest"
    wait_for grep -q bound err
    interrupted "${end%:*}" "${end#*:}"
    out_has '^unproven: the board needs at least [0-9]* moves, interrupted$'
    check "the file is unchanged" [ "$(cat results/file)" = old ]
    check "nothing else is left" [ "$(files results)" -eq 1 ]
done

# An interrupt of the second proof keeps what the first has proven; that of a certificate says nothing.
start pdbverify --progress -p 6-6-3 optimal --cross --certificate results/file '5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12'
wait_for grep -q level err
interrupted INT 130
out_has '^unproven: 9 moves, and no solution is shorter, if .*; the second proof was interrupted$'
check "the file is unchanged" [ "$(cat results/file)" = old ]
if command -v jq >/dev/null 2>&1; then
    run 0 pdbverify -q -p 6-6-3 optimal --certificate near '1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15'
    jq --arg board "$hardest" --arg moves "$back" '.moves = $moves | .length = ($moves | length)
        | .board = ($board | split(" ") | map(tonumber))' near >far
    start pdbverify --progress certificate far
    wait_for grep -q bound err
    interrupted INT 130
    out_empty
    err_has '^pdbverify: interrupted$'
fi

start pdbverify --progress --json -p 6-6-3 optimal "$hardest"
wait_for grep -q bound err
interrupted INT 130
out_json '.[0] | .verdict == "unproven" and .lower_bound >= 60'
# A run that only reads leaves no partial file and prints no message about it.
start pdbverify --progress --full --generate --metric multi -p 11111/22222/33333. optimal "$hardest"
wait_for grep -q prov err
interrupted INT 130
err_has '^pdbverify: interrupted$'
out_empty

# nohup: a hangup that is ignored stays ignored.
: >err
(trap '' HUP && exec pdbsolve -j1 --progress --heuristic manhattan "$hardest") >out 2>err &
pid=$!
shown="pdbsolve, with HUP ignored"
wait_for grep -q 'bound [67]' err
kill -s HUP "$pid"
lines=$(wc -l <err)
# Called by wait_for.
# shellcheck disable=SC2317
goes_on() { [ "$(wc -l <err)" -gt $((lines + 1)) ] || ! kill -0 "$pid" 2>/dev/null; }
wait_for goes_on
interrupted INT 130
out_has '^>='

# An interrupt while it waits for a file to be opened or read: no error message, no verdict, no
# read error.
mkfifo empty
for call in "pdbverify certificate empty" "pdbverify layers --from empty" "pdbsolve empty" \
    "pdbsolve --state empty" "pdbmethods bfs empty" \
    "pdbsolve --judge empty 1,2,0,3"; do
    for end in INT:130 TERM:143 HUP:129; do
        for writer in false true; do
            # shellcheck disable=SC2086
            start env --default-signal $call
            if $writer; then exec 3>empty; fi
            sleep 0.2
            interrupted "${end%:*}" "${end#*:}"
            if $writer; then exec 3>&-; fi
            out_empty
            err_empty
        done
    done
done
rm -f boards
mkfifo boards
start pdbverify certificate -
exec 3>boards
sleep 0.2
interrupted TERM 143
exec 3>&-
out_empty
err_empty

# An interrupt while it waits for a board. Earlier answers stay.
rm boards
mkfifo boards
start pdbsolve -q
exec 3>boards
echo '1 2/0 3' >&3
wait_for [ -s out ]
sleep 0.2
interrupted TERM 143
exec 3>&-
out_is '1 L'
finish
