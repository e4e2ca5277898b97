/*
 * The search for antipodes: finds and proves all boards of 4x4 at or beyond a given distance from a
 * goal (docs/verification.md). Words of src/antipodes:
 *
 * - layer d: the boards at distance d. Published searches give the sizes of the farthest layers; a
 *   layer is complete when all its boards are found.
 * - last layer: the nearest wanted layer. far: in the last layer or beyond; near: not far.
 * - decided: proven to be near, or far at a known distance.
 * - image: a board that must have the same distance: the reflection in the diagonal of the goal's
 *   blank, the inverse (start and goal exchanged), the reflection of the inverse.
 * - estimate: the tables' lower bound without the reflection.
 * - candidate: a board that may be far.
 * - tree: the nodes of a search with one bound.
 * - probe: searches with few nodes, called depths, at several bounds below the last layer. Boards
 *   with larger trees, which are rarely far, wait for later phases.
 * - survivor: a candidate that passed the probe. A search decides it, or the solution of a nearby
 *   board rules it out as near.
 * - phase: list candidates, probe them, decide the survivors.
 */
#ifndef TILEPDB_ANTIPODES_ANTIPODES_H
#define TILEPDB_ANTIPODES_ANTIPODES_H

#include "tilepdb_tables.h"

#define ANTIPODES_SIDE     4
#define ANTIPODES_CELLS    16
#define ANTIPODES_FARTHEST 80
#define ANTIPODES_PHASES   9

/* Sizes of layers for one goal; docs/verification.md cites the sources. */
struct antipodes_counts {
    int layers;
    uint64_t boards[5]; /* [80 - distance] */
};

const struct antipodes_counts *antipodes_counts(int goal_blank);

/* One thread at a time. */
struct antipodes;

enum antipodes_work {
    ANTIPODES_LISTS,
    ANTIPODES_PROBES,
    ANTIPODES_DECIDES,
    ANTIPODES_DECIDES_KNOWN
};

struct antipodes_options {
    int goal_blank;
    int last;
    int threads;                /* 0: all */
    const tilepdb_board *known; /* [known_count] boards to decide first; borrowed */
    size_t known_count;
    bool (*go_on)(void *user); /* called from any thread; returns false to cancel */
    /* Called now and then by the thread of antipodes_run. Returns false to cancel. */
    bool (*report)(const struct antipodes *search, enum antipodes_work work,
                   const tilepdb_progress *progress, void *user);
    /* Called when memory is short for a list after the first; boards may then be missing. */
    void (*skipped)(const tilepdb_error *error, void *user);
    void *user;
};

tilepdb_status antipodes_open(const struct antipodes_options *options, struct antipodes **search,
                              tilepdb_error *error);

/* Runs phases, with a solver for the goal, until all layers are complete or no phase is left. Found
 * boards stay, whatever the status. Returns ERROR_CHECKSUM for an impossible distance, which proves
 * a table false; ERROR_TOO_LARGE if memory is short for the first list; ERROR_MEMORY, CANCELLED, or
 * a status of tilepdb_solve. */
tilepdb_status antipodes_run(struct antipodes *search, const tilepdb_solver *solver,
                             tilepdb_error *error);

void antipodes_close(struct antipodes *search);

bool antipodes_is_complete(const struct antipodes *search);

uint64_t antipodes_found(const struct antipodes *search, int distance);

/* `*at` is 0 at first. Returns false after the last board. */
bool antipodes_next(const struct antipodes *search, int distance, size_t *at, tilepdb_board *board);

uint64_t antipodes_probed(const struct antipodes *search);

int antipodes_phases(const struct antipodes *search);

struct board_set;

/* Marks boards of `set` that `moves`, a solution of `board`, proves to need at most `most` moves: a
 * board j moves away from the board after k moves needs at most length - k + j. Only the
 * neighbourhood of one board on the solution is marked; nothing if length > most. Several threads
 * may mark while no thread adds. */
void neighbourhood_mark(struct board_set *set, const tilepdb_board *board, const char *moves,
                        int length, int most);

#endif
