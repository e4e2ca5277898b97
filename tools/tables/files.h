/*
 * From operands to table files: an operand is a file, or a partition whose files are in the
 * directory for databases.
 */
#ifndef TILEPDB_TABLES_FILES_H
#define TILEPDB_TABLES_FILES_H

#include "cli/options.h"
#include "tilepdb.h"

/* Which files of a partition, or in the metric multi of a colouring, are meant; the numbers may be
 * CLI_UNSET. A file that is named itself says what it is, and must not be another table than these.
 */
struct cli_which {
    struct cli_board_size board;
    int metric; /* tilepdb_metric; cli_which_metric says what it comes to */
    int blank;
    int encoding;
    int goal;
    int goal_blank;
    const struct cli_common *common;
};

/* Paths that the caller owns. Starts zeroed. */
struct cli_files {
    char **paths;
    char **calls; /* of pdbgen, that make the files; NULL: the operand named the file itself */
    size_t count;
};

/* The metric of partitions and boards: single unless another one was given. */
tilepdb_metric cli_which_metric(const struct cli_which *which);

/* Adds the file, or the files of the partition, that an operand names, of all existing and
 * wanted kinds. A file whose header contradicts an option is refused. Returns CLI_SUCCESS,
 * otherwise the exit code after an error message; what was found until then is in the list. */
int cli_files_add(struct cli_files *list, const char *operand, const struct cli_which *which);

/* A sentence of the library as it stands after the name of the file that it is about: without the
 * name, which it quotes. The caller frees it. */
char *cli_about_file(const char *path, const char *sentence);

void cli_files_free(struct cli_files *list);

#endif
