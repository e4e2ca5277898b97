/*
 * The order in which the sets of a generation stream from a scratch file through memory.
 *
 * A level writes sets of one parity, and reads sets of the other parity that enter them. A move
 * changes the sum of a mask's cell numbers by 1 or by the width of the board. So if masks are
 * ordered by this sum, the sets that enter a run of masks lie in a window that moves along. A level
 * reads each set at most once, in large pieces, with only window and run in memory. On 5x5 the
 * window has a quarter of the other parity's sets.
 *
 * Masks are ordered by parity, sum and rank, and cut into blocks. Each array of the store (a side
 * or a plane) has a page for each block, all of one size.
 *
 * A plan is immutable and depends only on pattern and kind: a generation can be resumed with other
 * memory and threads, and on other machines of the same byte order.
 */
#ifndef TILEPDB_SCRATCH_SCRATCH_PLAN_H
#define TILEPDB_SCRATCH_SCRATCH_PLAN_H

#include "pattern/index.h"
#include "puzzle/move_set.h"
#include "table/store.h"

#define SCRATCH_ARRAYS (2 + DISTANCE_PLANES)

/* The masks order[first .. end - 1]; sets that enter them are in blocks window_first .. window_end
 * - 1. */
struct scratch_block {
    uint32_t first, end;
    uint32_t window_first, window_end;
};

struct scratch_plan {
    uint32_t arrays; /* 2 with the encoding bit */
    uint32_t block_count;
    struct scratch_block *blocks; /* [block_count] blocks of parity 0 first */
    uint32_t *order;              /* [mask] */
    struct store_place *place;    /* [cohort] */
    struct store_place *columns;  /* [mask] if projected, otherwise NULL */
    size_t page_bytes;            /* a multiple of SCRATCH_ALIGNMENT */
    uint32_t window_max;
    uint32_t parity_max; /* blocks of the parity with more blocks */
};

/* for direct transfers */
#define SCRATCH_ALIGNMENT ((size_t)4096)

/* Returns ERROR_MEMORY, and the statuses of edge_list_init. */
tilepdb_status scratch_plan_init(struct scratch_plan *plan, const struct index *index,
                                 const struct move_set *moves, tilepdb_kind kind,
                                 tilepdb_error *error);

void scratch_plan_free(struct scratch_plan *plan);

static inline uint32_t scratch_block_of(const struct scratch_plan *plan, const struct index *index,
                                        uint32_t rank) {
    return plan->place[index->first_cohort[rank]].block;
}

uint64_t scratch_plan_need(const struct index *index, tilepdb_kind kind);

#endif
