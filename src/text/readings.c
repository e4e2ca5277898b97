#include "text/readings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/message_text.h"
#include "puzzle/board.h"
#include "puzzle/open_goal.h"
#include "text/characters.h"

tilepdb_status reading_size_check(int width, int height, bool large, tilepdb_error *error) {
    if (!large) return tilepdb_size_check(width, height, error);
    if (!board_size_check(width, height, NULL)) return TILEPDB_OK;
    return error_set_code(
        error, TILEPDB_ERROR_ARGUMENT,
        (struct error_code){.code = TILEPDB_MESSAGE_BOARD_SIZE, .number = {width, height}},
        "%dx%d is not a valid size: each side must be %d to %d", width, height, TILEPDB_MIN_SIDE,
        TILEPDB_MAX_SIDE);
}

/* ---- formats: tokens become values ----------------------------------------------------------- */

enum alphabet { NUMBERS, LETTERS, DIGITS, HEX };

static const struct format {
    enum alphabet alphabet;
    bool words; /* each character of a token is a cell */
} formats[] = {
    {NUMBERS, false}, {LETTERS, false}, {DIGITS, false},
    {HEX, false},     {DIGITS, true},   {LETTERS, true},
};

#define FORMATS (sizeof formats / sizeof *formats)

/* How tokens become values. */
struct variant {
    const struct format *format;
    bool edges;  /* drop empty tokens at both ends of rows */
    bool bullet; /* drop the first token of each line */
    bool header; /* drop the first line */
};

struct features {
    bool edges, bullets, header;
    bool numbers;   /* all tokens are numbers of one or two digits */
    bool words;     /* all tokens have the same length, three or more */
    bool figures;   /* a token has a digit other than 0 */
    size_t bytes;   /* of the last token */
    size_t letters; /* single letters except x, and words */
    size_t digits;  /* numbers other than 0 */
};

static bool is_x(char c) {
    return c == 'x' || c == 'X';
}

static bool in_range(const struct token_range *range, size_t i) {
    return range->lexer->token[i].role == range->role;
}

/* The first line may be labels of columns instead of cells. */
static bool is_header(const struct token_range *range) {
    size_t numbers = 0, i = 0;
    if (!range->lexer->ruled || range->first == range->end) return false;
    const struct token *token = &range->lexer->token[range->first];
    const size_t line = token->line;
    for (; range->first + i < range->end && token[i].line == line; i++) {
        if (token[i].kind == TOKEN_NUMBER && token[i].value > 1 + numbers) return false;
        if (token[i].kind == TOKEN_NUMBER && numbers > 0 &&
            token[i].value != token[i - 1].value + 1)
            return false;
        if (token[i].kind == TOKEN_BAD || token[i].kind == TOKEN_MARK) return false;
        numbers += token[i].kind == TOKEN_NUMBER;
    }
    return numbers == 0 || numbers == i;
}

static struct features features_find(const struct token_range *range) {
    struct features features = {.bullets = true, .numbers = true, .words = true};
    const struct lexer *lexer = range->lexer;
    size_t bytes = 0, line = 0, tokens = 0, filled = 0;
    bool point = false;
    for (size_t i = range->first; i < range->end; i++) {
        const struct token *token = &lexer->token[i];
        char text[TOKEN_TEXT];
        if (!in_range(range, i)) continue;
        tokens++;
        if (token->line != line) features.bullets = features.bullets && token->bullet;
        line = token->line;
        if (token->index) continue;
        if (token->kind == TOKEN_NUMBER && token->bytes < 3) {
            features.digits += token->value > 0;
            features.figures = features.figures || token->value > 0;
            features.words = false;
            continue;
        }
        features.numbers = false;
        if (token->kind == TOKEN_EMPTY) {
            features.edges = true;
            continue;
        }
        filled++;
        point = token->point;
        const size_t length = token_text(lexer->text, token, text);
        features.figures = features.figures || strpbrk(text, "123456789");
        features.digits += token->kind == TOKEN_NUMBER && token->value > 0;
        features.letters +=
            (token->kind == TOKEN_LETTER && !is_x(text[0])) || token->kind == TOKEN_WORD;
        if (token->kind > TOKEN_WORD || length < 3 || length == TOKEN_TEXT - 1 ||
            (bytes > 0 && length != bytes))
            features.words = false;
        bytes = length;
    }
    /* "123." alone is an index without its board. */
    if (filled == 1 && point) features.words = false;
    features.words = features.words && bytes > 0;
    features.bytes = bytes;
    features.bullets = features.bullets && tokens > 0;
    features.header = is_header(range);
    return features;
}

/* Where tiles may be alike, letters without digits are A = 1, never A = 10. */
static bool format_fits(const struct features *features, const struct format *format, bool alike) {
    if (format->alphabet == NUMBERS) return true;
    if (alike && format->alphabet != LETTERS && !features->figures) return false;
    if (format->words) return features->words;
    return !features->numbers && features->letters > 0 &&
           (format->alphabet != LETTERS || (features->letters > 1 && features->digits == 0));
}

