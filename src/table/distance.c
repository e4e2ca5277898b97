#include "table/table.h"

#define INTERLEAVED 8

struct placement {
    uint32_t mask;
    uint32_t code;
    unsigned blank;
    uint8_t labels[INDEX_MAX_TILES];
};

static uint8_t placement_move(const struct index *index, struct placement *placement, unsigned from,
                              unsigned to) {
    uint8_t *labels = placement->labels;
    placement->mask ^= 1u << from | 1u << to;
    placement->blank = from;
    unsigned place = bits_count32(placement->mask & ((1u << from) - 1u) & ~(1u << to));
    const unsigned end = bits_count32(placement->mask & ((1u << to) - 1u));
    const int step = place < end ? 1 : -1;
    const uint8_t label = labels[place];
    for (unsigned next; place != end; place = next) {
        next = place + (unsigned)step;
        placement->code += (uint32_t)(step * index_cross(index, label, labels[next]));
        labels[place] = labels[next];
        labels[next] = label;
    }
    return label;
}

/* Returns the cells from which the blank moves in `direction` to one of `cells`, and perhaps cells
 * beyond the board. */
static uint32_t cells_before(const struct index *index, uint32_t cells, unsigned direction) {
    switch ((enum direction)direction) {
    case BLANK_UP:
        return cells << index->geometry.width;
    case BLANK_LEFT:
        return (cells & index->before_edge) << 1;
    case BLANK_RIGHT:
        return cells >> 1 & index->before_edge;
    default:
        return cells >> index->geometry.width;
    }
}

static uint32_t placement_region(const struct index *index, const struct placement *placement) {
    uint32_t region = 0, grown = 1u << placement->blank;
    while (grown != region) {
        region = grown;
        for (unsigned d = 0; d < DIRECTIONS; d++) grown |= cells_before(index, region, d);
        grown &= ~placement->mask & index->all_cells;
    }
    return region;
}

/* A walk down to the goal. Each step looks up `next`, a neighbour of `at`; its entry was prefetched
 * during steps of other walks. Moves of tiles towards their goal cells are tried first, since they
 * often lead down. */
struct descent {
    const struct tilepdb_table *table;
    struct placement at, next;
    uint8_t label;
    uint8_t to;
    uint32_t column;
    uint32_t region; /* the blank's region, of `at` */
    /* [direction] sets of cells that the blank can leave in this direction, so that a tile comes
     * there. `nearer`: the tile comes nearer to its goal cell; `left`: not tried yet. */
    uint32_t nearer[DIRECTIONS];
    uint32_t left[DIRECTIONS];
    bool only_nearer; /* true while `left` is a subset of `nearer` */
    unsigned wanted;  /* distance modulo 4 of neighbours that are nearer to the goal */
    int distance;
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

/* Returns the distance of `next` modulo 4: bit 1 is the entry, bit 0 the parity of the mask.
 * Distances of neighbours differ by one. */
static unsigned descent_modulo(const struct descent *descent) {
    return 2 * table_bit(descent->table, descent->next.code, descent->column) +
           index_parity(descent->table->index, descent->next.mask);
}

static void descent_list(struct descent *descent, bool only_nearer) {
    const struct index *index = descent->table->index;
    descent->only_nearer = only_nearer;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        const uint32_t kind = only_nearer ? descent->nearer[d] : ~descent->nearer[d];
        descent->left[d] = cells_before(index, descent->at.mask, d) & descent->region & kind;
    }
}

static unsigned descent_direction(struct descent *descent) {
    for (unsigned d = 0; d < DIRECTIONS; d++)
        if (descent->left[d]) return d;
    if (!descent->only_nearer) return DIRECTIONS;
    descent_list(descent, false);
    return descent_direction(descent);
}

static void descent_next(struct descent *descent) {
    const struct index *index = descent->table->index;
    const unsigned d = descent_direction(descent);
    if (d == DIRECTIONS) {
        descent->state = LOST;
        return;
    }
    descent->to = (uint8_t)bits_lowest32(descent->left[d]);
    descent->left[d] &= descent->left[d] - 1;
    descent->next = descent->at;
    descent->label = placement_move(index, &descent->next,
                                    index->geometry.neighbour[descent->to][d], descent->to);
    descent_fetch(descent);
}

static void descent_place(struct descent *descent, unsigned label, unsigned cell) {
    const struct index *index = descent->table->index;
    for (unsigned d = 0; d < DIRECTIONS; d++)
        descent->nearer[d] |= cells_before(index, 1u << cell, d) & index->nearer[label][d];
}

static void descent_go(struct descent *descent) {
    const struct index *index = descent->table->index;
    descent->at = descent->next;
    for (unsigned d = 0; d < DIRECTIONS; d++)
        descent->nearer[d] &= ~cells_before(index, 1u << descent->at.blank, d);
    descent_place(descent, descent->label, descent->to);
    descent->wanted = (descent->wanted + 3) & 3u;
    descent->distance++;
}

static bool placement_is_goal(const struct index *index, const struct placement *placement) {
    if (placement->mask != index->goal_mask || placement->code != index->code_count - 1)
        return false;
    const uint32_t rank = index_rank(index, placement->mask);
    return index_cohort(index, rank, placement->blank) ==
           index_cohort(index, rank, index->pattern.goal_blank);
}

static void descent_arrive(struct descent *descent) {
    const struct index *index = descent->table->index;
    if (placement_is_goal(index, &descent->at)) {
        descent->state = ARRIVED;
        return;
    }
    descent->region = placement_region(index, &descent->at);
    descent_list(descent, true);
    descent_next(descent);
}

static void descent_begin(struct descent *descent, const struct table_query *query) {
    *descent = (struct descent){
        .table = query->table,
        .at = {.mask = query->mask, .code = query->code, .blank = query->blank},
    };
    index_labels(query->table->index, query->code, descent->at.labels);
    unsigned place = 0;
    for (uint32_t cells = query->mask; cells; cells &= cells - 1)
        descent_place(descent, descent->at.labels[place++], bits_lowest32(cells));
    descent->next = descent->at;
    descent_fetch(descent);
}

static void descent_start(struct descent *descent) {
    descent->wanted = (descent_modulo(descent) + 3) & 3u;
    descent_arrive(descent);
}

static void descent_step(struct descent *descent) {
    if (descent_modulo(descent) != descent->wanted) {
        descent_next(descent);
        return;
    }
    descent_go(descent);
    if (descent->distance < TILEPDB_MAX_LEVELS)
        descent_arrive(descent);
    else
        descent->state = LOST;
}

/* At most INTERLEAVED queries, all for tables of bits. */
static void walks_interleave(struct table_query *const *queries, unsigned count) {
    struct descent descents[INTERLEAVED];
    for (unsigned i = 0; i < count; i++) descent_begin(&descents[i], queries[i]);
    for (unsigned i = 0; i < count; i++) descent_start(&descents[i]);
    for (bool any = count > 0; any;) {
        any = false;
        for (unsigned i = 0; i < count; i++) {
            if (descents[i].state != WALKING) continue;
            descent_step(&descents[i]);
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
    struct table_query *walks[INTERLEAVED];
    unsigned waiting = 0;
    for (unsigned i = 0; i < count; i++) {
        if (queries[i].table->info.kind.encoding == TILEPDB_ENCODING_NIBBLE)
            queries[i].distance = nibble_distance(&queries[i]);
        else
            walks[waiting++] = &queries[i];
        if (waiting == INTERLEAVED || i + 1 == count) {
            walks_interleave(walks, waiting);
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
