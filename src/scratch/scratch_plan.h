/*
 * The order in which the sets of a generation stream from a scratch file through memory.
 *
 * A level reads and writes the sets of masks of one parity, and reads the sets of the other parity
 * that enter them. A move changes the sum of a mask's cell numbers by 1 or by the width of the
 * board. So if masks are taken in the order of that sum, what enters a run of masks lies in a
 * window of the other parity that moves along: a level reads every set once, in large pieces, and
 * only the window and the run are in memory. On 5x5 the window has a quarter of the other parity's
 * sets.
 *
 * Order: the masks of parity 0, then those of parity 1, each by sum, then by rank. The order is cut
 * into blocks of whole masks of one parity. Each array of the store (a side or a plane) has a page
 * for each block, with the block's sets. All pages have the same size.
 *
 * The plan depends on the pattern and the kind alone, so a generation can be resumed with other
 * memory and threads, and on other machines of the same byte order. Thread safety: immutable after
 * scratch_plan_init.
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_PLAN_H
#define TILEPDB_SCRATCH_SCRATCH_PLAN_H

#include "pattern/index.h"
#include "puzzle/move_set.h"
#include "table/store.h"

/* Arrays: the two sides, then the planes of nibbles. */
#define SCRATCH_ARRAYS (2 + DISTANCE_PLANES)

/* The masks order[first .. end - 1]. What enters them lies in the blocks window_first ..
 * window_end - 1. */
struct scratch_block {
    uint32_t first, end;
    uint32_t window_first, window_end;
};

struct scratch_plan {
    uint32_t arrays;              /* 2 for bits */
    uint32_t block_count;         /* of both parities */
    struct scratch_block *blocks; /* [block_count] those of parity 0 first */
    uint32_t *order;              /* [mask] */
    struct store_place *place;    /* [cohort] */
    struct store_place *columns;  /* [mask], of projected tables; otherwise NULL */
    size_t page_bytes;            /* a multiple of SCRATCH_ALIGNMENT, LANES_PADDING included */
    uint32_t window_max;          /* blocks of the largest window */
    uint32_t parity_max;          /* blocks of a parity */
};

/* Of addresses, offsets and sizes, for direct transfers. */
#define SCRATCH_ALIGNMENT ((size_t)4096)

/* ERROR_MEMORY, and the statuses of edge_list_init. */
tilepdb_status scratch_plan_init(struct scratch_plan *plan, const struct index *index,
                                 const struct move_set *moves, tilepdb_kind kind,
                                 tilepdb_error *error);

/* Accepts a zeroed plan. */
void scratch_plan_free(struct scratch_plan *plan);

/* The block of a mask. */
static inline uint32_t scratch_block_of(const struct scratch_plan *plan, const struct index *index,
                                        uint32_t rank) {
    return plan->place[index->first_cohort[rank]].block;
}

/* The bytes that a plan takes. A measured index is enough. */
uint64_t scratch_plan_need(const struct index *index, tilepdb_kind kind);

#endif
