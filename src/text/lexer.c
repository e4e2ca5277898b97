#include "text/lexer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "text/characters.h"

#define MOST_DEPTH 16

struct lexer {
    struct tokens *to;
    const char *text;
    size_t length, at, line_start;
    size_t row;
    char delimiter;
    uint8_t gap;
    bool begun;
    bool filled;
    bool framed;
    bool closed;
    bool opened;
    bool bar_ends;
    bool skips; /* the next word is a value, as in "dtype=int", not a cell */
    char closer[MOST_DEPTH];
};

/* ---- tokens ---------------------------------------------------------------------------------- */

static struct token *token_add(struct lexer *lexer, enum token_kind kind, size_t start,
                               size_t bytes) {
    struct tokens *to = lexer->to;
    struct token *grown = memory_grown(to->token, to->count, &to->capacity, sizeof *grown);
    if (!grown) {
        to->no_memory = true;
        return NULL;
    }
    to->token = grown;
    struct token *token = &to->token[to->count++];
    *token = (struct token){.kind = (uint8_t)kind,
                            .gap = lexer->gap,
                            .line = to->line,
                            .column = (uint32_t)(start - lexer->line_start + 1),
                            .start = (uint32_t)start,
                            .bytes = (uint32_t)bytes};
    if (kind != TOKEN_EMPTY) to->dangling = false;
    lexer->gap = GAP_NONE;
    lexer->closed = false;
    lexer->filled = kind != TOKEN_EMPTY;
    return token;
}

static void gap_raise(struct lexer *lexer, enum token_gap gap) {
    if (gap > lexer->gap) lexer->gap = (uint8_t)gap;
}

static void tokens_drop(struct lexer *lexer, size_t count) {
    struct tokens *to = lexer->to;
    while (to->count > count) gap_raise(lexer, to->token[--to->count].gap);
    lexer->begun = lexer->filled = false;
}

static bool is_name(const struct token *token) {
    return token->kind == TOKEN_WORD || token->kind == TOKEN_LETTER || token->kind == TOKEN_MARK;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Accepts whole numbers, such as "012", "0x1F" or "3.00e+00". */
static bool number_value(const char *text, uint32_t *value) {
    char *end;
    if (!isdigit((unsigned char)text[0])) return false;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && isxdigit((unsigned char)text[2])) {
        const unsigned long hex = strtoul(text, &end, 16);
        *value = hex < TOKEN_MOST ? (uint32_t)hex : TOKEN_MOST;
        return *end == '\0';
    }
    const char *rest = text;
    for (*value = 0; isdigit((unsigned char)*rest); rest++)
        if (*value < TOKEN_MOST) *value = *value * 10 + (uint32_t)(*rest - '0');
    if (*value > TOKEN_MOST) *value = TOKEN_MOST;
    if (*rest == '\0') return true;
    const double number = strtod(text, &end);
    if ((*rest != '.' && *rest != 'e') || *end != '\0' || number > TOKEN_MOST) return false;
    *value = (uint32_t)number;
    return number == (double)*value;
}

/* Marks for the blank. readings.c decides whether the letters b and x are marks. */
static const char *const marks[] = {"_",   "__", "___",   ".",     "-",    "--",
                                    "*",   "-1", "-1.",   "none",  "null", "nil",
                                    "nan", "na", "blank", "empty", "hole"};

static bool is_mark(const char *text) {
    char lower[8] = "";
    for (size_t i = 0; i < sizeof lower - 1 && text[i] != '\0'; i++)
        lower[i] = (char)tolower((unsigned char)text[i]);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strcmp(lower, marks[i]) == 0) return strlen(text) < sizeof lower;
    return false;
}

