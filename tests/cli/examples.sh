#!/bin/sh
# pdbsolve --examples, --example, and the menu on a terminal.
. "$(dirname "$0")/harness"
need jq

run 0 pdbsolve --examples
out_has '^simple  *3  1 2 3 4 / '
out_has '^unsolvable  *-  '
out_has '^korf-1  *57  '
out_has '^moves-80  *80  '
run 0 pdbsolve --examples --format json
out_json 'length > 10 and all(has("name") and has("board") and has("goal") and has("length"))'
run 0 pdbsolve -q --example simple
out_is '3 DLU'
run 1 pdbsolve -q --example unsolvable
out_is unsolvable
run 2 pdbsolve --example simpel
err_has "unknown example 'simpel'; did you mean simple?"
run 2 pdbsolve --example xyzzy-plugh
err_has 'examples lists them'
run 2 pdbsolve --example simple 1 2 0 3
err_has 'takes no boards'

# The examples that A* can solve have the stated lengths.
run 0 pdbsolve --examples --format json
jq -r 'select(.length != null and .length <= 40) | "\(.name) \(.length)"' out >claims
while read -r name length; do
    run 0 pdbsolve -q --method astar --heuristic linear-conflict --example "$name"
    check "$name has $length moves" [ "$(cut -d ' ' -f 1 out)" -eq "$length" ]
done <claims
run 0 pdbsolve -q --example korf-1
out_has '^57 '

if command -v script >/dev/null 2>&1; then
    # menu LINES: the output on a terminal when these are typed.
    menu() {
        shown="the menu, with $1"
        # The input comes a little later, since script reads the terminal only when the tool runs.
        (sleep 0.5 && printf '%b' "$1" && sleep 1) | script -qec "$build/pdbsolve" screen >/dev/null 2>&1
        tr '\r' '\n' <screen >out
        : >err
    }
    menu '1\nsimpel\nsimple\nq\n'
    out_has 'What would you like to solve?'
    out_has 'did you mean simple?'
    out_has '^3 DLU$'
    menu 'what?\n2\nnonsense\n\n1 2 0 3\n\n2\n1 2 3\n4 5 6\n7 0 8\nq\n'
    out_has "'what?' is not 1 to 4 or q; try again"
    out_has 'That is not a board: .*; try again'
    check "both boards are solved, also that of three lines" [ "$(grep -c '^1 L$' out)" -eq 2 ]
    menu '4\nmany\n6\nx\n7\nq\n'
    out_has "'many' is not a number from 1 to 10000; try again"
    out_has 'The seed is 7'
    check "a solution of at most 6 moves" grep -q '^[0246] *[UDLR]*$' out
    cp out first
    menu '4\n6\n7\nq\n'
    check "the same seed, the same board" [ "$(grep '^The board' out)" = "$(grep '^The board' first)" ]
    menu '3\n1\nq\n'
    out_has '^[0-9]* [UDLR]*$'
fi
finish
