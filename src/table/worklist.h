/*
 * The worklist of a level of the search in generate.h: the masks that it may enter.
 *
 * At the beginning and at the end of a search few cohorts are fresh, and only the masks that these
 * lead to are listed. Otherwise finding them would take longer than visiting all masks of the
 * level's parity. If sets do not lie in memory, a visit takes long, and only masks that miss
 * entries and have fresh neighbours are listed. `fresh` is also kept as a bitmap, small enough for
 * a first-level cache, since each edge of each cohort reads it.
 *
 * Thread safety: one thread begins a level; then any number may read.
 */
#ifndef TILEPDB_TABLE_WORKLIST_H
#define TILEPDB_TABLE_WORKLIST_H

#include "pattern/index.h"
#include "table/edges.h"
#include "table/store.h"

struct worklist {
    const struct index *index;
    const struct edge_list *edges;
    uint32_t *parity[2]; /* [rank_count[parity]] ranks of the masks; one array */
    uint32_t rank_count[2];
    bool partial; /* others own masks */
    uint32_t *due_masks;
    uint8_t *fresh;          /* bit c & 7 of byte c >> 3: cohort c was fresh when the level began */
    uint8_t *due;            /* [cohort] whether a neighbour was fresh */
    const uint32_t *missing; /* [cohort] entries to come, if sets do not lie in memory; else NULL */
    const uint32_t *ranks;   /* [count] the masks that this level may enter */
    uint32_t count;
};

/* For the masks that a store owns, in its order. `edges` has their edges; it and `index` must
 * outlive the list. ERROR_MEMORY. */
tilepdb_status worklist_init(struct worklist *list, const struct index *index,
                             const struct edge_list *edges, const struct store *store,
                             tilepdb_error *error);

/* Accepts a zeroed list. */
void worklist_free(struct worklist *list);

/* Lists the masks of a level. `fresh` ([cohort] 0 or 1) is cleared for the cohorts of its parity
 * whose masks are not listed: they gain nothing in this level. */
void worklist_begin(struct worklist *list, int level, uint8_t *fresh);

static inline unsigned worklist_fresh(const struct worklist *list, uint32_t cohort) {
    return (unsigned)list->fresh[cohort >> 3] >> (cohort & 7) & 1u;
}

/* The bytes of a list. A measured index is enough. */
uint64_t worklist_need(const struct index *index);

#endif
