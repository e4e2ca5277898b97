/*
 * The farthest boards of 4x4: all boards at or beyond a given distance from a goal, each proven.
 * docs/verification.md describes the method, docs/notes/search.md what it costs.
 *
 * A room of its own: the words below mean this in src/antipodes and nowhere else. Only pdbverify
 * includes this header.
 *
 * - layer d: the boards at distance d. How many there are is known from complete searches of
 *   others; a layer is complete when as many are found.
 * - last: the nearest layer that is wanted. far: at this layer or beyond; near: not far.
 * - decided: proven far, with its distance, or near.
 * - image: a board as far as another: its reflection in the diagonal of the goal's blank; its
 *   inverse, start and goal exchanged; and the reflection of that.
 * - estimate: a lower bound of the distance by the tables, without the reflection.
 * - candidate: a board that may be far. A board of a high estimate, or a three-cycle of a far
 * board.
 * - tree: the nodes of a search with one bound.
 * - probe: searches at bounds well below the distance, the depths, with few nodes each. Far boards
 *   have small trees there. A board whose tree is larger is put off.
 * - survivor: a candidate that passed its probe.
 * - job: the searches of one board: its probe, or those that decide it.
 * - rule out: to show that a survivor is near without a search, since it is in the neighbourhood
 * around a board on a short solution of another.
 * - neighbourhood: the boards within a few moves of one.
 * - expand: to decide the neighbours of a far board.
 * - phase: a list of candidates, the probes of what it has, and the decisions on the survivors.
 * - batch: the boards that threads probe or decide side by side.
 */
#ifndef TILEPDB_ANTIPODES_ANTIPODES_H
#define TILEPDB_ANTIPODES_ANTIPODES_H

#include "antipodes/decided.h" /* IWYU pragma: export */
#include "tilepdb.h"

#define ANTIPODES_PHASES 9

/* An enumeration. One thread owns it; it uses others. */
struct antipodes;

enum antipodes_work {
    ANTIPODES_LISTS,
    ANTIPODES_PROBES,
    ANTIPODES_DECIDES,
    ANTIPODES_DECIDES_KNOWN
};

struct antipodes_options {
    int goal_blank;             /* of the standard goal */
    int last;                   /* the last layer, one whose count is known */
    int threads;                /* 0: all */
    const tilepdb_board *known; /* [known_count]: boards to begin with, each decided like others */
    size_t known_count;
    bool (*go_on)(void *user); /* from any thread: false cancels */
    /* From the thread that called, now and then; false cancels. */
    bool (*report)(const struct antipodes *antipodes, enum antipodes_work work,
                   const tilepdb_progress *progress, void *user);
    /* A list was skipped for want of memory; boards may be missing at the end. */
    void (*skipped)(const tilepdb_error *error, void *user);
    void *user;
};

/* ERROR_ARGUMENT: no such goal or layer; ERROR_MEMORY. */
tilepdb_status antipodes_open(const struct antipodes_options *options, struct antipodes **antipodes,
                              tilepdb_error *error);

/* Searches for all boards down to the last layer with a solver for the goal, phase after phase,
 * until all counts are exact, or for want of phases; antipodes_is_complete says which. What was
 * found stays, whatever the status. ERROR_CHECKSUM: a board has a distance that none has, so a
 * table is false; ERROR_MEMORY, CANCELLED, and the statuses of tilepdb_solve. */
tilepdb_status antipodes_run(struct antipodes *antipodes, const tilepdb_solver *solver,
                             tilepdb_error *error);

/* Accepts NULL. */
void antipodes_close(struct antipodes *antipodes);

/* Whether every board down to the last layer was found. */
bool antipodes_is_complete(const struct antipodes *antipodes);

/* How many boards were found at a distance. */
uint64_t antipodes_found(const struct antipodes *antipodes, int distance);

/* The boards found at a distance, one per call; *at begins as 0. False: there are no more. */
bool antipodes_next(const struct antipodes *antipodes, int distance, size_t *at,
                    tilepdb_board *board);

/* The number of boards probed, and of phases that ended. */
uint64_t antipodes_candidates(const struct antipodes *antipodes);
int antipodes_phases(const struct antipodes *antipodes);

#endif
