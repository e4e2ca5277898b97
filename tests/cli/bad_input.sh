#!/bin/sh
# pdbsolve refuses input that is not a board with a sentence, a line and a column.
. "$(dirname "$0")/harness"

# refused LINE SENTENCE: the only line of input is answered by "error".
refused() {
    # The line is a printf format, for its NUL bytes.
    # shellcheck disable=SC2059
    printf "$1" >boards
    run_with boards 2 pdbsolve
    out_is error
    err_has "^pdbsolve: line 1: .*$2"
}
refused '1 2 3 4 5 6 7 8 8\n' '8 is at column 15 and again at column 17'
refused '1 2 3 4 5 6 7 8 10\n' '10 at column 17 is not a tile'
refused '0 1 2 3 4 5 6 7 16\n' '16 at column 17 is not a tile'
refused '1 2 3 4 5 6 7 0\n' '8 numbers'
refused '1 2 3 4 5 6 7 8 0 9\n' '10 numbers'
refused '1 2 3/4 5 6/7 8\n' 'row 3 has 2 numbers'
refused '1 2\0003 0\n' 'NUL byte, at column 4'
refused '\0\n' 'NUL byte, at column 1'
refused '1 2 3 0x\n' 'column 8'
refused '1 2 3 \303\251\n' 'column 7'
refused '99999999999999999999999 1 2 0\n' 'column 1'
refused '1 2 3 4 5 6 7 8 9 10 11 12 13/14 15 16 17 18 19 20 21 22 23 24 25 0\n' 'boards of 13x2 cells are too large for this'

# Lines of a megabyte, and more.
head -c 1000000 /dev/zero | tr '\0' 1 >boards
run_with boards 2 pdbsolve
out_is error
head -c 1000000 /dev/zero >boards
run_with boards 2 pdbsolve
out_is error
err_has 'NUL byte, at column 1'
yes '1 2 3' | tr '\n' ' ' | head -c 3000000 >boards
printf '\n\n1 2 0 3\n' >>boards
run_with boards 2 pdbsolve -q
out_is 'error
1 L'
err_has 'line 1: 1500000 numbers do not form'
{ head -c 1000000 /dev/zero | tr '\0' ' '; echo '1 2 0 3'; } >boards
run_with boards 0 pdbsolve -q
out_is '1 L'
# Such bytes may belong to a board that is small, or be a comment if no letter is before them.
{ printf '1 2 3 4 5 6 7 0 8\n\nx'; head -c 1000000 /dev/urandom | tr -d '\n\r#'; } >boards
run_with boards 2 pdbsolve -q
out_is '1 L
error'

# Line numbers count all lines.
printf '\n# comment\n1 2 0 3\n\nx\n' >boards
run_with boards 2 pdbsolve -q
err_has 'line 5: '

# Arguments. An empty one is a mistake of a script, in every mode.
for call in pdbsolve 'pdbsolve --state' 'pdbsolve --judge LU' 'pdbsolve --board 4x4' \
    'pdbmethods bfs' 'pdbmethods compare'; do
    for empty in '' ' ' '
'; do
        # shellcheck disable=SC2086
        run 2 $call "$empty"
        err_has '^pdb[a-z]*: board 1: the argument is \(empty\|blank\): a board is its numbers'
    done
done
run 2 pdbsolve -q '1 2 0 3' '' 1 2 0 3
out_is '1 L
error
1 L'
for command in solution optimal; do
    run 2 pdbverify $command '' LU
    err_has 'there is no number'
done
run 2 pdbsolve --goal ' ' '1 2 0 3'
err_has 'there is no number'
run 2 pdbsolve abc
out_is error
err_has '^pdbsolve: board 1: '
run 2 pdbsolve -q '1 2 3 4 5 6 7 0 8' '1 2' '1 2 3 4 5 6 7 8 0'
out_is '1 L
error
0'
err_has '^pdbsolve: board 2: '
run 2 pdbsolve 1 2 3 4 5
out_is error
run 2 pdbsolve 1 2 3 x 0 # a word is no number, and may be a file's name
out_is 'error
error
error'
run 2 pdbsolve --board 4x4 '1 2 3 0'
err_has 'too few numbers'
run 2 pdbsolve --board 2x2 '1 2 3 0 4'
err_has 'too many numbers'
# For boards that are only too large, the message names the modes that take them.
six="1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/31 32 33 34 0 35"
for call in pdbsolve 'pdbsolve --all' 'pdbmethods bfs'; do
    # shellcheck disable=SC2086
    run 2 $call "$six" "$(seq -s ' ' 62) 0 63" '1 2 3 4 5 6/7'
    err_has '^pdb[a-z]*: board 1: boards of 6x6 cells are too large for this: pdbsolve --anytime solves them'
    err_has '^pdb[a-z]*: board 2: boards of 8x8 cells are too large for this: pdbsolve --anytime solves them'
    err_has '^pdb[a-z]*: board 3: row 2 has 1 number, but rows have 6'
done
run 2 pdbsolve --board 5x5 "$six"
err_has '^pdbsolve: board 1: 6 rows of 6 numbers, but a 5x5 board has 5 rows of 5'

# Input that cannot be read.
run_with / 3 pdbsolve
err_has 'standard input cannot be read'
out_empty
run 3 sh -c 'pdbsolve <&-'
err_has 'standard input cannot be read'
# A file that is opened does not become stdin.
run 3 sh -c 'pdbsolve --output results <&-'
err_has 'standard input cannot be read'

# What people type: a file's name, a board of several lines, capitals.
printf '1 2 0 3\n' >boards.txt
run 0 pdbsolve -q boards.txt
out_is '1 L'
run 2 pdbsolve board.txt
err_has "^pdbsolve: board 1: there is no file 'board.txt'; read as a board: unreadable word 'board' at column 1"
out_is error
run 0 pdbsolve -q "1 2 3
4 5 6
7 0 8"
out_is '1 L'
run 0 pdbsolve -q "1 2 3 /
4 5 6 /
7 8 0
"
out_is 0
run 2 pdbsolve --format JSON '1 2 0 3'
err_has 'did you mean json?$'
run 2 pdbsolve --Format json '1 2 0 3'
err_has 'did you mean --format?$'
finish
