/*
 * Candidates of the search for antipodes, listed in two ways: all boards with a high estimate, and
 * the three-cycles of boards that were found.
 *
 * A three-cycle of a board moves three of its pieces around; the blank may be one of them. Far
 * boards resemble each other: of the 3493 boards at distances 80 to 78, all but 79 are three-cycles
 * of another that is neither the reflection nor two moves away.
 */
#ifndef TILEPDB_ANTIPODES_CANDIDATE_BOARDS_H
#define TILEPDB_ANTIPODES_CANDIDATE_BOARDS_H

#include "antipodes/board_set.h"
#include "tilepdb_verify.h"

/* The largest board that is listed by estimates. */
#define CANDIDATE_MAX_CELLS 16

struct board_candidate {
    uint64_t key;      /* board_key */
    uint8_t estimate;  /* the sum of the board's distances over the patterns */
    uint8_t reflected; /* the estimate of the reflection, which is not larger; 0: no reflection */
};

struct candidate_list {
    struct board_candidate *boards; /* [count]; owned */
    size_t count;
};

/* Lists all solvable boards with an estimate of at least `least` by a partition of two patterns. Of
 * a board and its reflection, the one with the larger estimate is listed, and only if the smaller
 * estimate is at least `least_reflected`. Uses no table file: the distances of both patterns are
 * computed as in tilepdb_table_prove. The order is by estimate and reflected estimate, descending,
 * then by key, for any number of threads. `options` may be NULL. After a failure the list is empty.
 * ERROR_ARGUMENT: not two patterns that split the tiles, or too many cells; ERROR_TOO_LARGE: the
 * patterns or the list do not fit in memory; ERROR_MEMORY, CANCELLED. */
tilepdb_status high_estimates_list(const tilepdb_partition *partition, int least,
                                   int least_reflected, const tilepdb_verify_options *options,
                                   struct candidate_list *list, tilepdb_error *error);

/* Which boards to list the three-cycles of. */
struct cycle_request {
    int least;   /* the smallest distance of such a board */
    int factor;  /* 1 to 255: its cycled_factor is below */
    size_t most; /* the number of such boards, reflections not counted */
};

/* Lists the solvable three-cycles of found boards that are not found themselves, and sets the
 * cycled_factor of the found ones. Of a board and its reflection one is listed; its estimate is 0
 * or 1, the parity of its distance. `*more`: there was a found board to take, so another call may
 * list more. After a failure the list is empty. ERROR_MEMORY. */
tilepdb_status three_cycles_list(struct board_set *found, const struct images *images,
                                 const struct cycle_request *request, struct candidate_list *list,
                                 bool *more, tilepdb_error *error);

#endif
