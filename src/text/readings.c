#include "text/readings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "puzzle/board.h"

tilepdb_status reading_size_check(int width, int height, bool large, tilepdb_error *error) {
    if (!large) return tilepdb_size_check(width, height, error);
    if (!board_size_check(width, height, NULL)) return TILEPDB_OK;
    return error_set_code(
        error, TILEPDB_ERROR_ARGUMENT,
        (struct error_code){.code = TILEPDB_MESSAGE_BOARD_SIZE, .number = {width, height}},
        "%dx%d is not a valid size: each side must be %d to %d", width, height, TILEPDB_MIN_SIDE,
        TILEPDB_MAX_SIDE);
}

/* ---- formats --------------------------------------------------------------------------------- */

enum alphabet { NUMBERS, LETTERS, DIGITS, HEX };

static const struct tile_format {
    enum alphabet alphabet;
    bool empties;
    bool words;
} formats[] = {
    {NUMBERS, .empties = false}, {NUMBERS, .empties = true}, {LETTERS, .empties = true},
    {DIGITS, .empties = true},   {HEX, .empties = true},     {DIGITS, .words = true},
    {LETTERS, .words = true},
};

#define FORMATS (sizeof formats / sizeof *formats)

static bool is_x(char c) {
    return c == 'x' || c == 'X';
}

static int32_t character_value(enum alphabet alphabet, char c) {
    if (c == '_' || c == '.' || c == '-' || c == '*') return VALUE_BLANK;
    if (isdigit((unsigned char)c)) return alphabet == DIGITS || c == '0' ? c - '0' : VALUE_NONE;
    if (!isalpha((unsigned char)c)) return VALUE_NONE;
    return toupper((unsigned char)c) - 'A' + (alphabet == DIGITS ? 10 : 1);
}

static int32_t hex_value(const char *text) {
    char *end;
    const long value = strtol(text, &end, 16);
    return *end != '\0' || value < 0 || value > TILEPDB_MAX_CELLS ? VALUE_NONE : (int32_t)value;
}

static int32_t cell_value(const struct reading_rules *rules, const struct token *token,
                          const char *text, enum alphabet alphabet, bool marked) {
    if (rules->blank && strcmp(rules->blank, text) == 0) return VALUE_BLANK;
    if (token->kind == TOKEN_MARK || token->kind == TOKEN_EMPTY) return VALUE_BLANK;
    if (token->kind == TOKEN_BAD) return VALUE_NONE;
    if (alphabet == HEX) return hex_value(text);
    if (token->kind == TOKEN_NUMBER && alphabet == NUMBERS) return (int32_t)token->value;
    if (token->kind == TOKEN_LETTER && is_x(text[0]) && (!marked || alphabet == NUMBERS))
        return VALUE_BLANK;
    if (alphabet == NUMBERS)
        return token->kind == TOKEN_LETTER && (text[0] == 'b' || text[0] == 'B') ? VALUE_BLANK
                                                                                 : VALUE_NONE;
    return text[1] == '\0' ? character_value(alphabet, text[0]) : VALUE_NONE;
}

static bool value_add(struct readings *readings, struct value value) {
    struct value *grown =
        memory_grown(readings->value, readings->count, &readings->capacity, sizeof *grown);
    if (!grown) return false;
    readings->value = grown;
    readings->value[readings->count++] = value;
    return true;
}

static bool word_add(struct readings *readings, const struct token *token, const char *text,
                     enum alphabet alphabet) {
    struct value value = {.line = token->line, .gap = GAP_LINE, .column = token->column};
    for (size_t i = 0; text[i] != '\0'; i++, value.column++, value.gap = GAP_NONE) {
        value.number = character_value(alphabet, text[i]);
        if (!value_add(readings, value)) return false;
    }
    return true;
}

