#!/bin/sh
# pdbsolve: searching from the goal to the board, and choosing between directions and databases.
. "$(dirname "$0")/harness"
need jq

pdbgen -q 5-5-5 >/dev/null
pdbsolve --scramble 10 --seed 4 >boards

# A backward search has the same answers and moves for any number of threads, and the same counts.
run 0 pdbsolve -q -p 5-5-5 boards
cp out forward
for jobs in 1 2; do
    run 0 pdbsolve -q -j $jobs -p 5-5-5 --direction backward boards
    check "backward, -j $jobs: the same answers" cmp -s out forward
    run 0 pdbsolve -q -j $jobs -p 5-5-5 --direction backward --format json boards
    out_json 'length == 10 and all(.[]; .optimal and .compared == 0 and
        all(.iterations[]; .direction == "backward" and .partition == "5-5-5"))'
    jq -c '[.generated, [.iterations[].expanded]]' out >counts$jobs
done
check "the same counts" cmp -s counts1 counts2
run 0 pdbsolve -q -p 5-5-5 --direction backward --any --format json boards
jq -r .length out >lengths
check "any solution: the same lengths" [ "$(cat lengths)" = "$(cut -d ' ' -f 1 forward)" ]
jq -r .moves out >moves
run 0 pdbsolve -q --judge moves -p 5-5-5 boards

# The same holds for bidirectional searches, whose bounds also show their limits.
# test_bidirectional and other tests solve far more boards.
head -n 10 boards >some
head -n 10 forward >first
for jobs in 1 2; do
    run 0 pdbsolve -q -j $jobs -p 5-5-5 --direction both --format json some
    jq -r '"\(.length) \(.moves)"' out >answers
    check "both sides, -j $jobs: the same answers" cmp -s answers first
    out_json 'all(.[]; .optimal and all(.iterations[]; .direction == "both" and .limit > 0 and
        .level > 0 and .backward <= .generated))'
    jq -c '[.iterations[:-1][] | [.generated, .backward, .limit, .level]]' out >counts$jobs
done
check "both sides: the same counts" cmp -s counts1 counts2
run 0 pdbsolve -q -p 5-5-5 --direction both --any --format json some
jq -r .length out >bothlengths
head -n 10 lengths >first
check "both sides, any solution: the same lengths" cmp -s bothlengths first
run 2 pdbsolve -q -p 5-5-5 --direction both --all 1

# Each line of --bounds has the direction of its bound, and the limits of a search from both sides.
chosen='8 11 5 10/15 0 7 6/13 12 14 4/1 3 2 9' # backward from bound 60 on
for direction in auto both; do
    run 0 pdbsolve -q -p 5-5-5 --direction $direction --format json --bounds bounds "$chosen"
    jq -r '.iterations[] | [.bound, .generated, .backward // "", .limit // "", .level // "", .direction] | join(",")' \
        out >counted
    sed 1d bounds | cut -d , -f 3,4,8-10,17 | cmp -s - counted
    check "--bounds, $direction: as in JSON" [ $? -eq 0 ]
    check "its bounds" [ "$(cut -d , -f 6 counted | sort -u | tr '\n' ' ')" = \
        "$(case $direction in auto) echo 'backward forward ' ;; both) echo 'both ' ;; esac)" ]
done

# Each side may have its own partition.
run 0 pdbsolve -q -p 5-5-5:1-4/5-8/9-12/13-15 --direction both --format json some
jq -r '"\(.length) \(.moves)"' out >bothanswers
check "a partition for each side: the same answers" cmp -s bothanswers answers
out_json 'all(.[]; .optimal and ([.partitions[].partition] == ["5-5-5", "1-4/5-8/9-12/13-15"]) and
    all(.iterations[]; .direction == "both" and .partition == "5-5-5:1-4/5-8/9-12/13-15"))'
run 0 pdbsolve -q -p 5-5-5:5-5-5 --direction both --format json some
jq -c '[.iterations[:-1][] | [.generated, .backward, .limit, .level]]' out >counts3
check "one partition for both sides: the same counts" cmp -s counts3 counts1
run 2 pdbsolve -p 5-5-5:5-5-5 1
err_is 'pdbsolve: -p FORWARD:BACKWARD is for --direction both'
run 2 pdbsolve -p 5-5-5:5-5-5:5-5-5 --direction both 1
err_is 'pdbsolve: -p FORWARD:BACKWARD: there are two colons'
run 2 pdbsolve -p 5-5-5:5-5-4 --direction both 1
err_has "unknown partition '5-5-4'"

