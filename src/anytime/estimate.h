/*
 * Additive tables for boards of up to 64 cells. An entry is the fewest moves of the tiles of a
 * pattern; the blank passes other tiles at no cost (Korf & Felner, "Disjoint pattern database
 * heuristics", 2002). The cells of the tiles are the digits of the index.
 *
 * Thread safety: immutable once made.
 */
#ifndef TILEPDB_ANYTIME_ESTIMATE_H
#define TILEPDB_ANYTIME_ESTIMATE_H

#include "anytime/normal_form.h"

#define ESTIMATE_MAX_TILES 4

struct estimate_pattern {
    uint8_t count;
    uint8_t tiles[ESTIMATE_MAX_TILES]; /* goal cells */
    uint32_t entries;
    uint8_t *table; /* owned */
};

struct estimate {
    struct normal_form normal;
    unsigned pattern_count;
    struct estimate_pattern pattern[NORMAL_FORM_MAX_CELLS];
    uint8_t pattern_of[NORMAL_FORM_MAX_CELLS]; /* [tile] */
    uint32_t digit[NORMAL_FORM_MAX_CELLS];     /* [tile] weight of the tile's cell in the index */
    uint64_t bytes;
};

/* Makes tables of at most `tiles` tiles, up to ESTIMATE_MAX_TILES. Returns OK, ERROR_MEMORY, or
 * CANCELLED if `goes_on` (may be NULL) returns false. Call estimate_free in any case. */
tilepdb_status estimate_make(struct estimate *estimate, const struct normal_form *normal,
                             unsigned tiles, bool (*goes_on)(void *user), void *user);

void estimate_free(struct estimate *estimate);

/* Returns the number of indices: one for each pattern in each view (the board and, if `mirrored`,
 * its transpose). */
static inline unsigned estimate_entries(const struct estimate *estimate) {
    return estimate->normal.mirrored ? 2 * estimate->pattern_count : estimate->pattern_count;
}

/* Writes the indices of a board, given as goal cells. */
void estimate_index(const struct estimate *estimate, const uint16_t *cells, uint32_t *entries);

static inline uint32_t estimate_next(const struct estimate *estimate, uint32_t entry, unsigned tile,
                                     unsigned from, unsigned to) {
    return entry + estimate->digit[tile] * (to - from);
}

/* Returns the change of a view's estimate by a move of `tile`. */
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
    if (!normal->mirrored) return;
    tile = normal->mirror[tile];
    entry = &entries[estimate->pattern_count + estimate->pattern_of[tile]];
    *entry = estimate_next(estimate, *entry, tile, normal->mirror[from], normal->mirror[to]);
}

/* Writes the estimates of both views of a board, given as goal cells. */
void estimate_whole(const struct estimate *estimate, const uint16_t *cells, int16_t sum[2]);

#endif
