/*
 * The reader of texts against a slow one, which tries every reading that the grammar of
 * src/text/board_reader.h permits: all texts up to a length, then random texts, over an alphabet
 * without moves. Both must find the same boards, with the same lines and indices, and errors at
 * the same places; the lengths of runs of errors may differ.
 * Arguments: [LENGTH [RANDOM_TEXTS [SEED]]], or `all`, which takes a minute and has 17.9 million
 * texts. Random texts have up to 64 bytes; of a million, about 20 are read differently, all of them
 * with several blocks of which one is wrong (docs/notes/reader.md).
 *
 * Of the grammar, this alphabet leaves boards of 4 or 6 cells, of numbers or of words of digits.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "tilepdb_text.h"

static const char alphabet[] = "012345 /\n,.:[]a";

#define LETTERS          (sizeof alphabet - 1)
#define MOST_BYTES       64
#define MOST_CELLS       (MOST_BYTES + 2)
#define MOST_BOARDS      16
#define MOST_VALUE       100000000
#define MOST_DIFFERENCES 60

/* ---- boards ---------------------------------------------------------------------------------- */

#define BLANK (-1) /* the value of a mark or an empty token */

struct board {
    int width, height, line;
    int id; /* an index; -1: none */
    int cells[6];
};

static bool size_valid(int width, int height) {
    return width >= 2 && height >= 2 && width <= 3 && height <= 3 && width + height < 6;
}

/* Makes a board: 1 to n-1, and 0 or a mark. */
static bool board_make(struct board *board, const int *values, int width, int height) {
    const int count = width * height;
    int seen = 0, blanks = 0;
    if (!size_valid(width, height)) return false;
    *board = (struct board){.width = width, .height = height};
    for (int i = 0; i < count; i++) {
        if (values[i] >= count) return false;
        blanks += values[i] <= 0;
        board->cells[i] = values[i] == BLANK ? 0 : values[i];
        seen |= 1 << board->cells[i];
    }
    return blanks == 1 && seen == (1 << count) - 1;
}

