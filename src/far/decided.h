/*
 * The boards that were decided: proven far, with their distance, or near. Layers are complete when
 * as many boards were found as there are.
 */
#ifndef TILEPDB_FAR_DECIDED_H
#define TILEPDB_FAR_DECIDED_H

#include "far/board_set.h"
#include "far/counts.h"
#include "far/images.h"

struct decided {
    struct board_set boards; /* with their images; expanded ones are marked */
    struct images images;
    const struct far_counts *exact;
    int last;                         /* the last layer */
    uint64_t layer[FAR_FARTHEST + 1]; /* [distance]: boards found */
};

/* Notes a board at a distance, or DISTANCE_NEAR, and its images, which are as far. */
void decided_note(struct decided *decided, const tilepdb_board *board, int distance);

bool decided_is_layer_complete(const struct decided *decided, int distance);

/* Whether all boards of the parity of `least` that are at least that far are known. */
bool decided_is_parity_complete(const struct decided *decided, int least);

/* Whether all boards down to the last layer are known. */
bool decided_is_complete(const struct decided *decided);

#endif
