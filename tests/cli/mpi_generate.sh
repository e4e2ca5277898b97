#!/bin/sh
# pdbgen-mpi writes the bytes of pdbgen on any number of ranks, with the same messages and exit
# codes.
. "$(dirname "$0")/harness"
. "$sources/tests/cli/lib_mpi"
need jq

# ---- bytes

# Tables of all kinds: of few masks, of many small sets, and (seven tiles) of several chunks.
is_long && numbers='1 2 3 4' || numbers='2 3'
bytes_check() {
    # Options and a partition.
    # shellcheck disable=SC2086
    pdbgen -q -d one $1 >/dev/null
    for number in $numbers; do
        # shellcheck disable=SC2086
        ranks "$number" 0 pdbgen-mpi -q -j $((number % 2 + 1)) -d "over$number" $1
    done
}
bytes_check '--board 3x3 8'
bytes_check '--board 3x3 --encoding nibble 1-4/5-8'
bytes_check '--board 3x3 --blank projected --level 7 --goal-blank 4 8'
bytes_check 1-7/8-11/12-15
if is_long; then
    for tables in '--board 2x3 1-2/3-5' '--board 3x3 --blank projected 8' 5-5-5 \
        '--blank projected --level 3 5-5-5' '--board 4x3 5-6'; do
        bytes_check "$tables"
    done
fi
for number in $numbers; do
    check "$number ranks write the same bytes" diff -r one "over$number"
done
check "there are tables" [ "$(files one)" -ge 6 ]

# More ranks than masks.
ranks 7 0 pdbgen-mpi -q -d few --board 2x2 1-2/3
pdbgen -q -d few_one --board 2x2 1-2/3 >/dev/null
check "seven ranks for six masks" diff -r few_one few

# ---- messages: the options of pdbgen; only rank 0 prints, and it prints what pdbgen prints

for tool in pdbgen pdbgen-mpi; do
    # --scratch is for one process only.
    $tool --help | grep -o '^  \(-., \|    \)--[a-z-]*.*' | grep -v -e --scratch >$tool.options
done
check "the same options" diff pdbgen.options pdbgen-mpi.options
ranks 3 0 pdbgen-mpi --json -d over3 --board 3x3 8
out_json 'length == 1 and .[0].action == "kept"'
ranks 3 0 pdbgen-mpi --force --json --verify -d over3 --board 3x3 8
out_json 'length == 1 and .[0].action == "replaced" and .[0].verified and .[0].maximum == 31'
ranks 2 0 pdbgen-mpi --dry-run --json -d none --board 5x5 6-6-6-6
cp out two
run 0 pdbgen --dry-run --json -d none --board 5x5 6-6-6-6
jq -s '.[0].need.memory_bytes, .[4].need.memory_bytes' out two | tr '\n' ' ' >needs
check "a rank needs about half" awk '{ exit !($2 > 0.5 * $1 && $2 < 0.8 * $1) }' needs
check "nothing was written" [ ! -e none ]
ranks 2 0 pdbgen-mpi --list --board 5x5
out_has '^6-6-6-6 (5x5)'
ranks 2 0 pdbgen-mpi --progress --force -d over2 1-7/8-11/12-15
err_has '^tiles .*: level'
check "it is shown once" [ "$(grep -c ' level 1 ' err)" -le 3 ]
pdbgen -q -d one --metric multi small >/dev/null
ranks 2 0 pdbgen-mpi -q -d over2 --metric multi small
check "a colouring, by rank 0" diff one over2
ranks 2 2 pdbgen-mpi -d none nope
err_has '^pdbgen-mpi: .*nope'
check "it is said once" [ "$(grep -c nope err)" -eq 1 ]
ranks 2 2 pdbgen-mpi -d none
err_has 'name a partition'
ranks 2 1 pdbgen-mpi --memory 1M -d none 7-8
err_has '^pdbgen-mpi: tiles .* need .*, more than the 1.0 MiB'
check "nothing was written" [ "$(files none)" -eq 0 ]

# ---- what fails on one rank fails on all

ranks 3 3 pdbgen-mpi -q -d /dev/null/none 5-5-5
err_has '^pdbgen-mpi: '
mkdir small
if mount -t tmpfs -o size=2m tmpfs small 2>/dev/null; then
    mounted=$work/small
    ranks 3 3 pdbgen-mpi -q -d small 6-6-3
    err_has "^pdbgen-mpi: rank [0-2]: cannot write 'small/.*tiles10-15_aware_bit.tpdb.*the disk is full"
    check "it is said once" [ "$(grep -c 'disk is full' err)" -eq 1 ]
    check "no leftovers" [ "$(find small -type f ! -name '*.tpdb' | wc -l)" -eq 0 ]
    check "the complete table stays, alone" [ "$(files small)" -eq 1 ]
fi

# ---- interrupts: to all ranks, to one, and a rank that is killed

# begin DIRECTORY: starts ranks that generate tables in DIRECTORY; the first table takes many
# seconds.
begin() {
    rm -rf "$1"
    : >err
    ranks_begin 3 pdbgen-mpi --progress -d "$1" --board 5x5 1-7/8-13/14-19/20-24
    wait_for grep -q 'level' err
}
for signal in INT TERM; do
    begin "signalled$signal$$"
    for rank in $(pgrep -f "^pdbgen-mpi --progress -d signalled$signal$$ "); do kill -$signal "$rank"; done
    ranks_wait
    case $signal in INT) expected=130 ;; TERM) expected=143 ;; esac
    shown="kill -$signal of all ranks: exit code $code"
    check "exit code $expected" [ "$code" -eq $expected ]
    check "no file" [ "$(files "signalled$signal$$")" -eq 0 ]
done
begin one_signalled$$
kill -TERM "$(pgrep -f "^pdbgen-mpi --progress -d one_signalled$$ " | tail -n 1)"
ranks_wait
shown="kill -TERM of one rank: exit code $code"
refute "it is not done" [ "$code" -eq 0 ]
check "no file" [ "$(files one_signalled$$)" -eq 0 ]

begin killed$$
kill -KILL "$(pgrep -f "^pdbgen-mpi --progress -d killed$$ " | tail -n 1)"
ranks_wait
shown="kill -KILL of one rank: exit code $code"
refute "it is not done" [ "$code" -eq 0 ]
check "no file under its name" [ "$(find killed$$ -name '*.tpdb' 2>/dev/null | wc -l)" -eq 0 ]
finish
