#!/bin/sh
# pdbsolve --any on boards of 5x5: beams before a long bound.
. "$(dirname "$0")/harness"
need jq

pdbgen -q 5-5-5 >/dev/null
hard='10 0 15 12/3 6 14 9/7 11 5 8/1 4 2 13'

# With --any, beams are tried before a long bound: a solution of its length takes less. The bounds
# before it are those of the search; a board without such a bound has no beams.
far='8 12 18 3 2 11 10 22 24 17 1 13 23 4 20 16 6 15 9 21 19 5 14 0 7'
for jobs in 1 2; do
    run 0 pdbsolve -q -j $jobs -d none --goal blank-first --any --format json --stats "$far"
    out_json '.[0] | .length == 93 and .any and .optimal and .beams.width >= 1024 and
        .beams.expanded > 0 and .iterations[-1].bound == 91'
    err_has 'by beams of up to'
    jq -c '[.moves, .generated, .beams.expanded]' out >any$jobs
done
check "beams: the same for any number of threads" cmp -s any1 any2
jq -r .moves out >moves
run 0 pdbverify solution --goal blank-first "$far" "$(cat moves)"
run 0 pdbsolve -q -p 5-5-5 --direction auto --any --format json "$hard"
out_json '.[0] | has("beams") | not'

# Beams from the board find 97 moves; those from the goal have the answer, so bound 95 is not
# searched. The event of a solution has its moves from the board.
far='7 6 3 22 15 19 21 2 13 0 8 10 9 4 18 16 11 24 5 12 17 1 23 14 20'
run 0 pdbsolve -j 2 -d none --goal blank-first --any --progress --format json "$far"
out_json '.[0] | .length == 95 and .optimal and .iterations[-1].bound == 93'
jq -r '.moves' out >moves
check "an event has the moves of the answer" \
    [ "$(grep '"event":"solution"' err | tail -n 1 | jq -r .moves)" = "$(cat moves)" ]

# Beams before tables are made only show which bounds are left where their solution must not be the
# answer: on boards of at most 16 cells, and without --any.
far='0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1'
for any in '' --any; do
    run 0 pdbsolve -q -j 2 -d none $any --format json "$far"
    out_json '.[0] | .length == 80 and .beams.width >= 256 and .iterations[-1].bound == 80 and
        .iterations[-1].partition == "7-7-1"'
done

# Partitions that are made for the board do not replace larger ones.
far='9 0 19 15 10/7 6 11 13 16/14 8 1 2 17/5 18 12 4 3'
run 1 pdbsolve -q -j 2 -d none --max-length 82 --format json "$far"
out_json '.[0] | .lower_bound == 84 and .iterations[-1].partition == "6-6-7-b"'

# Boards of a batch share tables, so the second of two equal boards has the strong ones a bound
# earlier, and that bound takes fewer nodes.
board='3 17 9 8 24 1 11 12 14 0 5 4 22 13 16 21 15 6 7 10 20 23 2 18 19'
printf '%s\n' "$board" "$board" >two
for jobs in 1 2; do
    run 0 pdbsolve -q -j $jobs -d none --goal blank-first --any --format json two
    out_json 'map(.length) == [81, 81] and (map(.iterations[] | select(.bound == 77)) |
        (.[1].partition == "6-6-6-6-b") and .[1].generated < 0.7 * .[0].generated)'
    jq -c '[.moves, .generated]' out >two$jobs
done
check "a batch: the same for any number of threads" cmp -s two1 two2

# Before partitions are made for the board, wide beams find 110 instead of 112 moves. Fewer bounds
# are left then, so none are made. A search that ends early has that solution.
far='20 14 7 13 8 23 16 4 24 22 17 19 9 15 11 10 0 21 2 5 3 1 12 6 18'
shown="pdbsolve --any, interrupted after its beams"
pdbsolve -j 1 -d none --any --progress --format json "$far" >out 2>err &
pid=$!
wait_for grep -q '"level":10[68],.*"total":.*"rate":' err
kill -INT "$pid"
code=0
wait "$pid" || code=$?
check "exit code 130, not $code" [ "$code" -eq 130 ]
out_json '.[0] | .optimal == false and .lower_bound >= 106 and .beams.width == 65536 and
    .length == null and .upper_bound == 110 and .upper_bound == (.moves | length) and
    (.iterations | map(select(.direction == "both")) == [])'
finish
