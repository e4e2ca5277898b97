/*
 * Sets of arrangements: one bit for each of the k! arrangements of a cohort, in an order that turns
 * moves of tiles into a few regular shuffles.
 *
 * Order: the k labels, in cell order, occupy places 0 .. k-1. Let L_p be the number of labels after
 * place p that are smaller than the label at p. The number of an arrangement is the sum of L_p *
 * (k-1-p)!, the lexicographic order. Only lanes.c and lanes_kernel.c depend on this.
 *
 * Lanes: a 32-bit lane fixes the labels on all places but the last four; bits 0 .. 23 enumerate the
 * rest, bits 24 .. 31 are 0. For k < 4 a set is one lane of k! bits. For k = 6 two zero lanes
 * complete two vectors of 16 lanes.
 *
 * Moves: a vertical move takes a tile from place `from` over m = 0 .. W-1 tiles to place `to` =
 * from +- m, by m exchanges of adjacent places. The exchange of places j and j+1 changes only L_j
 * and L_(j+1): (a, b) becomes (b, a-1) if a > b, otherwise (b+1, a). Hence
 *
 * - j >= k-4: both digits are inside the lane: masks and shifts, equal for every lane;
 * - j == k-5: groups of five lanes exchange quarters of their bits;
 * - j <= k-6: whole runs of lanes are swapped.
 *
 * All variants give the same bits. Plans are immutable; functions access only their arguments.
 */
#ifndef TILEPDB_TABLE_LANES_H
#define TILEPDB_TABLE_LANES_H

#include <stddef.h>
#include <stdint.h>

#include "pattern/index.h"

#define LANE_ARRANGEMENTS 24
#define LANE_PLACES       4

/* Vectors may read this number of lanes beyond a set, and write them beyond `scratch` and `sum`. */
#define LANES_PADDING 16

/* The lanes of a set, and the stride in lanes from one set to the next. Lanes between sets stay
 * 0. */
uint32_t lanes_for_places(unsigned places);
uint32_t lanes_stride(unsigned places);

/* ---- the order for callers ------------------------------------------------------------------- */

/* Adds the goal's arrangement, whose labels ascend in cell order. */
static inline void lanes_add_ascending(uint32_t *set) {
    set[0] |= 1u;
}

struct lane_order {
    const struct index *index;
    unsigned arrangements; /* used bits of a lane: min(24, k!) */
    unsigned fixed;        /* a lane fixes the labels on places 0 .. fixed - 1 */
    /* [bit][place - fixed] rank of the place's label among labels that are not fixed */
    uint8_t rest[LANE_ARRANGEMENTS][LANE_PLACES];
};

/* `index` must outlive it. */
void lane_order_init(struct lane_order *order, const struct index *index);

/* For each used bit of lane `lane`, writes the code (pattern/index.h), and the labels in cell order
 * unless `labels` is NULL. */
void lane_order_read(const struct lane_order *order, uint32_t lane, uint32_t *codes,
                     uint8_t (*labels)[INDEX_MAX_TILES]);

/* ---- moves ----------------------------------------------------------------------------------- */

/* Swaps of runs of lanes, for a move between places a and c > a that are not among the last
 * four. */
struct lane_run_table {
    uint32_t *source; /* [blocks] source of each block */
    uint32_t blocks;  /* (k-a)! / (k-1-c)! */
    uint32_t block;   /* lanes in a block: (k-1-c)! / 24 */
};

struct lane_plan {
    unsigned places; /* k */
    uint32_t lanes;
    uint32_t stride;
    struct lane_run_table runs[INDEX_MAX_TILES][INDEX_MAX_TILES];
};

/* Plans moves over at most `max_crossed` tiles. Returns ERROR_MEMORY. */
tilepdb_status lane_plan_init(struct lane_plan *plan, unsigned places, unsigned max_crossed,
                              tilepdb_error *error);

void lane_plan_free(struct lane_plan *plan);

/* The arrangements of `set` after the label on place `from` goes to place `to`. */
struct lane_source {
    const uint32_t *set;
    uint8_t from, to;
};

struct lane_kernels {
    const char *name;

    /* Sets `sum` to the arrangements from the sources that are neither in `plane` nor in `other`,
     * adds them to `plane`, and returns their number. `sum` and each half of `scratch` have space
     * for a stride and LANES_PADDING lanes; lanes from set to stride are 0 before and after. */
    uint64_t (*pull)(const struct lane_plan *plan, const struct lane_source *sources,
                     unsigned count, uint32_t *plane, const uint32_t *other, uint32_t *scratch,
                     uint32_t *sum);

    void (*merge)(uint32_t *sum, const uint32_t *source, size_t lanes);

    /* The planes have a number for each arrangement. Removes arrangements with another number than
     * 0 from `fresh`, sets the number of the others to `value`, 1 .. 2^plane_count - 1, and returns
     * how many remain. */
    uint64_t (*record)(uint32_t *fresh, uint32_t *const *planes, unsigned plane_count,
                       unsigned value, size_t lanes);
};

/* Lists the variants for this processor, portable to fastest; returns their number. */
#define LANE_VARIANTS 3
unsigned lane_kernels_list(const struct lane_kernels *variants[LANE_VARIANTS]);

/* The fastest for BEST; the portable kernels if `variant` has none. */
const struct lane_kernels *lane_kernels_select(tilepdb_variant variant);

#endif
