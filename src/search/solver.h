/*
 * The solver: what a goal and a set of tables make ready for all boards, and IDA* over the kernels.
 */
#ifndef TILEPDB_SEARCH_SOLVER_H
#define TILEPDB_SEARCH_SOLVER_H

#include "search/automaton.h"
#include "search/kernel.h"
#include "search/pass.h"

/* Passes that wait for the next search, so that their memory is not asked for again. */
#define SOLVER_IDLE_PASSES 64

/* Immutable after tilepdb_solver_create, but for the passes, which are taken and given back
 * atomically. */
struct tilepdb_solver {
    tilepdb_board goal;
    struct kernel_setup setup;
    const struct kernel *kernel; /* the fastest that serves the setup */
    struct automaton plain;      /* only the last move is not taken back */
    struct automaton reduced;    /* no duplicates */
    struct pass *idle[SOLVER_IDLE_PASSES];
    /* For each group: the user's cell and tile in the group's view. */
    uint8_t cell[KERNEL_MAX_GROUPS][TILEPDB_MAX_CELLS];
    uint8_t tile[KERNEL_MAX_GROUPS][TILEPDB_MAX_CELLS];
    unsigned partition_count;
    struct kernel_partition *partitions; /* owned */
    const tilepdb_table **tables;        /* [partition * KERNEL_MAX_PATTERNS + pattern], owned */
};

/* The directions that a search need not begin with, since a symmetry of the board and its goal maps
 * them to one that is earlier in the move order; a set. */
unsigned solver_mirrored_moves(const struct tilepdb_solver *solver, const tilepdb_board *board);

/* A pass of a kernel that can hold the bound, or NULL without memory; to be given back. Thread
 * safe. */
struct pass *solver_pass_take(struct tilepdb_solver *solver, int bound);
void solver_pass_give(struct tilepdb_solver *solver, struct pass *pass);
/* TILEPDB_OK, or why a row of one of the tables could not be loaded. */
tilepdb_status solver_failure(const struct tilepdb_solver *solver, tilepdb_error *error);

/* Prepares the root of a search for a board that can reach the goal; *h is the heuristic's value.
 * ERROR_INTERNAL: a table has no way down, which a sound one never does; as solver_failure. */
tilepdb_status solver_root(const struct tilepdb_solver *solver, const tilepdb_board *board,
                           struct kernel_root *root, int *h, tilepdb_error *error);

#endif
