/* Keywords of options about tables, and tables in JSON. */
#ifndef TILEPDB_TABLES_TABLE_TEXT_H
#define TILEPDB_TABLES_TABLE_TEXT_H

#include <jansson.h>

#include "cli/options.h"
#include "tilepdb_engine.h"

/* a choice or number that was not given */
#define CLI_UNSET (-1)

/* Keywords of choices, indexed by enum values. */
extern const char *const cli_blank_keywords[];    /* tilepdb_blank_policy */
extern const char *const cli_encoding_keywords[]; /* tilepdb_encoding, of tables of tiles */
extern const char *const cli_goal_keywords[];     /* rows of TILEPDB_GOALS */
extern const char *const cli_metric_keywords[];   /* tilepdb_metric */
extern const char *const cli_metric_synonyms[];   /* words of speed-solvers */

/* keywords of --goal, for help and messages */
#define CLI_GOAL_HELP_ROW(identifier, keyword, description) keyword ": " description "; "
#define CLI_GOAL_HELP                                       TILEPDB_GOALS(CLI_GOAL_HELP_ROW)
#define CLI_GOAL_LIST_ROW(identifier, keyword, description) keyword ", "
#define CLI_GOAL_LIST                                       TILEPDB_GOALS(CLI_GOAL_LIST_ROW)

struct cli_board_size cli_board_size(struct cli_board_size given);

/* Sets the goal's blank cell from --goal and --goal-blank; both may be CLI_UNSET. Returns
 * CLI_SUCCESS, or CLI_USAGE after an error message. */
int cli_goal_cell(struct cli_board_size size, int goal, int goal_blank, int *cell);

/* Returns true if the partition fits the board size, perhaps transposed. */
bool cli_entry_fits(const tilepdb_catalogue_entry *entry, int width, int height);

/* Keywords of --direction, indexed by tilepdb_directions from AUTO. */
extern const char *const cli_direction_keywords[];

const char *cli_direction_keyword(tilepdb_direction direction);

/* Returns the directions of --direction, which may be CLI_UNSET. */
tilepdb_directions cli_directions(int direction);

#define CLI_MAX_KINDS 3

/* Lists the kinds of tables that --blank and --encoding allow, which may be CLI_UNSET, the
 * strongest first. Bit tables precede nibble tables, since they open without inflating. Returns the
 * number of kinds, or 0 after an error message. */
size_t cli_kinds(tilepdb_metric metric, int blank, int encoding, tilepdb_kind kinds[CLI_MAX_KINDS]);

double cli_mean(const tilepdb_table_info *info);

/* Returns [1, 2, 3] for tiles 1 to 3. */
json_t *cli_json_tiles(uint32_t tiles);

/* Returns an object for each partition or colour table of a searcher. */
json_t *cli_json_partitions(const tilepdb_searcher *searcher);

/* Returns file, board, goal cell, tiles and kind; for colour and goal tables also metric and
 * drawing. */
json_t *cli_json_pattern(const char *path, const tilepdb_pattern *pattern, tilepdb_kind kind);

void cli_json_add_info(json_t *object, const tilepdb_table_info *info);

/* Does nothing except for colour tables. */
void cli_json_add_axes(json_t *object, const tilepdb_table_info *info);

#endif
