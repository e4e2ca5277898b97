/*
 * The kernels of IDA*: they expand the nodes of one depth-first pass under a bound (pass.h).
 *
 * A search sees the puzzle through groups. A group is one partition in one view (the board as it
 * is, or reflected). Its h is the sum over its patterns; the heuristic is the maximum over the
 * groups. In its own coordinates every group has the same puzzle with the same standard goal: a
 * move of the blank is a move in each group's directions, and it changes the mask and the code of
 * one pattern per group.
 *
 * The setup's move set says what a move is. A kernel for single-tile moves checks that in `fits`,
 * and may then count on four moves, numbered as the directions of the blank.
 *
 * registry.c lists the kernels, the preferred first. Which one runs affects only the speed. Tables
 * are only read. A new kernel is a source that defines a struct kernel, a row in registry.c and a
 * line in src/CMakeLists.txt.
 */
#ifndef TILEPDB_KERNELS_KERNEL_H
#define TILEPDB_KERNELS_KERNEL_H

#include "kernels/automaton.h"
#include "pattern/index.h"
#include "table/table.h"

#define KERNEL_MAX_GROUPS   12
#define KERNEL_MAX_PATTERNS TILEPDB_TABLE_MAX_CELLS

/* A pattern of a partition. */
struct kernel_pattern {
    const struct tilepdb_table *table;
    const uint8_t *entries;
    uint64_t row_bytes;
    const struct index *index;
    bool projected;
};

/* A partition. Immutable. */
struct kernel_partition {
    unsigned pattern_count;
    bool nibble; /* the encoding of all its tables; otherwise bit */
    struct kernel_pattern pattern[KERNEL_MAX_PATTERNS];
    uint8_t pattern_of_tile[32];
    /* [moving][passed]: the change of the code when tile `moving` passes tile `passed` towards
     * higher cells; 0 for tiles of different patterns and for the blank. */
    int32_t cross[TILEPDB_TABLE_MAX_CELLS][32];
};

/* A move of the blank in the view of one group: the tile goes from cell `from` to cell `to`. A
 * vertical move passes the cells low + 1 .. low + width - 1; in a horizontal one `low` is 0. */
struct kernel_group_move {
    uint8_t from;
    uint8_t to;
    uint8_t low;
    int8_t sign; /* +1: towards higher cells, -1: lower, 0: a horizontal move */
};

/* A step of the blank by one cell: a single-tile move, or a part of a slide. */
struct kernel_move {
    uint8_t cell;     /* the blank's new cell on the board */
    uint8_t vertical; /* the first group in whose view the move is vertical */
    struct kernel_group_move group[KERNEL_MAX_GROUPS];
};

/* What all boards of a solver share. Immutable. */
struct kernel_setup {
    unsigned group_count;
    bool mirrored; /* two groups: one partition, seen straight and reflected */
    /* One side of a bidirectional search (pass.h): two groups, of which the first estimates the
     * moves that are left, and the second the moves that were made. */
    bool bidirectional;
    unsigned key_group; /* bidirectional: the group whose masks and codes make the keys of boards;
                           on both sides it is the same partition in the same view */
    const struct kernel_partition *partition[KERNEL_MAX_GROUPS]; /* NULL: Manhattan distance */
    /* In the metric multi a group is a colour table in a view. */
    const struct colour_table *colours[KERNEL_MAX_GROUPS];
    bool transposed[KERNEL_MAX_GROUPS];            /* the view has the board's rows as columns */
    struct geometry view;                          /* the size of all views */
    uint8_t distance[TILEPDB_TABLE_MAX_CELLS][32]; /* [tile][view cell] from the tile's goal */
    bool conflicts;        /* without tables: linear conflicts are added to Manhattan distance */
    uint8_t goal_cell[32]; /* [tile] a cell of the view */
    struct move_set moves; /* of the user's boards */
    struct kernel_move move[TILEPDB_TABLE_MAX_CELLS][DIRECTIONS];
};

