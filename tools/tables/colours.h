/*
 * What the tools say about colour tables in the same words: names, files, JSON.
 */
#ifndef TILEPDB_TABLES_COLOURS_H
#define TILEPDB_TABLES_COLOURS_H

#include "cli/progress.h"
#include "tables/tables.h"
#include "tilepdb_colours.h"

/* Reads a colouring, a name or a drawing; `given` is the size that the user named, if any. Returns
 * CLI_SUCCESS, otherwise the exit code after an error message. */
int cli_colouring(const char *text, struct cli_board_size given, int goal_blank,
                  tilepdb_pattern *colouring);

/* The name of the catalogue, or else the drawing. Returns `text`. */
const char *cli_colouring_text(const tilepdb_pattern *colouring, char text[TILEPDB_COLOURING_TEXT]);

/* The same as one word, as --partition takes it: "large", "1122/3322/5344/544.". */
const char *cli_colouring_word(const tilepdb_pattern *colouring, char text[TILEPDB_COLOURING_TEXT]);

/* Whether two colourings have the same tiles alike, or one of them has when it is reflected, as
 * searches see it, too: then one table would have the other's entries. */
bool cli_same_colouring(const tilepdb_pattern *a, const tilepdb_pattern *b);

/* The path of the table in the directory; the caller frees it, and the next. */
char *cli_colours_path(const char *directory, const tilepdb_pattern *colouring);

/* The pdbgen command that generates the table. */
char *cli_colours_call(const struct cli_common *common, const tilepdb_pattern *colouring);

/* Opens a file, which is read and checked. The statuses of tilepdb_colours_open. */
tilepdb_status cli_colours_open(const char *path, const struct cli_common *common,
                                struct cli_progress *progress, tilepdb_table **colours,
                                tilepdb_error *error);

/* Which table of which board this is; as cli_json_pattern, with the metric and the colouring. */
json_t *cli_json_colours(const char *path, const tilepdb_pattern *colouring);

/* Adds the metric and the colouring of a colour table. */
void cli_json_add_colouring(json_t *object, const tilepdb_pattern *colouring);

/* The same, and the histograms of its header. */
void cli_json_add_colours(json_t *object, const tilepdb_table_info *info);

#endif
