/*
 * The normal form of boards of up to 64 cells with one goal. The board is flipped so that the blank
 * of the goal is on the last cell, if it is in a corner, and each tile is named by its goal cell.
 * So few goals have to be told apart: in the goal, every tile is on the cell of its own number, and
 * the blank is the tile `blank`. Directions are those of enum direction, after the flip.
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
    bool mirrored; /* the transposed board has the same goal */
    bool flip_x;   /* columns are reversed */
    bool flip_y;   /* rows are reversed */
    uint8_t neighbour[NORMAL_FORM_MAX_CELLS][DIRECTIONS]; /* NO_CELL: none */
    uint8_t mirror[NORMAL_FORM_MAX_CELLS];                /* transposed cell, and transposed tile */
    uint64_t all, first_column, last_column;              /* sets of cells */
    uint8_t goal_cell[NORMAL_FORM_MAX_CELLS];             /* of the user's tiles and the blank */
};

/* Cells of a board, the last column and row included. */
struct rectangle {
    int left, top, right, bottom;
};

static inline int rectangle_columns(const struct rectangle *r) {
    return r->right - r->left + 1;
}

static inline int rectangle_rows(const struct rectangle *r) {
    return r->bottom - r->top + 1;
}

/* False: the board has more than NORMAL_FORM_MAX_CELLS cells. Then nothing is flipped. */
bool normal_form_init(struct normal_form *normal, const tilepdb_board *goal);

/* Writes the goal cells of a user's board, cell by cell. Returns the cell of the blank. */
unsigned normal_form_cells(const struct normal_form *normal, const tilepdb_board *board,
                           uint16_t *cells);

/* Cuts a rectangle out of two boards that have the same tiles there, as boards of their own whose
 * tiles are named by their order in the second one. */
void normal_form_cut(const tilepdb_board *before, const tilepdb_board *after,
                     const struct rectangle *r, tilepdb_board *from, tilepdb_board *to);

/* The letter of the user's tile that moves when the blank goes in a direction. */
char normal_form_letter(const struct normal_form *normal, unsigned direction);

/* The cells of the set `free` that are connected to the set `seed`. */
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
