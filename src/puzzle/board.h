/*
 * Boards: positions of the puzzle, their moves and their parity. Thread-safe.
 *
 * A valid board has sides of TILEPDB_MIN_SIDE to TILEPDB_MAX_SIDE and holds each of 0 .. cells - 1
 * once. Functions without a status expect valid boards; board_count, board_blank, board_step,
 * board_move, board_equal and board_solved_by also take boards with alike tiles. Code with arrays
 * of TILEPDB_TABLE_MAX_CELLS calls board_check_table first.
 */
#ifndef TILEPDB_PUZZLE_BOARD_H
#define TILEPDB_PUZZLE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzle/geometry.h"
#include "tilepdb.h"

tilepdb_status board_size_check(int width, int height, tilepdb_error *error);

/* Returns ERROR_ARGUMENT for an invalid board; the message names the wrong cell or size. */
tilepdb_status board_check(const tilepdb_board *board, tilepdb_error *error);

/* Like board_check; the message calls the board `name`. */
tilepdb_status board_check_named(const tilepdb_board *board, const char *name,
                                 tilepdb_error *error);

/* Like board_check, but also refuses sizes that are too large for tables and searches. */
tilepdb_status board_check_table(const tilepdb_board *board, tilepdb_error *error);

/* Returns ERROR_ARGUMENT for an invalid size or a number that is no tile; `any` also allows
 * TILEPDB_ANY_TILE. The message calls the board `name`. */
tilepdb_status board_check_numbers(const tilepdb_board *board, bool any, const char *name,
                                   tilepdb_error *error);

/* Like board_check_named, but allows alike tiles, which have equal numbers. */
tilepdb_status board_check_alike(const tilepdb_board *board, const char *name,
                                 tilepdb_error *error);

tilepdb_status board_sizes_check(const tilepdb_board *board, const tilepdb_board *goal,
                                 tilepdb_error *error);

unsigned board_count(const tilepdb_board *board, unsigned number);

/* Returns the number of cells if there is no blank. */
unsigned board_blank(const tilepdb_board *board);

/* Returns false and changes nothing at the edge. */
bool board_step(const tilepdb_board *board, unsigned *cell, enum direction direction);

/* Returns false and changes nothing at the edge. */
bool board_move(tilepdb_board *board, unsigned *blank, enum direction direction);

/* The parity, 0 for even, of the permutation (blank included) from `goal` to `board`, of the same
 * size. */
unsigned board_parity(const tilepdb_board *board, const tilepdb_board *goal);

/* True if moves lead from `board` to `goal`, of the same size. A single-tile move changes
 * board_parity and the chessboard colour of the blank's cell, so the parity must be 1 exactly if
 * the blank's cells differ in colour. */
bool board_reaches(const tilepdb_board *board, const tilepdb_board *goal);

/* goal_tile and goal_cell are inverses, for the goal 1 2 3 ... with the blank on `goal_blank`. */
static inline uint8_t goal_tile(unsigned cell, unsigned goal_blank) {
    return (uint8_t)(cell == goal_blank ? 0 : cell < goal_blank ? cell + 1 : cell);
}

static inline uint8_t goal_cell(unsigned tile, unsigned goal_blank) {
    return (uint8_t)(tile == 0 ? goal_blank : tile <= goal_blank ? tile - 1 : tile);
}

bool board_equal(const tilepdb_board *a, const tilepdb_board *b);

/* True if `moves`, letters of tilepdb_board_play, are legal and lead to `goal`. */
bool board_solved_by(const tilepdb_board *board, const char *moves, const tilepdb_board *goal);

void board_moves_invert(char *moves);

#endif
