#!/bin/sh
# pdbsolve with given moves: --judge, --invert, --state, scrambles, run lengths.
. "$(dirname "$0")/harness"
need jq

pdbgen -q --board 3x3 8 >/dev/null
board='1 2 3/4 0 5/7 8 6' # two moves: L U
goal='1 2 3/4 5 6/7 8 0'

# The goal is the board's own, if its text has one.
echo '{"board":[1,2,3,4,5,6,7,0,8],"goal":[1,2,3,4,5,6,0,7,8]}' >own
run 0 pdbsolve --judge R --format json own
out_json '.[0] | .verdict == "solved" and .goal == [1,2,3,4,5,6,0,7,8]'
err_has '^pdbsolve: own:1: the goal is taken from the text: 1 2 3 / 4 5 6 / 0 7 8$'

# Legal moves to the goal: exit code 0, with the distance from the optimum.
run 0 pdbsolve --judge LU "$board"
out_is '2 moves, optimal'
err_empty
run 0 pdbsolve --judge RLLU "$board"
out_is '4 moves, optimum 2: 2 more'
for moves in 'r l2 u' 'R,L2,U' ' RL2 U1 ' 'RLLU'; do
    run 0 pdbsolve --judge "$moves" "$board"
    out_is '4 moves, optimum 2: 2 more'
done
run 0 pdbsolve --moves blank --judge LR2D "$board"
out_is '4 moves, optimum 2: 2 more'
run 0 pdbsolve --moves numbers --judge '4 4,5 6' "$board"
out_is '4 moves, optimum 2: 2 more'
run 0 pdbsolve --judge UD "$board" --goal "$board"
out_is '2 moves, optimum 0: 2 more'

# Illegal moves, or moves that do not end in the goal: exit code 1, with the reason.
run 1 pdbsolve --judge LLU "$board"
out_is illegal
err_has "^pdbsolve: board 1: move 2, 'L' at column 2, is not possible"
run 1 pdbsolve --moves numbers --judge 5,4 "$board"
out_is illegal
err_has "^pdbsolve: board 1: move 2, '4' at column 3, is not possible: tile 4 is not next to the blank"
run 1 pdbsolve --moves numbers --judge 9 "$board"
out_is illegal
run 1 pdbsolve --judge L "$board"
out_is unfinished
err_has 'the moves end in 1 2 3 / 4 5 0 / 7 8 6, which is not the goal'
run 1 pdbsolve --judge L '2 1 3/4 5 6/7 0 8'
out_is unfinished
# Blanks around moves are ignored.
run 1 pdbsolve --judge '  L9 ' --format json "$board"
out_json '.[0] | .verdict == "illegal" and .moves == "L9"'
# Without moves or without a board: exit code 2.
for moves in LXU L0 'L99999999999999999999' '#' 'L-2'; do
    run 2 pdbsolve --judge "$moves" "$board"
    out_is error
    err_has '^pdbsolve: board 1: .*move'
