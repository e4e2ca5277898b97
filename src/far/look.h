/*
 * What is done with one board: a look, and a trial. Each is a few searches with one thread, so many
 * boards go side by side.
 */
#ifndef TILEPDB_FAR_LOOK_H
#define TILEPDB_FAR_LOOK_H

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

#endif
