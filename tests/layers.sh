#!/bin/sh
# A floor includes only floors below it: greps every #include "..." of src/, tools/ and web/.
# Usage: layers.sh SOURCE_DIR
set -eu
cd "$1"

below() { # the folders that a folder may include
    case $1 in
    src/util) echo util ;;
    src/base) echo util base ;;
    src/puzzle) echo util base puzzle ;;
    src/pattern) echo util base puzzle pattern ;;
    src/table) echo util base puzzle pattern table ;;
    src/search) echo util base puzzle pattern table search ;;
    src/verify) echo util base puzzle pattern table search verify ;;
    src/far) echo util base puzzle pattern table search verify far ;;
    src/reference) echo util base puzzle reference ;;
    tools/pdbverify) echo util far cli pdbverify ;;
    tools/*) echo util cli "$(basename "$1")" ;;
    web/*) basename "$1" ;;
    *) echo none ;;
    esac
}

wrong=0
complain() {
    printf '%s\n' "$1"
    wrong=1
}

checked=0
for file in $(find src tools web -name '*.[ch]' -o -name '*.c.in' | sort); do
    folder=$(dirname "$file")
    [ "$file" = src/tilepdb.h ] && folder=src
    for included in $(sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$file"); do
        checked=$((checked + 1))
        if [ "$file" = src/tilepdb.h ]; then
            complain "$file includes $included; it includes nothing of the project"
            continue
        fi
        [ "$included" = tilepdb.h ] && [ "$folder" != src/util ] && continue
        case $included in
        */*) floor=${included%%/*} ;;
        *) floor=$(basename "$folder") ;;
        esac
        allowed=no
        for name in $(below "$folder"); do
            [ "$name" = "$floor" ] && allowed=yes
        done
        [ $allowed = yes ] || complain "$file includes $included, which is not below it"
    done
done
# In angle brackets they would go unnoticed.
for floor in util base puzzle pattern table search verify far reference cli tilepdb.h; do
    hidden=$(grep -rlE "^ *# *include *<(\.\./)*${floor}[/>]" src tools web || true)
    [ -z "$hidden" ] || complain "$hidden: includes $floor in angle brackets"
done
[ "$checked" -gt 50 ] || complain "only $checked includes were found"
[ $wrong = 0 ] && echo "$checked includes go down the floors"
exit $wrong
