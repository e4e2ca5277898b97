/*
 * Sliding-tile problems in PDDL.
 *
 * A fact names a tile and its place: (at t3 p1-2), (tile-at tile3 row1 col2), (on t3 case5). The
 * blank is "empty", "blank", "free", "hole" or tile 0. Predicates that :goal does not name are
 * ignored, unless their names are of the blank, because they state what never changes, such as
 * (connected p1 p2). Two places of a tile are an error. A place has one or two numbers. If the goal
 * is 1 2 3 ..., with the blank first or last, in one of the eight symmetries of the board, this
 * symmetry decides which number is the row, and in which direction rows and columns go.
 */
#include <ctype.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "text/board_reader.h"
#include "text/characters.h"

/* First bytes of a file, which must name the problem. */
#define PDDL_HEAD 1000

#define MOST_SYMBOLS 6
#define MOST_PLACE   100

/* Later ones are ignored. */
#define MOST_PREDICATES 8

struct symbol {
    const char *text;
    size_t length;
};

struct places {
    int count;   /* tiles found, with the blank */
    int numbers; /* of each place, 1 or 2 */
    bool contradictory;
    const struct predicates *predicates;
    int least[2]; /* numbers of the first row and column */
    int place[TILEPDB_TABLE_MAX_CELLS][2];
    bool known[TILEPDB_TABLE_MAX_CELLS];
};

struct predicates {
    size_t count;
    struct symbol name[MOST_PREDICATES];
};

typedef void (*fact_fn)(const struct symbol *symbol, int symbols, void *user);

static bool same_symbol(const struct symbol *a, const struct symbol *b) {
    return a->length == b->length && text_same(a->text, b->text, a->length);
}

static bool is_predicate(const struct predicates *predicates, const struct symbol *name) {
    for (size_t i = 0; i < predicates->count; i++)
        if (same_symbol(&predicates->name[i], name)) return true;
    return false;
}

static bool has(const struct symbol *symbol, const char *part) {
    const size_t length = strlen(part);
    for (size_t i = 0; i + length <= symbol->length; i++)
        if (text_same(symbol->text + i, part, length)) return true;
    return false;
}

static int symbol_numbers(const struct symbol *symbol, int number[2]) {
    int count = 0;
    for (size_t i = 0; i < symbol->length; i++) {
        uint32_t value;
        const size_t digits = text_number(symbol->text + i, symbol->length - i, MOST_PLACE, &value);
        if (digits > 0 && count < 2) number[count] = (int)value;
        count += digits > 0;
        i += digits;
    }
    return count;
}

static bool is_blank(const struct symbol *symbol) {
    return has(symbol, "empty") || has(symbol, "blank") || has(symbol, "free") ||
           has(symbol, "hole");
}

static void fact_name(const struct symbol *symbol, int symbols, void *user) {
    struct predicates *to = user;
    if (symbols > 2 && to->count < MOST_PREDICATES && !is_predicate(to, &symbol[0]))
        to->name[to->count++] = symbol[0];
}

static void fact_take(const struct symbol *symbol, int symbols, void *user) {
    struct places *places = user;
    int tile = -1, from = 1, numbers = 0, place[2] = {0}, number[2];
    const bool at = is_predicate(places->predicates, &symbol[0]);
    if (is_blank(&symbol[0])) {
        tile = 0;
    } else if (at && symbols > 2 && symbol_numbers(&symbol[1], number) == 1) {
        tile = number[0];
        from = 2;
    } else if (at && symbols > 2 && is_blank(&symbol[1])) {
        tile = 0;
        from = 2;
    }
    if (tile < 0 || tile >= TILEPDB_TABLE_MAX_CELLS) return;
    for (int i = from; i < symbols; i++) {
        const int count = symbol_numbers(&symbol[i], number);
        for (int k = 0; k < count && numbers < 2; k++) place[numbers++] = number[k];
    }
    if (numbers == 0) return;
    if (places->known[tile]) {
        if (memcmp(places->place[tile], place, sizeof place) != 0) places->contradictory = true;
        return;
    }
    if (places->count > 0 && numbers != places->numbers) places->contradictory = true;
    places->known[tile] = true;
    places->place[tile][0] = place[0];
    places->place[tile][1] = place[1];
    places->numbers = numbers;
    places->count++;
}

static void section_read(const char *text, size_t length, fact_fn take, void *user) {
    struct symbol symbol[MOST_SYMBOLS];
    int symbols = 0;
    for (size_t at = 0; at < length;) {
        const char c = text[at];
        if (c == ';') {
            while (at < length && text[at] != '\n') at++;
        } else if (c == '(') {
            symbols = 0;
            at++;
        } else if (c == ')') {
            if (symbols > 1) take(symbol, symbols, user);
            symbols = 0;
            at++;
        } else if (isspace((unsigned char)c)) {
            at++;
        } else {
            const size_t start = at;
            while (at < length && !isspace((unsigned char)text[at]) && !strchr("();", text[at]))
                at++;
            if (at == start) at++;
            if (symbols < MOST_SYMBOLS)
                symbol[symbols++] = (struct symbol){text + start, at - start};
        }
    }
}

