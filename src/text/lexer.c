#include "text/lexer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "text/characters.h"

struct line_lexer {
    struct lexer *to;
    const char *text;
    size_t at, end, start;
    char delimiter; /* NUL: none, so ';' ends rows */
    size_t field;   /* first token behind the last delimiter, outside brackets */
    uint8_t role;   /* of the present value, outside brackets */
    bool begun;     /* a delimiter stands before the present cell */
    bool filled;    /* the present cell has a token */
    bool framed;    /* the delimiter before the present cell is the frame of the line */
    bool closed;    /* a bracket was closed, and no token or delimiter follows */
    bool bar_ends;
    char quote;                     /* open around a board in an object; NUL: none */
    bool no_aside;                  /* no comment ends in the rest of the line */
    bool counted;                   /* the next two members are known */
    size_t last_letter, last_digit; /* offsets in the text; 0: none behind the first "::" */
};

/* ---- names ----------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    enum role role;
} names[] = {
    {"board", ROLE_BOARD},    {"state", ROLE_BOARD},
    {"puzzle", ROLE_BOARD},   {"start", ROLE_BOARD},
    {"initial", ROLE_BOARD},  {"tiles", ROLE_BOARD},
    {"init", ROLE_BOARD},     {"grid", ROLE_BOARD},
    {"position", ROLE_BOARD}, {"configuration", ROLE_BOARD},
    {"input", ROLE_BOARD},    {"goal", ROLE_GOAL},
    {"target", ROLE_GOAL},    {"final", ROLE_GOAL},
    {"end", ROLE_GOAL},       {"id", ROLE_ID},
    {"name", ROLE_ID},        {"index", ROLE_ID},
    {"width", ROLE_WIDTH},    {"columns", ROLE_WIDTH},
    {"cols", ROLE_WIDTH},     {"height", ROLE_HEIGHT},
    {"rows", ROLE_HEIGHT},
};

#define NAME_TEXT 24

enum role role_of(const char *name, size_t length) {
    char plain[NAME_TEXT];
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        if (!text_is_letter(name[i])) continue;
        if (used == NAME_TEXT - 1) return ROLE_OTHER;
        plain[used++] = (char)(name[i] | 0x20);
    }
    if (used > 5 &&
        (memcmp(plain + used - 5, "state", 5) == 0 || memcmp(plain + used - 5, "board", 5) == 0))
        used -= 5;
    plain[used] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(plain, names[i].name) == 0) return names[i].role;
    return ROLE_OTHER;
}

static struct bracket *innermost(struct lexer *lexer) {
    return lexer->depth > 0 ? &lexer->bracket[lexer->depth - 1] : NULL;
}

static uint8_t *role_at(struct line_lexer *lexer) {
    struct bracket *inner = innermost(lexer->to);
    return inner ? &inner->role : &lexer->role;
}

static size_t *field_at(struct line_lexer *lexer) {
    struct bracket *inner = innermost(lexer->to);
    return inner ? &inner->field : &lexer->field;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static void gap_raise(struct line_lexer *lexer, enum token_gap gap) {
    if (gap > lexer->to->carried) lexer->to->carried = (uint8_t)gap;
}

static struct token *token_new(struct lexer *lexer) {
    struct token *grown = memory_grown(lexer->token, lexer->count, &lexer->capacity, sizeof *grown);
    if (!grown) {
        lexer->no_memory = true;
        return NULL;
    }
    lexer->token = grown;
    return &lexer->token[lexer->count++];
}

static bool record_add(struct lexer *lexer, struct record record) {
    struct record *grown =
        memory_grown(lexer->record, lexer->records, &lexer->record_capacity, sizeof *grown);
    if (!grown) {
        lexer->no_memory = true;
        return false;
    }
    lexer->record = grown;
    lexer->record[lexer->records++] = record;
    return true;
}

/* NULL without memory, and for a value that makes no token. */
static struct token *token_add(struct line_lexer *lexer, enum token_kind kind, size_t start,
                               size_t bytes) {
    struct lexer *to = lexer->to;
    const uint8_t role = *role_at(lexer);
    lexer->closed = false;
    lexer->filled = kind != TOKEN_EMPTY;
    const struct bracket *inner = innermost(to);
    if (kind == TOKEN_EMPTY && inner && inner->object && role == ROLE_CELL) return NULL;
    if (role == ROLE_OTHER) {
        to->skipped += kind == TOKEN_NUMBER || kind == TOKEN_WORD;
        return NULL;
    }
    struct token *token = token_new(to);
    if (!token) return NULL;
    *token = (struct token){.kind = (uint8_t)kind,
                            .gap = to->carried,
                            .role = role,
                            .line = to->line,
                            .column = (uint32_t)(start - lexer->start + 1),
                            .start = (uint32_t)start,
                            .bytes = (uint32_t)bytes};
    if (kind != TOKEN_EMPTY) to->dangling = false;
    to->carried = GAP_NONE;
    return token;
}

