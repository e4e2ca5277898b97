#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "text/characters.h"
#include "text/moves_lexer.h"
#include "tilepdb_text.h"

static size_t between(const char *text, size_t length) {
    size_t at = 0, step = 0;
    do {
        at += step;
        step = text_separators(text + at, length - at) + moves_quote(text + at, length - at);
        if (step == 0 && at < length && text_is_one_of(text[at], "'\r\n")) step = 1;
    } while (step > 0);
    return at;
}

/* Returns the number of tiles, each a number or, unless `names` is 0, one of the first `names`
 * letters; 0 if anything else is in the text. */
static size_t tiles_count(const char *text, size_t length, unsigned names) {
    size_t tiles = 0, at = between(text, length);
    const bool open = at < length && text_is_one_of(text[at], "[({");
    for (at += open; at < length; at += between(text + at, length - at)) {
        if (open && text_is_one_of(text[at], "])}")) {
            at++;
            return at + between(text + at, length - at) == length ? tiles : 0;
        }
        const size_t bytes =
            names == 0 ? text_digits(text + at, length - at)
                       : text_is_letter(text[at]) && (unsigned)(text[at] | 0x20) - 'a' < names;
        if (bytes == 0) return 0;
        tiles++;
        at += bytes;
    }
    return open ? 0 : tiles;
}

static const struct error_code ambiguous = {.code = TILEPDB_MESSAGE_TEXT_AMBIGUOUS, .column = 1};

/* Two numbers may be a length and a number of solutions. */
static bool is_count_line(const char *text, size_t length) {
    const size_t end = text_trimmed(text, length);
    size_t at = 0, numbers = 0;
    for (; at < end; numbers++) {
        while (at < end && (text[at] == ' ' || text[at] == '\t')) at++;
        const size_t digits = text_digits(text + at, end - at);
        if (digits == 0) return false;
        at += digits;
    }
    return numbers == 2;
}

struct pair {
    unsigned first, second;
    bool labelled; /* the form r3c2, so `first` is the row */
};

static bool number_read(const char *text, size_t length, size_t *at, unsigned *number) {
    const size_t end = *at + text_digits(text + *at, length - *at);
    if (end == *at) return false;
    for (*number = 0; *at < end; (*at)++)
        if (*number <= TILEPDB_MAX_SIDE) *number = *number * 10 + (unsigned)(text[*at] - '0');
    return true;
}

static bool label_read(const char *text, size_t length, size_t *at, struct pair *pair) {
    pair->labelled = true;
    if (*at == length || !text_is_one_of(text[(*at)++], "rR")) return false;
    if (!number_read(text, length, at, &pair->first)) return false;
    if (*at == length || !text_is_one_of(text[(*at)++], "cC")) return false;
    return number_read(text, length, at, &pair->second);
}

static bool bracket_read(const char *text, size_t length, size_t *at, struct pair *pair) {
    static const char open[] = "[({", close[] = "])}";
    pair->labelled = false;
    if (*at == length || !text_is_one_of(text[*at], open)) return false;
    const char closes = close[strchr(open, text[(*at)++]) - open];
    *at += text_separators(text + *at, length - *at);
    if (!number_read(text, length, at, &pair->first)) return false;
    const size_t blanks = text_separators(text + *at, length - *at);
    *at += blanks;
    if (blanks == 0 || !number_read(text, length, at, &pair->second)) return false;
    *at += text_separators(text + *at, length - *at);
    return *at < length && text[(*at)++] == closes;
}

static void outer_skip(const char *text, size_t *at, size_t *length) {
    *length = text_trimmed(text, *length);
    *at = between(text, *length);
    const size_t inner = *at < *length ? *at + 1 + between(text + *at + 1, *length - *at - 1) : 0;
    if (inner == 0 || inner >= *length || !text_is_one_of(text[*at], "[({") ||
        !text_is_one_of(text[inner], "[({rR") || !text_is_one_of(text[*length - 1], "])}"))
        return;
    *at = inner;
    (*length)--;
}

static bool pair_read(const char *text, size_t length, size_t *at, struct pair *pair) {
    *at += between(text + *at, length - *at);
    if (*at == length) return false;
    size_t ahead = *at;
    const bool read = text_is_one_of(text[*at], "rR") ? label_read(text, length, &ahead, pair)
                                                      : bracket_read(text, length, &ahead, pair);
    if (read) *at = ahead;
    return read;
}

/* Returns true even for one pair in brackets, which may be two tiles. */
static bool are_cells(const char *text, size_t length) {
    struct pair pair;
    size_t at, pairs = 0;
    outer_skip(text, &at, &length);
    while (pair_read(text, length, &at, &pair)) pairs++;
    return pairs > 0 && at == length;
}

char moves_way_of_cell(const tilepdb_board *board, unsigned blank, unsigned cell) {
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        unsigned beside = blank;
        if (board_step(board, &beside, (enum direction)d) && beside == cell)
            return direction_letter((enum direction)d);
    }
    return '\0';
}

/* `base` is the number of the first row and column. */
struct cell_order {
    bool column_first;
    unsigned base;
};

