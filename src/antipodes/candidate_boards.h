/*
 * Candidates of the search for antipodes: all boards with a high estimate, and three-cycles of
 * found boards.
 *
 * A three-cycle moves three pieces around, possibly the blank. Nearly every board at a distance of
 * 78 or more is a three-cycle of another such board (docs/notes/search.md).
 */
#ifndef TILEPDB_ANTIPODES_CANDIDATE_BOARDS_H
#define TILEPDB_ANTIPODES_CANDIDATE_BOARDS_H

#include "antipodes/board_set.h"
#include "tilepdb_tables.h"

#define CANDIDATE_MAX_CELLS 16

struct board_candidate {
    uint64_t key;
    uint8_t estimate;  /* sum of the distances over the patterns */
    uint8_t reflected; /* estimate of the reflection, at most `estimate`; 0 without reflection */
};

struct candidate_list {
    struct board_candidate *boards; /* [count]; owned */
    size_t count;
};

/* Lists all solvable boards with an estimate of at least `least` by a partition of two patterns,
 * from distances of verify/placements.h. Of a board and its reflection, only the board with the larger
 * estimate is listed, and only if the smaller estimate is at least `least_reflected`. The order is
 * by estimate and reflected estimate, descending, then by key. After a failure the list is empty.
 * `options` may be NULL. Returns ERROR_ARGUMENT for over CANDIDATE_MAX_CELLS cells, threads out of
 * range, or patterns that do not split the tiles; ERROR_TOO_LARGE if memory is too small,
 * ERROR_MEMORY or CANCELLED. */
tilepdb_status high_estimates_list(const tilepdb_partition *partition, int least,
                                   int least_reflected, const tilepdb_verify_options *options,
                                   struct candidate_list *list, tilepdb_error *error);

struct cycle_request {
    int least;  /* least distance of a selected board */
    int factor; /* 1 to 255; selects boards with a smaller cycled_factor */
    size_t most;
};

/* Lists solvable three-cycles, not in `found`, of the boards that `request` selects, and sets their
 * cycled_factor. Of a three-cycle and its reflection only one is listed; its estimate is 0 or 1,
 * the parity of its distance. Sets `*more` if any board was selected, so another call may list
 * more. After a failure the list is empty. Returns ERROR_MEMORY. */
tilepdb_status three_cycles_list(struct board_set *found, const struct images *images,
                                 const struct cycle_request *request, struct candidate_list *list,
                                 bool *more, tilepdb_error *error);

#endif
