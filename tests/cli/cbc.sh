#!/bin/sh
# pdbmethods ilp runs the program cbc: finds it on PATH, ends it with the search, and does not trust
# its output.
. "$(dirname "$0")/harness"

if grep -q '^TILEPDB_CBC:BOOL=OFF' "$build/CMakeCache.txt"; then
    echo "skipped: this build cannot solve integer programs"
    exit 77
fi
mkdir tmp fake
TMPDIR=$work/tmp
export TMPDIR
all=$PATH
board='1 2 3/4 0 6/7 5 8' # two moves
nap=$(($$ + 100000))      # seconds: the arguments of a process of this test and no other

no_traces() {
    check "no temporary file is left" [ "$(find tmp -mindepth 1 | wc -l)" -eq 0 ]
    refute "no process is left" grep -lqs "^sleep.$nap" /proc/[0-9]*/cmdline
}

# fake SCRIPT: replaces cbc. In it $1 is the integer program and $solution the file to write.
fake() {
    rm -rf fake/cbc
    printf '#!/bin/sh\nfor solution; do :; done\n%s\n' "$1" >fake/cbc
    chmod +x fake/cbc
}

# ---- cbc is missing

for missing in none plain directory; do
    rm -rf fake/cbc
    case $missing in
    plain) echo '#!/bin/sh' >fake/cbc ;;
    directory) mkdir fake/cbc ;;
    esac
    run 3 env PATH="$work/fake" "$build/pdbmethods" ilp "$board"
    out_is error
    err_has 'board 1: cbc is not installed: apt install coinor-cbc$'
    run 1 env PATH="$work/fake" "$build/pdbmethods" ilp --write-lp none.lp "$board"
    out_is '>=2'
    err_has 'board 1: cbc is not installed: apt install coinor-cbc$'
    check "the program is still written" grep -q '^Subject To' none.lp
done

# The answer is that of a limit, in each format, with all its fields.
rm -rf fake/cbc
alone() {
    expected=$1
    shift
    run "$expected" env PATH="$work/fake" "$build/pdbmethods" ilp --write-lp none.lp "$@"
}
alone 1 --format json --explain "$board"
out_json 'length == 1 and (.[0] | .solvable and .length == null and .moves == "" and .lower_bound == 2
    and .upper_bound == null and (.optimal | not) and .generated == 0 and .method == "ilp"
    and (.reason | test("cbc is not installed")) and .steps == [])'
alone 1 --format csv "$board"
out_lines 2
alone 1 --stats --max-length 1 "$board"
err_has 'board 1: at least 2 moves, first estimate 2'
alone 1 '2 1 3/4 5 6/7 8 0'
out_is unsolvable
alone 0 '1 2 3/4 5 6/7 8 0'
out_is 0

# ---- cbc that fails, hangs and lies: code, output, message, and the script

PATH=$work/fake:$all
late="exec sleep $nap"
while IFS='|' read -r code printed said script; do
    fake "$script"
    run "$code" pdbmethods ilp --timeout 0.5 "$board"
    out_is "$printed"
    err_has "$said"
    no_traces
done <<END_OF_CASES
1|>=2|the time limit of 0.5 s is reached|$late
1|>=2|the time limit of 0.5 s is reached|sleep $nap
1|>=2|the time limit of 0.5 s is reached|sleep $nap & sleep $nap
1|>=2|the time limit of 0.5 s is reached|exec >/dev/null 2>&1; $late
1|>=2|the time limit of 0.5 s is reached|trap '' TERM INT HUP; while :; do echo more; done
1|>=2|CBC gave up|kill -9 \$\$
1|>=2|CBC gave up|echo 'Stopped on time - objective value 2.0' >"\$solution"
3|error|fake/cbc' failed with exit code 1\$|exit 1
3|error|fake/cbc' failed with exit code 7\$|echo 'Optimal - objective value 2.0' >"\$solution"; exit 7
3|error|fake/cbc' gave no readable answer|exit 0
3|error|fake/cbc' gave no readable answer|head -c 300000 /dev/urandom; echo what >"\$solution"
3|error|fake/cbc' gave no readable answer|head -c 300000 /dev/urandom >"\$solution"
3|error|fake/cbc' gave no readable answer|mkfifo "\$solution"
3|error|fake/cbc' gave no readable answer|ln -s /dev/zero "\$solution"
3|error|gave a false solution|echo 'Optimal - objective value 2.0' >"\$solution"
3|error|gave a false solution|printf 'Optimal - objective value 2\n0 m_5_4_1 1 1\n' >"\$solution"
END_OF_CASES
# This cbc claims that two moves are not enough, and then finds a solution of two.
# shellcheck disable=SC2016
fake 'if grep -q "^ step_3:" "$1"; then
printf "Optimal - objective value 2\n0 m_5_4_1 1 1\n0 m_8_7_2 1 1\n"
else echo "Infeasible - objective value 0"; fi >"$solution"'
run 3 pdbmethods ilp --ilp-form penalty "$board"
err_has 'gave a false solution'
# A true answer is accepted, whatever its source.
# shellcheck disable=SC2016
fake 'printf "Optimal - objective value 2\n0 m_5_4_1 1 1\n0 m_8_7_2 1 1\n" >"$solution"'
run 0 pdbmethods ilp "$board"
out_is '2 UL'
no_traces

