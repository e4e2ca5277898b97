#!/bin/sh
# pdbgen: files, kinds, kept and replaced files, lists, memory needs.
. "$(dirname "$0")/harness"
need jq

# One file for each pattern, one line for each file.
run 0 pdbgen 5-5-5
err_empty
out_lines 3
out_has '^.*tpdb: [0-9,]* entries, maximum [0-9]*, mean [0-9.]*, .*, written in [0-9.]* s$'
check "three files" [ "$(files db)" -eq 3 ]
cp -r db first

# Existing valid files are kept, also as part of another partition.
run 0 pdbgen 5-5-5 5-5-5
out_lines 3
check "all are kept" [ "$(grep -c ', kept$' out)" -eq 3 ]
run 0 pdbgen --force 5-5-5
check "all are replaced" [ "$(grep -c ', replaced in ' out)" -eq 3 ]
check "with the same bytes" diff -r first db
run 0 pdbgen -j 1 --dir one 5-5-5
check "one thread gives the same bytes" diff -r first one
run 0 pdbgen -d shared --board 3x3 1-4/5-8 1-4/5,6/7,8
out_lines 4
check "the common pattern is written once" [ "$(files shared)" -eq 4 ]

# Kinds and goals are kept side by side.
run 0 pdbgen --board 3x3 8
run 0 pdbgen --board 3x3 --encoding nibble 8
run 0 pdbgen --board 3x3 --blank projected 8
run 0 pdbgen --board 3x3 --blank projected --encoding nibble 8
out_has 'kept'
run 0 pdbgen --board 3x3 --goal blank-first 8
run 0 pdbgen --board 3x3 --goal-blank 0 8
out_has 'kept'
run 0 pdbgen --board 3x3 --goal-blank 4 8
for file in blank8_tiles1-8_aware_bit blank8_tiles1-8_aware_nibble \
    blank8_tiles1-8_projected_nibble blank0_tiles1-8_aware_bit blank4_tiles1-8_aware_bit; do
    check "there is $file" [ -f "db/3x3_$file.tpdb" ]
done
run 0 pdbgen --board 3x3 --goal snail 8
out_has 'blank4_tiles1-8_aware_bit.tpdb: .*, kept$'
run 2 pdbgen --board 3x3 --goal spiral --goal-blank 8 8
err_has "puts the blank on cell 4"
run 2 pdbgen --goal blank-first --goal-blank 15 7-8
err_has 'give only one of them'
run 2 pdbgen --goal-blank 16 7-8
err_has 'there is no cell 16'
run 2 pdbgen --goal blank-middle 7-8
err_has "'blank-middle' is not one of blank-last, blank-first"
run 2 pdbgen --board 5x2 --encoding nibble 9
err_has 'bit'
check "nothing was written" [ ! -e db/5x2_blank9_tiles1-9_aware_nibble.tpdb ]

