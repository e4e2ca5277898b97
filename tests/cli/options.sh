#!/bin/sh
# Options of all tools: help, version, unknown and incomplete options, values out of range.
. "$(dirname "$0")/harness"

for tool in pdbgen pdbsolve pdbmethods pdbverify pdbinfo; do
    run 0 $tool --help
    out_has "^Usage: $tool "
    out_has '^  -d, --dir DIR'
    err_empty
    awk 'length > 80' out >wide
    refute "help fits 80 columns" [ -s wide ]
    grep -o -e '--[a-z-]*' out | sort -u >all
    run 0 $tool -h
    out_has "^Usage: $tool "
    out_has "^  $tool "
    out_has '^  -d, --dir DIR'
    check "the short help has at most 40 lines" [ "$(wc -l <out)" -le 40 ]
    awk 'length > 80' out >wide
    refute "the short help fits 80 columns" [ -s wide ]
    grep -o -e '--[a-z-]*' out | sort -u >some
    check "the short help has options" [ "$(wc -l <some)" -ge 5 ]
    comm -23 some all >unknown
    refute "its options are in --help" [ -s unknown ]
    version=$(sed -n 's/^#define TILEPDB_VERSION_[A-Z]* //p' "$sources/src/tilepdb.h" | paste -s -d .)
    for option in --version -V; do
        run 0 $tool $option
        head -n 1 out >first
        check "its first line" [ "$(cat first)" = "$tool (tilepdb) $version" ]
    done

    run 2 $tool --verson
    out_empty
    err_has "^$tool: unknown option --verson; did you mean --version?"
    run 2 $tool --xyzzy-plugh
    err_has 'unknown option --xyzzy-plugh; see --help'
    run 2 $tool -Z
    err_has 'unknown option -Z'
    run 2 $tool --board
    err_has '^.*: --board needs an argument: WxH'
    run 2 $tool -d
    err_has '^.*: --dir needs an argument: DIR'
    run 2 $tool --dir= x
    err_has '^.*: --dir: the argument is empty'
    run 2 $tool --quiet=yes x
    err_has '^.*: --quiet takes no argument'
    run 2 $tool --p
    err_has "$tool: "

    for jobs in 0 1025 -1 two 3x '' 99999999999999999999; do
        run 2 $tool --jobs "$jobs" x
        err_has "^$tool: --jobs: '$jobs' is not a number from 1 to 1024"
    done
    # A command whose options the tool checks first.
    command=
    [ $tool != pdbmethods ] || command=ida
    for board in 4 4x 4x4x4 axb 1x9 13x2 6x5 0x0 4x99999999999 -4x4 '4 x4'; do
        run 2 $tool $command --board "$board" x
        err_has "^$tool: --board: '$board'"
    done
    for board in 1x9 axb; do
        run 2 $tool -b $board x
        err_has "^$tool: --board: '$board'"
    done
    for choice in --blank --encoding; do
        run 2 $tool $choice some x
        err_has "^$tool: $choice: 'some' is not one of "
    done
    run 2 $tool $command --blank projected --encoding bit 7-8
    out_empty
    err_has 'use --encoding nibble'

    run 3 sh -c "$tool --help >/dev/full"
    err_has "^$tool: standard output cannot be written: "
done

# Unique abbreviations and -- work as in other GNU tools.
run 0 pdbsolve --heur manhattan --form text -- '1 2/0 3'
out_is '1 L'
run 2 pdbsolve --parti x R
err_has "unknown partition 'x'"
run 2 pdbsolve --ma R
err_has '^pdbsolve: --ma is ambiguous; see --help'
run 2 pdbsolve --no-stats R
err_has 'unknown option --no-stats'
run 2 pdbsolve --goal= R
err_has '^pdbsolve: --goal: the argument is empty'
run 2 pdbsolve -- --stats
err_lacks 'unknown option'

# If an option is given twice, the last one counts, also for conflicts with other options.
run 0 pdbsolve --heuristic linear-conflict --heuristic manhattan --stats --stats '1 2/0 3'
out_is '1 L'
run 2 pdbsolve --heuristic pdb --heuristic manhattan -p 3 '1 2/0 3'
err_has '^pdbsolve: -p and --heuristic manhattan cannot be used together'
run 2 pdbsolve --format json --format text --run-length --count '1 2/0 3'
err_has '^pdbsolve: --run-length and --count cannot be used together'

# Refusals name options as they were typed; an abbreviation is named in full.
run 2 pdbsolve --scramble 2 -p none
err_has '^pdbsolve: -p has no effect with --scramble; leave it out$'
run 2 pdbsolve --scramble 2 --part none
err_has '^pdbsolve: --partition has no effect with --scramble; leave it out$'
run 2 pdbmethods astar --heuristic pdb R
err_has '^pdbmethods: --heuristic pdb has no effect with the command astar; it needs the command ida$'
run 2 pdbmethods compare --heuristic manhattan R
err_has '^pdbmethods: --heuristic manhattan has no effect with the command compare; it needs the command astar or ida$'
run 2 pdbmethods --examples --stats
err_has '^pdbmethods: --stats has no effect with --examples; it needs the command astar, '
run 2 pdbmethods --examples astar
err_has '^pdbmethods: --examples has no effect with the command astar; choose one$'
run 2 pdbmethods --explain --example simple
err_has '^pdbmethods: --explain needs the command astar, '

run 2 pdbmethods --examples R2
err_is 'pdbmethods: --examples takes no boards'
run 2 pdbmethods --examples ''
err_is 'pdbmethods: --examples takes no boards'
run 2 pdbmethods --example simple R2
err_is 'pdbmethods: --example takes no boards'
run 2 pdbmethods --count ida R
err_is 'pdbmethods: unknown option --count; use pdbsolve --count'

# Options of pdbmethods that pdbsolve had, also abbreviated.
for words in --meth --compar --expl --write; do
    run 2 pdbsolve $words R
    err_has "^pdbsolve: unknown option $words; use pdbmethods "
done
for words in '--method astar' --method=ida --compare '--plot x' --explain '--first-bound 3' \
    '--ilp-form fixed' '--write-lp x' --examples '--example simple'; do
    # shellcheck disable=SC2086
    run 2 pdbsolve $words R
    err_has "^pdbsolve: unknown option ${words%%[ =]*}; use pdbmethods "
    out_empty
done
run 2 pdbsolve --heuristic manhattan --blank aware R
err_has '^pdbsolve: --blank aware and --heuristic manhattan cannot be used together: '

# Without a directory in the environment there is an error message.
run 3 env -u TILEPDB_DIR -u HOME pdbgen --board 2x2 3
err_has 'name one with --dir'
finish