static bool format_fits(const struct tokens *tokens, const struct tile_format *format) {
    size_t letters = 0, digits = 0, bytes = 0;
    if (format->alphabet == NUMBERS) return format->empties || !tokens->bars;
    for (size_t i = 0; i < tokens->count; i++) {
        const struct token *token = &tokens->token[i];
        char text[TOKEN_TEXT];
        const size_t length = token_text(tokens, token, text);
        if (format->words && token->kind == TOKEN_EMPTY) continue;
        if (format->words) {
            if (token->kind > TOKEN_WORD || length < 3 || (bytes > 0 && length != bytes))
                return false;
            if (length == TOKEN_TEXT - 1) return false;
            bytes = length;
            continue;
        }
        letters += (token->kind == TOKEN_LETTER && !is_x(text[0])) || token->kind == TOKEN_WORD;
        digits += token->kind == TOKEN_NUMBER && token->value > 0;
    }
    return format->words ? tokens->count > 0
                         : letters > 1 - (format->alphabet != LETTERS) &&
                               (format->alphabet != LETTERS || digits == 0);
}

static bool rows_find(struct readings *readings) {
    readings->rows = 0;
    for (size_t i = 0; i < readings->count; i++) {
        if (i == 0 || readings->value[i].gap >= GAP_LINE) {
            struct value_row *grown =
                memory_grown(readings->row, readings->rows, &readings->row_capacity, sizeof *grown);
            if (!grown) return false;
            readings->row = grown;
            readings->row[readings->rows++] = (struct value_row){.first = i};
        }
        readings->row[readings->rows - 1].count++;
    }
    return true;
}

static bool format_apply(struct readings *readings, const struct tile_format *format) {
    const struct tokens *tokens = readings->tokens;
    bool marked = false;
    uint8_t gap = GAP_NONE;
    readings->count = 0;
    for (size_t i = 0; i < tokens->count; i++)
        marked =
            marked || tokens->token[i].kind == TOKEN_MARK || tokens->token[i].kind == TOKEN_EMPTY;
    for (size_t i = 0; i < tokens->count; i++) {
        const struct token *token = &tokens->token[i];
        char text[TOKEN_TEXT] = "";
        if (token->gap > gap) gap = token->gap;
        if (token->kind == TOKEN_EMPTY && !format->empties && !tokens->bars) continue;
        if (readings->rules.blank || token->kind != TOKEN_NUMBER || format->alphabet != NUMBERS)
            token_text(tokens, token, text);
        struct value value = {.line = token->line, .column = token->column, .gap = gap};
        gap = GAP_NONE;
        if (!format->words)
            value.number = cell_value(&readings->rules, token, text, format->alphabet, marked);
        if (!(format->words ? word_add(readings, token, text, format->alphabet)
                            : value_add(readings, value)))
            return false;
    }
    return rows_find(readings);
}

/* ---- one board ------------------------------------------------------------------------------- */

/* From this size on, the blank may be the largest number. Fewer numbers, such as 1 2 3 4, may be
 * rows of a larger board. */
#define NUMBERED_CELLS 9

#define NO_NUMBER (-3)

static int32_t blank_number(const struct reading_rules *rules, const struct value *value,
                            size_t cells) {
    int32_t last = 0;
    if (!rules->blank) return NO_NUMBER;
    if (strcmp(rules->blank, "last") != 0)
        return isdigit((unsigned char)rules->blank[0]) ? atoi(rules->blank) : NO_NUMBER;
    for (size_t i = 0; i < cells; i++)
        if (value[i].number > last) last = value[i].number;
    return last;
}

static bool are_in_order(const bool seen[TILEPDB_MAX_CELLS + 1], size_t cells, int32_t blank) {
    size_t last = cells;
    while (last > 0 && !seen[last]) last--;
    for (size_t number = 1; number < last; number++)
        if (!seen[number] && (int32_t)number != blank) return false;
    return true;
}

