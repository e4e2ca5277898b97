/*
 * Boards that resemble those that were found.
 *
 * Far boards resemble each other: of the 3493 from 80 to 78, all but 79 differ in three cells from
 * another that is neither the reflection nor two moves away. Three pieces changed places in a
 * cycle; the blank may be one of them, mostly it is not.
 */
#ifndef TILEPDB_ANTIPODES_THREE_CYCLES_H
#define TILEPDB_ANTIPODES_THREE_CYCLES_H

#include <stddef.h>

#include "antipodes/board_set.h"
#include "antipodes/high_estimates.h"

/* Takes boards of the set that are at `least` or further and were not yet taken for as many
 * `factor` (1 to 255), up to `batch` of them (and their reflections), and marks them as taken.
 * Lists the solvable boards that differ from these in three cells and are not in the set: each of a
 * pair of mirror images once, with 0 or 1 for the estimate, the parity of its distance, and no
 * reflected one. *more: a board was taken, so that another batch may follow. The caller frees
 * `*candidates`, which may be NULL. ERROR_MEMORY. */
tilepdb_status three_cycles_list(struct board_set *found, const struct images *images, int least,
                                 int factor, size_t batch, struct antipodes_candidate **candidates,
                                 size_t *count, bool *more, tilepdb_error *error);

#endif
