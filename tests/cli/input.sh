#!/bin/sh
# What people type: boards, scrambles and solutions in every form, from arguments, files and stdin.
# tests/unit/test_reader.c tests the grammar; this test covers the sources of input.
. "$(dirname "$0")/harness"
need jq

pdbgen -q --board 2x2 3 >/dev/null
pdbgen -q --board 3x3 8 >/dev/null

# One board in each form, as one argument, on stdin and in a file, is always read as the same
# board.
cases=0
same() {
    # Used as a printf format, for its escapes; no form contains a %.
    # shellcheck disable=SC2059
    printf "$1" >form
    run 0 pdbsolve "$(cat form)"
    out_is '1 L'
    err_empty
    run_with form 0 pdbsolve
    out_is '1 L'
    run 0 pdbsolve form
    out_is '1 L'
    err_empty
    cases=$((cases + 1))
}
same '1 2 3\n4 5 6\n7 0 8\n'
same '1 2 3\r\n4 5 6\r\n7 0 8\r\n'
same '1 2 3\r4 5 6\r7 0 8\r'
same '\357\273\2771 2 3\n4 5 6\n7 0 8'
same '1 2 3 # a comment\n# and one\n4 5 6\n7 _ 8\n'
same '\n\n1\t2\t3\n4\t5\t6\n7\t.\t8\n\n'
same '1\302\2402\302\2403\n4\302\2405\302\2406\n7\302\2400\302\2408\n'
same '1,2,3;4,5,6;7,0,8'
same '1 2 3/4 5 6/7 0 8\n'
same '1 2 3 /\n4 5 6 /\n7 0 8\n'
same '[[1,2,3],[4,5,6],[7,0,8]]\n'
same '[\n  [1, 2, 3],\n  [4, 5, 6],\n  [7, 0, 8]\n]\n'
same '[1, 2, 3],\n[4, 5, 6],\n[7, 0, 8]\n'
same '[[1 2 3]\n [4 5 6]\n [7 0 8]]\n'
same '[1 2 3; 4 5 6; 7 0 8]\n'
same '((1 2 3) (4 5 6) (7 0 8))\n'
same '1 2 3 4 5 6 7 0 8'
same '123456708'
same '1234567_8 # a comment\n'
# A board that begins with '-' is no option.
for board in '- 1 2 / 3 4 5 / 6 7 8' '-1 1 2 3 4 5 6 7 8' '-,1,2/3,4,5/6,7,8' '--|1|2/3|4|5/6|7|8'; do
    run 2 pdbsolve --state "$board"
    err_has "before a board that begins with '-', write '--'"
    run 0 pdbsolve --state -- "$board"
    out_is '0 1 2/3 4 5/6 7 8'
done
check "every form was tried" [ "$cases" -eq 19 ]

# A word such as 123456780 is a board alone, beside other words and beside single numbers.
run 0 pdbsolve --state 123456708 867254301 1 2 3 0 1203 0C9DFBAE37254861
out_is '1 2 3/4 5 6/7 0 8
8 6 7/2 5 4/3 0 1
1 2/3 0
1 2/0 3
0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1'
run 0 pdbsolve --state --board 3x2 123450 1 2 3 4 5 0 012345
out_is '1 2 3/4 5 0
1 2 3/4 5 0
0 1 2/3 4 5'
run 2 pdbsolve --state 123456788
err_has 'tile 8 is at column 8 and again at column 9; the blank is missing'

# JSON rewritten by jq can be read again.
pdbsolve --state --format json '1 2 3/4 5 6/7 0 8' | jq .board >flat
run 0 pdbsolve flat
out_is '1 L'

