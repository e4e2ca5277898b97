/*
 * Cells of a text. See cells.h.
 */
#include "text/cells.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "text/characters.h"

#define MOST_DEPTH 16

struct scanner {
    struct cells *to;
    const char *text;
    size_t length, at, line_start;
    size_t row;     /* the first cell of the line */
    char delimiter; /* between which cells may be empty */
    uint8_t gap;    /* since the last cell */
    bool begun;     /* the row has a delimiter */
    bool filled;    /* and a cell after the last one */
    bool framed;    /* the row began with a bar */
    bool closed;    /* a bracket was the last thing */
    bool opened;    /* likewise, an open parenthesis */
    bool bar_ends;  /* the line ends with a bar */
    bool skips;     /* the next word belongs to a name before it, "dtype=int" */
    char closer[MOST_DEPTH];
};

/* ---- cells ----------------------------------------------------------------------------------- */

static struct cell *cell_add(struct scanner *scanner, enum cell_kind kind, size_t start,
                             size_t bytes) {
    struct cells *to = scanner->to;
    if (to->count == to->room) {
        const size_t room = to->room > 0 ? 2 * to->room : 64;
        struct cell *cell = realloc(to->cell, room * sizeof *cell);
        if (!cell) {
            to->no_memory = true;
            return NULL;
        }
        to->cell = cell;
        to->room = room;
    }
    struct cell *cell = &to->cell[to->count++];
    *cell = (struct cell){.kind = (uint8_t)kind,
                          .gap = scanner->gap,
                          .line = to->line,
                          .column = (uint32_t)(start - scanner->line_start + 1),
                          .start = (uint32_t)start,
                          .bytes = (uint32_t)bytes};
    if (kind != CELL_EMPTY) to->dangling = false;
    scanner->gap = GAP_NONE;
    scanner->closed = false;
    scanner->filled = kind != CELL_EMPTY;
    return cell;
}

/* Takes cells off the end that turned out to be names. */
static void cells_drop(struct scanner *scanner, size_t count) {
    struct cells *to = scanner->to;
    while (to->count > count) {
        const uint8_t gap = to->cell[--to->count].gap;
        if (gap > scanner->gap) scanner->gap = gap;
    }
    scanner->begun = scanner->filled = false;
}

static bool is_name(const struct cell *cell) {
    return cell->kind == CELL_WORD || cell->kind == CELL_LETTER || cell->kind == CELL_MARK;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* Numbers as "12", "012", "3." or "3.00e+00", if they are whole. */
static bool number_value(const char *text, uint32_t *value) {
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0) return false;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && isxdigit((unsigned char)text[2])) {
        char *end;
        const unsigned long hex = strtoul(text, &end, 16);
        *value = hex < CELL_MOST ? (uint32_t)hex : CELL_MOST;
        return *end == '\0';
    }
    const char *rest = text + digits;
    double scaled = 0;
    if (*rest != '\0') {
        char *end;
        if (*rest != '.' && *rest != 'e') return false;
        scaled = strtod(text, &end);
        if (*end != '\0' || scaled > CELL_MOST || scaled != (double)(uint32_t)scaled) return false;
        *value = (uint32_t)scaled;
        return true;
    }
    *value = 0;
    for (size_t i = 0; i < digits; i++) {
        *value = *value * 10 + (uint32_t)(text[i] - '0');
        if (*value > CELL_MOST) *value = CELL_MOST;
    }
    return true;
}

/* What stands for the blank, in lower case. A row adds a mark; 'x' is a letter, too. */
static const char *const marks[] = {"_",   "__", "___",   ".",     "-",    "--",
                                    "*",   "-1", "-1.",   "none",  "null", "nil",
                                    "nan", "na", "blank", "empty", "hole", "b"};

static bool is_mark(const char *text) {
    char lower[8] = "";
    for (size_t i = 0; i < sizeof lower - 1 && text[i] != '\0'; i++)
        lower[i] = (char)tolower((unsigned char)text[i]);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strcmp(lower, marks[i]) == 0) return strlen(text) < sizeof lower;
    return false;
}

static enum cell_kind token_kind(const char *text, uint32_t *value) {
    if (number_value(text, value)) return CELL_NUMBER;
    if (is_mark(text) && !isalpha((unsigned char)text[0])) return CELL_MARK;
    if (isalpha((unsigned char)text[0]) && text[1] == '\0') return CELL_LETTER;
    if (is_mark(text)) return CELL_MARK;
    size_t alnum = 0, length = 0;
    for (; text[length] != '\0'; length++) {
        if (isalnum((unsigned char)text[length]))
            alnum++;
        else if (text[length] != '_' && text[length] != '.')
            return CELL_BAD;
    }
    return alnum > 0 && length > 1 ? CELL_WORD : CELL_BAD;
}