/* A root in the view of one group. */
struct kernel_root_group {
    uint8_t board[32];
    uint32_t mask[KERNEL_MAX_PATTERNS];
    uint32_t code[KERNEL_MAX_PATTERNS];
    uint8_t h[KERNEL_MAX_PATTERNS];
    uint8_t manhattan[KERNEL_MAX_PATTERNS];
    int sum;
    /* With a colour table: the slides after the next one, if that is along the board's rows, and if
     * along its columns. */
    uint8_t slides[2];
};

struct kernel_root {
    struct kernel_root_group group[KERNEL_MAX_GROUPS];
    uint8_t blank; /* the board's cell */
};

struct pass;

struct kernel {
    /* Whether the kernel can search with this setup, on a processor that can run it. */
    bool (*fits)(const struct kernel_setup *setup);

    /* Makes what all passes of the kernel need besides a setup that it fits. The setup must not
     * move until `release`. False: no memory. Both are NULL if the kernel needs nothing. */
    bool (*prepare)(const struct kernel_setup *setup, void **data);
    void (*release)(void *data);

    unsigned fields;      /* of a node; each has an array of its own */
    size_t field_bytes;   /* the size of a field */
    size_t scratch_bytes; /* the size of the scratch memory for `expand`; may be 0 */
    unsigned width;       /* the most nodes that `expand` takes at once */
    int max_bound;        /* the largest bound that a node can hold */
    bool bidirectional;   /* for bidirectional setups, and for no others */

    /* Writes the root into entry `top` of the fields, and nothing else: pass_root writes pending
     * count and link, and raises `top`. The moves that `entry` allows may follow. The root's h is
     * not 0, and at most the bound. */
    void (*root)(struct pass *pass, const struct kernel_root *root, automaton_entry entry);

    /* Pops the topmost `count` (1 .. width) nodes and pushes their children that stay within the
     * bound, in the order of the stack: the lowest parent's first, and of one parent the last in
     * the move order first. Adds
     * - a link for each child, as pass_link_add does;
     * - its pending count, and calls pass_pending_assign at the end;
     * - to pass->done the parents as expanded, and the tested children as generated;
     * - by pass_found each child that has no move left: only the goal's h is 0.
     * The stack and the links have room for all children of KERNEL_MAX_WIDTH nodes. */
    void (*expand)(struct pass *pass, size_t count);

    /* The slack of an entry of the stack: the moves left to the bound minus h. */
    int (*slack)(const struct pass *pass, size_t entry);

    /* The moves left to the bound at an entry of the stack. NULL: a pass takes full batches near
     * the goal, too. */
    int (*left)(const struct pass *pass, size_t entry);
};

#define KERNEL_MAX_WIDTH 64

static inline bool kernel_moves_are_single(const struct kernel_setup *setup) {
    return setup->moves.metric == TILEPDB_METRIC_SINGLE;
}

/* True once all rows of all tables are resident. Never becomes false again. */
bool kernel_rows_ready(const struct kernel_setup *setup);

/* The bits of a single-tile move in a link. */
#define KERNEL_SINGLE_BITS 2

/* For functions that are compiled several times, for different constants as arguments. */
#define KERNEL_INLINE static inline __attribute__((always_inline))

/* ---- the table of kernels: registry.c -------------------------------------------------------- */

struct kernel_row {
    const char *name; /* NULL: the end of the table */
    const struct kernel *kernel;
    tilepdb_variant variant; /* the instruction set that it is compiled for */
};

extern const struct kernel_row kernel_rows[];

/* A kernel that is prepared for a setup. Zeroed: none. */
struct kernel_instance {
    const struct kernel_row *row;
    const struct kernel *kernel;
    const struct kernel_setup *setup;
    void *data; /* what the kernel prepared */
};

/* Prepares the first kernel from `row` on that fits the setup and the processor, is portable or of
 * the variant (BEST: of any), and whose nodes can hold the bound. False, with *instance zeroed, if
 * there is none, or no memory for it: a slower kernel does not replace it. The setup must outlive
 * the instance, which the caller releases by kernel_release. */
bool kernel_select(struct kernel_instance *instance, const struct kernel_setup *setup,
                   const struct kernel_row *row, tilepdb_variant variant, int bound);

void kernel_release(struct kernel_instance *instance);

#endif
