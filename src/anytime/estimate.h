/*
 * Estimates for beam searches: additive tables of a few tiles each, for boards of up to 64 cells,
 * made in milliseconds.
 *
 * A table has the least number of moves of its tiles for every placement of them, where the blank
 * may pass other tiles at no cost (Korf & Felner, "Disjoint pattern database heuristics", 2002).
 * The cells of the tiles are the digits of its index, with a few unused entries, so the estimate of
 * a child takes a multiplication and two look-ups in each view.
 *
 * Thread safety: an estimate never changes once made; any number of threads may read it.
 */
#ifndef TILEPDB_ANYTIME_ESTIMATE_H
#define TILEPDB_ANYTIME_ESTIMATE_H

#include "anytime/normal_form.h"

#define ESTIMATE_MAX_TILES 4 /* of a pattern */

struct estimate_pattern {
    uint8_t count;
    uint8_t tiles[ESTIMATE_MAX_TILES]; /* by their goal cells */
    uint32_t entries;
    uint8_t *table; /* owned */
};

struct estimate {
    struct normal_form normal;
    unsigned pattern_count;
    struct estimate_pattern pattern[NORMAL_FORM_MAX_CELLS];
    uint8_t pattern_of[NORMAL_FORM_MAX_CELLS]; /* of a tile */
    uint32_t digit[NORMAL_FORM_MAX_CELLS];     /* by tile: what the next cell adds to the index */
    uint64_t bytes;
};

/* Makes tables of `tiles` (1 .. ESTIMATE_MAX_TILES) tiles each, and calls `goes_on`, which may be
 * NULL, between tables. CANCELLED: goes_on returned false; ERROR_MEMORY. Needs estimate_free in any
 * case. */
tilepdb_status estimate_make(struct estimate *estimate, const struct normal_form *normal,
                             unsigned tiles, bool (*goes_on)(void *user), void *user);

void estimate_free(struct estimate *estimate);

/* The number of table indices that a search keeps with a board: one for each pattern in the
 * straight view and then, if the normal form is mirrored, in the mirrored view. */
static inline unsigned estimate_entries(const struct estimate *estimate) {
    return estimate->normal.mirrored ? 2 * estimate->pattern_count : estimate->pattern_count;
}

/* Writes the indices of a board, given as goal cells, cell by cell. */
void estimate_place(const struct estimate *estimate, const uint16_t *cells, uint32_t *entries);

/* The index after a tile has moved between two cells. */
static inline uint32_t estimate_next(const struct estimate *estimate, uint32_t entry, unsigned tile,
                                     unsigned from, unsigned to) {
    return entry + estimate->digit[tile] * (to - from);
}

/* The change of a view's estimate when a tile moves between two cells. */
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

/* Moves a tile in the indices of both views. */
static inline void estimate_move(const struct estimate *estimate, uint32_t *entries, unsigned tile,
                                 unsigned from, unsigned to) {
    const struct normal_form *normal = &estimate->normal;
    uint32_t *entry = &entries[estimate->pattern_of[tile]];
    *entry = estimate_next(estimate, *entry, tile, from, to);
    if (!normal->mirrored) return;
    tile = normal->mirror[tile];
    entry = &entries[estimate->pattern_count + estimate->pattern_of[tile]];
    *entry = estimate_next(estimate, *entry, tile, normal->mirror[from], normal->mirror[to]);
}

/* The estimates of both views of a board, given as goal cells, cell by cell. Without a mirror both
 * are the same. */
void estimate_whole(const struct estimate *estimate, const uint16_t *cells, int16_t sum[2]);

#endif
