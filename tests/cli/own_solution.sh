#!/bin/sh
# pdbsolve --improve: begins with a given solution, shortens it, and says where it loses moves.
. "$(dirname "$0")/harness"
need jq
need python3

pdbgen -q --board 3x3 8 >/dev/null
board='1 2 3/4 0 5/7 8 6' # two moves: L U

run 0 pdbsolve --improve RLLU "$board"
out_is '2 LU'
err_has '^pdbsolve: board 1: the given solution has 4 moves, 2 more than needed: 2 in move 1$'
run 0 pdbsolve --improve LU "$board"
out_is '2 LU'
err_has '^pdbsolve: board 1: the given solution has 2 moves, which is optimal$'
run 0 pdbsolve -q --improve 'LR L UDU' "$board"
out_is '2 LU'
err_empty
run 0 pdbsolve --improve UD "$board" --goal "$board"
out_is 0
err_has '2 moves, 2 more than needed: 2 in move 1$'
run 0 pdbsolve --improve RD "$board" --moves blank
out_is '2 RD'
run 0 pdbsolve --improve L2 --metric multi '1 2 3/4 5 6/0 7 8'
out_is '1 LL'

# What does not solve the board is an error with its reason. A claim is no answer.
run 1 pdbsolve --improve LLU "$board"
out_is error
err_has "^pdbsolve: board 1: move 2, 'L' at column 2, is not possible"
run 1 pdbsolve --improve L "$board"
out_is error
err_has 'board 1: the moves end in 1 2 3 / 4 5 0 / 7 8 6, which is not the goal'
run 1 pdbsolve -q --improve L --format json "$board"
out_json '.[0] | .goal == [1,2,3,4,5,6,7,8,0] and .length == null'
echo '{"board":[1,2,3,4,5,6,7,0,8],"goal":[1,2,3,4,5,6,0,7,8]}' >own
run 0 pdbsolve --improve R own
check 'one note about the goal' [ "$(grep -c 'the goal is taken' err)" -eq 1 ]
run 1 pdbsolve --improve unsolvable "$board"
out_is error
err_has 'board 1: an answer without a solution'
run 2 pdbsolve --improve LU '1 2 3/4 0 5/7 8'
out_is error
run 2 pdbsolve --improve nofile "$board"
out_is error
err_has "there is no file 'nofile'"

# Files and lines are those of --judge.
printf '%s\tRLLU\n%s;LU\n%s\tL\n' "$board" "$board" "$board" >pairs
run 1 pdbsolve -q --improve pairs
out_is '2 LU
2 LU
error'
printf 'RLLU\nLU\n' >moves
printf '%s\n%s\n' "$board" "$board" >boards
run 0 pdbsolve --improve moves --format json boards
out_json 'map([.length, .given_length, .losses]) ==
    [[2, 4, [{"first": 1, "last": 1, "moves": 2}]], [2, 2, []]]'
run_with moves 0 pdbsolve -q --improve - --format csv boards
out_lines 3
run 2 pdbsolve --improve moves "$board"
err_has '^pdbsolve: --improve: 1 board but 2 solutions: each board needs one line of solutions$'
run 2 pdbsolve --improve pairs boards
err_has '^pdbsolve: --improve: the lines of pairs contain boards: do not give any others$'
run 2 pdbsolve --improve moves --output moves boards
run 2 pdbsolve --improve LU --anytime "$board"
run 2 pdbsolve --improve LU --judge LU "$board"
run 2 pdbsolve --improve LU --goal '1 2 3/* * */* * *' "$board"
err_has '^pdbsolve: --improve does not work with a goal'

# Solutions as a person makes them, row by row: the answers are optimal, and the losses are the
# difference, whether distances were measured or boards compared.
pdbsolve --scramble 8 --seed 9 >many
pdbmethods -q layered --format json many | jq -r '"\(.board | join(" "))\t\(.moves)"' >pairs
pdbsolve -q -d none many | cut -d ' ' -f 1 >lengths
run 0 pdbsolve -q -d none --improve pairs --format json
jq .length out >improved
check "optimal lengths" cmp -s lengths improved
out_json 'all(.given_length - .length == ([.losses[].moves] | add))'
out_json 'all(.losses | length > 2)'
run 0 pdbsolve -q -d none --improve pairs --format json --metric multi --within 9999
out_json 'all(.given_length - .upper_bound == ([.losses[].moves] | add // 0))'

