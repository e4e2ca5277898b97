/* See estimate.h. */
#include "anytime/estimate.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

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

void estimate_index(const struct estimate *estimate, const uint16_t *cells, uint32_t *entries) {
    const struct normal_form *normal = &estimate->normal;
    memset(entries, 0, estimate_entries(estimate) * sizeof *entries);
    for (unsigned cell = 0; cell < normal->cells; cell++) {
        unsigned tile = cells[cell];
        if (tile == normal->blank) continue;
        entries[estimate->pattern_of[tile]] += estimate->digit[tile] * cell;
        if (!normal->mirrored) continue;
        tile = normal->mirror[tile];
        entries[estimate->pattern_count + estimate->pattern_of[tile]] +=
            estimate->digit[tile] * normal->mirror[cell];
    }
}

void estimate_whole(const struct estimate *estimate, const uint16_t *cells, int16_t sum[2]) {
    uint32_t entries[2 * NORMAL_FORM_MAX_CELLS];
    const unsigned mirrored = estimate->normal.mirrored ? estimate->pattern_count : 0;
    estimate_index(estimate, cells, entries);
    sum[0] = sum[1] = 0;
    for (unsigned i = 0; i < estimate->pattern_count; i++) {
        const uint8_t *table = estimate->pattern[i].table;
        sum[0] = (int16_t)(sum[0] + table[entries[i]]);
        sum[1] = (int16_t)(sum[1] + table[entries[mirrored + i]]);
    }
}
