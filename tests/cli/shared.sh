#!/bin/sh
# Many processes share one directory: tables are generated, replaced and removed, and their makers
# are killed, while others solve with the tables. Every answer is right, and nothing fails.
# TILEPDB_LONG makes thousands of runs.
. "$(dirname "$0")/harness"

runs=${TILEPDB_LONG:+500}
runs=${runs:-30}
parts='1-4/5-8 1-3/4-6/7-8 1-5/6-8 1-7/8'
pdbsolve --board 3x3 --scramble 200 --seed 6 >boards
run 0 pdbsolve -q -d apart -p 8 boards
cut -d ' ' -f 1 out >lengths
rm -rf apart
mkdir db

# Each process has its own random numbers.
random_below() {
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    number=$((seed / 65536 % $1))
}

# pick WORD...: prints one of the words.
pick() {
    random_below $#
    shift "$number"
    picked=$1
}

pick_kind() {
    pick projected projected aware
    kind="--board 3x3 --blank $picked"
}

# The corner, the edges and the centre: symmetric cells serve each other.
makes() {
    while [ ! -e stop ]; do
        pick_kind
        # shellcheck disable=SC2086
        pick $parts
        part=$picked
        pick 8 8 0 1 3 5 7 4
        # shellcheck disable=SC2086
        pdbgen -q -j 1 --force $kind --goal-blank "$picked" "$part" >/dev/null 2>&1 &
        pid=$!
        random_below 20
        sleep 0.00$number
        random_below 3
        [ "$number" -gt 0 ] || kill -s KILL $pid
        wait $pid
        sleep 0.02
    done 2>/dev/null
}

removes() {
    while [ ! -e stop ]; do
        # shellcheck disable=SC2046
        pick none $(ls db)
        rm -f "db/$picked"
        sleep 0.005
    done
}

# solves NAME: notes each run that went wrong, and removes itself when it is done.
solves() {
    : >"wrong.$1"
    for i in $(seq "$runs"); do
        names=
        random_below 3
        until [ "$number" -lt 0 ]; do
            left=$number
            # shellcheck disable=SC2086
            pick $parts
            names=$names${names:++}$picked
            number=$((left - 1))
        done
        pick_kind
        pick backward backward forward auto
        direction=$picked
        random_below 190
        tail -n +$((number + 1)) boards | head -n 8 >"boards.$1"
        tail -n +$((number + 1)) lengths | head -n 8 >"lengths.$1"
        random_below 3
        code=0
        # shellcheck disable=SC2086
        pdbsolve $kind -p "$names" --direction $direction -j $((number + 1)) "boards.$1" \
            >"out.$1" 2>"err.$1" || code=$?
        cut -d ' ' -f 1 "out.$1" | cmp -s "lengths.$1" - && [ $code -eq 0 ] && continue
        echo "run $i: exit code $code: pdbsolve $kind -p $names --direction $direction" \
            "-j $((number + 1)) boards.$1"
        cat "out.$1" "err.$1"
    done >>"wrong.$1"
    rm "running.$1"
}

seed=1
for name in a b c; do
    seed=$((seed + 100))
    touch "running.$name"
    solves "$name" &
done
for i in 1 2; do
    seed=$((seed + 100))
    makes &
done
removes &
finished() { ! ls running.* >/dev/null 2>&1; }
tries=0
until finished || [ $tries -gt 17000 ]; do
    tries=$((tries + 1))
    sleep 0.1
done
touch stop
wait
shown="3 times $runs runs of pdbsolve"
check "they ended" finished
cat wrong.* >out
: >err
out_empty

# What killed runs left is removed by the next ones, and nothing in the directory is broken.
for kind in projected aware; do
    for cell in 0 1 3 4 5 7 8; do
        # shellcheck disable=SC2086
        run 0 pdbgen -q --board 3x3 --blank $kind --goal-blank $cell $parts
        err_empty
    done
done
check "no leftovers" [ "$(find db -type f ! -name '*.tpdb' | wc -l)" -eq 0 ]
finish
