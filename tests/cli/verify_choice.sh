#!/bin/sh
# Certificates whose bounds were exhausted by several partitions and directions: written, checked
# and forged. TILEPDB_LONG has a 24-puzzle, as the test cli_verify_choice_long.
. "$(dirname "$0")/harness"
need jq

pdbgen -q 5-5-5 >/dev/null
board='8 11 5 10/15 0 7 6/13 12 14 4/1 3 2 9'

# Forward begins, backward takes over: the counts, partitions and directions of pdbsolve.
for jobs in 1 2; do
    run 0 pdbverify optimal -j $jobs -p 5-5-5 --direction auto --certificate chosen$jobs.json "$board" 62
    out_has '^  partition   5-5-5$'
    out_has '^  partition   5-5-5 backward$'
    out_has '^  bound   58 .* nodes, no solution$'
    out_has '^  bound   60 .* nodes, no solution, with 5-5-5 backward$'
done
check "the same for any number of threads" cmp -s chosen1.json chosen2.json
run 0 pdbsolve -p 5-5-5 --direction auto --format json "$board"
fields='{bound, generated, expanded, partition, direction}'
jq -c "[.iterations[] | select(.bound < 62) | $fields], .moves" out >counted
jq -c "[.proofs[0].bounds[] | $fields], .moves" chosen1.json >written
check "the counts of pdbsolve" cmp -s counted written
cp chosen1.json good.json

# A missing table is not generated because a certificate names it; the message names the table.
made=$(files db)
run 3 pdbverify certificate good.json
err_has "pdbgen --goal-blank 5 5-5-5' generates it"
check "nothing was generated" [ "$(files db)" -eq "$made" ]
run 2 pdbverify certificate --generate --no-generate good.json
run 0 pdbverify certificate --generate good.json
out_is 'proven: good.json: 62 moves, and no solution is shorter, if the tables are true (--full); 1 lower bound'
check "the tables are kept" [ "$(files db)" -eq $((made + 3)) ]
for jobs in 1 2; do
    run 0 pdbverify certificate -j $jobs good.json
done
# Unknown fields are ignored.
jq '.later = true | .proofs[0].later = true | .proofs[0].bounds[0].later = true' good.json >more.json
run 0 pdbverify certificate more.json

# Forgeries. refused REASON JQ-PROGRAM; in these, $b are the bounds, $t the tables.
refused() {
    jq ".proofs[0].bounds as \$b | .proofs[0].tables as \$t | $2" good.json >forged.json
    run 1 pdbverify certificate forged.json
    out_has "^false: forged.json: $1"
}
of='select(.direction == "backward")'
alone="del(.proofs[0].tables[] | $of)"
refused 'bound 60: it has [0-9]* generated nodes, but the search has ' \
    ".proofs[0].bounds[-1].direction = \"forward\" | $alone"
refused 'bound [0-9]*: it has [0-9]* generated nodes, but the search has ' \
    '.proofs[0].bounds[2].direction = "backward"'
refused 'it names tables of 5-5-5 backward, which exhausted no bound' \
    '.proofs[0].bounds[].direction = "forward"'
refused 'it names tables of 5-5-5 forward, which exhausted no bound' \
    '.proofs[0].bounds[].direction = "backward"'
refused 'bound 60: the proof has no tables of its partition and direction' \
    '.proofs[0].bounds[-1].partition = "6-6-3"'
refused 'bound [0-9]*: the proof has no tables of' "$alone"
refused 'it names tables of 5-5-5 backward, which exhausted no bound' 'del(.proofs[0].bounds[-1])'
refused 'missing bound: it does not exhaust bound 60' "del(.proofs[0].bounds[-1]) | $alone"
refused 'missing bound: it does not exhaust bound 58' 'del(.proofs[0].bounds[-2])'
refused 'missing bound: it does not exhaust bound ' 'del(.proofs[0].bounds[0])'
refused 'it names tables of 5-5-5 forward, which exhausted no bound' \
    ".proofs[0].bounds |= [.[] | $of]"
