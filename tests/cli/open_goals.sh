#!/bin/sh
# Open goals: cells that may hold anything, and tiles that are alike.
. "$(dirname "$0")/harness"
need jq

row='1 2 3 / * * * / * * *'
pictures='1 1 1 / 2 2 2 / 3 3 0'
board='8 7 6/5 4 3/2 1 0'

# Lengths, and what the answer says.
run 0 pdbsolve --goal "$row" "$board"
out_is '20 DRULDDRUURDDLUULDDRU'
check "nothing on stderr" [ ! -s err ]
run 0 pdbsolve --goal '1 2 3/* * */* * *' "$board"
out_is '20 DRULDDRUURDDLUULDDRU'
run 0 pdbsolve --metric multi --goal "$row" "$board"
out_is '15 DRULDDRUURDDLUULDDRU'
run 0 pdbsolve --count --goal "$row" "$board"
count=$(sed 's/.* //' out)
run 0 pdbsolve --all --goal "$row" "$board"
check "--all prints as many solutions as --count counts" [ "$(sort -u out | wc -l)" -eq "$count" ]
check "sorted as they are found" [ "$(head -n 1 out)" = '20 DRULDDRUURDDLUULDDRU' ]
for moves in $(sed 's/.* //' out); do
    run 0 pdbverify -q solution --goal "$row" "$board" "$moves"
done
run 0 pdbsolve --all --max-solutions 2 --goal "$row" "$board"
check "two" [ "$(wc -l <out)" -eq 2 ]
run 1 pdbverify solution --goal "$row" "$board" DRDR
out_has 'which is not the goal'
run 0 pdbsolve --format json --goal "$row" "$board"
out_json '.[0] | .goal == [1, 2, 3, "*", "*", "*", "*", "*", "*"] and .length == 20 and .optimal and
    .lower_bound == 20 and .root_h == 20 and .iterations == [] and .heuristic == "pdb" and
    .kernel == "goal_tables" and .partitions == []'
run 0 pdbsolve --format csv --goal "$row" "$board"
out_has '1 2 3 / \* \* \* / \* \* \*,$'
run 0 pdbsolve --goal "$row" '1 2 3/8 7 6/5 4 0' R2
check "solved boards" [ "$(tr '\n' ' ' <out)" = '0 0 ' ]

# Solutions beyond the shortest.
run 0 pdbsolve --count --beyond 2 "$board"
out_is '30 122'
check "no databases" [ ! -s err ]
run 0 pdbsolve --all --beyond 2 "$board"
check "ten of 30 moves, 112 of 32" [ "$(cut -d ' ' -f 1 out | sort | uniq -c | tr -s ' \n' ' ')" = ' 10 30 112 32 ' ]
check "each once" [ "$(sort -u out | wc -l)" -eq 122 ]
cut -d ' ' -f 2 out | while read -r moves; do
    pdbverify -q solution "$board" "$moves" >/dev/null || echo wrong
done >wrong
check "all lead to the goal" [ ! -s wrong ]
run 0 pdbsolve --all --beyond 2 --max-solutions 3 "$board"
check "three" [ "$(wc -l <out)" -eq 3 ]
run 0 pdbsolve --format json --count --beyond 2 "$board"
out_json '.[0] | .length == 30 and .solution_count == 122 and .optimal'
run 0 pdbsolve --count --beyond 2 --goal "$row" "$board"
out_is '20 17'
run 0 pdbsolve --metric multi --count --beyond 1 --goal "$row" "$board"
check "multi" [ "$(cut -d ' ' -f 1 out)" = 15 ]
run 1 pdbsolve --count --beyond 2 R2D2L2U
err_has 'longer solutions are listed with a table of all boards'
run 2 pdbsolve --beyond 2 "$board"
err_has '\-\-beyond'
run 2 pdbsolve --count --beyond 2 -p 8 "$board"
err_has 'longer solutions are listed with a table of all boards'

# The blank may be named, or be anywhere; one open cell holds what is missing.
run 0 pdbsolve --goal '1 2 3 / * * * / * * 0' '1 2 3/8 7 6/5 0 4'
out_is '1 L'
run 0 pdbsolve -q --goal '1 2 3/4 5 6/7 * 0' "$board"
out_is '30 DRDRUULDDRUULDDLUURDDLURDRULUL'

