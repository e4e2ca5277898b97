/*
 * The solver: what a goal and a set of tables make ready for all boards, and IDA* over the kernels.
 */
#ifndef TILEPDB_SEARCH_SOLVER_H
#define TILEPDB_SEARCH_SOLVER_H

#include "search/kernel.h"

/* Immutable after tilepdb_solver_create. */
struct tilepdb_solver {
    tilepdb_board goal;
    struct kernel_setup setup;
    kernel_search search;
    /* For each group: the user's cell and tile in the group's view. */
    uint8_t cell[KERNEL_MAX_GROUPS][TILEPDB_MAX_CELLS];
    uint8_t tile[KERNEL_MAX_GROUPS][TILEPDB_MAX_CELLS];
    unsigned partition_count;
    struct kernel_partition *partitions; /* owned */
    const tilepdb_table **tables;        /* [partition * KERNEL_MAX_PATTERNS + pattern], owned */
};

/* TILEPDB_OK, or why a row of one of the tables could not be loaded. */
tilepdb_status solver_failure(const struct tilepdb_solver *solver, tilepdb_error *error);

/* Prepares the root of a search for a board that can reach the goal; *h is the heuristic's value.
 * ERROR_INTERNAL: a table has no way down, which a sound one never does; as solver_failure. */
tilepdb_status solver_root(const struct tilepdb_solver *solver, const tilepdb_board *board,
                           struct kernel_root *root, int *h, tilepdb_error *error);

#endif
