/*
 * The solver: what a goal and a set of tables provide for all boards. setup.h fills it, root.h
 * begins a search with it.
 */
#ifndef TILEPDB_SEARCH_SOLVER_H
#define TILEPDB_SEARCH_SOLVER_H

#include "kernels/pass.h"

struct search_method;
struct solver_pool;

/* Immutable after tilepdb_solver_create; what searches change is in the pool, and atomic. */
struct tilepdb_solver {
    tilepdb_board goal;
    struct kernel_setup setup;
    tilepdb_variant variant;       /* whose kernels are wanted */
    struct kernel_instance kernel; /* the preferred one for the setup */
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

/* Of a solver for one board that is searched from both sides. It is the one that goes forward. */
struct bidirectional_setup {
    struct tilepdb_solver *back;                     /* the one that goes backward; owned */
    const struct tilepdb_solver *forward, *backward; /* ordinary ones with all groups, to confirm
                                                        meetings; they outlive this */
    /* For bounds that are small: the limit of the forward side, less the bound, and the least moves
     * from the board with which a frontier node is emitted, less half of the bound
     * (search/bidirectional.h). */
    int offset, level;
    const struct search_method *method; /* answer.h */
    unsigned pair[2];                   /* of their groups, those that are used */
    /* Bounds whose limit and level are given; owned. */
    tilepdb_iteration *bounds;
    size_t bound_count;
};

/* Makes the pool of a solver that has its tables; tilepdb_solver_free releases it. False: no
 * memory, and what there is of it is there. */
bool solver_pool_make(struct tilepdb_solver *solver);

/* Searches with the first kernel from `row` on that fits and whose variant is wanted, and returns
 * its row. NULL: none fits, or there is no memory for it, and nothing changed. By tests too, while
 * no search is under way. */
const struct kernel_row *solver_kernel_select(struct tilepdb_solver *solver,
                                              const struct kernel_row *row);

/* A pass of a kernel that can hold the bound, or NULL without memory; to be returned with
 * solver_pass_give, which accepts NULL. Thread safe. */
struct pass *solver_pass_take(const struct tilepdb_solver *solver, int bound);
void solver_pass_give(const struct tilepdb_solver *solver, struct pass *pass);

/* Records the nodes that a search generated; `expected` more are about to be generated. As many as
 * all that are thought to follow: so much the warm-up of the tables (table_warmup.h) may cost.
 * Thread safe. */
void solver_count_nodes(const struct tilepdb_solver *solver, uint64_t generated, uint64_t expected);

/* The moves that a search need not begin with, since a symmetry of the board and its goal maps them
 * to one that is earlier in the move order; a set. */
unsigned solver_mirrored_moves(const struct tilepdb_solver *solver, const tilepdb_board *board);

/* Prepares the root of a search for a board that can reach the goal; *h is the heuristic's value.
 * ERROR_FORMAT: a table has no way down, which never happens in a sound one; also the statuses of
 * solver_failure. */
tilepdb_status solver_root(const struct tilepdb_solver *solver, const tilepdb_board *board,
                           struct kernel_root *root, int *h, tilepdb_error *error);

/* TILEPDB_OK, or why a row of one of the tables could not be loaded. */
tilepdb_status solver_failure(const struct tilepdb_solver *solver, tilepdb_error *error);

#endif
