#!/bin/sh
# pdbverify solution, optimal, certificate: true claims, and forgeries with their reasons.
. "$(dirname "$0")/harness"
need jq

hard3='8 6 7/2 5 4/3 0 1'
pdbgen -q --board 3x3 1-4/5-8 8

# Solutions, in three notations.
run 0 pdbverify solution '1 2 3/4 0 5/7 8 6' LU
out_is 'proven: 2 moves lead from the board to the goal'
run 0 pdbverify solution --moves blank '1 2 3/4 0 5/7 8 6' RD
run 0 pdbverify solution --moves numbers '1 2 3/4 0 5/7 8 6' 5,6
run 0 pdbverify solution 1 2 3 4 0 5 7 8 6 LU
run 0 pdbverify solution '1 2 3/4 5 6/7 8 0' ''
out_is 'proven: 0 moves lead from the board to the goal'
run 1 pdbverify solution '1 2 3/4 0 5/7 8 6' LL
out_has "^false: move 2, 'L' at column 2, is not possible"
run 1 pdbverify solution '1 2 3/4 0 5/7 8 6' L
out_has '^false: 1 legal move ends in 1 2 3 / 4 5 0 / 7 8 6, which is not the goal'
run 1 pdbverify solution --moves numbers '1 2 3/4 0 5/7 8 6' 5,1
out_has "^false: move 2, '1' at column 3, is not possible: tile 1 is not next to the blank"
run 0 pdbverify solution --goal blank-first '1 0 2/3 4 5/6 7 8' R
run 0 pdbverify solution --blank-tile last '0 1 2/3 8 4/6 7 5' LU
run 0 pdbverify solution --blank-tile Q --json 1 2 3 4 Q 5 7 8 6 LU
out_json '.[0].board == [1, 2, 3, 4, 0, 5, 7, 8, 6]'
run 2 pdbverify solution --blank-tile 9 '1 2 3/4 9 5/7 9 6' LU
err_has 'again at'
run 0 pdbverify solution --goal '2 1 3/4 0 5/6 7 8' '2 1 3/4 5 0/6 7 8' R
run 1 pdbverify solution --json '1 2 3/4 0 5/7 8 6' LL
out_json '.[0] | .command == "solution" and .verdict == "false" and .failed_move == 2
    and .length == null and .board == [1, 2, 3, 4, 0, 5, 7, 8, 6]'
run 2 pdbverify solution '1 2 3/4 0 5/7 8 6' LX
err_has "move 2, 'X' at column 2, is not U, D, L, R or an arrow"
run 2 pdbverify solution --moves numbers '1 2 3/4 0 5/7 8 6' 5,x
err_has "move 2, 'x' at column 3, is not the number of a tile"
run 0 pdbverify solution '1 2 3/4 0 5/7 8 6' 'R L2 u'
out_is 'proven: 4 moves lead from the board to the goal'
run 2 pdbverify solution '1 2 3/4 0 5/7 8 8' L
run 2 pdbverify solution LU
err_has 'solution takes BOARD MOVES'

# Boards and moves are read in every form of docs/input.md.
run 0 pdbverify solution '[[1,2,3],[4,0,5],[7,8,6]]' '2 LU'
run 0 pdbverify solution '1 2 3
4 0 5
7 8 6' "R' D'"
run 0 pdbverify solution --moves numbers '1,2,3;4,0,5;7,8,6' '2 5,6'
run 0 pdbverify solution --board 3x3 DR LU
for line in unsolvable '>=40' error '31 40' 31; do
    run 2 pdbverify solution '1 2 3/4 0 5/7 8 6' "$line"
    err_has 'answer\|pdbsolve --count\|a length without moves'
done

# The answers of pdbsolve are solutions, in every notation.
for words in tile blank numbers; do
    run 0 pdbsolve -p 1-4/5-8 --moves $words "$hard3"
    moves=$(sed 's/^[0-9]* *//' out)
    run 0 pdbverify solution --moves $words "$hard3" "$moves"
    out_is 'proven: 31 moves lead from the board to the goal'
done