static bool board_fill(const struct reading_rules *rules, const struct value *value, int width,
                       int height, tilepdb_board *board) {
    const size_t cells = (size_t)width * (size_t)height;
    bool seen[TILEPDB_MAX_CELLS + 1] = {false};
    int32_t tile[TILEPDB_MAX_CELLS + 1];
    size_t blanks = 0;
    if (cells > TILEPDB_MAX_CELLS || reading_size_check(width, height, rules->large, NULL))
        return false;
    const int32_t said = blank_number(rules, value, cells);
    for (size_t i = 0; i < cells; i++) {
        const int32_t number = value[i].number;
        if (number == VALUE_BLANK || number == said) {
            blanks++;
        } else if (number < 0 || number > (int32_t)cells || seen[number]) {
            return false;
        } else {
            seen[number] = true;
        }
    }
    /* Tiles start at 0 only if the rules name the blank. Without 0 and a mark, n is the blank. */
    if (blanks > 1 || (blanks == 1 && seen[0] && !rules->blank)) return false;
    if (blanks == 0 && (seen[0] ? seen[cells] : cells < NUMBERED_CELLS)) return false;
    if (blanks == 1 && !are_in_order(seen, cells, said)) return false;
    int32_t next = blanks == 1 ? 1 : 0;
    for (size_t number = 0; number <= cells; number++) tile[number] = !seen[number] ? 0 : next++;
    if (blanks == 0 && !seen[0])
        for (size_t number = 1; number <= cells; number++)
            tile[number] = number == cells ? 0 : tile[number] + 1;
    *board = (tilepdb_board){.width = (uint8_t)width, .height = (uint8_t)height};
    for (size_t i = 0; i < cells; i++) {
        const int32_t number = value[i].number;
        board->cells[i] = number == VALUE_BLANK || number == said ? 0 : (uint16_t)tile[number];
    }
    return (size_t)next == cells;
}

static int square_side(size_t cells) {
    int side = 0;
    while ((size_t)(side + 1) * (size_t)(side + 1) <= cells && side < TILEPDB_MAX_SIDE) side++;
    return (size_t)side * (size_t)side == cells ? side : 0;
}

enum shape reading_shape(const struct readings *readings, size_t first, size_t count,
                         struct reading_shape *shape) {
    const struct value *value = readings->value + first;
    uint8_t level = GAP_NONE;
    for (size_t i = 1; i < count; i++)
        if (value[i].gap > level) level = value[i].gap;
    for (; level >= GAP_LINE; level--) {
        size_t width = 0, rows = 0, in_row = 0, longest = 0;
        *shape = (struct reading_shape){0};
        for (size_t i = 0; i <= count; i++) {
            if (i > 0 && (i == count || value[i].gap >= level)) {
                rows++;
                if (rows == 1) width = in_row;
                if (in_row > longest) longest = in_row;
                if (in_row != width && shape->bad_row == 0)
                    *shape = (struct reading_shape){
                        .bad_row = rows, .in_row = in_row, .bad_end = first + i};
                in_row = 0;
            }
            in_row++;
        }
        shape->width = width;
        shape->rows = rows;
        /* In a wrapped list, only the last line is shorter, and line ends have no meaning. */
        const int side = square_side(count);
        if (shape->bad_row == rows && level == GAP_LINE && readings->tokens->listed && side > 2 &&
            shape->in_row < width && rows != (size_t)side)
            break;
        if (shape->bad_row != 0) return SHAPE_UNEVEN;
        if (longest > 1 && rows > 1) return SHAPE_ROWS;
    }
    return SHAPE_FLAT;
}

static bool board_whole(const struct readings *readings, size_t first, size_t count,
                        tilepdb_board *board) {
    const struct reading_rules *rules = &readings->rules;
    struct reading_shape shape;
    const enum shape kind = reading_shape(readings, first, count, &shape);
    if (kind == SHAPE_UNEVEN || count > TILEPDB_MAX_CELLS || count < 4) return false;
    int width = kind == SHAPE_ROWS ? (int)shape.width : rules->width;
    int height = kind == SHAPE_ROWS ? (int)shape.rows : rules->height;
    if (width == 0) width = height = square_side(count);
    if (rules->width != 0 && (width != rules->width || height != rules->height)) return false;
    if ((size_t)width * (size_t)height != count) return false;
    return board_fill(rules, readings->value + first, width, height, board);
}

/* ---- several boards -------------------------------------------------------------------------- */

