#!/bin/sh
# A hundred thousand boards through a pipe: an answer for each, in order, and memory that stays flat.
# TILEPDB_LONG has ten million, as the test cli_many_boards_long.
. "$(dirname "$0")/harness"
need awk
if grep -q '^TILEPDB_SANITIZE:STRING=.' "$build/CMakeCache.txt" || [ ! -r /proc/self/status ]; then
    echo "skipped: sanitizers keep memory that was freed, or /proc is missing"
    exit 77
fi

pdbgen -q --board 3x3 8 >/dev/null
count=100000
[ -z "$TILEPDB_LONG" ] || count=10000000
printf '%s\n' '1 2 3 4 5 6 7 0 8' '1,2,3/4,5,6/7,8,_' '2 1 3 4 5 6 7 8 0' '[[1,2,3],[4,5,0],[7,8,6]]' \
    '1 1 3 4 5 6 7 8 0' '1 2 3/4 5 6/0 7 8' '1 3 0 4 2 5 7 8 6' >boards
mkfifo in answers

# watched COUNT OPTION...: the file points has the greatest KiB of memory so far at 16 places of COUNT
# boards, and the file totals the number of answers, and of those that differ from the first seven.
watched() {
    number=$1
    shift
    run 2 pdbsolve -q -p 8 "$@" boards
    cp out first
    shown="$number boards: pdbsolve $*"
    yes "$(cat boards)" | head -n "$number" >in &
    pdbsolve -q -p 8 "$@" <in >answers 2>/dev/null &
    pid=$!
    awk -v step=$((number / 16)) -v status=/proc/$pid/status '
        FILENAME == "first" { answer[FNR % 7] = $0; next }
        $0 != answer[FNR % 7] { wrong++ }
        FNR % step == 0 {
            while ((getline line <status) > 0)
                if (split(line, word) && word[1] == "VmHWM:") print word[2] >"points"
            close(status)
        }
        END { print FNR, wrong + 0 >"totals" }' first answers
    code=0
    wait $pid || code=$?
    cp points out
    check "exit code 2, not $code" [ $code -eq 2 ]
    check "an answer for each" [ "$(cat totals)" = "$number 0" ]
    check "the memory was read" [ "$(wc -l <points)" -ge 12 ]
    check "at most 48 MiB" [ "$(sort -n points | tail -n 1)" -le 49152 ]
    [ -z "$TILEPDB_LONG" ] ||
        check "flat after a quarter" [ "$(tail -n 1 points)" -le $(($(sed -n 4p points) + 1024)) ]
}

watched "$count" -j1
watched $((count / 8)) -j4
watched $((count / 8)) --count
finish
