#!/bin/sh
# Output: closed pipes, full disks, --output; each answer is flushed.
. "$(dirname "$0")/harness"

pdbgen -q --board 3x3 8 >/dev/null

# unread COMMAND...: stdout is a pipe whose reader has gone before the first line is written.
mkfifo unread
unread() {
    shown="$* into a closed pipe"
    code=0
    # shellcheck disable=SC2094
    "$@" 3<>unread 4>unread >&4 3<&- 4>&- 2>err || code=$?
    : >out
}
# A closed pipe ends the run without a message.
for call in "pdbsolve --scramble 1000000 --seed 1" "pdbgen --list" "pdbinfo --board 3x3 8" \
    "pdbsolve 1 2 3 4 5 6 7 0 8" "pdbsolve --help" "pdbsolve --state RD" \
    "pdbsolve --invert RD" "pdbsolve --board 3x3 --judge LU DR" "pdbsolve --completion zsh" "pdbgen --force --board 2x2 3"; do
    # shellcheck disable=SC2086
    unread $call
    check "exit code 0, not $code" [ "$code" -eq 0 ]
    err_empty
done
shown="pdbsolve --scramble into head"
{ code=0; pdbsolve --scramble 1000000 --seed 1 2>err || code=$?; echo $code >code; } | head -n 1 >out
check "exit code 0" [ "$(cat code)" -eq 0 ]
out_lines 1
err_empty

# A reader that goes in the middle of the output ends the run as quietly.
# one_line COMMAND...: stdout goes to a reader of one line.
one_line() {
    shown="$*, a reader of one line"
    { code=0; timeout 900 "$@" 2>err || code=$?; echo $code >code; } | head -n 1 >out
    check "exit code 0, not $(cat code)" [ "$(cat code)" -eq 0 ]
    out_lines 1
    err_empty
}
for options in -j1 -j4 '--format json' '--format csv' --all '--all --format json' --count --any --show \
    --anytime '--checkpoint kept --every 0.01' --state; do
    one_line sh -c "yes '8 6 7 2 5 4 3 0 1' 2>/dev/null | pdbsolve -q $options" # without an end
done
table=$(ls db/3x3*)
for call in pdbinfo 'pdbinfo --json' 'pdbinfo --csv' 'pdbinfo --manifest' 'pdbverify table' 'pdbverify table --json'; do
    # shellcheck disable=SC2046,SC2086
    one_line $call $(yes "$table" | head -n 1000)
done

# The second board is searched while the first answer finds no reader. Its checkpoint is whole.
set -- '4 2 10 14/5 6 1 11/8 3 7 12/9 13 15 0' '3 4 12 11/6 9 10 5/7 8 13 15/1 0 14 2'
rm kept
shown="pdbsolve --checkpoint into a closed pipe"
{ code=0; pdbsolve -q -j2 --heuristic manhattan --checkpoint kept "$@" 2>err || code=$?; echo $code >code; } | true
: >out
check "exit code 0, not $(cat code)" [ "$(cat code)" -eq 0 ]
err_empty
check "no temporary file" [ "$(find . -name '*kept*')" = ./kept ]
run 0 pdbsolve --heuristic manhattan --checkpoint kept "$@"
err_has 'kept: holds the results of [0-9,]* nodes of earlier runs$'
check "46 and 52 moves" [ "$(cut -c 1-3 out | tr -d '\n')" = '46 52 ' ]

# Progress that nobody reads is no reason to generate less.
for json in '' --json; do
    rm -rf set
    shown="pdbgen --progress $json, a reader of one line of stderr"
    # shellcheck disable=SC2086
    { code=0; pdbgen --progress $json -d set 5-5-5 2>&1 >out || code=$?; echo $code >code; } | head -n 1 >line
    check "exit code 0, not $(cat code)" [ "$(cat code)" -eq 0 ]
    check "progress" [ -s line ]
    run 0 pdbverify table -d set 5-5-5
    out_lines 3
done

# A full disk or a closed stdout gives exit code 3 and a sentence.
pdbsolve --board 3x3 --scramble 20 --seed 1 >boards
for call in "pdbsolve --scramble 100000 --seed 1" "pdbsolve 1 2 3 4 5 6 7 0 8" "pdbgen --list" \
    "pdbsolve --state <boards" "pdbsolve --invert RD" "pdbsolve --board 3x3 --judge UL RD" \
    "pdbsolve --completion bash" "pdbsolve <boards" "pdbsolve --format json <boards" "pdbgen --board 3x3 8"; do
    run 3 sh -c "$call >/dev/full"
    err_has 'standard output cannot be written: No space left on device'
    check "one message" [ "$(wc -l <err)" -eq 1 ]
    run 3 sh -c "$call >&-"
    err_has 'standard output cannot be written'