static bool rows_are(const struct readings *readings, size_t row, size_t rows, size_t width) {
    if (row + rows > readings->rows) return false;
    for (size_t i = row; i < row + rows; i++)
        if (readings->row[i].count != width) return false;
    return true;
}

/* Returns the number of rows read, or 0. Unless `rows_only`, all numbers may be in one row, or
 * each number in its own row. */
static size_t board_sized(const struct readings *readings, size_t row, int width, int height,
                          bool rows_only, tilepdb_board *board) {
    const struct reading_rules *rules = &readings->rules;
    const size_t cells = (size_t)width * (size_t)height;
    size_t used = 0;
    if (row >= readings->rows ||
        (rules->width != 0 && (width != rules->width || height != rules->height)))
        return 0;
    if (rows_are(readings, row, (size_t)height, (size_t)width))
        used = (size_t)height;
    else if (!rows_only && rows_are(readings, row, 1, cells))
        used = 1;
    else if (!rows_only && rows_are(readings, row, cells, 1))
        used = cells;
    return used > 0 && board_fill(rules, readings->value + readings->row[row].first, width, height,
                                  board)
               ? used
               : 0;
}

/* Reads "N" or two sides, followed by a board. */
static size_t entry_sized(const struct readings *readings, size_t row, tilepdb_board *board) {
    const struct value_row *first = &readings->row[row];
    const int32_t a = readings->value[first->first].number;
    const int32_t b = first->count == 2 ? readings->value[first->first + 1].number : a;
    if (first->count > 2 || a < TILEPDB_MIN_SIDE || b < TILEPDB_MIN_SIDE || a > TILEPDB_MAX_SIDE ||
        b > TILEPDB_MAX_SIDE)
        return 0;
    size_t used = board_sized(readings, row + 1, b, a, a != b, board);
    if (used == 0) used = board_sized(readings, row + 1, a, b, a != b, board);
    return used > 0 ? used + 1 : 0;
}

/* Reads one row: an index, or rows and columns, and then a board. */
static size_t entry_indexed(const struct readings *readings, size_t row, tilepdb_board *board,
                            bool *indexed) {
    const struct value_row *line = &readings->row[row];
    const struct value *value = readings->value + line->first;
    const struct reading_rules *rules = &readings->rules;
    for (size_t lead = 1; lead <= 2 && lead < line->count; lead++) {
        const size_t cells = line->count - lead;
        const int side = square_side(cells);
        const bool given = rules->width != 0 && (size_t)(rules->width * rules->height) == cells;
        if ((rules->width != 0 && !given) || (!given && side < 2) || value[0].number < 0) continue;
        const int width = given ? rules->width : side, height = given ? rules->height : side;
        if (lead == 2 && (value[0].number != height || value[1].number != width)) continue;
        /* The row is ambiguous: without its last number, it would also be a board. */
        if (lead == 1 && !given && value[0].number == value[cells].number) continue;
        bool blank = false; /* after an index, n cannot be the blank */
        for (size_t i = lead; i < line->count; i++)
            blank = blank || value[i].number == 0 || value[i].number == VALUE_BLANK;
        if (!(blank || rules->blank) || !board_fill(rules, value + lead, width, height, board))
            continue;
        *indexed = lead == 1;
        return 1;
    }
    return 0;
}

/* Returns the number of rows read, or 0. `*indexed` is set if an index stands before the board in
 * its row. */
static size_t entry_take(const struct readings *readings, size_t row, tilepdb_board *board,
                         bool *indexed) {
    const struct reading_rules *rules = &readings->rules;
    const int wide = (int)readings->row[row].count;
    size_t used = entry_sized(readings, row, board);
    *indexed = false;
    if (used == 0 && wide <= TILEPDB_MAX_SIDE)
        used = board_sized(readings, row, rules->width ? rules->width : wide,
                           rules->height ? rules->height : wide, true, board);
    if (used == 0 && board_whole(readings, readings->row[row].first, (size_t)wide, board)) used = 1;
    return used > 0 ? used : entry_indexed(readings, row, board, indexed);
}

