#include "reference/mip.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/message_text.h"
#include "puzzle/conflict.h"
#include "puzzle/geometry.h"
#include "puzzle/solvable.h"

#define NO_COLUMN UINT32_MAX

struct builder {
    struct mip *mip;
    const tilepdb_board *board;
    struct geometry geometry;
    tilepdb_program_form form;
    int slack; /* moves of the horizon beyond the Manhattan distance */
    uint8_t start[TILEPDB_TABLE_MAX_CELLS];
    uint8_t goal_cell[TILEPDB_TABLE_MAX_CELLS];
    uint32_t *x, *m; /* columns by tile, cell and step, or NO_COLUMN */
};

/* ---- building blocks ------------------------------------------------------------------------- */

static void *grown(struct mip *mip, void *array, size_t count, size_t *capacity, size_t size) {
    void *larger = memory_grown(array, count, capacity, size);
    mip->no_memory |= !larger;
    return larger ? larger : array;
}

static uint32_t column_add(struct mip *mip, char kind, unsigned tile, unsigned cell, unsigned step,
                           double cost) {
    mip->columns =
        grown(mip, mip->columns, mip->column_count, &mip->column_capacity, sizeof *mip->columns);
    if (mip->no_memory) return NO_COLUMN;
    mip->columns[mip->column_count] =
        (struct mip_column){kind, (uint8_t)tile, (uint8_t)cell, (uint8_t)step, cost};
    return (uint32_t)mip->column_count++;
}

static void row_begin(struct mip *mip, struct mip_row row) {
    mip->rows = grown(mip, mip->rows, mip->row_count, &mip->row_capacity, sizeof *mip->rows);
    row.first = mip->entry_count;
    if (!mip->no_memory) mip->rows[mip->row_count++] = row;
}

/* Ignores columns that were left out. */
static void row_add(struct mip *mip, uint32_t column, double value) {
    if (column == NO_COLUMN || value == 0) return;
    mip->entries =
        grown(mip, mip->entries, mip->entry_count, &mip->entry_capacity, sizeof *mip->entries);
    if (!mip->no_memory) mip->entries[mip->entry_count++] = (struct mip_entry){column, value};
}

static void row_end(struct mip *mip) {
    if (mip->row_count > 0 && mip->rows[mip->row_count - 1].first == mip->entry_count)
        mip->row_count--;
}

#define ROW(kind, a, b, c, sense, rhs)                                                             \
    row_begin(builder->mip, (struct mip_row){kind, {a, b, c}, sense, rhs, 0})

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

/* With FIXED the blank moves in every step, so the step gives the colour of its cell on the
 * chessboard. */
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

/* A tile that moves in two steps running moves back. */
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

/* A move brings one tile at most one cell nearer. */
static void rows_near(const struct builder *builder, unsigned step) {
    const struct geometry *geometry = &builder->geometry;
    ROW("near", (int)step, -1, -1, MIP_AT_MOST, builder->mip->horizon - (int)step);
    for (unsigned tile = 1; tile < geometry->cells; tile++)
        for (unsigned cell = 0; cell < geometry->cells; cell++)
            row_add(builder->mip, x_at(builder, tile, cell, step),
                    geometry_distance(geometry, cell, builder->goal_cell[tile]));
    row_end(builder->mip);
}

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

/* ---- creation -------------------------------------------------------------------------------- */

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

/* ---- CPLEX LP format ------------------------------------------------------------------------- */

#define LINE_WIDTH 100 /* the format allows 255 */

struct writer {
    tilepdb_write_fn write;
    void *user;
    int column;
    bool stopped;
};

static ERROR_PRINTF(2, 3) void put(struct writer *writer, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length <= 0 || writer->stopped) return;
    writer->stopped = !writer->write(text, (size_t)length, writer->user);
    writer->column = text[length - 1] == '\n' ? 0 : writer->column + length;
}

static void put_term(struct writer *writer, const struct mip *mip, uint32_t column, double value) {
    char name[MIP_NAME];
    if (writer->column > LINE_WIDTH) put(writer, "\n  ");
    put(writer, " %c ", value < 0 ? '-' : '+');
    const double size = value < 0 ? -value : value;
    if (size != 1) put(writer, "%g ", size);
    put(writer, "%s", mip_column_name(&mip->columns[column], name));
}

