/*
 * From operands to table files: an operand is a file, or a partition whose files are in the
 * directory for databases. And what to do next about one: the place where a failure becomes advice.
 */
#ifndef TILEPDB_TABLES_TABLE_ARGUMENTS_H
#define TILEPDB_TABLES_TABLE_ARGUMENTS_H

#include "cli/options.h"
#include "tilepdb.h"

/* Which files of a partition, or in the metric multi of a colouring, are meant; the numbers may be
 * CLI_UNSET. A file that is named itself says what it is, and must not be another table than these.
 */
struct cli_table_filter {
    struct cli_board_size board;
    int metric; /* tilepdb_metric; cli_table_filter_metric says what it comes to */
    int blank;
    int encoding;
    int goal;
    int goal_blank;
    const struct cli_common *common;
};

/* Paths that the caller owns. Starts zeroed. */
struct cli_table_files {
    char **paths;
    char **commands; /* of pdbgen, that make the files; NULL: the operand named the file itself */
    size_t count;
};

/* The metric of partitions and boards: single unless another one was given. */
tilepdb_metric cli_table_filter_metric(const struct cli_table_filter *filter);

/* Adds the file, or the files of the partition, that an operand names, of all existing and
 * wanted kinds. A file whose header contradicts an option is refused. Returns CLI_SUCCESS,
 * otherwise the exit code after an error message; what was found until then is in the list. */
int cli_table_files_add(struct cli_table_files *list, const char *operand,
                        const struct cli_table_filter *filter);

/* A sentence of the library as it stands after the name of the file that it is about: without the
 * name, which it quotes. The caller frees it. */
char *cli_about_file(const char *path, const char *sentence);

void cli_table_files_free(struct cli_table_files *list);

/* ---- advice: a command in '...' does what the sentence promises when a shell runs it unchanged */

/* Says what to do about a table file that could not be opened or trusted. `command` is the
 * pdbgen command that generates it; NULL: not known, as for a file that the user named. */
void cli_advise_table(const char *path, tilepdb_status status, const char *command);

/* The same as a clause, which the caller frees; NULL: nothing is known to help. */
char *cli_table_advice(const char *path, tilepdb_status status, const char *command);

/* Reports the error, with that advice, in one line. Returns the exit code. */
int cli_fail_table(const char *path, const tilepdb_error *error, const char *command);

#endif