# Boards with equal tiles, in numbers, words and letters.
run 0 pdbsolve --goal "$pictures" '3 3 2/2 2 1/1 1 0' 332/221/110 'C C B / B B A / A A _'
check "the same answer for three ways to write a board" [ "$(sort -u out | wc -l)" -eq 1 ]
out_has '^24 '
run 0 pdbsolve --goal 'AAA/BBB/CC_' '332/221/110'
out_has '^24 '
run 0 pdbsolve --show --goal "$pictures" '1 1 0/2 2 1/3 3 2'
out_has '  1  1  1'
run 0 pdbsolve --moves numbers --goal "$pictures" '1 1 0/2 2 1/3 3 2'
out_is '2 1,2'
run 0 pdbverify -q solution --goal "$pictures" '1 1 0/2 2 1/3 3 2' UU
run 0 pdbsolve --state --goal "$pictures" '1 1 0/2 2 1/3 3 2'
out_is '1 1 0/2 2 1/3 3 2'
run 2 pdbsolve --goal "$pictures" '1 2 3/4 5 6/7 8 0'
err_is 'pdbsolve: board 1: the goal has 3 tiles 1, but the board has 1'
out_is error
run 2 pdbsolve --goal "$pictures" '1 1 1/2 2 2/3 3'
err_has 'row 3 has 2 numbers, but rows have 3: write 0 for the blank'

# Solvability: two tiles that are alike can be exchanged.
run 0 pdbsolve -q --goal '1 2 3/4 5 6/* * 0' '1 2 3/4 5 6/8 7 0'
out_is 0
run 1 pdbsolve --goal '1 2 3/4 5 6/7 * *' '1 2 3/4 5 6/8 7 0'
out_is unsolvable
err_has 'no moves lead to any board of this goal'

# 4x4 and 5x4; the same answers for any number of threads.
pdbsolve --scramble 60 --seed 5 >boards
run 0 pdbsolve -j 1 --goal '1 2 3 4/* * * */* * * */* * * *' boards
cp out one
run 0 pdbsolve -j 3 --goal '1 2 3 4/* * * */* * * */* * * *' boards
check "three threads" cmp -s out one
pdbsolve --board 5x4 --scramble 20 --seed 5 >wide
run 0 pdbsolve --goal '* * * * */* * * * */* * * * */* 17 18 19 0' wide
check "5x4" [ "$(wc -l <out)" -eq 20 ]

# Two rows of 4x4 are searched with tables of five tiles.
pdbsolve --scramble 3 --seed 5 >rows
two='1 2 3 4/5 6 7 8/* * * */* * * *'
run 0 pdbsolve --goal "$two" rows
check "lengths" [ "$(cut -d ' ' -f 1 out | tr '\n' ' ')" = '39 37 34 ' ]
cut -d ' ' -f 2 out >moves
paste -d '\t' rows moves | while IFS='	' read -r start moves; do
    pdbverify -q solution --goal "$two" "$start" "$moves" >/dev/null || echo wrong
done >out
check "they lead to the goal" [ ! -s out ]
run 0 pdbsolve --format json --goal "$two" "$(head -n 1 rows)"
out_json '.[0] | .optimal and .length == 39 and .root_h <= 39 and
    (.iterations | length) > 0 and ([.iterations[].generated] | add) + 1 == .generated'
run 1 pdbsolve --max-length 30 --goal "$two" "$(head -n 1 rows)"
out_has '^>=3[1-9]'
run 0 pdbsolve --memory 7000 --count --goal '1 2 3/4 * */* * *' "$board"
cp out small
run 0 pdbsolve --count --goal '1 2 3/4 * */* * *' "$board"
check "searched as looked up" cmp -s out small

# pdbgen keeps tables, for goals with any numbers on the same cells; pdbsolve looks answers up in them.
run 0 pdbgen -g "$row" --verify
out_has '/3x3_goal_single_123xxxxxx.tpdb: 3,024 entries, maximum 22, mean 14.046, .*, written in .*, verified$'
run 0 pdbgen --goal '7 8 2/* * */* * *'
out_has ', kept$'
run 0 pdbgen --metric multi --goal "$row"
run 0 pdbgen --json --level 3 --goal "$pictures"
out_json '.[0] | .goal == "111 222 33." and .metric == "single" and .encoding == "goal" and
    .action == "written" and .format_version == 3 and .entries == 5040 and (has("colouring") | not)'