static int32_t character_value(const struct reading_rules *rules, enum alphabet alphabet, char c) {
    if (rules->goal && c == '*') return VALUE_ANY;
    if (c == '_' || c == '.' || c == '-' || c == '*') return VALUE_BLANK;
    if (text_is_digit(c)) return alphabet == DIGITS || c == '0' ? c - '0' : VALUE_NONE;
    if (!text_is_letter(c)) return VALUE_NONE;
    return (c | 0x20) - 'a' + (alphabet == DIGITS ? 10 : 1);
}

static int32_t hex_value(const char *text) {
    char *end;
    const long value = strtol(text, &end, 16);
    return *end != '\0' || value < 0 || value > TILEPDB_MAX_CELLS ? VALUE_NONE : (int32_t)value;
}

static int32_t cell_value(const struct reading_rules *rules, const struct token *token,
                          const char *text, enum alphabet alphabet, bool marked) {
    if (rules->blank && strcmp(rules->blank, text) == 0) return VALUE_BLANK;
    if (rules->goal && strcmp(text, "*") == 0) return VALUE_ANY;
    if (token->kind == TOKEN_MARK || token->kind == TOKEN_EMPTY) return VALUE_BLANK;
    if (token->kind == TOKEN_BAD) return VALUE_NONE;
    if (alphabet == HEX) return hex_value(text);
    if (token->kind == TOKEN_NUMBER && alphabet == NUMBERS) return (int32_t)token->value;
    if (token->kind == TOKEN_LETTER && is_x(text[0]) && (!marked || alphabet == NUMBERS))
        return VALUE_BLANK;
    if (alphabet == NUMBERS && token->kind == TOKEN_LETTER)
        return (text[0] | 0x20) == 'b' && !marked ? VALUE_BLANK
                                                  : VALUE_LETTER - ((text[0] | 0x20) - 'a');
    if (alphabet == NUMBERS) return VALUE_NONE;
    return text[1] == '\0' ? character_value(rules, alphabet, text[0]) : VALUE_NONE;
}

static bool value_add(struct readings *readings, struct value value) {
    struct value *grown =
        memory_grown(readings->value, readings->count, &readings->capacity, sizeof *grown);
    if (!grown) return false;
    readings->value = grown;
    readings->value[readings->count++] = value;
    return true;
}

static bool word_add(struct readings *readings, struct value value, const char *text,
                     enum alphabet alphabet) {
    if (value.gap < GAP_LINE) value.gap = GAP_LINE;
    for (size_t i = 0; text[i] != '\0'; i++, value.column++, value.gap = GAP_NONE) {
        value.number = character_value(&readings->rules, alphabet, text[i]);
        if (!value_add(readings, value)) return false;
        value.index = 0;
    }
    return true;
}

static bool rows_find(struct readings *readings) {
    readings->rows = 0;
    for (size_t i = 0; i <= readings->count; i++) {
        if (i == 0 || i == readings->count || readings->value[i].gap >= GAP_LINE) {
            struct value_row *grown =
                memory_grown(readings->row, readings->rows, &readings->row_capacity, sizeof *grown);
            if (!grown) return false;
            readings->row = grown;
            readings->row[readings->rows++] = (struct value_row){.first = i};
        }
        if (i < readings->count) readings->row[readings->rows - 1].count++;
    }
    readings->rows -= readings->rows > 0;
    return true;
}

struct applying {
    uint8_t gap;
    bool cell;      /* the row has a cell */
    bool filled;    /* the row has a token that is not empty */
    size_t empties; /* end of the last run of empty tokens that is_edge looked at */
    bool last;      /* this run ends its row */
    size_t prose;   /* word behind a cell of the row; SIZE_MAX without one */
    uint32_t index; /* 1 + an index that no value follows yet; 0 without one */
    size_t index_token;
    size_t line;
};

/* Only empty tokens are between empty token `i` and an end of its row. */
static bool is_edge(const struct token_range *range, size_t i, struct applying *state) {
    const struct token *token = range->lexer->token;
    if (!state->filled) return true;
    if (i >= state->empties) {
        size_t end = i + 1;
        while (end < range->end && token[end].kind == TOKEN_EMPTY && token[end].gap < GAP_LINE)
            end++;
        state->empties = end;
        state->last = end == range->end || token[end].gap >= GAP_LINE;
    }
    return state->last;
}

static bool none_add(struct readings *readings, size_t token, uint8_t gap) {
    const struct token *bad = &readings->range.lexer->token[token];
    return value_add(readings, (struct value){.number = VALUE_NONE,
                                              .line = bad->line,
                                              .column = bad->column,
                                              .token = (uint32_t)token,
                                              .gap = gap});
}

