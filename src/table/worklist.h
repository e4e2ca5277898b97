/*
 * The masks that one level of the search in generate.h may enter: owned masks of the level's
 * parity. If few cohorts are fresh, or the store stages its sets, only masks with fresh neighbours;
 * of staged sets, only masks with missing entries. Otherwise all, which is then faster than finding
 * some.
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

/* Lists the masks of a level, from `fresh` ([cohort] 0 or 1) after the previous level. Unless all
 * are listed, clears `fresh` for the level's parity, since other masks gain nothing. */
void worklist_begin(struct worklist *list, int level, uint8_t *fresh);

static inline unsigned worklist_fresh(const struct worklist *list, uint32_t cohort) {
    return (unsigned)list->fresh[cohort >> 3] >> (cohort & 7) & 1u;
}

uint64_t worklist_need(const struct index *index);

#endif
