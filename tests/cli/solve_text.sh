#!/bin/sh
# pdbsolve: boards in, text out; notations, goals, limits, --show, --stats.
. "$(dirname "$0")/harness"

pdbgen -q --board 2x2 3 >/dev/null
pdbgen -q --board 3x3 8 >/dev/null
pdbgen -q --board 3x2 5 >/dev/null

# One board, in all the ways to write it.
for board in '1 2 3 4 5 6 7 0 8' '1 2 3 / 4 5 6 / 7 0 8' '1,2,3/4,5,6/7,_,8' ' 1 2 3 4 5 6 7 . 8 ' \
    '1,2,3,4,5,6,7,0,8' '01 02 03 04 05 06 07 00 08'; do
    run 0 pdbsolve "$board"
    out_is '1 L'
    err_empty
    printf '%s\n' "$board" >boards
    run_with boards 0 pdbsolve
    out_is '1 L'
    err_empty
done

# Bare numbers are joined.
run 0 pdbsolve 1 2 3 4 5 6 7 0 8
out_is '1 L'
run 0 pdbsolve 1 2 3 4 5 6 7 _ 8 1 2 3 4 5 6 7 8 0
out_is '1 L
0'
run 0 pdbsolve 1 2 3 / 4 5 6 / 7 0 8
out_is '1 L'
run 0 pdbsolve 1 2 3/4 5 6/7 0 8 1 2/0 3 1 2 3/4 0 5
out_is '1 L
1 L
1 L'
run 0 pdbsolve 1, 2, 3, 4, 5, 6, 7, 0, 8
out_is '1 L'
run 0 pdbsolve 1 2 0 3 '1 2 3 4 5 6 7 0 8' 3 1 2 0
out_is '1 L
1 L
4 RDLU'
run 0 pdbsolve --board 3x2 1 2 3 4 0 5 1 2 3 4 5 0
out_is '1 L
0'
# The beginning of this board is also a board.
run 0 pdbsolve -q 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 --goal blank-first
out_is '0'

# Lines: comments, empty lines, CR LF, no newline at the end.
printf '# comment\n\n   \n1 2 3 4 5 6 7 0 8 # moves one\r\n1 2 / 0 3\n\t\n1 2 3 / 4 0 5' >boards
run_with boards 0 pdbsolve
out_is '1 L
1 L
1 L'
run_with boards 0 pdbsolve -
out_is '1 L
1 L
1 L'
run_with /dev/null 2 pdbsolve
out_empty
err_has '^pdbsolve: there is no board in standard input$'

# The letters give the direction of the tile; --moves changes that.
run 0 pdbsolve '3 1/2 0'
out_is '4 RDLU'
run 0 pdbsolve --moves tile '3 1/2 0'
out_is '4 RDLU'
run 0 pdbsolve --moves blank '3 1/2 0'
out_is '4 LURD'
run 0 pdbsolve --moves numbers '3 1/2 0'
out_is '4 2,3,1,2'
run 0 pdbsolve --moves numbers '1 2 3/4 5 6/7 8 0'
out_is '0'

# Goals.
run 0 pdbsolve --goal blank-first '1 0/2 3'
out_is '1 R'
run 0 pdbsolve --goal blank-last '1 2/0 3'
out_is '1 L'
run 0 pdbsolve --goal '8 7 6/5 4 3/2 1 0' '8 7 6/5 4 3/2 0 1' '8 7 6 5 4 0 2 1 3'
out_is '1 L
1 U'
run 0 pdbsolve --goal '1 2 3/4 5 0' 1 2 3 4 0 5
out_is '1 L'
run 2 pdbsolve --goal '1 2 3/4 5 0' '1 2 0 3'
out_is error
run 2 pdbsolve --goal 'blank-middle' '1 2 0 3'
err_has 'is not blank-last, blank-first, spiral, snail, or a board'
out_empty
run 2 pdbsolve --goal '1 2 3 3' '1 2 0 3'
out_empty

# An unsolvable or unreadable board gets a word as its answer, and the reason and the line on
# stderr; then the next board follows.
printf '1 2 3 4 5 6 8 7 0\n#\n1 2 3\n1 2/0 3\n' >boards
run_with boards 2 pdbsolve
out_is 'unsolvable
error
1 L'
err_has '^pdbsolve: line 1: unsolvable: .* permutation'
err_has '^pdbsolve: line 3: 3 numbers'
run 1 pdbsolve '2 1/3 0' '1 2/3 0'
out_is 'unsolvable
0'
err_has '^pdbsolve: board 1: unsolvable'
# In a batch for another goal, a message names that goal once; the number of such boards is
# printed if another board follows.
printf '0 8 1\n4 7 2\n3 5 6\n\n2 1 3\n4 5 6\n7 8 0\n\n1 2 3\n4 5 6\n8 7 0\n' >boards
for call in pdbsolve 'pdbsolve --anytime' 'pdbmethods bfs' 'pdbmethods ida'; do
    # shellcheck disable=SC2086
    run_with boards 1 $call -d none
    out_is 'unsolvable
