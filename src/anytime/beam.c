#include "anytime/beam.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "puzzle/board.h"

/* ---- normal form ----------------------------------------------------------------------------- */

/* Converts a cell of the user's board to the normal form, or back. */
static unsigned cell_flip(const struct normal_form *normal, unsigned cell) {
    const unsigned x = cell % normal->width, y = cell / normal->width;
    const unsigned to_x = normal->flip_x ? normal->width - 1u - x : x;
    const unsigned to_y = normal->flip_y ? normal->height - 1u - y : y;
    return to_y * normal->width + to_x;
}

static void cells_fill(struct normal_form *normal) {
    for (unsigned cell = 0; cell < normal->cells; cell++) {
        const unsigned x = cell % normal->width, y = cell / normal->width;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned to = cell;
            const bool there = cell_step(normal->width, normal->height, &to, (enum direction)d);
            normal->neighbour[cell][d] = there ? (uint8_t)to : NO_CELL;
        }
        normal->mirror[cell] =
            normal->width == normal->height ? (uint8_t)(x * normal->width + y) : NO_CELL;
        normal->all |= UINT64_C(1) << cell;
        if (x == 0) normal->first_column |= UINT64_C(1) << cell;
        if (x + 1 == normal->width) normal->last_column |= UINT64_C(1) << cell;
    }
}

bool normal_form_init(struct normal_form *normal, const tilepdb_board *goal) {
    const unsigned cells = (unsigned)goal->width * goal->height;
    memset(normal, 0, sizeof *normal);
    if (cells > NORMAL_FORM_MAX_CELLS) return false;
    normal->width = goal->width;
    normal->height = goal->height;
    normal->cells = (uint8_t)cells;
    const unsigned blank = board_blank(goal);
    const unsigned x = blank % goal->width, y = blank / goal->width;
    const bool corner = (x == 0 || x + 1u == goal->width) && (y == 0 || y + 1u == goal->height);
    normal->flip_x = corner && x == 0;
    normal->flip_y = corner && y == 0;
    cells_fill(normal);
    for (unsigned cell = 0; cell < cells; cell++)
        normal->goal_cell[goal->cells[cell]] = (uint8_t)cell_flip(normal, cell);
    normal->blank = normal->goal_cell[0];
    normal->symmetric =
        normal->width == normal->height && normal->mirror[normal->blank] == normal->blank;
    return true;
}

unsigned normal_form_cells(const struct normal_form *normal, const tilepdb_board *board,
                           uint16_t *cells) {
    for (unsigned cell = 0; cell < normal->cells; cell++)
        cells[cell_flip(normal, cell)] = normal->goal_cell[board->cells[cell]];
    return cell_flip(normal, board_blank(board));
}

/* Letters refer to the user's board. */
static char normal_form_letter(const struct normal_form *normal, unsigned direction) {
    enum direction seen = (enum direction)direction;
    const bool vertical = seen == BLANK_UP || seen == BLANK_DOWN;
    if (vertical ? normal->flip_y : normal->flip_x) seen = direction_opposite(seen);
    return direction_letter(seen);
}

static inline uint64_t normal_form_flood(const struct normal_form *normal, uint64_t free,
                                         uint64_t seed) {
    for (uint64_t before = 0; seed != before;) {
        before = seed;
        const uint64_t right = (seed & ~normal->last_column) << 1,
                       left = (seed & ~normal->first_column) >> 1;
        seed |= (right | left | seed << normal->width | seed >> normal->width) & free;
    }
    return seed;
}

/* ---- tables ---------------------------------------------------------------------------------- */

#define UNKNOWN 0xFF

static int square(int number) {
    return number * number;
}

static int apart(const struct normal_form *normal, unsigned a, unsigned b) {
    const int width = normal->width;
    return square((int)a % width - (int)b % width) + square((int)a / width - (int)b / width);
}

static int open_neighbours(const struct normal_form *normal, const bool *used, unsigned cell) {
    int open = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        const unsigned beside = normal->neighbour[cell][d];
        open += beside != NO_CELL && !used[beside];
    }
    return open;
}

