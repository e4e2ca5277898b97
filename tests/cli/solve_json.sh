#!/bin/sh
# pdbsolve: JSON and CSV.
. "$(dirname "$0")/harness"
need jq

pdbgen -q --board 3x3 8 >/dev/null
printf '1 2 3 4 5 6 7 0 8\n8 6 7 2 5 4 3 0 1\n\n2 1 3 4 5 6 7 8 0\n1 2 y\n1 2 3 4 5 6 7 8 0\n' >boards

run_with boards 2 pdbsolve --format json
out_lines 5
for field in board goal; do
    out_json "map(select(.error | not) | .$field | length == 9 and all(type == \"number\")) | all"
done
out_json 'map(.line) == [1, 2, 4, 5, 6]'
out_json 'map(select(.error)) | length == 1 and .[0].line == 5 and (.[0].error | test("column 5"))'
out_json 'map(.solvable) == [true, true, false, null, true]'
out_json 'map(.length) == [1, 31, null, null, 0]'
out_json '.[0].moves == "L" and .[2].moves == "" and .[4].moves == ""'
out_json '.[1].moves | test("^[UDLR]{31}$")'
out_json 'map(.optimal) == [true, true, false, false, true]'
out_json 'map(.lower_bound) == [1, 31, null, null, 0]'
out_json 'map(.upper_bound) == [1, 31, null, null, 0]'
out_json '.[0].root_h == 1 and .[0].generated == 4 and .[0].expanded == 1'
out_json '.[0].board == [1,2,3,4,5,6,7,0,8] and .[0].goal == [1,2,3,4,5,6,7,8,0]'
out_json 'map(select(.error | not) | .seconds) | all(type == "number" and . >= 0)'
out_json '.[1].iterations | length > 0 and all(has("bound") and has("generated") and
    has("expanded") and has("seconds") and (.bound | floor) == .bound)'
out_json '.[1] | (.iterations | map(.generated) | add) == .generated and
    (.iterations | map(.expanded) | add) == .expanded'
out_json '.[2].reason | test("unsolvable")'
check "counts are integers" grep -q '"generated":4,"expanded":1,' out

run 0 pdbsolve --format json --moves numbers '3 1 2/4 5 0/7 8 6' '1 2 3/4 0 5/7 8 6'
out_json 'map(.length == (.moves | split(",") | length)) | all'
out_json '.[1].moves == "5,6"'
run 1 pdbsolve --format json --max-length 29 '8 6 7 2 5 4 3 0 1'
out_json '.[0] | .solvable and .length == null and .optimal == false and .lower_bound == 31
    and .upper_bound == null and .moves == "" and (.reason | length > 0)'
run 0 pdbsolve --format json --goal blank-first '1 0 2/3 4 5/6 7 8'
out_json '.[0].goal == [0,1,2,3,4,5,6,7,8] and .[0].moves == "R"'
# Counts beyond 32 bits would be exact; here, at least, no digit is lost.
run 1 pdbsolve --format json --heuristic manhattan --max-nodes 12345678 "$hardest"
out_json '.[0].generated >= 12345678 and .[0].generated < 13000000 and .[0].lower_bound >= 60'
# The reflected view prunes nodes, and changes nothing else.
run 0 pdbsolve -q --format json -p 6-6-3 '5 1 10 6/9 3 7 2/13 0 4 8/14 11 15 12'
cp out both
run 0 pdbsolve -q --format json -p 6-6-3 --no-reflection '5 1 10 6/9 3 7 2/13 0 4 8/14 11 15 12'
cat both >>out
out_json 'length == 2 and .[0].generated > .[1].generated and .[0].moves == .[1].moves'
run 3 pdbsolve --format json --no-generate -d none "$hardest"
out_json '.[0].line == 1 and (.[0].error | length > 0) and (.[0].board | length) == 16'

run_with boards 2 pdbsolve --format csv
out_lines 6
check "the head" [ "$(head -n 1 out)" = \
    "line,board,solvable,length,moves,optimal,lower_bound,upper_bound,root_h,generated,expanded,seconds,message,metric,version,file,method,heuristic,partitions,direction,plain,reflection,kernel,threads,goal,id" ]
out_has '^1,1 2 3 / 4 5 6 / 7 0 8,true,1,L,true,1,1,1,4,1,[0-9.]*,,single,[0-9.]*,-,ida,pdb,8 aware bit,forward,false,true,[a-z0-9_]*,[0-9]*,1 2 3 / 4 5 6 / 7 8 0,$'
out_has '^4,2 1 3 / 4 5 6 / 7 8 0,false,,,false,,,,0,0,[0-9.]*,"unsolvable: .*",single,'
out_has '^5,,,,,,,,,,,,"unreadable character'
out_has '^6,.*,true,0,,true,0,0,0,1,0,'
check "all lines have the same fields" [ "$(sed 's/"[^"]*"//' out | awk -F, '{ print NF }' | sort -u)" -eq 26 ]
# A damaged table is not reported as missing, and the board is known to be solvable.
mkdir damaged
: >damaged/3x3_blank8_tiles1-8_aware_bit.tpdb
run 3 pdbsolve -d damaged -p 8 --format json '1 2 3/4 5 6/7 0 8'
out_json '.[0] | .solvable and .length == null and (.error | test("no usable database"))'
run 3 pdbsolve -d damaged -p 8 --format csv '1 2 3/4 5 6/7 0 8'
out_has '^1,1 2 3 / 4 5 6 / 7 0 8,true,,,,'

# Boards that come and go are counted, in events.
mkfifo fed
shown="pdbsolve --progress --format json -o answers, fed"
: >err
pdbsolve -j1 --heuristic manhattan --progress --format json -o answers <fed >out 2>err &
pid=$!
yes '1 2 3/4 5 6/7 0 8' >fed &
feeder=$!
wait_for grep -q '"stage":"board"' err
kill $feeder
wait $feeder 2>/dev/null
code=0
wait $pid || code=$?
check "exit code 0, not $code" [ $code -eq 0 ]
cp err out
out_json 'map(select(.stage == "board")) | all(.event == "progress" and .done > 0 and .seconds > 0 and .rate > 0
    and (has("share") | not)) and .[0].done <= .[-1].done'
finish
