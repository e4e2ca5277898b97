/* See triples.h. */
#include "instance/triples.h"

#include <stdlib.h>
#include <string.h>

#include "pattern/index.h"
#include "puzzle/board.h"

#define TILES 3
#define CODES 6

/* goals of one breadth-first search */
#define WORDS   4
#define SOURCES (64 * WORDS)

/* in `first_state`: the free cells have several regions */
#define SEVERAL_REGIONS UINT16_C(0x8000)

struct triples {
    struct index *index; /* owned */
    unsigned cells, goal_blank;
    size_t count;
    uint32_t states;   /* states of a triple */
    uint8_t *distance; /* [triple * states + state]; owned */
    /* [(a * cells + b) * cells + c], by the cells of the tiles a < b < c: the state for the first
     * region, and SEVERAL_REGIONS; owned */
    uint16_t *first_state;
};

/* The neighbours of state s are to[first[s]] .. to[first[s + 1] - 1]. */
struct state_graph {
    uint32_t *first, *to; /* owned */
};

struct goal_bits {
    uint64_t word[WORDS];
};

static uint32_t state_of(const struct triples *triples, unsigned a, unsigned b, unsigned c,
                         unsigned blank) {
    const unsigned state = triples->first_state[(a * triples->cells + b) * triples->cells + c];
    if (!(state & SEVERAL_REGIONS)) return state;
    const struct index *index = triples->index;
    const uint32_t rank = index_rank(index, 1u << a | 1u << b | 1u << c);
    const uint32_t region = index_cohort(index, rank, blank) - index->first_cohort[rank];
    return (state & ~(unsigned)SEVERAL_REGIONS) + region * CODES;
}

/* ---- the graph of states --------------------------------------------------------------------- */

/* Writes the cells of the tiles, in the order of the tiles. */
static void placement_cells(const struct index *index, uint32_t mask, uint32_t code,
                            unsigned cell[TILES]) {
    uint8_t labels[TILES];
    unsigned place = 0;
    index_labels(index, code, labels);
    for (; mask; mask &= mask - 1) cell[labels[place++]] = bits_lowest32(mask);
}

static void placements_number(struct triples *triples) {
    const struct index *index = triples->index;
    for (uint32_t rank = 0; rank < index->mask_count; rank++) {
        const uint32_t mask = index->mask_of_rank[rank];
        const bool several = index->first_cohort[rank + 1] - index->first_cohort[rank] > 1;
        for (uint32_t code = 0; code < CODES; code++) {
            unsigned cell[TILES];
            placement_cells(index, mask, code, cell);
            const uint32_t state = index->first_cohort[rank] * CODES + code;
            triples->first_state[(cell[0] * triples->cells + cell[1]) * triples->cells + cell[2]] =
                (uint16_t)(state | (several ? SEVERAL_REGIONS : 0));
        }
    }
}

/* Writes the neighbours of one state to `to`, unless it is NULL. Returns their number. */
static uint32_t state_neighbours(const struct triples *triples, const unsigned cell[TILES],
                                 uint32_t region, uint32_t *to) {
    const struct geometry *geometry = &triples->index->geometry;
    uint32_t count = 0;
    for (unsigned tile = 0; tile < TILES; tile++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            const uint8_t next = geometry->neighbour[cell[tile]][d];
            if (next == NO_CELL || !(region >> next & 1u)) continue;
            unsigned moved[TILES] = {cell[0], cell[1], cell[2]};
            moved[tile] = next;
            if (to) to[count] = state_of(triples, moved[0], moved[1], moved[2], cell[tile]);
            count++;
        }
    return count;
}

static uint32_t mask_neighbours(const struct triples *triples, struct state_graph *graph,
                                uint32_t rank, uint32_t edges, bool writes) {
    const struct index *index = triples->index;
    const uint32_t mask = index->mask_of_rank[rank];
    uint32_t regions[TILEPDB_TABLE_MAX_CELLS];
    const unsigned count = index_mask_regions(index, mask, regions);
    for (unsigned r = 0; r < count; r++)
        for (uint32_t code = 0; code < CODES; code++) {
            unsigned cell[TILES];
            placement_cells(index, mask, code, cell);
            graph->first[(index->first_cohort[rank] + r) * CODES + code] = edges;
            edges += state_neighbours(triples, cell, regions[r], writes ? graph->to + edges : NULL);
        }
    return edges;
}

static uint32_t graph_pass(const struct triples *triples, struct state_graph *graph, bool writes) {
    uint32_t edges = 0;
    for (uint32_t rank = 0; rank < triples->index->mask_count; rank++)
        edges = mask_neighbours(triples, graph, rank, edges, writes);
    graph->first[triples->states] = edges;
    return edges;
}

static bool graph_make(const struct triples *triples, struct state_graph *graph) {
    graph->first = malloc((triples->states + 1) * sizeof *graph->first);
    if (!graph->first) return false;
    graph->to = malloc(graph_pass(triples, graph, false) * sizeof *graph->to);
    if (!graph->to) return false;
    graph_pass(triples, graph, true);
    return true;
}

