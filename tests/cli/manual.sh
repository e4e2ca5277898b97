#!/bin/sh
# The manual pages describe the options that --help offers, no more and no fewer.
. "$(dirname "$0")/harness"

for tool in pdbgen pdbsolve pdbverify pdbinfo; do
    page=$sources/docs/man/$tool.1.scd
    run 0 $tool --help
    grep -o '^  \(-., \|    \)--[a-z-]*' out | sed 's/.*--/--/' | sort >offered
    check "--help has options" [ "$(wc -l <offered)" -ge 10 ]
    grep '^\*-' "$page" | grep -o '\*--[a-z-]*\*' | tr -d '*' | sort >described
    diff offered described >out || :
    : >err
    shown="$tool --help and $page"
    check "the same options" [ ! -s out ]
    sed -n 's/^  \(-.\), .*/\1/p' <<END | sort >offered
$($tool --help)
END
    grep -o '^\*-[a-zA-Z]\*' "$page" | tr -d '*' | sort >described
    diff offered described >out || :
    check "the same letters" [ ! -s out ]
    if command -v scdoc >/dev/null 2>&1; then
        run_with "$page" 0 scdoc
        out_has '^\.TH "'$tool'" "1"'
    fi
done
finish
