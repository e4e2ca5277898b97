/*
 * Reads text in chunks: decodes UTF-16, cuts lines, joins arguments, and pairs boards with goals.
 * See tilepdb_text.h.
 *
 * A text is UTF-8, or UTF-16 if it begins with a byte order mark of UTF-16. Lines end with LF, CR
 * or CR LF. A byte order mark is dropped. Lines longer than TILEPDB_MAX_LINE are errors.
 *
 * An argument ends with NUL. Arguments that are pieces of a board are collected in front of the
 * current line, separated by blanks, until another argument comes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/open_goal.h"
#include "text/board_reader.h"
#include "text/characters.h"
#include "text/moves_lexer.h"
#include "tilepdb_text.h"

/* Arguments that are joined: single moves; or up to three numbers with marks but no blanks, which
 * are not a board by themselves. */
enum piece { PIECE_NONE, PIECE_MOVE, PIECE_NUMBERS };

enum encoding { ENCODING_UNKNOWN, UTF8, UTF16_LITTLE, UTF16_BIG };

struct tilepdb_reader {
    struct board_reader boards;
    enum encoding encoding;
    unsigned char pending[4]; /* bytes that are no character yet */
    size_t pending_bytes;
    char *decoded; /* owned; the piece of text as UTF-8 */
    size_t decoded_capacity;
    char *line; /* owned; the pieces, then the current line */
    size_t length, capacity;
    size_t joined, taken; /* bytes of all pieces; of the pieces that were read as boards */
    size_t joined_number;
    enum piece piece;
    int cells; /* of each joined board; 0 if unknown */
    size_t number;
    const char *bytes;
    size_t left;
    bool held;     /* `line` is complete and not yet read */
    bool after_cr; /* the last line ended with CR, so a LF is skipped */
    bool first;    /* of its argument, or of the text */
    bool last;     /* of its argument */
    bool empty;    /* the argument has only empty lines and comments so far */
    bool several;  /* the last argument had several lines */
    bool too_long;
    bool no_memory;
    bool ended;
    bool follows;       /* `waiting` is the next item */
    bool starts;        /* `waiting` is a start, whose goal may follow */
    struct loose loose; /* of `waiting` */
    tilepdb_item waiting;
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
    made->bytes = "";
    *reader = made;
    return TILEPDB_OK;
}

static bool reads_arguments(const tilepdb_reader *reader) {
    return reader->boards.options.reading == TILEPDB_READ_ARGUMENTS;
}

/* ---- encodings ------------------------------------------------------------------------------- */

static size_t utf8_write(uint32_t code, char *to) {
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    const size_t bytes = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = bytes - 1; i > 0; i--, code >>= 6) to[i] = (char)(0x80 | (code & 0x3F));
    to[0] = (char)((0xF00u >> bytes & 0xFF) | code);
    return bytes;
}

/* Decodes a byte of UTF-16 and the pending bytes. Returns the number of bytes written, up to 6; a
 * surrogate alone becomes U+FFFD. */
static size_t utf16_take(tilepdb_reader *reader, unsigned char byte, char *to) {
    unsigned char *pending = reader->pending;
    size_t used = 0;
    pending[reader->pending_bytes++] = byte;
    if (reader->pending_bytes % 2 != 0) return 0;
    const size_t low = reader->encoding == UTF16_BIG, at = reader->pending_bytes - 2;
    uint32_t code = (uint32_t)pending[at + low] | (uint32_t)pending[at + 1 - low] << 8;
    const bool is_low = code >= 0xDC00 && code < 0xE000;
    if (at == 2) {
        const uint32_t high = (uint32_t)pending[low] | (uint32_t)pending[1 - low] << 8;
        if (is_low) {
            reader->pending_bytes = 0;
            return utf8_write(0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00), to);
        }
        used = utf8_write(0xFFFD, to);
        memcpy(pending, pending + 2, 2);
    }
    reader->pending_bytes = 2;
    if (code >= 0xD800 && code < 0xDC00) return used; /* waits for the other half */
    reader->pending_bytes = 0;
    return used + utf8_write(is_low ? 0xFFFD : code, to + used);
}

/* By the first two bytes of the text; waits if only one is known. */
static void encoding_find(tilepdb_reader *reader, const char *bytes, size_t length) {
    const unsigned char first =
        reader->pending_bytes > 0 ? reader->pending[0] : (unsigned char)bytes[0];
    const size_t next = 1 - reader->pending_bytes;
    if (reads_arguments(reader) || (first != 0xFF && first != 0xFE)) {
        reader->encoding = UTF8;
    } else if (next < length) {
        const unsigned char second = (unsigned char)bytes[next];
        reader->encoding = first == 0xFF && second == 0xFE   ? UTF16_LITTLE
                           : first == 0xFE && second == 0xFF ? UTF16_BIG
                                                             : UTF8;
    } else if (reader->pending_bytes == 0) {
        reader->pending[reader->pending_bytes++] = first;
    }
}

