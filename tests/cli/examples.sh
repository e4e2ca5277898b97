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

# Lines of JSON and CSV are boards with their goals, which pdbsolve reads.
pdbmethods --examples --format json >examples.jsonl
pdbmethods --examples --format csv >examples.csv
for file in examples.jsonl examples.csv; do
    grep -e '^name' -e simple -e eight -e moves-10 -e korf-1 $file >some
    run 0 pdbsolve -q some
    check "with their goals" [ "$(cut -d ' ' -f 1 out | xargs)" = '3 31 10 57' ]
done
finish
