#!/bin/sh
# pdbsolve --metric multi: solutions in slides of one tile or more, compared with methods without
# tables.
. "$(dirname "$0")/harness"
need jq

# IDA* and the textbook methods agree to the letter; runs of letters are slides.
hard3='8 6 7/2 5 4/3 0 1'
for method in ida bfs iddfs; do
    run 0 pdbmethods -q --metric multi $method --run-length "$hard3"
    check "$method: the first solution of 20 slides" \
        [ "$(cat out)" = "20 DRUL2D2R2ULDRU2L2DR2UL2D2R2U2L2" ]
done
pdbsolve --scramble 40 --seed 3 --board 3x3 >boards
pdbsolve --scramble 10 --seed 3 --board 4x2 >>boards
pdbsolve --scramble 10 --seed 3 --board 2x3 >>boards
run 0 pdbmethods -q --metric multi bfs boards
cp out bfs
for jobs in 1 3; do
    run 0 pdbsolve -q --metric multi -j $jobs boards
    check "-j $jobs: the answers of bfs" cmp -s out bfs
done
run 0 pdbsolve -q --metric multi --no-reflection --plain boards
check "the plain tree has the same answers" cmp -s out bfs
run 0 pdbsolve -q --metric single boards
cp out single
run 0 pdbsolve -q boards
check "single is the default" cmp -s out single
paste -d ' ' bfs single | awk '$1 > $3 || length($2) % 2 != $3 % 2' >out
check "slides are no more than moves, and their tiles have the same parity" [ ! -s out ]

# 4x4, replayed tile by tile; goals with the blank in another corner, and elsewhere.
board='5 1 11 4/9 0 10 8/2 13 6 7/14 15 3 12'
run 0 pdbsolve -q --metric multi --run-length "$board"
check "4x4" [ "$(cat out)" = "24 LDR2U2LDRDL3URU2R2D3LULULD2RU2LU" ]
cut -d ' ' -f 2 out >moves
run 0 pdbverify -q solution "$board" "$(cat moves)"
for goal in blank-first '1 2 3/4 0 5/6 7 8'; do
    pdbsolve --scramble 9 --seed 1 --board 3x3 --goal "$goal" >boards
    run 0 pdbmethods -q --metric multi bfs --goal "$goal" --board 3x3 boards
    cp out bfs
    run 0 pdbsolve -q --metric multi --goal "$goal" --board 3x3 boards
    check "goal $goal" cmp -s out bfs
done

# Other output, and limits.
run 0 pdbsolve -q --metric multi --format json "$hard3"
out_json '.[0] | .metric == "multi" and .length == 20 and .optimal and .lower_bound == 20 and
    ([.iterations[].generated] | add) == .generated'
run 0 pdbmethods -q --metric multi bfs --format json "$hard3"
out_json '.[0] | .metric == "multi" and .length == 20 and .optimal'
run 0 pdbsolve -q --format json --board 3x3 R
out_json '.[0].metric == "single"'
run 0 pdbsolve -q --metric multi --count "$hard3"
check "two solutions" [ "$(cat out)" = "20 2" ]
run 0 pdbsolve -q --metric multi --all --board 3x3 R2D2
check "all solutions" [ "$(cat out)" = "2 UULL" ]
run 1 pdbsolve -q --metric multi --max-length 19 "$hard3"
check "a limit" [ "$(cat out)" = ">=20" ]
run 0 pdbsolve -q --metric multi 1,2,3,4,5,6,7,8,0
check "the goal" [ "$(cat out)" = "0" ]
run 1 pdbsolve -q --metric multi '1 2 3/4 5 6/8 7 0'
check "unsolvable" [ "$(cat out)" = "unsolvable" ]
run 0 pdbsolve -q --metric multi --stats --board 3x3 R2
check "the kernel" grep -q 'kernel colours' err

