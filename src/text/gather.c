/*
 * Which lines belong together. See gather.h.
 */
#include "text/gather.h"

#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "text/block.h"
#include "text/characters.h"
#include "text/moves_scan.h"
#include "text/ruled.h"

tilepdb_status gather_init(struct gather *gather, const tilepdb_reader_options *options,
                           tilepdb_error *error) {
    memset(gather, 0, sizeof *gather);
    gather->options = *options;
    if (options->goal) {
        gather->goal = *options->goal;
        gather->options.goal = &gather->goal;
    }
    if (options->reading > TILEPDB_READ_ARGUMENTS || options->notation > TILEPDB_NOTATION_NUMBERS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown reading or notation");
    if (options->goal) {
        const tilepdb_status status = options->large ? board_check(options->goal, error)
                                                     : board_check_table(options->goal, error);
        if (status) return status;
    }
    if (options->width == 0 && options->height == 0) return TILEPDB_OK;
    return scan_size_check(options->width, options->height, options->large, error);
}

/* ---- words ----------------------------------------------------------------------------------- */

static struct word_size word_size(const struct gather *gather) {
    const tilepdb_reader_options *options = &gather->options;
    return (struct word_size){options->width, options->height, options->large};
}

static bool is_word(const struct gather *gather, const char *text, size_t length,
                    tilepdb_board *board) {
    return word_board(text, length, word_size(gather), board);
}

/* ---- scrambles ------------------------------------------------------------------------------- */

static void scramble_begin(const struct gather *gather, tilepdb_board *board) {
    const tilepdb_reader_options *options = &gather->options;
    const int width = options->width != 0 ? options->width : 4;
    const int height = options->height != 0 ? options->height : 4;
    const tilepdb_board *goal = options->goal;
    if (goal && (options->width == 0 || (goal->width == width && goal->height == height)))
        *board = *goal;
    else
        tilepdb_goal(width, height, options->blank_first ? 0 : width * height - 1, board, NULL);
}

/* False: the text may be moves. */
static bool explain_answer(struct gather *gather, const char *text, size_t length) {
    tilepdb_error cause;
    if (!moves_check_answer(text, length, &cause)) return false;
    error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, cause.column, "not a board: %s",
                 cause.message);
    return true;
}

static tilepdb_notation scramble_notation(const struct gather *gather) {
    return gather->options.notation == TILEPDB_NOTATION_BLANK ? TILEPDB_NOTATION_BLANK
                                                              : TILEPDB_NOTATION_TILE;
}

/* What to add about a scramble that cannot be played, if it can where letters mean the other thing.
 */
static const char *other_reading(const struct gather *gather, const char *text, size_t length) {
    const bool blank = scramble_notation(gather) == TILEPDB_NOTATION_BLANK;
    tilepdb_board board;
    scramble_begin(gather, &board);
    if (tilepdb_moves_parse(text, length, blank ? TILEPDB_NOTATION_TILE : TILEPDB_NOTATION_BLANK,
                            &board, NULL, 0, NULL, NULL))
        return "";
    return blank ? "; as moves of tiles it can be played (--moves tile)"
                 : "; as moves of the blank it can be played (--moves blank)";
}

static bool item_scramble(struct gather *gather, const char *text, size_t length, size_t line,
                          tilepdb_item *item) {
    tilepdb_error cause;
    scramble_begin(gather, &item->board);
    const tilepdb_status status = tilepdb_moves_parse(text, length, scramble_notation(gather),
                                                      &item->board, NULL, 0, NULL, &cause);
    if (!status) return gather_board(line, item);
    if (status != TILEPDB_REFUTED && word_explain(text, length, word_size(gather), &gather->error))
        return gather_error(gather, line, item);
    if (!explain_answer(gather, text, length))
        error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, cause.column,
                     "this scramble cannot be %s: %s%s",
                     status == TILEPDB_REFUTED ? "played" : "read", cause.message,
                     status == TILEPDB_REFUTED ? other_reading(gather, text, length) : "");
    return gather_error(gather, line, item);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* How many brackets are open after a line. */
static int brackets(const char *text, size_t length, int open) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '[' || text[i] == '(' || text[i] == '{') open++;
        if (text[i] == ']' || text[i] == ')' || text[i] == '}') open--;
    }
    return open;
}