static void tokens_drop(struct line_lexer *lexer, size_t count) {
    struct lexer *to = lexer->to;
    while (to->count > count) gap_raise(lexer, to->token[--to->count].gap);
    for (int i = 0; i < to->depth; i++) {
        struct bracket *open = &to->bracket[i];
        if (open->first > count) open->first = count;
        if (open->field > count) open->field = count;
    }
    lexer->begun = lexer->filled = false;
}

static bool is_name(const struct lexer *lexer, const struct token *token) {
    const char *text = lexer->text + token->start;
    /* *start* of Lisp and @board of Perl. */
    const bool sigil = token->bytes > 1 && text_is_one_of(*text, "*@");
    const char first = text[sigil];
    return (text_is_letter(first) || (first == '_' && token->bytes > 1)) &&
           token->kind >= TOKEN_MARK && (token->kind <= TOKEN_WORD || sigil);
}

#define MOST_NAMES 16 /* words before a sign or bracket */

static bool are_names(const struct lexer *lexer, size_t first) {
    if (lexer->count - first > MOST_NAMES) return false;
    for (size_t i = first; i < lexer->count; i++)
        if (!is_name(lexer, &lexer->token[i])) return false;
    return first < lexer->count;
}

/* Whole numbers, such as "012", "0x1F" or "3.00e+00". */
static bool number_value(const char *text, uint32_t *value) {
    char *end;
    if (!text_is_digit(text[0])) return false;
    if (text[0] == '0' && (text[1] | 0x20) == 'x' && isxdigit((unsigned char)text[2])) {
        const unsigned long hex = strtoul(text, &end, 16);
        *value = hex < TOKEN_MOST ? (uint32_t)hex : TOKEN_MOST;
        return *end == '\0';
    }
    const char *rest = text + text_number(text, strlen(text), TOKEN_MOST, value);
    if (*rest == '\0') return true;
    const double number = strtod(text, &end);
    if ((*rest != '.' && *rest != 'e') || *end != '\0' || number > TOKEN_MOST) return false;
    *value = (uint32_t)number;
    return number == (double)*value;
}

/* readings.c decides whether the letters b and x are marks. */
static const char *const marks[] = {"_",   "__", "___",   ".",     "-",    "--",
                                    "*",   "-1", "-1.",   "none",  "null", "nil",
                                    "nan", "na", "blank", "empty", "hole"};

static bool is_mark(const char *text) {
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (text_same(text, marks[i], strlen(marks[i]) + 1)) return true;
    return false;
}