done
run 2 pdbsolve --moves numbers --judge 5,x "$board"
err_has "move 2, 'x' at column 3, is not the number of a tile"
run 2 pdbsolve --judge LU '1 2 3 3'
out_is error
run 2 pdbsolve --judge '' "$board"
err_has 'the argument is empty'
# A limit is reached first.
run 1 pdbsolve --heuristic manhattan --max-nodes 100 --judge LU '8 6 7/2 5 4/3 0 1'
out_is illegal
run 0 pdbsolve --board 3x3 '8 6 7/2 5 4/3 0 1'
long=$(sed 's/.* //' out)
run 1 pdbsolve --heuristic manhattan --max-nodes 100 --judge "$long" '8 6 7/2 5 4/3 0 1'
out_has '^31 moves, optimum at least [12][0-9]: at most [0-9]* more than needed$'
# Exhausting the bounds below the length is enough, with and without --max-length.
run 0 pdbsolve --judge "$long" --format json '8 6 7/2 5 4/3 0 1'
out_json ".[0] | .optimum == 31 and .excess == 0 and .lower_bound == 31 and .optimal_moves == \"$long\""
run 0 pdbsolve --max-length 30 --stats --judge "$long" '8 6 7/2 5 4/3 0 1'
out_is '31 moves, optimal'
err_has '^board 1: 31 moves, first estimate'
run 1 pdbsolve --heuristic manhattan --max-length 25 --judge "$long" '8 6 7/2 5 4/3 0 1'
out_is '31 moves, optimum at least 27: at most 4 more than needed'
run 0 pdbsolve --judge "DU$long" '8 6 7/2 5 4/3 0 1'
out_is '33 moves, optimum 31: 2 more'
run 3 pdbsolve -d none --no-generate --judge LU "$board"
out_has '^2 moves, optimum unknown'
err_is "pdbsolve: no database 8 for this goal in none; 'pdbgen -d none --board 3x3 8' generates it"
run 3 pdbsolve -d none --no-generate --format json --judge LU "$board"
out_json '.[0].reason == "no usable database for this goal"'
# A damaged table is reported once, with advice.
cp -r db damaged
for file in damaged/*; do printf 'x' | dd of="$file" bs=1 seek=$(($(wc -c <"$file") - 3)) conv=notrunc 2>/dev/null; done
printf '%s\n%s\n' '8 6 7/2 5 4/3 0 1' '8 6 7/2 5 4/3 0 1' >twice
run_with twice 3 pdbsolve -d damaged --judge "$long"
check "once" [ "$(wc -l <err)" -eq 1 ]
err_has "^pdbsolve: line 1: .*; 'pdbgen -d damaged --board 3x3 8' generates it again$"

# Each board of stdin.
printf '%s\n%s\nx\n1 2 3/4 5 6/7 0 8\n' "$board" "$goal" >boards
run_with boards 2 pdbsolve --judge LU
out_is '2 moves, optimal
illegal
error
illegal'
err_has '^pdbsolve: line 3: '
run_with boards 2 pdbsolve --judge LU --format json
out_json 'map(.verdict) == ["solved", "illegal", "error", "illegal"]'
out_json 'map(.failed_move) == [null, 1, null, 2]'
out_json '.[0] | .length == 2 and .optimum == 2 and .excess == 0 and .optimal_moves == "LU" and .moves == "LU"'
out_json '.[1] | .length == null and .optimum == null and .excess == null and .optimal_moves == ""'
out_json 'map(.reason == null) == [true, false, false, false] and .[2].board == null'
run_with boards 2 pdbsolve --judge LU --format csv
out_lines 5
out_has '^1,1 2 3 / 4 0 5 / 7 8 6,solved,LU,2,,2,0,2,LU,,single,'
out_has '^2,.*,illegal,LU,,1,,,,,"move 1, '
run 0 pdbsolve --stats --judge RLLU "$board"
err_has '^board 1: 2 moves, first estimate'

# Solutions in a file: one line per board, on stdin, in files or as arguments; also our own answers.
printf '%s\n\n%s\n[[1,2,3],[4,5,6],[7,0,8]]\nR2D\n' "$board" "$goal" >boards
run_with boards 0 pdbsolve --board 3x3
cp out answers
run_with boards 0 pdbsolve --board 3x3 --judge answers
out_is '2 moves, optimal
0 moves, optimal
1 move, optimal
3 moves, optimal'
cp out all_optimal
for way in 'answers boards' '- boards'; do
    # shellcheck disable=SC2086
    run_with answers 0 pdbsolve --board 3x3 --judge $way
    check "the same, in another way" cmp -s out all_optimal
done
run_with boards 0 pdbsolve --board 3x3 --judge answers -
check "the same, in another way" cmp -s out all_optimal
pdbsolve --board 3x3 --state <boards >states
for words in blank numbers; do
    pdbsolve --board 3x3 --moves $words <states >others
    run_with states 0 pdbsolve --board 3x3 --moves $words --judge others --format json
    out_json 'map(.excess) == [0, 0, 0, 0] and map(.line) == [1, 2, 3, 4]'
done
# Many scrambles are judged by one command.
printf 'RD\nR2D2\n' >season
printf '# by hand\nUL\nU2 L2\n' >solutions
run 0 pdbsolve --board 3x3 --judge solutions season
out_is '2 moves, optimal
4 moves, optimal'
# Boards and solutions on one line, in a file or on stdin.
printf '%s\tLU\n[[1,2,3],[4,0,5],[7,8,6]]; 4 RLLU # longer\n1,2,3;4,5,6;7,0,8;L\nR2D; U L2\r\n%s\t\n' \
    "$board" "$goal" >pairs
run 0 pdbsolve --board 3x3 --judge pairs
out_is '2 moves, optimal
4 moves, optimum 2: 2 more
1 move, optimal
3 moves, optimal
0 moves, optimal'
cp out results
run_with pairs 0 pdbsolve --board 3x3 --judge -
check "stdin and the file are the same" cmp -s out results
printf '1 2 3/4 0 5/7 8 6\t5,6\n' | pdbsolve --moves numbers --judge - >out
out_is '2 moves, optimal'
printf '%s\tLLU\n%s\ny x\tU\n1 2 3\tU\nUL\n' "$board" "$board" >pairs
run 2 pdbsolve --judge pairs --format json
out_json 'map(.verdict) == ["illegal", "error", "error", "error", "error"] and map(.line) == [1, 2, 3, 4, 5]'
err_has "^pdbsolve: pairs:1: move 2, 'L' at column 2, is not possible"
err_has "^pdbsolve: pairs:2: no board: a line is a board, a TAB or ';', and its solution"
err_has "^pdbsolve: pairs:3: unreadable character 'y' at column 1"
err_has "^pdbsolve: pairs:4: 3 numbers"
run 2 pdbsolve --judge pairs "$board"
err_has 'the lines of pairs contain boards: do not give any others'
# On a board of letters, letters may be tiles, if these can be played and directions cannot, or if
# only tiles lead to the goal.
letters='A B C/D _ E/G H F'
for moves in 'E F' ef E,F '[E, F]' LU 5,6; do
    echo "$moves" >file
    for given in "$moves" ./file; do
        run 0 pdbsolve --judge "$given" "$letters"
        out_is '2 moves, optimal'
    done
    run 0 pdbsolve -q --improve "$moves" "$letters"
    out_is '2 LU'
    run 0 pdbverify solution "$letters" "$moves"
done
printf 'ABC/D_E/GHF\tEF\n%s;EEEF\n%s;EF\n' "$letters" "$board" >pairs
run 2 pdbsolve --judge pairs
out_is '2 moves, optimal
4 moves, optimum 2: 2 more
error'
err_has "^pdbsolve: pairs:3: move 1, 'E' at column 1, is not U, D, L, R or an arrow$"
printf 'Start:\nA B C\nD _ E\nG H F\nGoal:\nA B C\nD E F\nG H _\n' >own
run 0 pdbsolve -q --judge EF own
run 2 pdbsolve --judge D "$letters"
err_has 'these letters can be played as directions and as names of tiles: write '
run 2 pdbverify solution "$letters" D
run 0 pdbsolve --judge D --goal 'A B C/_ D E/G H F' "$letters"
run 0 pdbverify solution --goal 'A B C/_ D E/G H F' "$letters" D
run 0 pdbsolve --judge v --goal 'A _ C/D B E/G H F' "$letters"
printf '%s\nA _ C/D B E/G H F\n' "$letters" >passed # a path is directions
run 1 pdbsolve --judge passed --goal 'A B C/_ D E/G H F' "$letters"
run 1 pdbsolve --judge HGD "$letters"
out_is unfinished
run 1 pdbsolve --judge UUU "$letters"
out_is illegal
run 2 pdbsolve --judge EFG "$letters"
err_has "^pdbsolve: board 1: letters are names of tiles, but these cannot move one after the other: move 3, 'G' at column 3, is not possible: tile 7 is not"
run 2 pdbsolve --judge EF "$board"
err_has "move 1, 'E' at column 1, is not U, D, L, R or an arrow; and there is no file 'EF'"
run 2 pdbsolve --judge EF --moves blank "$letters"
run 2 pdbsolve --judge EF --moves numbers "$letters"
run 2 pdbsolve --judge F '1234/5678/9ABC/DE0F' # F is 15
# Numbers are the cells of the blank only if these lead to the goal, and tiles do not.
for moves in 5,6,9 6,9 4,5,8 5,8 'r2c2 r2c3 r3c3' '(1,1) (1,2) (2,2)' '[[1,2],[2,2]]'; do
    run 0 pdbsolve --judge "$moves" "$board"
    out_is '2 moves, optimal'
    run 0 pdbverify solution "$board" "$moves"
done
run 2 pdbsolve --judge 5,6,3 "$board"
err_has 'numbers are tiles, but these cannot move one after the other: move 3'
run 1 pdbsolve --judge 5,8 --moves numbers "$board"
run 0 pdbsolve --judge 5,6 --goal '1 2 3/* * */* * *' "$board"
run 2 pdbsolve --judge 2,5 --goal '* * */* * */* * *' '1 0 3/4 8 5/7 2 6'
err_has 'these numbers lead to the goal as cells from 0 and from 1: write '
# A file with the boards of one solution, in any form; a slide may pass several cells.
printf '1 2 3\n4 0 5\n7 8 6\n\n1 2 3\n4 5 0\n7 8 6\n\n1 2 3\n4 5 6\n7 8 0\n' >passed
run 0 pdbsolve --judge passed "$board"
out_is '2 moves, optimal'
tail -n 8 passed >rest
for notation in tile blank numbers; do
    run 0 pdbsolve --judge rest --moves $notation "$board"
    out_is '2 moves, optimal'
