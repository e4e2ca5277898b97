/*
 * The integer program. See mip.h.
 */
#include "reference/mip.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "puzzle/conflict.h"
#include "puzzle/geometry.h"

#define NO_COLUMN UINT32_MAX

struct builder {
    struct mip *mip;
    const tilepdb_board *board;
    struct geometry geometry;
    tilepdb_program_form form;
    int slack;                              /* moves that the horizon leaves for detours */
    uint8_t start[TILEPDB_TABLE_MAX_CELLS]; /* the cell of each tile */
    uint8_t goal_cell[TILEPDB_TABLE_MAX_CELLS];
    uint32_t *x, *m; /* columns by tile, cell and step; NO_COLUMN: left out */
};

/* ---- building blocks ------------------------------------------------------------------------- */

/* The items with room for one more, unless no_memory is set. */
static void *grow(struct mip *mip, void *items, size_t count, size_t *room, size_t size) {
    if (count < *room || mip->no_memory) return items;
    const size_t more = *room != 0 ? 2 * *room : 256;
    void *grown = realloc(items, more * size);
    if (!grown) {
        mip->no_memory = true;
        return items;
    }
    *room = more;
    return grown;
}

static uint32_t column_add(struct mip *mip, char kind, unsigned tile, unsigned cell, unsigned step,
                           double cost) {
    mip->columns =
        grow(mip, mip->columns, mip->column_count, &mip->column_capacity, sizeof *mip->columns);
    if (mip->no_memory) return NO_COLUMN;
    mip->columns[mip->column_count] =
        (struct mip_column){kind, (uint8_t)tile, (uint8_t)cell, (uint8_t)step, cost};
    return (uint32_t)mip->column_count++;
}

static void row_begin(struct mip *mip, const char *kind, const int subscript[3],
                      enum mip_sense sense, double rhs) {
    mip->rows = grow(mip, mip->rows, mip->row_count, &mip->row_capacity, sizeof *mip->rows);
    if (mip->no_memory) return;
    mip->rows[mip->row_count++] =
        (struct mip_row){.kind = kind,
                         .subscript = {subscript[0], subscript[1], subscript[2]},
                         .sense = sense,
                         .rhs = rhs,
                         .first = mip->entry_count};
}

/* Adds to the row that was begun last; what is left out adds nothing. */
static void row_add(struct mip *mip, uint32_t column, double value) {
    if (column == NO_COLUMN || value == 0) return;
    mip->entries =
        grow(mip, mip->entries, mip->entry_count, &mip->entry_capacity, sizeof *mip->entries);
    if (!mip->no_memory) mip->entries[mip->entry_count++] = (struct mip_entry){column, value};
}

/* A row without entries says nothing. */
static void row_end(struct mip *mip) {
    if (mip->row_count > 0 && mip->rows[mip->row_count - 1].first == mip->entry_count)
        mip->row_count--;
}

#define ROW(kind, a, b, c, sense, rhs)                                                             \
    row_begin(builder->mip, kind, (const int[3]){a, b, c}, sense, rhs)

static size_t place(const struct builder *builder, unsigned tile, unsigned cell, unsigned step) {
    return ((size_t)step * builder->geometry.cells + tile) * builder->geometry.cells + cell;
}

static uint32_t x_at(const struct builder *builder, unsigned tile, unsigned cell, unsigned step) {
    return builder->x[place(builder, tile, cell, step)];
}

static uint32_t m_at(const struct builder *builder, unsigned tile, unsigned cell, unsigned step) {
    return builder->m[place(builder, tile, cell, step)];
}

/* ---- columns --------------------------------------------------------------------------------- */

static bool may_be(const struct builder *builder, unsigned tile, unsigned cell, int step) {
    const struct geometry *geometry = &builder->geometry;
    const int from = geometry_distance(geometry, builder->start[tile], cell);
    const int to = geometry_distance(geometry, cell, builder->goal_cell[tile]);
    const int least = geometry_distance(geometry, builder->start[tile], builder->goal_cell[tile]);
    if (from > step) return false;
    if (builder->form == TILEPDB_PROGRAM_PENALTY) return true;
    return to <= builder->mip->horizon - step && from + to <= least + builder->slack;
}

/* Whether the blank may be on the cell after a step. With FIXED it moves in every step, so that the
 * colour of its cell on the chessboard is known. */
static bool may_be_blank(const struct builder *builder, unsigned cell, int step) {
    const struct geometry *geometry = &builder->geometry;
    const int from = geometry_distance(geometry, builder->start[0], cell);
    const int to = geometry_distance(geometry, cell, builder->goal_cell[0]);
    if (from > step) return false;
    if (builder->form == TILEPDB_PROGRAM_PENALTY) return true;
    return to <= builder->mip->horizon - step && (from + step) % 2 == 0;
}