static enum token_kind token_classify(const char *text, uint32_t *value) {
    if (number_value(text, value)) return TOKEN_NUMBER;
    if (text_is_letter(text[0]) && text[1] == '\0') return TOKEN_LETTER;
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

size_t token_text(const char *text, const struct token *token, char to[TOKEN_TEXT]) {
    size_t used = 0, bytes;
    const size_t end = (size_t)token->start + token->bytes;
    for (size_t at = token->start; at < end && used < TOKEN_TEXT - 1; at += bytes) {
        const char c = text_glyph(text + at, end - at, &bytes);
        if (c != '\0') to[used++] = c;
    }
    to[used] = '\0';
    const size_t stars = to[0] == '*' ? strspn(to, "*") : 0;
    if (stars > 0 && 2 * stars < used && strspn(to + used - stars, "*") == stars) {
        used -= 2 * stars;
        memmove(to, to + stars, used);
        to[used] = '\0';
    }
    return used;
}

bool token_is_prose(const char *text, const struct token *token) {
    if (token->kind != TOKEN_WORD || token->bytes < 3) return false;
    for (size_t i = 0; i < token->bytes; i++)
        if (!text_is_letter(text[token->start + i]) && text[token->start + i] != '_') return false;
    return true;
}

static bool size_take(struct lexer *to, const char *text) {
    char *end;
    const long width = strtol(text, &end, 10);
    if (end == text || *end != 'x') return false;
    const char *second = end + 1;
    const long height = strtol(second, &end, 10);
    if (end == second || *end != '\0' || width < 1 || height < 1 || width > 99 || height > 99)
        return false;
    to->size_width = (int)width;
    to->size_height = (int)height;
    return true;
}

static void token_read(struct line_lexer *lexer) {
    struct lexer *to = lexer->to;
    const size_t start = lexer->at;
    size_t at = start, bytes;
    uint32_t value;
    at += text_number(lexer->text + at, lexer->end - at, TOKEN_MOST, &value);
    if (at > start && (at == lexer->end || ((unsigned char)lexer->text[at] < 0x80 &&
                                            !of_token(lexer->text[at]) && lexer->text[at]))) {
        struct token *token = token_add(lexer, TOKEN_NUMBER, start, at - start);
        if (token) token->value = value;
        lexer->at = at;
        return;
    }
    char text[TOKEN_TEXT];
    for (at = start; at < lexer->end; at += bytes) {
        const char c = text_glyph(lexer->text + at, lexer->end - at, &bytes);
        if (lexer->text[at] == '\0' || (c != '\0' && !of_token(c))) break;
    }
    lexer->at = at;
    const struct token span = {.start = (uint32_t)start, .bytes = (uint32_t)(at - start)};
    token_text(lexer->text, &span, text);
    const enum token_kind kind = token_classify(text, &value);
    if (kind == TOKEN_WORD && to->count == 0 && to->depth == 0 && size_take(to, text)) return;
    /* The end of a fact in Prolog. */
    if (lexer->closed && text_is_one_of(lexer->text[start - 1], ")]") && text[0] == '.' &&
        text[1] == '\0')
        return;
    const bool first = to->count == to->line_first && to->depth == 0;
    struct token *token = token_add(lexer, kind, start, at - start);
    if (!token) return;
    token->value = value;
    token->point = kind == TOKEN_NUMBER && lexer->text[at - 1] == '.';
    token->bullet =
        first && kind == TOKEN_MARK && text[1] == '\0' && (text[0] == '-' || text[0] == '*');
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void row_end(struct line_lexer *lexer, enum token_gap gap) {
    if (lexer->begun && !lexer->filled && !lexer->framed)
        token_add(lexer, TOKEN_EMPTY, lexer->at, 0);
    lexer->begun = lexer->filled = lexer->framed = lexer->closed = false;
    gap_raise(lexer, gap);
}

/* Drops a named value that is too short: a board has three characters or more, a goal one or more,
 * unlike in {"puzzle": 7, "goal": null}. */
static void value_check(struct line_lexer *lexer, const struct bracket *inner) {
    const struct lexer *to = lexer->to;
    size_t bytes = 0;
    if (!inner->object || (inner->role != ROLE_BOARD && inner->role != ROLE_GOAL)) return;
    for (size_t i = inner->field; i < to->count; i++)
        bytes += is_name(to, &to->token[i]) && to->token[i].bytes > 2 ? 0
                 : to->token[i].kind == TOKEN_MARK                    ? 1
                                                                      : to->token[i].bytes;
    if (inner->role == ROLE_BOARD ? bytes < 3 : bytes == 0) tokens_drop(lexer, inner->field);
}

static void field_end(struct line_lexer *lexer) {
    struct bracket *inner = innermost(lexer->to);
    if (lexer->quote) return;
    if (inner) value_check(lexer, inner);
    *field_at(lexer) = lexer->to->count;
    if (inner) inner->role = inner->object ? ROLE_CELL : inner->base;
}

static void delimiter_read(struct line_lexer *lexer) {
    if (lexer->closed) {
        lexer->closed = lexer->filled = false;
    } else if (lexer->delimiter == '|' && lexer->bar_ends && !lexer->begun && !lexer->filled) {
        lexer->framed = lexer->begun = true;
    } else {
        if (!lexer->filled) token_add(lexer, TOKEN_EMPTY, lexer->at, 0);
        lexer->begun = true;
        lexer->filled = false;
    }
}

/* ---- brackets -------------------------------------------------------------------------------- */

static void bracket_break(struct line_lexer *lexer) {
    struct lexer *to = lexer->to;
    if (to->broken) return;
    to->broken = true;
    to->open_line = to->line;
    to->open_column = lexer->at - lexer->start + 1;
}

/* The length of sizes, as in "b[3][3] =", "int[3,3] {" or "[3][3]int{", or brackets without numbers
 * behind a name, as in "int[,] b"; otherwise 0. */
static size_t sizes_length(const struct line_lexer *lexer) {
    const struct lexer *to = lexer->to;
    const char *text = lexer->text;
    size_t at = lexer->at;
    bool digits = false;
    const bool behind = at > lexer->start && (text_is_letter(text[at - 1]) ||
                                              text_is_digit(text[at - 1]) || text[at - 1] == '_');
    if (behind && (to->count == 0 || !is_name(to, &to->token[to->count - 1]))) return 0;
    for (int sizes = 0; sizes < 3 && at < lexer->end && text[at] == '['; sizes++) {
        size_t end = at + 1;
        for (; end < lexer->end && (text_is_digit(text[end]) || text[end] == ','); end++)
            digits = digits || text_is_digit(text[end]);
        if (end == lexer->end || text[end] != ']') break;
        at = end + 1;
    }
    size_t next = at;
    while (next < lexer->end && (behind ? text[next] == ' ' : text_is_letter(text[next]))) next++;
    const char sign = next < lexer->end ? text[next] : '\0';
    const bool are_sizes =
        behind ? !digits || sign == '=' || sign == '{' : next > at && sign == '{';
    return are_sizes ? at - lexer->at : 0;
}

/* The size of the board is "[R][C]" or "[R,C]". */
static void sizes_take(struct lexer *to, const char *text, size_t length) {
    unsigned size[3] = {0};
    size_t sizes = 0;
    for (size_t i = 0; i < length; i++) {
        if (!text_is_digit(text[i])) continue;
        if (!text_is_digit(text[i - 1])) sizes++;
        if (sizes < 3 && size[sizes] < 100)
            size[sizes] = size[sizes] * 10 + (unsigned)(text[i] - '0');
    }
    if (sizes != 2 || size[1] < 1 || size[2] < 1 || to->size_width > 0) return;
    to->size_width = (int)size[2];
    to->size_height = (int)size[1];
}

/* The length of an index "[1,]", or of "[1]" or "(1)" before a blank and no bracket; otherwise
 * 0. */
static size_t label_length(struct line_lexer *lexer) {
    const char *text = lexer->text + lexer->at;
    const size_t left = lexer->end - lexer->at;
    const size_t digits = left > 1 ? text_digits(text + 1, left - 1) : 0;
    size_t end = 1 + digits;
    if (digits == 0 || lexer->to->depth > 0) return 0;
    const char open = text[0], close = open == '[' ? ']' : ')';
    const bool row = open == '[' && end < left && text[end] == ',';
    end += row;
    if (end == left || text[end] != close || lexer->to->count > lexer->to->line_first) return 0;
    size_t next = end + 1;
    while (next < left && text[next] == ' ') next++;
    return row || (next < left && next > end + 1 && text[next] != open) ? end + 1 : 0;
}

static void label_read(struct line_lexer *lexer, size_t length) {
    const char *text = lexer->text + lexer->at;
    const size_t digits = text_digits(text + 1, length - 1);
    struct token *token = token_add(lexer, TOKEN_NUMBER, lexer->at + 1, digits);
    if (!token) return;
    for (size_t i = 1; i <= digits; i++)
        if (token->value < TOKEN_MOST) token->value = token->value * 10 + (uint32_t)(text[i] - '0');
    token->index = true;
    lexer->filled = false;
}

/* The 7 in "7, [1, 2, 3, 0]" and "puzzle(7, [1, 2, 3, 0])". */
static void index_before_list(struct line_lexer *lexer) {
    struct lexer *to = lexer->to;
    const struct bracket *inner = innermost(to);
    const size_t first = inner ? inner->first : to->line_first;
    if ((inner == NULL || inner->closer == ')') && to->carried == GAP_NONE &&
        to->count == first + 1 && to->token[first].kind == TOKEN_NUMBER)
        to->token[first].index = true;
}

/* Drops a letter alone only if the bracket touches it. */
static void names_drop(struct line_lexer *lexer, char c) {
    struct lexer *to = lexer->to;
    const size_t field = *field_at(lexer);
    if (!are_names(to, field) || to->carried != GAP_NONE ||
        (to->depth == 0 && field != to->line_first))
        return;
    const struct token *last = &to->token[to->count - 1];
    const bool touches = last->start + last->bytes == lexer->at;
    if (to->count == field + 1 && last->kind != TOKEN_WORD && !touches) return;
    if (c == '(' && last->bytes == 6 && memcmp(lexer->text + last->start, "matrix", 6) == 0)
        to->columns = true;
    tokens_drop(lexer, field);
}

static void bracket_open(struct line_lexer *lexer, char c) {
    struct lexer *to = lexer->to;
    if (to->broken) return;
    names_drop(lexer, c);
    index_before_list(lexer);
    if (to->depth == 0) {
        to->open_line = to->line;
        to->open_column = lexer->at - lexer->start + 1;
    }
    if (to->depth == LEXER_DEPTH) {
        bracket_break(lexer);
        return;
    }
    const uint8_t role = *role_at(lexer);
    to->bracket[to->depth++] = (struct bracket){.closer = c == '['   ? ']'
                                                          : c == '(' ? ')'
                                                                     : '}',
                                                .base = role,
                                                .role = c == '{' ? ROLE_CELL : role,
                                                .first = to->count,
                                                .field = to->count};
    lexer->begun = lexer->filled = lexer->closed = false;
    gap_raise(lexer, GAP_LIST);
}

/* Gives the boards of an object that is the board or goal of another object to the other object. */
static void object_merge(struct lexer *to, const struct bracket *object, enum role role) {
    size_t kept = object->first;
    for (size_t i = object->first; i < to->count; i++) {
        if (to->token[i].role != ROLE_BOARD && to->token[i].kind != TOKEN_BAD) continue;
        to->token[kept] = to->token[i];
        to->token[kept++].role = (uint8_t)role;
    }
    to->count = kept;
}

/* Makes a record of an object that has a board, or is the outermost; drops all other objects. */
static void object_close(struct line_lexer *lexer, const struct bracket *object) {
    struct lexer *to = lexer->to;
    bool board = false;
    for (size_t i = object->first; i < to->count; i++) {
        board = board || (to->token[i].role == ROLE_BOARD && to->token[i].kind != TOKEN_EMPTY);
        /* A value without a name. */
        if (to->token[i].role == ROLE_CELL) to->token[i].kind = TOKEN_BAD;
    }
    const struct bracket *outer = NULL;
    for (int i = 0; i < to->depth; i++)
        if (to->bracket[i].object) outer = &to->bracket[i];
    if (outer && (outer->role == ROLE_BOARD || outer->role == ROLE_GOAL)) {
        object_merge(to, object, (enum role)outer->role);
        return;
    }
    bool outer_board = false;
    for (size_t i = outer ? outer->first : object->first; i < object->first; i++)
        outer_board = outer_board || to->token[i].role == ROLE_BOARD;
    if (!board || outer_board) tokens_drop(lexer, object->first);
    if (object->records) to->skipped = 0;
    if ((!board && (outer || object->records)) || outer_board) return;
    if (!record_add(to, (struct record){object->first, to->count})) return;
    for (int i = 0; i < to->depth; i++) {
        to->bracket[i].first = to->bracket[i].field = to->count;
        to->bracket[i].records = true;
    }
    lexer->field = to->count;
}

/* Braces without names are a list, with the role of the value around it. */
static void braces_close(struct line_lexer *lexer, const struct bracket *closed) {
    struct lexer *to = lexer->to;
    if (closed->base == ROLE_OTHER) {
        to->skipped += to->count - closed->first;
        tokens_drop(lexer, closed->first);
    }
    for (size_t i = closed->first; i < to->count; i++) to->token[i].role = closed->base;
}

static void bracket_close(struct line_lexer *lexer, char c) {
    struct lexer *to = lexer->to;
    if (to->broken) return;
    if (to->depth == 0 && c == ')' && to->count == to->line_first + 1 &&
        to->token[to->line_first].kind == TOKEN_NUMBER && !to->token[to->line_first].index) {
        to->token[to->line_first].index = true;
        lexer->begun = lexer->filled = false;
        return;
    }
    if (to->depth == 0 || to->bracket[to->depth - 1].closer != c) {
        bracket_break(lexer);
        return;
    }
    row_end(lexer, GAP_LIST);
    value_check(lexer, &to->bracket[to->depth - 1]);
    const struct bracket closed = to->bracket[--to->depth];
    if (closed.object)
        object_close(lexer, &closed);
    else if (c == '}')
        braces_close(lexer, &closed);
    lexer->closed = lexer->filled = to->listed = true;
}

/* ---- signs ----------------------------------------------------------------------------------- */

/* "matrix(..., byrow=TRUE)" is filled by rows. */
static void name_note(struct line_lexer *lexer, const char *name, size_t length) {
    if (length == 5 && memcmp(name, "byrow", 5) == 0) {
        size_t at = lexer->at + 1;
        while (at < lexer->end && lexer->text[at] == ' ') at++;
        if (at < lexer->end && lexer->text[at] == 'T') lexer->to->columns = false;
    }
}

/* Returns false if other tokens are before the sign. */
static bool name_end(struct line_lexer *lexer, char c) {
    struct lexer *to = lexer->to;
    struct bracket *inner = innermost(to);
    const size_t field = *field_at(lexer);
    struct token *last = to->count > field ? &to->token[to->count - 1] : NULL;
    if (inner && inner->role == ROLE_OTHER) return true; /* within a value that is no cell */
    if (c == ':' && last && last->kind == TOKEN_NUMBER && !last->index &&
        last->start + last->bytes == lexer->at &&
        (inner ? inner->closer == '}' && to->count == field + 1
               : field == to->line_first && to->count == field + 1)) {
        last->index = true;
        lexer->begun = lexer->filled = false;
        return true;
    }
    if (!last) return true;
    if (to->broken) return false;
    if (!are_names(to, field) || last->line != to->line || (!inner && field != to->line_first))
        return false;
    const struct token *first = &to->token[field];
    const char *name = lexer->text + first->start;
    const size_t length = last->start + last->bytes - first->start;
    name_note(lexer, name, length);
    const enum role role = role_of(name, length);
    tokens_drop(lexer, field);
    if (!inner) return true;
    if (inner->closer == '}') inner->object = true;
    if (inner->object || role == ROLE_GOAL)
        inner->role = (uint8_t)role;
    else
        inner->role = role == ROLE_BOARD ? inner->base : ROLE_OTHER;
    return true;
}

/* Returns 0 for no tag. "<br>" and "</tr>" end a row; "</td>" and "</th>" end a cell; other tags
 * are skipped. */
static size_t tag_read(struct line_lexer *lexer) {
    const char *text = lexer->text + lexer->at;
    const size_t left = lexer->end - lexer->at;
    const char *end = memchr(text, '>', left < 60 ? left : 60);
    if (!end || left < 3 || !(text_is_letter(text[1]) || text[1] == '/')) return 0;
    for (const char *c = text; c < end; c++)
        if (text_is_one_of(c[0], " ,;") && text_is_digit(c[1])) return 0;
    const bool row = text_begins(text, left, "<br") || text_begins(text, left, "</tr");
    const bool cell = text_begins(text, left, "</td") || text_begins(text, left, "</th");
    if (row) row_end(lexer, GAP_MARK);
    if (cell && !lexer->filled) token_add(lexer, TOKEN_EMPTY, lexer->at, 0);
    if (cell) lexer->filled = false;
    return (size_t)(end - text) + 1;
}

/* Returns `left` if the quotation is not closed. */
static size_t string_length(const char *text, size_t left) {
    size_t end = 1;
    while (end < left && text[end] != text[0]) end += text[end] == '\\' ? 2 : 1;
    return end < left ? end + 1 : left;
}

/* The length of a quoted name of a value between braces, with its ':'; otherwise 0. */
static size_t key_read(struct line_lexer *lexer, const char *text, size_t left) {
    struct bracket *inner = innermost(lexer->to);
    if (!inner || inner->closer != '}' || inner->role != ROLE_CELL || lexer->quote ||
        lexer->to->count > inner->field)
        return 0;
    const size_t length = string_length(text, left);
    size_t at = length;
    while (at < left && text[at] == ' ') at++;
    if (at == left || text[at] != ':' || length < 2) return 0;
    inner->object = true;
    inner->role = (uint8_t)role_of(text + 1, length - 2);
    return at + 1;
}

/* Reads a name, a value that is no board, or one quote. An empty quotation, such as "", is a mark
 * for the blank. */
static size_t quote_read(struct line_lexer *lexer) {
    const char *text = lexer->text + lexer->at;
    const size_t left = lexer->end - lexer->at;
    const uint8_t role = *role_at(lexer);
    size_t end = 1;
    const size_t key = key_read(lexer, text, left);
    if (key > 0) return key;
    if (role == ROLE_OTHER || role == ROLE_ID) {
        const size_t length = string_length(text, left);
        if (role == ROLE_ID && length > 2) token_add(lexer, TOKEN_WORD, lexer->at + 1, length - 2);
        lexer->filled = true;
        return length;
    }
    const struct bracket *inner = innermost(lexer->to);
    const bool value = inner && inner->object && (role == ROLE_BOARD || role == ROLE_GOAL);
    if (value && (!lexer->quote || lexer->quote == text[0])) {
        lexer->quote = lexer->quote ? '\0' : text[0];
        return 1;
    }
    while (end < left && text[end] == ' ') end++;
    if (end < left && text[end] == text[0]) {
        token_add(lexer, TOKEN_MARK, lexer->at, end + 1);
        return end + 1;
    }
    return 1;
}

static bool has_digit(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text_is_digit(text[i])) return true;
    return false;
}

/* "\n" and "\\" end a row; other LaTeX commands are skipped. */
static size_t backslash_read(struct line_lexer *lexer) {
    const char *text = lexer->text + lexer->at;
    const size_t left = lexer->end - lexer->at;
    size_t end = 1;
    while (end < left && text_is_letter(text[end])) end++;
    if ((left > 1 && text[1] == '\\') || (end == 2 && text[1] == 'n')) row_end(lexer, GAP_MARK);
    if (end == 1) return left > 1 && text[1] == '\\' ? 2 : 1;
    const size_t near = left < 60 ? left : 60;
    const char *close = end < near && text[end] == '{' ? memchr(text, '}', near) : NULL;
    return close && !has_digit(text + end, (size_t)(close - text) - end)
               ? (size_t)(close - text) + 1
               : end;
}

#define MOST_ASIDE 500 /* bytes of a comment within a line */

/* The length of a comment within the line, "::" within a name, or a type behind "::"; otherwise
 * 0. */
static size_t aside_bytes(struct line_lexer *lexer) {
    const char *text = lexer->text + lexer->at;
    const size_t left = lexer->end - lexer->at;
    if (left < 2) return 0;
    if (text_begins(text, left, "/*") && !lexer->no_aside) {
        const size_t most = left < MOST_ASIDE ? left : MOST_ASIDE;
        for (size_t i = 2; i + 1 < most; i++)
            if (text[i] == '*' && text[i + 1] == '/') {
                size_t letters = 0;
                for (size_t k = 2; k < i; k++) letters += text_is_letter(text[k]);
                return letters == 0 && has_digit(text, i) ? 0 : i + 2;
            }
        lexer->no_aside = most == left;
    }
    const bool number = lexer->to->count > *field_at(lexer) && !lexer->closed &&
                        lexer->to->token[lexer->to->count - 1].kind == TOKEN_NUMBER;
    if (!text_begins(text, left, "::") || number) return 0;
    if (left > 2 && text_is_letter(text[2])) return 2;
    for (size_t i = lexer->at; i < lexer->end && !lexer->counted; i++) {
        if (text_is_letter(lexer->text[i])) lexer->last_letter = i;
        if (text_is_digit(lexer->text[i])) lexer->last_digit = i;
    }
    lexer->counted = true;
    return lexer->last_letter > lexer->at && lexer->last_digit < lexer->at ? left : 0;
}

/* Returns 0 without an arrow. */
static size_t arrow_length(const struct line_lexer *lexer) {
    static const char *const arrows[] = {"=>", "->", "\xE2\x86\x92", "\xE2\x87\x92"};
    const char *text = lexer->text + lexer->at;
    const size_t left = lexer->end - lexer->at;
    size_t length = 0;
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows && length == 0; i++)
        length = text_begins(text, left, arrows[i]);
    return length;
}

