#!/bin/sh
# pdbsolve --checkpoint with -o: a batch that was stopped or killed at any moment goes on, and no
# answered board is searched again. TILEPDB_LONG runs all cases, as the test cli_batch_long.
# The command line that goes on is words:
# shellcheck disable=SC2086
. "$(dirname "$0")/harness"

count=60 kills=6
if [ -n "${TILEPDB_LONG:-}" ]; then count=200 kills=20; fi
seed=5
pdbsolve --scramble $count --walk 45 --seed $seed >boards
solve='pdbsolve --heuristic manhattan --checkpoint kept -o out'
pdbsolve -q --heuristic manhattan boards >whole
# Called by wait_for.
# shellcheck disable=SC2317
kept() {
    if [ -e kept ]; then grep -ao '[0-9]*, [a-z]*:[0-9]*, .' kept | wc -l; else echo 0; fi
}
# shellcheck disable=SC2317
has_kept() { [ "$(kept)" -ge "$1" ] || ! kill -0 "$pid" 2>/dev/null; }
# Counts over all runs: each block of --stats is a board that was searched, and each key in the
# checkpoint an answer.
searched() { sed -n 's/^\([a-z]*:[0-9]*\): .* first estimate .*/\1/p' "$@"; }
twice() { sort | uniq -d; }

# Kills the run when a given number of answers is kept; the numbers are random, but the same in
# every run of the test.
time=0 wanted=0
while [ $time -lt $kills ]; do
    time=$((time + 1))
    wanted=$((wanted + (time * 7919 + seed) % (2 * count / kills)))
    $solve --stats -j $((time % 2 + 1)) boards 2>err.$time &
    pid=$!
    wait_for has_kept $wanted
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    [ -e out ] && break
    check "no answer is found twice" [ -z "$(grep -ao '[0-9]*, boards:[0-9]*, .' kept | twice)" ]
done
check "some kills" [ $time -gt 2 ]
if [ ! -e out ] || [ "$(kept)" -gt 0 ]; then
    left=$(kept)
    run 0 $solve --stats boards
    cp err err.last
    err_has "^pdbsolve: kept: $left answers* \(is\|are\) taken up$"
    check "the others are searched" [ $((left + $(searched err | wc -l))) -eq $count ]
fi
shown="$time kills"
check "the answers of a run that was not disturbed" cmp -s whole out
check "no board is searched twice" [ -z "$(searched err.* | twice)" ]
check "nothing else is left" [ "$(echo kept* out*)" = "kept out" ]

# After an interrupt, the partial file is gone at the end, and so are leftovers of a kill.
rm kept out
$solve -j1 boards 2>err &
pid=$!
wait_for has_kept $((count / 4))
kill -INT $pid
wait $pid
check "a part" [ -s out.partial ]
echo killed >out.tmp-1-1
run 0 $solve -q boards
check "the same answers" cmp -s whole out
check "nothing else is left" [ "$(echo kept* out*)" = "kept out" ]

# begun: starts a batch and stops it once answers are kept.
begun() {
    rm -f kept* out*
    pdbsolve -q --heuristic manhattan --checkpoint kept -o out boards &
    pid=$!
    wait_for has_kept 3
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
}

# The answers belong to one command line; options without effect on answers may differ.
begun
cp kept before
run 2 $solve --format csv boards
err_has '^pdbsolve: kept has the answers of another command line: repeat that one, or remove'
run 2 pdbsolve -q --checkpoint kept -o out --heuristic linear-conflict boards
check "it stays" cmp -s before kept
echo damage >>kept
cp kept damaged
run 2 $solve --format csv boards
check "a damaged one, too" cmp -s damaged kept
run 0 $solve -j1 --every 9 --timeout 600 --stats boards
err_has 'taken up$'
check "the same answers" cmp -s whole out

# Other boards are searched, and the kept answers stay.
begun
head -n 2 boards | sed 's/ /,/g' >others
run 0 $solve others
check "the answers to these" [ "$(cat out)" = "$(head -n 2 whole)" ]
err_has '^pdbsolve: kept keeps its answers: [0-9]* are of other boards$'
run 0 $solve boards
err_has 'taken up$'
check "the same answers" cmp -s whole out

