/*
 * A set of boards of 4x4 with what is known of their distances, and the images of a board, which
 * are as far from a standard goal as it.
 */
#ifndef TILEPDB_ANTIPODES_BOARD_SET_H
#define TILEPDB_ANTIPODES_BOARD_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzle/symmetry.h"
#include "tilepdb.h"

/* The cells of a board of at most 16, four bits each, the first cell highest. */
uint64_t board_key(const tilepdb_board *board);

/* The board of 4x4 that has the key. */
tilepdb_board board_of_key(uint64_t key);

#define DISTANCE_NEAR 0 /* in the place of a distance: nearer than what is looked for */

struct board_entry {
    uint64_t key; /* 0: an empty entry */
    uint8_t distance;
    bool marked;           /* as its owner wants */
    uint8_t cycled_factor; /* the most `factor` for which its three-cycles were listed */
};

/* Zero is an empty set. */
struct board_set {
    struct board_entry *entries; /* [capacity] */
    size_t capacity, count;      /* capacity is a power of two, less than 3/4 of which is taken */
    bool failed;                 /* there was no memory for a board that was added */
};

/* Adds a board. False, and nothing changed, if it is present or there is no memory. */
bool board_set_add(struct board_set *set, const tilepdb_board *board, int distance);

bool board_set_has(const struct board_set *set, const tilepdb_board *board);

/* Marks the board of a key if it is present. Several threads may mark at once while nothing is
 * added. */
void board_set_mark(struct board_set *set, uint64_t key);

/* Whether the board is present and marked. */
bool board_set_is_marked(const struct board_set *set, const tilepdb_board *board);

/* Empties the set. */
void board_set_clear(struct board_set *set);

/* Which images there are. A plain value, immutable once initialised. */
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