done
printf '1 2 3 4 5 6 0 7 8\n[[1,2,3],[4,5,6],[7,8,0]]\n' >slide
run 0 pdbsolve --judge slide '1 2 3/4 5 6/0 7 8'
out_is '2 moves, optimal'
run 0 pdbsolve --judge slide --metric multi '1 2 3/4 5 6/0 7 8'
out_has '^1 move, optimal'
run 0 pdbsolve -q --improve slide '1 2 3/4 5 6/0 7 8'
out_is '2 LL'
run 2 pdbsolve --judge slide "$board"
run 2 pdbsolve --judge passed "$board" "$board"
printf '1 2 3 4 0 5 7 8 6\n1 2 3 4 5 6 7 8 0\n' >jump
run 2 pdbsolve --judge jump "$board"
# An answer such as "unsolvable" is judged as no solution.
printf 'unsolvable\n>=40\nLU\nerror\n31 40\n' >answers
run_with answers 2 pdbsolve --judge - "$board" "$board" "$board" "$board" "$board"
out_is 'no solution
no solution
2 moves, optimal
error
error'
err_has "^pdbsolve: board 1: 'unsolvable' is an answer of a search without a solution"
err_has "^pdbsolve: board 5: two numbers are not moves: .*; 'pdbsolve --count' prints such lines, LENGTH COUNT$"
printf '>=40\n' >answers
run 1 pdbsolve --judge answers "$board" --format json
out_json '.[0] | .verdict == "no solution" and .moves == ">=40" and .length == null'
# The numbers of boards and solutions must be equal.
printf 'LU\nLU\n' >solutions
run 2 pdbsolve --judge solutions "$board"
out_is '2 moves, optimal'
err_has '^pdbsolve: --judge: 1 board but 2 solutions'
run 2 pdbsolve --judge solutions "$board" "$board" "$board" "$goal"
out_lines 2
err_has '^pdbsolve: --judge: 4 boards but 2 solutions'
run_with solutions 2 pdbsolve --judge -
err_has 'standard input contains only solutions: name the file with the boards'
run_with solutions 2 pdbsolve --judge - -
err_has 'standard input contains only solutions'
run 3 pdbsolve --judge / "$board"
err_has '^pdbsolve: / cannot be read'
run 2 pdbsolve --judge no.txt "$board"
err_has "^pdbsolve: board 1: there is no file 'no.txt'; read as moves: move 1, 'n' at column 1, "
run 2 pdbsolve --invert no.txt
err_has "^pdbsolve: --invert: there is no file 'no.txt'; read as moves: move 1, "
# Run lengths, in and out.
run 0 pdbsolve --run-length 'R2D2L2'
out_is '6 R2U2L2'
run 0 pdbsolve --run-length --moves blank 'L2U2R2'
out_is '6 L2D2R2'
run 0 pdbsolve --run-length --format json 'RD'
out_json '.[0].moves == "UL"'
run 0 pdbmethods --run-length bfs 'R2D2L2'
out_is '6 R2U2L2'
run 2 pdbsolve --run-length --moves numbers "$board"
err_has '^pdbsolve: --run-length and --moves numbers cannot be used together: '

