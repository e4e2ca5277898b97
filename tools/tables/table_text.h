/*
 * Table text: keywords of options about tables, and tables in JSON.
 */
#ifndef TILEPDB_TABLES_TABLE_TEXT_H
#define TILEPDB_TABLES_TABLE_TEXT_H

#include <jansson.h>

#include "cli/options.h"
#include "tilepdb.h"

/* The value of a choice, or of a number, that was not given. */
#define CLI_UNSET (-1)

/* The keywords of choices; their indices are the values of the enums. */
extern const char *const cli_blank_keywords[];    /* tilepdb_blank_policy */
extern const char *const cli_encoding_keywords[]; /* tilepdb_encoding */
extern const char *const cli_goal_keywords[];     /* rows of TILEPDB_GOALS */
extern const char *const cli_metric_keywords[];   /* tilepdb_metric */
extern const char *const cli_metric_synonyms[];   /* what speed-solvers call them */

/* The keywords of --goal: "KEYWORD: DESCRIPTION; " each for its help, "KEYWORD, " each for
 * messages.
 */
#define CLI_GOAL_HELP_ROW(identifier, keyword, description) keyword ": " description "; "
#define CLI_GOAL_HELP                                       TILEPDB_GOALS(CLI_GOAL_HELP_ROW)
#define CLI_GOAL_LIST_ROW(identifier, keyword, description) keyword ", "
#define CLI_GOAL_LIST                                       TILEPDB_GOALS(CLI_GOAL_LIST_ROW)

/* The given size, otherwise 4x4. */
struct cli_board_size cli_board_size(struct cli_board_size given);

/* The goal's blank cell by --goal and --goal-blank, each of which may be CLI_UNSET. Returns
 * CLI_SUCCESS, or CLI_USAGE after an error message. */
int cli_goal_cell(struct cli_board_size size, int goal, int goal_blank, int *cell);

/* Whether a partition of the catalogue is for boards of that size, or transposed. */
bool cli_entry_fits(const tilepdb_catalogue_entry *entry, int width, int height);

#define CLI_MAX_KINDS 3

/* The kinds of tables that agree with --blank and --encoding (or CLI_UNSET), strongest first: aware
 * before projected, and bit, which opens without inflating, before nibble. Colour tables have one
 * kind, whatever the options say. Returns the number of kinds; 0 after an error message: projected
 * was combined with bit. */
size_t cli_kinds(tilepdb_metric metric, int blank, int encoding, tilepdb_kind kinds[CLI_MAX_KINDS]);

/* The mean distance of the reachable entries. */
double cli_mean(const tilepdb_table_info *info);

/* [1, 2, 3] for tiles 1 to 3. */
json_t *cli_json_tiles(uint32_t tiles);

/* An array with an object for each partition of NAME+NAME, or colour table: `partition`, `blank`
 * and `encoding`. `tables` are in the order of the names. */
json_t *cli_json_partitions(const char *names, const tilepdb_table *const *tables, size_t count);

/* The first members of objects about tables: file, board, goal cell, tiles, kind; of a colour table
 * also metric and colouring. */
json_t *cli_json_pattern(const char *path, const tilepdb_pattern *pattern, tilepdb_kind kind);

/* Adds the statistics of a table's header. */
void cli_json_add_info(json_t *object, const tilepdb_table_info *info);

/* Adds the histograms of each axis, if it is a colour table. */
void cli_json_add_axes(json_t *object, const tilepdb_table_info *info);

#endif