# Levels change the bytes but not the content.
run 0 pdbgen --board 3x3 --blank projected --level 0 -d stored 8
run 0 pdbgen --board 3x3 --blank projected --level 19 -d pressed 8
run 0 pdbinfo --json stored/*.tpdb pressed/*.tpdb
out_json 'length == 2 and .[0].content_hash == .[1].content_hash
    and .[0].file_bytes > .[1].file_bytes and .[0].histogram == .[1].histogram'
run 2 pdbgen --level 23 7-8
err_has "'23' is not a number from 0 to 22"

# A broken file is replaced, with a message; so is one that holds another table.
table=db/3x3_blank8_tiles1-8_aware_bit.tpdb
cp $table good
head -c 5000 good >$table
run 0 pdbgen --board 3x3 8
err_has "$table is broken and will be replaced: the file is 5,000 bytes long, should be "
out_has ', replaced in '
check "it is complete again" cmp -s good $table
printf 'X' | dd of=$table bs=1 seek=6000 conv=notrunc 2>/dev/null
refute "it is altered" cmp -s good $table
run 0 pdbgen --board 3x3 8
err_has 'is broken and will be replaced: '
check "it is complete again" cmp -s good $table
: >$table
run 0 pdbgen -q --board 3x3 8
err_empty
check "it is complete again" cmp -s good $table
cp db/3x3_blank4_tiles1-8_aware_bit.tpdb $table
run 0 pdbgen --board 3x3 8
err_has "$table holds a different table than its name says"
check "it is right again" cmp -s good $table
rm $table
mkdir $table
for force in '' --force; do
    # Nothing, or an option.
    # shellcheck disable=SC2086
    run 3 pdbgen --board 3x3 $force 8
    err_has "is a directory.*'mv .*' moves it out of the way"
done
rmdir $table
# The version is the number after the magic; a newer file is only discarded on request.
cp good $table
printf '\377' | dd of=$table bs=1 seek=8 conv=notrunc 2>/dev/null
run 3 pdbgen --board 3x3 8
err_has 'version.*--force replaces it'
run 0 pdbgen --force --board 3x3 8
check "it is right again" cmp -s good $table

# Verification.
run 0 pdbgen --verify --board 3x3 8
out_has ', kept, verified$'
run 0 pdbgen --verify --force --board 3x3 8
out_has ', verified$'

# Bad partitions: exit 2, a sentence, nothing written.
for bad in nope 7-9 '' 1-8/8-15 1-8/9-16 1-8/10-15 8-1/9-15 1-8//9-15 0-8/9-15 1-8/9-15/ a,b; do
    run 2 pdbgen -d bad "$bad"
    out_empty
    err_has '^pdbgen: '
done
run 2 pdbgen -d bad 7-9
err_has "did you mean '7-8'?"
run 2 pdbgen -d bad nope
err_lacks 'did you mean'
run 2 pdbgen -d bad 1-7
err_has '^pdbgen: tile 8 is in no pattern: a partition covers all tiles$'
run 2 pdbgen -d bad 1-8/9-16
err_has 'no tile 16'
run 2 pdbgen -d bad 1-8/8-15
err_has 'tile 8 is named twice'
run 2 pdbgen -d bad 6-6-6-6
err_has 'add --board 5x5'
run 2 pdbgen -d bad 5-5-5 nope
run 2 pdbgen -d bad
err_has 'name a partition'
run 1 pdbgen -d bad 1-15
err_has 'too large'
check "nothing was written" [ ! -e bad ]

# Memory needs are reported, and a table that needs too much is refused in advance.
run 0 pdbgen -d none --dry-run 7-8
out_lines 2
out_has ': would write 1,425,191,040 entries, .* of memory, at most .* on disk$'
run 0 pdbgen --dry-run --board 3x3 8
out_has ': would keep 362,880 entries, [0-9.]* KiB$'
run 0 pdbgen --dry-run --json --board 3x3 8
out_json '.[0].action == "keep" and .[0].need.memory_bytes == 0 and .[0].need.table_bytes == 0'
run 0 pdbgen --dry-run --json --force --board 3x3 8
out_json '.[0].action == "replace" and .[0].need.memory_bytes > 0 and .[0].need.table_bytes > 0'
run 1 pdbgen -d none --memory 1M 7-8
err_has 'tiles 1-8 need .* more than the 1.0 MiB that --memory allows'
out_empty
run 1 pdbgen -d none --dry-run --memory 1000kB 7-8
out_lines 2
err_has 'more than the 976.6 KiB that --memory allows'
run 1 pdbgen -d none --memory 1MiB 7-8
err_has 'more than the 1.0 MiB that --memory allows'
run 0 pdbgen --memory 10 --board 3x3 8
out_has kept
check "nothing was written" [ ! -e none ]
for size in 0 M 1X 1MM -1 1.5G 99999999999T; do
    run 2 pdbgen --memory "$size" 7-8
    err_has "^pdbgen: --memory: '$size' is not a size"
done

# The catalogue.
run 0 pdbgen --list
awk 'length > 80' out >wide
refute "the list fits 80 columns" [ -s wide ]
for name in 5-5-5 6-6-3 7-8; do out_has "^$name (4x4): "; done
out_has '^    [a-z] [a-z] [a-z] [.]$'
run 0 pdbgen --list --board 4x4
out_lacks '(3x3)'
run 0 pdbgen --list --board 12x2
out_empty
err_has "'pdbgen --board 12x2 1-6/7-12/13-18/19-23'"
run 0 pdbgen --dry-run --board 12x2 1-6/7-12/13-18/19-23
out_lines 4
run 2 pdbgen --list 7-8
err_has 'takes no partition'

# JSON.
run 0 pdbgen --list --json
out_json 'map(select(.name == "7-8" and .width == 4) | del(.summary)) == [{name: "7-8", width: 4,
    height: 4, patterns: [[1,2,3,4,5,6,7,8],[9,10,11,12,13,14,15]],
    drawing: "a a a a\na a a a\nb b b b\nb b b .\n"}]
    and all(.summary | length > 0)'
run 0 pdbgen --json --force --verify --board 2x2 3
out_json '.[0].histogram == [1,2,2,2,2,2,1] and .[0].entries == 24 and .[0].reachable == 12
    and .[0].maximum == 6 and .[0].mean == 3 and .[0].tiles == [1,2,3] and .[0].goal_blank == 3
    and .[0].action == "written" and .[0].verified and .[0].blank == "aware"
    and .[0].encoding == "bit" and (.[0].seconds | type) == "number"
    and (.[0].content_hash | test("^[0-9a-f]{16}$"))'
run 0 pdbgen --json --dry-run 7-8
out_json 'length == 2 and .[0].need.entries == 1425191040 and .[0].action == "write"
    and .[0].need.memory_bytes > .[0].need.table_bytes and .[1].tiles == [9,10,11,12,13,14,15]'

# Boards of more than five columns have the databases of the transposed board.
run 0 pdbgen --board 6x2 5-6
err_has '^pdbgen: 6x2 has the databases of the transposed board, 2x6, which serve both$'
check "files of 2x6" [ -e db/2x6_blank11_tiles1-6_aware_bit.tpdb ]
run 0 pdbgen --board 2x6 5-6
err_empty
check "both are kept" [ "$(grep -c ', kept$' out)" -eq 2 ]
run 0 pdbsolve --no-generate -p 5-6 --format json '1 2 3 4 5 6 / 7 8 9 10 0 11'
out_json '.[0].length == 1 and .[0].partitions[0].partition == "5-6"'
run 0 pdbinfo --json --board 6x2 5-6
out_json 'length == 2 and .[0].width == 2 and .[0].height == 6'
finish