# Another goal, whose blank is in the middle.
middle='1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15'
pdbsolve --scramble 10 --seed 5 --goal "$middle" >others
run 0 pdbsolve -q --goal "$middle" -p 5-5-5 others
cp out forward
run 0 pdbsolve -q --goal "$middle" -p 5-5-5 --direction backward others
check "another goal: the same answers" cmp -s out forward

# A hard board is worth a comparison; the answer stays the same, and counts repeat.
hard='10 0 15 12/3 6 14 9/7 11 5 8/1 4 2 13'
run 0 pdbsolve -q -p 5-5-5 --format json "$hard"
cp out forward
out_json '.[0] | has("compared") | not'
for jobs in 1 2; do
    run 0 pdbsolve -q -j $jobs -p 5-5-5 --direction auto --format json --stats "$hard"
    cp out auto$jobs
done
cat forward auto1 auto2 >out
out_json '.[0].moves == .[1].moves and .[1].moves == .[2].moves and .[1].compared > 0 and
    .[1].compared == .[2].compared and .[0].length == 63 and .[1].lower_bound == 63 and
    (.[1:] | map(.iterations | map(.generated, .partition, .direction)) | .[0] == .[1])'
err_has ' nodes/s$'
err_has '  5-5-5'
err_has '^  and [0-9,]* to compare databases and directions$'

# Candidates are not compared for easy boards, or if databases are named.
run 0 pdbsolve -q -d none --format json boards
out_json 'all(.[]; has("compared") | not)'
run 0 pdbsolve -q -p 5-5-5 --direction forward --format json "$hard"
out_json '.[0] | has("compared") | not'

# The maximum of two partitions, in both directions.
run 0 pdbsolve -q -p 5-5-5+6-6-3 --direction auto --format json "$hard"
cat forward out >both
cp both out
out_json '.[0].moves == .[1].moves'

# Tables of symmetric cells serve a backward search, but all tables of one search have the same
# cell. If tables for several cells exist, they are not mixed: the cell with most tables is used.
pdbgen -q -d cells --board 3x3 --goal-blank 1 1-4/5-8 >/dev/null
pdbgen -q -d cells --board 3x3 --goal-blank 3 1-3/4-6/7-8 >/dev/null
edge='8 0 6/5 4 7/2 3 1'
for names in 1-4/5-8+1-3/4-6/7-8 1-3/4-6/7-8+1-4/5-8+1-5/6-8; do
    run 0 pdbsolve -q -d cells -p $names --direction backward "$edge"
    out_is '27 URDLUULDDRUULDDRURULDRDLULU'
done
run 3 pdbsolve -q -d cells -p 1-4/5-8+1-3/4-6/7-8 --direction backward --no-generate "$edge"
pdbgen -q -d cells --board 3x3 --goal-blank 3 1-4/5-8 >/dev/null
for name in 1-4/5-8 1-3/4-6/7-8; do pdbgen -q -d cells --board 3x3 $name >/dev/null; done
run 0 pdbsolve -q -d cells -p 1-4/5-8+1-3/4-6/7-8 --direction backward --no-generate "$edge"
err_empty

# Limits.
run 1 pdbsolve -q -p 5-5-5 --direction backward --max-length 55 "$hard"
out_is '>=57'
run 1 pdbsolve -q -p 5-5-5 --direction backward --timeout 0.01 "$hardest"
out_has '^>='

# Given moves: the optimum is proven backward as well.
run 0 pdbsolve -q --judge DR2U2LRL2 -p 5-5-5 --direction backward --stats R2D2L2U
err_has ' backward$'

# Refusals, and options that exclude each other.
run 3 pdbsolve -q -p 5-5-5 --direction backward --no-generate D
err_has 'are not available'
for other in --plain --all --count '--max-nodes 5' '--heuristic manhattan'; do
    # shellcheck disable=SC2086
    run 2 pdbsolve --direction backward $other "$hardest"
    err_has '^pdbsolve: --direction backward and .* cannot be used together: '
done
run 0 pdbsolve -q --direction forward --count -p 5-5-5 '1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15'
out_is '2 1'
run 2 pdbsolve --direction up "$hardest"

finish
