/* Names of tables, as users write and read them. The caller frees texts. */
#ifndef TILEPDB_TABLES_TABLE_SET_H
#define TILEPDB_TABLES_TABLE_SET_H

#include "cli/options.h"
#include "tilepdb_tables.h"

/* Reads a name, tiles or a drawing, without looking for files. `given` is the user's board size, or
 * 0x0. Returns CLI_SUCCESS, or the exit code after an error message, which may suggest a size or
 * metric. */
int table_set_parse(tilepdb_table_set *set, const char *text, struct cli_board_size given,
                    int goal_blank, tilepdb_kind kind);

/* Checks that at most one colon is in `names`, and none unless `both` is true. `names` may be NULL.
 * Returns CLI_SUCCESS, or CLI_USAGE after an error message. */
int partition_sides_check(const char *names, bool both);

/* Checks NAME+NAME or FORWARD:BACKWARD before a board is known; `size` may be 0x0. Returns
 * CLI_SUCCESS, or CLI_USAGE after an error message with the nearest name. */
int partition_names_check(const char *names, struct cli_board_size size);

/* Reports why `text` is no partition or colouring; `sized` is true if the board's size is known.
 * Returns an exit code. */
int table_name_refuse(const char *text, bool sized, tilepdb_metric metric,
                      const tilepdb_error *error);

/* such as "tiles 1-7", "colouring large" or "goal 1234 **** **** ****" */
char *pattern_title(const tilepdb_pattern *pattern, tilepdb_kind kind);

char *pattern_path(const tilepdb_pattern *pattern, tilepdb_kind kind, const char *directory);

/* such as "7-8 (1 of 2)", "partition (1 of 4)" or "colouring large" */
char *table_set_title(const tilepdb_table_set *set, unsigned i);

/* Returns the pdbgen command that generates the tables in the directory of --dir. */
char *table_set_command(const tilepdb_table_set *set, const struct cli_common *common);

bool table_info_matches(const tilepdb_table_info *info, const tilepdb_pattern *pattern,
                        tilepdb_kind kind);

#endif
