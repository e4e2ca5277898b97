#!/bin/sh
# A full disk gives exit code 3 and a sentence, and leaves nothing behind; complete files stay.
# Exit code 77 if this user may not mount a file system.
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

# Complete answers that fit stay; a document that does not fit leaves nothing. The test is
# repeated, since several threads write.
dd if=/dev/zero of=small/filler bs=4096 count=1000 2>/dev/null
truncate -s -65536 small/filler
pdbsolve --scramble 2000 --seed 1 --board 3x3 >boards
pdbsolve -q -d whole --format json <boards >answers
for again in 1 2 3 4 5 6; do
    echo old >small/file
    run_with boards 3 pdbsolve -q -d whole --format json -o small/file
    shown="$shown, time $again"
    err_has 'small/file cannot be written: No space left'
    err_has 'the answers so far are in small/file.partial'
    check "the file is unchanged" [ "$(cat small/file)" = old ]
    lines=$(wc -l <small/file.partial)
    check "some answers fit" [ "$lines" -gt 10 ]
    jq -c .board answers | head -n "$lines" >expected
    check "they are complete and in order" sh -c 'jq -c .board small/file.partial | cmp -s - expected'
    rm small/file small/file.partial
done
run 3 pdbmethods ilp --timeout 1 --first-bound 60 --write-lp small/file "$hardest"
check "no partial document is left" [ "$(find small -name 'file*' | wc -l)" -eq 0 ]
rm small/filler
mount -o remount,size=16m small
run 0 pdbgen -q --verify -d small 6-6-3
check "the set is complete" [ "$(pdbinfo --manifest small/*tiles10-15_aware_bit.tpdb \
    small/*tiles2-4.6-8_aware_bit.tpdb small/*tiles1.5.9_aware_bit.tpdb | wc -l)" -eq 3 ]
finish
