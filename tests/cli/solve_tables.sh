#!/bin/sh
# pdbsolve: the databases that it uses, generates, or offers to generate.
. "$(dirname "$0")/harness"

easy='1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15'

# Without tables on disk, pdbsolve builds 6-6-3 in memory, prints once how to get 7-8, and leaves
# no files.
printf '%s\n%s\n' "$easy" "$easy" >boards
run_with boards 0 pdbsolve
out_is '2 LL
2 LL'
err_has "no database .* building partition 6-6-3 in memory; 'pdbgen 7-8' generates and keeps the strongest"
check "once" [ "$(wc -l <err)" -eq 1 ]
check "nothing is written" [ ! -e db ]
run 0 pdbsolve -q "$easy"
err_empty
run 0 pdbsolve -d elsewhere "$easy"
err_has "'pdbgen -d elsewhere 7-8'"

run 0 pdbsolve --goal blank-first '1 0 2 3/4 5 6 7/8 9 10 11/12 13 14 15'
out_is '1 R'
err_has "'pdbgen 7-8'"

# --no-generate refuses.
run_with boards 3 pdbsolve --no-generate
out_is 'error
error'
err_has "no database 7-8 .* 'pdbgen 7-8' generates it"
run 3 pdbsolve --no-generate -p 6-6-3 "$easy"
err_has "no database 6-6-3 .* 'pdbgen 6-6-3' generates it"
run 3 pdbsolve --no-generate -p 6-6-3 --blank projected --goal "$easy" "$easy"
err_has "'pdbgen --goal-blank 13 --blank projected 6-6-3' generates it"
run 3 pdbsolve --no-generate -p 7 --board 4x2 --encoding nibble '1 2 3 4 5 6 0 7'
err_has "'pdbgen --board 4x2 --encoding nibble 7' generates it"
check "nothing is written" [ ! -e db ]

# -p generates the tables once, with a message, and keeps them.
run 0 pdbsolve -p 5-5-5 "$easy"
out_is '2 LL'
err_has "no database 5-5-5 .* generating and keeping it"
check "three files" [ "$(files db)" -eq 3 ]
run 0 pdbsolve --no-generate -p 5-5-5 "$easy"
out_is '2 LL'
err_empty
run 0 pdbgen 5-5-5
check "pdbgen finds them valid" [ "$(grep -c kept out)" -eq 3 ]

# Without -p, existing tables are used: 7-8 if present, else the largest. An empty file shows
# which file was opened.
run 0 pdbsolve "$easy"
err_empty
touch db/4x4_blank15_tiles1-8_aware_bit.tpdb db/4x4_blank15_tiles9-15_aware_bit.tpdb
run 3 pdbsolve "$easy"
err_has 'tiles1-8_aware_bit.tpdb'
err_has "'pdbgen 7-8' generates it again"
out_is error
# A message about all boards is printed once.
printf '%s\n%s\n%s\n' "$easy" "$easy" "$easy" >boards
run_with boards 3 pdbsolve
out_lines 3
check "the table is named once" [ "$(grep -c tiles1-8 err)" -eq 1 ]
check "with what to do, and nothing else" [ "$(wc -l <err)" -eq 1 ]
err_has "tiles1-8_aware_bit.tpdb' is empty; 'pdbgen 7-8' generates it again$"
run 0 pdbsolve -p 5-5-5 "$easy"
rm db/4x4_blank15_tiles9-15_aware_bit.tpdb
run 0 pdbsolve "$easy"
err_empty
rm db/4x4_blank15_tiles1-8_aware_bit.tpdb

# One database serves every corner, and any numbering.
for goal in blank-first '1 2 3 0/4 5 6 7/8 9 10 11/12 13 14 15' \
    '15 14 13 12/11 10 9 8/7 6 5 4/3 2 1 0'; do
    run 0 pdbsolve --no-generate --goal "$goal" --scramble 3 --seed 5
    cp out boards
    run_with boards 0 pdbsolve --no-generate --goal "$goal"
    check "three solutions" [ "$(grep -c '^[3-7][0-9] [UDLR]*$' out)" -eq 3 ]
    err_empty
