/*
 * Databases for one goal: opened if they are there, generated if need be.
 */
#ifndef TILEPDB_CLI_DATABASE_H
#define TILEPDB_CLI_DATABASE_H

#include "cli/options.h"
#include "cli/progress.h"
#include "tilepdb.h"

/* What is asked for. */
struct database_wish {
    const char *partition; /* NAME[+NAME...]; NULL: the best that is there */
    int blank, encoding;   /* or CLI_UNSET */
    bool no_generate;
    bool generate; /* without `partition`: the strongest, into the directory, if it is missing */
    bool defer;    /* do not build in memory what takes long; see database.deferred */
    bool preload;
    const struct cli_common *common;
};

struct open_table {
    char *path; /* where it was read from, or would be saved */
    char *call; /* of pdbgen, that makes it; owned */
    tilepdb_table *table;
};

/* Tables in the order of their partitions. One that serves several partitions is listed several
 * times and open once. */
struct database {
    const tilepdb_table **tables;
    size_t count;
    struct open_table *open; /* owned */
    size_t open_count;
    bool deferred;  /* there are no tables, for the wish says to defer what is to be built */
    char *question; /* built in memory: whether to generate stronger ones; NULL: there are none, or
                       no place to keep them; owned */
};

/* Opens what is wished for, else the best that is there, for boards that are solved towards
 * `goal`. What is missing is generated, if the wish allows it: a named partition into the
 * directory, else a small one in memory; in memory, too, where there is no directory or it cannot
 * be written. Returns CLI_SUCCESS, else the exit code after a complaint. To be closed in any case.
 */
int database_open(struct database *database, const struct database_wish *wish,
                  const tilepdb_board *goal, struct cli_progress *progress);

/* Says what to do about a table that failed while it was used, if the error is about one. */
void database_advise(const struct database *database, const tilepdb_error *error);

void database_close(struct database *database);

#endif
