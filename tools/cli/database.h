/*
 * Databases for one goal: opened if they are there, generated if need be.
 */
#ifndef TILEPDB_CLI_DATABASE_H
#define TILEPDB_CLI_DATABASE_H

#include "cli/progress.h"
#include "tilepdb.h"

/* What is asked for. */
struct database_wish {
    const char *partition; /* NAME[+NAME...]; NULL: the best that is there */
    int blank, encoding;   /* or CLI_UNSET */
    bool no_generate;
    bool preload;
    const struct cli_common *common;
};

struct open_table {
    char *path; /* where it was read from, or would be saved */
    tilepdb_table *table;
};

/* Tables in the order of their partitions. One that serves several partitions is listed several
 * times and open once. */
struct database {
    const tilepdb_table **tables;
    size_t count;
    struct open_table *open; /* owned */
    size_t open_count;
};

/* Opens what is wished for, else the best that is there, for boards that are solved towards
 * `goal`. What is missing is generated, if the wish allows it: a named partition into the
 * directory, else in memory. The database stays empty if the catalogue has no partition for boards
 * of this size. Returns CLI_SUCCESS, else the exit code after a complaint. To be closed in any
 * case. */
int database_open(struct database *database, const struct database_wish *wish,
                  const tilepdb_board *goal, struct cli_progress *progress);

void database_close(struct database *database);

#endif
