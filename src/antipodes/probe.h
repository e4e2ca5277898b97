/*
 * What is done with one board: a probe, and a decision. Each is a few searches with one thread, so
 * many boards go side by side: in batches.
 */
#ifndef TILEPDB_ANTIPODES_PROBE_H
#define TILEPDB_ANTIPODES_PROBE_H

#include <stddef.h>

#include "antipodes/board_set.h"
#include "tilepdb_many.h"

/* How boards are probed; the same for all of a batch, whose threads read it. */
struct probe {
    const tilepdb_solver *solver;
    int last;                  /* the last layer */
    bool reflects;             /* the goal has a reflection */
    int factor;                /* how many times the usual nodes it has */
    struct board_set *pending; /* the survivors and their reflections; ruled out ones get marked */
    bool (*go_on)(void *user);
    void *user;
};

/* In the place of a distance: the board has too large a tree for the probe. */
#define PROBE_INCONCLUSIVE (-1)

struct job {
    tilepdb_task task; /* first; its searches run in the callback `next` */
    int distance;      /* before: the estimate, or any number of its parity. After: see below */
};

/* How far a board of the estimate's parity must be at least. */
int probe_least(const struct probe *probe, int estimate);

/* The probe, except for its last bound. The distance becomes DISTANCE_NEAR, PROBE_INCONCLUSIVE, or
 * the nodes of the last tree. */
tilepdb_status probe_board(const struct probe *probe, struct job *job);

/* Searches the board: the distance becomes its own if that is far enough, proven by bounds that
 * were exhausted, else DISTANCE_NEAR, and then what its solution rules out is marked. */
tilepdb_status decide_board(const struct probe *probe, struct job *job);

/* The same after the last bound of the probe, for which PROBE_INCONCLUSIVE stands. */
tilepdb_status decide_survivor(const struct probe *probe, struct job *job);

/* A solution of a board passes close by others: the board after k of its L moves needs at most
 * L - k, and one at j moves from that at most L - k + j. So one search rules out many boards around
 * its own. Marks boards of the set that need at most `most` moves, as a solution of `board` in
 * `length` moves shows: those around one that is a few moves down that way. None if length > most.
 * As board_set_mark for threads. */
void neighbourhood_mark(struct board_set *set, const tilepdb_board *board, const char *moves,
                        int length, int most);

/* All threads wait for the last board of a batch. */
#define BATCH_MAX 2048

/* One of those above. */
typedef tilepdb_status (*job_fn)(const struct probe *probe, struct job *job);

/* One thread owns it. Must not move in memory. */
struct batch {
    const struct probe *probe;
    tilepdb_queue *queue;
    struct job *jobs; /* [BATCH_MAX] */
    size_t count;     /* that were added; the owner begins the next batch with 0 */
    job_fn run;
    tilepdb_error error; /* of the first job that failed; its status is OK if none did */
};

/* `threads`: 0 means all. To be released by batch_close, also on failure. ERROR_MEMORY,
 * ERROR_ARGUMENT: not a number of threads. */
tilepdb_status batch_open(struct batch *batch, const struct probe *probe, int threads,
                          tilepdb_error *error);

/* Adds a board with what its job's distance is before. There are fewer than BATCH_MAX. */
struct job *batch_add(struct batch *batch, const tilepdb_board *board, int distance);

/* Runs the jobs that were added, one board per thread. After a failure, which is the status of
 * all later batches too, the jobs that were not run have the status CANCELLED. */
tilepdb_status batch_run(struct batch *batch, job_fn run, tilepdb_error *error);

void batch_close(struct batch *batch);

#endif
