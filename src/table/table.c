#include "table/table.h"

#include <stdio.h>

#include "base/error.h"
#include "base/message_text.h"
#include "pattern/colour.h"
#include "puzzle/move_set.h"
#include "table/container.h"
#include "table/container_rows.h"
#include "table/encoding.h"
#include "tilepdb_tables.h"

/* ---- the shape ------------------------------------------------------------------------------- */

const char *tilepdb_encoding_name(tilepdb_encoding encoding) {
    const struct encoding *found = encoding_find((unsigned)encoding);
    return found ? found->name : "unknown";
}

tilepdb_kind tilepdb_kind_default(tilepdb_metric metric) {
    const tilepdb_encoding encoding =
        metric == TILEPDB_METRIC_MULTI ? TILEPDB_ENCODING_MOD3 : TILEPDB_ENCODING_BIT;
    return (tilepdb_kind){TILEPDB_BLANK_AWARE, encoding, metric};
}

tilepdb_status table_kind_check(const tilepdb_pattern *pattern, tilepdb_kind kind,
                                tilepdb_error *error) {
    const struct metric *metric = metric_find(kind.metric);
    if (!metric)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown metric %d", (int)kind.metric);
    if (!metric->tables)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "tables of %s moves are colour tables, and this is for tables of "
                         "patterns: choose single-tile moves",
                         metric->title);
    if (pattern->colours)
        return error_set(
            error, TILEPDB_ERROR_ARGUMENT,
            "tables of colour patterns are of multi-tile moves, not of %s ones: choose "
            "that metric, or a pattern without colours",
            metric->title);
    if (kind.blank != TILEPDB_BLANK_AWARE && kind.blank != TILEPDB_BLANK_PROJECTED)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown blank policy %d", (int)kind.blank);
    const struct encoding *encoding = encoding_find(kind.encoding);
    if (!encoding || encoding->metric != kind.metric)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown encoding %d", (int)kind.encoding);
    if (kind.blank == TILEPDB_BLANK_PROJECTED && !encoding->projected)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the encoding bit needs blank-aware distances, which differ by one from "
                         "move to move; projected ones do not: use the encoding nibble");
    return TILEPDB_OK;
}

uint64_t table_row_bytes(const struct index *index, tilepdb_kind kind) {
    return container_row_bytes(index_columns(index, kind.blank), kind.encoding);
}

static size_t colours_file_name(const tilepdb_pattern *pattern, char name[TILEPDB_FILE_NAME]) {
    char letters[TILEPDB_COLOURING_TEXT];
    name[0] = '\0';
    if (colouring_check(pattern, NULL)) return 0;
    colouring_letters(pattern, letters);
    return (size_t)snprintf(name, TILEPDB_FILE_NAME, "%ux%u_blank%u_multi_%s.tpdb", pattern->width,
                            pattern->height, pattern->goal_blank, letters);
}

static size_t goal_file_name(const tilepdb_pattern *pattern, tilepdb_metric metric,
                             char name[TILEPDB_FILE_NAME]) {
    char drawing[TILEPDB_COLOURING_TEXT];
    const struct metric *known = metric_find(metric);
    name[0] = '\0';
    if (!known || !tilepdb_colouring_draw(pattern, drawing)) return 0;
    char *end = drawing;
    for (const char *at = drawing; *at; at++)
        if (*at != ' ') *end++ = *at == '*' ? 'x' : *at == '.' ? '0' : *at;
    *end = '\0';
    return (size_t)snprintf(name, TILEPDB_FILE_NAME, "%ux%u_goal_%s_%s.tpdb", pattern->width,
                            pattern->height, known->name, drawing);
}

size_t tilepdb_table_file_name(const tilepdb_pattern *pattern, tilepdb_kind kind,
                               char name[TILEPDB_FILE_NAME]) {
    if (kind.encoding == TILEPDB_ENCODING_GOAL) return goal_file_name(pattern, kind.metric, name);
    if (kind.metric == TILEPDB_METRIC_MULTI) return colours_file_name(pattern, name);
    name[0] = '\0';
    if (table_kind_check(pattern, kind, NULL)) return 0;
    char tiles[TILES_TEXT];
    tiles_text(pattern->tiles, '.', tiles);
    return (size_t)snprintf(name, TILEPDB_FILE_NAME, "%ux%u_blank%u_tiles%s_%s_%s.tpdb",
                            pattern->width, pattern->height, pattern->goal_blank, tiles,
                            kind.blank == TILEPDB_BLANK_AWARE ? "aware" : "projected",
                            tilepdb_encoding_name(kind.encoding));
}

/* ---- rows ------------------------------------------------------------------------------------ */

bool table_all_ready(const struct tilepdb_table *table) {
    return !table->rows || container_rows_all_ready(table->rows);
}

double table_rest_seconds(const struct tilepdb_table *table) {
    return table->rows ? container_rows_rest_seconds(table->rows) : 0;
}

void table_load_rest(const struct tilepdb_table *table, const bool *stop) {
    if (table->rows) container_rows_load_rest(table->rows, stop);
}

double table_promote_seconds(const struct tilepdb_table *table) {
    return table->rows ? container_rows_promote_seconds(table->rows) : 0;
}

void table_promote(const struct tilepdb_table *table, const bool *stop) {
    if (table->rows) container_rows_promote(table->rows, stop);
}

tilepdb_status tilepdb_table_preload(const tilepdb_table *table,
                                     const tilepdb_open_options *options, tilepdb_error *error) {
    const tilepdb_status status = limits_threads(options ? options->threads : 0, error);
    if (status || !table->rows) return status;
    return container_rows_load_all(table->rows, options, error);
}

bool table_row_load(const struct tilepdb_table *table, uint32_t code) {
    return table->rows != NULL && container_rows_load(table->rows, code);
}

tilepdb_status table_failure(const struct tilepdb_table *table, tilepdb_error *error) {
    return table->rows ? container_rows_failure(table->rows, error) : TILEPDB_OK;
}

bool tilepdb_table_maps(const tilepdb_table *table, const void *address) {
    const uintptr_t begin = (uintptr_t)table->map.data, at = (uintptr_t)address;
    return table->map.data != NULL && !table->map.borrowed && at >= begin &&
           at - begin < table->map.size;
}

void tilepdb_table_info_get(const tilepdb_table *table, tilepdb_table_info *info) {
    *info = table->info;
}

/* ---- distances ------------------------------------------------------------------------------- */

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

/* The cells from which the blank moves in `direction` to one of `cells`, and perhaps cells beyond
 * the board. */
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
 * during steps of other walks. Moves of tiles towards their goal cells are tried first. */
struct descent {
    const struct tilepdb_table *table;
    struct placement at, next;
    uint8_t label;
    uint8_t to;
    uint32_t column;
    uint32_t region; /* the blank's region, of `at` */
    /* [direction] cells that the blank can leave in this direction. `nearer`: the tile that comes
     * there comes nearer to its goal cell; `left`: not tried yet. */
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

/* The distance of `next` modulo 4: bit 1 is the entry, bit 0 the parity of the mask. Distances of
 * neighbours differ by one. */
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

/* At most INTERLEAVED queries, for tables of bits. */
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
