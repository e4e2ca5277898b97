/*
 * The geometry of boards for tables; board.h handles all sizes. Immutable once initialised.
 *
 * Cells are numbered row by row from 0. A direction is the way of the blank; the enum is in the
 * move order of every search. The letters of a solution name the way of the tile, the opposite.
 */
#ifndef TILEPDB_PUZZLE_GEOMETRY_H
#define TILEPDB_PUZZLE_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "tilepdb.h"

enum direction { BLANK_UP, BLANK_LEFT, BLANK_RIGHT, BLANK_DOWN, DIRECTIONS = 4 };

#define NO_CELL 0xFF

/* neighbour[cell][direction] is the cell that the blank moves to, or NO_CELL at the edge. */
struct geometry {
    uint8_t width;
    uint8_t height;
    uint8_t cells;
    uint8_t neighbour[TILEPDB_TABLE_MAX_CELLS][DIRECTIONS];
};

/* Returns ERROR_ARGUMENT if tables do not take boards of this size. */
tilepdb_status geometry_init(struct geometry *geometry, int width, int height,
                             tilepdb_error *error);

static inline enum direction direction_opposite(enum direction direction) {
    return (enum direction)(BLANK_DOWN - direction);
}

/* The direction is the blank's, the letter the tile's: 'D' for BLANK_UP. */
char direction_letter(enum direction direction);

char direction_letter_opposite(char letter);

/* The inverse of direction_letter. Returns false and changes nothing unless `letter` is U, D, L or
 * R. */
bool direction_parse(char letter, enum direction *direction);

static inline uint8_t geometry_cell_parity(const struct geometry *geometry, unsigned cell) {
    return (uint8_t)((cell / geometry->width + cell % geometry->width) & 1);
}

/* In sets, bit c is cell c. geometry_neighbours returns all neighbours of `cells`, even inside
 * `cells`; geometry_flood_fill the part of `cells` that is connected to its subset `seed`. */
uint32_t geometry_neighbours(const struct geometry *geometry, uint32_t cells);
uint32_t geometry_flood_fill(const struct geometry *geometry, uint32_t cells, uint32_t seed);

/* On a board of any size. Returns false and changes nothing at the edge. */
bool cell_step(unsigned width, unsigned height, unsigned *cell, enum direction direction);

uint8_t geometry_distance(const struct geometry *geometry, unsigned a, unsigned b);

#endif
