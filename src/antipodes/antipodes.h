/*
 * The search for antipodes: all boards of 4x4 at or beyond a given distance from a goal, each
 * proven. Only pdbverify includes this header. docs/verification.md describes the method,
 * docs/notes/search.md what it costs. In src/antipodes these words mean:
 *
 * - layer d: the boards at distance d. Complete searches of others found how many there are; a
 *   layer is complete when that number is found.
 * - last: the nearest wanted layer. far: in this layer or beyond; near: not far.
 * - decided: proven to be far, with its distance, or to be near.
 * - image: a board at the same distance as another: its reflection in the diagonal of the goal's
 *   blank, its inverse (start and goal exchanged), and the reflection of the inverse.
 * - estimate: a lower bound of the distance by the tables, without the reflection.
 * - candidate: a board that may be far (candidate_boards.h).
 * - tree: the nodes of a search with one bound.
 * - probe: searches with few nodes at bounds well below the distance, its depths. Far boards have
 *   small trees there; a board with a larger one is left to later phases.
 * - survivor: a candidate that passed the probe. It is decided by a search, or ruled out: shown to
 *   be near by a short solution of a board in its neighbourhood.
 * - neighbourhood: the boards within a few moves of one.
 * - expand: decide the neighbours of a far board.
 * - phase: list candidates, probe them, decide the survivors.
 */
#ifndef TILEPDB_ANTIPODES_ANTIPODES_H
#define TILEPDB_ANTIPODES_ANTIPODES_H

#include "tilepdb.h"

#define ANTIPODES_SIDE     4
#define ANTIPODES_CELLS    16
#define ANTIPODES_FARTHEST 80 /* moves; no board of 4x4 needs more */
#define ANTIPODES_PHASES   9

/* How many boards the farthest layers of one goal have, from the complete breadth-first searches
 * that docs/verification.md names. */
struct antipodes_counts {
    int layers;         /* layers with a known count */
    uint64_t boards[5]; /* [80 - distance] */
};

/* The counts for the goal with the blank on a cell, one of ANTIPODES_CELLS. */
const struct antipodes_counts *antipodes_counts(int goal_blank);

/* A search for antipodes. One thread owns it; it uses others. */
struct antipodes;

/* What it is doing: listing candidates, probing them, deciding survivors or known boards. */
enum antipodes_work {
    ANTIPODES_LISTS,
    ANTIPODES_PROBES,
    ANTIPODES_DECIDES,
    ANTIPODES_DECIDES_KNOWN
};

struct antipodes_options {
    int goal_blank;             /* of the standard goal */
    int last;                   /* the last layer, one with a known count */
    int threads;                /* 0: all */
    const tilepdb_board *known; /* [known_count]: boards that are decided first */
    size_t known_count;
    bool (*go_on)(void *user); /* called from any thread; false cancels */
    /* Called now and then from the thread that called antipodes_run; false cancels. */
    bool (*report)(const struct antipodes *search, enum antipodes_work work,
                   const tilepdb_progress *progress, void *user);
    /* A list was skipped for lack of memory, so boards may be missing at the end. */
    void (*skipped)(const tilepdb_error *error, void *user);
    void *user;
};

/* ERROR_ARGUMENT: no such goal or layer; ERROR_MEMORY. */
tilepdb_status antipodes_open(const struct antipodes_options *options, struct antipodes **search,
                              tilepdb_error *error);

/* Searches for all boards down to the last layer with a solver for the goal, phase after phase,
 * until all layers are complete or no phase is left; antipodes_is_complete tells which. Boards that
 * were found stay, whatever the status. ERROR_CHECKSUM: a board has an impossible distance, so a
 * table is false; ERROR_MEMORY, CANCELLED, and the statuses of tilepdb_solve. */
tilepdb_status antipodes_run(struct antipodes *search, const tilepdb_solver *solver,
                             tilepdb_error *error);

/* Accepts NULL. */
void antipodes_close(struct antipodes *search);

/* Whether every board down to the last layer was found. */
bool antipodes_is_complete(const struct antipodes *search);

/* The number of boards found at a distance. */
uint64_t antipodes_found(const struct antipodes *search, int distance);

/* The boards found at a distance, one a call; *at begins as 0. Returns false after the last. */
bool antipodes_next(const struct antipodes *search, int distance, size_t *at, tilepdb_board *board);

/* The number of boards probed. */
uint64_t antipodes_probed(const struct antipodes *search);

/* The number of phases that ended. */
int antipodes_phases(const struct antipodes *search);

#endif