done

# Other blank cells need their own tables.
centre='1 2 3/4 0 5/6 7 8'
near='1 0 3/4 2 5/6 7 8'
pdbgen -q --board 3x3 8 >/dev/null
run 3 pdbsolve --no-generate --goal "$centre" "$near"
err_has "'pdbgen --board 3x3 --goal-blank 4 8' generates it"
run 0 pdbsolve --goal "$centre" "$near"
out_is '1 U'
err_has "'pdbgen --board 3x3 --goal-blank 4 8' generates and keeps it"
pdbgen -q --board 3x3 --goal-blank 4 8 >/dev/null
run 0 pdbsolve --no-generate --goal "$centre" "$near"
out_is '1 U'
err_empty
# The edges are images of each other.
pdbgen -q --board 3x3 --goal-blank 1 8 >/dev/null
for goal in '1 2 3/4 5 0/6 7 8' '1 2 3/0 4 5/6 7 8' '1 2 3/4 5 6/7 0 8' '1 0 2/3 4 5/6 7 8'; do
    run 0 pdbsolve --no-generate --goal "$goal" --scramble 2 --seed 8
    cp out boards
    run_with boards 0 pdbsolve --no-generate --goal "$goal"
    err_empty
    out_lines 2
done
# This also holds if the tables were generated for another corner.
run 0 pdbgen -d first --board 3x3 --goal blank-first 8
run 0 pdbsolve -d first --no-generate '1 2 3/4 5 6/7 0 8'
out_is '1 L'

# Several partitions; tables with different goal cells are not mixed.
run 0 pdbgen -q -d first --board 3x3 1-4/5-8
run 0 pdbsolve -d first -p 8+1-4/5-8 '1 2 3/4 5 6/7 0 8'
out_is '1 L'
run 2 pdbsolve -p 8+ '1 2 3/4 5 6/7 0 8'
err_has 'the name of a partition is missing'
run 2 pdbsolve -p 7-9 "$easy"
err_has "did you mean '7-8'?"
out_empty
# One error, however many boards there are, and before the first board if possible.
yes "$easy" | head -n 500 >boards
for names in 7-9 7-8+nope; do
    run_with boards 2 pdbsolve -p "$names"
    out_empty
    check "one line" [ "$(wc -l <err)" -eq 1 ]
done
run_with boards 2 pdbsolve -p 6-6-6-6 --board 4x4
out_empty
err_has "unknown partition '6-6-6-6' for 4x4 boards"
run_with boards 2 pdbsolve -p 6-6-6-6
out_lines 500
check "a name of another size is reported once" [ "$(grep -c "unknown partition" err)" -eq 1 ]
check "and nothing else" [ "$(wc -l <err)" -eq 1 ]
run 2 pdbsolve -p 1-8/9-16 "$easy"
err_has 'no tile 16'

# --blank and --encoding choose the kind, which is generated if missing.
run 0 pdbsolve -p 8 --blank projected '1 2 3/4 5 6/7 0 8'
check "projected" [ -f db/3x3_blank8_tiles1-8_projected_nibble.tpdb ]
run 0 pdbsolve -p 8 --blank aware --encoding nibble '1 2 3/4 5 6/7 0 8'
check "nibble" [ -f db/3x3_blank8_tiles1-8_aware_nibble.tpdb ]
# The strongest existing kind comes first.
: >db/3x3_blank8_tiles1-8_projected_nibble.tpdb
run 0 pdbsolve '1 2 3/4 5 6/7 0 8'
run 3 pdbsolve --blank projected '1 2 3/4 5 6/7 0 8'
err_has 'projected_nibble.tpdb'

