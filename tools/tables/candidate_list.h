/*
 * Which candidates a board has (candidates.h): their names, directions and costs, and which come
 * after which.
 *
 * One thread at a time may call these functions.
 */
#ifndef TILEPDB_TABLES_CANDIDATE_LIST_H
#define TILEPDB_TABLES_CANDIDATE_LIST_H

#include "tables/solver_tier.h"

/* --direction: its keywords, and their indices. */
enum cli_direction { CLI_AUTO, CLI_FORWARD, CLI_BACKWARD, CLI_BOTH };
extern const char *const cli_direction_keywords[];

/* The keyword of a direction that is not to be chosen: "forward", "backward" or "both". */
const char *cli_direction_keyword(tilepdb_direction direction);

struct candidate_list {
    const struct solver_config *config;
    struct solver_tier *tier; /* whose tables are the first */
    tilepdb_board board, goal;
    size_t count;
    tilepdb_candidate candidates[TILEPDB_MAX_CANDIDATES];
    uint32_t excluded;                  /* bits of those whose tables would take too much memory */
    char *name[TILEPDB_MAX_CANDIDATES]; /* of the partition, or NAME+NAME; owned */
};

/* Fills in the list for a board; what is passed must outlive it. False: there is nothing to choose.
 * To be released by candidate_list_release in any case. */
bool candidate_list_fill(struct candidate_list *list, const struct solver_config *config,
                         struct solver_tier *tier, const tilepdb_board *board,
                         const tilepdb_board *goal);

void candidate_list_release(struct candidate_list *list);

#endif
