/*
 * Sets of boards of 4x4, the images of a board, and candidates of the search for antipodes: all
 * boards with a high estimate, and three-cycles of found boards.
 *
 * A three-cycle moves three pieces around, possibly the blank. Nearly every board at a distance of
 * 78 or more is a three-cycle of another such board (docs/notes/search.md).
 */
#ifndef TILEPDB_ANTIPODES_CANDIDATE_BOARDS_H
#define TILEPDB_ANTIPODES_CANDIDATE_BOARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzle/symmetry.h"
#include "tilepdb_tables.h"

/* Packs four bits per cell, the first cell highest. */
uint64_t board_key(const tilepdb_board *board);

tilepdb_board board_of_key(uint64_t key);

#define DISTANCE_NEAR 0 /* distance of a near board */

struct board_entry {
    uint64_t key; /* 0 in an empty entry */
    uint8_t distance;
    bool marked;
    uint8_t cycled_factor; /* largest factor with which three-cycles were listed */
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

/* Reflects in the diagonal of the goal's blank. Returns false if the goal has no reflection. */
bool image_reflected(const struct images *images, const tilepdb_board *board, tilepdb_board *image);

/* Exchanges board and goal, and maps the result to the standard goal. Returns false if no symmetry
 * does so. */
bool image_inverse(const struct images *images, const tilepdb_board *board, tilepdb_board *image);

#define CANDIDATE_MAX_CELLS 16

struct board_candidate {
    uint64_t key;
    uint8_t estimate;  /* sum over the patterns */
    uint8_t reflected; /* estimate of the reflection, at most `estimate`; 0 without reflection */
};

struct candidate_list {
    struct board_candidate *boards; /* [count]; owned */
    size_t count;
};

/* Lists all solvable boards with an estimate of at least `least` by a partition of two patterns. Of
 * a board and its reflection, only the board with the larger estimate is listed, and only if the
 * smaller one is at least `least_reflected`. The order is by estimate and reflected estimate,
 * descending, then by key. After a failure the list is empty. `options` may be NULL. Returns
 * ERROR_ARGUMENT for over CANDIDATE_MAX_CELLS cells, threads out of range, or patterns that do not
 * split the tiles; ERROR_TOO_LARGE if memory is too small, ERROR_MEMORY or CANCELLED. */
tilepdb_status high_estimates_list(const tilepdb_partition *partition, int least,
                                   int least_reflected, const tilepdb_verify_options *options,
                                   struct candidate_list *list, tilepdb_error *error);

struct cycle_request {
    int least;  /* least distance of a selected board */
    int factor; /* 1 to 255; selects boards with a smaller cycled_factor */
    size_t most;
};

/* Lists solvable three-cycles, not in `found`, of the boards of `found` that `request` selects, and
 * sets their cycled_factor. Of a three-cycle and its reflection only one is listed; its estimate is
 * the parity of its distance. Sets `*more` if any board was selected. After a failure the list is
 * empty. Returns ERROR_MEMORY. */
tilepdb_status three_cycles_list(struct board_set *found, const struct images *images,
                                 const struct cycle_request *request, struct candidate_list *list,
                                 bool *more, tilepdb_error *error);

#endif
