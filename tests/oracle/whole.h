/*
 * A small puzzle, completely solved: the distance of every board by breadth-first search, and the
 * first optimal solution by following distances, without search and tables.
 */
#ifndef TILEPDB_TESTS_WHOLE_H
#define TILEPDB_TESTS_WHOLE_H

#include "oracle.h"

#define WHOLE_MAX_CELLS 10
#define WHOLE_MAX_MOVES 64
#define WHOLE_UNREACHED 255

struct whole {
    size_t count;                      /* number of boards that reach the goal */
    uint8_t (*cells)[WHOLE_MAX_CELLS]; /* boards in the order of their distances */
    tilepdb_board goal;
    uint8_t *distance; /* distance of each board, by its number; may be WHOLE_UNREACHED */
};

/* Ends the program if there is no memory. */
void whole_find(struct whole *whole, const tilepdb_board *goal);

tilepdb_board whole_board(const struct whole *whole, size_t i);

void whole_free(struct whole *whole);

int whole_distance(const struct whole *whole, const tilepdb_board *board);

/* Writes the first optimal solution in the order blank up, left, right, down: always the first
 * move that comes nearer to the goal. */
void whole_moves(const struct whole *whole, const tilepdb_board *board,
                 char moves[WHOLE_MAX_MOVES]);

#endif
