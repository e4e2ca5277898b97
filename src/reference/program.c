/*
 * The integer program. See program.h.
 */
#include "reference/program.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "puzzle/conflict.h"
#include "puzzle/geometry.h"

#define NO_COLUMN UINT32_MAX

struct maker {
    struct program *program;
    const tilepdb_board *board;
    struct geometry geometry;
    tilepdb_program_form form;
    int slack;                              /* moves that the horizon leaves for detours */
    uint8_t start[TILEPDB_TABLE_MAX_CELLS]; /* the cell of each tile */
    uint8_t home[TILEPDB_TABLE_MAX_CELLS];
    uint32_t *x, *m; /* columns by tile, cell and step; NO_COLUMN: left out */
};

/* ---- building blocks ------------------------------------------------------------------------- */

/* The items with room for one more, unless no_memory is set. */
static void *room_make(struct program *program, void *items, size_t count, size_t *room,
                       size_t size) {
    if (count < *room || program->no_memory) return items;
    const size_t more = *room != 0 ? 2 * *room : 256;
    void *grown = realloc(items, more * size);
    if (!grown) {
        program->no_memory = true;
        return items;
    }
    *room = more;
    return grown;
}

static uint32_t column_add(struct program *program, char kind, unsigned tile, unsigned cell,
                           unsigned step, double cost) {
    program->columns = room_make(program, program->columns, program->column_count,
                                 &program->column_room, sizeof *program->columns);
    if (program->no_memory) return NO_COLUMN;
    program->columns[program->column_count] =
        (struct program_column){kind, (uint8_t)tile, (uint8_t)cell, (uint8_t)step, cost};
    return (uint32_t)program->column_count++;
}

static void row_begin(struct program *program, const char *kind, const int number[3],
                      enum program_sense sense, double right) {
    program->rows = room_make(program, program->rows, program->row_count, &program->row_room,
                              sizeof *program->rows);
    if (program->no_memory) return;
    program->rows[program->row_count++] =
        (struct program_row){.kind = kind,
                             .number = {number[0], number[1], number[2]},
                             .sense = sense,
                             .right = right,
                             .first = program->entry_count};
}

/* Adds to the row that was begun last; what is left out adds nothing. */
static void row_add(struct program *program, uint32_t column, double value) {
    if (column == NO_COLUMN || value == 0) return;
    program->entries = room_make(program, program->entries, program->entry_count,
                                 &program->entry_room, sizeof *program->entries);
    if (!program->no_memory)
        program->entries[program->entry_count++] = (struct program_entry){column, value};
}

/* A row without entries says nothing. */
static void row_end(struct program *program) {
    if (program->row_count > 0 &&
        program->rows[program->row_count - 1].first == program->entry_count)
        program->row_count--;
}

#define ROW(kind, a, b, c, sense, right)                                                           \
    row_begin(maker->program, kind, (const int[3]){a, b, c}, sense, right)

static size_t place(const struct maker *maker, unsigned tile, unsigned cell, unsigned step) {
    return ((size_t)step * maker->geometry.cells + tile) * maker->geometry.cells + cell;
}

static uint32_t x_at(const struct maker *maker, unsigned tile, unsigned cell, unsigned step) {
    return maker->x[place(maker, tile, cell, step)];
}

static uint32_t m_at(const struct maker *maker, unsigned tile, unsigned cell, unsigned step) {
    return maker->m[place(maker, tile, cell, step)];
}

/* ---- columns --------------------------------------------------------------------------------- */

static bool may_be(const struct maker *maker, unsigned tile, unsigned cell, int step) {
    const struct geometry *geometry = &maker->geometry;
    const int from = geometry_distance(geometry, maker->start[tile], cell);
    const int to = geometry_distance(geometry, cell, maker->home[tile]);
    const int least = geometry_distance(geometry, maker->start[tile], maker->home[tile]);
    if (from > step) return false;
    if (maker->form == TILEPDB_PROGRAM_PENALTY) return true;
    return to <= maker->program->horizon - step && from + to <= least + maker->slack;
}

/* Whether the blank may be on the cell after a step. With FIXED it moves in every step, so that the
 * colour of its cell on the chessboard is known. */
static bool may_be_blank(const struct maker *maker, unsigned cell, int step) {
    const struct geometry *geometry = &maker->geometry;
    const int from = geometry_distance(geometry, maker->start[0], cell);
    const int to = geometry_distance(geometry, cell, maker->home[0]);
    if (from > step) return false;
    if (maker->form == TILEPDB_PROGRAM_PENALTY) return true;
    return to <= maker->program->horizon - step && (from + step) % 2 == 0;
}

static bool may_come(const struct maker *maker, unsigned tile, unsigned cell, unsigned step) {
    if (!may_be_blank(maker, cell, (int)step - 1)) return false;
    for (int d = 0; d < DIRECTIONS; d++) {
        const unsigned from = maker->geometry.neighbour[cell][d];
        if (from != NO_CELL && x_at(maker, tile, from, step - 1) != NO_COLUMN) return true;
    }
    return false;
}

