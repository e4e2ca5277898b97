/*
 * Operands that name table files, or a partition in the directory for databases; advice about
 * unusable tables.
 */
#ifndef TILEPDB_TABLES_TABLE_ARGUMENTS_H
#define TILEPDB_TABLES_TABLE_ARGUMENTS_H

#include "cli/options.h"
#include "tilepdb.h"

/* Options that select files of a partition or colouring. Numbers may be CLI_UNSET. A file that is
 * named must not contradict them. */
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
    char **commands; /* pdbgen commands; NULL if the operand named the file */
    size_t count;
};

/* Returns the metric single by default. */
tilepdb_metric cli_table_filter_metric(const struct cli_table_filter *filter);

/* Adds the file that `operand` names, or all existing files of the partition. Refuses a file whose
 * header contradicts an option. Returns CLI_SUCCESS, or the exit code after an error message; files
 * that were found stay in the list. */
int cli_table_files_add(struct cli_table_files *list, const char *operand,
                        const struct cli_table_filter *filter);

void cli_table_files_free(struct cli_table_files *list);

/* Removes the quoted path from a sentence of the library, or puts "it" in its place. The caller
 * frees the result. */
char *cli_about_file(const char *path, const char *sentence);

/* ---- advice; a shell can run commands in '...' unchanged ------------------------------------- */

/* Returns advice about an unusable table file, a clause that the caller frees, or NULL. `command`
 * generates the file; NULL if the user named the file. */
char *cli_table_advice(const char *path, tilepdb_status status, const char *command);

void cli_advise_table(const char *path, tilepdb_status status, const char *command);

int cli_fail_table(const char *path, const tilepdb_error *error, const char *command);

#endif
