/* The tables of one partition or, in the metric multi, the table of one colouring. The caller
 * frees texts. */
#ifndef TILEPDB_TABLES_TABLE_SET_H
#define TILEPDB_TABLES_TABLE_SET_H

#include "cli/options.h"
#include "tilepdb_open.h"

#define TABLE_SET_NAME 128

struct table_set {
    char name[TABLE_SET_NAME]; /* for --partition: "7-8", "1-6/7-12/13-15", "large",
                                  "1122/3322/5344/544." */
    bool suggested;            /* neither named by the user nor in the catalogue */
    tilepdb_kind kind;
    unsigned count;
    tilepdb_pattern patterns[TILEPDB_TABLE_MAX_CELLS];
};

/* Finds the tables of a request, as tilepdb_locator_find does. `given` is the user's board size,
 * or 0x0. Returns CLI_SUCCESS, or the exit code after an error message, which may suggest a size
 * or metric. */
int table_set_find(struct table_set *set, const tilepdb_locator *locator, tilepdb_request request,
                   struct cli_board_size given, bool *found);

/* Like table_set_find, but without looking for files. */
int table_set_parse(struct table_set *set, const char *text, struct cli_board_size given,
                    int goal_blank, tilepdb_kind kind);

/* Checks that at most one colon is in `names`, and none unless `both` is true. `names` may be NULL.
 * Returns CLI_SUCCESS, or CLI_USAGE after an error message. */
int partition_sides_check(const char *names, bool both);

/* Checks NAME+NAME or FORWARD:BACKWARD before a board is known; `size` may be 0x0. Returns
 * CLI_SUCCESS, or CLI_USAGE after an error message with the nearest name. */
int partition_names_check(const char *names, struct cli_board_size size);

/* Names the set as in the catalogue, otherwise by drawing. */
void table_set_of_colouring(struct table_set *set, const tilepdb_pattern *pattern);

/* such as "tiles 1-7" or "colouring large" */
char *pattern_title(const tilepdb_pattern *pattern);

/* such as "7-8 (1 of 2)", "partition (1 of 4)" or "colouring large" */
char *table_set_title(const struct table_set *set, unsigned i);

char *table_set_path(const struct table_set *set, unsigned i, const char *directory);

/* Returns the pdbgen command that generates the tables in the directory of --dir. */
char *table_set_command(const struct table_set *set, const struct cli_common *common);

bool table_info_matches(const tilepdb_table_info *info, const tilepdb_pattern *pattern,
                        tilepdb_kind kind);

/* Sums up the entries and table_bytes of the set. Returns false if they are unknown. */
bool table_set_need(const struct table_set *set, tilepdb_generate_need *sum);

#endif
