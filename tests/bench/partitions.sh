#!/bin/sh
# bench/partitions on quick boards: its measurements agree with what a search finds.
#     sh tests/bench/partitions.sh PROGRAM
set -eu
program=$1
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
trap 'exit 1' HUP INT TERM
cd "$directory"

fail() {
    printf 'partitions.sh: %s\n' "$1" >&2
    exit 1
}

# The search lists all covers of 3x3 by two connected patterns of four tiles, one of each pair of
# reflections. The means that it prints are those of solvers, for every blank cell of the goal.
for blank in 8 4 1; do
    "$program" --board 3x3 --goal-blank $blank --boards 300 --search 4,4 --best 99 >found
    sort -k 3,3nr -s found | cmp -s - found || fail 'from the highest mean down'
    while read -r partition _ mean _; do
        "$program" --board 3x3 --goal-blank $blank --boards 300 --solve 1 "$partition" >measured
        read -r _ _ same _ <measured
        [ "$mean" = "$same" ] || fail "$partition: $mean found, $same measured"
    done <found
    cat found >>all
done
[ "$(wc -l <all)" -eq 6 ] || fail "$(wc -l <all) covers"

# With fewer tables there are fewer covers. Sizes may be in any order.
"$program" --board 4x3 --boards 200 --search 5,6 --tables 4 >few
"$program" --board 4x3 --boards 200 --search 6,5 --tables 4 >turned
cmp -s few turned || fail 'the order of sizes matters'
[ "$(wc -l <few)" -lt 5 ] || fail 'more covers than four tables have'

# A partition compared with itself has the same nodes, and adds nothing to itself.
"$program" --board 3x3 --boards 40 --equal 500 1-4/5-8 4-1/5-8 2>err && fail 'a list that is wrong'
"$program" --board 3x3 --boards 40 --equal 500 1-4/5-8 5-8/1-4 >equal
[ "$(grep -c ' 1.000 ' equal)" -eq 2 ] || fail 'twins differ'
[ "$(grep -c '^ [12]  ' equal)" -eq 1 ] || fail 'a twin adds something'

code=0
"$program" --search 6,6,4 2>err || code=$?
{ [ $code -eq 2 ] && grep -q 'sum to 15' err; } || fail 'sizes that do not fit'
for wrong in '--search 6,6,3 7-8' '--equal 5 --search 6,6,3' '--board 4 7-8' '--boards x 7-8' ''; do
    code=0
    # shellcheck disable=SC2086
    "$program" $wrong 2>err || code=$?
    { [ $code -eq 2 ] && grep -q '^usage' err; } || fail "'$wrong' is not refused"
done
