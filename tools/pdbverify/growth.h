/*
 * Boards around those that were found.
 */
#ifndef TILEPDB_PDBVERIFY_GROWTH_H
#define TILEPDB_PDBVERIFY_GROWTH_H

#include <stddef.h>

#include "pdbverify/found.h"

/* Lists the boards within `radius` moves of those of the set that are at `least` or further, but
 * for what is in the set: each of a pair of mirror images once, with its estimate; the reflected
 * one is not told. The same for the same set. The caller frees `*boards`. */
tilepdb_status growth_list(const struct found *found, int least, int radius, int goal_blank,
                           const tilepdb_solver *solver, tilepdb_far_board **boards, size_t *count,
                           tilepdb_error *error);

#endif
