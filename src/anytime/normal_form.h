/*
 * The boards of beam searches: up to 64 cells, seen so that as few goals as possible are told
 * apart.
 *
 * A normal form has the goal's blank on the last cell if that can be had by flipping the board, and
 * each tile is named by the cell it goes to, its goal cell; so the goal has every tile at its own
 * number, and the blank is the one whose goal cell is `blank`. Directions are those of enum
 * direction, in the normal form's own coordinates.
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
    uint8_t blank; /* the goal cell of the blank */
    bool mirrored; /* the transposed board has the same goal */
    bool flip_x;   /* the normal form shows columns, or rows, in reverse */
    bool flip_y;
    uint8_t neighbour[NORMAL_FORM_MAX_CELLS][DIRECTIONS]; /* or NO_CELL */
    uint8_t mirror[NORMAL_FORM_MAX_CELLS];                /* of a cell, and thus of a tile */
    uint64_t all, first_column, last_column;              /* sets of cells */
    uint8_t goal_cell[NORMAL_FORM_MAX_CELLS]; /* of the user's tiles, the blank as well */
};

/* False: the board has more than NORMAL_FORM_MAX_CELLS cells; then it is seen as it is. */
bool normal_form_init(struct normal_form *normal, const tilepdb_board *goal);

/* A user's board as goal cells, cell by cell. Returns the cell of the blank. */
unsigned normal_form_cells(const struct normal_form *normal, const tilepdb_board *board,
                           uint16_t *cells);

/* A rectangle of two boards that holds the same tiles in both, as boards of their own: its tiles
 * are named by their order in the second one. `first` is its first cell. */
void normal_form_cut(const tilepdb_board *before, const tilepdb_board *after, unsigned first,
                     unsigned columns, unsigned rows, tilepdb_board *from, tilepdb_board *to);

/* The letter of the way that a tile moves on the user's board when the blank goes in a direction of
 * the normal form. */
char normal_form_letter(const struct normal_form *normal, unsigned direction);

/* The cells that are connected to `seed` among the cells `free`, both sets of cells. */
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
