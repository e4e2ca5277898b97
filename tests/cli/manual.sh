#!/bin/sh
# The manual pages describe exactly the options that --help prints.
. "$(dirname "$0")/harness"

for tool in pdbgen pdbsolve pdbmethods pdbverify pdbinfo; do
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

# Examples are blocks of literal lines: lines that are only indented are filled and hyphenated.
for page in "$sources"/docs/man/*.1.scd; do
    sed -n '/^# EXAMPLES/,/^# SEE/p' "$page" >section
    shown="EXAMPLES of $page"
    check "there are literal lines" grep -q '^```' section
    refute "no line is only indented" grep -q '^[[:space:]]' section
done

# Every page is a valid manual page.
if command -v scdoc >/dev/null 2>&1; then
    for page in "$sources"/docs/man/*.scd; do
        name=$(basename "$page" .scd)
        run_with "$page" 0 scdoc
        out_has "^\.TH \"${name%.*}\" \"${name##*.}\""
        err_empty
    done
fi

# The page of the format has the fields of the format.
format=$sources/pdb/FORMAT.md
page=$sources/docs/man/tpdb.5.scd
for part in Header 'Frame table'; do
    sed -n "/^## $part/,/^## [^HF]/p" "$format" |
        sed -n 's/^| \([0-9]*\) | \([^|]*[^ |]\) *| \([^|]*[^ |]\) *| .*/*\1 \2 \3*/p'
done | sort -u >fields
grep '^\*[0-9]' "$page" | sort -u | diff fields - >out || :
shown="pdb/FORMAT.md and docs/man/tpdb.5.scd"
check "there are fields" [ "$(wc -l <fields)" -gt 20 ]
check "the same fields" [ ! -s out ]
finish
