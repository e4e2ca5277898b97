/*
 * The kernels of IDA*: they expand the nodes of one depth-first pass under a bound (pass.h).
 *
 * A search sees the puzzle through groups. A group is one partition seen in one view (the board as
 * it is, or reflected); its h is the sum over its patterns, and the heuristic is the maximum over
 * the groups. In its own coordinates every group has the same puzzle with the same standard goal,
 * so one code serves all: a move of the blank is a move in each group's directions, and it changes
 * one pattern's mask and code per group.
 *
 * What a move is, the setup's move set says. A kernel for single moves only says so in its `fits`,
 * and may count on four moves, numbered as the directions of the blank.
 *
 * registry.c lists the kernels. Which one runs affects only the speed. A pass belongs to one
 * thread; tables are only read.
 */
#ifndef TILEPDB_KERNELS_KERNEL_H
#define TILEPDB_KERNELS_KERNEL_H

#include "kernels/automaton.h"
#include "pattern/index.h"
#include "table/table.h"

#define KERNEL_MAX_GROUPS   12
#define KERNEL_MAX_PATTERNS TILEPDB_TABLE_MAX_CELLS

/* One pattern of a partition, with the data for a probe close together. */
struct kernel_pattern {
    const struct tilepdb_table *table;
    const uint8_t *entries;
    uint64_t row_bytes;
    const struct index *index;
    bool projected;
};

/* One partition: the tiles' patterns and what a crossing does to a code. Immutable. */
struct kernel_partition {
    unsigned pattern_count;
    bool nibble; /* the encoding of all its tables; otherwise bit */
    struct kernel_pattern pattern[KERNEL_MAX_PATTERNS];
    uint8_t pattern_of_tile[32];
    /* [moving][crossed]: what the code gains when a tile passes another towards higher cells; 0 for
     * tiles of different patterns and for the blank. */
    int32_t cross[TILEPDB_TABLE_MAX_CELLS][32];
};

/* A move of the blank as one group sees it: its tile goes `from` .. `to`, view cells. A vertical
 * move passes the cells low + 1 .. low + width - 1; of a horizontal one low is 0. */
struct kernel_group_move {
    uint8_t from;
    uint8_t to;
    uint8_t low;
    int8_t sign; /* +1: towards higher cells, -1: lower, 0: a horizontal move */
};

/* A step of the blank, by its cell and direction: a single move, or a part of a slide. */
struct kernel_move {
    uint8_t cell;     /* where the blank goes, the board's cells */
    uint8_t vertical; /* the first group that sees a vertical move */
    struct kernel_group_move group[KERNEL_MAX_GROUPS];
};

/* What all boards of a solver share. Immutable. */
struct kernel_setup {
    unsigned group_count;
    bool mirrored; /* two groups: one partition, seen straight and reflected */
    /* Two groups, of which the first estimates the moves that are left and the second those that
     * were made: of a search from one of both sides (pass.h). */
    bool bidirectional;
    unsigned key_group; /* then: the group whose words make the keys of boards; of both sides the
                           same partition in the same view */
    const struct kernel_partition *partition[KERNEL_MAX_GROUPS]; /* NULL: Manhattan distance */
    /* In the metric multi a group is a colour table in a view instead. */
    const struct colour_table *colours[KERNEL_MAX_GROUPS];
    bool transposed[KERNEL_MAX_GROUPS];            /* its view shows the board's rows as columns */
    struct geometry view;                          /* of the groups' boards */
    uint8_t distance[TILEPDB_TABLE_MAX_CELLS][32]; /* [tile][view cell] from the tile's goal */
    bool conflicts;        /* without tables: add linear conflicts to the Manhattan distance */
    uint8_t goal_cell[32]; /* [tile] its goal cell, view cells */
    struct move_set moves; /* of the user's boards */
    struct kernel_move move[TILEPDB_TABLE_MAX_CELLS][DIRECTIONS];
};

/* A group's part of a root. */
struct kernel_root_group {
    uint8_t board[32];
    uint32_t mask[KERNEL_MAX_PATTERNS];
    uint32_t code[KERNEL_MAX_PATTERNS];
    uint8_t h[KERNEL_MAX_PATTERNS];
    uint8_t manhattan[KERNEL_MAX_PATTERNS];
    int sum;
    /* Of a colour table: the slides that follow the next one along the board's rows, or columns. */
    uint8_t slides[2];
};

struct kernel_root {
    struct kernel_root_group group[KERNEL_MAX_GROUPS];
    uint8_t blank; /* the board's cell */
};

struct pass;

/* A kernel: which setups it serves, how nodes are laid out on a pass's stack, and how they are
 * expanded. */
struct kernel {
    /* Whether it can search with this setup, on a processor that can run it. */
    bool (*fits)(const struct kernel_setup *setup);

    /* Makes what the kernel needs besides a setup that it fits, for all passes; the setup stays
     * where it is until `release`. False: no memory. Both are NULL if it needs nothing. */
    bool (*prepare)(const struct kernel_setup *setup, void **data);
    void (*release)(void *data);

    unsigned fields;      /* the fields of a node, each in an array of its own */
    size_t field_bytes;   /* of one */
    size_t scratch_bytes; /* what `expand` works in; may be 0 */
    unsigned width;       /* the most nodes that `expand` takes at once */
    int max_bound;        /* the largest bound that a node can hold */
    bool bidirectional;   /* for setups of searches from both sides, and for no other */

    /* Writes the root into entry `top` of the fields, and nothing else: pass_root writes pending
     * count and link, and raises `top`. It may continue with the moves that `entry` allows. Its h
     * is at most the pass's bound and not 0. */
    void (*root)(struct pass *pass, const struct kernel_root *root, automaton_entry entry);

    /* Pops the topmost `count` (1 .. width) nodes and pushes their children that stay within the
     * bound, in the order of the stack: first those of the lowest parent, and of one parent the
     * last in the move order first. Reports, as pass.h says,
     * - each child's link, as pass_link_add does, and its pending count; at the end all
     * pending counts by pass_pending_assign;
     * - in pass->raw the parents as expanded, and the children tested as generated;
     * - a child that has no move left by pass_found: only the goal's h is 0.
     * The stack and the links have room for all children of KERNEL_MAX_WIDTH nodes. */
    void (*expand)(struct pass *pass, size_t count);

    /* The slack of an entry of the stack: the moves left to the bound minus h. */
    int (*slack)(const struct pass *pass, size_t entry);

    /* The moves left to the bound of an entry of the stack. NULL: near the goal, too, a pass takes
     * as many nodes as elsewhere. */
    int (*left)(const struct pass *pass, size_t entry);
};

#define KERNEL_MAX_WIDTH 64

/* Whether one tile moves at a time: what most kernels ask in `fits`. */
static inline bool kernel_moves_are_single(const struct kernel_setup *setup) {
    return setup->moves.metric == TILEPDB_METRIC_SINGLE;
}

/* Whether every row of all tables may be read without asking for it; if so, for ever. */
bool kernel_rows_ready(const struct kernel_setup *setup);

/* The bits of a single move in a link, for kernels that know only these. */
#define KERNEL_SINGLE_BITS 2

/* For functions that are written once and compiled for several constants, which are parameters. */
#define KERNEL_INLINE static inline __attribute__((always_inline))

#endif
