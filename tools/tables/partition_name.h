/*
 * Names of partitions, before any board is known.
 */
#ifndef TILEPDB_TABLES_PARTITION_NAME_H
#define TILEPDB_TABLES_PARTITION_NAME_H

#include "cli/options.h"

/* Whether --partition can be meant; `size` may be 0x0. CLI_SUCCESS, or CLI_USAGE after an error
 * message that names the nearest partition. */
int partition_name_check(const char *partition, struct cli_board_size size);

#endif
