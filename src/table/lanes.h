/*
 * Sets of arrangements, as the generator handles them: one bit for each of the k! arrangements of a
 * cohort, in an order that turns every move of a tile into a few regular shuffles of words.
 *
 * Order. The k labels, listed in cell order, occupy places 0 .. k-1. With L_p = the number of
 * labels after place p that are smaller than the one at p, arrangements are numbered
 * lexicographically: number = sum of L_p * (k-1-p)!. (The table's own code, pattern/index.h, is
 * another order; the encoder translates while it transposes.) Only lanes.c and lanes_kernel.c know
 * this: another order needs changes in these two files only.
 *
 * Lanes. A set is an array of 32-bit lanes of 24 arrangements each: a lane fixes the labels on all
 * but the last four places, its bits 0 .. 23 enumerate those four; bits 24 .. 31 are 0. For k < 4
 * there is one lane of k! bits. Sets lie lanes_stride apart: for k = 6 two lanes that are always 0
 * make them two whole vectors, on cache lines of their own.
 *
 * Moves. A vertical move of a tile carries it over m = 0 .. W-1 tiles, from place `from` to place
 * `to` = from +- m. That is m exchanges of adjacent places, and the exchange of places j and j+1
 * changes only L_j and L_(j+1): (a, b) becomes (b, a-1) if a > b, otherwise (b+1, a). Hence
 * - j >= k-4: both digits live inside the lane: masks and shifts, the same for every lane;
 * - j == k-5: groups of five lanes exchange quarters of their bits;
 * - j <= k-6: whole runs of lanes are swapped.
 *
 * There is a portable variant and variants for instruction sets, compiled from one source
 * (lanes_kernel.c); all give the same bits. Thread safety: plans are immutable; the functions touch
 * only their arguments.
 */
#ifndef TILEPDB_TABLE_LANES_H
#define TILEPDB_TABLE_LANES_H

#include <stddef.h>
#include <stdint.h>

#include "pattern/index.h"

#define LANE_ARRANGEMENTS 24
#define LANE_PLACES       4

/* Vector code may read, and never writes, this many lanes beyond the end of a set. */
#define LANES_PADDING 16

/* The lanes of a set of arrangements of k labels, and those from a set in memory to the next. What
 * is between is 0, and the kernels keep it so. */
uint32_t lanes_for_places(unsigned places);
uint32_t lanes_stride(unsigned places);

/* ---- the order, as the rest of the program knows it ------------------------------------------ */

/* Adds the arrangement whose labels ascend in cell order, which is the goal's, to a set. */
static inline void lanes_add_ascending(uint32_t *set) {
    set[0] |= 1u;
}

/* What the bits of a lane mean, in any lane. */
struct lane_order {
    const struct index *index;
    unsigned arrangements; /* used bits of a lane: 24, or k! if that is less */
    unsigned fixed;        /* on the first places, this many, all of a lane have the same labels */
    uint8_t rest[LANE_ARRANGEMENTS][LANE_PLACES]; /* which of a lane's other labels, by size, is on
                                                     each of the other places */
};

/* `index` must outlive the order. */
void lane_order_init(struct lane_order *order, const struct index *index);

/* The table's codes (pattern/index.h) of a lane's arrangements, by bit, and if `labels` is not NULL
 * their labels in cell order. Both have `arrangements` elements. */
void lane_order_read(const struct lane_order *order, uint32_t lane, uint32_t *codes,
                     uint8_t (*labels)[INDEX_MAX_TILES]);

/* ---- moves ----------------------------------------------------------------------------------- */

/* The shuffles of a pattern's moves. runs[from][to], for places before the last four, says how
 * runs of lanes are swapped: see lanes.c. Owned by lane_plan_free. */
struct lane_run_table {
    uint32_t *source; /* [blocks] source block of each block, within one repetition */
    uint32_t blocks;  /* (k-a)! / (k-1-c)!, for the window of places a .. c */
    uint32_t block;   /* lanes in a block: (k-1-c)! / 24 */
};

struct lane_plan {
    unsigned places; /* k */
    uint32_t lanes;  /* k! / 24, at least 1 */
    uint32_t stride;
    struct lane_run_table runs[INDEX_MAX_TILES][INDEX_MAX_TILES];
};

/* Plans for k places, for moves over at most `max_crossed` tiles. ERROR_MEMORY. */
tilepdb_status lane_plan_init(struct lane_plan *plan, unsigned places, unsigned max_crossed,
                              tilepdb_error *error);

/* Accepts a zeroed plan. */
void lane_plan_free(struct lane_plan *plan);

/* A set whose arrangements come from `set` when the label on place `from` goes to place `to`, the
 * labels between closing up. */
struct lane_source {
    const uint32_t *set;
    uint8_t from, to;
};

struct lane_kernels {
    const char *name;

    /* Makes `sum` what the sources give and neither `plane` nor `other` has, adds it to `plane`,
     * and returns its size. `sum` and each half of `scratch` have a stride and
     * LANES_PADDING, and are 0 between their lanes and the stride, as they are left. */
    uint64_t (*pull)(const struct lane_plan *plan, const struct lane_source *sources,
                     unsigned count, uint32_t *plane, const uint32_t *other, uint32_t *scratch,
                     uint32_t *sum);

    /* sum |= source. */
    void (*merge)(uint32_t *sum, const uint32_t *source, size_t lanes);

    /* Gives the number `value`, not 0, to all members of `fresh` that have none yet, in a set of
     * numbers held as bit planes, where 0 is none. Reduces `fresh` to those members and returns
     * their number. Bits of `value` are below `plane_count`. */
    uint64_t (*record)(uint32_t *fresh, uint32_t *const *planes, unsigned plane_count,
                       unsigned value, size_t lanes);
};

/* The variants that this processor can run, from portable to fastest; returns their number. */
#define LANE_VARIANTS 3
unsigned lane_kernels_list(const struct lane_kernels *variants[LANE_VARIANTS]);

/* Those of a variant, otherwise the portable ones; BEST: the fastest. */
const struct lane_kernels *lane_kernels_select(tilepdb_variant variant);

#endif
