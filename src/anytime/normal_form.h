/*
 * Normal form of boards of up to 64 cells. If the blank's goal cell is a corner, the board is
 * flipped so that it is the last cell. Each tile, and the blank, is named by its goal cell.
 * Directions refer to the flipped board.
 *
 * Thread safety: a normal form is a plain value, immutable once initialised.
 */
#ifndef TILEPDB_ANYTIME_NORMAL_FORM_H
#define TILEPDB_ANYTIME_NORMAL_FORM_H

#include "puzzle/geometry.h"
#include "tilepdb.h"

#define NORMAL_FORM_MAX_CELLS 64

struct normal_form {
    uint8_t width;
    uint8_t height;
    uint8_t cells;
    uint8_t blank; /* goal cell of the blank */
    bool mirrored; /* true if the transposed board has the same goal */
    bool flip_x;
    bool flip_y;
    uint8_t neighbour[NORMAL_FORM_MAX_CELLS][DIRECTIONS]; /* NO_CELL at the border */
    uint8_t mirror[NORMAL_FORM_MAX_CELLS];                /* transposed cell or tile */
    uint64_t all, first_column, last_column;              /* sets of cells */
    uint8_t goal_cell[NORMAL_FORM_MAX_CELLS];             /* [tile of the user's board] */
};

/* Limits are inclusive. */
struct rectangle {
    int left, top, right, bottom;
};

static inline int rectangle_columns(const struct rectangle *r) {
    return r->right - r->left + 1;
}

static inline int rectangle_rows(const struct rectangle *r) {
    return r->bottom - r->top + 1;
}

/* Returns false, with `normal` zeroed, if the board has more than NORMAL_FORM_MAX_CELLS cells. */
bool normal_form_init(struct normal_form *normal, const tilepdb_board *goal);

/* Writes the goal cell of the tile on each cell. Returns the blank's cell. */
unsigned normal_form_cells(const struct normal_form *normal, const tilepdb_board *board,
                           uint16_t *cells);

/* Cuts a rectangle out of two boards that have the same tiles there, and numbers the tiles in
 * the order of `to`. */
void normal_form_cut(const tilepdb_board *before, const tilepdb_board *after,
                     const struct rectangle *r, tilepdb_board *from, tilepdb_board *to);

/* Returns the letter of a move on the user's board. */
char normal_form_letter(const struct normal_form *normal, unsigned direction);

/* Returns the cells of `free` that are connected to `seed`. */
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

#endif