run 0 pdbverify table --full db/3x3_goal_*
out_lines 3
out_has '^proven: db/3x3_goal_single_123xxxxxx.tpdb: each of 3,024 entries, 3,024 reachable, distances 0 to 22;'
run 0 pdbinfo db/3x3_goal_single_123xxxxxx.tpdb
out_has '^  board        3x3, goal blank anywhere in the open cells$'
out_has '^  metric       single$'
out_has '^  goal         123 \*\*\* \*\*\*$'
out_has '^  format       version 3$'
run 0 pdbinfo --manifest db/3x3_goal_single_111222330.tpdb
out_has '^3x3 8 111/222/33. aware goal [0-9a-f]* 1,2,4,8'
run 0 pdbinfo --manifest db/3x3_goal_multi_123xxxxxx.tpdb
out_has '^3x3 8 123/\*\*\*/\*\*\* aware goal-multi [0-9a-f]* 6,3,6'
cp db/3x3_goal_single_123xxxxxx.tpdb my_goal_table.tpdb
run 0 pdbverify table my_goal_table.tpdb
run 0 pdbsolve --goal "$row" "$board"
out_is '20 DRULDDRUURDDLUULDDRU'
run 0 pdbsolve --metric multi --goal "$row" "$board"
out_is '15 DRULDDRUURDDLUULDDRU'
run 0 pdbsolve --count --beyond 2 --goal "$row" "$board"
out_is '20 17'
run 0 pdbsolve --memory 7000 --goal "$row" "$board" # less than the file
out_is '20 DRULDDRUURDDLUULDDRU'
run 0 pdbgen --dry-run --goal "$two"
out_has 'would write 4,151,347,200 entries, 1.9 GiB of memory, at most 989.8 MiB on disk'
kept=db/3x3_goal_single_123xxxxxx.tpdb
cp $kept good
printf 'x' | dd of=$kept bs=1 seek=4200 conv=notrunc 2>/dev/null
run 3 pdbsolve --goal "$row" "$board"
err_has "$kept"
run 0 pdbgen --goal "$row"
err_has 'is broken and will be replaced'
check "as before" cmp -s $kept good
cp db/3x3_goal_single_111222330.tpdb $kept
run 3 pdbsolve --goal "$row" "$board"
err_has 'holds another table than its name says'
run 3 pdbverify table $kept
out_has 'holds a different table than its name says'
run 0 pdbgen --goal "$row"
err_has 'holds a different table'
check "as before" cmp -s $kept good
for option in '--blank aware' '--encoding bit' '--goal-blank 3' '--scratch .'; do
    # shellcheck disable=SC2086
    run 2 pdbgen $option --goal "$row"
    err_has "^pdbgen: ${option%% *} does not work with the goal of a goal table: leave out ${option%% *}"
done
run 2 pdbgen --goal "$row" 8
err_has "a goal table belongs to no partition: leave out '8'"
run 2 pdbgen --goal '1 2 3/4 5 q'
err_has "^pdbgen: --goal: '1 2 3/4 5 q' is not blank-last, .* or a board: "
run 2 pdbgen --board 4x4 --goal "$row"
err_has 'a 4x4 board has'
run 1 pdbgen --goal '1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0'
err_has 'too large for any machine'
run 1 pdbgen --memory 1K --force --goal "$row"
err_has 'goal 123 .* needs .* of memory'

# Judging.
run 0 pdbsolve --goal "$row" --judge DRULDDRUURDDLUULDDRU "$board"
out_is '20 moves, optimal'
run 0 pdbsolve --goal "$row" --judge DRULDDRUURDDLUULDDRULRDUDU "$board"
out_is '26 moves, optimum 20: 6 more'

# Limits.
run 1 pdbsolve --max-length 19 --goal "$row" "$board"
out_is '>=20'
run 0 pdbsolve --max-length 20 --goal "$row" "$board"
run 1 pdbsolve --timeout 0.000001 --goal "$row" "$board"
out_is '>=1'
err_has 'limit on time'
run 1 pdbsolve --memory 100 --goal "$row" "$board"
err_has 'no table for this goal fits into the 50 bytes'

# What does not work, and goals that are none.
for option in --anytime '--scramble 2' '--partition 8' '--blank aware' \
    '--encoding bit' --generate --no-generate --preload '--heuristic manhattan' --no-reflection \
    '--direction forward' --plain --any '--max-nodes 9' '--checkpoint kept' '--bounds bounds.csv'; do
    # shellcheck disable=SC2086
    run 2 pdbsolve $option --goal "$row"
    err_has "^pdbsolve: ${option%% *} does not work with a goal that leaves cells open .*: leave out ${option%% *}, or name"
done
for method in bfs compare; do
    run 2 pdbmethods $method --goal "$row"
    err_has '^pdbmethods: textbook methods do not take a goal that leaves cells open'
done
run 0 pdbmethods ida --goal "$row" "$board"
out_is "$(pdbsolve --goal "$row" "$board")"
run 2 pdbverify optimal --goal "$row" "$board" 20
err_has 'a proof needs a goal that names every tile once'
for goal in '1 1 1/2 2 2/3 3 3' '1 2 3/0 * */* * 0' '1 2 3/4 5 9/* * *' '1 2 3/4 5/* * *'; do
    run 2 pdbsolve --goal "$goal" "$board"
    err_has '^pdbsolve: --goal: .* is not blank-last, blank-first, spiral, snail, or a board: '
done
finish