static bool arrow_read(struct line_lexer *lexer) {
    struct lexer *to = lexer->to;
    if (to->depth > 0 || to->count == 0 || lexer->role != ROLE_CELL || to->records > 0)
        return false;
    for (size_t i = 0; i < to->count; i++)
        if (to->token[i].role != ROLE_CELL) return false;
    row_end(lexer, GAP_LIST);
    lexer->role = ROLE_GOAL;
    lexer->field = to->count;
    return true;
}

/* Returns 0 if the sign has no meaning. */
static size_t sign_read(struct line_lexer *lexer, char c, size_t bytes) {
    struct lexer *to = lexer->to;
    const char next = lexer->at + 1 < lexer->end ? lexer->text[lexer->at + 1] : '\0';
    if (c == '/' || c == ':') {
        const size_t aside = aside_bytes(lexer);
        if (aside > 0) return aside;
    }
    if (c == '<' && next == '-') return name_end(lexer, '=') ? 2 : 0;
    if (c == ':' && next == '=') return name_end(lexer, '=') ? 2 : 0;
    if (c == '&') c = ',';
    const bool ends = c == ',' || c == ';';
    if (c == lexer->delimiter) {
        delimiter_read(lexer);
        if (ends) field_end(lexer);
    } else if (c == ';' || c == '/') {
        if (lexer->framed || lexer->bar_ends) return 0;
        row_end(lexer, GAP_MARK);
        to->dangling = c == '/' || !to->listed;
        field_end(lexer);
    } else if (c == '[' || c == '(' || c == '{') {
        const size_t sizes = c == '[' ? sizes_length(lexer) : 0;
        if (sizes > 0) {
            if (to->depth == 0) {
                names_drop(lexer, c);
                gap_raise(lexer, GAP_LIST);
            }
            sizes_take(to, lexer->text + lexer->at, sizes);
            return sizes;
        }
        const size_t label = c != '{' ? label_length(lexer) : 0;
        if (label > 0) {
            label_read(lexer, label);
            return label;
        }
        bracket_open(lexer, c);
    } else if (c == ']' || c == ')' || c == '}') {
        bracket_close(lexer, c);
    } else if (c == '=' || c == ':') {
        return name_end(lexer, c) ? 1 : 0;
    } else if (bytes == 1 && (c == '"' || c == '\'')) {
        return quote_read(lexer);
    } else if (c == '\\') {
        return backslash_read(lexer);
    } else if (c == '<') {
        return tag_read(lexer);
    } else if (c == ',') {
        lexer->closed = false;
        field_end(lexer);
    } else if (c == '$' && text_is_letter(next)) {
        return 1;
    } else if (!strchr(" \t\f\v|!>\"'`", c)) {
        return 0;
    }
    return bytes;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Returns NUL if semicolons end rows. */
static char delimiter_find(const char *text, size_t length) {
    char found = ';';
    bool after = false, apart = false, marked = false;
    size_t bytes;
    for (size_t at = 0; at < length; at += bytes) {
        char c = text[at];
        bytes = 1;
        if ((unsigned char)c >= 0x80) c = text_glyph(text + at, length - at, &bytes);
        if (c == '|') return c;
        if (c == ',' || c == '&') found = ',';
        if (c == '\t' && found != ',') found = c;
        const bool is_token = of_token(c);
        if (is_token && apart && (found == ';' || found == '\0')) found = '\0';
        marked = marked || c == ';' || c == '/';
        if (c == ';') after = apart = false;
        apart = (apart || c == ' ') && after && !is_token;
        after = after || is_token;
    }
    return found == '\t' && marked ? '\0' : found;
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
        if (c != ' ' && c != '\t') bar = c == '|';
    }
    return bar;
}