static size_t entries_count(const struct readings *readings, size_t row) {
    tilepdb_board board;
    size_t entries = 0, used;
    bool indexed;
    for (; row < readings->rows; row += used, entries++)
        if ((used = entry_take(readings, row, &board, &indexed)) == 0) return 0;
    return entries;
}

/* Returns true for a single row that is a board of any size, so that its first number is not an
 * index. */
static bool is_sizeless(const struct readings *readings) {
    const size_t count = readings->count;
    tilepdb_board board;
    struct reading_rules any = {.large = true};
    for (int width = 2; width <= TILEPDB_MAX_SIDE && readings->rows == 1; width++)
        if (count % (size_t)width == 0 &&
            board_fill(&any, readings->value, width, (int)(count / (size_t)width), &board))
            return true;
    return false;
}

static bool values_are_boards(struct readings *readings, bool several, tilepdb_board *first) {
    bool indexed;
    readings->several = false;
    readings->at = 0;
    if (readings->rows == 0) return false;
    if (board_whole(readings, 0, readings->count, first)) return true;
    readings->several = true;
    if (!several || (readings->rules.width == 0 && is_sizeless(readings))) return false;
    if (entries_count(readings, 0) == 0) {
        const struct value_row *row = &readings->row[0];
        const size_t entries =
            row->count == 1 && readings->rows > 1 ? entries_count(readings, 1) : 0;
        if (entries == 0 || readings->value[0].number != (int32_t)entries) return false;
        readings->at = 1;
    }
    return entry_take(readings, readings->at, first, &indexed) > 0;
}

/* Reads an index and a board with marked rows. Refuses an index that equals a value of its row,
 * except the next value: the index may be a duplicate tile. */
static bool values_have_index(struct readings *readings, tilepdb_board *first) {
    const struct value *value = readings->value;
    if (readings->count < 5 || (value[1].gap != GAP_NONE && value[1].gap != GAP_LIST) ||
        value[0].number < 0)
        return false;
    for (size_t i = 2; i < readings->count && value[i].gap == GAP_NONE; i++)
        if (value[1].gap == GAP_NONE && value[i].number == value[0].number) return false;
    if (is_sizeless(readings) || !board_whole(readings, 1, readings->count - 1, first))
        return false;
    readings->several = false;
    readings->at = 1;
    return true;
}

static bool bullets_drop(struct readings *readings) {
    struct value *value = readings->value;
    size_t kept = 0;
    if (readings->rows < 2) return false;
    for (size_t i = 0; i < readings->rows; i++)
        if (readings->row[i].count < 2 || value[readings->row[i].first].number != VALUE_BLANK)
            return false;
    for (size_t i = 0; i < readings->rows; i++) {
        const struct value_row row = readings->row[i];
        value[row.first + 1].gap = value[row.first].gap;
        readings->row[i] = (struct value_row){kept, row.count - 1};
        memmove(value + kept, value + row.first + 1, (row.count - 1) * sizeof *value);
        kept += row.count - 1;
    }
    readings->count = kept;
    return true;
}

static bool values_read(struct readings *readings, bool several, tilepdb_board *first) {
    if (values_are_boards(readings, several, first)) return true;
    if (!several) return false;
    return values_have_index(readings, first) ||
           (bullets_drop(readings) && values_are_boards(readings, true, first));
}

/* ---- all formats ----------------------------------------------------------------------------- */

