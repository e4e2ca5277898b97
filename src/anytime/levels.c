/* See levels.h. */
#include "anytime/levels.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static size_t buckets_for(size_t width) {
    size_t buckets = 256;
    while (2 * buckets < width) buckets *= 2;
    return buckets;
}

static size_t seen_bytes(size_t buckets) {
    return buckets * LEVELS_SLOTS * sizeof(uint64_t);
}

uint64_t levels_need(size_t width, size_t stride, size_t children, int below) {
    if (width > LEVELS_WIDTH) width = LEVELS_WIDTH;
    const uint64_t one =
        2 * stride + children * sizeof(struct child) + sizeof(uint32_t) * (uint64_t)below;
    return width * one + seen_bytes(buckets_for(width));
}

bool levels_begin(struct levels *levels, size_t width, size_t stride, size_t children,
                  unsigned ranks, int below) {
    if (width > LEVELS_WIDTH) width = LEVELS_WIDTH;
    *levels = (struct levels){.width = width,
                              .stride = stride,
                              .now = malloc(width * stride),
                              .next = malloc(width * stride),
                              .children = malloc(width * children * sizeof(struct child)),
                              .seen = memory_pages(seen_bytes(buckets_for(width))),
                              .buckets = buckets_for(width),
                              .ranks = calloc(ranks, sizeof(uint32_t)),
                              .rank_count = ranks,
                              .trails = calloc((size_t)below, sizeof(uint32_t *))};
    return levels->now && levels->next && levels->children && levels->seen && levels->ranks &&
           levels->trails;
}

void levels_end(struct levels *levels) {
    for (int i = 0; levels->trails && i < levels->level; i++) free(levels->trails[i]);
    if (levels->seen) memory_pages_free(levels->seen, seen_bytes(levels->buckets));
    free(levels->trails);
    free(levels->ranks);
    free(levels->children);
    free(levels->next);
    free(levels->now);
}

unsigned levels_limit(const struct levels *levels, size_t width, size_t *of_last) {
    size_t better = 0;
    unsigned rank = levels->least;
    while (rank + 1 < levels->rank_count && better + levels->ranks[rank] <= width)
        better += levels->ranks[rank++];
    *of_last = width - better;
    return rank;
}

void levels_path(const struct levels *levels, int level, uint32_t trail, uint8_t *path) {
    for (int i = level; i >= 0; i--) {
        path[i] = trail & ((1u << LEVELS_TRAIL_BITS) - 1u);
        if (i > 0) trail = levels->trails[i - 1][trail >> LEVELS_TRAIL_BITS];
    }
}