refused 'the estimate of the board is 50, not its root_h' \
    ".proofs[0].bounds |= [first(.[] | $of)] + \$b"
refused 'missing bound: it does not exhaust bound ' '.proofs[0].bounds[0].bound = 0'
refused 'missing bound: it does not exhaust bound ' '.proofs[0].bounds[0].bound = 99'
refused 'bound 60: it has 0 generated nodes, but the search has ' \
    '.proofs[0].bounds[-1].generated = 0 | .proofs[0].bounds[-1].expanded = 0'
refused 'other table: the content_hash of table 1 ' \
    "(.proofs[0].tables[] | $of).content_hash = \"0123456789abcdef\""
refused 'other table: the goal_blank of table 1 ' "(.proofs[0].tables[] | $of).goal_blank = 3"
refused 'the estimate of the board is [0-9]*, not its root_h' '.proofs[0].root_h += 2'
refused 'proof 2 shares a table with proof 1' '.proofs += [.proofs[0]]'
jq '.length += 2 | .moves += "DU"' good.json >forged.json
run 1 pdbverify certificate forged.json
out_has '^false: forged.json: there is a solution of 62 moves'
pdbgen -q 6-6-3 >/dev/null
refused 'other table: ' '(.proofs[0] | .tables[], .bounds[]).partition |= sub("5-5-5"; "6-6-3")
    | .proofs[0].tables |= map(select(.direction == "forward"))
    | .proofs[0].bounds |= map(select(.direction == "forward"))'
broken() {
    jq ".proofs[0].bounds as \$b | .proofs[0].tables as \$t | $1" good.json >forged.json
    run 3 pdbverify certificate forged.json
    out_has '^broken: forged.json: it is not a certificate'
}
# shellcheck disable=SC2016
broken '.proofs[0].tables = [$t[0], $t[3], $t[1]]'
broken 'del(.proofs[0].tables[0].partition)'
broken '.proofs[0].tables[0].direction = "sideways"'
broken '.proofs[0].tables[].partition = "no such partition"'
broken '.proofs[0].tables[].partition = "5-5-5-5" | .proofs[0].bounds[].partition = "5-5-5-5"'
broken '.proofs[0].tables[].partition = ""'
# shellcheck disable=SC2016
broken '.proofs[0].bounds = [range(300) | $b[0]]'
broken 'del(.proofs[0].bounds[-1].direction)'
broken '.proofs[0].bounds[-1].direction = "auto"'

# Backward alone, any solution, and two partitions in two directions.
run 0 pdbverify optimal -p 5-5-5 --direction backward --any --certificate back.json "$board"
out_has '^  bound   60 .* nodes, no solution$'
check "backward alone" [ "$(jq -c '[.proofs[0].bounds[].direction] | unique' back.json)" = '["backward"]' ]
run 0 pdbverify certificate back.json
run 0 pdbsolve -p 5-5-5 --any --direction backward "$board"
check "any solution" [ "$(cat out)" = "62 $(jq -r .moves back.json)" ]
run 0 pdbverify optimal --cross --json -p 5-5-5 --direction auto --certificate cross.json "$board"
out_json '.[0] | (.proofs | length) == 2 and all(.proofs[]; all(.tables[], .bounds[]; .partition and .direction))'
run 0 pdbverify certificate --generate cross.json
out_has '; 2 lower bounds$'
run 0 pdbverify optimal -p 5-5-5+6-6-3 --direction backward --certificate both.json "$board"
check "the maximum of two" [ "$(jq '.proofs[0].tables | length' both.json)" -eq 6 ]
run 0 pdbverify certificate --generate both.json
run 0 pdbverify optimal -p 6-6-3 --blank projected --direction backward --certificate least.json "$board"
check "projected" [ "$(jq -r '.proofs[0].tables[0].blank' least.json)" = projected ]
run 0 pdbverify certificate --generate least.json

