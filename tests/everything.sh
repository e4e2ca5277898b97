#!/bin/sh
# Runs all tests, piece by piece, for hours, and keeps a table of the results in
# bench/results/everything.md. A signal (Ctrl-C, SIGTERM) stops the piece that is running; the next start
# at the same commit continues with this piece.
#     tests/everything.sh [--list | --in-turn | PIECE ...]
#
# PIECE is a line of --list, or one test of a group, such as long/bare. --in-turn runs one of the pieces
# that take some minutes, without a row: .ci/run ends with it. A piece that has passed at this commit does
# not run again until its row is removed from the table; one that failed or was skipped does.
# Exit code: 0 if no piece failed, 1 if one did, 2 for a wrong call, 128 + number of the signal.
set -eu
cd "$(dirname "$0")/.."
table=bench/results/everything.md
logs=build/everything
all="first rest asan tsan coverage platforms fuzz mutants long"
# Those of --in-turn: they take some minutes, and fail nowhere for lack of a program, such as wine.
short="long/test_faults_long long/oracle_multi_tables_all long/oracle_manhattan_all long/oracle_reader_all
    long/cli_batch_long long/cli_early_ends_long long/cli_flips_long long/cli_improve_long
    long/cli_limits_long long/cli_many_boards_long long/cli_shared_long long/cli_verify_choice_long
    long/cli_option_pairs_all long/mpi_bytes long/mpi_mpich long/mpi_kills long/cli_mpi_generate_long
    long/cli_mpi_solve_long long/web_chromium_all long/web_views_all long/web_views_play_all
    long/preset_asan platforms/platform_static platforms/platform_posix platforms/platform_embedded
    fuzz/fuzz_container fuzz/fuzz_reader"
session= # of the piece that is running
failed=0

fail() {
    printf 'everything.sh: %s\n' "$*" >&2
    exit 2
}

# Prints the command of a piece; its words have no blanks. 400 mutants are tried, 20 in each piece.
command_of() {
    case $1 in
    first) echo ./quickstart test ;;
    rest) echo ./quickstart test all ;;
    asan | tsan | coverage | platforms | fuzz | long) echo ./quickstart test "$1" ;;
    platforms/* | fuzz/* | long/*) echo ./quickstart test "${1%%/*}" -R "^${1#*/}\$" ;;
    mutants) echo python3 tests/mutants.py ;;
    mutants/*) echo python3 tests/mutants.py --keep --count 20 --seed "${1#*/}" ;;
    *) fail "unknown piece '$1'; see tests/everything.sh --list" ;;
    esac
}

list() {
    for piece in $all; do
        case $piece in
        platforms | fuzz | long | mutants) each=", each of it as a piece: $piece/NAME" ;;
        *) each= ;;
        esac
        printf '%-10s %s%s\n' "$piece" "$(command_of "$piece")" "$each"
    done
}

# ---- a piece is a session, so that a signal ends all of its processes

# Prints the processes of the session, what descends from them, and those of $known that still run.
processes() {
    cat /proc/[0-9]*/stat 2>/dev/null | awk -v session="$session" -v known="$known" '
        BEGIN { split(known, list); for (i in list) listed[list[i]] }
        {
            process = $1
            sub(/^.*\) /, "") # the name of the program, which may have blanks
            if ($1 == "Z") next
            parent[process] = $2
            if ($4 == session || process in listed) ours[process]
        }
        END {
            do {
                more = 0
                for (process in parent)
                    if (!(process in ours) && parent[process] in ours) { ours[process]; more = 1 }
            } while (more)
            for (process in ours) print process
        }'
}

# Ends the piece that is running: by SIGTERM, so that it cleans up, and after five seconds by SIGKILL.
stop() {
    trap '' HUP INT TERM
    if [ "$session" ]; then
        known=
        known=$(processes)
        # The processes are a list of words.
        # shellcheck disable=SC2086
        kill -TERM $known 2>/dev/null || :
        waited=0
        while [ "$(processes)" ] && [ $waited -lt 50 ]; do
            sleep 0.1
            waited=$((waited + 1))
        done
        # shellcheck disable=SC2046
        kill -KILL $(processes) 2>/dev/null || :
        echo "stopped; the next start continues with $piece"
    fi
    exit "$1"
}

# in_session FILE COMMAND...: runs COMMAND, with its output in FILE.
in_session() {
    output=$1
    shift
    $defaults setsid "$@" >"$output" 2>&1 </dev/null 9>&- &
    session=$!
    code=0
    wait "$session" || code=$?
    session=
    return $code
}

# ---- the table

