/*
 * Table arguments: operands that name table files, or a partition whose files are in the directory
 * for databases; and the advice about a table that cannot be used.
 */
#ifndef TILEPDB_TABLES_TABLE_ARGUMENTS_H
#define TILEPDB_TABLES_TABLE_ARGUMENTS_H

#include "cli/options.h"
#include "tilepdb.h"

/* The options that select files of a partition, or in the metric multi of a colouring; numbers may
 * be CLI_UNSET. A file that is named itself must not contradict them. */
struct cli_table_filter {
    struct cli_board_size board;
    int metric; /* tilepdb_metric */
    int blank;
    int encoding;
    int goal;
    int goal_blank;
    const struct cli_common *common;
};

/* Starts zeroed. Owns its texts. */
struct cli_table_files {
    char **paths;
    char **commands; /* pdbgen commands that make the files; NULL: the operand named the file */
    size_t count;
};

/* The metric of the filter; single if none was given. */
tilepdb_metric cli_table_filter_metric(const struct cli_table_filter *filter);

/* Adds the file that an operand names, or all existing files of the partition. A file whose header
 * contradicts an option is refused. Returns CLI_SUCCESS, or the exit code after an error message;
 * files that were found before it stay in the list. */
int cli_table_files_add(struct cli_table_files *list, const char *operand,
                        const struct cli_table_filter *filter);

void cli_table_files_free(struct cli_table_files *list);

/* A sentence of the library to follow the name of a file, which it quotes: without that name. The
 * caller frees it. */
char *cli_about_file(const char *path, const char *sentence);

/* ---- advice: a command in '...' does what the sentence promises when a shell runs it unchanged */

/* What to do about a table file that could not be opened or trusted, as a clause that the caller
 * frees; NULL: nothing is known to help. `command` is the pdbgen command that generates the file;
 * NULL: the user named the file. */
char *cli_table_advice(const char *path, tilepdb_status status, const char *command);

/* Prints cli_table_advice. */
void cli_advise_table(const char *path, tilepdb_status status, const char *command);

/* Reports the error with its advice in one line. Returns the exit code. */
int cli_fail_table(const char *path, const tilepdb_error *error, const char *command);

#endif
