#!/bin/sh
# Memory limits in 5x5 searches, which take seconds: tables that do not fit, --any, and beams. The
# rest is in memory.sh.
. "$(dirname "$0")/harness"
need jq

if grep -q '^TILEPDB_SANITIZE:STRING=.' "$build/CMakeCache.txt"; then
    echo "skipped: sanitizers need more addresses than there are here"
    exit 77
fi

hard='23 11 0 3 24 5 7 1 22 2 20 15 21 10 14 19 17 13 4 8 9 12 6 16 18'
held 40000 1 pdbsolve -d none -j 2 --timeout 20 "$hard"
out_has '^<=[0-9]* [UDLR]*$'
err_has 'board 1: the tables that it needs could not be built'
held 160000 1 pdbsolve -d none -j 2 --timeout 4 "$hard"
out_has '^<=[0-9]* [UDLR]*'
err_has 'the limit is reached'

# --memory limits the order of a bound with --any. Counts depend on it, but not on threads.
far='8 12 18 3 2 11 10 22 24 17 1 13 23 4 20 16 6 15 9 21 19 5 14 0 7'
for jobs in 1 2; do
    held 130000 0 pdbsolve -q -j $jobs -d none --goal blank-first --any --memory 64M --format json "$far"
    out_json '.[0] | .optimal and .length == 93'
    jq -c '[.moves, .generated]' out >limited$jobs
done
check "--memory: the same for any number of threads" cmp -s limited1 limited2

# If there is less memory than --memory allows, beams stay narrower and go on.
board7=$(pdbsolve -q --scramble 1 --seed 1 --board 7x7)
limited 300000 0 pdbsolve --anytime -j1 --timeout 2 --memory 4G "$board7"
out_has '^<=[0-9]* [UDLR]*$'
err_has 'the limit is reached: '
finish
