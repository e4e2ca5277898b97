/*
 * "Solved after T moves" as a mixed integer program.
 *
 * Columns, for tile i = 1 .. cells-1, cell c and step t:
 *   x_i_c_t, binary, t = 0 .. T   tile i is on cell c after step t
 *   m_i_c_t, binary, t = 1 .. T   tile i moves to cell c in step t
 *   v_i, h_i, continuous          rows and columns from tile i to its goal after step T (PENALTY)
 * Rows:
 *   one_i_t     sum over c of x_i_c_t = 1              a tile is on one cell
 *   cell_c_t    sum over i of x_i_c_t <= 1             one tile at most; = 1 where no blank can be
 *   step_t      sum over i, c of m_i_c_t = 1           one tile moves (PENALTY: <= 1)
 *   rest_t      step t + 1 moves only if step t does   (PENALTY)
 *   stay_i_c_t  x_i_c_t - x_i_c_(t-1) - m_i_c_t <= 0   a tile that is new on a cell moved there
 *   from_i_c_t  m_i_c_t - sum of x_i_c'_(t-1) <= 0     from a cell c' beside c
 *   into_i_c_t  m_i_c_t - x_i_c_t <= 0                 the tile is there afterwards
 *   free_c_t    sum over i of m_i_c_t + x_i_c_(t-1) <= 1   a move goes to an empty cell
 *   back_i_t    sum over c of m_i_c_(t-1) + m_i_c_t <= 1   no step undoes the step before
 *   near_t      sum of x_i_c_t * distance of c from the goal of i <= T - t   (FIXED)
 *   up_i, down_i, left_i, right_i   v and h are at least the differences, both ways (PENALTY)
 * FIXED minimises the number of moves, T; PENALTY (T + 1) * (sum of v and h) plus the number of
 * moves.
 *
 * The cuts `back` and `near`, which shortest solutions satisfy, make CBC much faster. In `cell`,
 * the blank is near enough to its start and goal and, with FIXED, on one colour of the chessboard.
 *
 * Columns that must be 0 are left out: a tile is at most t from its start; with FIXED, also at most
 * T - t from its goal, on a detour of at most T minus the Manhattan distance of the board.
 *
 * Thread safety: a program is immutable once it is created.
 */
#ifndef TILEPDB_REFERENCE_MIP_H
#define TILEPDB_REFERENCE_MIP_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"
#include "tilepdb_methods.h"

enum mip_sense { MIP_AT_MOST, MIP_EQUAL, MIP_AT_LEAST };

struct mip_column {
    char kind;
    uint8_t tile, cell, step;
    double cost;
};

struct mip_row {
    const char *kind;
    int subscript[3]; /* of the name; -1 if unused */
    enum mip_sense sense;
    double rhs;
    size_t first;
};

struct mip_entry {
    uint32_t column;
    double value;
};

struct mip {
    int horizon;
    size_t column_count, row_count, entry_count;
    size_t column_capacity, row_capacity, entry_capacity;
    struct mip_column *columns;
    struct mip_row *rows;
    struct mip_entry *entries;
    bool no_memory;
};

/* `horizon` is at most 255 and, with FIXED, at least the Manhattan distance. mip_free must follow,
 * also after a failure. Returns OK or ERROR_MEMORY. */
tilepdb_status mip_create(struct mip *mip, const tilepdb_board *board, const tilepdb_board *goal,
                          tilepdb_program_form form, int horizon, tilepdb_error *error);

void mip_free(struct mip *mip);

static inline size_t mip_row_end(const struct mip *mip, size_t row) {
    return row + 1 < mip->row_count ? mip->rows[row + 1].first : mip->entry_count;
}

static inline bool mip_is_binary(const struct mip_column *column) {
    return column->kind == 'x' || column->kind == 'm';
}

#define MIP_NAME 40

/* Write the name of a column or row to `name`, and return it. */
const char *mip_column_name(const struct mip_column *column, char name[MIP_NAME]);
const char *mip_row_name(const struct mip_row *row, char name[MIP_NAME]);

/* Writes CPLEX LP format. Returns false if `write` stopped it. */
bool mip_write(const struct mip *mip, tilepdb_write_fn write, void *user);

#endif