static bool token_apply(struct readings *readings, const struct variant *variant, size_t i,
                        bool marked, struct applying *state) {
    const struct lexer *lexer = readings->range.lexer;
    const struct token *token = &lexer->token[i];
    const struct format *format = variant->format;
    char text[TOKEN_TEXT] = "";
    if (token->index) {
        /* A number as long as the words may be a row. */
        if (format->words && token->bytes == readings->word_bytes)
            return none_add(readings, i, state->gap);
        const bool lost = state->index > 0 && !none_add(readings, state->index_token, state->gap);
        state->index = token->value + 1;
        state->index_token = i;
        return !lost;
    }
    if (!format->words && token_is_prose(lexer->text, token) &&
        !(readings->rules.blank &&
          strcmp(readings->rules.blank, (token_text(lexer->text, token, text), text)) == 0)) {
        if (state->cell && state->prose == SIZE_MAX) state->prose = i;
        return true;
    }
    if (readings->rules.blank || readings->rules.goal || token->kind != TOKEN_NUMBER ||
        format->alphabet != NUMBERS)
        token_text(lexer->text, token, text);
    if (state->prose != SIZE_MAX && !none_add(readings, state->prose, GAP_NONE)) return false;
    state->prose = SIZE_MAX;
    /* An index stands in the row of its board, or in a line of its own. */
    if (state->index > 0 && state->gap == GAP_MARK &&
        !none_add(readings, state->index_token, GAP_NONE))
        return false;
    struct value value = {.line = token->line,
                          .column = token->column,
                          .token = (uint32_t)i,
                          .gap = state->gap,
                          .index = state->index};
    state->gap = GAP_NONE;
    state->index = 0;
    state->cell = true;
    if (format->words && token->kind == TOKEN_EMPTY) return none_add(readings, i, GAP_NONE);
    if (format->words) return word_add(readings, value, text, format->alphabet);
    value.number = cell_value(&readings->rules, token, text, format->alphabet, marked);
    return value_add(readings, value);
}