# Four numbers are a 2x2 board, or the first of four rows.
printf '0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n\n0 1 2 3\n\n0 1 2 3\n2 1 0 3\n' >boards
run_with boards 0 pdbsolve --state
out_is '0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15
0 1/2 3
0 1/2 3
2 1/0 3'
# A board on a pipe is answered before the next one comes.
mkfifo pipe
pdbsolve <pipe >answers 2>err &
job=$!
exec 3>pipe
printf '1 2 3 4 5 6 7 0 8\n' >&3
wait_for grep -q '^1 L$' answers
printf '1 2 3\n4 0 5\n7 8 6\n\n' >&3
wait_for grep -q '^2 ' answers
# There a small board does not wait for the line below; in a file it may be a part of that.
printf '1 3/2 0\n' >&3
wait_for grep -q '^unsolvable$' answers
exec 3>&-
code=0
wait $job || code=$?
check "exit code 1, not $code" [ $code -eq 1 ]
printf '3 0/2 1\n/4 5\n' >boards
run_with boards 2 pdbsolve
out_is 'error
error'

# Scrambles.
for scramble in R2D 'r2 d' 'R R D' "L2' D" "L' L' U'" '→→↓' '→2 ↓' 'R,R,D'; do
    run 0 pdbsolve --board 3x3 --state "$scramble"
    out_is '1 2 3/0 5 6/4 7 8'
    printf '%s\n' "$scramble" >form
    run_with form 0 pdbsolve --board 3x3 --state
    out_is '1 2 3/0 5 6/4 7 8'
done
run 0 pdbsolve --board 3x3 --state R R D L "L'" "R'2" R2
out_is '1 2 3/0 5 6/4 7 8'

# Any other line gets a message about what it is.
refused() {
    printf '%s\n' "$1" >form
    run_with form 2 pdbsolve
    out_is error
    err_has "^pdbsolve: line 1: $2"
    run 2 pdbsolve "$1"
    out_is error
    err_has "^pdbsolve: board 1: $2"
}
refused '42 LDDRUL' "this is an answer of a search, a length and a solution, not a board; 'pdbsolve --invert'"
refused '<=42 LDDRUL' "this is an answer of a search, a length and a solution, not a board; 'pdbsolve --invert'"
refused '31 40' "two numbers are not a board: .*; 'pdbsolve --count' prints such lines, LENGTH COUNT$"
refused '>=40' "not a board: '>=40' is an answer of a search without a solution"
refused unsolvable "not a board: 'unsolvable' is an answer of a search without a solution"
refused error "not a board: 'error' is the answer for a line that could not be read"
refused 0 "1 number is not a board: '0' alone is the answer for a solved board"
refused 'RDX' "this scramble cannot be read: move 3, 'X' at column 3, is not U, D, L, R or an arrow"
refused '[[1,2],[3,0]' 'the bracket at column 1 is not closed'
# A move that is not possible is quoted as it was typed.
for words in tile blank; do
    run 2 pdbsolve --moves $words 'r4 u'
    if [ $words = tile ]; then
        err_has "played: move 4, 'r4' at column 1, is not possible"
    else
        err_has "played: move 1, 'r4' at column 1, is not possible"
    fi
done
run 1 pdbsolve --moves blank --judge 'D R2' '1 2 3/4 0 5/7 8 6'
err_has "move 3, 'R2' at column 3, is not possible"

# A block that is not a board is one error, with the line where it starts and the line that is
# wrong.
printf 'R\n1 2 3 4\n5 6 7 7\n9 10 11 12\n13 14 15 0\nR\n' >boards
run_with boards 2 pdbsolve --state
out_lines 3
err_has '^pdbsolve: line 2: tile 7 is at line 3, column 5 and again at line 3, column 7; tile 8 is missing$'

