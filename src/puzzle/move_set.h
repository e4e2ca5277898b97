/*
 * Moves as a value: what one move is on the boards of a geometry, in a metric.
 *
 * - single: one tile goes to the blank's cell. There are four moves, numbered as the directions of
 *   the blank (geometry.h).
 * - multi: a line of tiles beside the blank slides towards it together. Moves are numbered by the
 *   direction of the blank, then by the number of tiles, from one.
 *
 * A metric is a row of the table in move_set.c and a number in tilepdb.h: move sets, names of
 * files, the reader of files and pdbinfo follow from the row.
 *
 * The order of the numbers is the move order of every search, whose answer is the first of the
 * shortest solutions in it. Code that holds for one metric only checks `metric` where it is set up.
 *
 * Thread safety: a set is a plain value, immutable once initialised.
 */
#ifndef TILEPDB_PUZZLE_MOVE_SET_H
#define TILEPDB_PUZZLE_MOVE_SET_H

#include "puzzle/geometry.h"
#include "tilepdb.h"

/* The moves of 12x2 in the metric multi: 2 * (11 + 1). */
#define MOVE_SET_MAX 24

struct move {
    uint8_t direction; /* of the blank: an enum direction */
    uint8_t tiles;     /* the number of tiles that slide, and of cells that the blank goes */
    uint8_t cost;      /* its part of a length: 1 in both metrics */
    uint8_t inverse;   /* the number of the move that undoes it */
};

struct move_set {
    struct geometry geometry;
    tilepdb_metric metric;
    uint8_t count; /* moves are numbered 0 .. count-1 */
    uint8_t bits;  /* of the number of a move: 2 for single */
    /* The lengths of two solutions of a board differ by a multiple of this: 2 for single, where
     * every move changes the parity of the permutation and the colour of the blank's cell; else 1.
     */
    uint8_t bound_step;
    struct move move[MOVE_SET_MAX];
    /* [previous move] the set of moves that may follow: together with the previous move they do
     * more than one move, or none, does. For single only the inverse is missing. [count]: all
     * moves. */
    uint32_t after[MOVE_SET_MAX + 1];
    uint32_t legal[TILEPDB_TABLE_MAX_CELLS];                    /* [blank's cell] set of numbers */
    uint8_t blank_after[TILEPDB_TABLE_MAX_CELLS][MOVE_SET_MAX]; /* NO_CELL if it is not legal */
};

/* ERROR_ARGUMENT: no board has this size, or an unknown metric. */
tilepdb_status move_set_init(struct move_set *set, int width, int height, tilepdb_metric number,
                             tilepdb_error *error);

/* Makes a move on a board of the set's size whose blank is on *blank, and updates *blank. False,
 * and nothing changed, if the move is not legal there. */
bool move_set_play(const struct move_set *set, tilepdb_board *board, uint8_t *blank, unsigned move);

/* Writes a path of `count` moves as letters, one for each tile that moves, and a NUL. `text` must
 * be large enough. Returns the number of letters. */
size_t move_set_write(const struct move_set *set, const uint8_t *path, size_t count, char *text);

/* ---- metrics: what counts as one move -------------------------------------------------------- */

struct metric {
    const char *name;   /* a word for file names and reports */
    const char *title;  /* as in "single-tile moves" */
    bool row_lines;     /* several tiles in a row may slide as one move; otherwise one tile */
    bool column_lines;  /* likewise in a column */
    uint8_t bound_step; /* the lengths of two ways between two boards differ by a multiple of it */
    bool tables;        /* tables of its distances can be made and used */
};

/* NULL: no metric has this number. Any thread may call it. */
const struct metric *metric_find(tilepdb_metric number);

#endif
