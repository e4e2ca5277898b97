#!/bin/sh
# For many boards in multi-tile moves, pdbsolve makes a better table than the first one. Counts
# decide this, so the test measures no time. TILEPDB_LONG makes the table and compares the
# answers, as the test cli_improve_long.
. "$(dirname "$0")/harness"
need jq

# Eight boards of about a million nodes each with the small table, followed by easy boards, which
# seem just as hard until they are read.
cat >eight <<'EOF'
2 6 12 11 1 14 7 4 3 10 0 8 9 15 5 13
7 0 6 8 14 5 13 9 4 2 15 1 10 3 12 11
8 2 0 6 10 13 12 11 3 14 1 9 5 7 15 4
14 13 3 0 1 4 15 8 5 9 11 2 7 6 12 10
7 4 12 2 5 10 1 8 9 6 15 13 3 0 14 11
14 3 1 2 7 0 8 12 10 13 5 15 11 9 4 6
13 12 14 1 3 11 8 4 5 10 7 15 2 9 0 6
9 7 2 3 4 5 13 0 14 6 12 10 1 8 15 11
EOF
easy='0 1 2 3 5 6 7 4 9 10 11 8 13 14 15 12'

# easy_boards COUNT
easy_boards() {
    i=0
    while [ $i -lt "$1" ]; do
        echo "$easy"
        i=$((i + 1))
    done
}
{ cat eight && easy_boards 500; } >many
{ cat eight && easy_boards 100; } >few

# The first boards have their answers before a table is made for the others, with any number of
# threads and from a pipe. An interrupt ends the generation. Called by wait_for.
# shellcheck disable=SC2317
begun() { grep -q 'pays for this many boards: building middle in memory' err; }
for call in 'many' '-j1 many' '-j5 many' '-'; do
    shown="pdbsolve $call"
    rm -f fifo
    mkfifo fifo
    : >err
    # shellcheck disable=SC2086
    pdbsolve -d none --metric multi $call <fifo >out 2>err &
    pid=$!
    cat many >fifo 2>/dev/null &
    wait_for begun
    out_lines 8
    code=0
    kill -s INT $pid
    wait $pid || code=$?
    check "exit code 130, not $code" [ $code -eq 130 ]
    out_lines 8
    cp out "answers$checks"
done
for answers in answers*; do
    shown="cmp out $answers"
    check "the same answers" cmp -s out "$answers"
done

# No better table is made with too few boards, too little time, --no-generate, a named table, or a
# wait after each board.
run 0 pdbsolve -d none --metric multi few
err_lacks 'larger table'
out_lines 108
run 0 pdbsolve -d none --metric multi --plain --max-nodes 100000000 few
err_lacks 'larger table'
pdbgen -q --metric multi small
for options in --no-generate '-p small' '--max-nodes 100000000' '-j2 --timeout 3'; do
    # shellcheck disable=SC2086
    run 0 pdbsolve --metric multi $options many
    err_empty
    out_lines 508
done
# shellcheck disable=SC2317
lines() { [ "$(wc -l <out)" -eq "$1" ]; }
rm -f fifo out
mkfifo fifo
shown='pdbsolve, board by board'
pdbsolve --metric multi <fifo >out 2>err &
pid=$!
exec 3>fifo
cat eight >&3
wait_for lines 8
for board in 9 10 11 12; do
    echo "$easy" >&3
    wait_for lines $board
done
exec 3>&-
code=0
wait $pid || code=$?
check "exit code 0, not $code" [ $code -eq 0 ]
err_lacks 'larger table'

if [ -n "${TILEPDB_LONG-}" ]; then
    counts='[.board, .length, .moves, .generated]'
    head -n 40 many >boards
    cat eight >>boards
    easy_boards 460 >>boards
    run 0 pdbsolve --metric multi -p small --format json boards
    jq -c "$counts" out | head -n 8 >first
    pdbgen -q -d other --metric multi middle
    run 0 pdbsolve -d other --metric multi --format json boards
    jq -c "$counts" out | tail -n +9 | cat first - >wanted
    for jobs in 1 3; do
        run 0 pdbsolve -d none --metric multi -j $jobs --format json boards
        jq -c "$counts" out >got
        check "moves and counts of small, then of middle" cmp -s wanted got
        check "nothing is kept" [ ! -e none ]
    done
fi
finish