static void skip_begin(struct gather *gather, int open) {
    gather->skipping = open;
    gather->skipped = 0;
}

/* How many lines a board has at most, with each number and each bracket on a line of its own. */
static int most_lines(const struct gather *gather) {
    const bool large = gather->options.large;
    return scan_most_cells(large) + 2 * scan_most_side(large) + 2;
}

/* Whether two scans have a number in common that is a tile or the blank. */
static bool repeats(const struct scan *above, const struct scan *line) {
    bool seen[TILEPDB_MAX_CELLS] = {false};
    for (int i = 0; i < above->count; i++)
        if (above->cell[i].number < TILEPDB_MAX_CELLS) seen[above->cell[i].number] = true;
    for (int i = 0; i < line->count; i++)
        if (seen[line->cell[i].number]) return true;
    return false;
}

/* Whether a line is a board or a scramble by itself, and no part of the list or the marked rows
 * that are open, or of what is skipped. */
static bool stands_alone(const struct gather *gather, const char *text, size_t length) {
    const tilepdb_reader_options *options = &gather->options;
    struct scan line;
    tilepdb_board board;
    tilepdb_error cause;
    if (is_word(gather, text, length, &board)) return true;
    if (moves_begins(text, length))
        return tilepdb_moves_parse(text, length, TILEPDB_NOTATION_TILE, NULL, NULL, 0, NULL,
                                   NULL) == TILEPDB_OK;
    scan_begin(&line, options->width, options->height, options->large, &cause);
    if (scan_line(&line, text, length, 1) || scan_is_open(&line)) return false;
    if (line.nested) return true;
    if (scan_finish(&line, &board)) return false;
    if (gather->skipping > 0) return line.marked || !block_takes(gather, line.count);
    return repeats(&gather->scan, &line);
}

/* Whether a line is skipped. */
static bool line_skip(struct gather *gather, const char *text, size_t length) {
    if (gather->skipping <= 0) return false;
    const bool over = ++gather->skipped > most_lines(gather) ||
                      (length > 0 && stands_alone(gather, text, length));
    gather->skipping = over || length == 0 ? 0 : brackets(text, length, gather->skipping);
    return !over;
}

/* A line that continues an open list or marked rows. */
static bool line_open(struct gather *gather, const char *text, size_t length, size_t line,
                      tilepdb_item *item, bool *again) {
    struct scan *scan = &gather->scan;
    const bool alone = length > 0 && stands_alone(gather, text, length);
    const size_t lead = text_separators(text, length);
    const bool number = length > lead && (text_is_digit(text[lead]) || text_is_blank(text[lead]));
    if (length == 0 || alone || (scan->depth == 0 && !number)) {
        gather->open = false;
        *again = length > 0;
        return gather_scanned(gather, item);
    }
    const int depth = scan->depth;
    if (scan_line(scan, text, length, line)) {
        gather->open = false;
        skip_begin(gather, brackets(text, length, depth));
        return gather_error(gather, scan->first_line, item);
    }
    gather->open = scan_is_open(scan);
    return gather->open ? false : gather_scanned(gather, item);
}

/* Describes an unreadable line; an answer line has its own sentence. */
static void explain_line(struct gather *gather, const char *text, size_t length) {
    if (word_explain(text, length, word_size(gather), &gather->error)) return;
    if (!explain_answer(gather, text, length) && moves_answer_length(text, length) > 0)
        error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, 1,
                     "this is an answer of pdbsolve, a length and a solution, not a board; "
                     "'pdbsolve --invert' turns it into a scramble, '--judge' compares it");
}

/* Two numbers that are in no board of two columns. */
static bool is_count(const struct gather *gather) {
    const struct scan *scan = &gather->scan;
    const uint32_t most = 2 * (uint32_t)scan_most_side(gather->options.large);
    return scan->count == 2 && !scan->marked &&
           (scan->cell[0].number >= most || scan->cell[1].number >= most);
}

/* The answer to a solved board. */
static bool is_nothing(const struct scan *scan) {
    return scan->count == 1 && scan->cell[0].number == 0 && !scan->listed && !scan_is_open(scan);
}