/* Returns false without memory. */
static bool variant_apply(struct readings *readings, const struct variant *variant) {
    const struct token_range *range = &readings->range;
    const struct token *token = range->lexer->token;
    struct applying state = {.prose = SIZE_MAX};
    readings->applied++;
    const size_t header = variant->header ? token[range->first].line : 0;
    bool marked = false;
    readings->count = 0;
    for (size_t i = range->first; i < range->end && !marked; i++)
        marked = token[i].kind == TOKEN_MARK || token[i].kind == TOKEN_EMPTY;
    for (size_t i = range->first; i < range->end; i++) {
        if (!in_range(range, i)) continue;
        if (token[i].gap > state.gap) state.gap = token[i].gap;
        if (token[i].gap >= GAP_LINE) {
            state.cell = state.filled = false;
            state.prose = SIZE_MAX;
        }
        const bool first = token[i].line != state.line;
        state.line = token[i].line;
        if (token[i].line == header || (variant->bullet && first)) continue;
        if (token[i].kind == TOKEN_EMPTY && (variant->edges || variant->format->words) &&
            is_edge(range, i, &state))
            continue;
        state.filled = state.filled ||
                       (token[i].kind != TOKEN_EMPTY && !token[i].index &&
                        (variant->format->words || !token_is_prose(range->lexer->text, &token[i])));
        if (!token_apply(readings, variant, i, marked, &state)) return false;
    }
    if (state.index > 0 && !none_add(readings, state.index_token, state.gap)) return false;
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
        return text_is_digit(rules->blank[0]) ? atoi(rules->blank) : NO_NUMBER;
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

bool values_alike(const struct reading_rules *rules, const struct value *value, int width,
                  int height, tilepdb_board *board) {
    const size_t cells = (size_t)width * (size_t)height;
    const int32_t said = blank_number(rules, value, cells);
    *board = (tilepdb_board){.width = (uint8_t)width, .height = (uint8_t)height};
    for (size_t i = 0; i < cells; i++) {
        const int32_t number = value[i].number;
        if (number == VALUE_ANY)
            board->cells[i] = TILEPDB_ANY_TILE;
        else if (number == VALUE_BLANK || number == said)
            board->cells[i] = 0;
        else if (number < 0 || number > TILEPDB_MAX_CELLS || (i > 0 && value[i].index > 0))
            return false;
        else
            board->cells[i] = (uint16_t)number;
    }
    return true;
}

/* Like board_fill, for an open goal, or boards towards a goal with alike tiles. */
static bool alike_fill(const struct reading_rules *rules, const struct value *value, int width,
                       int height, tilepdb_board *board) {
    if (!values_alike(rules, value, width, height, board)) return false;
    if (rules->goal) return !open_goal_check(board, NULL);
    return !board_check_alike(board, "board", NULL) && !open_goal_fits(rules->alike, board, NULL);
}

/* Only the first value may have an index. */
static bool board_fill(const struct reading_rules *rules, const struct value *value, int width,
                       int height, tilepdb_board *board) {
    const size_t cells = (size_t)width * (size_t)height;
    if (cells > TILEPDB_MAX_CELLS || reading_size_check(width, height, rules->large, NULL))
        return false;
    if (rules->goal || rules->alike) return alike_fill(rules, value, width, height, board);
    bool seen[TILEPDB_MAX_CELLS + 1];
    memset(seen, 0, cells + 1);
    size_t blanks = 0;
    const int32_t said = blank_number(rules, value, cells);
    for (size_t i = 0; i < cells; i++) {
        const int32_t number = value[i].number;
        if (i > 0 && value[i].index > 0) return false;
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
    int32_t tile[TILEPDB_MAX_CELLS + 1];
    int32_t next = blanks == 1 ? 1 : 0;
    for (size_t number = 0; number <= cells; number++) tile[number] = !seen[number] ? 0 : next++;
    if (blanks == 0 && !seen[0])
        for (size_t number = 1; number <= cells; number++)
            tile[number] = number == cells ? 0 : tile[number] + 1;
    if ((size_t)next != cells) return false;
    *board = (tilepdb_board){.width = (uint8_t)width, .height = (uint8_t)height};
    for (size_t i = 0; i < cells; i++) {
        const int32_t number = value[i].number;
        board->cells[i] = number == VALUE_BLANK || number == said ? 0 : (uint16_t)tile[number];
    }
    return true;
}

int square_side(size_t cells) {
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
        if (shape->bad_row == rows && level == GAP_LINE && readings->range.lexer->listed &&
            side > 2 && shape->in_row < width && rows != (size_t)side)
            break;
        if (shape->bad_row != 0) return SHAPE_UNEVEN;
        if (longest > 1 && rows > 1) return SHAPE_ROWS;
    }
    return SHAPE_FLAT;
}

static void board_transpose(tilepdb_board *board) {
    const tilepdb_board from = *board;
    board->width = from.height;
    board->height = from.width;
    for (unsigned row = 0; row < board->height; row++)
        for (unsigned column = 0; column < board->width; column++)
            board->cells[row * board->width + column] = from.cells[column * from.width + row];
}

/* Returns true if the rows have the indices 1 2 3 ... or 0 1 2 ..., and no other values have. */
static bool row_labels_take(struct readings *readings) {
    const struct value *value = readings->value;
    if (readings->rows < 2 || value[0].index == 0 || value[0].index > 2) return false;
    for (size_t i = 0; i < readings->rows; i++) {
        const struct value_row *row = &readings->row[i];
        if (value[row->first].index != value[0].index + i) return false;
        for (size_t k = row->first + 1; k < row->first + row->count; k++)
            if (value[k].index > 0) return false;
    }
    return true;
}

static bool board_whole(struct readings *readings, tilepdb_board *board) {
    const struct reading_rules *rules = &readings->rules;
    const size_t count = readings->count;
    struct reading_shape shape;
    if (count > TILEPDB_MAX_CELLS || count < 4) return false;
    const enum shape kind = reading_shape(readings, 0, count, &shape);
    if (kind == SHAPE_UNEVEN) return false;
    int width = kind == SHAPE_ROWS ? (int)shape.width : rules->width;
    int height = kind == SHAPE_ROWS ? (int)shape.rows : rules->height;
    if (width == 0) width = height = square_side(count);
    if (rules->width != 0 && (width != rules->width || height != rules->height)) return false;
    if ((size_t)width * (size_t)height != count) return false;
    if (kind == SHAPE_ROWS && row_labels_take(readings)) {
        struct value plain[TILEPDB_MAX_CELLS];
        memcpy(plain, readings->value, count * sizeof *plain);
        for (size_t i = 0; i < count; i++) plain[i].index = 0;
        return board_fill(rules, plain, width, height, board);
    }
    if (!board_fill(rules, readings->value, width, height, board)) return false;
    if (readings->range.lexer->columns) board_transpose(board);
    return true;
}

static uint64_t board_hash(const tilepdb_board *board, uint64_t before) {
    const size_t cells = (size_t)board->width * board->height;
    return hash_bytes(board->cells, cells * sizeof *board->cells) + 31 * before + board->width;
}

/* ---- entries --------------------------------------------------------------------------------- */

enum {
    ENTRY_SQUARE,
    ENTRY_FLAT,
    ENTRY_COLUMN,       /* with a given size, a cell a row */
    ENTRY_SIZED_ROWS,   /* "R C" */
    ENTRY_SIZED_TURNED, /* "C R" */
    ENTRY_SIZED_FLAT,
    ENTRY_SIZED_COLUMN,
    ENTRY_SIZED_ROW,
    ENTRY_KINDS
};

static bool rows_are(const struct readings *readings, size_t row, size_t rows, size_t width) {
    if (row + rows > readings->rows) return false;
    for (size_t i = row; i < row + rows; i++)
        if (readings->row[i].count != width) return false;
    return true;
}

static bool board_at(const struct readings *readings, size_t value, int width, int height,
                     tilepdb_board *board) {
    const struct reading_rules *rules = &readings->rules;
    if (rules->width != 0 && (width != rules->width || height != rules->height)) return false;
    return board_fill(rules, readings->value + value, width, height, board);
}

/* "N" or "R C", and the cells in the same row. */
static bool sized_row_read(const struct readings *readings, const struct value_row *row,
                           tilepdb_board *board) {
    const struct value *value = readings->value + row->first;
    if (row->count < 5) return false;
    const int rows = value[0].number;
    const size_t lead = row->count == (size_t)rows * (size_t)rows + 1 ? 1 : 2;
    const int columns = lead == 1 ? rows : value[1].number;
    return columns >= TILEPDB_MIN_SIDE && columns <= TILEPDB_MAX_SIDE &&
           row->count == lead + (size_t)rows * (size_t)columns && value[1].index == 0 &&
           value[lead].index == 0 && board_at(readings, row->first + lead, columns, rows, board);
}

/* Returns the number of rows of the entry that begins at `row`, or 0. */
static size_t entry_read(const struct readings *readings, size_t row, int kind,
                         tilepdb_board *board) {
    const struct reading_rules *rules = &readings->rules;
    const struct value_row *first = &readings->row[row];
    const struct value *value = readings->value + first->first;
    const bool given = rules->width != 0, sized = kind >= ENTRY_SIZED_ROWS;
    const size_t wide = first->count, lead = sized ? 1 : 0;
    int width = given ? rules->width : (int)wide, height = given ? rules->height : (int)wide;
    if (wide > TILEPDB_MAX_CELLS + 2) return 0;
    if (sized) {
        height = value[0].number;
        width = wide == 2 ? value[1].number : height;
        if (width < TILEPDB_MIN_SIDE || height < TILEPDB_MIN_SIDE || width > TILEPDB_MAX_SIDE ||
            height > TILEPDB_MAX_SIDE)
            return 0;
        if (kind == ENTRY_SIZED_ROW) return sized_row_read(readings, first, board);
        if (wide > 2 || row + 1 >= readings->rows || (wide == 2 && value[1].index > 0) ||
            value[wide].index > 0 ||
            (kind != ENTRY_SIZED_ROWS && (width == height) == (kind == ENTRY_SIZED_TURNED)))
            return 0;
    }
    if (kind == ENTRY_FLAT && !given) width = height = square_side(wide);
    if (kind == ENTRY_SIZED_TURNED) {
        const int columns = height;
        height = width;
        width = columns;
    }
    if ((kind == ENTRY_SQUARE && wide > TILEPDB_MAX_SIDE) || (kind == ENTRY_COLUMN && !given) ||
        width < TILEPDB_MIN_SIDE)
        return 0;
    const size_t cells = (size_t)width * (size_t)height;
    const bool flat = kind == ENTRY_FLAT || kind == ENTRY_SIZED_FLAT;
    const bool column = kind == ENTRY_COLUMN || kind == ENTRY_SIZED_COLUMN;
    const size_t rows = flat ? 1 : column ? cells : (size_t)height;
    return rows_are(readings, row + lead, rows, cells / rows) &&
                   board_at(readings, first->first + lead * wide, width, height, board)
               ? lead + rows
               : 0;
}

/* Finds the ways to divide all rows from `start` on into entries. Returns their number, up to 2. */
static unsigned entries_find(struct readings *readings, size_t start) {
    struct value_row *row = readings->row;
    tilepdb_board board;
    readings->searched++;
    for (size_t i = 0; i <= readings->rows; i++) row[i].ways = 0;
    if (start >= readings->rows) return 0;
    row[start].ways = 1;
    row[start].hash = 0;
    for (size_t i = start; i < readings->rows; i++) {
        if (row[i].ways == 0) continue;
        for (int kind = 0; kind < ENTRY_KINDS; kind++) {
            const size_t used = entry_read(readings, i, kind, &board);
            if (used == 0) continue;
            struct value_row *to = &row[i + used];
            if (to->ways == 0) to->hash = board_hash(&board, row[i].hash);
            if (to->ways < 2) {
                to->from[to->ways] = i;
                to->kind[to->ways++] = (uint8_t)kind;
            }
            if (row[i].ways == 1 || to->ways > 1) continue;
            to->from[1] = to->from[0];
            to->kind[1] = to->kind[0];
            to->ways = 2;
        }
    }
    return row[readings->rows].ways;
}

/* Lists the entries that entries_find found. Returns false without memory. */
static bool entries_list(struct readings *readings, size_t start, size_t end) {
    readings->entries = 0;
    for (size_t at = end; at > start; at = readings->row[at].from[0]) {
        struct reading_entry *grown = memory_grown(readings->entry, readings->entries,
                                                   &readings->entry_capacity, sizeof *grown);
        if (!grown) return false;
        readings->entry = grown;
        readings->entry[readings->entries++] =
            (struct reading_entry){readings->row[at].from[0], readings->row[at].kind[0]};
    }
    for (size_t i = 0; i < readings->entries / 2; i++) {
        const struct reading_entry swap = readings->entry[i];
        readings->entry[i] = readings->entry[readings->entries - 1 - i];
        readings->entry[readings->entries - 1 - i] = swap;
    }
    return true;
}

/* ---- numbered and labelled boards ------------------------------------------------------------ */

/* The values are a board of some size, so that the first is not an index. */
static bool is_sizeless(const struct readings *readings) {
    const size_t count = readings->count;
    const struct reading_rules any = {.large = true, .blank = readings->rules.blank};
    tilepdb_board board;
    for (int width = 2; width <= TILEPDB_MAX_SIDE && count <= TILEPDB_MAX_CELLS; width++)
        if (count % (size_t)width == 0 &&
            board_fill(&any, readings->value, width, (int)(count / (size_t)width), &board))
            return true;
    return false;
}

static bool numbered_board(const struct readings *readings, size_t row, tilepdb_board *board) {
    const struct value_row *at = &readings->row[row];
    const struct reading_rules *rules = &readings->rules;
    const struct value *value = readings->value + at->first;
    const int side = square_side(at->count - 1);
    const int width = rules->width ? rules->width : side;
    const int height = rules->height ? rules->height : side;
    bool blank = rules->blank != NULL; /* n for the blank is not accepted behind an index */
    if (at->count < 5 || (size_t)width * (size_t)height != at->count - 1 || value[0].number < 0 ||
        value[0].index > 0 || value[1].index > 0)
        return false;
    for (size_t i = 1; i < at->count; i++)
        blank = blank || value[i].number == 0 || value[i].number == VALUE_BLANK;
    return blank && board_at(readings, at->first + 1, width, height, board);
}

static bool are_numbered(const struct readings *readings) {
    const bool given = readings->rules.width != 0;
    bool differ = readings->rows > 1 || given;
    tilepdb_board board;
    if (readings->rows == 0 || (!given && readings->rows == 1 && is_sizeless(readings)))
        return false;
    for (size_t i = 0; i < readings->rows; i++) {
        const struct value_row *row = &readings->row[i];
        const struct value *value = readings->value + row->first;
        if (!given && row->count < NUMBERED_CELLS + 1 && readings->rows == 1) return false;
        if (!numbered_board(readings, i, &board)) return false;
        if (!given && i > 0 && value[0].number <= readings->value[row[-1].first].number)
            return false;
        differ = differ || value[0].number != value[row->count - 1].number;
    }
    return differ;
}

/* `count` values, `step` apart, ascend by one, from 0, 1 or a. */
static bool are_labels(const struct value *value, size_t count, size_t step) {
    const int32_t first = value[0].number;
    if (first != 0 && first != 1 && first != VALUE_LETTER) return false;
    for (size_t i = 0; i < count; i++) {
        const int32_t number = value[i * step].number;
        const bool b = first < 0 && i == 1 && number == VALUE_BLANK; /* which is a mark, too */
        if (!b && number != (first < 0 ? first - (int32_t)i : first + (int32_t)i)) return false;
    }
    return true;
}

/* Reads a board with labels of columns above it and of rows before it; or of rows alone if the text
 * has bars, or if labels of columns were dropped. */
static bool board_labelled(const struct readings *readings, tilepdb_board *board) {
    const size_t wide = readings->rows > 0 ? readings->row[readings->rows - 1].count : 0;
    const size_t top = readings->rows > 0 ? readings->row[0].count : 0;
    struct value plain[TILEPDB_MAX_CELLS];
    if (wide < 3 || wide > TILEPDB_MAX_SIDE + 1 || readings->rows > TILEPDB_MAX_SIDE + 1)
        return false;
    const bool corner = top == wide && readings->value[0].number == VALUE_BLANK;
    const size_t lead = top + 1 == wide || corner;
    const size_t begin = lead ? readings->row[1].first : 0, rows = readings->rows - lead;
    const struct lexer *lexer = readings->range.lexer;
    if (rows > TILEPDB_MAX_SIDE || (!lead && !lexer->bars && !lexer->labelled)) return false;
    if (lead && !are_labels(readings->value + corner, wide - 1, 1)) return false;
    if (!rows_are(readings, lead, rows, wide) || rows < 2) return false;
    if (!are_labels(readings->value + begin, rows, wide)) return false;
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 1; i < wide; i++)
            plain[row * (wide - 1) + i - 1] = readings->value[begin + row * wide + i];
    const int width = (int)wide - 1, height = (int)rows;
    const struct reading_rules *rules = &readings->rules;
    if (rules->width != 0 && (width != rules->width || height != rules->height)) return false;
    for (size_t i = 0; i < readings->count; i++)
        if (readings->value[i].index > 0) return false;
    return board_fill(rules, plain, width, height, board);
}

