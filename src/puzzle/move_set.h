/*
 * The moves on boards of one geometry in one metric. Immutable once initialised.
 *
 * - single: one tile moves to the blank's cell. The four moves have the numbers of the blank's
 *   directions (geometry.h).
 * - multi: a line of tiles next to the blank slides towards it. Moves are numbered by the
 *   blank's direction, then by the number of tiles, from one.
 *
 * This is the move order: a search returns the first of the shortest solutions in this order.
 */
#ifndef TILEPDB_PUZZLE_MOVE_SET_H
#define TILEPDB_PUZZLE_MOVE_SET_H

#include "puzzle/geometry.h"
#include "tilepdb.h"

/* The most moves of a size: 2 * (11 + 1) on 12x2 in the metric multi. */
#define MOVE_SET_MAX 24

struct move {
    uint8_t direction; /* enum direction of the blank */
    uint8_t tiles;     /* number of sliding tiles */
    uint8_t cost;      /* always 1 */
    uint8_t inverse;   /* number of the inverse move */
};

struct move_set {
    struct geometry geometry;
    tilepdb_metric metric;
    uint8_t count;
    uint8_t bits; /* bits of a move's number: 2 for single */
    /* Lengths of move sequences between two boards differ by multiples of `bound_step`: 2 for
     * single, where every move changes the parity of the permutation; otherwise 1. */
    uint8_t bound_step;
    struct move move[MOVE_SET_MAX];
    /* [previous move] set of moves that may follow; [count] all moves. A move is excluded if both
     * together have the effect of one move or none; for single, only the inverse. */
    uint32_t after[MOVE_SET_MAX + 1];
    uint32_t legal[TILEPDB_TABLE_MAX_CELLS]; /* [cell of the blank] set of moves */
    /* [cell of the blank][move] next cell of the blank; NO_CELL if illegal */
    uint8_t blank_after[TILEPDB_TABLE_MAX_CELLS][MOVE_SET_MAX];
};

/* Returns ERROR_ARGUMENT for an unknown metric, or a size beyond tables. */
tilepdb_status move_set_init(struct move_set *set, int width, int height, tilepdb_metric number,
                             tilepdb_error *error);

/* Returns false and changes nothing if the move is illegal with the blank on cell `*blank`. */
bool move_set_play(const struct move_set *set, tilepdb_board *board, uint8_t *blank, unsigned move);

/* Writes `count` moves: a letter for each sliding tile, and a NUL. Returns the number of
 * letters. */
size_t move_set_write(const struct move_set *set, const uint8_t *path, size_t count, char *text);

/* ---- metrics --------------------------------------------------------------------------------- */

struct metric {
    const char *name;
    const char *title; /* adjective, as in "single-tile moves" */
    bool row_lines;    /* several tiles of a row may slide as one move */
    bool column_lines; /* several tiles of a column may slide as one move */
    uint8_t bound_step;
    bool tables; /* sets of tiles have tables */
};

/* Returns NULL for an unknown metric. */
const struct metric *metric_find(tilepdb_metric number);

#endif
