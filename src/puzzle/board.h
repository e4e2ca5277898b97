/*
 * Boards: positions of the puzzle, their moves and their parity.
 *
 * tilepdb_board (tilepdb.h) is a plain value. "Is a board" means: a size that geometry_init
 * accepts, and each of 0 .. cells-1 once; board_check decides it, and the functions below that do
 * not say otherwise rely on it.
 *
 * This unit implements tilepdb_goal, tilepdb_board_solvable, tilepdb_board_play and
 * tilepdb_board_scramble, which check what they are given.
 * Thread safety: no state; a board may be read by any number of threads.
 */
#ifndef TILEPDB_PUZZLE_BOARD_H
#define TILEPDB_PUZZLE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzle/geometry.h"
#include "tilepdb.h"

/* TILEPDB_OK if it is a board. ERROR_ARGUMENT, with the cell or size that is wrong, if not. */
tilepdb_status board_check(const tilepdb_board *board, tilepdb_error *error);

/* TILEPDB_OK if it is a grid. ERROR_ARGUMENT, with the cell or size that is wrong, if not. */
tilepdb_status grid_check(const tilepdb_grid *grid, tilepdb_error *error);

/* The cell of the blank, or NO_CELL if the board has none. */
uint8_t board_blank(const tilepdb_board *board);

/* Moves the blank from *blank, where it must be, and updates *blank. False, and nothing changed, if
 * the move leaves the board. */
bool board_move(tilepdb_board *board, const struct geometry *geometry, uint8_t *blank,
                enum direction direction);

/* The parity of the permutation, blank included, that turns the goal into the board: 0 even, 1 odd.
 * Both have the same size. Every move changes it. */
unsigned board_parity(const tilepdb_board *board, const tilepdb_board *goal);

/* In a standard goal, tilepdb_goal: the tile on a cell, and the cell of a tile. The blank, tile 0,
 * is on goal_blank. */
static inline uint8_t goal_tile(unsigned cell, unsigned goal_blank) {
    return (uint8_t)(cell == goal_blank ? 0 : cell < goal_blank ? cell + 1 : cell);
}

static inline uint8_t goal_cell(unsigned tile, unsigned goal_blank) {
    return (uint8_t)(tile == 0 ? goal_blank : tile <= goal_blank ? tile - 1 : tile);
}

/* Whether size and cells are the same; cells beyond the size do not count. */
bool board_equal(const tilepdb_board *a, const tilepdb_board *b);

#endif
