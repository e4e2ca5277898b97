/*
 * The edges of the cohort graph: for each cohort, the moves by which it is entered. An edge is the
 * move of one tile; where lines of tiles slide, an edge would have to say which of them.
 */
#ifndef TILEPDB_TABLE_EDGES_H
#define TILEPDB_TABLE_EDGES_H

#include "pattern/index.h"
#include "puzzle/move_set.h"

/* A tile came from cohort `source`, and went from place `from` to place `to` in the list of tiles
 * in cell order (equal if it passed no tile). */
struct edge {
    uint32_t source;
    uint8_t from;
    uint8_t to;
};

/* edge[first[cohort] .. first[cohort + 1] - 1] enter `cohort`. */
struct edge_list {
    uint32_t *first;
    struct edge *edge;
};

/* `moves` are those of the index's board, in the metric single. ERROR_MEMORY. */
tilepdb_status edge_list_init(struct edge_list *list, const struct index *index,
                              const struct move_set *moves, tilepdb_error *error);

/* Accepts a zeroed list. */
void edge_list_free(struct edge_list *list);

/* An upper bound on the bytes that a list takes. */
uint64_t edge_list_need(const struct index *index);

#endif
