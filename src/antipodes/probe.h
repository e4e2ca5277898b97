/*
 * The searches of one board: a probe, and the decision whether it is far. Each is a few searches by
 * one thread, so boards are searched side by side, in batches of jobs.
 */
#ifndef TILEPDB_ANTIPODES_PROBE_H
#define TILEPDB_ANTIPODES_PROBE_H

#include <stddef.h>

#include "antipodes/board_set.h"
#include "tilepdb_many.h"

/* What the jobs of a batch share. */
struct probe {
    const tilepdb_solver *solver;
    int last;                  /* the last layer */
    bool reflects;             /* the goal has a reflection */
    int factor;                /* multiplies the nodes of each probe depth */
    struct board_set *pending; /* survivors and their reflections; jobs mark those ruled out */
    bool (*go_on)(void *user);
    void *user;
};

/* In the place of a distance: the tree of the board is too large for the probe. */
#define PROBE_INCONCLUSIVE (-1)

struct job {
    tilepdb_task task; /* first; its searches run in the callback `next` */
    int distance;      /* before: the estimate, or any number of its parity; after: see job_fn */
};

/* The least distance of a far board with the parity of an estimate. */
int probe_least(const struct probe *probe, int estimate);

/* Searches the board of a job and sets its distance. */
typedef tilepdb_status job_fn(const struct probe *probe, struct job *job);

/* The probe without its last depth. Sets the distance to DISTANCE_NEAR, PROBE_INCONCLUSIVE or the
 * nodes of the last tree. */
job_fn probe_board;

/* Sets the distance to the board's own if it is far, proven by exhausted bounds, otherwise to
 * DISTANCE_NEAR, and then marks the pending boards that the solution rules out. */
job_fn decide_board;

/* decide_board after the last depth of the probe, which may set PROBE_INCONCLUSIVE. */
job_fn decide_survivor;

/* Marks boards of a set that need at most `most` moves, as a solution of `board` in `length` moves
 * shows: the board after k of these moves needs at most length - k, and one j moves from that at
 * most length - k + j. Marks the neighbourhood of one board, a few moves along the solution; none
 * if length > most. Several threads may mark while none adds. */
void neighbourhood_mark(struct board_set *set, const tilepdb_board *board, const char *moves,
                        int length, int most);

/* A batch ends when its last job does, so it should have many. */
#define BATCH_MAX 2048

/* One thread owns it. Must not move in memory. */
struct batch {
    const struct probe *probe;
    tilepdb_queue *queue;
    struct job *jobs; /* [BATCH_MAX] */
    size_t count;     /* jobs added; the owner resets it */
    job_fn *run;
    tilepdb_error error; /* of the first job that failed; its status is OK if none did */
};

/* `threads`: 0 means all. Released by batch_close, also on failure. ERROR_MEMORY, ERROR_ARGUMENT:
 * not a number of threads. */
tilepdb_status batch_open(struct batch *batch, const struct probe *probe, int threads,
                          tilepdb_error *error);

/* Adds a board, with the job's distance as it is before the job, to fewer than BATCH_MAX. */
struct job *batch_add(struct batch *batch, const tilepdb_board *board, int distance);

/* Runs the jobs, one board per thread. After a failure, whose status all later batches return, jobs
 * that did not run have the status CANCELLED. */
tilepdb_status batch_run(struct batch *batch, job_fn *run, tilepdb_error *error);

void batch_close(struct batch *batch);

#endif