static const struct cell_order cell_orders[] = {{false, 1}, {false, 0}, {true, 1}, {true, 0}};

#define ORDERS (sizeof cell_orders / sizeof *cell_orders)

/* Writes the moves that fit. Returns the number of moves; 0 if a move is impossible. */
static size_t pairs_play(const char *text, size_t length, const struct cell_order *order,
                         tilepdb_board *board, char *moves, size_t capacity) {
    struct pair pair;
    size_t at, count = 0;
    unsigned blank = board_blank(board);
    outer_skip(text, &at, &length);
    for (bool first = true; pair_read(text, length, &at, &pair); first = false) {
        if (pair.labelled && order->column_first) return 0;
        const unsigned row = (order->column_first ? pair.second : pair.first) - order->base;
        const unsigned column = (order->column_first ? pair.first : pair.second) - order->base;
        enum direction direction;
        if (row >= board->height || column >= board->width) return 0;
        if (first && row * board->width + column == blank) continue;
        const char way = moves_way_of_cell(board, blank, row * board->width + column);
        if (!direction_parse(way, &direction) || !board_move(board, &blank, direction)) return 0;
        if (moves && count + 1 < capacity) moves[count] = way;
        count++;
    }
    if (moves && capacity > 0) moves[count < capacity ? count : capacity - 1] = '\0';
    return count;
}

#define SHOWN_MOVES 9

static tilepdb_status refuse_two(const char *text, size_t length, const tilepdb_board *board,
                                 const size_t chosen[2], tilepdb_error *error) {
    char names[2][48], moves[2][SHOWN_MOVES];
    for (size_t i = 0; i < 2; i++) {
        const struct cell_order *order = &cell_orders[chosen[i]];
        tilepdb_board played = *board;
        pairs_play(text, length, order, &played, moves[i], sizeof moves[i]);
        snprintf(names[i], sizeof names[i], "%s from %u",
                 order->column_first ? "column and row" : "row and column", order->base);
    }
    return error_set_code(error, TILEPDB_ERROR_PARSE, ambiguous,
                          "these cells may be %s, moves %s, or %s, moves %s: write r3c2 for row 3, "
                          "column 2, or letters",
                          names[0], moves[0], names[1], moves[1]);
}

/* Finds up to two orders that lead to the goal; if none does, up to two that can be played. Returns
 * how many, and sets `*count` to the number of moves of the last. */
static size_t orders_find(const char *text, size_t length, const tilepdb_board *goal,
                          const tilepdb_board *board, size_t chosen[2], size_t *count) {
    size_t possible = 0;
    bool reached = false;
    *count = 0;
    for (size_t i = 0; i < ORDERS; i++) {
        tilepdb_board played = *board;
        const size_t moved = pairs_play(text, length, &cell_orders[i], &played, NULL, 0);
        const bool reaches = goal && tilepdb_goal_reached(goal, &played);
        if (moved == 0 || reaches < reached) continue;
        if (reaches > reached) possible = 0;
        reached = reaches;
        if (possible < 2) chosen[possible++] = i;
        *count = moved;
    }
    return possible;
}

tilepdb_status moves_cells_read(const char *text, size_t length, const tilepdb_board *goal,
                                tilepdb_board *board, char *moves, size_t capacity, size_t *count,
                                tilepdb_error *error) {
    size_t chosen[2], counted;
    const size_t possible = orders_find(text, length, goal, board, chosen, &counted);
    *count = 0;
    if (possible == 0)
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1,
                            "these cells cannot be the tiles that move, one after the other, by "
                            "rows and columns or columns and rows, from 0 or from 1");
    if (possible == 2) return refuse_two(text, length, board, chosen, error);
    if (counted > TILEPDB_MAX_TYPED_MOVES || (moves && counted >= capacity))
        return error_set(error, TILEPDB_ERROR_TOO_LARGE, "there is no room for %zu moves", counted);
    *count = pairs_play(text, length, &cell_orders[chosen[0]], board, moves, capacity);
    return TILEPDB_OK;
}

/* Returns TILEPDB_OK if the numbers can only be tiles that move one after the other. */
static tilepdb_status tiles_check(const char *text, size_t length, const tilepdb_board *board,
                                  tilepdb_error *error) {
    tilepdb_board played = *board;
    tilepdb_error cause;
    const tilepdb_status status =
        tilepdb_moves_parse(text, length, TILEPDB_NOTATION_NUMBERS, &played, NULL, 0, NULL, &cause);
    if (is_count_line(text, length))
        return error_set_code(
            error, TILEPDB_ERROR_PARSE,
            (struct error_code){.code = TILEPDB_MESSAGE_TEXT_COUNT, .column = 1},
            status ? "two numbers are not moves: they may be a length and a number of solutions"
                   : "two numbers may be tiles, which could move here, or a length and a number of "
                     "solutions: write a comma between tiles");
    if (!status) return status;
    return error_set_from(error, TILEPDB_ERROR_PARSE, &cause,
                          "numbers are tiles, but these cannot move one after the other: %s",
                          cause.message);
}

