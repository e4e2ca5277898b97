/*
 * A solution as a sequence of boards, for --show and --animate.
 */
#ifndef TILEPDB_PDBSOLVE_FILM_H
#define TILEPDB_PDBSOLVE_FILM_H

#include <stddef.h>

#include "tilepdb.h"

/* A position and how it came about. */
struct film_step {
    tilepdb_board board;
    int tile; /* that moved, 0 at the start */
    char move;
};

struct film {
    struct film_step *steps; /* owned */
    size_t count;            /* one more than there are moves; the last board is the goal */
};

/* `moves` is the way the tiles move; they are possible. To be freed. */
void film_make(struct film *film, const tilepdb_board *board, const char *moves);

void film_free(struct film *film);

#endif
