/*
 * A small puzzle known completely: the distance of every board by breadth-first search, and from
 * the distances the first optimal solution, with no search and no table.
 */
#ifndef TILEPDB_TESTS_WHOLE_H
#define TILEPDB_TESTS_WHOLE_H

#include "oracle.h"

#define WHOLE_MAX_CELLS 10
#define WHOLE_MAX_MOVES 64
#define WHOLE_UNREACHED 255

struct whole {
    size_t count;                      /* boards that reach the goal */
    uint8_t (*cells)[WHOLE_MAX_CELLS]; /* of each board, in the order of their distances */
    tilepdb_board goal;
    uint8_t *distance; /* by number; WHOLE_UNREACHED */
};

/* Ends the program if there is no memory. */
void whole_find(struct whole *whole, const tilepdb_board *goal);

/* The i-th board. */
tilepdb_board whole_board(const struct whole *whole, size_t i);

void whole_free(struct whole *whole);

int whole_distance(const struct whole *whole, const tilepdb_board *board);

/* The first optimal solution in the order blank up, left, right, down: from the board, always the
 * first move that comes nearer. */
void whole_moves(const struct whole *whole, const tilepdb_board *board,
                 char moves[WHOLE_MAX_MOVES]);

#endif
