/*
 * The boards that were decided: proven far, with their distance, or near. Layers are complete when
 * as many boards were found as there are of 4x4 at the greatest distances: from complete
 * breadth-first searches that docs/verification.md names, not derived here.
 */
#ifndef TILEPDB_ANTIPODES_DECIDED_H
#define TILEPDB_ANTIPODES_DECIDED_H

#include <stdint.h>

#include "antipodes/board_set.h"

#define ANTIPODES_SIDE     4
#define ANTIPODES_CELLS    16
#define ANTIPODES_FARTHEST 80 /* moves, of any board of 4x4 */

/* For one goal. */
struct antipodes_counts {
    int layers;         /* how many are known */
    uint64_t boards[5]; /* [80 - distance] */
};

/* For the goal with the blank on a cell, one of ANTIPODES_CELLS. */
const struct antipodes_counts *antipodes_counts(int goal_blank);

struct decided {
    struct board_set boards; /* with their images; expanded ones are marked */
    struct images images;
    const struct antipodes_counts *exact;
    int last;                               /* the last layer */
    uint64_t layer[ANTIPODES_FARTHEST + 1]; /* [distance]: boards found */
};

/* Notes a board at a distance, or DISTANCE_NEAR, and its images, which are as far. */
void decided_note(struct decided *decided, const tilepdb_board *board, int distance);

bool decided_is_layer_complete(const struct decided *decided, int distance);

/* Whether all boards of the parity of `least` that are at least that far are known. */
bool decided_is_parity_complete(const struct decided *decided, int least);

/* Whether all boards down to the last layer are known. */
bool decided_is_complete(const struct decided *decided);

#endif
