/*
 * The tables for one goal, of either metric: opened if present, generated if necessary.
 */
#ifndef TILEPDB_TABLES_DATABASE_H
#define TILEPDB_TABLES_DATABASE_H

#include "cli/options.h"
#include "cli/progress_line.h"
#include "tilepdb.h"

/* What is asked for. */
struct database_request {
    tilepdb_metric metric;
    const char *partition; /* NAME[+NAME...], of multi colourings; NULL: the best one present */
    int blank, encoding;   /* or CLI_UNSET; without effect in multi */
    int cell; /* from 1: the goal cell that tables have, if it serves the goal; 0: any that does */
    bool no_generate;
    bool generate;   /* without `partition`: the strongest, into the directory, if it is missing */
    bool transient;  /* what is named and missing is generated in memory, and not kept */
    bool defer;      /* do not build in memory what takes long; see database.deferred */
    bool limit_time; /* do not begin to build in memory what takes too much of the time that is left
                      */
    uint64_t memory; /* the limit of memory_budget.h; 0: none */
    bool both_directions; /* a search has as many tables again, of the other direction */
    bool show_tiles;      /* messages have the tiles of partitions without a name */
    const char *reason;   /* of a further partition that is built; NULL: nothing is said */
    bool preload;
    const struct tilepdb_node *node; /* whose processes share what is inflated; NULL: none */
    const struct cli_common *common;
};

struct open_table {
    char *path;    /* where it was read from, or would be saved */
    char *command; /* the pdbgen command that generates it; owned */
    tilepdb_table *table;
};

/* Tables in the order of their partitions. One that serves several partitions is listed several
 * times and open once. */
struct database {
    const tilepdb_table **tables;
    size_t count;
    struct open_table *open; /* owned */
    size_t open_count;
    char *name;           /* of the partition, or NAME+NAME; owned, NULL: there are no tables */
    char *strongest;      /* of the catalogue, for these boards; NULL: tables were named. Owned */
    bool deferred;        /* there are no tables, since the request defers building them */
    bool out_of_time;     /* there was no time, of the progress's, for what was asked for last */
    bool short_of_memory; /* tables that were asked for are missing since there was no memory */
    char *question; /* built in memory: whether to generate stronger ones, which takes seconds;
                       NULL: there are none, or no place to keep them; owned */
};

/* Opens the wanted tables, otherwise the best ones present, for boards with the goal `goal`.
 * Missing ones are generated if the request allows it: what is named in the directory, otherwise a
 * small partition, or colouring, in memory; also in memory if there is no directory or it cannot be
 * written. Returns CLI_SUCCESS, otherwise the exit code after an error message. To be closed
 * always. */
int database_open(struct database *database, const struct database_request *request,
                  const tilepdb_board *goal, struct cli_progress *progress);

/* Adds further partitions, or colourings, by names (NAME+NAME), to `tables`, all with the same goal
 * cell; those that are open already are shared. What is missing is generated in memory, quietly and
 * not to be kept, if the request allows it. Returns CLI_SUCCESS, otherwise an exit code, and an
 * error message only about a file that cannot be used. Empty databases may be added to. */
int database_add_partitions(struct database *database, const struct database_request *request,
                            const char *names, const tilepdb_board *goal,
                            struct cli_progress *progress);

/* What to do about a table that failed while it was used, as a clause that the caller frees; NULL:
 * nothing is known, or the error is not about a table. */
char *database_advice(const struct database *database, const tilepdb_error *error);

void database_close(struct database *database);

#endif