/* Prefers tiles near the pattern, and corners. */
static unsigned tile_choose(const struct normal_form *normal, const bool *used,
                            const struct estimate_pattern *pattern) {
    unsigned best = 0;
    int least = INT32_MAX;
    for (unsigned cell = 0; cell < normal->cells; cell++) {
        if (used[cell]) continue;
        const int open = open_neighbours(normal, used, cell);
        int cost = 6 * open;
        if (pattern->count == 0) cost = 1000 * open - apart(normal, cell, normal->blank);
        bool beside = pattern->count == 0;
        for (unsigned i = 0; i < pattern->count; i++) {
            const int square_apart = apart(normal, cell, pattern->tiles[i]);
            cost += 10 * square_apart;
            beside = beside || square_apart == 1;
        }
        if (!beside) cost += 100000;
        if (cost >= least) continue;
        least = cost;
        best = cell;
    }
    return best;
}

static void patterns_choose(struct estimate *estimate, unsigned tiles) {
    const struct normal_form *normal = &estimate->normal;
    bool used[NORMAL_FORM_MAX_CELLS] = {false};
    used[normal->blank] = true;
    for (unsigned left = normal->cells - 1u; left > 0;) {
        struct estimate_pattern *pattern = &estimate->pattern[estimate->pattern_count];
        pattern->entries = 1;
        while (left > 0 && pattern->count < tiles) {
            const unsigned tile = tile_choose(normal, used, pattern);
            used[tile] = true;
            estimate->pattern_of[tile] = (uint8_t)estimate->pattern_count;
            estimate->digit[tile] = pattern->entries;
            pattern->tiles[pattern->count++] = (uint8_t)tile;
            pattern->entries *= normal->cells;
            left--;
        }
        estimate->pattern_count++;
    }
}

/* index of a pattern's cells, and the cells that the blank can reach */
struct placement {
    uint64_t region;
    uint32_t entry;
};

struct frontier {
    struct placement *list;
    size_t count, capacity;
};

struct growth {
    const struct normal_form *normal;
    struct estimate_pattern *pattern;
    uint64_t *visited; /* [index] cells that the blank has reached */
    struct frontier now, next;
    bool failed;
};

static void frontier_add(struct growth *growth, uint32_t entry, uint64_t region) {
    struct frontier *next = &growth->next;
    struct placement *list = memory_grown(next->list, next->count, &next->capacity, sizeof *list);
    growth->failed = growth->failed || !list;
    if (!list) return;
    next->list = list;
    next->list[next->count++] = (struct placement){region, entry};
}

static void placement_reach(struct growth *growth, uint32_t entry, uint64_t tiles, unsigned blank,
                            unsigned distance) {
    if (growth->visited[entry] >> blank & 1u) return;
    const uint64_t region =
        normal_form_flood(growth->normal, growth->normal->all & ~tiles, UINT64_C(1) << blank);
    growth->visited[entry] |= region;
    uint8_t *known = &growth->pattern->table[entry];
    if (*known == UNKNOWN) *known = (uint8_t)distance;
    frontier_add(growth, entry, region);
}

static void placement_expand(struct growth *growth, const struct placement *placement,
                             unsigned distance) {
    const struct normal_form *normal = growth->normal;
    const unsigned count = growth->pattern->count;
    unsigned cell[ESTIMATE_MAX_TILES];
    uint32_t rest = placement->entry;
    uint64_t tiles = 0;
    for (unsigned i = 0; i < count; i++, rest /= normal->cells) {
        cell[i] = rest % normal->cells;
        tiles |= UINT64_C(1) << cell[i];
    }
    uint32_t weight = 1;
    for (unsigned i = 0; i < count; i++, weight *= normal->cells) {
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            const unsigned to = normal->neighbour[cell[i]][d];
            if (to == NO_CELL || !(placement->region >> to & 1u)) continue;
            const uint64_t moved = tiles ^ UINT64_C(1) << cell[i] ^ UINT64_C(1) << to;
            placement_reach(growth, placement->entry + weight * to - weight * cell[i], moved,
                            cell[i], distance);
        }
    }
}

static void frontier_swap(struct growth *growth) {
    const struct frontier before = growth->now;
    growth->now = growth->next;
    growth->next = before;
    growth->next.count = 0;
}

