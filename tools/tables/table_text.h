/*
 * Boards, moves and tables in words: keywords, names, operands that name files, advice about
 * unusable tables, events of an engine, and JSON. The caller frees texts. Functions that return int
 * return CLI_SUCCESS, or the exit code after an error message.
 */
#ifndef TILEPDB_TABLES_TABLE_TEXT_H
#define TILEPDB_TABLES_TABLE_TEXT_H

#include <jansson.h>

#include "cli/options.h"
#include "cli/progress_line.h"
#include "tilepdb_engine.h"
#include "tilepdb_tables.h"
#include "tilepdb_text.h"

/* ---- boards and moves ------------------------------------------------------------------------ */

json_t *cli_json_board(const tilepdb_board *board);

int cli_blank_cell(const tilepdb_board *board);

bool cli_same_board(const tilepdb_board *a, const tilepdb_board *b);

/* Reads the first item of a text. Returns 0 for none, 1 for one, 2 if others follow; 0 with `error`
 * if a reader cannot be made. */
int cli_items_read(const tilepdb_reader_options *options, const char *text, tilepdb_item *item,
                   tilepdb_error *error);

/* Takes the goal from the item's text, unless --goal is `given`. Notes, after `name`, which may be
 * NULL, report this, and that a link counts moves of another metric. */
void cli_goal_choose(const char *name, const tilepdb_item *item, bool given, tilepdb_metric metric,
                     tilepdb_board *goal);

/* indexed by tilepdb_notation */
extern const char *const cli_notation_keywords[];

/* Like tilepdb_solution_parse. `*moves` has the possible moves after OK and REFUTED, otherwise it
 * is NULL. */
tilepdb_status cli_moves_read(const char *text, size_t length, tilepdb_notation notation,
                              const tilepdb_board *goal, tilepdb_board *board, char **moves,
                              tilepdb_error *error);

/* Returns NAMES instead of TILE if the board's tiles are letters. */
tilepdb_notation cli_moves_notation(int notation, bool letters);

char *cli_moves_write(const char *moves, tilepdb_notation notation, bool run_length,
                      const tilepdb_board *board);

/* Writes slides such as "D R2 U2 L2"; the numbers count tiles. */
char *cli_moves_grouped(const char *moves, tilepdb_notation notation);

/* ---- the directory of tables ----------------------------------------------------------------- */

/* Returns `given` or the directory of the environment, or NULL. */
char *cli_directory_search(const char *given);

#define CLI_NO_DIRECTORY "none of TILEPDB_DIR, XDG_DATA_HOME and HOME is set"

/* Reports an error instead of returning NULL. */
char *cli_directory_find(const char *given);

/* Refuses a directory that exists but cannot be searched. */
int cli_directory_check(const char *path);

int cli_directory_make(const char *path);

/* Refuses a path that exists but is not a readable file. */
int cli_file_check(const char *path);

/* ---- keywords -------------------------------------------------------------------------------- */

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

/* Sets `*cell` to the goal's blank cell from --goal and --goal-blank, which may be CLI_UNSET. */
int cli_goal_cell(struct cli_board_size size, int goal, int goal_blank, int *cell);

/* indexed by tilepdb_directions from AUTO */
extern const char *const cli_direction_keywords[];

const char *cli_direction_keyword(tilepdb_direction direction);

/* `direction` is from --direction; it may be CLI_UNSET. */
tilepdb_directions cli_directions(int direction);

#define CLI_MAX_KINDS 3

/* Lists the kinds of tables that --blank and --encoding allow, which may be CLI_UNSET, the
 * strongest first; bit tables come before nibble tables, since they open without inflating. Returns
 * 0 after an error message. */
size_t cli_kinds(tilepdb_metric metric, int blank, int encoding, tilepdb_kind kinds[CLI_MAX_KINDS]);

/* ---- names ----------------------------------------------------------------------------------- */

/* Reads a name, tiles or a drawing, without looking for files. `given` is the user's board size, or
 * 0x0. */
int table_set_parse(tilepdb_table_set *set, const char *text, struct cli_board_size given,
                    int goal_blank, tilepdb_kind kind);

/* Refuses more than one colon in `names`, and any colon unless `both` is true. `names` may be
 * NULL. */
int partition_sides_check(const char *names, bool both);

/* Checks NAME+NAME or FORWARD:BACKWARD before a board is known; `size` may be 0x0. */
int partition_names_check(const char *names, struct cli_board_size size);

/* such as "tiles 1-7", "colouring large" or "goal 1234 **** **** ****" */
char *pattern_title(const tilepdb_pattern *pattern, tilepdb_kind kind);

char *pattern_path(const tilepdb_pattern *pattern, tilepdb_kind kind, const char *directory);

/* Returns the pdbgen command that generates the tables in the directory of --dir. */
char *table_set_command(const tilepdb_table_set *set, const struct cli_common *common);

/* ---- operands that name table files, or a partition in the directory ------------------------- */

/* Options that select files of a partition or colouring; numbers may be CLI_UNSET. A named file
 * must not contradict them. */
struct cli_table_filter {
    struct cli_board_size board;
    int metric; /* tilepdb_metric */
    int blank;
    int encoding;
    int goal;
    int goal_blank;
    const struct cli_common *common;
};

#define CLI_TABLE_FILTER_UNSET                                                                     \
    .metric = CLI_UNSET, .blank = CLI_UNSET, .encoding = CLI_UNSET, .goal = CLI_UNSET,             \
    .goal_blank = CLI_UNSET

/* Starts zeroed. Owns its texts. */
struct cli_table_files {
    char **paths;
    char **commands; /* pdbgen commands; NULL for named files */
    size_t count;
};

/* Returns the metric single by default. */
tilepdb_metric cli_table_filter_metric(const struct cli_table_filter *filter);

/* Adds the file that `operand` names, or all existing files of the partition. Refuses a file whose
 * header contradicts an option. After an error, files that were found stay in the list. */
int cli_table_files_add(struct cli_table_files *list, const char *operand,
                        const struct cli_table_filter *filter);

void cli_table_files_free(struct cli_table_files *list);

/* Removes the quoted path from a sentence of the library, or replaces it by "it". */
char *cli_about_file(const char *path, const char *sentence);

/* ---- advice; a shell can run commands in '...' unchanged ------------------------------------- */

/* Returns a clause of advice about an unusable table file, or NULL. `command` generates the file;
 * NULL if the user named the file. */
char *cli_table_advice(const char *path, tilepdb_status status, const char *command);

int cli_fail_table(const char *path, const tilepdb_error *error, const char *command);

/* ---- events ---------------------------------------------------------------------------------- */

/* Prints a note or a problem, or sets the title of `progress`. With `show_tiles`, names partitions
 * outside the catalogue by their tiles. */
void table_event_print(const tilepdb_engine_event *event, const struct cli_common *common,
                       struct cli_progress *progress, bool show_tiles);

/* ---- JSON ------------------------------------------------------------------------------------ */

double cli_mean(const tilepdb_table_info *info);

json_t *cli_json_tiles(uint32_t tiles);

/* Returns file, board, goal cell, tiles and kind; for colour and goal tables also metric and
 * drawing. */
json_t *cli_json_pattern(const char *path, const tilepdb_pattern *pattern, tilepdb_kind kind);

void cli_json_add_info(json_t *object, const tilepdb_table_info *info);

/* Does nothing except for colour tables. */
void cli_json_add_axes(json_t *object, const tilepdb_table_info *info);

#endif
