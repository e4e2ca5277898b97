#!/bin/sh
# pdbsolve --checkpoint: searches that were stopped, or killed at any moment, go on.
. "$(dirname "$0")/harness"
need jq

pdbgen -q 5-5-5 >/dev/null
hard='10 0 15 12/3 6 14 9/7 11 5 8/1 4 2 13'
counts='.[0] | [.length, .moves, .generated, .expanded, [.iterations[] | .bound, .generated, .expanded]]'

# A second run resumes the file: it has the same answer and searches hardly anything again.
run 0 pdbsolve -q -p 5-5-5 --format json "$hard"
jq -s "$counts" out >whole
run 0 pdbsolve -p 5-5-5 --format json --checkpoint kept "$hard"
err_lacks 'holds the results'
jq -s "$counts" out >counted
check "the same counts with a checkpoint" cmp -s whole counted
out_json '.[0].resumed == 0'
run 0 pdbsolve -j 1 -p 5-5-5 --format json --stats --checkpoint kept "$hard"
err_has '^pdbsolve: kept: holds the results of [0-9,]* nodes of earlier runs$'
err_has 'of these, [0-9,]* from the checkpoint$'
err_has '0\.0000  *-$'
jq -s "$counts" out >counted
check "the same counts out of it" cmp -s whole counted
out_json '.[0] | .resumed > 0.9 * .generated'

# Another board, other databases and --any are searched anew, and added to the file.
cp kept before
run 0 pdbsolve -q -p 5-5-5 --no-reflection --format json --checkpoint kept "$hard"
out_json '.[0].resumed == 0'
run 0 pdbsolve -q -p 5-5-5 --format json --checkpoint kept "$hard"
out_json '.[0].resumed > 0'

# Time limits, one after another. The first suit one thread of a fast machine, the later ones
# sanitizers on a busy machine.
rm kept
code=1 times=0
while [ $code -eq 1 ] && [ $times -lt 60 ]; do
    limit=$((times / 10)).$((times % 10 / 2))5
    pdbsolve -q -j1 -p 5-5-5 --format json --timeout "$limit" --checkpoint kept "$hard" >out 2>err
    code=$? times=$((times + 1))
done
check "ends after limits of time" [ $code -eq 0 ]
check "after some of them" [ $times -gt 1 ]
out_json '.[0].resumed > 0'
jq -s "$counts" out >counted
check "the same counts after limits" cmp -s whole counted

# Killed at any moment, also while it saves.
rm kept
times=0
while [ $times -lt 60 ] || { [ -z "$(find . -name kept -size +99c)" ] && [ $times -lt 120 ]; }; do
    pdbsolve -q -j $((times % 2 + 1)) -p 5-5-5 --format json --every 0.01 --checkpoint kept \
        "$hard" >out 2>err &
    pid=$!
    # Later ones, up to 6 s, are for sanitizers on a busy machine, until more than a head is kept.
    sleep "$((times < 60 ? 0 : times / 10 - 5)).$((times / 30 % 2))$((times % 10))"
    kill -KILL $pid 2>/dev/null || break
    wait $pid 2>/dev/null
    times=$((times + 1))
done
wait
run 0 pdbsolve -q -p 5-5-5 --format json --checkpoint kept "$hard"
jq -s "$counts" out >counted
check "the same counts after $times kills" cmp -s whole counted
check "some kills" [ $times -gt 2 ]
out_json '.[0].resumed > 0'
check "no leftovers of kills" [ "$(ls | grep -c '^.kept\|^kept.')" -eq 0 ]

# A batch, interrupted; choices go on as well.
pdbsolve --scramble 20 --seed 3 >boards
echo "$hard" >>boards
run 0 pdbsolve -q -p 5-5-5 --direction auto --format json boards
jq -c '[.line, .moves, .generated, .compared]' out >whole
pdbsolve -q -p 5-5-5 --direction auto --every 0.01 --checkpoint batch boards >out 2>err &
pid=$!
wait_for [ -s batch ]
kill -INT $pid
wait $pid
run 0 pdbsolve -q -p 5-5-5 --direction auto --format json --checkpoint batch boards
jq -c '[.line, .moves, .generated, .compared]' out >counted
check "the same batch" cmp -s whole counted