# A bidirectional search has the counts of pdbsolve; the certificate has limits, levels and the
# pair of views.
for jobs in 1 2; do
    run 0 pdbverify optimal -j $jobs -p 5-5-5 --direction both --certificate sides$jobs.json "$board" 62
    out_has '^  partition   5-5-5$'
    out_has '^  partition   5-5-5 backward$'
    out_has '^  bound   60 .* nodes, from the goal [0-9,]*, no solution$'
done
check "both sides: the same for any number of threads" cmp -s sides1.json sides2.json
run 0 pdbsolve -p 5-5-5 --direction both --format json "$board"
fields='{bound, generated, expanded, partition, direction, limit, level, backward}'
jq -c "[.iterations[] | select(.bound < 62) | $fields], .moves" out >counted
jq -c "[.proofs[0].bounds[] | $fields], .moves" sides1.json >written
check "both sides: the counts of pdbsolve" cmp -s counted written
check "the tables of both directions" [ "$(jq -c '[.proofs[0].pair == .proofs[0].bounds[0].pair,
    (.proofs[0].tables | map(.direction) | unique)]' sides1.json)" = '[true,["backward","forward"]]' ]
cp sides1.json good.json
for jobs in 1 2; do
    run 0 pdbverify certificate -j $jobs good.json
    out_is 'proven: good.json: 62 moves, and no solution is shorter, if the tables are true (--full); 1 lower bound'
done
# Other limits, levels and views also prove the bound, with other counts.
for other in '.proofs[0].bounds[-1].limit += 2' '.proofs[0].bounds[-1].limit -= 8' \
    '.proofs[0].bounds[-1].level = 1' '(.proofs[0], .proofs[0].bounds[]).pair |= [1 - .[0], .[1]]'; do
    refused 'bound [0-9]*: it has [0-9]* .*, but the search has ' "$other"
done
refused 'bound 60: it has 0 nodes from the goal, but the search has ' '.proofs[0].bounds[-1].backward = 0'
refused 'bound 60: it has [0-9]* expanded nodes, but the search has ' '.proofs[0].bounds[-1].expanded += 1'
refused 'bound 50: the proof has no tables of' 'del(.proofs[0].tables[0:3])'
refused 'bound 50: the proof has no tables of' 'del(.proofs[0].tables[3:6])'
refused 'bound 60: the proof has no tables of' '.proofs[0].bounds[-1].pair = [0, 0]'
refused 'its pair of tables differs from the pair of its first bound' '.proofs[0].pair = [0, 0]'
refused 'its pair of tables differs from the pair of its first bound' 'del(.proofs[0].pair)'
refused 'missing bound: it does not exhaust bound 60' 'del(.proofs[0].bounds[-1])'
# A limit of the other parity would miss boards.
broken '.proofs[0].bounds[-1].limit += 1'
out_has 'bound 60 cannot be searched with limit [0-9]* and level [0-9]*$'
for wrong in '.pair = [0]' '.pair = [0, 1, 2]' '.pair = [-1, 0]' '.pair = [0, 32]' '.pair = 0' \
    '.limit = 2000' '.limit = -2000' '.limit = "50"' '.level = -1' '.level = 1.5' '.backward = -1' \
    '.backward = .generated + 1' '.direction = "forward"' '.direction = "backward"' \
    'del(.pair)' 'del(.limit)' 'del(.level)' 'del(.backward)'; do
    broken ".proofs[0].bounds[-1] |= ($wrong)"
done
broken '(.proofs[0], .proofs[0].bounds[]).pair = [0, 31]'
out_has 'the tables have no views 0 and 31$'
broken '.proofs[0].pair = [0]'
broken '.proofs[0].tables[0].direction = "both"'
# Any solution, two partitions, a second proof, a checkpoint, and boards without a bound.
run 0 pdbverify optimal -p 5-5-5 --direction both --any --certificate any.json "$board"
check "any solution: the same bounds" [ "$(jq -c .proofs any.json)" = "$(jq -c .proofs good.json)" ]
run 0 pdbverify optimal -p 5-5-5+6-6-3 --direction both --certificate two.json "$board"
run 0 pdbverify certificate --generate two.json
run 0 pdbverify optimal -p 5-5-5:6-6-3 --direction both --certificate each.json "$board"
check "a partition for each side" [ "$(jq -c '[.proofs[0].tables[] | [.partition, .direction]] | unique' each.json)" = \
    '[["5-5-5:6-6-3","backward"],["5-5-5:6-6-3","forward"]]' ]
