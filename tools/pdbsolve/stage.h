/*
 * Solvers and the tables that they stand on.
 */
#ifndef TILEPDB_PDBSOLVE_STAGE_H
#define TILEPDB_PDBSOLVE_STAGE_H

#include "cli/database.h"
#include "cli/progress.h"
#include "pdbsolve/options.h"
#include "tilepdb_choice.h"

/* What solvers are made with. */
struct solver_means {
    const struct solve_options *options;
    struct cli_progress *progress;
};

/* A solver and its tables. */
struct solver_stage {
    struct database database;
    tilepdb_solver *solver;
    tilepdb_solver *others[TILEPDB_MAX_CANDIDATES]; /* of further candidates, by their number; with
                                                       tables that were added */
    bool failed[TILEPDB_MAX_CANDIDATES];            /* those whose tables cannot be had */
    uint64_t entries[TILEPDB_TABLE_MAX_CELLS + 1];  /* of a table, by the number of tiles; 0: not
                                                       asked yet */
};

/* The databases that the command line asks for. */
struct database_wish stage_wish(const struct solver_means *means);

/* A solver with the tables of a database from `first` on; without any the heuristic must not be
 * PDB. Returns as tilepdb_solver_create. */
tilepdb_status stage_solver(const struct solver_means *means, const tilepdb_board *goal,
                            const struct database *database, size_t first,
                            tilepdb_heuristic heuristic, bool backward, tilepdb_solver **solver,
                            tilepdb_error *error);

/* Adds a partition to a database, or several with '+' between them, and makes a solver of it;
 * `backward` as in its options. NULL: its tables cannot be had. */
tilepdb_solver *stage_add(const struct solver_means *means, struct database *database,
                          const char *names, const tilepdb_board *goal, bool backward);

void stage_free(struct solver_stage *stage);

#endif