/* Chooses one of `count` ways to name moves: one that leads to the goal, or if none does, one other
 * than cells of the blank that can be played. Returns ERROR_PARSE, without `*error`, if two such
 * ways give different moves, unless the first is MOVES_TILES, the usual meaning of numbers. Returns
 * REFUTED, with the error of the last failed way, if no way can be chosen. */
static tilepdb_status ways_choose(const char *text, size_t length, const enum moves_named *ways,
                                  size_t count, const tilepdb_board *goal,
                                  const tilepdb_board *board, enum moves_named *named,
                                  tilepdb_error *error) {
    bool found = false, reached = false, two = false;
    uint64_t hash = 0;
    for (size_t i = 0; i < count; i++) {
        struct moves_cursor cursor;
        tilepdb_board played = *board;
        size_t moves;
        const tilepdb_notation notation =
            ways[i] == MOVES_LETTERS ? TILEPDB_NOTATION_TILE : TILEPDB_NOTATION_NUMBERS;
        if (moves_begin(&cursor, text, length, notation, error) ||
            moves_read(&cursor, ways[i], &played, NULL, 0, &moves))
            continue;
        const bool reaches = goal && tilepdb_goal_reached(goal, &played);
        if (reaches < reached || (!reaches && ways[i] >= MOVES_FROM_0)) continue;
        const bool better = !found || reaches > reached;
        two = !better && *named != MOVES_TILES && (two || cursor.hash != hash);
        if (!better) continue;
        found = true;
        reached = reaches;
        hash = cursor.hash;
        *named = ways[i];
    }
    return two ? TILEPDB_ERROR_PARSE : found ? TILEPDB_OK : TILEPDB_REFUTED;
}

/* Chooses between directions of tiles and names of tiles. */
static tilepdb_status names_choose(const char *text, size_t length, const tilepdb_board *goal,
                                   const tilepdb_board *board, enum moves_named *named,
                                   tilepdb_error *error) {
    static const enum moves_named ways[] = {MOVES_LETTERS, MOVES_NAMES};
    tilepdb_error cause;
    const tilepdb_status status = ways_choose(text, length, ways, 2, goal, board, named, &cause);
    if (!status) return TILEPDB_OK;
    if (status == TILEPDB_ERROR_PARSE)
        return error_set_code(error, TILEPDB_ERROR_PARSE, ambiguous,
                              "these letters can be played as directions and as names of tiles: "
                              "write directions as arrows, or the cells of the tiles as r3c2");
    *named = MOVES_LETTERS;
    if (!tilepdb_moves_parse(text, length, TILEPDB_NOTATION_TILE, NULL, NULL, 0, NULL, NULL))
        return TILEPDB_OK;
    return error_set_from(error, TILEPDB_ERROR_PARSE, &cause,
                          "letters are names of tiles, but these cannot move one after the other: "
                          "%s",
                          cause.message);
}

static tilepdb_status numbers_choose(const char *text, size_t length, const tilepdb_board *goal,
                                     const tilepdb_board *board, enum moves_named *named,
                                     tilepdb_error *error) {
    static const enum moves_named ways[] = {MOVES_TILES, MOVES_FROM_0, MOVES_FROM_1};
    const tilepdb_status status = tiles_check(text, length, board, error);
    if (!goal || is_count_line(text, length)) return status;
    const tilepdb_status chosen = ways_choose(text, length, ways, 3, goal, board, named, NULL);
    if (chosen == TILEPDB_ERROR_PARSE)
        return error_set_code(error, TILEPDB_ERROR_PARSE, ambiguous,
                              "these numbers lead to the goal as cells from 0 and from 1: write a "
                              "cell as r3c2 for row 3, column 2, or write letters");
    return chosen ? status : TILEPDB_OK;
}

tilepdb_status moves_named_choose(const char *text, size_t length, tilepdb_notation notation,
                                  const tilepdb_board *goal, const tilepdb_board *board,
                                  enum moves_named *named, tilepdb_error *error) {
    const bool cells = are_cells(text, length), tiles = tiles_count(text, length, 0) >= 2;
    const unsigned names = (unsigned)board->width * board->height - 1;
    size_t chosen[2], count;
    if (notation == TILEPDB_NOTATION_NAMES && tiles_count(text, length, names) > 0 &&
        !moves_check_answer(text, length, NULL))
        return names_choose(text, length, goal, board, named, error);
    *named = tiles ? MOVES_TILES : cells ? MOVES_CELLS : MOVES_LETTERS;
    if (!tiles) return TILEPDB_OK;
    if (!cells) return numbers_choose(text, length, goal, board, named, error);
    const tilepdb_status status = tiles_check(text, length, board, error);
    if (!status && orders_find(text, length, goal, board, chosen, &count) > 0)
        return error_set_code(
            error, TILEPDB_ERROR_PARSE, ambiguous,
            "this may be two tiles or one cell: write tiles without brackets, or a "
            "cell as r3c2 for row 3, column 2");
    if (status) *named = MOVES_CELLS;
    return TILEPDB_OK;
}
