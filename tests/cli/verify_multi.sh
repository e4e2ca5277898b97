#!/bin/sh
# pdbverify --metric multi: solutions and optima in slides, their certificates, and forgeries.
. "$(dirname "$0")/harness"
need jq

hard3='8 6 7/2 5 4/3 0 1'

# Solutions.
run 0 pdbverify solution --metric multi '1 2 3/4 5 6/0 7 8' L2
out_is 'proven: 1 multi-tile move leads from the board to the goal'
run 0 pdbverify solution --metric multi --json '1 2 3/4 0 5/7 8 6' '2 LU'
out_json '.[0] | .length == 2 and .metric == "multi"'
run 1 pdbverify solution --metric multi '1 2 3/4 5 6/0 7 8' L3
out_has 'move 3'

# Optima: the bounds are one apart, and the counts are those of pdbsolve.
two='111/122/22.'
pdbgen -q --metric multi --board 3x3 $two >/dev/null
for jobs in 1 3; do
    run 0 pdbverify optimal -j $jobs --metric multi -p $two --cross --certificate proof$jobs.json "$hard3" 20
    out_has '^proven: 20 multi-tile moves, and no solution is shorter, with two colourings that share'
    out_has '^  colouring   111/122/22\.$'
    out_has '^  table       111 122 22., aware mod3, content hash [0-9a-f]*$'
    out_has '^  bound   19 .* nodes, no solution$'
    out_has '^  bound   18 .* nodes, no solution$'
done
check "the same with three threads" cmp -s proof1.json proof3.json
out_has '^  entries     of all tables proven$'
run 0 pdbverify optimal --metric multi -p $two --certificate good.json "$hard3"
run 0 pdbsolve -q --metric multi -p $two --format json "$hard3"
jq -c '[.iterations[] | select(.bound < 20) | {bound, generated, expanded}], .moves' out >counted
jq -c '[.proofs[0].bounds[] | {bound, generated, expanded}], .moves' good.json >written
check "the counts of pdbsolve" cmp -s counted written
run 1 pdbverify optimal --metric multi -p $two "$hard3" 21
out_has '^false: the board needs 20 multi-tile moves, not 21'
run 1 pdbverify optimal --metric multi -p $two '1 2 3/4 5 6/8 7 0'
out_has '^false: '
run 0 pdbverify optimal -q --metric multi --full -p $two+112/233/44. "$hard3"
out_has 'of all tables proven'
out_has '^  colouring   111/122/22\.+112/233/44\.$'
run 0 pdbsolve -q "$hard3"
check "more of them in single tiles" [ "$(cut -d ' ' -f 1 out)" -eq 31 ]

# Certificates are checked from scratch: missing tables are named, and not generated.
rm db/3x3_blank8_multi_12345678.tpdb
made=$(files db)
run 3 pdbverify certificate proof1.json
err_has "'pdbgen --metric multi --board 3x3 123/456/78.' generates it"
check "nothing was generated" [ "$(files db)" -eq "$made" ]
run 0 pdbverify certificate --generate proof1.json
out_is 'proven: proof1.json: 20 multi-tile moves, and no solution is shorter; 2 lower bounds'
run 0 pdbverify certificate --json good.json
out_json '.[0] | .verdict == "proven" and .length == 20 and .metric == "multi" and .tables_proven'
check "version and metric" [ "$(jq '[.version, .metric] == [4, "multi"]' good.json)" = true ]
run_with good.json 0 pdbverify certificate -

# Forgeries. refused REASON JQ-PROGRAM
refused() {
    jq "$2" good.json >forged.json
    run 1 pdbverify certificate forged.json
    out_has "^false: forged.json: $1"
}
refused 'its solution has 20 multi-tile moves, not 19' '.length = 19'
refused 'its solution has 31 moves, not 20' '.metric = "single"'
refused 'its solution has 31 moves, not 20' 'del(.metric)'
refused 'its solution is invalid: ' '.length = 19 | .moves = .moves[0:28]'
refused 'wrong board: ' '.board[0:2] = [6, 8]'
refused 'it proves no lower bound' '.proofs = []'
refused 'missing bound: it does not exhaust bound 19' 'del(.proofs[0].bounds[-1])'
refused 'missing bound: it does not exhaust bound 18' 'del(.proofs[0].bounds[-2])'
refused 'bound 19: it has 5 generated nodes, but the search has ' \
    '.proofs[0].bounds[-1].generated = 5'
refused 'it has bounds that the search does not have' \
    '.proofs[0].bounds += [.proofs[0].bounds[-1] + {bound: 20}]'
refused 'other table: the content_hash of table 1' \
    '.proofs[0].tables[0].content_hash = "0123456789abcdef"'
