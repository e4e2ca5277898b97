#!/bin/sh
# pdbsolve --anytime: a solution at once, better ones, lower bounds, and searches that end before
# there is a solution.
. "$(dirname "$0")/harness"
need jq

# The first board of tests/data/dca24.txt, which needs 66 moves, and large ones.
board5='1 7 10 2 3 6 8 17 5 23 16 12 20 19 4 22 21 15 13 11 18 24 0 9 14'
board7="1 33 44 16 13 47 18 5 4 41 37 2 46 31 38 12 8 9 19 10 14 42 43 28 35 29 0 26 7 17 45 25 30 \
48 20 22 27 3 32 40 11 24 6 34 39 15 36 23 21"
board12="128 111 117 85 49 31 15 42 82 86 60 32 122 6 37 58 125 114 75 97 5 45 20 35 11 91 88 137 \
56 115 104 52 7 79 109 84 134 129 59 30 16 65 13 72 12 73 93 135 133 101 25 69 95 51 124 \
68 142 55 143 48 2 67 63 33 140 23 61 71 127 105 62 74 46 40 83 44 77 107 76 78 90 43 9 34 \
19 102 54 47 3 39 119 139 89 123 106 81 87 70 26 141 38 116 22 126 100 130 108 1 110 17 57 \
113 80 18 10 103 131 21 50 99 112 118 24 36 53 28 94 4 132 27 98 138 121 96 29 41 14 64 \
120 8 136 92 66 0"

hard5='23 11 0 3 24 5 7 1 22 2 20 15 21 10 14 19 17 13 4 8 9 12 6 16 18'

# On 4x4 and smaller boards the answer is an ordinary answer, and proven.
run 0 pdbsolve --anytime -q "$hardest"
out_has '^80 [UDLR]*$'
pdbsolve --scramble 60 --seed 4 --board 3x3 >boards
run 0 pdbsolve -q --anytime boards
cp out any
run 0 pdbsolve -q boards
check "the lengths of 60 boards" [ "$(cut -d' ' -f1 any)" = "$(cut -d' ' -f1 out)" ]
# If there is no time for tables, beams still get a moment. On a busy machine only some runs have
# it; without that moment no run finds a better solution.
layered=$(pdbmethods -q layered "$hardest" | cut -d' ' -f1)
for try in $(seq 300); do
    run 0 pdbsolve -q --anytime -d none --timeout 0.001 --format json "$hardest"
    length=$(jq .upper_bound out)
    [ "$length" -ge "$layered" ] || break
done
check "$length moves after $try runs, and $layered layered" [ "$length" -lt "$layered" ]
for jobs in 1 3; do
    run 0 pdbsolve -q --anytime -j $jobs --metric multi boards
    cut -d' ' -f1 out >any
    run 0 pdbsolve -q --metric multi boards
    check "-j $jobs: the lengths of 60 boards in slides" [ "$(cat any)" = "$(cut -d' ' -f1 out)" ]
done

# 5x5 boards until the proof, with one thread and with several.
for jobs in 1 2; do
    run 0 pdbsolve -q --anytime -j $jobs --format json "$board5"
    out_json '.[0] | .optimal and .length == 66 and .lower_bound == 66 and .upper_bound == 66 and
        (.moves | length) == 66 and .beams.width >= 0'
done
run 0 pdbsolve --anytime --within 40 -j1 "$hard5"
out_has '^<=[0-9]* [UDLR]*$'
err_has 'board 1: [0-9]* moves, and at least [0-9]* are needed'
run 0 pdbsolve -q --anytime --within 40% --format json --progress "$hard5"
cp out answer
grep '^{' err >out
check "an object for each improvement" [ "$(wc -l <out)" -ge 2 ]
out_json 'all(.[]; (.event == "solution" or .event == "bound") and .lower_bound <= .length and
    (.moves | length) == .length and .seconds >= 0 and .width >= 0 and .line == 1) and
    ([.[].length] | . == (sort | reverse)) and ([.[].lower_bound] | . == sort)'
cp answer out
out_json '.[0] | .upper_bound <= 1.4 * .lower_bound and .optimal == false and .length == null and
    .upper_bound >= 100 and .lower_bound >= 60 and (.reason | test("at least"))'
run 0 pdbsolve -q --anytime --within 40 --format csv "$hard5"
out_has ',true,,[UDLR]*,false,[0-9]*,1[0-9]*,'

# Each board of a batch has its own time limit. Goals and metrics.
printf '%s\n1 2 3/4 0 5/7 8 6\n%s\n' "$hard5" "$hard5" >boards
run 0 pdbsolve -q --anytime --timeout 0.2 -d none boards
out_lines 3
check "two of three are not proven" [ "$(grep -c '^<=' out)" -eq 2 ]
run 0 pdbsolve -q --anytime --timeout 0.2 -d none --goal blank-first --metric multi --format json \
    "$hard5"
out_json '.[0] | .optimal == false and .upper_bound < (.moves | length) and .lower_bound > 0 and
    .metric == "multi"'
refute "there are no tables" [ -e none ]