run 0 pdbverify certificate --generate each.json
run 2 pdbverify optimal -p 5-5-5:6-6-3 "$board"
err_is 'pdbverify: -p FORWARD:BACKWARD is for --direction both'
run 0 pdbverify optimal -p 5-5-5 --direction both --cross --certificate cross.json "$board"
run 0 pdbverify certificate --generate cross.json
out_has '; 2 lower bounds$'
for again in 1 2; do
    run 0 pdbverify optimal -p 5-5-5 --direction both --checkpoint sides.cp --certificate kept$again.json "$board"
    run 0 pdbverify certificate kept$again.json
done
check "from the checkpoint: the same counts" [ "$(jq -c '[.proofs[0].bounds[] | del(.resumed)]' kept2.json)" = \
    "$(jq -c '.proofs[0].bounds' good.json)" ]
check "from the checkpoint" [ "$(jq '.resumed > 0' kept2.json)" = true ]
for near in '1 2 3/4 5 6/7 8 0' '1 2 3/4 5 6/7 0 8' '1 2 3/4 5 6/0 7 8'; do
    run 0 pdbverify optimal --certificate near.json -p 1-4/5-8 --direction both "$near"
    run 0 pdbverify certificate --generate near.json
done

# A backward estimate may rule out bounds that a forward search would have to search. The board
# needs 24 moves; its forward estimate is 20, its backward estimate 24.
near='2 4 6/3 8 1/5 7 0'
pdbgen -q --board 3x3 1-4/5-8 >/dev/null
for direction in forward backward; do
    run 0 pdbverify optimal -p 1-4/5-8 --direction $direction --certificate $direction.json "$near"
done
jq --slurpfile back backward.json '$back[0].proofs[0].tables as $t | .proofs[0].bounds[0] as $b |
    .proofs[0].tables += $t | .proofs[0].bounds = [$b,
        $b + {bound: 22, generated: 0, expanded: 0, direction: "backward"}]' forward.json >good.json
run 0 pdbverify certificate good.json
refused 'missing bound: it does not exhaust bound 22' \
    "del(.proofs[0].bounds[-1]) | $alone"
refused 'bound 22: it has 5 generated nodes, but the search has 0' \
    '.proofs[0].bounds[-1].generated = 5'
refused 'bound 22: it has 0 generated nodes, but the search has ' \
    ".proofs[0].bounds[-1].direction = \"forward\" | $alone"

# Boards without a bound.
for near in '1 2 3/4 5 6/7 8 0' '1 2 3/4 5 6/7 0 8' '1 2 3/4 5 6/0 7 8'; do
    run 0 pdbverify optimal --cross --certificate near.json -p 1-4/5-8 --direction backward "$near"
    run 0 pdbverify certificate --generate near.json
done

# Refusals.
run 2 pdbverify optimal --direction up "$board"
run 2 pdbverify certificate --direction auto good.json
err_has '^pdbverify: --direction auto has no effect with the command certificate; '
run 3 pdbverify optimal -p 1-4/5-8 --direction backward --no-generate '1 2 3/4 0 5/7 8 6'
out_has '^broken: the tables for a search backward are not available$'
# Partitions are made for this board while its length is proven, though they do not pay off.
if [ -n "${TILEPDB_LONG-}" ]; then
    far='23 15 19 0 17 21 12 5 9 18 7 22 4 13 8 2 14 1 6 3 24 11 10 16 20'
    pdbgen -q --board 5x5 6-6-6-6-b >/dev/null
    run 0 pdbverify optimal --board 5x5 --any --generate --direction both "$far"
    out_has '^proven: 101 moves'
fi
finish
