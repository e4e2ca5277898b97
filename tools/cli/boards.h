/*
 * Boards in reports.
 */
#ifndef TILEPDB_CLI_BOARDS_H
#define TILEPDB_CLI_BOARDS_H

#include <jansson.h>
#include <stdbool.h>

#include "tilepdb.h"

/* The cells, row by row. */
json_t *cli_json_board(const tilepdb_board *board);

/* Whether two boards have the same size and the same tiles on their cells. */
bool cli_same_board(const tilepdb_board *a, const tilepdb_board *b);

#endif
