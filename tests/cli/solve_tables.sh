#!/bin/sh
# pdbsolve: which databases it uses, makes, or asks for.
. "$(dirname "$0")/harness"

easy='1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15'

# With none, it builds 6-6-3 in memory, says once how to get 7-8, and leaves nothing behind.
printf '%s\n%s\n' "$easy" "$easy" >boards
run_with boards 0 pdbsolve
out_is '2 LL
2 LL'
err_has "no database .* building partition 6-6-3 in memory; 'pdbgen 7-8' makes"
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
err_has "there is no database 7-8 .* 'pdbgen 7-8' makes it"
run 3 pdbsolve --no-generate -p 6-6-3 "$easy"
err_has "there is no database 6-6-3 .* 'pdbgen 6-6-3' makes it"
run 3 pdbsolve --no-generate -p 6-6-3 --blank projected --goal "$easy" "$easy"
err_has "'pdbgen --goal-blank 13 --blank projected 6-6-3' makes it"
run 3 pdbsolve --no-generate -p 7 --board 4x2 --encoding nibble '1 2 3 4 5 6 0 7'
err_has "'pdbgen --board 4x2 --encoding nibble 7' makes it"
check "nothing is written" [ ! -e db ]

# -p generates once, says so, keeps it.
run 0 pdbsolve -p 5-5-5 "$easy"
out_is '2 LL'
err_has "no database 5-5-5 .* generating and keeping it"
check "three files" [ "$(files db)" -eq 3 ]
run 0 pdbsolve --no-generate -p 5-5-5 "$easy"
out_is '2 LL'
err_empty
run 0 pdbgen 5-5-5
check "pdbgen finds them valid" [ "$(grep -c kept out)" -eq 3 ]

# Without -p, what is there is used: the largest, and 7-8 before all. An empty file shows which
# one was opened.
run 0 pdbsolve "$easy"
err_empty
touch db/4x4_blank15_tiles1-8_aware_bit.tpdb db/4x4_blank15_tiles9-15_aware_bit.tpdb
run 3 pdbsolve "$easy"
err_has 'tiles1-8_aware_bit.tpdb'
err_has "'pdbgen 7-8 --force' makes it again"
out_is error
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

# Other cells need their own.
centre='1 2 3/4 0 5/6 7 8'
near='1 0 3/4 2 5/6 7 8'
pdbgen -q --board 3x3 8 >/dev/null
run 3 pdbsolve --no-generate --goal "$centre" "$near"
err_has "'pdbgen --board 3x3 --goal-blank 4 8' makes it"
run 0 pdbsolve --goal "$centre" "$near"
out_is '1 U'
err_has "'pdbgen --board 3x3 --goal-blank 4 8' makes it"
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
# Also when they were made for another corner.
run 0 pdbgen -d first --board 3x3 --goal blank-first 8
run 0 pdbsolve -d first --no-generate '1 2 3/4 5 6/7 0 8'
out_is '1 L'

# Several partitions; tables with different goal cells are not mixed.
run 0 pdbgen -q -d first --board 3x3 1-4/5-8
run 0 pdbsolve -d first -p 8+1-4/5-8 '1 2 3/4 5 6/7 0 8'
out_is '1 L'
run 2 pdbsolve -p 8+ '1 2 3/4 5 6/7 0 8'
err_has "no partition ''"
run 2 pdbsolve -p 7-9 "$easy"
err_has "did you mean '7-8'?"
out_is error
run 2 pdbsolve -p 1-8/9-16 "$easy"
err_has 'no tile 16'

# --blank and --encoding choose the kind, and get it made.
run 0 pdbsolve -p 8 --blank projected '1 2 3/4 5 6/7 0 8'
check "projected" [ -f db/3x3_blank8_tiles1-8_projected_nibble.tpdb ]
run 0 pdbsolve -p 8 --blank aware --encoding nibble '1 2 3/4 5 6/7 0 8'
check "nibble" [ -f db/3x3_blank8_tiles1-8_aware_nibble.tpdb ]
# The strongest that is there goes first.
: >db/3x3_blank8_tiles1-8_projected_nibble.tpdb
run 0 pdbsolve '1 2 3/4 5 6/7 0 8'
run 3 pdbsolve --blank projected '1 2 3/4 5 6/7 0 8'
err_has 'projected_nibble.tpdb'

# A table under another table's name is not believed.
cp db/3x3_blank4_tiles1-8_aware_bit.tpdb db/3x3_blank8_tiles1-8_aware_bit.tpdb
run 3 pdbsolve '1 2 3/4 5 6/7 0 8'
err_has 'holds another table than its name says'

# Sizes without a partition in the catalogue.
run 0 pdbsolve '1 2 3 4 5 6 7 8 9 10 11/12 13 14 15 16 17 18 19 20 0 21'
out_is '1 L'
err_has 'no database for 11x2 boards: searching with --heuristic manhattan'
run 3 pdbsolve --no-generate '1 2 3 4 5 6 7 8 9 10 11/12 13 14 15 16 17 18 19 20 0 21'
err_has 'no database for 11x2 boards'
finish