static bool may_come(const struct builder *builder, unsigned tile, unsigned cell, unsigned step) {
    if (!may_be_blank(builder, cell, (int)step - 1)) return false;
    for (int d = 0; d < DIRECTIONS; d++) {
        const unsigned from = builder->geometry.neighbour[cell][d];
        if (from != NO_CELL && x_at(builder, tile, from, step - 1) != NO_COLUMN) return true;
    }
    return false;
}

static void columns_make(struct builder *builder) {
    const unsigned cells = builder->geometry.cells, horizon = (unsigned)builder->mip->horizon;
    for (unsigned step = 0; step <= horizon; step++) {
        for (unsigned tile = 1; tile < cells; tile++) {
            for (unsigned cell = 0; cell < cells; cell++) {
                if (!may_be(builder, tile, cell, (int)step)) continue;
                builder->x[place(builder, tile, cell, step)] =
                    column_add(builder->mip, 'x', tile, cell, step, 0);
                if (step > 0 && may_come(builder, tile, cell, step))
                    builder->m[place(builder, tile, cell, step)] =
                        column_add(builder->mip, 'm', tile, cell, step, 1);
            }
        }
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void rows_place(const struct builder *builder, unsigned step) {
    struct mip *mip = builder->mip;
    const unsigned cells = builder->geometry.cells;
    for (unsigned tile = 1; tile < cells; tile++) {
        ROW("one", (int)tile, (int)step, -1, MIP_EQUAL, 1);
        for (unsigned cell = 0; cell < cells; cell++)
            row_add(mip, x_at(builder, tile, cell, step), 1);
        row_end(mip);
    }
    for (unsigned cell = 0; cell < cells; cell++) {
        ROW("cell", (int)cell, (int)step, -1,
            may_be_blank(builder, cell, (int)step) ? MIP_AT_MOST : MIP_EQUAL, 1);
        for (unsigned tile = 1; tile < cells; tile++)
            row_add(mip, x_at(builder, tile, cell, step), 1);
        row_end(mip);
    }
}

static void moves_add(const struct builder *builder, unsigned step, double value) {
    for (unsigned tile = 1; tile < builder->geometry.cells; tile++)
        for (unsigned cell = 0; cell < builder->geometry.cells; cell++)
            row_add(builder->mip, m_at(builder, tile, cell, step), value);
}

static void rows_step(const struct builder *builder, unsigned step) {
    const bool rests = builder->form == TILEPDB_PROGRAM_PENALTY;
    ROW("step", (int)step, -1, -1, rests ? MIP_AT_MOST : MIP_EQUAL, 1);
    moves_add(builder, step, 1);
    row_end(builder->mip);
    if (!rests || step == 1) return;
    ROW("rest", (int)step - 1, -1, -1, MIP_AT_MOST, 0);
    moves_add(builder, step, 1);
    moves_add(builder, step - 1, -1);
    row_end(builder->mip);
}

/* A tile that moved rests in the next step: otherwise it would go back. */
static void rows_back(const struct builder *builder, unsigned step) {
    for (unsigned tile = 1; tile < builder->geometry.cells; tile++) {
        ROW("back", (int)tile, (int)step, -1, MIP_AT_MOST, 1);
        for (unsigned cell = 0; cell < builder->geometry.cells; cell++) {
            row_add(builder->mip, m_at(builder, tile, cell, step - 1), 1);
            row_add(builder->mip, m_at(builder, tile, cell, step), 1);
        }
        row_end(builder->mip);
    }
}

/* Every move brings one tile at most one cell nearer. */
static void rows_near(const struct builder *builder, unsigned step) {
    const struct geometry *geometry = &builder->geometry;
    ROW("near", (int)step, -1, -1, MIP_AT_MOST, builder->mip->horizon - (int)step);
    for (unsigned tile = 1; tile < geometry->cells; tile++)
        for (unsigned cell = 0; cell < geometry->cells; cell++)
            row_add(builder->mip, x_at(builder, tile, cell, step),
                    geometry_distance(geometry, cell, builder->goal_cell[tile]));
    row_end(builder->mip);
}

/* Of one tile and one cell in one step. */
static void rows_move(const struct builder *builder, unsigned tile, unsigned cell, unsigned step) {
    struct mip *mip = builder->mip;
    const uint32_t x = x_at(builder, tile, cell, step), m = m_at(builder, tile, cell, step);
    if (x == NO_COLUMN) return;
    ROW("stay", (int)tile, (int)cell, (int)step, MIP_AT_MOST, 0);
    row_add(mip, x, 1);
    row_add(mip, x_at(builder, tile, cell, step - 1), -1);
    row_add(mip, m, -1);
    if (m == NO_COLUMN) return;
    ROW("from", (int)tile, (int)cell, (int)step, MIP_AT_MOST, 0);
    row_add(mip, m, 1);
    for (int d = 0; d < DIRECTIONS; d++) {
        const unsigned from = builder->geometry.neighbour[cell][d];
        if (from != NO_CELL) row_add(mip, x_at(builder, tile, from, step - 1), -1);
    }
    ROW("into", (int)tile, (int)cell, (int)step, MIP_AT_MOST, 0);
    row_add(mip, m, 1);
    row_add(mip, x, -1);
}

static void rows_free(const struct builder *builder, unsigned cell, unsigned step) {
    ROW("free", (int)cell, (int)step, -1, MIP_AT_MOST, 1);
    for (unsigned tile = 1; tile < builder->geometry.cells; tile++) {
        row_add(builder->mip, m_at(builder, tile, cell, step), 1);
        row_add(builder->mip, x_at(builder, tile, cell, step - 1), 1);
    }
    row_end(builder->mip);
}

/* distance >= sign * (line of the tile's cell - line of its goal) */
static void row_distance(const struct builder *builder, const char *kind, unsigned tile,
                         uint32_t distance, bool by_row, int sign) {
    const unsigned width = builder->geometry.width, goal_cell = builder->goal_cell[tile];
    const double goal = by_row ? goal_cell / width : goal_cell % width;
    ROW(kind, (int)tile, -1, -1, MIP_AT_LEAST, -sign * goal);
    row_add(builder->mip, distance, 1);
    for (unsigned cell = 0; cell < builder->geometry.cells; cell++)
        row_add(builder->mip, x_at(builder, tile, cell, (unsigned)builder->mip->horizon),
                -sign * (double)(by_row ? cell / width : cell % width));
}

static void penalties_make(const struct builder *builder) {
    const double cost = builder->mip->horizon + 1;
    for (unsigned tile = 1; tile < builder->geometry.cells; tile++) {
        const uint32_t v = column_add(builder->mip, 'v', tile, 0, 0, cost);
        const uint32_t h = column_add(builder->mip, 'h', tile, 0, 0, cost);
        row_distance(builder, "down", tile, v, true, 1);
        row_distance(builder, "up", tile, v, true, -1);
        row_distance(builder, "right", tile, h, false, 1);
        row_distance(builder, "left", tile, h, false, -1);
    }
}

static void rows_make(const struct builder *builder) {
    const unsigned cells = builder->geometry.cells;
    for (unsigned step = 0; step <= (unsigned)builder->mip->horizon; step++) {
        rows_place(builder, step);
        if (step == 0) continue;
        rows_step(builder, step);
        if (step > 1) rows_back(builder, step);
        if (builder->form == TILEPDB_PROGRAM_FIXED) rows_near(builder, step);
        for (unsigned tile = 1; tile < cells; tile++)
            for (unsigned cell = 0; cell < cells; cell++) rows_move(builder, tile, cell, step);
        for (unsigned cell = 0; cell < cells; cell++) rows_free(builder, cell, step);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

tilepdb_status mip_create(struct mip *mip, const tilepdb_board *board, const tilepdb_board *goal,
                          tilepdb_program_form form, int horizon, tilepdb_error *error) {
    *mip = (struct mip){.horizon = horizon};
    struct builder builder = {.mip = mip, .board = board, .form = form};
    geometry_init(&builder.geometry, board->width, board->height, NULL);
    builder.slack = horizon - manhattan_distance(board, goal);
    for (unsigned cell = 0; cell < builder.geometry.cells; cell++) {
        builder.start[board->cells[cell]] = (uint8_t)cell;
        builder.goal_cell[goal->cells[cell]] = (uint8_t)cell;
    }
    const size_t places = place(&builder, 0, 0, (unsigned)horizon + 1);
    builder.x = malloc(places * sizeof *builder.x);
    builder.m = malloc(places * sizeof *builder.m);
    mip->no_memory = builder.x == NULL || builder.m == NULL;
    if (!mip->no_memory) {
        for (size_t i = 0; i < places; i++) builder.x[i] = builder.m[i] = NO_COLUMN;
        columns_make(&builder);
        rows_make(&builder);
        if (form == TILEPDB_PROGRAM_PENALTY) penalties_make(&builder);
    }
    free(builder.x);
    free(builder.m);
    if (!mip->no_memory) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_MEMORY, "%s",
                     tilepdb_status_message(TILEPDB_ERROR_MEMORY));
}

void mip_free(struct mip *mip) {
    free(mip->columns);
    free(mip->rows);
    free(mip->entries);
    *mip = (struct mip){0};
}

const char *mip_column_name(const struct mip_column *column, char name[MIP_NAME]) {
    if (mip_is_binary(column)) {
        snprintf(name, MIP_NAME, "%c_%d_%d_%d", column->kind, column->tile, column->cell,
                 column->step);
    } else {
        snprintf(name, MIP_NAME, "%c_%d", column->kind, column->tile);
    }
    return name;
}

const char *mip_row_name(const struct mip_row *row, char name[MIP_NAME]) {
    int length = snprintf(name, MIP_NAME, "%s", row->kind);
    for (int i = 0; i < 3 && row->subscript[i] >= 0; i++)
        length += snprintf(name + length, MIP_NAME - (size_t)length, "_%d", row->subscript[i]);
    return name;
}
