/*
 * Beams between the bounds of a choice (tilepdb_choice.h). A solution of the next bound's length is
 * the answer; a longer one shows which bounds are left, and so which candidates pay off.
 */
#ifndef TILEPDB_TABLES_BOUND_BEAMS_H
#define TILEPDB_TABLES_BOUND_BEAMS_H

#include "tables/beams.h"
#include "tilepdb_choice.h"

/* Most bytes of beams without --memory. */
#define BOUND_BEAMS_BYTES (UINT64_C(2) << 30)

/* Width of the beams that run before partitions are made for a board. Making partitions takes 4 to
 * 6 times as long as these beams. */
#define BOUND_BEAMS_MAKING 65536

/* Beams of one board. The caller sets `choice` and the arguments of `last` except width, nodes and
 * lower_bound, and zeroes the rest. The choice and the boards of `last` must outlive the struct.
 * The caller frees `found`. */
struct bound_beams {
    tilepdb_choice *choice;
    struct beams last; /* arguments and results of the last run; width 0: none yet */
    char *found;       /* shortest solution; owned; may be NULL */
};

/* Returns true if a solution of the next bound's length is known; `so_far` as for
 * tilepdb_choice_target_length. Beams look for one if the bound is expected to take long, or if
 * `width` is not 0: then the widest beam has at least `width` boards. Beams that are not wider than
 * the last ones are skipped, since they would find the same solution. */
bool bound_beams_run(struct bound_beams *beams, const tilepdb_result *so_far, uint64_t width);

/* Submits the shortest solution to the choice. */
void bound_beams_submit(const struct bound_beams *beams);

#endif