/* ---- all readings ---------------------------------------------------------------------------- */

struct outcome {
    enum reading_form form;
    size_t start; /* first row of FORM_ENTRIES */
    uint64_t hash;
    tilepdb_board first;
};

/* The number of readings with different boards, up to 2, and the first reading. */
struct verdict {
    unsigned count;
    struct outcome one;
    tilepdb_board other; /* if count is 2 */
};

static void verdict_other(struct verdict *verdict, const tilepdb_board *board) {
    if (verdict->count < 2) verdict->other = *board;
    verdict->count = 2;
}

static void verdict_add(struct verdict *verdict, const struct outcome *outcome) {
    if (verdict->count == 0) {
        verdict->one = *outcome;
        verdict->count = 1;
    } else if (outcome->hash != verdict->one.hash) {
        verdict_other(verdict, &outcome->first);
    }
}

static void outcome_board(struct verdict *verdict, enum reading_form form,
                          const tilepdb_board *board) {
    const struct outcome outcome = {.form = form, .hash = board_hash(board, 0), .first = *board};
    verdict_add(verdict, &outcome);
}

/* Returns false without memory. */
static bool outcome_entries(struct readings *readings, size_t start, struct verdict *verdict) {
    const unsigned ways = entries_find(readings, start);
    struct outcome outcome = {.form = FORM_ENTRIES, .start = start};
    tilepdb_board board;
    if (ways == 0) return true;
    if (!entries_list(readings, start, readings->rows)) return false;
    if (start == 1 && readings->value[0].number != (int32_t)readings->entries) return true;
    entry_read(readings, readings->entry[0].row, readings->entry[0].kind, &outcome.first);
    outcome.hash = readings->row[readings->rows].hash;
    verdict_add(verdict, &outcome);
    if (ways == 1) return true;
    /* Show the last two entries with different boards. */
    const struct value_row *row = readings->row;
    size_t at = readings->rows;
    while (row[at].from[0] == row[at].from[1] && row[at].kind[0] == row[at].kind[1])
        at = row[at].from[0];
    size_t one = row[at].from[0], other = row[at].from[1];
    entry_read(readings, one, row[at].kind[0], &verdict->one.first);
    entry_read(readings, other, row[at].kind[1], &board);
    while (board_equal(&verdict->one.first, &board) && one > start && other > start) {
        entry_read(readings, row[one].from[0], row[one].kind[0], &verdict->one.first);
        entry_read(readings, row[other].from[0], row[other].kind[0], &board);
        one = row[one].from[0];
        other = row[other].from[0];
    }
    verdict_other(verdict, &board);
    return true;
}