static void put_row(struct writer *writer, const struct mip *mip, size_t r) {
    static const char *const senses[] = {"<=", "=", ">="};
    const struct mip_row *row = &mip->rows[r];
    char name[MIP_NAME];
    put(writer, " %s:", mip_row_name(row, name));
    for (size_t e = row->first; e < mip_row_end(mip, r); e++)
        put_term(writer, mip, mip->entries[e].column, mip->entries[e].value);
    put(writer, " %s %g\n", senses[row->sense], row->rhs);
}

static void put_mip(struct writer *writer, const struct mip *mip) {
    char name[MIP_NAME];
    put(writer, "Minimize\n obj:");
    for (size_t c = 0; c < mip->column_count; c++)
        if (mip->columns[c].cost != 0) put_term(writer, mip, (uint32_t)c, mip->columns[c].cost);
    put(writer, "\nSubject To\n");
    for (size_t r = 0; r < mip->row_count; r++) put_row(writer, mip, r);
    put(writer, "Binary\n");
    for (size_t c = 0; c < mip->column_count; c++) {
        if (!mip_is_binary(&mip->columns[c])) continue;
        put(writer, " %s%s", mip_column_name(&mip->columns[c], name),
            writer->column > LINE_WIDTH ? "\n" : "");
    }
    put(writer, "\nEnd\n");
}

bool mip_write(const struct mip *mip, tilepdb_write_fn write, void *user) {
    struct writer writer = {.write = write, .user = user};
    put_mip(&writer, mip);
    return !writer.stopped;
}

static void put_head(struct writer *writer, const tilepdb_board *board, const tilepdb_board *goal,
                     tilepdb_program_form form, int horizon) {
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(board, true, text);
    put(writer, "\\ board %s\n", text);
    tilepdb_board_format(goal, true, text);
    put(writer, "\\ goal  %s\n", text);
    put(writer,
        form == TILEPDB_PROGRAM_FIXED
            ? "\\ Feasible if and only if there is a solution of exactly %d moves, none taken "
              "back.\n"
            : "\\ The minimum is the length of a shortest solution if that is at most %d moves.\n",
        horizon);
    put(writer, "\\ x_i_c_t: tile i is on cell c after step t. m_i_c_t: it moves there in step "
                "t.\n");
}

static tilepdb_status write_check(const tilepdb_board *board, const tilepdb_board *goal,
                                  tilepdb_program_form form, int horizon, tilepdb_error *error) {
    tilepdb_status status = board_solvable(board, goal, error);
    if (!status) status = tilepdb_size_check(board->width, board->height, error);
    if (status) return status;
    if (form != TILEPDB_PROGRAM_FIXED && form != TILEPDB_PROGRAM_PENALTY)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown form %d of the integer program",
                         (int)form);
    if (horizon < 1 || horizon >= TILEPDB_METHOD_ITERATIONS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "the horizon must be 1 to %d moves, not %d",
                         TILEPDB_METHOD_ITERATIONS - 1, horizon);
    const int least = manhattan_distance(board, goal);
    if (form == TILEPDB_PROGRAM_FIXED && horizon < least)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "no LP model is needed: the Manhattan distance of %d move%s rules %d out",
                         least, plural((uint64_t)least), horizon);
    return TILEPDB_OK;
}

tilepdb_status tilepdb_program_write(const tilepdb_board *board, const tilepdb_board *goal,
                                     tilepdb_program_form form, int horizon, tilepdb_write_fn write,
                                     void *user, tilepdb_error *error) {
    struct mip mip;
    tilepdb_status status = write_check(board, goal, form, horizon, error);
    if (status != TILEPDB_OK) return status;
    status = mip_create(&mip, board, goal, form, horizon, error);
    if (status == TILEPDB_OK) {
        struct writer writer = {.write = write, .user = user};
        put_head(&writer, board, goal, form, horizon);
        put_mip(&writer, &mip);
        if (writer.stopped) status = error_set(error, TILEPDB_CANCELLED, "writing was stopped");
    }
    mip_free(&mip);
    return status;
}
