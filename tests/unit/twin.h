/* Naive twins of the library's fast code: textbook methods on plain arrays, state by state. */
#ifndef TILEPDB_TESTS_TWIN_H
#define TILEPDB_TESTS_TWIN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cohorts.h"
#include "pattern/index.h"

/* cell[label] is the cell of a pattern's label. */
struct twin_placement {
    uint8_t cell[INDEX_MAX_TILES];
};

static inline struct index *twin_index(int width, int height, int goal_blank, uint32_t tiles) {
    const tilepdb_pattern pattern = {.width = (uint8_t)width,
                                     .height = (uint8_t)height,
                                     .goal_blank = (uint8_t)goal_blank,
                                     .tiles = tiles};
    struct index *index;
    tilepdb_error error;
    if (index_create(&index, &pattern, &error)) fail_msg("%s", error.message);
    return index;
}

static inline uint32_t twin_mask(const struct index *index, const struct twin_placement *at) {
    uint32_t mask = 0;
    for (unsigned label = 0; label < index->tile_count; label++) mask |= 1u << at->cell[label];
    return mask;
}

/* The code by definition: for each label, the smaller labels before it. */
static inline uint32_t twin_code(const struct index *index, const struct twin_placement *at) {
    uint32_t code = 0;
    for (unsigned label = 0; label < index->tile_count; label++) {
        uint32_t digit = 0, factorial = 1;
        for (unsigned other = 0; other < label; other++) digit += at->cell[other] < at->cell[label];
        for (unsigned i = 2; i <= label; i++) factorial *= i;
        code += digit * factorial;
    }
    return code;
}

/* Returns the free cells that the blank reaches from `cell` while the pattern's tiles rest. */
static inline uint32_t twin_region(const struct index *index, uint32_t mask, unsigned cell) {
    uint32_t region = 1u << cell, grown = 0;
    while (region != grown) {
        grown = region;
        for (unsigned c = 0; c < index->geometry.cells; c++)
            for (int d = 0; d < DIRECTIONS; d++) {
                const uint8_t beside = index->geometry.neighbour[c][d];
                if (beside != NO_CELL && (region >> c & 1u) && !(mask >> beside & 1u))
                    region |= 1u << beside;
            }
    }
    return region;
}

/* Returns the placement of a mask and a code, by trying orders of the labels, without
 * index_labels. */
static inline struct twin_placement twin_place(const struct index *index, uint32_t mask,
                                               uint32_t code) {
    struct twin_placement at;
    uint8_t labels[INDEX_MAX_TILES];
    index_labels(index, code, labels);
    for (unsigned cell = 0, place = 0; cell < index->geometry.cells; cell++)
        if (mask >> cell & 1u) at.cell[labels[place++]] = (uint8_t)cell;
    return at;
}

/* Exact distances of all placements by breadth-first search with the blank: distance[cohort *
 * codes + code], -1 if unreachable. The caller frees the array. */
static inline int16_t *twin_distances(const struct index *index) {
    const size_t codes = index->code_count, states = codes * index->cohort_count;
    int16_t *distance = malloc(states * sizeof *distance);
    uint32_t *queue = malloc(states * sizeof *queue);
    memset(distance, 0xFF, states * sizeof *distance);
    struct twin_placement goal;
    memcpy(goal.cell, index->goal_cell, sizeof goal.cell);
    const uint32_t goal_mask = twin_mask(index, &goal);
    size_t head = 0, tail = 0;
    queue[tail++] =
        (uint32_t)(index_cohort(index, index_rank(index, goal_mask), index->pattern.goal_blank) *
                       codes +
                   twin_code(index, &goal));
    distance[queue[0]] = 0;
    while (head < tail) {
        const uint32_t state = queue[head++], cohort = (uint32_t)(state / codes);
        const uint32_t mask = index->mask_of_rank[index_rank_of_cohort(index, cohort)];
        const struct twin_placement from = twin_place(index, mask, (uint32_t)(state % codes));
        for (unsigned cell = 0; cell < index->geometry.cells; cell++) {
            if (mask >> cell & 1u) continue;
            if (index_cohort(index, index_rank(index, mask), cell) != cohort) continue;
            for (unsigned label = 0; label < index->tile_count; label++) {
                struct twin_placement to = from;
                if (geometry_distance(&index->geometry, from.cell[label], cell) != 1) continue;
                to.cell[label] = (uint8_t)cell;
                const uint32_t rank = index_rank(index, twin_mask(index, &to));
                const uint32_t next =
                    (uint32_t)(index_cohort(index, rank, from.cell[label]) * codes +
                               twin_code(index, &to));
                if (distance[next] >= 0) continue;
                distance[next] = (int16_t)(distance[state] + 1);
                queue[tail++] = next;
            }
        }
    }
    free(queue);
    return distance;
}

#endif
