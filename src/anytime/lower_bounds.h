/*
 * Lower bounds by the solver of a call, which takes turns with beams.
 *
 * Thread safety: that of the call.
 */
#ifndef TILEPDB_ANYTIME_LOWER_BOUNDS_H
#define TILEPDB_ANYTIME_LOWER_BOUNDS_H

#include "anytime/anytime_run.h"

/* Exhausts bounds with about so many nodes more than before; a solution that is met on the way is
 * taken. OK, also if there were not enough; or as tilepdb_solve. */
tilepdb_status lower_bounds_search(struct anytime_run *run, uint64_t nodes);

#endif