# A checkpoint takes over what was exhausted, with the same counts.
hard='12 10 14 4 9 0 8 3 11 5 6 13 1 7 2 15'
run 0 pdbsolve -q --metric multi --format json "$hard"
jq -c '[.moves, .generated, .expanded]' out >whole
run 1 pdbsolve -q --metric multi --checkpoint kept --max-length 34 "$hard"
check "one slide fewer is not enough" [ "$(cat out)" = ">=35" ]
run 0 pdbsolve -q --metric multi --checkpoint kept --format json "$hard"
out_json '.[0] | .resumed > 0 and .resumed < .generated'
jq -c '[.moves, .generated, .expanded]' out >resumed
check "the same counts" cmp -s whole resumed

# Columns and drawings.
run 0 pdbsolve -q --metric multi --format csv --board 3x3 --any R2D
check "the column is behind any" [ "$(head -n 1 out | sed 's/.*message,//; s/,version.*//')" = any,metric ]
check "and has the metric" [ "$(sed -n '2s/.*,,true,\(multi\),.*/\1/p' out)" = multi ]
run 0 pdbsolve -q --metric multi --board 3x3 --show R2D
out_has '^ start  *1: U  *2: L2$'
out_has '^  1  2  3     1  2  3     1  2  3$'
run 0 pdbsolve -q --metric multi --board 3x3 --show --color always R2D
check "both tiles of a slide are marked" \
    [ "$(grep -c '33m  7.*33m  8' out)" -eq 1 ]

# Given moves are counted in either metric; output in one metric can be read in both.
run 0 pdbsolve -q --metric multi --board 3x3 --judge 'U2 L R L2' R2D2
out_is '4 moves, optimum 2: 2 more; 6 moves of one tile: U2 L R L2'
run 0 pdbsolve -q --metric multi --board 3x3 --judge UL RD
out_is '2 moves, optimal; 2 moves of one tile: U L'
run 1 pdbsolve -q --metric multi --board 3x3 --judge L2 RD
out_is 'illegal'
long=$(pdbsolve -q "$hard3" | cut -d ' ' -f 2)
run 1 pdbsolve -q --metric multi -p 111/122/22. --max-length 3 --judge "$long" "$hard3"
out_has '^20 moves, optimum at least 1[0-9]: at most [0-9]* more than needed; 31 moves of one tile: D2 R U2 .*'
run 0 pdbsolve -q --metric multi --judge "$long" "$hard3"
out_is '20 moves, optimal; 31 moves of one tile: D2 R U2 L2 D2 R U R U L2 D2 R U R U L2 D2 R2 U2 L2'
run 0 pdbsolve -q --format json --board 3x3 --judge 'U2L2' R2D2
out_json '.[0] | .length == 4 and .single_length == 4 and .multi_length == 2 and .metric == "single"'
run 0 pdbsolve -q --metric multi --format json --board 3x3 --judge 'U2L2' R2D2
out_json '.[0] | .length == 2 and .single_length == 4 and .multi_length == 2 and .excess == 0 and
    .metric == "multi"'
run 0 pdbsolve -q --metric multi --format csv --board 3x3 --judge 'U2L2' R2D2
check "columns of both" [ "$(tail -n 1 out | sed 's/.*UULL,//; s/multi,.*/multi/')" = ,4,multi ]
pdbsolve --scramble 12 --seed 9 --board 3x3 >boards
for words in tile blank numbers; do
    runs=--run-length
    [ $words = numbers ] && runs=
    # shellcheck disable=SC2086
    pdbsolve -q --metric multi --moves $words $runs boards >answers
    for metric in single multi; do
        run_with boards 0 pdbsolve -q --metric $metric --moves $words --judge answers --format json
        out_json 'length == 12 and all(.[]; .verdict == "solved" and .excess >= 0)'
    done
    out_json 'all(.[]; .excess == 0)'
    run 0 pdbsolve --moves $words --invert answers
done

# compare lists the methods that support slides.
run 0 pdbmethods -q --metric multi compare --format json --board 3x3 R2D2
out_json 'map(.method) == ["bfs", "iddfs", "ida pdb"] and all(.[]; .length == 2 and .optimal) and
    .[2].memory > 0'

