# Prepares the public headers, src/tilepdb*.h, for doxygen. Its comments are plain, and their place says what they describe:
# a comment after code describes that code, one before code what follows, and a ruled line is the
# title of a group. Self-explanatory fields have no comment.
NR == 1 { sub(/^\/\*/, "/** @file\n *"); print; next }
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
