/*
 * Estimates for beam searches: additive tables of a few tiles each, for boards of up to 64 cells,
 * made in milliseconds.
 *
 * A table has the least number of moves of its tiles for every placement of them, whatever the
 * blank's way among other tiles costs (Korf & Felner, "Disjoint pattern database heuristics",
 * 2002). It is addressed by the cells of its tiles as digits, with a few unused entries, so that
 * the estimate of a child takes two look-ups in each view. What is learned on top of that
 * (ranking.h) is no bound.
 *
 * Thread safety: an estimate never changes once made; any number of threads may read it.
 */
#ifndef TILEPDB_ANYTIME_ESTIMATE_H
#define TILEPDB_ANYTIME_ESTIMATE_H

#include "anytime/ranking.h"
#include "anytime/shape.h"

#define ESTIMATE_MAX_TILES 4 /* of a pattern */

struct estimate_pattern {
    uint8_t count;
    uint8_t tiles[ESTIMATE_MAX_TILES]; /* their homes */
    uint32_t entries;
    uint8_t *table; /* owned */
};

struct estimate {
    struct shape shape;
    unsigned pattern_count;
    struct estimate_pattern pattern[SHAPE_MAX_CELLS];
    uint8_t pattern_of[SHAPE_MAX_CELLS]; /* of a tile */
    struct ranking ranking;
    uint64_t bytes;
};

/* Makes the tables of `tiles` (1 .. ESTIMATE_MAX_TILES) tiles each. Between tables it asks
 * `goes_on`, which may be NULL; CANCELLED if that is false. ERROR_MEMORY. estimate_free in any
 * case. */
tilepdb_status estimate_make(struct estimate *estimate, const struct shape *shape, unsigned tiles,
                             bool (*goes_on)(void *user), void *user);

void estimate_free(struct estimate *estimate);

/* The cell of each tile, straight and mirrored, with the blank among them. */
struct estimate_view {
    uint8_t where[2][SHAPE_MAX_CELLS];
};

/* Fills a view from the tiles' homes, cell by cell. */
static inline void estimate_see(const struct estimate *estimate, const uint8_t *cells,
                                struct estimate_view *view) {
    const struct shape *shape = &estimate->shape;
    for (unsigned cell = 0; cell < shape->cells; cell++)
        view->where[0][cells[cell]] = (uint8_t)cell;
    if (!shape->mirrored) return;
    for (unsigned cell = 0; cell < shape->cells; cell++)
        view->where[1][shape->mirror[cells[cell]]] = shape->mirror[cell];
}

/* What the pattern of a tile adds to the estimate of a view. */
static inline unsigned estimate_part(const struct estimate *estimate, const uint8_t *where,
                                     unsigned tile) {
    const struct estimate_pattern *pattern = &estimate->pattern[estimate->pattern_of[tile]];
    uint32_t entry = 0;
    for (unsigned i = pattern->count; i-- > 0;)
        entry = entry * estimate->shape.cells + where[pattern->tiles[i]];
    return pattern->table[entry];
}

/* The estimates of both views; without a mirror the second is the first. */
void estimate_whole(const struct estimate *estimate, const struct estimate_view *view,
                    int16_t sum[2]);

#endif
