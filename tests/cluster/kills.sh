#!/bin/sh
# Searches with a checkpoint are killed at 50 moments, one rank or all, and continued on another
# number of ranks: the answer and the counts are those of one process.
. "$(dirname "$0")/../cli/harness"
. "$sources/tests/cli/lib_mpi"
need jq

counts='.[0] | [.length, .moves, .generated, .expanded,
                [.iterations[] | .bound, .generated, .expanded]]'
pdbgen -q --level 7 5-5-5 >/dev/null
board='10 0 15 12/3 6 14 9/7 11 5 8/1 4 2 13'

# No other test has ranks with this name.
kept=kept$$

kept_ranks() {
    pgrep -f "^pdbsolve-mpi .* --checkpoint $kept"
}

# kill_some WHICH: kills one rank, or all; does nothing if there is none.
kill_some() {
    found=$(kept_ranks) || return 0
    [ "$1" = all ] || found=$(echo "$found" | tail -n 1)
    for rank in $found; do kill -KILL "$rank" 2>/dev/null && kills=$((kills + 1)); done
}

times=0 kills=0 right=0 ends=0
while [ $times -lt 50 ]; do
    case $((ends % 3)) in 0) way=--plain ;; 1) way=--any ;; 2) way='-j 2' ;; esac
    rm -f "$kept"
    # Options. Without reflection, a search takes longer.
    # shellcheck disable=SC2086
    run 0 pdbsolve -q -p 5-5-5 --no-reflection $way --format json "$board"
    jq -s "$counts" out >whole
    # Each answer takes some kills.
    round=0
    while [ $round -lt 5 ]; do
        # shellcheck disable=SC2086
        ranks_begin $((times % 4 + 1)) pdbsolve-mpi -q -p 5-5-5 --no-reflection $way \
            --every 0.05 --checkpoint "$kept" "$board"
        # A run that is nearly done may end before it is noticed.
        until kept_ranks >/dev/null || ! runs -p "$job"; do sleep 0.02; done
        sleep "0.$((times * 37 % 80 + 10))"
        case $((times % 2)) in 0) kill_some one ;; 1) kill_some all ;; esac
        ranks_wait
        round=$((round + 1)) times=$((times + 1))
    done
    # shellcheck disable=SC2086
    ranks $((ends % 4 + 1)) 0 pdbsolve-mpi -q -p 5-5-5 --no-reflection $way --format json \
        --checkpoint "$kept" "$board"
    jq -s "$counts" out >counted
    if cmp -s whole counted; then right=$((right + 1)); fi
    ends=$((ends + 1))
done
check "ranks were killed" [ $kills -gt 20 ]
check "$right of $ends answers after $kills kills are right" [ $right -eq $ends ]
finish
