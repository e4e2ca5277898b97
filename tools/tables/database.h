/*
 * A database: the open tables of one goal, of either metric. Files that exist are opened; what is
 * missing is generated, and kept or not, as a request says.
 */
#ifndef TILEPDB_TABLES_DATABASE_H
#define TILEPDB_TABLES_DATABASE_H

#include "tables/table_loader.h"

/* Opens the requested tables, otherwise the best ones present, for boards with the goal `goal`.
 * Missing ones are generated if the request allows it: named ones in the directory, otherwise a
 * small partition, or colouring, in memory; also in memory if there is no directory or it cannot be
 * written. Returns CLI_SUCCESS, or the exit code after an error message. To be closed in any case.
 */
int database_open(struct database *database, const struct database_request *request,
                  const tilepdb_board *goal, struct cli_progress *progress);

/* Appends the tables of NAME+NAME to `tables`, all with one goal cell; open ones are shared.
 * Missing ones are generated in memory, quietly, if the request allows it. Returns CLI_SUCCESS, or
 * an exit code, with an error message only about a file that cannot be used. The database may be
 * zeroed. */
int database_add_partitions(struct database *database, const struct database_request *request,
                            const char *names, const tilepdb_board *goal,
                            struct cli_progress *progress);

/* The name of the larger tables that repay being made for `nodes` of searches with the open ones.
 * The caller frees it. NULL: none do. Counts of entries and nodes decide, so that the answer is the
 * same on every machine. For multi-tile moves; in single-tile moves boards choose (candidates.h).
 */
char *database_upgrade(struct database *database, const struct database_request *request,
                       const tilepdb_board *goal, double nodes);

/* What to do about a table that failed while it was used, as a clause that the caller frees; NULL:
 * nothing is known, or the error is not about a table. */
char *database_advice(const struct database *database, const tilepdb_error *error);

void database_close(struct database *database);

#endif
