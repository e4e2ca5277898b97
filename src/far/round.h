/*
 * A round: boards that threads look at or try side by side.
 */
#ifndef TILEPDB_FAR_ROUND_H
#define TILEPDB_FAR_ROUND_H

#include <stddef.h>

#include "far/look.h"
#include "tilepdb_many.h"

/* All threads wait for the last board of a round. */
#define ROUND_MAX 2048

/* One of look.h. */
typedef tilepdb_status (*trial_fn)(const struct look *look, struct trial *trial);

/* One thread owns it. Must not move in memory. */
struct round {
    const struct look *look;
    tilepdb_queue *queue;
    struct trial *trials; /* [ROUND_MAX] */
    size_t count;         /* that were added; the owner begins the next round with 0 */
    trial_fn run;
    tilepdb_error error; /* of the first trial that failed; its status is OK if none did */
};

/* `threads`: 0 means all. To be released by round_close, also on failure. ERROR_MEMORY,
 * ERROR_ARGUMENT: not a number of threads. */
tilepdb_status round_open(struct round *round, const struct look *look, int threads,
                          tilepdb_error *error);

/* Adds a board with what its trial's distance is before. There are fewer than ROUND_MAX. */
struct trial *round_add(struct round *round, const tilepdb_board *board, int distance);

/* Runs the trials that were added, one board per thread. After a failure, which is the status of
 * all later rounds too, the trials that were not run have the status CANCELLED. */
tilepdb_status round_run(struct round *round, trial_fn run, tilepdb_error *error);

void round_close(struct round *round);

#endif
