#!/bin/sh
# pdbmethods: the textbook methods, their steps, limits and integer programs.
. "$(dirname "$0")/harness"
need jq

ilp=yes
pdbmethods ilp '1 2 0 3' >/dev/null 2>err || ilp=no
# Without CBC there is a message, and programs can still be written.
if [ $ilp = no ]; then
    check "the package is named" grep -q 'apt install coinor-cbc\|TILEPDB_CBC' err
    run 1 pdbmethods ilp --write-lp none.lp '1 2 3/4 0 6/7 5 8'
    out_is '>=2'
    check "the integer program is written" grep -q '^Subject To' none.lp
fi

# All methods agree; bfs and iddfs also give the same moves as ida.
board='1 3 6/5 2 0/4 7 8'
run 0 pdbsolve -q --heuristic manhattan "$board"
answer=$(cat out)
for method in bfs iddfs ida; do
    run 0 pdbmethods -q $method "$board"
    out_is "$answer"
    err_empty
done
for call in astar 'astar --heuristic linear-conflict' ilp 'ilp --ilp-form penalty' layered; do
    [ "${call%% *}-$ilp" != ilp-no ] || continue
    # shellcheck disable=SC2086
    run 0 pdbmethods -q $call "$board"
    out_has '^[0-9]* [UDLR]*$'
    [ "$call" = layered ] || out_has "^${answer%% *} "
    # shellcheck disable=SC2086
    run 0 pdbmethods -q $call --goal blank-first '1 2 5/3 4 0'
    out_has '^[0-9]* [UDLR]*$'
    # shellcheck disable=SC2086
    run 1 pdbmethods -q $call '2 1 3/4 5 6/7 8 0' '1 2 3/4 5 6/7 8 0'
    out_is 'unsolvable
0'
    err_has 'board 1: unsolvable: .* parit\|board 1: unsolvable: .* permutation'
done

# ida is the search of pdbsolve: the same answers, messages and codes, in every format.
pdbgen -q --board 3x3 8 >/dev/null
printf '1 3 6/5 2 0/4 7 8\n2 1 3/4 5 6/7 8 0\nx y\n8 6 7/2 5 4/3 0 1 => 1 2 3/8 0 4/7 6 5\n' >boards
for words in '' '--heuristic manhattan' '--heuristic linear-conflict' '--variant portable' '--plain' '-p 8' \
    '--max-nodes 20' '--max-length 5' '--show' '--run-length' '--moves numbers' \
    '--goal blank-first' '--metric multi -p 8 -d none' '-d none --no-generate' '--timeout 60'; do
    for format in text json csv svg; do
        case $words-$format in --show-[jcs]*) continue ;; esac
        for tool in pdbsolve 'pdbmethods ida'; do
            code=0
            # shellcheck disable=SC2086
            $tool --format $format $words boards >"${tool% ida}.out" 2>"${tool% ida}.err" || code=$?
            echo "exit code $code" >>"${tool% ida}.out"
            sed -i 's/^pdbmethods/pdbsolve/; s/"seconds":[^,}]*//g; s/[0-9.]* s$//
                s/[0-9]\.[0-9]\{6\}//g; s/in [0-9.]* s,.*//' "${tool% ida}.out" "${tool% ida}.err"
        done
        shown="ida --format $format $words"
        check "the output of pdbsolve" cmp -s pdbsolve.out pdbmethods.out
        # pdbsolve reads ahead, so its notes about boards may come earlier.
        sort -o pdbsolve.err pdbsolve.err
        sort -o pdbmethods.err pdbmethods.err
        check "its messages" cmp -s pdbsolve.err pdbmethods.err
    done
done

# Steps.
run 0 pdbmethods iddfs --explain '1 2 3/4 5 6/0 7 8'
out_is '2 LL
  trying at most 1 move: 3 nodes
  trying at most 2 moves: 6 nodes, solved'
