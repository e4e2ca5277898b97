/*
 * The edges of the cohort graph: for each cohort, the moves by which it is entered.
 */
#ifndef TILEPDB_TABLE_EDGES_H
#define TILEPDB_TABLE_EDGES_H

#include "pattern/index.h"

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

/* ERROR_MEMORY. */
tilepdb_status edge_list_init(struct edge_list *list, const struct index *index,
                              tilepdb_error *error);

/* Accepts a zeroed list. */
void edge_list_free(struct edge_list *list);

/* An upper bound on the bytes that a list takes. */
uint64_t edge_list_need(const struct index *index);

#endif