/* ---- the search ------------------------------------------------------------------------------ */

struct search {
    const struct triples *triples;
    const struct state_graph *graph;
    struct goal_bits *seen, *frontier, *next; /* [state] */
    size_t first;                             /* triple of bit 0 */
};

static void distances_note(const struct search *search, uint32_t state,
                           const struct goal_bits *reached, uint8_t level) {
    const size_t states = search->triples->states;
    for (unsigned w = 0; w < WORDS; w++)
        for (uint64_t left = reached->word[w]; left; left &= left - 1) {
            const size_t triple = search->first + 64 * w + bits_lowest64(left);
            search->triples->distance[triple * states + state] = level;
        }
}

static bool level_search(struct search *search, uint8_t level) {
    const struct state_graph *graph = search->graph;
    uint64_t any = 0;
    for (uint32_t state = 0; state < search->triples->states; state++) {
        struct goal_bits reached = {{0}};
        for (uint32_t i = graph->first[state]; i < graph->first[state + 1]; i++)
            for (unsigned w = 0; w < WORDS; w++)
                reached.word[w] |= search->frontier[graph->to[i]].word[w];
        for (unsigned w = 0; w < WORDS; w++) {
            reached.word[w] &= ~search->seen[state].word[w];
            search->seen[state].word[w] |= reached.word[w];
            any |= reached.word[w];
        }
        search->next[state] = reached;
        distances_note(search, state, &reached, level);
    }
    struct goal_bits *frontier = search->frontier;
    search->frontier = search->next;
    search->next = frontier;
    return any != 0;
}

static uint32_t goal_state(const struct triples *triples, unsigned a, unsigned b, unsigned c) {
    const unsigned blank = triples->goal_blank;
    return state_of(triples, goal_cell(a, blank), goal_cell(b, blank), goal_cell(c, blank), blank);
}

static void goals_place(struct search *search) {
    const struct triples *triples = search->triples;
    const size_t bytes = triples->states * sizeof *search->seen;
    memset(search->seen, 0, bytes);
    memset(search->frontier, 0, bytes);
    for (unsigned c = 3; c < triples->cells; c++)
        for (unsigned b = 2; b < c; b++)
            for (unsigned a = 1; a < b; a++) {
                const size_t number = triples_number(a, b, c), bit = number - search->first;
                if (number < search->first || bit >= SOURCES) continue;
                const uint32_t state = goal_state(triples, a, b, c);
                search->frontier[state].word[bit / 64] |= UINT64_C(1) << bit % 64;
                search->seen[state].word[bit / 64] |= UINT64_C(1) << bit % 64;
                triples->distance[number * triples->states + state] = 0;
            }
}

static void goals_search(struct search *search) {
    goals_place(search);
    for (uint8_t level = 1; level_search(search, level);) level++;
}

static bool distances_make(struct triples *triples) {
    struct state_graph graph = {0};
    struct goal_bits *bits = malloc(3 * (size_t)triples->states * sizeof *bits);
    const bool made = bits && graph_make(triples, &graph);
    for (size_t first = 0; made && first < triples->count; first += SOURCES) {
        struct search search = {
            triples, &graph, bits, bits + triples->states, bits + 2 * (size_t)triples->states,
            first};
        goals_search(&search);
    }
    free(bits);
    free(graph.first);
    free(graph.to);
    return made;
}

/* ---- creation and look-up -------------------------------------------------------------------- */

struct triples *triples_create(const struct geometry *geometry, unsigned goal_blank) {
    struct triples *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    const tilepdb_pattern pattern = {.width = geometry->width,
                                     .height = geometry->height,
                                     .goal_blank = (uint8_t)goal_blank,
                                     .tiles = 0xE};
    made->cells = geometry->cells;
    made->goal_blank = goal_blank;
    made->count = triples_number(geometry->cells - 3u, geometry->cells - 2u, geometry->cells - 1u);
    made->count++;
    bool complete = index_create(&made->index, &pattern, NULL) == TILEPDB_OK;
    if (complete) {
        const size_t cells = made->cells;
        made->states = made->index->cohort_count * CODES;
        made->first_state = calloc(cells * cells * cells, sizeof *made->first_state);
        made->distance = calloc(made->count, made->states);
        complete = made->states < SEVERAL_REGIONS && made->first_state && made->distance;
    }
    if (complete) {
        placements_number(made);
        complete = distances_make(made);
    }
    if (complete) return made;
    triples_free(made);
    return NULL;
}

void triples_free(struct triples *triples) {
    if (!triples) return;
    index_free(triples->index);
    free(triples->first_state);
    free(triples->distance);
    free(triples);
}

size_t triples_count(const struct triples *triples) {
    return triples->count;
}

void triples_distances(const struct triples *triples, unsigned a, unsigned b, unsigned c,
                       const uint8_t *const *cells, size_t count, uint8_t *distances) {
    const uint8_t *distance = triples->distance + triples_number(a, b, c) * triples->states;
    for (size_t i = 0; i < count; i++)
        distances[i] =
            distance[state_of(triples, cells[a][i], cells[b][i], cells[c][i], cells[0][i])];
}
