#!/bin/sh
# pdbmethods compare: all methods side by side, as a table, JSON, CSV and a chart.
. "$(dirname "$0")/harness"
need jq

# Each method of the help has a line; A* has two (one for each heuristic) and IDA* three.
run 0 pdbmethods --help
words=$(sed -n '/^Methods:/,/^$/p' out | grep -c '^  [a-z]* *[^ ]')
words=$((words - 1)) # compare itself
check "the methods" [ "$words" -ge 6 ]
lines=$((words + 3))

pdbgen -q --board 3x3 8 >/dev/null
run 0 pdbmethods -q compare '1 2 3/4 0 6/7 5 8' '8 6 7/2 5 4/3 0 1' --timeout 0.5
check "the head" [ "$(head -n 1 out | awk '{ print $1, $2, $3, $4, $5, $6, $7 }')" = \
    "board method result length nodes memory seconds" ]
check "$lines lines a board" [ "$(grep -c '^board [12] ' out)" -eq $((2 * lines)) ]
out_has '^board 2   bfs             optimal        31 '
out_has '^board 2   iddfs           limit        >='
out_has '^board 2   layered         solved '
out_has '^ida pdb          optimal on 2 of 2 boards, up to 31 moves$'
out_has '^iddfs            optimal on 1 of 2 boards, up to 2 moves$'

# One board has one summary, and its times have enough digits; an example has its name.
run 0 pdbmethods -q compare --timeout 0.5 '1 2 3/4 0 6/7 5 8'
out_has '^board 1   ida pdb         optimal .* 0\.0[0-9]*[1-9][0-9]*$'
out_lines $((lines + 3))
out_has "^2 moves, proven by [0-9]* of $lines methods; the fastest was .*, in 0\.[0-9]* s$"
run 0 pdbmethods -q compare --timeout 0.1 --example eight-hardest
out_lines $((lines + 3))
check "its name" [ "$(grep -c '^eight-hardest ' out)" -eq $lines ]
out_has '^31 moves, proven by '
run 2 pdbmethods compare --example eight-hardest R
run 0 env PATH="$work/none" "$build/pdbmethods" -q compare --timeout 0.1 R
out_has '^board 1   ilp             cbc is not installed: apt install coinor-cbc$'
run 0 env PATH="$work/none" "$build/pdbmethods" -q compare --timeout 0.1 --format json R
out_json 'map(select(.method == "ilp")) | .[0].result == "not there"'
run 2 pdbmethods idastar R
err_has 'did you mean ida?$'

run 0 pdbmethods -q compare --format json --timeout 0.5 '8 6 7/2 5 4/3 0 1'
out_json 'length == '"$lines"' and all(has("board") and has("method") and has("result") and has("optimal")
    and has("length") and has("lower_bound") and has("generated") and has("memory")
    and has("seconds"))'
out_json 'map(select(.optimal) | .length) | length >= 5 and all(. == 31)'
out_json 'map(select(.method == "layered")) | .[0] | .length >= 31 and .result == "solved"'
out_json 'map(.seconds) | max < 3'
run 1 pdbmethods -q compare --format csv '2 1 3/4 5 6/7 8 0'
out_lines $((lines + 1))
check "all say so" [ "$(grep -c ',unsolvable,false,' out)" -ge 8 ]
run_with /dev/null 2 pdbmethods -q compare 'no board'
err_has 'unreadable'

# The built-in boards, from 5 to 80 moves, end within their limits.
run 0 pdbmethods -q compare --timeout 0.1
for moves in 5 10 15 20 25 30 40 50 60 80; do
    check "$lines lines for $moves moves" [ "$(grep -c "^moves-$moves " out)" -eq "$lines" ]
done
check "each method has a frontier" [ "$(grep -c 'optimal on [0-9]* of 10 boards' out)" -eq "$lines" ]
# The fields belong to awk.
# shellcheck disable=SC2016
check "no optimum is wrong" awk '$1 ~ /^moves-/ && / optimal / {
    for (i = 1; i < NF; i++) if ($i == "optimal" && "moves-" $(i + 1) != $1) wrong = 1 }
    END { exit wrong }' out
# shellcheck disable=SC2016
check "none took much longer" awk '$1 ~ /^moves-/ && $NF + 0 > 1.5 { wrong = 1 } END { exit wrong }' out

if command -v gnuplot >/dev/null 2>&1; then
    run 0 pdbmethods -q compare --plot chart.svg '1 2 3/4 0 6/7 5 8'
    check "it is SVG" grep -q '<svg' chart.svg
    check "of nine colours" [ "$(grep -o "fill *= *[\"']rgb([^)]*)" chart.svg | grep -v '125, *133, *144' | sort -u | wc -l)" -ge 9 ]
    check "on a transparent ground" sh -c "! grep -qE '<rect [^>]*fill=.(white|#ffffff)' chart.svg"
    check "with bars for each method" [ "$(grep -c 'astar\|layered\|iddfs' chart.svg)" -ge 3 ]
    run 3 pdbmethods -q compare --plot none/chart.svg '1 2 3/4 0 6/7 5 8'
fi
# The name of a board's file is shown, and nothing in it is a command.
if command -v gnuplot >/dev/null 2>&1; then
    # shellcheck disable=SC1003,SC2016
    for name in "$(printf 'x\nEND\nsystem "touch PWNED"\n#')" '"; system "touch PWNED"; #' \
        '`touch PWNED`' 'back\' my_first_boards; do
        echo R2 >"$name"
        run 0 pdbmethods -q compare --timeout 0.2 --plot named.svg "./$name"
        refute "nothing is executed" [ -e PWNED ]
    done
    check "and names are shown as they are" grep -q my_first_boards named.svg
fi
# A method that solves nothing has no bar.
if command -v gnuplot >/dev/null 2>&1; then
    # The numbers are arguments of their own.
    # shellcheck disable=SC2086
    run 0 pdbmethods -q compare --timeout 0.05 --plot hard.svg $hardest
    check "it is SVG" grep -q '<svg' hard.svg
fi
# Without gnuplot: a sentence and no file.
mkdir bin
ln -s "$build/pdbmethods" bin/
run 3 env PATH="$work/bin" pdbmethods -q compare --plot other.svg '1 2 3/4 0 6/7 5 8'
err_has 'install the package gnuplot-nox'
check "no file" [ "$(find . -name 'other.svg*' | wc -l)" -eq 0 ]
finish