static bool board_has_size(const struct board *board, int rows, int columns) {
    return (board->height == rows && board->width == columns) ||
           (board->width == rows && board->height == columns);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* PROSE is a word that may be dropped. */
enum kind { NUMBER, MARK, LETTER, WORD, PROSE, EMPTY, BAD };
enum gap { NONE, LINE, ROW_MARK, LIST };

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_token(char c) {
    return is_digit(c) || c == '.' || c == 'a';
}

static int token_length(const char *text, const char *end) {
    int length = 0;
    while (text + length < end && is_token(text[length])) length++;
    return length;
}

/* Returns how many of the first characters are in `set`. */
static int span(const char *text, int length, const char *set) {
    int count = 0;
    while (count < length && strchr(set, text[count])) count++;
    return count;
}

static enum kind token_kind(const char *text, int length) {
    const int digits = span(text, length, "012345");
    if (!length) return BAD;
    if (digits == length) return NUMBER;
    if (digits && text[digits] == '.' &&
        digits + 1 + span(text + digits + 1, length - digits - 1, "0") == length)
        return NUMBER;
    if (span(text, length, ".") == length) return length == 1 ? MARK : BAD;
    if (length == 1) return LETTER;
    return length > 2 && span(text, length, "a") == length ? PROSE : WORD;
}

static int token_value(const char *text, int length) {
    const int digits = span(text, length, "012345");
    int value = 0;
    for (int i = 0; i < digits && digits < 9; i++) value = 10 * value + text[i] - '0';
    return digits < 9 ? value : MOST_VALUE;
}

/* A cell, and the index before it. `gap` is the strongest one since the cell before. */
struct cell {
    enum kind kind;
    enum gap gap;
    int value, line, length;
    const char *text;
    int index, index_length; /* -1: none */
};

/* The cells of a line, or of the lines of a block. */
struct part {
    struct cell cells[MOST_CELLS];
    int count;
    bool tokens; /* other than empty ones, or open brackets */
    bool bad;
    bool prose;                            /* was dropped */
    bool digits;                           /* begin a token */
    bool values;                           /* more than two numbers of a name were dropped */
    bool stray;                            /* a bracket closes nothing: later ones do not count */
    bool lists;                            /* brackets were opened */
    int line;                              /* the first */
    int depth;                             /* of the brackets that are open at the end */
    enum gap gap;                          /* since the last cell */
    int index, index_length;               /* waits for its cell */
    int numbers[MOST_CELLS], number_count; /* with those of the indices */
};

static void gap_raise(enum gap *gap, enum gap other) {
    if (*gap < other) *gap = other;
}

static void index_set(struct part *part, int *index, int new) {
    if (*index >= 0 && new >= 0) part->bad = true;
    if (new >= 0) *index = new;
}

/* Removes a cell. Its gap and index are those of the next one. */
static void cell_remove(struct part *part, int at) {
    const struct cell old = part->cells[at];
    struct cell *next = &part->cells[at];
    part->count--;
    memmove(next, next + 1, sizeof *next * (size_t)(part->count - at));
    if (old.index >= 0 && at < part->count && next->gap == ROW_MARK) part->bad = true;
    gap_raise(at < part->count ? &next->gap : &part->gap, old.gap);
    index_set(part, at < part->count ? &next->index : &part->index, old.index);
    if (old.index >= 0 && at < part->count) next->index_length = old.index_length;
}

/* Returns the end of the row of cells that begins with `first`. */
static int row_end(const struct part *part, int first, enum gap gap) {
    int end = first + 1;
    while (end < part->count && part->cells[end].gap < gap) end++;
    return end;
}

/* Returns whether cells from `begin` to `end` are neither prose nor empty. */
static bool cells_exist(const struct part *part, int begin, int end) {
    for (int i = begin; i < end; i++)
        if (part->cells[i].kind != PROSE && part->cells[i].kind != EMPTY) return true;
    return false;
}

/* Drops the words of prose without cells of their rows on both sides. */
static void prose_drop(struct part *part) {
    for (int row = 0, end; row < part->count; row = end) {
        end = row_end(part, row, LINE);
        for (int i = end; i-- > row;) {
            if (part->cells[i].kind != PROSE) continue;
            if (cells_exist(part, row, i) && cells_exist(part, i, end)) continue;
            cell_remove(part, i);
            part->prose = true;
            end--;
        }
    }
}

/* ---- lines to cells -------------------------------------------------------------------------- */

enum before { ROW_BEGIN, DELIMITER, LIST_DELIMITER, TOKEN, LIST_END };

struct scan {
    const char *p, *end;
    int line;
    enum before before;
    bool line_begins; /* an index may follow */
    bool name_begins; /* a name may follow */
    bool line_marked; /* a '/' is in this line */
    bool line_listed; /* a bracket is in this line */
    bool token_ended; /* a ':' here would be bad */
    bool tokens;      /* in this line */
    bool cells;       /* in this line, other than empty ones */
    bool stray;       /* a bracket in this line closes nothing */
    bool part_open;   /* brackets were open at the begin of this line */
    int line_cell;    /* the first of this line */
    struct part *part;
};

static const char *blanks_skip(const char *p, const char *end) {
    while (p < end && *p == ' ') p++;
    return p;
}

static bool char_at(const char *p, const char *end, char c) {
    return p < end && *p == c;
}

static void cell_add(struct scan *scan, enum kind kind, int length) {
    struct part *part = scan->part;
    const int value = kind == NUMBER ? token_value(scan->p, length) : BLANK;
    part->cells[part->count++] = (struct cell){.kind = kind,
                                               .gap = part->gap,
                                               .value = value,
                                               .line = scan->line,
                                               .length = length,
                                               .text = scan->p,
                                               .index = part->index,
                                               .index_length = part->index_length};
    if (kind == NUMBER) part->numbers[part->number_count++] = value;
    part->bad = part->bad || (part->index >= 0 && part->gap == ROW_MARK);
    part->gap = NONE;
    part->index = -1;
    scan->line_begins = scan->name_begins = false;
    scan->tokens = scan->tokens || kind != EMPTY;
    scan->cells = scan->cells || kind != EMPTY;
}

static void row_close(struct scan *scan, enum gap gap, enum before before) {
    if (scan->before == DELIMITER) cell_add(scan, EMPTY, 0);
    gap_raise(&scan->part->gap, gap);
    scan->before = before;
}

static void delimiter_read(struct scan *scan) {
    const bool closed = scan->before == LIST_END;
    const bool opens = char_at(blanks_skip(scan->p + 1, scan->end), scan->end, '[');
    if (scan->before == DELIMITER || scan->before == LIST_DELIMITER || scan->before == ROW_BEGIN)
        cell_add(scan, EMPTY, 0);
    scan->before = closed || opens ? LIST_DELIMITER : DELIMITER;
    scan->name_begins = scan->part->depth;
}

static void line_close(struct scan *scan) {
    struct part *part = scan->part;
    row_close(scan, LINE, ROW_BEGIN);
    while (!scan->cells && part->count > scan->line_cell) cell_remove(part, part->count - 1);
    part->stray = part->stray || (scan->stray && (scan->tokens || scan->part_open));
    part->tokens = part->tokens || scan->tokens || part->depth || part->stray;
    part->bad = part->bad || part->stray;
    scan->part_open = part->depth;
    scan->line_cell = part->count;
    scan->tokens = scan->cells = scan->stray = false;
    scan->line_marked = scan->line_listed = false;
    scan->line_begins = true;
    scan->name_begins = scan->name_begins || !part->depth;
    scan->token_ended = false;
    scan->line++;
}

/* Returns the end of the labels of columns, "[,1] [,2] ...", that are all of a line; or NULL. */
static const char *column_labels_end(const char *p, const char *end) {
    char label[16];
    int count = 0;
    for (p = blanks_skip(p, end); p < end && *p != '\n'; p = blanks_skip(p, end)) {
        const int length = snprintf(label, sizeof label, "[,%d]", ++count);
        if (end - p < length || memcmp(p, label, (size_t)length)) return NULL;
        p += length;
    }
    return count > 1 ? p : NULL;
}

/* Returns whether "7." at `p` is an index: a token, and not directly a delimiter, follows in its
 * row, and no other number of the line ends with a point. */
static bool point_is_index(const struct scan *scan, const char *p, int length) {
    bool row = true, follows = false;
    if (p[length - 1] != '.' || char_at(blanks_skip(p + length, scan->end), scan->end, ','))
        return false;
    for (p += length; p < scan->end && *p != '\n'; p += length ? length : 1) {
        length = token_length(p, scan->end);
        if (token_kind(p, length) == NUMBER && p[length - 1] == '.') return false;
        row = row && !strchr("/[]", *p);
        follows = follows || (row && (length || *p == ','));
    }
    return follows;
}

/* Returns the length of an index at `scan->p`, the first token of its line, with its mark. */
static int index_match(const struct scan *scan) {
    const char *end = scan->end;
    const bool bracket = *scan->p == '[';
    const char *number = scan->p + bracket;
    const int length = token_length(number, end);
    const char *p = number + length;
    if (!scan->line_begins || scan->part->depth || token_kind(number, length) != NUMBER) return 0;
    if (bracket && !is_digit(p[-1])) return 0;
    if (bracket && char_at(p, end, ',') && char_at(p + 1, end, ']')) return length + 3;
    if (bracket) {
        const char *next = char_at(p, end, ']') ? blanks_skip(p + 1, end) : end;
        return next < end && next > p + 1 && !strchr("[\n", *next) ? length + 2 : 0;
    }
    if (char_at(p, end, ':')) return length + 1;
    if (!scan->line_marked && !scan->line_listed && point_is_index(scan, number, length))
        return length;
    p = blanks_skip(p, end);
    if (char_at(p, end, ','))
        for (p++; p < end && strchr(" :", *p);) p++;
    return char_at(p, end, '[') ? (int)(p - number) : 0;
}

static void index_read(struct scan *scan, int length) {
    struct part *part = scan->part;
    const char *number = scan->p + (*scan->p == '[');
    const int value = token_value(number, token_length(number, scan->end));
    part->index_length = token_length(number, scan->end);
    index_set(part, &part->index, value);
    part->numbers[part->number_count++] = value;
    part->digits = true;
    scan->p += length;
    scan->line_begins = scan->name_begins = false;
    scan->before = ROW_BEGIN;
    scan->tokens = scan->cells = scan->token_ended = true;
}

/* Returns the end of the words and letters at `scan->p` if they are a name, otherwise NULL. */
static const char *name_end(const struct scan *scan) {
    const char *p = scan->p, *behind = p;
    int words = 0, letters = 0;
    if (*p != 'a') return NULL;
    for (; p < scan->end && is_token(*p); p = blanks_skip(behind, scan->end)) {
        const int length = token_length(p, scan->end);
        const enum kind kind = token_kind(p, length);
        if (*p != 'a' || kind == BAD) return NULL;
        behind = p + length;
        words++;
        letters += length;
    }
    if (char_at(p, scan->end, ':')) return p + 1;
    return char_at(p, scan->end, '[') && (letters > 1 || p == behind) ? p : NULL;
}

/* Skips the value of a name in brackets. */
static void value_skip(struct scan *scan) {
    for (int depth = 0; scan->p < scan->end; scan->p++) {
        const char c = *scan->p;
        if (!depth && strchr(",]/", c)) return;
        depth += (c == '[') - (c == ']');
        if (c == '\n') line_close(scan);
    }
}

/* Returns the number of tokens that are numbers. */
static int numbers_count(const char *p, const char *end) {
    int count = 0;
    for (int length; p < end; p += length ? length : 1) {
        length = token_length(p, end);
        count += token_kind(p, length) == NUMBER;
    }
    return count;
}

static void name_read(struct scan *scan, const char *end) {
    scan->p = end;
    scan->before = scan->part->depth ? TOKEN : ROW_BEGIN;
    scan->line_begins = scan->line_begins && end[-1] == ':';
    if (scan->part->depth && end[-1] == ':') {
        const char *value = scan->p;
        value_skip(scan);
        scan->before = TOKEN;
        if (numbers_count(value, scan->p) > 2) scan->tokens = scan->part->values = true;
    }
}

static void token_read(struct scan *scan) {
    const int length = token_length(scan->p, scan->end);
    if (scan->before == LIST_END && scan->p[-1] == ']' && length == 1 && *scan->p == '.') {
        scan->p++;
        return;
    }
    cell_add(scan, token_kind(scan->p, length), length);
    if (is_digit(*scan->p)) scan->part->digits = true;
    scan->p += length;
    scan->before = TOKEN;
    scan->token_ended = true;
}

static void separator_read(struct scan *scan) {
    struct part *part = scan->part;
    switch (*scan->p++) {
    case ',':
        scan->p--;
        delimiter_read(scan);
        scan->p++;
        break;
    case '/':
        row_close(scan, ROW_MARK, ROW_BEGIN);
        scan->line_marked = true;
        break;
    case '\n':
        line_close(scan);
        break;
    case '[':
        if (scan->stray || part->stray) break;
        row_close(scan, LIST, ROW_BEGIN);
        scan->name_begins = part->lists = true;
        scan->line_listed = true;
        part->depth++;
        break;
    case ']':
        if (scan->stray || part->stray) break;
        row_close(scan, part->depth ? LIST : NONE, LIST_END);
        if (part->depth) {
            scan->line_listed = true;
            part->depth--;
        } else {
            scan->stray = true;
            scan->name_begins = false;
        }
        break;
    }
}

/* Returns whether a line end, but no opening bracket, is in front of `p`. */
static bool line_end_before(const char *p) {
    bool found = false;
    for (; strchr(" \n", p[-1]); p--) found = found || p[-1] == '\n';
    return found && p[-1] != '[';
}

/* Returns whether a ':' would be bad: behind a token, in brackets over line ends, too. */
static bool colon_is_bad(const struct scan *scan) {
    const struct part *part = scan->part;
    return scan->token_ended || (part->count && scan->before == LIST_END && !scan->line_begins) ||
           (part->depth && part->count && line_end_before(scan->p));
}

/* Reads what is next. */
static void scan_step(struct scan *scan) {
    const int index = index_match(scan);
    const char *labels = scan->line_begins ? column_labels_end(scan->p, scan->end) : NULL;
    const char *name = is_token(*scan->p) && scan->name_begins ? name_end(scan) : NULL;
    if (*scan->p == ' ' || *scan->p == ':') {
        if (*scan->p == ':' && colon_is_bad(scan)) cell_add(scan, BAD, 1);
        scan->p++;
        return;
    }
    scan->token_ended = false;
    if (index) {
        index_read(scan, index);
    } else if (labels) {
        scan->p = labels;
    } else if (name) {
        name_read(scan, name);
    } else if (is_token(*scan->p)) {
        token_read(scan);
    } else {
        separator_read(scan);
    }
}

/* Cuts the lines from `begin` to `end` into cells; `line` is the number of the first. */
static void lines_scan(struct part *part, const char *begin, const char *end, int line) {
    struct scan scan = {.p = begin, .end = end, .line = line, .part = part};
    *part = (struct part){.line = line, .index = -1, .gap = LINE};
    scan.line_begins = scan.name_begins = true;
    while (scan.p < scan.end) scan_step(&scan);
    line_close(&scan);
    if (part->digits || scan.line - line > 1) prose_drop(part);
}

/* ---- the readings of a block ----------------------------------------------------------------- */

struct boards {
    int count;
    struct board boards[MOST_BOARDS];
};

/* `different` counts the readings with different boards; the first is kept. */
struct readings {
    int different;
    struct boards first;
    bool words; /* the first reading has words as cells */
    bool sized; /* it has a size or the number of its boards */
    bool labelled;
};

/* A block in one form. */
struct form {
    const struct part *part;
    bool words; /* the cells are those of words */
    bool labelled;
    int sized;                     /* number of entries with a size */
    int rows, row[MOST_CELLS + 1]; /* the first cell of each row, and the end */
    int wanted;                    /* number of entries; 0: any */
    struct boards boards;
    struct readings *readings;
};

static void reading_add(struct form *form) {
    struct readings *readings = form->readings;
    const struct boards *boards = &form->boards;
    bool equal = readings->different && readings->first.count == boards->count;
    for (int i = 0; equal && i < boards->count; i++) {
        const struct board *a = &boards->boards[i], *b = &readings->first.boards[i];
        equal = a->width == b->width && !memcmp(a->cells, b->cells, sizeof a->cells);
    }
    if (equal) return;
    if (readings->different++) return;
    readings->first = *boards;
    readings->words = form->words;
    readings->sized = form->sized || form->wanted;
    readings->labelled = form->labelled;
}

/* Makes a board of the cells from `first` to `end`. */
static bool cells_board(const struct form *form, int first, int end, int width, int height,
                        struct board *board) {
    int values[MOST_CELLS];
    for (int i = first; i < end; i++) values[i - first] = form->part->cells[i].value;
    return end - first == width * height && board_make(board, values, width, height);
}

/* Adds an entry, of the cells from `first`, such as a size, to the boards of the form. */
static bool entry_add(struct form *form, int first, int cells, int end, int width, int height) {
    struct board *board = &form->boards.boards[form->boards.count];
    for (int i = first + 1; i < end; i++)
        if (form->part->cells[i].index >= 0) return false;
    if (form->boards.count == MOST_BOARDS) return false;
    if (!cells_board(form, cells, end, width, height, board)) return false;
    board->line = form->part->cells[first].line;
    board->id = form->part->cells[first].index;
    form->boards.count++;
    return true;
}

static void form_rows(struct form *form, enum gap gap) {
    form->rows = 0;
    for (int i = 0; i < form->part->count; i = row_end(form->part, i, gap))
        form->row[form->rows++] = i;
    form->row[form->rows] = form->part->count;
}

static int row_cells(const struct form *form, int row) {
    return form->row[row + 1] - form->row[row];
}

/* Returns whether `count` rows from `row` on exist and have `width` cells. */
static bool rows_have(const struct form *form, int row, int count, int width) {
    for (int i = row; i < row + count; i++)
        if (i >= form->rows || row_cells(form, i) != width) return false;
    return true;
}

/* A board of all cells. */
static void board_read(struct form *form) {
    const int count = form->part->count;
    int width = 2, height = 2;
    for (enum gap gap = LIST; gap >= LINE; gap--) {
        form_rows(form, gap);
        if (form->rows < 2 || rows_have(form, 0, form->rows, 1)) continue;
        width = row_cells(form, 0);
        height = form->rows;
        if (!rows_have(form, 0, height, width)) return;
        break;
    }
    form->boards.count = 0;
    if (!entry_add(form, 0, 0, count, width, height)) return;
    form->boards.boards->line = form->part->line;
    reading_add(form);
}

static void entries_read(struct form *form, int row);

/* Reads an entry: its cells are those from `cells` to the row `end`; then the entries after it. */
static void entry_read(struct form *form, int row, int cells, int end, int width, int height) {
    if (!entry_add(form, form->row[row], cells, form->row[end], width, height)) return;
    entries_read(form, end);
    form->boards.count--;
}

/* Reads an entry that begins with `count` numbers for a size of `rows` and `columns`. */
static void sized_read(struct form *form, int row, int count, int rows, int columns) {
    const int first = form->row[row], size_end = first + count;
    const int cells = rows * columns;
    if (!size_valid(columns, rows)) return;
    form->sized++;
    if (form->row[row + 1] > size_end) {
        entry_read(form, row, size_end, row + 1, columns, rows);
        form->sized--;
        return;
    }
    if (rows_have(form, row + 1, rows, columns))
        entry_read(form, row, size_end, row + 1 + rows, columns, rows);
    if (rows != columns && rows_have(form, row + 1, columns, rows))
        entry_read(form, row, size_end, row + 1 + columns, rows, columns);
    if (rows == columns && rows_have(form, row + 1, 1, cells))
        entry_read(form, row, size_end, row + 2, columns, rows);
    if (rows == columns && rows_have(form, row + 1, cells, 1))
        entry_read(form, row, size_end, row + 1 + cells, columns, rows);
    form->sized--;
}

/* Reads the entries from `row` on in every way. */
static void entries_read(struct form *form, int row) {
    const struct cell *cell = &form->part->cells[form->row[row]];
    if (row == form->rows) {
        if (form->boards.count && (!form->wanted || form->wanted == form->boards.count))
            reading_add(form);
        return;
    }
    const int count = form->row[row + 1] - form->row[row];
    if (rows_have(form, row, 2, 2)) entry_read(form, row, form->row[row], row + 2, 2, 2);
    if (rows_have(form, row, 1, 4)) entry_read(form, row, form->row[row], row + 1, 2, 2);
    if (cell[0].kind != NUMBER) return;
    sized_read(form, row, 1, cell[0].value, cell[0].value);
    if (count > 1 && cell[1].kind == NUMBER) sized_read(form, row, 2, cell[0].value, cell[1].value);
}

/* A sequence of entries, perhaps after their number. */
static void sequence_read(struct form *form) {
    const struct cell *first = form->part->cells;
    form_rows(form, LINE);
    form->boards.count = form->wanted = 0;
    entries_read(form, 0);
    if (form->row[1] != 1 || first->kind != NUMBER || first->index >= 0) return;
    form->wanted = first->value;
    if (form->wanted) entries_read(form, 1);
}

/* Rows of an index and a flat entry, whose indices ascend. */
static void numbered_read(struct form *form) {
    const struct cell *cells = form->part->cells;
    form_rows(form, LINE);
    form->boards.count = form->wanted = 0;
    if (form->rows < 2) return;
    for (int row = 0; row < form->rows; row++) {
        const struct cell *first = &cells[form->row[row]];
        struct board *board = &form->boards.boards[row];
        if (first->kind != NUMBER || first->index >= 0 || !rows_have(form, row, 1, 5)) return;
        if (row && first->value <= board[-1].id) return;
        if (!entry_add(form, form->row[row] + 1, form->row[row] + 1, form->row[row + 1], 2, 2))
            return;
        if (board->id >= 0) return;
        board->id = first->value;
    }
    reading_add(form);
}

/* Returns the label of a row, which is its first number or, if `marked`, its index; or -1. */
static int row_label(const struct cell *first, bool marked) {
    if (marked) return first->index;
    return first->kind == NUMBER && first->index < 0 ? first->value : -1;
}

/* Reads a board of the rows from `first_row` on, within labels of the rows. */
static void labelled_rows_read(struct form *form, int first_row, int columns, bool marked) {
    struct part inner = {.count = 0};
    struct form inside = {
        .part = &inner,
    };
    const int begin = row_label(&form->part->cells[form->row[first_row]], marked);
    for (int row = first_row; row < form->rows; row++) {
        const int first = form->row[row], end = form->row[row + 1];
        if (row_label(&form->part->cells[first], marked) != begin + row - first_row) return;
        if (end - first - !marked != columns) return;
        for (int i = first + !marked; i < end; i++) {
            if (i > first && form->part->cells[i].index >= 0) return;
            inner.cells[inner.count++] = form->part->cells[i];
        }
    }
    if (begin != 0 && begin != 1) return;
    if (!cells_board(&inside, 0, inner.count, columns, form->rows - first_row, form->boards.boards))
        return;
    form->boards.boards->line = form->part->line;
    form->boards.boards->id = -1;
    form->boards.count = 1;
    reading_add(form);
}

/* A board within labels of columns and rows, or of rows alone with the marks of an index. */
static void labelled_read(struct form *form) {
    const struct cell *cells = form->part->cells;
    const int first = cells->kind == EMPTY || cells->kind == MARK;
    form_rows(form, LINE);
    if (form->rows < 2) return;
    labelled_rows_read(form, 0, form->row[1], true);
    for (int i = 0; i < form->row[1]; i++)
        if (cells[i].index >= 0 ||
            (i >= first && row_label(&cells[i], false) != cells[first].value + i - first))
            return;
    if (cells[first].value > 1) return;
    labelled_rows_read(form, 1, form->row[1] - first, false);
}

static void form_read(const struct part *part, bool words, struct readings *readings) {
    struct form form = {.part = part, .words = words, .readings = readings};
    board_read(&form);
    sequence_read(&form);
    numbered_read(&form);
    form.labelled = true;
    labelled_read(&form);
}

/* Makes a block whose cells are the characters of the words of a block: each word is a row. */
static bool words_cut(const struct part *part, struct part *cut) {
    const int length = part->cells->length;
    *cut = *part;
    cut->count = 0;
    for (int i = 0; i < part->count; i++) {
        const struct cell *word = &part->cells[i];
        /* "123." alone is no board. */
        if (part->count == 1 && word->kind == NUMBER && word->text[word->length - 1] == '.')
            return false;
        if ((word->kind != NUMBER && word->kind != WORD) || word->length != length || length < 3 ||
            part->prose || (word->index >= 0 && word->index_length == length))
            return false;
        for (int k = 0; k < length; k++) {
            struct cell *cell = &cut->cells[cut->count++];
            const char c = word->text[k];
            *cell = *word;
            cell->kind = is_digit(c) ? NUMBER : (c == '.' ? MARK : LETTER);
            cell->value = is_digit(c) ? c - '0' : (c == '.' ? BLANK : 10);
            cell->gap = k ? NONE : (word->gap > LINE ? word->gap : LINE);
            cell->index = k ? -1 : word->index;
        }
    }
    return true;
}

/* Reads the cells as numbers and as words. */
static void forms_read(const struct part *part, struct readings *readings) {
    struct part cut;
    bool numbers = true;
    for (int i = 0; i < part->count; i++)
        numbers = numbers && (part->cells[i].kind == NUMBER || part->cells[i].kind == MARK ||
                              part->cells[i].kind == EMPTY);
    if (numbers) form_read(part, false, readings);
    if (words_cut(part, &cut)) form_read(&cut, true, readings);
}

/* Drops the empty tokens at the ends of rows. */
static void edges_drop(struct part *part) {
    for (int row = 0, end; row < part->count; row = end) {
        end = row_end(part, row, LINE);
        while (end > row && part->cells[end - 1].kind == EMPTY) cell_remove(part, --end);
        while (end > row && part->cells[row].kind == EMPTY) cell_remove(part, row), end--;
    }
}

/* Finds all readings of a block. */
static void part_read(const struct part *part, struct readings *readings) {
    struct part inner = *part;
    readings->different = readings->first.count = 0;
    if (part->bad || part->depth || part->index >= 0 || !part->count) return;
    forms_read(part, readings);
    edges_drop(&inner);
    if (inner.count < part->count && inner.count && !inner.bad && inner.index < 0)
        forms_read(&inner, readings);
}

static bool part_is_board(const struct part *part, struct readings *readings) {
    part_read(part, readings);
    return readings->different == 1 && readings->first.count == 1;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* BOARDS is one block of them; WORDS and SIZE are errors if nothing follows that explains them. */
enum outcome_kind { BOARDS, ERROR, WORDS, SIZE };

/* What a block is, or a line of words. */
struct outcome {
    enum outcome_kind kind;
    int first, end; /* lines, from 0 */
    struct boards boards;
    int size[2], size_count;
    bool answer;                               /* two numbers, one of them too large for a size */
    bool sized;                                /* the boards have a size */
    bool listed;                               /* it has brackets or gaps of MARK */
    bool headed;                               /* a heading is above it */
    bool alone;                                /* a line that stands alone */
    bool uneven;                               /* of its lines */
    int first_width, last_width, most, height; /* of its lines, and the largest number */
    bool brackets;
    unsigned all, digits; /* the numbers of the cells of an error, and their digits, as bits */
    unsigned tiles;       /* of a board that is loose, otherwise 0 */
    unsigned rest;        /* `all` or `tiles`, without a first row that may be a size */
    bool words;           /* the cells of the board were characters of words */
    bool joined;          /* an error has no number below 10 */
};

/* `lines` are the begins of the lines, and the end of the text behind its last line end. A block
 * has the lines from `first` to `end`. */
struct reader {
    char text[MOST_BYTES + 2];
    const char *lines[MOST_BYTES + 2];
    bool empty[MOST_BYTES + 1];
    int line_count;
    int first, end, empty_lines;
    struct part block;
    bool headed;   /* the line above is a heading */
    bool spaced;   /* the block is rows with an empty line behind each */
    int row_marks; /* the line below a line with row marks that stands alone as an error */
    struct outcome outcomes[MOST_CELLS];
    int outcome_count;
};

static const char *line_end(const struct reader *reader, int line) {
    return reader->lines[line + 1] - 1;
}

static void reader_scan(const struct reader *reader, int first, int end, struct part *part) {
    lines_scan(part, reader->lines[first], line_end(reader, end - 1), first + 1);
}

static bool line_has_slash_end(const struct reader *reader, int line) {
    const char *end = line_end(reader, line);
    while (end > reader->lines[line] && strchr(" ,:[]", end[-1])) end--;
    return end > reader->lines[line] && end[-1] == '/';
}

/* Returns whether a value is a number of the part. */
static bool part_has(const struct part *part, int value) {
    for (int i = 0; i < part->number_count; i++)
        if (part->numbers[i] == value) return true;
    return false;
}

/* Returns whether a number of the part is a cell of the board. */
static bool part_shares(const struct part *part, const struct board *board) {
    for (int i = 0; i < board->width * board->height; i++)
        if (part_has(part, board->cells[i])) return true;
    return false;
}

/* Removes the empty tokens. */
static void empties_drop(struct part *part) {
    for (int i = part->count; i--;)
        if (part->cells[i].kind == EMPTY) cell_remove(part, i);
}

/* Returns the number of cells without empty tokens. */
static int part_cells(const struct part *part) {
    int count = 0;
    for (int i = 0; i < part->count; i++) count += part->cells[i].kind != EMPTY;
    return count;
}

/* Returns the strongest gap between cells, and the length of the longest row. */
static enum gap part_gap(const struct part *part, int *longest) {
    enum gap gap = NONE;
    *longest = 0;
    for (int i = 0, end; i < part->count; i = end) {
        end = row_end(part, i, LINE);
        if (i) gap_raise(&gap, part->cells[i].gap);
        if (*longest < end - i) *longest = end - i;
    }
    return gap;
}

static bool part_has_row_marks(const struct part *part) {
    for (int i = 0; i < part->count; i++)
        if (part->cells[i].gap == ROW_MARK) return true;
    return false;
}

/* Returns whether a block is only a size or a number of boards. */
static bool part_is_size(const struct part *part) {
    const struct cell *cells = part->cells;
    if (part->bad || part->prose || part->depth || part->index >= 0 || part->count < 1 ||
        part->count > 2 || cells->gap > LINE || part->gap > LINE)
        return false;
    for (int i = 0; i < part->count; i++)
        if (cells[i].kind != NUMBER || cells[i].index >= 0 || (i && cells[i].gap > NONE) ||
            cells[i].value < part->count)
            return false;
    return true;
}

/* Returns whether a block is two numbers, one of which is too large for a size. */
static bool part_is_answer(const struct part *part) {
    const struct cell *cells = part->cells;
    return part->count == 2 && !part->prose && cells[0].index < 0 && cells[0].kind == NUMBER &&
           cells[1].gap == NONE && cells[1].kind == NUMBER &&
           (cells[0].value >= 24 || cells[1].value >= 24);
}

/* Returns whether a line is a row of two or more numbers and marks. */
static bool part_is_row(const struct part *part) {
    int longest;
    for (int i = 0; i < part->count; i++)
        if (part->cells[i].kind != NUMBER && part->cells[i].kind != MARK) return false;
    return part->count > 1 && !part->bad && !part->prose && part->cells[0].index < 0 &&
           part->cells[0].gap == LINE && part->gap == LINE && part_gap(part, &longest) == NONE;
}

/* Returns whether a board may be part of a larger one, by the lines above it. */
static bool board_is_part(const struct reader *reader, const struct readings *readings,
                          bool alone) {
    const struct outcome *above = reader->outcomes + reader->outcome_count - 1;
    const bool below_words = reader->outcome_count && above->kind == WORDS && !above->headed &&
                             above->end == reader->first;
    if (alone && !readings->sized) return false;
    return reader->row_marks == reader->first || (below_words && readings->words);
}

static struct outcome *outcome_add(struct reader *reader, enum outcome_kind kind, bool alone) {
    struct outcome *outcome = &reader->outcomes[reader->outcome_count++];
    *outcome = (struct outcome){.kind = kind,
                                .first = reader->first,
                                .end = reader->end,
                                .headed = reader->headed,
                                .alone = alone};
    return outcome;
}

static unsigned bit(int number) {
    return number >= 0 && number < 32 ? 1U << number : 0;
}

/* Notes the numbers of the cells, for the boards next to a block. */
static void outcome_count_numbers(struct outcome *outcome, struct part *block) {
    unsigned digits = 0;
    empties_drop(block);
    const int row = block->count ? row_end(block, 0, LINE) : 0;
    bool size = row < 3;
    for (int i = 0; i < row; i++)
        size = size && (row == 1 || (block->cells[i].kind == NUMBER && block->cells[i].value > 1));
    for (int i = 0; i < block->count; i++) {
        const struct cell *cell = &block->cells[i];
        for (int k = 0; k < cell->length; k++)
            if (is_digit(cell->text[k])) digits |= bit(cell->text[k] - '0');
        if (cell->kind != NUMBER) continue;
        outcome->all |= bit(cell->value);
        if (!size || i >= row) outcome->rest |= bit(cell->value);
    }
    outcome->digits = outcome->answer ? 0 : digits;
    outcome->joined = !(outcome->all & 0x3FF);
}

/* Notes the tiles of a block that is one board without brackets and size, as bits. */
static void outcome_loosen(struct outcome *outcome, const struct part *block,
                           const struct readings *readings) {
    const struct board *board = readings->first.boards;
    if (readings->first.count > 1 || readings->sized || readings->labelled || block->lists) return;
    for (int i = 1; i < board->width * board->height; i++) outcome->tiles |= bit(i);
    outcome->rest = outcome->tiles;
    if (board->width == 2 && board->cells[0] > 1 && board->cells[1] > 1)
        outcome->rest &= ~(bit(board->cells[0]) | bit(board->cells[1]));
    outcome->words = readings->words;
}

/* Notes the widths of the lines, for the board below a block. */
static void outcome_measure(const struct reader *reader, struct outcome *outcome) {
    struct part line;
    for (int i = outcome->first; i < outcome->end; i++) {
        reader_scan(reader, i, i + 1, &line);
        outcome->listed = outcome->listed || line.lists;
        empties_drop(&line);
        for (int k = 0; k < line.number_count; k++)
            if (outcome->most < line.numbers[k]) outcome->most = line.numbers[k];
        if (!line.count) continue;
        if (!outcome->height++) outcome->first_width = line.count;
        if (line.count != outcome->first_width) outcome->uneven = true;
        outcome->last_width = line.count;
    }
}

/* Returns whether the line above the block, and above empty lines, has only a '/'. */
static bool below_mark(const struct reader *reader) {
    struct part line;
    int above = reader->first - 1;
    while (above >= 0 && reader->empty[above]) above--;
    if (above < 0 || !line_has_slash_end(reader, above)) return false;
    reader_scan(reader, above, above + 1, &line);
    return !line.tokens;
}

/* Ends the block. */
static void block_end(struct reader *reader, bool alone) {
    static struct readings readings;
    struct part *block = &reader->block;
    if (reader->first < 0) return;
    if (!block->count && block->index < 0 && !block->depth && !block->stray && !block->values)
        reader->first = -1;
    if (reader->first < 0) return;
    const bool marked = below_mark(reader);
    if (marked && block->count && block->cells->index >= 0 && block->cells->gap < LIST)
        block->bad = true;
    part_read(block, &readings);
    const bool is_part = readings.different == 1 && board_is_part(reader, &readings, alone);
    const bool board = readings.different == 1 && !is_part;
    const bool below = reader->row_marks == reader->first;
    const bool line = reader->end - reader->first == 1;
    const bool answer = line && part_is_answer(block);
    const bool size = line && !readings.different && part_is_size(block) && !answer && !marked;
    struct outcome *outcome = outcome_add(reader, board ? BOARDS : (size ? SIZE : ERROR), alone);
    outcome->boards = readings.first;
    outcome->size_count = block->count;
    outcome->answer = answer;
    outcome->sized = readings.sized;
    outcome->listed = below || part_has_row_marks(block);
    if (is_part || (below && !board)) reader->row_marks = reader->end;
    for (int i = 0; size && i < block->count; i++) outcome->size[i] = block->cells[i].value;
    outcome->brackets = block->lists;
    if (board)
        outcome_loosen(outcome, block, &readings);
    else
        outcome_count_numbers(outcome, block);
    outcome_measure(reader, outcome);
    reader->first = -1;
    reader->headed = false;
}

/* Scans the last line of the block that has cells. */
static void last_scan(const struct reader *reader, struct part *last) {
    for (int i = reader->end - 1; i >= reader->first; i--) {
        reader_scan(reader, i, i + 1, last);
        if (last->count || last->index >= 0) return;
    }
}

static bool block_continues(const struct reader *reader, const struct part *line) {
    struct part last;
    if (!reader->empty_lines || (reader->block.depth && !reader->block.count)) return true;
    if (!reader->spaced || reader->empty_lines > 1) return false;
    last_scan(reader, &last);
    return part_is_row(line) && last.count == line->count;
}

/* Adds a line to the block. Ends it if the line closes its brackets, or ends its lines with '/'. */
static void block_append(struct reader *reader, const struct part *own, int line) {
    const int depth = reader->first < 0 ? 0 : reader->block.depth;
    bool slashes = false;
    if (reader->first < 0) {
        reader->first = line;
        reader->spaced = part_is_row(own) &&
                         (own->count > 2 || own->cells[0].value < 2 || own->cells[1].value < 2);
    } else {
        reader->spaced = reader->spaced && reader->empty_lines == 1 && part_is_row(own);
        slashes = line_has_slash_end(reader, reader->end - 1);
    }
    reader->end = line + 1;
    reader->empty_lines = 0;
    reader_scan(reader, reader->first, reader->end, &reader->block);
    if (reader->block.depth) return;
    if (depth || (slashes && !line_has_slash_end(reader, line))) block_end(reader, false);
}

/* Returns whether a line stands alone as a board, if no block is above it. */
static bool line_is_board(const struct reader *reader, const struct part *cells, int line) {
    static struct readings readings;
    int longest;
    if (cells->depth || !part_is_board(cells, &readings)) return false;
    if (line_has_slash_end(reader, line) && (reader->first < 0 || !reader->block.depth))
        return false;
    struct part filled = *cells;
    empties_drop(&filled);
    return part_gap(&filled, &longest) > LINE || (readings.words && filled.count > 1);
}

/* Returns whether a line, without empty tokens, stands alone as an error. */
static bool line_is_error(const struct reader *reader, const struct part *cells, int line) {
    static struct readings readings;
    const int count = cells->count;
    int longest;
    for (int i = 0; i < count; i++)
        if (cells->cells[i].kind != NUMBER && cells->cells[i].kind != MARK) return false;
    if (cells->bad || cells->depth || line_has_slash_end(reader, line) ||
        part_is_board(cells, &readings))
        return false;
    return (part_gap(cells, &longest) > LINE && longest > 1) || count == 9 || count == 16 ||
           count == 25;
}

/* Returns whether a line ends the block above it. */
static bool line_interrupts(const struct reader *reader, const struct part *own, int line) {
    static struct readings readings;
    const struct part *block = &reader->block;
    int longest, width;
    struct part last;
    const bool board = line_is_board(reader, own, line);
    last_scan(reader, &last);
    empties_drop(&last);
    if (block->depth) {
        struct part filled = *own;
        empties_drop(&filled);
        reader_scan(reader, reader->end - 1, reader->end, &last);
        const bool row = part_gap(&filled, &longest) == NONE &&
                         (filled.count == 4 || filled.count == 1) &&
                         (block->count || block->index >= 0) && part_cells(&last) != filled.count &&
                         !own->depth && part_is_board(own, &readings);
        if (!board && !row) return false;
        part_read(own, &readings);
        if (readings.sized) return false;
        return (!block->count && block->index < 0) || part_shares(block, readings.first.boards);
    }
    if (!board) return false;
    part_read(own, &readings);
    width = readings.first.boards->width;
    return !readings.sized &&
           (own->lists || (own->cells[0].gap != ROW_MARK &&
                           (width != last.count || part_gap(own, &longest) != ROW_MARK)));
}

/* Ends the block before a line that stands alone. Without cells, it is nothing. */
static void block_interrupt(struct reader *reader) {
    if (reader->block.count || reader->block.index >= 0 || reader->block.stray)
        block_end(reader, false);
    else
        reader->first = -1;
}

/* Returns whether a text begins with a word of two letters or more, without digits. */
static bool begins_with_word(const char *p, const char *end) {
    const int length = token_length(p, end);
    return span(p, length, "a") > 1 && span(p, length, "a.") == length;
}

/* Returns whether a line is a name and a number. */
static bool line_is_named_value(const char *p, const char *end) {
    struct part part = {.depth = 0};
    struct scan scan = {.p = blanks_skip(p, end), .end = end, .part = &part};
    int numbers = 0;
    const char *name = name_end(&scan);
    if (!name || name[-1] != ':' || !begins_with_word(scan.p, end)) return false;
    for (p = blanks_skip(name, end); p < end; p = blanks_skip(p, end)) {
        const int length = token_length(p, end);
        const enum kind kind = token_kind(p, length);
        if (kind == NUMBER ? numbers++ || memchr(p, '.', (size_t)length)
                           : (!numbers || span(p, length, "a") < length))
            return false;
        if (!length) return false;
        p += length;
    }
    return numbers == 1;
}

static bool line_is_heading(const char *p, const char *end) {
    int numbers = 0;
    bool letters = false;
    if (line_is_named_value(p, end)) return true;
    while (end > p && strchr(" ,", end[-1])) end--;
    while (p < end && strchr(" :.", *p)) p++;
    if (span(p, (int)(end - p), "a") < 2 || end[-1] != ':') return false;
    for (int length; p < end; p += length ? length : 1) {
        length = token_length(p, end);
        if (*p == '[') return false;
        if (length && token_kind(p, length) == NUMBER) {
            if (!letters || ++numbers > 2) return false;
            letters = false;
        }
        letters = letters || span(p, length, "012345.") < length;
    }
    return true;
}

/* Returns whether a line has a word of three letters and no number. */
static bool line_is_words(const char *p, const char *end) {
    bool words = false;
    for (int length; p < end; p += length ? length : 1) {
        length = token_length(p, end);
        if (length && (is_digit(p[0]) || (length > 1 && is_digit(p[1])))) return false;
        words = words || (span(p, length, "a") > 2 && span(p, length, "a.") == length);
    }
    return words;
}

/* Returns whether a line without numbers may be a line of words. */
static bool part_may_be_words(const struct part *line) {
    return !line->depth && !line->stray && line->count && line->cells->kind != EMPTY &&
           line->cells->gap <= LINE;
}

static bool below_board(const struct reader *reader, int line) {
    const struct outcome *above = reader->outcomes + reader->outcome_count - 1;
    return reader->outcome_count && above->kind == BOARDS && above->end == line && !above->headed;
}

/* Reads a line with tokens or brackets, outside a block. */
static void line_begin(struct reader *reader, const struct part *own, int line) {
    const char *begin = reader->lines[line], *end = line_end(reader, line);
    struct part cells = *own;
    int longest;
    empties_drop(&cells);
    const bool error = line_is_error(reader, &cells, line);
    reader->empty_lines = 0;
    const bool heading = line_is_heading(begin, end);
    if (heading ||
        (part_may_be_words(own) && line_is_words(begin, end) && !below_board(reader, line))) {
        reader->first = line;
        reader->end = line + 1;
        reader->headed = heading;
        outcome_add(reader, WORDS, false);
        reader->first = -1;
    } else {
        block_append(reader, own, line);
        if (!error && !line_is_board(reader, own, line)) return;
        block_end(reader, true);
        if (error && reader->outcomes[reader->outcome_count - 1].kind == ERROR)
            reader->row_marks = part_gap(&cells, &longest) > LINE ? line + 1 : -1;
    }
}

static void line_read(struct reader *reader, int line) {
    static struct part own;
    const char *begin = reader->lines[line], *end = line_end(reader, line);
    const bool is_block = reader->first >= 0;
    const bool index = is_block && !reader->block.count && reader->block.index >= 0 &&
                       !reader->block.depth && !reader->empty_lines;
    reader_scan(reader, line, line + 1, &own);
    if (reader->empty[line]) {
        reader->empty_lines++;
    } else if (!own.tokens && !line_is_heading(begin, end)) {
        if (!is_block && reader->row_marks == line) reader->row_marks++;
        if (is_block && (reader->block.depth || own.gap > LINE) && block_continues(reader, &own)) {
            const int depth = reader->block.depth;
            reader->end = line + 1;
            reader_scan(reader, reader->first, reader->end, &reader->block);
            if (depth && !reader->block.depth) block_end(reader, false);
        }
    } else {
        if (is_block && (!block_continues(reader, &own) ||
                         (!reader->block.depth && line_is_heading(begin, end))))
            block_end(reader, false);
        else if (is_block && !index && line_interrupts(reader, &own, line))
            block_interrupt(reader);
        if (reader->first < 0)
            line_begin(reader, &own, line);
        else
            block_append(reader, &own, line);
        if (index && reader->first >= 0 && line_is_board(reader, &own, line))
            block_end(reader, true);
    }
}

/* Returns whether a comment begins: "// a", or at the begin of a line "//" before prose. */
static bool comment_begins(const char *text, int length, int at) {
    const char *p = text + at, *end = text + length, *begin = p;
    bool prose = false;
    int numbers = 0;
    if (end - p > 3 && !memcmp(p, "// a", 4)) return true;
    while (begin > text && begin[-1] == ' ') begin--;
    if (end - p < 2 || memcmp(p, "//", 2) || (begin > text && begin[-1] != '\n')) return false;
    for (int run; p < end && *p != '\n'; p += run ? run : 1) {
        run = span(p, (int)(end - p), "a");
        prose = prose || run > 2;
        if (run) continue;
        run = span(p, (int)(end - p), "012345");
        numbers += run > 0;
    }
    return prose && numbers < 3;
}

/* Cuts a text in lines, and blanks its comments. */
static void lines_cut(struct reader *reader, const char *text, int length) {
    bool comment = false;
    reader->line_count = 0;
    reader->lines[reader->line_count++] = reader->text;
    reader->empty[0] = true;
    for (int i = 0; i <= length; i++) {
        const char c = i < length ? text[i] : '\n';
        comment = (comment || comment_begins(text, length, i)) && c != '\n';
        reader->text[i] = comment ? ' ' : c;
        if (c != '\n' && c != ' ') reader->empty[reader->line_count - 1] = false;
        if (c != '\n') continue;
        if (i < length) reader->empty[reader->line_count] = true;
        reader->lines[reader->line_count++] = reader->text + i + 1;
    }
    reader->line_count--;
}

/* ---- items ----------------------------------------------------------------------------------- */

/* A board or an error. */
struct item {
    bool error;
    struct board board;
};

struct items {
    int count;
    struct item items[MOST_CELLS];
    struct outcome *suspicion;   /* NULL, or words or a size that may become an error */
    const struct outcome *last;  /* the last item if it is an error */
    int boards, fitting;         /* since the size */
    const struct outcome *loose; /* the last item if it is a loose board */
    const struct reader *reader;
    int line; /* all lines above it are read */
};

/* Returns whether enough empty lines are below a loose board that nothing below them matters. */
static bool empty_lines_end(const struct items *items) {
    const struct reader *reader = items->reader;
    const int enough = items->loose->alone ? 1 : 2;
    for (int line = items->loose->end, run = 0; line < items->line; line++) {
        const char *p = reader->lines[line], *end = line_end(reader, line);
        if (reader->empty[line])
            run++;
        else if (blanks_skip(p, end) < end) /* no comment */
            run = 0;
        if (run == enough) return true;
    }
    return false;
}

/* Returns whether a board may be part of an error next to it. */
static bool is_part_of(unsigned tiles, bool words, const struct outcome *error, unsigned numbers) {
    return tiles && error && error->digits && !error->brackets &&
           !(tiles & (words || error->joined ? error->digits : numbers));
}

static void error_add(struct items *items, const struct outcome *outcome) {
    const struct outcome *loose = items->loose;
    if (loose && outcome) {
        const unsigned tiles = outcome->first < loose->first ? loose->tiles : loose->rest;
        if (is_part_of(tiles, loose->words, outcome, outcome->all) && !empty_lines_end(items))
            items->items[items->count - 1].error = true;
    }
    items->loose = NULL;
    items->last = outcome;
    items->items[items->count++].error = true;
    if (items->suspicion && items->suspicion->kind == WORDS) items->suspicion = NULL;
}

static void board_add(struct items *items, const struct board *board,
                      const struct outcome *outcome) {
    const struct outcome *size = items->suspicion;
    bool fits = false;
    if (size && size->kind == SIZE)
        fits = board_has_size(board, size->size[0], size->size[size->size_count - 1]);
    if (!fits && items->last &&
        is_part_of(outcome->tiles, outcome->words, items->last, items->last->rest)) {
        error_add(items, NULL);
        return;
    }
    if (size && size->kind == SIZE) {
        if (size->size_count == 2 && !items->boards && !fits) {
            items->suspicion = NULL;
            error_add(items, NULL);
            return;
        }
        items->boards++;
        items->fitting += fits;
    } else {
        items->suspicion = NULL;
    }
    items->items[items->count++] = (struct item){false, *board};
    items->last = NULL;
    items->loose = !fits && outcome->tiles ? outcome : NULL;
}

static void suspicion_end(struct items *items) {
    struct outcome *suspicion = items->suspicion;
    items->suspicion = NULL;
    if (!suspicion) return;
    if (suspicion->kind == SIZE && items->boards &&
        (items->boards == items->fitting ||
         (suspicion->size_count == 1 && suspicion->size[0] == items->boards)))
        return;
    suspicion->rest = 0;
    if (items->boards > 1) suspicion->digits = 0;
    error_add(items, suspicion);
}

/* Returns whether a board may be a part of the block next to it, which is an error. */
static bool board_is_beside(const struct outcome *board, const struct outcome *error) {
    const struct board *first = board->boards.boards;
    if (board->kind != BOARDS || board->boards.count != 1 || error->kind == WORDS) return false;
    if (board->alone || board->sized || error->alone || error->answer || error->listed)
        return false;
    return (first->width == error->first_width || first->width == error->last_width) &&
           (error->height < first->height || error->uneven) &&
           error->most >= first->width * first->height;
}

static void outcome_emit(struct items *items, struct outcome *outcome) {
    const bool size = items->suspicion && items->suspicion->kind == SIZE;
    if (outcome->kind == ERROR) error_add(items, outcome);
    for (int i = 0; outcome->kind == BOARDS && i < outcome->boards.count; i++)
        board_add(items, &outcome->boards.boards[i], outcome);
    if (outcome->kind == SIZE && size) suspicion_end(items);
    if (outcome->kind == SIZE || (outcome->kind == WORDS && !size)) {
        items->suspicion = outcome;
        items->boards = items->fitting = 0;
    }
}

/* The slow reader. */
static void text_read_slowly(const char *text, int length, struct items *items) {
    static struct reader reader;
    reader.first = reader.row_marks = -1;
    reader.outcome_count = reader.empty_lines = 0;
    reader.headed = false;
    lines_cut(&reader, text, length);
    for (int line = 0; line < reader.line_count; line++) line_read(&reader, line);
    block_end(&reader, false);
    items->count = 0;
    items->suspicion = NULL;
    items->last = items->loose = NULL;
    items->reader = &reader;
    for (int i = 0; i < reader.outcome_count; i++) {
        struct outcome *outcome = &reader.outcomes[i];
        items->line = outcome->first;
        if (items->last && board_is_beside(outcome, items->last))
            error_add(items, NULL);
        else
            outcome_emit(items, outcome);
    }
    items->line = reader.line_count;
    suspicion_end(items);
}

/* ---- comparison ------------------------------------------------------------------------------ */

static int differences;

/* The library's reader. Returns false if an item is neither a board nor an error. */
static bool text_read_quickly(const char *text, int length, struct items *items) {
    static tilepdb_item from;
    tilepdb_reader *reader;
    bool known = true;
    if (tilepdb_reader_create(NULL, &reader, NULL)) exit(1);
    tilepdb_reader_feed(reader, text, (size_t)length);
    items->count = 0;
    for (int ended = 0; ended < 2; ended++) {
        while (tilepdb_reader_next(reader, &from) && items->count < MOST_CELLS) {
            struct item *item = &items->items[items->count++];
            const int cells = from.board.width * from.board.height;
            *item = (struct item){.error = from.kind == TILEPDB_ITEM_ERROR};
            known = known && !from.has_goal && (item->error || from.kind == TILEPDB_ITEM_BOARD);
            if (item->error) continue;
            known = known && cells <= 6;
            item->board = (struct board){from.board.width,
                                         from.board.height,
                                         (int)from.line,
                                         *from.id ? atoi(from.id) : -1,
                                         {0}};
            for (int i = 0; i < cells && i < 6; i++) item->board.cells[i] = from.board.cells[i];
        }
        if (!ended) tilepdb_reader_end(reader);
    }
    tilepdb_reader_free(reader);
    return known;
}

/* Joins errors that follow each other: the grammar does not say how many errors a text is. */
static void errors_join(struct items *items) {
    int count = 0;
    for (int i = 0; i < items->count; i++)
        if (!count || !items->items[i].error || !items->items[count - 1].error)
            items->items[count++] = items->items[i];
    items->count = count;
}

static bool items_equal(const struct items *a, const struct items *b) {
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++) {
        const struct item *first = &a->items[i], *second = &b->items[i];
        if (first->error != second->error) return false;
        if (!first->error && memcmp(&first->board, &second->board, sizeof first->board))
            return false;
    }
    return true;
}

static bool items_are_errors(const struct items *items) {
    return !items->count || (items->count == 1 && items->items->error);
}

static void items_print(const char *what, const struct items *items) {
    printf("  %s:", what);
    for (int i = 0; i < items->count; i++) {
        const struct board *board = &items->items[i].board;
        printf(items->items[i].error ? " error;" : " line %d, index %d:", board->line, board->id);
        if (items->items[i].error) continue;
        for (int k = 0; k < board->width * board->height; k++)
            printf("%s%d", k && k % board->width == 0 ? " / " : " ", board->cells[k]);
        printf(";");
    }
    printf("\n");
}

/* A text without numbers may be an error or nothing. */
static void text_check(const char *text, int length) {
    static struct items slow, quick;
    text_read_slowly(text, length, &slow);
    const bool known = text_read_quickly(text, length, &quick);
    errors_join(&slow);
    errors_join(&quick);
    if (known && items_equal(&slow, &quick)) return;
    if (!numbers_count(text, text + length) && items_are_errors(&slow) && items_are_errors(&quick))
        return;
    printf("\"");
    for (int i = 0; i < length; i++) printf(text[i] == '\n' ? "\\n" : "%c", text[i]);
    printf("\"%s\n", known ? "" : ", with a solution or goal");
    items_print("grammar", &slow);
    items_print("library", &quick);
    if (++differences < MOST_DIFFERENCES) return;
    printf("%d differences\n", differences);
    exit(1);
}

static void texts_check(int length) {
    char text[MOST_BYTES];
    int digits[MOST_BYTES] = {0}, i;
    memset(text, alphabet[0], sizeof text);
    do {
        text_check(text, length);
        for (i = 0; i < length; i++) {
            digits[i] = (digits[i] + 1) % (int)LETTERS;
            text[i] = alphabet[digits[i]];
            if (digits[i]) break;
        }
    } while (i < length);
}

/* ---- random texts ---------------------------------------------------------------------------- */

static uint64_t random_state;

static int random_below(int limit) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((random_state >> 33) % (uint64_t)limit);
}

