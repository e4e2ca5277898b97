/*
 * Tables that are used together: those of a partition, or in the metric multi that of a
 * colouring. A pattern and a kind say which table is meant; what tells the metrics apart beyond
 * that, on the way from a name to a file, is here.
 */
#ifndef TILEPDB_TABLES_TABLE_SET_H
#define TILEPDB_TABLES_TABLE_SET_H

#include "cli/options.h"
#include "tilepdb_open.h"

#define TABLE_SET_NAME 128

struct table_set {
    char name[TABLE_SET_NAME]; /* as --partition takes it: "7-8", "1-6/7-12/13-15", "large",
                               "1122/3322/5344/544." */
    bool suggested;            /* ... but nobody has named it, and it is a list or a drawing */
    tilepdb_kind kind;
    unsigned count;
    tilepdb_pattern patterns[TILEPDB_TABLE_MAX_CELLS];
};

/* Reads a partition, or a colouring, of tables of that kind; `given` is the size that the user
 * named, if any. Returns CLI_SUCCESS, otherwise the exit code after an error message, which may
 * name the intended size or metric. */
int table_set_parse(struct table_set *set, const char *text, struct cli_board_size given,
                    int goal_blank, tilepdb_kind kind);

/* What the library found (tilepdb_open.h). */
void table_set_copy(struct table_set *set, const tilepdb_table_set *found);

/* The tables of a partition. */
void table_set_of_partition(struct table_set *set, const tilepdb_partition *partition,
                            tilepdb_kind kind);

/* The table of a colour pattern; its name is that of the catalogue, or else the drawing. */
void table_set_of_colouring(struct table_set *set, const tilepdb_pattern *pattern);

/* What progress and messages call a table by its pattern: "tiles 1-7", "colouring large". The
 * caller frees it, and the next three. */
char *pattern_title(const tilepdb_pattern *pattern);

/* What they call the i-th table: "7-8 (1 of 2)", "partition (1 of 4)", "colouring large". */
char *table_set_title(const struct table_set *set, unsigned i);

/* The file of the i-th table. */
char *table_set_path(const struct table_set *set, unsigned i, const char *directory);

/* The pdbgen command that generates them in the directory of --dir. */
char *table_set_command(const struct table_set *set, const struct cli_common *common);

/* Whether a table is that of a pattern and kind, whatever the name of its file says. */
bool table_info_matches(const tilepdb_table_info *info, const tilepdb_pattern *pattern,
                        tilepdb_kind kind);

#endif
