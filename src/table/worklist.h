/*
 * The work of a level of the search in generate.h: the masks that it may enter.
 *
 * At the beginning and at the end of a search few cohorts are fresh. Then only the masks beside
 * these are listed; while much is fresh, marking what lies beside it would take longer than looking
 * at all masks of the level's parity; unless looking at a mask takes long, since its sets do not
 * lie in memory. Then only those are listed that miss something. `fresh` is also kept as a set of
 * bits, small enough for a first-level cache: each edge of each cohort asks it.
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
    uint8_t *due;            /* [cohort] whether a neighbour was */
    const uint32_t *missing; /* [cohort] not 0: list only masks that have such; NULL: see above */
    const uint32_t *ranks;   /* [count] the masks that this level may enter */
    uint32_t count;
};

/* For the masks that a store owns, in its order, whose edges are in the list. `index` and `edges`
 * must outlive the list. ERROR_MEMORY. */
tilepdb_status worklist_init(struct worklist *list, const struct index *index,
                             const struct edge_list *edges, const struct store *store,
                             tilepdb_error *error);

/* Accepts a zeroed list. */
void worklist_free(struct worklist *list);

/* Lists the masks of a level by what is fresh ([cohort], 0 or 1, of all cohorts). Cohorts of its
 * parity of masks that are not listed are no longer fresh after it, and their `fresh` is cleared.
 */
void worklist_begin(struct worklist *list, int level, uint8_t *fresh);

static inline unsigned worklist_fresh(const struct worklist *list, uint32_t cohort) {
    return (unsigned)list->fresh[cohort >> 3] >> (cohort & 7) & 1u;
}

/* The bytes that a list takes. A measured index is enough. */
uint64_t worklist_need(const struct index *index);

#endif