static void columns_make(struct maker *maker) {
    const unsigned cells = maker->geometry.cells, horizon = (unsigned)maker->program->horizon;
    for (unsigned step = 0; step <= horizon; step++) {
        for (unsigned tile = 1; tile < cells; tile++) {
            for (unsigned cell = 0; cell < cells; cell++) {
                if (!may_be(maker, tile, cell, (int)step)) continue;
                maker->x[place(maker, tile, cell, step)] =
                    column_add(maker->program, 'x', tile, cell, step, 0);
                if (step > 0 && may_come(maker, tile, cell, step))
                    maker->m[place(maker, tile, cell, step)] =
                        column_add(maker->program, 'm', tile, cell, step, 1);
            }
        }
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void rows_place(const struct maker *maker, unsigned step) {
    struct program *program = maker->program;
    const unsigned cells = maker->geometry.cells;
    for (unsigned tile = 1; tile < cells; tile++) {
        ROW("one", (int)tile, (int)step, -1, PROGRAM_EQUAL, 1);
        for (unsigned cell = 0; cell < cells; cell++)
            row_add(program, x_at(maker, tile, cell, step), 1);
        row_end(program);
    }
    for (unsigned cell = 0; cell < cells; cell++) {
        ROW("cell", (int)cell, (int)step, -1,
            may_be_blank(maker, cell, (int)step) ? PROGRAM_AT_MOST : PROGRAM_EQUAL, 1);
        for (unsigned tile = 1; tile < cells; tile++)
            row_add(program, x_at(maker, tile, cell, step), 1);
        row_end(program);
    }
}

static void moves_add(const struct maker *maker, unsigned step, double value) {
    for (unsigned tile = 1; tile < maker->geometry.cells; tile++)
        for (unsigned cell = 0; cell < maker->geometry.cells; cell++)
            row_add(maker->program, m_at(maker, tile, cell, step), value);
}

static void rows_step(const struct maker *maker, unsigned step) {
    const bool rests = maker->form == TILEPDB_PROGRAM_PENALTY;
    ROW("step", (int)step, -1, -1, rests ? PROGRAM_AT_MOST : PROGRAM_EQUAL, 1);
    moves_add(maker, step, 1);
    row_end(maker->program);
    if (!rests || step == 1) return;
    ROW("rest", (int)step - 1, -1, -1, PROGRAM_AT_MOST, 0);
    moves_add(maker, step, 1);
    moves_add(maker, step - 1, -1);
    row_end(maker->program);
}

/* A tile that moved rests in the next step: otherwise it would go back. */
static void rows_back(const struct maker *maker, unsigned step) {
    for (unsigned tile = 1; tile < maker->geometry.cells; tile++) {
        ROW("back", (int)tile, (int)step, -1, PROGRAM_AT_MOST, 1);
        for (unsigned cell = 0; cell < maker->geometry.cells; cell++) {
            row_add(maker->program, m_at(maker, tile, cell, step - 1), 1);
            row_add(maker->program, m_at(maker, tile, cell, step), 1);
        }
        row_end(maker->program);
    }
}

/* Every move brings one tile at most one cell nearer. */
static void rows_near(const struct maker *maker, unsigned step) {
    const struct geometry *geometry = &maker->geometry;
    ROW("near", (int)step, -1, -1, PROGRAM_AT_MOST, maker->program->horizon - (int)step);
    for (unsigned tile = 1; tile < geometry->cells; tile++)
        for (unsigned cell = 0; cell < geometry->cells; cell++)
            row_add(maker->program, x_at(maker, tile, cell, step),
                    geometry_distance(geometry, cell, maker->home[tile]));
    row_end(maker->program);
}

/* Of one tile and one cell in one step. */
static void rows_move(const struct maker *maker, unsigned tile, unsigned cell, unsigned step) {
    struct program *program = maker->program;
    const uint32_t x = x_at(maker, tile, cell, step), m = m_at(maker, tile, cell, step);
    if (x == NO_COLUMN) return;
    ROW("stay", (int)tile, (int)cell, (int)step, PROGRAM_AT_MOST, 0);
    row_add(program, x, 1);
    row_add(program, x_at(maker, tile, cell, step - 1), -1);
    row_add(program, m, -1);
    if (m == NO_COLUMN) return;
    ROW("from", (int)tile, (int)cell, (int)step, PROGRAM_AT_MOST, 0);
    row_add(program, m, 1);
    for (int d = 0; d < DIRECTIONS; d++) {
        const unsigned from = maker->geometry.neighbour[cell][d];
        if (from != NO_CELL) row_add(program, x_at(maker, tile, from, step - 1), -1);
    }
    ROW("into", (int)tile, (int)cell, (int)step, PROGRAM_AT_MOST, 0);
    row_add(program, m, 1);
    row_add(program, x, -1);
}

static void rows_free(const struct maker *maker, unsigned cell, unsigned step) {
    ROW("free", (int)cell, (int)step, -1, PROGRAM_AT_MOST, 1);
    for (unsigned tile = 1; tile < maker->geometry.cells; tile++) {
        row_add(maker->program, m_at(maker, tile, cell, step), 1);
        row_add(maker->program, x_at(maker, tile, cell, step - 1), 1);
    }
    row_end(maker->program);
}

/* distance >= sign * (line of the tile's cell - line of its goal) */
static void row_distance(const struct maker *maker, const char *kind, unsigned tile,
                         uint32_t distance, bool by_row, int sign) {
    const unsigned width = maker->geometry.width, home = maker->home[tile];
    const double goal = by_row ? home / width : home % width;
    ROW(kind, (int)tile, -1, -1, PROGRAM_AT_LEAST, -sign * goal);
    row_add(maker->program, distance, 1);
    for (unsigned cell = 0; cell < maker->geometry.cells; cell++)
        row_add(maker->program, x_at(maker, tile, cell, (unsigned)maker->program->horizon),
                -sign * (double)(by_row ? cell / width : cell % width));
}

static void penalties_make(const struct maker *maker) {
    const double cost = maker->program->horizon + 1;
    for (unsigned tile = 1; tile < maker->geometry.cells; tile++) {
        const uint32_t v = column_add(maker->program, 'v', tile, 0, 0, cost);
        const uint32_t h = column_add(maker->program, 'h', tile, 0, 0, cost);
        row_distance(maker, "down", tile, v, true, 1);
        row_distance(maker, "up", tile, v, true, -1);
        row_distance(maker, "right", tile, h, false, 1);
        row_distance(maker, "left", tile, h, false, -1);
    }
}

static void rows_make(const struct maker *maker) {
    const unsigned cells = maker->geometry.cells;
    for (unsigned step = 0; step <= (unsigned)maker->program->horizon; step++) {
        rows_place(maker, step);
        if (step == 0) continue;
        rows_step(maker, step);
        if (step > 1) rows_back(maker, step);
        if (maker->form == TILEPDB_PROGRAM_FIXED) rows_near(maker, step);
        for (unsigned tile = 1; tile < cells; tile++)
            for (unsigned cell = 0; cell < cells; cell++) rows_move(maker, tile, cell, step);
        for (unsigned cell = 0; cell < cells; cell++) rows_free(maker, cell, step);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

tilepdb_status program_make(struct program *program, const tilepdb_board *board,
                            const tilepdb_board *goal, tilepdb_program_form form, int horizon,
                            tilepdb_error *error) {
    *program = (struct program){.horizon = horizon};
    struct maker maker = {.program = program, .board = board, .form = form};
    geometry_init(&maker.geometry, board->width, board->height, NULL);
    maker.slack = horizon - manhattan_distance(board, goal);
    for (unsigned cell = 0; cell < maker.geometry.cells; cell++) {
        maker.start[board->cells[cell]] = (uint8_t)cell;
        maker.home[goal->cells[cell]] = (uint8_t)cell;
    }
    const size_t places = place(&maker, 0, 0, (unsigned)horizon + 1);
    maker.x = malloc(places * sizeof *maker.x);
    maker.m = malloc(places * sizeof *maker.m);
    program->no_memory = maker.x == NULL || maker.m == NULL;
    if (!program->no_memory) {
        for (size_t i = 0; i < places; i++) maker.x[i] = maker.m[i] = NO_COLUMN;
        columns_make(&maker);
        rows_make(&maker);
        if (form == TILEPDB_PROGRAM_PENALTY) penalties_make(&maker);
    }
    free(maker.x);
    free(maker.m);
    if (!program->no_memory) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_MEMORY, "%s",
                     tilepdb_status_message(TILEPDB_ERROR_MEMORY));
}

void program_free(struct program *program) {
    free(program->columns);
    free(program->rows);
    free(program->entries);
    *program = (struct program){0};
}

const char *program_column_name(const struct program_column *column, char name[PROGRAM_NAME]) {
    if (program_is_binary(column)) {
        snprintf(name, PROGRAM_NAME, "%c_%d_%d_%d", column->kind, column->tile, column->cell,
                 column->step);
    } else {
        snprintf(name, PROGRAM_NAME, "%c_%d", column->kind, column->tile);
    }
    return name;
}

const char *program_row_name(const struct program_row *row, char name[PROGRAM_NAME]) {
    int length = snprintf(name, PROGRAM_NAME, "%s", row->kind);
    for (int i = 0; i < 3 && row->number[i] >= 0; i++)
        length += snprintf(name + length, PROGRAM_NAME - (size_t)length, "_%d", row->number[i]);
    return name;
}