# Prints what the row of a piece says beside its result: which tests failed or were skipped and why, or
# the last figures.
notes() {
    sed -n -e 's/^\t *[0-9]* - //p' -e '/^skipped: /p' -e '/^quickstart: /p' -e '/^all  /p' \
        -e '/^[0-9]* mutants: /p' "$1" | tr -s ' |' ' /' | paste -s -d ';' | sed 's/;/; /g'
}

machine() {
    model=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
    echo "${model:-$(uname -m)}, $(getconf _NPROCESSORS_ONLN) processors"
}

has_passed() { grep -qs "^| $1 | passed |" $table; }

# record PIECE RESULT SECONDS: the row takes the place of an earlier one of the piece.
record() {
    {
        grep -v "^| $1 |" $table
        printf '| %s | %s | %s | %s | %s | %s |\n' "$1" "$2" "$(awk "BEGIN { printf \"%.1f\", $3 / 60 }")" \
            "$(date -u +%Y-%m-%d)" "$(machine)" "$(notes "$log")"
    } >$table.new
    mv $table.new $table
    printf '%s: %s\n' "$1" "$2"
}

# Begins a table, unless there is one of this commit.
begin() {
    [ -z "$(git status --porcelain -- . ":!bench/results")" ] ||
        fail "the checkout differs from its commit, and the table would name the commit: git status"
    title="# Everything, at commit $(git rev-parse HEAD)"
    ! grep -qsFx "$title" $table || return 0
    mkdir -p "${table%/*}"
    printf '%s\n\n%s\n\n| %s |\n|---|---|---|---|---|---|\n' "$title" \
        "Written by \`tests/everything.sh\`, which lists the pieces: \`tests/everything.sh --list\`." \
        "piece | result | minutes | date | machine | tests that failed, or were skipped and why; figures" >$table
}

# ---- pieces

run() {
    ! has_passed "$piece" || return 0
    log=$logs/$(echo "$piece" | tr / -).log
    start=$(date +%s)
    # The command is a list of words.
    # shellcheck disable=SC2046
    if ! in_session "$log" $(command_of "$piece"); then
        result=failed
        failed=$((failed + 1))
    elif grep -q "^	.* - ${piece#*/} (Skipped)\$" "$log"; then
        result=skipped
    else
        result=passed
    fi
    record "$piece" $result $(($(date +%s) - start))
}

# Runs a piece, or each piece of a group.
run_all() {
    piece=$1
    case $1 in
    mutants) members=$(seq 20) ;;
    platforms | fuzz | long)
        log=$logs/$1.log
        # The tests that make tables for others are no pieces.
        if ! in_session "$log" ./quickstart test "$1" -N --fixture-exclude-any .; then
            failed=$((failed + 1))
            record "$1" failed 0
            return
        fi
        members=$(sed -n 's/^ *Test *#[0-9]*: *//p' "$log")
        ;;
    *)
        run
        return
        ;;
    esac
    for member in $members; do
        piece=$1/$member
        run
    done
}

# Runs a short piece, which the number of commits chooses: in a clone that is not whole, of those that are
# there. What this machine lacks is no failure.
run_in_turn() {
    # The pieces are a list of words.
    # shellcheck disable=SC2086
    set -- $short
    shift $(($(git rev-list --count HEAD) % $#))
    piece=$1
    log=$logs/in-turn.log
    echo "the piece in turn: $piece"
    # shellcheck disable=SC2046
    if in_session "$log" $(command_of "$piece") --no-tests=ignore; then
        result=passed
        ! grep -q -e '(Skipped)$' -e '^No tests were found' "$log" || result=skipped
    elif grep -q '^quickstart: .*\(missing\|could not be installed\)' "$log"; then
        result=skipped
    else
        result=failed
        failed=1
        tail -n 200 "$log"
    fi
    echo "$piece: $result; $(notes "$log")"
}

if [ "${1:-}" = --list ]; then
    list
    exit
fi
if [ "$*" != --in-turn ]; then
    for piece; do
        command_of "$piece" >/dev/null
    done
fi
mkdir -p $logs
exec 9>$logs/lock
flock -n 9 || fail "it is already running"
# Tests send Ctrl-C, which programs that are started in the background may ignore.
defaults='env --default-signal'
$defaults true 2>/dev/null || defaults= # not every system has it
trap 'stop 129' HUP
trap 'stop 130' INT
trap 'stop 143' TERM
if [ "$*" = --in-turn ]; then
    run_in_turn
    exit $failed
fi
begin
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $all
for group; do
    run_all "$group"
done
echo "$table; $failed failed"
[ $failed -eq 0 ]