run 0 pdbmethods bfs --explain '1 2 3/4 5 6/0 7 8'
out_has '^  depth 2: [0-9]* new boards, [0-9]* stored, the goal among them$'
# The words of a board are arguments of their own.
# shellcheck disable=SC2086
run 0 pdbmethods layered --explain $hardest
out_has '^  1 to its place: [UDLR]*$'
out_has '^  3 to the corner, 4 below it, drag both in: [UDLR]*$'
out_has '^  9 to the corner, 13 right of it, drag both in: [UDLR]*$'
out_has '^  the last 2x2: '
# In every notation, for boards of all sizes.
# steps_joined SEPARATOR: the moves of the steps in out, one after another.
steps_joined() { sed -n '2,$s/^  .*: \([0-9,UDLR]*\)$/\1/p' out | paste -s -d "$1"; }
for notation in tile blank numbers; do
    for text in "$hardest" "$(seq -s ' ' 34) 0 35"; do
        run 0 pdbmethods layered --explain --moves $notation "$text"
        if [ $notation = numbers ]; then joined=$(steps_joined ,); else joined=$(steps_joined '\0'); fi
        check "the steps make up the moves, in $notation" [ "$joined" = "$(sed -n '1s/.* //p' out)" ]
    done
done
run 0 pdbmethods layered --explain --moves numbers --format json '1 2 3/4 6 5/8 7 0'
out_json '.[0] | (.moves | test("^[0-9,]+$")) and
    (.steps | map(.moves | select(. != "")) | join(",")) == .moves'
run 0 pdbmethods layered --explain --run-length --format json '1 2 3/4 6 5/8 7 0'
out_json '.[0] | .steps | map(.moves) | any(test("[2-9]"))'
run 0 pdbmethods layered --explain '1 2 4 3/5 6 7 8/9 10 11 12/13 15 14 0'
out_has 'in its place: the awkward case, 17 moves turn both in: [UDLR]\{17,\}$'
run 0 pdbmethods iddfs --progress --example moves-15
err_has '^pdbmethods: board 1: trying at most 12 moves: [0-9]*,[0-9]* nodes$'
run 0 pdbmethods iddfs --example moves-15
err_empty

# --first-bound.
run 0 pdbmethods iddfs --first-bound 6 --format json "$board"
out_json '.[0] | .optimal and .length == 7 and (.iterations | map(.bound)) == [6, 7]'
run 0 pdbmethods iddfs --first-bound 12 '1 2 3/4 5 6/7 0 8'
out_is '<=11 DLURDLURDLU'
err_has 'a shorter solution may exist'

# JSON.
run 0 pdbmethods bfs --format json --example moves-15
out_json '.[0] | .method == "bfs" and .optimal and .length == 15 and .states > 1000 and
    .memory / .states < 100 and (.iterations | map(.bound)) == [range(1; 16)] and
    (.iterations | map(.generated) | add) == .generated and .solvable and .upper_bound == 15'
run 0 pdbmethods layered --explain --format json --moves blank --example moves-15
out_json '.[0] | .method == "layered" and (.length | . >= 15) and .lower_bound == 15 and
    .upper_bound == .length and (.optimal | not) and
    (.steps | map(.moves | length) | add) == .length'
run 0 pdbmethods astar --format csv --example moves-15
out_lines 2
out_has '^1,3 0 7 4 / .*,true,15,[UDLR]*,true,15,15,15,'

# Limits: the answer says how far the method got.
# shellcheck disable=SC2086
run 1 pdbmethods bfs --memory 32M $hardest
out_is '>=20'
err_has 'the memory of 32 MiB is used up: depth 18 is complete, [0-9,]* boards are stored in [0-9]* MiB'
for size in 23 44; do
    # shellcheck disable=SC2086
    run 1 pdbmethods astar --memory ${size}M --format json $hardest
    out_json ".[0].memory | . > 16 * 1048576 and . <= $size * 1048576"