# Scrambles are boards, on the command line and in stdin.
run 0 pdbsolve -q R2D2L2 'r r d d l l'
out_is '6 RRUULL
6 RRUULL'
run 0 pdbsolve --board 3x3 R D
out_is '2 UL'
run 0 pdbsolve --goal blank-first --board 3x3 LU
out_is '2 DR'
run 0 pdbsolve --board 3x3 --moves blank LU
out_is '2 DR'
printf 'RD\n# a comment\nR2D2 # and one\n%s\n' '1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15' >boards
run_with boards 0 pdbsolve -q
out_is '2 UL
4 UULL
1 L'
printf 'RD\nUU\n' >boards
run_with boards 2 pdbsolve -q --board 3x3
out_is '2 UL
error'
err_has "^pdbsolve: line 2: this scramble cannot be played: move 1, 'U' at column 1, is not possible"
run 0 pdbmethods --board 6x6 layered RD
out_is '2 UL'
run 0 pdbmethods --board 3x3 bfs RD
out_is '2 UL'
run 0 pdbsolve --board 3x3 --judge U2L2 R2D2
out_is '4 moves, optimal'

# --state: what a scramble leads to.
run 0 pdbsolve --state RD "$board"
out_is '1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15
1 2 3/4 0 5/7 8 6'
cp out boards
run_with boards 0 pdbsolve -q
out_is '2 UL
2 LU'
run_with boards 0 pdbsolve --state --format json
out_json 'length == 2 and .[1] == {"width":3,"height":3,"board":[1,2,3,4,0,5,7,8,6]}'
run_with boards 0 pdbsolve --state --format csv
out_is 'board
1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15
1 2 3/4 0 5/7 8 6'
run 2 pdbsolve --state x RD
out_is 'error
1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15'
run 2 pdbsolve --state --format json y
out_json '.[0].error | test("unreadable")'

