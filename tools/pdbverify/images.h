/*
 * Boards of 4x4 that are as far from the goal as another.
 *
 * Goals are standard: tiles 1, 2, 3 ... over all cells but the blank's.
 */
#ifndef TILEPDB_PDBVERIFY_IMAGES_H
#define TILEPDB_PDBVERIFY_IMAGES_H

#include <stdbool.h>

#include "tilepdb.h"

#define IMAGES_SIDE  4
#define IMAGES_CELLS 16

/* Rows and columns change places, on the diagonal that keeps the goal's blank. False: there is
 * none. */
bool image_reflected(const tilepdb_board *board, int goal_blank, tilepdb_board *image);

/* Board and goal change places: the way back, in the goal's coordinates. False: no symmetry carries
 * the board's blank to the goal's. */
bool image_inverse(const tilepdb_board *board, int goal_blank, tilepdb_board *image);

#endif
