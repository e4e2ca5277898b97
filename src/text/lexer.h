/*
 * Cuts lines into tokens, as board_reader.h defines them, with the gaps between them, the open
 * brackets, and the names of values.
 *
 * A lexer takes a block line by line, and keeps its tokens. Tokens of a named value get the role of
 * the name (ROLE_BOARD ...); values with other names make no tokens. A closed object that has a
 * board, or is the outermost, becomes a record. A lexer belongs to one thread.
 */
#ifndef TILEPDB_TEXT_LEXER_H
#define TILEPDB_TEXT_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind { TOKEN_NUMBER, TOKEN_MARK, TOKEN_EMPTY, TOKEN_LETTER, TOKEN_WORD, TOKEN_BAD };

/* In ascending strength. A token has the strongest gap before it. */
enum token_gap { GAP_NONE, GAP_LINE, GAP_MARK, GAP_LIST };

/* Meaning of a value by its name: ROLE_CELL without a name, ROLE_OTHER for an unknown name. */
enum role { ROLE_CELL, ROLE_BOARD, ROLE_GOAL, ROLE_ID, ROLE_WIDTH, ROLE_HEIGHT, ROLE_OTHER };

/* Ignores case, and characters other than letters. */
enum role role_of(const char *name, size_t length);

/* Larger numbers are stored as TOKEN_MOST. */
#define TOKEN_MOST 100000000

struct token {
    uint32_t value;  /* of a TOKEN_NUMBER */
    uint32_t column; /* from 1 */
    uint32_t start, bytes;
    size_t line;
    uint8_t kind, gap, role;
    bool index;  /* a number with the mark of an index */
    bool bullet; /* '-' or '*' as the first token of a line */
    bool point;  /* a number that ends with a point */
};

/* An object: tokens [first, end), which have a board; first == end without a board. */
struct record {
    size_t first, end;
};

#define LEXER_DEPTH 32

struct bracket {
    char closer;
    bool object;  /* names with ':' or '=' were found between braces */
    bool records; /* a record was found within */
    uint8_t base; /* role of the whole list */
    uint8_t role; /* role of the present value */
    size_t first; /* first token within, behind the last record */
    size_t field; /* first token behind the last delimiter */
};

struct lexer {
    struct token *token;   /* owned */
    struct record *record; /* owned */
    size_t count, capacity, records, record_capacity;
    const char *text;  /* of the block; tokens have offsets in it */
    size_t line_first; /* first token of the last line */
    size_t line, end_column;
    struct bracket bracket[LEXER_DEPTH];
    int depth;
    /* Place of the outermost open bracket; if `broken`, of a bracket that closes nothing, or is too
     * deep. */
    size_t open_line, open_column;
    bool broken;
    bool bars;     /* a line has bars, so empty tokens count */
    bool listed;   /* a bracket was closed */
    bool dangling; /* the last line ends with '/', or with ';' if no bracket was closed */
    bool ruled;    /* a rule follows the first row */
    bool labelled; /* labels of columns were dropped above it */
    bool columns;  /* a matrix of R, which is filled by columns */
    bool goal;     /* the lines below an arrow are a goal */
    bool no_memory;
    uint8_t carried;             /* strongest gap behind the last token */
    size_t skipped;              /* numbers and words in values with other names */
    int size_width, size_height; /* written as "3x4" or "int b[4][3]"; 0 if absent */
};

/* Keeps the memory. */
void lexer_clear(struct lexer *lexer);

/* The line is text[start, end), without its line end; `text` is the text of the block, whose
 * earlier lines are unchanged. Takes linear time. Sets `no_memory` if tokens are lost. */
void lexer_line(struct lexer *lexer, const char *text, size_t start, size_t end, size_t number);

/* Calls lexer_clear, then lexer_line for each line. */
void lexer_text(struct lexer *lexer, const char *text, size_t length, size_t first_line);

/* Appends the tokens of `from`, which cut a line that is at `start` in `text`. Returns false
 * without memory. */
bool lexer_join(struct lexer *lexer, const struct lexer *from, const char *text, size_t start);

/* Removes the first `count` tokens, and `bytes` from all offsets. */
void lexer_drop(struct lexer *lexer, size_t count, size_t bytes);

void lexer_free(struct lexer *lexer);

/* In ASCII without bold type, cut to TOKEN_TEXT - 1 characters. Returns the length. */
#define TOKEN_TEXT 64
size_t token_text(const char *text, const struct token *token, char to[TOKEN_TEXT]);

/* A word of prose (board_reader.h). */
bool token_is_prose(const char *text, const struct token *token);

/* A rule of an ASCII table, such as +---+---+. */
bool text_is_rule(const char *text, size_t length);

#endif