static void piece_decode(tilepdb_reader *reader, const char *bytes, size_t length) {
    size_t used = 0;
    if (!text_reserve(&reader->decoded, &reader->decoded_capacity, 2 * length + 8)) {
        reader->no_memory = true;
        return;
    }
    if (reader->encoding == UTF8) {
        memcpy(reader->decoded, reader->pending, reader->pending_bytes);
        memcpy(reader->decoded + reader->pending_bytes, bytes, length);
        used = reader->pending_bytes + length;
        reader->pending_bytes = 0;
    } else {
        for (size_t i = 0; i < length; i++)
            used += utf16_take(reader, (unsigned char)bytes[i], reader->decoded + used);
    }
    reader->bytes = reader->decoded;
    reader->left = used;
}

void tilepdb_reader_feed(tilepdb_reader *reader, const char *bytes, size_t length) {
    const bool held = reader->encoding == ENCODING_UNKNOWN && reader->pending_bytes > 0;
    if (length == 0) return;
    reader->bytes = bytes;
    reader->left = length;
    if (reader->encoding == ENCODING_UNKNOWN) {
        encoding_find(reader, bytes, length);
        if (reader->encoding == ENCODING_UNKNOWN) reader->left = 0;
    }
    if (reader->encoding > UTF8 || (held && reader->encoding == UTF8))
        piece_decode(reader, bytes, length);
}

void tilepdb_reader_end(tilepdb_reader *reader) {
    if (!reader->ended && reader->pending_bytes > 0) {
        const bool half = reader->encoding > UTF8;
        reader->encoding = UTF8;
        if (half) reader->pending_bytes = utf8_write(0xFFFD, (char *)reader->pending);
        piece_decode(reader, "", 0);
    }
    reader->ended = true;
}

void tilepdb_reader_free(tilepdb_reader *reader) {
    if (!reader) return;
    board_reader_free(&reader->boards);
    free(reader->line);
    free(reader->decoded);
    free(reader);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void line_append(tilepdb_reader *reader, const char *bytes, size_t length) {
    const size_t most = TILEPDB_MAX_LINE - reader->length;
    if (length > most) {
        reader->too_long = true;
        length = most;
    }
    if (length == 0) return;
    if (!text_reserve(&reader->line, &reader->capacity, reader->length + length)) {
        reader->no_memory = true;
        return;
    }
    memcpy(reader->line + reader->length, bytes, length);
    reader->length += length;
}

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
        error_set_code(
            &item->error, TILEPDB_ERROR_PARSE,
            (struct error_code){.code = TILEPDB_MESSAGE_TEXT_LONG, .number = {TILEPDB_MAX_LINE}},
            "the line is longer than %d bytes", TILEPDB_MAX_LINE);
    return true;
}