# A table under another table's name is rejected.
cp db/3x3_blank4_tiles1-8_aware_bit.tpdb db/3x3_blank8_tiles1-8_aware_bit.tpdb
run 3 pdbsolve '1 2 3/4 5 6/7 0 8'
err_has 'holds a different table than its name says'

# On sizes without a partition in the catalogue, near boards are solved without tables and others
# with tables that take a second or two; a message names better tables.
near='1 2 3 4 5 6 7 8 9 10 11/12 13 14 15 16 17 18 19 20 0 21'
run 0 pdbsolve "$near"
out_is '1 L'
err_empty
run 0 pdbsolve --format json '1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24'
out_has '"length":1,'
err_empty
run 3 pdbsolve --no-generate "$near"
err_has "no database .* 'pdbgen --board 11x2 .*' generates it"
run 3 pdbsolve --no-generate '1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24'
err_has "no database .* 'pdbgen --board 5x5 6-6-6-6-b' generates it"
run 1 pdbsolve --max-length 2 '1 2 3 4 5 6 7 8 9 10 11/12 13 14 15 16 17 0 18 19 20 21'
out_is '>=4'
far='0 17 16 15 14 13/12 11 10 9 8 7/6 5 4 3 2 1'
run 1 pdbsolve -j2 --format json --max-nodes 5000000 "$far"
err_has "no database .* building partition 5-6-6 in memory; 'pdbgen --board 6x3 5-6-6' generates and keeps it"
cp out one
printf '%s\n%s\n' '1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 0 17' "$far" >boards
run_with boards 1 pdbsolve -j1 --format json --max-nodes 5000000
check "once" [ "$(grep -c building err)" -eq 1 ]
counts() { sed 's/"seconds":[^,}]*//g; s/"\(board\|line\)":[0-9]*,//; s/"file":[^,]*,//; s/,"threads":[0-9]*//'; }
counts <one >one.counts
tail -n 1 out | counts >two.counts
check "counts depend on no other board and no threads" cmp -s one.counts two.counts
# A board within the nodes of the quick search keeps its counts when tables are present.
printf '%s\n' '1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 0 17' >>boards
run_with boards 1 pdbsolve -j1 --format json --max-nodes 5000000
head -n 1 out | counts >one.counts
tail -n 1 out | counts >two.counts
check "the first and the third are the same" cmp -s one.counts two.counts
check "nothing is kept" [ "$(ls db | grep -c -e 6x3 -e 3x6)" -eq 0 ]

# Without a directory that can be written, tables are built in memory.
rm -rf db
three='1 2 3/4 5 6/7 0 8'
run 0 env -u HOME -u TILEPDB_DIR pdbsolve "$three"
out_is '1 L'
err_has 'no directory for databases: none of .*building partition 8 in memory; .*--dir'
check "one note" [ "$(wc -l <err)" -eq 1 ]
run 0 env -u HOME -u TILEPDB_DIR pdbsolve -p 8 "$three"
out_is '1 L'
err_has 'no directory for databases: .*generating 8 in memory; .*--dir to keep it'
run 3 env -u HOME -u TILEPDB_DIR pdbsolve --no-generate "$three"
err_has 'no directory for databases'
run 0 env TILEPDB_DIR=/dev/null pdbsolve "$three"
err_has '/dev/null cannot be used'
run 0 env TILEPDB_DIR=/proc/nowhere pdbsolve -p 8 "$three"
out_is '1 L'
err_has 'none can be kept there'

# --generate generates the strongest tables, once.
run 0 pdbsolve --generate "$three"
out_is '1 L'
err_has "no database 8 .* generating and keeping it, as 'pdbgen --board 3x3 8' does"
run 0 pdbsolve --generate "$three"
err_empty
check "it is kept" [ "$(files db)" -eq 1 ]
run 2 pdbsolve --generate --no-generate "$three"
err_has '--generate and --no-generate cannot be used together'
finish
