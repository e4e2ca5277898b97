/*
 * A unit of a bound that lasts, cut into parts: its subtrees are widened again, in the order of the
 * plain search, and a part is a run of the subtrees of these. The parts of a unit are the same for
 * any thread, rank and kernel, so that whoever is to search one makes them again.
 */
#ifndef TILEPDB_BOUND_CUT_H
#define TILEPDB_BOUND_CUT_H

#include "bound/bound.h"

/* Of one thread. Zeroed, nothing is cut. */
struct cut {
    struct pass *wide, *spare;
    size_t run;        /* whose parts these are; valid if there are parts */
    size_t parts;      /* 0: none */
    struct tally rest; /* what was tested after the last part, if nothing was found before */
};

/* Cuts the run that has the entries [first, first + count) of a wide pass. False: it does not pay,
 * as where the unit is narrow; or no memory. */
bool cut_make(struct cut *cut, const struct bound_search *search, const struct pass *wide,
              size_t run, size_t first, size_t count);

/* The entries of cut->wide that are a part. */
void cut_part(const struct cut *cut, size_t part, size_t *first, size_t *count);

void cut_free(struct cut *cut, const struct tilepdb_solver *solver);

#endif