# Optima.
run 0 pdbverify optimal -p 1-4/5-8 "$hard3"
out_has '^proven: 31 moves, and no solution is shorter, if the tables are true (--full)$'
out_has '^  bound   29  *[0-9,]* nodes, no solution$'
out_has '^  table       tiles 1-4, aware bit, content hash '
run 0 pdbverify optimal -p 1-4/5-8 "$hard3" 31
run 1 pdbverify optimal -p 1-4/5-8 "$hard3" 33
out_has '^false: the board needs 31 moves, not 33'
run 1 pdbverify optimal -p 1-4/5-8 "$hard3" 29
run 1 pdbverify optimal -p 1-4/5-8 '1 2 3/4 5 6/8 7 0'
out_has '^false: '
run 0 pdbverify optimal -p 1-4/5-8 --cross "$hard3"
out_has 'with two partitions that share no table'
check "two tables' hashes" [ "$(grep -c 'content hash' out)" -ge 2 ]
# A mirror image is no second partition, because its tables hold the same distances. All
# partitions proposed earlier are used in the first proof, or are reflections of partitions there.
run 0 pdbverify optimal --generate -p 8+1,2,4,7/3,5,6,8 --cross --certificate mirror.json "$hard3"
out_has '^  partition   8+1-2,4,7/3,5-6,8$'
out_has '^  partition   1-3/4-8$'
out_lacks '^  partition   1-4/5-8$'
run 0 pdbverify certificate mirror.json
run 2 pdbverify optimal -p 3+1/2-3 --cross '0 2/1 3'
err_has '^pdbverify: --cross: no partition is left to propose that shares no table with the first; name fewer with -p$'
pdbgen -q --board 3x3 1,2,4,7/3,5,6,8 >/dev/null
run 0 pdbverify optimal -p 1-4/5-8 --certificate this.json "$hard3"
run 0 pdbverify optimal -p 1,2,4,7/3,5,6,8 --certificate that.json "$hard3"
jq -s '.[0] * {proofs: (.[0].proofs + .[1].proofs)}' this.json that.json >both.json
run 1 pdbverify certificate both.json
out_has '^false: both.json: proof 2 shares a table with proof 1, or the mirror image of one$'
jq -s '.[0] * {proofs: (.[0].proofs + .[1].proofs[1:])}' this.json mirror.json >both.json
run 0 pdbverify certificate both.json
run 0 pdbverify optimal -p 1-4/5-8 '1 2 3/4 5 6/7 8 0' 0
run 0 pdbverify optimal -p 1-4/5-8 8 6 7 2 5 4 3 0 1 31
# The last number is a length, not the last tile of a board whose index is the first number.
run 0 pdbverify optimal -p 1-4/5-8 '1 2 3 4 5 6 7 0 8' 1
out_has '^proven: 1 move,'
run 0 pdbverify optimal -p 1-4/5-8 1 2 3 4 5 6 7 0 8 1
out_has '^proven: 1 move,'
run 0 pdbverify optimal -p 1-4/5-8 --board 3x3 D R2
out_has '^proven: 3 moves,'
# An error is reported once, for the intended reading.
run 2 pdbverify optimal --goal bad '1 2 3 4 5 6 7 0 8' 1
check "one message" [ "$(wc -l <err)" -eq 1 ]
run 2 pdbverify optimal 1 2 3 4 5 6 7 0 7
err_has 'tile 7 is .* again'
run 2 pdbverify optimal '1 2 3 4 5 6 7 0 7' 31
err_has 'tile 7 is .* again'
run 2 pdbverify optimal -p 1-4/5-8 "$hard3" 3x
err_has "invalid length '3x'"
run 2 pdbverify optimal '1 2 3'
run 3 pdbverify optimal --board 3x2 --no-generate '1 0 2/3 4 5'
err_has 'pdbgen --board 3x2 5'
run 0 pdbverify optimal -p 1-4/5-8 --json "$hard3"
out_json '.[0] | .verdict == "proven" and .length == 31 and (.proofs | length) == 1
    and (.proofs[0].tables | length) == 2 and .proofs[0].bounds[-1].bound == 29
    and (.moves | length) == 31'

# Missing tables are made in memory, and kept only on request.
run 0 pdbverify optimal -d new -p 1-4/5-8 --cross "$hard3"
err_has "^pdbverify: no database 1-4/5-8 for this goal in new: generating 1-4/5-8 in memory; 'pdbgen .*' generates and keeps it$"
check "nothing is written" [ ! -e new ]
run 0 pdbverify optimal -d new -p 1-4/5-8 --generate "$hard3"
err_has 'generating and keeping it'
check "two files" [ "$(files new)" -eq 2 ]

