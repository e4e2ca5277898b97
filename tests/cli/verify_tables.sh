#!/bin/sh
# pdbverify table: sound files, broken files, and false tables with correct checksums.
. "$(dirname "$0")/harness"
need jq
forge=$build/tests/forge

pdbgen -q --board 3x3 1-4/5-8 >/dev/null
pdbgen -q --board 3x3 --blank projected 1-4/5-8 >/dev/null
pdbgen -q --board 3x3 --encoding nibble 1-4/5-8 >/dev/null
pdbgen -q --board 3x2 5 >/dev/null
bit=db/3x3_blank8_tiles1-4_aware_bit.tpdb
nibble=db/3x3_blank8_tiles1-4_aware_nibble.tpdb
projected=db/3x3_blank8_tiles1-4_projected_nibble.tpdb
check "three kinds" [ -f $bit -a -f $nibble -a -f $projected ]

# Integrity is the default; operands are files and partitions, of which all kinds are verified.
run 0 pdbverify table $bit
out_has "^proven: $bit: .* bytes unchanged since written, content hash [0-9a-f]\{16\}"
cp out plain
run 0 pdbverify table --integrity $bit
check "the same words" [ "$(sed 's/; [0-9.]* s$//' out)" = "$(sed 's/; [0-9.]* s$//' plain)" ]
run 0 pdbverify table --board 3x3 1-4/5-8
out_lines 6
run 0 pdbverify table --board 3x3 --blank projected 1-4/5-8
out_lines 2
run 0 pdbverify table --board 3x2 --full 5
out_has 'each of [0-9,]* entries, 360 reachable, distances 0 to 21'
run 0 pdbverify table --full --board 3x3 1-4/5-8
out_lines 6
check "all are proven" [ "$(grep -c '^proven: ' out)" -eq 6 ]
run 0 pdbverify table --full --json $projected
out_json '.[0] | .command == "table" and .verdict == "proven" and .full and .false_entries == 0
    and .histogram_holds and .first == [] and (.memory_bytes > 0) and (.tiles == [1, 2, 3, 4])'

# A false table in a valid file: the integrity check cannot detect it; the proof does, with cells
# and values.
for file in $bit $nibble $projected; do
    for way in flip add-two zero swap-rows shift-rows miscount; do
        case $file-$way in
        *_bit*-add-two) continue ;; # bits have no twos
        esac
        cp $file false.tpdb
        "$forge" false.tpdb $way
        run 0 pdbverify table false.tpdb
        run 1 pdbverify table --full false.tpdb
        out_has '^false: false.tpdb: '
        if [ $way = miscount ]; then
            out_has 'the histogram in the header is wrong'
        else
            out_has '^  row [0-9]*, column [0-9]*, cells .* with the blank on one of .* should be [0-9]*, for '
            out_has 'of [0-9]* entries \(is\|are\) false; the first: row '
        fi
    done
done
cp $bit false.tpdb
"$forge" false.tpdb flip
run 1 pdbverify table --full --json false.tpdb
out_json '.[0] | .verdict == "false" and .false_entries == 1 and (.first | length) == 1
    and (.first[0] | .found + .expected == 1 and .row == 12)'
cp $nibble false.tpdb
"$forge" false.tpdb zero
run 1 pdbverify table --full false.tpdb $bit
out_has "^proven: $bit"

# Broken files give exit code 3, with the reader's message.
head -c 500 $bit >short.tpdb
run 3 pdbverify table short.tpdb
out_has '^broken: short.tpdb: the file is 500 bytes long'
cp $bit bad.tpdb
size=$(wc -c <bad.tpdb)
printf 'x' | dd of=bad.tpdb bs=1 seek=$((size - 3)) conv=notrunc 2>/dev/null
run 3 pdbverify table --full bad.tpdb
out_has '^broken: bad.tpdb: '
run 3 pdbverify table --json bad.tpdb
out_json '.[0] | .verdict == "broken" and (.sentence | length > 0)'
run 3 pdbverify table nowhere.tpdb
out_has '^broken: nowhere.tpdb: cannot open it: No such file or directory'
run 3 pdbverify table bad.tpdb $bit
out_has "^proven: $bit"

# Usage.
run 2 pdbverify table
err_has 'table takes FILE|PARTITION'
run 2 pdbverify table --integrity --full $bit
err_has '^pdbverify: --integrity and --full cannot be used together: '
run 2 pdbverify table --cross $bit
err_has 'no effect with the command table; it needs the command optimal'
run 2 pdbverify table --down-to 79 $bit
err_has 'no effect with the command table; it needs the command layers'
run 2 pdbverify
err_has 'name a command'
run 2 pdbverify tabel $bit
err_has 'did you mean table'
run 1 pdbverify table --full --memory 1k $bit
out_has '^unproven: .*: the proof needs [0-9.]* KiB'
run 2 pdbverify table --board 3x3 5-5-5

# Options that contradict a file's contents are refused, and other files are verified.
# contradicted FAULT OPTION...
contradicted() {
    fault=$1
    shift
    for tool in 'pdbverify table' pdbinfo; do
        run 2 $tool "$@" $bit
        err_is "${tool% *}: $bit: its $fault; leave out $1"
        out_empty
    done
}
contradicted 'metric is single, not multi' --metric multi
contradicted 'blank policy is aware, not projected' --blank projected
contradicted 'encoding is bit, not nibble' --encoding nibble
contradicted 'board is 3x3, not 3x2' --board 3x2
contradicted "goal's blank cell is 8, not 0" --goal blank-first
contradicted "goal's blank cell is 8, not 2" --goal-blank 2
run 0 pdbverify table --metric single --blank aware --encoding bit --board 3x3 --goal-blank 8 $bit
run 0 pdbinfo --goal blank-last --board 3x3 $bit
run 2 pdbverify table --blank projected $bit $projected
out_has "^proven: $projected"
run 0 sh -c "{ pdbverify table --full $bit; echo \$? >code; } | head -n 0"
check "a closed pipe is no error" [ "$(cat code)" -eq 0 ]
err_empty
cp $bit db/3x3_blank8_tiles5-8_aware_nibble.tpdb
run 3 pdbverify table --full --board 3x3 1-4/5-8
out_has '^broken: .*tiles5-8_aware_nibble.tpdb: it holds a different table than its name says'
rm db/3x3_blank8_tiles5-8_aware_nibble.tpdb
if [ -w /dev/full ]; then
    run 3 sh -c "pdbverify table $bit >/dev/full"
fi
finish