/* "7. 1 2 3" has an index if no other number of the line ends with a point, and no delimiter is
 * behind it. */
static void point_index(struct lexer *lexer, size_t end) {
    size_t points = 0;
    for (size_t i = lexer->line_first; i < lexer->count; i++) points += lexer->token[i].point;
    struct token *first = lexer->token + lexer->line_first;
    size_t next = first->start + first->bytes;
    while (next < end && lexer->text[next] == ' ') next++;
    if (next < end && text_is_one_of(lexer->text[next], ",&|\t;")) return;
    if (points == 1 && first->point && lexer->count > lexer->line_first + 1 &&
        first->gap <= GAP_LINE && first[1].gap == GAP_NONE && first->role == ROLE_CELL)
        first->index = true;
}

static void empties_drop(struct line_lexer *lexer) {
    struct lexer *to = lexer->to;
    const size_t record = to->records > 0 ? to->record[to->records - 1].end : 0;
    const size_t first = record > to->line_first ? record : to->line_first;
    for (size_t i = first; i < to->count; i++)
        if (to->token[i].kind != TOKEN_EMPTY) return;
    if (first < to->count) tokens_drop(lexer, first);
}

void lexer_line(struct lexer *to, const char *text, size_t start, size_t end, size_t number) {
    struct line_lexer lexer = {.to = to, .text = text, .at = start, .start = start, .end = end};
    size_t bytes;
    to->text = text;
    to->line = number;
    to->line_first = to->count;
    /* Within brackets, blanks at the begin of a line only indent it. */
    while (to->depth > 0 && lexer.at < end && text_is_one_of(text[lexer.at], " \t")) lexer.at++;
    lexer.delimiter = delimiter_find(text + lexer.at, end - lexer.at);
    lexer.field = to->count;
    lexer.role = to->depth == 0 && to->count > 0 && to->token[to->count - 1].role == ROLE_GOAL &&
                         to->records == 0
                     ? ROLE_GOAL
                     : ROLE_CELL;
    to->bars = to->bars || lexer.delimiter == '|';
    lexer.bar_ends = lexer.delimiter == '|' && ends_with_bar(text + start, end - start);
    const bool outside = to->depth == 0;
    while (lexer.at < end) {
        char c = text[lexer.at];
        bytes = 1;
        if ((unsigned char)c >= 0x80) c = text_glyph(text + lexer.at, end - lexer.at, &bytes);
        const size_t arrow = c == '=' || c == '-' || bytes == 3 ? arrow_length(&lexer) : 0;
        if (arrow > 0 && arrow_read(&lexer)) {
            lexer.at += arrow;
            continue;
        }
        if (of_token(c)) {
            token_read(&lexer);
            continue;
        }
        if (c == '\0' && text[lexer.at] != '\0') {
            lexer.at += bytes;
            continue;
        }
        const size_t used = c == '\0' ? 0 : sign_read(&lexer, c, bytes);
        if (used == 0) token_add(&lexer, TOKEN_BAD, lexer.at, bytes);
        lexer.at += used > 0 ? used : bytes;
    }
    row_end(&lexer, GAP_LINE);
    if (outside && to->count > to->line_first) point_index(to, end);
    empties_drop(&lexer);
    to->end_column = end - start + 1;
}