# Boards of more than five columns have transposed tables. --cross proposes other tables, and the
# check of a certificate finds the board's cell of a table, here of a backward search.
run 0 pdbverify optimal --board 6x2 -p 5-6 --generate --cross --certificate wide.json '6 0 10 9 8 7 / 5 4 3 2 1 11'
err_has "no database 1-5/6-11 "
run 0 pdbverify certificate wide.json
run 0 pdbverify optimal -p 5-6 --direction both --generate --certificate wide.json '1 2 3 4 5 6 / 11 10 9 0 8 7'
run 0 pdbverify certificate --generate wide.json

# A certificate is checked from scratch; its counts are those of pdbsolve. verify_choice.sh has
# certificates of several partitions and directions.
run 0 pdbverify optimal --cross -p 1-4/5-8 --certificate good.json "$hard3"
run 0 pdbverify certificate good.json
out_is 'proven: good.json: 31 moves, and no solution is shorter, if the tables are true (--full); 2 lower bounds'
run 0 pdbverify certificate --full good.json
out_is 'proven: good.json: 31 moves, and no solution is shorter; 2 lower bounds'
run 0 pdbsolve -p 1-4/5-8 --format json "$hard3"
jq -c '[.iterations[] | select(.bound < 31) | {bound, generated, expanded}]' out >counted
check "the counts of pdbsolve" \
    [ "$(jq -c '[.proofs[0].bounds[] | {bound, generated, expanded}]' good.json)" = "$(cat counted)" ]

# Forgeries. refused REASON JQ-PROGRAM
refused() {
    jq "$2" good.json >forged.json
    run 1 pdbverify certificate forged.json
    out_has "^false: forged.json: $1"
}
refused 'its solution is invalid: ' '.length = 29 | .moves = .moves[0:29]'
refused 'its solution has 31 moves, not 29' '.length = 29'
refused 'its solution has 31 moves, not 33' '.length = 33'
refused 'its solution has 20 multi-tile moves, not 31' '.metric = "multi"'
refused 'its solution is invalid: ' '.board[0:2] = [6, 8] | .board[2:4] = [2, 7]'
refused 'wrong board: ' '.board[0:2] = [6, 8]'
refused 'its board is invalid: ' '.board[0] = 6'
refused 'its board is invalid: it has too many tiles' '.board = [range(25), 0]'
refused 'its goal is invalid: ' '.goal = [1, 2, 3]'
refused 'it proves no lower bound' '.proofs = []'
refused 'missing bound: it does not exhaust bound 29' 'del(.proofs[0].bounds[-1])'
refused 'missing bound: ' 'del(.proofs[0].bounds[0])'
refused 'bound 29: it has 5 generated nodes, but the search has ' \
    '.proofs[0].bounds[-1].generated = 5'
refused 'it has bounds that the search does not have' \
    '.proofs[0].bounds += [.proofs[0].bounds[-1] + {bound: 31}]'
refused 'bound 31: the proof has no tables of its partition and direction' \
    '.proofs[0].bounds += [{bound: 31, generated: 1, expanded: 1, partition: "8", direction: "forward"}]'
refused 'other table: the content_hash of table 1' \
    '.proofs[0].tables[0].content_hash = "0123456789abcdef"'
