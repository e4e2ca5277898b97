/*
 * The geometry of boards of table size: cells, neighbours and the four directions. board.h has what
 * holds for any board. This unit implements tilepdb_size_check.
 *
 * Cells are numbered row by row from 0. A direction is the way the blank moves; the order of the
 * enum is the move order of every search. The letters of a solution name the way the tile moves,
 * the opposite.
 *
 * Thread safety: a geometry is a plain value, immutable once initialised.
 */
#ifndef TILEPDB_PUZZLE_GEOMETRY_H
#define TILEPDB_PUZZLE_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "tilepdb.h"

enum direction { BLANK_UP, BLANK_LEFT, BLANK_RIGHT, BLANK_DOWN, DIRECTIONS = 4 };

/* Means "off the board" where a cell is expected. */
#define NO_CELL 0xFF

/* Sides of TILEPDB_MIN_SIDE .. TILEPDB_TABLE_MAX_SIDE, at most TILEPDB_TABLE_MAX_CELLS cells.
 * neighbour[cell][direction] is the cell that the blank comes to, or NO_CELL. */
struct geometry {
    uint8_t width;
    uint8_t height;
    uint8_t cells;
    uint8_t neighbour[TILEPDB_TABLE_MAX_CELLS][DIRECTIONS];
};

/* ERROR_ARGUMENT: no such board has this size. */
tilepdb_status geometry_init(struct geometry *geometry, int width, int height,
                             tilepdb_error *error);

/* The direction that undoes a move. */
static inline enum direction direction_opposite(enum direction direction) {
    return (enum direction)(BLANK_DOWN - direction);
}

/* The letter of the tile's way: if the blank goes up, the tile goes 'D'. */
char direction_letter(enum direction direction);

/* The blank's direction for a tile's letter 'U', 'D', 'L' or 'R'. False, and *direction unchanged,
 * for any other character. */
bool direction_parse(char letter, enum direction *direction);

/* The colour of a cell on the chessboard, 0 or 1; every move changes that of the blank. */
static inline uint8_t geometry_cell_parity(const struct geometry *geometry, unsigned cell) {
    return (uint8_t)((cell / geometry->width + cell % geometry->width) & 1);
}

/* The cells beside a set of cells, and the cells of a set that are connected to `seed` within it;
 * sets have bit c for cell c. */
uint32_t geometry_neighbours(const struct geometry *geometry, uint32_t cells);
uint32_t geometry_flood_fill(const struct geometry *geometry, uint32_t cells, uint32_t seed);

/* Takes a step on a board of any size. False, and *cell unchanged, if it leads off the board. */
bool cell_step(unsigned width, unsigned height, unsigned *cell, enum direction direction);

/* The Manhattan distance of two cells, 0 .. width + height - 2. */
uint8_t geometry_distance(const struct geometry *geometry, unsigned a, unsigned b);

#endif
