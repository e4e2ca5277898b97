#!/bin/sh
# pdbsolve --metric: solutions in slides of one tile or more, against methods without tables.
. "$(dirname "$0")/harness"
need jq

# IDA* and the textbook methods agree to the letter; runs of letters are slides.
hard3='8 6 7/2 5 4/3 0 1'
for method in ida bfs iddfs; do
    run 0 pdbsolve -q --metric multi --method $method --run-length "$hard3"
    check "$method: the first solution of 20 slides" \
        [ "$(cat out)" = "20 DRUL2D2R2ULDRU2L2DR2UL2D2R2U2L2" ]
done
pdbsolve --scramble 40 --seed 3 --board 3x3 >boards
pdbsolve --scramble 10 --seed 3 --board 4x2 >>boards
pdbsolve --scramble 10 --seed 3 --board 2x3 >>boards
run 0 pdbsolve -q --metric multi --method bfs boards
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
    run 0 pdbsolve -q --metric multi --method bfs --goal "$goal" --board 3x3 boards
    cp out bfs
    run 0 pdbsolve -q --metric multi --goal "$goal" --board 3x3 boards
    check "goal $goal" cmp -s out bfs
done

# Other output, and limits.
run 0 pdbsolve -q --metric multi --format json "$hard3"
out_json '.[0] | .metric == "multi" and .length == 20 and .optimal and .lower_bound == 20 and
    ([.iterations[].generated] | add) == .generated'
run 0 pdbsolve -q --metric multi --method bfs --format json "$hard3"
out_json '.[0] | .metric == "multi" and .length == 20 and .optimal'
run 0 pdbsolve -q --format json --board 3x3 R
out_json '.[0] | has("metric") | not'
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

# What it cannot do, it says in a sentence.
refuse() {
    run 2 pdbsolve -q --metric multi "$@"
    check "one sentence: $*" [ "$(wc -l <err)" -eq 1 ]
    check "names it: $*" grep -q -e '--metric multi' err
}
refuse --encoding bit R
refuse --preload R
refuse --heuristic manhattan R
refuse --direction backward R
refuse --show R
refuse --judge L R
refuse --method astar R
refuse --compare R
refuse --scramble 3
run 2 pdbsolve -q --metric multi --board 5x5 R
check "boards are too large" grep -q 'together at most 8' err
check "no table" grep -q 'not solved: no table' err
run 2 pdbsolve -q --metric tiles R
check "an unknown metric" grep -q "single" err
finish
