#!/bin/sh
# --completion: the code for bash, zsh and fish agrees with --help, and works in bash.
. "$(dirname "$0")/harness"
need bash

# reply FILE WORD...: what bash offers for the last word of a line.
reply() {
    # The program is for bash.
    # shellcheck disable=SC2016
    bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _$1 2>/dev/null
             printf "%s\n" "${COMPREPLY[@]}"' bash "$@" >out 2>err
    shown="$*"
    err_empty
}

mkdir shells folder
: >"a file.tpdb"
tools="pdbgen pdbsolve pdbmethods pdbinfo pdbverify"
[ ! -x "$build/pdbgen-mpi" ] || tools="$tools pdbgen-mpi pdbsolve-mpi"
for tool in $tools; do
    for shell in bash zsh fish; do
        run 0 $tool --completion $shell
        err_empty
        cp out shells/$tool.$shell
        case $shell in
        bash) built=$build/completions/bash/$tool ;;
        zsh) built=$build/completions/zsh/_$tool ;;
        fish) built=$build/completions/fish/$tool.fish ;;
        esac
        check "the build also has it" cmp -s "$built" out
    done
    run 0 $tool --help
    grep -o '^  \(-., \|    \)--[a-z-]*' out | sed 's/.*--/--/' | sort >offered
    reply shells/$tool.bash $tool --
    sort out | diff offered - >differences || :
    check "bash offers the options of --help" [ ! -s differences ]
    sed -n "s/^    '(*\(-. \)*\(--[a-z-]*\).*/\2/p" shells/$tool.zsh | sort |
        diff offered - >differences || :
    check "zsh knows them" [ ! -s differences ]
    sed -n 's/^complete -c [a-z-]* -l \([a-z-]*\) .*/--\1/p' shells/$tool.fish | sort |
        diff offered - >differences || :
    check "fish knows them" [ ! -s differences ]

    run 0 bash -n shells/$tool.bash
    if command -v zsh >/dev/null 2>&1; then
        cp shells/$tool.zsh shells/_$tool
        run 0 zsh -n shells/$tool.zsh
        run 0 zsh -f -c "fpath=($work/shells \$fpath); autoload -U compinit; compinit -u -D
            print \$_comps[$tool]"
        out_is _$tool
    fi
    if command -v fish >/dev/null 2>&1; then
        run 0 fish --no-config -c "source shells/$tool.fish; complete -C '$tool --completion '"
        check "fish offers the shells" [ "$(cut -f 1 out | paste -s -d ' ')" = "bash fish zsh" ]
    fi

    reply shells/$tool.bash $tool --vers
    out_is --version
    reply shells/$tool.bash $tool --completion f
    out_is fish
    reply shells/$tool.bash $tool --completion = b
    out_is bash
    reply shells/$tool.bash $tool --blank =
    out_is 'aware
projected'
    reply shells/$tool.bash $tool --board 5x
    out_has '^5x5$'
    out_lacks '^4x4$'
    reply shells/$tool.bash $tool --dir f
    out_is folder
    reply shells/$tool.bash $tool -j 1
    out_is ''

    run 2 $tool --completion tcsh
    err_has "^$tool: --completion: 'tcsh' is not one of bash, zsh, fish"
    out_empty
    run 2 $tool --completion fisch
    err_has 'did you mean fish?'
done

reply shells/pdbsolve.bash pdbsolve --format ''
out_is 'text
json
csv
svg'
reply shells/pdbsolve.bash pdbsolve -p 7
out_has '^7-8$'
reply shells/pdbsolve.bash pdbsolve -o 'a '
out_is 'a file.tpdb'
reply shells/pdbsolve.bash pdbsolve --goal blank-f
out_is blank-first
reply shells/pdbsolve.bash pdbsolve 1
out_is ''
reply shells/pdbgen.bash pdbgen 6-6-3
out_is 6-6-3
reply shells/pdbgen.bash pdbgen a
out_is ''
reply shells/pdbinfo.bash pdbinfo 'a '
out_has 'a file.tpdb'
reply shells/pdbinfo.bash pdbinfo 5-5
out_has '^5-5-5$'
reply shells/pdbverify.bash pdbverify anti
out_is antipodes
finish
