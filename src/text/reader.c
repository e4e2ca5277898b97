/*
 * The reader of texts that come in pieces: lines, for the board reader; a text with one board, and
 * a board as text. See tilepdb_text.h; which lines make a board is decided in board_reader.h.
 *
 * A line ends with LF, CR or CR LF, which may come in two pieces. A byte order mark before the
 * first line is not part of it. What a line has beyond TILEPDB_MAX_LINE is not kept.
 *
 * The last line of an argument ends with NUL. Arguments that are pieces of a board stay in front of
 * the line that comes, with blanks between them, until one comes that is none.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "text/board_reader.h"
#include "text/characters.h"
#include "tilepdb_text.h"

struct tilepdb_reader {
    struct board_reader boards;
    char *line; /* what has come of the line, after the pieces; owned */
    size_t length, capacity;
    size_t joined, taken; /* bytes of the pieces, and of those that were read */
    size_t joined_number; /* the line of the first one */
    enum piece piece;     /* what they are */
    int cells;            /* of their boards, as board_reader_joined says */
    size_t number;        /* of the line, from 1 */
    const char *bytes;    /* the caller's, and not yet looked at */
    size_t left;
    bool held;      /* the line is complete, and to be looked at (again) */
    bool after_cr;  /* a LF belongs to the line before */
    bool first;     /* the line is the first of its argument */
    bool last;      /* the line is the last of its argument */
    bool empty;     /* the lines of the argument so far are */
    bool several;   /* they are more than one, or those of the argument before were */
    bool too_long;  /* the line is longer than is kept */
    bool no_memory; /* for the line */
    bool ended;
    bool starts;        /* `start` waits for its goal */
    bool follows;       /* `start` is the next item */
    tilepdb_item start; /* without moves */
};

void tilepdb_reader_options_init(tilepdb_reader_options *options) {
    *options = (tilepdb_reader_options){.reading = TILEPDB_READ_BOARDS};
}

tilepdb_status tilepdb_reader_create(const tilepdb_reader_options *options, tilepdb_reader **reader,
                                     tilepdb_error *error) {
    tilepdb_reader_options defaults;
    tilepdb_reader_options_init(&defaults);
    tilepdb_reader *made = calloc(1, sizeof *made);
    if (!made) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a reader");
    const tilepdb_status status =
        board_reader_init(&made->boards, options ? options : &defaults, error);
    if (status) {
        free(made);
        return status;
    }
    made->first = true;
    *reader = made;
    return TILEPDB_OK;
}

void tilepdb_reader_feed(tilepdb_reader *reader, const char *bytes, size_t length) {
    reader->bytes = bytes;
    reader->left = length;
}

void tilepdb_reader_end(tilepdb_reader *reader) {
    reader->ended = true;
}

