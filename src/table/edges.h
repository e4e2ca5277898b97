/*
 * The graph of cohorts that generate.h searches, level by level.
 *
 * The edge list has, for each cohort, the single-tile moves that enter it. The worklist has the
 * masks that one level may enter: owned masks of the level's parity; if few cohorts are fresh, or
 * the store stages its sets, only masks with fresh neighbours, and of staged sets only masks with
 * missing entries.
 *
 * One thread begins a level of a worklist; then any number may read.
 */
#ifndef TILEPDB_TABLE_EDGES_H
#define TILEPDB_TABLE_EDGES_H

#include "base/progress.h"
#include "pattern/index.h"
#include "puzzle/move_set.h"
#include "table/store.h"

/* Packed: bits 8 .. 31 are the cohort before the move, bits 4 .. 7 and 0 .. 3 the tile's places in
 * cell order before and after it. If the tile passes no other tile, both are equal, but may be
 * another place. Every edge has a reverse edge. */
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

/* Edges into masks first_mask .. end_mask - 1. `moves` has the metric single. `progress` may be
 * NULL. Returns ERROR_TOO_LARGE for over EDGE_COHORTS cohorts, ERROR_MEMORY or CANCELLED. */
tilepdb_status edge_list_init(struct edge_list *list, const struct index *index,
                              const struct move_set *moves, uint32_t first_mask, uint32_t end_mask,
                              struct progress *progress, tilepdb_error *error);

void edge_list_free(struct edge_list *list);

/* Bytes for all masks. */
uint64_t edge_list_need(const struct index *index);

/* ---- masks of a level ------------------------------------------------------------------------ */

struct worklist {
    const struct index *index;
    const struct edge_list *edges;
    uint32_t *parity[2]; /* [rank_count[parity]] owned masks, in the order of the store */
    uint32_t rank_count[2];
    bool partial;        /* the store does not own all masks */
    uint32_t *due_masks; /* memory for `ranks` */
    uint8_t *fresh;      /* bitmap of fresh cohorts */
    uint8_t *due;        /* [cohort] 0 if no neighbour is fresh */
    /* [cohort] entries not reached yet; NULL unless the store stages its sets */
    const uint32_t *missing;
    const uint32_t *ranks; /* [count] masks of the level */
    uint32_t count;
};

/* `index` and `edges` must outlive the list. Returns ERROR_MEMORY. */
tilepdb_status worklist_init(struct worklist *list, const struct index *index,
                             const struct edge_list *edges, const struct store *store,
                             tilepdb_error *error);

void worklist_free(struct worklist *list);

/* Lists the masks of a level. `fresh` ([cohort] 0 or 1) is set by the previous level. Unless all
 * masks are listed, clears it for the level's parity, since other masks gain nothing. */
void worklist_begin(struct worklist *list, int level, uint8_t *fresh);

static inline unsigned worklist_fresh(const struct worklist *list, uint32_t cohort) {
    return (unsigned)list->fresh[cohort >> 3] >> (cohort & 7) & 1u;
}

uint64_t worklist_need(const struct index *index);

#endif
