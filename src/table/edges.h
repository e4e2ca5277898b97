/* The cohort graph: for each cohort, the single-tile moves that enter it. */
#ifndef TILEPDB_TABLE_EDGES_H
#define TILEPDB_TABLE_EDGES_H

#include "base/progress.h"
#include "pattern/index.h"
#include "puzzle/move_set.h"

/* Packed, since a level of small sets reads about one edge per set: bits 8 .. 31 are the cohort
 * before the move, bits 4 .. 7 and 0 .. 3 the tile's places in cell order before and after it. If
 * the tile passes no other tile, both are equal, but may be another place. Every edge has a reverse
 * edge. */
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

/* edge[first[cohort] .. first[cohort + 1] - 1] enter `cohort`; edges whose tile passes no other
 * tile are first. */
struct edge_list {
    uint32_t *first;
    uint32_t *edge;
};

/* Lists the edges into masks first_mask .. end_mask - 1. `moves` has the metric single. `progress`
 * may be NULL. Returns ERROR_TOO_LARGE for over EDGE_COHORTS cohorts, ERROR_MEMORY, or CANCELLED by
 * `progress`. */
tilepdb_status edge_list_init(struct edge_list *list, const struct index *index,
                              const struct move_set *moves, uint32_t first_mask, uint32_t end_mask,
                              struct progress *progress, tilepdb_error *error);

void edge_list_free(struct edge_list *list);

/* Returns the bytes for all masks. */
uint64_t edge_list_need(const struct index *index);

#endif