# --invert: the inverse of a solution is a scramble.
run 0 pdbsolve --invert URDL2UR2
out_is LLDRRULD
run 0 pdbsolve --invert URDL2UR2 --run-length
out_is L2DR2ULD
run 0 pdbsolve --invert 'u r, d2' --moves blank
out_is UULD
run 0 pdbsolve --invert ' 5, 10 3' --moves numbers
out_is 3,10,5
run 0 pdbsolve --invert LU --format json
out_json '.[0] == {"moves":"LU","inverse":"DR","length":2}'
run 0 pdbsolve --invert 5,4 --moves numbers --format csv
out_is 'moves,inverse,length
"5,4","4,5",2'
run 2 pdbsolve --invert URX
err_has "^pdbsolve: --invert: move 3, 'X' at column 3, is not U, D, L, R or an arrow"
run 2 pdbsolve --invert 1,x --moves numbers
err_has "^pdbsolve: --invert: move 2, 'x' at column 3, is not the number of a tile"
out_empty
# Inverses of many lines, and of answers.
printf 'URDL2UR2\n\n4 RDLU # a comment\n0\n X\nR D\n2 R2\n' >lines
run_with lines 2 pdbsolve --invert -
out_is 'LLDRRULD
DRUL

error
UL
LL'
err_has "^pdbsolve: --invert: line 5: move 1, 'X' at column 2"
printf '5,4\n2 5,4\n5 4 3\n' >lines
run_with lines 0 pdbsolve --invert - --moves numbers --format json
out_json 'map(.inverse) == ["4,5", "4,5", "3,4,5"] and map(.length) == [2, 2, 3]'
pdbsolve --board 3x3 --scramble 20 --seed 3 >boards
pdbsolve --board 3x3 <boards | pdbsolve --run-length --invert - >scrambles
run_with scrambles 0 pdbsolve --board 3x3 --state
tr / ' ' <out | cmp -s - boards || cp out differ
check "the scrambles lead to the boards" [ ! -e differ ]
for scramble in R3DL2U RDRDL2URDR2 D2; do
    shown="inverted twice: $scramble"
    once=$(pdbsolve --invert "$scramble")
    check "it is the same" [ "$(pdbsolve --run-length --invert "$once")" = "$scramble" ]
done
run 0 pdbsolve --board 3x3 --scramble 5 --seed 5
cp out boards
run_with boards 0 pdbsolve --run-length
while read -r _ moves; do
    pdbsolve --board 3x3 --state "$(pdbsolve --invert "$moves")"
done <out | tr / ' ' >states
check "the inverse of a solution leads to the board" cmp -s boards states

# Files of solutions, also with boards.
printf 'LU\n%s\tLU\n' "$board" >solutions
run 0 pdbsolve --invert solutions
out_is 'DR
DR'
run 0 pdbsolve --run-length --invert "R' r2 ↑"
out_is DL2R
printf 'unsolvable\n' >solutions
run 2 pdbsolve --invert solutions
out_is error
err_has "^pdbsolve: --invert: solutions:1: 'unsolvable' is an answer"

