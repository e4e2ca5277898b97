/* A set of boards of 4x4, and the images of a board. */
#ifndef TILEPDB_ANTIPODES_BOARD_SET_H
#define TILEPDB_ANTIPODES_BOARD_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzle/symmetry.h"
#include "tilepdb.h"

/* Packs four bits per cell, the first cell highest. */
uint64_t board_key(const tilepdb_board *board);

tilepdb_board board_of_key(uint64_t key);

#define DISTANCE_NEAR 0 /* distance of a near board (antipodes.h) */

struct board_entry {
    uint64_t key; /* 0 in an empty entry */
    uint8_t distance;
    bool marked;
    uint8_t cycled_factor; /* largest factor with which three-cycles of the board were listed */
};

/* A hash table; starts zeroed. */
struct board_set {
    struct board_entry *entries;
    size_t capacity, count;
    bool failed; /* memory was short */
};

/* Returns false if the board is present or memory is short. */
bool board_set_add(struct board_set *set, const tilepdb_board *board, int distance);

bool board_set_has(const struct board_set *set, const tilepdb_board *board);

/* Marks a board if it is in the set. Several threads may mark while no thread adds. */
void board_set_mark(struct board_set *set, uint64_t key);

bool board_set_is_marked(const struct board_set *set, const tilepdb_board *board);

void board_set_clear(struct board_set *set);

struct images {
    tilepdb_board goal;
    int goal_blank;
    bool reflects;
    struct view_map reflection; /* only if `reflects`; direction_to is unset */
};

tilepdb_status images_init(struct images *images, int width, int height, int goal_blank,
                           tilepdb_error *error);

/* Reflects a board in the diagonal of the goal's blank. Returns false if the goal has no
 * reflection. */
bool image_reflected(const struct images *images, const tilepdb_board *board, tilepdb_board *image);

/* Exchanges board and goal, and maps the result to the standard goal. Returns false if no symmetry
 * carries the blank's cell to the goal's. */
bool image_inverse(const struct images *images, const tilepdb_board *board, tilepdb_board *image);

#endif