static bool table_make(const struct normal_form *normal, struct estimate_pattern *pattern) {
    struct growth growth = {.normal = normal, .pattern = pattern};
    pattern->table = malloc(pattern->entries);
    growth.visited = calloc(pattern->entries, sizeof *growth.visited);
    growth.failed = !pattern->table || !growth.visited;
    if (!growth.failed) {
        uint32_t entry = 0;
        uint64_t tiles = 0;
        memset(pattern->table, UNKNOWN, pattern->entries);
        for (unsigned i = pattern->count; i-- > 0;) {
            entry = entry * normal->cells + pattern->tiles[i];
            tiles |= UINT64_C(1) << pattern->tiles[i];
        }
        placement_reach(&growth, entry, tiles, normal->blank, 0);
        for (unsigned distance = 1; growth.next.count > 0 && !growth.failed; distance++) {
            frontier_swap(&growth);
            for (size_t i = 0; i < growth.now.count; i++)
                placement_expand(&growth, &growth.now.list[i], distance);
        }
    }
    free(growth.visited);
    free(growth.now.list);
    free(growth.next.list);
    return !growth.failed;
}

tilepdb_status estimate_make(struct estimate *estimate, const struct normal_form *normal,
                             unsigned tiles, bool (*goes_on)(void *user), void *user) {
    memset(estimate, 0, sizeof *estimate);
    estimate->normal = *normal;
    patterns_choose(estimate, tiles);
    for (unsigned i = 0; i < estimate->pattern_count; i++) {
        if (goes_on && !goes_on(user)) return TILEPDB_CANCELLED;
        if (!table_make(normal, &estimate->pattern[i])) return TILEPDB_ERROR_MEMORY;
        estimate->bytes += estimate->pattern[i].entries;
    }
    return TILEPDB_OK;
}

void estimate_free(struct estimate *estimate) {
    for (unsigned i = 0; i < estimate->pattern_count; i++) free(estimate->pattern[i].table);
    estimate->pattern_count = 0;
    estimate->bytes = 0;
}

/* Each pattern has an index in each view: the board and, if the goal is symmetric, its
 * transpose. */
static inline unsigned estimate_entries(const struct estimate *estimate) {
    return estimate->normal.symmetric ? 2 * estimate->pattern_count : estimate->pattern_count;
}

void estimate_index(const struct estimate *estimate, const uint16_t *cells, uint32_t *entries) {
    const struct normal_form *normal = &estimate->normal;
    memset(entries, 0, estimate_entries(estimate) * sizeof *entries);
    for (unsigned cell = 0; cell < normal->cells; cell++) {
        unsigned tile = cells[cell];
        if (tile == normal->blank) continue;
        entries[estimate->pattern_of[tile]] += estimate->digit[tile] * cell;
        if (!normal->symmetric) continue;
        tile = normal->mirror[tile];
        entries[estimate->pattern_count + estimate->pattern_of[tile]] +=
            estimate->digit[tile] * normal->mirror[cell];
    }
}

void estimate_whole(const struct estimate *estimate, const uint16_t *cells, int16_t sum[2]) {
    uint32_t entries[2 * NORMAL_FORM_MAX_CELLS];
    const unsigned mirrored = estimate->normal.symmetric ? estimate->pattern_count : 0;
    estimate_index(estimate, cells, entries);
    sum[0] = sum[1] = 0;
    for (unsigned i = 0; i < estimate->pattern_count; i++) {
        const uint8_t *table = estimate->pattern[i].table;
        sum[0] = (int16_t)(sum[0] + table[entries[i]]);
        sum[1] = (int16_t)(sum[1] + table[entries[mirrored + i]]);
    }
}

static inline uint32_t estimate_next(const struct estimate *estimate, uint32_t entry, unsigned tile,
                                     unsigned from, unsigned to) {
    return entry + estimate->digit[tile] * (to - from);
}

static inline int estimate_change(const struct estimate *estimate, const uint32_t *entries,
                                  unsigned tile, unsigned from, unsigned to, bool mirrored) {
    const struct normal_form *normal = &estimate->normal;
    if (mirrored) {
        tile = normal->mirror[tile];
        from = normal->mirror[from];
        to = normal->mirror[to];
        entries += estimate->pattern_count;
    }
    const unsigned number = estimate->pattern_of[tile];
    const uint8_t *table = estimate->pattern[number].table;
    return table[estimate_next(estimate, entries[number], tile, from, to)] - table[entries[number]];
}