# Modes exclude each other.
for modes in '--judge LU --state' '--invert LU --scramble 2' '--state --scramble 2' \
    '--judge LU --anytime'; do
    # shellcheck disable=SC2086
    run 2 pdbsolve $modes
    err_has 'choose one'
done
run 2 pdbsolve --judge LU --show "$board"
run 2 pdbsolve --state --all "$board"
run 2 pdbsolve --invert LU "$board"
err_has 'takes no boards'

# Lines that are not moves keep their places, in every format; a directory is not input.
printf 'UL\nnonsense\nD\n' >lines
run_with lines 2 pdbsolve --invert -
out_is 'RD
error
U'
err_has '^pdbsolve: --invert: line 2: '
run_with lines 2 pdbsolve --invert - --format json
out_json 'length == 3 and .[1] == {"moves": "nonsense", "inverse": null, "length": null}'
run_with lines 2 pdbsolve --invert - --format csv
out_lines 4
run_with / 3 pdbsolve --invert -
err_has 'standard input cannot be read'
run 2 pdbsolve --format json --judge "$(printf 'L\377')" '1 2 3/4 5 6/7 0 8'
out_json '.[0].moves == "L?"'

# A line that the reader refuses is an error, not a solution without moves.
{
    printf 'junk;L\n1 2 3;R\n1 2 3 0\tRD\n<=1 R\n5 L\nL\0X\n'
    head -c 4500000 /dev/zero | tr '\0' L
    printf '\nR\n'
} >lines
run_with lines 2 pdbsolve --invert -
out_is 'error
error
UL
L
error
error
error
L'
err_has "^pdbsolve: --invert: line 1: unreadable word 'junk' at column 1"
err_has '^pdbsolve: --invert: line 5: the line gives the length 5, but has 1 move'
err_has "^pdbsolve: --invert: line 6: move 2, '.x00' at column 2"
err_has '^pdbsolve: --invert: line 7: the line is longer than'
printf '1 2 3/4 5 6/7 0 8\tL\0XYZ\n1 2 3/4 5 6/7 0 8\t5 L\n1 2 3/4 5 6/7 0 8\t<=1 L\n' >lines
run_with lines 2 pdbsolve --judge -
out_is 'error
error
1 move, optimal'
err_has "^pdbsolve: line 1: move 2, '.x00' at column 2"
# An unreadable solution, even on the first line, is an error of its board only.
printf 'junk;L\nL\njunk;L\nL\n' >lines
printf '1 2 3/4 5 6/7 0 8\n%.0s' 1 2 3 4 >boards
run 2 pdbsolve --judge lines boards
out_is 'error
1 move, optimal
error
1 move, optimal'
printf 'junk;L\n1 2 3/4 5 6/7 0 8;L\n' >lines
run_with lines 2 pdbsolve --judge -
out_is 'error
1 move, optimal'
# A board too large for tables, with and without --board, has only an estimate.
six="1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/31 32 33 34 0 35"
eight="$(seq -s ' ' 62) 0 63"
for size in '' '--board 6x6'; do
    # shellcheck disable=SC2086
    run 0 pdbsolve --judge L $size "$six"
    out_is "1 move, optimal"
    # shellcheck disable=SC2086
    run 1 pdbsolve --judge RLL $size "$six"
    out_is "3 moves, optimum at least 1: at most 2 more than needed"
    err_has "6x6 is too large for a proof; the board needs at least 1 move$"
done
printf '%s\tL\n%s\tRLL\n1 2 3/4 5 6/7 0 8\tL\n' "$six" "$eight" >pairs
run_with pairs 1 pdbsolve --judge -
out_is '1 move, optimal
3 moves, optimum at least 1: at most 2 more than needed
1 move, optimal'
printf '%s\n1 2 3/4 5 6/7 0 8\n' "$six" | tr / '\n' >boards
printf '1 35\n1 8\n' >solutions
run_with boards 0 pdbsolve --judge solutions --moves numbers -
out_is '1 move, optimal
1 move, optimal'
run 0 pdbsolve --judge LL --goal "$six" "$(printf '%s' "$six" | sed 's/33 34 0 35/0 33 34 35/')"
out_is "2 moves, optimal"
run 1 pdbsolve --judge RLL --stats "$six"
err_lacks unsolvable
# Although large boards are accepted, boards after a bad board and empty lines are read.
good='1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 0 23'
for bad in 's/23$/22/' 's/0 23$/x y/' 's/23$/28/' 's/^1 /2 /'; do
    for rows in 's/$//' 's,6/7,6 7,; s,18/19,18 19,'; do
        printf '%s\n' "$good" | sed "$bad;$rows" | tr / '\n' >boards
        printf '\n%s\n\n%s\n' "$good" "$good" | sed "$rows" | tr / '\n' >>boards
        run 2 pdbsolve --judge L boards
        out_is 'error
