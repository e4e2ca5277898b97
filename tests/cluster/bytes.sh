#!/bin/sh
# Large tables made by one to four ranks have the bytes of pdbgen: 7-8, 6-6-6-6 of 5x5, and the
# whole 4x3.
. "$(dirname "$0")/../cli/harness"
. "$sources/tests/cli/lib_mpi"

for tables in 7-8 '--board 5x5 6-6-6-6' '--board 4x3 11' '--blank projected 7-8'; do
    # Options and a partition.
    # shellcheck disable=SC2086
    run 0 pdbgen -q -d one $tables
    for ranks in 1 2 3 4; do
        # shellcheck disable=SC2086
        ranks $ranks 0 pdbgen-mpi -q -j 1 -d over $tables
        check "$ranks ranks write the same bytes of $tables" diff -r one over
        rm -r over
    done
    rm -r one
done
finish
