/*
 * Kernels expand the nodes of one pass (pass.h) of IDA*.
 *
 * A group is one partition or colour table in one view: the board or its reflection, renumbered for
 * the standard goal of the tables. The heuristic is the maximum over the groups, except in
 * bidirectional setups. With pattern tables, the h of a group is the sum over its patterns, and a
 * move changes the mask, and if vertical the code, of one pattern per group.
 *
 * Kernels for single-tile moves check the metric in `fits`, and rely on four moves numbered as the
 * blank's directions. The choice of the kernel affects only the speed.
 */
#ifndef TILEPDB_KERNELS_KERNEL_H
#define TILEPDB_KERNELS_KERNEL_H

#include "kernels/automaton.h"
#include "pattern/index.h"
#include "table/table.h"

#define KERNEL_MAX_GROUPS   12
#define KERNEL_MAX_PATTERNS TILEPDB_TABLE_MAX_CELLS

struct kernel_pattern {
    const struct tilepdb_table *table;
    const uint8_t *entries;
    uint64_t row_bytes;
    const struct index *index;
    bool projected;
};

struct kernel_partition {
    unsigned pattern_count;
    bool nibble;
    struct kernel_pattern pattern[KERNEL_MAX_PATTERNS];
    uint8_t pattern_of_tile[32];
    /* [moving][passed] change of the code when tile `moving` passes tile `passed` towards higher
     * cells; 0 for different patterns */
    int32_t cross[TILEPDB_TABLE_MAX_CELLS][32];
};

/* In one group's view, a tile moves from `from` to `to`. A vertical move passes the cells low + 1
 * .. low + width - 1. In a horizontal move `low` is 0. */
struct kernel_group_move {
    uint8_t from;
    uint8_t to;
    uint8_t low;
    int8_t sign; /* 0 if horizontal; 1 towards higher cells, else -1 */
};

struct kernel_move {
    uint8_t cell;     /* blank's new cell */
    uint8_t vertical; /* a group in whose view the move is vertical */
    struct kernel_group_move group[KERNEL_MAX_GROUPS];
};

/* Shared by all boards of a solver. Immutable. */
struct kernel_setup {
    unsigned group_count;
    bool mirrored; /* the two groups are one partition and its reflection */
    /* a side of a bidirectional search: group 0 estimates the moves left, group 1 the moves made */
    bool bidirectional;
    unsigned key_group; /* group whose masks and codes make board keys */
    const struct kernel_partition *partition[KERNEL_MAX_GROUPS]; /* NULL without pattern tables */
    /* Only with colour tables: */
    const struct colour_table *colours[KERNEL_MAX_GROUPS];
    bool transposed[KERNEL_MAX_GROUPS]; /* the view has the board's rows as columns */
    struct geometry view;
    uint8_t distance[TILEPDB_TABLE_MAX_CELLS][32]; /* [tile][view cell] distance to the goal cell */
    bool conflicts;                                /* adds linear conflicts to Manhattan distance */
    uint8_t goal_cell[32];
    struct move_set moves;
    struct kernel_move move[TILEPDB_TABLE_MAX_CELLS][DIRECTIONS];
};

struct kernel_root_group {
    uint8_t board[32];
    uint32_t mask[KERNEL_MAX_PATTERNS];
    uint32_t code[KERNEL_MAX_PATTERNS];
    uint8_t h[KERNEL_MAX_PATTERNS];
    uint8_t manhattan[KERNEL_MAX_PATTERNS];
    int sum;
    /* [axis of the next move: rows 0, columns 1] lower bound on the moves after it; only with
     * colour tables */
    uint8_t slides[2];
};

struct kernel_root {
    struct kernel_root_group group[KERNEL_MAX_GROUPS];
    uint8_t blank;
};

struct pass;

struct kernel {
    bool (*fits)(const struct kernel_setup *setup);

    /* Creates the data of all passes; returns false without memory. The setup must stay in place
     * until `release`. Both may be NULL. */
    bool (*prepare)(const struct kernel_setup *setup, void **data);
    void (*release)(void *data);

    unsigned fields;
    size_t field_bytes;
    size_t scratch_bytes;
    unsigned width;
    int max_bound;
    bool bidirectional; /* needs a bidirectional setup */

    /* Writes the root to stack entry `top`; `entry` holds the moves that may follow. The root's h
     * is between 1 and the bound. */
    void (*root)(struct pass *pass, const struct kernel_root *root, automaton_entry entry);

    /* Pops the topmost `count` (1 .. width) nodes and pushes their children within the bound: the
     * lowest parent's first, each parent's in reverse move order. Also
     *
     * - adds a link for each child, as pass_link_add does;
     * - sets pending counts and calls pass_pending_from_sums at the end;
     * - adds the parents and all tested children to pass->done;
     * - calls pass_found for children that are the goal and have no move left; with pass->shorter
     *   and single-tile moves, for all children with h = 0, which only the goal has;
     * - in bidirectional kernels, pushes only children within the side's limit, updates
     *   pass->side_counts, and calls pass->on_frontier.
     *
     * Stack and links have room for the children of KERNEL_MAX_WIDTH nodes. kernel_direct.c instead
     * searches the whole subtree of one node, unless pass->shallow. */
    void (*expand)(struct pass *pass, size_t count);

    /* Returns bound - g - h. */
    int (*slack)(const struct pass *pass, size_t entry);

    /* Returns bound - g, for smaller batches near the goal (PASS_NEAR). May be NULL: batches then
     * stay full. */
    int (*left)(const struct pass *pass, size_t entry);
};

#define KERNEL_MAX_WIDTH 64

static inline bool kernel_moves_are_single(const struct kernel_setup *setup) {
    return setup->moves.metric == TILEPDB_METRIC_SINGLE;
}

/* Returns true once all rows are ready, which is final. Only with pattern tables. */
bool kernel_rows_ready(const struct kernel_setup *setup);

#define KERNEL_SINGLE_BITS 2

#define KERNEL_INLINE static inline __attribute__((always_inline))

struct kernel_row {
    const char *name;
    const struct kernel *kernel;
    tilepdb_variant variant;
};

extern const struct kernel_row kernel_rows[]; /* the last row has no name */

struct kernel_instance {
    const struct kernel_row *row;
    const struct kernel *kernel;
    const struct kernel_setup *setup;
    void *data;
};

/* Prepares the first kernel from `row` on that fits setup, bound and `variant` (processor_takes).
 * The setup must outlive the instance. Returns false and zeroes `*instance` if none fits, or
 * without memory. */
bool kernel_select(struct kernel_instance *instance, const struct kernel_setup *setup,
                   const struct kernel_row *row, tilepdb_variant variant, int bound);

void kernel_release(struct kernel_instance *instance);

#endif