1 move, optimal
1 move, optimal'
    done
done
for bad in 's/35$/34/' 's/^1 /2 /' 's/^1 /35 /'; do
    printf '%s\n' "$six" | sed "$bad" | tr / '\n' >boards
    printf '\n%s\n\n%s\n' "$six" "$six" | tr / '\n' >>boards
    run 2 pdbsolve --judge L boards
    out_is 'error
1 move, optimal
1 move, optimal'
done
run 2 pdbsolve --judge L --board 5x5 "$six"
out_is error
err_has '^pdbsolve: board 1: 6 rows of 6 numbers, but a 5x5 board has 5 rows of 5'

# If a solution fits only as moves of the blank, the message says so. If it fits in both ways,
# there is a note.
run 1 pdbsolve -q --judge RR '1 2 3/4 5 6/0 7 8'
out_is illegal
err_has '; read as moves of the blank, they solve the board (--moves blank)$'
run 0 pdbsolve -q --judge RR --moves blank '1 2 3/4 5 6/0 7 8'
run 1 pdbsolve -q --judge LL --moves blank '1 2 3/4 5 6/0 7 8'
err_has '; read as moves of the tiles, they solve the board (--moves tile)$'
run 1 pdbsolve -q --judge UU '1 2 3/4 5 6/0 7 8'
err_has '; read as moves of the blank, they are legal (--moves blank)$'
run 1 pdbsolve -q --judge LRLRL '1 2 3/4 5 6/0 7 8'
out_is unfinished
err_lacks 'moves of the blank'
run 0 pdbsolve --goal '1 2 3/4 0 5/6 7 8' --judge LRRL '1 2 3/4 0 5/6 7 8'
err_has 'board 1: read as moves of the blank, they also solve the board (--moves blank)$'
run 1 pdbsolve -q --judge RR --format json '1 2 3/4 5 6/0 7 8'
out_json '.[0].reason | test("--moves blank")'

# Moves as words, arrows, tiles and cells. Ambiguous moves are an error.
for moves in 'LEFT, left' '< <-' '["L", "L"]' "'L', 'L'" '7,8' 'r3c2 r3c3' '1. 12.34  L2  @2024-01-01 10:00:00'; do
    run 0 pdbsolve -q --judge "$moves" '1 2 3/4 5 6/0 7 8'
    out_is '2 moves, optimal'
done
for moves in 'L -> L' '7 8' '(3,2),(3,3)x'; do
    run 2 pdbsolve -q --judge "$moves" '1 2 3/4 5 6/0 7 8'
    out_is error
done
run 2 pdbsolve -q --judge '(3,2)' '1 2 3/4 0 6/7 5 8'
err_has 'may be row and column from 1, moves U, or column and row from 1, moves L: write r3c2'

# A file with one move per line is the solution of one board; for two boards, each line is a
# solution.
printf 'LEFT\nleft\n' >solutions
run 0 pdbsolve -q --judge solutions '1 2 3/4 5 6/0 7 8'
out_is '2 moves, optimal'
run 1 pdbsolve -q --judge solutions '1 2 3/4 5 6/0 7 8' '1 2 3/4 5 6/7 0 8'
out_is 'unfinished
1 move, optimal'

# Solutions on two lines: a length, then that number of moves.
printf '2\nLL\n31\nL\n0\n3\n' >solutions
printf '1 2 3/4 5 6/0 7 8\n1 2 3/4 5 6/0 7 8\n1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/7 8 0\n1 2 3/4 5 6/7 8 0\n' >boards
run_with boards 2 pdbsolve -q --judge solutions
out_is '2 moves, optimal
error
1 move, optimal
0 moves, optimal
error'
err_has "line 2: '31' at column 1 is a length without moves"
finish
