/*
 * Boards for large sets: up to 16 cells in one word with 4 bits per cell, up to 25 cells in two
 * words with 5 bits per cell.
 */
#ifndef TILEPDB_PUZZLE_PACKED_H
#define TILEPDB_PUZZLE_PACKED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "puzzle/move_set.h"
#include "tilepdb.h"

struct packed {
    uint64_t word[2]; /* word[1] is 0 on boards of up to 16 cells */
};

/* Puts `tile` on `cell`, which holds 0, or removes it. */
static inline void packed_flip(struct packed *packed, unsigned cells, unsigned cell,
                               uint64_t tile) {
    if (cells <= 16) {
        packed->word[0] ^= tile << 4 * cell;
    } else if (cell < 24) {
        packed->word[cell / 12] ^= tile << 5 * (cell % 12);
    } else { /* the 25th cell uses the spare bits of both words */
        packed->word[0] ^= tile << 60;
        packed->word[1] ^= tile >> 4 << 60;
    }
}

static inline unsigned packed_tile(const struct packed *packed, unsigned cells, unsigned cell) {
    if (cells <= 16) return packed->word[0] >> 4 * cell & 15;
    if (cell < 24) return packed->word[cell / 12] >> 5 * (cell % 12) & 31;
    return (unsigned)(packed->word[0] >> 60 | (packed->word[1] >> 60 & 1) << 4);
}

static inline unsigned packed_blank(const struct packed *packed, unsigned cells) {
    if (cells <= 16) { /* the lowest zero nibble; unused nibbles are zero but higher */
        const uint64_t ones = UINT64_C(0x1111111111111111), word = packed->word[0];
        return bits_lowest64((word - ones) & ~word & ones << 3) / 4;
    }
    unsigned cell = 0;
    while (packed_tile(packed, cells, cell) != 0) cell++;
    return cell;
}

static inline bool packed_equal(const struct packed *a, const struct packed *b) {
    return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

static inline struct packed packed_from(const tilepdb_board *board) {
    const unsigned cells = (unsigned)board->width * board->height;
    struct packed packed = {{0, 0}};
    for (unsigned cell = 0; cell < cells; cell++)
        packed_flip(&packed, cells, cell, board->cells[cell]);
    return packed;
}

static inline void packed_to(const struct packed *packed, tilepdb_board *board) {
    const unsigned cells = (unsigned)board->width * board->height;
    for (unsigned cell = 0; cell < cells; cell++)
        board->cells[cell] = (uint8_t)packed_tile(packed, cells, cell);
}

/* The move is legal for the blank on cell `blank`. */
static inline struct packed packed_play(struct packed packed, const struct move_set *moves,
                                        unsigned blank, unsigned number) {
    const struct move move = moves->move[number];
    const unsigned cells = moves->geometry.cells;
    for (unsigned left = move.tiles; left > 0; left--) {
        const unsigned from = moves->geometry.neighbour[blank][move.direction];
        const unsigned tile = packed_tile(&packed, cells, from);
        packed_flip(&packed, cells, from, tile);
        packed_flip(&packed, cells, blank, tile);
        blank = from;
    }
    return packed;
}

#endif