# A bracket that is never closed costs one board, not the batch.
{
    echo '[[1,2],[3,'
    for _ in 1 2 3 4 5 6 7 8 9 10; do echo '1 2 3 4 5 6 7 0 8'; done
} >boards
run_with boards 2 pdbsolve --state
out_lines 11
printf '[1 2;3 0\n1 2/3 0\n1 2/3 0\nR\n' >boards
run_with boards 2 pdbsolve --state
out_is 'error
1 2/3 0
1 2/3 0
1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15'
err_has '^pdbsolve: line 1: the bracket at column 1 is not closed'
# If the last row is wrong, the other rows are not read as a smaller board.
printf '0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 14\nR\n' >boards
run_with boards 2 pdbsolve --state
out_is 'error
1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15'
err_has '^pdbsolve: line 1: tile 14 is at line 4, column 7 and again at line 4, column 10; tile 15 is missing'

# Files: several, with names and lines in messages, and stdin among them.
printf '1 2 3 4 5 6 7 0 8\ny\n' >a.txt
printf '\nR D\n' >'b b.txt'
printf '1 2/0 3\n' >form
run_with form 2 pdbsolve --state a.txt - 'b b.txt' 1 2 3 0 a.txt
out_is '1 2 3/4 5 6/7 0 8
error
1 2/0 3
1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15
1 2/3 0
1 2 3/4 5 6/7 0 8
error'
err_has "^pdbsolve: a.txt:2: unreadable character 'y'"
run 2 pdbmethods compare --max-nodes 1000 a.txt
err_has '^pdbmethods: a.txt:2: '
run 2 pdbmethods bfs a.txt
err_has '^pdbmethods: a.txt:2: '
run 0 pdbsolve --format json 'b b.txt'
out_json '.[0].line == 2'
# A board or a scramble is never taken as the name of a file; a path is.
cp a.txt R
run 0 pdbsolve --board 3x3 --state R
out_is '1 2 3/4 5 6/7 0 8'
err_has "^pdbsolve: 'R' is read as moves, although there is a file: './R'$"
run 2 pdbsolve --state ./R
out_lines 2
# A single argument of moves that cannot be played is no scramble, unless other moves are beside
# it.
cp a.txt r24
cp a.txt dull
run 2 pdbsolve --state r24 dull
out_lines 4
err_has '^pdbsolve: r24:2: '
run 2 pdbsolve --state --board 3x3 R r24
out_is error
run 0 pdbsolve --state --goal blank-first L2
out_is '1 2 0 3/4 5 6 7/8 9 10 11/12 13 14 15'
cp a.txt L2
run 0 pdbsolve --state --goal blank-first L2
out_is '1 2 0 3/4 5 6 7/8 9 10 11/12 13 14 15'
# Control characters are printed as escapes.
escape=$(printf 'a\033[31m\302\233\nb')
cp a.txt "$escape"
run 2 pdbsolve --state "$escape"
err_has '^pdbsolve: a\\x1B\[31m\\xC2\\x9B\\x0Ab:2: '
run 2 pdbsolve /dev/null
out_empty
err_has '^pdbsolve: there is no board in /dev/null$'
mkdir directory
run 3 pdbsolve directory
err_has '^pdbsolve: directory cannot be read: '
out_empty
run 3 pdbsolve --state directory '1 2/0 3'
out_is '1 2/0 3'
run 2 pdbsolve boards.text
err_has "^pdbsolve: board 1: there is no file 'boards.text'; read as a board: "
run 2 pdbsolve 'my boards.txt'
err_has "^pdbsolve: board 1: there is no file 'my boards.txt'; "
run 2 pdbsolve --format json nofile.txt
out_json '.[0].error | startswith("there is no file '"'nofile.txt'"'")'

# A missing file is one error, with its name as typed, and other arguments are still read.
run 2 pdbsolve --state "$work/none/missing.txt"
out_is error
err_has "there is no file '$work/none/missing.txt'; "
run 2 pdbsolve --state missing.txt 1 2 3 0
out_is 'error
1 2/3 0'
err_has "^pdbsolve: board 1: there is no file 'missing.txt'; "
run 2 pdbsolve --state '#missing'
err_has "^pdbsolve: board 1: the argument is blank: .*; and there is no file '#missing'$"
# A mixture of letters and numbers is no board. A path may consist of numbers.
run 0 pdbsolve --board 3x3 --state R D 1 2 3 4 5 6 7 0 8 R
out_is '1 2 3/4 0 6/7 5 8
1 2 3/4 5 6/7 0 8
1 2 3/4 5 6/7 0 8'
echo '1 2/0 3' >./12
mkdir -p sub
for path in ./12 "$work/12" sub/../12; do
    run 0 pdbsolve --state "$path"
    out_is '1 2/0 3'
