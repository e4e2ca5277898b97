#!/bin/sh
# pdbgen --scratch makes the same files with little memory. After a kill, an interrupt or a full
# disk it goes on. No partial file has a final name, and no scratch file is left at the end.
. "$(dirname "$0")/harness"
need jq
OMP_WAIT_POLICY=passive # waits for the disk
export OMP_WAIT_POLICY

mkdir scratch
scratch_files() { find scratch -type f | wc -l; }
same() { for file in whole/*.tpdb; do cmp -s "$file" "db/${file#whole/}" || return 1; done; }

run 0 pdbgen -q -d whole 6-6-3
run 0 pdbgen --scratch scratch --memory 60M 6-6-3
out_has 'tiles10-15_aware_bit.tpdb: 11,816,640 entries, .* written in'
check "the same bytes" same
check "no scratch files" [ "$(scratch_files)" -eq 0 ]
run 0 pdbgen --scratch scratch 6-6-3
out_has 'kept'
for kind in '--encoding nibble' '--blank projected --level 19'; do
    rm -rf whole db
    # The kind is two or more words.
    # shellcheck disable=SC2086
    run 0 pdbgen -q -d whole $kind 5-5-5
    # shellcheck disable=SC2086
    run 0 pdbgen -q --scratch scratch $kind 5-5-5
    check "the same bytes of $kind" same
done

# The reported need.
rm -rf db
run 0 pdbgen --dry-run --scratch scratch 6-6-3
out_has 'entries, [0-9.]* MiB of memory or more, at most [0-9.]* MiB in scratch files, at most'
run 0 pdbgen --dry-run --json --scratch scratch 6-6-3
out_json '[.[].need | .scratch_bytes > .table_bytes and .memory_bytes > 0] | all'
run 1 pdbgen --scratch scratch --memory 10M 6-6-3
err_has 'tiles .* need .* of memory, more than the 10.0 MiB that --memory allows'
run 3 pdbgen --scratch nowhere 6-6-3
err_has "the scratch directory 'nowhere' does not exist"
echo >file
run 3 pdbgen --scratch file 6-6-3
err_has "the scratch directory 'file' is not a directory"
check "nothing was written" [ "$(files db)" -eq 0 ]

# Kills runs at random moments, with other threads and memory each time.
rm -rf whole db
pattern=10-15/1-5/6-9
run 0 pdbgen -q -d whole $pattern
name=4x4_blank15_tiles10-15_aware_bit.tpdb
seed=21
rounds=0 resumed=0
while [ $rounds -lt 3 ] || { [ $resumed -lt 3 ] && [ $rounds -lt 12 ]; }; do
    rm -rf db
    rounds=$((rounds + 1)) kills=0
    while [ $kills -lt 20 ]; do
        seed=$(((seed * 1103515245 + 12345) % 2147483648))
        pdbgen --jobs $((1 + kills % 3)) --memory $((60 + seed % 7 * 20))M --scratch scratch \
            $pattern >out 2>err &
        pid=$!
        sleep "0.$(printf '%03d' $((10 + kills * 10 + seed / 65536 % 100)))"
        kill -s KILL $pid 2>/dev/null
        code=0
        wait $pid 2>/dev/null || code=$?
        ! grep -q 'resumed in scratch' err || resumed=$((resumed + 1))
        [ $code -ne 0 ] || break
        kills=$((kills + 1))
        shown="killed $kills times in round $rounds"
        check "what is there is right" \
            sh -c 'for f in db/*.tpdb; do [ ! -e "$f" ] || cmp -s "$f" "whole/${f#db/}" || exit 1; done'
    done
    run 0 pdbgen --scratch scratch $pattern
    ! grep -q 'resumed in scratch' err || resumed=$((resumed + 1))
    check "the same bytes after $kills kills" same
    check "no scratch files" [ "$(scratch_files)" -eq 0 ]
    check "nothing else" [ "$(find db -type f ! -name '*.tpdb' | wc -l)" -eq 0 ]
done
shown="$rounds rounds"
check "some went on, not $resumed" [ $resumed -gt 2 ]

# An interrupt gives the exit code of the signal, and the next run reports that it goes on.
rm -rf db
pdbgen --scratch scratch $pattern >out 2>err &
pid=$!
wait_for [ -e "scratch/$name.scratch-state" ]
kill -s TERM $pid
code=0
wait $pid || code=$?
shown="pdbgen --scratch scratch $pattern, ended by SIGTERM"
check "exit code 143, not $code" [ $code -eq 143 ]
check "no table" [ ! -e "db/$name" ]
check "what the next needs is there" [ -e "scratch/$name.scratch-state" ]
run 0 pdbgen --scratch scratch --json $pattern
err_has 'resumed in scratch, from distance [0-9]'
out_json '.[0] | (.histogram | add) == .reachable and .entries == 11816640'
check "the same bytes" same

# Other files of that name, and altered ones, are refused and stay.
rm -rf db
echo 'not a state' >"scratch/$name.scratch-state"
run 3 pdbgen --scratch scratch $pattern
err_has 'is not the state of a generation'
check "it is as it was" grep -q 'not a state' "scratch/$name.scratch-state"
rm -f scratch/*

# A limit of the file size makes a run fail in the middle, and the next run goes on.
# shellcheck disable=SC2016
run 3 sh -c 'ulimit -f 4000 && exec "$@"' sh pdbgen --scratch scratch $pattern
err_has "scratch.*: "
check "no table" [ ! -e "db/$name" ]
run 0 pdbgen --scratch scratch $pattern
err_has 'resumed in scratch'
check "the same bytes" same

# A disk that is too small is reported before anything is written; a disk that others fill, when
# it is full.
mkdir small
if mount -t tmpfs -o size=2m tmpfs small 2>/dev/null; then
    mounted=$work/small
    rm -rf db
    run 3 pdbgen --scratch small $pattern
    err_has "generation needs [0-9]* MiB on the disk of 'small', and 2 MiB are free there"
    check "nothing was written" [ "$(find small -type f | wc -l)" -eq 0 ]
    mount -o remount,size=64m small
    run 0 pdbgen --scratch small $pattern
    check "the same bytes" same
fi
finish
