#!/bin/sh
# --variant and $TILEPDB_VARIANT: the output of --version, refusals, and the same tables, answers
# and counts with each instruction set. tests/variants.sh compares them at full size.
. "$(dirname "$0")/harness"
need jq
unset TILEPDB_VARIANT

run 0 pdbsolve --version
built=$(sed -n 's/^built for: //p' out)
runs=$(sed -n 's/^runs here: //p' out)
best=$(sed -n 's/^variant: \(.*\), the best$/\1/p' out)
check "the portable one runs" [ "${runs%% *}" = portable ]
check "the best runs" [ "${runs##* }" = "$best" ]

# ---- which one is chosen

names=best,$(echo "$runs" | tr ' ' ,)
names=$(echo "$names" | sed 's/,/, /g')
for tool in pdbgen pdbsolve pdbmethods pdbverify pdbinfo; do
    run 0 $tool --version
    out_lines 4
    out_has "^built for: $built\$"
    out_has "^runs here: $runs\$"
    out_has "^variant: $best, the best\$"
    for variant in $runs; do
        run 0 $tool --variant "$variant" --version
        out_has "^variant: $variant, by --variant\$"
        run 0 env TILEPDB_VARIANT="$variant" $tool --version
        out_has "^variant: $variant, by TILEPDB_VARIANT\$"
        run 0 env TILEPDB_VARIANT=sse $tool --variant="$variant" --version
        out_has "^variant: $variant, by --variant\$"
    done
    run 0 env TILEPDB_VARIANT=portable $tool --variant best --version
    out_has "^variant: $best, the best\$"
    run 0 env TILEPDB_VARIANT= $tool --version
    out_has "^variant: $best, the best\$"

    for variant in sse portabl PORTABLE 'avx2 ' unknown; do
        run 2 $tool --variant "$variant" x
        out_empty
        err_has "^$tool: --variant: this build has no '$variant'; use one of $names\$"
        run 2 env TILEPDB_VARIANT="$variant" $tool x
        out_empty
        err_has "^$tool: TILEPDB_VARIANT: this build has no '$variant'; use one of $names\$"
        run 2 env TILEPDB_VARIANT="$variant" $tool --version
        out_empty
    done
    # If all instruction sets of the build run here, none is refused, and this loop does nothing.
    for variant in $built; do
        case " $runs " in
        *" $variant "*) continue ;;
        esac
        run 2 $tool --variant "$variant" x
        err_has "^$tool: --variant: this processor cannot run '$variant'; use one of $names\$"
    done
    run 2 $tool --variant '' x
    err_has "^$tool: --variant: the argument is empty"
    run 0 env TILEPDB_VARIANT=sse $tool --help
    run 0 env TILEPDB_VARIANT=sse $tool --completion bash
    for variant in best $built; do
        out_has "compgen -W '[^']*$variant"
    done
done

# ---- the same tables

threes=1-3/4-6/7-9/10-12/13-15/16-18/19-21/22-24
for variant in $runs; do
    run 0 pdbgen -q --level 0 --variant "$variant" -d "made_$variant" 5-5-5 1-5/6-10/11-15
    run 0 env TILEPDB_VARIANT="$variant" pdbgen -q --level 0 -d "made_$variant" --board 5x5 $threes
    run 0 pdbgen -q --level 0 --variant "$variant" -d "made_$variant" --board 4x3 1-4/5-11
    check "the files are the same" diff -r made_portable "made_$variant"
done
check "there are files" [ "$(files made_portable)" -eq 16 ]

# ---- the same answers and counts

TILEPDB_DIR=$work/made_portable
pdbsolve --scramble 6 --seed 11 >four
pdbsolve --scramble 3 --seed 8 --goal blank-first >first
pdbsolve --board 4x3 --scramble 9 --seed 3 >wide

# same CODE OPTION...: every variant has the answers of the portable one, except for times, and
# for the nodes of a bound that a limit ended, which wider batches search further.
same() {
    expected=$1
    shift
    for variant in $runs; do
        run "$expected" pdbsolve -q --no-generate --variant "$variant" --format json "$@"
        jq -c 'del(.seconds, .kernel, .threads, .iterations[]?.seconds)
               | if .length == null and .solvable then del(.generated, .expanded, .iterations[-1])
                 else . end' out >"answers_$variant"
        check "there are answers" [ -s "answers_$variant" ]
        check "the same answers and counts" cmp answers_portable "answers_$variant"
    done
}

two=5-5-5+1-5/6-10/11-15
for options in -j1 -j2 --plain --count --no-reflection '--all --max-solutions 5'; do
    # Options are separate words.
    # shellcheck disable=SC2086
    same 0 -p 5-5-5 $options four
    check "all boards are answered" [ "$(wc -l <answers_portable)" -ge 6 ]
    check "with counts" grep -q '"iterations":.*"generated":[1-9]' answers_portable
done
same 1 -p 5-5-5 --max-nodes 60000 four
check "a limit was reached" grep -q '"length":null' answers_portable
same 1 -p 5-5-5 --max-length 50 four
same 0 -p $two four
same 0 -p $two --plain --goal blank-first first
same 0 -p 5-5-5 --goal blank-first first
same 0 --board 4x3 -p 1-4/5-11 wide
same 0 --board 5x5 -p $threes --plain R4D4L3U3R2D3L2U2
same 0 --heuristic manhattan R3D3L2U2RDL

# ---- the kernel that searches: each set has one for 5-5-5, except neon

for variant in $runs; do
    run 0 pdbsolve --variant "$variant" --stats --heuristic manhattan R2D2L
    err_has '^board 1: 5 moves, first estimate [0-9]*, kernel direct$'
    run 0 pdbsolve --variant "$variant" --stats -p 5-5-5 R2D2L
    kernel=$(sed -n 's/^board 1: .*, kernel //p' err)
    check "there is a kernel" [ -n "$kernel" ]
    case $kernel in
    *_avx2 | *_avx512 | *_neon) set_of_kernel=${kernel##*_} ;;
    *) set_of_kernel=portable ;;
    esac
    case $variant in
    neon) expected=portable ;;
    *) expected=$variant ;;
    esac
    check "$variant: $kernel is $expected" [ "$set_of_kernel" = "$expected" ]
done
run 0 pdbverify --variant portable optimal -p 5-5-5 R2D2L 5
finish