done
cd sub || exit 1
run 0 pdbsolve --state ../12 1 2 3 / 4 5 6 / 7 0 8
out_is '1 2/0 3
1 2 3/4 5 6/7 0 8'
cd ..

# Rows in separate arguments form boards by the rules for lines.
run 0 pdbsolve --state '1 2 3 4' '5 6 7 8' '9 10 11 12' '13 14 0 15' '1 2 3' '4 5 6' '7 0 8' '1 2/0 3'
out_is '1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15
1 2 3/4 5 6/7 0 8
1 2/0 3'
run 0 pdbsolve --state '[[1,2],' '[3,0]]' 1,2,3,4 5,6,7,8 9,10,11,12 13,14,0,15 '0 1 2 3' '1 2 3 0' R
out_is '1 2/3 0
1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15
0 1/2 3
1 2/3 0
1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15'
run 0 pdbsolve --state '1 2 3 /' '4 5 6 /' '7 0 8' 1 2 3 ';' 4 5 6 ';' 7 8 0
out_is '1 2 3/4 5 6/7 0 8
1 2 3/4 5 6/7 8 0'
run 2 pdbsolve --state '[[1,2],' '1 2/3 0' '[[1,2],' '' R
out_is 'error
1 2/3 0
error
error
1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15'

# Boards beyond 25 cells, in the same forms.
big=$(seq 0 35 | paste -d ' ' - - - - - -)
run 0 pdbmethods layered --goal blank-first "$big"
out_is 0
printf '%s\n\n[[%s]]\n' "$big" "$(seq -s , 0 35 | sed 's/,\(6\|12\|18\|24\|30\),/],[\1,/g')" >form
run 0 pdbmethods layered --goal blank-first form
out_is '0
0'

# The number or mark of the blank; tiles from 0 are then counted from 1.
run 0 pdbsolve --state --blank-tile 9 '1 2 3 4 5 6 7 9 8'
out_is '1 2 3/4 5 6/7 0 8'
run 0 pdbsolve --state --blank-tile B '1 2 3 4 5 6 7 B 8'
out_is '1 2 3/4 5 6/7 0 8'
run 0 pdbsolve --state --blank-tile 5 '1 2 3 4 5 6 7 0 8'
out_is '2 3 4/5 0 6/7 1 8'
run 0 pdbsolve --state --blank-tile last '0 1 2 3 4 5 6 8 7' '1 2 3 4'
out_is '1 2 3/4 5 6/7 0 8
1 2/3 0'
run 2 pdbsolve --state --blank-tile '' '1 2 3 4'
run 2 pdbsolve --scramble 1 --blank-tile 4

# Boards of one size may have different goals. Each answer is for the board's own goal, whatever
# boards came before.
cat >goals.jsonl <<'END'
{"board":[1,2,3,4,5,6,7,0,8],"goal":[1,2,3,4,5,6,0,7,8]}
{"board":[8,6,7,2,5,4,3,0,1]}
{"board":[8,6,7,2,5,4,3,0,1],"goal":[1,2,3,4,5,6,0,7,8]}
END
for call in pdbsolve 'pdbsolve --anytime' 'pdbsolve --heuristic manhattan' 'pdbmethods astar' \
    'pdbmethods ida'; do
    # shellcheck disable=SC2086
    run 0 $call --format csv goals.jsonl
    check "lengths of three goals" [ "$(cut -d , -f 4 out | tail -n 3 | xargs)" = "1 31 29" ]
    check "the goals are named" [ "$(awk -F , 'NR > 1 {print $(NF - 1)}' out | tr -d ' /' | xargs)" = \
        "123456078 123456780 123456078" ]
