/*
 * The searches of one board: the probe, and the decision whether the board is far. Each search uses
 * one thread, so boards are searched in batches.
 */
#ifndef TILEPDB_ANTIPODES_PROBE_H
#define TILEPDB_ANTIPODES_PROBE_H

#include <stddef.h>

#include "antipodes/board_set.h"
#include "tilepdb_tables.h"

struct probe {
    const tilepdb_solver *solver;
    int last;
    bool reflects;
    int factor;
    /* survivors and their reflections; jobs mark boards that they rule out */
    struct board_set *pending;
    bool (*go_on)(void *user);
    void *user;
};

/* distance of a job whose tree is too large for the probe */
#define PROBE_INCONCLUSIVE (-1)

struct job {
    tilepdb_task task; /* first member: a task is the address of its job */
    int distance;      /* before the job: the estimate, or a number of its parity */
};

/* Returns the least distance of a far board with the parity of `estimate`. */
int probe_least(const struct probe *probe, int estimate);

typedef tilepdb_status job_fn(const struct probe *probe, struct job *job);

/* Runs all depths of the probe but the last. Sets the distance to DISTANCE_NEAR, PROBE_INCONCLUSIVE
 * or the nodes of the last tree. */
job_fn probe_board;

/* Sets the distance of a far board, proven by exhausted bounds; otherwise sets DISTANCE_NEAR and
 * marks pending boards that the solution rules out. */
job_fn decide_board;

/* Runs the last depth of the probe, which may set PROBE_INCONCLUSIVE, then decide_board. */
job_fn decide_survivor;

/* Marks boards of `set` that `moves`, a solution of `board`, proves to need at most `most` moves:
 * the board after k moves needs at most length - k, and a board j moves away from it at most length
 * - k + j. Marks the neighbourhood of one board on the solution; nothing if length > most. Several
 * threads may mark while no thread adds. */
void neighbourhood_mark(struct board_set *set, const tilepdb_board *board, const char *moves,
                        int length, int most);

/* Jobs in a batch; many, since a batch ends with its slowest job. */
#define BATCH_MAX 2048

/* One thread owns a batch, which must not move in memory. */
struct batch {
    const struct probe *probe;
    tilepdb_queue *queue;
    struct job *jobs;
    size_t count; /* reset by the owner */
    job_fn *run;
    tilepdb_error error;
};

/* batch_close must follow, also on failure. `threads`: 0 for all. Returns ERROR_MEMORY, or
 * ERROR_ARGUMENT for an invalid `threads`. */
tilepdb_status batch_open(struct batch *batch, const struct probe *probe, int threads,
                          tilepdb_error *error);

struct job *batch_add(struct batch *batch, const tilepdb_board *board, int distance);

/* Runs all jobs. After a failure, jobs that did not begin are CANCELLED, and later batches return
 * the failure. */
tilepdb_status batch_run(struct batch *batch, job_fn *run, tilepdb_error *error);

void batch_close(struct batch *batch);

#endif