# The message for a name of the other metric says so.
run 2 pdbsolve -q --metric multi -p 7-8 R
err_has '7-8 is a partition, for single-tile moves; leave out --metric multi'
run 2 pdbsolve -q -p large R
err_has 'large is a colouring, for multi-tile moves; add --metric multi'

# Unsupported combinations are refused with a sentence.
refuse() {
    run 2 pdbsolve -q --metric multi "$@"
    check "one sentence: $*" [ "$(wc -l <err)" -eq 1 ]
    check "names it: $*" grep -q -e '--metric multi' err
}
refuse --encoding bit R
refuse --preload R
refuse --heuristic manhattan R
refuse --direction backward R
refuse --invert R
run 2 pdbmethods astar --metric multi R
err_has '^pdbmethods: --metric multi has no effect with the command astar; it needs the command bfs, iddfs, ida or compare$'
refuse --scramble 3 --walk 5
err_has 'a walk counts single tiles'
# A scramble is the same in both metrics, and single is the default.
pdbsolve -q --board 3x3 --scramble 3 --seed 1 >boards
for words in '--scramble 3 --seed 1' '--state boards' '--invert R2' \
    '--walk 3 --scramble 2 --seed 1' '--heuristic manhattan boards'; do
    # shellcheck disable=SC2086 # several words
    run 0 pdbsolve -q $words
    mv out plain
    # shellcheck disable=SC2086
    run 0 pdbsolve -q --metric single $words
    check "as without it: $words" cmp -s out plain
done
for words in --examples 'astar boards' 'ida boards'; do
    # shellcheck disable=SC2086 # several words
    run 0 pdbmethods -q $words
    mv out plain
    # shellcheck disable=SC2086
    run 0 pdbmethods -q --metric single $words
    check "as without it: $words" cmp -s out plain
done
run 0 pdbsolve -q --metric multi --board 3x3 --scramble 3 --seed 1
check "the same boards" cmp -s out boards
run 2 pdbsolve -q --metric multi --board 5x5 R
check "boards are too large" grep -q 'together at most 8' err
check "in one line" [ "$(wc -l <err)" -eq 1 ]
err_has 'this one is 5x5; without --metric multi it is solved in moves of one tile$'
for how in '' --no-generate '-p 11111/11111/11111/11111/1111.' '--judge U2L2'; do
    # shellcheck disable=SC2086 # several words
    run 2 pdbsolve --metric multi $how --format json "$(pdbsolve --state --board 5x5 R2D2)"
    check "one line: $how" [ "$(wc -l <err)" -eq 1 ]
    err_has 'together at most 8'
    out_json '.[0] | .error // .reason == "no usable colour table for this goal"'
done
refute "nothing is generated in vain" [ -e db/5x5_blank24_multi_111111111111111111111111.tpdb ]
run 2 pdbsolve -q --metric tiles R
check "an unknown metric" grep -q "single" err

# A slide of two tiles changes no parity: each of its tiles does.
run 1 pdbmethods -q --metric multi bfs '1 2 3/4 5 6/8 7 0'
err_has 'every tile that moves changes both)'

# Synonyms that speed-solvers use, in upper and lower case; slides are grouped.
run 0 pdbsolve -q --metric STM '1 2 3/4 5 6/0 7 8'
out_is '2 LL'
run 0 pdbsolve -q --metric mtm --show --ascii '1 2 3/4 0 6/7 5 8'
out_has '^2 UL$'
out_has '^U L$'
run 0 pdbsolve -q --metric MTM --judge LL '1 2 3/4 5 6/0 7 8'
out_is '1 move, optimal; 2 moves of one tile: L2'
run 0 pdbsolve -q --metric multi --judge RR --moves blank '1 2 3/4 5 6/0 7 8'
out_is '1 move, optimal; 2 moves of one tile: R2'
run 2 pdbmethods -q --metric mtm astar '1 2 3/4 5 6/0 7 8'
err_has 'astar'
run 2 pdbgen --metric mtm --blank projected x
err_has 'colourings'
run 2 pdbsolve --metric tmm R
err_has "not one of single, multi"
finish
