/*
 * What tables take of a limit of memory, --memory of pdbsolve: half of it is for them, and what
 * makes one of them has to fit into it as well.
 *
 * Counts of entries and one thread decide, so that it is the same on every machine.
 */
#ifndef TILEPDB_TABLES_MEMORY_BUDGET_H
#define TILEPDB_TABLES_MEMORY_BUDGET_H

#include "tilepdb.h"

struct memory_budget {
    uint64_t tables; /* bytes of all of them */
    uint64_t making; /* the most that is taken, those before it included, while one is made */
};

/* Adds a table that is open. */
void memory_budget_add_open(struct memory_budget *budget, const tilepdb_table *table);

/* Adds a table that is not; `there`: it is read, and not made. */
void memory_budget_add(struct memory_budget *budget, const tilepdb_pattern *pattern,
                       tilepdb_kind kind, bool there);

/* The least limit that they fit into. */
uint64_t memory_budget_total(const struct memory_budget *budget);

#endif