#define RANDOM_OF(choices) choices[random_below((int)(sizeof choices / sizeof *choices))]

/* Appends a board in a random form. */
static void board_write(char *text) {
    static const int sizes[][2] = {{2, 2}, {2, 2}, {3, 2}, {2, 3}};
    static const char *const heads[] = {"",   "",     "",     "",      "1. ",   "1: ",  "2 ",
                                        "0:", "1\n",  "2\n",  "2 2\n", "3 2\n", "aaa ", "aa:\n",
                                        "a:", "[3] ", "[1,]", "1,",    "0 1\n", "a[2]", "2 3 "};
    static const char *const rows[][3] = {
        {"", "/", ""},       {"", "\n", ""},     {"", " ", ""},   {"[", "],[", "]"},
        {"[[", "],[", "]]"}, {"[", "\n", "]"},   {"[", " ", "]"}, {"", " / ", ""},
        {"", "\n\n", ""},    {",", ",\n,", ","}, {"", "/\n", ""}, {"[", "]\n[", "]"},
        {"", "\n1:", ""},    {"", "\n1 ", ""}};
    static const char *const between[] = {" ", " ", ",", "", "\n"};
    static const char *const zeros[] = {"0", "0", "0", ".", "", "0."};
    const int *size = RANDOM_OF(sizes);
    const char *const *row = RANDOM_OF(rows), *separator = RANDOM_OF(between);
    const char *zero = RANDOM_OF(zeros);
    int cells[6] = {0};
    for (int i = 0; i < size[0] * size[1]; i++) {
        const int k = random_below(i + 1);
        cells[i] = cells[k];
        cells[k] = i;
    }
    if (random_below(2)) strcat(text, RANDOM_OF(heads));
    strcat(text, row[0]);
    for (int i = 0; i < size[0] * size[1]; i++) {
        const char digit[2] = {(char)('0' + cells[i]), 0};
        if (i) strcat(text, i % size[0] ? separator : row[1]);
        strcat(text, cells[i] ? digit : zero);
    }
    strcat(text, row[2]);
}

