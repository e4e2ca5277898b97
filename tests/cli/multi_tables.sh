#!/bin/sh
# pdbgen --metric multi makes colour tables, pdbinfo shows them, and pdbsolve finds them.
. "$(dirname "$0")/harness"
need jq

small=db/4x4_blank15_multi_123342335233223.tpdb

# Made, kept, replaced, checked.
run 0 pdbgen --metric multi --dry-run small middle
out_lines 2
out_has 'would write 17,297,280 entries'
check "nothing was made" [ ! -e db ] || [ -z "$(ls db)" ]
run 0 pdbgen --metric multi --verify small
out_has "$small: 17,297,280 entries, maximum 31, mean 20.714, .* written in .* verified"
run 0 pdbgen --metric multi '1233 4233 5233 223.' small
out_lines 1
out_has 'kept'
cp $small first
run 0 pdbgen --metric multi --force -j 3 small
out_has 'replaced'
check "the same bytes with three threads" cmp -s $small first
run 0 pdbgen --metric multi --force --level 3 --json small
out_json '.[0] | .metric == "multi" and .colouring == "1233 4233 5233 223." and
    .encoding == "mod3" and .action == "replaced" and .stored_frames < .frame_count'
run 0 pdbgen -q --metric multi --force small
printf 'x' | dd of=$small bs=1 seek=20000 conv=notrunc 2>/dev/null
run 0 pdbgen --metric multi small
err_has 'is broken and will be replaced'
check "as before" cmp -s $small first
run 0 pdbgen -q --board 2x2 3
cp db/2x2_blank3_tiles1-3_aware_bit.tpdb $small
run 0 pdbgen --metric multi small
err_has 'holds a different table'
cp $small db/2x2_blank3_tiles1-3_aware_bit.tpdb
run 0 pdbgen --board 2x2 3
err_has 'holds a different table'
run 1 pdbgen --metric multi --memory 1M --force small
err_has 'colouring small needs .* of memory'
run 2 pdbgen --metric multi
err_has 'name a colouring'
run 2 pdbgen --metric multi medium
err_has 'medium: no colouring of 4x4 boards has this name'
run 2 pdbgen --metric multi --goal-blank 0 large
err_has 'the colouring "large" has the blank on cell 15, not 0; its table serves goals with the blank in any corner'
run 2 pdbgen --metric multi --goal-blank 5 large
err_has 'not 5; draw a colouring for this goal'
run 2 pdbgen --metric multi --blank aware small
err_has 'cannot be used together'
run 0 pdbgen --metric multi --list
out_has '^small (4x4): '
out_has '^    1233$'
run 0 pdbgen --metric multi --list --json
out_json 'length >= 3 and .[0].name == "small" and .[0].colouring == "1233/4233/5233/223."'
names=$(jq -r .name out)
for name in $names; do
    run 0 pdbgen --metric multi --dry-run --json -d nowhere "$name"
    drawn=$(jq -r .colouring out | tr ' ' /)
    check "$name is golden" grep -q "^4x4 15 $drawn aware mod3 " "$sources/pdb/manifest.txt"
done
run 0 pdbgen --metric multi --list --board 5x5
err_has 'no colouring for 5x5'

# Shown.
run 0 pdbinfo --metric multi small
out_has '^  colouring    1233 4233 5233 223.$'
out_has '^  metric       multi$'
out_has '^  rows         8,648,640, 8,648,640 reachable, mean [0-9.]*, maximum 31$'
out_has '^  format       version 2$'
run 0 pdbinfo --json $small
out_json '.[0] | (.rows_histogram | add) + (.columns_histogram | add) == .reachable and
    .histogram[0] == 2 and (.histogram | add) == 17297280'
run 0 pdbinfo --metric multi --manifest small
check "golden" grep -qFx "$(cat out)" "$sources/pdb/manifest.txt"
run 3 pdbinfo --metric multi middle
err_has "'pdbgen -d db --metric multi middle' generates it\|'pdbgen --metric multi middle' generates it"

# Found: by name, by default, or not.
board='5 1 11 4/9 0 10 8/2 13 6 7/14 15 3 12'
run 0 pdbsolve --metric multi --format json "$board"
err_empty
jq '[.length, .moves, .generated]' out >with_file
run 0 pdbsolve -q -d none --metric multi --format json "$board"
jq '[.length, .moves, .generated]' out >in_memory
check "a table in a file is one in memory" cmp -s with_file in_memory
run 0 pdbsolve -d none --metric multi "$board"
err_has "building a small table in memory; 'pdbgen -d none --metric multi large' generates"
run 3 pdbsolve -d none --metric multi --no-generate "$board"
err_has 'no colour table large for this goal in none'
run 0 pdbsolve -q --metric multi -p 'small+1111 1111 1222 222.' --stats "$board"
err_has 'kernel colours'
check "kept" [ -e db/4x4_blank15_multi_111111111222222.tpdb ]
run 0 pdbinfo --metric multi 1111/1111/1222/222.
run 0 pdbsolve --metric multi --generate -d made --board 3x3 R2D2
check "made for 3x3" [ -e made/3x3_blank8_multi_12345678.tpdb ]
run 2 pdbsolve --metric multi -p medium "$board"
err_has 'medium: no colouring of 4x4 boards has this name'
run 2 pdbsolve -q --metric multi -p small+small+small+small+small+small+small "$board"
err_has 'at most 6'

# A table that no search accepts can be made, with a note.
run 0 pdbgen --dry-run --metric multi --board 5x5 11111/11111/11111/11111/1111.
err_has 'together at most 8; this one is 5x5; the table is of no use to them$'
run 0 pdbgen --dry-run --metric multi --board 5x3 11111/11111/1111.
err_lacks 'of no use'

# Proven: the file as it is, and every entry.
run 0 pdbverify table --metric multi small
out_has '^proven: .* bytes unchanged since written, content hash 17e47fe1c195aa77'
run 0 pdbverify table --full --json db/4x4_blank15_multi_111111111222222.tpdb
out_json '.[0] | .verdict == "proven" and .false_entries == 0 and .histogram_holds and
    .metric == "multi"'
pdbgen -q --metric multi --board 3x3 12345678.
three=db/3x3_blank8_multi_12345678.tpdb
cp $three true
"$build/tests/forge" $three multi-flip
run 1 pdbverify table --full $three
out_has '^false: .*1 of 241,920 entries is false\|^false: .*1 of 241920 entries is false'
out_has 'colours 12345678\|colours [1-8]*'
run 0 pdbverify table $three
cp true $three
"$build/tests/forge" $three multi-miscount
run 1 pdbverify table --full $three
out_has 'a histogram in the header is wrong'
cp true db/3x3_blank8_multi_11112222.tpdb
run 3 pdbverify table db/3x3_blank8_multi_11112222.tpdb
out_has 'a different table than its name says'
run 2 pdbverify table --metric multi --blank aware small
run 0 pdbverify table --metric multi $small
for tool in 'pdbverify table' pdbinfo; do
    run 2 $tool --metric single $small
    err_has "$small: its metric is multi, not single; leave out --metric"
done
run 3 pdbverify table --metric multi middle
err_has "'pdbgen .*--metric multi middle' generates it"
printf 'x' | dd of=$small bs=1 seek=20000 conv=notrunc 2>/dev/null
run 3 pdbverify table --metric multi small
out_has 'was altered'
run 3 pdbsolve --metric multi -p small "$board"
err_has 'was altered'
err_has 'pdbgen'
finish