/* With `fill`, one tile may be missing. Returns false if the tiles do not fit on the board. */
static bool places_board(const struct places *places, int width, int height, int symmetry,
                         bool fill, tilepdb_board *board) {
    *board = (tilepdb_board){.width = (uint8_t)width, .height = (uint8_t)height};
    bool used[TILEPDB_TABLE_MAX_CELLS] = {false};
    int missing = -1;
    for (int tile = 0; tile < width * height; tile++) {
        if (!places->known[tile]) {
            if (!fill || missing >= 0) return false;
            missing = tile;
            continue;
        }
        int row = places->place[tile][0] - places->least[0];
        int column = places->place[tile][1] - places->least[1];
        if (places->numbers == 1) {
            column = row % width;
            row /= width;
        }
        if (symmetry & 1) {
            const int swap = row;
            row = column;
            column = swap;
        }
        if (symmetry & 2) row = height - 1 - row;
        if (symmetry & 4) column = width - 1 - column;
        if (row < 0 || column < 0 || row >= height || column >= width || used[row * width + column])
            return false;
        used[row * width + column] = true;
        board->cells[row * width + column] = (uint16_t)tile;
    }
    for (int cell = 0; cell < width * height && missing >= 0; cell++)
        if (!used[cell]) board->cells[cell] = (uint16_t)missing;
    return board_check(board, NULL) == TILEPDB_OK;
}

static const char *section_find(const char *text, size_t length, const char *symbol) {
    const size_t bytes = strlen(symbol);
    for (size_t i = 0; i + bytes <= length; i++)
        if (memcmp(text + i, symbol, bytes) == 0) return text + i + bytes;
    return NULL;
}

bool pddl_is(const char *text, size_t length) {
    if (length > PDDL_HEAD) length = PDDL_HEAD;
    const char *define = section_find(text, length, "(define");
    return define && section_find(define, length - (size_t)(define - text), "(problem");
}

static void places_range(struct places *places, int most[2]) {
    for (int k = 0; k < 2; k++) {
        places->least[k] = MOST_PLACE;
        most[k] = 0;
        for (int tile = 0; tile < TILEPDB_TABLE_MAX_CELLS; tile++) {
            if (!places->known[tile]) continue;
            const int number = places->place[tile][k];
            if (number < places->least[k]) places->least[k] = number;
            if (number > most[k]) most[k] = number;
        }
    }
}

tilepdb_status pddl_read(const char *text, size_t length, tilepdb_board *board, tilepdb_board *goal,
                         tilepdb_error *error) {
    struct predicates predicates = {0};
    struct places start = {.predicates = &predicates}, target = {.predicates = &predicates};
    int most[2];
    const char *init = section_find(text, length, "(:init");
    const char *end = init ? section_find(init, length - (size_t)(init - text), "(:goal") : NULL;
    if (!end)
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1,
                            "this problem in PDDL has no :init, or no :goal behind it");
    const size_t left = length - (size_t)(end - text);
    section_read(end, left, fact_name, &predicates);
    section_read(init, (size_t)(end - init), fact_take, &start);
    section_read(end, left, fact_take, &target);
    if (start.contradictory || target.contradictory)
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1,
                            "this problem in PDDL has two places for a tile, or places of one and "
                            "of two numbers, in :init or in :goal");
    places_range(&start, most);
    memcpy(target.least, start.least, sizeof target.least);
    int height = most[0] - start.least[0] + 1, width = most[1] - start.least[1] + 1;
    if (start.numbers == 1) {
        for (width = 1; width * width < start.count;) width++;
        height = width;
    }
    for (int blank_first = 0; blank_first < 2; blank_first++) {
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            const int w = symmetry & 1 ? height : width, h = symmetry & 1 ? width : height;
            tilepdb_board named;
            if (w * h != start.count || tilepdb_size_check(w, h, NULL)) break;
            tilepdb_goal(w, h, blank_first ? 0 : w * h - 1, &named, NULL);
            if (!places_board(&start, w, h, symmetry, false, board) ||
                !places_board(&target, w, h, symmetry, true, goal) || !board_equal(&named, goal))
                continue;
            if (!blank_first) goal->width = goal->height = 0;
            return TILEPDB_OK;
        }
    }
    if (tilepdb_size_check(width, height, NULL) || width * height != start.count ||
        !places_board(&start, width, height, 0, false, board) ||
        !places_board(&target, width, height, 0, true, goal))
        return error_set_at(error, TILEPDB_ERROR_PARSE, 0, 1,
                            "this problem in PDDL does not say where all tiles are, in :init and "
                            ":goal, as (at t1 p1-1) or (tile-at t1 x1 y1)");
    return TILEPDB_OK;
}