# A file that is no checkpoint stays unchanged.
cp boards copy
run 3 pdbsolve -q -p 5-5-5 --checkpoint copy "$hard"
err_has "'copy': the file is not a checkpoint, and is left as it is"
check "it stays" cmp -s boards copy
head -c 12 before >short
run 3 pdbsolve -q -p 5-5-5 --checkpoint short "$hard"
err_has "'short': the checkpoint is incomplete"
head -c 100 before >shorter
run 0 pdbsolve -p 5-5-5 --checkpoint shorter "$hard"
err_has '^pdbsolve: shorter: the last 84 bytes are incomplete or altered, and are left out$'
run 3 pdbsolve -q -p 5-5-5 --checkpoint none/kept "$hard"
out_empty
err_has "^pdbsolve: nothing was searched, since the checkpoint cannot be saved: cannot write 'none/kept': "
run 3 pdbsolve -q -p 5-5-5 --checkpoint /dev/null "$hard"
err_has "^pdbsolve: '/dev/null' is not a regular file$"
run 2 pdbsolve -q -p 5-5-5 --checkpoint - "$hard"
run 2 pdbsolve -q --every 3 "$hard"
err_has 'checkpoint'
run 2 pdbsolve -q --checkpoint same -o same "$hard"

# pdbverify also resumes a checkpoint, and its certificate says so. Checking the certificate
# searches again.
run 0 pdbverify optimal -p 5-5-5 --checkpoint before --certificate resumed.json "$hard" 63
err_has '^pdbverify: before: holds the results of [0-9,]* nodes of earlier runs$'
out_has '^proven: 63 moves, and no solution is shorter, if the tables (--full) and the checkpoint are true$'
out_has '^  bound   61 .* nodes, no solution, from the checkpoint [0-9,]*$'
check "all that it took over" [ "$(jq '.resumed == ([.proofs[0].bounds[].resumed // 0] | add) and
    .resumed > 0' resumed.json)" = true ]
run 0 pdbverify certificate resumed.json
run 0 pdbverify optimal -p 5-5-5 --certificate whole.json "$hard"
out_has '^proven: 63 moves, and no solution is shorter, if the tables are true (--full)$'
check "else it is the same" [ "$(jq -cS 'del(.resumed, .proofs[0].bounds[].resumed)' resumed.json)" = \
    "$(jq -cS . whole.json)" ]
run 3 pdbverify optimal -q -p 5-5-5 --checkpoint copy "$hard"
run 3 pdbverify optimal -q -p 5-5-5 --checkpoint short "$hard"
run 2 pdbverify optimal -q -p 5-5-5 --checkpoint same --certificate same "$hard"
run 2 pdbverify optimal -q -p 5-5-5 --every 3 "$hard"

# If the folder vanishes during a search, the answer is printed, and the exit code reports that
# nothing was kept.
mkdir folder
shown="pdbsolve --checkpoint folder/kept, without the folder"
pdbsolve -q -j1 -p 5-5-5 --no-reflection --every 0.01 --checkpoint folder/kept "$hard" >out 2>err &
pid=$!
# Behind the 16 bytes with which the log begins are the first records of the search.
until [ "$(cat folder/kept 2>/dev/null | wc -c)" -gt 16 ]; do sleep 0.01; done
kill -s STOP $pid # it saves again and again
rm -r folder 2>/dev/null || rm -r folder # what was being saved
kill -s CONT $pid
code=0
wait $pid || code=$?
check "exit code 3, not $code" [ $code -eq 3 ]
check "the answer comes" grep -q '^63 ' out
check "one complaint" [ "$(grep -c 'the checkpoint was not saved' err)" -eq 1 ]

finish