static enum token_kind token_classify(const char *text, uint32_t *value) {
    if (number_value(text, value)) return TOKEN_NUMBER;
    if (is_mark(text) && !isalpha((unsigned char)text[0])) return TOKEN_MARK;
    if (isalpha((unsigned char)text[0]) && text[1] == '\0') return TOKEN_LETTER;
    if (is_mark(text)) return TOKEN_MARK;
    size_t alnum = 0, length = 0;
    for (; text[length] != '\0'; length++) {
        if (isalnum((unsigned char)text[length]))
            alnum++;
        else if (text[length] != '_' && text[length] != '.')
            return TOKEN_BAD;
    }
    return alnum > 0 && length > 1 ? TOKEN_WORD : TOKEN_BAD;
}

static bool of_token(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '*' || c == '-' || c == '?' ||
           c == '@' || c == '+' || c == '\x01';
}

size_t token_text(const struct tokens *tokens, const struct token *token, char text[TOKEN_TEXT]) {
    size_t used = 0, bytes;
    for (size_t at = token->start; at < (size_t)token->start + token->bytes; at += bytes) {
        const char c = text_glyph(tokens->text + at, token->start + token->bytes - at, &bytes);
        if (c != '\0' && used < TOKEN_TEXT - 1) text[used++] = c;
    }
    text[used] = '\0';
    const size_t stars = strspn(text, "*");
    if (2 * stars < used && strspn(text + used - stars, "*") == stars) {
        used -= 2 * stars;
        memmove(text, text + stars, used);
        text[used] = '\0';
    }
    return used;
}

