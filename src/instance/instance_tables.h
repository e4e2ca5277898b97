#ifndef TILEPDB_INSTANCE_INSTANCE_TABLES_H
#define TILEPDB_INSTANCE_INSTANCE_TABLES_H

#include "tilepdb_tables.h"

/* The tables of partitions that were made for one board. */
struct instance_tables {
    /* [direction: 0 forward, 1 backward][pattern] */
    const tilepdb_table *tables[2][TILEPDB_TABLE_MAX_CELLS];
    size_t count; /* tables of each direction */
    /* members of `tables` that were generated; the caller closes them */
    tilepdb_table *made[2 * TILEPDB_TABLE_MAX_CELLS];
    size_t made_count;
    double expanded; /* estimated nodes of the bound */
};

/* Returns true if partitions can be made from `tiles`: from four sets of three to six tiles. */
bool instance_tables_suit(const uint32_t *tiles, size_t count);

/* Makes partitions for the board of a bidirectional solver, so that `bound` needs fewer nodes, by
 * exchanging tiles between patterns. Generates at most 12 tables, or up to 64 if the bound has more
 * nodes, of about 23 MB on 5x5; at most 40 are open at the same time. The result is the same on
 * every machine; the solver's tables must outlive it. `options` may be NULL. Returns OK;
 * ERROR_ARGUMENT unless each direction has one partition of blank-aware bit tables that suits, or
 * if `bound` or threads are out of range; CANCELLED; ERROR_MEMORY; or the status of a bad table. */
tilepdb_status instance_tables_make(const tilepdb_solver *solver, int bound,
                                    const tilepdb_generate_options *options,
                                    struct instance_tables *tables, tilepdb_error *error);

#endif