static bool of_token(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '*' || c == '-' || c == '?' ||
           c == '@' || c == '+' || c == '\x01';
}

size_t cell_text(const struct cells *cells, const struct cell *cell, char text[CELL_TEXT]) {
    size_t used = 0, bytes;
    for (size_t at = cell->start; at < (size_t)cell->start + cell->bytes; at += bytes) {
        const char c = text_glyph(cells->text + at, cell->start + cell->bytes - at, &bytes);
        if (c != '\0' && used < CELL_TEXT - 1) text[used++] = c;
    }
    text[used] = '\0';
    const size_t stars = strspn(text, "*"); /* bold, on both sides */
    if (2 * stars < used && strspn(text + used - stars, "*") == stars) {
        used -= 2 * stars;
        memmove(text, text + stars, used);
        text[used] = '\0';
    }
    return used;
}

/* "3x4" before all cells is their size. */
static bool is_size(struct cells *to, const char *text) {
    char *end;
    const long width = strtol(text, &end, 10);
    if (end == text || *end != 'x') return false;
    const char *second = end + 1;
    const long height = strtol(second, &end, 10);
    if (end == second || *end != '\0' || width < 1 || height < 1 || width > 99 || height > 99)
        return false;
    to->label_width = (int)width;
    to->label_height = (int)height;
    return true;
}

