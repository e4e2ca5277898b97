/*
 * Boards: positions of the puzzle, their moves and their parity.
 *
 * tilepdb_board (tilepdb.h) is a plain value. "Is a board" means: sides of TILEPDB_MIN_SIDE to
 * TILEPDB_MAX_SIDE, and each of 0 .. cells-1 once. board_check decides it, and the functions below
 * that do not say otherwise rely on it. Most boards are larger than what tables and searches hold:
 * whatever has arrays of TILEPDB_TABLE_MAX_CELLS asks board_check_table before it looks at one.
 *
 * This unit implements the functions of tilepdb.h on boards, which check what they are given.
 * Thread safety: no state; a board may be read by any number of threads.
 */
#ifndef TILEPDB_PUZZLE_BOARD_H
#define TILEPDB_PUZZLE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzle/geometry.h"
#include "tilepdb.h"

/* TILEPDB_OK if a board may have this size; ERROR_ARGUMENT if not. */
tilepdb_status board_size_check(int width, int height, tilepdb_error *error);

/* TILEPDB_OK if it is a board. ERROR_ARGUMENT, with the cell or size that is wrong, if not. */
tilepdb_status board_check(const tilepdb_board *board, tilepdb_error *error);

/* board_check; `name`, such as "goal", is what the sentence calls the board. */
tilepdb_status board_check_named(const tilepdb_board *board, const char *name,
                                 tilepdb_error *error);

/* board_check, and tilepdb_size_check: tables and searches can hold the board. */
tilepdb_status board_check_table(const tilepdb_board *board, tilepdb_error *error);

/* The cell of the blank, or the number of cells if there is none. */
unsigned board_blank(const tilepdb_board *board);

/* Moves *cell by one cell. False, and nothing changed, at the edge of the board. */
bool board_step(const tilepdb_board *board, unsigned *cell, enum direction direction);

/* Moves the blank from *blank, where it must be, and updates *blank. False, and nothing changed, if
 * the move leaves the board. */
bool board_move(tilepdb_board *board, unsigned *blank, enum direction direction);

/* The parity of the permutation, blank included, that turns the goal into the board: 0 even, 1 odd.
 * Both have the same size. Every move changes it. */
unsigned board_parity(const tilepdb_board *board, const tilepdb_board *goal);

/* Whether any moves lead from the board to the goal, a board of the same size: every move changes
 * the parity of the permutation and the colour of the blank's cell. */
bool board_reaches(const tilepdb_board *board, const tilepdb_board *goal);

/* In a standard goal, tilepdb_goal: the tile on a cell, and the cell of a tile. The blank, tile 0,
 * is on goal_blank. */
static inline uint8_t goal_tile(unsigned cell, unsigned goal_blank) {
    return (uint8_t)(cell == goal_blank ? 0 : cell < goal_blank ? cell + 1 : cell);
}

static inline uint8_t goal_cell(unsigned tile, unsigned goal_blank) {
    return (uint8_t)(tile == 0 ? goal_blank : tile <= goal_blank ? tile - 1 : tile);
}

/* Whether sizes and cells are equal; cells beyond the size do not count. */
bool board_equal(const tilepdb_board *a, const tilepdb_board *b);

/* Whether moves, in the letters of tilepdb_board_play, are legal and lead to the goal. */
bool board_solved_by(const tilepdb_board *board, const char *moves, const tilepdb_board *goal);

#endif