refused 'other table: ' '.proofs[0].tables[0].goal_blank = 3'
refused 'other table: it names 1 tables, but 2 are used here' 'del(.proofs[0].tables[1])'
# A longer solution with true bounds is refuted, because a shorter one exists.
jq '.length = 33 | .moves = "'"$(jq -r .moves good.json)"'" + "DU"' good.json >forged.json
run 1 pdbverify certificate forged.json
out_has '^false: forged.json: there is a solution of 31 moves'
refused 'proof 3 shares a table with proof 1' '.proofs += [.proofs[0]]'
refused 'the estimate of the board is [0-9]*, not its root_h' '.proofs[0].root_h = 99'
refused 'the estimate of the board is 31, not its root_h' '.proofs[1].root_h = 33'
broken() {
    run 3 pdbverify certificate forged.json
    out_has '^broken: forged.json: it is not '
}
echo 'no JSON' >forged.json && broken
echo '[]' >forged.json && broken
echo '{"format": "tilepdb-certificate"}' >forged.json && broken
jq '.proofs[0].tables = []' good.json >forged.json && broken
jq '.proofs[0] = 7' good.json >forged.json && broken
jq '.moves = 7' good.json >forged.json && broken
jq '.width = -3' good.json >forged.json && broken
jq '.width = 4294967299' good.json >forged.json && broken
jq '.length = 4294967327' good.json >forged.json && broken
jq '.version = 4294967297' good.json >forged.json && broken
refused 'other table: the tiles of table 1' '.proofs[0].tables[0].tiles = [1, 2]'
jq '.proofs[0].tables[0].blank = "projected"' good.json >forged.json && broken
# Every field has a type and a range. malformed REASON JQ-PROGRAM
malformed() {
    jq "$2" good.json >forged.json
    run 3 pdbverify certificate forged.json
    out_has "^broken: forged.json: it is not a certificate: its field '$1"
}
malformed "proofs\[1\].root_h' is not an allowed number" '.proofs[1].root_h = "31"'
malformed "proofs\[0\].bounds\[0\].generated' is missing" 'del(.proofs[0].bounds[0].generated)'
malformed "proofs\[0\].bounds\[0\].expanded' is not an allowed number" '.proofs[0].bounds[0].expanded = -2'
malformed "proofs\[0\].bounds\[0\].direction' is not one of the allowed words" '.proofs[0].bounds[0].direction = "auto"'
malformed "proofs\[0\].tables\[0\].partition' is not a text" '.proofs[0].tables[0].partition = true'
malformed "length' is not an allowed number" '.length = 31.5'
malformed "board' is not an allowed list" '.board[0] = "8"'
malformed "metric' is not one of the allowed words" '.metric = "tiles"'
malformed "tables_proven' is neither true nor false" '.tables_proven = 1'
malformed "version' is missing" 'del(.version)'
for value in null true -2 256 '"5"' 1.5; do
    malformed "[^ ]*resumed' " ".resumed = $value"
    malformed "[^ ]*resumed' " ".proofs[0].bounds[0].resumed = $value"
    malformed "[^ ]*resumed' " "(.resumed, .proofs[].bounds[].resumed) = 0 | .proofs[0].bounds[0].resumed = $value"
done
malformed "[^ ]*resumed' contradicts" '(.resumed, .proofs[].bounds[].resumed) = 0 | del(.proofs[0].bounds[0].resumed)'
malformed "resumed' is not the sum" '.proofs[].bounds[].resumed = 0 | .resumed = 1'
jq '(.resumed, .proofs[].bounds[].resumed) = 0' good.json >forged.json
run 0 pdbverify certificate forged.json

made=$(files db)
jq '.proofs[0].tables[].encoding = "nibble"' good.json >forged.json
run 3 pdbverify certificate --json forged.json
out_json '.[0] | .verdict == "broken"'
check "nothing was generated" [ "$(files db)" -eq "$made" ]
run 3 pdbverify certificate nowhere.json
run 2 pdbverify certificate
run 3 pdbverify certificate --json forged.json
out_json '.[0] | .command == "certificate" and .verdict == "broken"'

# The message for a certificate of another version names the version, and what to do.
for version in 0 1 2 3 5; do
    jq ".version = $version" good.json >forged.json
    run 3 pdbverify certificate forged.json
    out_is "broken: forged.json: it is not a certificate of version 4 but of version $version: write it again with 'pdbverify optimal --certificate'"
done

# Near boards.
for near in '1 2 3/4 5 6/7 8 0' '1 2 3/4 5 6/7 0 8' '1 2 3/4 5 6/0 7 8'; do
    run 0 pdbverify optimal --cross --certificate near.json -p 1-4/5-8 "$near"
    run 0 pdbverify certificate near.json
done

# A false table with correct checksums: the claim depends on it and says so; --full and --cross
# detect it.
mkdir forged
pdbgen -q -d forged --board 3x3 --encoding nibble 8 >/dev/null
"$build/tests/forge" forged/*nibble.tpdb add-two
deceived=$(pdbverify table --full --json forged/*nibble.tpdb | jq -r '.first[0].text' |
    sed 's/.*cells \(.*\) with the blank.*/\1/; s/_/0/')
run 0 pdbverify optimal -d forged -p 8 --encoding nibble "$deceived"
out_has 'entries     taken as true; --full proves them as well'
run 1 pdbverify optimal -d forged -p 8 --encoding nibble --full "$deceived"
out_has '^false: forged/.*nibble.tpdb: 1 of .* entries is false; .* should be'
run 1 pdbverify optimal --json -d forged -p 8 --encoding nibble --full "$deceived"
out_json '.[0] | .verdict == "false" and .tables_proven == null'
run 1 pdbverify optimal -d forged -p 8 --encoding nibble --cross "$deceived"
out_has '^false: there is a solution of [0-9]* moves: .*; the tables contradict each other$'
run 0 pdbverify optimal -p 1-4/5-8 --full "$hard3"
out_has 'entries     of all tables proven'
out_has '^proven: 31 moves, and no solution is shorter$'

