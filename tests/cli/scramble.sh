#!/bin/sh
# pdbsolve --scramble, --walk: random boards that can be read and solved.
. "$(dirname "$0")/harness"
need jq

run 0 pdbsolve --scramble 200 --seed 42
out_lines 200
err_empty
check "each board holds each number" [ "$(tr ' ' '\n' <out | sort -n | uniq -c |
    awk '$1 == 200' | wc -l)" -eq 16 ]
check "they differ" [ "$(sort -u out | wc -l)" -eq 200 ]
cp out boards
run 0 pdbsolve --scramble 200 --seed 42
check "the same seed, the same boards" cmp -s boards out
run 0 pdbsolve --scramble 200 --seed 43
refute "another seed, other boards" cmp -s boards out
run 0 pdbsolve --scramble 5
err_has '^pdbsolve: --seed [0-9]* gives these boards again$'
seed=$(sed 's/.*--seed \([0-9]*\) .*/\1/' err)
cp out boards
# A seed has 64 bits, as in the library and in Python.
run 0 pdbsolve --scramble 5 --seed 18446744073709551615
err_empty
cp out last
run 0 pdbsolve --scramble 5 --seed 18446744073709551615
check "the last seed is one as any other" cmp -s last out
run 2 pdbsolve --scramble 5 --seed 18446744073709551616
run 0 pdbsolve --scramble 5 --seed "$seed"
check "the seed that was named gives them again" cmp -s boards out

