/* The open tables of one goal. */
#ifndef TILEPDB_TABLES_DATABASE_H
#define TILEPDB_TABLES_DATABASE_H

#include "tables/table_loader.h"

/* Opens the requested tables, otherwise the best tables present. If the request allows it,
 * generates missing tables: named tables in a writable directory, otherwise a small partition or
 * colouring in memory. Returns CLI_SUCCESS, or the exit code after an error message. Close the
 * database in any case. */
int database_open(struct database *database, const struct database_request *request,
                  const tilepdb_board *goal, struct cli_progress *progress);

/* Appends the tables of NAME+NAME, all with one goal cell, to database->tables. Shares open
 * tables. If the request allows it, generates missing tables in memory. Returns CLI_SUCCESS or
 * an exit code; reports only unusable files. */
int database_add_partitions(struct database *database, const struct database_request *request,
                            const char *names, const tilepdb_board *goal,
                            struct cli_progress *progress);

/* For multi-tile moves, returns the name of larger tables that repay their generation in `nodes`
 * nodes of searches, or NULL. The caller frees it. Only counts decide, so the answer is the same
 * on every machine. */
char *database_upgrade(struct database *database, const struct database_request *request,
                       const tilepdb_board *goal, double nodes);

/* Returns advice about a table that failed during use, as a clause that the caller frees, or
 * NULL. */
char *database_advice(const struct database *database, const tilepdb_error *error);

void database_close(struct database *database);

#endif
