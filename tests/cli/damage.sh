#!/bin/sh
# Files that are damaged, or truncated while they are read, give exit code 3 and a sentence with
# the file's name: when a board needs the damaged part, or with --preload before the first board.
. "$(dirname "$0")/harness"

# flip FILE OFFSET: changes one byte.
flip() {
    byte=$(dd if="$1" bs=1 skip="$2" count=1 2>/dev/null | od -An -tu1 | tr -d ' ')
    # shellcheck disable=SC2059
    printf "\\$(printf '%03o' $((byte ^ 64)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

easy='1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15'

# The first frame of a file is far from the goal, whose code is the last.
for kind in 'aware bit' 'aware nibble' 'projected nibble'; do
    policy=${kind% *}
    encoding=${kind#* }
    run 0 pdbgen -q --blank "$policy" --encoding "$encoding" 6-6-3
    table=db/4x4_blank15_tiles10-15_${policy}_$encoding.tpdb
    cp "$table" good
    begin=$(pdbinfo --json "$table" | jq '((128 + 8 * (.maximum + 1) + 32 * .frame_count + 8 + 4095)
        / 4096 | floor) * 4096')
    flip "$table" $((begin + 17))
    run 0 pdbsolve -p 6-6-3 --blank "$policy" --encoding "$encoding" "$easy"
    out_is '2 LL'
    run 3 pdbsolve -p 6-6-3 --blank "$policy" --encoding "$encoding" "$hardest"
    err_has "$table': frame [0-9]* was altered after it was written; copy or generate"
    out_is error
    run 3 pdbsolve --preload -p 6-6-3 --blank "$policy" --encoding "$encoding" "$easy"
    err_has "$table': frame 0 was altered after it was written"
    run 0 pdbgen --blank "$policy" --encoding "$encoding" 6-6-3
    err_has 'is broken and will be replaced'
    check "it is right again" cmp -s good "$table"
    run 0 pdbsolve --preload -p 6-6-3 --blank "$policy" --encoding "$encoding" "$easy"
    out_is '2 LL'
done

# A file that loses its frames between two boards.
for kind in 'aware bit' 'projected nibble'; do
    policy=${kind% *}
    table=db/4x4_blank15_tiles10-15_${policy}_${kind#* }.tpdb
    mkfifo boards
    shown="pdbsolve while $table shrinks"
    : >out
    pdbsolve -p 6-6-3 --blank "$policy" -o answers <boards >out 2>err &
    pid=$!
    exec 3>boards
    echo "$easy" >&3
    # shellcheck disable=SC2317
    is_answered() { [ -s "$(find . -name 'answers*')" ]; }
    wait_for is_answered
    truncate -s 4096 "$table"
    echo "$hardest" >&3
    exec 3>&-
    code=0
    wait $pid || code=$?
    check "exit code 3, not $code" [ $code -eq 3 ]
    err_has "^pdbsolve: /.*/$table became shorter, or its disk failed, while it was read; copy or"
    err_has "^pdbsolve: the answers so far are in answers.partial$"
    check "the answer stays, alone" [ "$(cat answers*)" = '2 LL' ]
    check "no temporary file is left" [ "$(find . -name 'answers*')" = ./answers.partial ]
    rm boards answers.partial
done

# Truncated before it is opened; written by a newer tilepdb.
run 3 pdbsolve -p 6-6-3 "$easy"
err_has 'the copy is incomplete'
run 0 pdbgen -q 6-6-3
table=db/4x4_blank15_tiles10-15_aware_bit.tpdb
printf '\004' | dd of="$table" bs=1 seek=8 conv=notrunc 2>/dev/null
for call in "pdbsolve -p 6-6-3 1,2,3,4,5,6,7,8,9,10,11,12,13,0,14,15" "pdbinfo 6-6-3" "pdbgen 6-6-3"; do
    # shellcheck disable=SC2086
    run 3 $call
    err_has 'the file has format version 4, this library reads versions up to 3; use a newer tilepdb'
done
finish