void tilepdb_reader_free(tilepdb_reader *reader) {
    if (!reader) return;
    board_reader_free(&reader->boards);
    free(reader->line);
    free(reader);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static bool line_reserve(tilepdb_reader *reader, size_t wanted) {
    if (wanted <= reader->capacity) return true;
    size_t capacity = reader->capacity > 0 ? reader->capacity : 256;
    while (capacity < wanted) capacity *= 2;
    char *line = realloc(reader->line, capacity);
    if (!line) {
        reader->no_memory = true;
        return false;
    }
    reader->line = line;
    reader->capacity = capacity;
    return true;
}

static void line_append(tilepdb_reader *reader, const char *bytes, size_t length) {
    const size_t most = TILEPDB_MAX_LINE - reader->length;
    if (length > most) {
        reader->too_long = true;
        length = most;
    }
    if (length == 0 || !line_reserve(reader, reader->length + length)) return;
    memcpy(reader->line + reader->length, bytes, length);
    reader->length += length;
}

static bool reads_arguments(const tilepdb_reader *reader) {
    return reader->boards.options.reading == TILEPDB_READ_ARGUMENTS;
}

/* Takes bytes of the line away, from its buffer. */
static void line_remove(tilepdb_reader *reader, size_t at, size_t count) {
    reader->length -= count;
    memmove(reader->line + at, reader->line + at + count, reader->length - at);
}

static void line_complete(tilepdb_reader *reader) {
    reader->number++;
    reader->held = true;
    if (reader->first && reader->length >= reader->joined + 3 &&
        memcmp(reader->line + reader->joined, "\xEF\xBB\xBF", 3) == 0)
        line_remove(reader, reader->joined, 3);
}

static bool ends_line(const tilepdb_reader *reader, char byte) {
    return byte == '\n' || byte == '\r' || (byte == '\0' && reads_arguments(reader));
}

/* Looks for the end of the line. False: it has not come. */
static bool line_read(tilepdb_reader *reader) {
    if (reader->after_cr && reader->left > 0) {
        if (*reader->bytes == '\n') reader->bytes++, reader->left--;
        reader->after_cr = false;
    }
    size_t length = 0;
    while (length < reader->left && !ends_line(reader, reader->bytes[length])) length++;
    const bool found = length < reader->left;
    line_append(reader, reader->bytes, length);
    if (found) reader->after_cr = reader->bytes[length] == '\r';
    reader->last = found && reader->bytes[length] == '\0';
    reader->bytes += length + found;
    reader->left -= length + found;
    const bool last = reader->ended && reader->left == 0 &&
                      (reader->length > reader->joined || reader->too_long || reader->no_memory);
    if (!found && !last) return false;
    line_complete(reader);
    return true;
}

static bool line_refuse(tilepdb_reader *reader, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_ERROR;
    item->line = reader->number;
    if (reader->no_memory)
        error_set(&item->error, TILEPDB_ERROR_MEMORY, "not enough memory for the line");
    else
        error_set(&item->error, TILEPDB_ERROR_PARSE, "the line is longer than %d bytes",
                  TILEPDB_MAX_LINE);
    return true;
}

/* Passes the stored line to the board reader. */
static bool line_take(tilepdb_reader *reader, tilepdb_item *item) {
    bool again = false;
    const char *line = reader->line ? reader->line : "";
    const bool bad = reader->too_long || reader->no_memory;
    const bool found = bad ? board_reader_end(&reader->boards, item) || line_refuse(reader, item)
                           : board_reader_line(&reader->boards, line, reader->length,
                                               reader->number, item, &again);
    if (bad) again = item->line != reader->number;
    if (again) return true;
    reader->held = reader->too_long = reader->no_memory = false;
    reader->length = 0; /* the bytes stay: the item may point to them */
    reader->first = reader->last;
    return found;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static bool argument_refuse(const char *what, size_t line, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_ERROR;
    item->line = line;
    error_set(&item->error, TILEPDB_ERROR_PARSE,
              "the argument is %s: a board is its numbers, row by row, 0 for the blank", what);
    return true;
}

/* Takes the first board off the pieces. False: there is none. */
static bool pieces_take(tilepdb_reader *reader, tilepdb_item *item) {
    if (reader->taken == 0)
        reader->cells = board_reader_joined(&reader->boards, reader->line, reader->joined);
    if (reader->taken < reader->joined) {
        size_t taken;
        const bool found = board_reader_pieces(&reader->boards, reader->line + reader->taken,
                                               reader->joined - reader->taken, reader->cells,
                                               reader->joined_number, item, &taken);
        reader->taken += taken;
        if (found) return true;
    }
    line_remove(reader, 0, reader->joined);
    reader->joined = reader->taken = 0;
    return false;
}

/* Joins the stored line with the pieces before it. */
static void piece_add(tilepdb_reader *reader, enum piece piece) {
    if (reader->joined == 0) reader->joined_number = reader->number;
    line_append(reader, " ", 1);
    reader->joined = reader->length;
    reader->piece = piece;
    reader->held = false;
}

/* What the stored line is, after the pieces. */
static enum piece line_piece(tilepdb_reader *reader) {
    const bool whole = reader->first && reader->last && !reader->too_long && !reader->no_memory;
    if (!whole || reader->length == reader->joined) return PIECE_NONE;
    return board_reader_piece(&reader->boards, reader->line + reader->joined,
                              reader->length - reader->joined);
}

static bool line_is_empty(const tilepdb_reader *reader) {
    const size_t lead = reader->length > 0 ? text_separators(reader->line, reader->length) : 0;
    return lead == reader->length || reader->line[lead] == '#';
}

/* The same as line_take for a line of an argument. An argument of several lines stands alone. */
static bool argument_take(tilepdb_reader *reader, tilepdb_item *item) {
    const enum piece piece = line_piece(reader);
    if (piece && piece == reader->piece && reader->joined > 0) {
        piece_add(reader, piece);
        return false;
    }
    if (reader->joined > 0 && pieces_take(reader, item)) return true;
    reader->empty = (reader->first || reader->empty) && line_is_empty(reader);
    const bool nothing = reader->last && reader->empty;
    const bool alone = reader->first && (reader->several || !reader->last);
    if ((alone || nothing || piece) && board_reader_end(&reader->boards, item)) return true;
    if (reader->first && !board_reader_waits(&reader->boards)) reader->number = 1;
    if (reader->first) reader->several = !reader->last;
    if (piece) {
        piece_add(reader, piece);
        return false;
    }
    const size_t number = reader->number, length = reader->length;
    reader->boards.single = reader->first && reader->last;
    bool found = line_take(reader, item);
    if (nothing)
        found = argument_refuse(number == 1 && length == 0 ? "empty" : "blank", number, item);
    if (found && item->kind == TILEPDB_ITEM_ERROR && item->line == number)
        item->moves = reader->line;
    return found;
}

static bool item_next(tilepdb_reader *reader, tilepdb_item *item) {
    *item = (tilepdb_item){.kind = TILEPDB_ITEM_BOARD};
    for (;;) {
        if (board_reader_more(&reader->boards, item)) return true;
        if (!reader->held && !line_read(reader)) break;
        if (reads_arguments(reader) ? argument_take(reader, item) : line_take(reader, item))
            return true;
    }
    if (!reader->ended) return false;
    return (reader->joined > 0 && pieces_take(reader, item)) ||
           board_reader_end(&reader->boards, item);
}

/* ---- goals ----------------------------------------------------------------------------------- */

/* What an item is: a board that was called a start waits for its goal, or for the end. False: it is
 * not complete yet. */
static bool item_pair(tilepdb_reader *reader, tilepdb_item *item) {
    const bool board = item->kind == TILEPDB_ITEM_BOARD;
    const enum heading heading = board ? reader->boards.given : HEADING_NONE;
    reader->boards.given = HEADING_NONE;
    const bool same = item->board.width == reader->start.board.width &&
                      item->board.height == reader->start.board.height;
    if (heading == HEADING_GOAL && reader->starts && same) {
        reader->start.goal = item->board;
        reader->start.has_goal = true;
        *item = reader->start;
        reader->starts = false;
        return true;
    }
    if (heading == HEADING_GOAL) {
        item->kind = TILEPDB_ITEM_ERROR;
        error_set_at(&item->error, TILEPDB_ERROR_PARSE, 0, 1, "this is called a goal, and %s",
                     reader->starts ? "the start before it has another size"
                                    : "no board before it a start");
    }
    if (!reader->starts && heading != HEADING_START) return true;
    const bool complete = reader->starts;
    const tilepdb_item next = *item;
    if (complete) *item = reader->start;
    reader->start = next;
    reader->starts = heading == HEADING_START;
    reader->follows = complete && !reader->starts;
    return complete;
}

bool tilepdb_reader_next(tilepdb_reader *reader, tilepdb_item *item) {
    if (reader->follows) {
        *item = reader->start;
        reader->follows = false;
        return true;
    }
    while (item_next(reader, item))
        if (item_pair(reader, item)) return true;
    if (!reader->ended || !reader->starts) return false;
    *item = reader->start;
    reader->starts = false;
    return true;
}

/* ---- a text with one board, and a board as text ---------------------------------------------- */

tilepdb_status tilepdb_board_parse(const char *text, size_t length, int width, int height,
                                   tilepdb_board *board, tilepdb_error *error) {
    const tilepdb_reader_options options = {.width = width, .height = height, .large = true};
    tilepdb_item item, second;
    tilepdb_reader *reader;
    tilepdb_status status = tilepdb_reader_create(&options, &reader, error);
    if (status) return status;
    tilepdb_reader_feed(reader, text, length);
    tilepdb_reader_end(reader);
    const bool found = tilepdb_reader_next(reader, &item);
    const bool more =
        found && item.kind != TILEPDB_ITEM_ERROR && tilepdb_reader_next(reader, &second);
    tilepdb_reader_free(reader);
    if (!found)
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1,
                            "there is no number: a board is its numbers, row by row, 0 for the "
                            "blank");
    if (item.kind == TILEPDB_ITEM_ERROR) {
        if (error) *error = item.error;
        return item.error.status;
    }
    if (more)
        return error_set_at(error, TILEPDB_ERROR_PARSE, second.line, 1,
                            "the board is complete, but line %zu continues", second.line);
    *board = item.board;
    return TILEPDB_OK;
}

size_t tilepdb_board_format(const tilepdb_board *board, bool rows, char text[TILEPDB_BOARD_TEXT]) {
    text[0] = '\0';
    if (board_check(board, NULL)) return 0;
    size_t used = 0;
    unsigned cells = (unsigned)board->width * board->height;
    for (unsigned cell = 0; cell < cells; cell++) {
        const char *before = cell == 0 ? "" : rows && cell % board->width == 0 ? " / " : " ";
        used += (size_t)snprintf(text + used, TILEPDB_BOARD_TEXT - used, "%s%u", before,
                                 (unsigned)board->cells[cell]);
    }
    return used;
}
