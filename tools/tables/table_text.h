/*
 * What the tools say about tables in the same words: kinds, goals, tiles, statistics.
 */
#ifndef TILEPDB_TABLES_TABLE_TEXT_H
#define TILEPDB_TABLES_TABLE_TEXT_H

#include <jansson.h>

#include "cli/options.h"
#include "tilepdb.h"

/* The value of a choice that was not made. */
#define CLI_UNSET (-1)

/* The keywords of choices; their indices are the values of the enums. */
extern const char *const cli_blank_keywords[];    /* tilepdb_blank_policy */
extern const char *const cli_encoding_keywords[]; /* tilepdb_encoding */
extern const char *const cli_goal_keywords[];     /* rows of TILEPDB_GOALS */
extern const char *const cli_metric_keywords[];   /* tilepdb_metric */
extern const char *const cli_metric_synonyms[];   /* what speed-solvers call them */

/* The keywords of --goal in its help, "KEYWORD: DESCRIPTION; " each, and in a message, "KEYWORD, "
 * each.
 */
#define CLI_GOAL_HELP_ROW(identifier, keyword, description) keyword ": " description "; "
#define CLI_GOAL_HELP                                       TILEPDB_GOALS(CLI_GOAL_HELP_ROW)
#define CLI_GOAL_LIST_ROW(identifier, keyword, description) keyword ", "
#define CLI_GOAL_LIST                                       TILEPDB_GOALS(CLI_GOAL_LIST_ROW)

/* The size, 4x4 if none was given. */
struct cli_board_size cli_board_size(struct cli_board_size given);

/* The goal's blank cell from --goal and --goal-blank, each of which may be CLI_UNSET. Returns
 * CLI_SUCCESS, otherwise the exit code after an error message. */
int cli_goal_cell(struct cli_board_size size, int goal, int goal_blank, int *cell);

#define CLI_MAX_KINDS 3

/* The kinds of tables that agree with --blank and --encoding (or CLI_UNSET), strongest first: aware
 * before projected, and bit, which opens without inflating, before nibble. Returns their number; 0
 * after an error message: projected was combined with bit. */
size_t cli_kinds(int blank, int encoding, tilepdb_kind kinds[CLI_MAX_KINDS]);

/* The same of a metric. Colour tables have one kind, whatever the other options say. */
size_t cli_kinds_of(tilepdb_metric metric, int blank, int encoding,
                    tilepdb_kind kinds[CLI_MAX_KINDS]);

/* Whether two partitions have patterns of the same sizes. */
bool cli_same_sizes(const tilepdb_partition *a, const tilepdb_partition *b);

/* The mean distance of the reachable entries. */
double cli_mean(const tilepdb_table_info *info);

/* [1, 2, 3] for tiles 1 to 3. */
json_t *cli_json_tiles(uint32_t tiles);

/* The partitions NAME+NAME whose tables these are, in their order: objects with `partition`,
 * `blank` and `encoding`. Of colour tables each is one. */
json_t *cli_json_partitions(const char *names, const tilepdb_table *const *tables, size_t count);

/* Which table of which board this is; the beginning of all objects about tables. Of a colour table
 * with the metric and the colouring. */
json_t *cli_json_pattern(const char *path, const tilepdb_pattern *pattern, tilepdb_kind kind);

/* Adds what a table's header says. */
void cli_json_add_info(json_t *object, const tilepdb_table_info *info);

/* Adds what a colour table's header says of each axis; of others nothing. */
void cli_json_add_axes(json_t *object, const tilepdb_table_info *info);

#endif