done
for method in bfs iddfs astar; do
    # shellcheck disable=SC2086
    run 1 pdbmethods $method --timeout 0.3 --format json $hardest
    out_json '.[0] | .length == null and .lower_bound > 12 and .seconds < 3 and .depth > 12'
    err_has 'the time limit of 0.3 s is reached: '
done

# Programs: CBC and GLPK find what the search finds.
if [ $ilp = yes ]; then
    run 0 pdbmethods ilp --format json --example moves-15
    out_json '.[0] | .length == 15 and .variables > 100 and .constraints > 100 and
        (.steps | length == 1 and all(.variables > 0 and .constraints > 0 and .seconds >= 0
        and .bound == 15))'
    # shellcheck disable=SC2086
    run 1 pdbmethods ilp --timeout 1 --format json $hardest
    out_json '.[0] | .length == null and .lower_bound >= 58 and .seconds < 3'
    err_has 'no horizon up to 5[0-9] has a solution'
fi
# Solves the same program with other solvers: prints its optimum, or nothing if it has no
# solution.
optimum_cbc() { cbc "$1" solve 2>&1 | awk '/^Objective value:/ { print $3 + 0 }
    /infeasible/ && !told { print "none"; told = 1 }' | tail -n 1; }
optimum_glpk() {
    glpsol --lp "$1" -o solution >log 2>&1
    if grep -q 'INTEGER OPTIMAL SOLUTION FOUND' log; then
        awk '/^Objective:/ { print $4 + 0 }' solution
    elif grep -q 'NO .*FEASIBLE SOLUTION' log; then
        echo none
    else
        cat log
    fi
}
lp_code=0
[ $ilp = yes ] || lp_code=1 # the program is written, and not solved
# Nine moves; after seven, the smallest remaining Manhattan distance is 2: 8 * 2 + 7.
lp_board='1 5 2/4 6 0/7 3 8'
for case in 'fixed 9 9' 'fixed 7 none' 'penalty 9 9' 'penalty 7 23'; do
    # shellcheck disable=SC2086
    set -- $case
    run $lp_code pdbmethods -q ilp --ilp-form "$1" --first-bound "$2" --write-lp p.lp "$lp_board"
    for solver in cbc glpsol; do
        command -v $solver >/dev/null || continue
        shown="$solver on the form $1 for $2 moves"
        if [ $solver = cbc ]; then found=$(optimum_cbc p.lp); else found=$(optimum_glpk p.lp); fi
        check "the optimum is $3, not $found" [ "$found" = "$3" ]
    done
done

# Boards beyond 25 cells.
seq 35 | tr '\n' ' ' >wide
echo 0 >>wide
run_with wide 0 pdbmethods layered
out_is 0
sed 's/1 2 3 /3 1 2 /' wide >wider
run_with wider 0 pdbmethods layered --explain
out_has '^[0-9]* [UDLR]*$'
out_has '^  35 \|^  the last 2x2'
run_with wider 0 pdbmethods layered --format json --board 6x6
out_json '.[0] | (.board | length) == 36 and .length == (.moves | length) and .lower_bound == 4'
run_with wider 0 pdbmethods layered --moves numbers
check "one number a move" [ "$(tr ',' '\n' <out | wc -l)" -eq "$(cut -d ' ' -f 1 out)" ]
run_with wider 0 pdbmethods layered --format csv
out_lines 2
check "all lines have the same fields" [ "$(awk -F, '{ print NF }' out | sort -u | wc -l)" -eq 1 ]
sed 's/1 2 3 /2 1 3 /' wide >odd
run_with odd 1 pdbmethods layered
out_is unsolvable
# Options for smaller boards only are refused, before any board if the size is known. A solution
# above --max-length is a limit.
for option in --show --stats; do
    run_with wider 2 pdbmethods layered --board 6x6 $option
    err_has "^pdbmethods: --board 6x6: $option applies only to boards of at most 25 cells\$"
    out_empty
    { cat wider && echo '1 2 3 0'; } >mixed
    run_with mixed 2 pdbmethods layered $option
    err_has "^pdbmethods: line 1: $option applies only to boards of at most 25 cells\$"
    out_has '^error$'
    out_has '^0$'
done
run_with wider 0 pdbmethods layered
length=$(sed 's/ .*//' out)
run_with wider 0 pdbmethods layered --max-length "$length"
for format in text json csv; do
    run_with wider 1 pdbmethods layered --max-length $((length - 1)) --format $format
    err_has "^pdbmethods: line 1: the layered solution has $length moves; the board needs at least 4 moves\$"
    case $format in
    text) out_is '>=4' ;;
    json) out_json ".[0] | .solvable and .length == null and .moves == \"\" and .lower_bound == 4
            and .upper_bound == $length and (.optimal | not) and (.reason | test(\"layered\"))" ;;
    csv) out_has ",true,,,false,4,$length,4,.*,the layered solution has $length moves" ;;
    esac
done
run_with wider 2 pdbsolve
err_has 'boards of 6x6 cells are too large for this: pdbsolve --anytime solves them'
run 2 pdbsolve --board 6x6 x
err_has "^pdbsolve: --board: '6x6'"
run 2 pdbmethods layered --board 33x3 x
err_has "^pdbmethods: --board: '33x3'.* pdbsolve --anytime and pdbmethods layered take sides of 2 to 32"
# Messages name only limits that the method has.
for size in 33x33 33x2 2x33; do
    seq -s ' ' 0 $((${size%x*} * ${size#*x} - 1)) | fold -s -w 100 | tr -d '\n' >large
    run_with large 2 pdbmethods layered
    out_is error
    err_has '33x33 is not a valid size: each side must be 2 to 32\|do not form a square board (4, 9, 16 ... 1024)'
    err_lacks '25'
done
seq -s ' ' 0 65 | sed 's/ 33/ \/ 33/' >large
run_with large 2 pdbmethods layered
err_has '33x2 is not a valid size: each side must be 2 to 32'

# Options that exclude each other.
for bad in 'bfs --partition 7-8' 'bfs --first-bound 3' 'bfs --explain --format csv' 'bfs --plot f' \
    'bfs --heuristic linear-conflict' 'ida --explain' 'ida --first-bound 3' 'ida --write-lp f' \
    'ida --heuristic manhattan -p 7-8' 'astar --ilp-form fixed' 'astar --heuristic pdb' \
    'iddfs --first-bound 0' 'iddfs --first-bound 256' 'iddfs --first-bound 5 --max-length 4' \
    'ilp --max-length 1 --first-bound 2' 'astar --example simple --goal blank-first' \
    'compare --explain' 'compare --first-bound 2' 'layered --bounds f'; do
    # shellcheck disable=SC2086
    run 2 pdbmethods $bad </dev/null
    err_has '^pdbmethods: -'
    out_empty
done
run 2 pdbmethods dfs R
err_is "pdbmethods: unknown method 'dfs'; did you mean bfs?"
run 2 pdbmethods '1 2 3/4 0 5/7 8 6'
err_is "pdbmethods: unknown method '1 2 3/4 0 5/7 8 6'; the method comes first: pdbmethods astar BOARD"
run_with /dev/null 2 pdbmethods
err_is 'pdbmethods: name a method, such as pdbmethods astar BOARD; see --help'
for boards in 'RD R' ''; do
    printf 'RD\nR\n' >boards
    # shellcheck disable=SC2086
    run_with boards 2 pdbmethods ilp --first-bound 2 --write-lp one.lp $boards
    err_has '^pdbmethods: --write-lp writes the LP model of one board'
done
run 3 pdbmethods ilp --write-lp none/f.lp '1 2 3/4 0 6/7 5 8'
err_has 'none/f.lp cannot be written'
finish