static inline void estimate_move(const struct estimate *estimate, uint32_t *entries, unsigned tile,
                                 unsigned from, unsigned to) {
    const struct normal_form *normal = &estimate->normal;
    uint32_t *entry = &entries[estimate->pattern_of[tile]];
    *entry = estimate_next(estimate, *entry, tile, from, to);
    if (!normal->symmetric) return;
    tile = normal->mirror[tile];
    entry = &entries[estimate->pattern_count + estimate->pattern_of[tile]];
    *entry = estimate_next(estimate, *entry, tile, normal->mirror[from], normal->mirror[to]);
}

/* ---- beams ----------------------------------------------------------------------------------- */

#define NOISE   (7 * LEARNED_STEPS / 16) /* largest random tie-break, in steps */
#define BETTER  4096                     /* steps by which a child may beat the best parent */
#define NO_LINK UINT32_MAX

struct node {
    uint64_t hash;
    int32_t value; /* in steps, relative to the root */
    int16_t h[2];
    uint16_t blank;
    uint8_t last; /* direction, or LAYERS_NO_MOVE */
    /* Three arrays: indices of tables, goal cells (uint16_t), classes (uint8_t). */
    uint32_t entry[];
};

struct beam {
    struct beam_task *task;
    const struct estimate *estimate;
    const struct learned_evaluation *ranking;
    struct beam_layers layers;
    unsigned width, height, cells;
    unsigned goal_cell;
    unsigned entries;
    int32_t least; /* least value in the layer */
    int h_most;    /* children with a larger h are dropped */
    uint32_t goal_link;
    uint16_t next[TILEPDB_MAX_CELLS][DIRECTIONS];
};

static size_t node_bytes(const struct beam_task *task) {
    const struct normal_form *normal = &task->estimate->normal;
    const size_t bytes = sizeof(struct node) + estimate_entries(task->estimate) * sizeof(uint32_t) +
                         normal->cells * sizeof(uint16_t) + learned_plane(task->ranking);
    return (bytes + 7) / 8 * 8;
}

static size_t task_places(const struct beam_task *task) {
    const struct normal_form *normal = &task->estimate->normal;
    return layers_children(normal->width, normal->height, task->metric);
}

static void beam_init(struct beam *beam, struct beam_task *task) {
    const struct normal_form *normal = &task->estimate->normal;
    memset(beam, 0, sizeof *beam);
    beam->task = task;
    beam->estimate = task->estimate;
    beam->ranking = task->ranking;
    beam->width = normal->width;
    beam->height = normal->height;
    beam->cells = normal->cells;
    beam->goal_cell = normal->blank;
    beam->entries = estimate_entries(task->estimate);
    beam->goal_link = NO_LINK;
    layers_neighbours(beam->width, beam->height, beam->next);
}

static uint16_t *node_cells(const struct beam *beam, struct node *node) {
    return (uint16_t *)&node->entry[beam->entries];
}

static uint8_t *node_classes(const struct beam *beam, struct node *node) {
    return (uint8_t *)(node_cells(beam, node) + beam->cells);
}

static unsigned node_list(void *user, size_t number, struct child *children) {
    const struct beam *beam = user;
    const tilepdb_metric metric = beam->task->metric;
    struct node *node = layers_board(&beam->layers, number);
    const uint16_t *cells = node_cells(beam, node);
    unsigned count = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!layers_may_follow(metric, node->last, d)) continue;
        uint64_t hash = node->hash;
        unsigned blank = node->blank, from, tiles = 0;
        while ((from = beam->next[blank][d]) != LAYERS_NOWHERE) {
            const unsigned tile = cells[from];
            hash ^= layers_exact_key(beam->cells, beam->goal_cell, tile, from) ^
                    layers_exact_key(beam->cells, beam->goal_cell, tile, blank);
            children[count].hash = hash;
            children[count++].move = (uint8_t)BEAM_MOVE(d, ++tiles);
            blank = from;
            if (metric == TILEPDB_METRIC_SINGLE) break;
        }
    }
    return count;
}

struct step {
    int32_t value;
    int h[2];
};

static inline void step_on(const struct beam *beam, struct node *node, struct step *step,
                           unsigned tile, unsigned from, unsigned to) {
    const struct estimate *estimate = beam->estimate;
    int change[2];
    change[0] = change[1] = estimate_change(estimate, node->entry, tile, from, to, false);
    if (estimate->normal.symmetric)
        change[1] = estimate_change(estimate, node->entry, tile, from, to, true);
    step->h[0] += change[0];
    step->h[1] += change[1];
    step->value += beam->ranking->view * (change[0] + change[1]) +
                   learned_move(beam->ranking, tile, node_classes(beam, node), from, to);
}

