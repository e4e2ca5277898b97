/*
 * Solvers and the tables that they stand on.
 */
#ifndef TILEPDB_TABLES_SOLVER_TIER_H
#define TILEPDB_TABLES_SOLVER_TIER_H

#include "cli/progress_line.h"
#include "tables/table_loader.h"
#include "tilepdb_choice.h"

/* What solvers are made with. */
struct solver_config {
    struct database_request request; /* what the command line asks for */
    int direction;                   /* enum cli_direction, or CLI_UNSET */
    bool no_reflection;
    bool one_side; /* nothing is searched from both sides */
    struct cli_progress *progress;
};

/* A solver, and its tables, which are a database's. */
struct loaded_solver {
    tilepdb_solver *solver; /* owned; NULL: there is none */
    const tilepdb_table **tables;
    size_t count;
};

/* Releases the solver; its tables stay open. */
void loaded_solver_free(struct loaded_solver *loaded);

/* A solver and its tables. */
struct solver_tier {
    struct database database;
    tilepdb_solver *solver;
    struct loaded_solver others[TILEPDB_MAX_CANDIDATES]; /* of further candidates, by their number;
                                                       with tables that were added */
    bool failed[TILEPDB_MAX_CANDIDATES];                 /* those whose tables cannot be had */
    uint64_t entries[TILEPDB_TABLE_MAX_CELLS + 1]; /* of a table, by the number of tiles; 0: not
                                                      asked yet */
};

/* A solver with all tables of a database; without any the heuristic must not be PDB. Returns as
 * tilepdb_solver_create. */
tilepdb_status solver_of_database(const struct solver_config *config, const tilepdb_board *goal,
                                  const struct database *database, tilepdb_heuristic heuristic,
                                  tilepdb_solver **solver, tilepdb_error *error);

/* Adds a partition to a database, or several with '+' between them, and makes a solver of it;
 * `backward` as in its options, `limit_time` as in a request. Without one: its tables cannot be
 * had; for now, if the database is late. */
struct loaded_solver loaded_solver_make(const struct solver_config *config,
                                        struct database *database, const char *names,
                                        const tilepdb_board *goal, bool backward, bool limit_time);

void solver_tier_free(struct solver_tier *tier);

#endif
