#!/bin/sh
# pdbmethods --examples and --example.
. "$(dirname "$0")/harness"
need jq

run 0 pdbmethods --examples
out_has '^simple  *3  1 2 3 4 / '
out_has '^unsolvable  *-  '
out_has '^korf-1  *57  '
out_has '^moves-80  *80  '
run 0 pdbmethods --examples --format json
out_json 'length > 10 and all(has("name") and has("board") and has("goal") and has("length"))'
run 0 pdbmethods -q --example simple
out_is '3 DLU'
run 1 pdbmethods -q --example unsolvable
out_is unsolvable
run 2 pdbmethods --example simpel
err_has "unknown example 'simpel'; did you mean simple?"
run 2 pdbmethods --example xyzzy-plugh
err_has 'examples lists them'
run 2 pdbmethods --example simple 1 2 0 3
err_has 'takes no boards'

# The examples that A* can solve have the stated lengths.
run 0 pdbmethods --examples --format json
jq -r 'select(.length != null and .length <= 40) | "\(.name) \(.length)"' out >claims
while read -r name length; do
    run 0 pdbmethods -q astar --heuristic linear-conflict --example "$name"
    check "$name has $length moves" [ "$(cut -d ' ' -f 1 out)" -eq "$length" ]
done <claims
run 0 pdbmethods -q --example korf-1
out_has '^57 '
finish
