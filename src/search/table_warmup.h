/*
 * Warm-up: what long searches have done for their tables, beside them. Only speed depends on it.
 *
 * Rows that no search has touched are made ready, since kernels are faster once they need not ask;
 * and entries that the page cache has in small pages are moved into huge ones.
 * A thread for each does this, with all signals blocked. It is started once the nodes that are
 * expected repay the work, and ends with the warm-up at the latest. Where no thread can be started,
 * nothing is done.
 */
#ifndef TILEPDB_SEARCH_TABLE_WARMUP_H
#define TILEPDB_SEARCH_TABLE_WARMUP_H

#include "table/table.h"

struct table_warmup;

/* For `count` tables, of which some may be NULL; the array and the tables must outlive the warm-up.
 * The caller releases it by table_warmup_free. NULL: no memory. */
struct table_warmup *table_warmup_create(const tilepdb_table *const *tables, size_t count);

/* Waits for what is under way, which ends within milliseconds. Accepts NULL. */
void table_warmup_free(struct table_warmup *warmup);

/* Starts what is worth it if this many nodes are yet to be generated. Thread safe; cheap. */
void table_warmup_consider(struct table_warmup *warmup, uint64_t nodes);

#endif