static void explain_number(struct gather *gather) {
    if (is_nothing(&gather->scan)) {
        error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, 1,
                     "1 number is not a board: '0' alone is pdbsolve's answer for a solved board");
        return;
    }
    error_set_at(&gather->error, TILEPDB_ERROR_PARSE, 0, 1,
                 "two numbers are not a board: this may be a line of 'pdbsolve --count', LENGTH "
                 "COUNT");
}

/* A line of numbers or lists, or one that is unreadable. */
static bool line_numbers(struct gather *gather, const char *text, size_t length, size_t line,
                         tilepdb_item *item, bool *again) {
    struct scan *scan = &gather->scan;
    gather_scan_begin(gather);
    const bool readable = !scan_line(scan, text, length, line);
    if (!readable && scan->count > 0 && moves_answer_length(text, length) == 0) {
        bool taken;
        const bool ended = block_drops(gather, item, &taken);
        if (taken) return ended;
    }
    const bool row = readable && !scan->marked && !scan_is_open(scan) &&
                     block_takes(gather, scan->count) && !is_count(gather);
    if (block_waits(gather) && !(row && scan->count == gather->width)) {
        *again = true;
        return block_end(gather, item);
    }
    if (row) return block_add(gather, item);
    if (!readable) {
        skip_begin(gather, scan->depth > 0 ? brackets(text, length, 0) : 0);
        explain_line(gather, text, length);
        return gather_error(gather, line, item);
    }
    if (is_count(gather) || is_nothing(scan)) {
        explain_number(gather);
        return gather_error(gather, line, item);
    }
    if (scan->count == 1 && word_explain(text, length, word_size(gather), &gather->error))
        return gather_error(gather, line, item);
    /* A mark after a board is one too many, and does not ask for another line. */
    const bool whole =
        scan->depth == 0 && scan->rows > 1 && scan_is_permutation(scan->cell, scan->count);
    gather->open = scan_is_open(scan) && !whole;
    return gather->open ? false : gather_scanned(gather, item);
}