static bool outcome_numbered(struct readings *readings, struct verdict *verdict) {
    struct outcome outcome = {.form = FORM_NUMBERED};
    tilepdb_board board;
    if (!are_numbered(readings)) return true;
    for (size_t i = 0; i < readings->rows; i++) {
        numbered_board(readings, i, &board);
        outcome.hash = board_hash(&board, outcome.hash);
        if (i == 0) outcome.first = board;
    }
    verdict_add(verdict, &outcome);
    return true;
}

/* Returns false without memory. */
static bool forms_try(struct readings *readings, bool several, struct verdict *verdict) {
    tilepdb_board board;
    if (readings->rows == 0) return true;
    if (board_whole(readings, &board)) outcome_board(verdict, FORM_BOARD, &board);
    if (!several || readings->range.lexer->columns) return true;
    const struct value_row *first = &readings->row[0];
    if (!outcome_entries(readings, 0, verdict) ||
        (first->count == 1 && readings->value[0].number > 0 && readings->value[0].index == 0 &&
         !outcome_entries(readings, 1, verdict)))
        return false;
    if (board_labelled(readings, &board)) outcome_board(verdict, FORM_LABELLED, &board);
    return outcome_numbered(readings, verdict);
}

static tilepdb_status refuse_both(const struct readings *readings, const struct verdict *verdict,
                                  tilepdb_error *error) {
    char first[TILEPDB_BOARD_TEXT], second[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(&verdict->one.first, true, first);
    tilepdb_board_format(&verdict->other, true, second);
    const struct error_code code = {.code = TILEPDB_MESSAGE_TEXT_AMBIGUOUS,
                                    .column =
                                        readings->range.lexer->token[readings->range.first].column};
    return error_set_code(error, TILEPDB_ERROR_PARSE, code,
                          "this may be %.90s, or %.90s: write '/' between rows, or give the size",
                          first, second);
}

/* The variant whose values explain the error: numbers, unless most tokens are no numbers or are
 * words with digits. */
struct nearest {
    struct variant variant;
    size_t none; /* values without a meaning; SIZE_MAX at first */
};

static void nearest_add(const struct readings *readings, const struct variant *variant,
                        struct nearest *nearest) {
    const struct token_range *range = &readings->range;
    const size_t tokens = range->end - range->first;
    char text[TOKEN_TEXT];
    size_t none = 0;
    for (size_t i = 0; i < readings->count; i++) none += value_is_none(&readings->value[i]);
    if (tokens == 0) return;
    token_text(range->lexer->text, &range->lexer->token[range->first], text);
    const bool word = variant->format->words && range->lexer->token[range->first].bytes > 4 &&
                      strpbrk(text, "0123456789");
    if (nearest->none == SIZE_MAX ||
        (none < nearest->none && 2 * nearest->none > tokens && tokens > 3) ||
        (none <= nearest->none && word)) {
        nearest->none = none;
        nearest->variant = *variant;
    }
}

static tilepdb_status refuse_memory(struct readings *readings, tilepdb_error *error) {
    readings->no_memory = true;
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the text");
}

/* Applies the variant, and prepares readings_next. */
static tilepdb_status reading_choose(struct readings *readings, const struct variant *variant,
                                     const struct outcome *outcome, tilepdb_error *error) {
    readings->form = outcome->form;
    readings->words = variant->format->words;
    readings->letters = variant->format->alphabet == LETTERS;
    readings->board = outcome->first;
    readings->at = 0;
    if (readings->applied > 1 && !variant_apply(readings, variant))
        return refuse_memory(readings, error);
    if (outcome->form != FORM_ENTRIES) return TILEPDB_OK;
    if (readings->applied == 1 && readings->searched == 1) return TILEPDB_OK;
    entries_find(readings, outcome->start);
    return entries_list(readings, outcome->start, readings->rows) ? TILEPDB_OK
                                                                  : refuse_memory(readings, error);
}

static bool rules_set(struct readings *readings, const struct token_range *range,
                      const struct reading_rules *rules) {
    const struct lexer *lexer = range->lexer;
    readings->rules = *rules;
    readings->range = *range;
    readings->form = FORM_NONE;
    readings->letters = false;
    readings->count = readings->rows = 0;
    readings->applied = readings->searched = 0;
    if (rules->width == 0 && lexer->size_width > 0) {
        readings->rules.width = lexer->size_width;
        readings->rules.height = lexer->size_height;
    }
    return range->record || (!lexer->broken && lexer->depth == 0);
}

tilepdb_status readings_find(struct readings *readings, struct token_range range,
                             const struct reading_rules *rules, bool several,
                             tilepdb_error *error) {
    struct verdict verdict = {0};
    struct variant found = {0};
    struct nearest nearest = {.none = SIZE_MAX, .variant = {.format = &formats[0]}};
    const bool complete = rules_set(readings, &range, rules);
    struct features features = features_find(&range);
    if (rules->goal) features.bullets = false; /* '*' is a cell */
    readings->word_bytes = features.bytes;
    if (range.lexer->no_memory) return refuse_memory(readings, error);
    for (unsigned way = 0; way < 8; way++) {
        struct variant variant = {NULL, way & 1, (way & 2) != 0, (way & 4) != 0};
        if ((variant.edges && !features.edges) || (variant.bullet && !features.bullets) ||
            (variant.header && !features.header))
            continue;
        for (size_t i = 0; i < FORMATS; i++) {
            const unsigned before = verdict.count;
            variant.format = &formats[i];
            if (!format_fits(&features, variant.format, rules->goal || rules->alike)) continue;
            if (!variant_apply(readings, &variant)) return refuse_memory(readings, error);
            if (complete && !forms_try(readings, several, &verdict))
                return refuse_memory(readings, error);
            if (before == 0 && verdict.count > 0) found = variant;
            if (!variant.header) nearest_add(readings, &variant, &nearest);
        }
    }
    if (verdict.count == 1) return reading_choose(readings, &found, &verdict.one, error);
    if (verdict.count > 1) return refuse_both(readings, &verdict, error);
    if (!variant_apply(readings, &nearest.variant)) return refuse_memory(readings, error);
    return reading_explain(readings, error);
}

size_t readings_begin(struct readings *readings, struct token_range range,
                      const struct reading_rules *rules) {
    const struct variant variant = {.format = &formats[0]};
    if (!rules_set(readings, &range, rules)) return 0;
    if (range.lexer->no_memory || !variant_apply(readings, &variant)) {
        refuse_memory(readings, NULL);
        return 0;
    }
    entries_find(readings, 0);
    size_t last = readings->rows;
    while (last > 0 && readings->row[last].ways != 1) last--;
    last = last == 0 ? 0 : readings->row[last].from[0];
    if (last == 0) return 0;
    if (!entries_list(readings, 0, last)) {
        refuse_memory(readings, NULL);
        return 0;
    }
    readings->form = FORM_ENTRIES;
    readings->at = 0;
    return readings->value[readings->row[last].first].line;
}

static void place_write(const struct value *value, struct reading_board *to) {
    to->line = value->line;
    if (value->index == 0) return;
    snprintf(to->id, sizeof to->id, "%u", value->index - 1);
}

bool readings_next(struct readings *readings, struct reading_board *to) {
    const size_t at = readings->at++;
    to->id[0] = '\0';
    to->line = 0;
    to->letters = readings->letters;
    if (readings->form == FORM_NONE) return false;
    if (readings->form == FORM_BOARD || readings->form == FORM_LABELLED) {
        if (at > 0) return false;
        to->board = readings->board;
        place_write(&readings->value[0], to);
        to->line = readings->range.line;
        if (readings->form == FORM_LABELLED || (readings->rows > 1 && row_labels_take(readings)))
            to->id[0] = '\0';
        return true;
    }
    if (readings->form == FORM_NUMBERED) {
        if (at >= readings->rows) return false;
        const struct value *first = &readings->value[readings->row[at].first];
        numbered_board(readings, at, &to->board);
        to->line = first->line;
        snprintf(to->id, sizeof to->id, "%d", first->number);
        return true;
    }
    if (at >= readings->entries) return false;
    const struct reading_entry *entry = &readings->entry[at];
    entry_read(readings, entry->row, entry->kind, &to->board);
    place_write(&readings->value[readings->row[entry->row].first], to);
    return true;
}

void readings_free(struct readings *readings) {
    free(readings->value);
    free(readings->row);
    free(readings->entry);
}