refused 'other table: the colouring of table 1' '.proofs[0].tables[0].colouring = "111 222 22."'
refused 'other table: the goal_blank of table 1' '.proofs[0].tables[0].goal_blank = 0'
refused 'the estimate of the board is [0-9]*, not its root_h' '.proofs[0].root_h += 1'
refused 'proof 2 shares a table with proof 1' '.proofs += [.proofs[0]]'
jq '.length += 2 | .moves += "DU"' good.json >forged.json
run 1 pdbverify certificate forged.json
out_has '^false: forged.json: there is a solution of 20 multi-tile moves: [UDLR]*$'
broken() {
    jq "$1" good.json >forged.json
    run 3 pdbverify certificate forged.json
    out_has '^broken: forged.json: it is not '
}
broken '.version = 5'
broken '.metric = 1'
broken '.metric = "tiles"'
broken '(.proofs[0] | .tables[], .bounds[]).direction = "backward"'
broken '(.proofs[0] | .tables[], .bounds[]).partition = "medium"'
broken '(.proofs[0] | .tables[], .bounds[]).partition = "8"'
broken '.width = 5 | .height = 5 | .board = [range(25)] | .goal = .board | .moves = "" | .length = 0'
for length in 0 1 100 1000; do
    head -c $length good.json >forged.json
    run 3 pdbverify certificate forged.json
    out_has '^broken: forged.json: it is not valid JSON'
done

# A false table with correct checksums. Small tables are always proven; a claim with a larger
# table depends on the table, and says so.
small=db/3x3_blank8_multi_11112222.tpdb
run 0 pdbverify optimal --metric multi -p $two "$hard3"
out_has '^proven: 20 multi-tile moves, and no solution is shorter$'
cp $small true
"$build/tests/forge" $small multi-flip=$two
run 0 pdbverify table $small
for how in '' --full --cross; do
    run 1 pdbverify optimal --metric multi -p $two $how "$hard3"
    out_has "^false: .*/$small: 1 of 420 entries is false; the first: row"
done
run 1 pdbverify optimal --json --full --metric multi -p $two "$hard3"
out_json '.[0] | .verdict == "false" and .tables_proven == null'
run 1 pdbverify certificate --generate --full good.json
out_has "^false: good.json: .*/$small: 1 of 420 entries is false"
run 1 pdbverify certificate --full --json good.json
out_json '.[0] | .verdict == "false" and .tables_proven == false'
mv true $small
slid='1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15'
run 0 pdbverify optimal -q --generate --metric multi -p 11111222/2233333. "$slid"
out_has '^  entries     taken as true; --full proves them as well$'
out_has '^proven: 1 multi-tile move, and no solution is shorter, if the tables are true (--full)$'

# A pattern's table under the name of a colour table is reported by its reader, in every command.
cp $small true
pdbgen -q -d single --board 3x3 1-4/5-8 >/dev/null
cp single/3x3_blank8_tiles1-4*.tpdb $small
run 3 pdbsolve --metric multi -p $two "$hard3"
err_has 'holds a different table than its name says'
run 3 pdbverify optimal --metric multi -p $two "$hard3"
out_has '^broken: '
run 3 pdbverify certificate good.json
err_has 'holds a different table than its name says'
out_lacks 'it is not a certificate'
mv true $small

# Both tables are proposals of --cross, which therefore takes the next one.
run 0 pdbverify optimal -q --metric multi -p $two+123/456/78. --cross --generate "$hard3"
out_has 'with two colourings that share no table'

# If the goal's blank is only on the anti-diagonal, a search reflects the board in the
# anti-diagonal.
goal='1 2 3 4/5 6 0 7/8 9 10 11/12 13 14 15'
run 0 pdbverify optimal --generate --metric multi --goal "$goal" -p 3321/32.1/3221/3211 --cross '1 2 3 4/0 5 6 7/8 9 10 11/12 13 14 15'
out_has '^  colouring   1123/12\.3/1223/1233$'
out_has 'with two colourings that share no table'
out_lacks 'colouring   1111/12\.2/2223/3333'

# Small boards, other goals, and refusals.
for near in '1 2/3 0' '1 2/0 3' '3 1/2 0' '1 2 3/4 5 6/0 7 8'; do
    run 0 pdbverify optimal --cross --generate --metric multi --certificate near.json "$near"
    run 0 pdbverify certificate --generate near.json
done
run 0 pdbverify optimal --generate --metric multi --goal '1 2 3/4 0 5/6 7 8' --certificate near.json '1 0 3/4 2 5/6 7 8'
run 0 pdbverify certificate near.json
run 2 pdbverify optimal --metric multi --board 5x5 "$hard3"
run 2 pdbverify optimal --metric multi "$(pdbsolve --state --board 5x5 R2D2)"
err_has 'together at most 8'
run 2 pdbverify optimal --metric multi -p 7-8 '1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15'
err_has '7-8 is a partition, for single-tile moves'
run 2 pdbverify optimal --metric multi --direction backward "$hard3"
err_has 'searched forward'
run 2 pdbverify optimal --metric multi --blank aware "$hard3"
run 2 pdbverify antipodes --metric multi
err_has 'has no effect with the command antipodes'
run 0 pdbverify certificate --metric multi near.json
run 2 pdbverify certificate --metric single near.json
out_empty
err_is 'pdbverify: near.json: its metric is multi, not single; leave out --metric'
finish