static bool line_take(tilepdb_reader *reader, tilepdb_item *item) {
    bool again = false;
    const struct line line = {reader->line ? reader->line : "", reader->length, reader->number};
    const bool bad = reader->too_long || reader->no_memory;
    const bool found = bad ? board_reader_end(&reader->boards, item) || line_refuse(reader, item)
                           : board_reader_line(&reader->boards, line, item, &again);
    if (bad) again = item->line != reader->number;
    if (again) return true;
    reader->held = reader->too_long = reader->no_memory = false;
    reader->length = 0; /* keeps the bytes, to which the item may point */
    reader->first = reader->last;
    return found;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static bool is_of_number(char byte) {
    return text_is_digit(byte) || byte == '.' || byte == '_';
}

static bool is_row_mark(char byte) {
    return byte == '/' || byte == ';';
}

static enum piece line_piece(tilepdb_reader *reader) {
    const bool whole = reader->first && reader->last && !reader->too_long && !reader->no_memory;
    if (!whole || reader->length == reader->joined || reader->boards.block.lexer.depth > 0)
        return PIECE_NONE;
    const char *text = reader->line + reader->joined;
    const size_t length = reader->length - reader->joined;
    tilepdb_item item;
    int numbers = 0;
    if (moves_is_single(text, length)) return PIECE_MOVE;
    for (size_t i = 0; i < length; i++) {
        if (!is_of_number(text[i]) && !is_row_mark(text[i]) && text[i] != ',' && text[i] != ':')
            return PIECE_NONE;
        numbers += is_of_number(text[i]) && (i == 0 || !is_of_number(text[i - 1]));
    }
    return numbers < 4 && !line_whole(&reader->boards, (struct line){text, length, 1}, &item)
               ? PIECE_NUMBERS
               : PIECE_NONE;
}

/* The length of the first board of a text. It has `cells` numbers; if `cells` is 0, it ends after
 * the first full row without '/' or ';' behind it. */
static size_t joined_bytes(const char *text, size_t length, int cells) {
    int numbers = 0, width = 0, in_row = 0;
    bool marked = false;
    for (size_t i = 0; i < length; i++) {
        if (is_row_mark(text[i])) {
            if (!marked) width = in_row;
            marked = true;
            in_row = 0;
        }
        if (!is_of_number(text[i]) || (i > 0 && is_of_number(text[i - 1]))) continue;
        if (cells > 0 ? numbers == cells : marked && in_row == width) return i;
        numbers++;
        in_row++;
    }
    return length;
}

static bool are_boards(struct board_reader *reader, const char *text, size_t length, int side) {
    tilepdb_board board;
    for (size_t at = 0; at < length;) {
        const size_t bytes = joined_bytes(text + at, length - at, side * side);
        const struct line line = {text + at, bytes, 1};
        if (line_value(reader, line, side, side, &board)) return false;
        at += bytes;
    }
    return true;
}

/* Returns the cells of the given size, or of the first of 4x4, 3x3, 5x5 and 2x2 that fits the whole
 * text; 0 if '/' or ';' separates rows. */
static int joined_cells(struct board_reader *reader, const char *text, size_t length) {
    static const int sides[] = {4, 3, 5, 2};
    const int given = reader->options.width * reader->options.height;
    for (size_t i = 0; given == 0 && i < sizeof sides / sizeof *sides; i++)
        if (are_boards(reader, text, length, sides[i])) return sides[i] * sides[i];
    return memchr(text, '/', length) || memchr(text, ';', length) ? 0 : given;
}

static bool argument_refuse(const char *what, size_t line, tilepdb_item *item) {
    item->kind = TILEPDB_ITEM_ERROR;
    item->line = line;
    error_set_code(&item->error, TILEPDB_ERROR_PARSE,
                   (struct error_code){.code = TILEPDB_MESSAGE_TEXT_NONE},
                   "the argument is %s: a board is its numbers, row by row, 0 for the blank", what);
    return true;
}

static bool pieces_take(tilepdb_reader *reader, tilepdb_item *item) {
    if (reader->taken == 0)
        reader->cells = joined_cells(&reader->boards, reader->line, reader->joined);
    if (reader->taken < reader->joined) {
        const char *text = reader->line + reader->taken;
        const size_t left = reader->joined - reader->taken;
        const size_t bytes =
            text_is_move(text, left) ? left : joined_bytes(text, left, reader->cells);
        const struct line line = {text, text_trimmed(text, bytes), reader->joined_number};
        bool again;
        reader->taken += bytes;
        if (line_board(&reader->boards, line, item, &again) ||
            board_reader_end(&reader->boards, item))
            return true;
    }
    line_remove(reader, 0, reader->joined);
    reader->joined = reader->taken = 0;
    return false;
}

static void piece_add(tilepdb_reader *reader, enum piece piece) {
    if (reader->joined == 0) reader->joined_number = reader->number;
    line_append(reader, " ", 1);
    reader->joined = reader->length;
    reader->piece = piece;
    reader->held = false;
}

static bool argument_take(tilepdb_reader *reader, tilepdb_item *item) {
    const enum piece piece = line_piece(reader);
    if (piece && piece == reader->piece && reader->joined > 0) {
        piece_add(reader, piece);
        return false;
    }
    if (reader->joined > 0 && pieces_take(reader, item)) return true;
    const size_t lead = reader->length > 0 ? text_separators(reader->line, reader->length) : 0;
    reader->empty =
        (reader->first || reader->empty) && (lead == reader->length || reader->line[lead] == '#');
    const bool nothing = reader->last && reader->empty && !reader->no_memory;
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
    /* Marks an error about this argument alone (tilepdb_text.h). */
    if (found && item->kind == TILEPDB_ITEM_ERROR && item->line == number)
        item->moves = reader->line;
    return found;
}

/* Reads at most one line. Sets `*left` to false if no line is complete. */
static bool item_next(tilepdb_reader *reader, tilepdb_item *item, bool *left) {
    *left = true;
    if (board_reader_more(&reader->boards, item)) return true;
    if (reader->held || line_read(reader))
        return reads_arguments(reader) ? argument_take(reader, item) : line_take(reader, item);
    *left = false;
    return reader->ended && ((reader->joined > 0 && pieces_take(reader, item)) ||
                             board_reader_end(&reader->boards, item));
}

/* ---- goals ----------------------------------------------------------------------------------- */

static bool is_part(const tilepdb_reader *reader, const tilepdb_item *item) {
    return item->kind == TILEPDB_ITEM_ERROR &&
           (loose_continues(&reader->loose, &reader->boards.torn, reader->waiting.line) ||
            (reader->starts && torn_lacks_rows(&reader->boards.torn, &reader->waiting.board)));
}

/* Makes the waiting item an error, since it may be a part of the error next to it. */
static void waiting_tear(tilepdb_reader *reader) {
    const struct torn torn = reader->boards.torn;
    item_torn(&reader->boards, reader->waiting.line, &reader->waiting);
    reader->boards.torn = torn;
}

/* A board called a start waits for the next item, which may be its goal; a loose board also waits,
 * since it may become an error. Returns false while no item is complete. */
static bool item_pair(tilepdb_reader *reader, tilepdb_item *item) {
    const bool board = item->kind == TILEPDB_ITEM_BOARD;
    const enum heading heading = board ? reader->boards.given : HEADING_NONE;
    const struct loose loose = board ? reader->boards.loose : (struct loose){0};
    const bool waited = reader->starts || reader->loose.tiles != 0;
    reader->boards.given = HEADING_NONE;
    const bool same = item->board.width == reader->waiting.board.width &&
                      item->board.height == reader->waiting.board.height;
    if (heading == HEADING_GOAL && reader->starts && same) {
        reader->waiting.goal = item->board;
        reader->waiting.has_goal = true;
        *item = reader->waiting;
        reader->starts = false;
        reader->loose = (struct loose){0};
        return true;
    }
    if (heading == HEADING_GOAL) {
        item->kind = TILEPDB_ITEM_ERROR;
        error_set_code(&item->error, TILEPDB_ERROR_PARSE,
                       (struct error_code){.code = TILEPDB_MESSAGE_TEXT_GOAL, .column = 1},
                       "this is marked as a goal, and %s",
                       reader->starts ? "the start before it has another size"
                                      : "no board before it as a start: write 'Start:' before it");
    }
    if (waited && is_part(reader, item)) waiting_tear(reader);
    const bool waits = heading == HEADING_START || (loose.tiles != 0 && heading == HEADING_NONE);
    if (!waited && !waits) return true;
    const tilepdb_item next = *item;
    if (waited) *item = reader->waiting;
    reader->waiting = next;
    reader->starts = heading == HEADING_START;
    reader->loose = waits ? loose : (struct loose){0};
    reader->follows = !waits;
    return waited;
}

/* Enough empty lines below show that a loose board is complete. */
static bool waiting_ends(const tilepdb_reader *reader) {
    return !reader->starts && reader->loose.tiles != 0 && !board_reader_waits(&reader->boards) &&
           reader->boards.empty_lines > !reader->loose.line;
}

static bool waiting_give(tilepdb_reader *reader, tilepdb_item *item) {
    if (!reader->starts && reader->loose.tiles == 0 && !reader->follows) return false;
    *item = reader->waiting;
    reader->starts = reader->follows = false;
    reader->loose = (struct loose){0};
    return true;
}

bool tilepdb_reader_next(tilepdb_reader *reader, tilepdb_item *item) {
    bool left = true;
    if (reader->follows) return waiting_give(reader, item);
    *item = (tilepdb_item){.kind = TILEPDB_ITEM_BOARD};
    while (left) {
        const bool given = item_next(reader, item, &left);
        if (board_reader_refuse(&reader->boards, reader->number, item) || given) {
            if (item_pair(reader, item)) return true;
            *item = (tilepdb_item){.kind = TILEPDB_ITEM_BOARD};
            left = true;
        }
        if (waiting_ends(reader)) return waiting_give(reader, item);
    }
    return reader->ended && waiting_give(reader, item);
}

/* ---- boards and goals as text ---------------------------------------------------------------- */

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
    if (more && second.error.status == TILEPDB_ERROR_MEMORY) item = second;
    if (!found)
        return error_set_code(
            error, TILEPDB_ERROR_PARSE,
            (struct error_code){.code = TILEPDB_MESSAGE_TEXT_NONE, .column = 1},
            "there is no number: a board is its numbers, row by row, 0 for the blank");
    if (item.kind == TILEPDB_ITEM_ERROR) {
        if (error) *error = item.error;
        return item.error.status;
    }
    if (more)
        return error_set_code(error, TILEPDB_ERROR_PARSE,
                              (struct error_code){.code = TILEPDB_MESSAGE_TEXT_SEVERAL,
                                                  .number = {(int64_t)second.line},
                                                  .line = second.line,
                                                  .column = 1},
                              "the board is complete, but line %zu continues", second.line);
    *board = item.board;
    return TILEPDB_OK;
}