# Without tables, a beam that kept all boards proves its length. On large boards no beam can, and
# a message says so.
pdbsolve -q --scramble 20 --seed 3 --board 3x3 >boards
pdbsolve -q --scramble 2 --seed 3 --board 4x3 >>boards
for options in '' '--goal blank-first' '--metric multi' '--memory 4M'; do
    # shellcheck disable=SC2086
    run 0 pdbsolve -q --anytime --no-generate -d none $options boards
    cut -d' ' -f1 out >any
    # shellcheck disable=SC2086
    run 0 pdbsolve -q -d none ${options%--memory*} boards
    check "'$options': the lengths of 22 boards" [ "$(cat any)" = "$(cut -d' ' -f1 out)" ]
done
run 0 pdbsolve --anytime --within 100% "$board7"
err_lacks 'this may never be proven optimal'
pdbsolve --anytime "$board7" </dev/null >out 2>err &
pid=$!
shown="pdbsolve --anytime of a large board without a limit"
wait_for grep -q 'this may never be proven optimal' err
kill -INT "$pid"
code=0
wait "$pid" || code=$?
check "exit code 130, not $code" [ "$code" -eq 130 ]

# Boards for which there are no searches.
run 0 pdbsolve -q --anytime --timeout 4 "$board7"
out_has '^<=[0-9]* [UDLR]*$'
length=$(sed 's/^<=\([0-9]*\) .*/\1/' out)
layered=$(pdbmethods layered "$board7" | sed 's/ .*//')
check "$length moves, fewer than the $layered of the layered method" [ "$length" -lt "$layered" ]
run 0 pdbsolve -q --anytime --timeout 4 "$board12"
out_has '^<=[0-9]* [UDLR]*$'
length=$(sed 's/^<=\([0-9]*\) .*/\1/' out)
layered=$(pdbmethods layered "$board12" | sed 's/ .*//')
check "$length moves, fewer than the $layered of the layered method" [ "$length" -lt "$layered" ]
run 0 pdbsolve -q --anytime --timeout 0.1 "$board12"
out_has '^<=[0-9]* [UDLR]*$'
run 2 pdbsolve --anytime --show "$board5"
err_has 'show.*anytime'

# Goals of a large board: with three tiles exchanged, the board itself, and an invalid one.
run 0 pdbsolve -q --anytime --within 1000 --goal "33 44 1 ${board7#1 33 44 }" --format json "$board7"
out_json '.[0] | .goal[0:3] == [33, 44, 1] and .upper_bound == (.moves | length) and .upper_bound > 0'
run 0 pdbsolve -q --anytime --goal "$board7" "$board7"
out_is 0
run 2 pdbsolve --anytime --goal "$board7 7" "$board7"
err_has '^pdbsolve: --goal: '

# Refusals.
run 1 pdbsolve --anytime '1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0'
out_is unsolvable
run 2 pdbsolve --anytime '1 2 3 3'
out_is error
for wrong in x 5%% -1 %; do
    run 2 pdbsolve --anytime --within "$wrong" "$board5"
    err_has 'within'
done
run 2 pdbsolve --within 4 "$board5"
err_has 'anytime'
run 2 pdbsolve --anytime --memory 1M "$board5"
err_has 'memory: beams take at least'

# Optima that the tables of beams prove without a search.
run 0 pdbsolve -q --anytime --format json "1 2 3 4 5 6/7 8 9 10 11 12/14 25 15 22 16 18/
31 13 20 21 17 23/0 32 27 28 29 24/26 19 33 34 35 30"
out_json '.[0] | .optimal and .length == 24 and .lower_bound == 24'

# An altered table is reported, and the beams go on.
pdbgen -q -d altered 5-5-5 >/dev/null
table=$(ls altered/*.tpdb | head -n1)
printf '\377' | dd of="$table" bs=1 seek=$(($(wc -c <"$table") / 2)) conv=notrunc 2>/dev/null
run 3 pdbsolve -q --anytime -d altered -p 5-5-5 --timeout 1 "$hardest"
out_has '^<=[0-9]* [UDLR]*$'
err_has 'was altered after it was written'

# Missing tables that were named are reported as without --anytime.
run 2 pdbsolve --anytime -p 7-8 '8 6 7/2 5 4/3 0 1'
out_is error
err_has "unknown partition '7-8' for 3x3 boards"
run 3 pdbsolve --anytime -p 7-8 -d none --no-generate "$hardest"
out_is error

# Progress lines, and an interrupt, after which the best solution is printed.
pdbsolve --anytime --progress -d none "$board7" </dev/null >out 2>err &
pid=$!
shown="pdbsolve --anytime, interrupted"
# shellcheck disable=SC2317
improved() { [ "$(grep -c 'moves, at least' err)" -ge 2 ]; }
wait_for improved
kill -INT "$pid"
code=0
wait "$pid" || code=$?
check "exit code 130, not $code" [ "$code" -eq 130 ]
err_has '^[0-9]* moves, at least [0-9]*, [0-9.]* s$'
out_has '^<=[0-9]* [UDLR]*$'

# On boards beyond 4x4, an ordinary search that reaches a limit also has a solution and a lower
# bound.
run 1 pdbsolve -q --heuristic manhattan --max-nodes 1000 "$hardest"
out_has '^>='
run 1 pdbsolve -q --heuristic manhattan --max-length 60 "$board5"
out_has '^>=6'
run 1 pdbsolve -q --heuristic manhattan --max-nodes 1000 --count "$board5"
out_has '^>='
finish
