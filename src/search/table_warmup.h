/*
 * The warm-up of tables during long searches: one thread loads rows that no search has touched, and
 * another moves entries from small pages of the page cache to huge pages. Only speed depends on it.
 *
 * A thread begins once the expected nodes repay its work, with all signals blocked. Where no thread
 * can be started nothing is done.
 */
#ifndef TILEPDB_SEARCH_TABLE_WARMUP_H
#define TILEPDB_SEARCH_TABLE_WARMUP_H

#include "table/table.h"

struct table_warmup;

/* For `count` tables, of which some may be NULL; the array and the tables must outlive the warm-up.
 * The caller releases it by table_warmup_free. NULL: no memory. */
struct table_warmup *table_warmup_create(const tilepdb_table *const *tables, size_t count);

/* Stops the threads, within milliseconds. Accepts NULL. */
void table_warmup_free(struct table_warmup *warmup);

/* Starts what pays if this many nodes are yet to be generated. Thread safe, and cheap. */
void table_warmup_consider(struct table_warmup *warmup, uint64_t nodes);

#endif
