#include "search/solutions.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tilepdb.h"

static uint8_t *path_at(const struct solutions *solutions, size_t i) {
    return solutions->paths + i * solutions->length;
}

static bool path_before(const struct solutions *solutions, const uint8_t *a, const uint8_t *b) {
    return memcmp(a, b, solutions->length) < 0;
}

static void path_swap(struct solutions *solutions, size_t a, size_t b) {
    uint8_t held[TILEPDB_MAX_MOVES + 1];
    memcpy(held, path_at(solutions, a), solutions->length);
    memmove(path_at(solutions, a), path_at(solutions, b), solutions->length);
    memcpy(path_at(solutions, b), held, solutions->length);
}

static void heap_sink(struct solutions *solutions, size_t count) {
    for (size_t i = 0, child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count &&
            path_before(solutions, path_at(solutions, child), path_at(solutions, child + 1)))
            child++;
        if (!path_before(solutions, path_at(solutions, i), path_at(solutions, child))) return;
        path_swap(solutions, i, child);
    }
}

static void heap_rise(struct solutions *solutions, size_t i) {
    for (; i > 0; i = (i - 1) / 2) {
        const size_t parent = (i - 1) / 2;
        if (!path_before(solutions, path_at(solutions, parent), path_at(solutions, i))) return;
        path_swap(solutions, parent, i);
    }
}

static bool paths_reserve(struct solutions *solutions) {
    uint8_t *paths =
        memory_grown(solutions->paths, solutions->kept, &solutions->capacity, solutions->length);
    if (paths) solutions->paths = paths;
    return paths;
}

void solutions_add(struct solutions *solutions, const uint8_t *path) {
    solutions->count++;
    if (solutions->most == 0 || solutions->length == 0) return;
    if (solutions->kept < solutions->most) {
        if (!paths_reserve(solutions)) {
            solutions->full = true;
            return;
        }
        memcpy(path_at(solutions, solutions->kept), path, solutions->length);
        heap_rise(solutions, solutions->kept++);
    } else if (path_before(solutions, path, path_at(solutions, 0))) {
        memcpy(path_at(solutions, 0), path, solutions->length);
        heap_sink(solutions, solutions->kept);
    }
}

void solutions_finish(struct solutions *solutions) {
    for (size_t count = solutions->kept; count-- > 1;) {
        path_swap(solutions, 0, count);
        heap_sink(solutions, count);
    }
}

void solutions_free(struct solutions *solutions) {
    free(solutions->paths);
    *solutions = (struct solutions){0};
}