# A damaged record and all records after it are ignored.
begun
LC_ALL=C sed 's/^[0-9]* \([UDLR]*\)/9 \1/' kept >damaged
check "damaged" [ "$(cmp -l damaged kept | wc -l)" -gt 0 ]
mv damaged kept
run 0 $solve boards
err_has '^pdbsolve: kept: the last [0-9,]* bytes are incomplete or altered, and are left out$'
err_lacks 'taken up'
check "the same answers" cmp -s whole out
begun
cp boards kept
run 3 $solve boards
err_has "^pdbsolve: 'kept': the file is not a checkpoint, and is left as it is$"
check "it is" cmp -s boards kept
rm -f kept* out*

# After a time limit, answers are kept, and other boards are searched further.
rm -f kept* out*
printf '1 2/0 3\n%s\n2 1/0 3\n1 2/3 0\n' "$hardest" >mixed
run 1 pdbsolve -q --heuristic manhattan --timeout 0.05 --checkpoint kept -o out mixed
check "two answers" [ "$(kept)" -eq 2 ]
run 1 pdbsolve --heuristic manhattan --timeout 0.05 --checkpoint kept -o out mixed
err_has 'mixed:2: the limit'
err_has 'kept: 2 answers are taken up$'

# A kept answer has the goal and the id of its board, and is used only with both.
goes_on="pdbsolve --heuristic manhattan --max-nodes 9999 --stats --checkpoint kept -o out edited"
rm -f kept* out*
cp mixed edited
run 1 $goes_on
for line in '{"board":[1,2,0,3],"goal":[1,2,0,3]}' '{"board":[1,2,0,3],"goal":[1,2,0,3],"id":"a"}'; do
    { echo "$line" && sed 1d mixed; } >edited
    for searched in 1 0; do
        run 1 $goes_on
        check "no move" [ "$(head -n 1 out)" = 0 ]
        check "searched: $searched" [ "$(searched err | grep -c ':1$')" -eq $searched ]
    done
done
rm -f kept* out*

# Identical boards in one line have one answer: it is kept twice, then found three times.
{ echo '[[1,2],[0,3]] [[1,2],[0,3]]' && echo "$hardest"; } >same
same="pdbsolve --heuristic manhattan --max-nodes 9999 --checkpoint kept -o out same"
run 1 $same
check "two answers" [ "$(kept)" -eq 2 ]
echo '[[1,2],[0,3]] [[1,2],[0,3]] [[1,2],[0,3]]' >same
run 0 $same
err_is 'pdbsolve: kept: 1 answer is taken up'
check "nothing else is left" [ "$(echo kept* out*)" = "kept out" ]
rm kept out

# Answers stay in the checkpoint until the output has its name: if a directory takes the name, the next run goes
# on, and the partial file is gone at its end.
mkfifo late
late="pdbsolve --heuristic manhattan --checkpoint kept -o out late"
$late 2>err &
pid=$!
exec 4>late
echo '1 2/0 3' >&4
wait_for has_kept 1
mkdir out
exec 4>&-
code=0
wait $pid || code=$?
check "exit code 3, not $code" [ $code -eq 3 ]
err_has 'the answers so far are in out.partial$'
rmdir out
rm late
echo '1 2/0 3' >late
run 0 $late
err_is 'pdbsolve: kept: 1 answer is taken up'
check "nothing else is left" [ "$(echo kept* out*)" = "kept out" ]
rm kept out

# Taking up thousands of answers costs less than finding them. The hardest board has no answer, so
# the answers stay.
cost() {
    python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(round(1000 * (used.ru_utime + used.ru_stime)))' "$@"
}
pdbsolve --scramble 20000 --walk 20 --seed $seed >many
echo "$hardest" >>many
many="pdbsolve --heuristic manhattan --max-nodes 9999 --format json --checkpoint kept -o out many"
found=$(cost $many 2>err)
taken=$(cost $many 2>err)
shown="$many: $found ms of processors, then $taken ms"
err_has 'kept: 20,000 answers are taken up$'
check "taking up is cheap" [ "$taken" -lt "$found" ]
rm kept* out*

# No other process may have the checkpoint.
mkfifo fifo
pdbsolve -q --heuristic manhattan --checkpoint kept -o held fifo &
pid=$!
exec 4>fifo
run 3 pdbsolve -q --heuristic manhattan --checkpoint kept -o out mixed
err_has "^pdbsolve: 'kept' belongs to a run that has not ended$"
exec 4>&-
wait $pid

finish