for call in "--board 3x3" "--board 3x2" "--board 2x4" "--board 3x3 --goal blank-first"; do
    # shellcheck disable=SC2086
    run 0 pdbsolve --scramble 20 --seed 1 $call
    cp out boards
    # shellcheck disable=SC2086
    run_with boards 0 pdbsolve -q --heuristic manhattan $call
    check "20 solutions" [ "$(grep -c '^[0-9][0-9]* *[UDLR]*$' out)" -eq 20 ]
    # The size may be left out, since it follows from the line.
    # shellcheck disable=SC2086
    run_with boards 0 pdbsolve -q --heuristic manhattan ${call#--board ???}
    check "20 solutions" [ "$(grep -c '^[0-9][0-9]* *[UDLR]*$' out)" -eq 20 ]
done
# Sizes that some mode solves are accepted; others are refused.
run 0 pdbsolve --scramble 2 --seed 1 --board 6x7
out_lines 2
cp out boards
run_with boards 0 pdbsolve --state --board 6x7
check "the boards again" [ "$(cat out)" = "$(sed 's, / ,/,g' boards)" ]
run_with boards 2 pdbsolve --board 6x7
err_has "^pdbsolve: --board: '6x7': .*; pdbsolve --anytime and pdbmethods layered take sides of 2 to 32$"
run 2 pdbsolve --scramble 2 --board 6x33
run 0 pdbsolve --scramble 3 --seed 1 --goal '1 2/3 0'
check "the goal's size" [ "$(awk '{ print NF }' out | sort -u)" -eq 4 ]

# All 12 boards of 2x2 come about equally often: 1000 each, 150 is beyond four deviations.
run 0 pdbsolve --board 2x2 --scramble 12000 --seed 7
check "uniform" [ "$(sort out | uniq -c | awk '$1 > 850 && $1 < 1150' | wc -l)" -eq 12 ]

run 0 pdbsolve --scramble 3 --seed 1 --format json --board 3x2
out_json 'length == 3 and all(.width == 3 and .height == 2 and (.board | sort) == [0,1,2,3,4,5])'
run 0 pdbsolve --scramble 3 --seed 1 --format csv
out_lines 4
check "the head" [ "$(head -n 1 out)" = board ]

# Walks of one move give the two neighbours of the goal. Walks of M moves give boards at most M
# away, with the parity of M.
run 0 pdbsolve --board 3x3 --scramble 40 --walk 1 --seed 1
check "one move from the goal" [ "$(sort -u out | tr '\n' ' ')" = \
    "1 2 3 4 5 0 7 8 6 1 2 3 4 5 6 7 0 8 " ]
# No move reverses the previous one, so two moves never lead back.
run 0 pdbsolve --board 3x3 --scramble 40 --walk 2 --seed 1
out_lines 40
refute "a walk of two moves came back" grep -q '^1 2 3 4 5 6 7 8 0$' out
for call in "--board 3x3" "--board 2x4 --goal blank-first" "--goal 1,2/0,3"; do
    for moves in 12 13; do
        # shellcheck disable=SC2086
        run 0 pdbsolve --scramble 20 --walk $moves --seed 3 $call
        cp out boards
        # shellcheck disable=SC2086
        run_with boards 0 pdbsolve -q --heuristic manhattan $call
        check "at most $moves moves, of their parity" [ "$(awk -v m=$moves \
            '$1 <= m && ($1 - m) % 2 == 0' out | wc -l)" -eq 20 ]
    done
done
run 0 pdbsolve --scramble 5 --walk 30
out_lines 5
cp out boards
seed=$(sed -n 's/^pdbsolve: --seed \([0-9]*\) gives these boards again$/\1/p' err)
run 0 pdbsolve --scramble 5 --walk 30 --seed "$seed"
check "the seed that was named gives the walks again" cmp -s boards out
run 0 pdbsolve --scramble 5 --walk 31 --seed "$seed"
refute "a longer walk leads elsewhere" cmp -s boards out
run 0 pdbsolve --scramble 2 --walk 10000 --seed 1 --format json
out_json 'length == 2'
for bad in 0 -1 10001 x; do
    run 2 pdbsolve --scramble 2 --walk $bad
    err_has '^pdbsolve: --walk: '
    out_empty
done
run 2 pdbsolve --walk 30 R
err_has '^pdbsolve: --walk needs --scramble$'
run 2 pdbsolve --state --walk 30 R
err_has '^pdbsolve: --walk has no effect with --state; it needs --scramble$'

# --as moves gives moves from the requested goal to the same boards.
for call in "" "--board 3x2" "--goal spiral --board 3x3" "--walk 7" "--board 6x5 --metric multi"; do
    # shellcheck disable=SC2086
    run 0 pdbsolve --scramble 4 --seed 6 $call
    tr -s ' /' ' ' <out >boards
    # shellcheck disable=SC2086
    run 0 pdbsolve --scramble 4 --seed 6 --as moves $call
    check "lines of grouped slides" [ "$(grep -cE '^([UDLR][0-9]*)( [UDLR][0-9]*)*$' out)" -eq 4 ]
    cp out moves
    call=${call% --metric multi}
    # shellcheck disable=SC2086
    run_with moves 0 pdbsolve --state ${call%--walk 7}
    tr -s ' /' ' ' <out >played
    check "they lead to the boards" cmp -s boards played
done
run 0 pdbsolve --scramble 9 --seed 1 --board 2x2 --as moves
cp out moves
run_with moves 0 pdbsolve --state --board 2x2
out_lines 9
run 0 pdbsolve --scramble 2 --seed 1 --as moves --format csv
check "the head" [ "$(head -n 1 out)" = board,moves ]

# --length, with a table for each call: the lengths of the range take turns, are proven, and
# repeat with the same seed.
pdbgen -q --board 3x3 8 >/dev/null
pdbgen -q --board 3x3 --goal spiral 8 >/dev/null
for call in "--length 5-8" "--length 31" "--length 9-10 --metric mtm" "--length 0-1 --goal snail"; do
    # shellcheck disable=SC2086
    run 0 pdbsolve -q --scramble 4 --seed 3 --board 3x3 -j 2 --format csv $call
    cp out first
    # shellcheck disable=SC2086
    run 0 pdbsolve -q --scramble 4 --seed 3 --board 3x3 -j 1 --format csv $call
    check "the same for any number of threads" cmp -s first out
    sed 1d first | cut -d , -f 1 >boards
    # shellcheck disable=SC2086,SC2046
    run_with boards 0 pdbsolve -q --board 3x3 $(echo "$call" | cut -d ' ' -f 3-)
    check "the lengths are proven" [ "$(cut -d ' ' -f 1 out)" = "$(sed 1d first | cut -d , -f 2)" ]
done
run 0 pdbsolve -q --scramble 4 --seed 3 --board 3x3 --length 5-8 --as moves --format json
out_json '(map(.length) | sort) == [5,6,7,8] and all(.moves != "" and (.board | length) == 9)'
run 1 pdbsolve -q --scramble 4 --seed 3 --board 3x3 --length 32-40
err_is 'pdbsolve: --length 32-40: no board of these lengths was found in 4 random walks'
out_empty
for bad in '' x 5- -5 8-5 5-8- 5-1001 '5 8'; do
    run 2 pdbsolve --scramble 2 --board 3x3 --length "$bad"
    err_has '^pdbsolve: --length'
    out_empty
done
run 2 pdbsolve --scramble 2 --board 6x6 --length 5
err_has '^pdbsolve: --length'
run 2 pdbsolve --scramble 2 --length 5 --walk 5
run 2 pdbsolve --scramble 3 1 2 3 0
err_has 'takes no boards'
finish
