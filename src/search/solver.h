/* The solver: a goal, its tables, and all that searches derive from them. */
#ifndef TILEPDB_SEARCH_SOLVER_H
#define TILEPDB_SEARCH_SOLVER_H

#include "kernels/pass.h"

struct search_method;
struct solver_pool;

/* Immutable after tilepdb_solver_create, except for the pool, which is atomic. */
struct tilepdb_solver {
    tilepdb_board goal;
    struct kernel_setup setup;
    tilepdb_variant variant;
    struct kernel_instance kernel;
    struct kernel_instance fallback;           /* for larger bounds; zeroed if not needed */
    bool backward;                             /* the goal is the user's board */
    struct automaton plain;                    /* AUTOMATON_PLAIN */
    struct automaton reduced;                  /* prunes more duplicates */
    struct solver_pool *pool;                  /* owned */
    struct bidirectional_setup *bidirectional; /* owned; may be NULL */
    /* Maps from the user's cells and tiles to each group's view. */
    uint8_t cell[KERNEL_MAX_GROUPS][TILEPDB_TABLE_MAX_CELLS];
    uint8_t tile[KERNEL_MAX_GROUPS][TILEPDB_TABLE_MAX_CELLS];
    unsigned partition_count;
    struct kernel_partition *partitions; /* owned */
    const tilepdb_table **tables;        /* [partition * KERNEL_MAX_PATTERNS + pattern], owned */
    tilepdb_table **owned;               /* tables to close with the solver; owned; may be NULL */
    size_t owned_count;
};

/* Makes the solver of the forward side bidirectional. */
struct bidirectional_setup {
    struct tilepdb_solver *back;                     /* backward side; owned */
    const struct tilepdb_solver *forward, *backward; /* ordinary solvers that confirm meetings */
    /* Without samples: forward limit minus bound, and level minus half of the bound
     * (bidirectional.h). */
    int offset, level;
    const struct search_method *method;
    unsigned pair[2];          /* groups of `forward` and `backward` */
    tilepdb_iteration *bounds; /* bounds whose limit and level are given; owned */
    size_t bound_count;
};

/* The solver must have its tables. Returns false without memory. */
bool solver_pool_make(struct tilepdb_solver *solver);

/* Selects the first kernel from `row` on that fits, and returns its row. On failure returns NULL
 * and changes nothing. No search may be running. */
const struct kernel_row *solver_kernel_select(struct tilepdb_solver *solver,
                                              const struct kernel_row *row);

/* Returns NULL without memory. The caller gives the pass back by solver_pass_give, which accepts
 * NULL. Thread safe. */
struct pass *solver_pass_take(const struct tilepdb_solver *solver, int bound);
void solver_pass_give(const struct tilepdb_solver *solver, struct pass *pass);

/* Adds the `generated` nodes of a bound. Starts the warm-up of the tables (table_warmup.h) once the
 * nodes of all searches and the `expected` nodes repay it. Thread safe. */
void solver_count_nodes(const struct tilepdb_solver *solver, uint64_t generated, uint64_t expected);

/* Returns the set of first moves that a symmetry of board and goal maps to earlier moves, so that a
 * search may skip them. */
unsigned solver_mirrored_moves(const struct tilepdb_solver *solver, const tilepdb_board *board);

/* The board must be solvable. Sets *h to its heuristic value. Returns ERROR_FORMAT for an unsound
 * table, or a status of solver_failure. */
tilepdb_status solver_root(const struct tilepdb_solver *solver, const tilepdb_board *board,
                           struct kernel_root *root, int *h, tilepdb_error *error);

/* Returns why a table row could not be loaded, or OK. */
tilepdb_status solver_failure(const struct tilepdb_solver *solver, tilepdb_error *error);

#endif