/* Replaces, inserts or deletes a byte. */
static void text_edit(char *text) {
    const size_t length = strlen(text), at = (size_t)random_below((int)length + 1);
    const char c = alphabet[random_below((int)LETTERS)];
    const int edit = random_below(3);
    if (edit == 0 && at < length) text[at] = c;
    if (edit == 1 && at < length) memmove(text + at, text + at + 1, length - at);
    if (edit != 2) return;
    memmove(text + at + 1, text + at, length - at + 1);
    text[at] = c;
}

static void random_check(void) {
    static const char *const between[] = {"\n", "\n\n", "/", " ", "\n", ","};
    char text[4 * MOST_BYTES] = "";
    const int kind = random_below(4);
    if (kind == 0)
        for (int i = 6 + random_below(9); i--;) text[i] = alphabet[random_below((int)LETTERS)];
    else
        board_write(text);
    if (kind == 3) board_write(strcat(text, RANDOM_OF(between)));
    if (kind)
        for (int edits = random_below(4); edits--;) text_edit(text);
    const int length = (int)strlen(text);
    text_check(text, length < MOST_BYTES ? length : MOST_BYTES);
}

int main(int argc, char **argv) {
    const bool all = argc > 1 && !strcmp(argv[1], "all");
    const int longest = all ? 6 : (argc > 1 ? atoi(argv[1]) : 5);
    const long count = argc > 2 ? atol(argv[2]) : 0;
    const double start = seconds_now();
    random_state = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    for (int length = 0; length <= longest; length++) texts_check(length);
    for (long i = 0; i < count; i++) random_check();
    printf("all texts up to %d bytes and %ld random texts: %d differences, %.1f s\n", longest,
           count, differences, seconds_now() - start);
    return differences != 0;
}
