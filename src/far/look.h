/*
 * What is done with one board: a look, and a trial. Each is a few searches with one thread, so many
 * boards go side by side: in rounds.
 */
#ifndef TILEPDB_ANTIPODES_LOOK_H
#define TILEPDB_ANTIPODES_LOOK_H

#include <stddef.h>

#include "far/board_set.h"
#include "tilepdb_many.h"

/* How boards are looked at; the same for all of a round, whose threads read it. */
struct look {
    const tilepdb_solver *solver;
    int last;                  /* the last layer */
    bool reflects;             /* the goal has a reflection */
    int times;                 /* how many times the usual nodes it has */
    struct board_set *waiting; /* the suspects and their reflections; settled ones get marked */
    bool (*go_on)(void *user);
    void *user;
};

/* In the place of a distance: the board has too large a tree for the look. */
#define LOOK_PUT_OFF (-1)

struct trial {
    tilepdb_task task; /* first; its searches run in the callback `next` */
    int distance;      /* before: the estimate, or any number of its parity. After: see below */
};

/* How far a board of the estimate's parity must be at least. */
int look_least(const struct look *look, int estimate);

/* The look, except for its last bound. The distance becomes DISTANCE_NEAR, LOOK_PUT_OFF, or the
 * nodes of the last tree. */
tilepdb_status look_at(const struct look *look, struct trial *trial);

/* Searches the board: the distance becomes its own if that is far enough, proven by bounds that
 * were exhausted, else DISTANCE_NEAR, and then what its solution settles is marked. */
tilepdb_status look_try(const struct look *look, struct trial *trial);

/* The same after the last bound of the look, for which LOOK_PUT_OFF stands. */
tilepdb_status look_try_suspect(const struct look *look, struct trial *trial);

/* A solution of a board passes close by others: the board after k of its L moves needs at most
 * L - k, and one at j moves from that at most L - k + j. So one search settles many boards around
 * its own. Marks boards of the set that need at most `most` moves, as a solution of `board` in
 * `length` moves shows: those around one that is a few moves down that way. None if length > most.
 * As board_set_mark for threads. */
void ball_mark(struct board_set *set, const tilepdb_board *board, const char *moves, int length,
               int most);

/* All threads wait for the last board of a round. */
#define ROUND_MAX 2048

/* One of those above. */
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
