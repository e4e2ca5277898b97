#!/bin/sh
# A full disk: exit 3, a sentence, no leftovers; what was complete stays. Exit 77 where this user may
# not mount a file system.
. "$(dirname "$0")/harness"

mkdir small
if ! mount -t tmpfs -o size=2m tmpfs small 2>/dev/null; then
    echo "skipped: no file system may be mounted"
    exit 77
fi
mounted=$work/small

# 6-6-3 takes 3 MB: the first table fits, the second does not.
for again in 1 2; do
    run 3 pdbgen -q -d small 6-6-3
    err_has 'tiles10-15_aware_bit.tpdb.*the disk is full'
    shown="$shown, time $again"
    check "no leftovers" [ "$(find small -type f ! -name '*.tpdb' | wc -l)" -eq 0 ]
    check "the complete table stays, alone" [ "$(files small)" -eq 1 ]
    run 0 pdbinfo small/*tiles2-4.6-8_aware_bit.tpdb
done
run 3 pdbgen -q -d small --force --encoding nibble 7,8,9,10,11,12/1,2,3,4,5,6/13,14,15
err_has 'the disk is full'
check "no leftovers" [ "$(find small -type f ! -name '*.tpdb' | wc -l)" -eq 0 ]
mount -o remount,size=16m small
run 0 pdbgen -q --verify -d small 6-6-3
check "the set is complete" [ "$(pdbinfo --manifest small/*tiles10-15_aware_bit.tpdb \
    small/*tiles2-4.6-8_aware_bit.tpdb small/*tiles1.5.9_aware_bit.tpdb | wc -l)" -eq 3 ]
finish
