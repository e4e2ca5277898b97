/*
 * The solver: what a goal and a set of tables provide for all boards. solver_setup.c fills it,
 * solver_root.c begins a search with it, solver_open.c finds its tables.
 */
#ifndef TILEPDB_SEARCH_SOLVER_H
#define TILEPDB_SEARCH_SOLVER_H

#include "kernels/pass.h"

struct search_method;
struct solver_pool;

/* Immutable after tilepdb_solver_create, except for the pool, which is atomic. */
struct tilepdb_solver {
    tilepdb_board goal;
    struct kernel_setup setup;
    tilepdb_variant variant;       /* of the kernels */
    struct kernel_instance kernel; /* the preferred one */
    struct kernel_instance
        fallback;             /* for bounds that its nodes cannot hold; zero if there are none */
    bool backward;            /* as in its options */
    struct automaton plain;   /* only forbids undoing the last move */
    struct automaton reduced; /* no duplicates */
    struct solver_pool *pool; /* owned: idle passes, and how much was searched */
    struct bidirectional_setup *bidirectional; /* owned: this is the forward one of two sides; NULL:
                                   an ordinary solver */
    /* For each group: the user's cell and tile in the group's view. */
    uint8_t cell[KERNEL_MAX_GROUPS][TILEPDB_TABLE_MAX_CELLS];
    uint8_t tile[KERNEL_MAX_GROUPS][TILEPDB_TABLE_MAX_CELLS];
    unsigned partition_count;
    struct kernel_partition *partitions; /* owned */
    const tilepdb_table **tables;        /* [partition * KERNEL_MAX_PATTERNS + pattern], owned */
    tilepdb_table **owned; /* the tables that are closed with the solver; owned. NULL: none */
    size_t owned_count;
};

/* Of a bidirectional solver, which is itself the solver of the forward side. */
struct bidirectional_setup {
    struct tilepdb_solver *back;                     /* of the backward side; owned */
    const struct tilepdb_solver *forward, *backward; /* ordinary solvers, to decide meetings */
    /* For small bounds: the forward limit less the bound, and the level less half of the bound
     * (bidirectional.h). */
    int offset, level;
    const struct search_method *method; /* answer.h */
    unsigned pair[2];                   /* the groups of both that are used */
    /* The plan: bounds whose limit and level are given; owned. */
    tilepdb_iteration *bounds;
    size_t bound_count;
};

/* Makes the pool of a solver that has its tables; tilepdb_solver_free releases it. False: no
 * memory. */
bool solver_pool_make(struct tilepdb_solver *solver);

/* Selects the first kernel from `row` on that fits and has the variant, and returns its row. NULL:
 * none fits, or there is no memory, and nothing changes. Not during a search. */
const struct kernel_row *solver_kernel_select(struct tilepdb_solver *solver,
                                              const struct kernel_row *row);

/* A pass of a kernel for the bound, to be returned by solver_pass_give, which accepts NULL. NULL:
 * no memory. Thread safe. */
struct pass *solver_pass_take(const struct tilepdb_solver *solver, int bound);
void solver_pass_give(const struct tilepdb_solver *solver, struct pass *pass);

/* Records the nodes that a search generated; `expected` more are about to be. The warm-up of the
 * tables (table_warmup.h) may cost as much as the generated and the expected nodes together. Thread
 * safe. */
void solver_count_nodes(const struct tilepdb_solver *solver, uint64_t generated, uint64_t expected);

/* The moves that a search need not begin with, since a symmetry of the board and its goal maps them
 * to one that is earlier in the move order; a set. */
unsigned solver_mirrored_moves(const struct tilepdb_solver *solver, const tilepdb_board *board);

/* Prepares the root of a search for a board that can reach the goal; *h is the heuristic's value.
 * ERROR_FORMAT: a table has no way down, which never happens in a sound one; also the statuses of
 * solver_failure. */
tilepdb_status solver_root(const struct tilepdb_solver *solver, const tilepdb_board *board,
                           struct kernel_root *root, int *h, tilepdb_error *error);

/* OK, or why a row of a table could not be loaded. */
tilepdb_status solver_failure(const struct tilepdb_solver *solver, tilepdb_error *error);

#endif