static bool line_board(struct gather *gather, const char *text, size_t length, size_t line,
                       tilepdb_item *item, bool *again) {
    const size_t lead = text_separators(text, length);
    tilepdb_board board;
    const bool word = is_word(gather, text, length, &board);
    if (lead < length && !word && !moves_begins(text, length))
        return line_numbers(gather, text, length, line, item, again);
    if (block_waits(gather)) {
        *again = lead < length;
        return block_end(gather, item);
    }
    if (word) {
        item->board = board;
        return gather_board(line, item);
    }
    return lead < length ? item_scramble(gather, text, length, line, item) : false;
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* Where the board of a line ends, at a TAB, otherwise the last ';'; 0: the line has no board. */
static size_t board_part(const struct gather *gather, const char *text, size_t length) {
    size_t split = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\t' || (text[i] == ';' && (split == 0 || text[split] != '\t'))) split = i;
    const size_t lead = text_separators(text, split);
    if (lead >= split) return 0;
    /* Four digits may be the length of a solution. */
    tilepdb_board board;
    if (is_word(gather, text, split, &board) && (gather->options.width != 0 || board.width > 2))
        return split;
    if (text_is_move(text + lead, split - lead)) return split;
    const size_t digits = text_digits(text + lead, split - lead);
    return digits == split - lead || memchr("<>ue", text[lead], 4) != NULL ? 0 : split;
}

static bool line_solution(struct gather *gather, const char *text, size_t length, size_t line,
                          tilepdb_item *item) {
    bool again = false;
    if (text_separators(text, length) == length) return false;
    const size_t split = board_part(gather, text, length);
    item->moves = split > 0 ? text + split + 1 : text;
    item->moves_length = split > 0 ? length - split - 1 : length;
    item->line = line;
    item->kind = TILEPDB_ITEM_SOLUTION;
    if (split == 0) return true;
    const bool filled =
        line_board(gather, text, split, line, item, &again) || gather_end(gather, item);
    gather->skipping = 0;
    if (filled && item->kind == TILEPDB_ITEM_BOARD) item->kind = TILEPDB_ITEM_BOARD_AND_SOLUTION;
    return true;
}

bool gather_line(struct gather *gather, const char *text, size_t length, size_t line,
                 tilepdb_item *item, bool *again) {
    *again = false;
    const char *comment = memchr(text, '#', length);
    if (comment && text_separators(text, length) == (size_t)(comment - text)) return false;
    if (comment) length = (size_t)(comment - text);
    const bool solutions = gather->options.reading == TILEPDB_READ_SOLUTIONS;
    char plain[RULED_MOST];
    const enum ruled ruled = solutions ? RULED_NONE : ruled_line(text, length, plain, &length);
    if (ruled == RULED_RULE) return false;
    if (ruled == RULED_ROW) text = plain;
    /* A TAB at the end of a board says that its solution has no moves. */
    length = solutions ? length : text_trimmed(text, length);
    if (solutions) return line_solution(gather, text, length, line, item);
    if (line_skip(gather, text, length)) return false;
    if (gather->open) return line_open(gather, text, length, line, item, again);
    return line_board(gather, text, length, line, item, again);
}

bool gather_waits(const struct gather *gather) {
    return gather->open || gather->skipping > 0 || block_waits(gather);
}

bool gather_end(struct gather *gather, tilepdb_item *item) {
    gather->skipping = 0;
    if (gather_more(gather, item)) return true;
    if (block_waits(gather)) return block_end(gather, item);
    if (!gather->open) return false;
    gather->open = false;
    return gather_scanned(gather, item);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* A byte of a number; of the other bytes of pieces, marks end a row. */
static bool is_of_number(char byte) {
    return text_is_digit(byte) || byte == '.' || byte == '_';
}

static bool is_mark(char byte) {
    return byte == '/' || byte == ';';
}

enum piece gather_piece(const struct gather *gather, const char *text, size_t length) {
    tilepdb_board board;
    int numbers = 0;
    if ((gather->open && gather->scan.depth > 0) || gather->skipping > 0) return PIECE_NONE;
    if (moves_is_single(text, length)) return PIECE_MOVE;
    for (size_t i = 0; i < length; i++) {
        if (!is_of_number(text[i]) && !is_mark(text[i]) && text[i] != ',') return PIECE_NONE;
        numbers += is_of_number(text[i]) && (i == 0 || !is_of_number(text[i - 1]));
    }
    const bool piece = length > 0 && numbers < 4 && !is_word(gather, text, length, &board);
    return piece ? PIECE_NUMBERS : PIECE_NONE;
}

/* The bytes of the first board of joined numbers: of so many cells; or if that is 0, to the end of
 * a row as long as the first that no mark follows. */
static size_t joined_bytes(const char *text, size_t length, int cells) {
    int numbers = 0, width = 0, in_row = 0;
    bool marked = false;
    for (size_t i = 0; i < length; i++) {
        if (is_mark(text[i])) {
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

/* Whether all of a text is boards of this size. */
static bool are_boards(const struct gather *gather, const char *text, size_t length, int side) {
    struct scan scan;
    tilepdb_error cause;
    tilepdb_board board;
    for (size_t at = 0; at < length;) {
        const size_t bytes = joined_bytes(text + at, length - at, side * side);
        scan_begin(&scan, side, side, gather->options.large, &cause);
        if (scan_line(&scan, text + at, bytes, 1) || scan_finish(&scan, &board)) return false;
        at += bytes;
    }
    return true;
}

int gather_joined(const struct gather *gather, const char *text, size_t length) {
    static const int sides[] = {4, 3, 5, 2};
    const int given = gather->options.width * gather->options.height;
    for (size_t i = 0; given == 0 && i < sizeof sides / sizeof *sides; i++)
        if (are_boards(gather, text, length, sides[i])) return sides[i] * sides[i];
    return memchr(text, '/', length) || memchr(text, ';', length) ? 0 : given;
}

bool gather_pieces(struct gather *gather, const char *text, size_t length, int cells, size_t line,
                   tilepdb_item *item, size_t *taken) {
    bool again;
    *taken = text_is_move(text, length) ? length : joined_bytes(text, length, cells);
    return line_board(gather, text, text_trimmed(text, *taken), line, item, &again) ||
           gather_end(gather, item);
}
