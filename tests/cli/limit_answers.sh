#!/bin/sh
# After a limit or an interrupt, boards of every size get the same exit code and fields, and the
# best known solution. Without --anytime, that solution is no answer.
. "$(dirname "$0")/harness"
need jq

board3='8 6 7/2 5 4/3 0 1'
board5='23 11 0 3 24 5 7 1 22 2 20 15 21 10 14 19 17 13 4 8 9 12 6 16 18'
for size in 6 8 10; do
    pdbsolve -q --scramble 1 --seed 1 --board ${size}x$size >board$size
done
echo "$board3" >board3
echo "$hardest" >board4
echo "$board5" >board5

# Sizes, and whether beams give a solution at once. IDA* solves smaller boards sooner.
found() { [ "$1" -gt 4 ]; }
proven='.length == null and .optimal == false and .solvable and .lower_bound > 0 and
    (.reason | test("limit|interrupted"))'
limited() {
    size=$1
    shift
    run 1 pdbsolve -d none --heuristic manhattan "$@" --format json board"$size"
    out_json ".[0] | $proven"
    if found "$size"; then
        out_json '.[0] | .upper_bound == (.moves | length) and .upper_bound >= .lower_bound'
    else
        out_json '.[0] | .upper_bound == null and .moves == ""'
    fi
    run 1 pdbsolve -d none --heuristic manhattan "$@" --format csv board"$size"
    if found "$size"; then
        out_has ',true,,[UDLR][UDLR]*,false,[1-9][0-9]*,[1-9][0-9]*,'
    else
        out_has ',true,,,false,[1-9][0-9]*,,'
    fi
    out_has ',[^,]*the limit is reached'
    run 1 pdbsolve -d none --heuristic manhattan "$@" board"$size"
    if found "$size"; then out_has '^<=[0-9]* [UDLR]*$'; else out_has '^>=[1-9][0-9]*$'; fi
    err_has 'the limit is reached; the board needs at least [0-9]* moves'
}
for size in 3 4 5 6; do limited $size --max-nodes 100; done
for size in 4 5 8 10; do limited $size --timeout 0.000001; done

# With --anytime the solution is an answer with the same fields.
for size in 5 10; do
    run 0 pdbsolve -d none --anytime --timeout 0.000001 --format json board$size
    out_json ".[0] | $proven and .upper_bound == (.moves | length)"
    run 0 pdbsolve -d none --anytime --timeout 0.000001 --format csv board$size
    out_has ',true,,[UDLR][UDLR]*,false,[1-9][0-9]*,[1-9][0-9]*,.*the limit is reached'
done

# Interrupts. A search has begun once a line of progress is there.
for signal in INT:130 TERM:143 HUP:129; do
    : >err
    pdbsolve --progress -d none --heuristic manhattan --format json board5 </dev/null >out 2>err &
    pid=$!
    shown="pdbsolve, and SIG${signal%:*}"
    wait_for grep -q event err
    kill -s "${signal%:*}" "$pid"
    code=0
    wait "$pid" || code=$?
    check "exit code ${signal#*:}, not $code" [ "$code" -eq "${signal#*:}" ]
    out_json ".[0] | $proven and .upper_bound == (.moves | length)"
done

# The figures of the last bound are an event, with or without a solution.
for size in 4 5; do
    run 1 pdbsolve --progress -d none --heuristic manhattan --max-nodes 100 --stats --moves blank \
        --format json board$size
    grep '"event":"stats"' err | jq -S 'del(.event)' >event
    jq -S --slurpfile event event 'with_entries(select(.key | in($event[0])))' out >answer
    check "the figures of the answer" cmp -s event answer
done

# A board without a searched bound has no rows of another board's bounds.
echo old >bounds
run 1 pdbsolve -q -d none --bounds bounds '2 1/0 3'
check "column names" [ "$(cut -d , -f 1-3 bounds)" = line,board,bound ]
echo old >bounds
run 2 pdbsolve -q -d none --bounds bounds --count --all R
check "nothing was solved" [ "$(cat bounds)" = old ]

# More time never gives a worse solution: the least work of beams is the same on a busy machine.
for seed in 1 2 3; do
    pdbsolve -q --scramble 1 --seed $seed --board 5x5 >board
    for limit in 0.02 0.2 0.5; do
        run 1 pdbsolve -q -d none --timeout $limit board
        cat out
    done | uniq >lengths
    check "seed $seed: one solution for all limits" [ "$(wc -l <lengths)" -eq 1 ]
    length=$(sed 's/^<=\([0-9]*\) .*/\1/' lengths)
    check "$length moves" [ "$length" -lt 130 ]
done

# No such solution is given with --all, or if it is above --max-length.
run 1 pdbsolve -q --heuristic manhattan --max-nodes 1000 --count "$board5"
out_has '^>='
run 1 pdbsolve -q --heuristic manhattan --max-length 60 "$board5"
out_has '^>=7'
run 2 pdbsolve -d none board6
run 2 pdbsolve -d none --timeout 1 --count board6
finish