void lexer_text(struct lexer *lexer, const char *text, size_t length, size_t first_line) {
    lexer_clear(lexer);
    for (size_t at = 0, line = first_line; at <= length; line++) {
        const char *end = at < length ? memchr(text + at, '\n', length - at) : NULL;
        const size_t stop = end ? (size_t)(end - text) : length;
        lexer_line(lexer, text, at, stop, line);
        at = stop + 1;
    }
}

void lexer_clear(struct lexer *lexer) {
    *lexer = (struct lexer){.token = lexer->token,
                            .capacity = lexer->capacity,
                            .record = lexer->record,
                            .record_capacity = lexer->record_capacity};
}

bool lexer_join(struct lexer *lexer, const struct lexer *from, const char *text, size_t start) {
    const size_t before = lexer->count;
    for (size_t i = 0; i < from->count; i++) {
        struct token *token = token_new(lexer);
        if (!token) return false;
        *token = from->token[i];
        token->start += (uint32_t)start;
        if (i == 0 && lexer->carried > token->gap) token->gap = lexer->carried;
        if (lexer->goal && token->role == ROLE_CELL) token->role = ROLE_GOAL;
    }
    for (size_t i = 0; i < from->records; i++) {
        const struct record record = from->record[i];
        if (!record_add(lexer, (struct record){record.first + before, record.end + before}))
            return false;
    }
    for (int i = 0; i < from->depth; i++) {
        lexer->bracket[i] = from->bracket[i];
        lexer->bracket[i].first += before;
        lexer->bracket[i].field += before;
    }
    if (before == 0 && from->size_width > 0) {
        lexer->size_width = from->size_width;
        lexer->size_height = from->size_height;
    }
    if (!lexer->broken && (from->broken || from->depth > 0)) {
        lexer->open_line = from->open_line;
        lexer->open_column = from->open_column;
    }
    lexer->text = text;
    lexer->line_first = before;
    lexer->line = from->line;
    lexer->end_column = from->end_column;
    lexer->depth = from->depth;
    lexer->broken = lexer->broken || from->broken;
    lexer->bars = lexer->bars || from->bars;
    lexer->listed = lexer->listed || from->listed;
    lexer->columns = lexer->columns || from->columns;
    lexer->dangling = from->dangling || (from->count == 0 && lexer->dangling);
    lexer->no_memory = lexer->no_memory || from->no_memory;
    if (from->count > 0 || from->carried > lexer->carried) lexer->carried = from->carried;
    lexer->skipped += from->skipped;
    return true;
}

void lexer_drop(struct lexer *lexer, size_t count, size_t bytes) {
    lexer->count -= count;
    lexer->line_first -= count < lexer->line_first ? count : lexer->line_first;
    if (lexer->count > 0)
        memmove(lexer->token, lexer->token + count, lexer->count * sizeof *lexer->token);
    for (size_t i = 0; i < lexer->count; i++) lexer->token[i].start -= (uint32_t)bytes;
    for (int i = 0; i < lexer->depth; i++) {
        lexer->bracket[i].first -= count;
        lexer->bracket[i].field -= count;
    }
}

void lexer_free(struct lexer *lexer) {
    free(lexer->token);
    free(lexer->record);
}
