/*
 * A set of boards of 4x4 with what is known of their distances.
 */
#ifndef TILEPDB_PDBVERIFY_FOUND_H
#define TILEPDB_PDBVERIFY_FOUND_H

#include <stddef.h>

#include "tilepdb.h"

#define FOUND_NEARER 0 /* in the place of a distance: nearer than what is looked for */

struct found_board {
    uint64_t key; /* the cells, four bits each; 0: an empty place */
    uint8_t distance;
    bool marked;         /* as its owner wants */
    uint8_t grown_times; /* the most `times` for which growth took it */
};

/* Zero is an empty set. */
struct found {
    struct found_board *places; /* [room] */
    size_t room, count;         /* room is a power of two, less than 3/4 of which is taken */
};

/* Adds a board. False, and nothing changed, if it is present. */
bool found_add(struct found *found, const tilepdb_board *board, int distance);

bool found_has(const struct found *found, const tilepdb_board *board);

/* The key of a board. */
uint64_t found_key(const tilepdb_board *board);

/* Marks the board of a key if it is present. Several threads may mark at once while nothing is
 * added. */
void found_mark(struct found *found, uint64_t key);

/* Whether the board is present and marked. */
bool found_is_marked(const struct found *found, const tilepdb_board *board);

tilepdb_board found_board(const struct found_board *place);

void found_free(struct found *found);

#endif
