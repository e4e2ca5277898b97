/*
 * Warms up tables during long searches: one thread loads rows that no search has touched, another
 * moves entries to huge pages. Affects only speed. Both threads block all signals.
 */
#ifndef TILEPDB_SEARCH_TABLE_WARMUP_H
#define TILEPDB_SEARCH_TABLE_WARMUP_H

#include "table/table.h"

struct table_warmup;

/* Some tables may be NULL. The array and the tables must outlive the warm-up. Returns NULL without
 * memory. */
struct table_warmup *table_warmup_create(const tilepdb_table *const *tables, size_t count);

/* Stops the threads within milliseconds. Accepts NULL. */
void table_warmup_free(struct table_warmup *warmup);

/* Starts the tasks that `nodes` nodes repay. Thread safe. */
void table_warmup_consider(struct table_warmup *warmup, uint64_t nodes);

#endif
