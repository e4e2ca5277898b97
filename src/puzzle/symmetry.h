/*
 * The symmetries of a rectangle, and the view map that carries a user's goal to a table's goal.
 * Immutable once initialised.
 *
 * Symmetry `which` transposes on the main diagonal if bit 2 is set, then flips the image left-right
 * if bit 0 is set and up-down if bit 1 is set. 3 is the half turn, 5 the quarter turn clockwise, 6
 * counter-clockwise, 7 the transpose on the anti-diagonal. 4 .. 7 swap width and height, so a table
 * of W x H can serve boards of H x W.
 */
#ifndef TILEPDB_PUZZLE_SYMMETRY_H
#define TILEPDB_PUZZLE_SYMMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzle/geometry.h"
#include "tilepdb.h"

enum { SYMMETRIES = 8 };

/* Cell c goes to cell to[c] of the image, of size `width` x `height`. */
struct symmetry {
    uint8_t width;
    uint8_t height;
    uint8_t to[TILEPDB_TABLE_MAX_CELLS];
};

void symmetry_init(struct symmetry *symmetry, const struct geometry *geometry, unsigned which);

enum direction symmetry_direction(unsigned which, enum direction direction);

/* Sets `*which` to 4 if this transposition keeps the cell `goal_blank`, else to 7 if that one does.
 * Returns false and changes nothing if neither does, or the board is not square. */
bool symmetry_reflection(const struct geometry *geometry, uint8_t goal_blank, unsigned *which);

/* A change of coordinates that maps cells by a symmetry and renames tiles, so that the user's goal
 * becomes the table's goal. It preserves distances. */
struct view_map {
    struct symmetry symmetry;
    unsigned which;
    uint8_t tile_to[TILEPDB_TABLE_MAX_CELLS]; /* [user's tile] tile of the table; 0 stays 0 */
    enum direction direction_to[DIRECTIONS];  /* [user's direction] direction in the table */
};

/* Takes the lowest-numbered symmetry that carries size and blank of `goal` to the table's. Returns
 * false, with `*map` unspecified, if none fits or `goal` is no valid board of table size. */
bool view_map_init(struct view_map *map, const tilepdb_board *goal, int table_width,
                   int table_height, int table_goal_blank);

/* Converts `in`, a board of the goal's size. `in` and `out` must not overlap. */
void view_map_apply(const struct view_map *map, const tilepdb_board *in, tilepdb_board *out);

#endif
