/*
 * The symmetries of a rectangle, and the view map that carries a user's goal to a table's.
 *
 * Symmetry `which` (0 .. 7) is: transpose on the main diagonal if bit 2 is set; then, on the image,
 * flip left-right if bit 0 is set and up-down if bit 1 is set. That gives
 *
 *   0 identity               4 transpose on the main diagonal
 *   1 flip left-right        5 quarter turn clockwise
 *   2 flip up-down           6 quarter turn counter-clockwise
 *   3 half turn              7 transpose on the anti-diagonal
 *
 * 4 .. 7 swap width and height, so that a table of W x H may serve boards of H x W.
 *
 * Thread safety: symmetries and view maps are plain values, immutable once initialised.
 */
#ifndef TILEPDB_PUZZLE_SYMMETRY_H
#define TILEPDB_PUZZLE_SYMMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzle/geometry.h"
#include "tilepdb.h"

enum { SYMMETRIES = 8 };

/* Cell c of a board goes to cell to[c] of the image, a board of `width` x `height`. */
struct symmetry {
    uint8_t width;
    uint8_t height;
    uint8_t to[TILEPDB_TABLE_MAX_CELLS];
};

/* The symmetry `which` (below SYMMETRIES) of boards of this geometry. */
void symmetry_init(struct symmetry *symmetry, const struct geometry *geometry, unsigned which);

/* How a move of the blank appears in the image. */
enum direction symmetry_direction(unsigned which, enum direction direction);

/* The diagonal transposition, 4 before 7, that keeps the blank's goal cell. False, and *which
 * unchanged, if there is none or the board is no square. */
bool symmetry_reflection(const struct geometry *geometry, uint8_t goal_blank, unsigned *which);

/* A change of coordinates: cells by a symmetry, tiles by renaming. It carries legal moves to legal
 * moves and the user's goal to the standard goal of a table, so distances are the same. */
struct view_map {
    struct symmetry symmetry;
    unsigned which;
    uint8_t tile_to[TILEPDB_TABLE_MAX_CELLS]; /* the user's tile t is tile_to[t]; 0 stays 0 */
    enum direction direction_to[DIRECTIONS];  /* how the user's moves of the blank appear */
};

/* Finds the lowest-numbered symmetry that carries the goal's size to the table's and the goal's
 * blank to table_goal_blank, and renames the tiles so that the goal becomes exactly
 * tilepdb_goal(table_width, table_height, table_goal_blank). False, and *map unspecified, if
 * there is none or `goal` is no board. */
bool view_map_init(struct view_map *map, const tilepdb_board *goal, int table_width,
                   int table_height, int table_goal_blank);

/* A user's board in the table's coordinates. `in` is a board of the goal's size; `in` and `out`
 * must not overlap. */
void view_map_apply(const struct view_map *map, const tilepdb_board *in, tilepdb_board *out);

#endif