/* The least link does not depend on the order of threads. */
static void goal_take(struct beam *beam, const struct child *child) {
    const uint32_t link = layers_link(child);
#pragma omp critical(tilepdb_beam_goal)
    if (link < beam->goal_link) beam->goal_link = link;
}

static void child_rank(struct beam *beam, const struct step *step, struct child *child) {
    const int h = step->h[0] > step->h[1] ? step->h[0] : step->h[1];
    int32_t rank = step->value - beam->least + BETTER;
    if (beam->task->round > 0)
        rank += (int32_t)(random_mix(child->hash + beam->task->round) % (NOISE + 1));
    child->rank = (uint16_t)(rank < 0 ? 0 : rank < LAYERS_RANKS ? rank : LAYERS_RANKS - 1);
    child->value = step->value;
    child->h[0] = (int16_t)step->h[0];
    child->h[1] = (int16_t)step->h[1];
    if (h > beam->h_most)
        child->rank = LAYERS_DROPPED;
    else if (h == 0)
        goal_take(beam, child);
}

static void tile_move(const struct beam *beam, struct node *node, unsigned tile, unsigned from,
                      unsigned to, bool entries) {
    learned_put(beam->ranking, tile, node_classes(beam, node), from, to);
    if (entries) estimate_move(beam->estimate, node->entry, tile, from, to);
}

static int32_t blank_value(const struct beam *beam, struct node *node, unsigned blank) {
    return learned_blank(beam->ranking, node_classes(beam, node), blank);
}

/* Ranks the children in the direction of the first one. Returns their number. Restores `node`. */
static unsigned slides_rank(struct beam *beam, struct node *node, int32_t there,
                            struct child *children, unsigned count) {
    const unsigned d = BEAM_DIRECTION(children[0].move);
    const uint16_t *cells = node_cells(beam, node);
    const bool single = beam->task->metric == TILEPDB_METRIC_SINGLE;
    struct step step = {there, {node->h[0], node->h[1]}};
    unsigned blank[TILEPDB_MAX_SIDE] = {node->blank}, tiles = 0;
    for (; tiles < count && BEAM_DIRECTION(children[tiles].move) == d; tiles++) {
        struct child *child = &children[tiles];
        const unsigned to = blank[tiles], from = blank[tiles + 1] = beam->next[to][d];
        if (single && child->rank == LAYERS_DROPPED) return 1;
        if (tiles > 0) estimate_move(beam->estimate, node->entry, cells[to], to, blank[tiles - 1]);
        step_on(beam, node, &step, cells[from], from, to);
        if (child->rank == LAYERS_DROPPED) continue;
        const int32_t value = step.value;
        step.value += blank_value(beam, node, from);
        child_rank(beam, &step, child);
        step.value = value;
    }
    for (unsigned i = tiles; i > 0; i--)
        tile_move(beam, node, cells[blank[i]], blank[i - 1], blank[i], i < tiles);
    return tiles;
}

static void node_rank(void *user, size_t number, struct child *children, unsigned count) {
    struct beam *beam = user;
    struct node *node = layers_board(&beam->layers, number);
    const int32_t there = node->value - blank_value(beam, node, node->blank);
    for (unsigned i = 0; i < count;) i += slides_rank(beam, node, there, &children[i], count - i);
}

static bool beam_goes_on(void *user, size_t expanded) {
    struct beam_task *task = ((struct beam *)user)->task;
    task->expanded += expanded;
    return !task->goes_on || task->goes_on(task->user, task->expanded);
}

static void node_make(void *user, const struct child *from, const void *parent, void *board) {
    const struct beam *beam = user;
    struct node *to = board;
    memcpy(to, parent, beam->layers.stride);
    uint16_t *cells = node_cells(beam, to);
    for (unsigned tiles = BEAM_TILES(from->move); tiles > 0; tiles--) {
        const unsigned cell = beam->next[to->blank][BEAM_DIRECTION(from->move)];
        tile_move(beam, to, cells[cell], cell, to->blank, true);
        cells[to->blank] = cells[cell];
        to->blank = (uint16_t)cell;
    }
    cells[to->blank] = (uint16_t)beam->goal_cell;
    to->hash = from->hash;
    to->value = from->value;
    to->h[0] = from->h[0];
    to->h[1] = from->h[1];
    to->last = (uint8_t)BEAM_DIRECTION(from->move);
}