unsolvable
unsolvable'
    err_is "${call%% *}: line 1: unsolvable: it is a solvable board with two tiles exchanged, which no moves undo (an odd permutation of the goal, with the blank an even number of steps from its cell; every tile that moves changes both); it can be solved to the goal spiral"
done
printf '\n1 2 3\n4 5 6\n7 0 8\n\n2 1 3\n4 5 6\n7 8 0\n' >>boards
run_with boards 1 pdbsolve -q -d none
check "the others are counted" [ "$(wc -l <err)" -eq 3 ]
err_has '^pdbsolve: 2 boards before line 13: unsolvable for the same reason$'
err_has '^pdbsolve: line 17: unsolvable: 2 and 1 are exchanged, '
run_with boards 1 pdbsolve -q -d none --goal snail
check "to that goal only the other one is unsolvable" [ "$(grep -c unsolvable out)" -eq 1 ]
run 1 pdbsolve -d none -q '2 1 3/4 5 6/7 8 0'
out_is unsolvable
check "no database is built for that" [ "$(wc -l <err)" -eq 1 ]

# Limits: the proven bound, exit 1. 31 moves are needed.
deep='8 6 7 2 5 4 3 0 1'
run 0 pdbsolve "$deep"
out_has '^31 [UDLR]\{31\}$'
run 1 pdbsolve --max-length 29 "$deep"
out_is '>=31'
err_has '^pdbsolve: board 1: .*at least 31 moves'
run 0 pdbsolve --max-length 31 "$deep"
out_has '^31 '
run 1 pdbsolve --heuristic manhattan --max-nodes 100 "$deep" '1 2/0 3'
out_has '^>=[12][0-9]$'
out_has '^1 L$'
# The words of a board are arguments of their own.
# shellcheck disable=SC2086
run 1 pdbsolve --heuristic manhattan --timeout 0.05 $hardest
out_has '^>=[4-7][0-9]$'
for bad in '--max-length 0' '--max-length 512' '--max-nodes 0' '--max-nodes x' '--timeout 0' \
    '--timeout -1' '--timeout x' '--timeout inf' '--format yaml' '--moves up' '--heuristic best' \
    '--seed 1' '--walk 1' '--scramble 0' '--scramble 1 --seed -1' '--show --format json'; do
    # shellcheck disable=SC2086
    run 2 pdbsolve $bad
    err_has '^pdbsolve: --'
    out_empty
done

# Every option of the search leads to the same length.
for options in --plain --no-reflection '--heuristic manhattan' '-p 8' '-p 8+8' '-p 1-4/5-8' \
    '--partition 8 --blank projected' '-p 8 --encoding nibble' '-j 1' '--no-generate'; do
    # shellcheck disable=SC2086
    run 0 pdbsolve -q $options "$deep"
    out_has '^31 [UDLR]\{31\}$'
    err_empty
done
run 2 pdbsolve -p 8 --heuristic manhattan "$deep"
err_has '^pdbsolve: -p and --heuristic manhattan cannot be used together: .* uses no databases'

# --show and --stats.
run 0 pdbsolve --show '3 1/2 0'
out_is '4 RDLU

 start     1: 2R    2: 3D    3: 1L    4: 2U
  3  1     3  1     .  1     1  .     1  2
  2  .     .  2     3  2     3  2     3  .
'
run 0 pdbsolve --show "$deep"
check "--show fits 80 columns" [ "$(awk '{ if (length > most) most = length } END { print most }' out)" -le 80 ]
check "all boards are shown" [ "$(grep -o '[0-9]*: [1-8][UDLR]' out | wc -l)" -eq 31 ]
run 0 pdbsolve --stats "$deep"
out_lines 1
err_has '^board 1: 31 moves, first estimate 31, kernel [a-z0-9_]*$'
err_has '^  bound  *generated  *expanded  *seconds  *nodes/s$'
err_has '^     31  *[0-9]'
err_has '^    all  *[0-9]'
check "its columns are aligned" [ "$(sed 1d err | awk '{ print length }' | sort -u | wc -l)" -eq 1 ]
run 1 pdbsolve --stats '2 1/3 0'
err_has '^board 1: unsolvable$'
finish
