#!/bin/sh
# pdbinfo: headers of files and partitions, as text, JSON and CSV.
. "$(dirname "$0")/harness"
need jq

pdbgen -q --board 2x2 3 >/dev/null
pdbgen -q --board 3x3 8 >/dev/null
pdbgen -q --board 3x3 --blank projected 8 >/dev/null
pdbgen -q --board 3x3 --goal blank-first 8 >/dev/null
small=db/2x2_blank3_tiles1-3_aware_bit.tpdb

run 0 pdbinfo $small
err_empty
out_has "^$small$"
out_has '^  board        2x2, goal blank on cell 3$'
out_has '^  tiles        1-3$'
out_has '^  blank        aware$'
out_has '^  encoding     bit$'
out_has '^  entries      24, 12 reachable$'
out_has '^  distance     mean 3.0000, maximum 6$'
out_has '^  file         .* bytes .*, ratio [0-9.]*, [0-9.]* bits per entry$'
out_has '^  content hash [0-9a-f]\{16\}$'
out_has '^  format       version 1$'
out_has '^         0  *1  ####################$'
out_has '^         1  *2  ########################################$'
if locale -a 2>/dev/null | grep -qi '^C.utf-\{0,1\}8$'; then
    run 0 env LC_ALL=C.UTF-8 pdbinfo $small
    out_has '█████'
    out_lacks '###'
fi

# Files by name, by path, and all that exist.
cp $small plain
run 0 pdbinfo plain
out_has 'tiles        1-3'
run 0 sh -c 'cd db && pdbinfo 2x2_blank3_tiles1-3_aware_bit.tpdb'
out_has 'tiles        1-3'

# Partitions: all existing kinds, or those requested.
run 0 pdbinfo --board 3x3 8
check "two kinds" [ "$(grep -c 'goal blank on cell 8' out)" -eq 2 ]
run 0 pdbinfo --board 3x3 --blank projected 8
check "one kind" [ "$(grep -c 'board  ' out)" -eq 1 ]
out_has 'blank        projected'
run 0 pdbinfo --board 3x3 --encoding bit 8
check "one kind" [ "$(grep -c 'board  ' out)" -eq 1 ]
out_has 'encoding     bit'
run 0 pdbinfo --board 3x3 --goal blank-first 8
out_has 'goal blank on cell 0'
run 0 pdbinfo --board 3x3 --goal-blank 0 8
out_has 'goal blank on cell 0'
run 3 pdbinfo --board 3x3 --goal-blank 4 8
err_has "no file for tiles 1-8 in .*; 'pdbgen --board 3x3 --goal-blank 4 8' generates it"
run 3 pdbinfo 7-8
err_has "no file for tiles 1-8 in .*db; 'pdbgen 7-8' generates it"
run 2 pdbinfo 7-9
err_has "did you mean '7-8'?"
run 2 pdbinfo 1-8/9-16
err_has 'no tile 16'

# CSV and JSON.
run 0 pdbinfo --csv $small
out_is "file,distance,entries
$small,0,1
$small,1,2
$small,2,2
$small,3,2
$small,4,2
$small,5,2
$small,6,1"
cp $small 'a "b", c.tpdb'
run 0 pdbinfo --csv 'a "b", c.tpdb'
out_has '^"a ""b"", c.tpdb",0,1$'
run 0 pdbinfo --json $small plain
out_json 'length == 2 and .[0].histogram == [1,2,2,2,2,2,1] and .[0].width == 2
    and .[0].table_bytes == 6 and .[0].format_version == 1 and .[1].file == "plain"
    and (.[0].bits_per_entry - .[0].file_bytes / 3 | fabs) < 1e-4 and .[0].frame_count == 1
    and (.[0].compression_ratio - 6 / .[0].file_bytes | fabs) < 1e-6
    and .[0].cached_bytes == .[0].file_bytes and .[0].huge_bytes == 0'
run 0 pdbinfo $small
out_has 'in memory    [1-9][0-9,]* bytes now, 0 in huge pages$'

# The pages in memory are unknown to users who neither own the file nor may write to it, because
# finding out would read the whole file.
if [ "$(id -u)" -eq 0 ] && setpriv --reuid=65534 --clear-groups true 2>/dev/null; then
    mkdir -m 755 shared
    cp "$build/pdbinfo" $small shared/
    chmod 755 "$work" shared/pdbinfo
    file=shared/${small#db/}
    chmod 644 "$file"
    run 0 setpriv --reuid=65534 --clear-groups shared/pdbinfo "$file"
    out_has '^  in memory    unknown$'
    run 0 setpriv --reuid=65534 --clear-groups shared/pdbinfo --json "$file"
    out_json '.[0] | has("cached_bytes") and .cached_bytes == null
        and has("huge_bytes") and .huge_bytes == null and .entries == 24'
    chmod 666 "$file"
    run 0 setpriv --reuid=65534 --clear-groups shared/pdbinfo --json "$file"
    out_json '.[0].cached_bytes == .[0].file_bytes'
    chmod 644 "$file"
    chown 65534 "$file"
    run 0 setpriv --reuid=65534 --clear-groups shared/pdbinfo --json "$file"
    out_json '.[0].cached_bytes == .[0].file_bytes'
    run 0 pdbinfo --json "$file"
    out_json '.[0].cached_bytes == .[0].file_bytes'
else
    echo "not tested: a file of somebody else"
fi
name=$(printf 'odd\377.tpdb')
cp $small "$name"
run 0 pdbinfo --json "$name"
out_json '.[0].file == "odd?.tpdb"'
run 2 pdbinfo --json --csv $small
err_has 'cannot be used together'
run 2 pdbinfo --manifest --csv $small
err_has 'cannot be used together'
run 2 pdbinfo
err_has 'name a file'
run 0 pdbinfo --manifest $small
cp out manifest
run 0 pdbinfo --progress --manifest $small
check "--progress changes nothing on stdout" cmp -s manifest out

# Broken files give exit code 3; the other files are still reported.
run 3 pdbinfo none.tpdb $small
err_has 'none.tpdb'
out_has 'tiles        1-3'
head -c 100 $small >cut.tpdb
head -c 4000 /dev/zero >zeros.tpdb
: >empty.tpdb
for file in cut zeros empty; do
    run 3 pdbinfo $file.tpdb
    err_has "$file.tpdb"
    out_empty
done
run 3 pdbinfo db/
out_empty
run 3 sh -c "pdbinfo $small >/dev/full"
err_has 'No space left'
finish