/* Copies the text with a blank in each "/" + "*", which would begin a comment. NULL without
 * memory. */
static char *marks_part(const char *text, size_t *length) {
    char *copy = malloc(2 * *length + 1);
    size_t used = 0;
    for (size_t i = 0; copy && i < *length; i++) {
        if (i > 0 && text[i] == '*' && text[i - 1] == '/') copy[used++] = ' ';
        copy[used++] = text[i];
    }
    *length = used;
    return copy;
}

static tilepdb_status tokens_read(const char *text, size_t length, int width, int height,
                                  tilepdb_board *goal, tilepdb_error *error) {
    const struct reading_rules rules = {.width = width, .height = height, .goal = true};
    struct lexer lexer = {0};
    struct readings readings = {0};
    struct reading_board found;
    lexer_text(&lexer, text, length, 1);
    const struct token_range range = {
        .lexer = &lexer, .end = lexer.count, .line = 1, .role = ROLE_CELL};
    const tilepdb_status status = readings_find(&readings, range, &rules, false, error);
    if (!status && readings_next(&readings, &found)) *goal = found.board;
    readings_free(&readings);
    lexer_free(&lexer);
    return status;
}

static tilepdb_status open_read(const char *text, size_t length, int width, int height,
                                tilepdb_board *goal, tilepdb_error *error) {
    tilepdb_board read, example;
    char *copy = marks_part(text, &length);
    if (!copy) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the text");
    const tilepdb_status status = tokens_read(copy, length, width, height, &read, error);
    free(copy);
    if (status) return status;
    /* One open cell beside different tiles holds what is missing. */
    const bool one = board_count(&read, TILEPDB_ANY_TILE) == 1;
    *goal = one && open_goal_example(&read, &example) ? example : read;
    return TILEPDB_OK;
}