done

# Several threads may notice the failure; a batch has the same exit code, whichever is first.
pdbsolve --board 3x3 --scramble 100 --seed 2 >boards
for again in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    run 3 sh -c 'pdbsolve -j4 -q <boards >/dev/full'
    run 3 sh -c 'pdbsolve -j4 -q <boards >&-'
    run 3 pdbsolve -j4 -q -o /dev/full '1 2 3 4 5 6 7 0 8' 'R2D2L2' 'R2'
    shown="pdbsolve <boards | true, time $again"
    { code=0; pdbsolve -j4 -q <boards 2>err || code=$?; echo $code >code; } | true
    : >out
    check "exit code 0, not $(cat code)" [ "$(cat code)" -eq 0 ]
    err_empty
done

# Tables are generated whether or not anybody reads the report.
rm -rf set
unread pdbgen -q -d set --board 3x3 1-4/5-8
check "both tables exist" [ "$(files set)" -eq 2 ]

# An interrupt ends a run whose reader reads nothing: many lines by the main thread, or answers
# larger than a pipe's buffer by another thread.
yes R4D4L4U3R3D2L2U1 | head -n 30 >boards
show="--board 5x5 --heuristic manhattan -j1 --show --color always boards"
mkfifo slow
for call in "--scramble 1000000 --seed 1" "$show"; do
    for end in INT:130 TERM:143; do
        shown="pdbsolve $call, a reader that sleeps, ${end%:*}"
        # The process reads the first byte, and holds the pipe open.
        rm -f begun
        { head -c 1 >begun && exec sleep 600; } <slow &
        sleeper=$!
        # shellcheck disable=SC2086
        pdbsolve $call >slow 2>err &
        pid=$!
        wait_for [ -s begun ]
        sleep 0.3 # the pipe is full by then, or else the run ends as well
        kill -s "${end%:*}" $pid
        tries=0
        while kill -0 $pid 2>/dev/null && [ $tries -lt 6000 ]; do
            tries=$((tries + 1))
            sleep 0.05
        done
        kill $sleeper # which lets a run go that waits still
        code=0
        wait $pid || code=$?
        : >out
        check "exit code ${end#*:}, not $code" [ $code -eq "${end#*:}" ]
        check "it ended while the reader slept" [ $tries -lt 6000 ]
        err_lacks 'cannot be written'
    done
done
# A reader that is slow gets every byte.
# shellcheck disable=SC2086
pdbsolve $show >all
check "an answer is bigger than a page" [ "$(wc -c <all)" -gt $((30 * 4096)) ]
shown="pdbsolve --show, a slow reader"
# shellcheck disable=SC2086
pdbsolve $show 2>err | { sleep 0.5 && cat; } >out
check "every byte" cmp -s all out

# Each answer appears as soon as it is known.
shown="pdbsolve, line by line"
: >out
mkfifo in
pdbsolve <in >out 2>err &
pid=$!
exec 3>in
echo '1 2 3 4 5 6 7 0 8' >&3
wait_for [ -s out ]
out_is '1 L'
exec 3>&-
wait $pid

# --output: the file appears only when it is complete.
run 0 pdbsolve --output results '1 2 3 4 5 6 7 0 8'
out_empty
cp results out
out_is '1 L'
check "no temporary file is left" [ "$(find . -name 'results*' | wc -l)" -eq 1 ]
check "it can be read by those who may" [ "$(stat -c %a results)" = "$(printf '%o' $((0666 & ~0$(umask))))" ]
run 1 pdbsolve -o results '2 1 3 4 5 6 7 8 0'
cp results out
out_is unsolvable
ln -s results link
run 0 pdbsolve -o link --scramble 2 --seed 3 --board 3x3
check "the link stays" [ -h link ]
check "its file is written" [ "$(wc -l <results)" -eq 2 ]
run 0 pdbsolve -o /dev/null '1 2 3 4 5 6 7 0 8'
check "a device stays" [ -c /dev/null ]
run 3 pdbsolve -o missing/results '1 2 3 4 5 6 7 0 8'
err_has 'missing/results cannot be written: No such file'
run 3 pdbsolve -o /dev/full '1 2 3 4 5 6 7 0 8'
err_has '/dev/full cannot be written: No space'
mkdir there
run 3 pdbsolve -o there '1 2 3 4 5 6 7 0 8'
err_has 'there cannot be written: Is a directory'
finish
