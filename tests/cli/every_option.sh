#!/bin/sh
# Each option of each tool is used by a test of that tool.
. "$(dirname "$0")/harness"

for tool in pdbgen pdbsolve pdbmethods pdbverify pdbinfo; do
    # Searches tests that call the tool, without lines that call another tool. Tests that loop
    # over all options do not count.
    grep -l "$tool" "$sources"/tests/*.sh "$sources"/tests/cli/*.sh "$sources"/tests/cli/*.py |
        grep -v -e every_option -e manual -e option_pairs >tests
    xargs cat <tests | grep -v '^ *#' >text
    { grep "$tool" text; grep -v 'pdb[a-z]' text; } >lines
    run 0 $tool --help
    grep -o '^  \(-., \|    \)--[a-z-]*' out >offered
    check "there are options" [ -s offered ]
    sed 's/.*--/--/' offered | while read -r option; do
        grep -q -e "$option\([^a-z-]\|\$\)" lines || echo "$option"
    done >out
    shown="$tool: options without a test"
    check "each option of $tool has a test" [ ! -s out ]
    sed -n 's/^  \(-.\), .*/\1/p' offered | while read -r letter; do
        grep -q -e "[ '(]$letter" lines || echo "$letter"
    done >out
    check "each letter of $tool has a test" [ ! -s out ]
done
finish
