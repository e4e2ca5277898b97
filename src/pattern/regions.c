/*
 * Regions counted without listing masks. See regions.h.
 */
#include "pattern/regions.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* The shorter side is the border's length: 5 at most, since boards have up to 25 cells. */
#define BORDER_MAX 5
/* A border has at most three pieces, numbered from 1 in the order in which they occur, and 0 stands
 * for an occupied cell; so two bits per cell are enough. */
#define BORDERS (1u << 2 * BORDER_MAX)

/* For each border and number of occupied cells: the masks that lead to it, and the sum of their
 * regions that are closed, which means that they do not touch the border. */
struct tally {
    uint64_t masks[BORDERS][TILEPDB_TABLE_MAX_CELLS + 1];
    uint64_t closed[BORDERS][TILEPDB_TABLE_MAX_CELLS + 1];
};

/* Of a shorter border the last cells count as occupied. */
struct border {
    unsigned piece[BORDER_MAX];
};

static struct border border_read(unsigned code) {
    struct border border;
    for (unsigned i = 0; i < BORDER_MAX; i++) border.piece[i] = code >> 2 * i & 3u;
    return border;
}

/* The code, with the pieces renumbered. */
static unsigned border_code(const struct border *border) {
    unsigned number[BORDER_MAX + 2] = {0}, pieces = 0, code = 0;
    for (unsigned i = 0; i < BORDER_MAX; i++) {
        const unsigned piece = border->piece[i];
        if (piece != 0 && number[piece] == 0) number[piece] = ++pieces;
        code |= number[piece] << 2 * i;
    }
    return code;
}

static bool border_has(const struct border *border, unsigned piece) {
    for (unsigned i = 0; i < BORDER_MAX; i++)
        if (border->piece[i] == piece) return true;
    return false;
}

static unsigned border_pieces(const struct border *border) {
    unsigned pieces = 0;
    for (unsigned piece = 1; piece <= BORDER_MAX; piece++) pieces += border_has(border, piece);
    return pieces;
}

/* The next cell, below the border's cell `at`, is occupied. *closes: that ends a region. */
static unsigned border_occupy(struct border border, unsigned at, bool *closes) {
    const unsigned above = border.piece[at];
    border.piece[at] = 0;
    *closes = above != 0 && !border_has(&border, above);
    return border_code(&border);
}

/* It is free, and joins what is above and on its left. */
static unsigned border_free(struct border border, unsigned at) {
    const unsigned above = border.piece[at], left = at > 0 ? border.piece[at - 1] : 0;
    const unsigned own = above != 0 ? above : left != 0 ? left : BORDER_MAX + 1;
    for (unsigned i = 0; i < BORDER_MAX; i++)
        if (left != 0 && border.piece[i] == left) border.piece[i] = own;
    border.piece[at] = own;
    return border_code(&border);
}

static void tally_cell(const struct tally *before, struct tally *after, unsigned length,
                       unsigned at, unsigned cells) {
    const unsigned borders = 1u << 2 * length;
    memset(after->masks, 0, borders * sizeof *after->masks);
    memset(after->closed, 0, borders * sizeof *after->closed);
    for (unsigned code = 0; code < borders; code++) {
        const struct border border = border_read(code);
        for (unsigned tiles = 0; tiles <= cells; tiles++) {
            const uint64_t masks = before->masks[code][tiles];
            const uint64_t closed = before->closed[code][tiles];
            if (masks == 0) continue;
            bool closes;
            const unsigned occupied = border_occupy(border, at, &closes);
            after->masks[occupied][tiles + 1] += masks;
            after->closed[occupied][tiles + 1] += closed + (closes ? masks : 0);
            const unsigned freed = border_free(border, at);
            after->masks[freed][tiles] += masks;
            after->closed[freed][tiles] += closed;
        }
    }
}

tilepdb_status regions_count(const struct geometry *geometry,
                             uint64_t regions[TILEPDB_TABLE_MAX_CELLS + 1], tilepdb_error *error) {
    const unsigned cells = geometry->cells;
    const unsigned length = geometry->width < geometry->height ? geometry->width : geometry->height;
    struct tally *tallies = calloc(2, sizeof *tallies);
    if (!tallies)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to count regions");
    tallies[0].masks[0][0] = 1; /* above the first row, all is occupied */
    for (unsigned cell = 0; cell < cells; cell++)
        tally_cell(&tallies[cell % 2], &tallies[(cell + 1) % 2], length, cell % length, cell);
    const struct tally *last = &tallies[cells % 2];
    memset(regions, 0, (TILEPDB_TABLE_MAX_CELLS + 1) * sizeof *regions);
    for (unsigned code = 0; code < 1u << 2 * length; code++) {
        const struct border border = border_read(code);
        for (unsigned tiles = 0; tiles <= cells; tiles++)
            regions[tiles] +=
                last->closed[code][tiles] + last->masks[code][tiles] * border_pieces(&border);
    }
    free(tallies);
    return TILEPDB_OK;
}
