#!/bin/sh
# pdbsolve: all solutions, the plain tree, heuristics without tables, batches on several cores.
. "$(dirname "$0")/harness"
need jq

pdbgen -q --board 3x3 8 >/dev/null
hard3='8 6 7/2 5 4/3 0 1'

# All solutions, in the move order; the first is the one printed without --all.
run 0 pdbsolve "$hard3"
cp out first
cp out first3
run 0 pdbsolve --count "$hard3" '1 2 3/4 5 6/7 0 8' '1 2 3/4 5 6/7 8 0'
out_is '31 40
1 1
0 1'
run 0 pdbsolve --all "$hard3"
out_lines 40
check "the first is the same" [ "$(head -n 1 out)" = "$(cat first)" ]
check "all differ" [ "$(sort -u out | wc -l)" -eq 40 ]
check "all are of that length" [ "$(awk '{ print length($2) }' out | sort -u)" -eq 31 ]
tr 'UDLR' 'DURL' <out | tr 'ULRD' '0123' >order # the directions of the blank, as digits of the move order
check "they are in the move order" sort -c order
cp out all
run 0 pdbsolve --all --max-solutions 7 "$hard3"
check "the first seven" [ "$(cat out)" = "$(head -n 7 all)" ]
run 0 pdbsolve --all --format json --max-solutions 3 "$hard3"
out_json '.[0] | .solution_count == 40 and (.solutions | length) == 3 and .solutions[0] == .moves'
run 0 pdbsolve --count --format json "$hard3"
out_json '.[0] | .solution_count == 40 and has("solutions") == false'
run 0 pdbsolve --all --max-solutions 2 --format csv "$hard3"
out_lines 3
out_has 'message,solution_count,metric,'
out_has '^1,8 6 7 / 2 5 4 / 3 0 1,true,31,.*,,40,single,'
run 0 pdbsolve --all --moves numbers '1 2 3/4 0 5/7 8 6'
out_is '2 5,6'
run 1 pdbsolve --count '1 2 3/4 5 6/8 7 0'
out_is 'unsolvable'
run 2 pdbsolve --max-solutions 3 "$hard3"
err_has 'max-solutions needs --all'
run 2 pdbsolve --all --count "$hard3"
err_has '^pdbsolve: --all and --count cannot be used together: '
run 2 pdbsolve --all --show "$hard3"
run 2 pdbsolve --all --max-solutions 0 "$hard3"

# Reductions save nodes and change no answer; this board is its own mirror image.
for board in '5 1 10 6/9 3 7 2/13 0 4 8/14 11 15 12' '1 5 3 4/2 6 7 8/9 10 11 15/13 14 12 0'; do
    run 0 pdbsolve -q -p 6-6-3 --format json "$board"
    cp out reduced
    run 0 pdbsolve -q -p 6-6-3 --format json --plain "$board"
    cat reduced >>out
    out_json 'length == 2 and .[0].moves == .[1].moves and .[0].length == .[1].length and
        .[0].generated >= .[1].generated'
done

# --any on a board with many solutions, hard enough for a subtree order. Any number of threads
# finds the same solution; all bounds but the last have the same counts. Every answer has the
# field `any`.
many='0 11 10 9/8 7 6 5/4 3 1 2'
run 0 pdbsolve -q --heuristic manhattan --format json "$many"
cp out first
for jobs in 1 2; do
    run 0 pdbsolve -q -j $jobs --any --heuristic manhattan --format json "$many"
    cp out any$jobs
done
cat first any1 any2 >out
out_json '.[1].any and (.[0] | has("any") | not) and .[0].length == .[1].length and .[1].optimal and
    .[1].moves == .[2].moves and .[1].generated == .[2].generated and
    .[0].moves != .[1].moves and .[0].generated != .[1].generated and
    ([.[] | .iterations[:-1] | map(.bound, .generated, .expanded)] | .[0] == .[1] and .[1] == .[2])'
run 0 pdbverify solution "$many" "$(jq -r .moves any1)"
run 0 pdbsolve --any "$hard3"
check "a small board has the first solution" cmp -s out first3
run 0 pdbsolve --any --stats "$hard3"
err_has '^board 1: 31 moves, .*, any solution$'
run 0 pdbsolve --any --format csv "$hard3"
out_has 'message,any,metric,'
out_has '^1,.*,,true,single,'
run 2 pdbsolve --any --all "$hard3"
err_has '^pdbsolve: --any and --all cannot be used together: '
run 2 pdbsolve --any --count "$hard3"
for other in '--judge U' '--scramble 1'; do
    run 2 pdbsolve --any $other "$hard3"
done

# Without tables: more conflicts, fewer nodes, the same moves.
board='5 1 2 3/9 6 7 4/13 10 11 8/14 15 12 0'
run 0 pdbsolve --format json --heuristic manhattan "$board"
cp out manhattan
run 0 pdbsolve --format json --heuristic linear-conflict "$board"
cat manhattan >>out
out_json '.[0].moves == .[1].moves and .[0].generated <= .[1].generated and
    .[0].root_h >= .[1].root_h'
run 2 pdbsolve --heuristic linear-conflict -p 6-6-3 "$board"

# The order of the answers is that of the boards, whatever the number of cores; so is that of messages.
pdbsolve --board 3x3 --scramble 300 --seed 4 >boards
printf '1 2 x\n2 1 3 4 5 6 7 8 0\n' >>boards
pdbsolve --board 3x3 --scramble 30 --seed 5 >>boards
run_with boards 2 pdbsolve -j1
cp out one
cp err one.err
for jobs in 2 5; do
    run_with boards 2 pdbsolve -j$jobs
    check "the same answers with $jobs cores" cmp -s out one
    check "the same messages with $jobs cores" cmp -s err one.err
done
run_with boards 2 pdbsolve -j3 --stats --format json
out_json 'map(.line) == ([range(1; 333)])'

# A hard board among easy ones is finished with all cores, with the counts of one core.
printf '%s\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n' "$hardest" >boards
run_with boards 1 pdbsolve -q -j1 -p 6-6-3 --max-length 76 --format json
cp out one
run_with boards 1 pdbsolve -q -j3 -p 6-6-3 --max-length 76 --format json
cat one >>out
out_json 'length == 4 and .[0].generated > 4000000 and .[0].lower_bound == 78'
out_json 'map(select(.line == 1) | .iterations | map([.bound, .generated, .expanded])) |
    .[0] == .[1]'
run 1 pdbsolve -q -j2 -p 6-6-3 --timeout 0.3 "$hardest"
out_has '^>=[67][0-9]$'
finish