static tilepdb_status refuse_both(const struct readings *readings, const tilepdb_board *one,
                                  const tilepdb_board *other, tilepdb_error *error) {
    char first[TILEPDB_BOARD_TEXT], second[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(one, true, first);
    tilepdb_board_format(other, true, second);
    const struct error_code code = {.code = TILEPDB_MESSAGE_TEXT_AMBIGUOUS,
                                    .column = readings->tokens->token[0].column};
    return error_set_code(error, TILEPDB_ERROR_PARSE, code,
                          "this may be %.90s, or %.90s: write '/' between rows, or give the size",
                          first, second);
}

static bool has_digit(const struct tokens *tokens) {
    char text[TOKEN_TEXT];
    token_text(tokens, &tokens->token[0], text);
    return strpbrk(text, "0123456789") != NULL;
}

static size_t count_none(const struct readings *readings) {
    size_t none = 0;
    for (size_t i = 0; i < readings->count; i++) none += readings->value[i].number == VALUE_NONE;
    return none;
}

tilepdb_status readings_find(struct readings *readings, const struct tokens *tokens,
                             const struct reading_rules *rules, bool several,
                             tilepdb_error *error) {
    tilepdb_board board, other;
    size_t found = FORMATS, nearest = FORMATS, least = SIZE_MAX;
    readings->rules = *rules;
    if (rules->width == 0 &&
        !reading_size_check(tokens->label_width, tokens->label_height, rules->large, NULL)) {
        readings->rules.width = tokens->label_width;
        readings->rules.height = tokens->label_height;
    }
    readings->tokens = tokens;
    for (size_t i = 0; i < FORMATS && tokens->depth == 0 && !tokens->no_memory; i++) {
        if (!format_fits(tokens, &formats[i])) continue;
        if (!format_apply(readings, &formats[i]))
            return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the text");
        tilepdb_board *to = found == FORMATS ? &board : &other;
        if (values_read(readings, several, to)) {
            if (found == FORMATS)
                found = i;
            else if (memcmp(&board, &other, sizeof board) != 0)
                return refuse_both(readings, &board, &other, error);
        }
        /* The nearest format is numbers, unless most tokens are not numbers. */
        const size_t none = count_none(readings);
        if (nearest == FORMATS ||
            (none < least && 2 * least > tokens->count && tokens->count > 3) ||
            (none <= least && formats[i].words && tokens->token[0].bytes > 4 &&
             has_digit(tokens))) {
            least = none;
            nearest = i;
        }
    }
    const size_t last = found < FORMATS     ? found
                        : nearest < FORMATS ? nearest
                        : tokens->bars      ? 1
                                            : 0;
    if (!format_apply(readings, &formats[last]))
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the text");
    if (found == FORMATS) return reading_explain(readings, error);
    values_read(readings, several, &board);
    return TILEPDB_OK;
}

size_t readings_begin(struct readings *readings, const struct tokens *tokens,
                      const struct reading_rules *rules) {
    tilepdb_board board;
    bool indexed;
    size_t last = 0, used;
    readings->rules = *rules;
    readings->tokens = tokens;
    readings->several = true;
    readings->at = 0;
    if (tokens->no_memory || !format_apply(readings, &formats[0])) return 0;
    for (size_t row = 0; row < readings->rows; row += used) {
        used = entry_take(readings, row, &board, &indexed);
        if (used == 0) break;
        last = row;
    }
    if (last == 0) return 0;
    const size_t line = readings->value[readings->row[last].first].line;
    readings->rows = last;
    return line;
}

bool readings_may_go_on(const struct readings *readings) {
    const size_t count = readings->count;
    const bool wide = count == 4 || (readings->rules.large && (count == 9 || count == 16));
    return readings->rules.width == 0 && wide && readings->rows == 1;
}

bool readings_next(struct readings *readings, struct reading_board *to) {
    bool indexed = false;
    to->id[0] = '\0';
    if (!readings->several) {
        if (readings->at > 1 || readings->count == 0) return false;
        const size_t lead = readings->at;
        to->line = readings->tokens->first_line;
        if (lead == 1 && readings->value[0].number >= 0)
            snprintf(to->id, sizeof to->id, "%d", readings->value[0].number);
        readings->at = 2;
        return board_whole(readings, lead, readings->count - lead, &to->board);
    }
    if (readings->at >= readings->rows) return false;
    const struct value *first = readings->value + readings->row[readings->at].first;
    const size_t used = entry_take(readings, readings->at, &to->board, &indexed);
    to->line = first->line;
    if (indexed && first->number >= 0) snprintf(to->id, sizeof to->id, "%d", first->number);
    readings->at += used;
    return used > 0;
}

void readings_free(struct readings *readings) {
    free(readings->value);
    free(readings->row);
}
