/*
 * Distances: from a nibble at once, from bits by walking down to the goal. See table.h.
 */
#include "table/table.h"

#define TOGETHER 8 /* walks that take turns */

/* A placement with its labels in cell order. */
struct placement {
    uint32_t mask;
    uint32_t code;
    unsigned blank;
    uint8_t labels[INDEX_MAX_TILES];
};

/* Moves the tile on cell `from` to the free cell `to`; the blank is then on `from`. */
static void placement_move(const struct index *index, struct placement *placement, unsigned from,
                           unsigned to) {
    uint8_t *labels = placement->labels;
    placement->mask ^= 1u << from | 1u << to;
    placement->blank = from;
    unsigned place = bits_count32(placement->mask & ((1u << from) - 1u) & ~(1u << to));
    const unsigned end = bits_count32(placement->mask & ((1u << to) - 1u));
    const int step = place < end ? 1 : -1;
    for (unsigned next; place != end; place = next) {
        next = place + (unsigned)step;
        const uint8_t moved = labels[place];
        placement->code += (uint32_t)(step * index_cross(index, moved, labels[next]));
        labels[place] = labels[next];
        labels[next] = moved;
    }
}

/* A walk down to the goal, one look-up per turn: during the turns of others, the entry of `next` is
 * fetched into the cache. */
struct descent {
    const struct tilepdb_table *table;
    struct placement at, next;
    uint32_t column; /* of the entry of `next` */
    uint32_t region; /* free cells that tiles may still move to */
    uint32_t legal;  /* moves of a blank on the lowest of these that are still to be tried */
    unsigned wanted; /* the distance of a neighbour below, modulo 4 */
    int distance;    /* steps so far */
    enum { WALKING, ARRIVED, LOST } state;
};

static void descent_fetch(struct descent *descent) {
    const struct tilepdb_table *table = descent->table;
    const struct index *index = table->index;
    const struct placement *next = &descent->next;
    descent->column = index_cohort(index, index_rank(index, next->mask), next->blank);
    __builtin_prefetch(table->entries + (uint64_t)next->code * table->row_bytes +
                       (descent->column >> 3));
}

/* The distance of `next` modulo 4: the bit gives bit 1, the mask gives bit 0. That distances of
 * neighbours differ by one, so that this tells which is nearer, holds for single-tile moves; tables
 * of others are not opened. */
static unsigned descent_modulo(const struct descent *descent) {
    return 2 * table_bit(descent->table, descent->next.code, descent->column) +
           index_parity(descent->table->index, descent->next.mask);
}

/* The next cell of the region, with all moves. */
static void descent_region(struct descent *descent, uint32_t region) {
    descent->region = region;
    descent->legal = region ? descent->table->moves.legal[bits_lowest32(region)] : 0;
}

/* Turns to the next neighbour. */
static void descent_propose(struct descent *descent) {
    const struct move_set *moves = &descent->table->moves;
    while (descent->region) {
        const unsigned to = bits_lowest32(descent->region);
        while (descent->legal) {
            const uint8_t from = moves->blank_after[to][bits_lowest32(descent->legal)];
            descent->legal &= descent->legal - 1;
            if (!(descent->at.mask >> from & 1u)) continue;
            descent->next = descent->at;
            placement_move(descent->table->index, &descent->next, from, to);
            descent_fetch(descent);
            return;
        }
        descent_region(descent, descent->region & (descent->region - 1));
    }
    descent->state = LOST;
}

static bool placement_is_goal(const struct index *index, const struct placement *placement) {
    if (placement->mask != index->goal_mask || placement->code != index->code_count - 1)
        return false;
    const uint32_t rank = index_rank(index, placement->mask);
    return index_cohort(index, rank, placement->blank) ==
           index_cohort(index, rank, index->pattern.goal_blank);
}

/* Looks at the neighbours of the current placement. */
static void descent_arrive(struct descent *descent) {
    const struct index *index = descent->table->index;
    uint32_t regions[TILEPDB_TABLE_MAX_CELLS];
    if (placement_is_goal(index, &descent->at)) {
        descent->state = ARRIVED;
        return;
    }
    const unsigned count = index_mask_regions(index, descent->at.mask, regions);
    for (unsigned i = 0; i < count; i++)
        if (regions[i] >> descent->at.blank & 1u) descent_region(descent, regions[i]);
    descent_propose(descent);
}

static void descent_begin(struct descent *descent, const struct table_query *query) {
    *descent = (struct descent){
        .table = query->table,
        .at = {.mask = query->mask, .code = query->code, .blank = query->blank},
    };
    index_labels(query->table->index, query->code, descent->at.labels);
    descent->next = descent->at;
    descent_fetch(descent);
}

/* The first turn: the entry at the start of the walk. */
static void descent_set_out(struct descent *descent) {
    descent->wanted = (descent_modulo(descent) + 3) & 3u;
    descent_arrive(descent);
}

/* Looks at one neighbour, and goes there if it is nearer to the goal. */
static void descent_turn(struct descent *descent) {
    if (descent_modulo(descent) != descent->wanted) {
        descent_propose(descent);
        return;
    }
    descent->at = descent->next;
    descent->wanted = (descent->wanted + 3) & 3u;
    descent->distance++;
    if (descent->distance < TILEPDB_MAX_LEVELS)
        descent_arrive(descent);
    else
        descent->state = LOST;
}

/* At most TOGETHER, of tables of bits. */
static void walk_together(struct table_query *const *queries, unsigned count) {
    struct descent descents[TOGETHER];
    for (unsigned i = 0; i < count; i++) descent_begin(&descents[i], queries[i]);
    for (unsigned i = 0; i < count; i++) descent_set_out(&descents[i]);
    for (bool any = count > 0; any;) {
        any = false;
        for (unsigned i = 0; i < count; i++) {
            if (descents[i].state != WALKING) continue;
            descent_turn(&descents[i]);
            any = true;
        }
    }
    for (unsigned i = 0; i < count; i++)
        queries[i]->distance = descents[i].state == ARRIVED ? descents[i].distance : -1;
}

static int nibble_distance(const struct table_query *query) {
    const struct index *index = query->table->index;
    const uint32_t rank = index_rank(index, query->mask);
    const bool aware = query->table->info.kind.blank == TILEPDB_BLANK_AWARE;
    const uint32_t column = aware ? index_cohort(index, rank, query->blank) : rank;
    return (int)(index_manhattan(index, query->mask, query->code) +
                 2 * table_nibble(query->table, query->code, column));
}

void table_distances(struct table_query *queries, unsigned count) {
    struct table_query *walks[TOGETHER];
    unsigned waiting = 0;
    for (unsigned i = 0; i < count; i++) {
        if (queries[i].table->info.kind.encoding == TILEPDB_ENCODING_NIBBLE)
            queries[i].distance = nibble_distance(&queries[i]);
        else
            walks[waiting++] = &queries[i];
        if (waiting == TOGETHER || i + 1 == count) {
            walk_together(walks, waiting);
            waiting = 0;
        }
    }
    for (unsigned i = 0; i < count; i++)
        if (table_failure(queries[i].table, NULL) != TILEPDB_OK) queries[i].distance = -1;
}

int table_distance(const struct tilepdb_table *table, uint32_t mask, uint32_t code,
                   unsigned blank) {
    struct table_query query = {.table = table, .mask = mask, .code = code, .blank = blank};
    table_distances(&query, 1);
    return query.distance;
}