# A certificate is published complete or not at all.
run 3 pdbverify optimal -p 1-4/5-8 --certificate nowhere/good.json "$hard3"
err_has 'nowhere/good.json'
check "no directory" [ ! -e nowhere ]

# 4x4, with tables generated on demand.
run 0 pdbverify optimal -p 6-6-3 --cross '5 1 2 4/9 6 3 8/13 10 7 11/14 15 12 0' --goal blank-last
out_has '^proven: [0-9]* moves, and no solution is shorter, with two partitions'
run 0 pdbverify antipodes --help
run 2 pdbverify optimal "$hard3" ''
err_has 'invalid length '
run 2 pdbverify certificate -p 8 good.json
err_has '^pdbverify: -p has no effect with the command certificate; it needs the command optimal, '
run 2 pdbverify antipodes --goal blank-first
run 2 pdbverify solution -p 8 "$hard3" U
run 3 pdbverify optimal --json --no-generate -p 5-5-5 '5 1 2 4/9 6 3 8/13 10 7 11/14 15 12 0'
out_json '.[0] | .command == "optimal" and .verdict == "broken"'
run 2 pdbverify antipodes 3
err_has 'antipodes takes no operands'
run 2 pdbverify xyzzy
err_has "^pdbverify: unknown command xyzzy; see --help"
run 2 pdbverify layers --down-to 70
run 2 pdbverify layers --goal-blank 16
err_has '^pdbverify: --goal-blank: the cells of 4x4 are 0 to 15'
run 2 pdbverify antipodes --from report.json
err_has '^pdbverify: --from has no effect with the command antipodes; it needs the command layers'
run 3 pdbverify layers --from missing.json
out_has '^broken: missing.json: it cannot be opened: No such file'
run 3 pdbverify certificate .
out_is 'broken: .: it cannot be read: Is a directory'
echo '{"version": 2}' >fields.json
run 3 pdbverify certificate fields.json
out_is "broken: fields.json: it is not a certificate"
printf '{"layers": [{"distance": 80}]}' >report.json
run 3 pdbverify layers --from report.json
out_has '^broken: report.json: it is not a report of layers'
printf '{"layers": [{"boards": ["1 2 3"]}]}' >report.json
run 3 pdbverify layers --from report.json
out_has '^broken: report.json: '
printf '{"layers": [{"boards": ["2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0"]}]}' >report.json
run 3 pdbverify layers --from report.json
out_has '^broken: report.json: .*solv'
run 2 pdbverify layers --goal-blank 14 --down-to 79
err_has 'is known only down to 80'
# The verdict is the same with --quiet.
run 0 pdbverify -q --partition 1-4/5-8 optimal "$hard3"
err_empty
cp out verdict
run 0 pdbverify --progress --partition 1-4/5-8 optimal "$hard3"
check "--progress changes nothing on stdout" cmp -s verdict out
finish

# The goal that a text has.
run 0 pdbverify solution '1 2 3/4 5 6/7 0 8 => 1 2 3/4 5 6/0 7 8' R
err_has 'the goal is taken from the text: 1 2 3 / 4 5 6 / 0 7 8'
run 1 pdbverify solution 'https://tiles.example/?board=1,2,3/4,0,6/7,5,8&goal=first' UL
run 0 pdbverify solution --goal blank-last 'https://tiles.example/?board=1,2,3/4,0,6/7,5,8&goal=first' UL
err_has 'the goal in the text, 0 1 2 / 3 4 5 / 6 7 8, is ignored, since --goal is given'
run 0 pdbverify optimal -d none '1 2 3/4 5 6/7 0 8 => 1 2 3/4 5 6/0 7 8' 1
out_has '^  goal  *1 2 3 / 4 5 6 / 0 7 8$'
run 2 pdbverify optimal -d none 'https://tiles.example/?board=1,2,3/4,0,6/7,5,8&goal=1,2,3/*,*,*/*,*,*'
run 0 pdbverify solution 'https://tiles.example/?board=1,2,3/4,0,6/7,5,8&metric=multi' UL
err_has 'use --metric multi'

