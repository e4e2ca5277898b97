/*
 * A table set: the tables of one partition or, in the metric multi, the table of one colouring.
 * From a name on the command line to patterns, files and commands.
 */
#ifndef TILEPDB_TABLES_TABLE_SET_H
#define TILEPDB_TABLES_TABLE_SET_H

#include "cli/options.h"
#include "tilepdb_open.h"

#define TABLE_SET_NAME 128

struct table_set {
    char name[TABLE_SET_NAME]; /* for --partition: "7-8", "1-6/7-12/13-15", "large",
                                  "1122/3322/5344/544." */
    bool suggested;            /* not named by the user, nor in the catalogue */
    tilepdb_kind kind;
    unsigned count;
    tilepdb_pattern patterns[TILEPDB_TABLE_MAX_CELLS];
};

/* Finds the tables of a request as tilepdb_locator_find does. `given` is the board size that the
 * user named, if any. Returns CLI_SUCCESS, or the exit code after an error message, which may name
 * the intended size or metric. */
int table_set_find(struct table_set *set, const tilepdb_locator *locator, tilepdb_request request,
                   struct cli_board_size given, bool *found);

/* Reads a partition, or a colouring, without looking for files. Results as table_set_find. */
int table_set_parse(struct table_set *set, const char *text, struct cli_board_size given,
                    int goal_blank, tilepdb_kind kind);

/* Checks the names NAME+NAME of partitions before a board is known; `size` may be 0x0. Returns
 * CLI_SUCCESS, or CLI_USAGE after an error message that names the nearest partition. */
int partition_names_check(const char *names, struct cli_board_size size);

/* The set of a colour pattern. Its name is that of the catalogue, otherwise the drawing. */
void table_set_of_colouring(struct table_set *set, const tilepdb_pattern *pattern);

/* The caller frees these texts. */

/* "tiles 1-7" or "colouring large". */
char *pattern_title(const tilepdb_pattern *pattern);

/* The i-th table: "7-8 (1 of 2)", "partition (1 of 4)" or "colouring large". */
char *table_set_title(const struct table_set *set, unsigned i);

/* The file of the i-th table. */
char *table_set_path(const struct table_set *set, unsigned i, const char *directory);

/* The pdbgen command that generates the tables in the directory of --dir. */
char *table_set_command(const struct table_set *set, const struct cli_common *common);

/* Whether a file holds the table of a pattern and kind, whatever its name says. */
bool table_info_matches(const tilepdb_table_info *info, const tilepdb_pattern *pattern,
                        tilepdb_kind kind);

/* The sums of the entries and table_bytes of the set's tables. False: not known. */
bool table_set_need(const struct table_set *set, tilepdb_generate_need *sum);

#endif
