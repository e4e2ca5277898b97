#!/bin/sh
# pdbsolve-mpi has the answers and counts of pdbsolve on any number of ranks.
. "$(dirname "$0")/harness"
. "$sources/tests/cli/lib_mpi"
need jq

# The tables are compressed, so that ranks share inflated rows.
pdbgen -q --level 7 5-5-5 >/dev/null
hard='10 0 15 12/3 6 14 9/7 11 5 8/1 4 2 13'
counts='.[0] | [.length, .moves, .solutions, .generated, .expanded, .compared,
                [.iterations[] | .bound, .generated, .expanded]]'

# One board, searched in each way. test_comm has all cases, with threads as ranks.
way_check() {
    # Options.
    # shellcheck disable=SC2086
    run 0 pdbsolve -q -p 5-5-5 $1 --format json "$hard"
    jq -s "$counts" out >whole
    for number in $2; do
        # shellcheck disable=SC2086
        ranks "$number" 0 pdbsolve-mpi -q -p 5-5-5 $1 --format json "$hard"
        jq -s "$counts" out >counted
        check "$number ranks: the same counts, $1" cmp -s whole counted
    done
}
way_check '' 3
way_check '--any -j 2' 2
way_check '--all --max-solutions 3' 2
way_check '--direction backward' 2
way_check '--direction both' 2
# mpirun may send the output anywhere, so it is never formatted for a terminal.
run 0 pdbsolve --show R2
cp out whole
ranks 2 0 pdbsolve-mpi --show R2
check "boards are drawn as in a file" cmp -s whole out
if is_long; then
    for way in '' '--plain' '--any' '--count' '--all --max-solutions 3' '--direction auto' \
        '--direction backward' '--direction both' '--direction both --any' '--no-reflection -j 2'; do
        way_check "$way" '1 2 3 4'
    done
fi

# The answers of every door (doors.sh).
need python3
RANKS="$mpiexec -n 2" run 0 python3 "$sources/tests/cli/doors.py" "$sources/tests/data/doors.jsonl" ranks

# A batch with hard boards and unreadable lines: rank 0 prints the answers in order.
pdbsolve --scramble 30 --seed 3 >boards
printf '%s\n%s\n' "$hard" '1 2 3' >>boards
run 2 pdbsolve -q -p 5-5-5 boards
mv out whole
run_with boards 2 "$mpiexec" -n 3 pdbsolve-mpi -q -p 5-5-5
check "the same batch" cmp -s whole out
ranks 2 1 pdbsolve-mpi -q -p 5-5-5 --max-nodes 100000 "$hard" R2
out_has '^>='
ranks 2 1 pdbsolve-mpi -q -p 5-5-5 --max-nodes 20000 "$hard" "$hard" "$hard"
for number in 1 2 3; do
    err_has "board $number: the limit is reached; the board needs at least"
done

# For many boards a better table pays off: all ranks make it, after the same board.
if is_long; then
    pdbsolve --scramble 8 --seed 77 >many
    pdbsolve --scramble 480 --walk 9 --seed 77 >>many
    run 0 pdbsolve -d none --metric multi --format json many
    err_has 'pays for this many boards: building middle in memory'
    jq '[.moves, .generated]' out >whole
    ranks 2 0 pdbsolve-mpi -d none --metric multi --format json many
    check "said once" [ "$(grep -c 'a larger table' err)" -eq 1 ]
    jq '[.moves, .generated]' out >counted
    check "the same counts with better tables" cmp -s whole counted
fi

# Limits, and what ranks cannot do.
ranks 2 1 pdbsolve-mpi -q -p 5-5-5 --timeout 0.05 "$hard"
out_has '^>='
ranks 2 2 pdbsolve-mpi --judge R "$hard"
err_has 'pdbsolve-mpi: --judge: the ranks of a job solve boards'
ranks 2 2 pdbsolve-mpi --method astar R
err_has 'use pdbmethods'

# A rank with a different command line, or with other tables.
run 2 "$mpiexec" -n 1 pdbsolve-mpi -q -p 5-5-5 R : -n 1 pdbsolve-mpi -q -p 5-5-5 --goal odd R
err_has 'rank 1: it could not begin as rank 0 did'

# A rank that searches a board of a batch alone must have the tables of rank 0; otherwise the
# board gets no answer.
pdbgen -q --board 3x3 1-4/5-8 >/dev/null
pdbgen -q -d other --board 3x3 --blank projected 1-4/5-8 >/dev/null
pdbsolve --board 3x3 --scramble 40 --seed 3 >small
run 3 "$mpiexec" -n 1 pdbsolve-mpi -q -p 1-4/5-8 --no-generate small : \
    -n 2 pdbsolve-mpi -q -p 1-4/5-8 --no-generate -d other small
err_has 'another rank searched it with tables that rank 0 does not have: let all ranks see the same'
run 0 "$mpiexec" -n 1 pdbsolve-mpi -q -p 1-4/5-8 --no-generate small : \
    -n 2 pdbsolve-mpi -q -p 1-4/5-8 --no-generate -d ./db small

# One rank or all are killed, and the search goes on with other ranks.
run 0 pdbsolve -q -p 5-5-5 --format json "$hard"
jq -s "$counts" out >whole
times=0 kills=0 kept=kept$$ rounds=2 # a name that no other test's ranks have
! is_long || rounds=12
while [ $times -lt "$rounds" ]; do
    ranks_begin $((times % 3 + 1)) pdbsolve-mpi -q -p 5-5-5 --every 0.01 --checkpoint $kept "$hard"
    wait_for sh -c "[ -s $kept ] && [ \"\$(wc -c <$kept)\" -gt 200 ]" # units are in it
    sleep "0.$((times % 4))$((times % 10))"
    rank=$(pgrep -f "^pdbsolve-mpi .* --checkpoint $kept" | tail -n 1)
    [ -z "$rank" ] || ! kill -KILL "$rank" 2>/dev/null || kills=$((kills + 1))
    ranks_wait
    times=$((times + 1))
done
check "some kills" [ $kills -gt 0 ]
ranks 2 0 pdbsolve-mpi -q -p 5-5-5 --format json --checkpoint $kept "$hard"
jq -s "$counts" out >counted
check "the same counts after $kills kills" cmp -s whole counted
out_json '.[0].resumed > 0'
run 0 pdbsolve -q -p 5-5-5 --format json --checkpoint $kept "$hard"
jq -s "$counts" out >counted
check "and by pdbsolve" cmp -s whole counted

finish
