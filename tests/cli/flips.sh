#!/bin/sh
# Certificates and checkpoints with a flipped bit, or cut off: each is refused with a sentence, or its
# claim is still true. TILEPDB_LONG flips every bit, as the test cli_flips_long.
. "$(dirname "$0")/harness"
need jq
need python3

every=17
[ -z "$TILEPDB_LONG" ] || every=1

# flipped FILE REFUSED TRUE COMMAND...: COMMAND reads the file copy. REFUSED is a pattern of the exit code
# and the first line for damaged files, TRUE the answer to the file itself.
flipped() {
    file=$1 refused=$2 true=$3
    shift 3
    shown="damaged copies of $file: $*"
    python3 "$sources/tests/cli/flips.py" $every "$file" copy "$@" >runs 2>err
    check "all runs" [ $? -eq 0 ]
    check "there are some" [ "$(wc -l <runs)" -ge $(($(wc -c <"$file") * 9 / every)) ]
    grep -v -e "^[a-z]* [0-9]*: $refused" runs | grep -v -F ": 0 $true" >out
    check "each is refused, or the answer is right" [ ! -s out ]
}

# Two lower bounds; both sides, with the fields of a search that was resumed; multi-tile moves.
pdbgen -q --board 3x3 1-4/5-8 >/dev/null
run 0 pdbverify optimal -p 1-4/5-8 --generate --cross --certificate near.json '1 2 3/4 5 6/0 7 8'
run 0 pdbverify optimal -p 1-4/5-8 --generate --direction both --certificate both.json '6 4 7/8 5 0/3 2 1'
run 0 pdbverify optimal --metric multi --generate --certificate multi.json '8 6 7/2 5 4/3 0 1'
for kind in near both multi; do
    jq -c 'if .metric then . else (.resumed, .proofs[].bounds[].resumed) = 0 end' $kind.json >$kind
    cp $kind copy
    run 0 pdbverify certificate --generate copy
    flipped $kind '[13] \(false\|broken\): [a-z]' "$(cat out)" pdbverify certificate copy
done

# A whole search, with an answer, which is short, since what follows a damaged record is searched
# again. test_checkpoint has units of a bound that was begun.
set -- --heuristic manhattan --checkpoint
board='7 2 8 3/9 10 4 6/0 5 1 15/14 13 12 11'
run 0 pdbsolve -q "$@" kept "$board"
flipped kept "3 pdbsolve: 'copy': the [a-z]* \(is\|was\) " "$(cat out)" pdbsolve -q "$@" copy "$board"
finish