static bool is_size(struct tokens *to, const char *text) {
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

static void token_read(struct lexer *lexer) {
    const size_t start = lexer->at;
    size_t bytes;
    char text[TOKEN_TEXT];
    while (lexer->at < lexer->length) {
        const char c = text_glyph(lexer->text + lexer->at, lexer->length - lexer->at, &bytes);
        if (lexer->text[lexer->at] == '\0' || (c != '\0' && !of_token(c))) break;
        lexer->at += bytes;
    }
    const struct token span = {.start = (uint32_t)start, .bytes = (uint32_t)(lexer->at - start)};
    token_text(&(struct tokens){.text = lexer->text}, &span, text);
    uint32_t value = 0;
    const enum token_kind kind = token_classify(text, &value);
    const bool skips = lexer->skips && kind != TOKEN_BAD;
    lexer->skips = false;
    size_t letters = 0;
    while (isalpha((unsigned char)text[letters])) letters++;
    const bool head = lexer->opened && letters > 1 && text[letters] == '\0';
    lexer->opened = false;
    if (kind == TOKEN_WORD && (head || (lexer->to->count == 0 && is_size(lexer->to, text)))) return;
    if (skips || (lexer->closed && text[0] == '.' && text[1] == '\0')) return;
    struct token *token = token_add(lexer, kind, start, lexer->at - start);
    if (token) token->value = value;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void row_end(struct lexer *lexer, enum token_gap gap) {
    if (lexer->begun && !lexer->filled && !lexer->framed)
        token_add(lexer, TOKEN_EMPTY, lexer->at, 0);
    lexer->begun = lexer->filled = lexer->framed = lexer->closed = false;
    gap_raise(lexer, gap);
}

static void delimiter_read(struct lexer *lexer) {
    if (lexer->closed) { /* between lists */
        lexer->closed = false;
    } else if (lexer->delimiter == '|' && lexer->bar_ends && !lexer->begun && !lexer->filled) {
        lexer->framed = lexer->begun = true;
    } else {
        if (!lexer->filled) token_add(lexer, TOKEN_EMPTY, lexer->at, 0);
        lexer->begun = true;
        lexer->filled = false;
    }
}

static void bracket_open(struct lexer *lexer, char c) {
    struct tokens *to = lexer->to;
    const bool adjacent = lexer->at > 0 && of_token(lexer->text[lexer->at - 1]);
    size_t names = to->count;
    while (names > lexer->row && (to->token[names - 1].kind == TOKEN_WORD ||
                                  (is_name(&to->token[names - 1]) && adjacent)))
        names--;
    if (names == lexer->row + 1 && to->token[lexer->row].kind == TOKEN_MARK) names--;
    tokens_drop(lexer, names);
    if (to->depth == 0) {
        to->open_line = to->line;
        to->open_column = lexer->at - lexer->line_start + 1;
    }
    if (to->depth >= 0 && to->depth < MOST_DEPTH)
        lexer->closer[to->depth] = c == '[' ? ']' : c == '(' ? ')' : '}';
    if (to->depth >= 0) to->depth++;
    lexer->begun = lexer->filled = lexer->closed = lexer->skips = false;
    lexer->opened = c == '(';
    gap_raise(lexer, GAP_LIST);
}

static void bracket_close(struct lexer *lexer, char c) {
    struct tokens *to = lexer->to;
    if (to->depth < 0) return;
    if (to->depth == 0 && c == ')' && to->count == lexer->row + 1 &&
        to->token[lexer->row].kind == TOKEN_NUMBER)
        return; /* an index such as "1)" */
    if (to->depth > MOST_DEPTH || (to->depth > 0 && lexer->closer[to->depth - 1] == c)) {
        to->depth--;
    } else {
        to->depth = -1;
        to->open_line = to->line;
        to->open_column = lexer->at - lexer->line_start + 1;
    }
    row_end(lexer, GAP_LIST);
    lexer->closed = lexer->filled = to->listed = true;
}

/* Drops the name before '=' or ':'. Outside brackets, drops the whole line before the sign. */
static void name_end(struct lexer *lexer, char c) {
    struct tokens *to = lexer->to;
    size_t from = to->depth == 0 ? lexer->row : to->count;
    if (to->depth != 0 && to->count > lexer->row && is_name(&to->token[to->count - 1])) from--;
    for (size_t i = from; i < to->count && c == ':' && to->depth == 0; i++) {
        to->label = to->token[i].start;
        to->label_bytes = to->token[i].bytes;
    }
    tokens_drop(lexer, from);
    lexer->skips = c == '=' && to->depth > 0;
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* "<br>" and "</tr>" end a row; "</td>" and "</th>" end a cell; other tags are skipped. */
static size_t tag_read(struct lexer *lexer) {
    const char *text = lexer->text + lexer->at;
    const size_t left = lexer->length - lexer->at;
    const char *end = memchr(text, '>', left < 60 ? left : 60);
    if (!end || left < 3 || !(isalpha((unsigned char)text[1]) || text[1] == '/')) return 0;
    const bool row = memcmp(text, "<br", 3) == 0 || (left > 4 && memcmp(text, "</tr", 4) == 0);
    const bool cell = left > 4 && (memcmp(text, "</td", 4) == 0 || memcmp(text, "</th", 4) == 0);
    if (row) row_end(lexer, GAP_MARK);
    if (cell && !lexer->filled) token_add(lexer, TOKEN_EMPTY, lexer->at, 0);
    if (cell) lexer->filled = false;
    return (size_t)(end - text) + 1;
}

/* An empty quotation, such as "", is a mark for the blank; a lone quote is skipped. */
static size_t quote_read(struct lexer *lexer, size_t bytes) {
    const char *text = lexer->text + lexer->at;
    size_t end = bytes;
    while (lexer->at + end < lexer->length && text[end] == ' ') end++;
    if (lexer->at + end < lexer->length && text[end] == text[0] && bytes == 1) {
        token_add(lexer, TOKEN_MARK, lexer->at, end + 1);
        return end + 1;
    }
    return bytes;
}

/* "\n" and "\\" end a row; other LaTeX commands are skipped. */
static size_t backslash_read(struct lexer *lexer) {
    const char *text = lexer->text + lexer->at;
    const size_t left = lexer->length - lexer->at;
    size_t end = 1;
    while (end < left && isalpha((unsigned char)text[end])) end++;
    if ((left > 1 && text[1] == '\\') || (end == 2 && text[1] == 'n')) row_end(lexer, GAP_MARK);
    if (end == 1) return left > 1 && text[1] == '\\' ? 2 : 1;
    const char *close = end < left && text[end] == '{' ? memchr(text, '}', left) : NULL;
    return close ? (size_t)(close - text) + 1 : end;
}

static size_t aside_bytes(const struct lexer *lexer) {
    const char *text = lexer->text + lexer->at;
    const size_t left = lexer->length - lexer->at;
    if (left < 2) return 0;
    if (text[0] == '/' && text[1] == '*') {
        for (size_t i = 2; i + 1 < left && text[i] != '\n'; i++)
            if (text[i] == '*' && text[i + 1] == '/') return i + 2;
    }
    if (text[0] == ':' && text[1] == ':') {
        const char *end = memchr(text, '\n', left);
        return end ? (size_t)(end - text) : left;
    }
    return 0;
}

static size_t sign_read(struct lexer *lexer, char c, size_t bytes) {
    struct tokens *to = lexer->to;
    const size_t aside = aside_bytes(lexer);
    if (aside > 0) return aside;
    if (c == '<' && lexer->at + 1 < lexer->length && lexer->text[lexer->at + 1] == '-') {
        name_end(lexer, '=');
        return 2;
    }
    if (c == '&') c = ',';
    if (c == lexer->delimiter) {
        delimiter_read(lexer);
    } else if (c == ';' || c == '/') {
        row_end(lexer, GAP_MARK);
        to->dangling = c == '/' || !to->listed;
    } else if (c == '[' || c == '(' || c == '{') {
        bracket_open(lexer, c);
    } else if (c == ']' || c == ')' || c == '}') {
        bracket_close(lexer, c);
    } else if (c == '=' || c == ':') {
        name_end(lexer, c);
    } else if (c == '"' || c == '\'' || c == '`') {
        return quote_read(lexer, bytes);
    } else if (c == '\\') {
        return backslash_read(lexer);
    } else if (c == '<') {
        return tag_read(lexer);
    } else if (c != ' ' && c != '\t' && c != ',' && c != '|' && c != '!' && c != '>') {
        return 0;
    }
    return bytes;
}

/* Returns the delimiter of cells: bar, comma, tab, or a semicolon if at most one token stands
 * between semicolons. Returns NUL if semicolons end rows. */
static char delimiter_find(const char *text, size_t length) {
    char found = ';';
    bool after = false, apart = false;
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

static void line_scan(struct lexer *lexer) {
    size_t bytes;
    while (lexer->at < lexer->length) {
        const char c = text_glyph(lexer->text + lexer->at, lexer->length - lexer->at, &bytes);
        if (c == '\n') return;
        if (of_token(c)) {
            token_read(lexer);
            continue;
        }
        if (c == '\0' && lexer->text[lexer->at] != '\0') {
            lexer->at += bytes;
            continue;
        }
        const size_t used = c == '\0' ? 0 : sign_read(lexer, c, bytes);
        if (used == 0) token_add(lexer, TOKEN_BAD, lexer->at, bytes);
        lexer->at += used > 0 ? used : bytes;
    }
}

void lexer_scan(struct tokens *tokens, const char *text, size_t length, size_t first_line) {
    *tokens = (struct tokens){.token = tokens->token,
                              .capacity = tokens->capacity,
                              .text = text,
                              .first_line = first_line,
                              .line = first_line};
    struct lexer lexer = {.to = tokens, .text = text, .length = length};
    lexer.delimiter = delimiter_find(text, length);
    tokens->bars = lexer.delimiter == '|';
    for (;;) {
        lexer.row = tokens->count;
        const char *end = memchr(text + lexer.at, '\n', length - lexer.at);
        const size_t line = (end ? (size_t)(end - text) : length) - lexer.at;
        lexer.bar_ends = tokens->bars && ends_with_bar(text + lexer.at, line);
        if (text_is_rule(text + lexer.at, line)) lexer.at += line;
        line_scan(&lexer);
        row_end(&lexer, GAP_LINE);
        if (lexer.at >= length) break;
        lexer.at++;
        lexer.line_start = lexer.at;
        tokens->line++;
    }
    tokens->end_column = length - lexer.line_start + 1;
}

void tokens_free(struct tokens *tokens) {
    free(tokens->token);
}