/* On lines, '*' may begin the items of a list, where a goal has open cells. */
static tilepdb_status refuse_both(const tilepdb_board *board, const tilepdb_board *goal,
                                  tilepdb_error *error) {
    const struct error_code code = {.code = TILEPDB_MESSAGE_TEXT_AMBIGUOUS, .column = 1};
    char first[TILEPDB_BOARD_TEXT], second[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(board, true, first);
    tilepdb_board_format(goal, true, second);
    return error_set_code(error, TILEPDB_ERROR_PARSE, code,
                          "this may be %.120s or %.120s: write one of them", first, second);
}

tilepdb_status tilepdb_goal_parse(const char *text, size_t length, int width, int height,
                                  tilepdb_board *goal, tilepdb_error *error) {
    tilepdb_error plain, open;
    tilepdb_board read;
    const bool marked = memchr(text, '*', length);
    const bool board = !tilepdb_board_parse(text, length, width, height, goal, &plain);
    if (board && !marked) return TILEPDB_OK;
    const tilepdb_status status = open_read(text, length, width, height, &read, &open);
    const bool differ = board && !status && !board_equal(goal, &read);
    if (differ && memchr(text, '\n', text_trimmed(text, length)))
        return refuse_both(goal, &read, error);
    if (!status) *goal = read;
    if (!status || board) return TILEPDB_OK;
    const bool may_be_open = marked || plain.code == TILEPDB_MESSAGE_TEXT_TWICE;
    if (error) *error = may_be_open ? open : plain;
    return may_be_open ? open.status : plain.status;
}

size_t tilepdb_board_format(const tilepdb_board *board, bool rows, char text[TILEPDB_BOARD_TEXT]) {
    text[0] = '\0';
    if (board_check_numbers(board, true, "board", NULL)) return 0;
    size_t used = 0;
    unsigned cells = (unsigned)board->width * board->height;
    for (unsigned cell = 0; cell < cells; cell++) {
        const char *before = cell == 0 ? "" : rows && cell % board->width == 0 ? " / " : " ";
        const unsigned number = board->cells[cell];
        used += (size_t)snprintf(text + used, TILEPDB_BOARD_TEXT - used,
                                 number == TILEPDB_ANY_TILE ? "%s*" : "%s%u", before, number);
    }
    return used;
}
