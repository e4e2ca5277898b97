# Reads src/tilepdb.h for doxygen: its comments are plain ones, and what they belong to follows from
# their place. A comment behind code describes that code, one in front of code what comes next, a
# ruled line is the title of a group. Fields that speak for themselves stay without words.
NR == 1 { print "/** @file"; next }
/^\/\* ---- / {
    title = $0
    gsub(/^\/\* -+ | ?-*\*\/$/, "", title)
    gsub(/ -+$/, "", title)
    close_group()
    print "/** @name " toupper(substr(title, 1, 1)) substr(title, 2) " */ /** @{ */"
    grouped = 1
    next
}
/^#ifdef __cplusplus/ { close_group() }
/^ *\/\* / { sub(/\/\*/, "/**") }
/[^ ].* \/\* / { sub(/\/\* /, "/**< ") }
# The second of several definitions in a row belongs to the first.
/^#define/ {
    if (defined) print "/** See #" defined ". */"
    else { defined = $2; sub(/\(.*/, "", defined) }
}
!/^#define/ { defined = "" }
{ print }

function close_group() {
    if (grouped) printf "/** @} */ "
    grouped = 0
}