static void token_read(struct scanner *scanner) {
    const size_t start = scanner->at;
    size_t bytes;
    char text[CELL_TEXT];
    while (scanner->at < scanner->length) {
        const char c =
            text_glyph(scanner->text + scanner->at, scanner->length - scanner->at, &bytes);
        if (scanner->text[scanner->at] == '\0' || (c != '\0' && !of_token(c))) break;
        scanner->at += bytes;
    }
    const struct cell token = {.start = (uint32_t)start, .bytes = (uint32_t)(scanner->at - start)};
    cell_text(&(struct cells){.text = scanner->text}, &token, text);
    uint32_t value = 0;
    const enum cell_kind kind = token_kind(text, &value);
    const bool skips = scanner->skips && kind != CELL_BAD;
    scanner->skips = false;
    size_t letters = 0;
    while (isalpha((unsigned char)text[letters])) letters++;
    const bool head = scanner->opened && letters > 1 && text[letters] == '\0';
    scanner->opened = false;
    if (kind == CELL_WORD && (head || (scanner->to->count == 0 && is_size(scanner->to, text))))
        return;
    if (skips || (scanner->closed && text[0] == '.' && text[1] == '\0')) return;
    struct cell *cell = cell_add(scanner, kind, start, scanner->at - start);
    if (cell) cell->value = value;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void gap_raise(struct scanner *scanner, enum cell_gap gap) {
    if (gap > scanner->gap) scanner->gap = (uint8_t)gap;
}

static void row_end(struct scanner *scanner, enum cell_gap gap) {
    if (scanner->begun && !scanner->filled && !scanner->framed)
        cell_add(scanner, CELL_EMPTY, scanner->at, 0);
    scanner->begun = scanner->filled = scanner->framed = scanner->closed = false;
    gap_raise(scanner, gap);
}

static void delimiter_read(struct scanner *scanner) {
    const bool frame =
        scanner->delimiter == '|' && scanner->bar_ends && !scanner->begun && !scanner->filled;

    if (scanner->closed)
        scanner->closed = false; /* between lists */
    else if (frame)
        scanner->framed = scanner->begun = true;
    else {
        if (!scanner->filled) cell_add(scanner, CELL_EMPTY, scanner->at, 0);
        scanner->begun = true;
        scanner->filled = false;
    }
}

static void bracket_open(struct scanner *scanner, char c) {
    struct cells *to = scanner->to;
    const bool adjacent = scanner->at > 0 && of_token(scanner->text[scanner->at - 1]);
    size_t names = to->count;
    while (names > scanner->row &&
           (to->cell[names - 1].kind == CELL_WORD || (is_name(&to->cell[names - 1]) && adjacent)))
        names--;
    if (names == scanner->row + 1 && to->cell[scanner->row].kind == CELL_MARK) names--; /* "- [" */
    cells_drop(scanner, names);
    if (to->depth == 0) {
        to->open_line = to->line;
        to->open_column = scanner->at - scanner->line_start + 1;
    }
    if (to->depth >= 0 && to->depth < MOST_DEPTH)
        scanner->closer[to->depth] = c == '[' ? ']' : c == '(' ? ')' : '}';
    if (to->depth >= 0) to->depth++;
    scanner->begun = scanner->filled = scanner->closed = scanner->skips = false;
    scanner->opened = c == '(';
    gap_raise(scanner, GAP_LIST);
}

static void bracket_close(struct scanner *scanner, char c) {
    struct cells *to = scanner->to;
    if (to->depth < 0) return;
    if (to->depth == 0 && c == ')' && to->count == scanner->row + 1 &&
        to->cell[scanner->row].kind == CELL_NUMBER)
        return; /* "1)" */
    if (to->depth > MOST_DEPTH || (to->depth > 0 && scanner->closer[to->depth - 1] == c)) {
        to->depth--;
    } else {
        to->depth = -1;
        to->open_line = to->line;
        to->open_column = scanner->at - scanner->line_start + 1;
    }
    row_end(scanner, GAP_LIST);
    scanner->closed = scanner->filled = to->listed = true;
}

/* "name =" or "name:" is no cell. Outside of brackets, nothing before it on the line is. */
static void name_end(struct scanner *scanner, char c) {
    struct cells *to = scanner->to;
    size_t from = to->depth == 0 ? scanner->row : to->count;
    if (to->depth != 0 && to->count > scanner->row && is_name(&to->cell[to->count - 1])) from--;
    for (size_t i = from; i < to->count && c == ':' && to->depth == 0; i++) {
        to->label = to->cell[i].start;
        to->label_bytes = to->cell[i].bytes;
    }
    cells_drop(scanner, from);
    scanner->skips = c == '=' && to->depth > 0;
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* "<br>" and the end of a row and of a cell of HTML; other tags are as blanks. */
static bool tag_read(struct scanner *scanner) {
    const char *text = scanner->text + scanner->at;
    const size_t left = scanner->length - scanner->at;
    const char *end = memchr(text, '>', left < 60 ? left : 60);
    if (!end || left < 3 || !(isalpha((unsigned char)text[1]) || text[1] == '/')) return false;
    const bool row = memcmp(text, "<br", 3) == 0 || (left > 4 && memcmp(text, "</tr", 4) == 0);
    const bool cell = left > 4 && (memcmp(text, "</td", 4) == 0 || memcmp(text, "</th", 4) == 0);
    if (row) row_end(scanner, GAP_MARK);
    if (cell && !scanner->filled) cell_add(scanner, CELL_EMPTY, scanner->at, 0);
    if (cell) scanner->filled = false;
    scanner->at += (size_t)(end - text) + 1;
    return true;
}

/* Quotes are nothing, but there may be nothing between them. */
static size_t quote_read(struct scanner *scanner, size_t bytes) {
    const char *text = scanner->text + scanner->at;
    size_t end = bytes;
    while (scanner->at + end < scanner->length && text[end] == ' ') end++;
    if (scanner->at + end < scanner->length && text[end] == text[0] && bytes == 1) {
        cell_add(scanner, CELL_MARK, scanner->at, end + 1);
        return end + 1;
    }
    return bytes;
}

/* "\n" and "\\" end a row; of LaTeX, other commands are nothing, with what they name. */
static size_t backslash_read(struct scanner *scanner) {
    const char *text = scanner->text + scanner->at;
    const size_t left = scanner->length - scanner->at;
    size_t end = 1;
    while (end < left && isalpha((unsigned char)text[end])) end++;
    if ((left > 1 && text[1] == '\\') || (end == 2 && text[1] == 'n')) row_end(scanner, GAP_MARK);
    if (end == 1) return left > 1 && text[1] == '\\' ? 2 : 1;
    const char *close = end < left && text[end] == '{' ? memchr(text, '}', left) : NULL;
    return close ? (size_t)(close - text) + 1 : end;
}

/* The bytes of a comment within a line, and of other things that say nothing. */
static size_t aside_bytes(const struct scanner *scanner) {
    const char *text = scanner->text + scanner->at;
    const size_t left = scanner->length - scanner->at;
    if (left < 2) return 0;
    if (text[0] == '/' && text[1] == '*') {
        for (size_t i = 2; i + 1 < left && text[i] != '\n'; i++)
            if (text[i] == '*' && text[i + 1] == '/') return i + 2;
    }
    if (text[0] == ':' && text[1] == ':') { /* a type */
        const char *end = memchr(text, '\n', left);
        return end ? (size_t)(end - text) : left;
    }
    return 0;
}

/* Reads what begins with a character, which is of no token. Returns its bytes; 0: it is bad. */
static size_t sign_read(struct scanner *scanner, char c, size_t bytes) {
    struct cells *to = scanner->to;
    const size_t aside = aside_bytes(scanner);
    if (aside > 0) return aside;
    if (c == '<' && scanner->at + 1 < scanner->length && scanner->text[scanner->at + 1] == '-') {
        name_end(scanner, '=');
        return 2;
    }
    if (c == '&') c = ',';
    if (c == scanner->delimiter) {
        delimiter_read(scanner);
    } else if (c == ';' || c == '/') {
        row_end(scanner, GAP_MARK);
        to->dangling = c == '/' || !to->listed;
    } else if (c == '[' || c == '(' || c == '{') {
        bracket_open(scanner, c);
    } else if (c == ']' || c == ')' || c == '}') {
        bracket_close(scanner, c);
    } else if (c == '=' || c == ':') {
        name_end(scanner, c);
    } else if (c == '"' || c == '\'' || c == '`') {
        return quote_read(scanner, bytes);
    } else if (c == '\\') {
        return backslash_read(scanner);
    } else if (c == '<') {
        const size_t before = scanner->at;
        if (!tag_read(scanner)) return 0;
        const size_t used = scanner->at - before;
        scanner->at = before;
        return used;
    } else if (c != ' ' && c != '\t' && c != ',' && c != '|' && c != '!' && c != '>') {
        return 0;
    }
    return bytes;
}

/* Which delimiter has empty cells between two of it: the strongest that there is. A semicolon only
 * if there is one cell between two of them; otherwise it ends rows. */
static char delimiter_find(const char *text, size_t length) {
    char found = ';';
    bool after = false, apart = false; /* a cell, and a blank after it */
    size_t bytes;
    for (size_t at = 0; at < length; at += bytes) {
        const char c = text_glyph(text + at, length - at, &bytes);
        if (c == '|') return c;
        if (c == ',' || c == '&') found = ',';
        if (c == '\t' && found != ',') found = c;
        if (of_token(c) && apart && (found == ';' || found == '\0')) found = '\0';
        if (c == ';' || c == '\n') after = apart = false;
        apart = (apart || c == ' ') && after && !of_token(c);
        after = after || of_token(c);
    }
    return found;
}

bool text_is_rule(const char *text, size_t length) {
    size_t bars = 0, dashes = 0, bytes;
    for (size_t at = 0; at < length; at += bytes) {
        const char c = text_glyph(text + at, length - at, &bytes);
        if (c == '\0') return false;
        if (!strchr("+-=:| \t", c)) return false;
        bars += c == '|' || c == '+';
        dashes = c == '-' || c == '=' ? dashes + 1 : dashes > 3 ? dashes : 0;
    }
    return bars > 0 || dashes > 2;
}

static bool ends_with_bar(const char *text, size_t length) {
    bool bar = false;
    size_t bytes;
    for (size_t at = 0; at < length; at += bytes) {
        const char c = text_glyph(text + at, length - at, &bytes);
        if (c != ' ' && c != '\t' && c != '\r') bar = c == '|';
    }
    return bar;
}

static void cells_line(struct scanner *scanner) {
    size_t bytes;
    while (scanner->at < scanner->length) {
        const char c =
            text_glyph(scanner->text + scanner->at, scanner->length - scanner->at, &bytes);
        if (c == '\n') return;
        if (of_token(c)) {
            token_read(scanner);
            continue;
        }
        if (c == '\0' && scanner->text[scanner->at] != '\0') { /* it has no width */
            scanner->at += bytes;
            continue;
        }
        const size_t used = c == '\0' ? 0 : sign_read(scanner, c, bytes);
        if (used == 0) cell_add(scanner, CELL_BAD, scanner->at, bytes);
        scanner->at += used > 0 ? used : bytes;
    }
}

void cells_scan(struct cells *cells, const char *text, size_t length, size_t first_line) {
    *cells = (struct cells){.cell = cells->cell,
                            .room = cells->room,
                            .text = text,
                            .first_line = first_line,
                            .line = first_line};
    struct scanner scanner = {.to = cells, .text = text, .length = length};
    scanner.delimiter = delimiter_find(text, length);
    cells->bars = scanner.delimiter == '|';
    for (;;) {
        scanner.row = cells->count;
        const char *end = memchr(text + scanner.at, '\n', length - scanner.at);
        const size_t line = (end ? (size_t)(end - text) : length) - scanner.at;
        scanner.bar_ends = cells->bars && ends_with_bar(text + scanner.at, line);
        if (text_is_rule(text + scanner.at, line)) scanner.at += line;
        cells_line(&scanner);
        row_end(&scanner, GAP_LINE);
        if (scanner.at >= length) break;
        scanner.at++;
        scanner.line_start = scanner.at;
        cells->line++;
    }
    cells->end_column = length - scanner.line_start + 1;
}

void cells_free(struct cells *cells) {
    free(cells->cell);
}
