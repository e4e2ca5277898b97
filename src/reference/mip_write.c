/*
 * The integer program in CPLEX LP format: mip_write and the public tilepdb_program_write.
 */
#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"
#include "base/message_text.h"
#include "puzzle/conflict.h"
#include "reference/mip.h"
#include "tilepdb_methods.h"

#define LINE_WIDTH 100 /* the format allows 255 */

struct writer {
    tilepdb_write_fn write;
    void *user;
    int column; /* characters in the line so far */
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

/* One summand; long sums continue on the next line. */
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
    tilepdb_status status = tilepdb_board_solvable(board, goal, error);
    if (!status) status = tilepdb_size_check(board->width, board->height, error);
    if (status) return status;
    if (form != TILEPDB_PROGRAM_FIXED && form != TILEPDB_PROGRAM_PENALTY)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown form %d of the program",
                         (int)form);
    if (horizon < 1 || horizon >= TILEPDB_METHOD_ITERATIONS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "the horizon must be 1 to %d moves, not %d",
                         TILEPDB_METHOD_ITERATIONS - 1, horizon);
    const int least = manhattan_distance(board, goal);
    if (form == TILEPDB_PROGRAM_FIXED && horizon < least)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "no program is needed: the Manhattan distance of %d move%s rules %d out",
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