static void layer_show(const struct beam *beam) {
    const struct beam_layers *layers = &beam->layers;
    const uint64_t seed = ((const struct node *)layers_board(layers, 0))->hash;
    for (unsigned i = 0; i < BEAM_SHOWN; i++) {
        struct node *node = layers_sample(layers, seed + i);
        beam->task->on_layer(beam->task->user, layers->depth, node_cells(beam, node), node->blank);
    }
}

static void root_write(struct beam *beam) {
    struct beam_task *task = beam->task;
    struct node *root = layers_board(&beam->layers, 0);
    memset(root, 0, beam->layers.stride);
    root->last = LAYERS_NO_MOVE;
    for (unsigned cell = 0; cell < beam->cells; cell++) {
        const unsigned tile = node_cells(beam, root)[cell] = task->cells[cell];
        if (tile == beam->goal_cell)
            root->blank = (uint16_t)cell;
        else
            root->hash ^= layers_exact_key(beam->cells, beam->goal_cell, tile, cell);
    }
    estimate_index(beam->estimate, task->cells, root->entry);
    estimate_whole(beam->estimate, task->cells, root->h);
    learned_classes(beam->ranking, task->cells, node_classes(beam, root));
    layers_reached(&beam->layers, root->hash);
    beam->layers.count = 1;
}

static void least_find(struct beam *beam) {
    const struct beam_layers *layers = &beam->layers;
    beam->least = INT32_MAX;
    for (size_t i = 0; i < layers->count; i++) {
        const struct node *node = layers_board(layers, i);
        if (node->value < beam->least) beam->least = node->value;
    }
}

static tilepdb_status layers_search(struct beam *beam) {
    const struct beam_task *task = beam->task;
    struct beam_layers *layers = &beam->layers;
    const struct layers_search search = {node_list,    node_rank, node_make,
                                         beam_goes_on, beam,      {0, 0}};
    const int most = (int)layers_slide(beam->width, beam->height, task->metric);
    while (layers->count > 0 && layers->depth + 1 < task->below) {
        beam->h_most = most * (task->below - layers->depth - 2);
        least_find(beam);
        if (!layers_expand(layers, &search)) return TILEPDB_CANCELLED;
        if (beam->goal_link != NO_LINK) break;
        const size_t width = task->narrow
                                 ? task->narrow(task->user, layers->depth + 1, task->expanded)
                                 : task->width;
        if (!layers_descend(layers, &search, width)) return TILEPDB_ERROR_MEMORY;
        if (task->on_layer && layers->count > 0) layer_show(beam);
    }
    return TILEPDB_OK;
}

static void path_write(const struct beam *beam) {
    struct beam_task *task = beam->task;
    if (beam->goal_link == NO_LINK) return;
    task->length = beam->layers.depth + 1;
    layers_path(&beam->layers, beam->layers.depth, beam->goal_link, task->path);
}

uint64_t beam_need(const struct beam_task *task) {
    return layers_need(task->width, node_bytes(task), task_places(task), task->below);
}

char *beam_letters(const struct normal_form *normal, const uint8_t *path, int moves,
                   char *letters) {
    for (int i = 0; i < moves; i++)
        for (unsigned tiles = BEAM_TILES(path[i]); tiles > 0; tiles--)
            *letters++ = normal_form_letter(normal, BEAM_DIRECTION(path[i]));
    return letters;
}

tilepdb_status beam_search(struct beam_task *task) {
    tilepdb_status status = TILEPDB_ERROR_MEMORY;
    struct beam beam;
    task->length = -1;
    task->expanded = 0;
    task->exhausted = false;
    beam_init(&beam, task);
    if (layers_begin(&beam.layers, task->width, node_bytes(task), task_places(task), task->threads,
                     task->below)) {
        root_write(&beam);
        status = layers_search(&beam);
        if (!status) path_write(&beam);
        task->exhausted = !status && !beam.layers.cut && beam.cells <= LAYERS_EXACT_CELLS;
    }
    layers_end(&beam.layers);
    return status;
}
