/*
 * Boards that are as far from a standard goal as another.
 */
#ifndef TILEPDB_FAR_IMAGES_H
#define TILEPDB_FAR_IMAGES_H

#include <stdbool.h>

#include "puzzle/symmetry.h"
#include "tilepdb.h"

/* A plain value, immutable once initialised. */
struct images {
    tilepdb_board goal;
    int goal_blank;
    bool reflects;              /* the goal has a reflection */
    struct view_map reflection; /* if so; its directions mean nothing */
};

/* The images for the goal that tilepdb_goal makes. ERROR_ARGUMENT as there. */
tilepdb_status images_init(struct images *images, int width, int height, int goal_blank,
                           tilepdb_error *error);

/* Rows and columns change places, on the diagonal that keeps the goal's blank. False: there is
 * none. */
bool image_reflected(const struct images *images, const tilepdb_board *board, tilepdb_board *image);

/* Board and goal change places: the way back, in the goal's coordinates. False: no symmetry carries
 * the board's blank to the goal's. */
bool image_inverse(const struct images *images, const tilepdb_board *board, tilepdb_board *image);

#endif
