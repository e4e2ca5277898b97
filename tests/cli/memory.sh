#!/bin/sh
# Too little memory, by the machine or by its limits, gives exit code 1 in all tools, whether it
# is noticed in advance or later. No file is left, and what is proven is reported.
. "$(dirname "$0")/harness"
need jq
need awk

if grep -q '^TILEPDB_SANITIZE:STRING=.' "$build/CMakeCache.txt"; then
    echo "skipped: sanitizers need more addresses than there are here"
    exit 77
fi

for kib in 20000 60000; do
    limited $kib 1 pdbgen 7-8
    err_has 'generation needs [0-9]* MiB, and [0-9]* MiB are available'
    check "no file is left" [ "$(files db)" -eq 0 ]
done
limited 20000 1 pdbgen --encoding nibble 6-6-3
check "no file is left" [ "$(files db)" -eq 0 ]

# The lower bound is reported: from completed depths, or values of f. The built-in automata of the
# program also take address space.
own=$(($(wc -c <"$build/pdbsolve") / 1024))
for call in 'bfs:18:depth [12][0-9] is complete' 'astar:62:f = 6[0-9] is complete'; do
    method=${call%%:*}
    for more in 14500 29500; do
        # The numbers are arguments of their own.
        # shellcheck disable=SC2086
        limited $((own + more)) 1 pdbmethods "$method" --format json $hardest
        least=${call#*:}
        out_json ".[0] | .length == null and .lower_bound >= ${least%%:*} and .solvable and
            .optimal == false and (.reason | test(\"memory\"))"
        err_has "memory.*: ${call##*:}, .*the board needs at least [0-9]* moves"
    done
done
# shellcheck disable=SC2086
limited $((own + 5300)) 1 pdbmethods bfs $hardest
out_is '>=2'

# Whatever allocation fails first, even while threads search, the run ends with a message.
yes '1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15' | head -n 3000 >near
for more in 4000 6000 8000 10000 12000 14000 16000; do
    # The shell of limited expands them.
    # shellcheck disable=SC2016
    run 0 sh -c 'ulimit -v "$0" && "$@" || test $? -eq 1' $((own + more)) pdbsolve -j2 \
        --heuristic manhattan near
    [ "$(wc -l <out)" -eq 3000 ] || err_has memory
done

# Limits down to what the loader and the thread library need before main: the tool does not crash,
# even without memory for its stack.
more=6000
told=0
until [ $more -eq 0 ]; do
    # shellcheck disable=SC2016
    sh -c 'ulimit -v "$0" && exec "$@"' $((own + more)) pdbsolve '1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15' \
        >out 2>err </dev/null
    code=$?
    shown="pdbsolve, with ulimit -v $((own + more))"
    if [ $code -eq 127 ] || grep -q '^libgomp' err; then break; fi
    check "an answer or a message, exit code $code" [ $code -le 1 ]
    [ $code -eq 0 ] || err_has memory
    told=$((told + code))
    more=$((more - 50))
done
check "there was no room at last" [ $told -gt 0 ]

# If a thread cannot be started, the run goes on without it, and no answer is lost.
more=7000
while [ $more -le 17000 ]; do
    limited $((own + more)) 1 pdbsolve -q -d none -j 2 --heuristic manhattan --timeout 0.3 \
        '23 11 0 3 24 5 7 1 22 2 20 15 21 10 14 19 17 13 4 8 9 12 6 16 18'
    err_lacks libgomp
    more=$((more + 2000))
done

# Databases that do not fit are replaced by smaller ones. Of the large file only the size is read.
pdbgen -q -d given 6-6-3 >/dev/null
for tiles in 1-8 9-15; do truncate -s 180M given/4x4_blank15_tiles${tiles}_aware_bit.tpdb; done
limited $((own + 100000)) 0 pdbsolve -d given R2D2L2U
out_is '7 DRRUULL'
err_is 'pdbsolve: there is not enough memory for 7-8: trying smaller tables'
limited $((own + 100000)) 1 pdbsolve -d given -p 7-8 R2D2L2U
rm given/*tiles1-8_* given/*tiles9-15_*

# If only the tables of the requested direction do not fit, the answer is that of a limit.
for direction in both backward; do
    limits=0
    more=6000
    while [ $more -le 14000 ]; do
        # shellcheck disable=SC2016
        run 0 sh -c 'ulimit -v "$0" && "$@" || test $? -eq 1' $((own + more)) pdbsolve -q -d given \
            -j 1 --direction $direction R2D2L2U
        if grep -q 'there is not enough memory: the tables' err; then
            out_is '>=7'
            limits=$((limits + 1))
        fi
        more=$((more + 500))
    done
    check "--direction $direction: a limit for $limits sizes" [ $limits -gt 0 ]
done
run 2 pdbsolve --direction both --blank projected unreadable
err_has 'direction both and --blank projected cannot be used together'
run 2 pdbsolve --direction both --encoding nibble unreadable

# The message names the smallest possible --memory.
for size in 3x3 4x4; do
    pdbsolve -q --scramble 1 --walk 20 --seed 1 --board $size >walk
    run 1 pdbsolve -q -d none --memory 1K walk
    least=$(sed -n 's/.* needs \([0-9]*\)[.][0-9]* KiB.*/\1/p' err)
    run 0 pdbsolve -q -d none --memory $((least + 1))K walk
    run 1 pdbsolve -q -d none --memory $((least - 1))K walk
done

# If tables do not fit, a board that needs them gets the bound that was proven without them, and
# other boards get their answers, in any order of the boards.
hard='23 11 0 3 24 5 7 1 22 2 20 15 21 10 14 19 17 13 4 8 9 12 6 16 18'
easy='1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 0 24'
limited 60000 1 pdbsolve -j1 "$hard" "$easy" "$hard"
check "a solution, an answer, a solution" \
    [ "$(cut -d' ' -f1 out | sed 's/^<=1[0-9][0-9]$/found/' | xargs)" = 'found 1 found' ]
err_has 'board 3: the tables that it needs could not be built'
check "they are tried once" [ "$(grep -c 'generation needs' err)" -eq 1 ]
limited 60000 1 pdbsolve -j1 --format json "$easy" "$hard"
out_json '.[0].length == 1 and (.[1] | .solvable and .length == null and .lower_bound == 90 and
    (.reason | test("tables")) and (.iterations | map(.generated) | add) == .generated)'
moves=LURDLURRULDLURDRURDDLLDLURRDLLURDLURDRRUULLULURDLURDRDRURULLDLULDDDRRDLULDRULDRURDLLU
moves=${moves}RULDRRRURUULLLDDDRRDLLLURRRRDLLLURRURULDLDDRRUULLDLULUU
limited 60000 1 pdbsolve --judge $moves '1 14 13 3 9/12 10 8 0 5/7 4 23 19 2/16 18 22 11 15/17 6 21 20 24'
out_is '140 moves, optimum at least 62: at most 78 more than needed'
err_has 'board 1: the tables that it needs could not be built'

# ulimit -d limits the memory of pdbsolve: generated tables, tables of candidates, boards of other
# methods; pages of table files do not count. At any limit there is an answer or a message.
slides='15 14 8 12/10 11 9 13/2 6 5 1/3 4 7 0'
held 24000 1 pdbsolve -d none -j 2 --metric multi "$slides"
out_is error
err_has 'generation needs .* are available'
held 160000 0 pdbsolve -d none -j 2 --metric multi "$slides"
out_has '^34 '
for kib in 16000 64000; do
    for method in bfs astar; do
        # shellcheck disable=SC2086
        held $kib 1 pdbmethods $method $hardest
        out_has '^>='
        err_has 'memory.*: .* is complete'
    done
done
# shellcheck disable=SC2086
held 8000 0 pdbmethods layered $hardest

# --memory limits tables, and the keys of bidirectional searches.
mkdir some
pdbgen -q -d some 6-6-3 5-5-5 >/dev/null
run 0 pdbsolve -d some --memory 500K 'R2D2L2U'
out_is '7 DRRUULL'
err_has 'the databases in some are too large for --memory: building a small partition in memory'
both='10 0 15 12/3 6 14 9/7 11 5 8/1 4 2 13'
run 0 pdbsolve -q -d some -p 5-5-5 --direction forward --format json "$both"
cp out five
run 0 pdbsolve -d some --direction forward --memory 3M --format json "$both"
err_empty
check "the largest that fits: 5-5-5" [ "$(jq -c '[.root_h, .generated]' five out | uniq | wc -l)" -eq 1 ]
for kind in '-p 6-6-3' '-p 5-5-5+6-6-3'; do
    # shellcheck disable=SC2086
    run 1 pdbsolve -d some $kind --memory 3M R2D2L2U
    out_is error
    err_has '--memory: a search with 6-6-3 needs .* MiB: twice its tables, or the memory to generate them; choose'
done
run 0 pdbsolve -q -d some -p 5-5-5+5-5-5 --memory 700K R2D2L2U
run 1 pdbsolve -d some --no-generate --memory 500K R2D2L2U
err_has '--memory: a search with 5-5-5 needs 640[.0-9]* KiB'
run 1 pdbsolve -d none --metric multi --memory 3M "$slides"
err_has '--memory: a search with small needs '

# Candidates that do not fit are left out. A backward search needs a second set of tables.
for limit in 1M 2M; do
    run 0 pdbsolve -q -d some -p 5-5-5 --direction auto --memory $limit --format json "$both"
    jq -r '.length, has("compared")' out >compared$limit
done
check "1M: forward alone" [ "$(xargs <compared1M)" = '63 false' ]
check "2M: both directions are compared" [ "$(xargs <compared2M)" = '63 true' ]
run 1 pdbsolve -d some -p 5-5-5 --direction backward --memory 1M "$both"
err_has '--memory: a search with 5-5-5 needs 1[.]3 MiB'
for direction in backward both; do
    run 0 pdbsolve -q -d some -p 5-5-5 --direction $direction --memory 1400K "$both"
    out_has '^63 '
    run 0 pdbsolve -d some --direction $direction --memory 600K "$both"
    out_has '^63 '
    err_has 'too large for --memory: building a small partition'
done
for limit in 3M 1G; do
    run 0 pdbsolve -q -d some -p 5-5-5 --direction both --memory $limit --format json "$both"
    jq -r .moves out >moves$limit
    jq -c '[.iterations[].level]' out >levels$limit
done
check "fewer keys: the same answer" cmp -s moves3M moves1G
check "and later ones" test "$(cat levels3M)" != "$(cat levels1G)"

pdbgen -q 6-6-3 >/dev/null
table=$(find db -name '*tiles10-15*.tpdb')
limited 20500 1 pdbverify table -j 1 --full "$table"
out_has '^unproven: '

finish
