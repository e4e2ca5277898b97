#!/bin/sh
# The reference of the library: doxygen reports no warning, and every function, struct,
# enumeration and macro of the public headers has a description.
. "$(dirname "$0")/harness"
need doxygen

configured=$build/installation/Doxyfile
if [ ! -f "$configured" ]; then
    echo "skipped: doxygen was not there when the build was configured"
    exit 77
fi
sed "s|^OUTPUT_DIRECTORY.*|OUTPUT_DIRECTORY = $work/doc|" "$configured" >Doxyfile
run 0 doxygen Doxyfile
out_empty
err_empty
check "there is a page of the header" [ -s doc/html/tilepdb_8h.html ]
while read -r header name; do
    check "$name is on the page of $header" grep -q "$name" "doc/html/${header}_8h.html"
done <<'END'
tilepdb tilepdb_board_parse
tilepdb__engine tilepdb_engine_solve
tilepdb__methods tilepdb_method_solve
tilepdb__tables tilepdb_table_prove
tilepdb__text tilepdb_reader_next
END
check "the guide is the first page" grep -q 'Embedding the library' doc/html/index.html

# Fields may be self-explanatory; everything else needs a description.
sed 's/^EXTRACT_ALL.*/EXTRACT_ALL = NO/' Doxyfile >strict
run 0 doxygen strict
grep -v '(variable)' err >out
out_empty

# The test detects a missing description.
mkdir src docs
cp -r "$sources/docs/api" "$sources/docs/embedding.md" docs
{
    cat "$sources/src/tilepdb.h"
    echo 'int tilepdb_nameless(void);'
} >src/tilepdb.h
sed "s|$sources|$work|g" strict >other
run 0 doxygen other
err_has 'tilepdb_nameless.*is not documented'
finish