# Solves of a database of slidysim, as sqlite3 -tabs prints them, and csTimer's list of scrambles with
# solutions in run lengths: answers are not longer than the solutions, and optimal.
python3 "$sources/tests/web/slidysim.py" solves.db 36 >/dev/null
python3 -c 'import sqlite3
query = "SELECT scramble, solution FROM single_solves WHERE completed AND height = 4"
for row in sqlite3.connect("solves.db").execute(query): print(*row, sep="\t")' >slidysim
check "12 solves of slidysim at least" [ "$(wc -l <slidysim)" -ge 12 ]
cut -f 1 slidysim | pdbsolve -q -d none | cut -d ' ' -f 1 >lengths
run 0 pdbsolve -q -d none --improve slidysim --format json
jq .length out >improved
check "optimal lengths" cmp -s lengths improved
out_json 'all(.length <= .given_length) and (map(select(.length < .given_length)) | length > 4)'
run 0 pdbsolve -q -d none --judge slidysim --format json
jq .optimum out >judged
check "the same optima" cmp -s lengths judged
pdbsolve -q -d none --run-length many | cut -d ' ' -f 2 | pdbsolve --run-length --invert - |
    awk '{ print NR ". 1:0" NR ".32+   " $0 "   @2024-01-02 10:00:0" NR }' >cstimer
pdbmethods -q layered --run-length many |
    awk '{ print NR ". 45.3" NR "  " $2 }' >solutions
pdbsolve -q -d none cstimer | cut -d ' ' -f 1 >lengths
run 0 pdbsolve -q -d none --improve solutions --format json cstimer
jq .length out >improved
check "optimal lengths" cmp -s lengths improved
out_json 'length == 8 and all(.length < .given_length)'

# Links give the board, its goal and the moves.
link='https://tiles.example/?board=1,2,3/4,0,6/7,5,8&moves=UL'
run 0 pdbsolve -q -d none --judge "$link"
out_is '2 moves, optimal'
printf '%s\n' "$link" "${link%L}RRLL" "${link%&*}&goal=first&moves=UL" >links
run 1 pdbsolve -d none --judge links
out_is '2 moves, optimal
illegal
unfinished'
err_has 'the goal is taken from the text: 0 1 2 / 3 4 5 / 6 7 8'
run 1 pdbsolve -q -d none --improve links --format json
out_json '.[0].length == 2'
run 0 pdbsolve -d none "$link&metric=multi"
out_is '2 UL'
err_has 'use --metric multi'
run 0 pdbsolve -q -d none --metric multi "$link&metric=multi"
run 0 pdbsolve -q --invert "$link"
out_is 'RD'
run 2 pdbsolve -d none --judge "$link" '1 2 3/4 5 6/7 0 8'
err_has 'the link has a board'
run 0 pdbsolve -q -d none --judge 'https://tiles.example/?moves=UL' '1 2 3/4 0 6/7 5 8'
out_is '2 moves, optimal'
row='https://tiles.example/?board=1,3,2/4,5,6/7,8,0&goal=1,2,3/*,*,*/*,*,*'
run 0 pdbsolve -q -d none "$row"
out_is "$(pdbsolve -q -d none --goal '1 2 3/* * */* * *' '1 3 2/4 5 6/7 8 0')"
for call in 'pdbmethods compare' 'pdbsolve --plain' 'pdbmethods astar'; do
    # shellcheck disable=SC2086
    run 2 $call -d none "$row"
    err_has ' a goal that leaves cells open'
done
run 2 pdbsolve -q -d none --judge "${link%&*}"
err_has 'this link has no moves'
run 2 pdbsolve -q -d none "https://tiles.example/?board=1,2,3/4,0,6/7,5,9"
err_has '9 at column 17 is not a tile'
err_lacks "no file"
run 0 pdbverify solution '1 2 3/4 0 6/7 5 8' "$link"

# On a large board the answer is not longer, and comes within the limit.
pdbsolve --scramble 1 --seed 4 --board 12x9 >large
pdbmethods -q layered large | cut -d ' ' -f 2 >moves
run 0 pdbsolve --improve moves --timeout 1 --format json large
out_json '.[0] | .upper_bound < .given_length and
    .given_length - .upper_bound == ([.losses[].moves] | add)'
err_has 'more than the answer: '
finish
