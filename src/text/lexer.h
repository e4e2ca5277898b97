/*
 * Cuts text into tokens that may be cells of a board, and notes the gaps between them. Skips
 * decoration in any language that writes lists: brackets, quotes, names before '=', ':' or a
 * bracket, tags, bold type, frames of tables.
 *
 * Thread safety: a `struct tokens` belongs to one thread.
 */
#ifndef TILEPDB_TEXT_LEXER_H
#define TILEPDB_TEXT_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind {
    TOKEN_NUMBER,
    TOKEN_MARK,   /* the blank: "_", ".", "None" ... */
    TOKEN_EMPTY,  /* nothing between two delimiters */
    TOKEN_LETTER, /* a single letter; 'x' may be the blank */
    TOKEN_WORD,
    TOKEN_BAD
};

/* Gaps in ascending strength. A token has the strongest gap before it. */
enum token_gap {
    GAP_NONE,
    GAP_LINE,
    GAP_MARK, /* '/', ';', "<br>" or a typed "\n" */
    GAP_LIST
};

/* Larger numbers are stored as TOKEN_MOST. */
#define TOKEN_MOST 1000000

struct token {
    uint32_t value;  /* value of a TOKEN_NUMBER */
    uint32_t column; /* counted from 1 */
    uint32_t start, bytes;
    size_t line;
    uint8_t kind, gap;
};

struct tokens {
    struct token *token; /* owned */
    size_t count, capacity;
    const char *text;
    size_t first_line, line; /* numbers of the first and the last line */
    size_t end_column;
    int depth; /* open brackets; negative if a bracket closes nothing */
    /* Place of the outermost open bracket, or of a bracket that closes nothing. */
    size_t open_line, open_column;
    bool bars;     /* bars delimit cells, so empty tokens count */
    bool listed;   /* a list has ended: a bracket was closed */
    bool dangling; /* the text ends with '/' or ';' */
    bool no_memory;
    int label_width, label_height; /* board size written as "3x4:"; 0 if absent */
    uint32_t label, label_bytes;   /* byte range of the last token before a ':' */
};

/* Takes linear time. `tokens` keeps a pointer to `text`. */
void lexer_scan(struct tokens *tokens, const char *text, size_t length, size_t first_line);

/* Writes a token in ASCII without bold type, cut to TOKEN_TEXT - 1 characters. Returns the
 * length. */
#define TOKEN_TEXT 64
size_t token_text(const struct tokens *tokens, const struct token *token, char text[TOKEN_TEXT]);

/* Accepts a rule of an ASCII table, such as +---+---+. */
bool text_is_rule(const char *text, size_t length);

void tokens_free(struct tokens *tokens);

#endif
