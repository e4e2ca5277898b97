/*
 * The edges of the cohort graph: for each cohort, the moves by which it is entered. An edge is the
 * move of one tile; where lines of tiles slide, an edge would have to say which of them.
 */
#ifndef TILEPDB_TABLE_EDGES_H
#define TILEPDB_TABLE_EDGES_H

#include "pattern/index.h"
#include "puzzle/move_set.h"

/* An edge is packed into 32 bits, since a level of small sets reads about as many edges as sets:
 * the cohort that a tile comes from, and the places, in the list of tiles in cell order, from which
 * and to which it moves; the two are equal if it passes no tile. Every move can be undone, so the
 * cohorts that enter a cohort are those that it enters. */
#define EDGE_COHORTS (1u << 24)

static inline uint32_t edge_source(uint32_t edge) {
    return edge >> 8;
}

static inline uint8_t edge_from(uint32_t edge) {
    return edge >> 4 & 15u;
}

static inline uint8_t edge_to(uint32_t edge) {
    return edge & 15u;
}

/* edge[first[cohort] .. first[cohort + 1] - 1] enter `cohort`, first those that pass no tile. */
struct edge_list {
    uint32_t *first;
    uint32_t *edge;
};

/* Lists the edges of the masks first_mask .. end_mask - 1, and touches memory for these alone.
 * `moves` belong to the index's board, in the metric single. ERROR_MEMORY; ERROR_TOO_LARGE: more
 * than EDGE_COHORTS cohorts, whose table fits no memory. */
tilepdb_status edge_list_init(struct edge_list *list, const struct index *index,
                              const struct move_set *moves, uint32_t first_mask, uint32_t end_mask,
                              tilepdb_error *error);

/* Accepts a zeroed list. */
void edge_list_free(struct edge_list *list);

/* The bytes of a list. */
uint64_t edge_list_need(const struct index *index);

#endif