done

# The CSV of pdbsolve has the goal of each board, like its JSON; an empty field is no goal.
for format in csv json; do
    pdbsolve -q --format $format goals.jsonl >answers
    run 0 pdbsolve -q answers
    check "lengths again, from $format" [ "$(cut -d ' ' -f 1 out | xargs)" = "1 31 29" ]
done
printf 'id,goal,board\na,,1 2 0 3\nb,1 2 0 3,1 2 0 3\n' >answers
run 0 pdbsolve -q answers
out_is '1 L
0'

# Moves may be words, also in arguments. Letters among words are an error.
run 0 pdbsolve --state DOWN right
out_is '1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12'
for moves in 'v>' 'Down, RIGHT' '"D" "R"' '1. 45.32  D R @2024-01-01 10:00:00' "['D','R']"; do
    run 0 pdbsolve --state "$moves"
    out_is '1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12'
done
run 2 pdbsolve --state DOWNS
run 2 pdbsolve --state 'D -> R'
err_has 'letters and arrows are mixed'
# --blank-tile determines the blank.
printf '3 8 2\n4 1 0\n6 7 5\n' >boards
run_with boards 0 pdbsolve -q --blank-tile last
out_has '^11 '
printf '9 8 5\n2 1 3\n7 4 6\n' >boards
run_with boards 0 pdbsolve -q --blank-tile 9
out_has '^20 '
# Words between boards on a line each are an error, unless each board has words above it.
printf '1 2 3 4 5 6 7 0 8\nhello\n1 2 3 4 5 6 7 8 0\n' >boards
run_with boards 2 pdbsolve -q
out_is '1 L
error
0'
printf 'The first\n1 2 3 4 5 6 7 0 8\nThe second\n1 2 3 4 5 6 7 8 0\n' >boards
run_with boards 0 pdbsolve -q
out_is '1 L
0'
# What is refused names the option that helps.
printf '0 1 2\n3 4 5\n6 -1 7\n' >boards
run_with boards 2 pdbsolve
err_has 'again at line 3, column 3; tile 8 is missing; if the tiles count from 0: --blank-tile -1$'
run_with boards 0 pdbsolve -q --blank-tile -1
printf '%s\n' "$big" >boards
run_with boards 2 pdbsolve
out_is error
err_has '^pdbsolve: line 1: boards of 6x6 cells are too large for this: pdbsolve --anytime solves them'
# UTF-16, as shells of Windows write it; boards with goals; a table with a row that lacks its board.
printf '\377\3761\0 \0002\0/\0000\0 \0003\0\r\0\n\0' >boards
run_with boards 0 pdbsolve --state
out_is '1 2/0 3'
run 0 pdbsolve -q '1 2 3 4 5 6 7 0 8 => 1 2 3 4 5 6 0 7 8'
out_is '1 R'
printf 'name;board\na;123456708\nb\nc;123456780\n' >boards
run_with boards 2 pdbsolve -q
out_is '1 L
error
0'
err_has '^pdbsolve: line 3: the field of the board is empty, or missing$'
# A line of megabytes leaves time for an interrupt.
mkfifo long
shown='four megabytes in one line, TERM'
pdbsolve <long >out 2>err &
pid=$!
exec 3>long
head -c 4000000 /dev/zero | tr '\0' '[' >&3
kill -s TERM $pid
code=0
wait $pid || code=$?
exec 3>&-
check "exit code 143, not $code" [ "$code" -eq 143 ]
# With one number too many, the first is an index only if the numbers without the last form no
# board.
run 2 pdbsolve --state 1 2 3 4 5 6 7 0 8 1
err_has "Write ':' after it"
run 0 pdbsolve --state 1: 2 3 4 5 6 7 0 8 1
finish
