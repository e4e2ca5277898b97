/*
 * Tables that repay being made for searches that are still to come. Decided by counts of entries
 * and nodes, so that it is the same on every machine.
 *
 * In multi-tile moves, where a board has too few nodes to repay a table alone, but many have
 * enough. In single-tile moves there is a choice for each board (candidates.h).
 */
#ifndef TILEPDB_TABLES_TABLE_UPGRADE_H
#define TILEPDB_TABLES_TABLE_UPGRADE_H

#include "tables/database.h"

/* The name of the tables with which `nodes` of searches with those of `now`, for boards with this
 * goal, are done soonest, the time to make them included. The caller frees it. NULL: they are those
 * of `now`. */
char *table_upgrade_name(const struct database *now, const struct database_request *request,
                         const tilepdb_board *goal, double nodes);

#endif
