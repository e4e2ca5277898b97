/*
 * Names of partitions, before any board is known.
 */
#ifndef TILEPDB_TABLES_OFFER_H
#define TILEPDB_TABLES_OFFER_H

#include "cli/options.h"

/* Whether --partition can be meant; `size` may be 0x0. CLI_SUCCESS, or CLI_USAGE after an error
 * message that names the nearest partition. */
int offer_check_name(const char *partition, struct cli_board_size size);

#endif