# ---- interrupts: from the terminal, which reaches only the caller's group, and SIGKILL

# start SCRIPT: replaces cbc and starts pdbmethods.
start() {
    fake "$1"
    shown="pdbmethods ilp, with cbc as: $1"
    pdbmethods ilp "$board" >out 2>err &
    pid=$!
    wait_for [ -e tmp/begun ]
}
for signal in INT:130 TERM:143; do
    start "echo >$work/tmp/begun; $late"
    rm tmp/begun
    kill -s "${signal%:*}" "$pid"
    code=0
    wait "$pid" || code=$?
    check "exit code ${signal#*:}, not $code" [ "$code" -eq "${signal#*:}" ]
    out_is '>=2'
    no_traces
done
# A killed process cannot stop others; cbc ends with its next output.
start "echo \$\$ >$work/tmp/begun; while :; do echo still; sleep 0.05; done"
wait_for [ -s tmp/begun ]
read -r child <tmp/begun
check "it runs" kill -0 "$child"
kill -s KILL "$pid"
wait "$pid" 2>/dev/null || :
# shellcheck disable=SC2317
gone() { ! kill -0 "$child" 2>/dev/null; }
wait_for gone
rm -rf tmp/*

# ---- cbc itself

PATH=$all
rm -rf fake
if command -v ldd >/dev/null 2>&1; then
    run 0 ldd "$build/pdbsolve"
    out_lacks 'Cbc\|Clp\|CoinUtils'
fi
need cbc
need jq
run 0 pdbmethods ilp "$board"
out_is '2 UL'
err_empty
no_traces
# Earlier output is printed once.
pdbmethods ilp --format csv "$board" R2 "$board" >out 2>err
out_lines 4
check "one line of names" [ "$(grep -c ^line, out)" -eq 1 ]
pdbmethods ilp "$board" R2 >out <&- 2>&-
out_is '2 UL
2 LL'
run 0 sh -c "pdbmethods ilp '$board' 2>&1 >/dev/full | grep -c 'No space'" # and it ends

# A first bound above the optimum: never reported as a proven optimum, whatever the form and format.
while IFS='|' read -r call first printed; do
    # shellcheck disable=SC2086
    run 0 pdbmethods $call --first-bound "$first" "$board"
    out_has "^$printed\$"
    case $printed in
    '<='*) err_has "board 1: a shorter solution may exist: --first-bound $first .* lower bound is [12]\$" ;;
    *) err_empty ;;
    esac
done <<'END_OF_CASES'
ilp|1|2 UL
ilp|2|2 UL
ilp|3|<=10 [UDLR]\{10\}
ilp|5|<=10 [UDLR]\{10\}
ilp|10|<=10 [UDLR]\{10\}
ilp --ilp-form penalty|5|2 UL
iddfs|1|2 UL
iddfs|2|2 UL
iddfs|13|<=1[02] [UDLR]*
END_OF_CASES
run 0 pdbmethods -q ilp --first-bound 5 --format json "$board"
out_json '.[0] | .length == 10 and .upper_bound == 10 and .lower_bound == 2 and .optimal == false'
run 0 pdbmethods -q ilp --first-bound 5 --format csv "$board"
out_has ',true,10,[UDLR]*,false,2,10,2,'
run 0 pdbmethods -q ilp --first-bound 5 --stats "$board"
err_has '^board 1: 2 to 10 moves, first estimate 2$'

# Where files are created.
mkdir 'with blank'
run 0 env TMPDIR="$work/with blank" pdbmethods ilp "$board"
check "nothing is left there" rmdir 'with blank'
run 3 env TMPDIR=/nonexistent pdbmethods ilp "$board"
err_has "cannot write the integer program to '/nonexistent': No such file or directory; set TMPDIR to another"
finish
