/*
 * A set of boards of 4x4 with what is known of each, and the images of a board: boards at the same
 * distance from a standard goal.
 */
#ifndef TILEPDB_ANTIPODES_BOARD_SET_H
#define TILEPDB_ANTIPODES_BOARD_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzle/symmetry.h"
#include "tilepdb.h"

/* The cells of a board of at most 16 cells, four bits each, the first cell highest. */
uint64_t board_key(const tilepdb_board *board);

/* The board of 4x4 with a key. */
tilepdb_board board_of_key(uint64_t key);

#define DISTANCE_NEAR 0 /* in the place of a distance: nearer than the last layer */

struct board_entry {
    uint64_t key; /* 0: an empty entry */
    uint8_t distance;
    bool marked;
    uint8_t cycled_factor; /* the largest node factor for which its three-cycles were listed */
};

/* A hash table; zero is an empty set. */
struct board_set {
    struct board_entry *entries; /* [capacity] */
    size_t capacity, count;      /* capacity is a power of two, at most 3/4 full */
    bool failed;                 /* memory was short for a board */
};

/* Adds a board. Returns false without a change if the board is present or memory is short. */
bool board_set_add(struct board_set *set, const tilepdb_board *board, int distance);

bool board_set_has(const struct board_set *set, const tilepdb_board *board);

/* Marks the board with a key if it is present. Several threads may mark while none adds. */
void board_set_mark(struct board_set *set, uint64_t key);

bool board_set_is_marked(const struct board_set *set, const tilepdb_board *board);

void board_set_clear(struct board_set *set);

/* The images of boards for one goal. A plain value, immutable once initialised. */
struct images {
    tilepdb_board goal;
    int goal_blank;
    bool reflects;              /* the goal has a reflection */
    struct view_map reflection; /* only its tiles and cells are set */
};

/* ERROR_ARGUMENT as tilepdb_goal. */
tilepdb_status images_init(struct images *images, int width, int height, int goal_blank,
                           tilepdb_error *error);

/* The reflection in the diagonal of the goal's blank. Returns false if there is none. */
bool image_reflected(const struct images *images, const tilepdb_board *board, tilepdb_board *image);

/* The inverse: board and goal exchange roles, and the goal takes its standard form. Returns false
 * if no symmetry carries the board's blank to the goal's. */
bool image_inverse(const struct images *images, const tilepdb_board *board, tilepdb_board *image);

#endif
